// SPDX-License-Identifier: MIT
// The openings of a match, one per round.
//
//     start           always the start position
//     random:8        eight random plies to a position that a short search considers level
//     random:4-8      four to eight
//     FILE            one position text per line, ignoring "# ..."; `... moves e2 e8` adds moves;
//                     "moves e2 e8" alone plays from the start; or game records
//
// A random opening depends only on the seed, its number, the start position and the engine in the
// binary. Where each plays alone, positions aren't checked for being level: fairness comes from
// playing every seating with the same opening.
#ifndef MEYDAN_RUNNER_OPENINGS_H
#define MEYDAN_RUNNER_OPENINGS_H

#include "engine/engine.h"

enum { OPENING_PLIES_MAX = 256 };

typedef struct Opening {
    Position start;
    int plies;
    Move move[OPENING_PLIES_MAX];
} Opening;

typedef struct OpeningsSetup {
    const Position *start;
    const char *spec;
    u64 seed;
    int plies; // number of moves used from a record; 0 means all
} OpeningsSetup;

typedef struct Openings Openings;

// Reads the file, if there is one. On error returns NULL and sets `why`.
Openings *openings_new(const OpeningsSetup *setup, Fault *why);
void openings_free(Openings *openings);

// Generates random openings. Each thread needs its own. NULL if out of memory.
typedef struct OpeningMaker OpeningMaker;
OpeningMaker *opening_maker_new(void);
void opening_maker_free(OpeningMaker *maker);

void openings_get(const Openings *openings, OpeningMaker *maker, u64 number, Opening *opening);

#endif
