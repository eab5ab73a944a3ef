// SPDX-License-Identifier: MIT
#include "server/games/jobs/jobs.h"

// --- shapes --------------------------------------------------------------------------------------

static const Shape ASK = SHAPE(JobAsk, FIELD(JobAsk, kind), FIELD(JobAsk, key),
                               FIELD(JobAsk, number), FIELD(JobAsk, priority));

static const Shape TAKE =
    SHAPE(JobTake, FIELD(JobTake, holder), FIELD(JobTake, lease_ms), FIELD(JobTake, kind),
          FIELD(JobTake, limit), FIELD_RESULT(JobTake, taken));

static const Shape TAKEN =
    SHAPE(TakenJob, FIELD(TakenJob, id), FIELD(TakenJob, key), FIELD(TakenJob, number),
          FIELD(TakenJob, attempt), FIELD(TakenJob, tries));

static const Shape CLAIM =
    SHAPE(JobClaim, FIELD(JobClaim, holder), FIELD(JobClaim, lease_ms), FIELD(JobClaim, kind),
          FIELD(JobClaim, key), FIELD(JobClaim, number));

const Shape JOB_ATTEMPT = SHAPE(JobAttempt, FIELD(JobAttempt, id), FIELD(JobAttempt, attempt));

static const Shape RENEWAL =
    SHAPE(JobRenewal, FIELD_SHAPE(JobRenewal, of, &JOB_ATTEMPT), FIELD(JobRenewal, lease_ms));

static const Shape ANSWER =
    SHAPE(JobAnswer, FIELD_SHAPE(JobAnswer, of, &JOB_ATTEMPT), FIELD(JobAnswer, text));

static const Shape FAILURE =
    SHAPE(JobFailure, FIELD_SHAPE(JobFailure, of, &JOB_ATTEMPT), FIELD(JobFailure, pause_ms),
          FIELD(JobFailure, tries_max), FIELD(JobFailure, why));

typedef struct JobKey {
    JobKind kind;
    i64 key;
} JobKey;
static const Shape KEY = SHAPE(JobKey, FIELD(JobKey, kind), FIELD(JobKey, key));

static const Shape JOB = SHAPE(StoredJob, FIELD(StoredJob, number), FIELD(StoredJob, state),
                               FIELD(StoredJob, is_free), FIELD(StoredJob, text));

typedef struct JobsWanted {
    JobKind kind;
    int limit;
} JobsWanted;
static const Shape WANTED = SHAPE(JobsWanted, FIELD(JobsWanted, kind), FIELD(JobsWanted, limit));

typedef struct JobsCounted {
    int count;
} JobsCounted;
static const Shape COUNTED = SHAPE(JobsCounted, FIELD(JobsCounted, count));

// --- statements ----------------------------------------------------------------------------------

// Milliseconds since 1970 by the database's clock, which is the same for all who share it.
#define LITE "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
#define PG   "(extract(epoch FROM now()) * 1000)::bigint"

#define HELD   " WHERE id = $1 AND attempt = $2 AND state = 0"
#define TAKING "UPDATE job SET holder = $1, attempt = attempt + 1, tries = tries + 1, due_ms = "
#define FREE   " FROM job WHERE kind = $3 AND state = 0 AND due_ms <= "
#define ASK_SQL(now)                                                                               \
    "INSERT INTO job (kind, key, number, priority, due_ms) VALUES ($1, $2, $3, $4, " now ")"       \
    " ON CONFLICT (kind, key) DO UPDATE SET number = excluded.number,"                             \
    " priority = excluded.priority, due_ms = excluded.due_ms, state = 0, holder = 0,"              \
    " attempt = job.attempt + 1, tries = 0, text = '' WHERE job.number < excluded.number"
#define CLAIM_SQL(now)                                                                             \
    TAKING now " + $2 WHERE kind = $3 AND key = $4 AND number = $5 AND state = 0 AND due_ms "      \
               "<= " now
#define RENEW_SQL(now) "UPDATE job SET due_ms = " now " + $3" HELD
#define GIVE_BACK_SQL(now)                                                                         \
    "UPDATE job SET due_ms = " now ", holder = 0, attempt = attempt + 1, tries = tries - 1" HELD
#define FAIL_SQL(now)                                                                              \
    "UPDATE job SET due_ms = " now " + $3, holder = 0, attempt = attempt + 1,"                     \
    " state = CASE WHEN tries >= $4 THEN 2 ELSE 0 END, text = $5" HELD
#define OF_KEY_SQL(now)                                                                            \
    "SELECT number, state, CASE WHEN state = 0 AND due_ms <= " now " THEN 1 ELSE 0 END, text"      \
    " FROM job WHERE kind = $1 AND key = $2"
