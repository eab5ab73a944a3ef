// SPDX-License-Identifier: MIT
#include "server/hub.h"

#include "server/channel.h"
#include "server/messages.h"

#include <stdlib.h>
#include <string.h>

enum {
    WATCHED_MOST = 64,    // games a socket
    OPEN_SHOWN = 60,      // games in the lobby
    LIVE_SHOWN = 24,      //
    TELL_MS = 1000,       // how often the lobby and the number of watchers are told
    TELL_MOVES_MS = 5000, // how often the lobby is told for the sake of moves only
    PING_MS = 2000,       // how often a line is measured
    FLOOD_MOST = 100,     // messages refused for their rate before the socket is closed
    CLOSE_SIGNED_OUT = 4001,
    CLOSE_FLOOD = 1008,
    CLOSE_GOING = 1001,
    ADDRESS_ROOM = 64,
};
// Topics are game ids, which begin at 1.
enum { TOPIC_LOBBY = 0 };

typedef struct Watch {
    Channel *channel;
    u32 place;
} Watch;

struct Client {
    Hub *hub;
    Socket *socket; // NULL once it has closed
    Client *next, *previous;
    i64 person; // 0: only watches
    SecretHash hash;
    bool session, token;
    bool lobby;
    bool on_purpose; // the page said that it is being closed
    int pending;     // actions without an answer
    char address[ADDRESS_ROOM];
    Bucket bucket;
    int refused; // for their rate
    i32 lag_us;  // -1: not measured
    i64 pinged_ms;
    Watch *watch;
    u32 watches, watch_room;
};

struct Hub {
    HubSetup setup;
    Play *play;
    Channels channels;
    Channel *dirty;
    Client *first;
    int sockets, in_lobby;
    Subscription *lobby;
    bool lobby_dirty, lobby_moved;
    i64 lobby_told_ms;
    uv_timer_t lobby_timer, watchers_timer;
    Json json; // the message that is being made
};

static i64 now_ms(const Hub *hub)
{
    return hub->setup.now(hub->setup.owner);
}

// As limits have it.
static Text person_text(const i64 *person)
{
    return (Text){ (const char *)person, sizeof *person };
}

// --- sending -------------------------------------------------------------------------------------

static void send_frame(Client *client, Frame *frame)
{
    if (!client->socket) return;
    socket_send(client->socket, frame);
    client->hub->setup.metrics->frames++;
}

// Sends what has been made, to one.
static void send_json(Client *client)
{
    Json *json = &client->hub->json;
    Frame *frame = json->failed ? NULL : frame_new(js_view(json));
    send_frame(client, frame);
    frame_release(frame);
}

static Json *fresh(Hub *hub)
{
    js_clear(&hub->json);
    return &hub->json;
}

static void send_error(Client *client, i64 n, const char *code, const char *text, Refusal refusal)
{
    message_write_error(fresh(client->hub), n, code, text, refusal);
    send_json(client);
}

static void send_ok(Client *client, i64 n, i64 game)
{
    if (n < 0) return; // nobody asked to know
    message_write_ok(fresh(client->hub), n, game);
    send_json(client);
}

// What has been made goes to all who watch a game.
static void publish(Hub *hub, Topic topic)
{
    if (!hub->json.failed) bus_publish(hub->setup.bus, topic, js_view(&hub->json));
}

// --- a game to one client ------------------------------------------------------------------------

static bool send_game(Client *client, i64 game, i64 n, Fault *why)
{
    Hub *hub = client->hub;
    const Room *room = play_find(hub->play, game);
    Room *loaded = NULL;
    if (!room) room = loaded = play_load_over(hub->setup.store, game, why);
    if (!room) return false;
    Json *json = fresh(hub);
    message_begin(json, "game");
    if (n >= 0) js_number(json, "n", n);
    message_write_game(json, "game", room, client->person, play_clock(hub->play),
                       hub_watchers(hub, game));
    js_close(json, '}');
    send_json(client);
    if (loaded)
        limits_charge_load(hub->setup.limits, text_of(client->address), now_ms(hub),
                           loaded->match.count);
    play_free_room(loaded);
    return true;
}

// --- who is here ---------------------------------------------------------------------------------

