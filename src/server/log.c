// SPDX-License-Identifier: MIT
#include "server/log.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

// What could break a line or a field is written as %XX.
static void write_path(const char *path, char *room, size_t size)
{
    size_t at = 0;
    for (const u8 *c = (const u8 *)path; *c && at + 4 < size; c++)
        at += (size_t)snprintf(room + at, size - at,
                               *c > ' ' && *c < 0x7f && *c != '%' ? "%c" : "%%%02X", *c);
    room[at] = '\0';
}

void log_line(const WebLog *log, char line[LOG_LINE])
{
    struct timespec now;
    struct tm tm;
    char path[320], date[32];
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &tm);
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S", &tm);
    write_path(log->path, path, sizeof path);
    snprintf(line, LOG_LINE, "%s.%03ldZ %s %s %s %d %llu %.3fms%s", date, now.tv_nsec / 1000000,
             log->address, log->method, path, log->status, (unsigned long long)log->sent, log->ms,
             log->whole ? "" : " cut");
}
