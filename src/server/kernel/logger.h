// SPDX-License-Identifier: MIT
// The operator's log, a line for each message: "error: nothing can be saved: ...".
//
//    error    people cannot play, or data is lost unless an operator acts
//    warning  the server works, but not as it should
//    info     a change by itself or by a signal: a fault that is over, a certificate read again
//    debug    each failed request, each check, each commit that failed
//
// Lines above the chosen level are dropped. A line that was logged less than a minute ago is
// counted instead, and the count is logged at the end of the minute. So are all lines beyond
// LOGGER_LINES_MAX in a minute, except errors. journald adds the time itself; for others a format
// has it.
#ifndef MEYDAN_SERVER_KERNEL_LOGGER_H
#define MEYDAN_SERVER_KERNEL_LOGGER_H

#include "base/text.h"

typedef enum LogFormat {
    LOG_PLAIN, // warning: the bus is away
    LOG_TIMED, // 2026-11-20T00:30:00.123Z warning: the bus is away
    LOG_JSON,  // {"time":"2026-11-20T00:30:00.123Z","level":"warning","message":"the bus is away"}
    LOG_FORMATS,
} LogFormat;

typedef enum LogLevel { LEVEL_ERROR, LEVEL_WARNING, LEVEL_INFO, LEVEL_DEBUG, LOG_LEVELS } LogLevel;

enum {
    LOGGER_LINES_MAX = 60, // per minute
    LOGGER_KNOWN = 16,     // lines whose repeats are counted
    LOGGER_LINE = 640,     // bytes including NUL
    LOGGER_MINUTE_MS = 60000,
};

// All zero before its first use, except `level` and `write`.
typedef struct Logger {
    LogLevel level;
    LogFormat format;
    void (*write)(const char *line); // without a line end
    struct {
        char line[LOGGER_LINE]; // empty: unused
        i64 said_ms;
        u32 more; // repeats since then
    } known[LOGGER_KNOWN];
    i64 minute_ms; // the start of this minute
    int lines;     // logged in this minute
    u32 dropped;   // beyond LOGGER_LINES_MAX
} Logger;

const char *log_level_name(LogLevel level);
// "plain time json"
LogFormat log_format_of(const char *name);
// The level of that name, which must exist.
LogLevel log_level_of(const char *name);

void logger_say(Logger *logger, LogLevel level, const char *line, i64 now_ms);
// The answer to an operator's action: info, and never counted as a repeat.
void logger_answer(Logger *logger, const char *line);
// Logs the counts whose minute is over. True if others are left, as logger_waits().
bool logger_tick(Logger *logger, i64 now_ms);
bool logger_waits(const Logger *logger);
// Logs all counts, at the end.
void logger_flush(Logger *logger);

#endif
