// SPDX-License-Identifier: MIT
#include "server/api/peer.h"

extern const Feature LOBBY_FEATURE;

enum {
    TELL_MS = 1000,       // how often the lobby is sent
    TELL_MOVES_MS = 5000, // how often, if only moves were made
    LOOK_MS = 2000,       // how often presence is checked
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

GamesView hub_view(const Hub *hub)
{
    return (GamesView){ hub->rooms, count_watchers, waits, hub };
}

typedef struct LobbyView {
    Text open, live; // arrays of SUMMARY
    PoolView pool[POOLS_MAX];
    int pools, players;
} LobbyView;
static const Field LOBBY_FIELDS[] = {
    FIELD(LobbyView, open, .as = AS_JSON, .shape = &SUMMARY),
    FIELD(LobbyView, live, .as = AS_JSON, .shape = &SUMMARY),
    FIELD_ARRAY(LobbyView, pool, pools, &POOL_VIEW, .key = "pools",
                .says = "those in which people wait"),
    FIELD(LobbyView, players, .says = "people with a socket"),
};
const Shape LOBBY = SHAPE_NAMED("Lobby", LobbyView, LOBBY_FIELDS);

typedef struct LobbyMessage {
    const char *t;
    i64 n;
    LobbyView lobby;
} LobbyMessage;
static const Shape LOBBY_MESSAGE =
    SHAPE(LobbyMessage, FIELD(LobbyMessage, t, .type = "string"),
          FIELD(LobbyMessage, n, .flags = FIELD_OMIT, .none = -1),
          FIELD_SHAPE(LobbyMessage, lobby, &LOBBY, .flags = FIELD_INLINE));

static void write_with(const Hub *hub, Json *json, const Shape *shape, LobbyMessage *message)
{
    enum { OPEN_MAX = 60, LIVE_MAX = 24 };
    const GamesWanted all_open = { .state = ROOM_OPEN, .public_only = true, .max = OPEN_MAX };
    const GamesWanted all_live = { .state = ROOM_LIVE, .public_only = true, .max = LIVE_MAX };
    GamesView games = hub_view(hub);
    LobbyView *lobby = &message->lobby;
    Json open = { 0 }, live = { 0 };
    games_write(&open, NULL, &games, &all_open);
    games_write(&live, NULL, &games, &all_live);
    lobby->open = js_view(&open);
    lobby->live = js_view(&live);
    lobby->players = hub_people(hub);
    for (int pool = 0; pool < pool_count(); pool++) {
        int waiting = hub_pool_waiting(hub, pool);
        if (waiting) lobby->pool[lobby->pools++] = pool_view(pool, waiting);
    }
    if (open.lost || live.lost)
        json->lost = true;
    else
        js_shape(json, NULL, shape, shape == &LOBBY ? (const void *)lobby : message, NULL);
    js_free(&open);
    js_free(&live);
}

void lobby_write(const Hub *hub, Json *json)
{
    write_with(hub, json, &LOBBY, &(LobbyMessage){ 0 });
}

static void write_lobby(Hub *hub, i64 n)
{
    write_with(hub, hub_fresh(hub), &LOBBY_MESSAGE, &(LobbyMessage){ .t = "lobby", .n = n });
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

// --- the row -------------------------------------------------------------------------------------

static void receive_lobby(const App *app, Peer *peer, i64 n, const void *message)
{
    (void)app;
    (void)message;
    lobby_set(peer, true);
    lobby_send(peer, n);
}

static void receive_unlobby(const App *app, Peer *peer, i64 n, const void *message)
{
    (void)app;
    (void)message;
    lobby_set(peer, false);
    peer_accept(peer, n, 0);
}

static const SocketMessage LOBBY_MESSAGES[] = {
    { .name = "lobby",
      .scope = SCOPE_READ,
      .role = FOR_ANYBODY,
      .shape = &NOTHING,
      .receive = receive_lobby,
      .says = "sends the lobby now and when it changes, at most once per second (for moves alone,"
              " every 5 s)" },
    { .name = "unlobby",
      .scope = SCOPE_READ,
      .role = FOR_ANYBODY,
      .shape = &NOTHING,
      .receive = receive_unlobby,
      .says = "ends that" },
};
const Feature LOBBY_FEATURE = {
    .name = "lobby",
    .tables = (const char *const[]){ NULL },
    .messages = LOBBY_MESSAGES,
    .messages_count = sizeof LOBBY_MESSAGES / sizeof *LOBBY_MESSAGES,
};
