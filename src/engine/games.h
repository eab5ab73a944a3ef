// SPDX-License-Identifier: MIT
// What the engine has for each game. Nothing else in this folder asks which game it is.
#ifndef MEYDAN_ENGINE_GAMES_H
#define MEYDAN_ENGINE_GAMES_H

#include "engine/levels.h"
#include "engine/nets.h"

typedef struct Worker Worker;

typedef struct EngineGame {
    const Game *game;
    // By number, 1 to LEVELS - 1: for two sides, and where each plays alone.
    const Level *levels, *levels_alone;

    // The whole search of one thread (search.inc, compiled once a game; mcts.inc).
    void (*search)(Worker *worker);
    // The static evaluation as that player sees it.
    Score (*evaluate)(const Nets *nets, const Position *position, int player);
    // Plays a move of the game so far in the engine's position and keeps what the search wants to
    // know of it; `left` moves follow it. True if no position before it can come again.
    bool (*play)(Engine *engine, Move move, int left);
    // Sets contempt and urge for the engine's position (SearchLimits.press); NULL if there are
    // none.
    void (*press)(Engine *engine);
    // The yardsticks' plain value of a player's side. It never changes (engine/yardstick.h).
    Score (*plain_value)(const Position *position, int player);
} EngineGame;

extern const EngineGame AB_ENGINE, QR_ENGINE;

const EngineGame *engine_game(const Variant *variant);

#endif
