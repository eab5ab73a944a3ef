// SPDX-License-Identifier: MIT
// The operator's log: levels, repeated lines, floods; and the store's faults as lines.
#include "server/kernel/fault_log.h"
#include "server/kernel/logger.h"
#include "support/check.h"

#include <stdio.h>
#include <string.h>

static char said[400][LOGGER_LINE + 64];
static int lines;

static void keep(const char *line)
{
    assert_true(lines < 400);
    snprintf(said[lines++], sizeof *said, "%s", line);
}

static int forget(void **state)
{
    (void)state;
    lines = 0;
    return 0;
}

static void levels(void **state)
{
    (void)state;
    for (int level = 0; level < LOG_LEVELS; level++) {
        Logger logger = { .level = (LogLevel)level, .write = keep };
        lines = 0;
        for (int i = 0; i < LOG_LEVELS; i++)
            logger_say(&logger, (LogLevel)i, "a line", 1000000);
        assert_int_equal(lines, level + 1);
        assert_string_equal(said[0], "error: a line");
        assert_int_equal(log_level_of(log_level_name((LogLevel)level)), level);
    }
    assert_string_equal(said[3], "debug: a line");
}

static void the_same_again(void **state)
{
    (void)state;
    Logger logger = { .level = LEVEL_INFO, .write = keep };
    i64 now = 1000000;
    for (int i = 0; i < 500; i++, now += 100)
        logger_say(&logger, LEVEL_ERROR, "no disk", now);
    logger_say(&logger, LEVEL_WARNING, "no disk", now); // another level
    assert_int_equal(lines, 2);
    assert_true(logger_tick(&logger, now));
    assert_int_equal(lines, 2);
    assert_false(logger_tick(&logger, now + LOGGER_MINUTE_MS));
    assert_int_equal(lines, 3);
    assert_string_equal(said[2], "error: no disk (499 more times)");
    logger_say(&logger, LEVEL_ERROR, "no disk", now + LOGGER_MINUTE_MS);
    logger_say(&logger, LEVEL_ERROR, "no disk", now + LOGGER_MINUTE_MS);
    assert_string_equal(said[3], "error: no disk");
    logger_flush(&logger);
    assert_string_equal(said[4], "error: no disk (1 more time)");
    assert_int_equal(lines, 5);
    logger_answer(&logger, "read again");
    logger_answer(&logger, "read again");
    assert_int_equal(lines, 7);
    assert_string_equal(said[6], "info: read again");
    logger.level = LEVEL_WARNING;
    logger_answer(&logger, "read again");
    assert_int_equal(lines, 7);
}

static void a_flood(void **state)
{
    (void)state;
    Logger logger = { .level = LEVEL_DEBUG, .write = keep };
    char line[32];
    for (int i = 0; i < 1000; i++) {
        snprintf(line, sizeof line, "game %d", i);
        logger_say(&logger, LEVEL_WARNING, line, 1000000 + i);
    }
    assert_int_equal(lines, LOGGER_LINES_MAX);
    logger_say(&logger, LEVEL_ERROR, "this one matters", 1002000);
    assert_string_equal(said[LOGGER_LINES_MAX], "error: this one matters");
    logger_tick(&logger, 1000000 + LOGGER_MINUTE_MS);
    assert_string_equal(said[lines - 1], "warning: 940 more lines in a minute were not written");
    // The count of a line is logged before a newer line replaces it.
    assert_false(logger_waits(&logger));
}

static void formats(void **state)
{
    (void)state;
    Logger logger = { .level = LEVEL_INFO, .write = keep, .format = LOG_TIMED };
    logger_say(&logger, LEVEL_WARNING, "a line", 1000000);
    char *end = strchr(said[0], ' ');
    assert_non_null(end);
    assert_int_equal(end - said[0], strlen("2026-11-20T00:30:00.123Z"));
    assert_string_equal(end + 1, "warning: a line");
    logger.format = LOG_JSON;
    logger_say(&logger, LEVEL_ERROR, "no \"disk\": C:\\x\n", 1000000);
    assert_memory_equal(said[1], "{\"time\":\"2", 10);
    assert_non_null(strstr(said[1], "Z\",\"level\":\"error\",\"message\":\"no \\\"disk\\\": "
                                    "C:\\\\x\\u000a\"}"));
    logger_say(&logger, LEVEL_ERROR, "again", 1000000);
    logger_say(&logger, LEVEL_ERROR, "again", 1000000);
    logger_flush(&logger);
    assert_non_null(strstr(said[3], "\"message\":\"again (1 more time)\"}"));
    assert_int_equal(log_format_of("plain"), LOG_PLAIN);
    assert_int_equal(log_format_of("time"), LOG_TIMED);
    assert_int_equal(log_format_of("json"), LOG_JSON);
}

