// SPDX-License-Identifier: MIT
#include "store/store.h"

#include "containers/queue.h"
#include "store/backend.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    GROUP_MAX = 2000,   // jobs in a commit
    QUEUE_MAX = 100000, // jobs that wait; some 30 MB
    TEXTS_MAX = 3,      // in a write
};

// What one call of store_write asked for, with its texts behind it.
typedef struct Job {
    QueueLink link;
    StoreDone *done;
    void *context;
    StoreStatus status;
    int count;
    StoreWrite write[];
} Job;

struct Store {
    StoreSetup setup;
    const Backend *backend;
    void *writing, *reading; // connections
    pthread_t writer;
    pthread_mutex_t lock; // of all below
    pthread_cond_t filled;
    Queue waiting, under_way, decided; // a job goes from one to the next
    StoreHealth health;
    void *checking; // a connection; NULL: nothing is checked
    pthread_t checker;
    pthread_cond_t closed; // wakes the checker at the end
    StoreTraffic traffic;  // without what is waiting
    bool closing;
};

// --- jobs ----------------------------------------------------------------------------------------

// The texts of a write, in one order.
static int texts_of(StoreWrite *write, Text *text[TEXTS_MAX])
{
    int count = 0;
    switch (write->kind) {
    case WRITE_GAME:
        text[count++] = &write->game.variant;
        text[count++] = &write->game.setup;
        text[count++] = &write->game.speed;
        break;
    case WRITE_EVENT: text[count++] = &write->event.body; break;
    case WRITE_END:
        text[count++] = &write->game.result;
        text[count++] = &write->game.reason;
        break;
    case WRITE_PERSON:
    case WRITE_PERSON_CHANGED:
    case WRITE_IF_PASSWORD:
        text[count++] = &write->person.name;
        text[count++] = &write->person.key;
        text[count++] = &write->person.password_hash;
        break;
    case WRITE_TOKEN: text[count++] = &write->token.label; break;
    case WRITE_RATING:
        text[count++] = &write->change.variant;
        text[count++] = &write->change.speed;
        break;
    case WRITE_RATING_NOW:
        text[count++] = &write->rating.variant;
        text[count++] = &write->rating.speed;
        break;
    case WRITE_FLAG:
        text[count++] = &write->flag.kind;
        text[count++] = &write->flag.detail;
        break;
    case WRITE_AUDIT:
        text[count++] = &write->audit.kind;
        text[count++] = &write->audit.reason;
        text[count++] = &write->audit.detail;
        break;
    case WRITE_SANCTION: text[count++] = &write->sanction.reason; break;
    case WRITE_RENAME:
        text[count++] = &write->person.name;
        text[count++] = &write->person.key;
        break;
    case WRITE_REPORT:
        text[count++] = &write->report.reason;
        text[count++] = &write->report.text;
        text[count++] = &write->report.context;
        break;
    default: break; // the others have none
    }
    return count;
}

static Job *job_new(const StoreWrite *writes, int count)
{
    size_t size = sizeof(Job) + (size_t)count * sizeof *writes;
    Text *text[TEXTS_MAX];
    for (int i = 0; i < count; i++) {
        StoreWrite write = writes[i];
        for (int t = texts_of(&write, text); t > 0; t--)
            size += text[t - 1]->length;
    }
    Job *job = malloc(size);
    if (!job) return NULL;
    job->count = count;
    memcpy(job->write, writes, (size_t)count * sizeof *writes);
    char *capacity = (char *)&job->write[count];
    for (int i = 0; i < count; i++)
        for (int t = texts_of(&job->write[i], text); t > 0; t--) {
            Text *copied = text[t - 1];
            if (copied->length) memcpy(capacity, copied->at, copied->length);
            copied->at = capacity;
            capacity += copied->length;
        }
    return job;
}

// --- the writer ----------------------------------------------------------------------------------

static void gather(Store *store)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += store->setup.gather_ms * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    while (!store->closing && store->waiting.count < GROUP_MAX)
        if (pthread_cond_timedwait(&store->filled, &store->lock, &until) == ETIMEDOUT) return;
}

// Without the lock: the current batch belongs to the writer, others only read it.
static bool write_group(Store *store)
{
    const Backend *backend = store->backend;
    Job *first = (Job *)store->under_way.first;
    bool fine = backend->begin(store->writing);
    for (Job *job = first; job; job = (Job *)job->link.next)
        job->status = fine ? backend->apply(store->writing, job->write, job->count) : STORE_FAILED;
    if (fine && backend->commit(store->writing)) return true;
    for (Job *job = first; job; job = (Job *)job->link.next)
        job->status = STORE_FAILED;
    return false;
}

