// SPDX-License-Identifier: MIT
// Writes a group of calls. Most calls are one move, and moves share a statement (arrays.c). Every
// other call is its own transaction in the same pipeline. A later call about the same game
// (StoreOp.orders) follows it.
//
//     stage:  moves of many games, Sync;  call, Sync;  call, Sync ...
//     stage:  calls that had to wait for the stage before
//
// A call outside a batch also writes its number (`made_by`) into `written`. After a lost connection
// all undecided calls are sent again, and a call that was committed before is recognised by its
// number. If the first attempt still runs on the server, the second waits there for its end.
#include "sql/op.h"
#include "sql/postgres/postgres.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

enum { TRIES_MAX = 50, LOOK_MS = 1000, PRUNE_MS = 600000 };

// --- keys of a stage -----------------------------------------------------------------------------

enum { SLOTS = 1 << 13 }; // more than twice the calls of a group
typedef struct Keys {
    i64 slot[SLOTS];
    u32 slots, count; // a power of two
} Keys;

// A small group uses few slots, so clearing them is cheap.
static void keys_clear(Keys *keys, int calls)
{
    keys->count = 0;
    for (keys->slots = 64; keys->slots < SLOTS && keys->slots < 8 * (u32)calls;)
        keys->slots *= 2;
    memset(keys->slot, 0, keys->slots * sizeof *keys->slot);
}

// False if the key was there already.
static bool keys_add(Keys *keys, i64 key)
{
    u32 i = (u32)(((u64)key * 0x9e3779b97f4a7c15u) >> 40);
    for (;; i++) {
        i64 *slot = &keys->slot[i % keys->slots];
        if (*slot == key) return false;
        if (*slot) continue;
        if (keys->count > keys->slots / 2) return false; // full: the next stage has space
        *slot = key;
        keys->count++;
        return true;
    }
}

static bool is_batched(PgWriter *w, int i)
{
    const StoreWrite *write = w->calls[i].write;
    if (w->calls[i].count != 1 || !write->op->many || w->call[i].alone) return false;
    if (!w->batched_op) w->batched_op = write->op;
    return write->op == w->batched_op && batch_key(w, i);
}

// The key by which calls are ordered, or 0.
static i64 order_of(const StoreWrite *write)
{
    return write->op->orders ? op_first(write->op, write->args) : 0;
}

// --- sending -------------------------------------------------------------------------------------

static _Thread_local const PgWriter *sorting;

static int by_key(const void *a, const void *b)
{
    i64 one = batch_key(sorting, *(const int *)a), other = batch_key(sorting, *(const int *)b);
    return one < other ? -1 : one > other;
}

static bool send_sync(PgConnection *c, PgPending pending)
{
    pending.what = EXPECT_SYNC;
    return pipeline_sync(c) && pipeline_expect(c, pending);
}

static bool send_batch(PgConnection *c, int first)
{
    PgWriter *w = c->writer;
    int count = w->batched_count - first;
    bool again = false;
    for (int i = first; i < w->batched_count; i++) {
        again |= w->call[w->batched[i]].sent_before;
        w->call[w->batched[i]].sent_before = true;
        w->calls[w->batched[i]].status = STORE_CONFLICT; // unless it is among the rows that return
    }
    if (!count) return true;
    return batch_send(c, first, count, again) &&
           send_sync(c, (PgPending){ .call = -1, .first = first, .count = count });
}

static bool known_by_others(const StoreCall *call)
{
    for (int i = 0; i < call->count; i++)
        if (op_forgets(call->write[i].op)) return true;
    return false;
}

static bool send_number(PgConnection *c, const PgCall *call, bool people)
{
    char made_by[24], node[24];
    snprintf(made_by, sizeof made_by, "%lld", (long long)call->made_by);
    snprintf(node, sizeof node, "%lld", (long long)c->writer->node);
    const char *value[] = { made_by, node, people ? "t" : "f" };
    return PQsendQueryPrepared(c->pg, "written", 3, value, NULL, NULL, 1) &&
           pipeline_expect(c, (PgPending){ .what = EXPECT_CHANGED, .call = c->writer->current });
}

// A conflict that C code has found undoes the rest of the call.
static bool send_refusal(PgConnection *c)
{
    return PQsendQueryParams(c->pg, "SELECT meydan_one(0)", 0, NULL, NULL, NULL, NULL, 1) &&
           pipeline_expect(c, (PgPending){ .what = EXPECT_CHANGED, .call = c->writer->current });
}

