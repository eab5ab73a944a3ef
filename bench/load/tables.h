// SPDX-License-Identifier: MIT
// Games between two made-up people each, on one server: seated by HTTP, played over WebSockets with
// random legal moves at a given rate, and measured.
//
//     row_seat      creates the games and seats second players by HTTP
//     row_connect   opens two sockets per game, each watching it
//     row_play      plays moves in turn in all games at an even rate, and records latencies
#ifndef MEYDAN_BENCH_TABLES_H
#define MEYDAN_BENCH_TABLES_H

#include "base/rng.h"
#include "game/game.h"
#include "wire.h"

typedef enum TableState {
    TABLE_OPEN,    // some seats are free
    TABLE_READY,   // a move can be made
    TABLE_WAITING, // a move was sent, but the opponent has not received it
    TABLE_OVER,    // the game has ended, and the next one is being arranged if the players continue
} TableState;

typedef struct Row Row;

typedef struct Table {
    Row *row;
    char id[12];
    char cookie[2][80]; // of the two people
    Link *link[2];      // by person
    u8 first;           // the person who is player 1
    u8 state, watching; // people who have received the game
    Position position;
    u32 ply;           // moves received by the opponent
    u32 acked;         // moves acknowledged by the server
    i64 planned, sent; // times of the current move, us
    u32 length;        // in plies, then a player resigns; 0: no end
} Table;

// Latencies in microseconds, any number of them.
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
    u32 length; // length of games in plies, before a resignation and a rematch; 0: no end
    // Measurements since row_play was called.
    Sample seen, planned; // from sending, and from the planned instant, to the opponent
    Sample acknowledged;
    u64 moves, skipped, errors, lost, games;
    char error[160]; // the last error
};

// `length`: that of its games.
Row *row_new(Wire *wire, int count, u64 seed, u32 length);
void row_free(Row *row);

bool row_seat(Row *row, const char *clock, int parallel, Fault *why);
bool row_connect(Row *row, Fault *why);
void row_disconnect(Row *row);
// Plays for `duration` microseconds, then waits for the last moves to arrive.
void row_play(Row *row, double rate, i64 duration);
// Makes a move at the table now, if possible.
bool table_move(Table *table, i64 planned);

#endif
