// SPDX-License-Identifier: MIT
// The store: acknowledged writes are there, in order and whole, also after kill -9 at any instant.
#include "server/games/game_ops.h"
#include "server/games/rating_ops.h"
#include "server/identity/persons.h"
#include "support/stored.h"

#include "base/rng.h"

#include <pthread.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct Seen {
    int games, events, last_number, plies, takebacks, stop_after;
    i64 last_game;
    char result[32];
} Seen;

static bool see_game(void *context, const StoredGame *game)
{
    Seen *seen = context;
    seen->games++;
    seen->last_game = game->id;
    seen->last_number = -1;
    assert_true(text_is(game->variant, "abalone"));
    assert_true(text_is(game->setup, "{\"clock\":\"600+5\"}"));
    Out out = out_to(seen->result, sizeof seen->result);
    out_text(&out, game->result);
    return seen->games != seen->stop_after;
}

static bool see_event(void *context, const StoredEvent *event)
{
    Seen *seen = context;
    seen->events++;
    assert_true(event->game == seen->last_game && event->number == seen->last_number + 1);
    assert_true(event->at_ms == 2000 + event->number && text_is(event->body, "a1b2"));
    seen->last_number = event->number;
    if (event->ply != NO_PLY) seen->plies++;
    if (event->takes_back) seen->takebacks++;
    return true;
}

static Seen see(Store *store, i64 id, int stop_after)
{
    Seen seen = { .stop_after = stop_after };
    const GameReader reader = { .context = &seen, .game = see_game, .event = see_event };
    assert_true(id ? games_load(store, id, &reader, &why) : games_load_live(store, &reader, &why));
    return seen;
}

static void written_and_read(void **state)
{
    (void)state;
    Store *store = open_store(0);
    assert_int_equal(write_one(store, game_of(7)), STORED);
    assert_int_equal(write_one(store, move_of(7, 0, 0)), STORED);
    assert_int_equal(write_one(store, move_of(7, 1, NO_PLY)), STORED);
    assert_int_equal(write_one(store, move_of(7, 2, 1)), STORED);
    assert_int_equal(write_one(store, game_of(8)), STORED);
    store_close(store);

    store = open_store(0);
    Seen seen = see(store, 0, 0);
    assert_true(seen.games == 2 && seen.events == 3 && seen.plies == 2);
    assert_int_equal(see(store, 0, 1).games, 1);
    assert_int_equal(see(store, 7, 0).events, 3);
    assert_int_equal(see(store, 99, 0).games, 0);
    assert_int_equal(write_one(store, end_of(7)), STORED);
    assert_int_equal(see(store, 0, 0).games, 1);
    assert_string_equal(see(store, 7, 0).result, "1-0");
    store_close(store);
}

static void what_contradicts_is_refused(void **state)
{
    (void)state;
    Store *store = open_store(0);
    assert_int_equal(write_one(store, move_of(1, 0, 0)), STORE_CONFLICT); // no such game
    assert_int_equal(write_one(store, end_of(1)), STORE_CONFLICT);
    assert_int_equal(write_one(store, game_of(1)), STORED);
    assert_int_equal(write_one(store, game_of(1)), STORE_CONFLICT);
    assert_int_equal(write_one(store, move_of(1, 1, 0)), STORE_CONFLICT); // a gap
    assert_int_equal(write_one(store, move_of(1, 0, 0)), STORED);
    assert_int_equal(write_one(store, move_of(1, 0, 1)), STORE_CONFLICT); // a fork
    assert_int_equal(write_one(store, move_of(1, 1, 0)), STORE_CONFLICT); // that ply again
    assert_int_equal(write_one(store, move_of(1, 1, 1)), STORED);

    // All or nothing, and the rest of the queue continues.
    const StoreWrite both[] = { move_of(1, 2, 2), move_of(1, 2, 3) };
    const StoreWrite last[] = { move_of(1, 2, 2), end_of(1) };
    assert_int_equal(write_now(store, both, 2), STORE_CONFLICT);
    assert_int_equal(see(store, 1, 0).events, 2);
    assert_int_equal(write_now(store, last, 2), STORED);
    assert_int_equal(write_one(store, move_of(1, 3, 3)), STORE_CONFLICT); // the game is over
    assert_int_equal(write_one(store, end_of(1)), STORE_CONFLICT);
    assert_int_equal(see(store, 1, 0).events, 3);

    // In one group a refused write's successors are refused too.
    int status[4];
    const StoreWrite second = game_of(2);
    store_write(store, &second, 1, note_status, &status[0]);
    const StoreWrite gap = move_of(2, 1, 0), next = move_of(2, 2, 1), first = move_of(2, 0, 0);
    store_write(store, &gap, 1, note_status, &status[1]);
    store_write(store, &next, 1, note_status, &status[2]);
    store_write(store, &first, 1, note_status, &status[3]);
    store_close(store); // calls the remaining callbacks
    assert_true(status[0] == STORED && status[1] == STORE_CONFLICT);
    assert_true(status[2] == STORE_CONFLICT && status[3] == STORED);
}

