// SPDX-License-Identifier: MIT
// Work that any process over the store may do: the operations on the table `job`.
//
// There is one job for each kind and key. A job that waits is free once its time has come. Its
// holder has it until the end of a lease, which it can renew; then the job is free again, and the
// next holder has another attempt. Each write of a holder names its attempt, so that a slow holder
// meets a conflict. Times are by the database's clock.
#ifndef MEYDAN_SERVER_GAMES_JOBS_JOBS_H
#define MEYDAN_SERVER_GAMES_JOBS_JOBS_H

#include "sql/op.h"

typedef enum JobKind {
    JOB_MOVE, // a computer's move; key: the game, number: its last event at the time of the request
    JOB_REVIEW, // key: the game (features/reviews/review_ops.h)
    JOB_AUDIT,  // key: a puzzle that is to be proven again
} JobKind;
typedef enum JobState { JOB_WAITING, JOB_ANSWERED, JOB_SET_ASIDE } JobState;
enum { JOBS_AT_ONCE = 32, JOB_TEXT_MAX = 200 }; // bytes

enum {
    JOBS_ASK,
    JOBS_TAKE,
    JOBS_CLAIM,
    JOBS_RENEW,
    JOBS_ANSWER,
    JOBS_FINISH,
    JOBS_GIVE_BACK,
    JOBS_FAIL,
    JOBS_OF_KEY,
    JOBS_FREE,
    JOBS_OPS
};
extern const StoreOp JOB_OPS[JOBS_OPS];

// JOBS_ASK. An existing job with this number or a higher one stays unchanged.
typedef struct JobAsk {
    JobKind kind;
    i64 key;
    int number, priority; // lower ones first
} JobAsk;

typedef struct TakenJob {
    i64 id, key;
    int number;
    i64 attempt;
    int tries; // how often it was taken and not given back
} TakenJob;
typedef struct JobsTaken {
    int count;
    TakenJob job[JOBS_AT_ONCE];
} JobsTaken;

// JOBS_TAKE: free ones, the lowest priority first. `taken` is filled in before `done` runs.
typedef struct JobTake {
    i64 holder; // any number but 0
    int lease_ms;
    JobKind kind;
    int limit; // at most JOBS_AT_ONCE
    JobsTaken *taken;
} JobTake;

// JOBS_CLAIM takes one job. It conflicts if the job isn't free.
typedef struct JobClaim {
    i64 holder;
    int lease_ms;
    JobKind kind;
    i64 key;
    int number;
} JobClaim;

// A conflict if the attempt isn't the last one, or if the job doesn't wait. JOBS_FINISH deletes the
// job, JOBS_GIVE_BACK frees it as if it had not been taken.
typedef struct JobAttempt {
    i64 id, attempt;
} JobAttempt;
extern const Shape JOB_ATTEMPT;
// JOBS_RENEW
typedef struct JobRenewal {
    JobAttempt of;
    int lease_ms;
} JobRenewal;
// JOBS_ANSWER: the job stays to be read.
typedef struct JobAnswer {
    JobAttempt of;
    Text text;
} JobAnswer;
// JOBS_FAIL: free again after a pause; set aside after `tries_max` tries.
typedef struct JobFailure {
    JobAttempt of;
    int pause_ms, tries_max;
    Text why;
} JobFailure;

typedef struct StoredJob {
    int number;
    JobState state;
    bool is_free;                // it waits and has no holder
    char text[JOB_TEXT_MAX + 1]; // the answer, or why the job was set aside (empty if its
                                 // holders vanished)
} StoredJob;
// False if there is no such job, or on a read error (store_failed).
bool job_find(Store *reading, JobKind kind, i64 key, StoredJob *job);
// The number of free jobs, counted up to JOBS_AT_ONCE.
int jobs_free(Store *reading, JobKind kind);

#endif
