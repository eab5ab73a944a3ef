// SPDX-License-Identifier: MIT
// A player in a match: the built-in engine, a yardstick, or a UGI program, with one interface.
#ifndef MEYDAN_RUNNER_PLAYER_H
#define MEYDAN_RUNNER_PLAYER_H

#include "opponent/opponent.h"
#include "runner/spec.h"

#include <stdatomic.h>

// How a player failed. trouble_name() has the texts.
typedef enum Trouble {
    TROUBLE_NONE,
    TROUBLE_TIME,    // the flag fell
    TROUBLE_CRASH,   // the program ended
    TROUBLE_HANG,    // no answer within the time limit and the grace period
    TROUBLE_GARBAGE, // an answer that isn't a move
    TROUBLE_ILLEGAL, // an illegal move
    TROUBLES,
} Trouble;

const char *trouble_name(Trouble trouble);

typedef struct PlayerSetup {
    const PlayerSpec *spec;
    const Variant *variant;
    Budget budget;                // limits of the match, overridden by those of `spec`
    i64 grace_ms;                 // how late a program may still answer
    const atomic_bool *interrupt; // set to end the match at once
} PlayerSetup;

// The match, and the part of it that engines receive.
typedef struct PlayerQuestion {
    const Match *match;
    OpponentGame game;
    i64 within_ms; // until the flag falls; CLOCK_NEVER without a clock
} PlayerQuestion;

typedef struct PlayerAnswer {
    Trouble trouble; // NONE, TIME (out of time, but it answered then), CRASH, HANG or GARBAGE
    bool interrupted;
    Move move;         // MOVE_NONE if there was trouble
    bool scored, mate; // for the player to move
    i32 score;         // hundredths, or moves to the mate
    Fault why;         // describes the trouble
} PlayerAnswer;

// An answer's score in hundredths. Forced wins and losses are larger than all others.
Score answer_score(const PlayerAnswer *answer);

typedef struct Player Player;

// Returns NULL and sets `why` if the player can't be started.
Player *player_new(const PlayerSetup *setup, Fault *why);
void player_free(Player *player);
// The given name, or the program's own.
void player_name(const Player *player, Out *out);

// Resets everything. Restarts an unusable program; returns false if that fails.
bool player_new_game(Player *player, u64 seed, Fault *why);
// Marks the program as unreliable: the next game starts a new one.
void player_retire(Player *player);
void player_think(Player *player, const PlayerQuestion *question, PlayerAnswer *answer);
// Whether the player takes a draw for that seat, with these manners. Only the built-in engine can
// search for that. For others the score of their last move decides, if they reported one.
bool player_takes_draw(Player *player, const PlayerQuestion *question, const Manners *manners,
                       int seat);

#endif
