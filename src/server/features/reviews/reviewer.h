// SPDX-License-Identifier: MIT
// The thread that reviews games: one job after the other, each held by a lease that it renews, so
// that several processes can work on one queue. A review fails after two tries, because the game
// can't be read or because the process died of it. A clean stop isn't a try.
#ifndef MEYDAN_SERVER_FEATURES_REVIEWS_REVIEWER_H
#define MEYDAN_SERVER_FEATURES_REVIEWS_REVIEWER_H

#include "sql/store.h"

typedef struct ReviewerSetup {
    Store *store;      // to write to
    const char *where; // its address: the thread reads on its own
    i64 holder;        // of the leases: drawn, not 0
    u64 nodes;         // of each search
} ReviewerSetup;

typedef struct Reviewer Reviewer;

// Returns NULL and sets `why` if memory, the thread or the store is missing.
Reviewer *reviewer_new(const ReviewerSetup *setup, Fault *why);
// Ends the thread and releases its job. Call before store_close.
void reviewer_stop(Reviewer *reviewer);
void reviewer_free(Reviewer *reviewer); // after store_close; NULL is fine

// Wakes the thread to look for jobs.
void reviewer_wake(Reviewer *reviewer);
// While `others` do the jobs, the thread finishes its current job and takes no other.
void reviewer_leave_to_others(Reviewer *reviewer, bool others);

// Reviews that this process has finished and given up.
typedef struct ReviewerCounts {
    u64 done, given_up;
} ReviewerCounts;
ReviewerCounts reviewer_counts(Reviewer *reviewer);

#endif
