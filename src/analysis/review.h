// SPDX-License-Identifier: MIT
// Reviews a game move by move: the best move, the loss in chance to win, the mark for it, and
// reasons.
//
//     review_ply(&analysis, start, moves, count, &ply);    any move, in any order, in any worker
//     review_total(variant, digests, plies, &total);    from the stored digests
//
// Each move is reviewed independently, so moves can be distributed among workers, and an
// interrupted review continues with the missing moves. With limits in nodes or depth the page, the
// server and the program get identical numbers.
#ifndef MEYDAN_ANALYSIS_REVIEW_H
#define MEYDAN_ANALYSIS_REVIEW_H

#include "analysis/chance.h"
#include "analysis/reason.h"

typedef enum ReviewMark {
    MARK_NONE,
    MARK_GREAT,      // the only good move, and not the obvious one
    MARK_INACCURACY, // loses a tenth of the chance to win,
    MARK_MISTAKE,    // a fifth,
    MARK_BLUNDER,    // three tenths or more
    MARKS,
} ReviewMark;

typedef enum ReviewPhase { PHASE_OPENING, PHASE_MIDDLE, PHASE_END, PHASES } ReviewPhase;

enum {
    LOSS_INACCURACY = 100, // fractions of CHANCE_ONE, scaled by chance_sides()
    LOSS_MISTAKE = 200,
    LOSS_BLUNDER = 300,
    LOSS_EQUAL = 50, // a smaller loss counts as equal to the best move
    TURNING_MAX = 3,
};

typedef struct ReviewPly {
    u8 player;
    Move move;
    bool ends;                 // the move ended the game by a win or by repetition
    SearchResult best, played; // equal if the best move was played
    int before, after;         // the mover's chance after the best and after the played move
    int loss;                  // scaled; 0 if the best or an equal move was played
    int share[PLAYERS_MAX];    // chances after the move, by player
    int units[PLAYERS_MAX];    // after the move: marbles each player's side has pushed off, or each
                               // player's steps to the goal
    u8 mark, phase;
    MoveReasons why; // for marked moves; for great ones, their merits
} ReviewPly;

// The part of a ply that totals need.
typedef struct ReviewDigest {
    u8 player, mark, phase;
    int before, after, loss;
} ReviewDigest;

typedef struct ReviewPlayer {
    int moves;
    int accuracy; // permille: 1000 for a move without loss, 500 for a loss of 15 % of the chance
    int loss;     // mean loss
    int marks[MARKS];
} ReviewPlayer;

typedef struct ReviewTotal {
    ReviewPlayer player[PLAYERS_MAX];
    int turning[TURNING_MAX], turnings; // plies from 0, in order
    int begin[PHASES];                  // first ply of each phase; -1 if not reached
} ReviewTotal;

// "great", "inaccuracy", ...; "" for none. "opening", "middle", "end".
const char *mark_name(int mark);
const char *phase_name(int phase);

int review_phase(const Position *position);
// Marbles or steps, by player.
void review_units(const Position *position, int units[PLAYERS_MAX]);

// Reviews the last of `count` >= 1 moves. All must be legal, and the game must not be over before
// the last one. Returns false if a search was interrupted.
bool review_ply(Analysis *analysis, const Position *start, const Move *moves, int count,
                ReviewPly *ply);
// Restores a review from stored searches, without searching. There are no reasons, and no move is
// great. `position` is the one before the move.
void review_recall(const Position *position, Move move, const SearchResult *best,
                   const SearchResult *played, ReviewPly *ply);
ReviewDigest review_digest(const ReviewPly *ply);
// A digest as text: "player mark phase before after loss", players from 0, "-" for no mark, such as
// "1 mistake middle 630 410 220". Reading returns false for other text.
bool review_digest_read(const Variant *variant, Text text, ReviewDigest *digest);
void review_total(const ReviewDigest *plies, int count, ReviewTotal *total);

// The opponent's threat: its best line if it were to move now. `gain` is the gain in chance over
// the current position.
typedef struct Threat {
    u8 player;
    SearchResult result; // from the position with that player to move
    int chance, gain;
    bool real; // it wins a marble or the game, or gains as much as a mistake loses
    MoveReasons why;
} Threat;
// Finds the threat of the next player of another side, after the moves. Returns false if a search
// was interrupted or the game is over.
bool threat_find(Analysis *analysis, const AnalysisPosition *place, Threat *threat);

// The best move and the reasons for it.
typedef struct Hint {
    SearchResult result;
    int chance;
    MoveReasons why;
} Hint;
bool hint_find(Analysis *analysis, const AnalysisPosition *place, Hint *hint);

#endif