static void tell_here(Hub *hub, i64 game)
{
    const Room *room = play_find(hub->play, game);
    if (!room || !bus_wanted(hub->setup.bus, (Topic)game)) return;
    message_write_here(fresh(hub), room);
    publish(hub, (Topic)game);
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
            message_write_watchers(fresh(hub), channel->game, watchers);
            publish(hub, (Topic)channel->game);
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

// Who sits in the room has changed: who of the members plays, and who of the players is here.
static void find_players(Hub *hub, Channel *channel, const Room *room)
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

// Somebody has become somebody else, whose sockets may not be here.
static void find_missing(Hub *hub, const Channel *channel, const Room *room)
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
        send_frame(channel->member[i].client, frame);
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

// A game out of the store takes the longer the longer it is.
static bool may_watch(const Client *client, i64 game)
{
    Hub *hub = client->hub;
    return play_find(hub->play, game) ||
           limits_take_address(hub->setup.limits, LIMIT_LOAD, text_of(client->address), now_ms(hub),
                               NULL);
}

static void watch(Client *client, const Message *message)
{
    Hub *hub = client->hub;
    Fault why = { .message = "" };
    bool already = find_watch(client, message->game) != NULL;
    if (!may_watch(client, message->game)) {
        hub->setup.metrics->too_fast++;
        send_error(client, message->n, "too_fast", "too many old games; wait a second", ALLOWED);
    } else if (!already && client->watches >= WATCHED_MOST) {
        send_error(client, message->n, "full", "this socket watches too many games", ALLOWED);
    } else if (!already && !begin_watch(client, message->game)) {
        send_error(client, message->n, "failed", "out of memory", ALLOWED);
    } else if (!send_game(client, message->game, message->n, &why)) {
        if (!already) end_watch(client, find_watch(client, message->game));
        if (*why.message)
            send_error(client, message->n, "failed", "the game cannot be read", ALLOWED);
        else
            send_error(client, message->n, "not_found", "there is no such game", ALLOWED);
    } else if (client->person) {
        set_presence(hub, message->game, client->person, true, false);
    }
}

// --- the lobby -----------------------------------------------------------------------------------

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
    play_each(hub->play, ROOM_OPEN, show_room, &(Shown){ hub, json, OPEN_SHOWN });
    js_close(json, ']');
    js_array(json, "live");
    play_each(hub->play, ROOM_LIVE, show_room, &(Shown){ hub, json, LIVE_SHOWN });
    js_close(json, ']');
    js_number(json, "players", hub->sockets);
}

static void write_lobby(Hub *hub, i64 n)
{
    Json *json = fresh(hub);
    message_begin(json, "lobby");
    if (n >= 0) js_number(json, "n", n);
    hub_write_lobby(hub, json);
    js_close(json, '}');
}

static void on_lobby_news(void *context, Topic topic, Text message)
{
    Hub *hub = context;
    (void)topic;
    Frame *frame = frame_new(message);
    for (Client *client = hub->first; client; client = client->next)
        if (client->lobby) send_frame(client, frame);
    frame_release(frame);
}

static void tell_lobby(uv_timer_t *timer)
{
    Hub *hub = timer->data;
    hub->lobby_dirty = hub->lobby_moved = false;
    hub->lobby_told_ms = now_ms(hub);
    if (!hub->in_lobby) return;
    write_lobby(hub, -1);
    publish(hub, TOPIC_LOBBY);
}

static void mark_lobby(Hub *hub, bool only_moves)
{
    if (!hub->in_lobby || hub->lobby_dirty || (only_moves && hub->lobby_moved)) return;
    if (only_moves)
        hub->lobby_moved = true;
    else
        hub->lobby_dirty = true;
    i64 due = hub->lobby_told_ms + (only_moves ? TELL_MOVES_MS : TELL_MS) - now_ms(hub);
    uv_timer_start(&hub->lobby_timer, tell_lobby, due > 0 ? (u64)due : 0, 0);
}

static void set_lobby(Client *client, bool in)
{
    if (client->lobby == in) return;
    client->lobby = in;
    client->hub->in_lobby += in ? 1 : -1;
}

// --- actions -------------------------------------------------------------------------------------

typedef struct Pending {
    Client *client;
    i64 n;
    u64 began_ns;
} Pending;

// A client is there until its socket has closed and its last action is decided.
static void free_if_done(Client *client)
{
    if (client->socket || client->pending) return;
    free(client->watch);
    free(client);
}

