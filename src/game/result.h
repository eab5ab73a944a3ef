// SPDX-License-Identifier: MIT
// How a game ended: for whom, and why; as text the `Result` and `Termination` of docs/formats.md.
#ifndef MEYDAN_GAME_RESULT_H
#define MEYDAN_GAME_RESULT_H

#include "game/game.h"

enum { RESULT_TEXT_MAX = 16 }; // "1/2-1/2-1/2-1/2" and NUL

typedef enum Reason {
    REASON_NORMAL, // on the board
    REASON_TIME,
    REASON_RESIGNATION,
    REASON_AGREEMENT,
    REASON_REPETITION,
    REASON_ABANDONED,
    REASONS,
} Reason;

// Winners score 1, who shares a draw scores 1/2, all others 0. Winners are always a whole team. A
// game that is over with neither was called off and has no result.
typedef struct Outcome {
    bool over;
    u8 winners;    // set of players
    u8 drawn;      // set of players who were still in when the game was drawn
    Reason reason; // means something only when over
} Outcome;

// In half points: 2, 1 or 0; 0 while the game goes on.
int outcome_halves(const Outcome *outcome, int player);
int outcome_team_halves(const Outcome *outcome, const Variant *variant, int team);

// Scores by player, `1-0`, `1/2-1/2`, `0-1-0`, `1-0-1-0`; `*` for no result.
void outcome_write(const Outcome *outcome, const Variant *variant, Out *out);
// Strict: only what can come about in that variant. The reason is left at REASON_NORMAL; `*` reads
// as a game that goes on. On a refusal `outcome` is untouched.
Status outcome_read(const Variant *variant, Text text, Outcome *outcome, Fault *why);

// "normal", "time", ...
const char *reason_name(Reason reason);
Status reason_read(Text text, Reason *reason, Fault *why);

#endif
