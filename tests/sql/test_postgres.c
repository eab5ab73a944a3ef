// SPDX-License-Identifier: MIT
// Tests of what only PostgreSQL has: statements and tables in its own words, a server that dies,
// freezes or closes a connection in the middle of a commit.
#include "server/games/game_lists.h"
#include "server/identity/person_ops.h"
#include "support/stored.h"

#include "sql/copy.h"
#include "sql/migrations.h"
#include "sql/postgres/postgres.h"

#include "base/rng.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

// --- the same tables -----------------------------------------------------------------------------

// Columns of all tables, as "table.column" in order, without those of PostgreSQL alone.
static void columns_here(char *text, size_t capacity)
{
    postgres_ask("SELECT string_agg(table_name || '.' || column_name, ' '"
                 "  ORDER BY table_name, column_name) FROM information_schema.columns"
                 " WHERE table_schema = 'public'"
                 " AND table_name NOT IN ('meydan_schema', 'written')"
                 " AND NOT (table_name = 'event' AND column_name = 'made_by')",
                 text, capacity);
}

static void both_have_the_same_tables(void **state)
{
    (void)state;
    static char here[16384], there[16384];
    store_close(open_store(0));
    columns_here(here, sizeof here);
    store_close(store_open(&(StoreSetup){ .where = copy_path }, &why));
    sqlite_columns(copy_path, there, sizeof there);
    assert_string_equal(here, there);
}

