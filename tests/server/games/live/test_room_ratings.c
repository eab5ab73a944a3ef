// SPDX-License-Identifier: MIT
// Rated games: which count and how much, drawing by lot, and refused tricks.
#include "server/features/annulment/annulment_ops.h"
#include "server/games/game_ops.h"
#include "server/games/rating_ops.h"
#include "server/identity/identity_ops.h"
#include "server/identity/person_ops.h"
#include "support/lab.h"

#include <stdio.h>

static GameSetup rated_setup(void)
{
    GameSetup setup = lab_setup("quoridor", "60+0");
    setup.rated = true;
    return setup;
}

// Each player moves this many times.
static void play(i64 game, int times)
{
    for (int i = 0; i < times * room_players(lab_room(game)); i++)
        assert_int_equal(lab_any_move(game), ERROR_NONE);
}

// A rated game that `loser` resigns after this many moves of each.
static const Room *lost_after(i64 winner, i64 loser, int moves)
{
    i64 game = lab_make(rated_setup(), (i64[]){ winner, loser });
    play(game, moves);
    assert_int_equal(lab_act(ACT_RESIGN, game, loser), ERROR_NONE);
    lab_check_loaded(game);
    return lab_room(game);
}

static RatingShown shown_of(const Room *room, i64 person)
{
    return room->shown[room_seat_of(room, person)];
}

static int gain_of(const Room *room, i64 person)
{
    RatingShown shown = shown_of(room, person);
    return shown.after - shown.before;
}

static bool note_number(void *context, const StoredChange *change)
{
    *(i64 *)context = change->number;
    return true;
}

static i64 last_change(void)
{
    i64 number = 0;
    ratings_changes(lab.store, &(ChangeFilter){ 0 }, note_number, &number);
    return number;
}

static void rated_games(void **state)
{
    (void)state;
    const Room *room = lost_after(ADA, BOB, 4);
    assert_true(room->has_ratings);
    assert_int_equal(shown_of(room, ADA).before, 1500);
    assert_true(gain_of(room, ADA) > 0 && gain_of(room, BOB) < 0);
    // Several ends at the same instant are rated one after the other.
    i64 many[3];
    for (int i = 0; i < 3; i++) {
        many[i] = lab_make(rated_setup(), (i64[]){ ADA, BOB });
        play(many[i], 4);
    }
    for (int i = 0; i < 3; i++)
        rooms_act(lab.rooms, &(Action){ .kind = ACT_RESIGN, .game = many[i], .person = BOB }, NULL,
                  NULL);
    lab_settle();
    for (int i = 1; i < 3; i++)
        assert_int_equal(shown_of(lab_room(many[i]), ADA).before,
                         shown_of(lab_room(many[i - 1]), ADA).after);
    RatingNow now;
    assert_true(ratings_now(lab.store, ADA, text_of("quoridor"), text_of("bullet"), &now));
    assert_true(now.now.rating > 1600);
    // A game that is annulled has the mark.
    const GameMark mark = { many[2], last_change(), true };
    const StoreWrite annul = store_op(&ANNULMENT_OPS[ANNULMENT_MARK_GAME], &mark);
    assert_true(store_write(lab.store, &annul, 1, NULL, NULL));
    lab_settle();
    Fault why;
    Room *loaded = rooms_load_over(lab.store, many[2], &why);
    assert_true(loaded->rated && loaded->annulled && !loaded->has_ratings);
    rooms_free_room(loaded);
    // The opponent of a deleted account still loses points.
    i64 game = lab_make(rated_setup(), (i64[]){ CEM, DAN });
    play(game, 4);
    const PersonEnd end = { DAN, lab.now };
    const StoreWrite gone = store_op(&PERSON_OPS[PERSONS_END], &end);
    assert_true(store_write(lab.store, &gone, 1, NULL, NULL));
    lab_settle();
    rooms_person(lab.rooms, DAN, DAN);
    assert_int_equal(lab_act(ACT_RESIGN, game, CEM), ERROR_NONE);
    assert_true(gain_of(lab_room(game), CEM) < 0);
}

