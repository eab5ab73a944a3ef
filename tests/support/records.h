// SPDX-License-Identifier: MIT
// Records in tests: read from a text, and what a replay says of them.
#ifndef MEYDAN_TESTS_RECORDS_H
#define MEYDAN_TESTS_RECORDS_H

#include "support/check.h"

#include "record/replay.h"

void assert_text(Text text, const char *wanted);
// The only record in a text.
Record record_of(const char *text);
// "a1b2 c3d4": the steps of a record with a blank between.
void assert_steps(const Record *record, const char *wanted);
// What `replay` would print of a record, without the index; for a malformed one the fault.
void replay_line(RecordStatus status, const Record *record, Fault *why, Out *out);
// Replays all games of a text and compares the lines.
void assert_replay(const char *text, const char *wanted);

#endif