// From every earlier version, as in an upgrade.
static void migrated_from_any_version(void **state)
{
    (void)state;
    static char new[16384], old[16384];
    store_close(open_store(0));
    columns_here(new, sizeof new);
    for (int version = 1; version < MIGRATIONS_COUNT; version++) {
        postgres_run("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
        assert_true(pg_migrate_to(path, version, &why));
        assert_null(store_open(&(StoreSetup){ .where = path, .read_only = true }, &why));
        assert_non_null(strstr(why.message, "start the server once"));
        Store *store = open_store(0);
        assert_int_not_equal(store_identity(store), 0);
        store_close(store);
        columns_here(old, sizeof old);
        assert_string_equal(old, new);
    }
    postgres_run("UPDATE meydan_schema SET version = 999");
    assert_null(store_open(&(StoreSetup){ .where = path }, &why));
    assert_non_null(strstr(why.message, "written by a newer program"));
    postgres_run("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
}

static void *open_one(void *context)
{
    Fault fault;
    *(Store **)context = store_open(&(StoreSetup){ .where = path }, &fault);
    return NULL;
}

// Two nodes start at once on a store of an old version with rows: one migrates, the other waits for
// it, and the rows are counted and numbered once.
static void two_nodes_migrate(void **state)
{
    (void)state;
    postgres_run("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
    assert_true(pg_migrate_to(path, 2, &why));
    postgres_run("INSERT INTO person (id, kind, name, key, created_ms) VALUES"
                 " (11, 1, 'Ada', 'ada', 5), (12, 1, 'Bob', 'bob', 5);"
                 "INSERT INTO game (id, variant, setup, created_ms, ended_ms, result, speed, plies)"
                 " VALUES (1, 'quoridor', 'x', 5, 9, '1-0', 'blitz', 1),"
                 " (2, 'quoridor', 'x', 6, 0, '', 'blitz', 0);"
                 "INSERT INTO event (game, number, kind, ply, at_ms, body, plies) VALUES"
                 " (1, 0, 3, 0, 7, 'e2', 1);"
                 "INSERT INTO seat (game, seat, person, ended_ms, score) VALUES"
                 " (1, 0, 11, 9, 2), (1, 1, 12, 9, 0)");
    Store *store[2] = { NULL, NULL };
    pthread_t thread[2];
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, open_one, &store[i]), 0);
    for (int i = 0; i < 2; i++)
        pthread_join(thread[i], NULL);
    for (int i = 0; i < 2; i++) {
        PersonCounts counts;
        assert_non_null(store[i]);
        assert_true(games_counts(store[i], 11, &counts));
        assert_true(counts.games == 1 && counts.wins == 1);
        if (!store_check(store[i], &why)) fail_msg("%s", why.message);
    }
    char finished[32];
    postgres_ask("SELECT string_agg(game::text, ',') FROM finished", finished, sizeof finished);
    assert_string_equal(finished, "1");
    assert_int_equal(write_one(store[1], move_of(2, 0, 0)), STORED);
    store_close(store[0]);
    store_close(store[1]);
    postgres_run("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
}

// --- copies --------------------------------------------------------------------------------------

typedef struct Sums {
    CopiedTable table[64];
    int count;
} Sums;

static void keep_sum(void *context, const CopiedTable *table)
{
    Sums *sums = context;
    assert_int_equal(table->rows, 1);
    sums->table[sums->count++] = *table;
}

// Copies every table there and back.
static void copied_both_ways(void **state)
{
    (void)state;
    Sums there = { .count = 0 }, back = { .count = 0 };
    char third[80];
    snprintf(third, sizeof third, "%s2", copy_path);
    store_close(store_open(&(StoreSetup){ .where = copy_path }, &why));
    sqlite_fill(copy_path);
    if (!store_copy(copy_path, path, keep_sum, &there, &why)) fail_msg("%s", why.message);
    assert_false(store_copy(copy_path, path, NULL, NULL, &why));
    assert_non_null(strstr(why.message, "not empty"));
    if (!store_copy(path, third, keep_sum, &back, &why)) fail_msg("%s", why.message);
    assert_true(there.count > 25 && there.count == back.count);
    for (int i = 0; i < there.count; i++)
        assert_memory_equal(&there.table[i].sum, &back.table[i].sum, sizeof back.table[i].sum);
    // Numbering continues after the copied rows.
    char number[16];
    postgres_ask("INSERT INTO report (reporter, person, game, reason, text, context, at_ms)"
                 " VALUES (1, 1, 1, '', '', '', 1) RETURNING number",
                 number, sizeof number);
    assert_string_equal(number, "2");
}

// --- faults --------------------------------------------------------------------------------------

// Writes moves in some games and now and then a new person. All of them must be stored, whatever
// happens to the connection.
enum { GAMES = 20 };
typedef struct Writing {
    Store *store;
    int number[GAMES + 1], people;
    int asked, done;
} Writing;

static void count_stored(void *context, StoreStatus status)
{
    assert_int_equal(status, STORED);
    ++*(int *)context;
}

static void ask(Writing *writing, const StoreWrite *writes, int count)
{
    assert_true(store_write(writing->store, writes, count, count_stored, &writing->done));
    writing->asked++;
}

static void begin_writing(Writing *writing)
{
    *writing = (Writing){ .store = open_store(1) };
    for (int g = 1; g <= GAMES; g++) {
        StoreWrite game = game_of(g);
        ask(writing, &game, 1);
    }
}

static void write_more(Writing *writing)
{
    for (int g = 1; g <= GAMES; g++) {
        StoreWrite move = move_of(g, writing->number[g], writing->number[g]);
        writing->number[g]++;
        ask(writing, &move, 1);
    }
    int id = ++writing->people;
    char key[16];
    snprintf(key, sizeof key, "p%d", id);
    ask(writing,
        (StoreWrite[]){ added_person(id, PERSON_ACCOUNT, key),
                        kept_op(&PERSON_OPS[PERSONS_ADD_SESSION],
                                &(SessionStart){ .hash = { { (u8)id, (u8)(id >> 8) } },
                                                 .person = id,
                                                 .created_ms = 1,
                                                 .expires_ms = 100 }) },
        2);
}

// Waits until this many writes are done.
static void await(Writing *writing, int done)
{
    while (writing->done < done) {
        nanosleep(&(struct timespec){ .tv_nsec = 200000 }, NULL);
        store_collect(writing->store);
    }
}

// No write is missing or duplicated.
static void end_writing(Writing *writing)
{
    await(writing, writing->asked);
    store_close(writing->store);
    char wanted[64], found[64];
    int moves = 0;
    for (int g = 1; g <= GAMES; g++)
        moves += writing->number[g];
    snprintf(wanted, sizeof wanted, "%d %d", moves, writing->people);
    postgres_ask("SELECT (SELECT count(*) FROM event) || ' ' || (SELECT count(*) FROM session)",
                 found, sizeof found);
    assert_string_equal(found, wanted);
    Store *store = open_store(0);
    if (!store_check(store, &why)) fail_msg("%s", why.message);
    store_close(store);
}

// Cuts every connection of this process: sent data may have arrived, but no answer comes.
static void cut_connections(void)
{
    for (int fd = 3; fd < 64; fd++) {
        struct sockaddr_un peer;
        socklen_t length = sizeof peer;
        if (!getpeername(fd, (struct sockaddr *)&peer, &length) && peer.sun_family == AF_UNIX &&
            strstr(peer.sun_path, ".s.PGSQL."))
            shutdown(fd, SHUT_RDWR);
    }
}

static void connections_are_cut(void **state)
{
    (void)state;
    Writing writing;
    Rng rng = { 5 };
    begin_writing(&writing);
    await(&writing, GAMES);
    for (int i = 0; i < 60; i++) {
        int done = writing.done;
        write_more(&writing);
        write_more(&writing);
        // At any instant: before sending, while writing, before the answer.
        nanosleep(&(struct timespec){ .tv_nsec = (long)(rng_next(&rng) % 4000000) }, NULL);
        cut_connections();
        await(&writing, done + 1); // it has reconnected
    }
    end_writing(&writing);
}

static void the_server_is_killed(void **state)
{
    (void)state;
    Writing writing;
    begin_writing(&writing);
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 10; k++)
            write_more(&writing);
        await(&writing, writing.done + 30);
        postgres_kill();
        write_more(&writing); // it waits
        postgres_start();
    }
    assert_true(writing.done < writing.asked);
    end_writing(&writing);
}