// --- moves and takebacks -------------------------------------------------------------------------

static StoreWrite takeback_of(i64 game, int number, int left)
{
    StoreWrite write = move_of(game, number, left);
    ((StoredEvent *)args_of(&write))->takes_back = true;
    return write;
}

static void taken_back(void **state)
{
    (void)state;
    Store *store = open_store(0);
    const StoreWrite writes[] = { game_of(1), move_of(1, 0, 0), move_of(1, 1, 1), move_of(1, 2, 2),
                                  move_of(1, 3, NO_PLY) };
    assert_int_equal(write_now(store, writes, 5), STORED);
    // more than the game has
    assert_int_equal(write_one(store, takeback_of(1, 4, 4)), STORE_CONFLICT);
    assert_int_equal(write_one(store, takeback_of(1, 4, 1)), STORED);
    assert_int_equal(write_one(store, move_of(1, 5, 3)), STORE_CONFLICT);
    assert_int_equal(write_one(store, move_of(1, 5, 1)), STORED); // this ply again
    assert_int_equal(write_one(store, move_of(1, 6, 1)), STORE_CONFLICT);
    assert_int_equal(write_one(store, takeback_of(1, 6, 0)), STORED);
    assert_int_equal(write_one(store, move_of(1, 7, 0)), STORED);
    assert_int_equal(see(store, 1, 0).events, 8);
    assert_int_equal(see(store, 1, 0).takebacks, 2);
    if (!store_check(store, &why)) fail_msg("%s", why.message);
    store_close(store);
}

// Any writes in any order: one is accepted if and only if it is next, and exactly those are read.
static void any_order(void **state)
{
    (void)state;
    enum { GAMES = 4, WRITES = 3000 };
    struct {
        bool there, over;
        int number, plies;
    } model[GAMES + 1] = { 0 };
    static int wanted[WRITES], status[WRITES];
    Rng rng = { 77 };
    Store *store = open_store(0);
    for (int i = 0; i < WRITES; i++) {
        int g = 1 + (int)(rng_next(&rng) % GAMES), what = (int)(rng_next(&rng) % 100);
        // Usually the next number and ply of the game, which the store accepts.
        int number = model[g].number + (rng_next(&rng) % 8 ? 0 : (int)(rng_next(&rng) % 5) - 2);
        int ply = model[g].plies + (rng_next(&rng) % 8 ? 0 : (int)(rng_next(&rng) % 5) - 2);
        if (ply < 0) ply = 0;
        bool next = model[g].there && !model[g].over && number == model[g].number;
        StoreWrite write;
        if (what < 3) {
            write = game_of(g);
            wanted[i] = model[g].there ? STORE_CONFLICT : STORED;
            model[g].there = true;
        } else if (what < 80) {
            write = move_of(g, number, ply);
            wanted[i] = next && ply == model[g].plies ? STORED : STORE_CONFLICT;
            if (wanted[i] == STORED) model[g].plies++;
        } else if (what < 90) {
            write = move_of(g, number, NO_PLY);
            wanted[i] = next ? STORED : STORE_CONFLICT;
        } else if (what < 99 || i < WRITES / 2) {
            ply = model[g].plies ? (int)(rng_next(&rng) % (u64)(model[g].plies + 3)) : 0;
            write = takeback_of(g, number, ply);
            wanted[i] = next && ply <= model[g].plies ? STORED : STORE_CONFLICT;
            if (wanted[i] == STORED) model[g].plies = ply;
        } else {
            write = end_of(g);
            wanted[i] = model[g].there && !model[g].over ? STORED : STORE_CONFLICT;
            ((GameEnd *)args_of(&write))->plies = model[g].plies;
            if (wanted[i] == STORED) model[g].over = true;
        }
        if (write.op == &GAME_OPS[GAMES_ADD_EVENT] && wanted[i] == STORED) model[g].number++;
        assert_true(store_write(store, &write, 1, note_status, &status[i]));
    }
    store_close(store);
    int stored = 0;
    for (int i = 0; i < WRITES; i++) {
        assert_int_equal(status[i], wanted[i]);
        stored += status[i] == STORED;
    }
    assert_true(stored > WRITES / 4);
    store = open_store(0);
    if (!store_check(store, &why)) fail_msg("%s", why.message);
    for (int g = 1; g <= GAMES; g++)
        assert_int_equal(see(store, g, 0).events, model[g].number);
    store_close(store);
}

