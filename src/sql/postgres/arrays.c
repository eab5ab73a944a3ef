// SPDX-License-Identifier: MIT
// Calls of one operation that is `many` (sql/op.h) leave in one statement, as arrays, sorted by
// their first argument: unsorted, two nodes that write the same rows could wait for each other. The
// rows that come back are stored.
//
// `made_by` is drawn for each call. After a lost connection the same batch is sent again, and a row
// that is refused but has our number was committed before.
#include "sql/op.h"
#include "sql/postgres/postgres.h"

#include <stdlib.h>
#include <string.h>

enum { PG_BIGINTS = 1016, PG_TEXTS = 1009 };
enum { ARRAY_HEAD = 20, ELEMENT_HEAD = 4, NUMBER_SIZE = 8 };

void batch_types(const StoreOp *op, Oid *type)
{
    int count = op->args->count;
    for (int i = 0; i < count; i++)
        type[i] = op->args->field[i].kind == KIND_TEXT ? PG_TEXTS : PG_BIGINTS;
    type[count] = PG_BIGINTS;
}

// --- arrays --------------------------------------------------------------------------------------

static char *put(char *at, u64 value, int bytes)
{
    for (int i = bytes - 1; i >= 0; i--)
        *at++ = (char)(value >> (8 * i));
    return at;
}

static char *put_head(char *at, int count, Oid type)
{
    at = put(at, 1, 4); // one dimension
    at = put(at, 0, 4); // without NULL
    at = put(at, type, 4);
    at = put(at, (u64)count, 4);
    return put(at, 1, 4); // counted from 1
}

static char *put_number(char *at, i64 number)
{
    return put(put(at, NUMBER_SIZE, ELEMENT_HEAD), (u64)number, NUMBER_SIZE);
}

static char *put_text(char *at, Text text)
{
    at = put(at, text.length, ELEMENT_HEAD);
    if (text.length) memcpy(at, text.at, text.length);
    return at + text.length;
}

// The arguments of a batch of calls, or of a single call.
typedef struct Rows {
    const PgWriter *writer;
    const StoreOp *op;
    const int *call; // indexes of calls; NULL: `args` of the current one
    const void *args;
    int count;
} Rows;

static const void *args_of(const Rows *rows, int i)
{
    return rows->call ? rows->writer->calls[rows->call[i]].write->args : rows->args;
}

static i64 made_by(const Rows *rows, int i)
{
    const PgWriter *w = rows->writer;
    return w->call[rows->call ? rows->call[i] : w->current].made_by;
}

static size_t size_of(const Rows *rows)
{
    const Shape *shape = rows->op->args;
    size_t arrays = (size_t)shape->count + 1, row = arrays * (ELEMENT_HEAD + NUMBER_SIZE);
    size_t size = arrays * ARRAY_HEAD + (size_t)rows->count * row;
    for (int i = 0; i < rows->count; i++)
        for (int f = 0; f < shape->count; f++)
            if (shape->field[f].kind == KIND_TEXT)
                size += field_text(&shape->field[f], args_of(rows, i)).length;
    return size;
}

// Sets the values of the statement.
static bool fill(PgWriter *w, const Rows *rows, PgStatement *s)
{
    const Shape *shape = rows->op->args;
    size_t size = size_of(rows);
    if (size > w->arrays_capacity) {
        free(w->arrays);
        w->arrays = malloc(size);
        w->arrays_capacity = w->arrays ? size : 0;
        if (!w->arrays) return false;
    }
    char *at = w->arrays;
    for (int array = 0; array <= shape->count; array++) {
        const Field *field = array < shape->count ? &shape->field[array] : NULL;
        bool text = field && field->kind == KIND_TEXT;
        s->value[array] = at;
        at = put_head(at, rows->count, text ? PG_TEXT : PG_BIGINT);
        for (int i = 0; i < rows->count; i++)
            at = text    ? put_text(at, field_text(field, args_of(rows, i)))
                 : field ? put_number(at, field_number(field, args_of(rows, i)))
                         : put_number(at, made_by(rows, i));
        s->length[array] = (int)(at - s->value[array]);
    }
    return true;
}

// --- sending -------------------------------------------------------------------------------------

bool batch_send(PgConnection *c, int first, int count, bool again)
{
    PgWriter *w = c->writer;
    PgStatement *s = (PgStatement *)op_statement(&c->shared, w->batched_op);
    const Rows rows = { w, w->batched_op, w->batched + first, NULL, count };
    const PgPending pending = { .what = EXPECT_STORED, .call = -1, .first = first, .count = count };
    if (!s || !fill(w, &rows, s) || !pipeline_send(c, s, pending, PG_PLAIN)) return false;
    return !again || pipeline_send(c, s, pending, PG_OWN);
}

StoreStatus pg_change_many(SqlStatement *statement, const StoreOp *op, const void *args)
{
    PgConnection *c = (PgConnection *)statement->of;
    PgStatement *s = (PgStatement *)statement;
    const Rows rows = { c->writer, op, NULL, args, 1 };
    const PgPending pending = { .what = EXPECT_CHANGED, .call = c->writer->current };
    return c->pg && fill(c->writer, &rows, s) && pipeline_send(c, s, pending, PG_ONE_OF_MANY)
               ? STORED
               : STORE_FAILED;
}

i64 batch_key(const PgWriter *w, int call)
{
    return op_first(w->batched_op, w->calls[call].write->args);
}

// Finds a call by bisection, since the batch is sorted.
static int find(const PgWriter *w, const PgPending *pending, i64 key)
{
    int low = pending->first, high = pending->first + pending->count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        i64 there = batch_key(w, w->batched[middle]);
        if (there == key) return w->batched[middle];
        if (there < key)
            low = middle + 1;
        else
            high = middle;
    }
    return -1;
}

void batch_stored(PgConnection *c, const PgPending *pending, const PGresult *rows)
{
    for (int row = 0; row < PQntuples(rows); row++) {
        const u8 *at = (const u8 *)PQgetvalue(rows, row, 0);
        u64 key = 0;
        for (int i = 0; i < NUMBER_SIZE; i++)
            key = key << 8 | at[i];
        int call = find(c->writer, pending, (i64)key);
        if (call >= 0) c->writer->calls[call].status = STORED;
    }
}
