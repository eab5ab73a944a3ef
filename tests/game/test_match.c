// SPDX-License-Identifier: MIT
// Tests of matches, written as games. A script is a line of words:
//
//     @12.5      sets the time to 12.5 seconds after the start
//     e2 a1b2    the player to move plays that
//     2:e8       player 2 plays that, in turn or not
//     3:resign   also gone, draw, nodraw, back, yes, no (back requests a takeback; yes, no answer
// it)
//     tick abort undo lend=9 shift=2.5     undo: one ply; lend: the total capacity in plies
//     !word      the same, but it must be rejected
//
// plays() runs one and compares the result, the reason, and the player to move if the game goes on.
#include "base/bits.h"
#include "base/rng.h"
#include "game/match.h"
#include "variants/variants.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ORIGIN = -5000, ROOM = 1000 }; // clocks may start anywhere

static Match match;
static Ply plies[ROOM];
static i64 now;
static Fault why;

static void begin_at(const char *variant_id, const char *position, const char *clock)
{
    const Variant *variant = variant_find(text_of(variant_id));
    Position start;
    ClockSpec spec;
    variant_start(variant, &start);
    if (position)
        assert_int_equal(variant->game->read(variant, text_of(position), &start, &why), 0);
    assert_int_equal(clock_read(text_of(clock), &spec, &why), OK);
    now = ORIGIN;
    match_start(&match, &start, spec, now);
    match_lend(&match, plies, ROOM);
}

static Status do_action(int player, Text word)
{
    Move move;
    Status status;
    if (text_is(word, "resign")) return match_leave(&match, player, REASON_RESIGNATION, now, &why);
    if (text_is(word, "gone")) return match_leave(&match, player, REASON_ABANDONED, now, &why);
    if (text_is(word, "draw")) return match_offer_draw(&match, player, now, &why);
    if (text_is(word, "nodraw")) return match_decline_draw(&match, player, now, &why);
    if (text_is(word, "back")) return match_ask_takeback(&match, player, now, &why);
    if (text_is(word, "yes")) return match_agree_takeback(&match, player, now, &why);
    if (text_is(word, "no")) return match_decline_takeback(&match, player, now, &why);
    if (text_is(word, "abort")) return match_abort(&match, now, &why);
    if (text_is(word, "undo")) return match_undo(&match, match.count - 1, now, &why);
    status = match_variant(&match)->game->read_move(&match.position, word, &move, &why);
    if (status != OK) fail_msg("%s", why.message);
    return match_play(&match, player, move, now, &why);
}

static void run(const char *script)
{
    Text rest = text_of(script), word;
    while (text_word(&rest, &word)) {
        Text whole = word;
        if (word.at[0] == '@') {
            now = ORIGIN + (i64)(atof(word.at + 1) * 1000 + 0.5);
        } else if (text_is(word, "tick")) {
            match_tick(&match, now);
        } else if (text_is(text_cut(word, 0, 5), "lend=")) {
            match_lend(&match, plies, (u32)atoi(word.at + 5));
        } else if (text_is(text_cut(word, 0, 6), "shift=")) {
            match_shift(&match, (i64)(atof(word.at + 6) * 1000));
        } else {
            bool refused = word.at[0] == '!';
            if (refused) word = text_from(word, 1);
            int player = match_turn(&match);
            if (word.length > 2 && word.at[1] == ':') {
                player = word.at[0] - '1';
                word = text_from(word, 2);
            }
            Status status = do_action(player, word);
            if (refused == (status == OK))
                fail_msg("'%.*s' in '%s': %s", (int)whole.length, whole.at, script,
                         status == OK ? "not refused" : why.message);
        }
    }
}

// "0-1 time", or "* turn 2"
static const char *summary(void)
{
    static char text[80];
    Out out = out_to(text, sizeof text);
    outcome_write(&match.outcome, match_variant(&match), &out);
    if (match.outcome.over)
        out_format(&out, " %s", reason_name(match.outcome.reason));
    else
        out_format(&out, " turn %d", match_turn(&match) + 1);
    return text;
}

static void plays(const char *variant, const char *clock, const char *script, const char *end)
{
    begin_at(variant, NULL, clock);
    run(script);
    if (strcmp(summary(), end)) fail_msg("'%s' ends %s, not %s", script, summary(), end);
}

// Checks the message with which the script ended.
static void says(const char *message)
{
    assert_string_equal(why.message, message);
}

// A player's clock now: main time and periods, in ms.
static void shows(int player, u32 main, i64 period, int periods)
{
    ClockFace face = match_clock(&match, player - 1, now);
    assert_int_equal(face.main, main);
    assert_int_equal(face.period, period);
    assert_int_equal(face.periods, periods);
}

static i64 deadline(void)
{
    return match_deadline(&match) - ORIGIN;
}

// --- turns and moves -----------------------------------------------------------------------------

