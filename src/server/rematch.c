// SPDX-License-Identifier: MIT
#include "server/playing.h"

#include "server/restore.h"

// A game that was called off before it began is no next one.
static bool never_began(const Room *room)
{
    return room->state == ROOM_OVER && !room->started_ms;
}

static bool never_began_in_store(Store *store, i64 game)
{
    Fault why;
    Room *room = play_load_over(store, game, &why);
    bool never = room && never_began(room);
    play_free_room(room);
    return never;
}

// Joins the next game if it waits for its players; it is there to be looked at in any case.
static void go_to_next(Play *play, Table *next, const Ask *ask)
{
    if (next->room.state != ROOM_OPEN) return ask_accept(ask, next->room.id);
    Ask join = *ask;
    join.action.kind = ACT_JOIN;
    join.action.game = next->room.id;
    join.action.seat = -1;
    join.at = play_clock(play);
    table_ask(next, &join);
}

void table_rematch(Table *table, const Ask *ask)
{
    Play *play = table->play;
    const Room *room = &table->room;
    i64 person = ask->action.person;
    if (room_seat_of(room, person) < 0)
        return ask_refuse(play, ask, CODE_NOT_YOURS, "you did not play in this game", ALLOWED);
    if (room->state != ROOM_OVER || !room->started_ms)
        return ask_refuse(play, ask, CODE_FORBIDDEN, "there is no game to follow on", ALLOWED);
    Table *next = room->rematch ? hall_find(&play->hall, room->rematch) : NULL;
    if (next && !never_began(&next->room)) return go_to_next(play, next, ask);
    if (room->rematch && !next && !never_began_in_store(play->setup.store, room->rematch))
        return ask_accept(ask, room->rematch); // long over
    GameSetup setup;
    Fault why;
    rematch_setup(room, person, &setup);
    Code code = setup_check(&setup, play->setup.store, play_has_computers(play), &why);
    if (code != CODE_OK) return ask_refuse(play, ask, code, why.message, ALLOWED);
    commit_new(play, &setup, person, table, ask);
}
