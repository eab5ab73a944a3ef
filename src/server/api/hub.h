// SPDX-License-Identifier: MIT
// The sockets: their people, their subscriptions and their requests.
//
//     news of a room  ->  a message, made once  ->  channel of the game  ->  every peer
//     a message of a socket  ->  an action in a room  ->  ok or error, after the commit
//
// A player who watches their game with some socket is "here". The hub measures how long
// messages travel to a player whose clock runs. It reports the number of watchers, and the lobby,
// at most once per second.
#ifndef MEYDAN_SERVER_API_HUB_H
#define MEYDAN_SERVER_API_HUB_H

#include "server/api/accounts/people.h"
#include "server/api/feature.h"
#include "server/api/messages/game_view.h"
#include "server/cluster/cluster.h"
#include "server/cluster/presence.h"
#include "server/games/live/rooms.h"
#include "server/identity/access.h"
#include "server/kernel/limits.h"
#include "server/kernel/metrics.h"

typedef struct Hub Hub;

typedef struct HubSetup {
    uv_loop_t *loop;
    Presence *presence;
    Store *store;
    RateLimits *limits;
    Metrics *metrics;
    Web *web;
    void *owner;
    i64 (*now)(void *owner);
    // Whether two people may be seated together by quick pairing. May be NULL: all may.
    bool (*may_meet)(void *owner, i64 one, i64 other);
    // Returns whether admit() can answer now, with the person in the cache. Otherwise reads the
    // person and calls web_upgrade later.
    bool (*ready)(void *owner, WebCall *call, const Request *request);
    // The person who opens a socket; false, with the answer, if they may not.
    bool (*admit)(void *owner, const Request *request, Who *who, Answer *refusal);
    Access *access;   // who may play
    Cluster *cluster; // NULL: there are no other nodes
} HubSetup;

// Serves the sockets of /api/v1/socket from now on. NULL if out of memory.
Hub *hub_new(const HubSetup *setup);
// Call first: loading the games already sends news to the hub.
void hub_set_rooms(Hub *hub, Rooms *rooms);
// The features whose messages it takes. A second call isn't allowed.
void hub_set_app(Hub *hub, const App *app);
// As for Web: hub_close ends its timers, the loop is run until it is empty, then comes hub_free.
void hub_close(Hub *hub);
void hub_free(Hub *hub);

// Registers what hubs tell each other.
void hub_add(Hub *hub);

// Of the rooms.
void hub_news(Hub *hub, const News *news);
// The sockets of that session or token, or of all of the person's sessions but one, end, here and
// at other nodes.
void hub_sign_out(Hub *hub, i64 person, const SecretHash *session, const SecretHash *except,
                  bool tokens);
// Closes all sockets of a deleted person, also those opened with tokens, here and at other nodes.
void hub_drop(Hub *hub, i64 person);
// Sends a message to the person's sockets that subscribed to notices, here and at other nodes.
void hub_tell_person(Hub *hub, i64 person, Text json);
// Asks all sockets to move to another node within that time; and closes those that are left, which
// come back too (1012).
void hub_ask_to_reconnect(Hub *hub, int within_ms);
void hub_restart(Hub *hub);
int hub_sockets(const Hub *hub);
// Tells everybody that the server is stopping, and closes.
void hub_bye(Hub *hub, const char *text);

// Sends a message to the sockets of a game's players in these seats, one bit each.
void hub_send_to_seats(Hub *hub, i64 game, u8 seats, Text json);

int hub_watchers(const Hub *hub, i64 game);
int hub_people(const Hub *hub);                 // with a socket, each once
int hub_pool_waiting(const Hub *hub, int pool); // in quick pairing
// The view of games by which lists are written, with the number of watchers of each game.
GamesView hub_view(const Hub *hub);
// Returns false for a game that is open to all while its creator is offline, unless its clock has
// days per move. Such a game is hidden and can't be joined until the creator returns.
bool hub_seek_waits(const Hub *hub, const Room *room);
void hub_gauges(const Hub *hub, Gauges *gauges);

// Writes LOBBY.
extern const Shape LOBBY;
void lobby_write(const Hub *hub, Json *json);

#endif
