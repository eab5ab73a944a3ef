// SPDX-License-Identifier: MIT
// Whole matches: reproducible games, misbehaving engines, clocks, adjudication, and `meydan match`
// interrupted and resumed. BAD_ENGINE is tests/runner/bad_engine.c.
#include "runner/runner.h"
#include "variants/variants.h"

#include "protocol/now.h"

#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { SPECS = 4 };

// A match before it is set up: fill in the relevant fields.
typedef struct Fixture {
    RunnerSetup setup;
    PlayerSpec spec[SPECS];
    Standing standing;
    GameResult result[256];
    u32 games;
    bool complete;
    double llr;
    SprtVerdict verdict;
    Status status;
    Fault why;
    u32 stop_after; // number of games; 0: never
} Fixture;

static char folder[] = "/tmp/meydan-match-XXXXXX";

// The same name always gives the same pointer.
static const char *path_in(const char *name)
{
    static char path[32][128];
    char wanted[128];
    snprintf(wanted, sizeof wanted, "%s/%s", folder, name);
    int i = 0;
    while (path[i][0] && strcmp(path[i], wanted) != 0)
        i++;
    return strcpy(path[i], wanted);
}

static char *read_all(const char *path)
{
    static char text[2][1 << 18];
    static int turn;
    turn = !turn;
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t length = fread(text[turn], 1, sizeof text[turn] - 1, file);
    fclose(file);
    text[turn][length] = '\0';
    return text[turn];
}

static void add_player(Fixture *f, const char *text)
{
    Fault why;
    if (spec_read(text, &f->spec[f->setup.entrants], &why) != OK) fail_msg("%s", why.message);
    f->setup.entrants++;
}

// The test engine with a habit.
static void add_engine(Fixture *f, const char *habit)
{
    char text[512];
    snprintf(text, sizeof text, "cmd='%s' %s", getenv("BAD_ENGINE"), habit);
    add_player(f, text);
}

static Fixture *fixture(const char *variant)
{
    static Fixture f;
    memset(&f, 0, sizeof f);
    variant_start(variant_find(text_of(variant)), &f.setup.start);
    f.setup.spec = f.spec;
    f.setup.games = 2;
    f.setup.seed = 1;
    f.setup.openings = "random:4";
    f.setup.budget.nodes = 200;
    f.setup.grace_ms = 200;
    f.setup.rules.plies_max = 300;
    f.setup.concurrency = 1;
    f.setup.event = "test";
    return &f;
}

static bool watch(void *context, Runner *runner)
{
    Fixture *f = context;
    Standing standing;
    runner_standing(runner, &standing);
    return f->stop_after && standing.games >= f->stop_after;
}

static void run(Fixture *f)
{
    Runner *runner = runner_new(&f->setup, &f->why);
    if (!runner) fail_msg("%s", f->why.message);
    f->status = runner_run(runner, watch, f, &f->why);
    runner_standing(runner, &f->standing);
    const GameResult *results = runner_results(runner, &f->games);
    assert_true(f->games <= 256);
    memcpy(f->result, results, f->games * sizeof *results);
    f->complete = runner_complete(runner);
    f->verdict = runner_sprt(runner, &f->llr);
    runner_free(runner);
}

// --- the same games ------------------------------------------------------------------------------

static void expect_same_results(const Fixture *a, const Fixture *b)
{
    assert_int_equal(a->games, b->games);
    for (u32 i = 0; i < a->games; i++) {
        const GameResult *x = &a->result[i], *y = &b->result[i];
        assert_true(x->done && y->done);
        assert_int_equal(x->outcome.winners, y->outcome.winners);
        assert_int_equal(x->outcome.drawn, y->outcome.drawn);
        assert_int_equal(x->plies, y->plies);
    }
}

static Fixture *steady_match(const char *variant)
{
    Fixture *f = fixture(variant);
    add_player(f, "engine nodes=150 hash=1");
    add_player(f, "engine nodes=60 hash=1 level=3");
    add_player(f, "greedy");
    f->setup.games = 12;
    return f;
}

