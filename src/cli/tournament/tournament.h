// SPDX-License-Identifier: MIT
// The sub-commands of `meydan tournament`.
#ifndef MEYDAN_CLI_TOURNAMENT_TOURNAMENT_H
#define MEYDAN_CLI_TOURNAMENT_TOURNAMENT_H

#include "cli/cli.h"
#include "tournament/trf.h"

// Compares the pairings of TRF files with ours: a file, or all .trf files of a folder.
ExitStatus tournament_compare(const char *path);
// Prints the pairings of a round; 0: the first one without pairings.
ExitStatus tournament_pair(const char *path, int round);
// Writes a TRF file in another dialect to standard output.
ExitStatus tournament_convert(const char *path, const char *dialect);

// Computes a whole tournament again, and prints the first difference.
ExitStatus tournament_check(const char *path);
// Writes a file of a tournament, or a TRF file, as "json", "csv", "calendar", "paper", "trf26" or
// "trf16".
ExitStatus tournament_export(const char *path, const char *format);

// At the table: adds a decision to the file of a tournament, or an entry; decides what is due, and
// prints the new pairings; prints the standings of such a file. `name` is the
// tournament's; it, `by` and `reason` may be NULL.
ExitStatus tournament_decide(const char *path, const char *decision, const char *name,
                             const char *by, const char *reason);
ExitStatus tournament_add(const char *path, const char *name, int rating, const char *by);
ExitStatus tournament_advance(const char *path);
ExitStatus tournament_show(const char *path);

// Prints the standings by tie-breaks ("BH/C1,SB"; NULL: those of the file), or with `explain` how
// those of that player were computed.
ExitStatus tournament_standings(const char *path, const char *codes, int explain);

// Reads a TRF file, or complains.
bool tournament_read_trf(const char *path, Trf *trf);

#endif
