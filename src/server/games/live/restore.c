// SPDX-License-Identifier: MIT
#include "server/games/live/restore.h"

#include "server/games/game_ops.h"
#include "server/games/live/seats.h"

#include <stdlib.h>

typedef struct Restoring {
    const RestoreSee *see;
    Room room;
    i64 ended_ms;
    bool annulled, begun, broken;
} Restoring;

static void break_off(Restoring *restoring, const Fault *why)
{
    restoring->broken = true;
    room_free_plies(&restoring->room);
    restoring->see->broken(restoring->see->context, restoring->room.id, why);
}

// A game that ended without an end event was called off.
static void end_without_event(Restoring *restoring)
{
    Fault why;
    Room *room = &restoring->room;
    const Event end = {
        .kind = EVENT_END, .number = room->number + 1, .at = restoring->ended_ms, .aborted = true
    };
    if (room->state != ROOM_OVER && room_apply(room, &end, &why) != OK) break_off(restoring, &why);
}

static void finish_room(Restoring *restoring)
{
    Room *room = &restoring->room;
    if (restoring->begun && !restoring->broken && restoring->ended_ms) end_without_event(restoring);
    room->annulled = restoring->annulled;
    room->has_ratings = room->has_ratings && !room->annulled;
    if (restoring->begun && !restoring->broken) restoring->see->room(restoring->see->context, room);
    restoring->begun = false;
}

static bool begin_room(void *context, const StoredGame *game)
{
    Restoring *restoring = context;
    GameSetup setup;
    Fault why;
    finish_room(restoring);
    restoring->room = (Room){ .id = game->id };
    restoring->ended_ms = game->ended_ms;
    restoring->annulled = game->annulled;
    restoring->begun = true;
    restoring->broken = false;
    if (setup_read(game, &setup, &why) == OK)
        room_start(&restoring->room, game->id, game->maker, game->created_ms, &setup);
    else
        break_off(restoring, &why);
    return true;
}

static bool add_event(void *context, const StoredEvent *stored)
{
    Restoring *restoring = context;
    Room *room = &restoring->room;
    Event event;
    Fault why;
    if (restoring->broken) return true;
    Status status = event_read(stored, room_players(room), room_turn(room), &event, &why);
    if (status == OK && event.kind == EVENT_MOVE) status = room_grow(room, &why);
    if (status == OK) status = room_apply(room, &event, &why);
    if (status != OK) break_off(restoring, &why);
    return true;
}

bool restore_rooms(Store *store, i64 id, const RestoreSee *see, Fault *why)
{
    Restoring restoring = { .see = see };
    const GameReader reader = { .context = &restoring, .game = begin_room, .event = add_event };
    bool read = id ? games_load(store, id, &reader, why) : games_load_live(store, &reader, why);
    if (read)
        finish_room(&restoring);
    else if (restoring.begun && !restoring.broken)
        room_free_plies(&restoring.room);
    return read;
}

// --- one to read ---------------------------------------------------------------------------------

typedef struct RestoreLoading {
    Room *room;
    Fault *why;
} RestoreLoading;

static void keep_room(void *context, const Room *room)
{
    RestoreLoading *loading = context;
    loading->room = malloc(sizeof *room);
    if (loading->room) {
        *loading->room = *room;
        return;
    }
    fault(loading->why, FULL, "out of memory");
    free(room->match.plies);
}

static void keep_fault(void *context, i64 game, const Fault *why)
{
    (void)game;
    RestoreLoading *loading = context;
    *loading->why = *why;
}

Room *rooms_load_over(Store *store, i64 game, Fault *why)
{
    RestoreLoading loading = { .why = why };
    const RestoreSee see = { .context = &loading, .room = keep_room, .broken = keep_fault };
    *why = (Fault){ 0 };
    if (game <= 0) return NULL;
    if (!restore_rooms(store, game, &see, why)) why->code = FULL;
    if (!loading.room) return NULL;
    room_know(loading.room, store);
    loading.room->rematch = games_rematch(store, game);
    return loading.room;
}

void rooms_free_room(Room *room)
{
    if (!room) return;
    room_free_plies(room);
    free(room);
}