static void test_concurrency_changes_nothing(void **state)
{
    (void)state;
    static Fixture alone;
    Fixture *f = steady_match("quoridor");
    run(f);
    assert_true(f->complete);
    assert_int_equal(f->standing.games, 12);
    assert_int_equal(f->standing.pairings, 3);
    alone = *f;
    f = steady_match("quoridor");
    f->setup.concurrency = 3;
    run(f);
    expect_same_results(&alone, f);
    assert_memory_equal(&alone.standing, &f->standing, sizeof f->standing);
}

static void test_resume_equals_a_run_without_a_break(void **state)
{
    (void)state;
    static Fixture whole;
    Fixture *f = steady_match("quoridor");
    f->setup.record_path = path_in("whole.pgn");
    run(f);
    whole = *f;

    char *args[] = { "quoridor", "--player", "engine  nodes=150" };
    const char *path = path_in("broken.state");
    f = steady_match("quoridor");
    f->setup.record_path = path_in("broken.pgn");
    f->setup.journal = journal_create(path, 3, args, &f->why);
    if (!f->setup.journal) fail_msg("%s", f->why.message);
    f->stop_after = 4;
    run(f);
    assert_false(f->complete);
    assert_in_range(f->standing.games, 4, 11);
    journal_close(f->setup.journal);
    assert_null(journal_create(path, 3, args, &f->why)); // existing files aren't overwritten

    // A crash in the middle of writing leaves half a record and half a line.
    FILE *file = fopen(path_in("broken.pgn"), "a");
    fputs("[Game \"quoridor\"]\n[Event \"te", file);
    fclose(file);
    file = fopen(path, "a");
    fputs("game 9 1-0 nor", file);
    fclose(file);

    f = steady_match("quoridor");
    f->setup.record_path = path_in("broken.pgn");
    f->setup.journal = journal_open(path, &f->why);
    if (!f->setup.journal) fail_msg("%s", f->why.message);
    char **old;
    assert_int_equal(journal_args(f->setup.journal, &old), 3);
    assert_string_equal(old[2], "engine  nodes=150");
    f->setup.resumed = true;
    run(f);
    journal_close(f->setup.journal);
    assert_true(f->complete);
    expect_same_results(&whole, f);
    assert_memory_equal(&whole.standing, &f->standing, sizeof f->standing);
    assert_string_equal(read_all(path_in("whole.pgn")), read_all(path_in("broken.pgn")));
}

static void expect_bad_state(const char *text, const char *expected)
{
    Fixture *f = steady_match("quoridor");
    const char *path = path_in("bad.state");
    FILE *file = fopen(path, "w");
    fputs(text, file);
    fclose(file);
    f->setup.journal = journal_open(path, &f->why);
    f->setup.resumed = true;
    if (f->setup.journal) assert_null(runner_new(&f->setup, &f->why));
    if (!strstr(f->why.message, expected)) fail_msg("%s", f->why.message);
    journal_close(f->setup.journal);
    assert_string_equal(read_all(path), text); // not a state file, so it must stay untouched
}

static void test_bad_states(void **state)
{
    (void)state;
    expect_bad_state("", "is no state of a match");
    expect_bad_state("meydan match state 1\narg x\n", "is no state of a match");
    expect_bad_state("hello\nbegin\n", "is no state of a match");
    expect_bad_state("dear diary", "is no state of a match");
#define HEAD "meydan match state 1\nbegin\n"
    expect_bad_state(HEAD "game 13 1-0 normal played none,none 5 0\n", "more than the 12");
    expect_bad_state(HEAD "game 0 1-0 normal played none,none 5 0\n", "bad line");
    expect_bad_state(HEAD "game 1 1-1 normal played none,none 5 0\n", "bad line");
    expect_bad_state(HEAD "game 1 * normal played none,none 5 0\n", "bad line");
    expect_bad_state(HEAD "game 1 1-0 normal played none 5 0\n", "bad line");
    expect_bad_state(HEAD "game 1 1-0 normal played none,none,none 5 0\n", "bad line");
    expect_bad_state(HEAD "game 1 1-0 normal played none,none 5\n", "bad line");
    expect_bad_state(HEAD "game 1 1-0 normal played none,none 5 0\n"
                          "game 1 1-0 normal played none,none 5 0\n",
                     "stands twice");
}

// --- sequential tests ----------------------------------------------------------------------------