// --- the store's faults --------------------------------------------------------------------------

static void keep_fault(void *context, LogLevel level, const char *line)
{
    char whole[LOGGER_LINE];
    snprintf(whole, sizeof whole, "%s: %s", log_level_name(level), line);
    if (level < LEVEL_DEBUG || *(bool *)context) keep(whole);
}

static void faults_of_the_store(void **state)
{
    (void)state;
    bool debug = false;
    FaultLog log = { .say = keep_fault, .context = &debug };
    StoreHealth health = { .checks = 1 };
    StoreTraffic traffic = { 0 };
    i64 now = 5000000;
    assert_false(fault_log_look(&log, &health, &traffic, now));
    assert_int_equal(lines, 0);
    // A full disk, for 90 s.
    health.failing = true;
    snprintf(health.cause, sizeof health.cause, "disk is full");
    for (int i = 0; i <= 900; i++, now += 100) {
        traffic.failed_commits++;
        fault_log_look(&log, &health, &traffic, now);
    }
    assert_int_equal(lines, 2);
    assert_string_equal(said[0], "error: nothing can be saved: disk is full; clocks stand still (1 "
                                 "commits failed)");
    assert_non_null(strstr(said[1], "(601 commits failed)"));
    health.failing = false;
    fault_log_look(&log, &health, &traffic, now);
    assert_string_equal(said[2], "info: commits work again after 90 s (901 failed)");
    // A slow disk: seen while it lasts, then another time between two looks, then a quick one.
    health.commit_ms = 1500;
    fault_log_look(&log, &health, &traffic, now);
    fault_log_look(&log, &health, &traffic, now);
    assert_int_equal(lines, 4);
    assert_non_null(strstr(said[3], "warning: the disk is slow: "));
    health.commit_ms = 0;
    health.slow_commits = 1;
    health.last_commit_ms = 3000;
    fault_log_look(&log, &health, &traffic, now += 3000);
    health.slow_commits = 2;
    fault_log_look(&log, &health, &traffic, now += 3000);
    assert_int_equal(lines, 4);
    health.last_commit_ms = 5;
    fault_log_look(&log, &health, &traffic, now);
    assert_string_equal(said[4], "info: the disk is quick again after 6 s (2 slow commits)");
    fault_log_look(&log, &health, &traffic, now);
    assert_int_equal(lines, 5);
    // A read that meets a bad page requests a check, which finds it.
    health.bad_reads = 3;
    snprintf(health.bad_read, sizeof health.bad_read, "malformed");
    assert_true(fault_log_look(&log, &health, &traffic, now));
    assert_string_equal(said[5], "error: a read from the store failed: malformed");
    snprintf(health.corrupt, sizeof health.corrupt, "table person: bad");
    health.bad_reads = 4;
    assert_false(fault_log_look(&log, &health, &traffic, now));
    assert_string_equal(said[7], "error: the store is corrupt: table person: bad; restore a "
                                 "backup");
    fault_log_look(&log, &health, &traffic, now);
    assert_int_equal(lines, 8);
    debug = true;
    traffic.failed_commits++;
    fault_log_look(&log, &health, &traffic, now);
    assert_string_equal(said[8], "debug: a commit failed: disk is full");
}

// A database server has other words, and warnings of its own.
static void a_database_server(void **state)
{
    (void)state;
    bool debug = false;
    FaultLog log = { .say = keep_fault, .context = &debug };
    StoreHealth health = { .remote = true, .commit_ms = 1500 };
    StoreTraffic traffic = { 0 };
    fault_log_look(&log, &health, &traffic, 5000000);
    assert_non_null(strstr(said[0], "warning: PostgreSQL does not answer in time: "));
    health = (StoreHealth){ .remote = true, .notices = 1 };
    snprintf(health.notice, sizeof health.notice, "FATAL:  terminating connection");
    fault_log_look(&log, &health, &traffic, 5001000);
    assert_non_null(strstr(said[1], "info: PostgreSQL answers in time again after 1 s"));
    assert_string_equal(said[2], "warning: PostgreSQL: FATAL:  terminating connection");
    fault_log_look(&log, &health, &traffic, 5002000);
    assert_int_equal(lines, 3);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup(name, forget)
    const struct CMUnitTest tests[] = { TEST(levels),  TEST(the_same_again),
                                        TEST(a_flood), TEST(faults_of_the_store),
                                        TEST(formats), TEST(a_database_server) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
