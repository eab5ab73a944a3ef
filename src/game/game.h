// SPDX-License-Identifier: MIT
// The common interface of all games: positions, moves, variants, and the table of operations.
//
// The layers above (match, records, command line, server, page) include only this header. A
// Position is a plain value. There is no undo; keep a copy instead. It begins with a Head, which is
// the same for all games. The other bytes belong to the game. A Variant is data: the players, their
// order and the set-ups. Players are numbered from 0 in code and from 1 in all texts.
#ifndef MEYDAN_GAME_GAME_H
#define MEYDAN_GAME_GAME_H

#include "base/text.h"
#include "base/types.h"
#include "game/refusal.h"

enum {
    PLAYERS_MAX = 4,
    MOVES_MAX = 512,   // upper bound for all positions
    CELLS_MAX = 81,    // Quoridor's squares; Abalone has 61 cells
    MOVE_TEXT_MAX = 8, // "c3c5d4" and NUL, rounded up
    POSITION_TEXT_MAX = 256,
    DRAWING_TEXT_MAX = 16384, // a board drawn in Unicode with colours
};

// Ruling R2: the number of occurrences of a position at which the game is drawn. Counted by a match
// (game/match.h), and by a replay, which has no match (record/replay.h).
enum { REPETITIONS_DRAW = 3 };

// Each game defines its own bits; only these three values are common.
typedef u16 Move;
enum {
    MOVE_SWAP = 0xfffd, // ruling R12
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
    const char *title; // "Abalone for four, in pairs"
    const Game *game;
    u8 players;
    u8 team[PLAYERS_MAX]; // by player (a player who plays alone is a team of one)
    u8 next[PLAYERS_MAX]; // by player: the next player in turn
    u8 layouts;
    const Layout *layout; // the first one is the default
};

// The swap rule (R12): after the next move the other player chooses a side; that player chooses
// now.
typedef enum Swap { SWAP_NONE, SWAP_AFTER_MOVE, SWAP_CHOICE, SWAPS } Swap;

typedef struct Head {
    const Variant *variant;
    u8 turn; // the player to move
    u8 out;  // set of players who left (ruling R5)
    u8 swap; // Swap
} Head;

typedef union Position {
    Head head;
    u64 words[48];
} Position;

typedef struct DrawStyle {
    bool ascii;  // plain ASCII instead of Unicode
    bool colour; // terminal colours
    Move last;   // highlighted if not MOVE_NONE; the position is the one after this move
} DrawStyle;

// Something to highlight on a board (game/finding.h).
typedef struct Finding Finding;
typedef void FindingVisit(void *context, const Finding *finding);

// Moves and positions as numbers, for machine learning (game/encoding.h).
typedef struct Encoding Encoding;

// Positions set up by hand (game/sketch.h).
typedef struct Sketching Sketching;

struct Game {
    const char *name;
    const char *pieces[PLAYERS_MAX]; // each player's pieces: "black"; "pawn"
    const char *letters;             // by player: the letter in a position's text
    const char *notation[2];         // one example of each notation; translated
    const char *marks; // letters that may be typed before the cell ("he3") although they follow it
                       // in a move; or ""
    const char *won;   // how a game is won, "reached the far side" (translated like refusals)
    bool lots;         // the first player is drawn by lot unless the players choose otherwise (Q1)
    int cells;
    const char *handicap; // what a handicap (R11) takes from a player: "walls"
    int handicap_max;     // at most so many

    // Strict. On error `position` is untouched and `why` describes the error.
    Status (*read)(const Variant *variant, Text text, Position *position, Fault *why);
    void (*write)(const Position *position, Out *out);

    // Lists all legal moves in no particular order: none once the game is over, otherwise at least
    // one (possibly MOVE_PASS, or MOVE_SWAP among others).
    int (*moves)(const Position *position, Move moves[MOVES_MAX]);
    // Returns ALLOWED or the reason. For REFUSED_SHUT_IN, `who` (may be NULL) receives the player.
    Refusal (*refusal)(const Position *position, Move move, int *who);
    // The move must be legal.
    void (*play)(Position *position, Move move);
    // Removes a player (R5) and ends their turn if it was theirs. The caller must ensure that each
    // player plays alone and that more than two can play.
    void (*leave)(Position *position, int player);
    // Takes `count` of these from a player at the start of a game for two.
    void (*give)(Position *start, int player, int count);
    // Set of players who have won on the board, or 0. Repetition is handled by the match.
    u8 (*winners)(const Position *position);
    // Equal for positions that are the same under ruling R2, otherwise different (except with
    // probability 2^-64).
    Key (*key)(const Position *position);

    // Checks only the form: MALFORMED if the text isn't a move, ILLEGAL if it names cells that no
    // move connects, otherwise OK and a move for refusal() to judge.
    Status (*read_move)(const Position *position, Text text, Move *move, Fault *why);
    // The move must be legal in the position.
    void (*write_move)(const Position *position, Move move, Out *out);
    void (*write_cell)(int cell, Out *out);

    u64 (*perft)(const Position *position, int depth);
    void (*draw)(const Position *position, DrawStyle style, Out *out);
    void (*explain)(const Position *position, FindingVisit *visit, void *context);
    const Encoding *encoding;
    const Sketching *sketching;
};

// Returns NULL for an unknown name.
const Layout *variant_layout(const Variant *variant, Text name);
// The set-up of the default layout.
void variant_start(const Variant *variant, Position *position);
// True with more than two sides: then a player can leave and the others play on (R5).
bool variant_each_alone(const Variant *variant);
// Sets: all players; the players in the same team as `player`.
u8 variant_everyone(const Variant *variant);
u8 variant_teammates(const Variant *variant, int player);

// Cuts the word of the swap rule off the end of a position's text.
Status head_read_swap(Head *head, Text *text, Fault *why);
void head_write_swap(const Head *head, Out *out);
// Passes the turn to the next player who is still in.
void head_advance(Head *head);
// The remaining players if only one side is left (R5), otherwise 0.
u8 head_last_side(const Head *head);

// Parses a move and checks that it is legal: OK, ILLEGAL or MALFORMED.
Status move_read(const Position *position, Text text, Move *move, Fault *why);
// Like move_read for a move that isn't text: OK or ILLEGAL.
Status move_check(const Position *position, Move move, Fault *why);
// Writes the Fault for a move that breaks a rule, with the move as written and the refusal as its
// code, and returns ILLEGAL. `who` is the player that REFUSED_SHUT_IN names.
Status move_refuse(Text text, Refusal refusal, int who, Fault *why);

#endif
