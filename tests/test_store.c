// SPDX-License-Identifier: MIT
// The store: what is acknowledged is there, in order, whole; also after kill -9 at any instant.
#include "stored.h"

#include <pthread.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct Seen {
    int games, events, last_number, plies, stop_after;
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
    return true;
}

static Seen see(Store *store, i64 id, int stop_after)
{
    Seen seen = { .stop_after = stop_after };
    const StoreReader reader = { .context = &seen, .game = see_game, .event = see_event };
    assert_true(id ? store_load_game(store, id, &reader, &why)
                   : store_load_live(store, &reader, &why));
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

    // All or nothing, and the rest of the queue goes on.
    const StoreWrite both[] = { move_of(1, 2, 2), move_of(1, 2, 3) };
    const StoreWrite last[] = { move_of(1, 2, 2), end_of(1) };
    assert_int_equal(write_now(store, both, 2), STORE_CONFLICT);
    assert_int_equal(see(store, 1, 0).events, 2);
    assert_int_equal(write_now(store, last, 2), STORED);
    assert_int_equal(write_one(store, move_of(1, 3, 3)), STORE_CONFLICT); // it is over
    assert_int_equal(write_one(store, end_of(1)), STORE_CONFLICT);
    assert_int_equal(see(store, 1, 0).events, 3);

    // In one group, after a refusal its successors are refused too.
    int status[4];
    const StoreWrite second = game_of(2);
    store_write(store, &second, 1, note_status, &status[0]);
    const StoreWrite gap = move_of(2, 1, 0), next = move_of(2, 2, 1), first = move_of(2, 0, 0);
    store_write(store, &gap, 1, note_status, &status[1]);
    store_write(store, &next, 1, note_status, &status[2]);
    store_write(store, &first, 1, note_status, &status[3]);
    store_close(store); // calls what has not been called
    assert_true(status[0] == STORED && status[1] == STORE_CONFLICT);
    assert_true(status[2] == STORE_CONFLICT && status[3] == STORED);
}

static void strange_texts(void **state)
{
    (void)state;
    Store *store = open_store(0);
    StoreWrite game = game_of(1), event = move_of(1, 0, NO_PLY);
    char body[] = "'; DROP TABLE event; --";
    event.event.body = text_of(body);
    assert_true(store_write(store, &game, 1, NULL, NULL));
    assert_true(store_write(store, &event, 1, NULL, NULL));
    memset(body, 'x', sizeof body); // it has been copied
    event = move_of(1, 1, NO_PLY);
    event.event.body = (Text){ NULL, 0 };
    assert_int_equal(write_one(store, event), STORED);
    store_close(store);
    sqlite3 *db;
    sqlite3_stmt *statement;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    sqlite3_prepare_v2(db, "SELECT body FROM event ORDER BY number", -1, &statement, NULL);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    assert_string_equal(sqlite3_column_text(statement, 0), "'; DROP TABLE event; --");
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    assert_string_equal(sqlite3_column_text(statement, 0), "");
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

// Far fewer commits than writes, and every one acknowledged in the order of the calls.
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
    store_close(store);
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
        if (m % 100 == 50 && !store_backup(path, copy_path, &why)) fail_msg("%s", why.message);
    }
    store_close(store);
    assert_int_equal(done, 300);
    assert_true(store_backup(path, copy_path, &why)); // over the old one
    char whole[64];
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
}

static void run_sql(const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
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

// --- kill -9 -------------------------------------------------------------------------------------

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

// Writes moves in ten games as fast as it can and says which are acknowledged, until it is killed.
static void write_for_ever(int out, const int *next)
{
    Store *store = open_store(1);
    int number[10];
    memcpy(number, next, sizeof number);
    for (;;)
        for (int g = 0; g < 10; g++) {
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
    enum { TIMES = 25 };
    int next[10], acknowledged[10];
    for (int g = 0; g < 10; g++)
        next[g] = acknowledged[g] = -1;
    bool begun[10] = { 0 };
    srand(1);
    for (int i = 0; i < TIMES; i++) {
        int ends[2];
        assert_int_equal(pipe(ends), 0);
        pid_t child = fork();
        if (!child) {
            close(ends[0]);
            write_for_ever(ends[1], next);
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
        store_close(store);
    }
    int moves = 0;
    for (int g = 0; g < 10; g++)
        moves += acknowledged[g] + 1;
    assert_true(moves > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(written_and_read),
        STORE_TEST(what_contradicts_is_refused),
        STORE_TEST(strange_texts),
        STORE_TEST(commits_are_grouped),
        STORE_TEST(backups),
        STORE_TEST(what_cannot_be_opened),
        STORE_TEST(killed_at_any_instant),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
