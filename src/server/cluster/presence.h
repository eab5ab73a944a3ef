// SPDX-License-Identifier: MIT
// Presence: one table of the nodes at which people are.
//
//     PLACE_SOCKETS   a person has sockets at a node
//     PLACE_GAME      a player watches their game at a node
//     PLACE_WATCHERS  a game has watchers at a node
//     PLACE_WAITS     a person waits for a quick pairing at a node
//
// A node that leaves, or that sends all it has again without it, ends its places.
//
// A person is present while one of their sockets is open, and for a while after each request. So a
// reload doesn't count as leaving, and a program without a socket is present while it polls.
#ifndef MEYDAN_SERVER_CLUSTER_PRESENCE_H
#define MEYDAN_SERVER_CLUSTER_PRESENCE_H

#include "base/text.h"
#include "server/cluster/nodes.h"

typedef struct Presence Presence;

Presence *presence_new(void); // NULL if out of memory
void presence_free(Presence *presence);

// A visitor without a session: all of one address are one.
i64 presence_visitor(Text address);

// A socket opens; false if out of memory. It closes: `on_purpose` if the page said so.
bool presence_enter(Presence *presence, i64 who, i64 now_ms);
void presence_leave(Presence *presence, i64 who, bool on_purpose, i64 now_ms);
// A request without a socket, here or at another node.
void presence_seen(Presence *presence, i64 who, i64 now_ms);
void presence_seen_at_other_node(Presence *presence, i64 who, i64 now_ms);

// Adds a person's round trip, in microseconds. presence_lag returns the median of the last ones,
// which a few late answers don't affect, or -1 while there are too few.
void presence_add_lag(Presence *presence, i64 who, i32 lag_us);
i32 presence_lag(const Presence *presence, i64 who);

bool presence_here(const Presence *presence, i64 who, i64 now_ms);
// How many have a socket.
int presence_count(const Presence *presence);

// --- places --------------------------------------------------------------------------------------

typedef enum PlaceKind { PLACE_SOCKETS, PLACE_GAME, PLACE_WATCHERS, PLACE_WAITS } PlaceKind;
enum { THIS_NODE = 0 }; // as the node of a place

typedef struct Place {
    PlaceKind kind;
    i64 game, person; // 0 where the kind has none
    NodeId node;      // THIS_NODE, or another one
    i64 count;        // of sockets or watchers
} Place;

// Sets the count; 0 ends the place. Returns the previous count; -1 if out of memory.
i64 presence_set(Presence *presence, const Place *place);
// The places of that game and person, at any node; NULL after the last.
const Place *presence_first(const Presence *presence, PlaceKind kind, i64 game, i64 person);
const Place *presence_next(const Place *place);
bool presence_is_at(const Presence *presence, PlaceKind kind, i64 game, i64 person, NodeId node);
// Ends all of these; `person` 0: of any person.
void presence_end(Presence *presence, PlaceKind kind, i64 game, i64 person);

// Calls `see` for all places of that kind at the node. `see` may end the one that it gets.
typedef void SeePlace(void *context, const Place *place);
void presence_each(const Presence *presence, PlaceKind kind, NodeId node, SeePlace *see,
                   void *context);
// NODE_LEFT or NODE_RETOLD: ends what the node had, or didn't send again, and calls `see` for each
// place that has ended.
void presence_sweep(Presence *presence, PlaceKind kind, const NodeEvent *event, SeePlace *see,
                    void *context);
// NODE_RETELLS: from now on presence_set confirms the node's places.
void presence_doubt(Presence *presence, NodeId node);

// As an owner of topics (cluster.h).
extern const Topic *const PRESENCE_TOPICS[];
void presence_share(Presence *presence, Teller to);
void presence_on_event(void *presence, const NodeEvent *event);

#endif