static void turns(void **state)
{
    (void)state;
    plays("quoridor", "-", "e2 e8 e3", "* turn 2");
    plays("quoridor", "-", "e2 !1:e3", "* turn 2");
    says("it is player 2's turn");
    plays("quoridor", "-", "e2 !e5", "* turn 2");
    says("illegal move 'e5': the pawn cannot reach that square");
    plays("quoridor", "-", "!pass", "* turn 1");
    says("illegal move 'pass': you may pass only if you have no legal move");
    plays("abalone-4", "-", "a2a1 !3:i5h4", "* turn 2");
    plays("abalone-4-pairs", "-", "a2a1", "* turn 3");
    assert_int_equal(match_play(&match, 2, MOVE_NONE, now, &why), ILLEGAL);
    says("no move is not a move");
}

static void win_on_the_board(void **state)
{
    (void)state;
    plays("quoridor", "-", "e2 d9 e3 c9 e4 b9 e5 a9 e6 b9 e7 c9 e8 d9 e9", "1-0 normal");
    plays("quoridor", "-", "e2 d9 e3 c9 e4 b9 e5 a9 e6 b9 e7 c9 e8 d9 e9 !c9", "1-0 normal");
    says("the game is over (normal)");
    run("!1:resign !2:resign !1:draw !2:nodraw !2:back !1:yes !1:no !abort");
    says("the game is over (normal)");

    begin_at("quoridor", "- / - / e9 e8 / 10 10 / 2", "60");
    assert_string_equal(summary(), "1-0 normal");
    assert_true(match_deadline(&match) == CLOCK_NEVER);

    // Black pushes the sixth white marble out: for the team of black and amber.
    begin_at("abalone-4", "aaaa1/1aaa1c/2aa1cc/5ccc/6ccc/www5/2bbbb1/1bbb2/wbb2 b 5-0", "-");
    run("a3a2");
    assert_string_equal(summary(), "1-0-1-0 normal");
}

static void room_for_plies(void **state)
{
    (void)state;
    plays("quoridor", "10+1", "lend=1 @2 e2 @5", "* turn 2");
    Match before = match;
    Move move;
    assert_int_equal(move_read(&match.position, text_of("e8"), &move, &why), OK);
    assert_int_equal(match_play(&match, 1, move, now, &why), FULL);
    says("no space for more than 1 plies");
    before.now = match.now;
    assert_memory_equal(&before, &match, sizeof match);
    run("lend=2 e8 !e3");
    says("no space for more than 2 plies");
    shows(2, 8000, 0, 0);
}

static void live_game_is_small(void **state)
{
    (void)state;
    assert_int_equal(sizeof(Ply), 16);
    assert_true(sizeof(Match) + 100 * sizeof(Ply) < 4096);
}

// --- repetition ----------------------------------------------------------------------------------

static void third_time_is_a_draw(void **state)
{
    (void)state;
    plays("quoridor", "-", "e2 e8 e1 e9 e2 e8 e1", "* turn 2");
    plays("quoridor", "-", "e2 e8 e1 e9 e2 e8 e1 e9", "1/2-1/2 repetition");
    plays("quoridor", "-", "e2 e8 e1 e9 e2 e8 e1 e9 !e2", "1/2-1/2 repetition");
    // The same squares with other walls, or with another player to move, are a different position.
    plays("quoridor", "-", "e2 e8 e1 e9 a1h a8h e2 e8 e1 e9", "* turn 1");
    plays("quoridor", "-", "e2 e8 e1 e9 a1h a8h e2 e8 e1 e9 e2 e8 e1 e9", "1/2-1/2 repetition");
    // A position that was taken back doesn't count.
    plays("quoridor", "-", "e2 e8 e1 e9 undo e9 e2 e8 e1 undo e1 e9", "1/2-1/2 repetition");
    plays("quoridor", "-", "e2 e8 e1 e9 e2 e8 e1 e9 undo", "* turn 2");
    plays("quoridor", "-", "e2 e8 e1 e9 e2 e8 e1 e9 undo e9", "1/2-1/2 repetition");
    plays("quoridor-4", "-", "e2 b5 e8 h5 e1 a5 e9 i5 e2 b5 e8 h5 e1 a5 e9 i5",
          "1/2-1/2-1/2-1/2 repetition");
    plays("abalone-4", "-",
          "a2a1 d3d4 g5f4 f7f6 a1a2 d4d3 f4g5 f6f7 a2a1 d3d4 g5f4 f7f6 a1a2 d4d3 f4g5 f6f7",
          "1/2-1/2-1/2-1/2 repetition");
}

// The position after a departure occurs for the first time at that moment.
static void repetition_after_leaving(void **state)
{
    (void)state;
    plays("quoridor-4", "-",
          "e2 2:resign e8 h5 e1 e9 i5"
          " e2 e8 h5 e1 e9 i5 e2",
          "1/2-0-1/2-1/2 repetition");
    plays("quoridor-4", "-",
          "e2 b5 e8 h5 e1 a5 e9 i5 2:resign"
          " e2 e8 h5 e1 e9 i5 e2 e8 h5 e1 e9",
          "* turn 4");
    run("i5");
    assert_string_equal(summary(), "1/2-0-1/2-1/2 repetition");
}

// --- resignation ---------------------------------------------------------------------------------

