// SPDX-License-Identifier: MIT
// Quick pairing: who waits in which pool, and the tables that come of it.
//
//     pairing_enter  ->  waits  ->  pairing_round  ->  Paired: a table, and everybody at it has
//     left
//                                                      all pools
//
// Somebody may wait in a few pools at once. Whom they met last and how often they moved first is
// remembered for as long as the server runs, of the latest twenty thousand people.
//
// A game that is called off before everybody has moved is no game: it changes nothing for those
// who wanted to play. Whoever called it off counts as having moved first, so that nobody picks the
// first move that way, and is kept out for a while the third time.
#ifndef MEYDAN_SERVER_PAIRING_PAIRING_H
#define MEYDAN_SERVER_PAIRING_PAIRING_H

#include "server/pairing/matching.h"
#include "server/pairing/pools.h"

enum {
    OWN_POOLS_MAX = 8,     // of one person
    OFF_FORGIVEN = 300000, // ms after which one game that was called off is forgiven
    OFF_MAX = 2,           // games called off, and not forgiven yet, with which one may enter
};

typedef struct Pairing Pairing;

typedef struct PairingSetup {
    // Whether these two may be seated at one table: neither has blocked the other. May be NULL.
    bool (*may_meet)(void *context, i64 one, i64 other);
    void *context;
    u64 seed; // of lots
} PairingSetup;

Pairing *pairing_new(const PairingSetup *setup); // NULL without memory
void pairing_free(Pairing *pairing);

typedef struct Entrant {
    i64 person;
    i32 rating, deviation;
} Entrant;

typedef enum Entered {
    ENTERED,
    ENTERED_BEFORE,
    ENTERED_TOO_MANY,
    ENTERED_CALLED_OFF, // too many games of late
    ENTERED_NO_MEMORY,
} Entered;
// Who waits there already keeps their place.
Entered pairing_enter(Pairing *pairing, int pool, const Entrant *entrant, i64 now_ms);
// Leaves all pools. False if they waited in none.
bool pairing_leave(Pairing *pairing, i64 person);
// Computers may have the free seats, in all pools where they wait.
void pairing_agree(Pairing *pairing, i64 person, i64 now_ms);

// A table that is full. `person` by seat; 0: a computer.
typedef struct Paired {
    int pool;
    int people;
    i64 person[PLAYERS_MAX];
} Paired;
typedef void SeePaired(void *context, const Paired *paired);
// Calls `see` for every table; answers how many there were. It may enter people again, not leave
// them nor begin another round.
int pairing_round(Pairing *pairing, i64 now_ms, SeePaired *see, void *context);

// The table's game has begun.
void pairing_begun(Pairing *pairing, const Paired *paired, i64 game);
// It was called off, by that person (0: nobody in particular), with this one at the table. To be
// called for each.
void pairing_called_off(Pairing *pairing, i64 game, i64 person, i64 by, i64 now_ms);

// --- reading -------------------------------------------------------------------------------------

int pairing_waiting(const Pairing *pairing, int pool); // people
int pairing_people(const Pairing *pairing);            // in all pools, each once
// The places of one person, in the order in which they were taken.
int pairing_pools_of(const Pairing *pairing, i64 person, int pools[OWN_POOLS_MAX]);
const Seeker *pairing_seekers(const Pairing *pairing, int pool, int *count);

#endif
