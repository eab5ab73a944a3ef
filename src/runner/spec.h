// SPDX-License-Identifier: MIT
// A player as described on the command line: a kind, then settings.
//
//     engine level=5            the built-in engine
//     engine level=5 seed=7     always plays the same moves in the same game
//     engine nodes=2000 name=Small
//     random | greedy | plain   the yardsticks
//     cmd=./other -x name=Foo option.Hash=16 movetime=100
//
// `builtin` is a synonym of `engine`. After cmd=PROGRAM, words that aren't settings are its
// arguments. Quotes keep blanks together, and make an argument of a word that looks like a setting.
#ifndef MEYDAN_RUNNER_SPEC_H
#define MEYDAN_RUNNER_SPEC_H

#include "engine/yardstick.h"
#include "opponent/opponent.h"

enum {
    SPEC_TEXT_MAX = 2048,
    SPEC_ARGS_MAX = 64,
    SPEC_OPTIONS_MAX = 32,
    PLAYER_NAME_MAX = 48,
    HASH_DEFAULT = 16, // MB
};

typedef enum PlayerKind { PLAYER_ENGINE, PLAYER_YARDSTICK, PLAYER_COMMAND } PlayerKind;

// The limits of a player's search; zero means unlimited.
typedef struct Budget {
    u64 nodes;
    int depth;
    i64 movetime; // ms
} Budget;

typedef struct SpecOption {
    const char *name, *value;
} SpecOption;

// Contains pointers into itself: do not copy.
typedef struct PlayerSpec {
    PlayerKind kind;
    Yardstick yardstick;
    char name[PLAYER_NAME_MAX]; // empty if not given
    Budget budget;              // all zero: the match's
    int level;                  // 0 if not given
    u64 seed;                   // for its levels; 0: the game's
    int hash_mb, threads;
    char *argv[SPEC_ARGS_MAX + 1];
    int args;
    SpecOption option[SPEC_OPTIONS_MAX];
    int options;
    const char *stderr_path; // NULL discards it
    char text[SPEC_TEXT_MAX];
} PlayerSpec;

// MALFORMED for an invalid description; `spec` is then unusable.
Status spec_read(const char *text, PlayerSpec *spec, Fault *why);

bool budget_none(const Budget *budget);

#endif
