// SPDX-License-Identifier: MIT
#include "server/api/peer.h"

#include "platform/array.h"

#include <stdlib.h>

enum {
    WATCHED_MAX = 64, // games a socket
    TELL_MS = 1000,   // how often the number of watchers is reported
};

// --- a game to one peer --------------------------------------------------------------------------

static void send_room(Peer *peer, const Room *room, i64 n)
{
    Hub *hub = peer->hub;
    game_write_watched(hub_fresh(hub), n, room, peer->person, rooms_clock(hub->rooms),
                       hub_watchers(hub, room->id));
    peer_send_json(peer);
}

// A finished game that is being loaded for a watcher.
typedef struct GameLoad {
    Peer *peer;
    i64 game, n;
    bool begins; // the peer begins to watch with this message
    Room *room;
    Fault why;
} GameLoad;

static void load_game(void *context, Store *reading)
{
    GameLoad *load = context;
    load->room = rooms_load_over(reading, load->game, &load->why);
}

static void game_loaded(void *context, bool was_read);

// False if it cannot be read now.
static bool send_game(Peer *peer, i64 game, i64 n, bool begins)
{
    const Room *room = rooms_find(peer->hub->rooms, game);
    if (room) {
        send_room(peer, room, n);
        return true;
    }
    GameLoad *load = calloc(1, sizeof *load);
    if (!load) return false;
    *load = (GameLoad){ .peer = peer, .game = game, .n = n, .begins = begins };
    if (!store_read(peer->hub->setup.store, READ_SHORT, load_game, game_loaded, load)) {
        free(load);
        return false;
    }
    peer->pending++;
    return true;
}

// --- a message to all members --------------------------------------------------------------------

GameChannel *hub_watched(const Hub *hub, i64 game)
{
    GameChannel *channel = channels_find(&hub->channels, game);
    return channel && channel->count ? channel : NULL;
}

void channel_send_json(Hub *hub, const GameChannel *channel)
{
    Frame *frame = hub->json.lost ? NULL : frame_new(js_view(&hub->json));
    for (u32 i = 0; frame && i < channel->count; i++)
        peer_send(channel->member[i].peer, frame);
    frame_release(frame);
}

// --- who is here ---------------------------------------------------------------------------------

void hub_tell_here(Hub *hub, i64 game)
{
    const Room *room = rooms_find(hub->rooms, game);
    const GameChannel *channel = hub_watched(hub, game);
    if (!room || !channel) return;
    game_write_here(hub_fresh(hub), room);
    channel_send_json(hub, channel);
}

// A player of a game came to a node, or left it.
typedef struct HereNews {
    i64 game, person;
    bool here, on_purpose;
} HereNews;
static const Shape HERE_SHAPE = SHAPE(HereNews, FIELD(HereNews, game), FIELD(HereNews, person),
                                      FIELD(HereNews, here), FIELD(HereNews, on_purpose));

static void receive_here(void *owner, Arrival arrival, const void *message)
{
    Hub *hub = owner;
    const HereNews *news = message;
    if (rooms_presence_at(hub->rooms, arrival.from, news->game, news->person, news->here,
                          news->on_purpose))
        hub_tell_here(hub, news->game);
}

const Topic HUB_HERE = { .name = "games.here",
                         .shape = &HERE_SHAPE,
                         .receive = receive_here,
                         .older = { OLDER_HERE, "gpyu" } };

static void set_presence(Hub *hub, i64 game, i64 person, bool here, bool on_purpose)
{
    const Room *room = rooms_find(hub->rooms, game);
    if (rooms_presence(hub->rooms, game, person, here, on_purpose)) hub_tell_here(hub, game);
    if (!hub->setup.cluster || !room || room_seat_of(room, person) < 0) return;
    // Players whose sockets we close have not left: the goodbye tells other nodes that they will
    // reconnect.
    if (!here && nodes_leaves(cluster_nodes(hub->setup.cluster))) return;
    hub_share(hub, &HUB_HERE, &(HereNews){ game, person, here, on_purpose });
}

