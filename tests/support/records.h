// SPDX-License-Identifier: MIT
// Records in tests: reading from a text, and the result of a replay.
#ifndef MEYDAN_TESTS_RECORDS_H
#define MEYDAN_TESTS_RECORDS_H

#include "support/check.h"

#include "record/replay.h"

void assert_text(Text text, const char *wanted);
// The only record in a text.
Record record_of(const char *text);
// Compares the steps of a record, separated by blanks, with "a1b2 c3d4".
void assert_steps(const Record *record, const char *wanted);
// The line that `replay` would print for a record, without the index; for a malformed one the
// fault.
void replay_line(RecordStatus status, const Record *record, Fault *why, Out *out);
// Replays all games of a text and compares the lines.
void assert_replay(const char *text, const char *wanted);

#endif
