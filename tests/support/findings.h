// SPDX-License-Identifier: MIT
// Findings as lines of text, for tests to compare: "1 sumito 2-1 a1b2: a1 b2 / c3",
// "2 pair: e5 e6 whole".
#ifndef MEYDAN_TESTS_FINDINGS_H
#define MEYDAN_TESTS_FINDINGS_H

#include "game/finding.h"

enum { FOUND_LINES_MAX = 2048, FOUND_LINE_MAX = 600 };

typedef struct FoundLines {
    const Position *position;
    const char *kinds; // "spear arc": only these; NULL: all
    int count;
    char line[FOUND_LINES_MAX][FOUND_LINE_MAX];
} FoundLines;

// A FindingVisit whose context is the FoundLines.
void found_add(void *lines, const Finding *found);
void found_sort(FoundLines *lines);
// Compares the findings of those kinds, in byte order, with the expected lines (each ends in '\n').
void found_expect(const Position *position, const char *kinds, const char *expected);

#endif