static void strange_texts(void **state)
{
    (void)state;
    Store *store = open_store(0);
    StoreWrite game = game_of(1), event = move_of(1, 0, NO_PLY);
    char body[] = "'; DROP TABLE event; --";
    ((StoredEvent *)args_of(&event))->body = text_of(body);
    assert_true(store_write(store, &game, 1, NULL, NULL));
    assert_true(store_write(store, &event, 1, NULL, NULL));
    memset(body, 'x', sizeof body); // the store has its own copy
    event = move_of(1, 1, NO_PLY);
    ((StoredEvent *)args_of(&event))->body = (Text){ NULL, 0 };
    assert_int_equal(write_one(store, event), STORED);
    store_close(store);
    sqlite3 *db;
    sqlite3_stmt *statement;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    sqlite3_prepare_v2(db, "SELECT body FROM event ORDER BY number", -1, &statement, NULL);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    assert_string_equal((const char *)sqlite3_column_text(statement, 0), "'; DROP TABLE event; --");
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    assert_string_equal((const char *)sqlite3_column_text(statement, 0), "");
    sqlite3_finalize(statement);
    sqlite3_close(db);
}

typedef struct Waker {
    pthread_mutex_t lock;
    pthread_cond_t woken;
    int count;
} Waker;

static void wake(void *context)
{
    Waker *waker = context;
    pthread_mutex_lock(&waker->lock);
    waker->count++;
    pthread_cond_signal(&waker->woken);
    pthread_mutex_unlock(&waker->lock);
}

static void count_done(void *context, StoreStatus status)
{
    assert_int_equal(status, STORED);
    ++*(int *)context;
}

// There are far fewer commits than writes, and every write is acknowledged in the order of the
// calls.
static void commits_are_grouped(void **state)
{
    (void)state;
    enum { GAMES = 50, MOVES = 40 };
    Waker waker = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0 };
    Store *store = store_open(
        &(StoreSetup){ .where = path, .gather_ms = 3, .wake = wake, .context = &waker }, &why);
    assert_non_null(store);
    int done = 0;
    for (int g = 1; g <= GAMES; g++) {
        StoreWrite game = game_of(g);
        assert_true(store_write(store, &game, 1, count_done, &done));
    }
    for (int m = 0; m < MOVES; m++)
        for (int g = 1; g <= GAMES; g++) {
            StoreWrite move = move_of(g, m, m);
            assert_true(store_write(store, &move, 1, count_done, &done));
        }
    while (done < GAMES * (MOVES + 1)) {
        pthread_mutex_lock(&waker.lock);
        while (!waker.count)
            pthread_cond_wait(&waker.woken, &waker.lock);
        int commits = waker.count;
        pthread_mutex_unlock(&waker.lock);
        assert_true(commits < 100);
        store_collect(store);
        nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
    }
    Seen seen = see(store, 0, 0);
    assert_true(seen.games == GAMES && seen.events == GAMES * MOVES);
    assert_int_equal(write_one(store, game_of(1)), STORE_CONFLICT);
    StoreTraffic traffic = store_traffic(store);
    assert_true(traffic.stored == GAMES * (MOVES + 1) && traffic.conflicts == 1);
    assert_true(traffic.commits < 100 && !traffic.failed && !traffic.waiting);
    store_close(store);
}

