// SPDX-License-Identifier: MIT
// Two nodes and the store agree on every event: one node decides it, the other receives it later by
// another clock, and a room is read from the stored events. Their clients must get the same fields.
#include "support/lab.h"

#include "base/rng.h"
#include "server/games/live/restore.h"
#include "server/games/live/rooms_internal.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { GAMES_EACH = 6, ACTS = 60, LATE_MS = 700, OTHER = 7 };

// The node that receives.
typedef struct Hearer {
    Store *store;
    Rooms *rooms;
    i64 now;
    Told told; // the last one
    int events, seen;
    i64 game;
    int number; // the last event it got
} Hearer;
static Hearer hearer;
static Rng rng;
static int compared, ends;

static i64 hearer_now(void *context)
{
    (void)context;
    return hearer.now;
}

static i64 nobody_is_silent(void *context, u64 node)
{
    (void)context;
    (void)node;
    return 0;
}

static bool owns_nothing(void *context, i64 game, OwnedPart what)
{
    (void)context;
    (void)game;
    (void)what;
    return false;
}

static u64 no_random(void *context)
{
    (void)context;
    return 1;
}

static void no_wake_at(void *context, i64 ms)
{
    (void)context;
    (void)ms;
}

static void no_wake(void *context)
{
    (void)context;
}

// --- comparing -----------------------------------------------------------------------------------

static void same_clock(ClockFace a, ClockFace b, const char *what, int number, int seat)
{
    if (a.main != b.main || a.period != b.period || a.periods != b.periods)
        fail_msg("event %d, seat %d: the clock shows %u+%dx%lld, %s %u+%dx%lld", number, seat + 1,
                 a.main, a.periods, (long long)a.period, what, b.main, b.periods,
                 (long long)b.period);
}

static const Told *told_of(i64 game, int number)
{
    for (int i = lab.told_count - 1; i >= 0 && i > lab.told_count - TOLD_MAX; i--) {
        const Told *told = &lab.told[i % TOLD_MAX];
        if (told->kind == NEWS_EVENT && told->game == game && told->event.number == number)
            return told;
    }
    fail_msg("event %d was not told", number);
    return NULL;
}

static void same_event(const Event *a, const Event *b, int players)
{
    char one[EVENT_TEXT_MAX + 1] = "", other[EVENT_TEXT_MAX + 1] = "";
    Out first = out_to(one, sizeof one), second = out_to(other, sizeof other);
    event_write(a, players, &first);
    event_write(b, players, &second);
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->at, b->at);
    assert_int_equal(a->seat, b->seat);
    assert_int_equal(a->ply, b->ply);
    assert_int_equal(a->plies, b->plies);
    assert_string_equal(one, other);
}

static void on_heard(void *context, const News *news)
{
    (void)context;
    if (news->kind != NEWS_EVENT) return;
    const Told *told = told_of(news->game, news->event->number);
    int players = room_players(news->room);
    same_event(&told->event, news->event, players);
    assert_int_equal(told->turn, news->turn);
    assert_int_equal(told->state, news->room->state);
    for (int i = 0; i < players; i++) // that of the player to move shows the time of sending
        if (i != news->turn)
            same_clock(told->clock[i], news->clock[i], "the other node", news->event->number, i);
    compared++;
}

static void check_stored(i64 game)
{
    Fault why;
    const Told *told = lab_last();
    Room *room = rooms_load_over(lab.store, game, &why);
    assert_non_null(room);
    assert_int_equal(room->number, lab_room(game)->number);
    assert_int_equal(room->began_ms, lab_room(game)->began_ms);
    assert_int_equal(room_turn(room), room_turn(lab_room(game)));
    for (int i = 0; i < room_players(room); i++) {
        if (i == room_turn(room)) continue;
        ClockFace stored = room_clock(room, i, lab.now);
        same_clock(room_clock(lab_room(game), i, lab.now), stored, "the store", room->number, i);
        if (told->kind == NEWS_EVENT && told->game == game)
            same_clock(told->clock[i], stored, "the store", room->number, i);
    }
    ends += room->state == ROOM_OVER;
    rooms_free_room(room);
}