static void test_sprt_stops_on_a_clean_sweep(void **state)
{
    (void)state;
    for (int lost = 0; lost < 2; lost++) {
        Fixture *f = fixture("quoridor");
        add_player(f, lost ? "random" : "greedy");
        add_player(f, lost ? "greedy" : "random");
        f->setup.games = 200;
        f->setup.openings = "start"; // independent of the engine's evaluation of random ones
        f->setup.has_sprt = true;
        f->setup.sprt = (Sprt){ 0, 100, 0.05, 0.05 };
        f->setup.concurrency = 2;
        run(f);
        assert_true(f->complete);
        assert_int_equal(f->verdict, lost ? SPRT_H0 : SPRT_H1);
        // One pair is worth log(0.640 / 0.5) or log(0.360 / 0.5).
        assert_int_equal(f->games, lost ? 18 : 24);
        assert_int_equal(f->standing.pairing[0].tally.pair[lost ? 0 : 4], f->games / 2);
    }
}

// --- engines that misbehave ----------------------------------------------------------------------

// The engine with the habit is player 1, against one that behaves. It forfeits both games in that
// way, so it must have been restarted after the first.
static Fixture *expect_forfeits(const char *variant, const char *habit, Trouble trouble)
{
    Fixture *f = fixture(variant);
    add_engine(f, habit);
    add_engine(f, "none");
    run(f);
    assert_int_equal(f->status, OK);
    assert_true(f->complete);
    assert_int_equal(f->standing.trouble[0][trouble], 2);
    assert_int_equal(f->standing.entrant[0].loss, 2);
    assert_int_equal(f->standing.trouble[1][TROUBLE_NONE], 2);
    for (u32 i = 0; i < 2; i++) {
        assert_int_equal(f->result[i].trouble[i], trouble);
        assert_int_equal(f->result[i].outcome.winners, i ? 1 : 2);
    }
    return f;
}

static void test_forfeits(void **state)
{
    (void)state;
    expect_forfeits("quoridor", "crash 3", TROUBLE_CRASH);
    expect_forfeits("abalone", "crash 1", TROUBLE_CRASH);
    expect_forfeits("quoridor", "exit 2", TROUBLE_CRASH);
    expect_forfeits("quoridor", "illegal 2", TROUBLE_ILLEGAL);
    expect_forfeits("abalone", "illegal 2", TROUBLE_ILLEGAL);
    expect_forfeits("quoridor", "garbage 2", TROUBLE_GARBAGE);
    Fixture *f = expect_forfeits("quoridor", "flood 2", TROUBLE_GARBAGE);
    assert_int_equal(f->standing.reason[REASON_ABANDONED], 2);
    expect_forfeits("quoridor", "hang 2 movetime=50", TROUBLE_HANG);
}

static void test_forfeit_stands_in_the_record(void **state)
{
    (void)state;
    Fixture *f = fixture("quoridor");
    add_engine(f, "illegal 1 name=Rogue");
    add_engine(f, "none");
    f->setup.record_path = path_in("forfeit.pgn");
    run(f);
    char *record = read_all(path_in("forfeit.pgn"));
    assert_non_null(strstr(record, "[Player1 \"Rogue\"]"));
    assert_non_null(strstr(record, "[Player2 \"Fake\"]"));
    assert_non_null(strstr(record, "[Termination \"abandoned\"]"));
    assert_non_null(strstr(record, "[Forfeit \"player 1: illegal-move, illegal move 'e5'"));
}

// Each alone: one player is out, and the others play on and know it.
static void test_forfeit_of_one_in_four(void **state)
{
    (void)state;
    Fixture *f = fixture("quoridor-4");
    add_engine(f, "crash 2");
    add_engine(f, "none");
    add_player(f, "greedy");
    f->setup.rotate = true;
    f->setup.games = 4;
    f->setup.record_path = path_in("four.pgn");
    run(f);
    assert_int_equal(f->status, OK);
    assert_int_equal(f->standing.games, 4);
    assert_int_equal(f->standing.trouble[0][TROUBLE_CRASH], 4);
    assert_int_equal(f->standing.entrant[0].loss, 4);
    assert_int_equal(f->standing.trouble[1][TROUBLE_NONE], 4);
    assert_int_equal(f->standing.reason[REASON_NORMAL], 4);
    assert_non_null(strstr(read_all(path_in("four.pgn")), " out1:abandoned "));
}

