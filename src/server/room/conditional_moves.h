// SPDX-License-Identifier: MIT
// Conditional moves: answers that a player stores for moves which the others have not made yet.
//
// A line is a series of moves by all players in turn, from the position in which it was entered:
// what the others are expected to play and, in between, what its owner answers. When the game has
// followed a line up to the owner's turn, the next move of the line is the answer. With three or
// four players a line names the moves of everybody in between. Lines that begin alike
// give the same answer, so there is never a choice.
//
// Lines are dead once the game has left them, when a move is taken back, and when a
// player leaves. That follows from the room and the lines alone: nothing has to be undone anywhere.
#ifndef MEYDAN_SERVER_ROOM_CONDITIONAL_MOVES_H
#define MEYDAN_SERVER_ROOM_CONDITIONAL_MOVES_H

#include "server/room/room.h"

enum {
    CONDITIONAL_LINES_MAX = 24,
    CONDITIONAL_LINE_MOVES_MAX = 24,
    CONDITIONAL_LINE_SIZE = CONDITIONAL_LINE_MOVES_MAX * MOVE_TEXT_MAX, // bytes with NUL
    CONDITIONAL_TEXT_MAX = 4096, // of all, as the store has them
};

typedef struct ConditionalMoves {
    u32 ply;       // how many moves had been played
    u16 takebacks; // how often moves had been taken back
    u8 leaves;     // how many players had left
    int count;
    Text line[CONDITIONAL_LINES_MAX]; // moves with blanks between, in `text`
    char text[CONDITIONAL_TEXT_MAX];
} ConditionalMoves;

// Whether games of that speed have conditional moves: those with days for each move.
bool conditional_fit(Speed speed);
// The lines that a person wants, judged move by move in the room as it stands. A line may end with
// moves of others: they are left out; so is a line that another one contains. ILLEGAL (why->code is
// the Refusal of a move, or ALLOWED), FULL or OK.
Status conditional_enter(ConditionalMoves *lines, const Room *room, i64 person, const Text *wanted,
                         int count, Fault *why);
// What is left of them as the room stands, from there on. Without any left they are dead.
void conditional_follow(ConditionalMoves *lines, const Room *room);
// The answer of lines that have been followed to their owner's turn; empty if there is none.
Text conditional_reply(const ConditionalMoves *lines);

// As the store keeps them; at most CONDITIONAL_TEXT_MAX bytes.
void conditional_write(const ConditionalMoves *lines, Out *out);
// Strict: false for anything that conditional_write would not write.
bool conditional_read(Text body, ConditionalMoves *lines);

#endif
