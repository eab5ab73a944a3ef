// SPDX-License-Identifier: MIT
#include "server/kernel/fault_log.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { REMIND_MS = 60000 };

__attribute__((format(printf, 3, 4))) static void say(FaultLog *log, LogLevel level,
                                                      const char *format, ...)
{
    char line[2 * STORE_CAUSE_MAX];
    va_list list;
    va_start(list, format);
    vsnprintf(line, sizeof line, format, list);
    va_end(list);
    log->say(log->context, level, line);
}

static void look_at_failures(FaultLog *log, const StoreHealth *health, u64 failed_commits, i64 now)
{
    if (failed_commits > log->failed_commits)
        say(log, LEVEL_DEBUG, "a commit failed: %s", health->cause);
    log->failed_commits = failed_commits;
    if (health->failing && (!log->failing || now - log->told_ms >= REMIND_MS)) {
        if (!log->failing) {
            log->failed = failed_commits - 1;
            log->since_ms = now;
        }
        say(log, LEVEL_ERROR, "nothing can be saved: %s; clocks stand still (%llu commits failed)",
            health->cause, (unsigned long long)(failed_commits - log->failed));
        log->told_ms = now;
    } else if (!health->failing && log->failing) {
        say(log, LEVEL_INFO, "commits work again after %lld s (%llu failed)",
            (long long)((now - log->since_ms) / 1000),
            (unsigned long long)(failed_commits - log->failed));
    }
    log->failing = health->failing;
}

// A slow commit shows while it is under way, if this looks then, and afterwards in any case.
static void look_at_slowness(FaultLog *log, const StoreHealth *health, i64 now)
{
    bool under_way = health->commit_ms > STORE_SLOW_MS;
    bool slow = under_way ||
                (health->slow_commits > log->slow_before && health->last_commit_ms > STORE_SLOW_MS);
    u64 slow_commits = health->slow_commits + under_way - log->slow_before;
    if (slow && (!log->slow || now - log->slow_told_ms >= REMIND_MS)) {
        if (!log->slow) log->slow_since_ms = now;
        say(log, LEVEL_WARNING,
            "%s: a commit takes more than a second; clocks stand still (%llu slow commits)",
            health->remote ? "PostgreSQL does not answer in time" : "the disk is slow",
            (unsigned long long)slow_commits);
        log->slow_told_ms = now;
    } else if (!slow && log->slow && !health->commit_ms) {
        say(log, LEVEL_INFO, "%s again after %lld s (%llu slow commits)",
            health->remote ? "PostgreSQL answers in time" : "the disk is quick",
            (long long)((now - log->slow_since_ms) / 1000), (unsigned long long)slow_commits);
        log->slow_before = health->slow_commits;
    } else {
        slow |= log->slow; // a commit is under way, so the end is not known yet
    }
    log->slow = slow;
}

static void look_at_notices(FaultLog *log, const StoreHealth *health)
{
    if (health->notices != log->notices) say(log, LEVEL_WARNING, "PostgreSQL: %s", health->notice);
    log->notices = health->notices;
}

static bool look_at_pages(FaultLog *log, const StoreHealth *health)
{
    bool wanted = false;
    if (health->bad_reads > log->bad_reads) {
        say(log, LEVEL_ERROR, "a read from the store failed: %s", health->bad_read);
        wanted = !health->corrupt[0];
    }
    log->bad_reads = health->bad_reads;
    if (health->corrupt[0] && strcmp(health->corrupt, log->corrupt))
        say(log, LEVEL_ERROR, "the store is corrupt: %s; restore a backup", health->corrupt);
    else if (!health->corrupt[0] && health->checks > log->checks)
        say(log, LEVEL_DEBUG, "all tables of the store are sound");
    log->checks = health->checks;
    memcpy(log->corrupt, health->corrupt, sizeof log->corrupt);
    return wanted;
}

bool fault_log_look(FaultLog *log, const StoreHealth *health, const StoreTraffic *traffic,
                    i64 now_ms)
{
    look_at_failures(log, health, traffic->failed_commits, now_ms);
    look_at_slowness(log, health, now_ms);
    look_at_notices(log, health);
    return look_at_pages(log, health);
}
