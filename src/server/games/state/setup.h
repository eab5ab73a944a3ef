// SPDX-License-Identifier: MIT
// The setup of a game, as requested and as stored.
#ifndef MEYDAN_SERVER_GAMES_STATE_SETUP_H
#define MEYDAN_SERVER_GAMES_STATE_SETUP_H

#include "base/clock.h"
#include "game/game.h"
#include "server/games/game_ops.h"

// A seat before the start. All zeros: open to all.
typedef struct SeatSetup {
    i64 person;  // has this seat from the beginning, or 0
    i64 invited; // the person for whom it is reserved, or 0
    u8 level;    // of the computer in this seat, 1 .. LEVELS; 0 for none
} SeatSetup;

typedef struct GameSetup {
    Position start; // its head names the variant
    ClockSpec clock;
    SeatSetup seat[PLAYERS_MAX];
    bool lot;    // seats are drawn by lot when the last one is taken (A9, Q1)
    bool rated;  // also implies drawing by lot
    bool seated; // the server has chosen the seats: there is no lot, and the game starts at once
    bool open_to_all; // listed in the lobby and the archive
    i64 rematch_of;   // a game, or 0
    i64 id;           // 0: drawn. A game that has this id is the one asked for
    bool arranged;    // by a tournament: blocks and vacations don't keep its players apart
} GameSetup;

enum { SETUP_TEXT_MAX = POSITION_TEXT_MAX + 256 };

// The layout of its variant with this position, or NULL. The swap rule makes no difference.
const Layout *setup_layout(const Position *start);

// The text of StoredGame.setup, without the contents of other columns.
void setup_write(const GameSetup *setup, Out *out);
Status setup_read(const StoredGame *game, GameSetup *setup, Fault *why);

#endif
