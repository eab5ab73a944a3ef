// SPDX-License-Identifier: MIT
#include "server/features/puzzles/audits.h"

#include "server/games/jobs/jobs.h"
#include "sql/commit_wait.h"

#include <stdlib.h>

enum {
    LEASE_MS = 60000, // far longer than any proof
    TRIES_MAX = 3,
    SLEEP_S = 5,
};

struct Audits {
    AuditsSetup setup;
    BackgroundThread background;
    Store *reading;
    JobsTaken taken;
    CommitWait commit;
    AuditCounts counts; // under the thread's lock
};

// A sound puzzle's job is answered, so that it is not requested again. An unsound one, or one that
// killed its auditors, is set aside.
static bool do_next(Audits *audits)
{
    const JobTake wanted = { .holder = audits->setup.holder,
                             .lease_ms = LEASE_MS,
                             .kind = JOB_AUDIT,
                             .limit = 1,
                             .taken = &audits->taken };
    const StoreWrite take = store_op(&JOB_OPS[JOBS_TAKE], &wanted);
    if (!jobs_free(audits->reading, JOB_AUDIT) || !commit_and_wait(&audits->commit, &take, 1) ||
        !audits->taken.count)
        return false;
    const TakenJob *job = &audits->taken.job[0];
    const JobAttempt held = { job->id, job->attempt };
    bool vanished = job->tries > TRIES_MAX;
    const char *wrong = vanished ? "" : audits->setup.audit(audits->setup.context, (u32)job->key);
    const JobAnswer sound = { held, text_of("sound") };
    const JobFailure failure = { .of = held, .why = text_of(wrong ? wrong : "") }; // no more tries
    const StoreWrite write =
        wrong ? store_op(&JOB_OPS[JOBS_FAIL], &failure) : store_op(&JOB_OPS[JOBS_ANSWER], &sound);
    if (!commit_and_wait(&audits->commit, &write, 1)) return false;
    pthread_mutex_lock(&audits->background.lock);
    audits->counts.sound += !wrong;
    audits->counts.unsound += wrong != NULL;
    pthread_mutex_unlock(&audits->background.lock);
    return true;
}

static void work(void *context)
{
    Audits *audits = context;
    audits->background.sleep_s = SLEEP_S;
    while (!background_stopping(&audits->background) && do_next(audits))
        ;
}

Audits *audits_new(const AuditsSetup *setup, Fault *why)
{
    Audits *audits = calloc(1, sizeof *audits);
    if (!audits) return fault(why, FULL, "out of memory"), NULL;
    audits->setup = *setup;
    audits->commit = (CommitWait){ .store = setup->store, .background = &audits->background };
    audits->reading =
        store_open(&(StoreSetup){ .where = setup->where, .read_only = true, .follows = true }, why);
    if (audits->reading && background_start(&audits->background, true, work, audits)) return audits;
    if (audits->reading) fault(why, FULL, "cannot start a thread");
    audits_free(audits);
    return NULL;
}

void audits_wake(Audits *audits)
{
    background_wake(&audits->background);
}

void audits_stop(Audits *audits)
{
    if (audits) background_stop(&audits->background);
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
    pthread_mutex_lock(&audits->background.lock);
    AuditCounts counts = audits->counts;
    pthread_mutex_unlock(&audits->background.lock);
    return counts;
}
