// SPDX-License-Identifier: MIT
// What players say to each other in a game: phrases to all of them, texts to friends only. Those
// who only watch neither speak nor hear; nobody hears somebody whom they block.
//
//     say  ->  who may hear it  ->  the store  ->  committed  ->  the sockets of those
#include "server/online/peer.h"

#include "server/people/manners.h"
#include "server/people/words.h"

#include <stdlib.h>
#include <string.h>

enum { JOIN_MS = 120000 }; // texts that are further apart are not read as one

typedef struct Speech {
    Hub *hub;
    Peer *peer;
    i64 n, game, at_ms;
    int seat;
    bool joins;              // it makes an address with what was said before
    u8 heard;                // seats
    i64 person[PLAYERS_MAX]; // who sits there
    char phrase[PHRASE_SIZE], text[SAID_TEXT_SIZE];
} Speech;

static void end_line(Speech *line, ErrorCode code, const char *why)
{
    Peer *peer = line->peer;
    peer->pending--;
    if (code == ERROR_NONE)
        peer_accept(peer, line->n, 0);
    else
        peer_refuse(peer, line->n, code, why);
    peer_free_if_done(peer);
    free(line);
}

// Sends it to the sockets of those who hear it; `person` has who sits where, `seats` has one bit
// for each seat that hears it.
static void send_to_hearers(Hub *hub, i64 game, const i64 *person, u8 seats, Text json)
{
    GameChannel *channel = channels_find(&hub->channels, game);
    if (!channel) return;
    Frame *frame = frame_new(json);
    for (u32 i = 0; frame && i < channel->count; i++) {
        Peer *peer = channel->member[i].peer;
        bool hears = false;
        for (int seat = 0; peer->person && seat < PLAYERS_MAX; seat++)
            hears = hears || (person[seat] == peer->person && seats >> seat & 1);
        if (hears) peer_send(peer, frame);
    }
    frame_release(frame);
}

void hub_said(Hub *hub, i64 game, u8 seats, Text json)
{
    i64 person[PLAYERS_MAX] = { 0 };
    const Room *room = rooms_find(hub->rooms, game);
    if (!room) return; // they see it when they look
    for (int seat = 0; seat < room_players(room); seat++)
        person[seat] = room->seat[seat].person;
    send_to_hearers(hub, game, person, seats, json);
}

static void deliver(void *context, StoreStatus status)
{
    Speech *line = context;
    Hub *hub = line->hub;
    if (status == STORE_CONFLICT) {
        end_line(line, ERROR_TOO_MANY, "enough has been said in this game");
        return;
    }
    if (status != STORED) {
        end_line(line, ERROR_FAILED, "it could not be saved; try again");
        return;
    }
    u8 seats = line->heard | (u8)(1 << line->seat);
    message_write_said(hub_fresh(hub), line->game,
                       &(SaidShown){ .seat = line->seat,
                                     .at_ms = line->at_ms,
                                     .phrase = text_of(line->phrase),
                                     .text = text_of(line->text) });
    if (!hub->json.failed) {
        Text json = js_view(&hub->json);
        send_to_hearers(hub, line->game, line->person, seats, json);
        hub_share(hub, &(NodeNews){
                           .kind = NODE_SAID, .game = line->game, .count = seats, .body = json });
    }
    end_line(line, ERROR_NONE, NULL);
}

static void keep(Speech *line)
{
    const StoreWrite write = { .kind = WRITE_SAID,
                               .said = { .game = line->game,
                                         .person = line->person[line->seat],
                                         .at_ms = line->at_ms,
                                         .heard = line->heard,
                                         .phrase = text_of(line->phrase),
                                         .text = text_of(line->text) } };
    if (!store_write(line->hub->setup.store, &write, 1, deliver, line))
        end_line(line, ERROR_BUSY, "the server is overloaded; try again in a moment");
}

// --- texts ---------------------------------------------------------------------------------------

// Whether the speaker's last text of this game and this one are two halves of an address.
static bool see_own(void *context, const StoredSaid *said)
{
    Speech *line = context;
    bool own = said->person == line->person[line->seat] && said->text.length;
    if (own)
        line->joins = line->at_ms - said->at_ms < JOIN_MS &&
                      words_join_to_address(said->text, text_of(line->text));
    return true;
}

static void find_friends(void *context, Store *reading)
{
    Speech *line = context;
    store_said(reading, &(SaidFilter){ .game = line->game }, see_own, line);
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        if (line->heard >> seat & 1 &&
            !manners_may_chat(reading, line->person[line->seat], line->person[seat]))
            line->heard &= (u8) ~(1 << seat);
}

static void friends_found(void *context, bool was_read)
{
    Speech *line = context;
    if (!was_read)
        end_line(line, ERROR_BUSY, "the server is stopping");
    else if (line->joins)
        end_line(line, ERROR_MALFORMED, "no addresses of pages or mail");
    else if (!line->heard)
        end_line(line, ERROR_FORBIDDEN,
                 "texts are for friends: both follow each other and have switched them on");
    else
        keep(line);
}

// --- what a socket says --------------------------------------------------------------------------

static ErrorCode check(Peer *peer, const Message *message, const Room *room, const char **why)
{
    bool phrase = *message->phrase, text = *message->text;
    *why = "say a phrase or a text";
    if (phrase == text) return ERROR_MALFORMED;
    *why = "there is no such phrase";
    if (phrase && !phrase_known(text_of(message->phrase))) return ERROR_MALFORMED;
    *why = text ? words_refuse(text_of(message->text)) : NULL;
    if (*why) return ERROR_MALFORMED;
    *why = "there is no such game, or it is over";
    if (!room) return ERROR_NOT_FOUND;
    *why = "only those who play speak";
    if (!peer->person || room_seat_of(room, peer->person) < 0) return ERROR_NOT_YOURS;
    *why = "the game has not started";
    if (room->state == ROOM_OPEN || !room->started_ms) return ERROR_NOT_STARTED;
    *why = "too much at once; wait a little";
    if (!limits_take(peer->hub->setup.limits, LIMIT_SAY,
                     (Text){ (char *)&peer->person, sizeof peer->person }, hub_now(peer->hub),
                     NULL)) {
        peer->hub->setup.metrics->too_fast++;
        return ERROR_TOO_FAST;
    }
    return ERROR_NONE;
}

void talk_say(Peer *peer, const Message *message)
{
    Hub *hub = peer->hub;
    const Room *room = rooms_find(hub->rooms, message->game);
    const char *why;
    ErrorCode code = check(peer, message, room, &why);
    Speech *line = code == ERROR_NONE ? calloc(1, sizeof *line) : NULL;
    if (!line) {
        peer_refuse(peer, message->n, code == ERROR_NONE ? ERROR_FAILED : code, why);
        return;
    }
    *line = (Speech){ .hub = hub,
                      .peer = peer,
                      .n = message->n,
                      .game = message->game,
                      .at_ms = hub_now(hub),
                      .seat = room_seat_of(room, peer->person) };
    memcpy(line->phrase, message->phrase, sizeof line->phrase);
    memcpy(line->text, message->text, sizeof line->text);
    for (int seat = 0; seat < room_players(room); seat++) {
        i64 person = line->person[seat] = room->seat[seat].person;
        if (person && person != peer->person &&
            !standing_apart(hub->setup.standing, peer->person, person))
            line->heard |= (u8)(1 << seat);
    }
    peer->pending++;
    if (*line->phrase)
        keep(line);
    else if (!store_read(hub->setup.store, READ_SHORT, find_friends, friends_found, line))
        end_line(line, ERROR_BUSY, "the server is overloaded; try again in a moment");
}
