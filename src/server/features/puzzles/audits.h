// SPDX-License-Identifier: MIT
// Audits: an idle worker proves puzzles again, one job after the other. An unsound puzzle stays in
// the store as a job that was set aside, with the cause.
#ifndef MEYDAN_SERVER_FEATURES_PUZZLES_AUDITS_H
#define MEYDAN_SERVER_FEATURES_PUZZLES_AUDITS_H

#include "sql/store.h"

typedef struct Audits Audits;

typedef struct AuditsSetup {
    Store *store;
    const char *where; // its address: the thread reads on its own
    i64 holder;        // drawn, not 0
    // Runs on the audits' thread. Returns NULL if the puzzle is sound, else the fault.
    const char *(*audit)(void *context, u32 puzzle);
    void *context;
} AuditsSetup;

Audits *audits_new(const AuditsSetup *setup, Fault *why);
void audits_wake(Audits *audits);
// The present audit finishes first, within seconds. Call before store_close.
void audits_stop(Audits *audits);
void audits_free(Audits *audits); // after store_close; NULL is fine

typedef struct AuditCounts {
    u64 sound, unsound;
} AuditCounts;
AuditCounts audits_counts(Audits *audits);

#endif