static void two_sides_resign(void **state)
{
    (void)state;
    plays("abalone", "-", "1:resign", "0-1 resignation");
    plays("abalone", "-", "2:resign", "1-0 resignation"); // out of turn
    plays("abalone", "-", "2:gone", "1-0 abandoned");
    plays("abalone-4", "-", "a2a1 1:resign", "0-1-0-1 resignation");
    plays("abalone-4", "-", "4:resign", "1-0-1-0 resignation");
    plays("abalone-4-pairs", "-", "3:resign", "0-1-0-1 resignation");
    plays("abalone", "-", "1:resign !2:resign", "0-1 resignation");
    assert_int_equal(match_turn(&match), 0);
}

static void players_alone_leave(void **state)
{
    (void)state;
    plays("quoridor-4", "-", "e2 2:resign", "* turn 3");
    plays("quoridor-4", "-", "e2 4:resign", "* turn 2");
    plays("quoridor-4", "-", "e2 4:resign b5 e8", "* turn 1");
    plays("quoridor-4", "-", "e2 4:resign !4:resign", "* turn 2");
    says("player 4 is out of the game");
    plays("quoridor-4", "-", "e2 2:resign !2:b5 !2:draw !2:nodraw !2:back", "* turn 3");
    plays("quoridor-4", "-", "4:resign 3:gone", "* turn 1");
    plays("quoridor-4", "-", "4:resign 3:gone 2:resign", "1-0-0-0 resignation");
    plays("quoridor-4", "-", "1:resign 2:resign 3:gone", "0-0-0-1 abandoned");
    plays("abalone-3", "-", "1:resign 3:resign", "0-1-0 resignation");
    plays("abalone-3", "-", "1:resign 2:resign !3:resign", "0-0-1 resignation");
}

static void called_off(void **state)
{
    (void)state;
    plays("abalone", "60", "a1b1 abort", "* abandoned");
    assert_true(match.outcome.over);
    assert_true(match_deadline(&match) == CLOCK_NEVER);
    run("!i5h5 !abort");
    says("the game is over (abandoned)");
    plays("abalone", "60", "@60 !abort", "0-1 time");
}

// --- clocks --------------------------------------------------------------------------------------

static void fischer(void **state)
{
    (void)state;
    plays("quoridor", "10+2", "@3 e2 @7 e8 @8", "* turn 1");
    shows(1, 8000, 0, 0);
    shows(2, 8000, 0, 0);
    assert_int_equal(deadline(), 16000);
    plays("quoridor", "10+2", "@3 e2 @2 e8", "* turn 1"); // time does not run backwards
    shows(2, 12000, 0, 0);
    plays("quoridor", "10+2", "@3 e2 @2 tick", "* turn 2");
    shows(2, 10000, 0, 0);
    plays("quoridor", "0+2", "@1.999 e2 @3", "* turn 2");
    shows(1, 2001, 0, 0);
    plays("quoridor", "0+2", "@2 !e2", "0-1 time");
}

static void flag_falls_at_the_moment(void **state)
{
    (void)state;
    plays("quoridor", "10", "@9.999 e2", "* turn 2");
    plays("quoridor", "10", "@10 !e2", "0-1 time");
    says("the game is over (time)");
    plays("quoridor", "10", "@9.999 tick", "* turn 1");
    plays("quoridor", "10", "@10 tick", "0-1 time");
    plays("quoridor", "10", "@4 e2 @99 !1:resign", "1-0 time"); // too late to lose
    plays("quoridor", "10", "@10 !2:draw", "0-1 time");
    plays("abalone-4", "10", "@1 a2a1 @11 tick", "1-0-1-0 time");
    plays("abalone-4-pairs", "10", "@1 a2a1 @11 tick", "0-1-0-1 time");
}

static void clocks_stop_at_the_end(void **state)
{
    (void)state;
    plays("quoridor", "10+2", "@3 e2 @7 1:resign @9 tick", "0-1 resignation");
    shows(1, 9000, 0, 0);
    shows(2, 6000, 0, 0);
    plays("quoridor", "10", "@3 e2 @15 tick @16", "1-0 time");
    shows(2, 0, 0, 0);
    assert_int_equal(match.now - ORIGIN, 13000);
    // The last move earns no increment.
    plays("quoridor", "10+1",
          "@1 e2 d9 @2 e3 c9 @3 e4 b9 @4 e5 a9 @5 e6 b9 @6 e7 c9 @7 e8 d9 @8 e9 @20", "1-0 normal");
    shows(1, 9000, 0, 0);
    shows(2, 17000, 0, 0);
}

static void byoyomi(void **state)
{
    (void)state;
    plays("quoridor", "10+0+2x5", "@4", "* turn 1");
    shows(1, 6000, 5000, 2);
    assert_int_equal(deadline(), 20000);
    plays("quoridor", "10+0+2x5", "@14.999 e2", "* turn 2"); // a remainder is restored
    shows(1, 0, 5000, 2);
    plays("quoridor", "10+0+2x5", "@15 e2", "* turn 2"); // used to the last, lost
    shows(1, 0, 5000, 1);
    plays("quoridor", "10+0+2x5", "@19.999 e2 e8 @24.998 e3 e7 @29.997 e4", "* turn 2");
    plays("quoridor", "10+0+2x5", "@19.999 e2 e8 @24.999 !e3", "0-1 time");
    plays("quoridor", "10+0+2x5", "@20 !e2", "0-1 time");
    plays("quoridor", "0+0+1x5", "@4.999 e2 @9.998 e8", "* turn 1");
    plays("quoridor", "0+0+1x5", "@4.999 e2 @9.999 tick", "1-0 time");
    plays("quoridor", "10+1+2x5", "@12 e2 e8 @12.5", "* turn 1"); // increment in byoyomi
    shows(1, 500, 5000, 2);
    assert_int_equal(deadline(), 23000);
}

