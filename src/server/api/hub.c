// SPDX-License-Identifier: MIT
#include "server/api/peer.h"

#include <stdlib.h>
#include <string.h>

enum { CLOSE_SIGNED_OUT = 4001 };

i64 hub_now(const Hub *hub)
{
    return hub->setup.now(hub->setup.owner);
}

void hub_share(const Hub *hub, const Topic *topic, const void *message)
{
    cluster_tell(hub->setup.cluster, topic, message);
}

// --- sockets -------------------------------------------------------------------------------------

static bool on_ready(void *context, WebCall *call, const Request *request)
{
    Hub *hub = context;
    return hub->setup.ready(hub->setup.owner, call, request);
}

static bool on_open(void *context, Socket *socket, const Request *request, Answer *refusal)
{
    Hub *hub = context;
    Who who;
    if (!hub->setup.admit(hub->setup.owner, request, &who, refusal)) return false;
    Peer *peer = calloc(1, sizeof *peer);
    if (!peer) return false;
    peer->hub = hub;
    peer->socket = socket;
    peer->person = who.person.id;
    peer->hash = who.hash;
    peer->session = who.session;
    peer->token = who.token;
    peer->may_play = people_may(&who, TOKEN_PLAY);
    peer->expires_ms = who.person.proof_expires_ms;
    peer->lag_us = -1;
    peer->who = peer->person ? peer->person : presence_visitor(request->address);
    if (!presence_enter(hub->setup.presence, peer->who, hub_now(hub))) {
        free(peer);
        return false;
    }
    Out out = out_to(peer->address, sizeof peer->address);
    out_text(&out, request->address);
    peer->next = hub->first;
    if (hub->first) hub->first->previous = peer;
    hub->first = peer;
    if (peer->person) {
        peer->by_person.peer = peer;
        hash_add_last(&hub->people, &peer->by_person.link, (u64)peer->person);
    }
    hub->sockets++;
    hub->setup.metrics->sockets++;
    socket_set_data(socket, peer);
    lobby_look(hub);
    return true;
}

static void on_closed(void *context, Socket *socket)
{
    Hub *hub = context;
    Peer *peer = socket_data(socket);
    peer->socket = NULL;
    if (hub->app) features_on_peer_closed(hub->app, peer);
    peer_unwatch_all(peer);
    pairs_closed(peer);
    peer_hear(peer, false);
    lobby_set(peer, false);
    presence_leave(hub->setup.presence, peer->who, peer->on_purpose, hub_now(hub));
    if (peer->person) hash_remove(&hub->people, &peer->by_person.link);
    if (peer->previous)
        peer->previous->next = peer->next;
    else
        hub->first = peer->next;
    if (peer->next) peer->next->previous = peer->previous;
    hub->sockets--;
    peer_free_if_done(peer);
}

// These sockets of the person end: that session's or token's, or all but one.
typedef struct SignedOut {
    i64 person;
    SecretHash session, except; // zeros: none
    bool tokens;
} SignedOut;
static const Shape SIGNED_OUT_SHAPE =
    SHAPE(SignedOut, FIELD(SignedOut, person), FIELD(SignedOut, session), FIELD(SignedOut, except),
          FIELD(SignedOut, tokens));

static bool is_set(const SecretHash *hash)
{
    static const SecretHash NONE;
    return memcmp(hash, &NONE, sizeof NONE) != 0;
}

static void sign_out(const Hub *hub, const SignedOut *out)
{
    for (Peer *peer = hub->first; peer; peer = peer->next) {
        if (peer->person != out->person || !(peer->session || peer->token)) continue;
        bool session = is_set(&out->session);
        const SecretHash *compared = session ? &out->session : &out->except;
        bool concerned = session == !memcmp(&peer->hash, compared, sizeof *compared);
        if (!session && peer->token) concerned = out->tokens;
        if (concerned) socket_close(peer->socket, CLOSE_SIGNED_OUT, "signed out");
    }
}

static void receive_signed_out(void *owner, Arrival arrival, const void *message)
{
    (void)arrival;
    sign_out(owner, message);
}

static const Topic SIGNED_OUT = { .name = "people.signed_out",
                                  .shape = &SIGNED_OUT_SHAPE,
                                  .receive = receive_signed_out,
                                  .older = { OLDER_SIGNED_OUT, "phxy" } };

