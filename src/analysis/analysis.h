// SPDX-License-Identifier: MIT
// Reproducible searches for analyses, and exhaustive proofs.
//
// The host provides an engine and a callback that runs it, so that the program can handle signals
// and the page its events meanwhile. With a limit in nodes or depth a search has the same result in
// every program: it starts with an empty table of ANALYSIS_TABLE_MB, whatever the engine's size.
#ifndef MEYDAN_ANALYSIS_ANALYSIS_H
#define MEYDAN_ANALYSIS_ANALYSIS_H

#include "engine/engine.h"

enum {
    ANALYSIS_TABLE_MB = 4, // the engine must have at least this
    ANALYSIS_LINE_MAX = 24,
    PROOF_MEMOS = 1 << 14,
    PROOF_NODES = 60000, // positions after which a proof fails
    PROOF_PLIES = 32,    // proofs of longer wins aren't attempted
};

// Known facts about a position and a side.
typedef struct ProofMemo {
    Key key;
    u8 wins;  // wins within this many plies; 0 if unknown
    u8 fails; // doesn't win within this many
} ProofMemo;

typedef struct Analysis {
    Engine *engine;
    // Runs a search to its end. Returns false if interrupted; the analysis is then abandoned.
    bool (*search)(void *context, Engine *engine, const SearchLimits *limits);
    void *context;
    SearchLimits limits; // nodes, depth or hard_ms per search
    bool shared;         // uses time limits or threads, so results aren't reproducible anyway
    ProofMemo *memo;     // PROOF_MEMOS entries
} Analysis;

// A position with the game that led to it.
typedef struct AnalysisPosition {
    const Position *start;
    const Move *moves;
    int count;
    Position position; // after them
} AnalysisPosition;

typedef struct SearchResult {
    Score score; // from the view of the player to move
    int depth, length;
    Move line[ANALYSIS_LINE_MAX]; // the best move first
} SearchResult;

AnalysisPosition analysis_position(const Position *start, const Move *moves, int count);

// Clears the table.
void analysis_begin(Analysis *analysis);
// Finds the best line. `among` restricts the moves (`among_count` of them, all if 0), `depth`
// limits the depth (if not 0). Returns false if interrupted or if there is no move.
bool analysis_search(Analysis *analysis, const AnalysisPosition *place, const Move *among,
                     int among_count, int depth, SearchResult *result);

static inline bool score_forced(Score score)
{
    return score >= SCORE_MATED_MAX || score <= -SCORE_MATED_MAX;
}

// Whether the players of the set win within that many plies whatever the others do. Tries every
// move. Also returns false if that is too much work.
bool proof_wins(ProofMemo *memo, const Position *position, u8 side, int plies);

#endif