#define FREE_SQL(now)                                                                              \
    "SELECT count(*) FROM (SELECT 1 FROM job WHERE kind = $1 AND state = 0 AND due_ms <= " now     \
    " LIMIT $2) AS found"
_Static_assert(JOB_WAITING == 0 && JOB_SET_ASIDE == 2, "numbers in statements");

// Part of JOBS_TAKE: it changes rows and returns them. PostgreSQL skips rows that others are
// taking, and compares with an array, because a plan for IN (SELECT ...) reads the whole table.
static const StoreOp TAKE_ROWS = {
    .name = "jobs.take_rows",
    .does = OP_READS,
    .args = &TAKE,
    .row = &TAKEN,
    .sql =
        TAKING LITE " + $2 WHERE id IN (SELECT id" FREE LITE " ORDER BY priority, due_ms LIMIT $4)"
                    " RETURNING id, key, number, attempt, tries",
    .postgres = TAKING PG " + $2 WHERE id = ANY (ARRAY(SELECT id" FREE PG
                          " ORDER BY priority, due_ms LIMIT $4 FOR UPDATE SKIP LOCKED))"
                          " RETURNING id, key, number, attempt, tries",
};

static bool see_taken(void *context, const void *row)
{
    JobsTaken *taken = context;
    if (taken->count < JOBS_AT_ONCE) taken->job[taken->count++] = *(const TakenJob *)row;
    return true;
}

// If the call is sent again after a lost connection and turns out to be committed, nothing is read:
// the jobs that were taken the first time count.
static StoreStatus take(SqlConnection *c, const void *args)
{
    const JobTake *take = args;
    JobsTaken taken = { 0 };
    StoreStatus status = op_select(c, &TAKE_ROWS, take, see_taken, &taken);
    if (status == STORED) *take->taken = taken;
    return status;
}

const StoreOp JOB_OPS[JOBS_OPS] = {
    [JOBS_ASK] = { .name = "jobs.ask",
                   .does = OP_CHANGES_ANY,
                   .args = &ASK,
                   .sql = ASK_SQL(LITE),
                   .postgres = ASK_SQL(PG) },
    [JOBS_TAKE] = { .name = "jobs.take", .does = OP_RUNS, .args = &TAKE, .run = take },
    [JOBS_CLAIM] = { .name = "jobs.claim",
                     .does = OP_CHANGES_ONE,
                     .args = &CLAIM,
                     .sql = CLAIM_SQL(LITE),
                     .postgres = CLAIM_SQL(PG) },
    [JOBS_RENEW] = { .name = "jobs.renew",
                     .does = OP_CHANGES_ONE,
                     .args = &RENEWAL,
                     .sql = RENEW_SQL(LITE),
                     .postgres = RENEW_SQL(PG) },
    [JOBS_ANSWER] = { .name = "jobs.answer",
                      .does = OP_CHANGES_ONE,
                      .args = &ANSWER,
                      .sql = "UPDATE job SET state = 1, holder = 0, text = $3" HELD },
    [JOBS_FINISH] = { .name = "jobs.finish",
                      .does = OP_CHANGES_ONE,
                      .args = &JOB_ATTEMPT,
                      .sql = "DELETE FROM job" HELD },
    [JOBS_GIVE_BACK] = { .name = "jobs.give_back",
                         .does = OP_CHANGES_ONE,
                         .args = &JOB_ATTEMPT,
                         .sql = GIVE_BACK_SQL(LITE),
                         .postgres = GIVE_BACK_SQL(PG) },
    [JOBS_FAIL] = { .name = "jobs.fail",
                    .does = OP_CHANGES_ONE,
                    .args = &FAILURE,
                    .sql = FAIL_SQL(LITE),
                    .postgres = FAIL_SQL(PG) },
    [JOBS_OF_KEY] = { .name = "jobs.of_key",
                      .does = OP_READS,
                      .args = &KEY,
                      .row = &JOB,
                      .sql = OF_KEY_SQL(LITE),
                      .postgres = OF_KEY_SQL(PG) },
    [JOBS_FREE] = { .name = "jobs.free",
                    .does = OP_READS,
                    .args = &WANTED,
                    .row = &COUNTED,
                    .sql = FREE_SQL(LITE),
                    .postgres = FREE_SQL(PG) },
};

// --- reading -------------------------------------------------------------------------------------

bool job_find(Store *reading, JobKind kind, i64 key, StoredJob *job)
{
    return store_find(reading, &JOB_OPS[JOBS_OF_KEY], &(JobKey){ kind, key }, job);
}

int jobs_free(Store *reading, JobKind kind)
{
    JobsCounted counted = { 0 };
    store_find(reading, &JOB_OPS[JOBS_FREE], &(JobsWanted){ kind, JOBS_AT_ONCE }, &counted);
    return counted.count;
}
