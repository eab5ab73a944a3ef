// SPDX-License-Identifier: MIT
// Statements: their values and their rows. A short read is prepared, and all its rows arrive at
// once. A long one has a cursor, in a transaction that sees one moment. Its first piece is small,
// since most lists are a page.
//
// After a lost connection a read that hasn't returned rows yet is sent again. Its caller waits.
#include "sql/op.h"
#include "sql/postgres/postgres.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PATIENCE_MS = 10000, // how long to wait for an unreachable server
    FIRST_ROWS = 60,     // then twice as many each time
    MORE_ROWS = 1000,
    WORK_ASKING = 20, // about as many steps as SQLite takes
    WORK_ROW = 15,
    WORK_LOOKED = 8, // for a row that the server doesn't send
};

// --- values --------------------------------------------------------------------------------------

// Owns `sql`.
static SqlStatement *new_statement(SqlConnection *connection, char *sql, int places, bool is_long)
{
    PgConnection *c = (PgConnection *)connection;
    PgStatement *statement = sql ? calloc(1, sizeof *statement) : NULL;
    if (!statement || places > PG_PLACES_MAX) {
        snprintf(connection->cause, sizeof connection->cause, "a statement is too large");
        free(sql);
        free(statement);
        return NULL;
    }
    statement->shared.of = connection;
    statement->places = places;
    statement->is_long = is_long;
    statement->writes = c->mode == OPEN_WRITING;
    statement->sql = sql;
    statement->id = ++c->statements;
    for (int i = 0; i < PG_PLACES_MAX; i++)
        statement->type[i] = PG_BIGINT; // also the type of a value that is always NULL
    return &statement->shared;
}

static SqlStatement *prepare(SqlConnection *connection, const char *sql, int places, bool is_long)
{
    return new_statement(connection, strdup(sql), places, is_long);
}

// Sets the types from parameter `place` on. Returns the next one.
static int set_types(PgStatement *s, int place, const Shape *shape)
{
    for (const Field *f = shape->field, *end = f + shape->count; f < end; f++)
        switch (f->kind) {
        case KIND_I64:
        case KIND_INT:
        case KIND_BOOL: s->type[place++] = PG_BIGINT; break;
        case KIND_DOUBLE: s->type[place++] = PG_DOUBLE; break;
        case KIND_TEXT:
        case KIND_CHARS: s->type[place++] = PG_TEXT; break;
        case KIND_BYTES: s->type[place++] = PG_BLOB; break;
        case KIND_SHAPE: place = set_types(s, place, f->shape); break;
        case KIND_STRING:
        case KIND_ARRAY:
        case KIND_LIST:
        case KIND_RESULT: break;
        }
    return place;
}

// The types are known before a value is bound. op_check has counted the places.
static SqlStatement *prepare_op(SqlConnection *connection, const StoreOp *op)
{
    char *sql = strdup(op->many ? op->many : op->postgres ? op->postgres : op->sql);
    SqlStatement *statement = new_statement(connection, sql, 0, op->does == OP_READS_LONG);
    PgStatement *s = (PgStatement *)statement;
    if (statement && op->many) {
        batch_types(op, s->type);
        s->own = op->own;
        s->places = op->args->count + 1;
    } else if (statement && op->args) {
        s->places = set_types(s, 0, op->args);
    }
    return statement;
}

static void finalize(SqlStatement *statement)
{
    PgStatement *s = (PgStatement *)statement;
    PQclear(s->rows);
    free(s->sql);
    free(s);
}

static void set(SqlStatement *statement, int place, Oid type, const void *at, size_t length)
{
    PgStatement *s = (PgStatement *)statement;
    int i = place - 1;
    // It was prepared with other types.
    if (s->type[i] != type) memset(s->prepared, 0, sizeof s->prepared);
    s->type[i] = type;
    s->value[i] = at;
    s->length[i] = (int)length;
}

static void set_number(SqlStatement *statement, int place, Oid type, u64 bits)
{
    PgStatement *s = (PgStatement *)statement;
    u8 *number = s->number[place - 1];
    for (int i = 0; i < 8; i++)
        number[i] = (u8)(bits >> (56 - 8 * i));
    set(statement, place, type, number, 8);
}

static void bind_i64(SqlStatement *statement, int place, i64 value)
{
    set_number(statement, place, PG_BIGINT, (u64)value);
}

static void bind_null(SqlStatement *statement, int place)
{
    ((PgStatement *)statement)->value[place - 1] = NULL;
}

static void bind_double(SqlStatement *statement, int place, double value)
{
    u64 bits;
    memcpy(&bits, &value, sizeof bits);
    set_number(statement, place, PG_DOUBLE, bits);
    if (isnan(value)) bind_null(statement, place); // as in SQLite, NaN is NULL
}

