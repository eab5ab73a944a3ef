// SPDX-License-Identifier: MIT
// The explorer: the moves played in a position, with counts and results.
//
//     explorer_open(path, true, &why);
//     explorer_add(explorer, games, count, NULL, &why);      a batch is one transaction
//     explorer_query(explorer, &position, filter, &answer);
//
// Positions are stored under the key shared by all symmetric ones; moves are converted both ways. A
// value has one row of 28 bytes per move, speed, rating band and month:
//
//     move 2 | speed, band 1 | month 1 | count 4 | won 4 | drawn 4 | ratings 4 | last games 2 x 4
//
// Results are those of the player who moved. Moves that are equal under a symmetry of the position
// count as one. A person's own games have separate rows, under the position's key mixed with the
// person's. One process may write and any number may read. The threads of a process may share an
// Explorer, but only one of them at a time may write.
#ifndef MEYDAN_EXPLORER_EXPLORER_H
#define MEYDAN_EXPLORER_EXPLORER_H

#include "base/speed.h"
#include "game/game.h"

enum {
    EXPLORER_PLIES = 24, // stored per game
    EXPLORER_MOVES = 64, // per result, most played first
    EXPLORER_LAST = 4,   // games per move
    EXPLORER_REF_MAX = 120,
};

typedef struct ExplorerGame {
    const Position *start;
    const Move *moves;
    int count;
    u8 winners; // set of players; 0 for a draw
    u8 speed;
    u16 month;               // months since January 2020, at most 255
    u16 rating[PLAYERS_MAX]; // 0 means unknown
    i64 person[PLAYERS_MAX]; // persons whose own games include it; 0 for none
    bool own_only;           // counts only for those persons
    const char *reference;   // text about the game, at most EXPLORER_REF_MAX bytes: "url result"
} ExplorerGame;

typedef struct ExplorerFilter {
    i64 person;               // only this person's games; 0 for all
    u8 speeds;                // one bit each; 0 for all
    int rating_min;           // of the mover, in bands of 200 (0 for all)
    int rating_max;           // 0 for all
    int month_min, month_max; // inclusive; 0, 0 for all
} ExplorerFilter;

typedef struct ExplorerMove {
    Move move;
    u32 count, won, drawn;
    u32 rated, rating; // number of rated movers and their mean rating
    int lasts;
    u32 last[EXPLORER_LAST]; // game numbers, latest first
} ExplorerMove;

typedef struct ExplorerAnswer {
    u32 games;
    int count;
    ExplorerMove move[EXPLORER_MOVES];
} ExplorerAnswer;

typedef struct ExplorerSize {
    u64 bytes, positions, rows, games;
} ExplorerSize;

// How far a source of games has been imported, in a format of the owner's choice.
typedef struct ExplorerMark {
    i64 number, game;
} ExplorerMark;

typedef struct Explorer Explorer;

// On error returns NULL and sets `why`. Opening for writing creates the folder if necessary.
Explorer *explorer_open(const char *path, bool write, Fault *why);
void explorer_close(Explorer *explorer);
// Adds all of the games and the mark (NULL keeps the old one), or nothing.
bool explorer_add(Explorer *explorer, const ExplorerGame *games, int count,
                  const ExplorerMark *mark, Fault *why);
// Returns zeros if there is no mark yet.
bool explorer_mark(Explorer *explorer, ExplorerMark *mark);
// Deletes all games and the mark.
bool explorer_clear(Explorer *explorer, Fault *why);
// Returns false only on a read error. A position without games has no moves.
bool explorer_query(Explorer *explorer, const Position *position, ExplorerFilter filter,
                    ExplorerAnswer *answer);
// Writes the reference of a game, or nothing if there is none.
void explorer_reference(Explorer *explorer, u32 game, Out *out);
ExplorerSize explorer_size(Explorer *explorer);

#endif