// --- the other node ------------------------------------------------------------------------------

static void passed(void *context, StoreStatus status)
{
    (void)status;
    *(bool *)context = true;
}

// A read leads to news, so two barriers.
static void settle_hearer(void)
{
    for (int i = 0; i < 2; i++) {
        bool done = false;
        const SecretArg none = { 0 };
        const StoreWrite nothing = store_op(&PERSON_OPS[PERSONS_END_SESSION], &none);
        assert_true(store_write(hearer.store, &nothing, 1, passed, &done));
        while (!done || hearer.rooms->counts.waiting) {
            nanosleep(&(struct timespec){ .tv_nsec = 50000 }, NULL);
            store_collect(hearer.store);
        }
    }
}

static bool skip_game(void *context, const StoredGame *game)
{
    (void)context;
    (void)game;
    return true;
}

// The rows of one commit, as the store has them, which is what nodes send each other.
typedef struct Commit {
    StoredEvent event[EVENTS_AT_ONCE];
    char body[EVENTS_AT_ONCE][EVENT_TEXT_MAX];
    int count;
} Commit;

static void send(Commit *commit)
{
    if (commit->count) rooms_receive_events(hearer.rooms, commit->event, commit->count);
    commit->count = 0;
    settle_hearer();
}

// An event that only follows from the one before it.
static bool follows(const StoredEvent *stored)
{
    bool called_off = text_is(stored->body, "aborted");
    return stored->kind == EVENT_TAKEBACK || (stored->kind == EVENT_END && !called_off);
}

static bool hear(void *context, const StoredEvent *stored)
{
    Commit *commit = context;
    if (stored->number <= hearer.number) return true;
    hearer.number = stored->number;
    if (!follows(stored)) send(commit);
    char *body = commit->body[commit->count];
    memcpy(body, stored->body.at, stored->body.length);
    commit->event[commit->count] = *stored;
    commit->event[commit->count++].body.at = body;
    return true;
}

static void tell_hearer(i64 game)
{
    Fault why;
    i64 now = lab.now + rng_below(&rng, LATE_MS);
    if (now > hearer.now) hearer.now = now;
    if (rng_below(&rng, 12) == 0) rooms_node_stalled(hearer.rooms, OTHER, rng_below(&rng, 3000));
    if (rng_below(&rng, 12) == 0)
        active_room_catch_up(registry_find(&hearer.rooms->registry, game));
    settle_hearer();
    Commit commit = { .count = 0 };
    const GameReader reader = { .context = &commit, .game = skip_game, .event = hear };
    assert_true(games_load(lab.store, game, &reader, &why));
    send(&commit);
}

static int open_two(void **state)
{
    Fault why = { 0 };
    if (lab_open_shared(state)) return -1;
    hearer = (Hearer){ .now = lab.now };
    hearer.store = store_open(&(StoreSetup){ .where = lab.path }, &why);
    assert_non_null(hearer.store);
    hearer.rooms = rooms_new(&(RoomsSetup){ .store = hearer.store,
                                            .owns = owns_nothing,
                                            .silent_ms = nobody_is_silent,
                                            .now = hearer_now,
                                            .news = on_heard,
                                            .wake_at = no_wake_at,
                                            .wake = no_wake,
                                            .random = no_random },
                             &why);
    assert_non_null(hearer.rooms);
    return 0;
}

static int close_two(void **state)
{
    rooms_stop(hearer.rooms);
    store_close(hearer.store);
    rooms_free(hearer.rooms);
    return lab_close(state);
}

// --- random games --------------------------------------------------------------------------------

// The commit takes its time, during which the clocks run.
static ErrorCode act_slowly(const Action *action)
{
    rooms_act(lab.rooms, action, lab_done, NULL);
    lab.now += rng_below(&rng, 200);
    lab_settle();
    return lab.result.code;
}