static bool send_call(PgConnection *c, int index)
{
    PgWriter *w = c->writer;
    PgCall *call = &w->call[index];
    const StoreCall *asked = &w->calls[index];
    w->current = index;
    StoreStatus status = STORED;
    bool fine = send_number(c, call, known_by_others(asked));
    for (int i = 0; fine && status == STORED && i < asked->count; i++)
        status = op_run(&c->shared, asked->write[i].op, asked->write[i].args);
    call->sent_before = true;
    if (status != STORED) fine = fine && c->pg && send_refusal(c);
    fine = fine && c->pg && send_sync(c, (PgPending){ .call = index });
    w->current = -1;
    return fine;
}

// Sends the calls from `from` up to the first that must wait for an earlier one, which is `*to`.
static bool send_stage(PgConnection *c, int from, int *to)
{
    static _Thread_local Keys keys;
    PgWriter *w = c->writer;
    int first = w->batched_count, i;
    keys_clear(&keys, w->calls_count - from);
    for (i = from; i < w->calls_count; i++) {
        if (w->call[i].decided) continue;
        if (is_batched(w, i)) {
            if (!keys_add(&keys, batch_key(w, i))) break;
            w->batched[w->batched_count++] = i;
            continue;
        }
        for (int k = 0; k < w->calls[i].count; k++)
            if (order_of(&w->calls[i].write[k])) keys_add(&keys, order_of(&w->calls[i].write[k]));
    }
    *to = i;
    sorting = w;
    qsort(w->batched + first, (size_t)(w->batched_count - first), sizeof *w->batched, by_key);
    bool fine = send_batch(c, first);
    for (i = from; fine && i < *to; i++)
        if (!w->call[i].decided && !is_batched(w, i)) fine = send_call(c, i);
    return fine;
}

static bool send_all(PgConnection *c)
{
    PgWriter *w = c->writer;
    w->batched_count = 0;
    for (int i = 0; i < w->calls_count; i++)
        w->call[i].failed = false;
    for (int i = 0; i < w->calls_count;)
        if (!send_stage(c, i, &i)) return false;
    return true;
}

// --- answers -------------------------------------------------------------------------------------

// Whether a second try will succeed: a deadlock, a plan that was lost with its transaction.
static bool passes(const char *state)
{
    return !strcmp(state, "40P01") || !strcmp(state, "40001") || !strcmp(state, "26000") ||
           !strcmp(state, "42P05") || !strcmp(state, "55P03");
}

static void end_call(PgConnection *c, int index)
{
    PgWriter *w = c->writer;
    PgCall *call = &w->call[index];
    StoreStatus status = STORED;
    if (call->failed) {
        const char *state = call->state;
        bool own = !strcmp(state, "23505") && !strcmp(call->constraint, "written_pkey");
        if (passes(state) && ++call->tries < TRIES_MAX) return;
        // meydan_one raises MY001. Class 23 are constraints, class 22 invalid texts.
        status = own ? STORED
                 : !strcmp(state, "MY001") || !strncmp(state, "23", 2) || !strncmp(state, "22", 2)
                     ? STORE_CONFLICT
                     : STORE_FAILED;
    }
    w->calls[index].status = status;
    call->decided = true;
}

void write_ended(PgConnection *c, const PgPending *pending)
{
    PgWriter *w = c->writer;
    if (pending->call >= 0) return end_call(c, pending->call);
    for (int i = 0; i < pending->count; i++) {
        PgCall *call = &w->call[w->batched[pending->first + i]];
        // An invalid call must not fail the others.
        if (call->failed)
            call->alone = !passes(call->state) || ++call->tries > TRIES_MAX;
        else
            call->decided = true;
    }
}

// --- groups --------------------------------------------------------------------------------------

static bool hold(PgWriter *w, StoreCall *calls, int count)
{
    w->calls = calls;
    w->calls_count = count;
    if (count > w->capacity_calls) {
        free(w->call);
        free(w->batched);
        w->call = calloc((size_t)count, sizeof *w->call);
        w->batched = calloc((size_t)count, sizeof *w->batched);
        w->capacity_calls = w->call && w->batched ? count : 0;
        if (!w->capacity_calls) return false;
    }
    for (int i = 0; i < count; i++) {
        w->call[i] = (PgCall){ 0 };
        if (getrandom(&w->call[i].made_by, sizeof w->call[i].made_by, 0) < 0) return false;
    }
    return true;
}

