// SPDX-License-Identifier: MIT
// A whole tournament as a file: its log, and the standings that follow from it.
//
//     {"format":"meydan-tournament","version":1,"name":"Club night",
//      "log":[{"at":1763500000000,"by":"Ada","what":"create swiss rounds=5","why":""},...],
//      "standings":[{"rank":1,"entry":3,"points":"4.5","values":["10"]},...]}
#ifndef MEYDAN_TOURNAMENT_FORMATS_LOG_FILE_H
#define MEYDAN_TOURNAMENT_FORMATS_LOG_FILE_H

#include "platform/json_heap.h"
#include "tournament/formats/decisions.h"
#include "tournament/trf.h"

typedef struct LogEntry {
    i64 at_ms;
    Text by, what, why; // who decided; the decision; the reason
} LogEntry;

typedef struct TournamentLog {
    Text name;
    LogEntry *entry;
    size_t entries, capacity;
    Text standings; // as JSON; empty if the file has none
    char *copy;     // of the texts
} TournamentLog;

// Nothing remains to be freed on error.
Status log_read(Text json, TournamentLog *log, Fault *why);
void log_free(TournamentLog *log);
// Whether a text can be in a file: one line of UTF-8.
bool log_accepts(Text text);
// Adds an entry whose texts the caller keeps. Returns false if out of memory.
bool log_add(TournamentLog *log, LogEntry entry);
void log_write(const TournamentLog *log, const Tournament *tournament, Json *out);

// Applies the log to an empty tournament. The fault names the entry that doesn't apply; the
// tournament must be freed in any case.
Status log_replay(const TournamentLog *log, Tournament *tournament, Fault *why);
// Computes every pairing and the standings again. ILLEGAL, with the first difference.
Status log_check(const TournamentLog *log, Fault *why);

// --- other formats -------------------------------------------------------------------------------

// The standings as an array of JSON, or as a table for spreadsheets (RFC 4180).
void standings_write_json(const Tournament *tournament, const char *key, Json *out);
void standing_write_points(Points points, Out *out);
void standing_write_value(i64 value, const char *column, Out *out);
void standings_write_csv(const Tournament *tournament, Json *out);
// Tournaments of pairs only: ILLEGAL for the others.
Status tournament_write_trf(const Tournament *tournament, Text name, TrfDialect dialect, Json *out,
                            Fault *why);
// The log of a tournament that was played elsewhere: all its pairings were made by hand. Free it.
Status log_from_trf(const Trf *trf, TournamentLog *log, Fault *why);

typedef struct CalendarEntry {
    Text id, name, url;
    i64 from_ms, until_ms, changed_ms;
} CalendarEntry;
// As iCalendar (RFC 5545).
void calendar_write(const CalendarEntry *entry, Json *out);

#endif
