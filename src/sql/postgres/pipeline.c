// SPDX-License-Identifier: MIT
// The writer's pipeline. Statements are sent without waiting, and answers arrive in the same order.
// The statements between two Syncs are one transaction. An error undoes all of it, and only the
// answer to the Sync means that it is stored.
#include "sql/postgres/postgres.h"

#include "platform/array.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int BINARY[PG_PLACES_MAX] = { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 };

bool pipeline_begin(PgConnection *c)
{
    c->writer->first = c->writer->count = 0;
    return !PQsetnonblocking(c->pg, 1) && PQenterPipelineMode(c->pg);
}

bool pipeline_expect(PgConnection *c, PgPending pending)
{
    PgWriter *w = c->writer;
    size_t wanted = (size_t)(w->first + w->count) + 1;
    PgPending *grown = array_grow(w->pending, &w->capacity, wanted, sizeof *grown);
    if (!grown) return false;
    w->pending = grown;
    w->pending[w->first + w->count++] = pending;
    return true;
}

bool pipeline_sync(PgConnection *c)
{
    return PQpipelineSync(c->pg);
}

// A statement that must change or find one row raises an error otherwise, so nothing waits for its
// answer.
char *pg_text(const PgStatement *s, PgWay way)
{
    static const char *const FORM[PG_WAYS] = {
        [PG_PLAIN] = "%s",
        [PG_CHANGES_ONE] =
            "WITH changed AS (%s RETURNING 1) SELECT meydan_one(count(*)) FROM changed",
        [PG_FINDS] = "SELECT meydan_one(count(*)) FROM (SELECT 1 FROM (%s) AS rows LIMIT 1) AS one",
        [PG_ONE_OF_MANY] = "WITH changed AS (%s) SELECT meydan_one(count(*)) FROM changed",
        [PG_OWN] = "%s",
    };
    const char *sql = way == PG_OWN ? s->own : s->sql;
    size_t capacity = strlen(sql) + 128;
    char *text = malloc(capacity);
    if (text) snprintf(text, capacity, FORM[way], sql);
    return text;
}

static bool send_prepare(PgConnection *c, PgStatement *s, PgPending pending, PgWay way)
{
    char name[24];
    pg_name(s, way, name);
    char *sql = pg_text(s, way);
    if (!sql) return false;
    pending.what = EXPECT_PREPARED;
    bool sent = PQsendPrepare(c->pg, name, sql, s->places, s->type) && pipeline_expect(c, pending);
    free(sql);
    if (sent) s->prepared[way] = c->epoch;
    return sent;
}

bool pipeline_send(PgConnection *c, PgStatement *s, PgPending pending, PgWay way)
{
    char name[24];
    pg_name(s, way, name);
    pending.statement = s;
    pending.way = way;
    if (s->prepared[way] != c->epoch && !send_prepare(c, s, pending, way)) return false;
    return PQsendQueryPrepared(c->pg, name, s->places, s->value, s->length, BINARY, 1) &&
           pipeline_expect(c, pending);
}

static bool send_in_call(PgConnection *c, PgStatement *s, PgExpected what, PgWay way)
{
    return pipeline_send(c, s, (PgPending){ .what = what, .call = c->writer->current }, way);
}

// --- answers -------------------------------------------------------------------------------------

// The first error of a transaction decides its result.
static void note_error(PgConnection *c, const PgPending *pending, const PGresult *result)
{
    PgWriter *w = c->writer;
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    const char *constraint = PQresultErrorField(result, PG_DIAG_CONSTRAINT_NAME);
    if (PQresultStatus(result) == PGRES_PIPELINE_ABORTED) return; // not the first
    int count = pending->count ? pending->count : 1;
    for (int i = 0; i < count; i++) {
        int index = pending->count ? w->batched[pending->first + i] : pending->call;
        PgCall *call = index >= 0 ? &w->call[index] : NULL;
        if (!call || call->failed) continue;
        call->failed = true;
        snprintf(call->state, sizeof call->state, "%s", state ? state : "");
        snprintf(call->constraint, sizeof call->constraint, "%s", constraint ? constraint : "");
    }
    pg_note_cause(c, result);
}