static void bind_a_text(SqlStatement *statement, int place, Text text)
{
    set(statement, place, PG_TEXT, text.length ? text.at : "", text.length);
}

static void bind_blob(SqlStatement *statement, int place, const void *bytes, size_t length)
{
    set(statement, place, PG_BLOB, bytes, length);
}

// --- rows ----------------------------------------------------------------------------------------

static bool column_null(SqlStatement *statement, int i)
{
    PgStatement *s = (PgStatement *)statement;
    return PQgetisnull(s->rows, s->row, i);
}

static u64 bits_of(SqlStatement *statement, int i, int *length)
{
    PgStatement *s = (PgStatement *)statement;
    const u8 *at = (const u8 *)PQgetvalue(s->rows, s->row, i);
    *length = PQgetisnull(s->rows, s->row, i) ? 0 : PQgetlength(s->rows, s->row, i);
    u64 bits = 0;
    for (int b = 0; b < *length && b < 8; b++)
        bits = bits << 8 | at[b];
    return bits;
}

static i64 column_i64(SqlStatement *statement, int i)
{
    int length;
    u64 bits = bits_of(statement, i, &length);
    return length == 2 ? (i64)(int16_t)bits : length == 4 ? (i64)(int32_t)bits : (i64)bits;
}

static double column_double(SqlStatement *statement, int i)
{
    int length;
    u64 bits = bits_of(statement, i, &length);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static Text column_bytes(SqlStatement *statement, int i)
{
    PgStatement *s = (PgStatement *)statement;
    if (PQgetisnull(s->rows, s->row, i)) return (Text){ "", 0 };
    return (Text){ PQgetvalue(s->rows, s->row, i), (size_t)PQgetlength(s->rows, s->row, i) };
}

// Whether the connection keeps one transaction open for its whole life.
static bool is_bound(const PgConnection *c)
{
    return c->mode == OPEN_SNAPSHOT || c->mode == OPEN_COPYING;
}

// --- reading -------------------------------------------------------------------------------------

void pg_name(const PgStatement *statement, PgWay way, char name[24])
{
    static const char *const WAY[PG_WAYS] = { "s", "one", "finds", "single", "own" };
    snprintf(name, 24, "%s%d", WAY[way], statement->id);
}

// The answer to the last statement. NULL, with the cause, if it failed.
static PGresult *answer(PgConnection *c, bool sent)
{
    bool lost = false;
    PGresult *result = NULL;
    if (sent) {
        result = pg_result(c, &lost);
        for (PGresult *end; !lost && (end = pg_result(c, &lost));)
            PQclear(end);
    }
    if (lost || !sent) {
        if (!lost) pg_note_cause(c, NULL);
        PQclear(result);
        pg_drop(c);
        return NULL;
    }
    ExecStatusType status = PQresultStatus(result);
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) return result;
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    pg_note_cause(c, result);
    if (PQstatus(c->pg) == CONNECTION_BAD || pg_is_outage(state ? state : "")) pg_drop(c);
    PQclear(result);
    return NULL;
}

// All values and results are binary.
static const int BINARY[PG_PLACES_MAX] = { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 };

static PGresult *ask_prepared(PgConnection *c, PgStatement *s)
{
    char name[24];
    pg_name(s, PG_PLAIN, name);
    int count = s->places;
    if (s->prepared[PG_PLAIN] != c->epoch) {
        PGresult *made = answer(c, PQsendPrepare(c->pg, name, s->sql, count, s->type));
        if (!made) return NULL;
        PQclear(made);
        s->prepared[PG_PLAIN] = c->epoch;
    }
    return answer(c, PQsendQueryPrepared(c->pg, name, count, s->value, s->length, BINARY, 1));
}

static bool accepts_as(PgConnection *c, const PgStatement *s, PgWay way)
{
    char *sql = pg_text(s, way);
    PGresult *made =
        sql && c->pg ? answer(c, PQsendPrepare(c->pg, "", sql, s->places, s->type)) : NULL;
    free(sql);
    PQclear(made);
    return made != NULL;
}

static bool accepts(SqlStatement *statement, const StoreOp *op)
{
    PgConnection *c = (PgConnection *)statement->of;
    const PgStatement *s = (const PgStatement *)statement;
    if (op->many)
        return accepts_as(c, s, PG_PLAIN) && accepts_as(c, s, PG_ONE_OF_MANY) &&
               accepts_as(c, s, PG_OWN);
    return accepts_as(c, s,
                      op->does == OP_CHANGES_ONE ? PG_CHANGES_ONE
                      : op->does == OP_REQUIRES  ? PG_FINDS
                                                 : PG_PLAIN);
}

static PGresult *fetch(PgConnection *c, const PgStatement *s, int rows)
{
    char sql[64];
    snprintf(sql, sizeof sql, "FETCH %d FROM c%d", rows, s->id);
    return answer(c, PQsendQueryParams(c->pg, sql, 0, NULL, NULL, NULL, NULL, 1));
}

