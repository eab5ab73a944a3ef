// SPDX-License-Identifier: MIT
// Finds the primary among the hosts of an address. It connects to all at once, so that a frozen or
// unreachable host delays nothing. A host that refuses (a standby before its promotion) is tried
// again until the time is over.
//
// After a failover the old primary may wake up and still take connections. It stores nothing, since
// its standby has left, but it would answer reads with old rows. A promotion begins a new timeline
// of the database's log: of two servers the one with the higher timeline is the primary, and once
// this process has seen a timeline it uses no server with a lower one. That holds for all
// connections to the address, so readers follow the writer, and the writer follows them.
//
// A server with a new timeline has just been promoted, so there is no other to wait for. While no
// host takes writes, one connection of this process keeps trying. The others wait for its result,
// since each attempt costs the server a process.
#include "sql/postgres/postgres.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CONNECT_MS = 2000, // for one host
    AGAIN_MS = 50,     // before a host that refused is retried, while other hosts haven't answered
    SEEK_MS = 300,     // if the seeker found no server in this time, another connection may try
    FRESH_MS = 10000,  // no second promotion is expected this soon after one
    OTHERS_MS = 200,   // how long to wait for other hosts once one is connected
};

// --- notices -------------------------------------------------------------------------------------

static pthread_mutex_t notice_lock = PTHREAD_MUTEX_INITIALIZER;
static u64 notice_count;
static char last_notice[STORE_CAUSE_MAX];

// From any thread. libpq would write the message to standard error, past the server's log.
static void keep_notice(void *nothing, const char *message)
{
    (void)nothing;
    pthread_mutex_lock(&notice_lock);
    size_t length = strcspn(message, "\n");
    if (length >= sizeof last_notice) length = sizeof last_notice - 1;
    memcpy(last_notice, message, length);
    last_notice[length] = '\0';
    notice_count++;
    pthread_mutex_unlock(&notice_lock);
}

u64 pg_notices(char notice[STORE_CAUSE_MAX])
{
    pthread_mutex_lock(&notice_lock);
    u64 count = notice_count;
    memcpy(notice, last_notice, STORE_CAUSE_MAX);
    pthread_mutex_unlock(&notice_lock);
    return count;
}

// --- timelines -----------------------------------------------------------------------------------

// The highest timeline seen at each address.
typedef struct Newest {
    struct Newest *next;
    char *where;
    i64 timeline;
    i64 since_ms;       // when it was first seen, after another one; 0: it was the first
    const void *seeker; // the connection that looks for a server on behalf of all
    i64 seeks_until_ms;
    int found; // how often a server was found
} Newest;
static Newest *all_newest;
static pthread_mutex_t newest_lock = PTHREAD_MUTEX_INITIALIZER;

static Newest *newest_of(const char *where)
{
    for (Newest *newest = all_newest; newest; newest = newest->next)
        if (!strcmp(newest->where, where)) return newest;
    Newest *made = calloc(1, sizeof *made);
    if (made) made->where = strdup(where);
    if (!made || !made->where) {
        free(made);
        return NULL;
    }
    made->next = all_newest;
    all_newest = made;
    return made;
}

bool hosts_note(PgConnection *c)
{
    char text[32];
    // The first eight digits of the name of the file that is being written.
    if (!pg_ask(c,
                "SELECT CASE WHEN pg_is_in_recovery() THEN 0 ELSE ('x' ||"
                " substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::bigint END",
                text, sizeof text))
        return false;
    c->timeline = strtoll(text, NULL, 10);
    if (!c->timeline) return true; // a standby, for reading
    pthread_mutex_lock(&newest_lock);
    Newest *newest = newest_of(c->where);
    if (newest && newest->timeline < c->timeline) {
        newest->since_ms = newest->timeline ? pg_now_ms() : 0;
        newest->timeline = c->timeline;
    }
    bool old = newest && newest->timeline > c->timeline;
    pthread_mutex_unlock(&newest_lock);
    if (old) snprintf(c->shared.cause, sizeof c->shared.cause, "the server is no longer primary");
    return !old;
}

