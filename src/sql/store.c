// SPDX-License-Identifier: MIT
#include "sql/op.h"
#include "sql/store_internal.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    GROUP_MAX = 2000,   // jobs in a commit
    QUEUE_MAX = 100000, // waiting jobs, some 30 MB
};

// --- jobs ----------------------------------------------------------------------------------------

static Job *job_new(const StoreWrite *writes, int count)
{
    size_t size = sizeof(Job) + (size_t)count * sizeof *writes;
    for (int i = 0; i < count; i++)
        if (writes[i].op->args) size += shape_copy_size(writes[i].op->args, writes[i].args);
    Job *job = malloc(size);
    if (!job) return NULL;
    job->count = count;
    job->visible = false;
    memcpy(job->write, writes, (size_t)count * sizeof *writes);
    char *free_space = (char *)&job->write[count];
    for (int i = 0; i < count; i++) {
        StoreWrite *write = &job->write[i];
        job->visible |= write->op->visible;
        if (!write->op->args) continue;
        write->args = free_space;
        free_space = shape_copy(write->op->args, writes[i].args, free_space);
    }
    return job;
}

// With the lock held.
static void add_visible(Store *store, Job *job)
{
    job->next_visible = NULL;
    if (store->visible.first)
        store->visible.last->next_visible = job;
    else
        store->visible.first = job;
    store->visible.last = job;
}

// Jobs are decided in the order in which they were added.
static void drop_visible(Store *store, const Job *job)
{
    if (store->visible.first == job) store->visible.first = job->next_visible;
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
    Job *first = (Job *)store->under_way.first;
    int count = 0;
    for (Job *job = first; job; job = (Job *)job->link.next)
        store->calls[count++] = (StoreCall){ .write = job->write, .count = job->count };
    bool fine = store->database->write(store->writing, store->calls, count);
    count = 0;
    for (Job *job = first; job; job = (Job *)job->link.next)
        job->status = store->calls[count++].status;
    return fine;
}

static i64 monotonic_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (i64)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void note_commit(Store *store, bool committed)
{
    StoreHealth *health = &store->health;
    health->last_commit_ms = monotonic_ms() - store->commit_since_ms;
    health->slow_commits += health->last_commit_ms > STORE_SLOW_MS;
    store->commit_since_ms = 0;
    store->traffic.commits += committed;
    store->traffic.failed_commits += !committed;
    health->failing = !committed;
    if (!committed)
        snprintf(health->cause, sizeof health->cause, "%s", store->database->cause(store->writing));
}

static void count_job(StoreTraffic *traffic, const Job *job)
{
    traffic->stored += job->status == STORED;
    traffic->conflicts += job->status == STORE_CONFLICT;
    traffic->failed += job->status == STORE_FAILED;
}

// A process that stays, with readers or a cache, asks the database once a second whether another
// program has written (meydan store annul, an operator), which makes a cache wrong. An idle worker,
// which has no cache, notices a lost connection this way.
static bool asks_regularly(const StoreSetup *setup)
{
    return (setup->readers || setup->cache.forget) && !setup->read_only;
}

// With the lock held.
static void await_more(Store *store)
{
    struct timespec until;
    if (!asks_regularly(&store->setup)) {
        pthread_cond_wait(&store->filled, &store->lock);
        return;
    }
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec++;
    if (pthread_cond_timedwait(&store->filled, &store->lock, &until) != ETIMEDOUT) return;
    pthread_mutex_unlock(&store->lock);
    bool foreign = store->database->written_elsewhere(store->writing);
    pthread_mutex_lock(&store->lock);
    store->foreign |= foreign;
    if (!foreign) return;
    pthread_mutex_unlock(&store->lock);
    if (store->setup.wake) store->setup.wake(store->setup.context);
    pthread_mutex_lock(&store->lock);
}

