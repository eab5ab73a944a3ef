// SPDX-License-Identifier: MIT
// The page's opening explorer without a server: keys shared by symmetric positions, names, and the
// engine's book. Exports of the engine modules; arguments are lines.
#ifndef MEYDAN_WASM_PAGE_EXPLORER_H
#define MEYDAN_WASM_PAGE_EXPLORER_H

#include "wasm/buffers.h"

// "variant", "position": {"key":"3f..","opening":"shiller","moves":[["e2",13],..],"book":[{"move":
// "e2","chance":521},..]}. Moves that are equal under symmetry have the same number, in all
// positions with that key. "opening" is missing if the position has no name. Or a Refusal.
EXPORT u32 page_explorer(u32 length);
// "variant", "start position", "moves": {"plies":[["3f..",13,0],..]}: key, number of the move, and
// player, for as many moves as the explorer stores.
EXPORT u32 page_explorer_game(u32 length);

#endif
