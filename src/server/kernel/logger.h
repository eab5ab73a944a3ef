// SPDX-License-Identifier: MIT
// What the operator should know, a line each: "error: nothing can be saved: ...".
//
//     error    people cannot play, or something is lost unless somebody acts
//     warning  it goes on, but not as it should
//     info     what changed by itself or by a signal: a fault that is over, a certificate read
//     again debug    each failed request, each check, each commit that failed
//
// Lines above the chosen level are dropped. Nothing floods: a line that was said less than a minute
// ago is counted instead, and the count is said when the minute is over; so are all lines above
// LOGGER_LINES_MAX in a minute, but for errors.
#ifndef MEYDAN_SERVER_KERNEL_LOGGER_H
#define MEYDAN_SERVER_KERNEL_LOGGER_H

#include "base/text.h"

typedef enum LogLevel { LEVEL_ERROR, LEVEL_WARNING, LEVEL_INFO, LEVEL_DEBUG, LOG_LEVELS } LogLevel;

enum {
    LOGGER_LINES_MAX = 60, // in a minute
    LOGGER_KNOWN = 16,     // lines that may be said again
    LOGGER_LINE = 640,     // bytes with NUL
    LOGGER_MINUTE_MS = 60000,
};

// All zero but for `level` and `write` before it is used.
typedef struct Logger {
    LogLevel level;
    void (*write)(const char *line); // without its end
    struct {
        char line[LOGGER_LINE]; // empty: unused
        i64 said_ms;
        u32 more; // times since then
    } known[LOGGER_KNOWN];
    i64 minute_ms; // when this minute began
    int lines;     // said in it
    u32 dropped;   // beyond LOGGER_LINES_MAX
} Logger;

const char *log_level_name(LogLevel level);
// The level of a name that there is.
LogLevel log_level_of(const char *name);

void logger_say(Logger *logger, LogLevel level, const char *line, i64 now_ms);
// To what an operator has just done: info, and said each time.
void logger_answer(Logger *logger, const char *line);
// The counts whose minute is over. True if others wait for the end of theirs, as logger_waits().
bool logger_tick(Logger *logger, i64 now_ms);
bool logger_waits(const Logger *logger);
// All counts, at the end.
void logger_flush(Logger *logger);

#endif