static void take(PgConnection *c, const PgPending *pending, PGresult *result)
{
    ExecStatusType status = PQresultStatus(result);
    bool fine = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
    if (!fine && status != PGRES_PIPELINE_SYNC) note_error(c, pending, result);
    switch (pending->what) {
    case EXPECT_PREPARED:
        if (!fine) pending->statement->prepared[pending->way] = 0;
        break;
    case EXPECT_CHANGED: break;
    case EXPECT_ROWS:
        pending->statement->rows = fine ? result : NULL;
        if (fine) return; // the statement keeps the rows
        break;
    case EXPECT_STORED:
        if (fine) batch_stored(c, pending, result);
        break;
    case EXPECT_SYNC: write_ended(c, pending); break;
    }
    PQclear(result);
}

// Reads the answer to the oldest pending statement.
static bool take_next(PgConnection *c)
{
    PgWriter *w = c->writer;
    PgPending pending = w->pending[w->first];
    bool lost = false;
    PGresult *result = NULL;
    while (!result && !lost)
        result = pg_result(c, &lost); // NULL ends each answer
    if (lost) return false;
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    if (PQresultStatus(result) == PGRES_FATAL_ERROR &&
        (PQstatus(c->pg) == CONNECTION_BAD || pg_is_outage(state ? state : ""))) {
        pg_note_cause(c, result);
        PQclear(result);
        return false;
    }
    w->first++;
    w->count--;
    if (!w->count) w->first = 0;
    take(c, &pending, result);
    return true;
}

bool pipeline_drain(PgConnection *c)
{
    while (c->writer->count)
        if (!take_next(c)) return false;
    return true;
}

// --- statements of the writer --------------------------------------------------------------

StoreStatus pg_change(SqlStatement *statement, bool one)
{
    PgConnection *c = (PgConnection *)statement->of;
    if (!c->pg) return STORE_FAILED;
    PgWay way = one ? PG_CHANGES_ONE : PG_PLAIN;
    return send_in_call(c, (PgStatement *)statement, EXPECT_CHANGED, way) ? STORED : STORE_FAILED;
}

StoreStatus pg_require(SqlStatement *statement)
{
    PgConnection *c = (PgConnection *)statement->of;
    if (!c->pg) return STORE_FAILED;
    return send_in_call(c, (PgStatement *)statement, EXPECT_CHANGED, PG_FINDS) ? STORED
                                                                               : STORE_FAILED;
}

// Reads all answers up to this one, within the transaction.
int pg_write_step(PgStatement *s)
{
    PgConnection *c = (PgConnection *)s->shared.of;
    if (s->rows) return ++s->row < PQntuples(s->rows) ? SQL_ROW : SQL_DONE;
    s->row = 0;
    if (!c->pg || !send_in_call(c, s, EXPECT_ROWS, PG_PLAIN) || !PQsendFlushRequest(c->pg) ||
        !pipeline_drain(c)) {
        pg_drop(c);
        return SQL_FAILED;
    }
    if (!s->rows) return SQL_FAILED;
    return PQntuples(s->rows) ? SQL_ROW : SQL_DONE;
}

StoreStatus pg_lock(SqlConnection *connection, SqlLock lock)
{
    // Ends of games wait for each other. So do annulments, which also wait for all ends.
    static const char *const SQL[LOCKS] = {
        [LOCK_ENDS] = "SELECT pg_advisory_xact_lock(7236, 1)",
        [LOCK_RATINGS] = "SELECT pg_advisory_xact_lock(7236, 1)",
        [LOCK_AUDIT] = "SELECT pg_advisory_xact_lock(7236, 2)",
    };
    PgConnection *c = (PgConnection *)connection;
    if (!c->pg || !PQsendQueryParams(c->pg, SQL[lock], 0, NULL, NULL, NULL, NULL, 1) ||
        !pipeline_expect(c, (PgPending){ .what = EXPECT_CHANGED, .call = c->writer->current }))
        return STORE_FAILED;
    return STORED;
}
