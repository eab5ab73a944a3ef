// SPDX-License-Identifier: MIT
// Replays of game records. Environment: MEYDAN (the program), GAMES (the folder of games generated
// by make-games).
#include "support/records.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void which_game(void **state)
{
    (void)state;
    assert_replay("1. e2 e8 2. e3 e7", "quoridor 4 * ok");
    assert_replay("e2 e8 e3 e7 e4", "quoridor 5 * ok");
    assert_replay("1. e2 b5 e8 h5 2. e3", "quoridor-4 5 * ok");
    assert_replay("1. e2 b5 e8", "quoridor-4 3 * ok");
    assert_replay("1. e3h e6h 2. e2", "quoridor 3 * ok");
    assert_replay("1. a1b2 i5h5", "abalone 2 * ok");
    assert_replay("1. A2A4B2 1-0", "abalone 0 * ply 1: illegal move 'A2A4B2': every cell a "
                                   "side-step enters must be empty");
    static const char *const NAMES[] = { "belgian",       "Belgian",      "BELGIAN DAISY",
                                         "belgian-daisy", "belgianDaisy", "belgian_daisy" };
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        char text[200];
        snprintf(text, sizeof text, "[Variant \"%s\"]\n[Result \"0-1\"]\n\n1. i9h8 i6h6 *",
                 NAMES[i]);
        assert_replay(text, "abalone 2 0-1 ok");
    }
    // APGN's names, of which two have no known position.
    static const char *const APGN[] = { "alien",      "alliances",    "atomouche", "centrifugeuse",
                                        "domination", "duel",         "fujiyama",  "snakes_variant",
                                        "star",       "the_clearing", "the_wall" };
    for (size_t i = 0; i < sizeof APGN / sizeof *APGN; i++) {
        char text[200];
        snprintf(text, sizeof text, "[Variant \"%s\"]\n[Black \"x\"]\n\n*", APGN[i]);
        assert_replay(text, "abalone 0 * ok");
    }
    assert_replay("[Variant \"accelium\"]\n\n1. a1b2", "line 1: abalone has no layout 'accelium'");
    assert_replay("[Variant \"accelium\"]\n[Position \"wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/"
                  "bbbbb b 0-0\"]\n\n1. a1b2",
                  "abalone 1 * ok");
    assert_replay("[Black \"x\"]\n[White \"y\"]\n\n*", "abalone 0 * ok");
    assert_replay("[Variant \"quoridor-4\"]\n\n1. e2 b5", "quoridor-4 2 * ok");
    assert_replay("[Game \"Abalone\"]\n[Layout \"swiss\"]\n[Variant \"nonsense\"]\n\n1. b1c1",
                  "abalone 1 * ok");
    assert_replay(
        "[Game \"quoridor\"]\n[Position \"- / - / e8 e5 / 10 10 / 2\"]\n\n1... e4 2. e9 1-0",
        "quoridor 2 1-0 ok");
    assert_replay("[FEN \"SSSSS/SSSSSS/2SSS2/8/9/8/2sss2/ssssss/sssss 0 0 w 0 1\"]\n\n1... i5h5",
                  "abalone 1 * ok");
}

