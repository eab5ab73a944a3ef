// SPDX-License-Identifier: MIT
// The explorer: for a position, the moves that were played, how often and with what result.
//
//     explorer_open(path, true, &why);
//     explorer_add(explorer, games, count, NULL, &why);      a batch is one transaction
//     explorer_query(explorer, &position, filter, &answer);
//
// Positions are kept under the key that symmetric ones share; moves are carried over and back. A
// value is a row for each move, speed, band of ratings and month, in 28 bytes:
//
//     move 2 | speed, band 1 | month 1 | count 4 | won 4 | drawn 4 | ratings 4 | last games 2 x 4
//
// Results are those of the player who moved. Moves that are the same but for a symmetry of the
// position itself count as one. A person's own games have rows of their own, under the position's
// key mixed with theirs. One process may write, any number may read; its threads may share one
// Explorer, of which one at a time writes.
#ifndef MEYDAN_EXPLORER_EXPLORER_H
#define MEYDAN_EXPLORER_EXPLORER_H

#include "base/speed.h"
#include "game/game.h"

enum {
    EXPLORER_PLIES = 24, // of a game that are kept
    EXPLORER_MOVES = 64, // of an answer, the most played first
    EXPLORER_LAST = 4,   // games of a move
    EXPLORER_REF_MAX = 120,
};

typedef struct ExplorerGame {
    const Position *start;
    const Move *moves;
    int count;
    u8 winners; // set of players; none: drawn
    u8 speed;
    u16 month;               // from January 2020; 255 at most
    u16 rating[PLAYERS_MAX]; // 0: not known
    i64 person[PLAYERS_MAX]; // whose own game it is too; 0: nobody's
    bool own_only;           // it counts for those alone
    const char *reference;   // what is told of it, at most EXPLORER_REF_MAX bytes: "url result"
} ExplorerGame;

typedef struct ExplorerFilter {
    i64 person;               // only their own games; 0: all
    u8 speeds;                // a bit each; 0: all
    int rating_min;           // of the mover, by bands of 200; 0: all
    int rating_max;           // 0: all
    int month_min, month_max; // both included; 0, 0: all
} ExplorerFilter;

typedef struct ExplorerMove {
    Move move;
    u32 count, won, drawn;
    u32 rated, rating; // how many had a rating, and the mean of it
    int lasts;
    u32 last[EXPLORER_LAST]; // numbers of games, the latest first
} ExplorerMove;

typedef struct ExplorerAnswer {
    u32 games;
    int count;
    ExplorerMove move[EXPLORER_MOVES];
} ExplorerAnswer;

typedef struct ExplorerSize {
    u64 bytes, positions, rows, games;
} ExplorerSize;

// How far a source of games has been taken in: whatever its owner needs to go on.
typedef struct ExplorerMark {
    i64 number, game;
} ExplorerMark;

typedef struct Explorer Explorer;

// NULL after saying why. To write, the folder is made if it is not there.
Explorer *explorer_open(const char *path, bool write, Fault *why);
void explorer_close(Explorer *explorer);
// All of the games and the mark (NULL: as it was), or nothing.
bool explorer_add(Explorer *explorer, const ExplorerGame *games, int count,
                  const ExplorerMark *mark, Fault *why);
// Zeros if there is none yet.
bool explorer_mark(Explorer *explorer, ExplorerMark *mark);
// Forgets all games and the mark.
bool explorer_clear(Explorer *explorer, Fault *why);
// False only if the file cannot be read; a position that nobody reached has no moves.
bool explorer_query(Explorer *explorer, const Position *position, ExplorerFilter filter,
                    ExplorerAnswer *answer);
// The reference of a game; "" if there is none.
void explorer_reference(Explorer *explorer, u32 game, Out *out);
ExplorerSize explorer_size(Explorer *explorer);

#endif
