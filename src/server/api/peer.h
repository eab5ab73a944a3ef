// SPDX-License-Identifier: MIT
// Shared by the files of the hub. A peer is a socket with everything that the hub knows of it.
//
//     hub.c            the whole: sockets come and go, news of rooms
//     peer.c           what is sent to a peer
//     watching.c       which games it watches, and which of their players are here
//     lobby.c          the lobby, to those who look at it
//     challenges.c     who is challenged by whom, to those concerned
//     pairs.c          quick pairing, for those who wait
//     peer_messages.c  what it says: messages, actions, how far away it is
#ifndef MEYDAN_SERVER_API_PEER_H
#define MEYDAN_SERVER_API_PEER_H

#include "platform/hash.h"
#include "server/api/channel.h"
#include "server/api/hub.h"
#include "server/api/messages/game_view.h"
#include "server/api/messages/pool_view.h"
#include "server/api/messages/reply_messages.h"
#include "server/games/pairing/pairing.h"

enum { PEER_ADDRESS = 64 };

typedef struct Watch {
    GameChannel *channel;
    u32 place;
} Watch;

// Of a socket that asked for quick pairing, by its person.
typedef struct PairLink {
    HashLink link;
    Peer *peer;
} PairLink;

// Of a socket that hears its person's notices, by that person.
typedef struct NotificationLink {
    HashLink link;
    Peer *peer;
} NotificationLink;

// Of a socket with a person, by its person.
typedef struct PersonPeer {
    HashLink link;
    Peer *peer;
} PersonPeer;

struct Peer {
    Hub *hub;
    Socket *socket; // NULL once it has closed
    Peer *next, *previous;
    i64 person; // 0: only watches
    i64 who;    // in Presence
    SecretHash hash;
    bool session, token;
    bool may_play;  // false for a token that may only read
    i64 expires_ms; // of the session or the token, 0 for never
    bool lobby;
    PersonPeer by_person;
    bool challenges; // asked for them
    bool pairs;      // asked for quick pairing
    PairLink pair_link;
    bool hears; // of notices
    NotificationLink notification_link;
    bool on_purpose; // the page announced that it is closing
    int pending;     // actions without an answer
    char address[PEER_ADDRESS];
    Bucket bucket;
    int refused;  // for their rate
    i32 lag_us;   // -1: not measured
    int outliers; // replies much later than the connection's lag explains
    i64 pinged_ms;
    Watch *watch;
    u32 watches;
    size_t watch_capacity;
};

enum { RECENT_MAX = 64 };

struct Hub {
    u64 recent[RECENT_MAX]; // hashes of the latest messages from other nodes to seats, a ring
    u32 recent_next;
    HubSetup setup;
    Rooms *rooms;
    HashTable channels; // GameChannel by game
    GameChannel *dirty;
    Peer *first;
    int sockets, in_lobby;
    bool lobby_dirty, lobby_moved;
    i64 lobby_told_ms;
    u64 lobby_seen; // version of the seeks and counts that were sent
    uv_timer_t lobby_timer, watchers_timer, seeks_timer, pairs_timer;
    Pairing *pairing;
    HashTable people;                        // PersonPeer by person
    HashTable pairs;                         // PairLink by person
    HashTable hearers;                       // NotificationLink by person
    u32 pool_seen[POOLS_MAX];                // the state that was sent to those at tables
    Json json;                               // buffer of the message under construction
    const App *app;                          // NULL until the features are open
    HandlerCost *cost[FEATURE_MESSAGES_MAX]; // of messages, in the order of the rows
};

i64 hub_now(const Hub *hub);
// Sends to the other nodes, if there are any.
void hub_share(const Hub *hub, const Topic *topic, const void *message);
extern const Topic HUB_NOTICE, HUB_HERE, HUB_WATCHERS, HUB_WAITS, HUB_STOPS_WAITING, HUB_PAIRED;
// Updates the hub when a node joins, leaves or announces all its topics.
void watching_on_node_event(Hub *hub, const NodeEvent *event);
void pairs_on_node_event(Hub *hub, const NodeEvent *event);

// --- peer.c --------------------------------------------------------------------------------------

// Closes the socket if its session or token has expired; returns whether it did.
bool peer_expired(Peer *peer);
void peer_send(Peer *peer, Frame *frame);
// Clears the buffer for messages; sends the message in it.
Json *hub_fresh(Hub *hub);
void peer_send_json(Peer *peer);
void peer_refuse(Peer *peer, i64 n, ErrorCode code, const char *text);
void peer_accept(Peer *peer, i64 n, i64 game); // nothing if it has no number
// A peer is there until its socket has closed and its last action is decided.
void peer_free_if_done(Peer *peer);

// --- watching.c ----------------------------------------------------------------------------------

void peer_watch(Peer *peer, i64 n, i64 game);
// The game's channel if it has members, so that a message without a receiver need not be made.
GameChannel *hub_watched(const Hub *hub, i64 game);
// Sends the message of hub_fresh to the members; sends them the whole game again.
void channel_send_json(Hub *hub, const GameChannel *channel);
void channel_reset(GameChannel *channel);
// Sends it to the members of the game's channel who sit in one of `seats`; `person` has who sits
// where.
void channel_send_to_seats(Hub *hub, i64 game, const i64 *person, u8 seats, Text json);
void peer_unwatch(Peer *peer, i64 game);
void peer_unwatch_all(Peer *peer);
// The seats of the room have changed: which members play, and which players are here.
void channel_find_players(Hub *hub, GameChannel *channel, const Room *room);
// Marks players without sockets here, after a seat changed hands. The channel may be NULL.
void channel_find_missing(Hub *hub, const GameChannel *channel, const Room *room);

void hub_tell_here(Hub *hub, i64 game);
void hub_watchers_changed(Hub *hub, i64 game);

// --- lobby.c -------------------------------------------------------------------------------------

// Sends the lobby to its watchers soon, or later if only moves were made.
void lobby_mark(Hub *hub, bool only_moves);
// Sends the lobby soon, because people, or creators of open games, came or left.
void lobby_look(Hub *hub);
void lobby_set(Peer *peer, bool in);
void lobby_send(Peer *peer, i64 n);

// Subscribes the peer to notices, or ends the subscription.
void peer_hear(Peer *peer, bool hears);

// --- challenges.c -------------------------------------------------------------------------------

// Something has changed in a room that may be a challenge.
void challenges_changed(Hub *hub, const Room *room);

// --- pairs.c -------------------------------------------------------------------------------------

bool pairs_open(Hub *hub); // false if out of memory
void pairs_closed(Peer *peer);
// Players of a game that starts stop waiting.
void pairs_started(Hub *hub, const Room *room);
void pairs_called_off(Hub *hub, const Room *room, i64 by);

// --- peer_messages.c -----------------------------------------------------------------------------

// As SocketHandler has them; `context` is the hub.
void peer_message(void *context, Socket *socket, Text text);
void peer_pong(void *context, Socket *socket, u32 round_trip_us);
// Takes a token of those for making games; false if there is none.
bool peer_may_make(const Peer *peer);
// The lag that is refunded to this player, in microseconds: at most the round trip that the kernel
// measures, which a client can't fake, and at most the player's usual lag.
i32 peer_lag_refund(const Peer *peer);
// Measures the lag of the player whose clock begins to run.
void channel_measure_turn(const GameChannel *channel, const Room *room, int turn);

#endif
