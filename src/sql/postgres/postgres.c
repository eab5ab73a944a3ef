// SPDX-License-Identifier: MIT
#include "sql/postgres/postgres.h"
#include "sql/op.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

// How long to wait at the start for a server that is full or hasn't started yet.
enum { OPEN_MS = 10000 };

static void free_writer(PgWriter *w)
{
    if (!w) return;
    free(w->pending);
    free(w->call);
    free(w->batched);
    free(w->arrays);
    free(w->snapshot);
    free(w);
}

static void close_connection(void *connection)
{
    PgConnection *c = connection;
    op_finalize_all(&c->shared);
    pg_drop(c);
    free_writer(c->writer);
    pthread_mutex_destroy(&c->lock);
    free(c->where);
    free(c);
}

// Waiting doesn't help against a wrong password or a missing database.
static bool may_pass(const char *cause)
{
    static const char *const PASSES[] = { "too many",      "connection slots", "starting up",
                                          "shutting down", "recovery",         "read-only",
                                          "accepting" };
    if (!strstr(cause, "FATAL")) return strstr(cause, "invalid") == NULL;
    for (size_t i = 0; i < sizeof PASSES / sizeof *PASSES; i++)
        if (strstr(cause, PASSES[i])) return true;
    return false;
}

static bool connect_first(PgConnection *c)
{
    i64 until = pg_now_ms() + OPEN_MS;
    for (;;) {
        if (pg_connect(c, pg_now_ms())) return true; // each host once
        if (!may_pass(c->shared.cause) || pg_now_ms() > until) return false;
        struct timespec pause = { .tv_nsec = 100000000 };
        nanosleep(&pause, NULL);
    }
}

static bool open_writer(PgConnection *c)
{
    c->writer = calloc(1, sizeof *c->writer);
    if (!c->writer) return false;
    c->writer->current = -1;
    c->writer->pruned_ms = pg_now_ms();
    return getrandom(&c->writer->node, sizeof c->writer->node, 0) > 0;
}

static void *open_connection(const char *where, OpenMode mode, Fault *why)
{
    PgConnection *c = calloc(1, sizeof *c);
    if (!c) {
        fault(why, MALFORMED, "out of memory");
        return NULL;
    }
    pthread_mutex_init(&c->lock, NULL);
    c->shared.driver = &PG_DRIVER;
    c->mode = mode;
    c->where = strdup(where);
    if (!c->where || !connect_first(c)) {
        pg_refuse(c, why);
    } else if (pg_migrate(c, mode == OPEN_READING || mode == OPEN_SNAPSHOT, why)) {
        bool fine = mode != OPEN_WRITING || open_writer(c);
        // The first read of the transaction fixes what it sees.
        if (mode == OPEN_SNAPSHOT)
            fine = fine && pg_run(c, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY") &&
                   pg_run(c, "SELECT 1 FROM game LIMIT 1");
        if (fine) return c;
        pg_refuse(c, why);
    }
    close_connection(c);
    return NULL;
}

static void give_up(void *connection)
{
    PgConnection *c = connection;
    pthread_mutex_lock(&c->lock);
    if (!c->giving_up) c->giving_up_ms = pg_now_ms();
    c->giving_up = true;
    pthread_mutex_unlock(&c->lock);
}

static bool waits(void *connection, char cause[STORE_CAUSE_MAX])
{
    PgConnection *c = connection;
    pthread_mutex_lock(&c->lock);
    bool waits = c->waits;
    if (waits) memcpy(cause, c->waits_for, STORE_CAUSE_MAX);
    pthread_mutex_unlock(&c->lock);
    return waits;
}

static u64 work(void *connection)
{
    PgConnection *c = connection;
    u64 work = c->work;
    c->work = 0;
    return work;
}

static const char *cause(void *connection)
{
    return ((SqlConnection *)connection)->cause;
}

static bool run_any(void *connection, const char *sql)
{
    return pg_run(connection, sql);
}

const Database DATABASE_POSTGRES = {
    .run = run_any,
    .notices = pg_notices,
    .tables = "SELECT relname::text FROM pg_class WHERE relkind = 'r'"
              " AND relnamespace = current_schema()::regnamespace"
              " AND relname NOT IN ('meydan_schema', 'written')",
    .columns = "SELECT column_name::text, CASE data_type WHEN 'text' THEN 'T' WHEN 'bytea' THEN 'B'"
               " WHEN 'double precision' THEN 'R' ELSE 'I' END FROM information_schema.columns"
               " WHERE table_schema = current_schema() AND table_name = $1"
               " AND column_name <> 'made_by' ORDER BY column_name::text COLLATE \"C\"",
    // New rows continue the numbers of the copied ones.
    .copied = "DO $$ DECLARE t record; BEGIN FOR t IN SELECT table_name AS name, column_name AS own"
              "  FROM information_schema.columns WHERE table_schema = current_schema()"
              "  AND is_identity = 'YES' LOOP EXECUTE format('SELECT setval(pg_get_serial_sequence("
              "%L, %L), coalesce(max(%I), 0) + 1, false) FROM %I', t.name, t.own, t.own, t.name);"
              " END LOOP; END $$",
    .open = open_connection,
    .close = close_connection,
    .write = pg_write,
    .give_up = give_up,
    .waits = waits,
    .written_elsewhere = pg_written_elsewhere,
    .work = work,
    .check = pg_check,
    .cause = cause,
    .check_table = pg_check_table,
};