void hub_sign_out(Hub *hub, i64 person, const SecretHash *session, const SecretHash *except,
                  bool tokens)
{
    SignedOut out = { .person = person, .tokens = tokens };
    if (session) out.session = *session;
    if (except) out.except = *except;
    sign_out(hub, &out);
    hub_share(hub, &SIGNED_OUT, &out);
}

static void drop(const Hub *hub, i64 person)
{
    for (Peer *peer = hub->first; peer; peer = peer->next)
        if (peer->person == person) socket_close(peer->socket, CLOSE_SIGNED_OUT, "signed out");
    access_forget(hub->setup.access, person);
}

static void receive_dropped(void *owner, Arrival arrival, const void *message)
{
    (void)arrival;
    drop(owner, ((const PersonArg *)message)->person);
}

static const Topic DROPPED = { .name = "people.gone",
                               .shape = &PERSON_ARG,
                               .receive = receive_dropped,
                               .older = { OLDER_DROPPED, "p" } };

void hub_drop(Hub *hub, i64 person)
{
    drop(hub, person);
    hub_share(hub, &DROPPED, &(PersonArg){ person });
}

static void send_to_all(Hub *hub)
{
    Frame *frame = hub->json.lost ? NULL : frame_new(js_view(&hub->json));
    for (Peer *peer = hub->first; frame && peer; peer = peer->next)
        peer_send(peer, frame);
    frame_release(frame);
}

void hub_ask_to_reconnect(Hub *hub, int within_ms)
{
    reply_write_reconnect(hub_fresh(hub), within_ms);
    send_to_all(hub);
}

void hub_restart(Hub *hub)
{
    for (Peer *peer = hub->first; peer; peer = peer->next)
        socket_close(peer->socket, CLOSE_RESTARTS, "connect again");
}

int hub_sockets(const Hub *hub)
{
    return hub->sockets;
}

void hub_bye(Hub *hub, const char *text)
{
    reply_write_bye(hub_fresh(hub), text);
    send_to_all(hub);
    for (Peer *peer = hub->first; peer; peer = peer->next)
        socket_close(peer->socket, CLOSE_GOING_AWAY, "the server is stopping");
}

// --- news of rooms -------------------------------------------------------------------------------

// Handles the consequences of an event, besides reporting it.
static void after_event(Hub *hub, const News *news)
{
    EventKind kind = news->event->kind;
    GameChannel *channel = channels_find(&hub->channels, news->game);
    bool people =
        kind == EVENT_SIT || kind == EVENT_STAND || kind == EVENT_START || kind == EVENT_DECLINE;
    if (kind == EVENT_START) pairs_started(hub, news->room);
    if (kind == EVENT_END && news->event->aborted)
        pairs_called_off(hub, news->room, news->event->person);
    if (people || kind == EVENT_END) challenges_changed(hub, news->room);
    if (news->room->open_to_all) lobby_mark(hub, !people && kind != EVENT_END);
    if (!channel) return;
    channel_measure_turn(channel, news->room, news->turn);
    if (people) channel_find_players(hub, channel, news->room);
}

void hub_news(Hub *hub, const News *news)
{
    GameChannel *channel = hub_watched(hub, news->game);
    switch (news->kind) {
    case NEWS_EVENT:
        if (channel) {
            game_write_event(hub_fresh(hub), news);
            channel_send_json(hub, channel);
        }
        after_event(hub, news);
        break;
    case NEWS_MADE:
        if (news->room->open_to_all) lobby_mark(hub, false);
        challenges_changed(hub, news->room);
        break;
    case NEWS_RESET:
        if (channel) channel_reset(channel);
        channel = channels_find(&hub->channels, news->game);
        if (channel && news->room) channel_find_players(hub, channel, news->room);
        if (news->room) channel_find_missing(hub, channel, news->room);
        if (news->room) challenges_changed(hub, news->room);
        lobby_mark(hub, false);
        break;
    case NEWS_REMATCH:
        if (!channel) break;
        game_write_rematch(hub_fresh(hub), news->game, news->next);
        channel_send_json(hub, channel);
        break;
    case NEWS_WAITING:
        if (!channel) break;
        game_write_waiting(hub_fresh(hub), news);
        channel_send_json(hub, channel);
        break;
    case NEWS_TURN:
    case NEWS_CLOSED: break;
    }
}

