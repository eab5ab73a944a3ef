// SPDX-License-Identifier: MIT
// Computers in seats: a few threads that think, in the order of the questions.
//
// Their share of the processor is bounded: a fixed number of threads at the lowest priority, and a
// time limit for each thought; the longer the queue, the shorter the thoughts.
#ifndef MEYDAN_SERVER_GAMES_LIVE_COMPUTERS_H
#define MEYDAN_SERVER_GAMES_LIVE_COMPUTERS_H

#include "opponent/opponent.h"
#include "server/games/state/room.h"

typedef struct Computers Computers;

typedef struct ComputersSetup {
    int threads;
    int hash_mb;                 // of each thread
    i64 move_ms;                 // longest thought
    void (*wake)(void *context); // from any thread: there is an answer
    void *context;
} ComputersSetup;

typedef struct Thought {
    i64 game;
    u32 ply; // plies played before
    Key key; // of the position in question
    int seat;
    bool draw; // it is offered a draw; otherwise it has to move
    bool takes;
    Move move;
    i64 think_ms;
} Thought;

// NULL if out of memory or threads.
Computers *computers_new(const ComputersSetup *setup);
void computers_free(Computers *computers);

// The computer that has to think in that room: one that is offered a draw, else the one to move.
// NOBODY if there is none.
int computers_due(const Room *room, bool *draw);
// Queues the question for the due computer. False if out of memory.
bool computers_ask(Computers *computers, const Room *room);
// The next answer; false if there is none.
bool computers_answer(Computers *computers, Thought *thought);
int computers_waiting(Computers *computers); // unanswered questions

// The opponent in that seat. The game's seed is its id: the same game continues the same way after
// a restart.
Opponent computer_in(const Room *room, int seat);

#endif
