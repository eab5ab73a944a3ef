// SPDX-License-Identifier: MIT
// The review of a game, one move at a time: what was best, how much of the chance to win the move
// gave away, what mark that earns, and why.
//
//     review_ply(&analysis, start, moves, count, &ply);    any move, in any order, in any worker
//     review_total(variant, digests, plies, &total);    from what is kept of each
//
// Each move is looked at on its own and from nothing, so moves can be shared out among workers, and
// a review that was given up goes on with the moves that are missing. With limits in nodes or depth
// the page, the server and the program find the same, number for number.
#ifndef MEYDAN_ANALYSIS_REVIEW_H
#define MEYDAN_ANALYSIS_REVIEW_H

#include "analysis/chance.h"
#include "analysis/reason.h"

typedef enum ReviewMark {
    MARK_NONE,
    MARK_GREAT,      // the only good move, and not the obvious one
    MARK_INACCURACY, // gives away a tenth of the chance to win,
    MARK_MISTAKE,    // a fifth,
    MARK_BLUNDER,    // three tenths, or more
    MARKS,
} ReviewMark;

typedef enum ReviewPhase { PHASE_OPENING, PHASE_MIDDLE, PHASE_END, PHASES } ReviewPhase;

enum {
    LOSS_INACCURACY = 100, // parts of CHANCE_ONE, scaled as chance_sides() says
    LOSS_MISTAKE = 200,
    LOSS_BLUNDER = 300,
    LOSS_EQUAL = 50, // less is as good as the best move
    TURNING_MAX = 3,
};

typedef struct ReviewPly {
    u8 player;
    Move move;
    bool ends;                 // the move ended the game: won, or drawn by repetition
    SearchResult best, played; // the same if the best move was played
    int before, after;         // the mover's chance with the best move and with theirs
    int loss;                  // scaled; 0 if the best or an equal move was played
    int share[PLAYERS_MAX];    // chances after the move, by player
    int units[PLAYERS_MAX]; // after the move: marbles each player's side has pushed off, or steps
                            // that each player has left to go
    u8 mark, phase;
    MoveReasons why; // for marked moves; for great ones, what the move does
} ReviewPly;

// What a total needs of a ply.
typedef struct ReviewDigest {
    u8 player, mark, phase;
    int before, after, loss;
} ReviewDigest;

typedef struct ReviewPlayer {
    int moves;
    int accuracy; // permille: a move that gives away nothing has 1000, 15 % of the chance half of
                  // it
    int loss;     // the mean of it
    int marks[MARKS];
} ReviewPlayer;

typedef struct ReviewTotal {
    ReviewPlayer player[PLAYERS_MAX];
    int turning[TURNING_MAX], turnings; // plies from 0, in their order
    int begin[PHASES];                  // the first ply of each phase; -1 if it was not reached
} ReviewTotal;

// "great", "inaccuracy", ...; "" for none. "opening", "middle", "end".
const char *mark_name(int mark);
const char *phase_name(int phase);

int review_phase(const Position *position);
// Marbles or steps, by player.
void review_units(const Position *position, int units[PLAYERS_MAX]);

// Looks at the last of the moves, `count` of them, which is at least one; all must be legal, and
// the game is not over before it. False if a search was cut short.
bool review_ply(Analysis *analysis, const Position *start, const Move *moves, int count,
                ReviewPly *ply);
// The same from looks of an earlier review, without searching: there are no reasons, and no move is
// great. The position is the one before the move.
void review_recall(const Position *position, Move move, const SearchResult *best,
                   const SearchResult *played, ReviewPly *ply);
ReviewDigest review_digest(const ReviewPly *ply);
// A digest as text: "player mark phase before after loss", players from 0, the mark "-" if there is
// none: "1 mistake middle 630 410 220". False if it is no such text.
bool review_digest_read(const Variant *variant, Text text, ReviewDigest *digest);
void review_total(const ReviewDigest *plies, int count, ReviewTotal *total);

// What the other side threatens: its best line if it were its turn now, where `gain` is how much
// more its chance is than as things stand.
typedef struct Threat {
    u8 player;
    SearchResult result; // of the position with that player to move
    int chance, gain;
    bool real; // it wins a marble or the game, or gains as much as a mistake gives away
    MoveReasons why;
} Threat;
// After the moves; the player is the next one of another side. False if a search was cut short or
// the game is over.
bool threat_find(Analysis *analysis, const AnalysisPosition *place, Threat *threat);

// The best move and why.
typedef struct Hint {
    SearchResult result;
    int chance;
    MoveReasons why;
} Hint;
bool hint_find(Analysis *analysis, const AnalysisPosition *place, Hint *hint);

#endif
