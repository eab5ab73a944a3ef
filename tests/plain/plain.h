// SPDX-License-Identifier: MIT
// A second, plain and slow implementation of the rules, which tests compare with the fast one.
//
// Written from the rulebooks alone: boards are arrays of cells, every rule is a loop that can be
// read beside its number, and no code is shared with src/ (not even for texts). Positions and moves
// are passed as the texts of docs/formats.md, which are trusted.
#ifndef MEYDAN_TESTS_PLAIN_H
#define MEYDAN_TESTS_PLAIN_H

#include <stdbool.h>

enum { PLAIN_PLAYERS = 4, PLAIN_MOVES = 512, PLAIN_MOVE_TEXT = 8, PLAIN_TEXT = 512 };

typedef char PlainMove[PLAIN_MOVE_TEXT];

typedef struct PlainAbalone {
    char cell[9][10]; // [row a-i][digit 1-9]: '.' empty, a colour letter, '\0' not on the board
    int score[PLAIN_PLAYERS];
} PlainAbalone;

typedef struct PlainQuoridor {
    bool across[8][8]; // [file][rank]: a wall `e3h` there
    bool upright[8][8];
    int file[PLAIN_PLAYERS], rank[PLAIN_PLAYERS]; // of the pawns
    int walls[PLAIN_PLAYERS];
} PlainQuoridor;

typedef struct PlainPosition {
    int players;
    bool teams, pairs;       // A12, A13
    int turn;                // 0 .. players-1
    bool out[PLAIN_PLAYERS]; // R5
    union {
        PlainAbalone abalone;
        PlainQuoridor quoridor;
    };
} PlainPosition;

typedef struct PlainGame {
    void (*read)(PlainPosition *position, const char *variant, const char *text);
    void (*write)(const PlainPosition *position, char text[PLAIN_TEXT]);
    // The legal moves in byte order; returns how many.
    int (*moves)(const PlainPosition *position, PlainMove moves[PLAIN_MOVES]);
    // The move must be legal.
    void (*play)(PlainPosition *position, const char *move);
    void (*leave)(PlainPosition *position, int player);
    // Bit 0 is player 1.
    int (*winners)(const PlainPosition *position);
    // Players in the game whose pawn has no path to its goal (Q5); none in Abalone.
    int (*shut_in)(const PlainPosition *position);
} PlainGame;

extern const PlainGame PLAIN_ABALONE, PLAIN_QUORIDOR;

// --- what both games share (plain.c) -------------------------------------------------------------

const PlainGame *plain_game(const char *variant);
// The next player: clockwise, or by pairs, skipping players who left.
void plain_next_turn(PlainPosition *position);
// Bit of the only player still in, 0 if there are several.
int plain_last_one(const PlainPosition *position);
void plain_sort(PlainMove *moves, int count);
unsigned long long plain_perft(const PlainGame *game, const PlainPosition *position, int depth);

#endif