static bool is_there(const GameChannel *channel, i64 person)
{
    for (u32 i = 0; i < channel->count; i++)
        if (channel->member[i].peer->person == person && channel->member[i].peer->may_play)
            return true;
    return false;
}

// A token that may only read watches its owner's game as a stranger does: the player isn't there.
static bool plays_here(const Peer *peer, const Room *room)
{
    return room && peer->may_play && peer->person && room_seat_of(room, peer->person) >= 0;
}

// How many of a game are at a node.
typedef struct WatchersNews {
    i64 game;
    int count;
} WatchersNews;
static const Shape WATCHERS_SHAPE =
    SHAPE(WatchersNews, FIELD(WatchersNews, game), FIELD(WatchersNews, count));

static void receive_watchers(void *owner, Arrival arrival, const void *message)
{
    const Hub *hub = owner;
    const WatchersNews *news = message;
    const Place place = { PLACE_WATCHERS, news->game, 0, arrival.from, news->count };
    presence_set(hub->setup.presence, &place);
    hub_watchers_changed(owner, news->game);
}

const Topic HUB_WATCHERS = { .name = "games.watchers",
                             .shape = &WATCHERS_SHAPE,
                             .receive = receive_watchers,
                             .older = { OLDER_WATCHERS, "gc" } };

static void share_watchers(const Hub *hub, i64 game, int count)
{
    const Place place = { PLACE_WATCHERS, game, 0, THIS_NODE, count };
    if (presence_set(hub->setup.presence, &place) != count)
        hub_share(hub, &HUB_WATCHERS, &(WatchersNews){ game, count });
}

static void tell_watchers(uv_timer_t *timer)
{
    Hub *hub = timer->data;
    while (hub->dirty) {
        GameChannel *channel = hub->dirty;
        hub->dirty = channel->next_dirty;
        channel->dirty = false;
        int watchers = hub_watchers(hub, channel->game);
        share_watchers(hub, channel->game, channel_watchers(channel));
        if (!channel->count) {
            channels_close(&hub->channels, channel);
        } else if (watchers != channel->told) {
            channel->told = watchers;
            game_write_watchers(hub_fresh(hub), channel->game, watchers);
            channel_send_json(hub, channel);
        }
    }
}

static void mark_dirty(Hub *hub, GameChannel *channel)
{
    if (channel->dirty) return;
    channel->dirty = true;
    channel->next_dirty = hub->dirty;
    hub->dirty = channel;
    if (!uv_is_active((uv_handle_t *)&hub->watchers_timer))
        uv_timer_start(&hub->watchers_timer, tell_watchers, TELL_MS, 0);
}

void hub_watchers_changed(Hub *hub, i64 game)
{
    GameChannel *channel = channels_find(&hub->channels, game);
    if (channel) mark_dirty(hub, channel);
}

static void on_here_changed(void *context, i64 game)
{
    hub_tell_here(context, game);
}

static void place_ended(void *context, const Place *place)
{
    Hub *hub = context;
    if (place->kind == PLACE_WATCHERS) hub_watchers_changed(hub, place->game);
    if (place->kind == PLACE_GAME && rooms_presence_ended(hub->rooms, place))
        hub_tell_here(hub, place->game);
}

static void announce(void *context, const Place *place)
{
    if (place->kind == PLACE_WATCHERS)
        hub_share(context, &HUB_WATCHERS, &(WatchersNews){ place->game, (int)place->count });
    else
        hub_share(context, &HUB_HERE, &(HereNews){ place->game, place->person, true, false });
}

