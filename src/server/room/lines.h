// SPDX-License-Identifier: MIT
// Conditional moves: answers that a player stores for moves which the others have not made yet.
//
// A line is a series of moves by all players in turn, from the position in which it was entered:
// what the others are expected to play and, in between, what its owner answers. When the game has
// followed a line up to the owner's turn, the next move of the line is the answer. With three or
// four players a line names the moves of everybody in between. Lines that begin alike give the same
// answer, so there is never a choice.
//
// Lines are dead once the game has left them, when a move is taken back, and when a player leaves.
// That follows from the room and the lines alone: nothing has to be undone anywhere.
#ifndef MEYDAN_SERVER_ROOM_LINES_H
#define MEYDAN_SERVER_ROOM_LINES_H

#include "server/room/room.h"

enum {
    LINES_KEPT = 24,
    LINE_MOVES_MAX = 24,
    LINE_TEXT_MAX = LINE_MOVES_MAX * MOVE_TEXT_MAX, // bytes with NUL
    LINES_TEXT_MAX = 4096,                          // of all, as the store has them
};

typedef struct Lines {
    u32 ply;       // how many moves had been played
    u16 takebacks; // how often moves had been taken back
    u8 leaves;     // how many players had left
    int count;
    Text line[LINES_KEPT]; // moves with blanks between, in `text`
    char text[LINES_TEXT_MAX];
} Lines;

// Whether games of that speed have conditional moves: those with days for each move.
bool lines_fit(Speed speed);
// The lines that a person wants, judged move by move in the room as it stands. A line may end with
// moves of others: they are left out; so is a line that another one contains. ILLEGAL (why->code is
// the Refusal of a move, or ALLOWED), FULL or OK.
Status lines_enter(Lines *lines, const Room *room, i64 person, const Text *wanted, int count,
                   Fault *why);
// What is left of them as the room stands, from there on. Without any left they are dead.
void lines_follow(Lines *lines, const Room *room);
// The answer of lines that have been followed to their owner's turn; empty if there is none.
Text lines_answer(const Lines *lines);

// As the store keeps them; at most LINES_TEXT_MAX bytes.
void lines_write(const Lines *lines, Out *out);
// Strict: false for anything that lines_write would not write.
bool lines_read(Text body, Lines *lines);

#endif
