// SPDX-License-Identifier: MIT
#include "server/online/peer.h"

#include "server/api/shape_json.h"
#include "server/online/own_games.h"

#include <stdlib.h>
#include <string.h>

enum {
    PING_MS = 2000,  // how often a line is measured
    FLOOD_MAX = 100, // messages refused for their rate before the socket is closed
    CLOSE_FLOOD = 1008,
};

// As limits have it.
static Text person_text(const i64 *person)
{
    return (Text){ (const char *)person, sizeof *person };
}

// --- what the kernel sees ------------------------------------------------------------------------

static i32 kernel_cap(const Peer *peer)
{
    enum { SPARE_US = 20000, PROXY_US = 300000, KERNEL_MAX = 10000000 };
    u32 us;
    if (!peer->socket || !socket_kernel_round_trip(peer->socket, &us)) return PROXY_US;
    i32 cap = us < KERNEL_MAX ? (i32)(us + us / 2) + SPARE_US : KERNEL_MAX;
    // A proxy that passes on what its clients say about themselves must not be worse than none.
    return socket_proxied(peer->socket) && cap > PROXY_US ? PROXY_US : cap;
}

// --- actions -------------------------------------------------------------------------------------

typedef struct PendingAction {
    Peer *peer;
    i64 n;
    u64 began_ns;
} PendingAction;

static void acted(void *context, const ActResult *result)
{
    PendingAction *pending = context;
    Peer *peer = pending->peer;
    Metrics *metrics = peer->hub->setup.metrics;
    peer->pending--;
    if (result->code == ERROR_NONE) {
        histogram_add(&metrics->commit, (double)(uv_hrtime() - pending->began_ns) / 1e6);
        peer_accept(peer, pending->n, result->game);
    } else {
        if (result->code == ERROR_FAILED || result->code == ERROR_BUSY)
            metrics->failed++;
        else
            metrics->refused++;
        reply_write_error(hub_fresh(peer->hub), pending->n, result->code, result->text,
                          result->refusal);
        peer_send_json(peer);
    }
    free(pending);
    peer_free_if_done(peer);
}

bool peer_may_make(const Peer *peer)
{
    RateLimits *limits = peer->hub->setup.limits;
    i64 now = hub_now(peer->hub);
    return limits_take_address(limits, LIMIT_MAKE, text_of(peer->address), now, NULL) &&
           limits_take(limits, LIMIT_MAKE_OWN, person_text(&peer->person), now, NULL);
}

// Of a round trip as its answers tell it: no more than the kernel sees of the line, which nobody
// can pretend, nor than is usual for this player. Behind a proxy that one has to tell.
static i32 lag_to_give(const Peer *peer)
{
    i32 lag = peer->lag_us > 0 ? peer->lag_us : 0;
    i32 usual = presence_lag(peer->hub->setup.presence, peer->who), cap = kernel_cap(peer);
    if (usual >= 0 && usual < lag) lag = usual;
    return lag < cap ? lag : cap;
}

// Whether the person may not play; then they are told why and until when.
static bool refused_as_barred(Peer *peer, i64 n)
{
    const Bar *bar = access_bar(peer->hub->setup.access, peer->person, hub_now(peer->hub));
    if (!bar) return false;
    char text[REASON_SIZE + 100];
    Out out = out_to(text, sizeof text);
    bar_write(bar, &out);
    peer_refuse(peer, n, ERROR_SUSPENDED, text);
    return true;
}

