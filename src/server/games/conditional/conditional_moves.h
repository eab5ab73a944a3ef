// SPDX-License-Identifier: MIT
// Conditional moves: replies that a player stores in advance to possible moves of the opponents.
//
// A line is a series of moves by all players in turn, from the position in which it was entered:
// the expected moves of the opponents and, in between, the owner's replies. When the game has
// followed a line to the owner's turn, the next move of the line is the reply. With three or four
// players a line names the moves of all players in between. Lines with the same beginning have the
// same reply, so the reply is unique.
//
// Lines become void when the game leaves them, when a move is taken back, and when a player leaves.
// That follows from the room and the lines alone, so nothing has to be undone.
#ifndef MEYDAN_SERVER_GAMES_CONDITIONAL_CONDITIONAL_MOVES_H
#define MEYDAN_SERVER_GAMES_CONDITIONAL_CONDITIONAL_MOVES_H

#include "server/games/state/room.h"

enum {
    CONDITIONAL_LINES_MAX = 24,
    CONDITIONAL_LINE_MOVES_MAX = 24,
    CONDITIONAL_LINE_SIZE = CONDITIONAL_LINE_MOVES_MAX * MOVE_TEXT_MAX, // bytes with NUL
    CONDITIONAL_TEXT_MAX = 4096,                                        // of all lines, as stored
};

typedef struct ConditionalMoves {
    u32 ply;       // plies played when the lines were entered
    u16 takebacks; // takebacks until then
    u8 leaves;     // departures until then
    int count;
    Text line[CONDITIONAL_LINES_MAX]; // moves with blanks in between, in `text`
    char text[CONDITIONAL_TEXT_MAX];
} ConditionalMoves;

// Whether games of that speed have conditional moves: those with days per move.
bool conditional_fit(Speed speed);
// The lines that a person enters, judged move by move in the room. Opponents' moves at the end of a
// line are left out, and so is a line that another one contains. ILLEGAL (why->code is the Refusal
// of a move, or ALLOWED), FULL or OK.
Status conditional_enter(ConditionalMoves *lines, const Room *room, i64 person, const Text *wanted,
                         int count, Fault *why);
// Drops what the game has passed or left, so that the lines begin at the room's position.
void conditional_follow(ConditionalMoves *lines, const Room *room);
// The reply of lines that have been followed to their owner's turn; empty without one.
Text conditional_reply(const ConditionalMoves *lines);

// The text for the store; at most CONDITIONAL_TEXT_MAX bytes.
void conditional_write(const ConditionalMoves *lines, Out *out);
// Strict: false for anything that conditional_write would not write.
bool conditional_read(Text body, ConditionalMoves *lines);

#endif
