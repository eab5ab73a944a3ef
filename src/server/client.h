// SPDX-License-Identifier: MIT
// Inside the hub: what its files share. A client is a socket and all that the hub knows of it.
//
//     hub.c        the whole: sockets come and go, news of play
//     client.c     what is sent to a client
//     watching.c   which games it watches, and who of their players is here
//     lobby.c      the lobby, to those who look at it
//     speaking.c   what it says: messages, actions, how far away it is
#ifndef MEYDAN_SERVER_CLIENT_H
#define MEYDAN_SERVER_CLIENT_H

#include "server/channel.h"
#include "server/hub.h"
#include "server/messages.h"

enum { CLIENT_ADDRESS = 64 };
// Topics are game ids, which begin at 1.
enum { TOPIC_LOBBY = 0 };

typedef struct Watch {
    Channel *channel;
    u32 place;
} Watch;

struct Client {
    Hub *hub;
    Socket *socket; // NULL once it has closed
    Client *next, *previous;
    i64 person; // 0: only watches
    SecretHash hash;
    bool session, token;
    bool lobby;
    bool on_purpose; // the page said that it is being closed
    int pending;     // actions without an answer
    char address[CLIENT_ADDRESS];
    Bucket bucket;
    int refused; // for their rate
    i32 lag_us;  // -1: not measured
    i64 pinged_ms;
    Watch *watch;
    u32 watches, watch_room;
};

struct Hub {
    HubSetup setup;
    Play *play;
    Channels channels;
    Channel *dirty;
    Client *first;
    int sockets, in_lobby;
    Subscription *lobby;
    bool lobby_dirty, lobby_moved;
    i64 lobby_told_ms;
    uv_timer_t lobby_timer, watchers_timer;
    Json json; // the message that is being made
};

i64 hub_now(const Hub *hub);

// --- client.c ------------------------------------------------------------------------------------

void client_send(Client *client, Frame *frame);
// The one message that is being made: begun anew; sent to one; told to all who listen to a topic.
Json *hub_fresh(Hub *hub);
void client_send_json(Client *client);
void hub_publish(Hub *hub, Topic topic);
void client_refuse(Client *client, i64 n, const char *code, const char *text);
void client_accept(Client *client, i64 n, i64 game); // nothing if it has no number
// A client is there until its socket has closed and its last action is decided.
void client_free_if_done(Client *client);

// --- watching.c ----------------------------------------------------------------------------------

void client_watch(Client *client, const Message *message);
void client_unwatch(Client *client, i64 game);
void client_unwatch_all(Client *client);
// Who sits in the room has changed: who of the members plays, and who of the players is here.
void channel_find_players(Hub *hub, Channel *channel, const Room *room);
// Somebody has become somebody else, whose sockets may not be here. The channel may be NULL.
void channel_find_missing(Hub *hub, const Channel *channel, const Room *room);

// --- lobby.c -------------------------------------------------------------------------------------

bool lobby_open(Hub *hub); // false without memory
// Those who look at it are told soon, later if only moves were made.
void lobby_mark(Hub *hub, bool only_moves);
void lobby_set(Client *client, bool in);
void lobby_send(Client *client, i64 n);

// --- speaking.c ----------------------------------------------------------------------------------

// Measures how far away the player is whose clock begins to run.
void channel_measure_turn(const Channel *channel, const Room *room, int turn);

#endif
