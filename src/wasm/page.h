// SPDX-License-Identifier: MIT
// The rules for the page: every function here is an export of meydan.wasm. web/src/core calls them.
//
// Texts pass through wasm/buffers.h; an argument of several parts has one line for each. Results
// are JSON with the types of web/src/core/types.ts; an invalid request results in a Refusal.
// Positions are texts, so calls may be about any number of boards. A match has a handle: it has
// moves, clocks and offers (game/match.h) and is freed by page_match_free(). Players are numbered
// from 0. Times come from the caller, in ms from any origin.
#ifndef MEYDAN_WASM_PAGE_H
#define MEYDAN_WASM_PAGE_H

#include "wasm/buffers.h"

// --- positions (page.c) --------------------------------------------------------------------------

// All variants, in order.
EXPORT u32 page_variants(void);
// The texts for players of the server's errors, by name (base/errors.h).
EXPORT u32 page_errors(void);
// "variant", "layout" (empty for the first): a View.
EXPORT u32 page_start(u32 length);
// "variant", "position": a View.
EXPORT u32 page_read(u32 length);
// "variant", "position", "move": the View after the move. page_check() only returns null or a
// Refusal.
EXPORT u32 page_play(u32 length);
EXPORT u32 page_check(u32 length);
// "variant", "position": the View for a player who plans ahead, as if it were their turn, with the
// moves that are legal then or after some move of the player to move.
EXPORT u32 page_ahead(u32 length, u32 player);
// "variant", "position": the View after the player has left (R5).
EXPORT u32 page_leave(u32 length, u32 player);
// "variant", "position": the Findings; the board as text.
EXPORT u32 page_explain(u32 length);
EXPORT u32 page_draw(u32 length, bool ascii);
// "variant", a text in the form of a position, one line per edit (game/sketch.h): a Sketch
// (page_sketch.c), or a Refusal if the form is wrong.
EXPORT u32 page_sketch(u32 length);
// "variant", "position": number of leaves, for tests.
EXPORT double page_perft(u32 length, u32 depth);

// --- clocks (page.c) -----------------------------------------------------------------------------

// A time control as in docs/formats.md, "600+5+3x30": its numbers in ms, null for "-". And the
// inverse.
EXPORT u32 page_clock_read(u32 length);
EXPORT u32 page_clock_write(double main, double increment, double period, double periods,
                            double less_of, double less_main);
// Lines: "variant", "position", "clock", "handicap" (game/handicap.h). {position, clock} with it.
EXPORT u32 page_handicap(u32 length);

// --- matches (page_match.c, page_record.c, page_state.c) -----------------------------------------

typedef struct PageMatch PageMatch;

// "variant", "layout", "position" (one of the two or both are empty), "clock" (as in
// docs/formats.md), then one line per tag with its name and value, separated by a tab: a handle, as
// a number.
EXPORT u32 page_match_new(u32 length);
// A file of records: an array of handles.
EXPORT u32 page_match_open(u32 length);
EXPORT void page_match_free(PageMatch *game);

// A MatchState without its moves; only its clock at `now` (no flag falls); the moves from the ply
// `from` on.
EXPORT u32 page_match_state(const PageMatch *game);
EXPORT u32 page_match_clock(const PageMatch *game, double now);
EXPORT u32 page_match_moves(const PageMatch *game, u32 from);
// The View after that many plies.
EXPORT u32 page_match_at(const PageMatch *game, u32 ply);
// The match as a record in plain text.
EXPORT u32 page_match_record(const PageMatch *game);

// The clock starts with the first call with a time and stops while the match is paused. A move ends
// the pause.
EXPORT u32 page_match_play(PageMatch *game, u32 length, double now); // "move": null or a Refusal
EXPORT bool page_match_tick(PageMatch *game, double now);            // whether a flag fell
EXPORT void page_match_pause(PageMatch *game, double now);
EXPORT void page_match_resume(PageMatch *game, double now);
// These do nothing and return false if the match doesn't allow the action.
EXPORT bool page_match_undo(PageMatch *game, u32 plies, double now);
EXPORT bool page_match_resign(PageMatch *game, u32 player, double now);
EXPORT bool page_match_offer_draw(PageMatch *game, u32 player, double now);
EXPORT bool page_match_decline_draw(PageMatch *game, u32 player, double now);
EXPORT bool page_match_ask_takeback(PageMatch *game, u32 player, double now);
EXPORT bool page_match_agree_takeback(PageMatch *game, u32 player, double now);
EXPORT bool page_match_decline_takeback(PageMatch *game, u32 player, double now);
EXPORT bool page_match_abort(PageMatch *game, double now);

// --- records with variations (page_tree.c) -------------------------------------------------------

// A file of records, and the index of a game: an array of events as in record/tree.h, ["m","e2"],
// ["c","comment"], ["g","$1"], ["o","out2:time"], ["("], [")"].
EXPORT u32 page_tree_read(u32 length, u32 index);
// "variant", "position", "result", "reason"; one line per tag as in page_match_new(), an empty
// line, then one line per event, "m e2", "c comment", "g $1", "(" or ")" (departures are moves
// here): the record as plain text, or a Refusal as JSON.
EXPORT u32 page_tree_write(u32 length);

// --- matches with a remote referee (page_follow.c) -----------------------------------------------

// Follows a match whose referee is elsewhere: no flag falls here, the clock shows the referee's
// times, and records contain no clocks. A first move may take `first_move` ms; 0: as long as the
// clock allows.
EXPORT void page_match_follow(PageMatch *game, double first_move);
// Copies a match in its current state: a handle, as a number.
EXPORT u32 page_match_copy(const PageMatch *game);
// Events from the referee. False if the event is impossible: then an earlier one was missed.
EXPORT bool page_match_told_move(PageMatch *game, u32 length);              // "move"
EXPORT bool page_match_told_leave(PageMatch *game, u32 player, u32 length); // "reason"
// One line per player: main time, rest of the period, and periods, at `now`.
EXPORT bool page_match_told_clocks(PageMatch *game, u32 length, bool running, double now);
// Sets of players as bits; any other value of `takeback_by` than a player means none.
EXPORT bool page_match_told_wishes(PageMatch *game, u32 draw, u32 takeback_by, u32 takeback_to,
                                   u32 takeback_agreed);
EXPORT bool page_match_told_end(PageMatch *game, u32 length); // "result", * if aborted

#endif