static void what_replay_says(void **state)
{
    (void)state;
    // Moves.
    assert_replay("[Game \"quoridor\"]\n1. e2 e8 2. e4",
                  "quoridor 2 * ply 3: illegal move 'e4': the pawn cannot reach that square");
    assert_replay(
        "[Game \"abalone\"]\n1. a1c3",
        "abalone 0 * ply 1: illegal move 'a1c3': a marble moves one cell, to a neighbour");
    assert_replay(
        "[Game \"quoridor\"]\n1. pass",
        "quoridor 0 * ply 1: illegal move 'pass': you may pass only if you have no legal move");
    assert_replay("[Game \"quoridor\"]\n[Position \"- / - / e8 e5 / 10 10 / 1\"]\n1. e9 e4",
                  "quoridor 1 1-0 ply 2: illegal move 'e4': the game is over");
    // Results: the board decides.
    assert_replay(
        "[Game \"quoridor\"]\n[Position \"- / - / e8 e5 / 10 10 / 1\"]\n[Result \"*\"]\n1. e9",
        "quoridor 1 1-0 ok");
    assert_replay(
        "[Game \"quoridor\"]\n[Position \"- / - / e8 e5 / 10 10 / 1\"]\n[Result \"0-1\"]\n1. e9",
        "quoridor 1 1-0 ply 1: the record tells another result");
    assert_replay("[Game \"quoridor\"]\n[Position \"- / - / e9 e5 / 10 10 / 2\"]\n[Termination "
                  "\"Normal\"]\n1-0",
                  "quoridor 0 1-0 ok");
    assert_replay("[Game \"quoridor\"]\n[Result \"1-0\"]\n1. e2 0-1",
                  "quoridor 1 * ply 1: the Result tag and the result after the moves differ");
    assert_replay("[Game \"quoridor\"]\n[Result \"1-0\"]\n1. e2 *", "quoridor 1 1-0 ok");
    assert_replay("[Game \"quoridor\"]\n[Result \"*\"]\n1. e2 1/2-1/2", "quoridor 1 1/2-1/2 ok");
    // Without a result on the board the record decides, if possible; foreign records may use
    // "normal" freely.
    assert_replay("[Black \"x\"]\n[Termination \"Normal\"]\n1. a1b2 1-0", "abalone 1 1-0 ok");
    assert_replay("[Black \"x\"]\n[Termination \"boredom\"]\n1. a1b2 1-0", "abalone 1 1-0 ok");
    assert_replay("[Black \"x\"]\n[TimeControl \"40/7200:3600\"]\n1. a1b2 {[%clk soon]} *",
                  "abalone 1 * ok");
    // Foreign commands, and text that resembles one, are ignored in Meydan's records too.
    assert_replay("[Game \"quoridor\"]\n[TimeControl \"?\"]\n1. e2 {[%emt x] [clk] [%clk 1} *",
                  "quoridor 1 * ok");
    assert_replay("[Game \"quoridor\"]\n[Termination \"normal\"]\n1. e2 1-0",
                  "quoridor 1 * ply 1: nothing on the board ends it");
    assert_replay("[Game \"quoridor\"]\n[Termination \"repetition\"]\n1. e2 1/2-1/2",
                  "quoridor 1 * ply 1: no position stands for the third time");
    assert_replay("[Game \"quoridor\"]\n[Termination \"agreement\"]\n1. e2 1/2-1/2",
                  "quoridor 1 1/2-1/2 ok");
    assert_replay("[Game \"quoridor\"]\n[Termination \"agreement\"]\n1. e2 1-0",
                  "quoridor 1 * ply 1: an agreement is a draw");
    assert_replay("[Game \"quoridor\"]\n[Termination \"time\"]\n1. e2 1-0", "quoridor 1 1-0 ok");
    assert_replay("[Game \"quoridor\"]\n[Termination \"resignation\"]\n1. e2 1/2-1/2",
                  "quoridor 1 * ply 1: a flag or a resignation is no draw");
    assert_replay("[Game \"quoridor\"]\n[Termination \"abandoned\"]\n1. e2 *", "quoridor 1 * ok");
    assert_replay("[Game \"abalone-4\"]\n[Termination \"resignation\"]\n1. a2b3 0-1-0-1",
                  "abalone-4 1 0-1-0-1 ok");
}

static void repetition(void **state)
{
    (void)state;
#define SHUFFLE "1. e2 e8 2. e1 e9 3. e2 e8 4. e1 e9"
    assert_replay("[Game \"quoridor\"]\n" SHUFFLE, "quoridor 8 1/2-1/2 ok");
    assert_replay("[Game \"quoridor\"]\n[Termination \"repetition\"]\n" SHUFFLE " 1/2-1/2",
                  "quoridor 8 1/2-1/2 ok");
    assert_replay("[Game \"quoridor\"]\n" SHUFFLE " 1-0",
                  "quoridor 8 1/2-1/2 ply 8: the record tells another result");
    assert_replay("[Game \"quoridor\"]\n" SHUFFLE " 5. e2",
                  "quoridor 8 1/2-1/2 ply 9: illegal move 'e2': the game is over");
    // Foreign rules: the game continues, unless it ends there without a winner.
    assert_replay(SHUFFLE, "quoridor 8 1/2-1/2 ok");
    assert_replay(SHUFFLE " 1-0", "quoridor 8 1-0 ok");
    assert_replay(SHUFFLE " 5. e2 *", "quoridor 9 1/2-1/2 ok");
    assert_replay(SHUFFLE " 5. d1 *", "quoridor 9 * ok");
#undef SHUFFLE
}

