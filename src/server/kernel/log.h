// SPDX-License-Identifier: MIT
// A request as one line, its fields without blanks:
//
//    2026-11-16T00:30:00.123Z 127.0.0.1 GET /assets/app-0a1b2c3d.js 200 18231 0.412ms
//
// The bytes are those of the body. A line ends in "cut" if the connection ended before the answer
// did. The query is never logged. Events have lines, too:
//
//    2026-11-16T00:30:00.123Z event=game_made game=0aB1cD2e variant=abalone
#ifndef MEYDAN_SERVER_KERNEL_LOG_H
#define MEYDAN_SERVER_KERNEL_LOG_H

#include "platform/net/web.h"

enum { LOG_LINE = 512 };

void log_line(const WebLog *log, char line[LOG_LINE]);
// `fields` are key=value, without blanks in them.
void log_event(const char *event, const char *fields, char line[LOG_LINE]);

#endif