static void test_startup_failure(void **state)
{
    (void)state;
    Fixture *f = fixture("quoridor");
    add_player(f, "greedy");
    add_engine(f, "dies");
    assert_null(runner_new(&f->setup, &f->why));
    assert_non_null(strstr(f->why.message, "player 2: "));
    assert_non_null(strstr(f->why.message, "ended before it said 'ugiok': exit status 3"));

    f = fixture("quoridor");
    add_player(f, "cmd=/nonexistent/engine");
    add_player(f, "greedy");
    assert_null(runner_new(&f->setup, &f->why));
    assert_string_equal(f->why.message,
                        "player 1: cannot start '/nonexistent/engine': No such file or directory");

    f = fixture("quoridor");
    add_engine(f, "option.Hsh=3");
    add_player(f, "greedy");
    assert_null(runner_new(&f->setup, &f->why));
    assert_string_equal(f->why.message, "player 1: 'Fake' has no option 'Hsh'");

    f = fixture("quoridor");
    add_engine(f, "\"option.Move Overhead=3\" none");
    add_player(f, "greedy");
    run(f);
    assert_int_equal(f->standing.games, 2);
}

// --- clocks --------------------------------------------------------------------------------------

static void test_flags(void **state)
{
    (void)state;
    // Too slow for its clock, but it answers after `stop`.
    Fixture *f = fixture("quoridor");
    add_engine(f, "late 2");
    add_engine(f, "none");
    f->setup.budget = (Budget){ 0 };
    f->setup.rules.clock = (ClockSpec){ .main = 200, .increment = 10 };
    run(f);
    assert_int_equal(f->standing.trouble[0][TROUBLE_TIME], 2);
    assert_int_equal(f->standing.reason[REASON_TIME], 2);
    assert_int_equal(f->standing.entrant[1].win, 2);

    // It doesn't answer even then.
    f = fixture("quoridor");
    add_engine(f, "hang 2");
    add_engine(f, "none");
    f->setup.budget = (Budget){ 0 };
    f->setup.rules.clock = (ClockSpec){ .main = 100 };
    run(f);
    assert_int_equal(f->standing.trouble[0][TROUBLE_HANG], 2);
    assert_int_equal(f->standing.reason[REASON_TIME], 2);
}

static void test_flag_of_one_in_three(void **state)
{
    (void)state;
    Fixture *f = fixture("abalone-3");
    add_engine(f, "late 1");
    add_player(f, "greedy");
    f->setup.rotate = true;
    f->setup.games = 3;
    f->setup.budget = (Budget){ 0 };
    f->setup.rules.clock = (ClockSpec){ .main = 150 };
    f->setup.rules.plies_max = 60;
    run(f);
    assert_int_equal(f->standing.trouble[0][TROUBLE_TIME], 3);
    // No other player lost time by it.
    assert_int_equal(f->standing.trouble[1][TROUBLE_NONE], 6);
    assert_int_equal(f->standing.games, 3);
}

static void test_time_that_is_enough(void **state)
{
    (void)state;
    Fixture *f = fixture("quoridor");
    add_engine(f, "slow 15");
    add_player(f, "engine");
    f->setup.budget = (Budget){ 0 };
    f->setup.rules.clock = (ClockSpec){ .main = 300, .period = 200, .periods = 2 };
    f->setup.rules.margin_ms = 20;
    f->setup.rules.plies_max = 16;
    f->setup.record_path = path_in("clock.pgn");
    run(f);
    assert_int_equal(f->standing.verdict[VERDICT_UNFINISHED], 2);
    assert_non_null(strstr(read_all(path_in("clock.pgn")), "[%clk 0:00:00."));
    assert_non_null(strstr(read_all(path_in("clock.pgn")), "[TimeControl \"0.3+0+2x0.2\"]"));
}

// --- adjudication --------------------------------------------------------------------------------

