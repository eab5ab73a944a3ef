// SPDX-License-Identifier: MIT
// Annulled games in the store: a rated game and its changes are marked, and the changes and ratings
// that follow from the others are written again (annul.h).
#ifndef MEYDAN_SERVER_FEATURES_RANKINGS_RANKINGS_OPS_H
#define MEYDAN_SERVER_FEATURES_RANKINGS_RANKINGS_OPS_H

#include "server/games/rating_ops.h"

enum {
    RANKINGS_LOCK, // no game is rated until the call is committed. The first of a call
    RANKINGS_MARK_GAME,
    RANKINGS_MARK_CHANGES,
    RANKINGS_CHANGE_AGAIN,
    RANKINGS_SET_RATING,
    RANKINGS_DROP_RATING,
    RANKINGS_OPS
};
extern const StoreOp RANKING_OPS[RANKINGS_OPS];

// RANKINGS_MARK_GAME. A conflict if the game isn't rated or is marked like this already, or if the
// last change of its variant and speed has another number.
typedef struct GameMark {
    i64 game, last;
    bool annulled;
} GameMark;

// RANKINGS_MARK_CHANGES.
typedef struct ChangesMark {
    i64 game;
    bool annulled;
} ChangesMark;

// RANKINGS_CHANGE_AGAIN: a change that counts.
typedef struct ChangeAgain {
    i64 number;
    Rating before, after;
} ChangeAgain;

// RANKINGS_SET_RATING writes a StoredRating.

// RANKINGS_DROP_RATING: of a person without rated games.
typedef struct RatingKey {
    i64 person;
    Text variant, speed;
} RatingKey;

#endif
