// SPDX-License-Identifier: MIT
// Setting up a position by hand. A sketch is a Position that may break the rules on the way: it may
// be written, drawn and asked for its flaws, and nothing else until it has none. Then its text is
// read as that of any position.
//
//     variant->game->sketching->read(variant, text, &sketch, &why);
//     variant->game->sketching->put(&sketch, text_of("e5"), 0);
//     variant->game->sketching->flaws(&sketch, &flaws);
#ifndef MEYDAN_GAME_SKETCH_H
#define MEYDAN_GAME_SKETCH_H

#include "game/flaw.h"
#include "game/game.h"

struct Sketching {
    // Anything that has the shape of a position's text.
    Status (*read)(const Variant *variant, Text text, Position *sketch, Fault *why);
    void (*flaws)(const Position *sketch, Flaws *flaws);
    // No marbles; no walls, all of them in hand again.
    void (*clear)(Position *sketch);
    // Where there is no such cell, and where a game has no such thing, these do nothing.
    // A marble, or the player's pawn, wherever it was; what stood there is gone.
    void (*put)(Position *sketch, Text cell, int player);
    void (*take)(Position *sketch, Text cell);
    // "e3h": stands it up, out of the fullest hand, or takes it away, into the emptiest.
    void (*wall)(Position *sketch, Text wall);
    // Marbles pushed off by a team, or walls in a player's hand; kept in bounds.
    void (*count)(Position *sketch, int which, int count);
    // The player has left (R5), or is back.
    void (*leave)(Position *sketch, int player, bool out);
    // The pieces from right to left; one step counter-clockwise.
    void (*mirror)(Position *sketch);
    void (*turn)(Position *sketch);
    // Each player takes over another's pieces, count and turn, as sketch_exchange() says.
    void (*exchange)(Position *sketch, const u8 to[PLAYERS_MAX]);
};

// Whose pieces go to whom when colours are swapped: to the next in turn of another side, so that
// partners stay partners.
void sketch_exchange(const Variant *variant, u8 to[PLAYERS_MAX]);

// One edit in words, as the page sends it: "put e5 1", "take e5", "wall e3h", "count 0 3",
// "to-move 1", "out 2", "in 2", "clear", "mirror", "turn", "swap". Players are counted from 0.
// False if it is none of these.
bool sketch_edit(Position *sketch, Text edit);

#endif