static void the_server_is_frozen(void **state)
{
    (void)state;
    Writing writing;
    begin_writing(&writing);
    write_more(&writing);
    await(&writing, GAMES + 5);
    postgres_freeze(true);
    write_more(&writing);
    // Health reports the failure, but no write is reported as failed.
    while (!store_health(writing.store).failing)
        store_collect(writing.store);
    assert_non_null(strstr(store_health(writing.store).cause, "does not answer"));
    postgres_freeze(false);
    await(&writing, writing.asked);
    assert_false(store_health(writing.store).failing);
    end_writing(&writing);
}

// Callers wait for a lock, however long it is held.
static void somebody_holds_a_lock(void **state)
{
    (void)state;
    Writing writing;
    begin_writing(&writing);
    await(&writing, GAMES);
    postgres_hold(true);
    write_more(&writing);
    while (!store_health(writing.store).failing) // longer than a server may be silent
        store_collect(writing.store);
    char count[16];
    // Still the same connection.
    postgres_ask("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'", count,
                 sizeof count);
    assert_string_equal(count, "1");
    postgres_hold(false);
    end_writing(&writing);
}

static void *free_places(void *context)
{
    PGconn **held = context;
    nanosleep(&(struct timespec){ .tv_nsec = 300000000 }, NULL);
    for (int i = 0; held[i]; i++)
        PQfinish(held[i]);
    return NULL;
}

// The server has no free connection, so a new one waits.
static void all_places_are_taken(void **state)
{
    (void)state;
    static PGconn *held[100];
    int count = 0;
    store_close(open_store(0));
    for (; count < 99; count++) {
        held[count] = PQconnectdb(path);
        if (PQstatus(held[count]) != CONNECTION_OK) break;
    }
    assert_true(count > 10 && count < 99);
    PQfinish(held[count]);
    held[count] = NULL;
    pthread_t thread;
    pthread_create(&thread, NULL, free_places, held);
    Store *store = open_store(0);
    assert_int_equal(write_one(store, game_of(1)), STORED);
    store_close(store);
    pthread_join(thread, NULL);
}

