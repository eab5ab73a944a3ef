// SPDX-License-Identifier: MIT
// The table of functions that the engine, built as a shared object, exports to train/versus.
// The table and the types in it must stay as they are, or old builds can't play new ones.
#ifndef MEYDAN_TRAIN_BUILD_H
#define MEYDAN_TRAIN_BUILD_H

#include "engine/engine.h"

typedef struct EngineBuild {
    size_t (*size)(int hash_mb, int threads);
    Engine *(*init)(void *memory, size_t size, int threads, Host host);
    const Variant *(*variant)(Text id);
    void (*new_game)(Engine *engine);
    void (*set_position)(Engine *engine, const Position *start, const Move *moves, int count);
    void (*go)(Engine *engine, const SearchLimits *limits);
    void (*think)(Engine *engine, int thread);
    Move (*best)(const Engine *engine);
    int (*lines)(const Engine *engine, const Line **lines);
} EngineBuild;

extern const EngineBuild ENGINE_BUILD;

#endif
