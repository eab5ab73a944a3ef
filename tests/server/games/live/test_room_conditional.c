// SPDX-License-Identifier: MIT
// Conditional moves: which are accepted, when they are played or dropped, and that each is played
// once, whatever happens in between.
#include "support/lab.h"

#include "server/games/correspondence_ops.h"

#include "server/games/conditional/conditional_moves.h"

#include <stdio.h>
#include <string.h>

// --- helpers -------------------------------------------------------------------------------------

static Status enter(ConditionalMoves *lines, i64 game, i64 person, Fault *why,
                    const char *const *line)
{
    Text wanted[CONDITIONAL_LINES_MAX + 2];
    int count = 0;
    while (line[count]) {
        wanted[count] = text_of(line[count]);
        count++;
    }
    return conditional_enter(lines, lab_room(game), person, wanted, count, why);
}

static void keep(const ConditionalMoves *lines, i64 game, i64 person)
{
    char body[CONDITIONAL_TEXT_MAX];
    Out out = out_to(body, sizeof body);
    conditional_write(lines, &out);
    const StoredLines stored = { person, game, lab.now, { body, out.length } };
    const StoreWrite write = store_op(&CORRESPONDENCE_OPS[CONDITIONAL_SET], &stored);
    assert_true(store_write(lab.store, &write, 1, NULL, NULL));
    lab_settle();
}

// Enters lines and stores them.
#define LINES(...) ((const char *const[]){ __VA_ARGS__, NULL })
static void store_lines(i64 game, i64 person, const char *const *line)
{
    static ConditionalMoves lines;
    Fault why;
    assert_int_equal(enter(&lines, game, person, &why, line), OK);
    keep(&lines, game, person);
}

static bool see_any(void *context, const void *row)
{
    (void)row;
    ++*(int *)context;
    return true;
}

// How many rows of lines the store has for a person in a game: 0 or 1.
static int kept(i64 game, i64 person)
{
    int count = 0;
    assert_true(store_select(lab.store, &CORRESPONDENCE_OPS[CONDITIONAL_ONE],
                             &(LinesKey){ person, game }, see_any, &count));
    return count;
}

static int plies(i64 game)
{
    return (int)lab_room(game)->match.count;
}

static const char *last_move(i64 game)
{
    static char text[MOVE_TEXT_MAX];
    for (int i = lab.told_count - 1; i >= 0; i--)
        if (lab.told[i].kind == NEWS_EVENT && lab.told[i].game == game &&
            lab.told[i].event.kind == EVENT_MOVE)
            return strcpy(text, lab.told[i].event.move);
    return "";
}

static int told(NewsKind kind, i64 game)
{
    int count = 0;
    for (int i = 0; i < lab.told_count; i++)
        count += lab.told[i].kind == kind && lab.told[i].game == game;
    return count;
}

// Quoridor with days for each move: ADA and BOB have moved, it is ADA's turn.
static i64 slow_game(void)
{
    i64 game = lab_make(lab_setup("quoridor", "3d"), (const i64[]){ ADA, BOB });
    assert_int_equal(lab_move(game, ADA, "e2"), ERROR_NONE);
    assert_int_equal(lab_move(game, BOB, "e8"), ERROR_NONE);
    return game;
}

// --- entering ------------------------------------------------------------------------------------

