// SPDX-License-Identifier: MIT
// Why a move is worse than another one, or what is good about it: codes with arguments, never
// words. Surfaces have the sentences.
//
// A reason is only given if the search has found the difference first (analysis/review.h), and each
// says how sure it is: proven by trying everything, searched, or static, which is a fact about the
// board after the move that the search's verdict agrees with.
#ifndef MEYDAN_ANALYSIS_REASON_H
#define MEYDAN_ANALYSIS_REASON_H

#include "analysis/analysis.h"

typedef enum WhyCode {
    // What was wrong with a move. `line` is the better line, or what the move runs into.
    WHY_MISSED_WIN,      // number: moves to the win. line: better
    WHY_ALLOWS_WIN,      // number: moves to the other's win. line: refutes
    WHY_MARBLE_LOST,     // from: marbles lost in the line, number: after how many moves,
                         // to: how many the better line loses. line: refutes
    WHY_EJECTION_MISSED, // from: marbles pushed off in the line, number: in how many moves,
                         // to: how many after the move that was played. line: better
    WHY_SPLIT,           // own groups, from before to after the move
    WHY_EDGE,            // own marbles on the edge, from (better move) to (played)
    WHY_CENTRE,          // own steps to the centre, all marbles: from (better) to (played)
    WHY_RACE,            // own steps `from`, theirs `to`, the other to move; number: by how much
    WHY_MISSED_CUT,      // move: the wall; their way, from ... to. line: better
    WHY_MISSED_DEFENCE,  // move: the wall that comes; own way, from ... to. line: refutes
    WHY_WRONG_SIDE,      // the same, where another step would have avoided it
    WHY_WASTED_WALL,     // no way of any other player is longer for it: from = to, `player`'s
    WHY_SELF_BLOCK,      // the wall lengthens one's own way from ... to, at least as theirs
    WHY_TEMPO,           // own way is not shorter after the move: from ... to
    // What is good about a move.
    WHY_WINS,     // number: moves to the win
    WHY_EJECTS,   // from: marbles pushed off in the line, number: in how many moves
    WHY_CUTS,     // their way, from ... to
    WHY_JUMPS,    // own way, from ... to
    WHY_ADVANCES, // own way, from ... to
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
    u8 player;  // whose way, or who wins or loses
    bool after; // the line begins with the move that was played, not with the better one
    u8 length;  // of the part of that line that shows it
    int from, to, number;
    Move move; // or MOVE_NONE
} MoveReason;

typedef struct MoveReasons {
    int count;
    MoveReason at[REASONS_MAX];
} MoveReasons;

// "missed-win", ... and "proven", "searched", "static": as in JSON, and the keys of sentences.
const char *why_name(int code);
const char *certainty_name(int certainty);

// Why `played` is worse than `better`, both looked at from `position`; the most telling reason
// first, none if none is known.
void reasons_against(const Position *position, const SearchResult *better,
                     const SearchResult *played, ProofMemo *memo, MoveReasons *reasons);
// What the first move of a line does.
void reasons_for(const Position *position, const SearchResult *result, ProofMemo *memo,
                 MoveReasons *reasons);

#endif
