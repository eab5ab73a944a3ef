// SPDX-License-Identifier: MIT
// The players to be paired in a round of a Swiss tournament, in pairing order (score, then TPN),
// with what the rules ask about each of them (FIDE C.04.3, articles 1 and 2).
#ifndef MEYDAN_TOURNAMENT_FIELD_H
#define MEYDAN_TOURNAMENT_FIELD_H

#include "tournament/crosstable.h"

typedef enum Preference {
    PREFERENCE_NONE,
    PREFERENCE_MILD,
    PREFERENCE_STRONG,
    PREFERENCE_ABSOLUTE,
} Preference;

typedef enum Float {
    FLOAT_NONE,
    FLOAT_DOWN,
    FLOAT_UP,
} Float;

typedef struct Card {
    int player;   // its number in the crosstable
    int number;   // TPN: its place among the players who have entered by now
    Points score; // with fictitious points
    int played;   // games
    int colours;  // the side of each of them, oldest first: sides[0 .. colours - 1]
    u8 sides[ROUNDS_MAX];
    int difference; // games as first player less games as second player
    u8 preference;  // a Preference
    u8 wish;        // the preferred Side
    u8 floats[2];   // a Float: in the last round, in the one before
    bool bye_allowed;
    bool top; // a topscorer in the last round
} Card;

typedef struct Field {
    const Crosstable *table;
    int round;
    int count;
    Card *card;
    bool *compatible; // [card][card]: may meet (criteria C1 and C3, forbidden pairs)
} Field;

// The players with unpaired[player]. Those with present[player] count as entered. Returns false if
// out of memory.
bool field_init(Field *field, const Crosstable *table, int round, const bool *present,
                const bool *unpaired);
void field_free(Field *field);
bool field_compatible(const Field *field, int a, int b);

// The side of card a in a game against card b (article 5.2).
Side field_side(const Field *field, int a, int b);

#endif