static void players_who_leave(void **state)
{
    (void)state;
    assert_replay("[Game \"quoridor-4\"]\n[Result \"0-1-0-0\"]\n\n1. e2 b5 out3:time h5 2. "
                  "out1:resignation c5 out4:abandoned",
                  "quoridor-4 4 0-1-0-0 ok");
    assert_replay(
        "[Game \"abalone-3\"]\n\n1. a1a2a1 out2 ",
        "abalone-3 0 * ply 1: illegal move 'a1a2a1': a marble moves one cell, to a neighbour");
    assert_replay("[Game \"abalone-3\"]\n\n1. b1c1 out2 i9h8 2. out1 *", "abalone-3 2 0-0-1 ok");
    assert_replay("[Game \"abalone-3\"]\n\n1. out2 out2",
                  "abalone-3 0 * ply 1: illegal 'out2': that player had left before");
    assert_replay("[Game \"abalone-3\"]\n\n1. out4",
                  "abalone-3 0 * ply 1: illegal 'out4': there is no such player");
    assert_replay("[Game \"abalone-3\"]\n\n1. out1 out2 out3",
                  "abalone-3 0 0-0-1 ply 1: illegal 'out3': the game is over");
    assert_replay("[Game \"abalone\"]\n\n1. out1",
                  "abalone 0 * ply 1: illegal 'out1': nobody can leave a game between two sides");
    assert_replay("[Game \"abalone-4\"]\n\n1. out1",
                  "abalone-4 0 * ply 1: illegal 'out1': nobody can leave a game between two sides");
    assert_replay("[Game \"abalone-3\"]\n\n1. out2 1/2-0-1/2", "abalone-3 0 1/2-0-1/2 ok");
    assert_replay("[Game \"abalone-3\"]\n\n1. out2 1/2-1/2-1/2",
                  "abalone-3 0 * ply 0: the record gives points to a player who had left");
    assert_replay("[Game \"abalone-3\"]\n\n1. out2 0-1-0",
                  "abalone-3 0 * ply 0: the record gives points to a player who had left");
    // The position after a departure counts as an occurrence (R2); players who left don't share a
    // draw.
    assert_replay("[Game \"quoridor-4\"]\n1. out2 out4 1. e2 e8 2. e1 e9 3. e2 e8 4. e1 e9",
                  "quoridor-4 8 1/2-0-1/2-0 ok");
}

// --- the data and the program --------------------------------------------------------------------

// The results of a file's games.
typedef struct {
    int games, plies, won, drawn, open;
} Tally;

static Tally replay_all(const char *name)
{
    char path[600];
    snprintf(path, sizeof path, "%s/%s", getenv("GAMES"), name);
    FILE *file = fopen(path, "rb");
    if (!file) fail_msg("no file '%s'", path);
    static char text[1 << 20];
    size_t length = fread(text, 1, sizeof text, file);
    fclose(file);
    assert_true(length < sizeof text);
    RecordReader reader = record_reader((Text){ text, length });
    Record record;
    Fault why;
    RecordStatus status;
    Tally tally = { 0 };
    static Replay replay;
    while ((status = record_next(&reader, &record, &why)) != RECORD_END) {
        tally.games++;
        if (status != RECORD_READ) fail_msg("game %d: %s", tally.games, why.message);
        Key *keys = malloc(record_replay_size(&record) * sizeof *keys);
        if (record_replay(&record, keys, &replay, &why) != OK)
            fail_msg("game %d: %s", tally.games, why.message);
        free(keys);
        // Every winner won on the board.
        assert_true(replay.outcome.winners ==
                    replay.position.head.variant->game->winners(&replay.position));
        tally.plies += replay.plies;
        tally.won += replay.outcome.winners != 0;
        tally.drawn += replay.outcome.over && !replay.outcome.winners;
        tally.open += !replay.outcome.over;
    }
    return tally;
}

static void assert_tally(const char *name, Tally wanted)
{
    Tally found = replay_all(name);
    assert_int_equal(found.games, wanted.games);
    assert_int_equal(found.plies, wanted.plies);
    assert_int_equal(found.won, wanted.won);
    assert_int_equal(found.drawn, wanted.drawn);
    assert_int_equal(found.open, wanted.open);
}

static void whole_games(void **state)
{
    (void)state;
    assert_tally("own.pgn", (Tally){ .games = 48, .plies = 4562, .won = 47, .drawn = 1 });
    assert_tally("abalone.apgn",
                 (Tally){ .games = 24, .plies = 4195, .won = 8, .drawn = 4, .open = 12 });
}