static void check_called_off(i64 game)
{
    const Room *room = lab_room(game);
    assert_int_equal(room->state, ROOM_OVER);
    assert_true(room->aborted && !room->has_ratings && !room->leaves);
    lab_check_loaded(game);
}

// No one wins before both have moved: if a player leaves, waits or resigns, the game is called off.
static void not_before_both_have_moved(void **state)
{
    (void)state;
    static const char *const CLOCK[] = { "60+0", "600+5", "3d", "-" };
    for (int clock = 0; clock < 4; clock++)
        for (int moves = 0; moves < 2; moves++)
            for (int how = 0; how < 4; how++) {
                GameSetup setup = lab_setup("quoridor", CLOCK[clock]);
                setup.rated = clock < 3;
                i64 game = lab_make(setup, (i64[]){ ADA, BOB });
                if (moves) assert_int_equal(lab_any_move(game), ERROR_NONE);
                const Room *room = lab_room(game);
                i64 waits = room->seat[!room_turn(room)].person;
                i64 moving = room->seat[room_turn(room)].person;
                assert_true(room_claim_at(room, room_turn(room)) == CLOCK_NEVER);
                switch (how) {
                case 0: assert_int_equal(lab_act(ACT_RESIGN, game, waits), ERROR_NONE); break;
                case 1: assert_int_equal(lab_act(ACT_RESIGN, game, moving), ERROR_NONE); break;
                case 2:
                    lab_wait(14000);
                    assert_int_equal(lab_act(ACT_CLAIM, game, waits), ERROR_FORBIDDEN);
                    assert_int_equal(lab_act(ACT_ABORT, game, waits), ERROR_NONE);
                    break;
                default:
                    while (lab_room(game)->state == ROOM_LIVE)
                        lab_wait(clock < 2 ? 10000 : 2 * (i64)CLOCK_DAY);
                }
                check_called_off(game);
            }
    // In a game of three, too.
    i64 game = lab_make(lab_setup("abalone-3", "600+5"), (i64[]){ ADA, BOB, CEM });
    assert_int_equal(lab_any_move(game), ERROR_NONE);
    assert_int_equal(lab_any_move(game), ERROR_NONE);
    assert_int_equal(lab_act(ACT_RESIGN, game, ADA), ERROR_NONE);
    check_called_off(game);
}

static void short_games_do_not_count(void **state)
{
    (void)state;
    for (int moves = 1; moves < 4; moves++) {
        const Room *room = lost_after(ADA, BOB, moves);
        assert_false(room->has_ratings);
        assert_int_equal(room->uncounted, UNCOUNTED_SHORT);
    }
    assert_int_equal(last_change(), 0);
    assert_true(lost_after(ADA, BOB, 4)->has_ratings);
}

// Within a day games count less and less, and then not at all; on the next day fully again.
static void the_same_two_again(void **state)
{
    (void)state;
    int gain = 1000, games = 0;
    for (int i = 0; i < 30; i++) {
        const Room *room = lost_after(ADA, BOB, 4);
        assert_int_equal(room->has_ratings, i < 5);
        if (i >= 5) assert_int_equal(room->uncounted, UNCOUNTED_PAIR);
        if (i >= 5) continue;
        assert_true(gain_of(room, ADA) > 0 && gain_of(room, ADA) < gain);
        gain = gain_of(room, ADA);
        games++;
    }
    assert_int_equal(games, 5);
    assert_true(lost_after(ADA, CEM, 4)->has_ratings); // with other opponents
    // Ending many games at one instant doesn't evade the limit.
    i64 many[8];
    for (int i = 0; i < 8; i++) {
        many[i] = lab_make(rated_setup(), (i64[]){ DAN, EVE });
        play(many[i], 4);
    }
    for (int i = 0; i < 8; i++)
        rooms_act(lab.rooms, &(Action){ .kind = ACT_RESIGN, .game = many[i], .person = EVE }, NULL,
                  NULL);
    lab_settle();
    for (int i = 0; i < 8; i++)
        assert_int_equal(lab_room(many[i])->has_ratings, i < 5);
    lab_wait(CLOCK_DAY);
    assert_true(lost_after(ADA, BOB, 4)->has_ratings);
}

