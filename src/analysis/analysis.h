// SPDX-License-Identifier: MIT
// One search as an analysis makes it, and exhaustive proofs beside it.
//
// The host lends an engine and a way to run it, so that the program can wait for signals meanwhile
// and the page for its script. With a limit in nodes or depth a search has the same result in
// every program: it starts from an empty table of ANALYSIS_TABLE_MB, whatever the engine has.
#ifndef MEYDAN_ANALYSIS_ANALYSIS_H
#define MEYDAN_ANALYSIS_ANALYSIS_H

#include "engine/engine.h"

enum {
    ANALYSIS_TABLE_MB = 4, // the engine must have as much
    ANALYSIS_LINE_MAX = 24,
    PROOF_MEMOS = 1 << 14,
    PROOF_NODES = 60000, // a proof gives up after so many positions
    PROOF_PLIES = 32,    // and does not begin for more
};

// What is known of a position and a side.
typedef struct ProofMemo {
    Key key;
    u8 wins;  // it wins within so many plies; 0 if that is not known
    u8 fails; // it does not within so many
} ProofMemo;

typedef struct Analysis {
    Engine *engine;
    // Runs a search to its end; false if it was cut short: then the analysis is abandoned.
    bool (*search)(void *context, Engine *engine, const SearchLimits *limits);
    void *context;
    SearchLimits limits; // nodes, depth or hard_ms of each search
    bool shared;         // the search takes time or threads into account: nothing repeats anyway
    ProofMemo *memo;     // PROOF_MEMOS of them
} Analysis;

// A position with the game that led to it.
typedef struct AnalysisPosition {
    const Position *start;
    const Move *moves;
    int count;
    Position position; // after them
} AnalysisPosition;

typedef struct SearchResult {
    Score score; // seen by the player to move
    int depth, length;
    Move line[ANALYSIS_LINE_MAX]; // the best move first
} SearchResult;

AnalysisPosition analysis_position(const Position *start, const Move *moves, int count);

// Clears the table.
void analysis_begin(Analysis *analysis);
// The best line. `among`: only these moves, `among_count` of them, all if 0; `depth`: no deeper, if
// not 0. False if it was cut short or there is no move.
bool analysis_search(Analysis *analysis, const AnalysisPosition *place, const Move *among,
                     int among_count, int depth, SearchResult *result);

static inline bool score_forced(Score score)
{
    return score >= SCORE_MATED_MAX || score <= -SCORE_MATED_MAX;
}

// Whether the players of the set win within so many plies, whatever the others do: every move is
// tried. False also if that was too much work.
bool proof_wins(ProofMemo *memo, const Position *position, u8 side, int plies);

#endif