static void days_per_move(void **state)
{
    (void)state;
    plays("quoridor", "3d", "@259199.999 e2", "* turn 2");
    shows(1, 0, 259200000, 1);
    shows(2, 0, 259200000, 1);
    run("@300000 e8 @559199.999 e3");
    assert_string_equal(summary(), "* turn 2");
    plays("quoridor", "3d", "@259200 !e2", "0-1 time");
}

static void no_clock(void **state)
{
    (void)state;
    plays("quoridor", "-", "@999999999 e2 @9999999999 tick", "* turn 2");
    assert_true(match_deadline(&match) == CLOCK_NEVER);
    shows(2, 0, 0, 0);
}

static void flags_of_many(void **state)
{
    (void)state;
    plays("quoridor-4", "10", "@10 tick", "* turn 2");
    plays("quoridor-4", "10", "@19.999 tick", "* turn 2");
    plays("quoridor-4", "10", "@20 tick", "* turn 3"); // the second clock ran from the first flag
    plays("quoridor-4", "10", "@30 tick", "0-0-0-1 time");
    plays("quoridor-4", "10", "@99 tick", "0-0-0-1 time");
    assert_int_equal(match.now - ORIGIN, 30000);
    plays("quoridor-4", "10", "@12 !1:e2", "* turn 2");
    says("player 1 is out of the game");
    plays("quoridor-4", "10", "@12 2:b5 @14", "* turn 3");
    shows(1, 0, 0, 0);
    shows(2, 8000, 0, 0);
    shows(3, 8000, 0, 0);
    assert_int_equal(deadline(), 22000);
    plays("quoridor-4", "10+0+2x5", "@40 tick", "* turn 3");
    plays("abalone-3", "10", "@1 a1b1 @2 e2e3 @12 tick", "* turn 1"); // the third player's flag
    plays("abalone-3", "10", "@1 a1b1 @2 e2e3 @12 tick @21 tick", "0-1-0 time");
    // Leaving out of turn doesn't affect the running clock; leaving in turn starts the next one.
    plays("quoridor-4", "10", "@4 3:resign @5", "* turn 1");
    shows(1, 5000, 0, 0);
    plays("quoridor-4", "10", "@4 1:resign @5", "* turn 2");
    shows(1, 6000, 0, 0);
    shows(2, 9000, 0, 0);
    assert_int_equal(deadline(), 14000);
}

static void pause_is_not_played(void **state)
{
    (void)state;
    plays("quoridor", "10", "@4 e2 @7 tick shift=100 @108", "* turn 2");
    shows(2, 6000, 0, 0);
    assert_int_equal(deadline(), 114000);
}

static void restore_from_a_record(void **state)
{
    (void)state;
    begin_at("quoridor", NULL, "10+2");
    Move move;
    assert_int_equal(move_read(&match.position, text_of("e2"), &move, &why), OK);
    assert_int_equal(match_restore(&match, move, (Clock){ 7000, 0 }, &why), OK);
    assert_int_equal(move_read(&match.position, text_of("e8"), &move, &why), OK);
    assert_int_equal(match_restore(&match, move, (Clock){ 0, 0 }, &why), OK);
    run("@1");
    shows(1, 6000, 0, 0);
    shows(2, 1, 0, 0);
    run("e3 undo");
    shows(1, 7000, 0, 0);
    assert_int_equal(match_leave(&match, 0, REASON_TIME, now, &why), OK);
    assert_string_equal(summary(), "0-1 time");
    assert_int_equal(match_restore(&match, move, (Clock){ 0, 0 }, &why), ILLEGAL);
}

// --- draws ---------------------------------------------------------------------------------------

static void restore_from_a_store(void **state)
{
    (void)state;
    plays("quoridor-4", "60+0", "@1 e2 @3 b5", "* turn 3");
    // The turn began later than assumed; no flag falls, whatever the times are.
    match_set_time(&match, ORIGIN + 4000, ORIGIN + 90000);
    assert_int_equal(match_deadline(&match), ORIGIN + 64000);
    assert_false(match.outcome.over);
    match_set_time(&match, ORIGIN + 10000, ORIGIN + 10000);
    now = ORIGIN + 10000;
    // In turn: with the player's clock at that time; the next turn begins now.
    assert_int_equal(match_restore_leave(&match, 2, REASON_TIME, (Clock){ 0, 0 }, &why), OK);
    shows(3, 0, 0, 0);
    assert_int_equal(match_turn(&match), 3);
    assert_int_equal(match.since, now);
    // Out of turn: their clock and the turn are unchanged.
    now += 5000;
    match_set_time(&match, match.since, now);
    assert_int_equal(match_restore_leave(&match, 0, REASON_RESIGNATION, (Clock){ 1, 0 }, &why), OK);
    shows(1, 59000, 0, 0);
    assert_int_equal(match.since, now - 5000);
    assert_int_equal(match_restore_leave(&match, 0, REASON_TIME, (Clock){ 1, 0 }, &why), ILLEGAL);
    assert_int_equal(match_restore_leave(&match, 1, REASON_ABANDONED, (Clock){ 1, 0 }, &why), OK);
    assert_int_equal(match.outcome.winners, bit(3));
    assert_int_equal(match_restore_leave(&match, 3, REASON_TIME, (Clock){ 1, 0 }, &why), ILLEGAL);
}