static void test_adjudication(void **state)
{
    (void)state;
    Fixture *f = fixture("quoridor");
    add_engine(f, "score 5");
    add_engine(f, "score -10");
    f->setup.rules.draw = (Adjudication){ 10, 3, 12 };
    run(f);
    assert_int_equal(f->standing.verdict[VERDICT_DRAW], 2);
    assert_int_equal(f->result[0].plies, 12);

    f = fixture("quoridor");
    add_engine(f, "score 900");
    add_engine(f, "score -900");
    f->setup.rules.win = (Adjudication){ 800, 3, 0 };
    run(f);
    assert_int_equal(f->standing.verdict[VERDICT_WIN], 2);
    assert_int_equal(f->result[0].plies, 10); // four of the opening, three by each player
    assert_int_equal(f->standing.entrant[0].win, 2);
    assert_int_equal(f->standing.reason[REASON_RESIGNATION], 2);

    // The players' scores disagree.
    f = fixture("quoridor");
    add_engine(f, "score 900");
    add_engine(f, "score 900");
    f->setup.rules.win = (Adjudication){ 800, 3, 0 };
    f->setup.rules.plies_max = 20;
    run(f);
    assert_int_equal(f->standing.verdict[VERDICT_UNFINISHED], 2);
    assert_int_equal(f->standing.reason[REASON_AGREEMENT], 2);
    assert_int_equal(f->result[0].plies, 20);
}

// --- all variants --------------------------------------------------------------------------------

static void test_every_variant(void **state)
{
    (void)state;
    for (int i = 0; i < VARIANTS; i++) {
        Fixture *f = fixture(variant_at(i)->id);
        add_player(f, "engine hash=1 nodes=50");
        add_player(f, "random");
        f->setup.rules.plies_max = 40;
        run(f);
        assert_int_equal(f->status, OK);
        const Standing *standing = &f->standing;
        u64 seats = 0;
        for (int entrant = 0; entrant < 2; entrant++) {
            const Counts *counts = &standing->entrant[entrant];
            seats += counts->win + counts->draw + counts->loss;
            assert_int_equal(standing->trouble[entrant][TROUBLE_ILLEGAL], 0);
        }
        bool alone = variant_each_alone(variant_at(i));
        assert_int_equal(seats, standing->games * (alone ? variant_at(i)->players : 2));
    }
}

// --- the command ---------------------------------------------------------------------------------

