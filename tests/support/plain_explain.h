// SPDX-License-Identifier: MIT
// A second, slow and plain implementation of ab_explain() for comparison: rows and digits instead
// of bits, every subset of a player's marbles instead of shapes.
#ifndef MEYDAN_TESTS_PLAIN_EXPLAIN_H
#define MEYDAN_TESTS_PLAIN_EXPLAIN_H

#include "abalone/position.h"
#include "game/finding.h"

void plain_explain(const AbPosition *position, FindingVisit *visit, void *context);

#endif
