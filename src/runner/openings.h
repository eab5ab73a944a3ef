// SPDX-License-Identifier: MIT
// Where games begin, one opening a round.
//
//     start           the start position itself, every time
//     random:8        eight random plies, such that a short search calls the position level
//     random:4-8      four to eight
//     FILE            a position text a line, "# ..." aside; `... moves e2 e8` plays on from it;
//                     "moves e2 e8" alone does so from the start; or game records
//
// A random opening depends on the seed, its number, the start position and the engine in the
// binary, on nothing else. Players each alone have no level position to be looked for: there the
// seats are fair because every seating gets the same opening.
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
    int plies; // how many of a record's moves are taken; 0 means all
} OpeningsSetup;

typedef struct Openings Openings;

// Reads the file, if it is one. NULL if something is wrong; `why` says what.
Openings *openings_new(const OpeningsSetup *setup, Fault *why);
void openings_free(Openings *openings);

// Thinks up random openings; one for each thread. NULL without memory.
typedef struct OpeningMaker OpeningMaker;
OpeningMaker *opening_maker_new(void);
void opening_maker_free(OpeningMaker *maker);

void openings_get(const Openings *openings, OpeningMaker *maker, u64 number, Opening *opening);

#endif
