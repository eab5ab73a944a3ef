// SPDX-License-Identifier: MIT
// The outcome of a game: winners and reason. Written as `Result` and `Termination`
// (docs/formats.md).
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

// Winners score 1, players who share a draw 1/2, all others 0. Winners are always a whole team. A
// finished game with neither winners nor a draw was aborted and has no result.
typedef struct Outcome {
    bool over;
    u8 winners;    // set of players
    u8 drawn;      // set of players who were still in when the game was drawn
    Reason reason; // meaningful only when over
} Outcome;

// A player's score in half points: 2, 1 or 0; 0 while the game goes on.
int outcome_halves(const Outcome *outcome, int player);
int outcome_team_halves(const Outcome *outcome, const Variant *variant, int team);

// Scores by player, `1-0`, `1/2-1/2`, `0-1-0`, `1-0-1-0`; `*` for no result.
void outcome_write(const Outcome *outcome, const Variant *variant, Out *out);
// Strict: accepts only results that are possible in the variant. The reason is left at
// REASON_NORMAL; `*` reads as an unfinished game. On error `outcome` is untouched.
Status outcome_read(const Variant *variant, Text text, Outcome *outcome, Fault *why);

// "normal", "time", ...
const char *reason_name(Reason reason);
Status reason_read(Text text, Reason *reason, Fault *why);

#endif
