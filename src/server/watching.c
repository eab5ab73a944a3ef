// SPDX-License-Identifier: MIT
#include "server/client.h"

#include <stdlib.h>

enum {
    WATCHED_MOST = 64, // games a socket
    TELL_MS = 1000,    // how often the number of watchers is told
};

// --- a game to one client ------------------------------------------------------------------------

static bool send_game(Client *client, i64 game, i64 n, Fault *why)
{
    Hub *hub = client->hub;
    const Room *room = play_find(hub->play, game);
    Room *loaded = NULL;
    if (!room) room = loaded = play_load_over(hub->setup.store, game, why);
    if (!room) return false;
    Json *json = hub_fresh(hub);
    message_begin(json, "game");
    if (n >= 0) js_number(json, "n", n);
    message_write_game(json, "game", room, client->person, play_clock(hub->play),
                       hub_watchers(hub, game));
    js_close(json, '}');
    client_send_json(client);
    if (loaded)
        limits_charge_load(hub->setup.limits, text_of(client->address), hub_now(hub),
                           loaded->match.count);
    play_free_room(loaded);
    return true;
}

// --- who is here ---------------------------------------------------------------------------------

static void tell_here(Hub *hub, i64 game)
{
    const Room *room = play_find(hub->play, game);
    if (!room || !bus_wanted(hub->setup.bus, (Topic)game)) return;
    message_write_here(hub_fresh(hub), room);
    hub_publish(hub, (Topic)game);
}

static void set_presence(Hub *hub, i64 game, i64 person, bool here, bool on_purpose)
{
    if (play_presence(hub->play, game, person, here, on_purpose)) tell_here(hub, game);
}

static bool is_there(const Channel *channel, i64 person)
{
    for (u32 i = 0; i < channel->count; i++)
        if (channel->member[i].client->person == person) return true;
    return false;
}

static void tell_watchers(uv_timer_t *timer)
{
    Hub *hub = timer->data;
    while (hub->dirty) {
        Channel *channel = hub->dirty;
        hub->dirty = channel->next_dirty;
        channel->dirty = false;
        int watchers = channel_watchers(channel);
        if (!channel->count) {
            channels_close(&hub->channels, channel);
        } else if (watchers != channel->told) {
            channel->told = watchers;
            message_write_watchers(hub_fresh(hub), channel->game, watchers);
            hub_publish(hub, (Topic)channel->game);
        }
    }
}

static void mark_dirty(Hub *hub, Channel *channel)
{
    if (channel->dirty) return;
    channel->dirty = true;
    channel->next_dirty = hub->dirty;
    hub->dirty = channel;
    if (!uv_is_active((uv_handle_t *)&hub->watchers_timer))
        uv_timer_start(&hub->watchers_timer, tell_watchers, TELL_MS, 0);
}

void channel_find_players(Hub *hub, Channel *channel, const Room *room)
{
    i64 player[PLAYERS_MOST] = { 0 };
    i64 game = room->id;
    for (int seat = 0; seat < room_players(room); seat++)
        player[seat] = room->seat[seat].person;
    for (u32 i = 0; i < channel->count; i++) {
        i64 person = channel->member[i].client->person;
        channel_seat(channel, i, person && room_seat_of(room, person) >= 0);
    }
    for (int seat = 0; seat < PLAYERS_MOST; seat++)
        if (player[seat] && is_there(channel, player[seat]))
            set_presence(hub, game, player[seat], true, false);
    mark_dirty(hub, channel);
}

void channel_find_missing(Hub *hub, const Channel *channel, const Room *room)
{
    for (int seat = 0; seat < room_players(room); seat++) {
        i64 person = room->seat[seat].person;
        if (room->seat[seat].here && !(channel && is_there(channel, person)))
            set_presence(hub, room->id, person, false, false);
    }
}

// --- watching ------------------------------------------------------------------------------------

static Watch *find_watch(Client *client, i64 game)
{
    for (u32 i = 0; i < client->watches; i++)
        if (client->watch[i].channel->game == game) return &client->watch[i];
    return NULL;
}