bool hosts_outdated(const PgConnection *c)
{
    pthread_mutex_lock(&newest_lock);
    const Newest *newest = newest_of(c->where);
    bool old = newest && newest->timeline > c->timeline;
    pthread_mutex_unlock(&newest_lock);
    return c->pg && c->timeline && old;
}

// Whether no other server can have a higher timeline than this one.
static bool is_fresh(const PgConnection *c)
{
    pthread_mutex_lock(&newest_lock);
    const Newest *newest = newest_of(c->where);
    bool fresh = newest && newest->timeline == c->timeline && newest->since_ms &&
                 pg_now_ms() - newest->since_ms < FRESH_MS;
    pthread_mutex_unlock(&newest_lock);
    return fresh;
}

// Whether this connection may look for a server now. One connection looks on behalf of all; the
// others wait until it has found one, that is, until the count of found servers exceeds `*found`.
static bool may_seek(const PgConnection *c, int *found)
{
    i64 now = pg_now_ms();
    pthread_mutex_lock(&newest_lock);
    Newest *newest = newest_of(c->where);
    bool seeks = !newest || newest->seeker == c || now > newest->seeks_until_ms;
    if (newest && seeks) {
        newest->seeker = c;
        newest->seeks_until_ms = now + SEEK_MS;
    }
    bool may = seeks || newest->found != *found;
    if (newest) *found = newest->found;
    pthread_mutex_unlock(&newest_lock);
    return may;
}

static int found_so_far(const PgConnection *c, bool one_more)
{
    pthread_mutex_lock(&newest_lock);
    Newest *newest = newest_of(c->where);
    if (newest && one_more) newest->found++;
    if (newest && one_more) newest->seeks_until_ms = 0;
    int found = newest ? newest->found : 0;
    pthread_mutex_unlock(&newest_lock);
    return found;
}

// --- one host ------------------------------------------------------------------------------------

typedef struct Host {
    PGconn *pg;
    PostgresPollingStatusType status;
    i64 again_ms; // when to try again, if `pg` is NULL
    bool asked;   // for its timeline
    i64 timeline;
} Host;

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

