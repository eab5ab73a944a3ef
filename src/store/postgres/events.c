// SPDX-License-Identifier: MIT
// Events: those of a group go in one statement, as arrays, sorted by game: without that, two nodes
// that write to the same games could wait for each other. What comes back is stored.
//
// `made_by` is drawn for each call. After a lost connection the same batch is sent again, and an
// event that is refused but has our number was committed before.
#include "store/postgres/postgres.h"

#include <stdlib.h>
#include <string.h>

enum { ARRAYS = 8 };

// An event is the next one of a game that is not over: at the next ply if it is a move, and with at
// most as many plies as there are if it takes back. The game is looked up by a subquery: a join is
// planned while the tables are empty, and then goes through all live games for each event.
#define NEXT_EVENTS                                                                                \
    "INSERT INTO event (game, number, kind, ply, at_ms, body, plies, made_by)"                     \
    " SELECT g, n, k, p, t, b, CASE WHEN p IS NULL THEN coalesce(e.plies, 0)"                      \
    "  WHEN back = 1 THEN p ELSE p + 1 END, m"                                                     \
    " FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[],"           \
    "  $6::bigint[], $7::bigint[], $8::text[]) AS new (g, n, k, p, t, back, m, b)"                 \
    " LEFT JOIN event AS e ON e.game = g AND e.number = n - 1"                                     \
    " WHERE (SELECT ended_ms FROM game WHERE id = g) = 0"                                          \
    " AND (n = 0 OR e.number IS NOT NULL) AND (p IS NULL"                                          \
    "  OR back = 0 AND p = coalesce(e.plies, 0)"                                                   \
    "  OR back = 1 AND p >= 0 AND p <= coalesce(e.plies, 0))"                                      \
    " ORDER BY g, n ON CONFLICT DO NOTHING RETURNING "

static const char MANY[] = NEXT_EVENTS "game";
static const char ONE[] =
    "WITH changed AS (" NEXT_EVENTS "1) SELECT meydan_one(count(*)) FROM changed";
static const char OWN[] = "SELECT game FROM event JOIN unnest($1::bigint[], $2::bigint[],"
                          " $3::bigint[]) AS own (g, n, m) ON game = g AND number = n"
                          " AND made_by = m";

enum { PG_BIGINTS = 1016, PG_TEXTS = 1009 };

bool events_prepare(PgConnection *c)
{
    static const Oid TYPES[ARRAYS] = { PG_BIGINTS, PG_BIGINTS, PG_BIGINTS, PG_BIGINTS,
                                       PG_BIGINTS, PG_BIGINTS, PG_BIGINTS, PG_TEXTS };
    const PgPending prepared = { .what = EXPECT_CHANGED, .call = -1 };
    return PQsendPrepare(c->pg, "events", MANY, ARRAYS, TYPES) && pipeline_expect(c, prepared) &&
           PQsendPrepare(c->pg, "event", ONE, ARRAYS, TYPES) && pipeline_expect(c, prepared) &&
           PQsendPrepare(c->pg, "own", OWN, 3, TYPES) && pipeline_expect(c, prepared);
}

// --- arrays --------------------------------------------------------------------------------------

static char *put(char *at, u64 value, int bytes)
{
    for (int i = bytes - 1; i >= 0; i--)
        *at++ = (char)(value >> (8 * i));
    return at;
}

static char *put_head(char *at, int count, bool nulls, Oid type)
{
    at = put(at, 1, 4); // one dimension
    at = put(at, nulls, 4);
    at = put(at, type, 4);
    at = put(at, (u64)count, 4);
    return put(at, 1, 4); // counted from 1
}

static i64 number_of(const StoredEvent *event, i64 made_by, int array)
{
    switch (array) {
    case 0: return event->game;
    case 1: return event->number;
    case 2: return event->kind;
    case 3: return event->ply;
    case 4: return event->at_ms;
    case 5: return event->takes_back;
    default: return made_by;
    }
}

typedef struct Arrays {
    const char *value[ARRAYS];
    int length[ARRAYS];
} Arrays;

typedef struct Row {
    const StoredEvent *event;
    i64 made_by;
} Row;

