// SPDX-License-Identifier: MIT
// Quick pairing: the people waiting in each pool, and the tables formed from them.
//
//    pairing_enter  ->  waits  ->  pairing_round  ->  Paired: a table, whose people have left all
//                                                     pools
//
// A person may wait in a few pools at once. The last opponents and the number of first moves of the
// latest twenty thousand people are remembered for as long as the server runs.
//
// A game that is called off before each player has moved doesn't count: it changes nothing for
// those who wanted to play. The person who called it off counts as having moved first, so that the
// first move cannot be chosen that way, and is kept out for a while the third time.
#ifndef MEYDAN_SERVER_GAMES_PAIRING_PAIRING_H
#define MEYDAN_SERVER_GAMES_PAIRING_PAIRING_H

#include "server/games/pairing/matching.h"
#include "server/games/pairing/pools.h"

enum {
    OWN_POOLS_MAX = 8,     // per person
    OFF_FORGIVEN = 300000, // ms after which one called-off game is forgiven
    OFF_MAX = 2,           // unforgiven called-off games with which a person may still enter
};

typedef struct Pairing Pairing;

typedef struct PairingSetup {
    // Whether these two may be seated at one table: neither has blocked the other. May be NULL.
    bool (*may_meet)(void *context, i64 one, i64 other);
    void *context;
    u64 seed; // of lots
} PairingSetup;

Pairing *pairing_new(const PairingSetup *setup); // NULL if out of memory
void pairing_free(Pairing *pairing);

typedef struct Entrant {
    i64 person;
    i32 rating, deviation;
} Entrant;

typedef enum Entered {
    ENTERED,
    ENTERED_BEFORE,
    ENTERED_TOO_MANY,
    ENTERED_CALLED_OFF, // too many games called off lately
    ENTERED_NO_MEMORY,
} Entered;
// A person who already waits there keeps their place.
Entered pairing_enter(Pairing *pairing, int pool, const Entrant *entrant, i64 now_ms);
// Leaves all pools. False if the person waited in none.
bool pairing_leave(Pairing *pairing, i64 person);
// Accepts computers for the free seats, in all of the person's pools.
void pairing_agree(Pairing *pairing, i64 person, i64 now_ms);

// A full table. `person` by seat; 0: a computer.
typedef struct Paired {
    int pool;
    int people;
    i64 person[PLAYERS_MAX];
} Paired;
typedef void SeePaired(void *context, const Paired *paired);
// Calls `see` for every table; returns their number. `see` may enter people again, but not remove
// them or start another round.
int pairing_round(Pairing *pairing, i64 now_ms, SeePaired *see, void *context);

// The table's game has begun.
void pairing_begun(Pairing *pairing, const Paired *paired, i64 game);
// The game was called off by `by` (0: unknown). Call once for each `person` at its table.
void pairing_called_off(Pairing *pairing, i64 game, i64 person, i64 by, i64 now_ms);

// --- reading -------------------------------------------------------------------------------------

int pairing_waiting(const Pairing *pairing, int pool); // the number of people
int pairing_people(const Pairing *pairing);            // in all pools, each once
// The pools in which one person waits, in the order of joining.
int pairing_pools_of(const Pairing *pairing, i64 person, int pools[OWN_POOLS_MAX]);
const Seeker *pairing_seekers(const Pairing *pairing, int pool, int *count);

#endif
