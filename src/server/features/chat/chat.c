// SPDX-License-Identifier: MIT
// Chat of the players of a game: phrases to all of them, texts to friends only. Spectators neither
// send nor receive lines, and a line isn't delivered across a block. A game has at most SAID_MAX
// lines, and a line is deleted after SAID_DAYS.
// Uses: preferences
//
//     say  ->  the seats that receive it  ->  the store  ->  committed  ->  their sockets
#include "server/features/chat/chat.h"

#include "server/api/call.h"
#include "server/api/messages/shape_json.h"
#include "server/api/peer.h"
#include "server/features/chat/chat_text.h"
#include "server/features/preferences/preferences.h"
#include "server/games/game_ops.h"
#include "server/identity/access.h"

#include <stdlib.h>
#include <string.h>

extern const Feature CHAT;

enum { SAID_MAX = 200, SAID_DAYS = 30 };

// --- stored --------------------------------------------------------------------------------------

typedef struct NewLine {
    i64 game, person, at_ms;
    int heard;
    Text phrase, text; // one of them is empty
} NewLine;
static const Shape NEW_LINE =
    SHAPE(NewLine, FIELD(NewLine, game), FIELD(NewLine, person), FIELD(NewLine, at_ms),
          FIELD(NewLine, heard), FIELD(NewLine, phrase), FIELD(NewLine, text));

static const Shape SAID_LINE =
    SHAPE(SaidLine, FIELD(SaidLine, person), FIELD(SaidLine, at_ms), FIELD(SaidLine, heard),
          FIELD(SaidLine, phrase), FIELD(SaidLine, text));

// A row of the export.
typedef struct OwnLine {
    i64 game, at;
    char phrase[PHRASE_SIZE], text[SAID_TEXT_SIZE];
} OwnLine;
static const Shape OWN_LINE =
    SHAPE(OwnLine, FIELD(OwnLine, game, .as = AS_GAME), FIELD(OwnLine, at, .as = AS_TIME),
          FIELD(OwnLine, phrase, .flags = FIELD_OMIT), FIELD(OwnLine, text, .flags = FIELD_OMIT));

enum { ADD, IN_GAME, OWN, FORGET, MOVE, EXPIRE, OPS };
static const StoreOp CHAT_OPS[OPS] = {
    [ADD] = { .name = "chat.add",
              .does = OP_CHANGES_ONE,
              .single = true,
              .args = &NEW_LINE,
              .sql = "INSERT INTO said (game, number, person, at_ms, heard, phrase, text)"
                     " SELECT $1, coalesce(max(number) + 1, 0), $2, $3, $4, $5, $6 FROM said"
                     " WHERE game = $1 HAVING count(*) < 200" },
    [IN_GAME] = { .name = "chat.in_game",
                  .does = OP_READS,
                  .args = &GAME_ARG,
                  .row = &SAID_LINE,
                  .sql = "SELECT person, at_ms, heard, phrase, text FROM said WHERE game = $1"
                         " ORDER BY number" },
    [OWN] = { .name = "chat.own",
              .does = OP_READS,
              .args = &PERSON_ARG,
              .row = &OWN_LINE,
              .sql = "SELECT game, at_ms, phrase, text FROM said WHERE person = $1"
                     " ORDER BY game, number" },
    [FORGET] = { .name = "chat.forget",
                 .does = OP_CHANGES_ANY,
                 .args = &PERSON_ARG,
                 .sql = "DELETE FROM said WHERE person = $1" },
    [MOVE] = { .name = "chat.move",
               .does = OP_CHANGES_ANY,
               .args = &PERSON_MOVE,
               .sql = "UPDATE said SET person = $2 WHERE person = $1" },
    [EXPIRE] = { .name = "chat.expire",
                 .does = OP_CHANGES_ANY,
                 .args = &PRUNE_ARG,
                 .sql = "DELETE FROM said WHERE (game, number) IN (SELECT game, number FROM said"
                        " WHERE at_ms < $1 - 2592000000 ORDER BY at_ms LIMIT 500)" },
};
_Static_assert((int)SAID_MAX == 200 && SAID_DAYS * 86400000ll == 2592000000ll,
               "numbers in statements");

bool chat_lines(Store *reading, i64 game, SeeRow *see, void *context)
{
    return store_select(reading, &CHAT_OPS[IN_GAME], &(GameArg){ game }, see, context);
}

