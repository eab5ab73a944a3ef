// SPDX-License-Identifier: MIT
#include "server/client.h"

#include "server/own_games.h"

#include <stdlib.h>

enum {
    PING_MS = 2000,   // how often a line is measured
    FLOOD_MOST = 100, // messages refused for their rate before the socket is closed
    CLOSE_FLOOD = 1008,
};

// As limits have it.
static Text person_text(const i64 *person)
{
    return (Text){ (const char *)person, sizeof *person };
}

// --- actions -------------------------------------------------------------------------------------

typedef struct Pending {
    Client *client;
    i64 n;
    u64 began_ns;
} Pending;

static void acted(void *context, const ActResult *result)
{
    Pending *pending = context;
    Client *client = pending->client;
    Metrics *metrics = client->hub->setup.metrics;
    client->pending--;
    if (result->code == CODE_OK) {
        histogram_add(&metrics->commit, (double)(uv_hrtime() - pending->began_ns) / 1e6);
        client_accept(client, pending->n, result->game);
    } else {
        if (result->code == CODE_FAILED || result->code == CODE_BUSY)
            metrics->failed++;
        else
            metrics->refused++;
        message_write_error(hub_fresh(client->hub), pending->n, code_name(result->code),
                            result->text, result->refusal);
        client_send_json(client);
    }
    free(pending);
    client_free_if_done(client);
}

// A rematch makes a game.
static bool may_make(const Client *client)
{
    Limits *limits = client->hub->setup.limits;
    i64 now = hub_now(client->hub);
    return limits_take_address(limits, LIMIT_MAKE, text_of(client->address), now, NULL) &&
           limits_take(limits, LIMIT_MAKE_OWN, person_text(&client->person), now, NULL);
}

static void act(Client *client, const Message *message)
{
    if (!client->person) {
        client_refuse(client, message->n, "not_signed_in",
                      "this socket has no session: join by HTTP, then connect again");
        return;
    }
    if (message->kind == MESSAGE_REMATCH && !may_make(client)) {
        client->hub->setup.metrics->too_fast++;
        client_refuse(client, message->n, "too_fast", "that are many games; wait a little");
        return;
    }
    ActionKind kind = message_action_kind(message->kind);
    if (!own_games_may_act(client->hub->play, client->hub->setup.limits, client->person, kind,
                           message->game)) {
        client_refuse(client, message->n, "too_many",
                      "you have too many games at once; end some first");
        return;
    }
    Pending *pending = malloc(sizeof *pending);
    if (!pending) {
        client_refuse(client, message->n, "failed", "out of memory");
        return;
    }
    *pending = (Pending){ client, message->n, uv_hrtime() };
    client->pending++;
    client->hub->setup.metrics->actions++;
    const Action action = {
        .kind = kind,
        .game = message->game,
        .person = client->person,
        .seat = message->seat,
        .ply = message->ply,
        .move = text_of(message->move),
        .lag_ms = client->lag_us > 0 ? client->lag_us / 1000 : 0,
    };
    play_act(client->hub->play, &action, acted, pending);
}

// --- lag -----------------------------------------------------------------------------------------

static void measure(Client *client)
{
    i64 now = hub_now(client->hub);
    if (!client->socket || now - client->pinged_ms < PING_MS) return;
    client->pinged_ms = now;
    socket_ping(client->socket);
}

void channel_measure_turn(const Channel *channel, const Room *room, int turn)
{
    if (turn < 0 || !speed_is_live(room->speed)) return;
    i64 person = room->seat[turn].person;
    for (u32 i = 0; person && i < channel->count; i++)
        if (channel->member[i].seated && channel->member[i].client->person == person)
            measure(channel->member[i].client);
}

void hub_pong(Hub *hub, Socket *socket, u32 round_trip_us)
{
    Client *client = socket_data(socket);
    i32 measured = round_trip_us < 10000000 ? (i32)round_trip_us : 10000000;
    client->lag_us =
        client->lag_us < 0 ? measured : client->lag_us + (measured - client->lag_us) / 2;
    histogram_add(&hub->setup.metrics->lag, measured / 1e3);
}

// --- messages of sockets -------------------------------------------------------------------------

static void handle(Client *client, const Message *message)
{
    switch (message->kind) {
    case MESSAGE_WATCH: client_watch(client, message); break;
    case MESSAGE_UNWATCH:
        client_unwatch(client, message->game);
        client_accept(client, message->n, 0);
        break;
    case MESSAGE_LOBBY:
        lobby_set(client, true);
        lobby_send(client, message->n);
        break;
    case MESSAGE_UNLOBBY:
        lobby_set(client, false);
        client_accept(client, message->n, 0);
        break;
    case MESSAGE_PING:
        message_write_pong(hub_fresh(client->hub), message->n,
                           client->lag_us < 0 ? -1 : client->lag_us / 1000);
        client_send_json(client);
        measure(client);
        break;
    case MESSAGE_BYE:
        client->on_purpose = true;
        client_accept(client, message->n, 0);
        break;
    default: act(client, message); break;
    }
}

// Many sockets do not make many messages.
static bool may_speak(Client *client)
{
    Limits *limits = client->hub->setup.limits;
    i64 now = hub_now(client->hub);
    return limits_take_own(limits, LIMIT_MESSAGE, &client->bucket, now) &&
           (!client->person ||
            limits_take(limits, LIMIT_MESSAGES_OWN, person_text(&client->person), now, NULL)) &&
           limits_take_address(limits, LIMIT_MESSAGES, text_of(client->address), now, NULL);
}

void hub_message(Hub *hub, Socket *socket, Text text)
{
    Client *client = socket_data(socket);
    Message message;
    const char *code;
    Fault why;
    hub->setup.metrics->messages++;
    Status status = message_read(text, &message, &code, &why); // every refusal names its number
    if (!may_speak(client)) {
        hub->setup.metrics->too_fast++;
        if (++client->refused > FLOOD_MOST)
            socket_close(socket, CLOSE_FLOOD, "too many messages");
        else
            client_refuse(client, message.n, "too_fast", "too many messages; wait a second");
        return;
    }
    client->refused = 0;
    if (status == OK)
        handle(client, &message);
    else
        client_refuse(client, message.n, code, why.message);
}