static void note_commit(Store *store, bool committed)
{
    StoreHealth *health = &store->health;
    store->traffic.commits += committed;
    store->traffic.failed_commits += !committed;
    health->failing = !committed;
    if (!committed)
        snprintf(health->cause, sizeof health->cause, "%s", store->backend->cause(store->writing));
}

static void count_job(StoreTraffic *traffic, const Job *job)
{
    traffic->stored += job->status == STORED;
    traffic->conflicts += job->status == STORE_CONFLICT;
    traffic->failed += job->status == STORE_FAILED;
}

static void *write_all(void *argument)
{
    Store *store = argument;
    pthread_mutex_lock(&store->lock);
    for (;;) {
        while (!store->waiting.first && !store->closing)
            pthread_cond_wait(&store->filled, &store->lock);
        if (!store->waiting.first) break;
        if (store->setup.gather_ms) gather(store);
        while (store->under_way.count < GROUP_MAX && store->waiting.first)
            queue_add(&store->under_way, queue_take(&store->waiting));
        pthread_mutex_unlock(&store->lock);

        bool committed = write_group(store);

        pthread_mutex_lock(&store->lock);
        note_commit(store, committed);
        for (Job *job; (job = (Job *)queue_take(&store->under_way));) {
            count_job(&store->traffic, job);
            queue_add(&store->decided, &job->link);
        }
        pthread_mutex_unlock(&store->lock);
        if (store->setup.wake) store->setup.wake(store->setup.context);
        pthread_mutex_lock(&store->lock);
    }
    pthread_mutex_unlock(&store->lock);
    return NULL;
}

// --- the checker ---------------------------------------------------------------------------------

enum { CHECK_FIRST_S = 2 };

// Sleeps with the lock held; false at the end.
static bool rest(Store *store, int seconds)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += seconds;
    while (!store->closing)
        if (pthread_cond_timedwait(&store->closed, &store->lock, &until) == ETIMEDOUT) return true;
    return false;
}

static void *check_all(void *argument)
{
    Store *store = argument;
    pthread_mutex_lock(&store->lock);
    for (bool going = rest(store, CHECK_FIRST_S); going;
         going = rest(store, store->setup.check_s)) {
        Fault why = { 0 };
        bool sound = true, more = true;
        pthread_mutex_unlock(&store->lock);
        for (int table = 0; more && sound; table++)
            sound = store->backend->check_table(store->checking, table, &more, &why);
        pthread_mutex_lock(&store->lock);
        snprintf(store->health.corrupt, sizeof store->health.corrupt, "%s",
                 sound ? "" : why.message);
        store->health.checks++;
        pthread_mutex_unlock(&store->lock);
        if (store->setup.wake) store->setup.wake(store->setup.context);
        pthread_mutex_lock(&store->lock);
    }
    pthread_mutex_unlock(&store->lock);
    return NULL;
}

// A store that cannot be checked can still be used.
static void start_checker(Store *store)
{
    Fault why;
    if (store->setup.check_s <= 0 || store->setup.read_only) return;
    store->checking = store->backend->open(store->setup.where, OPEN_READING, &why);
    if (!store->checking || !pthread_create(&store->checker, NULL, check_all, store)) return;
    store->backend->close(store->checking);
    store->checking = NULL;
}

// --- the owner -----------------------------------------------------------------------------------

static void init_lock(Store *store)
{
    pthread_condattr_t attributes;
    pthread_mutex_init(&store->lock, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&store->filled, &attributes);
    pthread_cond_init(&store->closed, &attributes);
    pthread_condattr_destroy(&attributes);
}

static void free_store(Store *store)
{
    if (store->writing) store->backend->close(store->writing);
    if (store->reading) store->backend->close(store->reading);
    if (store->checking) store->backend->close(store->checking);
    pthread_cond_destroy(&store->filled);
    pthread_cond_destroy(&store->closed);
    pthread_mutex_destroy(&store->lock);
    free(store);
}

Store *store_open(const StoreSetup *setup, Fault *why)
{
    Store *store = calloc(1, sizeof *store);
    if (!store) {
        fault(why, MALFORMED, "out of memory");
        return NULL;
    }
    store->setup = *setup;
    store->backend = &BACKEND_SQLITE;
    init_lock(store);
    OpenMode reading = setup->read_only ? OPEN_SNAPSHOT : OPEN_READING;
    if (!setup->read_only) store->writing = store->backend->open(setup->where, OPEN_WRITING, why);
    if (store->writing || setup->read_only)
        store->reading = store->backend->open(setup->where, reading, why);
    if (store->reading) {
        if (setup->read_only || !pthread_create(&store->writer, NULL, write_all, store)) {
            start_checker(store);
            return store;
        }
        fault(why, MALFORMED, "cannot start a thread");
    }
    free_store(store);
    return NULL;
}