static void what_may_be_entered(void **state)
{
    (void)state;
    static ConditionalMoves lines, again;
    Fault why;
    i64 game = slow_game();
    // The core judges each move in the position that the line has reached.
    assert_int_equal(enter(&lines, game, BOB, &why, LINES("e3 e5")), ILLEGAL);
    assert_non_null(strstr(why.message, "line 1, move 2"));
    assert_true(why.code != 0);
    assert_int_equal(enter(&lines, game, BOB, &why, LINES("e3 e7", "e4 e7")), ILLEGAL);
    assert_non_null(strstr(why.message, "line 2, move 1"));
    assert_int_equal(enter(&lines, game, BOB, &why, LINES("e3  e7")), ILLEGAL);
    assert_int_equal(enter(&lines, game, BOB, &why, LINES("")), ILLEGAL);
    // A line without a reply is incomplete.
    assert_int_equal(enter(&lines, game, BOB, &why, LINES("e3")), ILLEGAL);
    assert_non_null(strstr(why.message, "no move of yours"));
    // Two replies to the same moves.
    assert_int_equal(enter(&lines, game, BOB, &why, LINES("d2 e7", "e3 e7 e4 e6", "e3 d8")),
                     ILLEGAL);
    assert_non_null(strstr(why.message, "lines 2 and 3"));
    // Lines contained in others are dropped, and so are opponents' moves at the end.
    assert_int_equal(
        enter(&lines, game, BOB, &why, LINES("e3 e7", "e3 e7 e4 e6 d4", "e3 e7", "d2 e7", "d2 e7")),
        OK);
    assert_int_equal(lines.count, 2);
    assert_true(text_is(lines.line[0], "e3 e7 e4 e6") && text_is(lines.line[1], "d2 e7"));
    // They read back as written.
    char body[CONDITIONAL_TEXT_MAX], second[CONDITIONAL_TEXT_MAX];
    Out out = out_to(body, sizeof body), twice = out_to(second, sizeof second);
    conditional_write(&lines, &out);
    assert_string_equal(body, "2 0 0;e3 e7 e4 e6;d2 e7");
    assert_true(conditional_read(text_of(body), &again));
    conditional_write(&again, &twice);
    assert_string_equal(body, second);
    static const char *const BROKEN[] = { "",        "2 0",       "2 0 0 ",    "02 0 0;e3",
                                          "2 0 9",   "2 0 0;",    "2 0 0;e3 ", "2 0 0;e3  e4",
                                          "2 0 0 0", "-1 0 0;e3", "2 0 0;;e3", "x" };
    for (size_t i = 0; i < sizeof BROKEN / sizeof *BROKEN; i++)
        assert_false(conditional_read(text_of(BROKEN[i]), &again));
}

static void no_more_than(void **state)
{
    (void)state;
    static ConditionalMoves lines;
    static char one[CONDITIONAL_LINES_MAX + 1][CONDITIONAL_LINE_SIZE + 64];
    const char *many[CONDITIONAL_LINES_MAX + 2] = { NULL };
    Fault why;
    i64 game = slow_game();
    for (int i = 0; i <= CONDITIONAL_LINES_MAX; i++)
        many[i] = "e3 e7";
    assert_int_equal(enter(&lines, game, BOB, &why, many), FULL);
    // Back and forth, one move too long.
    static const char *const WAY[] = { "e3", "e7", "e2", "e8" };
    for (int i = 0; i <= CONDITIONAL_LINE_MOVES_MAX; i++) {
        if (i) strcat(one[0], " ");
        strcat(one[0], WAY[i % 4]);
    }
    Status status = enter(&lines, game, BOB, &why, LINES(one[0]));
    assert_true(status == FULL || status == ILLEGAL); // or the position repeats too often
    // In a third of the cases the game is over earlier; no move follows the end.
    assert_true(strlen(why.message) > 0);
}

// --- playing -------------------------------------------------------------------------------------

static void answers_at_once(void **state)
{
    (void)state;
    i64 game = slow_game();
    store_lines(game, BOB, LINES("e3 e7 e4 e6", "d2 d8"));
    lab_wait(CLOCK_DAY);
    assert_int_equal(lab_move(game, ADA, "e3"), ERROR_NONE);
    assert_int_equal(plies(game), 4);
    assert_string_equal(last_move(game), "e7");
    // It cost BOB no time.
    ClockFace face = room_clock(lab_room(game), 1, lab.now);
    assert_int_equal(face.period, 3 * (i64)CLOCK_DAY);
    // Only ADA was notified of a turn, not BOB.
    assert_int_equal(room_turn(lab_room(game)), 0);
    int turns = told(NEWS_TURN, game);
    assert_int_equal(turns, 4); // the start, e2, e8, e7
    assert_int_equal(kept(game, BOB), 1);
    assert_int_equal(lab_move(game, ADA, "e4"), ERROR_NONE);
    assert_string_equal(last_move(game), "e6");
    assert_int_equal(plies(game), 6);
    lab_check_loaded(game);
    // The line has ended, the next turn is BOB's, and the remaining lines are dropped.
    assert_int_equal(lab_move(game, ADA, "d4"), ERROR_NONE);
    assert_int_equal(plies(game), 7);
    assert_int_equal(room_turn(lab_room(game)), 1);
    assert_int_equal(kept(game, BOB), 0);
    assert_int_equal(told(NEWS_TURN, game), turns + 2);
}

