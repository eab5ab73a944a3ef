// SPDX-License-Identifier: MIT
// A player as the command line describes one: a kind, then settings.
//
//     engine level=5            the engine in this program
//     engine level=5 seed=7     it plays the same moves in the same game every time
//     engine nodes=2000 name=Small
//     random | greedy | plain   the yardsticks
//     cmd=./other -x name=Foo option.Hash=16 movetime=100
//
// `builtin` is another word for `engine`. After cmd=PROGRAM, words that are not settings are its
// arguments; quotes keep blanks together and make an argument of what looks like a setting.
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

// How much a player may think; zero means "no such limit".
typedef struct Budget {
    u64 nodes;
    int depth;
    i64 movetime; // ms
} Budget;

typedef struct SpecOption {
    const char *name, *value;
} SpecOption;

// Points into itself: do not copy.
typedef struct PlayerSpec {
    PlayerKind kind;
    Yardstick yardstick;
    char name[PLAYER_NAME_MAX]; // empty: not given
    Budget budget;              // all zero: that of the match
    int level;                  // 0: not given
    u64 seed;                   // of its levels; 0: that of the game
    int hash_mb, threads;
    char *argv[SPEC_ARGS_MAX + 1];
    int args;
    SpecOption option[SPEC_OPTIONS_MAX];
    int options;
    const char *stderr_path; // NULL: dropped
    char text[SPEC_TEXT_MAX];
} PlayerSpec;

// MALFORMED if it is none; then `spec` is of no use.
Status spec_read(const char *text, PlayerSpec *spec, Fault *why);

bool budget_none(const Budget *budget);

#endif
