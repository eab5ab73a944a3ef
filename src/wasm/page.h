// SPDX-License-Identifier: MIT
// The core as the page calls it: every function here is an export of meydan.wasm.
//
// There is one position at a time. Texts pass through two buffers at fixed addresses: the caller
// writes an argument at page_input() and passes its length in bytes; an answer in text stands at
// page_output(), and its length is what the call returns. Calls that can be refused return a Status
// (0 done, 1 the rules forbid it, 2 not even the right shape); then the reason stands at
// page_output(), NUL-terminated, and the position is untouched. Variants, layouts and players are
// numbered from 0, in the order of page_variants(). page_start() or page_read() comes first.
#ifndef MEYDAN_WASM_PAGE_H
#define MEYDAN_WASM_PAGE_H

#include "base/types.h"

#define EXPORT __attribute__((visibility("default")))

EXPORT char *page_input(void);
EXPORT u32 page_input_room(void);
EXPORT const char *page_output(void);

// A variant a line: id, number of players, title, names of its layouts; tabs between all of them.
EXPORT u32 page_variants(void);

EXPORT Status page_start(u32 variant, u32 layout);
EXPORT Status page_read(u32 variant, u32 length);
EXPORT u32 page_write(void);
EXPORT u32 page_turn(void);
EXPORT u32 page_out(void);     // set of players who left: bit 0 is the first player
EXPORT u32 page_winners(void); // set of players; 0 while nobody has won
EXPORT Key page_key(void);
EXPORT u32 page_draw(bool ascii);
// A finding a line: kind, player, "whole" or "part", own and opposing marbles that count, move or
// "-", own cells, opposing cells; tabs between, spaces between cells.
EXPORT u32 page_explain(void);

// The legal moves, one a line, in byte order.
EXPORT u32 page_moves(void);
// Whether the move at page_input() is legal; page_play() also plays it.
EXPORT Status page_check(u32 length);
EXPORT Status page_play(u32 length);
// The player gives up or runs out of time, the others play on (ruling R5).
EXPORT Status page_leave(u32 player);
EXPORT u64 page_perft(u32 depth);

// The nodes that `meydan bench DEPTH` prints; 0 if there is no memory for it.
EXPORT u64 page_bench(u32 depth);

#endif
