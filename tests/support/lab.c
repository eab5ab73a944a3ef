// SPDX-License-Identifier: MIT
#include "support/lab.h"

#include "server/identity/person_ops.h"
#include "support/postgres/postgres.h"

#include "base/rng.h"
#include "record/replay.h"

#include <dirent.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

Lab lab;

// --- callbacks -----------------------------------------------------------------------------------

static i64 lab_now(void *context)
{
    (void)context;
    return lab.now;
}

static void on_news(void *context, const News *news)
{
    (void)context;
    Told *told = &lab.told[lab.told_count % TOLD_MAX];
    *told = (Told){ .kind = news->kind,
                    .game = news->game,
                    .turn = news->turn,
                    .next = news->next,
                    .state = news->room->state };
    if (news->event) told->event = *news->event;
    memcpy(told->clock, news->clock, sizeof told->clock);
    lab.told_count++;
}

static void on_wake_at(void *context, i64 ms)
{
    (void)context;
    lab.woken_at = ms;
}

static void on_wake(void *context)
{
    (void)context; // lab_settle and the tests of computers check for themselves
}

static u64 on_random(void *context)
{
    (void)context;
    Rng rng = { lab.random };
    u64 number = rng_next(&rng);
    lab.random = rng.state;
    return number;
}

static void on_say(void *context, const char *line)
{
    (void)context;
    (void)line;
    lab.said++;
}

void lab_done(void *context, const ActResult *result)
{
    (void)context;
    lab.done++;
    lab.result = *result;
    snprintf(lab.text, sizeof lab.text, "%s", result->text);
    lab.result.text = lab.text;
}

// --- life ----------------------------------------------------------------------------------------

static bool on_keeps(void *context, i64 game, OwnedPart what)
{
    (void)context;
    (void)game;
    (void)what;
    return true;
}

static i64 on_silent_ms(void *context, u64 node)
{
    (void)context;
    return !node || !lab.silent || node == lab.silent ? lab.silent_ms : 0;
}

static void open_play(void)
{
    Fault why = { 0 };
    lab.store = store_open(&(StoreSetup){ .where = lab.path }, &why);
    if (!lab.store) fail_msg("%s", why.message);
    lab.woken_at = CLOCK_NEVER;
    lab.rooms = rooms_new(&(RoomsSetup){ .store = lab.store,
                                         .owns = lab.shared ? on_keeps : NULL,
                                         .silent_ms = on_silent_ms,
                                         .now = lab_now,
                                         .news = on_news,
                                         .wake_at = on_wake_at,
                                         .wake = on_wake,
                                         .random = on_random,
                                         .thread_check_ms = lab.thread_check_ms,
                                         .say = on_say,
                                         .computer_threads = lab.threads,
                                         .computer_hash_mb = 1 },
                          &why);
    if (!lab.rooms) fail_msg("%s", why.message);
}

static void add_person(i64 id, PersonKind kind, const char *name)
{
    NewPerson person = { { .id = id, .kind = kind }, lab.now };
    snprintf(person.now.name, sizeof person.now.name, "%s", name);
    snprintf(person.now.key, sizeof person.now.key, "%s", name);
    const StoreWrite write = store_op(&PERSON_OPS[PERSONS_ADD], &person);
    assert_true(store_write(lab.store, &write, 1, NULL, NULL));
}

static void add_people(void)
{
    static const char *const NAMES[] = { "Ada", "Bob", "Cem", "Dan", "Eve" };
    for (int i = 0; i < 5; i++)
        add_person(ADA + i, PERSON_ACCOUNT, NAMES[i]);
    for (int i = 0; i < 3; i++)
        add_person(GUEST + i, PERSON_ANONYMOUS, "");
}

static int open_lab(bool shared)
{
    Told *told = lab.told ? lab.told : malloc(TOLD_MAX * sizeof *told);
    lab = (Lab){ .now = LAB_BEGIN, .random = 1, .told = told, .shared = shared };
    strcpy(lab.folder, "/tmp/meydan-play-XXXXXX");
    if (!mkdtemp(lab.folder)) return -1;
    snprintf(lab.path, sizeof lab.path, "%s/store", lab.folder);
    if (postgres_store()) {
        snprintf(lab.path, sizeof lab.path, "%s", postgres_store());
        postgres_empty();
    }
    open_play();
    add_people();
    lab_settle();
    return 0;
}

int lab_open(void **state)
{
    (void)state;
    return open_lab(false);
}

int lab_open_shared(void **state)
{
    (void)state;
    return open_lab(true);
}

static void close_play(void)
{
    rooms_stop(lab.rooms);
    store_close(lab.store);
    rooms_free(lab.rooms);
}

int lab_close(void **state)
{
    (void)state;
    close_play();
    DIR *open = opendir(lab.folder);
    for (struct dirent *entry; (entry = readdir(open));) {
        char name[512];
        snprintf(name, sizeof name, "%s/%s", lab.folder, entry->d_name);
        if (entry->d_name[0] != '.') unlink(name);
    }
    closedir(open);
    return rmdir(lab.folder);
}

