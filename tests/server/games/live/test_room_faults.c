// SPDX-License-Identifier: MIT
// Games in progress when a commit fails or the store is broken.
#include "support/lab.h"
#include "support/postgres/postgres.h"

#include "base/bits.h"
#include "base/rng.h"
#include "server/games/game_ops.h"
#include "server/games/live/rooms_internal.h"

#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <sys/resource.h>

// Another server writes into the same store, so that our write is refused.
static void intrude(const StoreOp *op, const void *args)
{
    const StoreWrite write = store_op_of(op, args, op->args->size);
    Fault why;
    Store *other = store_open(&(StoreSetup){ .where = lab.path }, &why);
    assert_non_null(other);
    assert_true(store_write(other, &write, 1, NULL, NULL));
    store_close(other);
}

static void a_commit_fails(void **state)
{
    (void)state;
    i64 game = lab_game("600+0");
    const Room *room = lab_room(game);
    int number = room->number;
    intrude(&GAME_OPS[GAMES_ADD_EVENT], &(StoredEvent){ .game = game,
                                                        .number = number + 1,
                                                        .kind = EVENT_DRAW,
                                                        .ply = NO_PLY,
                                                        .at_ms = lab.now,
                                                        .body = text_of("2") });
    int told = lab.told_count;
    // A second action waits behind the first and fails with it.
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
    assert_int_equal(room->match.draw_agreed, bit(1)); // as in the store
    assert_int_equal(lab_move(game, ADA, "e3"), ERROR_NONE);
    // Another server has ended the game.
    intrude(
        &GAME_OPS[GAMES_END],
        &(GameEnd){ .game = game, .ended_ms = 1, .result = text_of("*"), .reason = text_of("x") });
    assert_int_equal(lab_move(game, BOB, "e7"), ERROR_FAILED);
    assert_int_equal(rooms_counts(lab.rooms).failed, 2);
    assert_int_equal(lab_room(game)->state, ROOM_OVER);
    assert_string_equal(room_reason(lab_room(game)), "aborted");
}

// --- broken stores that must be survived ---------------------------------------------------------

static void a_commit_that_is_too_large(void **state)
{
    (void)state;
    const i64 people[] = { ADA, BOB, CEM, DAN };
    i64 game = lab_make(lab_setup("quoridor-4", "3d"), people);
    ActiveRoom *active = registry_find(&lab.rooms->registry, game);
    int said = lab.said;
    Decision decision = { .draft = active->room, .count = EVENTS_AT_ONCE, .shared = true };
    decision.draft.state = ROOM_OVER;
    for (int i = 0; i < EVENTS_AT_ONCE; i++)
        decision.event[i] = (Event){
            .kind = EVENT_END, .number = active->room.number + 1 + i, .at = lab.now, .rated = true
        };
    assert_false(commit_events(active, &decision, NULL));
    assert_int_equal(lab.said, said + 1);
    assert_int_equal(lab_any_move(game), ERROR_NONE);
    lab_check_loaded(game);
}

static void an_event_that_the_room_refuses(void **state)
{
    (void)state;
    i64 game = lab_game("600+0");
    ActiveRoom *active = registry_find(&lab.rooms->registry, game);
    u64 reloads = rooms_counts(lab.rooms).reloads;
    int said = lab.said;
    const Event event = { .kind = EVENT_MOVE, .number = active->room.number + 1, .ply = 9 };
    active_room_apply(active, &event, 1, NULL);
    active_room_go_on(active);
    lab_settle();
    assert_int_equal(lab.said, said + 1);
    assert_int_equal(rooms_counts(lab.rooms).reloads, reloads + 1);
    assert_int_equal(lab_any_move(game), ERROR_NONE);
    lab_check_loaded(game);
}

// --- the disk ------------------------------------------------------------------------------------