// Opens a cursor and asks for the first rows of a long list.
static PGresult *ask_cursor(PgConnection *c, PgStatement *s)
{
    if (!c->cursors && !is_bound(c) &&
        !pg_run(c, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"))
        return NULL;
    if (!c->cursors) c->transaction = ++c->transactions;
    size_t capacity = strlen(s->sql) + 64;
    char *sql = malloc(capacity);
    if (!sql) return NULL;
    snprintf(sql, capacity, "DECLARE c%d NO SCROLL CURSOR FOR %s", s->id, s->sql);
    PGresult *made = answer(
        c, PQsendQueryParams(c->pg, sql, s->places, s->type, s->value, s->length, BINARY, 1));
    free(sql);
    if (made) {
        PQclear(made);
        s->cursor = c->transaction;
        c->cursors++;
        return fetch(c, s, FIRST_ROWS);
    }
    if (c->pg && !c->cursors && !is_bound(c)) {
        char kept[STORE_CAUSE_MAX];
        snprintf(kept, sizeof kept, "%s", c->shared.cause);
        pg_run(c, "ROLLBACK");
        snprintf(c->shared.cause, sizeof c->shared.cause, "%s", kept);
        c->transaction = 0;
    }
    return NULL;
}

static bool begin_reading(PgConnection *c, PgStatement *s)
{
    i64 until = pg_now_ms() + PATIENCE_MS;
    for (;;) {
        // The rest of a snapshot can't be read after reconnecting.
        bool bound = is_bound(c) || c->cursors;
        if (!bound && hosts_outdated(c)) pg_drop(c); // readers follow the writer
        if (!c->pg && (bound || !pg_connect(c, until))) return false;
        s->rows = s->is_long ? ask_cursor(c, s) : ask_prepared(c, s);
        s->row = -1;
        s->piece = FIRST_ROWS;
        s->last = !s->is_long || (s->rows && PQntuples(s->rows) < FIRST_ROWS);
        c->work += WORK_ASKING;
        if (s->rows || c->pg || bound || pg_now_ms() > until) return s->rows != NULL;
    }
}

int pg_read_step(PgStatement *s)
{
    PgConnection *c = (PgConnection *)s->shared.of;
    if (!s->rows && !begin_reading(c, s)) return SQL_FAILED;
    if (++s->row < PQntuples(s->rows)) {
        c->work += WORK_ROW;
        return SQL_ROW;
    }
    if (s->last) return SQL_DONE;
    PQclear(s->rows);
    s->piece = 2 * s->piece < MORE_ROWS ? 2 * s->piece : MORE_ROWS;
    s->rows = s->cursor == c->transaction && c->pg ? fetch(c, s, s->piece) : NULL;
    s->row = -1;
    if (!s->rows) {
        s->last = true;
        return SQL_FAILED;
    }
    s->last = PQntuples(s->rows) < s->piece;
    return pg_read_step(s);
}

void pg_read_reset(PgStatement *s)
{
    PgConnection *c = (PgConnection *)s->shared.of;
    PQclear(s->rows);
    s->rows = NULL;
    if (!s->cursor) return;
    if (c->pg && s->cursor == c->transaction) {
        char sql[32];
        snprintf(sql, sizeof sql, "CLOSE c%d", s->id);
        bool last = --c->cursors == 0 && !is_bound(c);
        if (last) c->transaction = 0;
        pg_run(c, last ? "COMMIT" : sql);
    }
    s->cursor = 0;
}

static void looked(SqlConnection *connection, int rows)
{
    ((PgConnection *)connection)->work += (u64)rows * WORK_LOOKED;
}

static int step(SqlStatement *statement)
{
    PgStatement *s = (PgStatement *)statement;
    return s->writes ? pg_write_step(s) : pg_read_step(s);
}

static void reset(SqlStatement *statement)
{
    PgStatement *s = (PgStatement *)statement;
    if (!s->writes) return pg_read_reset(s);
    PQclear(s->rows);
    s->rows = NULL;
}

const SqlDriver PG_DRIVER = {
    .prepare = prepare,
    .prepare_op = prepare_op,
    .accepts = accepts,
    .require = pg_require,
    .finalize = finalize,
    .bind_i64 = bind_i64,
    .bind_double = bind_double,
    .bind_null = bind_null,
    .bind_text = bind_a_text,
    .bind_blob = bind_blob,
    .step = step,
    .reset = reset,
    .column_null = column_null,
    .column_i64 = column_i64,
    .column_double = column_double,
    .column_bytes = column_bytes,
    .change = pg_change,
    .lock = pg_lock,
    .change_many = pg_change_many,
    .looked = looked,
};
