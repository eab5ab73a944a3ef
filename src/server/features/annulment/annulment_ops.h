// SPDX-License-Identifier: MIT
// Annulled games in the store: a rated game and its changes are marked, and the changes and ratings
// that follow from the others are written again (annulment.h).
#ifndef MEYDAN_SERVER_FEATURES_ANNULMENT_ANNULMENT_OPS_H
#define MEYDAN_SERVER_FEATURES_ANNULMENT_ANNULMENT_OPS_H

#include "server/games/rating_ops.h"

enum {
    ANNULMENT_LOCK, // no game is rated until the call is committed. The first of a call
    ANNULMENT_MARK_GAME,
    ANNULMENT_MARK_CHANGES,
    ANNULMENT_CHANGE_AGAIN,
    ANNULMENT_SET_RATING,
    ANNULMENT_DROP_RATING,
    ANNULMENT_OPS_COUNT
};
extern const StoreOp ANNULMENT_OPS[ANNULMENT_OPS_COUNT];

// ANNULMENT_MARK_GAME. A conflict if the game isn't rated or is marked like this already, or if the
// last change of its variant and speed has another number.
typedef struct GameMark {
    i64 game, last;
    bool annulled;
} GameMark;

// ANNULMENT_MARK_CHANGES.
typedef struct ChangesMark {
    i64 game;
    bool annulled;
} ChangesMark;

// ANNULMENT_CHANGE_AGAIN: a change that counts.
typedef struct ChangeAgain {
    i64 number;
    Rating before, after;
} ChangeAgain;

// ANNULMENT_SET_RATING writes a StoredRating.

// ANNULMENT_DROP_RATING: of a person without rated games.
typedef struct RatingKey {
    i64 person;
    Text variant, speed;
} RatingKey;

#endif
