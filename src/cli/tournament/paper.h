// SPDX-License-Identifier: MIT
// A tournament as pages to print.
#ifndef MEYDAN_CLI_TOURNAMENT_PAPER_H
#define MEYDAN_CLI_TOURNAMENT_PAPER_H

#include "tournament/formats/log_file.h"

// HTML in the user's language. The cross-table is left out for more than 32 entries.
void paper_write(const Tournament *tournament, Text name, Json *out);

#endif
