// SPDX-License-Identifier: MIT
// Packages are built for every machine of an architecture, and ship the program a second time for
// newer processors, where rules and engine are several times as quick. The first hands over to the
// second.
#ifndef MEYDAN_CLI_PROCESSOR_H
#define MEYDAN_CLI_PROCESSOR_H

// Becomes the program that was built for this processor, if there is one; otherwise does nothing.
// MEYDAN_BASELINE=1 in the environment keeps the first.
void processor_hand_over(char **argv);

#endif