// A copy made while writing is whole, and has nothing that was requested later.
static void check_copy(int most)
{
    Store *copy = store_open(&(StoreSetup){ .where = copy_path, .read_only = true }, &why);
    if (!copy || !store_check(copy, &why)) fail_msg("%s", why.message);
    assert_true(see(copy, 1, 0).events <= most);
    store_close(copy);
}

static void backups(void **state)
{
    (void)state;
    Store *store = open_store(0);
    assert_int_equal(write_one(store, game_of(1)), STORED);
    int done = 0;
    for (int m = 0; m < 300; m++) {
        StoreWrite move = move_of(1, m, m);
        assert_true(store_write(store, &move, 1, count_done, &done));
        if (m % 100 != 50) continue;
        if (!store_backup(path, copy_path, &why)) fail_msg("%s", why.message);
        check_copy(m + 1);
    }
    store_close(store);
    assert_int_equal(done, 300);
    assert_true(store_backup(path, copy_path, &why)); // over the old one
    char whole[128];
    strcpy(whole, path);
    strcpy(path, copy_path); // the copy is a store like any other
    store = open_store(0);
    assert_int_equal(see(store, 1, 0).events, 300);
    assert_int_equal(write_one(store, move_of(1, 300, 300)), STORED);
    store_close(store);
    strcpy(path, whole);

    assert_false(store_backup("/nowhere/store", copy_path, &why));
    assert_non_null(strstr(why.message, "/nowhere/store"));
    assert_false(store_backup(path, "/nowhere/copy", &why));
    struct stat info;
    assert_int_equal(stat(copy_path, &info), 0); // a failure does not touch it
    // Never over a store in use, not even itself.
    assert_false(store_backup(path, path, &why));
    assert_non_null(strstr(why.message, "is a store that is in use"));
    store = open_store(0);
    assert_false(store_backup(copy_path, path, &why));
    assert_int_equal(write_one(store, move_of(1, 300, 300)), STORED);
    store_close(store);
    assert_true(store_backup(copy_path, path, &why)); // restored
    store = open_store(0);
    assert_int_equal(see(store, 1, 0).events, 301);
    store_close(store);
}

static i64 identity_of(const char *where)
{
    Store *store = store_open(&(StoreSetup){ .where = where }, &why);
    if (!store) fail_msg("%s", why.message);
    i64 identity = store_identity(store);
    assert_int_not_equal(identity, 0);
    store_close(store);
    return identity;
}

// Every store has its own identity. A backup replaces the original, so it keeps it.
static void identity(void **state)
{
    (void)state;
    i64 first = identity_of(path);
    assert_int_equal(identity_of(path), first);
    assert_int_not_equal(identity_of(copy_path), first);
    remove(copy_path);
    if (!store_backup(path, copy_path, &why)) fail_msg("%s", why.message);
    assert_int_equal(identity_of(copy_path), first);
}

static void what_cannot_be_opened(void **state)
{
    (void)state;
    assert_null(store_open(&(StoreSetup){ .where = "/nowhere/store" }, &why));
    assert_non_null(strstr(why.message, "store '/nowhere/store': unable to open database file"));
    run_sql("PRAGMA user_version = 999");
    assert_null(store_open(&(StoreSetup){ .where = path }, &why));
    assert_non_null(strstr(why.message, "written by a newer program"));
    FILE *file = fopen(path, "w");
    for (int i = 0; i < 100; i++)
        fputs("this is no database at all, but it is long enough to look like one\n", file);
    fclose(file);
    assert_null(store_open(&(StoreSetup){ .where = path }, &why));
    assert_non_null(strstr(why.message, "not a database"));
}

// --- a full disk ---------------------------------------------------------------------------------