static void draw_by_agreement(void **state)
{
    (void)state;
    plays("quoridor", "-", "1:draw 2:draw", "1/2-1/2 agreement");
    plays("quoridor", "-", "1:draw 1:draw", "* turn 1");
    plays("quoridor", "-", "1:draw e2 2:draw", "1/2-1/2 agreement"); // the offer outlives the move
    plays("quoridor", "-", "2:draw e2 2:draw", "* turn 2");          // to play on is to decline
    plays("quoridor", "-", "1:draw e2 e8 2:draw", "* turn 1");
    plays("quoridor", "-", "1:draw 2:nodraw 2:draw", "* turn 1");
    plays("quoridor", "-", "1:draw 1:nodraw 2:draw", "* turn 1");
    plays("quoridor", "-", "!2:nodraw", "* turn 1");
    says("no draw is offered");
    plays("quoridor", "-", "e2 1:draw undo 2:draw", "* turn 1"); // taken back with the move
}

static void all_must_agree(void **state)
{
    (void)state;
    plays("abalone-4", "-", "1:draw 2:draw 4:draw", "* turn 1");
    plays("abalone-4", "-", "1:draw 2:draw 4:draw 3:draw", "1/2-1/2-1/2-1/2 agreement");
    plays("abalone-3", "-", "1:draw a1b1 2:draw e2e3 3:draw", "1/2-1/2-1/2 agreement");
    plays("abalone-3", "-", "1:draw a1b1 e2e3 3:draw 2:draw", "* turn 3");
    plays("abalone-3", "-", "2:resign 1:draw 3:draw", "1/2-0-1/2 agreement");
}

static void offers_and_leaving(void **state)
{
    (void)state;
    // The only player who had not agreed has left.
    plays("abalone-3", "-", "1:draw 3:draw 2:resign", "1/2-0-1/2 agreement");
    plays("abalone-3", "10", "a1b1 1:draw 3:draw @10 tick", "1/2-0-1/2 agreement");
    // The offer of a player who leaves is void.
    plays("abalone-3", "-", "1:draw 2:draw 1:resign", "* turn 2");
    plays("abalone-3", "-", "1:draw 1:resign !2:nodraw", "* turn 2");
    plays("quoridor-4", "-", "1:draw 2:draw 1:resign 3:draw", "* turn 2");
    plays("quoridor-4", "-", "1:draw 2:draw 1:resign 3:draw 4:draw", "0-1/2-1/2-1/2 agreement");
    // The last remaining player wins, whatever they had offered.
    plays("abalone-3", "-", "1:draw 2:resign 3:resign", "1-0-0 resignation");
}

// --- takebacks -----------------------------------------------------------------------------------

static void takeback(void **state)
{
    (void)state;
    plays("quoridor", "-", "e2 1:back 2:yes", "* turn 1");
    plays("quoridor", "-", "e2 e8 1:back 2:yes d1", "* turn 2"); // takes back the answer to it too
    assert_int_equal(match.count, 1);
    plays("quoridor", "-", "e2 e8 2:back 1:yes", "* turn 2");
    plays("quoridor", "-", "e2 1:back 1:back 2:no !2:yes", "* turn 2");
    says("nobody asks to take back");
    plays("quoridor", "-", "e2 1:back 1:no !2:yes", "* turn 2");
    plays("quoridor", "-", "e2 1:back e8 !2:yes", "* turn 1"); // a move ends the request
    plays("quoridor", "-", "e2 e8 1:back !2:back", "* turn 1");
    says("player 1 already asks to take back");
    plays("quoridor", "-", "e2 !2:back", "* turn 2");
    says("player 2 has not moved yet");
    plays("quoridor", "-", "e2 1:back 1:yes", "* turn 2"); // players can't grant their own request
    plays("quoridor", "10", "e2 1:back @10 !2:yes", "1-0 time");
    plays("quoridor", "-", "!undo", "* turn 1");
    says("there is no move to take back");
}

static void takeback_asks_the_other_side(void **state)
{
    (void)state;
    plays("abalone-4", "-", "a2a1 1:back 2:yes", "* turn 2");
    plays("abalone-4", "-", "a2a1 1:back 2:yes 4:yes", "* turn 1"); // not the partner
    plays("abalone-4", "-", "a2a1 1:back 2:yes 3:no !4:yes", "* turn 2");
    plays("quoridor-4", "-", "e2 1:back 2:yes 3:yes", "* turn 2");
    plays("quoridor-4", "-", "e2 1:back 2:yes 3:yes 4:yes", "* turn 1");
    plays("quoridor-4", "-", "4:resign e2 1:back 2:yes 3:yes", "* turn 1"); // nor those out
}

