// SPDX-License-Identifier: MIT
// Hosts, one after the other, each with a time of its own; and what a lost connection is.
//
// A server that is frozen says nothing, and neither does one that waits for a lock or for its
// standby. After SILENCE_MS without an answer another connection asks whether the first one is
// still at work: if so, the answer is waited for, however long it takes.
#include "store/postgres/postgres.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    CONNECT_MS = 2000, // for one host
    SILENCE_MS = 1500,
    PAUSE_MIN_MS = 20,
    PAUSE_MAX_MS = 500,
    GIVE_UP_MS = 3000, // after the store said that it closes
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

// One line, without what follows it.
static void keep_cause(PgConnection *c, const char *words, const char *state)
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
        keep_cause(c, words, state);
    else
        keep_cause(c, c->pg ? PQerrorMessage(c->pg) : "no connection", NULL);
}

bool pg_is_outage(const char *state)
{
    // Connections, administrators' commands, a server that does not take writes any more.
    return !state[0] || !strncmp(state, "08", 2) || !strncmp(state, "57P0", 4) ||
           !strcmp(state, "25006");
}

// --- one connection ------------------------------------------------------------------------------

// Part `i` of a list; all of it if it has but one.
static const char *part_of(const char *list, int i, char part[256])
{
    if (!list) return NULL;
    const char *at = list;
    for (; i > 0 && strchr(at, ','); i--)
        at = strchr(at, ',') + 1;
    if (i > 0) at = list;
    snprintf(part, 256, "%.*s", (int)strcspn(at, ","), at);
    return part;
}

static int hosts_in(const char *list)
{
    int count = 1;
    for (; list && *list; list++)
        count += *list == ',';
    return count < PG_HOSTS_MAX ? count : PG_HOSTS_MAX;
}

// Waits until it is connected, or fails, or its time is over.
static bool finish_connecting(PGconn *pg)
{
    i64 until = pg_now_ms() + CONNECT_MS;
    PostgresPollingStatusType status = PGRES_POLLING_WRITING;
    while (status != PGRES_POLLING_OK && status != PGRES_POLLING_FAILED) {
        i64 left = until - pg_now_ms();
        struct pollfd fd = { .fd = PQsocket(pg),
                             .events = status == PGRES_POLLING_READING ? POLLIN : POLLOUT };
        if (left <= 0) return false;
        int ready = poll(&fd, 1, (int)left);
        if (ready < 0 && errno != EINTR) return false;
        if (ready > 0) status = PQconnectPoll(pg);
    }
    return status == PGRES_POLLING_OK;
}

// Host `i` of those in the address; `*hosts` is how many there are.
static PGconn *connect_host(PgConnection *c, int i, int *hosts)
{
    enum { OPTIONS_MAX = 80 };
    const char *name[OPTIONS_MAX + 4], *value[OPTIONS_MAX + 4];
    char parts[3][256], *words = NULL;
    PQconninfoOption *options = PQconninfoParse(c->where, &words);
    *hosts = 1;
    if (!options) {
        keep_cause(c, words ? words : "out of memory", NULL);
        PQfreemem(words);
        return NULL;
    }
    int count = 0;
    bool chosen = false;
    for (PQconninfoOption *option = options; option->keyword && count < OPTIONS_MAX; option++) {
        if (!option->val || !option->val[0]) continue;
        bool host = !strcmp(option->keyword, "host"),
             address = !strcmp(option->keyword, "hostaddr");
        bool port = !strcmp(option->keyword, "port");
        if ((host || address) && hosts_in(option->val) > *hosts) *hosts = hosts_in(option->val);
        if (!strcmp(option->keyword, "target_session_attrs")) chosen = true;
        name[count] = option->keyword;
        value[count++] = host      ? part_of(option->val, i, parts[0])
                         : address ? part_of(option->val, i, parts[1])
                         : port    ? part_of(option->val, i, parts[2])
                                   : option->val;
    }
    name[count] = "client_encoding";
    value[count++] = "UTF8";
    name[count] = "fallback_application_name";
    value[count++] = "meydan";
    if (!chosen) {
        name[count] = "target_session_attrs";
        value[count++] = "read-write";
    }
    name[count] = value[count] = NULL;
    PGconn *pg = PQconnectStartParams(name, value, 0);
    PQconninfoFree(options);
    if (pg && PQstatus(pg) != CONNECTION_BAD && finish_connecting(pg)) return pg;
    const char *said = pg ? PQerrorMessage(pg) : "out of memory";
    keep_cause(c, said[0] ? said : "no answer", NULL);
    PQfinish(pg);
    return NULL;
}

void pg_drop(PgConnection *c)
{
    PQfinish(c->pg);
    c->pg = NULL;
    c->transaction = 0;
    c->cursors = 0;
}

// --- answers -------------------------------------------------------------------------------------

// Whether our connection is at work on the server that we are connected to.
static bool still_at_work(PgConnection *c)
{
    PgConnection probe = { .where = c->where, .host = c->host };
    char sql[200], answer[64];
    int hosts;
    pthread_mutex_init(&probe.lock, NULL);
    probe.pg = connect_host(&probe, c->host, &hosts);
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
        bool asks = c->born[0]; // not a probe: that one has to be answered
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

// All results of what was sent: the first error, or the last one without.
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

// --- again and again -----------------------------------------------------------------------------

// Only what goes by an index is asked for; a plan is made once; a commit is on the disk; and a
// commit that waits for a standby is never cancelled, since it may be kept.
static bool settle_in(PgConnection *c)
{
    c->born[0] = '\0';
    return pg_run(c, "SET statement_timeout = 0; SET lock_timeout = 0;"
                     " SET idle_in_transaction_session_timeout = 0; SET jit = off;"
                     " SET default_transaction_isolation = 'read committed';"
                     " SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off;"
                     " SET enable_hashjoin = off; SET enable_mergejoin = off;"
                     " SELECT set_config('synchronous_commit', 'on', false)"
                     "  WHERE current_setting('synchronous_commit') IN ('off', 'local')") &&
           pg_ask(c, "SELECT pg_postmaster_start_time()::text", c->born, sizeof c->born);
}

static void rest(i64 ms)
{
    nanosleep(&(struct timespec){ .tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000 }, NULL);
}

bool pg_connect(PgConnection *c, i64 until_ms)
{
    i64 pause = PAUSE_MIN_MS;
    int hosts = 1;
    while (!c->pg) {
        for (int i = 0; i < hosts && !c->pg; i++) {
            int host = (c->host + i) % hosts;
            c->pg = connect_host(c, host, &hosts);
            if (c->pg && !settle_in(c)) pg_drop(c);
            if (c->pg) c->host = host;
        }
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
