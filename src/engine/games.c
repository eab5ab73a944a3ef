// SPDX-License-Identifier: MIT
#include "engine/games.h"

#include <assert.h>

const EngineGame *engine_game(const Variant *variant)
{
    static const EngineGame *const GAME[] = { &AB_ENGINE, &QR_ENGINE };
    for (size_t i = 0; i < sizeof GAME / sizeof *GAME; i++)
        if (GAME[i]->game == variant->game) return GAME[i];
    assert(false); // a game without an engine
    return NULL;
}