static void nothing_back_from_before_leaving(void **state)
{
    (void)state;
    plays("quoridor-4", "-", "e2 3:resign !1:back", "* turn 2");
    says("player 3 has left since, that cannot be taken back");
    plays("quoridor-4", "-", "e2 3:resign b5 !1:back 2:back 1:yes 4:yes", "* turn 2");
    plays("quoridor-4", "-", "e2 1:back 2:yes 3:resign !4:yes", "* turn 2");
    plays("quoridor-4", "-", "e2 3:resign b5 undo !undo", "* turn 2");
    plays("quoridor-4", "-", "e2 2:resign 3:resign 4:resign !undo", "1-0-0-0 resignation");
}

static void takeback_restores_clocks(void **state)
{
    (void)state;
    plays("quoridor", "10+1", "@2 e2 @5 e8 @6 1:back @7 2:yes @8", "* turn 1");
    shows(1, 9000, 0, 0);
    shows(2, 10000, 0, 0);
    plays("quoridor", "10+1", "@2 e2 @5 e8 @6 e3 @7 undo undo @8", "* turn 2");
    shows(1, 9000, 0, 0);
    shows(2, 9000, 0, 0);
    plays("quoridor", "1+0+3x5", "@7 e2 @8 e8 @9 undo undo", "* turn 1");
    shows(1, 1000, 5000, 3);
    // A player who is out keeps the clock they left with.
    plays("quoridor-4", "10", "@1 e2 @4 2:resign @5 e8 @6 undo", "* turn 3");
    shows(1, 9000, 0, 0);
    shows(2, 7000, 0, 0);
    shows(3, 10000, 0, 0);
    plays("quoridor-4", "10", "@1 e2 @2 b5 @3 e8 @4 h5 @5 e3 @8 2:resign @9 e7 undo", "* turn 3");
    shows(2, 6000, 0, 0);
    shows(3, 9000, 0, 0);
}

static void undo_lifts_a_result(void **state)
{
    (void)state;
    plays("quoridor", "10", "@3 e2 @13 tick @20 undo @21", "* turn 1");
    shows(1, 9000, 0, 0);
    plays("quoridor", "-", "e2 1:resign undo d1", "* turn 2");
    plays("quoridor", "-", "e2 d9 e3 c9 e4 b9 e5 a9 e6 b9 e7 c9 e8 d9 e9 undo", "* turn 1");
    run("e9");
    assert_string_equal(summary(), "1-0 normal");
}

// --- random games: invariants --------------------------------------------------------------------

static const char *position_text(const Position *position)
{
    static char text[2][POSITION_TEXT_MAX];
    static int turn;
    Out out = out_to(text[turn ^= 1], POSITION_TEXT_MAX);
    position->head.variant->game->write(position, &out);
    return text[turn];
}

// Replays the history and compares position and keys.
static void check_history(void)
{
    const Game *game = match_variant(&match)->game;
    Position position = match.start;
    int left = 0;
    for (u32 i = 0; i <= match.count; i++) {
        for (; left < match.departures && match.departure[left].ply == i; left++) {
            game->leave(&position, match.departure[left].player);
            assert_true(game->key(&position) == match.departure[left].key);
        }
        if (i == match.count) break;
        assert_int_equal(position.head.turn, match.plies[i].player);
        game->play(&position, match.plies[i].move);
        assert_true(game->key(&position) == match.plies[i].key);
    }
    assert_int_equal(left, match.departures);
    assert_true(game->key(&position) == game->key(&match.position));
    assert_string_equal(position_text(&position), position_text(&match.position));
}

static void check_outcome(void)
{
    const Variant *variant = match_variant(&match);
    Outcome outcome = match.outcome;
    u8 in = match_in(&match);
    assert_false(outcome.winners && outcome.drawn);
    if (outcome.winners) {
        assert_int_equal(outcome.winners, variant_teammates(variant, bits_first(outcome.winners)));
        assert_int_equal(outcome.winners & ~in, 0);
    }
    if (outcome.drawn) assert_int_equal(outcome.drawn, in);
    if (!outcome.over) {
        assert_true(bits_has(in, match_turn(&match)));
        assert_int_equal(variant->game->winners(&match.position), 0);
        return;
    }
    assert_true(outcome.winners || outcome.drawn || outcome.reason == REASON_ABANDONED);
    char text[RESULT_TEXT_MAX];
    Out out = out_to(text, sizeof text);
    outcome_write(&outcome, variant, &out);
    Outcome again;
    assert_int_equal(outcome_read(variant, text_of(text), &again, &why), OK);
    assert_true(again.winners == outcome.winners && again.drawn == outcome.drawn);
}

