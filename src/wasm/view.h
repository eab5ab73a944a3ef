// SPDX-License-Identifier: MIT
// Writes positions, moves, findings and refusals as JSON with the types of web/src/core/types.ts.
#ifndef MEYDAN_WASM_VIEW_H
#define MEYDAN_WASM_VIEW_H

#include "game/game.h"

enum { VIEW_MAX = 1 << 17, MOVE_VIEW_MAX = 256 };

void view_write(const Position *position, Out *out);
// Writes a sketch (game/sketch.h), which has no key, winners or moves.
void view_write_sketch(const Position *sketch, Out *out);
// Writes the position as if it were that player's turn; its moves are legal then, or after some
// move of the player to move.
void view_write_ahead(const Position *position, int player, Out *out);
// `before` is the position before the move.
void view_write_move(const Position *before, Move move, Out *out);
// Writes a move of a match with its player and the owner of a marble it pushed out (-1 if none).
void view_write_played(const Position *before, Move move, Out *out);
void view_write_findings(const Position *position, Out *out);
void view_write_variant(const Variant *variant, Out *out);

// Why a text isn't a move in that position (`why` from move_read), or isn't a position (`position`
// is then NULL).
void view_write_refusal(const Position *position, Text text, Status status, const Fault *why,
                        Out *out);

#endif
