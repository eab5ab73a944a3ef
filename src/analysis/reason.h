// SPDX-License-Identifier: MIT
// Explains why a move is worse than another, or what is good about it, as codes with arguments.
// User interfaces have the sentences.
//
// A reason is given only if the search has found the difference (analysis/review.h). Each has a
// certainty: proven by trying every move, searched, or static: a fact about the board after the
// move that agrees with the search.
#ifndef MEYDAN_ANALYSIS_REASON_H
#define MEYDAN_ANALYSIS_REASON_H

#include "analysis/analysis.h"

typedef enum WhyCode {
    // Faults of a move. `line` is the better line, or the refutation of the move.
    WHY_MISSED_WIN,      // number: moves to the win. line: better
    WHY_ALLOWS_WIN,      // number: moves to the opponent's win. line: refutes
    WHY_MARBLE_LOST,     // from: marbles lost in the line, number: after how many moves,
                         // to: how many the better line loses. line: refutes
    WHY_EJECTION_MISSED, // from: marbles pushed off in the line, number: in how many moves,
                         // to: how many after the played move. line: better
    WHY_SPLIT,           // own groups, from before to after the move
    WHY_EDGE,            // own marbles on the edge, from (better move) to (played)
    WHY_CENTRE,          // own steps to the centre, all marbles: from (better) to (played)
    WHY_RACE,            // own steps `from`, theirs `to`, the other to move; number: the difference
    WHY_MISSED_CUT,      // move: the wall; their path, from ... to. line: better
    WHY_MISSED_DEFENCE,  // move: the coming wall; own path, from ... to. line: refutes
    WHY_WRONG_SIDE,      // the same, where another step would have avoided it
    WHY_WASTED_WALL,     // the wall makes no other player's path longer: from = to, of `player`
    WHY_SELF_BLOCK, // the wall makes the own path longer (from ... to), at least as much as theirs
    WHY_TEMPO,      // own path isn't shorter after the move: from ... to
    // Merits of a move.
    WHY_WINS,     // number: moves to the win
    WHY_EJECTS,   // from: marbles pushed off in the line, number: in how many moves
    WHY_CUTS,     // their path, from ... to
    WHY_JUMPS,    // own path, from ... to
    WHY_ADVANCES, // own path, from ... to
    WHY_SAVES,    // pushes with which the next player could take a marble, from ... to
    WHY_PRESSES,  // a sumito that stays on the board
    WHY_JOINS,    // own groups, from ... to
    WHY_CENTRES,  // own steps to the centre, from ... to
    WHY_CODES,
} WhyCode;

typedef enum Certainty { CERTAINTY_PROVEN, CERTAINTY_SEARCHED, CERTAINTY_STATIC } Certainty;

enum { REASONS_MAX = 3 };

typedef struct MoveReason {
    u8 code, sure;
    u8 player;  // the player whose path is meant, or who wins or loses
    bool after; // the line begins with the played move, not with the better one
    u8 length;  // number of moves of that line that show it
    int from, to, number;
    Move move; // or MOVE_NONE
} MoveReason;

typedef struct MoveReasons {
    int count;
    MoveReason at[REASONS_MAX];
} MoveReasons;

// "missed-win", ... and "proven", "searched", "static", as in JSON and the keys of sentences.
const char *why_name(int code);
const char *certainty_name(int certainty);

// Reasons why `played` is worse than `better`, both from `position`. The most important comes
// first; the list may be empty.
void reasons_against(const Position *position, const SearchResult *better,
                     const SearchResult *played, ProofMemo *memo, MoveReasons *reasons);
// Reasons for the first move of a line.
void reasons_for(const Position *position, const SearchResult *result, ProofMemo *memo,
                 MoveReasons *reasons);

#endif