// Keeps files from growing, which is a full disk to the store.
static void fill_disk(bool full)
{
    static struct rlimit before;
    struct rlimit limit;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    if (full) before = limit;
    limit.rlim_cur = full ? 1 : before.rlim_cur;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

// Time passes and timers fire, without waiting for the store.
static void pass(i64 ms)
{
    for (i64 end = lab.now + ms; lab.now < end;) {
        i64 step = end - lab.now < 50 ? end - lab.now : 50;
        lab.now += step;
        if (lab.woken_at <= lab.now) {
            lab.woken_at = CLOCK_NEVER;
            rooms_tick(lab.rooms);
        }
        store_collect(lab.store);
    }
}

static void pass_settled(i64 ms)
{
    for (i64 end = lab.now + ms; lab.now < end;) {
        pass(end - lab.now < 50 ? end - lab.now : 50);
        lab_settle();
    }
}

static const Told *last_of(NewsKind kind, i64 game)
{
    for (int i = lab.told_count - 1; i >= 0; i--)
        if (lab.told[i].kind == kind && lab.told[i].game == game) return &lab.told[i];
    return NULL;
}

// The store cannot write for a while: every action is refused, no clock is charged, all clients are
// informed, and then play resumes by itself.
static void a_full_disk(void **state)
{
    (void)state;
    i64 game = lab_game("60+0"), other = lab_game("60+0"), free_game = lab_game("-");
    pass_settled(5000);
    fill_disk(true);
    assert_int_equal(lab_move(game, ADA, "e3"), ERROR_FAILED);
    assert_int_equal(lab_act(ACT_RESIGN, game, BOB), ERROR_FAILED);
    assert_int_equal(lab_make(lab_setup("quoridor", "60+0"), (i64[]){ ADA, BOB }), 0);
    assert_int_equal(lab.result.code, ERROR_FAILED);
    assert_int_equal(rooms_counts(lab.rooms).live, 3);
    for (int i = 0; i < 8; i++) {
        pass_settled(20000);
        assert_int_equal(lab_move(game, ADA, "e3"), ERROR_FAILED);
        assert_int_equal(lab_act(ACT_CLAIM, other, BOB), ERROR_BUSY);
    }
    for (int i = 0; i < 2; i++) {
        i64 one = i ? other : game;
        assert_true(lab_room(one)->frozen_ms && !room_clock_runs(lab_room(one)));
        assert_non_null(last_of(NEWS_WAITING, one));
        assert_in_range(lab_left(one, 0), 55000, 56000);
    }
    assert_null(last_of(NEWS_WAITING, free_game));
    fill_disk(false);
    pass_settled(1000);
    for (int i = 0; i < 2; i++) {
        i64 one = i ? other : game;
        const Room *room = lab_room(one);
        assert_true(room->state == ROOM_LIVE && !room->frozen_ms);
        assert_true(room_clock_runs(room));
        assert_int_equal(last_of(NEWS_EVENT, one)->event.kind, EVENT_PAUSE);
        assert_in_range(lab_left(one, 0), 54000, 56000);
    }
    assert_int_equal(lab_move(game, ADA, "e3"), ERROR_NONE);
    assert_int_equal(rooms_counts(lab.rooms).waiting, 0);
    // The flag falls when it is due.
    pass_settled(53900);
    assert_int_equal(lab_room(other)->state, ROOM_LIVE);
    pass_settled(2200);
    assert_string_equal(room_reason(lab_room(other)), "time");
    lab_check_loaded(other);
}

// A commit takes three seconds.
static void a_slow_commit(void **state)
{
    (void)state;
    i64 game = lab_game("60+0"), other = lab_game("60+0");
    pass_settled(5000);
    lab_hold_store(true);
    int done = lab.done;
    const Action move = {
        .kind = ACT_MOVE, .game = game, .person = ADA, .ply = 2, .move = text_of("e3")
    };
    rooms_act(lab.rooms, &move, lab_done, NULL);
    pass(1500);
    assert_true(lab_room(game)->frozen_ms && lab_room(other)->frozen_ms);
    assert_int_equal(last_of(NEWS_WAITING, other)->game, other);
    pass(60000);
    // An action that comes meanwhile waits, and costs no time.
    rooms_act(lab.rooms,
              &(Action){
                  .kind = ACT_MOVE, .game = other, .person = ADA, .ply = 2, .move = text_of("e3") },
              lab_done, NULL);
    pass(1000);
    assert_int_equal(lab.done, done);
    lab_hold_store(false);
    lab_settle();
    pass_settled(500);
    assert_int_equal(lab.done, done + 2);
    for (int i = 0; i < 2; i++) {
        const Room *room = lab_room(i ? other : game);
        assert_true(room->state == ROOM_LIVE && !room->frozen_ms && room_clock_runs(room));
        assert_int_equal(room_turn(room), 1);
        assert_in_range(room_clock(room, 0, lab.now).main, 54900, 56000);
        assert_in_range(room_clock(room, 1, lab.now).main, 59400, 60000);
    }
    lab_restart(0, true);
    assert_in_range(lab_left(other, 1), 59400, 60000);
}

// Under any sequence of faults no clock loses time that its player could not use, and when they are
// over the game continues. A fault counts from the first write that meets it: there is one every
// second, and a player who moves meets it at once. A commit may take a second. The server may be
// killed at any time, also at the end of a fault that has not yet cost any time, and be down for a
// minute.
enum { FAULT_NONE, FAULT_FULL, FAULT_HELD, FAULTS };

typedef struct Trial {
    i64 game, increment;
    i64 begin[2], usable[2]; // by seat: the clock at the start, the time the player could use
    i64 episode;             // how long the fault lasts
    int fault;
} Trial;

// The most that a fault may cost before a write meets it.
static i64 unmet(const Trial *trial)
{
    if (trial->fault == FAULT_HELD) return 2100;
    return trial->fault && !lab_room(trial->game)->frozen_ms ? 1050 : 0;
}

static void check_clocks(const Trial *trial, bool exactly)
{
    for (int seat = 0; seat < 2; seat++) {
        i64 least = trial->begin[seat] - trial->usable[seat], left = lab_left(trial->game, seat);
        if (exactly)
            assert_int_equal(left, least);
        else
            assert_true(left >= least - unmet(trial));
    }
}

static void end_fault(Trial *trial)
{
    i64 most = unmet(trial);
    int turn = room_turn(lab_room(trial->game));
    if (turn >= 0) trial->usable[turn] += trial->episode < most ? trial->episode : most;
    trial->episode = 0;
    if (trial->fault == FAULT_FULL) fill_disk(false);
    if (trial->fault == FAULT_HELD) lab_hold_store(false);
    trial->fault = FAULT_NONE;
}

static void begin_fault(Trial *trial, int fault)
{
    trial->fault = fault;
    if (fault == FAULT_FULL) fill_disk(true);
    if (fault == FAULT_HELD) lab_hold_store(true);
}

static void do_something(Trial *trial, Rng *rng)
{
    i64 game = trial->game;
    int turn = room_turn(lab_room(game));
    if (rng_below(rng, 3) == 0 && trial->fault != FAULT_HELD) {
        if (lab_any_move(game) == ERROR_NONE && turn >= 0) trial->usable[turn] -= trial->increment;
    } else if (rng_below(rng, 6) == 0 && trial->fault != FAULT_HELD) {
        lab_act(ACT_DRAW, game, rng_below(rng, 2) ? ADA : BOB);
    } else if (rng_below(rng, 6) == 0) {
        rooms_act(lab.rooms, &(Action){ .kind = ACT_NODRAW, .game = game, .person = ADA }, NULL,
                  NULL);
    }
}

static void any_faults(void **state)
{
    (void)state;
    enum { ROUNDS = 24, STEPS = 40 };
    static const char *const CLOCKS[] = { "600+0", "600+5" };
    Rng rng = { 11 };
    int kills = 0, met[FAULTS] = { 0 };
    for (int round = 0; round < ROUNDS; round++) {
        Trial trial = { .game = lab_game(CLOCKS[round % 2]), .increment = round % 2 ? 5000 : 0 };
        for (int seat = 0; seat < 2; seat++)
            trial.begin[seat] = lab_left(trial.game, seat);
        for (int step = 0; step < STEPS; step++) {
            i64 ms = rng_below(&rng, 2500);
            int turn = room_turn(lab_room(trial.game));
            if (trial.fault == FAULT_HELD)
                pass(ms);
            else
                pass_settled(ms);
            if (trial.fault)
                trial.episode += ms;
            else
                trial.usable[turn] += ms;
            do_something(&trial, &rng);
            if (lab_room(trial.game)->state == ROOM_OVER) break; // they agreed to a draw
            check_clocks(&trial, round < 2); // without faults: to the millisecond
            if (round < 2 || rng_below(&rng, 4)) continue;
            int next = trial.fault ? FAULT_NONE : 1 + (int)rng_below(&rng, FAULTS - 1);
            met[next]++;
            end_fault(&trial);
            if (rng_below(&rng, 3) == 0) {
                lab_restart(rng_below(&rng, 60000), true);
                kills++;
                if (lab_room(trial.game)->state == ROOM_OVER) break;
                check_clocks(&trial, false);
            } else {
                lab_settle();
            }
            begin_fault(&trial, next);
        }
        end_fault(&trial);
        lab_settle();
        pass_settled(2000);
        if (lab_room(trial.game)->state == ROOM_OVER) continue;
        assert_false(lab_room(trial.game)->frozen_ms);
        assert_int_equal(lab_any_move(trial.game), ERROR_NONE);
        lab_check_loaded(trial.game);
        assert_int_equal(lab_act(ACT_RESIGN, trial.game, ADA), ERROR_NONE);
    }
    assert_true(kills > 20 && met[FAULT_FULL] > 20 && met[FAULT_HELD] > 20);
}

// A store that was tampered with doesn't keep the server from starting.
static void a_broken_game(void **state)
{
    (void)state;
    i64 game = lab_game("600+0"), other = lab_game("600+0");
    sqlite3 *db;
    char sql[100];
    snprintf(sql, sizeof sql, "UPDATE event SET body = 'e9 1 1 1' WHERE game = %lld AND number = 1",
             (long long)game);
    if (postgres_store()) {
        postgres_run(sql);
    } else {
        assert_int_equal(sqlite3_open(lab.path, &db), SQLITE_OK);
        assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
        sqlite3_close(db);
    }
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
        TEST(a_commit_that_is_too_large),
        TEST(an_event_that_the_room_refuses),
        TEST(a_commit_fails),
        TEST(a_slow_commit),
        TEST(a_broken_game),
    };
    // The tests can't fill PostgreSQL's disk.
    const struct CMUnitTest of_sqlite[] = {
        TEST(a_full_disk),
        TEST(any_faults),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    if (!postgres_store()) failed += cmocka_run_group_tests(of_sqlite, NULL, NULL);
    return failed;
}
