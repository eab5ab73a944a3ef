// SPDX-License-Identifier: MIT
// Detects lost connections and connects again.
//
// A frozen server is silent, and so is one that waits for a lock or for its standby. After
// SILENCE_MS without an answer a second connection asks whether the first one is still working. If
// it is, the driver waits for the answer however long it takes, unless another host of the address
// has become the primary (hosts.c).
#include "sql/postgres/postgres.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    SILENCE_MS = 1500,
    PAUSE_MIN_MS = 20,
    PAUSE_MAX_MS = 250,
    GIVE_UP_MS = 3000, // how long to keep trying after the store has begun to close
};

i64 pg_now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (i64)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

bool pg_gives_up(PgConnection *c)
{
    pthread_mutex_lock(&c->lock);
    bool gives_up = c->giving_up && pg_now_ms() > c->giving_up_ms + GIVE_UP_MS;
    pthread_mutex_unlock(&c->lock);
    return gives_up;
}

void pg_note_waiting(PgConnection *c, const char *cause)
{
    pthread_mutex_lock(&c->lock);
    c->waits = cause != NULL;
    if (cause) snprintf(c->waits_for, sizeof c->waits_for, "%s", cause);
    pthread_mutex_unlock(&c->lock);
}

// Keeps only the first line of the message.
void pg_keep_cause(PgConnection *c, const char *words, const char *state)
{
    char *to = c->shared.cause;
    int length = (int)strcspn(words, "\n");
    snprintf(to, sizeof c->shared.cause, "%.*s%s%s%s", length, words, state ? " (PostgreSQL " : "",
             state ? state : "", state ? ")" : "");
}

void pg_note_cause(PgConnection *c, const PGresult *result)
{
    const char *words = result ? PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY) : NULL;
    const char *state = result ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    if (words && state)
        pg_keep_cause(c, words, state);
    else
        pg_keep_cause(c, c->pg ? PQerrorMessage(c->pg) : "no connection", NULL);
}

bool pg_is_outage(const char *state)
{
    // Lost connections, commands of an administrator, a server that has become read-only.
    return !state[0] || !strncmp(state, "08", 2) || !strncmp(state, "57P0", 4) ||
           !strcmp(state, "25006");
}

void pg_drop(PgConnection *c)
{
    PQfinish(c->pg);
    c->pg = NULL;
    c->transaction = 0;
    c->cursors = 0;
}

// --- answers -------------------------------------------------------------------------------------

// Whether the server is still working on this connection's statement.
static bool still_at_work(PgConnection *c)
{
    PgConnection probe = { .where = c->where };
    char sql[200], answer[64];
    pthread_mutex_init(&probe.lock, NULL);
    probe.pg = hosts_connect(&probe);
    snprintf(sql, sizeof sql,
             "SELECT pg_postmaster_start_time()::text FROM pg_stat_activity"
             " WHERE pid = %d AND state <> 'idle'",
             PQbackendPID(c->pg));
    bool works = probe.pg && pg_ask(&probe, sql, answer, sizeof answer) && !strcmp(answer, c->born);
    pg_drop(&probe);
    pthread_mutex_destroy(&probe.lock);
    return works;
}

PGresult *pg_result(PgConnection *c, bool *lost)
{
    *lost = false;
    while (c->pg) {
        int flushed = PQflush(c->pg);
        if (flushed < 0 || PQstatus(c->pg) == CONNECTION_BAD) break;
        if (!flushed && !PQisBusy(c->pg)) return PQgetResult(c->pg);
        struct pollfd fd = { .fd = PQsocket(c->pg),
                             .events = (short)(POLLIN | (flushed ? POLLOUT : 0)) };
        int ready = poll(&fd, 1, SILENCE_MS);
        if (ready < 0 && errno != EINTR) break;
        if (ready > 0 && fd.revents & (POLLIN | POLLERR | POLLHUP) && !PQconsumeInput(c->pg)) break;
        if (ready) continue;
        bool asks = c->born[0]; // a probe must be answered, so it isn't probed
        if (asks) pg_note_waiting(c, "the server does not answer");
        if (!asks || pg_gives_up(c) || !still_at_work(c)) {
            snprintf(c->shared.cause, sizeof c->shared.cause, "the server does not answer");
            *lost = true;
            return NULL;
        }
    }
    if (c->pg) pg_note_cause(c, NULL);
    *lost = true;
    return NULL;
}

