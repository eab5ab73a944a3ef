// SPDX-License-Identifier: MIT
// One bracket of the Dutch system (FIDE C.04.3, articles 3 and 4): the first of its best
// candidates.
//
// The criteria of a candidate are the weight of a matching. Ties are decided by the order of the
// candidates: the choice of the first player is settled first, then the next, each with a revised
// matching.
//
// The players who leave the bracket unpaired matter to the later brackets (C4, C5, C8). With
// `look_ahead` those brackets are part of the matching. Without it only the number of unpaired
// players is known; the caller must check that they are as good for the later brackets as any could
// be, and otherwise repeat the call with look_ahead.
#ifndef MEYDAN_TOURNAMENT_BRACKET_H
#define MEYDAN_TOURNAMENT_BRACKET_H

#include "tournament/field.h"

// Players are indexes of cards in the field, each list in pairing order.
typedef struct Bracket {
    const Field *field;
    const int *moved; // moved down from earlier brackets
    int moved_count;
    const int *resident;
    int resident_count;
    const int *next; // residents of the next bracket
    int next_count;
    const int *rest; // of all later ones
    int rest_count;
    bool bye;         // the number of players is odd
    Points bye_score; // of the player who gets the bye
    // The result:
    int (*pair)[2]; // space for half of the players of the bracket
    int pairs;
    int *floater; // space for all of them
    int floaters;
} Bracket;

typedef enum BracketStatus {
    BRACKET_DONE,
    BRACKET_IMPOSSIBLE,
    BRACKET_NO_MEMORY,
} BracketStatus;

BracketStatus bracket_pair(Bracket *bracket, bool look_ahead);

bool bye_candidate(const Bracket *bracket, int card);

#endif
