// SPDX-License-Identifier: MIT
// Applies a moderator's measure to a store from the command line: adds an entry to the audit log,
// with its effects. Used by `meydan admin` and `meydan store annul`.
#ifndef MEYDAN_CLI_MODERATE_H
#define MEYDAN_CLI_MODERATE_H

#include "cli/cli.h"
#include "server/features/moderation/measure.h"

i64 moderate_now_ms(void);
// Opens an existing store of the current version. Returns NULL after printing an error.
Store *moderate_open(const char *file, bool read_only);
// Writes the measure and prints the number of games affected, or the reason for refusing it.
ExitStatus moderate(const char *file, const Measure *measure);

#endif
