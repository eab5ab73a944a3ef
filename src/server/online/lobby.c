// SPDX-License-Identifier: MIT
#include "server/online/peer.h"

enum {
    TELL_MS = 1000,       // how often it is sent
    TELL_MOVES_MS = 5000, // for the sake of moves only
};

static int count_watchers(const void *owner, i64 game)
{
    return hub_watchers(owner, game);
}

GamesView hub_view(const Hub *hub)
{
    return (GamesView){ hub->rooms, count_watchers, hub };
}

static void write_lobby(Hub *hub, i64 n)
{
    GamesView view = hub_view(hub);
    message_write_lobby_news(hub_fresh(hub), n, &view, hub->sockets);
}

void lobby_send(Peer *peer, i64 n)
{
    write_lobby(peer->hub, n);
    peer_send_json(peer);
}

static void on_lobby_news(void *context, Topic topic, Text message)
{
    Hub *hub = context;
    (void)topic;
    Frame *frame = frame_new(message);
    for (Peer *peer = hub->first; peer; peer = peer->next)
        if (peer->lobby) peer_send(peer, frame);
    frame_release(frame);
}

static void tell_lobby(uv_timer_t *timer)
{
    Hub *hub = timer->data;
    hub->lobby_dirty = hub->lobby_moved = false;
    hub->lobby_told_ms = hub_now(hub);
    if (!hub->in_lobby) return;
    write_lobby(hub, -1);
    hub_publish(hub, TOPIC_LOBBY);
}

void lobby_mark(Hub *hub, bool only_moves)
{
    if (!hub->in_lobby || hub->lobby_dirty || (only_moves && hub->lobby_moved)) return;
    if (only_moves)
        hub->lobby_moved = true;
    else
        hub->lobby_dirty = true;
    i64 due = hub->lobby_told_ms + (only_moves ? TELL_MOVES_MS : TELL_MS) - hub_now(hub);
    uv_timer_start(&hub->lobby_timer, tell_lobby, due > 0 ? (u64)due : 0, 0);
}

void lobby_set(Peer *peer, bool in)
{
    if (peer->lobby == in) return;
    peer->lobby = in;
    peer->hub->in_lobby += in ? 1 : -1;
}

bool lobby_open(Hub *hub)
{
    hub->lobby = bus_subscribe(hub->setup.bus, TOPIC_LOBBY, on_lobby_news, hub);
    return hub->lobby != NULL;
}
