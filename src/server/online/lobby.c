// SPDX-License-Identifier: MIT
#include "server/online/peer.h"

enum {
    OPEN_SHOWN = 60, // games
    LIVE_SHOWN = 24,
    TELL_MS = 1000,       // how often it is told
    TELL_MOVES_MS = 5000, // for the sake of moves only
};

typedef struct Shown {
    const Hub *hub;
    Json *json;
    int left;
} Shown;

static bool show_room(void *context, const Room *room)
{
    Shown *shown = context;
    if (!room->open_to_all) return true;
    message_write_summary(shown->json, NULL, room, hub_watchers(shown->hub, room->id));
    return --shown->left > 0;
}

void hub_write_lobby(const Hub *hub, Json *json)
{
    js_array(json, "open");
    rooms_each(hub->rooms, ROOM_OPEN, show_room, &(Shown){ hub, json, OPEN_SHOWN });
    js_close(json, ']');
    js_array(json, "live");
    rooms_each(hub->rooms, ROOM_LIVE, show_room, &(Shown){ hub, json, LIVE_SHOWN });
    js_close(json, ']');
    js_number(json, "players", hub->sockets);
}

static void write_lobby(Hub *hub, i64 n)
{
    Json *json = hub_fresh(hub);
    message_begin(json, "lobby");
    if (n >= 0) js_number(json, "n", n);
    hub_write_lobby(hub, json);
    js_close(json, '}');
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