// --- several hosts -------------------------------------------------------------------------------

// A host of an address that is only a socket: it never answers, or hangs up on every caller.
typedef struct FakeHost {
    char folder[64], name[96];
    int socket, calls;
    pthread_t thread;
} FakeHost;

static void fake_open(FakeHost *host)
{
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    *host = (FakeHost){ .folder = "/tmp/meydan-host-XXXXXX" };
    assert_non_null(mkdtemp(host->folder));
    snprintf(host->name, sizeof host->name, "%s/.s.PGSQL.5432", host->folder);
    snprintf(address.sun_path, sizeof address.sun_path, "%s", host->name);
    host->socket = socket(AF_UNIX, SOCK_STREAM, 0);
    assert_int_equal(bind(host->socket, (struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(listen(host->socket, 100), 0);
}

static void fake_close(const FakeHost *host)
{
    close(host->socket);
    unlink(host->name);
    rmdir(host->folder);
}

static void *hang_up(void *context)
{
    FakeHost *host = context;
    for (int line; (line = accept(host->socket, NULL, NULL)) >= 0; host->calls++)
        close(line);
    return NULL;
}

static PGconn *connect_to(const char *where)
{
    PgConnection c = { .where = (char *)where };
    pthread_mutex_init(&c.lock, NULL);
    c.pg = hosts_connect(&c);
    if (c.pg) assert_true(hosts_note(&c));
    pthread_mutex_destroy(&c.lock);
    return c.pg;
}

// A node waits for a frozen host, since it may be the primary, unless the other one has just been
// promoted.
static void a_promoted_server_is_used_at_once(void **state)
{
    (void)state;
    FakeHost frozen;
    char where[256];
    i64 shortest = 1000000;
    fake_open(&frozen);
    snprintf(where, sizeof where, "postgresql://meydan@/postgres?host=%s,%s", frozen.folder,
             getenv("POSTGRES_FOLDER"));
    for (int promoted = 0; promoted < 2; promoted++) {
        for (int i = 0; i < (promoted ? 20 : 3); i++) {
            i64 begin = pg_now_ms();
            PQfinish(connect_to(where));
            i64 took = pg_now_ms() - begin;
            if (took < shortest) shortest = took;
        }
        assert_true(promoted ? shortest < 200 : shortest >= 200);
        if (!promoted) postgres_promote();
    }
    fake_close(&frozen);
}

static void *connect_in_vain(void *where)
{
    assert_null(connect_to(where));
    return NULL;
}

// While no host accepts writes, a process tries with one of its connections only.
static void one_connection_asks_for_all(void **state)
{
    (void)state;
    enum { THREADS = 8 };
    FakeHost frozen, refuses;
    pthread_t thread[THREADS];
    char where[256];
    fake_open(&frozen);
    fake_open(&refuses);
    pthread_create(&refuses.thread, NULL, hang_up, &refuses);
    snprintf(where, sizeof where, "postgresql://meydan@/postgres?host=%s,%s", frozen.folder,
             refuses.folder);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&thread[i], NULL, connect_in_vain, where);
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    shutdown(refuses.socket, SHUT_RDWR);
    pthread_join(refuses.thread, NULL);
    // every thread would call forty times
    assert_in_range(refuses.calls, THREADS + 1, 10 * THREADS);
    fake_close(&refuses);
    fake_close(&frozen);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(both_have_the_same_tables),
        STORE_TEST(migrated_from_any_version),
        STORE_TEST(two_nodes_migrate),
        STORE_TEST(copied_both_ways),
        STORE_TEST(connections_are_cut),
        STORE_TEST(the_server_is_killed),
        STORE_TEST(the_server_is_frozen),
        STORE_TEST(somebody_holds_a_lock),
        STORE_TEST(all_places_are_taken),
        STORE_TEST(one_connection_asks_for_all),
        STORE_TEST(a_promoted_server_is_used_at_once),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