static void limit_files(rlim_t most)
{
    struct rlimit limit;
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = most;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

// On a full disk nothing is acknowledged and nothing is lost; when there is room writing resumes.
static void full_disk(void **state)
{
    (void)state;
    signal(SIGXFSZ, SIG_IGN);
    Store *store = open_store(0);
    assert_int_equal(write_one(store, game_of(1)), STORED);
    int number = 0;
    struct stat log;
    char name[160];
    snprintf(name, sizeof name, "%s-wal", path);
    assert_int_equal(stat(name, &log), 0);
    limit_files((rlim_t)log.st_size + 20000);
    StoreStatus status;
    while ((status = write_one(store, move_of(1, number, number))) == STORED)
        number++;
    assert_int_equal(status, STORE_FAILED);
    assert_true(number > 0 && number < 100);
    assert_int_equal(write_one(store, move_of(1, number, number)), STORE_FAILED);
    assert_int_equal(see(store, 1, 0).events, number);
    limit_files(RLIM_INFINITY);
    assert_int_equal(write_one(store, move_of(1, number, number)), STORED);
    store_close(store);
    store = open_store(0);
    assert_int_equal(see(store, 1, 0).events, number + 1);
    if (!store_check(store, &why)) fail_msg("%s", why.message);
    store_close(store);
}

static void count_kept(void *context, StoreStatus status)
{
    int *count = context;
    count[status == STORED]++;
}

// A group larger than the cache meets the full disk before its commit: neither it nor the writes
// behind it are kept.
static void full_disk_in_the_middle(void **state)
{
    (void)state;
    enum { GAMES = 1500 };
    static char setup[4000];
    memset(setup, ' ', sizeof setup);
    signal(SIGXFSZ, SIG_IGN);
    Store *store = open_store(500);
    assert_int_equal(write_one(store, game_of(1)), STORED);
    limit_files(1 << 20);
    int count[2] = { 0 };
    for (int i = 0; i < GAMES; i++) {
        StoreWrite write[] = { game_of(2 + i), move_of(2 + i, 0, 0) };
        ((NewGame *)args_of(&write[0]))->setup = (Text){ setup, i % 500 == 499 ? 1 : sizeof setup };
        assert_true(store_write(store, write, 2, count_kept, count));
    }
    while (count[0] + count[1] < GAMES)
        store_collect(store);
    limit_files(RLIM_INFINITY);
    assert_int_equal(count[1], 0);
    assert_int_equal(see(store, 0, 0).games, 1);
    assert_int_equal(write_one(store, game_of(2)), STORED);
    store_close(store);
}

// --- kill -9 -------------------------------------------------------------------------------------

enum { PEOPLE = 10 }; // in place of a game
typedef struct Ack {
    int out, game, number;
} Ack;

static void tell(void *context, StoreStatus status)
{
    Ack *ack = context;
    int said[] = { ack->game, ack->number };
    if (status == STORED && write(ack->out, said, sizeof said) < 0) _exit(1);
    free(ack);
}

// Writes a new person with a session and a rating from a game: all of it or nothing.
static void write_person(Store *store, int id, Ack *ack)
{
    char key[16];
    snprintf(key, sizeof key, "p%d", id);
    const NewChange change = { .step = { .person = id,
                                         .variant = text_of("abalone"),
                                         .speed = text_of("blitz"),
                                         .before = { 1500, 350, 0.06 },
                                         .after = { 1500 + id, 300, 0.06 } },
                               .game = 1 };
    const StoreWrite writes[] = {
        added_person(id, PERSON_ACCOUNT, key),
        kept_op(&PERSON_OPS[PERSONS_ADD_SESSION],
                &(SessionStart){ .hash = { { (u8)id, (u8)(id >> 8), 1 } },
                                 .person = id,
                                 .created_ms = 1,
                                 .expires_ms = 100 }),
        store_op(&RATING_OPS[RATINGS_CHANGE], &change),
    };
    if (!store_write(store, writes, 3, tell, ack)) free(ack);
}

// Whether the person is there; then so must be all that write_person wrote.
static bool see_person(Store *store, int id)
{
    StoredPerson person, other;
    RatingNow now;
    const SecretHash hash = { { (u8)id, (u8)(id >> 8), 1 } };
    bool there = person_by_id(store, id, &person);
    assert_int_equal(person_by_session(store, &hash, 50, &other), there);
    assert_int_equal(ratings_now(store, id, text_of("abalone"), text_of("blitz"), &now), there);
    assert_true(!there || (other.id == id && now.now.rating == 1500 + id));
    return there;
}

// Writes moves in ten games as fast as it can, and now and then a new person, and reports the
// acknowledged writes, until it is killed.
static void write_for_ever(int out, const int *next, int people)
{
    Store *store = open_store(1);
    int number[10];
    memcpy(number, next, sizeof number);
    for (;;)
        for (int g = 0; g < 10; g++) {
            if (g == 9) {
                Ack *ack = malloc(sizeof *ack);
                *ack = (Ack){ out, PEOPLE, ++people };
                write_person(store, people, ack);
            }
            Ack *ack = malloc(sizeof *ack);
            *ack = (Ack){ out, g, number[g] };
            StoreWrite write =
                number[g] < 0 ? game_of(g + 1) : move_of(g + 1, number[g], number[g]);
            number[g]++;
            if (!store_write(store, &write, 1, tell, ack)) free(ack);
            store_collect(store);
            if (g == 0) nanosleep(&(struct timespec){ .tv_nsec = 200000 }, NULL);
        }
}

static void killed_at_any_instant(void **state)
{
    (void)state;
    const int times = postgres_store() ? 6 : 25;
    int next[10], acknowledged[11], people = 0;
    for (int g = 0; g < 10; g++)
        next[g] = acknowledged[g] = -1;
    acknowledged[PEOPLE] = 0;
    bool begun[11] = { 0 };
    srand(1);
    for (int i = 0; i < times; i++) {
        int ends[2];
        assert_int_equal(pipe(ends), 0);
        pid_t child = fork();
        if (!child) {
            close(ends[0]);
            write_for_ever(ends[1], next, people);
        }
        close(ends[1]);
        int said[2];
        // Mostly while it writes, sometimes while it opens.
        bool ready = i % 4 && read(ends[0], said, sizeof said) == sizeof said;
        usleep((useconds_t)(rand() % 40000));
        kill(child, SIGKILL);
        while (ready || read(ends[0], said, sizeof said) == sizeof said) {
            ready = false;
            begun[said[0]] = true;
            if (said[1] > acknowledged[said[0]]) acknowledged[said[0]] = said[1];
        }
        close(ends[0]);
        waitpid(child, NULL, 0);

        Store *store = open_store(0);
        for (int g = 0; g < 10; g++) {
            Seen seen = see(store, g + 1, 0); // also: no gaps
            assert_true(!begun[g] || seen.games == 1);
            assert_true(!seen.games || seen.last_number >= acknowledged[g]);
            next[g] = seen.games ? seen.last_number + 1 : -1;
        }
        people = 0;
        while (see_person(store, people + 1))
            people++;
        assert_true(people >= acknowledged[PEOPLE]);
        if (!store_check(store, &why)) fail_msg("%s", why.message);
        store_close(store);
    }
    int moves = 0;
    for (int g = 0; g < 10; g++)
        moves += acknowledged[g] + 1;
    assert_true(moves > 100 && people > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(written_and_read),
        STORE_TEST(what_contradicts_is_refused),
        STORE_TEST(taken_back),
        STORE_TEST(any_order),
        STORE_TEST(commits_are_grouped),
        STORE_TEST(identity),
        STORE_TEST(killed_at_any_instant),
        // Features of SQLite.
        STORE_TEST(strange_texts),
        STORE_TEST(backups),
        STORE_TEST(what_cannot_be_opened),
        STORE_TEST(full_disk),
        STORE_TEST(full_disk_in_the_middle),
    };
    enum { COUNT = sizeof tests / sizeof *tests, OF_SQLITE = 5 };
    return _cmocka_run_group_tests("tests", tests, COUNT - (postgres_store() ? OF_SQLITE : 0),
                                   make_folder, remove_folder);
}