bool store_write(Store *store, const StoreWrite *writes, int count, StoreDone *done, void *context)
{
    assert(!store->setup.read_only);
    Job *job = job_new(writes, count);
    if (!job) return false;
    job->done = done;
    job->context = context;
    pthread_mutex_lock(&store->lock);
    bool capacity = store->waiting.count < QUEUE_MAX;
    if (capacity) queue_add(&store->waiting, &job->link);
    // While the writer gathers, only a full group is news.
    if (capacity && (store->waiting.count == 1 || store->waiting.count >= GROUP_MAX))
        pthread_cond_signal(&store->filled);
    pthread_mutex_unlock(&store->lock);
    if (!capacity) free(job);
    return capacity;
}

void store_collect(Store *store)
{
    pthread_mutex_lock(&store->lock);
    Queue decided = store->decided;
    store->decided = (Queue){ 0 };
    pthread_mutex_unlock(&store->lock);
    for (Job *job; (job = (Job *)queue_take(&decided));) {
        if (job->done) job->done(job->context, job->status);
        free(job);
    }
}

StoreTraffic store_traffic(Store *store)
{
    pthread_mutex_lock(&store->lock);
    StoreTraffic traffic = store->traffic;
    traffic.waiting = store->waiting.count + store->under_way.count;
    pthread_mutex_unlock(&store->lock);
    return traffic;
}

StoreHealth store_health(Store *store)
{
    pthread_mutex_lock(&store->lock);
    StoreHealth health = store->health;
    pthread_mutex_unlock(&store->lock);
    return health;
}

void store_close(Store *store)
{
    if (store->writing) {
        pthread_mutex_lock(&store->lock);
        store->closing = true;
        pthread_cond_signal(&store->filled);
        pthread_cond_signal(&store->closed);
        pthread_mutex_unlock(&store->lock);
        pthread_join(store->writer, NULL);
        if (store->checking) pthread_join(store->checker, NULL);
        store_collect(store);
    }
    free_store(store);
}

bool store_backup(const char *from, const char *to, Fault *why)
{
    return BACKEND_SQLITE.backup(from, to, why);
}

// --- reading -------------------------------------------------------------------------------------

bool store_load_live(Store *store, const StoreReader *reader, Fault *why)
{
    return store->backend->load(store->reading, LOAD_LIVE, 0, reader, why);
}

bool store_load_game(Store *store, i64 id, const StoreReader *reader, Fault *why)
{
    return store->backend->load(store->reading, LOAD_ONE, id, reader, why);
}

bool store_load_all(Store *store, const StoreReader *reader, Fault *why)
{
    return store->backend->load(store->reading, LOAD_ALL, 0, reader, why);
}

bool store_games(Store *store, const GameFilter *filter, SeeGame *see, void *context, i64 *next)
{
    i64 ignored;
    return store->backend->games(store->reading, filter, see, context, next ? next : &ignored);
}

bool store_games_of(Store *store, i64 person, SeeGame *see, void *context)
{
    return store->backend->games_of(store->reading, person, see, context);
}

bool store_counts(Store *store, i64 person, PersonCounts *counts)
{
    return store->backend->counts(store->reading, person, counts);
}

i64 store_rematch(Store *store, i64 game)
{
    return store->backend->rematch(store->reading, game);
}

i64 store_alive_ms(Store *store)
{
    return store->backend->alive_ms(store->reading);
}

bool store_person(Store *store, i64 id, StoredPerson *person)
{
    const PersonWanted wanted = { .by = BY_ID, .id = id };
    return store->backend->person(store->reading, &wanted, person);
}

bool store_person_by_key(Store *store, Text key, StoredPerson *person)
{
    const PersonWanted wanted = { .by = BY_KEY, .key = key };
    return store->backend->person(store->reading, &wanted, person);
}

bool store_person_by_session(Store *store, const SecretHash *hash, i64 now_ms, StoredPerson *person)
{
    const PersonWanted wanted = { .by = BY_SESSION, .hash = *hash, .now_ms = now_ms };
    return store->backend->person(store->reading, &wanted, person);
}

bool store_person_by_token(Store *store, const SecretHash *hash, StoredPerson *person)
{
    const PersonWanted wanted = { .by = BY_TOKEN, .hash = *hash };
    return store->backend->person(store->reading, &wanted, person);
}