static void check_clocks(void)
{
    for (int player = 0; player < match_variant(&match)->players; player++) {
        ClockFace face = match_clock(&match, player, match.now);
        assert_true(face.period >= 0 && face.period <= match.spec.period);
        assert_true(face.periods <= match.spec.periods);
        bool flagged = !face.main && !face.periods && !clock_spec_none(&match.spec);
        if (flagged && bits_has(match_in(&match), player))
            assert_true(match.outcome.over && match.outcome.reason == REASON_TIME);
    }
}

// No flag falls before the deadline, and one does at it.
static void check_deadline(void)
{
    i64 due = match_deadline(&match);
    if (due == CLOCK_NEVER) return;
    assert_true(due > match.now);
    Match copy = match;
    match_tick(&copy, due - 1);
    assert_false(copy.outcome.over);
    assert_int_equal(copy.departures, match.departures);
    match_tick(&copy, due);
    assert_true(copy.outcome.over || copy.departures > match.departures);
}

static void random_step(Rng *rng)
{
    const Variant *variant = match_variant(&match);
    int player = (int)rng_below(rng, variant->players);
    u32 dice = rng_below(rng, 1000);
    Match before = match;
    Status status = OK;
    bool undone = false;
    now += rng_below(rng, rng_below(rng, 40) ? 900 : 30000);
    if (dice < 4) {
        status = match_leave(&match, player, REASON_RESIGNATION, now, &why);
    } else if (dice < 40) {
        status = match_offer_draw(&match, player, now, &why);
    } else if (dice < 50) {
        status = match_decline_draw(&match, player, now, &why);
    } else if (dice < 90) {
        status = match_ask_takeback(&match, player, now, &why);
    } else if (dice < 180) {
        status = match_agree_takeback(&match, player, now, &why);
        undone = match.count < before.count;
    } else if (dice < 185) {
        status = match_decline_takeback(&match, player, now, &why);
    } else if (dice < 200 && match.count) {
        status = match_undo(&match, match.count - 1, now, &why);
        undone = true;
    } else if (dice < 220) {
        match_tick(&match, now);
    } else if (dice < 225) {
        match_shift(&match, 5000);
    } else {
        Move moves[MOVES_MAX];
        int count = variant->game->moves(&match.position, moves);
        Move move = moves[rng_below(rng, (u32)count)];
        player = match_turn(&match);
        status = match_play(&match, player, move, now, &why);
        if (status == OK) assert_int_equal(match.count, before.count + 1);
        if (status == FULL) match_lend(&match, plies, match.capacity + 1);
    }
    if (status != OK && !undone) assert_int_equal(match.count, before.count);
    assert_true(match.now >= before.now);
}

// A follower who only receives the clocks' readings sees the same clocks until the flag falls.
static void check_told_clocks(Rng *rng)
{
    if (match.outcome.over || clock_spec_none(&match.spec)) return;
    ClockFace face[PLAYERS_MAX] = { 0 };
    int players = match_variant(&match)->players;
    for (int player = 0; player < players; player++)
        face[player] = match_clock(&match, player, match.now);
    Match told = match;
    match_set_clocks(&told, face, match.now);
    assert_int_equal(match_deadline(&told), match_deadline(&match));
    i64 later = match.now + (i64)rng_below(rng, (u32)(match_deadline(&match) - match.now));
    for (int player = 0; player < players; player++) {
        ClockFace one = match_clock(&match, player, later),
                  other = match_clock(&told, player, later);
        assert_true(one.main == other.main && one.periods == other.periods);
        assert_int_equal(one.period, other.period);
    }
    assert_int_equal(match_first_move_due(&told, 500), match_first_move_due(&match, 500));
}

static void random_games(void **state)
{
    (void)state;
    static const char *const CLOCKS[] = { "-", "30+0.5", "5+0+3x3", "0+0+1x10", "0+2", "1d" };
    int seen[REASONS] = { 0 }, moved = 0, left = 0;
    Rng rng = { 2024 };
    for (int game = 0; game < 200 * VARIANTS; game++) {
        begin_at(variant_at(game % VARIANTS)->id, NULL, CLOCKS[rng_below(&rng, 6)]);
        match_lend(&match, plies, 5);
        for (int step = 0; step < 250 && !match.outcome.over; step++) {
            random_step(&rng);
            check_outcome();
            check_clocks();
            check_deadline();
            check_told_clocks(&rng);
            if (step % 16 == 0 || match.outcome.over) check_history();
        }
        if (match.outcome.over) seen[match.outcome.reason]++;
        moved += (int)match.count;
        left += match.departures;
    }
    // The games were varied enough to be meaningful.
    assert_true(moved > 1000 && left > 20);
    assert_true(seen[REASON_TIME] && seen[REASON_RESIGNATION] && seen[REASON_AGREEMENT]);
}

