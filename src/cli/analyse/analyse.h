// SPDX-License-Identifier: MIT
// `meydan analyse`: analyse.c has the files, game.c looks at every move of a game,
// report.c tells the whole in numbers.
#ifndef MEYDAN_CLI_ANALYSE_ANALYSE_H
#define MEYDAN_CLI_ANALYSE_ANALYSE_H

#include "cli/engine/think.h"
#include "record/replay.h"

#include <json-c/json.h>

typedef struct AnalysedMove {
    Move move;
    u8 player;
    char text[MOVE_TEXT_MAX];
    char best[NOTE_BEST_MAX + 1]; // space for the note's line
} AnalysedMove;

// A game of the file. What was found out about a move is its note; one without a limit is still to
// be looked at.
typedef struct Analysed {
    Record record;
    int index; // in the file, from 1
    Position start;
    Outcome outcome;
    int plies;
    AnalysedMove *move;
    RecordNote *note;
} Analysed;

typedef struct Analyser {
    Think think;
    NoteLimit kind; // of the limit, and how much
    i64 limit;
    int threads;
    void (*progress)(void *context); // after every move
    void *context;
} Analyser;

// --- game.c --------------------------------------------------------------------------------------

// Reads the game of a record, which is copied but points into its text. With `resume`, analyses
// that are there already and at least as thorough are taken over. FULL if there is no memory.
Status analysed_read(Analysed *game, const Record *record, const Analyser *resume, Fault *why);
void analysed_free(Analysed *game);
// How many moves have been looked at.
int analysed_done(const Analysed *game);
// Looks at the moves that are left; false if it was interrupted or there was no memory.
bool analyse_game(Analyser *analyser, Analysed *game);

// --- report.c ------------------------------------------------------------------------------------

json_object *report_json(const Analysed *game);
// A line for each player, on standard error.
void report_players(const Analysed *game);

#endif
