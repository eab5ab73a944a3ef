// SPDX-License-Identifier: MIT
#include "build.h"

#include "variants/variants.h"

__attribute__((visibility("default"))) const EngineBuild ENGINE_BUILD = {
    .size = engine_size,
    .init = engine_init,
    .variant = variant_find,
    .new_game = engine_new_game,
    .set_position = engine_set_position,
    .go = engine_go,
    .think = engine_think,
    .best = engine_best,
    .lines = engine_lines,
};