// Reads all results. Returns the first error, or the last result.
static PGresult *all_results(PgConnection *c)
{
    PGresult *kept = NULL, *next;
    bool lost;
    while ((next = pg_result(c, &lost))) {
        bool failed = kept && PQresultStatus(kept) == PGRES_FATAL_ERROR;
        PQclear(failed ? next : kept);
        if (!failed) kept = next;
    }
    if (lost) {
        PQclear(kept);
        pg_drop(c);
        return NULL;
    }
    return kept;
}

static PGresult *run(PgConnection *c, const char *sql)
{
    if (!c->pg || !PQsendQuery(c->pg, sql)) {
        pg_note_cause(c, NULL);
        if (c->pg && PQstatus(c->pg) == CONNECTION_BAD) pg_drop(c);
        return NULL;
    }
    PGresult *result = all_results(c);
    ExecStatusType status = result ? PQresultStatus(result) : PGRES_FATAL_ERROR;
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) return result;
    if (result) pg_note_cause(c, result);
    PQclear(result);
    return NULL;
}

bool pg_run(PgConnection *c, const char *sql)
{
    PGresult *result = run(c, sql);
    PQclear(result);
    return result != NULL;
}

bool pg_ask(PgConnection *c, const char *sql, char *answer, size_t capacity)
{
    PGresult *result = run(c, sql);
    answer[0] = '\0';
    if (!result) return false;
    if (PQntuples(result) > 0) snprintf(answer, capacity, "%s", PQgetvalue(result, 0, 0));
    PQclear(result);
    return true;
}

// --- connecting again ----------------------------------------------------------------------------

// Every statement reads by an index and in its order, so plans are made once (generic) and may only
// use indexes: a plan made for a person with few games would be wrong for others. A commit is on
// the disk. A commit that waits for a standby is never cancelled, since it may still succeed.
static bool settle_in(PgConnection *c)
{
    c->born[0] = '\0';
    return pg_run(c, "SET statement_timeout = 0; SET lock_timeout = 0;"
                     " SET idle_in_transaction_session_timeout = 0; SET jit = off;"
                     " SET default_transaction_isolation = 'read committed';"
                     " SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off;"
                     " SET enable_hashjoin = off; SET enable_mergejoin = off;"
                     " SET enable_bitmapscan = off;"
                     " SET enable_material = off; SET random_page_cost = 1.1;"
                     " SELECT set_config('synchronous_commit', 'on', false)"
                     "  WHERE current_setting('synchronous_commit') IN ('off', 'local')") &&
           hosts_note(c) &&
           pg_ask(c, "SELECT pg_postmaster_start_time()::text", c->born, sizeof c->born);
}

static void rest(i64 ms)
{
    nanosleep(&(struct timespec){ .tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000 }, NULL);
}

bool pg_connect(PgConnection *c, i64 until_ms)
{
    i64 pause = PAUSE_MIN_MS;
    while (!c->pg) {
        c->pg = hosts_connect(c);
        if (c->pg && !settle_in(c)) pg_drop(c);
        if (c->pg) break;
        pg_note_waiting(c, c->shared.cause);
        if (pg_gives_up(c) || (until_ms && pg_now_ms() + pause > until_ms)) return false;
        rest(pause);
        pause = pause * 2 < PAUSE_MAX_MS ? pause * 2 : PAUSE_MAX_MS;
    }
    c->epoch++;
    pg_note_waiting(c, NULL);
    return true;
}