// Both have lines, which reply to each other.
static void both_answer(void **state)
{
    (void)state;
    i64 game = slow_game();
    store_lines(game, BOB, LINES("e3 e7 e4 e6"));
    lab_wait(1000);
    assert_int_equal(lab_move(game, ADA, "e3"), ERROR_NONE);
    assert_int_equal(plies(game), 4);
    assert_int_equal(lab_move(game, ADA, "d3"), ERROR_NONE); // not the move BOB expected
    assert_int_equal(plies(game), 5);
    assert_int_equal(kept(game, BOB), 0);
    store_lines(game, ADA, LINES("d7 c3 d6 b3"));
    assert_int_equal(lab_move(game, BOB, "d7"), ERROR_NONE);
    assert_int_equal(plies(game), 7);
    assert_int_equal(room_turn(lab_room(game)), 1);
}

// A table of three: a line names the moves of both opponents.
static void three_players(void **state)
{
    (void)state;
    const char *move[3] = { NULL };
    static char text[8][MOVE_TEXT_MAX];
    i64 game = lab_make(lab_setup("abalone-3", "3d"), (const i64[]){ ADA, BOB, CEM });
    // Random moves that the match itself makes, noted and then removed from a second game.
    i64 other = lab_make(lab_setup("abalone-3", "3d"), (const i64[]){ ADA, BOB, CEM });
    for (int i = 0; i < 7; i++) {
        assert_int_equal(lab_any_move(other), ERROR_NONE);
        strcpy(text[i], last_move(other));
    }
    char line[200];
    move[0] = line;
    snprintf(line, sizeof line, "%s %s %s %s %s", text[1], text[2], text[3], text[4], text[5]);
    assert_int_equal(lab_move(game, ADA, text[0]), ERROR_NONE);
    store_lines(game, ADA, move);
    assert_int_equal(lab_move(game, BOB, text[1]), ERROR_NONE);
    assert_int_equal(plies(game), 2); // CEM has still to move
    assert_int_equal(lab_move(game, CEM, text[2]), ERROR_NONE);
    assert_int_equal(plies(game), 4);
    assert_string_equal(last_move(game), text[3]);
    // A player leaves, so the position differs.
    snprintf(line, sizeof line, "%s %s %s", text[4], text[5], text[6]);
    store_lines(game, ADA, move);
    assert_int_equal(lab_act(ACT_RESIGN, game, CEM), ERROR_NONE);
    assert_int_equal(lab_move(game, BOB, text[4]), ERROR_NONE);
    assert_int_equal(plies(game), 5);
    assert_int_equal(room_turn(lab_room(game)), 0);
    assert_int_equal(kept(game, ADA), 0);
}

// --- what ends them ------------------------------------------------------------------------------

static void takeback_ends_them(void **state)
{
    (void)state;
    i64 game = slow_game();
    store_lines(game, BOB, LINES("e3 e7 e4 e6"));
    assert_int_equal(lab_move(game, ADA, "e3"), ERROR_NONE);
    assert_int_equal(plies(game), 4);
    assert_int_equal(lab_act(ACT_TAKEBACK, game, ADA), ERROR_NONE);
    assert_int_equal(lab_act(ACT_TAKEBACK, game, BOB), ERROR_NONE);
    assert_int_equal(plies(game), 2);
    assert_int_equal(lab_move(game, ADA, "e3"), ERROR_NONE);
    assert_int_equal(plies(game), 3);
    assert_int_equal(kept(game, BOB), 0);
}

static void end_ends_them(void **state)
{
    (void)state;
    i64 game = slow_game();
    store_lines(game, BOB, LINES("e3 e7"));
    assert_int_equal(lab_act(ACT_RESIGN, game, ADA), ERROR_NONE);
    assert_int_equal(kept(game, BOB), 0);
}

// Playing on would decline an offered draw, so the player must answer it.
static void offers_come_first(void **state)
{
    (void)state;
    i64 game = slow_game();
    store_lines(game, BOB, LINES("e3 e7"));
    assert_int_equal(lab_act(ACT_DRAW, game, ADA), ERROR_NONE);
    int turns = told(NEWS_TURN, game);
    assert_int_equal(lab_move(game, ADA, "e3"), ERROR_NONE);
    assert_int_equal(plies(game), 3);
    assert_int_equal(told(NEWS_TURN, game), turns + 1);
    assert_int_equal(kept(game, BOB), 1);
    assert_int_equal(lab_act(ACT_NODRAW, game, BOB), ERROR_NONE);
    assert_int_equal(plies(game), 4);
    assert_string_equal(last_move(game), "e7");
}

