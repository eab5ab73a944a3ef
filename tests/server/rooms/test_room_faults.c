// SPDX-License-Identifier: MIT
// Games in progress when a commit fails or the store is broken.
#include "support/lab.h"

#include "base/bits.h"

#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <sys/resource.h>

// Another server writes into the same store behind our back, so that ours is refused.
static void intrude(const StoreWrite *write)
{
    Fault why;
    Store *other = store_open(&(StoreSetup){ .where = lab.path }, &why);
    assert_non_null(other);
    assert_true(store_write(other, write, 1, NULL, NULL));
    store_close(other);
}

static void a_commit_fails(void **state)
{
    (void)state;
    i64 game = lab_game("600+0");
    const Room *room = lab_room(game);
    int number = room->number;
    intrude(&(StoreWrite){ .kind = WRITE_EVENT,
                           .event = { .game = game,
                                      .number = number + 1,
                                      .kind = EVENT_DRAW,
                                      .ply = NO_PLY,
                                      .at_ms = lab.now,
                                      .body = text_of("2") } });
    int told = lab.told_count;
    // A second action waits behind the first: it is not done either.
    rooms_act(
        lab.rooms,
        &(Action){ .kind = ACT_MOVE, .game = game, .person = ADA, .ply = 2, .move = text_of("e3") },
        NULL, NULL);
    assert_int_equal(lab_act(ACT_DRAW, game, BOB), ERROR_FAILED);
    assert_int_equal(lab.told_count, told + 1);
    assert_int_equal(lab_last()->kind, NEWS_RESET);
    room = lab_room(game);
    assert_int_equal(room->match.count, 2);
    assert_int_equal(room->number, number + 1);
    assert_int_equal(room->match.draw_agreed, bit(1)); // what the store knew
    assert_int_equal(lab_move(game, ADA, "e3"), ERROR_NONE);
    // A game that another server has ended.
    intrude(&(StoreWrite){
        .kind = WRITE_END,
        .game = { .id = game, .ended_ms = 1, .result = text_of("*"), .reason = text_of("x") } });
    assert_int_equal(lab_move(game, BOB, "e7"), ERROR_FAILED);
    assert_int_equal(rooms_counts(lab.rooms).failed, 2);
    assert_int_equal(lab_room(game)->state, ROOM_OVER);
    assert_string_equal(room_reason(lab_room(game)), "aborted");
}

// Nothing can be written for a while: every action is refused, and then all goes on.
static void a_full_disk(void **state)
{
    (void)state;
    i64 game = lab_game("60+0");
    struct rlimit limit, none;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    none = limit;
    none.rlim_cur = 1;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &none), 0);
    assert_int_equal(lab_move(game, ADA, "e3"), ERROR_FAILED);
    assert_int_equal(lab_last()->kind, NEWS_RESET);
    assert_int_equal(lab_act(ACT_RESIGN, game, BOB), ERROR_FAILED);
    assert_int_equal(lab_make(lab_setup("quoridor", "60+0"), (i64[]){ ADA, BOB }), 0);
    assert_int_equal(lab.result.code, ERROR_FAILED);
    assert_int_equal(rooms_counts(lab.rooms).live, 1);
    lab_wait(60000); // the flag cannot be kept either
    assert_int_equal(lab_room(game)->state, ROOM_LIVE);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    lab_wait(1000);
    assert_int_equal(lab_room(game)->state, ROOM_OVER);
    assert_string_equal(room_reason(lab_room(game)), "time");
    assert_int_equal(rooms_counts(lab.rooms).waiting, 0);
    lab_check_loaded(game);
}

// A store that was tampered with does not keep the server from starting.
static void a_broken_game(void **state)
{
    (void)state;
    i64 game = lab_game("600+0"), other = lab_game("600+0");
    sqlite3 *db;
    char sql[100];
    snprintf(sql, sizeof sql, "UPDATE event SET body = 'e9 1 1 1' WHERE game = %lld AND number = 1",
             (long long)game);
    assert_int_equal(sqlite3_open(lab.path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    lab_restart(0, false);
    assert_null(rooms_find(lab.rooms, game));
    assert_non_null(rooms_find(lab.rooms, other));
    assert_int_equal(lab.said, 1);
    Fault why;
    assert_null(rooms_load_over(lab.store, game, &why));
    assert_true(why.message[0]);
    assert_null(rooms_load_over(lab.store, 999, &why));
    assert_false(why.message[0]);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, lab_open, lab_close)
    const struct CMUnitTest tests[] = {
        TEST(a_commit_fails),
        TEST(a_full_disk),
        TEST(a_broken_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