// Writes one group. The lock is held except during the commit.
static void write_waiting(Store *store)
{
    while (store->under_way.count < GROUP_MAX && store->waiting.first)
        queue_add(&store->under_way, queue_take(&store->waiting));
    store->commit_since_ms = monotonic_ms();
    pthread_mutex_unlock(&store->lock);

    bool foreign =
        asks_regularly(&store->setup) && store->database->written_elsewhere(store->writing);
    bool committed = write_group(store);

    pthread_mutex_lock(&store->lock);
    store->foreign |= foreign;
    note_commit(store, committed);
    store->groups++;
    for (Job *job; (job = (Job *)queue_take(&store->under_way));) {
        count_job(&store->traffic, job);
        drop_visible(store, job);
        queue_add(&store->decided, &job->link);
    }
    pthread_mutex_unlock(&store->lock);
    if (store->setup.wake) store->setup.wake(store->setup.context);
    pthread_mutex_lock(&store->lock);
}

static void *write_all(void *argument)
{
    Store *store = argument;
    pthread_mutex_lock(&store->lock);
    for (;;) {
        while (!store->waiting.first && !store->closing)
            await_more(store);
        if (!store->waiting.first) break;
        if (store->setup.gather_ms) gather(store);
        write_waiting(store);
    }
    pthread_mutex_unlock(&store->lock);
    return NULL;
}

// --- the checker ---------------------------------------------------------------------------------

enum { CHECK_FIRST_S = 2 };

// Sleeps; the caller holds the lock. Returns false when the store closes.
static bool rest(Store *store, int seconds)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += seconds;
    while (!store->closing && !store->check_wanted)
        if (pthread_cond_timedwait(&store->closed, &store->lock, &until) == ETIMEDOUT) break;
    store->check_wanted = false;
    return !store->closing;
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
            sound = store->database->check_table(store->checking, table, &more, &why);
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

// A failure is ignored: the store works without checks.
static void start_checker(Store *store)
{
    Fault why;
    if (store->setup.check_s <= 0 || store->setup.read_only || store->setup.alone) return;
    store->checking = store->database->open(store->setup.where, OPEN_READING, &why);
    if (!store->checking || !pthread_create(&store->checker, NULL, check_all, store)) return;
    store->database->close(store->checking);
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
    pthread_mutex_init(&store->readers.lock, NULL);
    pthread_cond_init(&store->readers.filled[0], &attributes);
    pthread_cond_init(&store->readers.filled[1], &attributes);
    pthread_condattr_destroy(&attributes);
}

static void free_store(Store *store)
{
    readers_stop(store);
    pthread_mutex_destroy(&store->readers.lock);
    pthread_cond_destroy(&store->readers.filled[0]);
    pthread_cond_destroy(&store->readers.filled[1]);
    if (store->writing) store->database->close(store->writing);
    if (store->reading) store->database->close(store->reading);
    if (store->checking) store->database->close(store->checking);
    pthread_cond_destroy(&store->filled);
    pthread_cond_destroy(&store->closed);
    pthread_mutex_destroy(&store->lock);
    free(store->calls);
    free(store);
}

const Database *database_of(const char *where)
{
    const char *const prefix[] = { "postgresql://", "postgres://" };
    for (int i = 0; i < 2; i++)
        if (!strncmp(where, prefix[i], strlen(prefix[i]))) return &DATABASE_POSTGRES;
    return &DATABASE_SQLITE;
}

bool store_is_file(const char *where)
{
    return database_of(where) == &DATABASE_SQLITE;
}

