// SPDX-License-Identifier: MIT
// One pool, one round: forms the tables.
//
// The person who has waited longest chooses first, and takes the nearest by rating of those they
// may meet:
//
//    rating   1380   1455   1490   1500   1530   1710
//                      |<----- bound ----->|
//                             nearest first, to both sides
//
// The difference must be within the bounds of both. A bound starts from the uncertainty of the
// rating and widens with waiting, without end. People who met in their last game meet again only if
// they are alone, or if both have waited for a while.
//
// An incomplete table for three or four may have computers: people get the offer after a while, and
// those who agree are seated when all have agreed, or soon after the first one.
#ifndef MEYDAN_SERVER_GAMES_PAIRING_MATCHING_H
#define MEYDAN_SERVER_GAMES_PAIRING_MATCHING_H

#include "game/game.h"

enum {
    BOUND_MIN = 150,       // rating points, at the start
    BOUND_MAX = 350,       // at the start, for a player without a known rating
    BOUND_PER_S = 40,      // it widens by this every second
    BOUND_NONE_MS = 60000, // from then on any rating fits
    REPEAT_MS = 15000,     // if both have waited that long, they may meet again
    OFFER_MS = 30000,      // when computers are offered for the free seats
    OFFER_WAIT_MS = 10000, // how long those who agree wait for the others
    MET_MAX = PLAYERS_MAX - 1,
};

typedef struct Seeker {
    i64 person;
    i32 rating, deviation;
    i64 since_ms;
    i64 met[MET_MAX]; // opponents in their last game; 0: none
    i64 agreed_ms;    // when they accepted computers in the free seats; 0: not yet
} Seeker;

// The rules of a pool. `may_meet` may be NULL: then any two may meet.
typedef struct MatchRules {
    int seats;
    bool (*may_meet)(void *context, i64 one, i64 other);
    void *context;
} MatchRules;

// Indexes of seekers; if there are fewer than seats, computers have the others.
typedef struct MatchedTable {
    int people;
    int seeker[PLAYERS_MAX];
} MatchedTable;

// How far from their own rating this seeker may be seated at that time.
i32 matching_bound(const Seeker *seeker, i64 now_ms);
// Whether computers have been offered to them by now.
bool matching_offered(const Seeker *seeker, int seats, i64 now_ms);

// Fills `tables`, which has space for `count`, and returns their number. No seeker is at two
// tables. If out of memory, it seats no seeker.
int matching_round(const Seeker *seekers, int count, const MatchRules *rules, i64 now_ms,
                   MatchedTable *tables);

#endif
