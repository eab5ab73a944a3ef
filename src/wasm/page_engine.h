// SPDX-License-Identifier: MIT
// The engine for the page: every function here is an export of the engine modules. web/src/engine
// calls them.
//
// Texts pass through wasm/buffers.h; results are JSON. One search at a time: page_engine_go() sets
// it up, then page_engine_think() runs it in as many threads as page_engine_go() returned. A thread
// is an instance of the module with the same memory and its own stack. Only the first instance
// calls other functions than page_engine_think().
#ifndef MEYDAN_WASM_PAGE_ENGINE_H
#define MEYDAN_WASM_PAGE_ENGINE_H

#include "wasm/buffers.h"

// The module's imports from "host". The report is at page_output().
#define IMPORT(name) __attribute__((import_module("host"), import_name(name)))
IMPORT("now") double host_now(void); // ms, any origin
IMPORT("report") void host_report(u32 length);

// Call once. Returns false if out of memory.
EXPORT bool page_engine_init(u32 hash_mb, u32 threads);
// Allocates a stack for another thread: returns the value of its stack pointer, NULL if out of
// memory.
EXPORT char *page_engine_stack(void);
// Address of a byte that stops the search if it isn't 0. Other threads may write it at any time.
EXPORT void *page_engine_stop_flag(void);

// "limits", "variant", "start position", "moves" separated by blanks. Limits are words and numbers:
//     level 1-10, depth, nodes, movetime (ms), lines, seed,
//     time, inc, period (ms): the clock of the player to move,
//     draw: this seat (from 0) is offered one, plies: number played (if more than the moves).
// Level 10 without limits searches for one second. Without level and limits the search runs until
// stopped. With limits in depth or nodes, and at lower levels, the result is always the same: such
// a search starts with empty tables and uses one thread. Returns {"threads":n} or a Refusal.
EXPORT u32 page_engine_go(u32 length);
EXPORT void page_engine_think(u32 thread);
// {"move":"e2","draw":null,"lines":[{"score":..,"mate":..,"chances":[..],"depth":..,"moves":[..]}]};
// move is "" if the game is over; draw is true or false if one was offered. Chances to win are by
// player, in thousandths (analysis/chance.h).
EXPORT u32 page_engine_answer(void);

// The nodes that `meydan bench DEPTH` prints, with the table of page_engine_init(4, 1).
EXPORT double page_engine_bench(u32 depth);

#endif
