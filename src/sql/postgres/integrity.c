// SPDX-License-Identifier: MIT
// Checks whether the store is sound. PostgreSQL verifies its checksums when a table is read. The
// rest is whether the rows fit together.
#include "sql/consistency.h"
#include "sql/postgres/postgres.h"

#include <stdio.h>

static const StoreCheck SCHEMA_CHECKS[] = {
    { "SELECT conrelid::regclass FROM pg_constraint WHERE NOT convalidated LIMIT 1",
      "a row may refer to a missing one, in " },
    { "SELECT game FROM event WHERE NOT EXISTS (SELECT 1 FROM game WHERE id = game) LIMIT 1",
      "a row refers to a missing one, in event: game " },
    { NULL, NULL },
};

// Reads whole tables, so plans without an index are allowed.
static const char PLANS[] = "SET enable_seqscan = on; SET enable_hashjoin = on;"
                            " SET enable_mergejoin = on;"
                            " SET enable_material = on";
static const char PLANS_BACK[] = "SET enable_seqscan = off; SET enable_hashjoin = off;"
                                 " SET enable_mergejoin = off;"
                                 " SET enable_material = off";

static bool pass(PgConnection *c, const StoreCheck *check, Fault *why)
{
    char found[128];
    for (; check->sql; check++) {
        if (!pg_ask(c, check->sql, found, sizeof found))
            return fault(why, MALFORMED, "cannot read the store: %s", c->shared.cause), false;
        if (found[0]) return fault(why, MALFORMED, "%s%s", check->words, found), false;
    }
    return true;
}

bool pg_check(void *connection, Fault *why)
{
    PgConnection *c = connection;
    if ((!c->pg && !pg_connect(c, pg_now_ms() + 10000)) || !pg_run(c, PLANS))
        return fault(why, MALFORMED, "cannot read the store: %s", c->shared.cause), false;
    bool sound = pass(c, SCHEMA_CHECKS, why) && pass(c, STORE_CHECKS, why);
    if (c->pg) pg_run(c, PLANS_BACK);
    return sound;
}

bool pg_check_table(void *connection, int table, bool *more, Fault *why)
{
    PgConnection *c = connection;
    char name[128], sql[256], count[32];
    *more = false;
    if (!c->pg && !pg_connect(c, pg_now_ms() + 10000)) return true; // others report the outage
    snprintf(
        sql, sizeof sql,
        "SELECT quote_ident(relname) FROM pg_class WHERE relkind = 'r'"
        " AND relnamespace = current_schema()::regnamespace ORDER BY relname OFFSET %d LIMIT 1",
        table);
    if (!pg_ask(c, sql, name, sizeof name)) return true;
    *more = name[0];
    if (!*more) return true;
    snprintf(sql, sizeof sql, "SELECT count(t.*) FROM %s AS t", name);
    bool sound = pg_run(c, PLANS) && pg_ask(c, sql, count, sizeof count);
    if (c->pg) pg_run(c, PLANS_BACK);
    if (sound || !c->pg) return true;
    fault(why, MALFORMED, "table %s: %s", name, c->shared.cause);
    return false;
}
