// SPDX-License-Identifier: MIT
// The options of the engine as UGI shows and sets them.
#ifndef MEYDAN_PROTOCOL_OPTIONS_H
#define MEYDAN_PROTOCOL_OPTIONS_H

#include "game/game.h"

enum { OPTION_TEXT_MAX = 256 }; // one line of the list

typedef struct Options {
    const Variant *variant;
    const Layout *layout; // of that variant
    int hash, hash_max;   // megabytes, and how many may be asked for
    int threads;
    int lines; // MultiPV
    int level;
    i64 seed; // of the level; 0: the number of games begun
} Options;

void options_init(Options *options, int hash_max);
// The index-th line of the list, "option name Hash type spin default ..."; false past the last.
bool options_write(const Options *options, int index, Out *out);
// Names and values in any case. On a refusal the options are untouched. A new variant keeps the
// layout if it has one of that name, else it gets its default.
Status options_set(Options *options, Text name, Text value, Fault *why);

#endif
