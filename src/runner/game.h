// SPDX-License-Identifier: MIT
// One game between players, from opening to record. The clocks are the match's (game/match.h); how
// long a player takes is measured here.
#ifndef MEYDAN_RUNNER_GAME_H
#define MEYDAN_RUNNER_GAME_H

#include "record/note.h"
#include "runner/openings.h"
#include "runner/player.h"

// The game ends when the players' own scores have said the same for long enough: all within
// `score` of nothing (a draw), or one side ahead by that much in everybody's eyes (a win).
typedef struct Adjudication {
    int score; // hundredths
    int moves; // of every player, one after the other; 0: never
    int after; // not before so many plies
} Adjudication;

typedef struct PlayRules {
    ClockSpec clock;
    i64 margin_ms; // of thinking that the clocks overlook, for the round trip
    int plies_max; // then the game is drawn, and counted as unfinished
    Adjudication draw, win;
} PlayRules;

// Whether the runner ended the game, and why.
typedef enum Verdict {
    VERDICT_NONE,
    VERDICT_UNFINISHED, // too long
    VERDICT_DRAW,       // drawn by the scores
    VERDICT_WIN,        // won by the scores
    VERDICTS,
} Verdict;

// "played", "unfinished", "adjudicated-draw", "adjudicated-win"
const char *verdict_name(Verdict verdict);

typedef struct GameResult {
    bool done;
    Outcome outcome;
    Verdict verdict;
    u8 trouble[PLAYERS_MAX]; // Trouble, by seat: why it forfeited
    u32 plies;
} GameResult;

typedef struct GamePlan {
    const PlayRules *rules;
    const Opening *opening;
    Player *player[PLAYERS_MAX]; // by seat, all different
    u64 seed;
} GamePlan;

// The game as it was played. Used for one game after the other.
typedef struct Sheet Sheet;
Sheet *sheet_new(const PlayRules *rules); // NULL without memory
void sheet_free(Sheet *sheet);
// Bytes that any of its records fit in.
size_t sheet_record_size(const PlayRules *rules);

typedef enum PlayStatus {
    PLAY_DONE,
    PLAY_INTERRUPTED, // the result is of no use
    PLAY_FAILED,      // a program cannot be started again; `why` says why
} PlayStatus;

PlayStatus play_game(const GamePlan *plan, Sheet *sheet, GameResult *result, Fault *why);

// What the record says besides the game.
typedef struct RecordHead {
    const char *event, *date;
    const char *player[PLAYERS_MAX];
    int round, game; // from 1
} RecordHead;
void sheet_write(const Sheet *sheet, const RecordHead *head, const GameResult *result, Out *out);

#endif