static void acted(void *context, const ActResult *result)
{
    Pending *pending = context;
    Client *client = pending->client;
    Metrics *metrics = client->hub->setup.metrics;
    client->pending--;
    if (result->code == CODE_OK) {
        histogram_add(&metrics->commit, (double)(uv_hrtime() - pending->began_ns) / 1e6);
        send_ok(client, pending->n, result->game);
    } else {
        if (result->code == CODE_FAILED || result->code == CODE_BUSY)
            metrics->failed++;
        else
            metrics->refused++;
        send_error(client, pending->n, code_name(result->code), result->text, result->refusal);
    }
    free(pending);
    free_if_done(client);
}

// A rematch makes a game.
static bool may_make(const Client *client)
{
    Limits *limits = client->hub->setup.limits;
    i64 now = now_ms(client->hub);
    return limits_take_address(limits, LIMIT_MAKE, text_of(client->address), now, NULL) &&
           limits_take(limits, LIMIT_MAKE_OWN, person_text(&client->person), now, NULL);
}

static void act(Client *client, const Message *message)
{
    if (!client->person) {
        send_error(client, message->n, "not_signed_in",
                   "this socket has no session: join by HTTP, then connect again", ALLOWED);
        return;
    }
    if (message->kind == MESSAGE_REMATCH && !may_make(client)) {
        client->hub->setup.metrics->too_fast++;
        send_error(client, message->n, "too_fast", "that are many games; wait a little", ALLOWED);
        return;
    }
    Pending *pending = malloc(sizeof *pending);
    if (!pending) {
        send_error(client, message->n, "failed", "out of memory", ALLOWED);
        return;
    }
    *pending = (Pending){ client, message->n, uv_hrtime() };
    client->pending++;
    client->hub->setup.metrics->actions++;
    const Action action = {
        .kind = message_action_kind(message->kind),
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
    i64 now = now_ms(client->hub);
    if (!client->socket || now - client->pinged_ms < PING_MS) return;
    client->pinged_ms = now;
    socket_ping(client->socket);
}

// The player whose clock begins to run.
static void measure_turn(const Channel *channel, const Room *room, int turn)
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
    Watch *watched;
    switch (message->kind) {
    case MESSAGE_WATCH: watch(client, message); break;
    case MESSAGE_UNWATCH:
        watched = find_watch(client, message->game);
        if (watched) end_watch(client, watched);
        send_ok(client, message->n, 0);
        break;
    case MESSAGE_LOBBY:
        set_lobby(client, true);
        write_lobby(client->hub, message->n);
        send_json(client);
        break;
    case MESSAGE_UNLOBBY:
        set_lobby(client, false);
        send_ok(client, message->n, 0);
        break;
    case MESSAGE_PING:
        message_write_pong(fresh(client->hub), message->n,
                           client->lag_us < 0 ? -1 : client->lag_us / 1000);
        send_json(client);
        measure(client);
        break;
    case MESSAGE_BYE:
        client->on_purpose = true;
        send_ok(client, message->n, 0);
        break;
    default: act(client, message); break;
    }
}

// Many sockets do not make many messages.
static bool may_speak(Client *client)
{
    Limits *limits = client->hub->setup.limits;
    i64 now = now_ms(client->hub);
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
            send_error(client, message.n, "too_fast", "too many messages; wait a second", ALLOWED);
        return;
    }
    client->refused = 0;
    if (status == OK)
        handle(client, &message);
    else
        send_error(client, message.n, code, why.message, ALLOWED);
}

// --- sockets -------------------------------------------------------------------------------------

bool hub_open(Hub *hub, Socket *socket, const Who *who, Text address)
{
    Client *client = calloc(1, sizeof *client);
    if (!client) return false;
    client->hub = hub;
    client->socket = socket;
    client->person = who->person.id;
    client->hash = who->hash;
    client->session = who->session;
    client->token = who->token;
    client->lag_us = -1;
    Out out = out_to(client->address, sizeof client->address);
    out_text(&out, address);
    client->next = hub->first;
    if (hub->first) hub->first->previous = client;
    hub->first = client;
    hub->sockets++;
    hub->setup.metrics->sockets++;
    socket_set_data(socket, client);
    return true;
}

void hub_closed(Hub *hub, Socket *socket)
{
    Client *client = socket_data(socket);
    if (!client) return;
    client->socket = NULL;
    while (client->watches)
        end_watch(client, &client->watch[client->watches - 1]);
    set_lobby(client, false);
    if (client->previous)
        client->previous->next = client->next;
    else
        hub->first = client->next;
    if (client->next) client->next->previous = client->previous;
    hub->sockets--;
    free_if_done(client);
}

