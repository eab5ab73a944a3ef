// SPDX-License-Identifier: MIT
// What every game looks like from outside: positions, moves, variants, and the table of operations.
//
// Outer layers (match, records, command line, server, page) see only this header. A Position is a
// plain value: copy it to keep it, there is no undo. Its first bytes are a Head that is the same
// for all games; the rest belongs to the game. A Variant is data: who plays, in which order, from
// which set-ups. Players are numbered from 0 here and from 1 in every text.
#ifndef MEYDAN_GAME_GAME_H
#define MEYDAN_GAME_GAME_H

#include "base/text.h"
#include "base/types.h"
#include "game/refusal.h"

enum {
    PLAYERS_MAX = 4,
    MOVES_MAX = 512,   // more than any position can have
    CELLS_MAX = 81,    // Quoridor's squares; Abalone has 61 cells
    MOVE_TEXT_MAX = 8, // "c3c5d4" and NUL, rounded up
    POSITION_TEXT_MAX = 256,
    DRAWING_TEXT_MAX = 16384, // a board drawn in Unicode with colours
};

// Ruling R2: how often a position stands when the game is drawn. A match counts (game/match.h), and
// so does the replay of a record, which has no match to ask (record/replay.h).
enum { REPETITIONS_DRAW = 3 };

// A move's bits belong to the game; only these two values are common.
typedef u16 Move;
enum {
    MOVE_PASS = 0xfffe, // ruling R1
    MOVE_NONE = 0xffff,
};

typedef struct Game Game;
typedef struct Variant Variant;

typedef struct Layout {
    const char *name;
    const char *position; // as in docs/formats.md
} Layout;

struct Variant {
    const char *id;    // "abalone-4-pairs"
    const char *title; // "Abalone for four, partners back to back"
    const Game *game;
    u8 players;
    u8 team[PLAYERS_MAX]; // by player; a player who plays alone is a team of one
    u8 next[PLAYERS_MAX]; // by player: whose turn comes after
    u8 layouts;
    const Layout *layout; // the first one is the default
};

typedef struct Head {
    const Variant *variant;
    u8 turn; // the player to move
    u8 out;  // set of players who left (ruling R5)
} Head;

typedef union Position {
    Head head;
    u64 words[48];
} Position;

typedef struct DrawStyle {
    bool ascii;  // plain ASCII instead of Unicode
    bool colour; // terminal colours
    Move last;   // shown if not MOVE_NONE; the position is the one after it
} DrawStyle;

// Something worth pointing at on a board (game/finding.h).
typedef struct Finding Finding;
typedef void FindingVisit(void *context, const Finding *finding);

// Moves and positions as numbers, for programs that learn (game/encoding.h).
typedef struct Encoding Encoding;

// Positions set up by hand (game/sketch.h).
typedef struct Sketching Sketching;

struct Game {
    const char *name;
    const char *pieces[PLAYERS_MAX]; // what each player's are called: "black"; "pawn"
    const char *letters;             // a player's in a position's text, by number
    const char *notation[2];         // how moves are written, an example each; translated too
    const char *marks; // letters behind a cell in a move that may be typed before it ("he3"); or ""
    const char *won; // what a win on the board is: "reached the far side"; translated like refusals
    bool lots;       // who moves first is drawn by lot unless the players say otherwise (Q1)
    int cells;

    // Strict; on a refusal `position` is untouched and `why` names the fault.
    Status (*read)(const Variant *variant, Text text, Position *position, Fault *why);
    void (*write)(const Position *position, Out *out);

    // All legal moves, in no particular order: none once the game is over, otherwise at least one,
    // if only MOVE_PASS.
    int (*moves)(const Position *position, Move moves[MOVES_MAX]);
    // ALLOWED, or why not; for REFUSED_SHUT_IN `who` (may be NULL) gets the player.
    Refusal (*refusal)(const Position *position, Move move, int *who);
    // The move must be legal.
    void (*play)(Position *position, Move move);
    // The player leaves (R5); their turn, if it was theirs, passes on. Only where each plays alone
    // and more than two can play; the caller sees to that.
    void (*leave)(Position *position, int player);
    // Set of players who have won on the board; 0 while nobody has. Repetition is the match's.
    u8 (*winners)(const Position *position);
    // Equal for positions that ruling R2 calls the same, otherwise different (except with
    // probability 2^-64).
    Key (*key)(const Position *position);

    // Checks only the shape: MALFORMED if the text is not a move, ILLEGAL if it names cells that no
    // move connects, otherwise OK and a move for refusal() to judge.
    Status (*read_move)(const Position *position, Text text, Move *move, Fault *why);
    // The move must be legal there.
    void (*write_move)(const Position *position, Move move, Out *out);
    void (*write_cell)(int cell, Out *out);

    u64 (*perft)(const Position *position, int depth);
    void (*draw)(const Position *position, DrawStyle style, Out *out);
    void (*explain)(const Position *position, FindingVisit *visit, void *context);
    const Encoding *encoding;
    const Sketching *sketching;
};

// The layout by name, NULL if there is none.
const Layout *variant_layout(const Variant *variant, Text name);
// The set-up of the default layout.
void variant_start(const Variant *variant, Position *position);
// More than two sides, so that a player can leave and the others play on (R5).
bool variant_each_alone(const Variant *variant);
// Set of all players / of the players in the same team as `player`.
u8 variant_everyone(const Variant *variant);
u8 variant_teammates(const Variant *variant, int player);

// Hands the turn to the next player who is still in.
void head_advance(Head *head);
// The players left if only one side is (R5), otherwise 0.
u8 head_last_side(const Head *head);

// Reads a move and checks it: OK (and legal), ILLEGAL or MALFORMED.
Status move_read(const Position *position, Text text, Move *move, Fault *why);
// The same for a move that is not text: OK or ILLEGAL.
Status move_check(const Position *position, Move move, Fault *why);
// Their answer to a move that breaks a rule: ILLEGAL, and a Fault with the move as it was written
// and the refusal as its code. `who` is the player that REFUSED_SHUT_IN names.
Status move_refuse(Text text, Refusal refusal, int who, Fault *why);

#endif