void watching_on_node_event(Hub *hub, const NodeEvent *event)
{
    Presence *presence = hub->setup.presence;
    if (event->kind == NODE_ANNOUNCE) {
        presence_each(presence, PLACE_WATCHERS, THIS_NODE, announce, hub);
        presence_each(presence, PLACE_GAME, THIS_NODE, announce, hub);
    } else if (event->kind == NODE_LEFT || event->kind == NODE_RETOLD) {
        presence_sweep(presence, PLACE_WATCHERS, event, place_ended, hub);
        if (event->kind == NODE_LEFT)
            rooms_node_left(hub->rooms, event->node, event->ms, on_here_changed, hub);
        presence_sweep(presence, PLACE_GAME, event, place_ended, hub);
    }
}

void channel_find_players(Hub *hub, GameChannel *channel, const Room *room)
{
    i64 player[PLAYERS_MAX] = { 0 };
    i64 game = room->id;
    for (int seat = 0; seat < room_players(room); seat++)
        player[seat] = room->seat[seat].person;
    for (u32 i = 0; i < channel->count; i++)
        channel_seat(channel, i, plays_here(channel->member[i].peer, room));
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        if (player[seat] && is_there(channel, player[seat]))
            set_presence(hub, game, player[seat], true, false);
    mark_dirty(hub, channel);
}

void channel_find_missing(Hub *hub, const GameChannel *channel, const Room *room)
{
    for (int seat = 0; seat < room_players(room); seat++) {
        i64 person = room->seat[seat].person;
        if (room->seat[seat].here && !(channel && is_there(channel, person)))
            set_presence(hub, room->id, person, false, false);
    }
}

// --- watching ------------------------------------------------------------------------------------

static Watch *find_watch(Peer *peer, i64 game)
{
    for (u32 i = 0; i < peer->watches; i++)
        if (peer->watch[i].channel->game == game) return &peer->watch[i];
    return NULL;
}

void channel_reset(GameChannel *channel)
{
    for (u32 i = 0; i < channel->count; i++)
        send_game(channel->member[i].peer, channel->game, -1, false);
}

static bool grow_watches(Peer *peer)
{
    Watch *watch = array_grow(peer->watch, &peer->watch_capacity, peer->watches + 1, sizeof *watch);
    if (watch) peer->watch = watch;
    return watch;
}

// An empty channel stays until its next message is due, as a watcher may return.
static void close_if_empty(Hub *hub, GameChannel *channel)
{
    if (!channel->count) mark_dirty(hub, channel);
}

static bool begin_watch(Peer *peer, i64 game)
{
    Hub *hub = peer->hub;
    GameChannel *channel = grow_watches(peer) ? channels_open(&hub->channels, game) : NULL;
    if (!channel) return false;
    i32 place = channel_join(channel, peer);
    if (place < 0) {
        close_if_empty(hub, channel);
        return false;
    }
    peer->watch[peer->watches++] = (Watch){ channel, (u32)place };
    const Room *room = rooms_find(hub->rooms, game);
    channel_seat(channel, (u32)place, plays_here(peer, room));
    mark_dirty(hub, channel);
    return true;
}

static void end_watch(Peer *peer, Watch *watch)
{
    Hub *hub = peer->hub;
    GameChannel *channel = watch->channel;
    bool seated = channel->member[watch->place].seated;
    Peer *moved = channel_leave(channel, watch->place);
    if (moved) find_watch(moved, channel->game)->place = watch->place;
    *watch = peer->watch[--peer->watches];
    if (seated && !is_there(channel, peer->person))
        set_presence(hub, channel->game, peer->person, false, peer->on_purpose);
    mark_dirty(hub, channel);
    close_if_empty(hub, channel);
}

void peer_unwatch(Peer *peer, i64 game)
{
    Watch *watched = find_watch(peer, game);
    if (watched) end_watch(peer, watched);
}

void peer_unwatch_all(Peer *peer)
{
    while (peer->watches)
        end_watch(peer, &peer->watch[peer->watches - 1]);
}

static void refuse_watch(Peer *peer, i64 game, i64 n, bool begins, ErrorCode code, const char *text)
{
    Watch *watch = begins ? find_watch(peer, game) : NULL;
    if (watch) end_watch(peer, watch);
    if (n >= 0 || begins) peer_refuse(peer, n, code, text);
}