// Row `i` of what goes out: of a batch, or the only one.
static Row row_at(const PgWriter *w, int first, int i, const Row *only)
{
    if (only) return *only;
    int call = w->batched[first + i];
    return (Row){ &w->calls[call].write->event, w->call[call].made_by };
}

static bool fill(PgWriter *w, int first, int count, const Row *only, Arrays *arrays)
{
    size_t size = 0;
    for (int i = 0; i < count; i++)
        size += row_at(w, first, i, only).event->body.length;
    size += (size_t)ARRAYS * (20 + 12 * (size_t)count);
    if (size > w->arrays_capacity) {
        free(w->arrays);
        w->arrays = malloc(size);
        w->arrays_capacity = w->arrays ? size : 0;
        if (!w->arrays) return false;
    }
    char *at = w->arrays;
    for (int array = 0; array < ARRAYS; array++) {
        bool text = array == ARRAYS - 1;
        arrays->value[array] = at;
        at = put_head(at, count, array == 3, text ? PG_TEXT : PG_BIGINT);
        for (int i = 0; i < count; i++) {
            Row row = row_at(w, first, i, only);
            Text body = row.event->body;
            if (text) {
                at = put(at, body.length, 4);
                if (body.length) memcpy(at, body.at, body.length);
                at += body.length;
            } else if (array == 3 && row.event->ply == NO_PLY) {
                at = put(at, UINT32_MAX, 4); // NULL
            } else {
                at = put(at, 8, 4);
                at = put(at, (u64)number_of(row.event, row.made_by, array), 8);
            }
        }
        arrays->length[array] = (int)(at - arrays->value[array]);
    }
    return true;
}

// --- sending -------------------------------------------------------------------------------------

static const int BINARY[ARRAYS] = { 1, 1, 1, 1, 1, 1, 1, 1 };

bool events_send(PgConnection *c, int first, int count, bool again)
{
    PgWriter *w = c->writer;
    Arrays arrays;
    PgPending pending = { .what = EXPECT_STORED, .call = -1, .first = first, .count = count };
    if (!fill(w, first, count, NULL, &arrays) ||
        !PQsendQueryPrepared(c->pg, "events", ARRAYS, arrays.value, arrays.length, BINARY, 1) ||
        !pipeline_expect(c, pending))
        return false;
    if (!again) return true;
    // Games, numbers, and who made them.
    const char *own[3] = { arrays.value[0], arrays.value[1], arrays.value[6] };
    int lengths[3] = { arrays.length[0], arrays.length[1], arrays.length[6] };
    pending.what = EXPECT_OWN;
    return PQsendQueryPrepared(c->pg, "own", 3, own, lengths, BINARY, 1) &&
           pipeline_expect(c, pending);
}

StoreStatus pg_add_event(SqlConnection *connection, const StoredEvent *event)
{
    PgConnection *c = (PgConnection *)connection;
    PgWriter *w = c->writer;
    const Row row = { event, w->call[w->current].made_by };
    Arrays arrays;
    if (!c->pg || !fill(w, 0, 1, &row, &arrays) ||
        !PQsendQueryPrepared(c->pg, "event", ARRAYS, arrays.value, arrays.length, BINARY, 1) ||
        !pipeline_expect(c, (PgPending){ .what = EXPECT_CHANGED, .call = w->current }))
        return STORE_FAILED;
    return STORED;
}

// The batch is sorted by game.
static int find(const PgWriter *w, const PgPending *pending, i64 game)
{
    int low = pending->first, high = pending->first + pending->count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        i64 there = w->calls[w->batched[middle]].write->event.game;
        if (there == game) return w->batched[middle];
        if (there < game)
            low = middle + 1;
        else
            high = middle;
    }
    return -1;
}

void events_stored(PgConnection *c, const PgPending *pending, const PGresult *rows, bool own)
{
    (void)own; // of both kinds it is true that they will be there once it is committed
    for (int row = 0; row < PQntuples(rows); row++) {
        const u8 *at = (const u8 *)PQgetvalue(rows, row, 0);
        u64 game = 0;
        for (int i = 0; i < 8; i++)
            game = game << 8 | at[i];
        int call = find(c->writer, pending, (i64)game);
        if (call >= 0) c->writer->calls[call].status = STORED;
    }
}
