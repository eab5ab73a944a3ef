// SPDX-License-Identifier: MIT
// Positions, moves, findings and refusals as JSON: the types of web/src/core/types.ts.
#ifndef MEYDAN_WASM_LOOK_H
#define MEYDAN_WASM_LOOK_H

#include "game/game.h"

enum { LOOK_MOST = 1 << 17, MOVE_LOOK_MOST = 256 };

void look_write(const Position *position, Out *out);
// `before` is the position it is played in.
void look_write_move(const Position *before, Move move, Out *out);
// A move of a match: also who made it, and whose marble it pushed out, if any (-1).
void look_write_played(const Position *before, Move move, Out *out);
void look_write_findings(const Position *position, Out *out);
void look_write_variant(const Variant *variant, Out *out);

// Why a text is no move in that position (`why` is from move_read), or no position, which is NULL
// then.
void look_write_refusal(const Position *position, Text text, Status status, const Fault *why,
                        Out *out);

#endif
