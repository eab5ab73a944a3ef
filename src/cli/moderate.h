// SPDX-License-Identifier: MIT
// A moderator's measure on a store, from the command line: an entry of the audit log with its
// effects. `meydan admin` and `meydan store annul` use it.
#ifndef MEYDAN_CLI_MODERATE_H
#define MEYDAN_CLI_MODERATE_H

#include "cli/cli.h"
#include "server/moderation/measure.h"

i64 moderate_now_ms(void);
// An existing store of the current version; NULL after a complaint.
Store *moderate_open(const char *file, bool read_only);
// Writes the measure, and prints how many games it concerns or why it is refused.
ExitStatus moderate(const char *file, const Measure *measure);

#endif
