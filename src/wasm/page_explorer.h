// SPDX-License-Identifier: MIT
// What the page's explorer of openings needs without a server: keys that symmetric positions share,
// names, and the engine's own book. Exports of the engine modules; arguments are lines.
#ifndef MEYDAN_WASM_PAGE_EXPLORER_H
#define MEYDAN_WASM_PAGE_EXPLORER_H

#include "wasm/buffers.h"

// "variant", "position": {"key":"3f..","opening":"shiller","moves":[["e2",13],..],"book":[{"move":
// "e2","chance":521},..]}. The number of a move is that of all moves like it under symmetry, in all
// positions with that key. Without "opening" the position has no name. Or a Refusal.
EXPORT u32 page_explorer(u32 length);
// "variant", "start position", "moves": {"plies":[["3f..",13,0],..]}: key, number of the move and
// player, of as many moves as the explorer keeps.
EXPORT u32 page_explorer_game(u32 length);

#endif