// --- sending -------------------------------------------------------------------------------------

typedef struct ShownLine {
    int seat;
    i64 at;
    char phrase[PHRASE_SIZE], text[SAID_TEXT_SIZE];
} ShownLine;
static const Field SHOWN_FIELDS[] = {
    FIELD(ShownLine, seat),
    FIELD(ShownLine, at, .as = AS_TIME),
    FIELD(ShownLine, phrase, .flags = FIELD_OMIT),
    FIELD(ShownLine, text, .flags = FIELD_OMIT),
};
static const Shape SHOWN_LINE = SHAPE_NAMED("Said", ShownLine, SHOWN_FIELDS);

// The message to sockets.
typedef struct SaidMessage {
    const char *t;
    i64 game;
    ShownLine line;
} SaidMessage;
static const Shape SAID_MESSAGE =
    SHAPE(SaidMessage, FIELD(SaidMessage, t), FIELD(SaidMessage, game, .as = AS_GAME),
          FIELD_SHAPE(SaidMessage, line, &SHOWN_LINE, .flags = FIELD_INLINE));

// The same, between nodes.
typedef struct SaidNews {
    i64 game;
    int seats; // that receive it, as bits
    Text json;
} SaidNews;
static const Shape SAID_NEWS =
    SHAPE(SaidNews, FIELD(SaidNews, game), FIELD(SaidNews, seats), FIELD(SaidNews, json));

static void receive_said(void *owner, Arrival arrival, const void *message)
{
    const App *app = owner;
    (void)arrival;
    const SaidNews *news = message;
    hub_send_to_seats(app->hub, news->game, (u8)news->seats, news->json);
}

static const Topic SAID = { .name = "chat.said",
                            .shape = &SAID_NEWS,
                            .receive = receive_said,
                            .older = { OLDER_SAID, "gcb" } };

// --- a line on its way ---------------------------------------------------------------------------

enum { JOIN_MS = 120000 }; // texts that are further apart aren't read as one

typedef struct Speech {
    const App *app;
    Peer *peer;
    i64 n, game;
    u8 heard;                // seats
    bool joins;              // it makes an address with the speaker's previous text
    i64 person[PLAYERS_MAX]; // by seat
    ShownLine line;
} Speech;

static void end_speech(Speech *speech, ErrorCode code, const char *why)
{
    Peer *peer = speech->peer;
    peer->pending--;
    if (code == ERROR_NONE)
        peer_accept(peer, speech->n, 0);
    else
        peer_refuse(peer, speech->n, code, why);
    peer_free_if_done(peer);
    free(speech);
}

static void deliver(void *context, StoreStatus status)
{
    Speech *speech = context;
    Hub *hub = speech->app->hub;
    if (status == STORE_CONFLICT)
        return end_speech(speech, ERROR_TOO_MANY, "enough has been said in this game");
    if (status != STORED)
        return end_speech(speech, ERROR_FAILED, "it could not be saved; try again");
    const SaidMessage message = { .t = "said", .game = speech->game, .line = speech->line };
    js_shape(hub_fresh(hub), NULL, &SAID_MESSAGE, &message, NULL);
    if (!hub->json.lost) {
        const SaidNews news = { speech->game, speech->heard | 1 << speech->line.seat,
                                js_view(&hub->json) };
        channel_send_to_seats(hub, news.game, speech->person, (u8)news.seats, news.json);
        app_tell(speech->app, &SAID, &news);
    }
    end_speech(speech, ERROR_NONE, NULL);
}

static void keep(Speech *speech)
{
    const NewLine line = { .game = speech->game,
                           .person = speech->person[speech->line.seat],
                           .at_ms = speech->line.at,
                           .heard = speech->heard,
                           .phrase = text_of(speech->line.phrase),
                           .text = text_of(speech->line.text) };
    const StoreWrite write = store_op(&CHAT_OPS[ADD], &line);
    if (!store_write(speech->app->store, &write, 1, deliver, speech))
        end_speech(speech, ERROR_BUSY, "the server is overloaded; try again in a moment");
}

// --- texts ---------------------------------------------------------------------------------------

