// SPDX-License-Identifier: MIT
// Positions set up by hand. A sketch is a Position that may break the rules while it is edited: it
// may be written, drawn and checked for flaws, but not played. Once it has no flaws, its text can
// be read as a position.
//
//     variant->game->sketching->read(variant, text, &sketch, &why);
//     variant->game->sketching->put(&sketch, text_of("e5"), 0);
//     variant->game->sketching->flaws(&sketch, &flaws);
#ifndef MEYDAN_GAME_SKETCH_H
#define MEYDAN_GAME_SKETCH_H

#include "game/flaw.h"
#include "game/game.h"

struct Sketching {
    // Accepts any text with the form of a position.
    Status (*read)(const Variant *variant, Text text, Position *sketch, Fault *why);
    void (*flaws)(const Position *sketch, Flaws *flaws);
    // Removes all marbles; returns all walls to the players' hands.
    void (*clear)(Position *sketch);
    // These do nothing for a cell that doesn't exist or a thing that the game doesn't have.
    // Puts a marble, or moves the player's pawn, to the cell and replaces what was there.
    void (*put)(Position *sketch, Text cell, int player);
    void (*take)(Position *sketch, Text cell);
    // "e3h": places a wall from the fullest hand, or returns it to the emptiest.
    void (*wall)(Position *sketch, Text wall);
    // Sets the marbles pushed off by a team, or the walls in a player's hand, within bounds.
    void (*count)(Position *sketch, int which, int count);
    // Marks the player as having left (R5), or as back.
    void (*leave)(Position *sketch, int player, bool out);
    // Mirrors the board left to right; turns it one step counter-clockwise.
    void (*mirror)(Position *sketch);
    void (*turn)(Position *sketch);
    // Each player takes over another's pieces, count and turn, by the mapping of sketch_exchange().
    void (*exchange)(Position *sketch, const u8 to[PLAYERS_MAX]);
};

// The mapping that swaps colours: each player's pieces go to the next player in turn on another
// side, such that partners stay partners.
void sketch_exchange(const Variant *variant, u8 to[PLAYERS_MAX]);

// One edit as the page sends it: "put e5 1", "take e5", "wall e3h", "count 0 3", "to-move 1", "out
// 2", "in 2", "clear", "mirror", "turn", "swap". Players are counted from 0. Returns false for an
// unknown edit.
bool sketch_edit(Position *sketch, Text edit);

#endif
