// SPDX-License-Identifier: MIT
// Reads and writes the Tournament Report Files of FIDE: TRF26, and TRF16 with its extensions (XXR,
// XXC, XXZ, XXP, XXA, BB.). Tournaments of individual players only.
//
// The text's `w` is the player who moves first.
#ifndef MEYDAN_TOURNAMENT_TRF_H
#define MEYDAN_TOURNAMENT_TRF_H

#include "tournament/crosstable.h"

enum { TRF_NAME = 33 * 4 + 1 };

typedef enum TrfDialect {
    TRF_26,
    TRF_16,
} TrfDialect;

typedef struct TrfPlayer {
    int number; // the starting rank in the file
    char sex;   // ' ': none
    char title[4 * 3 + 1], name[TRF_NAME], federation[4 * 3 + 1], id[4 * 11 + 1], birth[4 * 10 + 1];
    int rating, rank; // 0: none
    Points points;    // as stated
} TrfPlayer;

// A line that concerns neither pairings nor scores, such as the name of the city.
typedef struct TrfLine {
    Text code, text; // in Trf.copy
} TrfLine;

typedef struct Trf {
    TrfPlayer *player; // in the order of their numbers, [table.players]
    Crosstable table;
    int columns; // rounds in the player lines
    TrfLine *line;
    size_t lines, line_capacity;
    char *copy; // of the text that was read
} Trf;

// FULL if out of memory. Nothing remains to be freed on error.
Status trf_read(Text text, Trf *trf, Fault *why);
void trf_free(Trf *trf);
// The text of the first line with that code ("012"), empty if there is none.
Text trf_line(const Trf *trf, const char *code);
// The output must grow or be large enough: see out_grow().
void trf_write(const Trf *trf, TrfDialect dialect, Out *out);

#endif
