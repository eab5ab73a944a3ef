// SPDX-License-Identifier: MIT
// Positions, moves, findings and refusals as JSON: the types of web/src/core/types.ts.
#ifndef MEYDAN_WASM_VIEW_H
#define MEYDAN_WASM_VIEW_H

#include "game/game.h"

enum { VIEW_MAX = 1 << 17, MOVE_VIEW_MAX = 256 };

void view_write(const Position *position, Out *out);
// The same of a sketch (game/sketch.h), which has no key, winners or moves.
void view_write_sketch(const Position *sketch, Out *out);
// The position as if it were that player's turn; its moves are those that are legal then, or after
// some move of the player to move.
void view_write_ahead(const Position *position, int player, Out *out);
// `before` is the position it is played in.
void view_write_move(const Position *before, Move move, Out *out);
// A move of a match: also who made it, and whose marble it pushed out, if any (-1).
void view_write_played(const Position *before, Move move, Out *out);
void view_write_findings(const Position *position, Out *out);
void view_write_variant(const Variant *variant, Out *out);

// Why a text is not a move in that position (`why` is from move_read), or not a position, which is
// NULL then.
void view_write_refusal(const Position *position, Text text, Status status, const Fault *why,
                        Out *out);

#endif
