// SPDX-License-Identifier: MIT
// How well somebody plays: accuracy and marks by variant, out of the reviews of their games.
#ifndef MEYDAN_SERVER_REVIEWS_ACCURACY_H
#define MEYDAN_SERVER_REVIEWS_ACCURACY_H

#include "base/text.h"

enum { ACCURACY_VARIANTS_MAX = 8, ACCURACY_VARIANT_SIZE = 32 };

// Sums over the reviewed games of one variant.
typedef struct Accuracy {
    char variant[ACCURACY_VARIANT_SIZE];
    int games, moves;
    i64 accuracy; // of each game in thousandths (docs/analysis.md), added up
    int great, inaccuracies, mistakes, blunders;
} Accuracy;

typedef struct AccuracyTable {
    Accuracy of[ACCURACY_VARIANTS_MAX];
    int count;
} AccuracyTable;

// Adds what a report (review_room.h) says of a seat. One that cannot be read, or in which the seat
// has made no move, changes nothing.
void accuracy_add(AccuracyTable *table, Text variant, int seat, Text report);

#endif
