// SPDX-License-Identifier: MIT
// The store's faults as lines for the operator: one when a fault begins, with the store's cause, a
// reminder every minute while it lasts, and one when it is over.
#ifndef MEYDAN_SERVER_KERNEL_FAULT_LOG_H
#define MEYDAN_SERVER_KERNEL_FAULT_LOG_H

#include "server/kernel/logger.h"
#include "sql/store.h"

// All zero before its first use, except `say` and `context`.
typedef struct FaultLog {
    void (*say)(void *context, LogLevel level, const char *line);
    void *context;
    bool failing, slow;
    u64 failed, slow_before; // commits before the fault
    i64 since_ms, told_ms, slow_since_ms, slow_told_ms;
    u64 failed_commits, checks, bad_reads, notices; // counts at the last report
    char corrupt[STORE_CAUSE_MAX];
} FaultLog;

// Called whenever the store may have changed. True if all tables should be checked: a read met a
// bad page.
bool fault_log_look(FaultLog *log, const StoreHealth *health, const StoreTraffic *traffic,
                    i64 now_ms);

#endif
