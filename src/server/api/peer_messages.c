// SPDX-License-Identifier: MIT
#include "server/api/peer.h"

#include "server/api/messages/shape_json.h"

#include <stdlib.h>
#include <string.h>

extern const Feature SOCKETS;

enum {
    PING_MS = 2000,  // how often a line is measured
    FLOOD_MAX = 100, // messages refused for their rate before the socket is closed
    CLOSE_FLOOD = 1008,
};

// A person as a key of the rate limits.
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
    // Behind a proxy that passes on forged client addresses, lag must not be trusted more than
    // without a proxy.
    return socket_proxied(peer->socket) && cap > PROXY_US ? PROXY_US : cap;
}

bool peer_may_make(const Peer *peer)
{
    RateLimits *limits = peer->hub->setup.limits;
    i64 now = hub_now(peer->hub);
    return limits_take_address(limits, LIMIT_MAKE, text_of(peer->address), now, NULL) &&
           limits_take(limits, LIMIT_MAKE_OWN, person_text(&peer->person), now, NULL);
}

i32 peer_lag_refund(const Peer *peer)
{
    i32 lag = peer->lag_us > 0 ? peer->lag_us : 0;
    i32 usual = presence_lag(peer->hub->setup.presence, peer->who), cap = kernel_cap(peer);
    if (usual >= 0 && usual < lag) lag = usual;
    return lag < cap ? lag : cap;
}

// Whether the person may not play; the refusal says why and until when.
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

// Answers that are often late on a fast connection are logged for a moderator.
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
    if (peer->may_play) // the lag of a token that only reads isn't the player's
        presence_add_lag(hub->setup.presence, peer->who, measured < cap ? measured : cap);
    if (measured > cap + OUTLIER_US && ++peer->outliers == OUTLIERS) flag_lag(peer, measured, cap);
    histogram_add(&hub->setup.metrics->lag, measured / 1e3);
}

// --- messages of sockets -------------------------------------------------------------------------

static void handle(Peer *peer, const SocketMessage *row, OpenMessage *message)
{
    i64 n = message->n;
    Fault why = { .message = "out of memory" };
    void *fields = calloc(1, row->shape->size);
    if (fields && row->shape->defaults) memcpy(fields, row->shape->defaults, row->shape->size);
    if (!fields || message_read(message, row->shape, fields, &why) != OK)
        peer_refuse(peer, n, fields ? ERROR_MALFORMED : ERROR_FAILED, why.message);
    else if (row->scope != SCOPE_READ && !peer->may_play)
        peer_refuse(peer, n, ERROR_FORBIDDEN, "this token may only read");
    else if (row->role != FOR_ANYBODY && !peer->person)
        peer_refuse(peer, n, ERROR_NOT_SIGNED_IN, row->sign_in ? row->sign_in : "sign in first");
    else if (!row->plays || !refused_as_barred(peer, n))
        row->receive(peer->hub->app, peer, n, fields);
    free(fields);
}

// Rate limits are per person and address, not only per socket.
static bool may_speak(Peer *peer)
{
    RateLimits *limits = peer->hub->setup.limits;
    i64 now = hub_now(peer->hub);
    return limits_take_own(limits, LIMIT_MESSAGE, &peer->bucket, now) &&
           (!peer->person ||
            limits_take(limits, LIMIT_MESSAGES_OWN, person_text(&peer->person), now, NULL)) &&
           limits_take_address(limits, LIMIT_MESSAGES, text_of(peer->address), now, NULL);
}

static void refuse_unknown(Peer *peer, const OpenMessage *message)
{
    Fault why;
    fault(&why, MALFORMED, "there is no message %q", text_of(message->name.at));
    peer_refuse(peer, message->n, ERROR_UNKNOWN, why.message);
}

void peer_message(void *context, Socket *socket, Text text)
{
    Hub *hub = context;
    Peer *peer = socket_data(socket);
    OpenMessage message;
    Fault why;
    int place;
    hub->setup.metrics->messages++;
    if (peer_expired(peer)) return;
    Status status = message_open(text, &message, &why); // a refusal names the message's number
    if (!may_speak(peer)) {
        hub->setup.metrics->too_fast++;
        if (++peer->refused > FLOOD_MAX)
            socket_close(socket, CLOSE_FLOOD, "too many messages");
        else
            peer_refuse(peer, message.n, ERROR_TOO_FAST, "too many messages; wait a second");
        message_close(&message);
        return;
    }
    peer->refused = 0;
    if (status != OK) return peer_refuse(peer, message.n, ERROR_MALFORMED, why.message);
    const SocketMessage *row = features_message(hub->app->features, message.name, &place);
    if (row) {
        HandlerWatch watch = handler_begin();
        handle(peer, row, &message);
        handler_end(hub->cost[place], watch);
    } else {
        refuse_unknown(peer, &message);
    }
    message_close(&message);
}

// --- the rows of sockets themselves --------------------------------------------------------------

typedef struct WatchedGame {
    i64 game;
} WatchedGame;
static const Field WATCHED_GAME_FIELDS[] = { FIELD(WatchedGame, game, .as = AS_GAME) };
static const Shape WATCHED_GAME = SHAPE_NAMED("WatchMessage", WatchedGame, WATCHED_GAME_FIELDS);

static void receive_watch(const App *app, Peer *peer, i64 n, const void *message)
{
    (void)app;
    peer_watch(peer, n, ((const WatchedGame *)message)->game);
}

static void receive_unwatch(const App *app, Peer *peer, i64 n, const void *message)
{
    (void)app;
    peer_unwatch(peer, ((const WatchedGame *)message)->game);
    peer_accept(peer, n, 0);
}

static void receive_ping(const App *app, Peer *peer, i64 n, const void *message)
{
    (void)app;
    (void)message;
    reply_write_pong(hub_fresh(peer->hub), n, peer->lag_us < 0 ? -1 : peer->lag_us / 1000);
    peer_send_json(peer);
    measure(peer);
}

static void receive_bye(const App *app, Peer *peer, i64 n, const void *message)
{
    (void)app;
    (void)message;
    peer->on_purpose = true;
    peer_accept(peer, n, 0);
}

static const SocketMessage SOCKET_MESSAGES[] = {
    { .name = "watch",
      .scope = SCOPE_READ,
      .role = FOR_ANYBODY,
      .shape = &WATCHED_GAME,
      .receive = receive_watch,
      .says = "sends the game, then everything that happens in it" },
    { .name = "unwatch",
      .scope = SCOPE_READ,
      .role = FOR_ANYBODY,
      .shape = &WATCHED_GAME,
      .receive = receive_unwatch,
      .says = "ends that" },
    { .name = "ping",
      .scope = SCOPE_READ,
      .role = FOR_ANYBODY,
      .shape = &NOTHING,
      .receive = receive_ping,
      .says = "answers `pong` with the round trip as the server has measured it" },
    { .name = "bye",
      .scope = SCOPE_READ,
      .role = FOR_ANYBODY,
      .shape = &NOTHING,
      .receive = receive_bye,
      .says = "the page is being closed on purpose" },
};
const Feature SOCKETS = {
    .name = "sockets",
    .tables = (const char *const[]){ NULL },
    .messages = SOCKET_MESSAGES,
    .messages_count = sizeof SOCKET_MESSAGES / sizeof *SOCKET_MESSAGES,
};
