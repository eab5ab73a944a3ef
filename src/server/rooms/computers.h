// SPDX-License-Identifier: MIT
// Computers in seats: a few threads that think, in the order in which they were asked.
//
// Their share of the processor is bounded: so many threads, below everything else in priority, each
// thought limited in time; and the more positions wait, the shorter the thoughts.
#ifndef MEYDAN_SERVER_ROOMS_COMPUTERS_H
#define MEYDAN_SERVER_ROOMS_COMPUTERS_H

#include "opponent/opponent.h"
#include "server/room/room.h"

typedef struct Computers Computers;

typedef struct ComputersSetup {
    int threads;
    int hash_mb;                 // of each thread
    i64 move_ms;                 // longest thought
    void (*wake)(void *context); // from a thread: there is an answer
    void *context;
} ComputersSetup;

typedef struct Thought {
    i64 game;
    u32 ply; // plies played before
    Key key; // of the position it was asked for
    int seat;
    bool draw; // it was offered one; else it is its turn
    bool takes;
    Move move;
    i64 think_ms;
} Thought;

// NULL without memory or threads.
Computers *computers_new(const ComputersSetup *setup);
void computers_free(Computers *computers);

// The computer that is to think in that room: one that is offered a draw, then the one whose turn
// it is. NOBODY if there is none.
int computers_due(const Room *room, bool *draw);
// For the computer that is due. False without memory.
bool computers_ask(Computers *computers, const Room *room);
// The next answer; false if there is none.
bool computers_answer(Computers *computers, Thought *thought);
int computers_waiting(Computers *computers); // questions without an answer yet

// Who sits there. The game's seed is its id: the same game goes on the same way after a restart.
Opponent computer_in(const Room *room, int seat);

#endif
