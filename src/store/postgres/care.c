// SPDX-License-Identifier: MIT
// Is it sound? What SQLite finds in its file, PostgreSQL finds by its checksums when a table is
// read; the rest is whether the rows fit together.
#include "store/postgres/postgres.h"

#include <stdio.h>

// What must give no row; else its first column goes with the words.
typedef struct Check {
    const char *sql, *words;
} Check;
static const Check CHECKS[] = {
    { "SELECT conrelid::regclass FROM pg_constraint WHERE NOT convalidated LIMIT 1",
      "a row may refer to a missing one, in " },
    { "SELECT game FROM event WHERE NOT EXISTS (SELECT 1 FROM game WHERE id = game) LIMIT 1",
      "a row refers to a missing one, in event: game " },
    { "SELECT game FROM event GROUP BY game HAVING min(number) <> 0 OR max(number) >= count(*)"
      " LIMIT 1",
      "events are missing in game " },
    { "SELECT game FROM (SELECT game, ply, plies,"
      "  lag(plies, 1, 0) OVER (PARTITION BY game ORDER BY number) AS before FROM event) AS e"
      " WHERE NOT (ply IS NULL AND plies = before OR ply IS NOT NULL AND ply = before"
      "  AND plies = before + 1 OR ply IS NOT NULL AND ply = plies AND plies <= before) LIMIT 1",
      "plies do not follow each other in game " },
    { "SELECT id FROM game JOIN (SELECT DISTINCT ON (game) game AS g, plies AS p FROM event"
      "  ORDER BY game, number DESC) AS last ON g = id WHERE ended_ms > 0 AND plies <> p LIMIT 1",
      "the number of plies is wrong in game " },
    { "SELECT person FROM rating LEFT JOIN (SELECT DISTINCT ON (person, variant, speed)"
      "  person AS p, variant AS v, speed AS s, rating AS r,"
      "  count(*) OVER (PARTITION BY person, variant, speed) AS n FROM rating_change"
      "  WHERE annulled = 0 ORDER BY person, variant, speed, number DESC) AS last"
      " ON p = person AND v = variant AND s = speed"
      " WHERE r IS DISTINCT FROM rating.rating OR n IS DISTINCT FROM games LIMIT 1",
      "a rating is not what its changes make it, of person " },
    { "SELECT coalesce(c.person, s.person) FROM person_count AS c FULL JOIN (SELECT person,"
      "  count(*) AS games, count(*) FILTER (WHERE score = 2) AS wins,"
      "  count(*) FILTER (WHERE score = 1) AS draws, count(*) FILTER (WHERE score = 0) AS losses"
      "  FROM seat WHERE score IS NOT NULL GROUP BY person) AS s ON s.person = c.person"
      " WHERE c.games IS DISTINCT FROM s.games OR c.wins IS DISTINCT FROM s.wins"
      " OR c.draws IS DISTINCT FROM s.draws OR c.losses IS DISTINCT FROM s.losses LIMIT 1",
      "games are counted wrongly, of person " },
    { "SELECT game FROM review WHERE state = 0 AND NOT EXISTS (SELECT 1 FROM job"
      " WHERE job.kind = 1 AND job.key = review.game) LIMIT 1",
      "a review waits without a job, of game " },
    { "SELECT key FROM job WHERE kind < 2 AND NOT EXISTS (SELECT 1 FROM game WHERE game.id = "
      "job.key)"
      " LIMIT 1",
      "a job refers to a missing game, " },
};

// Whole tables are read: not as the rest is.
static const char PLANS[] = "SET enable_seqscan = on; SET enable_hashjoin = on;"
                            " SET enable_mergejoin = on;"
                            " SET enable_material = on";
static const char PLANS_BACK[] = "SET enable_seqscan = off; SET enable_hashjoin = off;"
                                 " SET enable_mergejoin = off;"
                                 " SET enable_material = off";

bool pg_check(void *connection, Fault *why)
{
    PgConnection *c = connection;
    char found[128];
    bool sound = (c->pg || pg_connect(c, pg_now_ms() + 10000)) && pg_run(c, PLANS);
    bool read = sound;
    for (size_t i = 0; sound && i < sizeof CHECKS / sizeof *CHECKS; i++) {
        read = pg_ask(c, CHECKS[i].sql, found, sizeof found);
        if (read && found[0]) fault(why, MALFORMED, "%s%s", CHECKS[i].words, found);
        sound = read && !found[0];
    }
    if (!read) fault(why, MALFORMED, "cannot read the store: %s", c->shared.cause);
    if (c->pg) pg_run(c, PLANS_BACK);
    return sound;
}

bool pg_check_table(void *connection, int table, bool *more, Fault *why)
{
    PgConnection *c = connection;
    char name[128], sql[256], count[32];
    *more = false;
    if (!c->pg && !pg_connect(c, pg_now_ms() + 10000)) return true; // others say that it is away
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