// Whether the speaker's last text of this game and this one are two halves of an address.
static bool see_own(void *context, const void *row)
{
    const SaidLine *before = row;
    Speech *speech = context;
    if (before->person == speech->person[speech->line.seat] && *before->text)
        speech->joins =
            speech->line.at - before->at_ms < JOIN_MS &&
            chat_text_joins_to_address(text_of(before->text), text_of(speech->line.text));
    return true;
}

static void find_friends(void *context, Store *reading)
{
    Speech *speech = context;
    chat_lines(reading, speech->game, see_own, speech);
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        if (speech->heard >> seat & 1 &&
            !preferences_may_chat(reading, speech->person[speech->line.seat], speech->person[seat]))
            speech->heard &= (u8) ~(1 << seat);
}

static void friends_found(void *context, bool was_read)
{
    Speech *speech = context;
    if (!was_read)
        end_speech(speech, ERROR_BUSY, "the server is stopping");
    else if (speech->joins)
        end_speech(speech, ERROR_MALFORMED, "no addresses of pages or mail");
    else if (!speech->heard)
        end_speech(speech, ERROR_FORBIDDEN,
                   "texts are for friends: both follow each other and have switched them on");
    else
        keep(speech);
}

// --- the message of a socket ---------------------------------------------------------------------

typedef struct Say {
    i64 game;
    char phrase[PHRASE_SIZE], text[SAID_TEXT_SIZE];
} Say;
static const Shape SAY =
    SHAPE(Say, FIELD(Say, game, .as = AS_GAME), FIELD(Say, phrase, .flags = FIELD_OPTIONAL),
          FIELD(Say, text, .flags = FIELD_OPTIONAL));

static ErrorCode check(const App *app, Peer *peer, const Say *say, const Room *room,
                       const char **why)
{
    bool phrase = *say->phrase, text = *say->text;
    *why = "say a phrase or a text";
    if (phrase == text) return ERROR_MALFORMED;
    *why = "there is no such phrase";
    if (phrase && !phrase_known(text_of(say->phrase))) return ERROR_MALFORMED;
    *why = text ? chat_text_refuse(text_of(say->text)) : NULL;
    if (*why) return ERROR_MALFORMED;
    *why = "there is no such game, or it is over";
    if (!room) return ERROR_NOT_FOUND;
    *why = "only those who play speak";
    if (!peer->person || room_seat_of(room, peer->person) < 0) return ERROR_NOT_YOURS;
    *why = "the game has not started";
    if (room->state == ROOM_OPEN || !room->started_ms) return ERROR_NOT_STARTED;
    *why = "too much at once; wait a little";
    if (!limits_take(app->limits, LIMIT_SAY, (Text){ (char *)&peer->person, sizeof peer->person },
                     app_now(app), NULL)) {
        app->metrics->too_fast++;
        return ERROR_TOO_FAST;
    }
    return ERROR_NONE;
}

static void receive_say(const App *app, Peer *peer, i64 n, const void *message)
{
    const Say *say = message;
    const Room *room = rooms_find(app->rooms, say->game);
    const char *why;
    ErrorCode code = check(app, peer, say, room, &why);
    Speech *speech = code == ERROR_NONE ? calloc(1, sizeof *speech) : NULL;
    if (!speech) return peer_refuse(peer, n, code == ERROR_NONE ? ERROR_FAILED : code, why);
    *speech = (Speech){ .app = app,
                        .peer = peer,
                        .n = n,
                        .game = say->game,
                        .line = { .seat = room_seat_of(room, peer->person), .at = app_now(app) } };
    memcpy(speech->line.phrase, say->phrase, sizeof speech->line.phrase);
    memcpy(speech->line.text, say->text, sizeof speech->line.text);
    const Access *access = app->access;
    for (int seat = 0; seat < room_players(room); seat++) {
        i64 person = speech->person[seat] = room->seat[seat].person;
        if (person && person != peer->person && !access_blocked(access, peer->person, person))
            speech->heard |= (u8)(1 << seat);
    }
    peer->pending++;
    if (*speech->line.phrase)
        keep(speech);
    else if (!store_read(app->store, READ_SHORT, find_friends, friends_found, speech))
        end_speech(speech, ERROR_BUSY, "the server is overloaded; try again in a moment");
}

// --- the lines of a game -------------------------------------------------------------------------