static void act(Peer *peer, const Message *message)
{
    if (!peer->person) {
        peer_refuse(peer, message->n, ERROR_NOT_SIGNED_IN,
                    "this socket has no session: join by HTTP, then connect again");
        return;
    }
    if (refused_as_barred(peer, message->n)) return;
    if (message->kind == MESSAGE_REMATCH && !peer_may_make(peer)) {
        peer->hub->setup.metrics->too_fast++;
        peer_refuse(peer, message->n, ERROR_TOO_FAST, "too many games; wait a little");
        return;
    }
    ActionKind kind = message_action_kind(message->kind);
    if (!own_games_may_act(peer->hub->rooms, peer->hub->setup.limits, peer->person, kind,
                           message->game)) {
        peer_refuse(peer, message->n, ERROR_TOO_MANY,
                    "you have too many games at once; finish some first");
        return;
    }
    const Room *room = kind == ACT_JOIN ? rooms_find(peer->hub->rooms, message->game) : NULL;
    if (room && !hub_seek_waits(peer->hub, room)) {
        peer_refuse(peer, message->n, ERROR_AWAY, "whoever made this game is not there");
        return;
    }
    PendingAction *pending = malloc(sizeof *pending);
    if (!pending) {
        peer_refuse(peer, message->n, ERROR_FAILED, "out of memory");
        return;
    }
    *pending = (PendingAction){ peer, message->n, uv_hrtime() };
    peer->pending++;
    peer->hub->setup.metrics->actions++;
    const Action action = {
        .kind = kind,
        .game = message->game,
        .person = peer->person,
        .seat = message->seat,
        .ply = message->ply,
        .move = text_of(message->move),
        .decline = message->decline,
        .lag_ms = lag_to_give(peer) / 1000,
    };
    rooms_act(peer->hub->rooms, &action, acted, pending);
}

// --- lag -----------------------------------------------------------------------------------------

static void measure(Peer *peer)
{
    i64 now = hub_now(peer->hub);
    if (!peer->socket || now - peer->pinged_ms < PING_MS) return;
    peer->pinged_ms = now;
    socket_ping(peer->socket);
}

void channel_measure_turn(const GameChannel *channel, const Room *room, int turn)
{
    if (turn < 0 || !speed_is_live(room->speed)) return;
    i64 person = room->seat[turn].person;
    for (u32 i = 0; person && i < channel->count; i++)
        if (channel->member[i].seated && channel->member[i].peer->person == person)
            measure(channel->member[i].peer);
}

// Somebody's answers are late again and again while their line is not: people should look at it.
enum { OUTLIER_US = 300000, OUTLIERS = 5 };

static void flag_lag(Peer *peer, i32 measured, i32 cap)
{
    Hub *hub = peer->hub;
    char detail[80];
    Out out = out_to(detail, sizeof detail);
    out_format(&out, "answers after %d ms, line %d ms", measured / 1000, cap / 1000);
    hub->setup.metrics->lag_outliers++;
    for (u32 i = 0; i < peer->watches; i++) {
        const Watch *watch = &peer->watch[i];
        if (!watch->channel->member[watch->place].seated) continue;
        const StoredFlag lag = { .game = watch->channel->game,
                                 .person = peer->person,
                                 .kind = text_of("lag"),
                                 .detail = { detail, out.length },
                                 .at_ms = hub_now(hub) };
        const StoreWrite flag = store_op(&GAME_OPS[GAMES_ADD_FLAG], &lag);
        store_write(hub->setup.store, &flag, 1, NULL, NULL);
    }
}

void peer_pong(void *context, Socket *socket, u32 round_trip_us)
{
    Hub *hub = context;
    Peer *peer = socket_data(socket);
    i32 measured = round_trip_us < 10000000 ? (i32)round_trip_us : 10000000;
    peer->lag_us = peer->lag_us < 0 ? measured : peer->lag_us + (measured - peer->lag_us) / 2;
    i32 cap = kernel_cap(peer);
    if (peer->may_play) // what a reader measures says nothing about the player's line
        presence_add_lag(hub->setup.presence, peer->who, measured < cap ? measured : cap);
    if (measured > cap + OUTLIER_US && ++peer->outliers == OUTLIERS) flag_lag(peer, measured, cap);
    histogram_add(&hub->setup.metrics->lag, measured / 1e3);
}

// --- messages of sockets -------------------------------------------------------------------------