bool store_people(Store *store, SeePerson *see, void *context)
{
    return store->backend->people(store->reading, see, context);
}

bool store_sessions(Store *store, i64 person, SeeSession *see, void *context)
{
    return store->backend->sessions(store->reading, person, see, context);
}

bool store_tokens(Store *store, i64 person, SeeToken *see, void *context)
{
    return store->backend->tokens(store->reading, person, see, context);
}

bool store_ratings(Store *store, i64 person, SeeRating *see, void *context)
{
    return store->backend->ratings(store->reading, person, see, context);
}

bool store_changes(Store *store, const ChangeFilter *filter, SeeChange *see, void *context)
{
    return store->backend->changes(store->reading, filter, see, context);
}

// Puts what the jobs of a queue make of a rating on top of it, and says whether one did.
static bool rate_ahead(const Queue *queue, const StoredRating *wanted, RatingNow *now)
{
    bool found = false;
    for (const Job *job = (const Job *)queue->first; job; job = (const Job *)job->link.next)
        for (int i = 0; i < job->count; i++) {
            const StoredChange *change = &job->write[i].change;
            if (job->write[i].kind != WRITE_RATING || change->person != wanted->person ||
                !text_equal(change->variant, wanted->variant) ||
                !text_equal(change->speed, wanted->speed))
                continue;
            *now = (RatingNow){ change->after, change->at_ms };
            found = true;
        }
    return found;
}

bool store_rating(Store *store, i64 person, Text variant, Text speed, RatingNow *now)
{
    const StoredRating wanted = { .person = person, .variant = variant, .speed = speed };
    RatingNow rating = { 0 };
    pthread_mutex_lock(&store->lock);
    bool found = store->backend->rating(store->reading, person, variant, speed, &rating);
    if (rate_ahead(&store->under_way, &wanted, &rating)) found = true;
    if (rate_ahead(&store->waiting, &wanted, &rating)) found = true;
    pthread_mutex_unlock(&store->lock);
    if (found) *now = rating;
    return found;
}

static bool rates(const Job *job, i64 person)
{
    for (int i = 0; i < job->count; i++)
        if (job->write[i].kind == WRITE_RATING && job->write[i].change.person == person)
            return true;
    return false;
}

// The rating changes of one game are in one job.
static int between_in(const Queue *queue, i64 person, i64 other)
{
    int games = 0;
    for (const Job *job = (const Job *)queue->first; job; job = (const Job *)job->link.next)
        games += rates(job, person) && rates(job, other);
    return games;
}

int store_games_between(Store *store, i64 person, i64 other, i64 since_ms)
{
    pthread_mutex_lock(&store->lock);
    int games = store->backend->games_between(store->reading, person, other, since_ms) +
                between_in(&store->under_way, person, other) +
                between_in(&store->waiting, person, other);
    pthread_mutex_unlock(&store->lock);
    return games;
}

bool store_share_trace(Store *store, i64 person, i64 other, i64 since_ms)
{
    return store->backend->share_trace(store->reading, person, other, since_ms);
}

OtherGames store_other_games(Store *store, i64 person, i64 but)
{
    return store->backend->other_games(store->reading, person, but);
}

bool store_flags(Store *store, i64 game, SeeFlag *see, void *context)
{
    return store->backend->flags(store->reading, game, see, context);
}

bool store_check(Store *store, Fault *why)
{
    return store->backend->check(store->reading, why);
}

// --- moderation ----------------------------------------------------------------------------------

bool store_roles(Store *store, SeeRole *see, void *context)
{
    return store->backend->roles(store->reading, see, context);
}

bool store_ties(Store *store, i64 person, SeeTie *see, void *context)
{
    return store->backend->ties(store->reading, person, false, see, context);
}

bool store_followers(Store *store, i64 person, SeeTie *see, void *context)
{
    return store->backend->ties(store->reading, person, true, see, context);
}

bool store_sanctions(Store *store, i64 person, SeeSanction *see, void *context)
{
    return store->backend->sanctions(store->reading, person, see, context);
}

bool store_reports(Store *store, const ReportFilter *filter, SeeReport *see, void *context)
{
    return store->backend->reports(store->reading, filter, see, context);
}

bool store_audit(Store *store, const AuditFilter *filter, SeeAudit *see, void *context)
{
    return store->backend->audit(store->reading, filter, see, context);
}

i64 store_audit_last(Store *store)
{
    return store->backend->audit_last(store->reading);
}

bool store_audit_check(Store *store, i64 *entries, SecretHash *last, Fault *why)
{
    return store->backend->audit_check(store->reading, entries, last, why);
}