static void on_game_news(void *context, Topic topic, Text message)
{
    Channel *channel = context;
    Fault why;
    (void)topic;
    if (!message.length) { // everybody is to start anew
        for (u32 i = 0; i < channel->count; i++)
            send_game(channel->member[i].client, channel->game, -1, &why);
        return;
    }
    Frame *frame = frame_new(message);
    for (u32 i = 0; i < channel->count; i++)
        client_send(channel->member[i].client, frame);
    frame_release(frame);
}

static bool grow_watches(Client *client)
{
    if (client->watches < client->watch_room) return true;
    u32 room = client->watch_room ? client->watch_room * 2 : 1;
    Watch *watch = realloc(client->watch, room * sizeof *watch);
    if (!watch) return false;
    client->watch = watch;
    client->watch_room = room;
    return true;
}

// An empty channel stays until its turn to be told, as somebody may come back.
static void close_if_empty(Hub *hub, Channel *channel)
{
    if (channel->count) return;
    if (channel->subscription) bus_unsubscribe(hub->setup.bus, channel->subscription);
    channel->subscription = NULL;
    mark_dirty(hub, channel);
}

static bool begin_watch(Client *client, i64 game)
{
    Hub *hub = client->hub;
    Channel *channel = grow_watches(client) ? channels_open(&hub->channels, game) : NULL;
    if (!channel) return false;
    if (!channel->subscription)
        channel->subscription = bus_subscribe(hub->setup.bus, (Topic)game, on_game_news, channel);
    i32 place = channel->subscription ? channel_join(channel, client) : -1;
    if (place < 0) {
        close_if_empty(hub, channel);
        return false;
    }
    client->watch[client->watches++] = (Watch){ channel, (u32)place };
    const Room *room = play_find(hub->play, game);
    channel_seat(channel, (u32)place,
                 room && client->person && room_seat_of(room, client->person) >= 0);
    mark_dirty(hub, channel);
    return true;
}

static void end_watch(Client *client, Watch *watch)
{
    Hub *hub = client->hub;
    Channel *channel = watch->channel;
    bool seated = channel->member[watch->place].seated;
    Client *moved = channel_leave(channel, watch->place);
    if (moved) find_watch(moved, channel->game)->place = watch->place;
    *watch = client->watch[--client->watches];
    if (seated && !is_there(channel, client->person))
        set_presence(hub, channel->game, client->person, false, client->on_purpose);
    mark_dirty(hub, channel);
    close_if_empty(hub, channel);
}

void client_unwatch(Client *client, i64 game)
{
    Watch *watched = find_watch(client, game);
    if (watched) end_watch(client, watched);
}

void client_unwatch_all(Client *client)
{
    while (client->watches)
        end_watch(client, &client->watch[client->watches - 1]);
}

// A game out of the store takes the longer the longer it is.
static bool may_watch(const Client *client, i64 game)
{
    Hub *hub = client->hub;
    return play_find(hub->play, game) ||
           limits_take_address(hub->setup.limits, LIMIT_LOAD, text_of(client->address),
                               hub_now(hub), NULL);
}

void client_watch(Client *client, const Message *message)
{
    Hub *hub = client->hub;
    Fault why = { .message = "" };
    bool already = find_watch(client, message->game) != NULL;
    if (!may_watch(client, message->game)) {
        hub->setup.metrics->too_fast++;
        client_refuse(client, message->n, "too_fast", "too many old games; wait a second");
    } else if (!already && client->watches >= WATCHED_MOST) {
        client_refuse(client, message->n, "too_many", "this socket watches too many games");
    } else if (!already && !begin_watch(client, message->game)) {
        client_refuse(client, message->n, "failed", "out of memory");
    } else if (!send_game(client, message->game, message->n, &why)) {
        if (!already) end_watch(client, find_watch(client, message->game));
        if (*why.message)
            client_refuse(client, message->n, "failed", "the game cannot be read");
        else
            client_refuse(client, message->n, "not_found", "there is no such game");
    } else if (client->person) {
        set_presence(hub, message->game, client->person, true, false);
    }
}