void hub_sign_out(Hub *hub, i64 person, const SecretHash *session, const SecretHash *except)
{
    for (Client *client = hub->first; client; client = client->next) {
        if (client->person != person || !(client->session || client->token)) continue;
        bool concerned = session ? !memcmp(&client->hash, session, sizeof *session)
                                 : !except || memcmp(&client->hash, except, sizeof *except);
        if (!session && client->token) concerned = false;
        if (concerned) socket_close(client->socket, CLOSE_SIGNED_OUT, "signed out");
    }
}

void hub_drop(Hub *hub, i64 person)
{
    for (Client *client = hub->first; client; client = client->next)
        if (client->person == person) socket_close(client->socket, CLOSE_SIGNED_OUT, "signed out");
}

void hub_bye(Hub *hub, const char *text)
{
    message_write_bye(fresh(hub), text);
    Frame *frame = hub->json.failed ? NULL : frame_new(js_view(&hub->json));
    for (Client *client = hub->first; client; client = client->next) {
        send_frame(client, frame);
        socket_close(client->socket, CLOSE_GOING, "the server stops");
    }
    frame_release(frame);
}

// --- news of play --------------------------------------------------------------------------------

// What follows from an event beside telling it.
static void after_event(Hub *hub, const News *news)
{
    EventKind kind = news->event->kind;
    Channel *channel = channels_find(&hub->channels, news->game);
    bool people = kind == EVENT_SIT || kind == EVENT_STAND || kind == EVENT_START;
    if (news->room->open_to_all) mark_lobby(hub, !people && kind != EVENT_END);
    if (!channel) return;
    measure_turn(channel, news->room, news->turn);
    if (people) find_players(hub, channel, news->room);
}

void hub_news(Hub *hub, const News *news)
{
    Topic topic = (Topic)news->game;
    Channel *channel;
    switch (news->kind) {
    case NEWS_EVENT:
        if (bus_wanted(hub->setup.bus, topic)) {
            message_write_event(fresh(hub), news);
            publish(hub, topic);
        }
        after_event(hub, news);
        break;
    case NEWS_MADE:
        if (news->room->open_to_all) mark_lobby(hub, false);
        break;
    case NEWS_RESET:
        bus_publish(hub->setup.bus, topic, (Text){ "", 0 });
        channel = channels_find(&hub->channels, news->game);
        if (channel && news->room) find_players(hub, channel, news->room);
        if (news->room) find_missing(hub, channel, news->room);
        mark_lobby(hub, false);
        break;
    case NEWS_REMATCH:
        message_write_rematch(fresh(hub), news->game, news->next);
        publish(hub, topic);
        break;
    case NEWS_CLOSED: break;
    }
}

// --- the whole -----------------------------------------------------------------------------------

Hub *hub_new(const HubSetup *setup)
{
    Hub *hub = calloc(1, sizeof *hub);
    if (!hub) return NULL;
    hub->setup = *setup;
    if (!channels_init(&hub->channels)) goto fail;
    hub->lobby = bus_subscribe(setup->bus, TOPIC_LOBBY, on_lobby_news, hub);
    if (!hub->lobby) goto fail;
    uv_timer_init(setup->loop, &hub->lobby_timer);
    uv_timer_init(setup->loop, &hub->watchers_timer);
    hub->lobby_timer.data = hub->watchers_timer.data = hub;
    return hub;
fail:
    channels_free(&hub->channels);
    free(hub);
    return NULL;
}

void hub_set_play(Hub *hub, Play *play)
{
    hub->play = play;
}

void hub_close(Hub *hub)
{
    uv_close((uv_handle_t *)&hub->lobby_timer, NULL);
    uv_close((uv_handle_t *)&hub->watchers_timer, NULL);
}

void hub_free(Hub *hub)
{
    bus_unsubscribe(hub->setup.bus, hub->lobby);
    while (hub->dirty) {
        Channel *channel = hub->dirty;
        hub->dirty = channel->next_dirty;
        if (!channel->count) channels_close(&hub->channels, channel);
    }
    channels_free(&hub->channels);
    js_free(&hub->json);
    free(hub);
}

int hub_watchers(const Hub *hub, i64 game)
{
    const Channel *channel = channels_find(&hub->channels, game);
    return channel ? channel_watchers(channel) : 0;
}

int hub_sockets(const Hub *hub)
{
    return hub->sockets;
}

void hub_gauges(const Hub *hub, Gauges *gauges)
{
    gauges->sockets = hub->sockets;
    gauges->channels = (i64)hub->channels.count;
    gauges->lobby = hub->in_lobby;
}