Store *store_open(const StoreSetup *setup, Fault *why)
{
    Store *store = calloc(1, sizeof *store);
    if (!store) {
        fault(why, MALFORMED, "out of memory");
        return NULL;
    }
    store->setup = *setup;
    store->database = database_of(setup->where);
    init_lock(store);
    OpenMode reading = setup->read_only && !setup->follows ? OPEN_SNAPSHOT : OPEN_READING;
    store->calls = setup->read_only ? NULL : calloc(GROUP_MAX, sizeof *store->calls);
    if (store->calls) store->writing = store->database->open(setup->where, OPEN_WRITING, why);
    if (store->writing || setup->read_only)
        store->reading = store->database->open(setup->where, reading, why);
    if (asks_regularly(setup) && store->writing)
        store->database->written_elsewhere(store->writing); // from now on
    if (store->reading && readers_start(store, why)) {
        if (setup->read_only || setup->alone ||
            !pthread_create(&store->writer, NULL, write_all, store)) {
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
    if (store->setup.read_only) return false;
    for (int i = 0; i < count; i++)
        if (!writes[i].args) return false; // see store_op
    Job *job = job_new(writes, count);
    if (!job) return false;
    job->done = done;
    job->context = context;
    pthread_mutex_lock(&store->lock);
    bool capacity = store->waiting.count < QUEUE_MAX && !store->closing;
    if (capacity) queue_add(&store->waiting, &job->link);
    if (capacity && job->visible) add_visible(store, job);
    // While the writer gathers, only a full group wakes it.
    if (capacity && (store->waiting.count == 1 || store->waiting.count >= GROUP_MAX))
        pthread_cond_signal(&store->filled);
    if (capacity && store->setup.alone) write_waiting(store);
    pthread_mutex_unlock(&store->lock);
    if (!capacity) free(job);
    return capacity;
}

// Failed calls count too: the commit may have happened before the connection broke.
static void forget(Store *store, bool foreign, const Queue *decided)
{
    const StoreCache *cache = &store->setup.cache;
    if (!cache->forget) return;
    if (foreign) cache->forget(cache->context, NULL, NULL);
    for (Job *job = (Job *)decided->first; job; job = (Job *)job->link.next)
        for (int i = 0; i < job->count; i++)
            if (op_forgets(job->write[i].op))
                cache->forget(cache->context, job->write[i].op, job->write[i].args);
}

void store_collect(Store *store)
{
    pthread_mutex_lock(&store->lock);
    Queue decided = store->decided;
    store->decided = (Queue){ 0 };
    bool foreign = store->foreign;
    store->foreign = false;
    pthread_mutex_unlock(&store->lock);
    forget(store, foreign, &decided);
    for (Job *job; (job = (Job *)queue_take(&decided));) {
        if (store->setup.committed && job->status == STORED)
            store->setup.committed(store->setup.context, job->write, job->count);
        if (job->done) job->done(job->context, job->status);
        free(job);
    }
    readers_collect(store);
}

void *store_cache(Store *store)
{
    return store->setup.cache.context;
}

bool store_check(Store *store, Fault *why)
{
    return store->database->check(store->reading, why);
}

u64 store_work(Store *reading)
{
    return reading->database->work(reading->reading);
}

void store_count_reads(Store *store)
{
    store->counts_reads = true;
}

StoreTraffic store_traffic(Store *store)
{
    pthread_mutex_lock(&store->lock);
    StoreTraffic traffic = store->traffic;
    traffic.waiting = store->waiting.count + store->under_way.count;
    pthread_mutex_unlock(&store->lock);
    Readers *readers = &store->readers;
    pthread_mutex_lock(&readers->lock);
    traffic.reads = readers->made;
    traffic.reads_waiting = readers->waiting[READ_SHORT].count + readers->waiting[READ_LONG].count;
    pthread_mutex_unlock(&readers->lock);
    traffic.reads_on_loop = store->reads_on_loop;
    return traffic;
}

StoreHealth store_health(Store *store)
{
    pthread_mutex_lock(&store->lock);
    StoreHealth health = store->health;
    if (store->commit_since_ms) health.commit_ms = monotonic_ms() - store->commit_since_ms;
    pthread_mutex_unlock(&store->lock);
    if (store->database->bad_reads) health.bad_reads = store->database->bad_reads(health.bad_read);
    if (store->database->notices) health.notices = store->database->notices(health.notice);
    health.remote = store->database == &DATABASE_POSTGRES;
    if (store->writing && store->database->waits(store->writing, health.cause))
        health.failing = true;
    return health;
}

void store_check_now(Store *store)
{
    pthread_mutex_lock(&store->lock);
    store->check_wanted = true;
    pthread_cond_signal(&store->closed);
    pthread_mutex_unlock(&store->lock);
}

void store_close(Store *store)
{
    if (store->writing) {
        pthread_mutex_lock(&store->lock);
        store->closing = true;
        pthread_cond_signal(&store->filled);
        pthread_cond_signal(&store->closed);
        pthread_mutex_unlock(&store->lock);
        store->database->give_up(store->writing);
        if (!store->setup.alone) pthread_join(store->writer, NULL);
        if (store->checking) pthread_join(store->checker, NULL);
        store_collect(store);
    }
    free_store(store);
}
