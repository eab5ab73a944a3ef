// SPDX-License-Identifier: MIT
#include "server/kernel/log.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum { DATE_SIZE = 48 };

// Characters that could break a line or a field are written as %XX.
static void write_path(const char *path, char *room, size_t size)
{
    size_t at = 0;
    for (const u8 *c = (const u8 *)path; *c && at + 4 < size; c++)
        at += (size_t)snprintf(room + at, size - at,
                               *c > ' ' && *c < 0x7f && *c != '%' ? "%c" : "%%%02X", *c);
    room[at] = '\0';
}

static void write_date(char date[DATE_SIZE])
{
    struct timespec now;
    struct tm tm;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &tm);
    size_t length = strftime(date, DATE_SIZE, "%Y-%m-%dT%H:%M:%S", &tm);
    snprintf(date + length, DATE_SIZE - length, ".%03ldZ", now.tv_nsec / 1000000);
}

void log_line(const WebLog *log, char line[LOG_LINE])
{
    char path[320], date[DATE_SIZE];
    write_date(date);
    write_path(log->path, path, sizeof path);
    snprintf(line, LOG_LINE, "%s %s %s %s %d %llu %.3fms%s", date, log->address, log->method, path,
             log->status, (unsigned long long)log->sent, log->ms, log->whole ? "" : " cut");
}

void log_event(const char *event, const char *fields, char line[LOG_LINE])
{
    char date[DATE_SIZE];
    write_date(date);
    snprintf(line, LOG_LINE, "%s event=%s %s", date, event, fields);
}
