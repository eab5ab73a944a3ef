// SPDX-License-Identifier: MIT
// What a game is to be: the setup that somebody asks for, and as the store keeps it.
#ifndef MEYDAN_SERVER_ROOM_SETUP_H
#define MEYDAN_SERVER_ROOM_SETUP_H

#include "base/clock.h"
#include "game/game.h"
#include "server/games/game_ops.h"

// A seat before the start. All zeros: open to everybody.
typedef struct SeatSetup {
    i64 person;  // sits here from the beginning, 0 for nobody
    i64 invited; // reserved for this person, 0 for nobody
    u8 level;    // of the computer that sits here, 1 .. LEVELS; 0 for none
} SeatSetup;

typedef struct GameSetup {
    Position start; // its head has the variant
    ClockSpec clock;
    SeatSetup seat[PLAYERS_MAX];
    bool lot;         // seats are drawn by lot when the last one is taken (A9, Q1)
    bool rated;       // and in any case if it is rated
    bool seated;      // unless the server has chosen the seats; such a game starts at once
    bool open_to_all; // others find it in the lobby and the archive
    i64 rematch_of;   // a game, or 0
} GameSetup;

enum { SETUP_TEXT_MAX = POSITION_TEXT_MAX + 256 };

// The layout of its variant that a position is, or NULL.
const Layout *setup_layout(const Position *start);

// The text of StoredGame.setup; what the other columns hold is not repeated.
void setup_write(const GameSetup *setup, Out *out);
Status setup_read(const StoredGame *game, GameSetup *setup, Fault *why);

#endif
