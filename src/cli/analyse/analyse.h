// SPDX-License-Identifier: MIT
// `meydan analyse`: analyse.c handles files, game.c analyses the moves of a game, report.c writes
// numbers, story.c text and html.c a page; words.c has the sentences.
#ifndef MEYDAN_CLI_ANALYSE_ANALYSE_H
#define MEYDAN_CLI_ANALYSE_ANALYSE_H

#include "analysis/review_json.h"
#include "cli/engine/think.h"
#include "record/replay.h"

#include <json-c/json.h>
#include <stdio.h>

typedef struct AnalysedMove {
    Move move;
    u8 player;
    char text[MOVE_TEXT_MAX];
    char best[NOTE_BEST_MAX + 1]; // storage for the note's line
} AnalysedMove;

// A game of the file. The analysis of a move is stored in its note; moves whose notes have no limit
// are still to be analysed.
typedef struct Analysed {
    Record record;
    int index; // position in the file, from 1
    Position start;
    Outcome outcome;
    int plies;
    AnalysedMove *move;
    RecordNote *note;
    ReviewPly *review; // valid where the note has a limit
} Analysed;

typedef struct Analyser {
    Think think;
    NoteLimit kind; // kind and value of the limit
    i64 limit;
    int threads;
    ProofMemo *memo;
    void (*progress)(void *context); // called after every move
    void *context;
} Analyser;

// --- game.c --------------------------------------------------------------------------------------

// Reads the game of a record, which is copied but points into its text. With `resume`, keeps
// existing analyses that are at least as thorough. Returns FULL if out of memory.
Status analysed_read(Analysed *game, const Record *record, const Analyser *resume, Fault *why);
void analysed_free(Analysed *game);
// The number of analysed moves.
int analysed_done(const Analysed *game);
// The number of reviewed moves at the beginning of the game.
int analysed_reviewed(const Analysed *game);
// Analyses the remaining moves. Returns false if interrupted or out of memory.
bool analyse_game(Analyser *analyser, Analysed *game);

// Iterates over the reviewed moves: `position` is the one before the move `ply`.
typedef struct AnalysedWalk {
    const Analysed *game;
    Tokens moves;
    Position position;
    int ply;
} AnalysedWalk;
AnalysedWalk analysed_walk(const Analysed *game);
bool analysed_next(AnalysedWalk *walk);

// --- report.c ------------------------------------------------------------------------------------

json_object *report_json(const Analysed *game);
// Prints one line per player on standard error.
void report_players(const Analysed *game);
// Totals of the analysed moves.
ReviewTotal report_total(const Analysed *game);
// The printable name of a player in the record; "" if it has none.
void report_name(const Analysed *game, int player, Out *out);

// --- story.c, html.c -----------------------------------------------------------------------------

// The report as plain text, and all games as one self-contained HTML file.
void story_write(const Analysed *game, FILE *file);
void html_write(const Analysed *games, int count, FILE *file);

// --- words.c -------------------------------------------------------------------------------------

enum { WORDS_MAX = 400 };
// "player 1", or "player 1 (Ann)".
void words_player(const Analysed *game, int player, Out *out);
// A reason as a sentence; `position` is the one before the move.
void words_reason(const Position *position, const ReviewPly *ply, const MoveReason *reason,
                  Out *out);
// Moves separated by blanks.
void words_line(const Position *position, const Move *line, int count, Out *out);
// "57.3%"
void words_chance(int chance, Out *out);
// "opening", "middle" or "end".
const char *words_phase(int phase);

#endif
