// SPDX-License-Identifier: MIT
#include "server/jobs/audits.h"

#include "server/study/worker.h"

#include <stdlib.h>

enum {
    LEASE_MS = 60000, // far more than the longest proof takes
    TRIES_MAX = 3,
    REST_S = 5,
};

struct Audits {
    AuditsSetup setup;
    Worker worker;
    Store *reading;
    JobsTaken taken;
    // Under the worker's lock.
    bool deciding;
    StoreStatus status;
    AuditCounts counts;
};

static void decided(void *context, StoreStatus status)
{
    Audits *audits = context;
    pthread_mutex_lock(&audits->worker.lock);
    audits->deciding = false;
    audits->status = status;
    pthread_cond_broadcast(&audits->worker.changed);
    pthread_mutex_unlock(&audits->worker.lock);
}

// Waits until it is committed, or the process stops.
static bool commit(Audits *audits, const StoreWrite *write)
{
    Worker *worker = &audits->worker;
    pthread_mutex_lock(&worker->lock);
    audits->deciding = true;
    pthread_mutex_unlock(&worker->lock);
    if (!store_write(audits->setup.store, write, 1, decided, audits)) return false;
    pthread_mutex_lock(&worker->lock);
    while (audits->deciding && !worker->quits)
        pthread_cond_wait(&worker->changed, &worker->lock);
    bool good = !audits->deciding && audits->status == STORED;
    pthread_mutex_unlock(&worker->lock);
    return good;
}

// A sound puzzle's job is answered, so that it is not asked for again; one that does not hold, or
// that its auditors vanished over, is set aside.
static bool do_next(Audits *audits)
{
    const StoreWrite take = { .kind = WRITE_JOBS_TAKEN,
                              .job = { .kind = JOB_AUDIT,
                                       .holder = audits->setup.holder,
                                       .lease_ms = LEASE_MS,
                                       .most = 1,
                                       .taken = &audits->taken } };
    if (!store_jobs_free(audits->reading, JOB_AUDIT) || !commit(audits, &take) ||
        !audits->taken.count)
        return false;
    const StoredJob *job = &audits->taken.job[0];
    bool vanished = job->tries > TRIES_MAX;
    const char *wrong = vanished ? "" : audits->setup.audit(audits->setup.context, (u32)job->key);
    StoreWrite write = {
        .kind = WRITE_JOB_ANSWERED,
        .job = { .id = job->id, .attempt = job->attempt, .text = text_of(wrong ? wrong : "sound") }
    };
    if (wrong) write.kind = WRITE_JOB_FAILED; // `most` is 0: no more tries
    if (!commit(audits, &write)) return false;
    pthread_mutex_lock(&audits->worker.lock);
    audits->counts.sound += !wrong;
    audits->counts.unsound += wrong != NULL;
    pthread_mutex_unlock(&audits->worker.lock);
    return true;
}

static void work(void *context)
{
    Audits *audits = context;
    audits->worker.rest_s = REST_S;
    while (!worker_quits(&audits->worker) && do_next(audits))
        ;
}

Audits *audits_new(const AuditsSetup *setup, Fault *why)
{
    Audits *audits = calloc(1, sizeof *audits);
    if (!audits) return fault(why, FULL, "out of memory"), NULL;
    audits->setup = *setup;
    audits->reading =
        store_open(&(StoreSetup){ .where = setup->where, .read_only = true, .follows = true }, why);
    if (audits->reading && worker_start(&audits->worker, true, work, audits)) return audits;
    if (audits->reading) fault(why, FULL, "cannot start a thread");
    audits_free(audits);
    return NULL;
}

void audits_wake(Audits *audits)
{
    worker_nudge(&audits->worker);
}

void audits_stop(Audits *audits)
{
    if (audits) worker_stop(&audits->worker);
}

void audits_free(Audits *audits)
{
    if (!audits) return;
    audits_stop(audits);
    if (audits->reading) store_close(audits->reading);
    free(audits);
}

AuditCounts audits_counts(Audits *audits)
{
    pthread_mutex_lock(&audits->worker.lock);
    AuditCounts counts = audits->counts;
    pthread_mutex_unlock(&audits->worker.lock);
    return counts;
}