static void game_loaded(void *context, bool was_read)
{
    GameLoad *load = context;
    Peer *peer = load->peer;
    Hub *hub = peer->hub;
    const Room *room =
        rooms_find(hub->rooms, load->game); // it may have been loaded again meanwhile
    peer->pending--;
    if (load->room)
        limits_charge_load(hub->setup.limits, text_of(peer->address), hub_now(hub),
                           load->room->match.count);
    if (!peer->socket) {
        // All watchers have left.
    } else if (room || load->room) {
        send_room(peer, room ? room : load->room, load->n);
    } else if (!was_read || load->why.message[0]) {
        refuse_watch(peer, load->game, load->n, load->begins, ERROR_FAILED,
                     "the game cannot be read");
    } else {
        refuse_watch(peer, load->game, load->n, load->begins, ERROR_NOT_FOUND,
                     "there is no such game");
    }
    rooms_free_room(load->room);
    free(load);
    peer_free_if_done(peer);
}

// Loading a game from the store costs more the longer the game is.
static bool may_watch(const Peer *peer, i64 game)
{
    Hub *hub = peer->hub;
    return rooms_find(hub->rooms, game) ||
           limits_take_address(hub->setup.limits, LIMIT_LOAD, text_of(peer->address), hub_now(hub),
                               NULL);
}

void peer_watch(Peer *peer, i64 n, i64 game)
{
    Hub *hub = peer->hub;
    bool already = find_watch(peer, game) != NULL;
    if (!may_watch(peer, game)) {
        hub->setup.metrics->too_fast++;
        peer_refuse(peer, n, ERROR_TOO_FAST, "too many old games; wait a second");
    } else if (!already && peer->watches >= WATCHED_MAX) {
        peer_refuse(peer, n, ERROR_TOO_MANY, "this socket watches too many games");
    } else if (!already && !begin_watch(peer, game)) {
        peer_refuse(peer, n, ERROR_FAILED, "out of memory");
    } else if (!send_game(peer, game, n, !already)) {
        refuse_watch(peer, game, n, !already, ERROR_FAILED, "the game cannot be read");
    } else if (peer->person && peer->may_play) {
        set_presence(hub, game, peer->person, true, false);
    }
}

// --- players only --------------------------------------------------------------------------------

void channel_send_to_seats(Hub *hub, i64 game, const i64 *person, u8 seats, Text json)
{
    GameChannel *channel = channels_find(&hub->channels, game);
    if (!channel) return;
    Frame *frame = frame_new(json);
    for (u32 i = 0; frame && i < channel->count; i++) {
        Peer *peer = channel->member[i].peer;
        bool receives = false;
        for (int seat = 0; peer->person && seat < PLAYERS_MAX; seat++)
            receives = receives || (person[seat] == peer->person && seats >> seat & 1);
        if (receives) peer_send(peer, frame);
    }
    frame_release(frame);
}

// Whether the same message came a moment ago. Until the release after the next, nodes send each
// line twice: on a topic and in the form of version 0.2.0.
static bool is_repeated(Hub *hub, Text json)
{
    u64 hash = 14695981039346656037u; // FNV-1a
    for (size_t i = 0; i < json.length; i++)
        hash = (hash ^ (u8)json.at[i]) * 1099511628211u;
    for (int i = 0; i < RECENT_MAX; i++)
        if (hub->recent[i] == hash) return true;
    hub->recent[hub->recent_next++ % RECENT_MAX] = hash;
    return false;
}

void hub_send_to_seats(Hub *hub, i64 game, u8 seats, Text json)
{
    if (is_repeated(hub, json)) return;
    i64 person[PLAYERS_MAX] = { 0 };
    const Room *room = rooms_find(hub->rooms, game);
    if (!room) return; // players read it when they open the game
    for (int seat = 0; seat < room_players(room); seat++)
        person[seat] = room->seat[seat].person;
    channel_send_to_seats(hub, game, person, seats, json);
}