void hub_set_app(Hub *hub, const App *app)
{
    int place = 0;
    hub->app = app;
    for (const Feature *const *f = app->features; *f; f++)
        for (int i = 0; i < (*f)->messages_count; i++) {
            char name[HANDLER_NAME];
            Out out = out_to(name, sizeof name);
            out_format(&out, "socket %s", (*f)->messages[i].name);
            hub->cost[place++] = metrics_handler(hub->setup.metrics, name);
        }
}

// --- other nodes ---------------------------------------------------------------------------------

static const Topic *const HUB_TOPICS[] = { &SIGNED_OUT,        &DROPPED,      &HUB_NOTICE,
                                           &HUB_HERE,          &HUB_WATCHERS, &HUB_WAITS,
                                           &HUB_STOPS_WAITING, &HUB_PAIRED,   NULL };

static void on_node_event(void *owner, const NodeEvent *event)
{
    watching_on_node_event(owner, event);
    pairs_on_node_event(owner, event);
}

void hub_add(Hub *hub)
{
    cluster_add(hub->setup.cluster,
                &(ClusterOwner){ .owner = hub, .topics = HUB_TOPICS, .on_event = on_node_event });
}

// --- the whole -----------------------------------------------------------------------------------

Hub *hub_new(const HubSetup *setup)
{
    Hub *hub = calloc(1, sizeof *hub);
    if (!hub) return NULL;
    hub->setup = *setup;
    if (!hash_init(&hub->channels) || !hash_init(&hub->hearers) || !hash_init(&hub->people) ||
        !pairs_open(hub))
        goto fail;
    uv_timer_init(setup->loop, &hub->lobby_timer);
    uv_timer_init(setup->loop, &hub->watchers_timer);
    uv_timer_init(setup->loop, &hub->seeks_timer);
    uv_timer_init(setup->loop, &hub->pairs_timer);
    hub->lobby_timer.data = hub->watchers_timer.data = hub->seeks_timer.data = hub;
    hub->pairs_timer.data = hub;
    web_serve_sockets(setup->web, &(SocketHandler){ .path = "/api/v1/socket",
                                                    .owner = hub,
                                                    .ready = on_ready,
                                                    .open = on_open,
                                                    .message = peer_message,
                                                    .pong = peer_pong,
                                                    .closed = on_closed });
    return hub;
fail:
    pairing_free(hub->pairing);
    hash_free(&hub->pairs);
    hash_free(&hub->hearers);
    hash_free(&hub->people);
    hash_free(&hub->channels);
    free(hub);
    return NULL;
}

void hub_set_rooms(Hub *hub, Rooms *rooms)
{
    hub->rooms = rooms;
}

void hub_close(Hub *hub)
{
    uv_close((uv_handle_t *)&hub->lobby_timer, NULL);
    uv_close((uv_handle_t *)&hub->watchers_timer, NULL);
    uv_close((uv_handle_t *)&hub->seeks_timer, NULL);
    uv_close((uv_handle_t *)&hub->pairs_timer, NULL);
}

void hub_free(Hub *hub)
{
    while (hub->dirty) {
        GameChannel *channel = hub->dirty;
        hub->dirty = channel->next_dirty;
        if (!channel->count) channels_close(&hub->channels, channel);
    }
    hash_free(&hub->channels);
    pairing_free(hub->pairing);
    hash_free(&hub->pairs);
    hash_free(&hub->hearers);
    hash_free(&hub->people);
    js_free(&hub->json);
    free(hub);
}

int hub_watchers(const Hub *hub, i64 game)
{
    const GameChannel *channel = channels_find(&hub->channels, game);
    int elsewhere = 0;
    for (const Place *at = presence_first(hub->setup.presence, PLACE_WATCHERS, game, 0); at;
         at = presence_next(at))
        if (at->node != THIS_NODE) elsewhere += (int)at->count;
    return elsewhere + (channel ? channel_watchers(channel) : 0);
}

int hub_people(const Hub *hub)
{
    return presence_count(hub->setup.presence);
}

void hub_gauges(const Hub *hub, Gauges *gauges)
{
    gauges->sockets = hub->sockets;
    gauges->people = presence_count(hub->setup.presence);
    gauges->channels = (i64)hub->channels.count;
    gauges->lobby = hub->in_lobby;
}