// Begins to connect to host `i` of those in the address; `*hosts` is how many there are.
static PGconn *begin(PgConnection *c, int i, int *hosts)
{
    enum { OPTIONS_MAX = 80 };
    const char *name[OPTIONS_MAX + 4], *value[OPTIONS_MAX + 4];
    char parts[3][256], *words = NULL;
    PQconninfoOption *options = PQconninfoParse(c->where, &words);
    *hosts = 1;
    if (!options) {
        pg_keep_cause(c, words ? words : "out of memory", NULL);
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
    if (pg) PQsetNoticeProcessor(pg, keep_notice, NULL);
    PQconninfoFree(options);
    return pg;
}

static void fail(PgConnection *c, Host *host)
{
    const char *said = host->pg ? PQerrorMessage(host->pg) : "out of memory";
    if (host->pg || !c->shared.cause[0]) pg_keep_cause(c, said[0] ? said : "no answer", NULL);
    PQfinish(host->pg);
    *host = (Host){ .status = PGRES_POLLING_FAILED, .again_ms = pg_now_ms() + AGAIN_MS };
}

static void ask(PgConnection *c, Host *host, int i, int *hosts)
{
    *host = (Host){ .pg = begin(c, i, hosts), .status = PGRES_POLLING_WRITING };
    if (!host->pg || PQstatus(host->pg) == CONNECTION_BAD) fail(c, host);
}

// --- all of them ---------------------------------------------------------------------------------

static bool is_pending(const Host *host)
{
    return host->pg && host->status != PGRES_POLLING_OK;
}

// Waits until then for any of the connections, and continues those that are ready.
static bool step_all(PgConnection *c, Host *host, int hosts, i64 until)
{
    struct pollfd fd[PG_HOSTS_MAX];
    int of[PG_HOSTS_MAX], count = 0;
    for (int i = 0; i < hosts; i++) {
        if (!is_pending(&host[i])) continue;
        of[count] = i;
        fd[count++] = (struct pollfd){
            .fd = PQsocket(host[i].pg),
            .events = host[i].status == PGRES_POLLING_READING ? POLLIN : POLLOUT,
        };
    }
    i64 left = until - pg_now_ms();
    int ready = poll(fd, (nfds_t)count, left > 0 ? (int)left : 0);
    if (ready < 0 && errno != EINTR) return false;
    for (int i = 0; ready > 0 && i < count; i++) {
        Host *one = &host[of[i]];
        if (!fd[i].revents) continue;
        one->status = PQconnectPoll(one->pg);
        if (one->status == PGRES_POLLING_FAILED) fail(c, one);
    }
    return true;
}

static int connected_in(const Host *host, int hosts)
{
    int count = 0;
    for (int i = 0; i < hosts; i++)
        count += host[i].pg && host[i].status == PGRES_POLLING_OK;
    return count;
}

// Asks a connected host for its timeline. Returns whether there is no other host to wait for.
static bool learn(const PgConnection *c, Host *host)
{
    PgConnection probe = { .where = c->where, .pg = host->pg };
    host->asked = true;
    pthread_mutex_init(&probe.lock, NULL);
    host->timeline = hosts_note(&probe) ? probe.timeline : -1;
    bool fresh = host->timeline > 0 && is_fresh(&probe);
    pthread_mutex_destroy(&probe.lock);
    host->pg = probe.pg; // NULL: it was lost
    return fresh;
}

// The connected host with the highest timeline, or -1.
static int primary_of(const PgConnection *c, Host *host, int hosts)
{
    int best = -1;
    for (int i = 0; i < hosts; i++) {
        if (!host[i].pg || host[i].status != PGRES_POLLING_OK) continue;
        if (!host[i].asked && connected_in(host, hosts) == 1) return i;
        if (!host[i].asked) learn(c, &host[i]);
        if (host[i].pg && host[i].timeline >= 0 &&
            (best < 0 || host[i].timeline > host[best].timeline))
            best = i;
    }
    return best;
}

// Whether a connected host has just been promoted.
static bool any_fresh(const PgConnection *c, Host *host, int hosts)
{
    bool fresh = false;
    for (int i = 0; i < hosts; i++)
        if (host[i].pg && host[i].status == PGRES_POLLING_OK && !host[i].asked)
            fresh |= learn(c, &host[i]);
    return fresh;
}

PGconn *hosts_connect(PgConnection *c)
{
    Host host[PG_HOSTS_MAX] = { 0 };
    i64 end = pg_now_ms() + CONNECT_MS, others_end = 0;
    int hosts = 1, found = found_so_far(c, false);
    ask(c, &host[0], 0, &hosts);
    for (int i = 1, same; i < hosts; i++)
        ask(c, &host[i], i, &same);
    for (;;) {
        i64 now = pg_now_ms(), wake = end;
        int pending = 0, connected = connected_in(host, hosts);
        for (int i = 0, same; i < hosts; i++) {
            if (!host[i].pg && !connected && host[i].again_ms <= now) {
                // If there is no other host to wait for, the caller decides.
                bool waits = false;
                for (int k = 0; k < hosts; k++)
                    waits |= is_pending(&host[k]);
                host[i].again_ms = now + AGAIN_MS;
                if (waits && may_seek(c, &found)) ask(c, &host[i], i, &same);
            }
            if (!host[i].pg && !connected && host[i].again_ms < wake) wake = host[i].again_ms;
            pending += is_pending(&host[i]);
        }
        if (connected && !others_end) others_end = now + OTHERS_MS;
        if (connected && others_end < wake) wake = others_end;
        if (!pending || now >= end || (connected && now >= others_end)) break;
        if (connected && any_fresh(c, host, hosts)) break;
        if (!step_all(c, host, hosts, wake)) break;
    }
    int best = primary_of(c, host, hosts);
    PGconn *chosen = best >= 0 ? host[best].pg : NULL;
    if (chosen && hosts > 1) found_so_far(c, true);
    for (int i = 0; i < hosts; i++) {
        if (!host[i].pg || i == best) continue;
        if (!chosen)
            fail(c, &host[i]);
        else
            PQfinish(host[i].pg);
    }
    return chosen;
}