// Runs `meydan replay` with arguments; returns both outputs in one text.
static void assert_program(const char *args, const char *input, int wanted_status,
                           const char *wanted)
{
    char path[] = "/tmp/meydan-record-XXXXXX", command[600], output[2000];
    int file = mkstemp(path);
    assert_true(file >= 0 && write(file, input, strlen(input)) == (ssize_t)strlen(input));
    close(file);
    snprintf(command, sizeof command,
             "F=%s; <$F 2>&1 '%s' replay %s | sed \"s,$F,FILE,\"; exit ${PIPESTATUS[0]}", path,
             getenv("MEYDAN"), args);
    char *argv[] = { "bash", "-c", command, NULL };
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        execvp(argv[0], argv);
        _exit(127);
    }
    close(ends[1]);
    size_t length = 0;
    for (ssize_t got; (got = read(ends[0], output + length, sizeof output - 1 - length)) > 0;)
        length += (size_t)got;
    output[length] = '\0';
    close(ends[0]);
    int status = -1;
    waitpid(child, &status, 0);
    unlink(path);
    assert_string_equal(output, wanted);
    assert_int_equal(WEXITSTATUS(status), wanted_status);
}

static void the_program(void **state)
{
    (void)state;
    assert_non_null(getenv("MEYDAN"));
    assert_program("-", "1. e2 e8 2. e3 e7", 0, "1 quoridor 4 * ok\n");
    assert_program(
        "$F $F", "1. e2 e8 *\n1. a1b2 i5h5 0-1", 0,
        "1 quoridor 2 * ok\n2 abalone 2 0-1 ok\n3 quoridor 2 * ok\n4 abalone 2 0-1 ok\n");
    assert_program("-- $F", "1. e2 e2\n", 1,
                   "1 quoridor 1 * ply 2: illegal move 'e2': a pawn stands there\n");
    assert_program("$F", "[Game \"x\"]\n\n*\n\n[Game \"quoridor\"]\n\n1. e2 *\n", 2,
                   "meydan: FILE: game 1: line 1: unknown game 'x'\n2 quoridor 1 * ok\n");
    // Illegal games go to standard output, malformed ones to standard error; the index continues.
    static const char MIXED[] = "1. e2 e2 *\n\n[Game \"quoridor\"]\n\n1. e2 } *\n\n"
                                "[Game \"quoridor\"]\n\n1. e2 {[%clk soon]} *\n\n"
                                "[Game \"quoridor\"]\n\n1. e2 *\n";
    assert_program("$F 2>/dev/null", MIXED, 2,
                   "1 quoridor 1 * ply 2: illegal move 'e2': a pawn stands there\n"
                   "4 quoridor 1 * ok\n");
    assert_program("$F $F 2>&1 >/dev/null", MIXED, 2,
                   "meydan: FILE: game 2: line 5: '}' stands alone\n"
                   "meydan: FILE: game 3: line 9: ply 1: malformed command '%clk soon'\n"
                   "meydan: FILE: game 6: line 5: '}' stands alone\n"
                   "meydan: FILE: game 7: line 9: ply 1: malformed command '%clk soon'\n");
    // APGN in Nacre's notation: three marbles in line, named by both ends, then a side-step.
    static const char NACRE[] = "[Event \"x\"]\n[Black \"Ada\"]\n[White \"Bo\"]\n"
                                "[Variant \"standard\"]\n[Notation \"Nacre\"]\n"
                                "[Result \"1-0\"]\n\n1. a3d6 i7f4 2. c3d5 1-0\n\n"
                                "[Notation \"Nacre\"]\n[Black \"Ada\"]\n\n1. a3d7 *\n";
    assert_program("$F", NACRE, 1,
                   "1 abalone 3 1-0 ok\n2 abalone 0 * ply 1: illegal move 'a3d7': a side-step "
                   "moves two or three neighbours on one line\n");
    assert_program("- $F", "", 2,
                   "meydan: -: line 1: there is no game in it\nmeydan: FILE: line 1: there is no "
                   "game in it\n");
    assert_program("/nowhere/at-all", "", 2,
                   "meydan: cannot read '/nowhere/at-all': No such file or directory\n");
    assert_program("/", "", 2, "meydan: cannot read '/': Is a directory\n");
    assert_program("", "", 2, "meydan: replay needs a file, or - for standard input\n");
    assert_program("--fast x", "", 2, "meydan: unknown option '--fast'\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(which_game),  cmocka_unit_test(what_replay_says),
        cmocka_unit_test(repetition),  cmocka_unit_test(players_who_leave),
        cmocka_unit_test(whole_games), cmocka_unit_test(the_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