static bool find_circle(void *context, const void *row)
{
    const StoredFlag *flag = row;
    if (text_is(flag->kind, "circle")) *(i64 *)context = flag->person;
    return true;
}

static i64 flagged_in(i64 game)
{
    i64 person = 0;
    assert_true(
        store_select(lab.store, &GAME_OPS[GAMES_FLAGS], &(GameArg){ game }, find_circle, &person));
    return person;
}

// Ten accounts that only lose to Ada lift her no further than ten games do.
static void puppets(void **state)
{
    (void)state;
    enum { PUPPETS = 10, FIRST = 400, GAMES = 120 };
    for (i64 i = 0; i < PUPPETS; i++) {
        NewPerson puppet = { { FIRST + i, PERSON_ACCOUNT, "", "", "" }, lab.now };
        snprintf(puppet.now.name, sizeof puppet.now.name, "Puppet%d", (int)i);
        snprintf(puppet.now.key, sizeof puppet.now.key, "puppet%d", (int)i);
        const StoreWrite write = store_op(&PERSON_OPS[PERSONS_ADD], &puppet);
        assert_true(store_write(lab.store, &write, 1, NULL, NULL));
        lab_settle();
    }
    int counted = 0, last = 0;
    for (int i = 0; i < GAMES; i++) {
        const Room *room = lost_after(ADA, FIRST + i % PUPPETS, 4);
        counted += room->has_ratings;
        if (room->has_ratings) {
            last = shown_of(room, ADA).after;
            assert_int_equal(flagged_in(room->id), 0);
        } else {
            assert_int_equal(room->uncounted, UNCOUNTED_CIRCLE);
            assert_int_equal(flagged_in(room->id), ADA);
        }
        if (i % 30 == 29) lab_wait(CLOCK_DAY);
    }
    assert_int_equal(counted, 10);
    assert_true(last < 2000);
    // Games against a player with other opponents still count.
    assert_true(lost_after(BOB, CEM, 4)->has_ratings);
    assert_true(lost_after(BOB, ADA, 4)->has_ratings);
}

static void seen_at(i64 person, TraceKind kind, i64 key)
{
    const Trace trace = { person, kind, key, lab.now };
    const StoreWrite write = store_op(&IDENTITY_OPS[IDENTITY_ADD_TRACE], &trace);
    assert_true(store_write(lab.store, &write, 1, NULL, NULL));
    lab_settle();
}

static bool count_flag(void *context, const void *row)
{
    const StoredFlag *flag = row;
    assert_true(text_is(flag->kind, "shared"));
    *(int *)context += 1;
    return true;
}

static int flags_of(i64 game)
{
    int flags = 0;
    assert_true(
        store_select(lab.store, &GAME_OPS[GAMES_FLAGS], &(GameArg){ game }, count_flag, &flags));
    return flags;
}

