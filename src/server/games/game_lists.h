// SPDX-License-Identifier: MIT
// Games that are over: the lists of the archive, and a person's statistics. A number that grows
// with the number of games is updated when a game ends, or computed from a bounded number of latest
// games.
#ifndef MEYDAN_SERVER_GAMES_GAME_LISTS_H
#define MEYDAN_SERVER_GAMES_GAME_LISTS_H

#include "server/games/game_ops.h"

// --- the archive ---------------------------------------------------------------------------------

typedef enum RatedFilter { RATED_OR_NOT, RATED_ONLY, UNRATED_ONLY } RatedFilter;
// Games that are over, the latest end first. Empty texts and zeros mean any.
typedef struct GameFilter {
    i64 player;
    Text variant, speed, result;
    RatedFilter rated;
    bool open_only; // only those open to all
    int plies_min;
    i64 since_ms, until_ms; // of the end, both included
    i64 before;             // a game: only games after it in the list
    int limit;
} GameFilter;
typedef bool SeeGame(void *context, const StoredGame *game);
// False on a read error. `*next` (may be NULL) is the `before` of the next page, or 0 at the end of
// the list. A search for something rare stops after a while to let others have their turn: then it
// has less than `limit` games, and `*next` says where to continue. It is 0 if `see` ended the
// search.
bool games_list(Store *reading, const GameFilter *filter, SeeGame *see, void *context, i64 *next);

// --- a person's statistics -----------------------------------------------------------------------

enum {
    FIGURES_COUNTS,
    FIGURES_BETWEEN,
    FIGURES_RESULTS,
    FIGURES_ENDS,
    FIGURES_BEST_WINS,
    FIGURES_COUNT_SEATS, // by GAMES_END: a GameArg
    FIGURES_COUNT_RESULTS,
    FIGURES_MOVE_COUNTS, // a PersonMove: the first person's are added to the second's
    FIGURES_DROP_COUNTS,
    FIGURES_MOVE_RESULTS,
    FIGURES_DROP_RESULTS,
    FIGURES_OPS
};
extern const StoreOp FIGURE_OPS[FIGURES_OPS];

// Counts over all games that have a result.
typedef struct PersonCounts {
    int games, wins, draws, losses;
} PersonCounts;
// Zeros and true without any; false on a read error. The second: the person's results in games with
// the other, of their last ones.
bool games_counts(Store *reading, i64 person, PersonCounts *counts);
bool games_counts_between(Store *reading, i64 person, i64 other, PersonCounts *counts);

// FIGURES_RESULTS, a read of PersonArg: the same by variant, speed and seat; in no particular
// order.
typedef struct StoredResult {
    Text variant, speed;
    int seat;
    PersonCounts counts;
} StoredResult;

// FIGURES_ENDS: when the person's games ended, the latest first.
typedef struct EndsWanted {
    i64 person;
    i64 after_ms;
    int limit;
} EndsWanted;
typedef struct GameEnded {
    i64 at_ms;
} GameEnded;

// FIGURES_BEST_WINS: of the last rated games won, those against the highest rated; the highest
// first.
typedef struct WinsWanted {
    i64 person;
    int limit;
} WinsWanted;
typedef struct StoredWin {
    i64 game, other;
    Text variant, speed;
    double rating; // the opponent's, before the game
    i64 at_ms;
} StoredWin;

// Operations of the archive, for the table of features.
enum { ARCHIVE_OPS_COUNT = 7 };
extern const StoreOp ARCHIVE_OPS[ARCHIVE_OPS_COUNT];

#endif
