// SPDX-License-Identifier: MIT
// The engine's options in UGI.
#ifndef MEYDAN_PROTOCOL_OPTIONS_H
#define MEYDAN_PROTOCOL_OPTIONS_H

#include "game/game.h"

enum { OPTION_TEXT_MAX = 1024 }; // one line of the list

typedef struct Options {
    const Variant *variant;
    const Layout *layout; // a layout of that variant
    int hash, hash_max;   // megabytes, and the largest value accepted
    int threads;
    int lines; // MultiPV
    int level;
    i64 seed; // for levels; 0 uses the number of games begun
} Options;

void options_init(Options *options, int hash_max);
// Writes the index-th line of the list, "option name Hash type spin default ..."; returns false
// past the last.
bool options_write(const Options *options, int index, Out *out);
// Ignores the case of names and values. On error the options are untouched. After a change of
// variant, the layout of the same name is kept if there is one, otherwise the default is set.
Status options_set(Options *options, Text name, Text value, Fault *why);

#endif
