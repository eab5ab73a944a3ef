// SPDX-License-Identifier: MIT
#include "server/games/live/rooms_internal.h"

#include "server/games/live/restore.h"

// A game that was called off before its start does not count as the rematch.
static bool never_began(const Room *room)
{
    return room->state == ROOM_OVER && !room->started_ms;
}

static bool never_began_in_store(Store *store, i64 game)
{
    Fault why;
    Room *room = rooms_load_over(store, game, &why);
    bool never = room && never_began(room);
    rooms_free_room(room);
    return never;
}

// Joins the next game if it is open; otherwise the person can watch it.
static void go_to_next(Rooms *rooms, ActiveRoom *next, const ActRequest *request)
{
    if (next->room.state != ROOM_OPEN) return act_accept(request, next->room.id);
    ActRequest join = *request;
    join.action.kind = ACT_JOIN;
    join.action.game = next->room.id;
    join.action.seat = -1;
    join.at = rooms_clock(rooms);
    active_room_submit(next, &join);
}

void active_room_rematch(ActiveRoom *active, const ActRequest *request)
{
    Rooms *rooms = active->rooms;
    const Room *room = &active->room;
    i64 person = request->action.person;
    if (room_seat_of(room, person) < 0)
        return act_refuse(rooms, request, ERROR_NOT_YOURS, "you did not play in this game",
                          ALLOWED);
    if (room->state != ROOM_OVER || !room->started_ms)
        return act_refuse(rooms, request, ERROR_FORBIDDEN, "there is no game to play again",
                          ALLOWED);
    ActiveRoom *next = room->rematch ? registry_find(&rooms->registry, room->rematch) : NULL;
    if (next && !never_began(&next->room)) return go_to_next(rooms, next, request);
    if (room->rematch && !next && !never_began_in_store(rooms->setup.store, room->rematch))
        return act_accept(request, room->rematch); // long finished
    GameSetup setup;
    Fault why;
    rematch_setup(room, person, &setup);
    ErrorCode code =
        setup_check(&setup, person, rooms->setup.store, rooms_has_computers(rooms), &why);
    if (code == ERROR_NONE) code = setup_meets(&setup, person, &rooms->judge, &why);
    if (code != ERROR_NONE) return act_refuse(rooms, request, code, why.message, ALLOWED);
    commit_new(rooms, &setup, person, active, request);
}
