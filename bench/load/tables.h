// SPDX-License-Identifier: MIT
// Games between two made-up people each, on one server: seated by HTTP, played over WebSockets with
// random legal moves at a given rate, and measured.
//
//     row_seat      makes the games and lets second players join, by HTTP
//     row_connect   two sockets a game, each watching it
//     row_play      moves in turn over all games: rate a second, evenly; latencies are kept
#ifndef MEYDAN_BENCH_TABLES_H
#define MEYDAN_BENCH_TABLES_H

#include "base/rng.h"
#include "game/game.h"
#include "wire.h"

typedef enum TableState {
    TABLE_OPEN,    // seats to be taken
    TABLE_READY,   // a move can be made
    TABLE_WAITING, // a move was sent; the opponent has not seen it
    TABLE_OVER,    // the game has ended; the next one is being arranged if they go on
} TableState;

typedef struct Row Row;

typedef struct Table {
    Row *row;
    char id[12];
    char cookie[2][80]; // of the two people
    Link *link[2];      // by person
    u8 first;           // the person who is player 1
    u8 state, watching; // people who have been shown the game
    Position position;
    u32 ply;           // moves the opponent has seen
    u32 acked;         // moves the server has acknowledged
    i64 planned, sent; // of the move under way, us
    u32 length;        // in plies, then somebody resigns; 0: no end
} Table;

// Latencies in us, any number of them.
typedef struct Sample {
    u32 *value;
    size_t count, capacity;
    bool sorted;
} Sample;
void sample_add(Sample *sample, i64 us);
double sample_ms(Sample *sample, double quantile); // 0.5, 0.99; 1 is the longest
void sample_clear(Sample *sample);

struct Row {
    Wire *wire;
    Table *table;
    int count;
    Rng rng;
    u32 length; // of games, in plies, before a player resigns and there is a rematch; 0: no end
    // Of what happened since row_play began.
    Sample seen, planned; // from sending, and from the planned instant, to the opponent
    Sample acknowledged;
    u64 moves, skipped, errors, lost, games;
    char error[160]; // the last one
};

// `length`: that of its games.
Row *row_new(Wire *wire, int count, u64 seed, u32 length);
void row_free(Row *row);

bool row_seat(Row *row, const char *clock, int parallel, Fault *why);
bool row_connect(Row *row, Fault *why);
void row_disconnect(Row *row);
// Plays for so many us and waits for the last moves to arrive.
void row_play(Row *row, double rate, i64 duration);
// Makes a move at the table now, if one can be made.
bool table_move(Table *table, i64 planned);

#endif
