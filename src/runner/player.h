// SPDX-License-Identifier: MIT
// A player at the board: the built-in engine, a yardstick, or a program that speaks UGI. All are
// asked the same way.
#ifndef MEYDAN_RUNNER_PLAYER_H
#define MEYDAN_RUNNER_PLAYER_H

#include "opponent/opponent.h"
#include "runner/spec.h"

#include <stdatomic.h>

// How a player failed. The words are in trouble_name().
typedef enum Trouble {
    TROUBLE_NONE,
    TROUBLE_TIME,    // the flag fell
    TROUBLE_CRASH,   // the program ended
    TROUBLE_HANG,    // no answer within the time and the grace
    TROUBLE_GARBAGE, // an answer that is not a move
    TROUBLE_ILLEGAL, // a move against the rules
    TROUBLES,
} Trouble;

const char *trouble_name(Trouble trouble);

typedef struct PlayerSetup {
    const PlayerSpec *spec;
    const Variant *variant;
    Budget budget;                // of the match; the spec's own, if it has one, goes before it
    i64 grace_ms;                 // how long after its time a program may still answer
    const atomic_bool *interrupt; // raised when the match is to end at once
} PlayerSetup;

// What is asked: the match, and what of it an engine is told.
typedef struct PlayerQuestion {
    const Match *match;
    OpponentGame game;
    i64 within_ms; // until the flag falls; CLOCK_NEVER without a clock
} PlayerQuestion;

typedef struct PlayerAnswer {
    Trouble trouble; // NONE, TIME (the time ran out, but it then said so), CRASH, HANG or GARBAGE
    bool interrupted;
    Move move;         // MOVE_NONE if there was trouble
    bool scored, mate; // seen by the player to move
    i32 score;         // hundredths, or moves to the mate
    Fault why;         // of any trouble
} PlayerAnswer;

// A score of an answer in hundredths; forced wins and losses beyond all others.
Score answer_score(const PlayerAnswer *answer);

typedef struct Player Player;

// NULL if it cannot be started; `why` says why.
Player *player_new(const PlayerSetup *setup, Fault *why);
void player_free(Player *player);
// What it is called: as given, or as a program calls itself.
void player_name(const Player *player, Out *out);

// Forgets everything. A program that is of no more use is started again; false if that fails.
bool player_new_game(Player *player, u64 seed, Fault *why);
// The program is not to be trusted any more: the next game begins with a new one.
void player_retire(Player *player);
void player_think(Player *player, const PlayerQuestion *question, PlayerAnswer *answer);
// Whether it takes a draw for that seat, with these manners. Only the built-in engine can think
// about that; of the others the score of their last move counts, if they told one.
bool player_takes_draw(Player *player, const PlayerQuestion *question, const Manners *manners,
                       int seat);

#endif
