// SPDX-License-Identifier: MIT
// The body of POST /games: SETUP of docs/api.md. Its values depend on each other, so it is read by
// a reader of its own rather than by its shape, which only describes it.
#ifndef MEYDAN_SERVER_FEATURES_PLAY_SETUP_GIVEN_H
#define MEYDAN_SERVER_FEATURES_PLAY_SETUP_GIVEN_H

#include "platform/shape.h"
#include "server/games/state/setup.h"
#include "server/identity/person_ops.h"

extern const Shape SETUP_GIVEN;

typedef struct SetupGiven {
    GameSetup setup;                            // of its seats, only the computers
    bool me[PLAYERS_MAX];                       // one of them, or none
    char invited[PLAYERS_MAX][PERSON_NAME_MAX]; // names that aren't looked up yet; "": none
} SetupGiven;
Status setup_given_read(Text text, SetupGiven *asked, Fault *why);

#endif
