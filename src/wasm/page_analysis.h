// SPDX-License-Identifier: MIT
// Reviews, threats and hints for the page: exports of the engine modules that share the engine of
// page_engine.h. docs/analysis.md describes the JSON.
//
// Each call searches in the calling thread until its limit is reached, so it belongs in a worker.
// Results depend only on the arguments: a game's plies can be distributed among workers, in any
// order, and repeated later.
//
// Arguments are lines as in page_engine_go(): "limits", "variant", "start position", "moves"
// separated by blanks. The limits are "nodes N", "depth N" or "movetime MS". With nodes or depth
// the native program's result is identical, to the byte.
#ifndef MEYDAN_WASM_PAGE_ANALYSIS_H
#define MEYDAN_WASM_PAGE_ANALYSIS_H

#include "wasm/buffers.h"

// Reviews the last move. {"cancelled":true} if interrupted, or a Refusal.
EXPORT u32 page_review_ply(u32 length);
// "variant", then one line per reviewed ply in order: "player mark phase before after loss", as in
// its result; the mark is "-" if there is none.
EXPORT u32 page_review_total(u32 length);
// The threat, after the moves, of the side that isn't to move.
EXPORT u32 page_threat(u32 length);
// The best move after the moves, with reasons.
EXPORT u32 page_hint(u32 length);
// "variant", "position", "score" of the player to move, as a search reports it: {"chances":[..]}.
EXPORT u32 page_chances(u32 length);

// Address of a byte that interrupts an analysis if it isn't 0: set it first, then the byte of
// page_engine_stop_flag(). The caller must clear it.
EXPORT void *page_analysis_cancel_flag(void);

#endif
