// SPDX-License-Identifier: MIT
#include "server/online/peer.h"

enum {
    TELL_MS = 1000,       // how often it is sent
    TELL_MOVES_MS = 5000, // for the sake of moves only
    LOOK_MS = 2000,       // how often it is looked who is there
};

bool hub_seek_waits(const Hub *hub, const Room *room)
{
    if (room->state != ROOM_OPEN || !room->open_to_all) return true;
    return room->speed == SPEED_CORRESPONDENCE ||
           presence_here(hub->setup.presence, room->maker, hub_now(hub));
}

static bool waits(const void *owner, const Room *room)
{
    return hub_seek_waits(owner, room);
}

static int count_watchers(const void *owner, i64 game)
{
    return hub_watchers(owner, game);
}

static int count_pool(const void *owner, int pool)
{
    return hub_pool_waiting(owner, pool);
}

GamesView hub_view(const Hub *hub)
{
    return (GamesView){ hub->rooms, count_watchers, waits, count_pool, hub };
}

static void write_lobby(Hub *hub, i64 n)
{
    GamesView view = hub_view(hub);
    message_write_lobby_news(hub_fresh(hub), n, &view, hub_people(hub));
}

void lobby_send(Peer *peer, i64 n)
{
    write_lobby(peer->hub, n);
    peer_send_json(peer);
}

static void tell_lobby(uv_timer_t *timer)
{
    Hub *hub = timer->data;
    hub->lobby_dirty = hub->lobby_moved = false;
    hub->lobby_told_ms = hub_now(hub);
    if (!hub->in_lobby) return;
    write_lobby(hub, -1);
    Frame *frame = hub->json.lost ? NULL : frame_new(js_view(&hub->json));
    for (Peer *peer = hub->first; frame && peer; peer = peer->next)
        if (peer->lobby) peer_send(peer, frame);
    frame_release(frame);
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

typedef struct Look {
    const Hub *hub;
    u64 seen;
} Look;

static bool look_at(void *context, const Room *room)
{
    Look *look = context;
    if (room->open_to_all && hub_seek_waits(look->hub, room))
        look->seen += (u64)room->id * 0x9e3779b97f4a7c15u;
    return true;
}

void lobby_look(Hub *hub)
{
    if (!hub->in_lobby) return;
    Look look = { hub, (u64)presence_count(hub->setup.presence) };
    rooms_each(hub->rooms, ROOM_OPEN, look_at, &look);
    if (look.seen != hub->lobby_seen) lobby_mark(hub, false);
    hub->lobby_seen = look.seen;
}

static void look_again(uv_timer_t *timer)
{
    lobby_look(timer->data);
}

void lobby_set(Peer *peer, bool in)
{
    if (peer->lobby == in) return;
    peer->lobby = in;
    Hub *hub = peer->hub;
    hub->in_lobby += in ? 1 : -1;
    if (in && hub->in_lobby == 1)
        uv_timer_start(&hub->seeks_timer, look_again, LOOK_MS, LOOK_MS);
    else if (!hub->in_lobby)
        uv_timer_stop(&hub->seeks_timer);
}
