// SPDX-License-Identifier: MIT
#include "server/kernel/logger.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static const char *const NAMES[LOG_LEVELS] = { "error", "warning", "info", "debug" };

const char *log_level_name(LogLevel level)
{
    return NAMES[level];
}

LogLevel log_level_of(const char *name)
{
    for (int i = 0; i < LOG_LEVELS; i++)
        if (!strcmp(name, NAMES[i])) return (LogLevel)i;
    return LEVEL_INFO;
}

LogFormat log_format_of(const char *name)
{
    return !strcmp(name, "json") ? LOG_JSON : !strcmp(name, "time") ? LOG_TIMED : LOG_PLAIN;
}

// The text within a JSON string. The text is UTF-8, or it comes from a library in ASCII.
static void escape(const char *text, char *to, size_t size)
{
    size_t at = 0;
    for (; *text && at + 7 < size; text++) {
        if (*text == '"' || *text == '\\') to[at++] = '\\';
        if ((unsigned char)*text < ' ')
            at += (size_t)snprintf(to + at, size - at, "\\u%04x", *text);
        else
            to[at++] = *text;
    }
    to[at] = '\0';
}

// `line` begins with its level and a colon.
static void emit(const Logger *logger, const char *line)
{
    enum { DATE_SIZE = 32, LINE_SIZE = 7 * LOGGER_LINE };
    char out[LINE_SIZE], text[6 * LOGGER_LINE], date[DATE_SIZE];
    if (logger->format == LOG_PLAIN) {
        logger->write(line);
        return;
    }
    struct timespec now;
    struct tm tm;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &tm);
    size_t length = strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S", &tm);
    snprintf(date + length, sizeof date - length, ".%03ldZ", now.tv_nsec / 1000000);
    const char *colon = strstr(line, ": ");
    if (logger->format == LOG_TIMED || !colon) {
        snprintf(out, sizeof out, "%s %s", date, line);
    } else {
        escape(colon + 2, text, sizeof text);
        snprintf(out, sizeof out, "{\"time\":\"%s\",\"level\":\"%.*s\",\"message\":\"%s\"}", date,
                 (int)(colon - line), line, text);
    }
    logger->write(out);
}

static void say_more(Logger *logger, int i)
{
    char line[LOGGER_LINE + 40];
    u32 more = logger->known[i].more;
    logger->known[i].more = 0;
    if (!more) return;
    snprintf(line, sizeof line, "%s (%u more time%s)", logger->known[i].line, more,
             more == 1 ? "" : "s");
    emit(logger, line);
}

static void say_dropped(Logger *logger)
{
    char line[80];
    u32 dropped = logger->dropped;
    logger->dropped = 0;
    if (!dropped) return;
    snprintf(line, sizeof line, "warning: %u more lines in a minute were not written", dropped);
    emit(logger, line);
}

bool logger_waits(const Logger *logger)
{
    for (int i = 0; i < LOGGER_KNOWN; i++)
        if (logger->known[i].more) return true;
    return logger->dropped > 0;
}

bool logger_tick(Logger *logger, i64 now_ms)
{
    if (now_ms - logger->minute_ms >= LOGGER_MINUTE_MS) {
        say_dropped(logger);
        logger->lines = 0;
        logger->minute_ms = now_ms;
    }
    for (int i = 0; i < LOGGER_KNOWN; i++) {
        if (!logger->known[i].line[0] || now_ms - logger->known[i].said_ms < LOGGER_MINUTE_MS)
            continue;
        say_more(logger, i);
        logger->known[i].line[0] = '\0';
    }
    return logger_waits(logger);
}

// The place of an equal line that was logged lately, or else of the one logged longest ago.
static int place_for(const Logger *logger, const char *line, bool *again)
{
    int place = 0;
    for (int i = 0; i < LOGGER_KNOWN; i++) {
        if (!strcmp(logger->known[i].line, line)) {
            *again = true;
            return i;
        }
        bool free = !logger->known[i].line[0];
        if (free || logger->known[i].said_ms < logger->known[place].said_ms) place = i;
        if (free) break;
    }
    *again = false;
    return place;
}

void logger_say(Logger *logger, LogLevel level, const char *text, i64 now_ms)
{
    char line[LOGGER_LINE];
    bool again;
    assert(level < LOG_LEVELS);
    if (level > logger->level) return;
    logger_tick(logger, now_ms);
    snprintf(line, sizeof line, "%s: %s", NAMES[level], text);
    int place = place_for(logger, line, &again);
    if (again) {
        logger->known[place].more++;
        return;
    }
    // Errors are logged even above the rate limit.
    if (logger->lines >= LOGGER_LINES_MAX && level != LEVEL_ERROR) {
        logger->dropped++;
        return;
    }
    say_more(logger, place);
    memcpy(logger->known[place].line, line, sizeof line);
    logger->known[place].said_ms = now_ms;
    logger->lines++;
    emit(logger, line);
}

void logger_answer(Logger *logger, const char *text)
{
    char line[LOGGER_LINE];
    if (logger->level < LEVEL_INFO) return;
    snprintf(line, sizeof line, "%s: %s", NAMES[LEVEL_INFO], text);
    emit(logger, line);
}

void logger_flush(Logger *logger)
{
    for (int i = 0; i < LOGGER_KNOWN; i++)
        say_more(logger, i);
    say_dropped(logger);
}