// The possible requests before and after a departure.
static void wishes(void **state)
{
    (void)state;
    plays("quoridor-4", "-", "e2 b5", "* turn 3");
    assert_int_equal(match_takeback_to(&match, 0), 0);
    assert_int_equal(match_takeback_to(&match, 1), 1);
    assert_int_equal(match_takeback_to(&match, 2), MATCH_NO_TAKEBACK);
    assert_int_equal(match_draw_asked(&match), 0);
    run("1:back");
    assert_int_equal(match_takeback_asked(&match), 14);
    assert_int_equal(match_takeback_to(&match, 1), MATCH_NO_TAKEBACK);
    run("2:yes 3:draw");
    assert_int_equal(match_takeback_asked(&match), 12);
    assert_int_equal(match_draw_asked(&match), 11);
    run("4:resign");
    assert_int_equal(match_draw_asked(&match), 3);
    assert_int_equal(match_takeback_asked(&match), 0);
    assert_int_equal(match_takeback_to(&match, 0), MATCH_NO_TAKEBACK);
    assert_int_equal(match_undo_limit(&match), 2);
    assert_false(match_under_way(&match));
    run("e8");
    assert_true(match_under_way(&match)); // a player who is out needn't have moved
    assert_int_equal(match_takeback_to(&match, 2), 2);
}

// R12: the chooser's clock runs, and the clocks change sides with the players.
static void swap_of_sides(void **state)
{
    (void)state;
    begin_at("quoridor", "- / - / e1 e9 / 10 10 / 1 swap", "60+1");
    run("!swap");
    says("illegal move 'swap': sides may be swapped only right after the first move");
    run("@10 e2 @30");
    shows(1, 51000, 0, 0);
    shows(2, 40000, 0, 0);
    run("swap"); // player 1 is now the one who has chosen
    assert_string_equal(summary(), "* turn 2");
    shows(1, 41000, 0, 0);
    shows(2, 51000, 0, 0);
    assert_true(match_under_way(&match));
    assert_int_equal(match_swaps(&match), 2);
    run("!2:swap !1:back !2:back !undo");
    says("the sides have been chosen, that cannot be taken back");
    run("@40 e8 @45 e3");
    shows(1, 37000, 0, 0);
    shows(2, 42000, 0, 0);
    run("1:back 2:yes");
    shows(1, 41000, 0, 0);
    shows(2, 42000, 0, 0);
    run("undo"); // player 2's first move on that side
    shows(1, 41000, 0, 0);
    shows(2, 51000, 0, 0);
    assert_string_equal(summary(), "* turn 2");
}

static void swap_declined(void **state)
{
    (void)state;
    begin_at("quoridor", "- / - / e1 e9 / 10 10 / 1 swap", "-");
    run("e2 1:draw e8 !swap");
    says("illegal move 'swap': sides may be swapped only right after the first move");
    assert_int_equal(match_swaps(&match), 0);
    assert_int_equal(match_undo_limit(&match), 0);
    run("undo swap"); // taken back before a side was chosen
    assert_int_equal(match_swaps(&match), 2);
    begin_at("quoridor", "- / - / e1 e9 / 10 10 / 1 choose", "-");
    run("swap e2");
    assert_int_equal(match_swaps(&match), 1);
    begin_at("quoridor", "- / - / e1 e9 / 10 10 / 1 swap", "-");
    run("e2 1:draw swap");
    assert_int_equal(match_draw_asked(&match), 0);
    // The swap doesn't make the position occur once more (R2).
    run("d9 e1 e9 e2 d9 e1 e9");
    assert_string_equal(summary(), "* turn 1");
    run("e2");
    assert_string_equal(summary(), "1/2-1/2 repetition");
}

static void less_time(void **state)
{
    (void)state;
    plays("quoridor", "60,2:10", "@5 e2 @14.9 tick", "* turn 2");
    plays("quoridor", "60,2:10", "@5 e2 @15 tick", "1-0 time");
    plays("quoridor", "60+1,2:10", "@5 e2 @6 e8 undo", "* turn 2");
    shows(2, 10000, 0, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turns),
        cmocka_unit_test(win_on_the_board),
        cmocka_unit_test(room_for_plies),
        cmocka_unit_test(live_game_is_small),
        cmocka_unit_test(third_time_is_a_draw),
        cmocka_unit_test(repetition_after_leaving),
        cmocka_unit_test(two_sides_resign),
        cmocka_unit_test(players_alone_leave),
        cmocka_unit_test(called_off),
        cmocka_unit_test(fischer),
        cmocka_unit_test(flag_falls_at_the_moment),
        cmocka_unit_test(clocks_stop_at_the_end),
        cmocka_unit_test(byoyomi),
        cmocka_unit_test(days_per_move),
        cmocka_unit_test(no_clock),
        cmocka_unit_test(flags_of_many),
        cmocka_unit_test(pause_is_not_played),
        cmocka_unit_test(restore_from_a_record),
        cmocka_unit_test(restore_from_a_store),
        cmocka_unit_test(draw_by_agreement),
        cmocka_unit_test(all_must_agree),
        cmocka_unit_test(offers_and_leaving),
        cmocka_unit_test(takeback),
        cmocka_unit_test(takeback_asks_the_other_side),
        cmocka_unit_test(nothing_back_from_before_leaving),
        cmocka_unit_test(takeback_restores_clocks),
        cmocka_unit_test(undo_lifts_a_result),
        cmocka_unit_test(wishes),
        cmocka_unit_test(swap_of_sides),
        cmocka_unit_test(swap_declined),
        cmocka_unit_test(less_time),
        cmocka_unit_test(random_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
