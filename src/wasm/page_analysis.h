// SPDX-License-Identifier: MIT
// Reviews, threats and hints as the page calls them: exports of the engine modules, beside
// page_engine.h and with the same engine. docs/analysis.md has the JSON.
//
// Each call searches in the calling thread until its limit is reached: these belong in a worker.
// Every answer depends on its arguments alone, so a game's plies can be shared out among workers,
// in any order, and done again or later.
//
// Arguments are lines, as of page_engine_go(): "limits", "variant", "start position", "moves" with
// blanks between. The limits are "nodes N", "depth N" or "movetime MS"; with nodes or depth the
// native program answers the same, to the byte.
#ifndef MEYDAN_WASM_PAGE_ANALYSIS_H
#define MEYDAN_WASM_PAGE_ANALYSIS_H

#include "wasm/buffers.h"

// The review of the last of the moves. {"cancelled":true} if it was cut short, or a Refusal.
EXPORT u32 page_review_ply(u32 length);
// "variant", then a line for each ply that was reviewed, in order: "player mark phase before after
// loss", as they stand in its answer; the mark of a move without one is "-".
EXPORT u32 page_review_total(u32 length);
// What the side that is not to move threatens after the moves.
EXPORT u32 page_threat(u32 length);
// The best move after them, and why.
EXPORT u32 page_hint(u32 length);
// "variant", "position", "score" of the player to move, as a search reports it: {"chances":[..]}.
EXPORT u32 page_chances(u32 length);

// Where a byte other than 0 cuts an analysis short: set it first, then the byte of
// page_engine_stop_flag(). It stays set until the caller clears it.
EXPORT void *page_analysis_cancel_flag(void);

#endif