static bool settle(PgConnection *c)
{
    static const Oid TYPES[] = { PG_BIGINT, PG_BIGINT, 16 };
    const PgPending none = { .what = EXPECT_CHANGED, .call = -1 };
    return pipeline_begin(c) &&
           PQsendPrepare(c->pg, "written",
                         "INSERT INTO written (id, node, people) VALUES ($1, $2, $3)", 3, TYPES) &&
           pipeline_expect(c, none) && send_sync(c, (PgPending){ .call = -1 }) && pipeline_drain(c);
}

static bool connected(PgConnection *c)
{
    if (hosts_outdated(c)) pg_drop(c);
    while (!c->pg || PQpipelineStatus(c->pg) == PQ_PIPELINE_OFF) {
        if (!c->pg && !pg_connect(c, 0)) return false;
        if (!settle(c)) pg_drop(c);
    }
    return true;
}

static int undecided(const PgWriter *w)
{
    int count = 0;
    for (int i = 0; i < w->calls_count; i++)
        count += !w->call[i].decided;
    return count;
}

bool pg_write(void *connection, StoreCall *calls, int count)
{
    PgConnection *c = connection;
    PgWriter *w = c->writer;
    bool fine = hold(w, calls, count);
    c->shared.cause[0] = '\0';
    while (fine && undecided(w)) {
        fine = connected(c);
        if (fine && (!send_all(c) || !pipeline_drain(c))) {
            pg_note_waiting(c, c->shared.cause[0] ? c->shared.cause : "the connection is lost");
            pg_drop(c);
        }
    }
    for (int i = 0; i < count; i++) {
        if (!fine && !(w->capacity_calls && w->call[i].decided)) calls[i].status = STORE_FAILED;
        if (calls[i].status == STORE_FAILED) fine = false;
    }
    pg_note_waiting(c, NULL);
    return fine;
}

// --- what others write ---------------------------------------------------------------------------

static PGresult *ask(PgConnection *c, const char *sql, const char *const *value, int count)
{
    PGresult *kept = NULL, *result;
    bool lost = false;
    if (!connected(c) || !PQsendQueryParams(c->pg, sql, count, NULL, value, NULL, NULL, 0) ||
        !pipeline_sync(c))
        return NULL;
    do {
        result = pg_result(c, &lost);
        bool rows = PQresultStatus(result) == PGRES_TUPLES_OK;
        bool end = PQresultStatus(result) == PGRES_PIPELINE_SYNC;
        if (rows)
            kept = result;
        else
            PQclear(result);
        if (end) return kept;
    } while (!lost);
    PQclear(kept);
    pg_drop(c);
    return NULL;
}

// Whether transactions became visible since the last snapshot that change persons. It asks at most
// once per LOOK_MS. An idle process notices a lost connection here: it tries once to connect again,
// and `waits` reports the outage.
bool pg_written_elsewhere(void *connection)
{
    PgConnection *c = connection;
    PgWriter *w = c->writer;
    i64 now = pg_now_ms();
    if (c->pg && w->snapshot && now - w->looked_ms < LOOK_MS) return false;
    if (!c->pg && !pg_connect(c, now)) return false;
    if (now - w->pruned_ms > PRUNE_MS) {
        PQclear(ask(c, "DELETE FROM written WHERE at < now() - interval '1 hour'", NULL, 0));
        w->pruned_ms = now;
    }
    char node[24];
    snprintf(node, sizeof node, "%lld", (long long)w->node);
    const char *value[] = { node, w->snapshot };
    PGresult *rows = ask(c,
                         "SELECT pg_current_snapshot()::text, (EXISTS (SELECT 1 FROM written"
                         " WHERE people AND node <> $1::bigint"
                         " AND xid >= pg_snapshot_xmin($2::pg_snapshot)"
                         " AND NOT pg_visible_in_snapshot(xid, $2::pg_snapshot)))::int",
                         value, 2);
    bool written = rows && w->snapshot && PQgetvalue(rows, 0, 1)[0] == '1';
    if (rows) {
        free(w->snapshot);
        w->snapshot = strdup(PQgetvalue(rows, 0, 0));
        w->looked_ms = now;
        pg_note_waiting(c, NULL);
    }
    PQclear(rows);
    return written;
}