typedef struct Lines {
    ShownLine line[SAID_MAX];
    int count;
    int chat; // the seats to which the caller may write texts, as bits
} Lines;
static const Field LINES_FIELDS[] = {
    FIELD_ARRAY(Lines, line, count, &SHOWN_LINE, .key = "said"),
    FIELD(Lines, chat, .as = AS_BITS, .says = "seats to which the caller may write texts"),
};
static const Shape LINES = SHAPE_NAMED("Talk", Lines, LINES_FIELDS);

typedef struct LinesTask {
    i64 game, asker;
    i64 person[PLAYERS_MAX]; // by seat
    int seat;
    Lines lines;
} LinesTask;

static bool see_game(void *context, const StoredGame *game)
{
    (void)context;
    (void)game;
    return true;
}

static bool see_seat(void *context, const StoredSeat *seat)
{
    LinesTask *task = context;
    if (seat->seat < 0 || seat->seat >= PLAYERS_MAX) return true;
    task->person[seat->seat] = seat->person;
    if (seat->person == task->asker) task->seat = seat->seat;
    return true;
}

static bool see_line(void *context, const void *row)
{
    const SaidLine *said = row;
    LinesTask *task = context;
    bool heard = said->person == task->asker || said->heard >> task->seat & 1;
    int seat = 0;
    while (seat < PLAYERS_MAX && task->person[seat] != said->person)
        seat++;
    if (!heard || seat == PLAYERS_MAX || task->lines.count == SAID_MAX) return true;
    ShownLine *line = &task->lines.line[task->lines.count++];
    *line = (ShownLine){ .seat = seat, .at = said->at_ms };
    memcpy(line->phrase, said->phrase, sizeof line->phrase);
    memcpy(line->text, said->text, sizeof line->text);
    return true;
}

static void read_lines(Call *call, Store *reading)
{
    LinesTask *task = call->asked;
    Fault why;
    const GameReader reader = { .context = task, .game = see_game, .seat = see_seat };
    if (!games_load(reading, task->game, &reader, &why))
        return route_fail(call, ERROR_FAILED, "the game cannot be read");
    if (task->seat < 0)
        return route_fail(call, ERROR_NOT_YOURS, "only those who play hear what is said");
    chat_lines(reading, task->game, see_line, task);
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        if (task->person[seat] && task->person[seat] != task->asker &&
            preferences_may_chat(reading, task->asker, task->person[seat]))
            task->lines.chat |= 1 << seat;
    js_shape(&call->json, NULL, &LINES, &task->lines, NULL);
}

static void get_lines(Call *call)
{
    LinesTask *task = route_ask(call, sizeof *task);
    if (!task) return;
    task->asker = call->who.person.id;
    task->seat = -1;
    if (route_game(call, call->part[1], &task->game))
        route_read(call, READ_SHORT, read_lines, NULL);
}

// --- the row -------------------------------------------------------------------------------------

static const Route CHAT_ROUTES[] = {
    { .method = METHOD_GET,
      .path = "games/*/said",
      .answer = get_lines,
      .scope = SCOPE_READ,
      .role = FOR_PERSONS,
      .rate = RATE_USUAL,
      TAKES_NOTHING,
      .reply = &LINES,
      .errors = ERR(ERROR_NOT_FOUND) | ERR(ERROR_NOT_YOURS),
      .says = "the chat lines of a game, for its players" },
};

static const SocketMessage CHAT_MESSAGES[] = {
    { .name = "say",
      .scope = SCOPE_PLAY,
      .role = FOR_ANYBODY,
      .plays = true,
      .shape = &SAY,
      .receive = receive_say,
      .says = "sends a phrase or a text to the other players" },
};

const Feature CHAT = {
    .name = "chat",
    .tables = (const char *const[]){ "said", NULL },
    .ops = CHAT_OPS,
    .ops_count = OPS,
    .routes = CHAT_ROUTES,
    .routes_count = 1,
    .messages = CHAT_MESSAGES,
    .messages_count = 1,
    .topics = (const Topic *const[]){ &SAID, NULL },
    .person = { .forget = { &CHAT_OPS[FORGET] },
                .move = { &CHAT_OPS[MOVE] },
                .export = { { .key = "said", .op = &CHAT_OPS[OWN] } } },
    .prune = &CHAT_OPS[EXPIRE],
};
