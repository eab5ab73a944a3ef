// SPDX-License-Identifier: MIT
// The engine's table for each game. No other file in this folder checks which game it is.
#ifndef MEYDAN_ENGINE_GAMES_H
#define MEYDAN_ENGINE_GAMES_H

#include "engine/levels.h"
#include "engine/nets.h"

typedef struct Worker Worker;

typedef struct EngineGame {
    const Game *game;
    // Levels 1 to LEVELS - 1: for two sides, and for games where each player plays alone.
    const Level *levels, *levels_alone;

    // The whole search of one thread (search.inc, compiled once per game; mcts.inc).
    void (*search)(Worker *worker);
    // The static evaluation from a player's view.
    Score (*evaluate)(const Nets *nets, const Position *position, int player);
    // Plays a move of the game so far in the engine's position and keeps the facts that the search
    // needs; `left` moves follow. Returns true if no earlier position can recur.
    bool (*play)(Engine *engine, Move move, int left);
    // Sets contempt and urge for the engine's position (SearchLimits.press). NULL if the game has
    // none.
    void (*press)(Engine *engine);
    // The plain value for the yardsticks. It never changes (engine/yardstick.h).
    Score (*plain_value)(const Position *position, int player);
} EngineGame;

extern const EngineGame AB_ENGINE, QR_ENGINE;

const EngineGame *engine_game(const Variant *variant);

#endif