// Removed before the move: not played.
static void removed_in_time(void **state)
{
    (void)state;
    i64 game = slow_game();
    store_lines(game, BOB, LINES("e3 e7"));
    const StoreWrite gone =
        store_op(&CORRESPONDENCE_OPS[CONDITIONAL_END], (&(const LinesKey){ BOB, game }));
    assert_true(store_write(lab.store, &gone, 1, NULL, NULL));
    assert_int_equal(lab_move(game, ADA, "e3"), ERROR_NONE);
    assert_int_equal(plies(game), 3);
}

// Removed while the move was being decided: the store refuses the reply.
static void removed_meanwhile(void **state)
{
    (void)state;
    i64 game = slow_game();
    store_lines(game, BOB, LINES("e3 e7"));
    // The move is committed and the lines are read before the store's next call.
    const Action move = {
        .kind = ACT_MOVE, .game = game, .person = ADA, .ply = 2, .move = text_of("e3")
    };
    rooms_act(lab.rooms, &move, lab_done, NULL);
    while (plies(game) < 3)
        store_collect(lab.store);
    const StoreWrite gone =
        store_op(&CORRESPONDENCE_OPS[CONDITIONAL_END], (&(const LinesKey){ BOB, game }));
    assert_true(store_write(lab.store, &gone, 1, NULL, NULL));
    lab_settle();
    int count = plies(game);
    assert_true(count == 3 || count == 4); // whichever came first, the room continues
    if (count == 3) assert_int_equal(lab_move(game, BOB, "d8"), ERROR_NONE);
    lab_check_loaded(game);
}

// --- restarts ------------------------------------------------------------------------------------

// The server is killed between a move and its reply: the reply is played at the start, once.
static void played_after_a_restart(void **state)
{
    (void)state;
    static ConditionalMoves lines;
    Fault why;
    i64 game = slow_game();
    assert_int_equal(enter(&lines, game, BOB, &why, LINES("e3 e7 e4 e6")), OK);
    assert_int_equal(lab_move(game, ADA, "e3"), ERROR_NONE);
    keep(&lines, game, BOB); // as if they had never been read
    assert_int_equal(plies(game), 3);
    lab_restart(3600000, true);
    lab_settle();
    assert_int_equal(plies(game), 4);
    assert_string_equal(last_move(game), "e7");
    lab_restart(3600000, true);
    lab_settle();
    assert_int_equal(plies(game), 4);
    assert_int_equal(lab_move(game, ADA, "e4"), ERROR_NONE);
    assert_int_equal(plies(game), 6);
    lab_check_loaded(game);
}

// Stored just after the move that they reply to: they apply at once.
static void stored_too_late(void **state)
{
    (void)state;
    static ConditionalMoves lines;
    Fault why;
    i64 game = slow_game();
    assert_int_equal(enter(&lines, game, BOB, &why, LINES("e3 e7")), OK);
    assert_int_equal(lab_move(game, ADA, "e3"), ERROR_NONE);
    keep(&lines, game, BOB);
    rooms_lines_changed(lab.rooms, game, ADA); // not this person's
    lab_settle();
    assert_int_equal(plies(game), 3);
    rooms_lines_changed(lab.rooms, game, BOB);
    lab_settle();
    assert_int_equal(plies(game), 4);
}

// Lines for a game with a live clock are never played.
static void not_with_a_live_clock(void **state)
{
    (void)state;
    i64 game = lab_make(lab_setup("quoridor", "600+5"), (const i64[]){ ADA, BOB });
    assert_int_equal(lab_move(game, ADA, "e2"), ERROR_NONE);
    assert_int_equal(lab_move(game, BOB, "e8"), ERROR_NONE);
    store_lines(game, BOB, LINES("e3 e7"));
    assert_int_equal(lab_move(game, ADA, "e3"), ERROR_NONE);
    assert_int_equal(plies(game), 3);
    assert_false(conditional_fit(lab_room(game)->speed));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, lab_open, lab_close)
    const struct CMUnitTest tests[] = {
        TEST(what_may_be_entered),   TEST(no_more_than),           TEST(answers_at_once),
        TEST(both_answer),           TEST(three_players),          TEST(takeback_ends_them),
        TEST(end_ends_them),         TEST(offers_come_first),      TEST(removed_in_time),
        TEST(removed_meanwhile),     TEST(played_after_a_restart), TEST(stored_too_late),
        TEST(not_with_a_live_clock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
