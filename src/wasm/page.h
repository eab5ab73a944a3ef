// SPDX-License-Identifier: MIT
// The rules as the page calls them: every function here is an export of meydan.wasm. The script's
// side is web/src/core.
//
// Texts pass through wasm/buffers.h: an argument of several parts has a line for each. Answers are
// JSON, of the types in web/src/core/types.ts; a refused request is answered by a Refusal.
// Positions are texts, so any number of boards can be asked about in turn. A match has a handle: it
// keeps moves, clocks and offers (game/match.h) and is freed by page_match_free(). Players are
// numbered from 0. Times are the caller's, in ms from any origin.
#ifndef MEYDAN_WASM_PAGE_H
#define MEYDAN_WASM_PAGE_H

#include "wasm/buffers.h"

// --- positions (page.c) --------------------------------------------------------------------------

// All variants, in their order.
EXPORT u32 page_variants(void);
// What the server's errors mean to players: texts by name (base/errors.h).
EXPORT u32 page_errors(void);
// "variant", "layout" (empty: the first one): a View.
EXPORT u32 page_start(u32 length);
// "variant", "position": a View.
EXPORT u32 page_read(u32 length);
// "variant", "position", "move": the View after it; page_check() only says whether it can be
// played, null or why not.
EXPORT u32 page_play(u32 length);
EXPORT u32 page_check(u32 length);
// "variant", "position": the View for a player who thinks ahead: as if it were their turn, with the
// moves that are legal then or after some move of the player to move.
EXPORT u32 page_ahead(u32 length, u32 player);
// "variant", "position": the View after the player has left (R5).
EXPORT u32 page_leave(u32 length, u32 player);
// "variant", "position": the Findings; the board drawn in text.
EXPORT u32 page_explain(u32 length);
EXPORT u32 page_draw(u32 length, bool ascii);
// "variant", a text in the shape of a position, a line for each edit (game/sketch.h): a Sketch
// (page_sketch.c), or a Refusal if it has not even the shape.
EXPORT u32 page_sketch(u32 length);
// "variant", "position": leaves of the tree of moves, for tests.
EXPORT double page_perft(u32 length, u32 depth);

// --- clocks (page.c) -----------------------------------------------------------------------------

// A time control as in docs/formats.md, "600+5+3x30": its numbers in ms, null for "-". And back.
EXPORT u32 page_clock_read(u32 length);
EXPORT u32 page_clock_write(double main, double increment, double period, double periods);

// --- matches (page_match.c, page_record.c, page_state.c) -----------------------------------------

typedef struct PageMatch PageMatch;

// "variant", "layout", "position" (one of both is empty, or both), "clock" (as in docs/formats.md);
// then a line for each tag, its name and value with a tab between: a handle, as a number.
EXPORT u32 page_match_new(u32 length);
// A file of records: an array of handles.
EXPORT u32 page_match_open(u32 length);
EXPORT void page_match_free(PageMatch *game);

// A MatchState without its moves; only its clock, as it looks at `now` (no flag falls by that); the
// moves from the ply `from` on.
EXPORT u32 page_match_state(const PageMatch *game);
EXPORT u32 page_match_clock(const PageMatch *game, double now);
EXPORT u32 page_match_moves(const PageMatch *game, u32 from);
// The View after so many plies.
EXPORT u32 page_match_at(const PageMatch *game, u32 ply);
// As a record: plain text.
EXPORT u32 page_match_record(const PageMatch *game);

// The clock does not run before a first call with a time, and not while the match is paused; a move
// ends the pause.
EXPORT u32 page_match_play(PageMatch *game, u32 length, double now); // "move": null or a Refusal
EXPORT bool page_match_tick(PageMatch *game, double now);            // whether a flag fell
EXPORT void page_match_pause(PageMatch *game, double now);
EXPORT void page_match_resume(PageMatch *game, double now);
// These do nothing, and return false, where the match does not allow it.
EXPORT bool page_match_undo(PageMatch *game, u32 plies, double now);
EXPORT bool page_match_resign(PageMatch *game, u32 player, double now);
EXPORT bool page_match_offer_draw(PageMatch *game, u32 player, double now);
EXPORT bool page_match_decline_draw(PageMatch *game, u32 player, double now);
EXPORT bool page_match_ask_takeback(PageMatch *game, u32 player, double now);
EXPORT bool page_match_agree_takeback(PageMatch *game, u32 player, double now);
EXPORT bool page_match_decline_takeback(PageMatch *game, u32 player, double now);
EXPORT bool page_match_abort(PageMatch *game, double now);

// --- records with variations (page_tree.c) -------------------------------------------------------

// A file of records, and which of its games: an array of events, ["m","e2"], ["c","comment"],
// ["g","$1"], ["o","out2:time"], ["("], [")"], as record/tree.h has them.
EXPORT u32 page_tree_read(u32 length, u32 index);
// "variant", "position", "result", "reason"; a line for each tag as of page_match_new(), an empty
// line; then a line for each event, "m e2", "c comment", "g $1", "(" or ")" (leaves are moves,
// too): the record as plain text, or a Refusal as JSON.
EXPORT u32 page_tree_write(u32 length);

// --- matches that are judged elsewhere (page_follow.c) -------------------------------------------

// From now on no flag falls here, the clock shows what was told, and a record has no clocks in it.
// A first move may take `first_move` ms, 0: as long as the clock allows.
EXPORT void page_match_follow(PageMatch *game, double first_move);
// Another match that stands as this one does: its handle, as a number.
EXPORT u32 page_match_copy(const PageMatch *game);
// What was told. False if it cannot be: then something was missed.
EXPORT bool page_match_told_move(PageMatch *game, u32 length);              // "move"
EXPORT bool page_match_told_leave(PageMatch *game, u32 player, u32 length); // "reason"
// A line for each player: main time, what is left of the period, and periods, as at `now`.
EXPORT bool page_match_told_clocks(PageMatch *game, u32 length, bool running, double now);
// Sets of players as bits; `takeback_by` is a player or anything else for none.
EXPORT bool page_match_told_wishes(PageMatch *game, u32 draw, u32 takeback_by, u32 takeback_to,
                                   u32 takeback_agreed);
EXPORT bool page_match_told_end(PageMatch *game, u32 length); // "result", * for called off

#endif