void lab_restart(i64 down_ms, bool kill)
{
    if (kill) {
        store_close(lab.store); // commits everything, and nothing more
        rooms_free(lab.rooms);
    } else {
        close_play();
    }
    lab.now += down_ms;
    open_play();
}

static void on_barrier(void *context, StoreStatus status)
{
    (void)status;
    *(bool *)context = true;
}

// All earlier writes are decided by then, and their consequences are in the queue.
static void barrier(void)
{
    bool passed = false;
    const SecretArg none = { 0 };
    const StoreWrite nothing = store_op(&PERSON_OPS[PERSONS_END_SESSION], &none);
    assert_true(store_write(lab.store, &nothing, 1, on_barrier, &passed));
    while (!passed) {
        nanosleep(&(struct timespec){ .tv_nsec = 50000 }, NULL);
        store_collect(lab.store);
    }
}

void lab_settle(void)
{
    // Wait for two idle rounds, because a read may lead to a write.
    for (int quiet = 0; quiet < 2; quiet++) {
        int before = lab.told_count + lab.done;
        barrier();
        if (before != lab.told_count + lab.done) quiet = -1;
    }
}

void lab_hold_store(bool hold)
{
    static sqlite3 *holder;
    if (postgres_store()) return postgres_hold(hold);
    if (hold) {
        assert_int_equal(sqlite3_open(lab.path, &holder), SQLITE_OK);
        sqlite3_busy_timeout(holder, 10000);
        assert_int_equal(sqlite3_exec(holder, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    } else {
        assert_int_equal(sqlite3_exec(holder, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
        sqlite3_close(holder);
    }
}

void lab_wait(i64 ms)
{
    lab.now += ms;
    while (lab.woken_at <= lab.now) {
        lab.woken_at = CLOCK_NEVER;
        rooms_tick(lab.rooms);
        lab_settle();
    }
}

// --- games ---------------------------------------------------------------------------------------

GameSetup lab_setup(const char *variant, const char *clock)
{
    GameSetup setup = { .open_to_all = true };
    variant_start(variant_find(text_of(variant)), &setup.start);
    assert_int_equal(clock_read(text_of(clock), &setup.clock, NULL), OK);
    return setup;
}

i64 lab_make(GameSetup setup, const i64 *people)
{
    for (int i = 0; people && i < setup.start.head.variant->players; i++)
        setup.seat[i].person = people[i];
    rooms_make(lab.rooms, &setup, people && people[0] ? people[0] : ADA, lab_done, NULL);
    lab_settle();
    return lab.result.code == ERROR_NONE ? lab.result.game : 0;
}

i64 lab_game(const char *clock)
{
    i64 game = lab_make(lab_setup("quoridor", clock), (i64[]){ ADA, BOB });
    assert_int_equal(lab_move(game, ADA, "e2"), ERROR_NONE);
    assert_int_equal(lab_move(game, BOB, "e8"), ERROR_NONE);
    return game;
}

const Room *lab_room(i64 game)
{
    const Room *room = rooms_find(lab.rooms, game);
    assert_non_null(room);
    return room;
}

ErrorCode lab_do(const Action *action)
{
    int before = lab.done;
    rooms_act(lab.rooms, action, lab_done, NULL);
    if (lab.done == before) lab_settle();
    assert_int_equal(lab.done, before + 1);
    return lab.result.code;
}

ErrorCode lab_act(ActionKind kind, i64 game, i64 person)
{
    return lab_do(&(Action){ .kind = kind, .game = game, .person = person, .seat = -1 });
}

ErrorCode lab_seat(i64 game, i64 person, int seat)
{
    return lab_do(&(Action){ .kind = ACT_JOIN, .game = game, .person = person, .seat = seat });
}

ErrorCode lab_move_lag(i64 game, i64 person, const char *move, i64 lag_ms)
{
    return lab_do(&(Action){ .kind = ACT_MOVE,
                             .game = game,
                             .person = person,
                             .ply = (int)lab_room(game)->match.count,
                             .move = text_of(move),
                             .lag_ms = lag_ms });
}

ErrorCode lab_move(i64 game, i64 person, const char *move)
{
    return lab_move_lag(game, person, move, 0);
}

ErrorCode lab_any_move(i64 game)
{
    const Room *room = lab_room(game);
    Move moves[MOVES_MAX];
    Rng rng = { lab.random };
    int count = room_variant(room)->game->moves(&room->match.position, moves);
    Move move = moves[rng_below(&rng, (u32)count)];
    rng_next(&rng);
    lab.random = rng.state;
    MoveText text = move_text(&room->match.position, move);
    return lab_move(game, room->seat[room_turn(room)].person, text.at);
}

const Told *lab_last(void)
{
    assert_true(lab.told_count > 0);
    return &lab.told[(lab.told_count - 1) % TOLD_MAX];
}

i64 lab_left(i64 game, int seat)
{
    return room_clock(lab_room(game), seat, lab.now).main;
}

void lab_same_room(const Room *a, const Room *b)
{
    assert_int_equal(a->id, b->id);
    assert_ptr_equal(a->layout, b->layout);
    assert_int_equal(a->speed, b->speed);
    assert_int_equal(a->state, b->state);
    assert_int_equal(a->lot, b->lot);
    assert_int_equal(a->rated, b->rated);
    assert_int_equal(a->open_to_all, b->open_to_all);
    assert_int_equal(a->maker, b->maker);
    assert_int_equal(a->rematch_of, b->rematch_of);
    assert_int_equal(a->created_ms, b->created_ms);
    assert_int_equal(a->started_ms, b->started_ms);
    assert_int_equal(a->ended_ms, b->ended_ms);
    assert_int_equal(a->number, b->number);
    assert_int_equal(a->aborted, b->aborted);
    assert_int_equal(a->has_ratings, b->has_ratings);
    assert_memory_equal(a->shown, b->shown, sizeof a->shown);
    assert_int_equal(a->stands, b->stands);
    assert_int_equal(a->takebacks, b->takebacks);
    assert_int_equal(a->leaves, b->leaves);
    for (int i = 0; i < a->leaves; i++) {
        assert_int_equal(a->leave[i].ply, b->leave[i].ply);
        assert_int_equal(a->leave[i].seat, b->leave[i].seat);
        assert_int_equal(a->leave[i].reason, b->leave[i].reason);
    }
    const Match *m = &a->match, *n = &b->match;
    for (int i = 0; i < room_players(a); i++) {
        const Seat *s = &a->seat[i], *t = &b->seat[i];
        assert_int_equal(s->person, t->person);
        assert_int_equal(s->invited, t->invited);
        assert_int_equal(s->level, t->level);
        assert_int_equal(s->kind, t->kind);
        assert_string_equal(s->name, t->name);
        assert_int_equal(s->out, t->out);
        assert_int_equal(s->reason, t->reason);
        assert_int_equal(s->quota.left, t->quota.left);
        assert_int_equal(m->clock[i].main, n->clock[i].main);
        assert_int_equal(m->clock[i].periods, n->clock[i].periods);
    }
    assert_string_equal(position_text(&m->start).at, position_text(&n->start).at);
    assert_string_equal(position_text(&m->position).at, position_text(&n->position).at);
    assert_int_equal(m->outcome.over, n->outcome.over);
    assert_int_equal(m->outcome.winners, n->outcome.winners);
    assert_int_equal(m->outcome.drawn, n->outcome.drawn);
    assert_int_equal(m->outcome.reason, n->outcome.reason);
    assert_int_equal(a->began_ms, b->began_ms);
    assert_int_equal(m->since, n->since);
    assert_int_equal(m->now, n->now);
    assert_int_equal(m->count, n->count);
    assert_int_equal(m->departures, n->departures);
    assert_int_equal(m->draw_agreed, n->draw_agreed);
    assert_int_equal(m->takeback_by, n->takeback_by);
    assert_int_equal(m->takeback_agreed, n->takeback_agreed);
    if (m->takeback_by != NOBODY) assert_int_equal(m->takeback_to, n->takeback_to);
    for (u32 i = 0; i < m->count; i++) {
        assert_true(m->plies[i].key == n->plies[i].key);
        assert_int_equal(m->plies[i].move, n->plies[i].move);
        assert_int_equal(m->plies[i].main, n->plies[i].main);
        assert_int_equal(m->plies[i].periods, n->plies[i].periods);
        assert_int_equal(m->plies[i].player, n->plies[i].player);
    }
}

void lab_check_loaded(i64 game)
{
    Fault why;
    Room *loaded = rooms_load_over(lab.store, game, &why);
    assert_non_null(loaded);
    lab_same_room(lab_room(game), loaded);
    rooms_free_room(loaded);
}

void lab_check_restart(i64 game)
{
    Room before = *lab_room(game);
    Ply *plies = malloc((before.match.count + 1) * sizeof *plies);
    if (before.match.count) memcpy(plies, before.match.plies, before.match.count * sizeof *plies);
    before.match.plies = plies;
    lab_restart(0, false);
    lab_same_room(&before, lab_room(game));
    free(plies);
}

void lab_check_record(i64 game)
{
    const Room *room = lab_room(game);
    size_t length;
    char *text = room_record(room, lab.now, &length);
    RecordReader reader = record_reader((Text){ text, length });
    Record record;
    Fault why;
    Replay replay;
    assert_int_equal(record_next(&reader, &record, &why), RECORD_READ);
    Key *keys = malloc(record_replay_size(&record) * sizeof *keys);
    if (record_replay(&record, keys, &replay, &why) != OK) fail_msg("%s\n%s", why.message, text);
    assert_int_equal(replay.plies, room->match.count);
    assert_string_equal(position_text(&replay.position).at,
                        position_text(&room->match.position).at);
    assert_int_equal(replay.outcome.winners, room->match.outcome.winners);
    assert_int_equal(replay.outcome.drawn, room->match.outcome.drawn);
    free(keys);
    free(text);
}
