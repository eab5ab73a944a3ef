// SPDX-License-Identifier: MIT
// Plays one game between players, from opening to record. Clocks are the match's (game/match.h);
// this file measures the players' time.
#ifndef MEYDAN_RUNNER_GAME_H
#define MEYDAN_RUNNER_GAME_H

#include "record/note.h"
#include "runner/openings.h"
#include "runner/player.h"

// Ends a game early when the players' own scores have agreed for long enough: all within `score` of
// zero (a draw), or all showing one side ahead by at least that much (a win).
typedef struct Adjudication {
    int score; // hundredths
    int moves; // consecutive, of every player; 0 disables
    int after; // earliest ply
} Adjudication;

typedef struct PlayRules {
    ClockSpec clock;
    i64 margin_ms; // not charged to clocks, for the round trip
    int plies_max; // longer games are drawn and counted as unfinished
    Adjudication draw, win;
} PlayRules;

// Whether and why the runner ended the game.
typedef enum Verdict {
    VERDICT_NONE,
    VERDICT_UNFINISHED, // too long
    VERDICT_DRAW,       // the scores show a draw
    VERDICT_WIN,        // the scores show a win
    VERDICTS,
} Verdict;

// "played", "unfinished", "adjudicated-draw", "adjudicated-win"
const char *verdict_name(Verdict verdict);

typedef struct GameResult {
    bool done;
    Outcome outcome;
    Verdict verdict;
    u8 trouble[PLAYERS_MAX]; // Trouble by seat: the reason for a forfeit
    u32 plies;
} GameResult;

typedef struct GamePlan {
    const PlayRules *rules;
    const Opening *opening;
    Player *player[PLAYERS_MAX]; // by seat, all distinct
    u64 seed;
} GamePlan;

// A game in progress. Reused for one game after another.
typedef struct Sheet Sheet;
Sheet *sheet_new(const PlayRules *rules); // NULL if out of memory
void sheet_free(Sheet *sheet);
// Upper bound of a record's size in bytes.
size_t sheet_record_size(const PlayRules *rules);

typedef enum PlayStatus {
    PLAY_DONE,
    PLAY_INTERRUPTED, // the result is unusable
    PLAY_FAILED,      // a program can't be restarted; `why` has the reason
} PlayStatus;

PlayStatus play_game(const GamePlan *plan, Sheet *sheet, GameResult *result, Fault *why);

// The tags of a record that aren't part of the game.
typedef struct RecordHead {
    const char *event, *date;
    const char *player[PLAYERS_MAX];
    int round, game; // from 1
} RecordHead;
void sheet_write(const Sheet *sheet, const RecordHead *head, const GameResult *result, Out *out);

#endif