static void any_move(i64 game)
{
    const Room *room = lab_room(game);
    Move moves[MOVES_MAX];
    int count = room_variant(room)->game->moves(&room->match.position, moves);
    MoveText text = move_text(&room->match.position, moves[rng_below(&rng, (u32)count)]);
    act_slowly(&(Action){ .kind = ACT_MOVE,
                          .game = game,
                          .person = room->seat[room_turn(room)].person,
                          .seat = -1,
                          .ply = (int)room->match.count,
                          .move = text_of(text.at),
                          .lag_ms = rng_below(&rng, 100) });
}

static void any_act(i64 game)
{
    static const ActionKind KIND[] = { ACT_DRAW,     ACT_DRAW,       ACT_NODRAW, ACT_TAKEBACK,
                                       ACT_TAKEBACK, ACT_NOTAKEBACK, ACT_CLAIM,  ACT_ABORT,
                                       ACT_RESIGN,   ACT_BAR };
    const Room *room = lab_room(game);
    int players = room_players(room);
    u32 kind = rng_below(&rng, rng_below(&rng, 4) ? 6 : 10);
    Action action = { .kind = KIND[kind], .game = game, .seat = -1 };
    // All agree, or one asks.
    int from = (int)rng_below(&rng, (u32)players), count = rng_below(&rng, 2) ? players : 1;
    if (kind >= 5) count = 1;
    for (int i = 0; i < count && room->state == ROOM_LIVE; i++) {
        action.person = room->seat[(from + i) % players].person;
        act_slowly(&action);
    }
}

// The player to move comes back from a node that stood still: a pause.
static void come_back(i64 game)
{
    const Room *room = lab_room(game);
    i64 person = room->seat[room_turn(room)].person;
    rooms_presence(lab.rooms, game, person, true, false);
    rooms_node_stalled(lab.rooms, OTHER, rng_below(&rng, 3000));
    lab_settle();
    rooms_presence(lab.rooms, game, person, false, false);
    lab_settle();
}

static void one_game(const Variant *variant, const char *clock)
{
    i64 people[PLAYERS_MAX] = { ADA, BOB, CEM, DAN };
    i64 game = lab_make(lab_setup(variant->id, clock), people);
    const Room *room = lab_room(game);
    hearer.now = hearer.now > lab.now ? hearer.now : lab.now;
    rooms_receive_made(hearer.rooms, game);
    settle_hearer();
    hearer.number = room->number;
    int first = room->number;
    for (int i = 0; i < ACTS && room->state == ROOM_LIVE; i++) {
        lab_wait(rng_below(&rng, 3) ? rng_below(&rng, 2500) : rng_below(&rng, 30));
        u32 what = rng_below(&rng, 16);
        if (room->state != ROOM_LIVE)
            break;
        else if (what < 11)
            any_move(game);
        else if (what < 15)
            any_act(game);
        else
            come_back(game);
        if (room->number > first) check_stored(game);
        if (rng_below(&rng, 4)) tell_hearer(game);
    }
    while (room->state == ROOM_LIVE) { // the flags fall, or the game is called off
        lab_wait(speed_is_live(room->speed) ? 5000 : CLOCK_DAY);
        tell_hearer(game);
    }
    tell_hearer(game);
    check_stored(game);
}

static void all_tell_the_same(void **state)
{
    (void)state;
    static const char *const CLOCK[] = { "60+2", "40+0", "20+1+3x5", "3d", "-" };
    for (int v = 0; v < VARIANTS; v++)
        for (int i = 0; i < GAMES_EACH; i++) {
            rng = (Rng){ (u64)(v * GAMES_EACH + i + 1) };
            one_game(variant_at(v), CLOCK[i % 5]);
        }
    assert_true(compared > VARIANTS * GAMES_EACH * 10);
    assert_true(ends >= VARIANTS * GAMES_EACH);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(all_tell_the_same, open_two, close_two),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
