// SPDX-License-Identifier: MIT
// The engine as the page calls it: every function here is an export of the engine modules. The
// script's side is web/src/engine.
//
// Texts pass through wasm/buffers.h, answers are JSON. One search at a time: page_engine_go() sets
// it up, then page_engine_think() runs it, in as many threads as page_engine_go() answered. A
// thread is an instance of the module over the same memory, with a stack of its own; only the first
// instance calls anything but page_engine_think().
#ifndef MEYDAN_WASM_PAGE_ENGINE_H
#define MEYDAN_WASM_PAGE_ENGINE_H

#include "wasm/buffers.h"

// What the module imports, from "host". A report stands at page_output().
#define IMPORT(name) __attribute__((import_module("host"), import_name(name)))
IMPORT("now") double host_now(void); // ms, any origin
IMPORT("report") void host_report(u32 length);

// Once. False if there is no memory.
EXPORT bool page_engine_init(u32 hash_mb, u32 threads);
// The stack of another thread: the address to set its stack pointer to. NULL: no memory.
EXPORT char *page_engine_stack(void);
// Where a byte other than 0 stops the search: another thread may write it at any time.
EXPORT void *page_engine_stop_flag(void);

// "limits", "variant", "start position", "moves" with blanks between. SearchLimits are words and
// numbers:
//     level 1-10, depth, nodes, movetime (ms), lines, seed,
//     time, inc, period (ms): the clock of the player to move,
//     draw: this seat (from 0) is offered one, plies: so many were played (if not the moves).
// A level of 10 without limits thinks a second; without level and limits the search runs until it
// is stopped. SearchLimits in depth or nodes, and lower levels, give the same answer every time:
// they forget earlier searches and use one thread. Answers {"threads":n} or a Refusal.
EXPORT u32 page_engine_go(u32 length);
EXPORT void page_engine_think(u32 thread);
// {"move":"e2","draw":null,"lines":[{"score":..,"mate":..,"chances":[..],"depth":..,"moves":[..]}]};
// move "" if the game is over; draw true or false if one was offered. Chances to win are by player,
// in thousandths (analysis/chance.h).
EXPORT u32 page_engine_answer(void);

// The nodes that `meydan bench DEPTH` prints, with the memory of page_engine_init(4, 1).
EXPORT double page_engine_bench(u32 depth);

#endif
