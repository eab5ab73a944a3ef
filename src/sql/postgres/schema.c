// SPDX-License-Identifier: MIT
// Migrations, and the tables and functions of PostgreSQL alone. One process at a time migrates.
// Each migration is one transaction, which also writes its number.
#include "sql/postgres/postgres.h"

#include "sql/migrations.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The driver's own migrations. The first is applied before the other ones of the store, the rest
// after them. They are never changed once they have been released.
static const char *const EXTRAS[] = {
    "CREATE TABLE meydan_schema ("
    "  one integer PRIMARY KEY CHECK (one = 1),"
    "  version integer NOT NULL,"
    "  extras integer NOT NULL"
    ");"
    "INSERT INTO meydan_schema VALUES (1, 0, 0);"
    // A statement that should have changed one row but didn't undoes its call.
    "CREATE FUNCTION meydan_one(changed bigint) RETURNS bigint LANGUAGE plpgsql AS $$"
    " BEGIN IF changed <> 1 THEN RAISE EXCEPTION 'stale' USING ERRCODE = 'MY001'; END IF;"
    " RETURN changed; END $$;"
    "CREATE FUNCTION meydan_refuse() RETURNS trigger LANGUAGE plpgsql AS $$"
    " BEGIN RAISE EXCEPTION '%', TG_ARGV[0]; END $$;"
    // The calls of the last hour, by their random ids. `xid` tells another node whether its
    // snapshot includes the call.
    "CREATE TABLE written ("
    "  id bigint PRIMARY KEY,"
    "  node bigint NOT NULL,"
    "  people boolean NOT NULL,"
    "  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),"
    "  at timestamptz NOT NULL DEFAULT now()"
    ");"
    "CREATE INDEX written_xid ON written (xid) WHERE people;"
    "CREATE INDEX written_at ON written (at);",
};
enum { EXTRAS_COUNT = sizeof EXTRAS / sizeof *EXTRAS };

// The address for messages, without user and password.
static void name_of(const PgConnection *c, char *name, size_t capacity)
{
    char *words = NULL;
    const char *host = "", *database = "";
    PQconninfoOption *options = PQconninfoParse(c->where, &words);
    PQfreemem(words);
    for (PQconninfoOption *option = options; option && option->keyword; option++) {
        if (option->val && !strcmp(option->keyword, "host")) host = option->val;
        if (option->val && !strcmp(option->keyword, "dbname")) database = option->val;
    }
    snprintf(name, capacity, "postgresql://%s/%s", host, database);
    PQconninfoFree(options);
}

void pg_refuse(PgConnection *c, Fault *why)
{
    char name[256];
    name_of(c, name, sizeof name);
    fault(why, MALFORMED, "store %q: %s", text_of(name), c->shared.cause);
}

static bool read_versions(PgConnection *c, int *version, int *extras)
{
    char answer[64];
    *version = *extras = 0;
    if (!pg_ask(c, "SELECT to_regclass('meydan_schema')::text", answer, sizeof answer))
        return false;
    if (!answer[0]) return true; // the database is empty
    if (!pg_ask(c, "SELECT version || ' ' || extras FROM meydan_schema", answer, sizeof answer))
        return false;
    return sscanf(answer, "%d %d", version, extras) == 2;
}

// A migration and its number in one transaction: a crash leaves the old version or the new one.
static bool apply(PgConnection *c, const char *sql, const char *column, int number)
{
    size_t capacity = strlen(sql) + 256;
    char *text = malloc(capacity);
    if (!text) return false;
    snprintf(text, capacity, "BEGIN; %s; UPDATE meydan_schema SET %s = %d; COMMIT", sql, column,
             number);
    bool fine = pg_run(c, text);
    char kept[STORE_CAUSE_MAX];
    snprintf(kept, sizeof kept, "%s", c->shared.cause);
    if (!fine && c->pg) pg_run(c, "ROLLBACK");
    if (!fine) snprintf(c->shared.cause, sizeof c->shared.cause, "%s", kept);
    free(text);
    return fine;
}

static bool step_up(PgConnection *c, int version, int extras, int to)
{
    if (!extras && !apply(c, EXTRAS[0], "extras", ++extras)) return false;
    for (; version < to; version++)
        if (!apply(c, MIGRATIONS[version].postgres, "version", version + 1)) return false;
    for (; extras < EXTRAS_COUNT; extras++)
        if (!apply(c, EXTRAS[extras], "extras", extras + 1)) return false;
    return true;
}

bool pg_migrate_to(const char *where, int version, Fault *why)
{
    PgConnection c = { .where = (char *)(uintptr_t)where };
    pthread_mutex_init(&c.lock, NULL);
    bool fine = pg_connect(&c, pg_now_ms()) && step_up(&c, 0, 0, version);
    if (!fine) pg_refuse(&c, why);
    pg_drop(&c);
    pthread_mutex_destroy(&c.lock);
    return fine;
}

bool pg_migrate(PgConnection *c, bool only_look, Fault *why)
{
    int version, extras;
    bool fine = only_look || pg_run(c, "SELECT pg_advisory_lock(7236, 0)");
    fine = fine && read_versions(c, &version, &extras);
    bool old = fine && (version < MIGRATIONS_COUNT || extras < EXTRAS_COUNT);
    bool newer = fine && (version > MIGRATIONS_COUNT || extras > EXTRAS_COUNT);
    if (fine && old && !newer && !only_look) fine = step_up(c, version, extras, MIGRATIONS_COUNT);
    if (!fine) pg_refuse(c, why);
    if (c->pg && !only_look) pg_run(c, "SELECT pg_advisory_unlock(7236, 0)");
    if (!fine) return false;
    char name[256];
    name_of(c, name, sizeof name);
    if (newer)
        fault(why, MALFORMED,
              "store %q has version %d, written by a newer program; this one knows %d",
              text_of(name), version, MIGRATIONS_COUNT);
    else if (old && only_look)
        fault(why, MALFORMED, "store %q has version %d; start the server once to bring it up to %d",
              text_of(name), version, MIGRATIONS_COUNT);
    return !newer && !(old && only_look);
}
