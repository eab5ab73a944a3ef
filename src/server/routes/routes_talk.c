// SPDX-License-Identifier: MIT
// HTTP: what was said in a game, for those who play it.
#include "server/routes/routes_internal.h"

#include "server/api/messages.h"
#include "server/people/manners.h"

#include <stdlib.h>

typedef struct TalkAsked {
    i64 game, asker;
    i64 person[PLAYERS_MAX]; // who sits where
    int seat;
    Json *json;
} TalkAsked;

static bool see_game(void *context, const StoredGame *game)
{
    (void)context;
    (void)game;
    return true;
}

static bool see_seat(void *context, const StoredSeat *seat)
{
    TalkAsked *asked = context;
    if (seat->seat < 0 || seat->seat >= PLAYERS_MAX) return true;
    asked->person[seat->seat] = seat->person;
    if (seat->person == asked->asker) asked->seat = seat->seat;
    return true;
}

static bool see_said(void *context, const StoredSaid *said)
{
    const TalkAsked *asked = context;
    bool heard = said->person == asked->asker || said->heard >> asked->seat & 1;
    for (int seat = 0; heard && seat < PLAYERS_MAX; seat++)
        if (asked->person[seat] == said->person) {
            message_write_line(asked->json, &(SaidShown){ .seat = seat,
                                                          .at_ms = said->at_ms,
                                                          .phrase = said->phrase,
                                                          .text = said->text });
            break;
        }
    return true;
}

static void read_talk(Call *call, Store *reading)
{
    TalkAsked *asked = call->asked;
    Fault why;
    const StoreReader reader = { .context = asked, .game = see_game, .seat = see_seat };
    u8 chat = 0;
    if (!store_load_game(reading, asked->game, &reader, &why)) {
        route_fail(call, ERROR_FAILED, "the game cannot be read");
        return;
    }
    if (asked->seat < 0) {
        route_fail(call, ERROR_NOT_YOURS, "only those who play hear what is said");
        return;
    }
    asked->json = &call->json;
    message_begin_talk(&call->json);
    store_said(reading, &(SaidFilter){ .game = asked->game }, see_said, asked);
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        if (asked->person[seat] && asked->person[seat] != asked->asker &&
            manners_may_chat(reading, asked->asker, asked->person[seat]))
            chat |= (u8)(1 << seat);
    message_end_talk(&call->json, chat);
}

void route_get_talk(Call *call)
{
    TalkAsked *asked = call->asked = calloc(1, sizeof *asked);
    if (!asked) {
        route_refuse(call, ERROR_FAILED, "out of memory");
        return;
    }
    asked->asker = call->who.person.id;
    asked->seat = -1;
    if (!game_id_read(call->part[1], &asked->game))
        route_refuse(call, ERROR_NOT_FOUND, "there is no such game");
    else
        route_read(call, READ_SHORT, read_talk, NULL);
}
