// SPDX-License-Identifier: MIT
// Packages work on every machine of an architecture, and contain a second program for newer
// processors, on which rules and engine are several times as fast. The first program executes the
// second.
#ifndef MEYDAN_CLI_PROCESSOR_H
#define MEYDAN_CLI_PROCESSOR_H

// Executes the program built for this processor, if there is one; otherwise returns.
// MEYDAN_BASELINE=1 in the environment disables it.
void processor_hand_over(char **argv);

#endif