static void one_address(void **state)
{
    (void)state;
    const Room *room = lost_after(ADA, BOB, 4);
    assert_int_equal(flags_of(room->id), 0);
    seen_at(ADA, TRACE_ADDRESS, 77);
    seen_at(BOB, TRACE_DEVICE, 77); // another kind of trace
    assert_true(lost_after(ADA, BOB, 4)->has_ratings);
    for (int kind = 0; kind < 2; kind++) {
        i64 other = kind ? CEM : BOB;
        seen_at(ADA, (TraceKind)kind, 5 + kind);
        seen_at(other, (TraceKind)kind, 5 + kind);
        room = lost_after(ADA, other, 4);
        assert_int_equal(room->state, ROOM_OVER);
        assert_false(room->has_ratings);
        assert_int_equal(room->uncounted, UNCOUNTED_SHARED);
        assert_int_equal(flags_of(room->id), 2);
    }
    // Established accounts with other opponents are rated, and flagged all the same.
    seen_at(ADA, TRACE_ADDRESS, 9);
    seen_at(BOB, TRACE_ADDRESS, 9);
    static const i64 OTHERS[] = { EVE, DAN, 301 };
    const NewPerson fay = { { 301, PERSON_ACCOUNT, "Fay", "fay", "" }, lab.now };
    const StoreWrite more = store_op(&PERSON_OPS[PERSONS_ADD], &fay);
    assert_true(store_write(lab.store, &more, 1, NULL, NULL));
    lab_settle();
    for (int day = 0; day < 2; day++) {
        for (int i = 0; i < 6; i++) {
            assert_true(lost_after(ADA, OTHERS[i % 3], 4)->has_ratings);
            assert_true(lost_after(OTHERS[i % 3], BOB, 4)->has_ratings);
        }
        lab_wait(CLOCK_DAY);
    }
    room = lost_after(BOB, ADA, 4);
    assert_true(room->has_ratings);
    assert_int_equal(flags_of(room->id), 2);
    // A week later the traces are forgotten.
    lab_wait(7 * (i64)CLOCK_DAY);
    assert_int_equal(flags_of(lost_after(BOB, ADA, 4)->id), 0);
}

// Games with bots have separate ratings.
static void bots_have_their_own_pool(void **state)
{
    (void)state;
    const NewPerson robo = { { 302, PERSON_BOT, "Robo", "robo", "" }, lab.now };
    const StoreWrite bot = store_op(&PERSON_OPS[PERSONS_ADD], &robo);
    assert_true(store_write(lab.store, &bot, 1, NULL, NULL));
    lab_settle();
    const Room *room = lost_after(302, ADA, 4);
    assert_true(gain_of(room, ADA) < 0);
    assert_int_equal(shown_of(lost_after(ADA, BOB, 4), ADA).before, 1500);
    RatingNow now;
    assert_true(ratings_now(lab.store, ADA, text_of("quoridor"), text_of("bullet-bots"), &now));
    assert_true(now.now.rating < 1500);
    assert_false(ratings_now(lab.store, 302, text_of("quoridor"), text_of("bullet"), &now));
    // A seat shows the rating that is at stake.
    i64 game = lab_make(rated_setup(), (i64[]){ ADA, 302 });
    assert_true(lab_room(game)->seat[room_seat_of(lab_room(game), ADA)].rating < 1500);
}

// In rated games, and their rematches, seats are drawn by lot, whatever was requested.
static void colours_by_lot(void **state)
{
    (void)state;
    int first = 0;
    for (int i = 0; i < 100; i++) {
        i64 game = lab_make(rated_setup(), (i64[]){ ADA, BOB });
        assert_true(lab_room(game)->lot);
        first += room_seat_of(lab_room(game), ADA) == 0;
        assert_int_equal(lab_act(ACT_ABORT, game, ADA), ERROR_NONE);
    }
    assert_in_range(first, 25, 75);
    i64 game = lost_after(ADA, BOB, 4)->id;
    assert_int_equal(lab_act(ACT_REMATCH, game, ADA), ERROR_NONE);
    assert_true(lab_room(lab.result.game)->lot);
}

// Neither with a seat nor as a mere creator.
static void guests_make_no_rated_games(void **state)
{
    (void)state;
    GameSetup setup = rated_setup();
    assert_int_equal(lab_make(setup, (i64[]){ GUEST, 0 }), 0);
    assert_int_equal(lab.result.code, ERROR_NOT_RATED);
    int done = lab.done;
    rooms_make(lab.rooms, &setup, GUEST, lab_done, NULL);
    lab_settle();
    assert_int_equal(lab.done, done + 1);
    assert_int_equal(lab.result.code, ERROR_NOT_RATED);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, lab_open, lab_close)
    const struct CMUnitTest tests[] = {
        TEST(rated_games),
        TEST(not_before_both_have_moved),
        TEST(short_games_do_not_count),
        TEST(the_same_two_again),
        TEST(puppets),
        TEST(one_address),
        TEST(bots_have_their_own_pool),
        TEST(colours_by_lot),
        TEST(guests_make_no_rated_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