static void handle(Peer *peer, const Message *message)
{
    if (message_scope(message->kind) != SCOPE_READ && !peer->may_play) {
        peer_refuse(peer, message->n, ERROR_FORBIDDEN, "this token may only read");
        return;
    }
    switch (message->kind) {
    case MESSAGE_WATCH: peer_watch(peer, message); break;
    case MESSAGE_UNWATCH:
        peer_unwatch(peer, message->game);
        peer_accept(peer, message->n, 0);
        break;
    case MESSAGE_LOBBY:
        lobby_set(peer, true);
        lobby_send(peer, message->n);
        break;
    case MESSAGE_UNLOBBY:
        lobby_set(peer, false);
        peer_accept(peer, message->n, 0);
        break;
    case MESSAGE_PING:
        reply_write_pong(hub_fresh(peer->hub), message->n,
                         peer->lag_us < 0 ? -1 : peer->lag_us / 1000);
        peer_send_json(peer);
        measure(peer);
        break;
    case MESSAGE_PAIR:
        if (!refused_as_barred(peer, message->n)) pairs_enter(peer, message);
        break;
    case MESSAGE_UNPAIR: pairs_leave(peer, message); break;
    case MESSAGE_FILL: pairs_fill(peer, message); break;
    case MESSAGE_NOTICES:
    case MESSAGE_UNNOTICES:
        peer_hear(peer, message->kind == MESSAGE_NOTICES);
        peer_accept(peer, message->n, 0);
        break;
    case MESSAGE_CHALLENGES: challenges_ask(peer, message); break;
    case MESSAGE_BYE:
        peer->on_purpose = true;
        peer_accept(peer, message->n, 0);
        break;
    default: act(peer, message); break;
    }
}

// A message of a feature; false if there is no such message.
static bool handle_feature(Peer *peer, Text text, i64 n)
{
    const App *app = peer->hub->app;
    int place;
    const SocketMessage *row = app ? features_message(app->features, text, &place) : NULL;
    if (!row) return false;
    HandlerWatch watch = handler_begin();
    Fault why = { .message = "out of memory" };
    void *message = calloc(1, row->shape->size);
    if (message && row->shape->defaults) memcpy(message, row->shape->defaults, row->shape->size);
    if (!message || shape_read_message(text, row->shape, message, &why) != OK)
        peer_refuse(peer, n, message ? ERROR_MALFORMED : ERROR_FAILED, why.message);
    else if (row->scope != SCOPE_READ && !peer->may_play)
        peer_refuse(peer, n, ERROR_FORBIDDEN, "this token may only read");
    else if (row->role != FOR_ANYBODY && !peer->person)
        peer_refuse(peer, n, ERROR_NOT_SIGNED_IN, "sign in first");
    else if (!row->plays || !refused_as_barred(peer, n))
        row->receive(app, peer, n, message);
    free(message);
    handler_end(peer->hub->feature_cost[place], watch);
    return true;
}

// Many sockets do not make many messages.
static bool may_speak(Peer *peer)
{
    RateLimits *limits = peer->hub->setup.limits;
    i64 now = hub_now(peer->hub);
    return limits_take_own(limits, LIMIT_MESSAGE, &peer->bucket, now) &&
           (!peer->person ||
            limits_take(limits, LIMIT_MESSAGES_OWN, person_text(&peer->person), now, NULL)) &&
           limits_take_address(limits, LIMIT_MESSAGES, text_of(peer->address), now, NULL);
}

void peer_message(void *context, Socket *socket, Text text)
{
    Hub *hub = context;
    Peer *peer = socket_data(socket);
    Message message;
    ErrorCode code;
    Fault why;
    hub->setup.metrics->messages++;
    if (peer_expired(peer)) return;
    Status status = message_read(text, &message, &code, &why); // every refusal names its number
    if (!may_speak(peer)) {
        hub->setup.metrics->too_fast++;
        if (++peer->refused > FLOOD_MAX)
            socket_close(socket, CLOSE_FLOOD, "too many messages");
        else
            peer_refuse(peer, message.n, ERROR_TOO_FAST, "too many messages; wait a second");
        return;
    }
    peer->refused = 0;
    if (status == OK) {
        HandlerWatch watch = handler_begin();
        handle(peer, &message);
        handler_end(hub->cost[message.kind], watch);
    } else if (code != ERROR_UNKNOWN || !handle_feature(peer, text, message.n)) {
        peer_refuse(peer, message.n, code, why.message);
    }
}
