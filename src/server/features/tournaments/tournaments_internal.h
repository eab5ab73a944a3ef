// SPDX-License-Identifier: MIT
// Internal to the feature: held.c, drive.c, table_games.c, subscribers.c, tournaments.c and the
// routes share it.
#ifndef MEYDAN_SERVER_FEATURES_TOURNAMENTS_TOURNAMENTS_INTERNAL_H
#define MEYDAN_SERVER_FEATURES_TOURNAMENTS_TOURNAMENTS_INTERNAL_H

#include "server/api/hub.h"
#include "server/api/peer.h"
#include "server/features/tournaments/held.h"

// A game in progress, by its id: whose end concerns a tournament.
typedef struct TableGameLink {
    HashLink link;
    i64 tournament;
} TableGameLink;

// A socket subscribed to a tournament.
typedef struct Subscriber {
    HashLink link; // by tournament
    struct Subscriber *next;
    Peer *peer;
    i64 tournament;
} Subscriber;

struct Tournaments {
    const App *app;
    HashTable held; // Held by id
    Held *first_held;
    HashTable games;       // TableGameLink by game
    HashTable subscribers; // Subscriber by tournament
    Subscriber *first_subscriber;
    uv_timer_t timer;
    i64 listed_ms; // when the active ones were last read
    bool listing, stopping;
    int count; // of held
    u64 decisions, conflicts, driven, games_made;
};
extern const Feature TOURNAMENTS;

// --- drive.c -------------------------------------------------------------------------------------

// Drives it soon, if this node keeps it.
void tournament_drive(Tournaments *all, i64 tournament);
bool tournament_kept(const Tournaments *all, i64 tournament);
// A game of it is over. `later`: the message of who called it off may still arrive.
void tournament_game_over(Tournaments *all, i64 tournament, GameHint hint, bool later);
// In a job: starts it; pairs the next round now. Refuses the ask if that isn't possible.
bool drive_start(Held *held, Ask *ask, i64 by, Text why);
bool drive_next(Held *held, Ask *ask, i64 by, Text why);

// --- table_games.c -------------------------------------------------------------------------------

// In a job. Takes the results of its games that are over (`every`: looks at all open ones). Gives
// games to tables that need one.
void tables_look(Held *held, i64 now_ms, Store *reading, const GameHint *hint, size_t hints,
                 bool every);
void tables_give(Held *held, i64 now_ms, Store *reading);
// After the commit: makes them, and tells the players.
void tables_make(Tournaments *all, Held *held);

// --- subscribers.c -------------------------------------------------------------------------------

void subscribers_tell(Tournaments *all, i64 tournament, i64 number);
void subscribers_closed(Tournaments *all, const Peer *peer);
extern const SocketMessage TOURNAMENT_MESSAGES[];
enum { TOURNAMENT_MESSAGE_COUNT = 2 };

// --- tournament_routes.c -------------------------------------------------------------------------

extern const Route TOURNAMENT_ROUTES[];
enum { TOURNAMENT_ROUTE_COUNT = 19 };

#endif
