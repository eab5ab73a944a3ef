// SPDX-License-Identifier: MIT
// Checks the files of a solved board with code that shares nothing with the solver except the
// numbers of the sets of walls: plain squares and lists of moves instead of sets of bits.
//
// A record is right if it is what its own positions and the records with one wall more imply. If
// all records are, the result from the start is proven.
#ifndef MEYDAN_SOLVE_RECHECK_H
#define MEYDAN_SOLVE_RECHECK_H

#include "solve/layer.h"

typedef struct RecheckSetup {
    SolvedGame game;
    const char *folder;
    u64 part;  // checks every `part`th record; 1 checks all
    u64 phase; // beginning with this one, below `part`
    bool (*watch)(void *context, int size, u64 done, u64 total); // false stops
    void *context;
} RecheckSetup;

typedef enum RecheckResult {
    RECHECK_GOOD,
    RECHECK_WRONG,
    RECHECK_STOPPED,
    RECHECK_FAILED
} RecheckResult;

// Prints the first wrong record or the cause of a failure.
RecheckResult recheck_run(const RecheckSetup *setup, u64 *checked);

#endif
