// SPDX-License-Identifier: MIT
// `meydan analyse`: analyse.c has the files, game.c looks at every move of a game,
// report.c tells the whole in numbers, story.c in words and html.c as a page; words.c has the
// sentences.
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
    ReviewPly *review; // means something where the note has a limit
} Analysed;

typedef struct Analyser {
    Think think;
    NoteLimit kind; // of the limit, and how much
    i64 limit;
    int threads;
    ProofMemo *memo;
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
// How many moves from the first on have a review.
int analysed_reviewed(const Analysed *game);
// Looks at the moves that are left; false if it was interrupted or there was no memory.
bool analyse_game(Analyser *analyser, Analysed *game);

// Goes through the moves that have a review: `position` is the one before the move `ply`.
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
// A line for each player, on standard error.
void report_players(const Analysed *game);
// The totals of what has been looked at.
ReviewTotal report_total(const Analysed *game);
// The name of a player as the record has it, fit to be shown; "" if it has none.
void report_name(const Analysed *game, int player, Out *out);

// --- story.c, html.c -----------------------------------------------------------------------------

// The report in plain text; and as one HTML file that needs nothing else, with all games in it.
void story_write(const Analysed *game, FILE *file);
void html_write(const Analysed *games, int count, FILE *file);

// --- words.c -------------------------------------------------------------------------------------

enum { WORDS_MAX = 400 };
// "player 1", or "player 1 (Ann)".
void words_player(const Analysed *game, int player, Out *out);
// A reason in a sentence; `position` is the one before the move.
void words_reason(const Position *position, const ReviewPly *ply, const MoveReason *reason,
                  Out *out);
// Moves with blanks between.
void words_line(const Position *position, const Move *line, int count, Out *out);
// "57.3 %"
void words_chance(int chance, Out *out);

#endif
