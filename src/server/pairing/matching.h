// SPDX-License-Identifier: MIT
// One pool, one round: who sits down together.
//
// Whoever has waited longest chooses first, and takes the nearest by rating of those they may meet:
//
//     rating   1380   1455   1490   1500   1530   1710
//                       |<----- bound ----->|
//                              nearest first, to both sides
//
// The difference must be within the bounds of both. A bound begins with what the rating is
// uncertain by and widens with waiting, without end. People who met in their last game meet again
// only if nobody else waits, or if both have waited for a while.
//
// A table for three or four that does not fill up may have computers: people are asked after a
// while, and those who agree sit down when all who were asked have agreed, or soon after the first.
#ifndef MEYDAN_SERVER_PAIRING_MATCHING_H
#define MEYDAN_SERVER_PAIRING_MATCHING_H

#include "game/game.h"

enum {
    BOUND_MIN = 150,       // rating points, at once
    BOUND_MAX = 350,       // at once, of somebody about whom nothing is known
    BOUND_PER_S = 40,      // it widens by this every second
    BOUND_NONE_MS = 60000, // from then on anybody will do
    REPEAT_MS = 15000,     // both have waited that long: the last opponent will do
    OFFER_MS = 30000,      // when computers are offered for the seats that are free
    OFFER_WAIT_MS = 10000, // how long those who agree wait for the others
    MET_MAX = PLAYERS_MAX - 1,
};

typedef struct Seeker {
    i64 person;
    i32 rating, deviation;
    i64 since_ms;
    i64 met[MET_MAX]; // in their last game; 0: nobody
    i64 agreed_ms;    // computers may have the free seats; 0: they have not said so
} Seeker;

// The rules of a pool. `may_meet` may be NULL: everybody may meet everybody.
typedef struct MatchRules {
    int seats;
    bool (*may_meet)(void *context, i64 one, i64 other);
    void *context;
} MatchRules;

// Indexes of seekers; fewer than there are seats: computers have the others.
typedef struct MatchedTable {
    int people;
    int seeker[PLAYERS_MAX];
} MatchedTable;

// How far from their own rating somebody is seated at that time.
i32 matching_bound(const Seeker *seeker, i64 now_ms);
// Whether computers have been offered to them by now.
bool matching_offered(const Seeker *seeker, int seats, i64 now_ms);

// Fills `tables`, which has space for `count` of them, and answers how many there are. No seeker is
// at two tables. Without memory nobody is seated.
int matching_round(const Seeker *seekers, int count, const MatchRules *rules, i64 now_ms,
                   MatchedTable *tables);

#endif