// Runs the program and returns its exit status. Standard output goes to a file.
static int meydan(const char *out, const char *args)
{
    char command[2048];
    snprintf(command, sizeof command, "'%s' match %s >'%s' 2>'%s'", getenv("MEYDAN"), args, out,
             path_in("stderr"));
    int status = system(command);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void expect_complaint(const char *args, const char *expected)
{
    assert_int_equal(meydan(path_in("out"), args), 2);
    assert_string_equal(read_all(path_in("out")), "");
    char *said = read_all(path_in("stderr"));
    if (!strstr(said, expected)) fail_msg("%s", said);
    assert_ptr_equal(strchr(said, '\n'), said + strlen(said) - 1); // one line
}

static void test_complaints(void **state)
{
    (void)state;
    expect_complaint("", "match needs a variant");
    expect_complaint("chess --player greedy --player random", "unknown variant 'chess'");
    expect_complaint("quoridor --player greedy", "needs 2 to 16 players, not 1");
    expect_complaint("quoridor --player greedy --player", "option '--player' needs a value");
    expect_complaint("quoridor --player greedy --player foo", "player 2: 'foo' is not a player");
    expect_complaint("quoridor x --player greedy --player random", "unexpected argument 'x'");
    expect_complaint("quoridor --games 0 --player greedy --player random", "--games '0' is not");
    expect_complaint("quoridor --sprt elo0=5,elo1=0 --player greedy --player random",
                     "elo0 < elo1");
    expect_complaint("quoridor --sprt elo=5 --player greedy --player random",
                     "bad setting 'elo' in --sprt");
    expect_complaint("abalone-3 --sprt elo1=5 --player greedy --player random", "two sides");
    expect_complaint("abalone-3 --resign moves=4 --player greedy --player random", "two sides");
    expect_complaint("quoridor --draw moves=x --player greedy --player random", "bad setting");
    expect_complaint("quoridor --time 0 --player greedy --player random", "--time: ");
    expect_complaint("quoridor --openings /nonexistent --player greedy --player random",
                     "openings '/nonexistent': No such file");
    expect_complaint("quoridor --seating x --player greedy --player random", "neither 'all' nor");
    expect_complaint("--resume /nonexistent", "state file '/nonexistent': No such file");
}

static void test_reports(void **state)
{
    (void)state;
    const char *args =
        "quoridor --player greedy --player random --games 10 --openings start --quiet";
    char with_json[256];
    snprintf(with_json, sizeof with_json, "%s --json --sprt elo1=50", args);
    assert_int_equal(meydan(path_in("text"), args), 0);
    char *text = read_all(path_in("text"));
    assert_non_null(strstr(text, "games: 10 of 10\n"));
    assert_non_null(strstr(text, "  score: 100.0 % (+10 =0 -0)\n"));
    assert_non_null(strstr(text, "pairs by points 0 1/2 1 3/2 2: 0 0 0 0 5\n"));
    assert_non_null(strstr(text, "  Elo by games: +inf [+166.2, +inf]\n"));
    assert_int_equal(meydan(path_in("json"), with_json), 0);
    text = read_all(path_in("json"));
    assert_non_null(strstr(text, "\"pairs\":[0,0,0,0,5]"));
    assert_non_null(strstr(text, "\"elo_games\":{\"low\":166.202,\"mid\":null"));
    assert_non_null(strstr(text, "\"verdict\":\"open\""));
}

// Ctrl-C: a report of the results so far, status 1, and the rest after resuming.
static void test_interrupt_and_resume(void **state)
{
    (void)state;
    char engine[300];
    snprintf(engine, sizeof engine, "cmd='%s' slow 5", getenv("BAD_ENGINE"));
    const char *path = path_in("int.state");
    pid_t child = fork();
    if (child == 0) {
        int out = open(path_in("int.out"), O_WRONLY | O_CREAT | O_TRUNC, 0666);
        dup2(out, STDOUT_FILENO);
        dup2(out, STDERR_FILENO);
        execl(getenv("MEYDAN"), "meydan", "match", "quoridor", "--player", engine, "--player",
              "random", "--games", "6", "--max-plies", "24", "--state", path, "--concurrency", "2",
              "--record", path_in("int.pgn"), (char *)NULL);
        _exit(127);
    }
    // Wait for the first finished games.
    i64 deadline = now_ms() + 20000;
    while (now_ms() < deadline && (access(path, R_OK) || !strstr(read_all(path), "begin\ngame ")))
        usleep(1000);
    kill(child, SIGINT);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 1);
    char *said = read_all(path_in("int.out"));
    assert_non_null(strstr(said, "of 6, not finished\n"));
    assert_non_null(strstr(said, "to continue: meydan match --resume "));

    char args[256];
    snprintf(args, sizeof args, "--resume %s --quiet --nodes 3", path);
    expect_complaint(args, "all else is in the state file");
    snprintf(args, sizeof args, "--resume %s --quiet", path);
    assert_int_equal(meydan(path_in("out"), args), 0);
    assert_non_null(strstr(read_all(path_in("out")), "games: 6 of 6\n"));
    // Each game appears once, in the state and in the records.
    for (int game = 1; game <= 6; game++) {
        char line[40], tag[40];
        snprintf(line, sizeof line, "\ngame %d ", game);
        snprintf(tag, sizeof tag, "[GameNumber \"%d\"]", game);
        char *at = strstr(read_all(path), line);
        assert_non_null(at);
        assert_null(strstr(at + 1, line));
        at = strstr(read_all(path_in("int.pgn")), tag);
        assert_non_null(at);
        assert_null(strstr(at + 1, tag));
    }
}

static int make_folder(void **state)
{
    (void)state;
    signal(SIGPIPE, SIG_IGN);
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    char command[64];
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    return system(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_concurrency_changes_nothing),
        cmocka_unit_test(test_resume_equals_a_run_without_a_break),
        cmocka_unit_test(test_bad_states),
        cmocka_unit_test(test_sprt_stops_on_a_clean_sweep),
        cmocka_unit_test(test_forfeits),
        cmocka_unit_test(test_forfeit_stands_in_the_record),
        cmocka_unit_test(test_forfeit_of_one_in_four),
        cmocka_unit_test(test_startup_failure),
        cmocka_unit_test(test_flags),
        cmocka_unit_test(test_flag_of_one_in_three),
        cmocka_unit_test(test_time_that_is_enough),
        cmocka_unit_test(test_adjudication),
        cmocka_unit_test(test_every_variant),
        cmocka_unit_test(test_complaints),
        cmocka_unit_test(test_reports),
        cmocka_unit_test(test_interrupt_and_resume),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
