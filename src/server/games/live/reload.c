// SPDX-License-Identifier: MIT
// Reads rooms from the store while the server runs, on a reader's thread: rooms that may be
// outdated, and games that are not in memory.
#include "server/games/live/rooms_internal.h"

#include "server/games/correspondence_ops.h"

#include <stdlib.h>

typedef struct Reload {
    Rooms *rooms;
    ActiveRoom *active; // the room to read again, NULL if it is not in memory
    i64 game;
    i64 rematch_for;
    Room *room;
    Vacation *vacation; // of the player to move, or NULL
    Fault why;
    ReloadDone *done;
    FetchDone *fetched;
    void *context;
} Reload;

static bool see_vacation(void *context, const void *row)
{
    Reload *reload = context;
    const StoredVacation *stored = row;
    if (!reload->vacation) reload->vacation = malloc(sizeof *reload->vacation);
    if (!reload->vacation || vacation_read(stored->body, reload->vacation)) return true;
    free(reload->vacation);
    reload->vacation = NULL;
    return true;
}

static void read_room(void *context, Store *reading)
{
    Reload *reload = context;
    reload->room = rooms_load_over(reading, reload->game, &reload->why);
    int turn = reload->room && !speed_is_live(reload->room->speed) ? room_turn(reload->room) : -1;
    if (turn >= 0)
        store_select(reading, &CORRESPONDENCE_OPS[VACATION_OF],
                     &(PersonArg){ reload->room->seat[turn].person }, see_vacation, reload);
}

static bool start(Reload *reload, StoreReadDone *done)
{
    Reload *made = malloc(sizeof *made);
    if (!made) return false;
    *made = *reload;
    made->rooms->counts.waiting++;
    made->rooms->counts.reloads++;
    if (store_read(made->rooms->setup.store, READ_SHORT, read_room, done, made)) return true;
    made->rooms->counts.waiting--;
    free(made);
    return false;
}

// --- rooms in memory -----------------------------------------------------------------------------

static Seat *same_person(Room *room, const Seat *seat)
{
    for (int i = 0; i < room_players(room); i++)
        if (room->seat[i].person == seat->person) return &room->seat[i];
    return NULL;
}

// State that only this server has is kept.
static void replace_room(ActiveRoom *active, const Room *loaded)
{
    Room room = *loaded;
    Rooms *rooms = active->rooms;
    i64 now = rooms_clock(rooms);
    if (room.number <= active->room.number && room.state == active->room.state) {
        if (room.rematch) active->room.rematch = room.rematch;
        active->room.annulled = room.annulled; // not an event
        active->room.has_ratings = room.has_ratings;
        room_free_plies(&room); // nothing new, and we know when the turn was shown
        return;
    }
    registry_unlist(&rooms->registry, active);
    // If the turn is the same (after chat or a pause), it began when this node published it.
    bool same = room.state == ROOM_LIVE && room_turn(&room) == room_turn(&active->room) &&
                room.match.count == active->room.match.count;
    i64 pause = same ? room.began_ms - active->room.began_ms : 0;
    i64 since = same ? active->room.match.since + pause : now;
    room.turn_ms = same ? active->room.turn_ms : now;
    if (room_turn(&room) >= 0 && now > room.match.now)
        match_set_time(&room.match, since < now ? since : now, now);
    room.frozen_ms = same && pause <= 0 ? active->room.frozen_ms : 0;
    for (int i = 0; i < room_players(&room); i++) {
        Seat *seat = &room.seat[i], *old = seat->person ? same_person(&active->room, seat) : NULL;
        if (!old) continue;
        seat->here = old->here;
        seat->on_purpose = old->on_purpose;
        seat->away_since = old->away_since;
        seat->lag_ms = old->lag_ms;
    }
    if (!room.rematch) room.rematch = active->room.rematch;
    room_free_plies(&active->room);
    active->room = room;
    if (!same || pause) outage_turn(active, now);
    if (room.state == ROOM_OVER) active->closes = now + ACTIVE_ROOM_KEEP_MS;
    registry_list(&rooms->registry, active);
    conditional_schedule(active, false);
}

static void say(Rooms *rooms, const char *line)
{
    if (rooms->setup.say && line[0]) rooms->setup.say(rooms->setup.context, line);
}

static void on_reloaded(void *context, bool was_read)
{
    Reload *reload = context;
    ActiveRoom *active = reload->active;
    bool loaded = reload->room != NULL;
    reload->rooms->counts.waiting--;
    if (loaded) {
        int turn = room_turn(reload->room);
        if (reload->vacation)
            rooms_vacation(reload->rooms, reload->room->seat[turn].person, reload->vacation);
        replace_room(active, reload->room);
        free(reload->room);
    } else if (was_read) {
        say(reload->rooms, reload->why.message);
    }
    reload->done(reload->context, active, loaded);
    free(reload->vacation);
    free(reload);
}

void active_room_reload(ActiveRoom *active, ReloadDone *done, void *context)
{
    Reload reload = { .rooms = active->rooms,
                      .active = active,
                      .game = active->room.id,
                      .done = done,
                      .context = context };
    active->busy = true;
    active->behind = false;
    if (!start(&reload, on_reloaded)) done(context, active, false);
}

// --- games not in memory -------------------------------------------------------------------------

// The active room, or NULL with the reason.
static ActiveRoom *take_in(Reload *reload, ErrorCode *code, const char **text)
{
    Rooms *rooms = reload->rooms;
    Room *room = reload->room;
    // it may have been loaded meanwhile
    ActiveRoom *active = registry_find(&rooms->registry, reload->game);
    bool over = room && room->state == ROOM_OVER;
    if (active) return active;
    *code = ERROR_NOT_FOUND;
    *text = "there is no such game";
    if (!room && reload->why.message[0]) {
        *code = ERROR_FAILED;
        *text = reload->why.message;
    }
    if (!room) return NULL;
    *code = over && reload->rematch_for ? ERROR_NOT_YOURS : ERROR_OVER;
    *text = *code == ERROR_OVER ? "the game is over" : "you did not play in this game";
    if (over && (!reload->rematch_for || room_seat_of(room, reload->rematch_for) < 0)) return NULL;
    *code = ERROR_BUSY;
    *text = "out of memory";
    if (!timers_reserve(&rooms->timers, rooms->registry.by_id.count + (u32)rooms->coming + 1) ||
        !(active = active_room_new(rooms, room)))
        return NULL;
    i64 now = rooms_clock(rooms);
    Match *match = &active->room.match;
    if (!over && room_turn(room) >= 0 && now > match->now) match_set_time(match, now, now);
    active->room.turn_ms = match->since;
    for (int i = 0; i < room_players(room); i++)
        active->room.seat[i].away_since = now;
    room->match.plies = NULL; // they now belong to the active room
    active->closes = now + ACTIVE_ROOM_KEEP_MS;
    outage_turn(active, now);
    registry_add(&rooms->registry, active);
    return active;
}

static void on_fetched(void *context, bool was_read)
{
    Reload *reload = context;
    ErrorCode code = ERROR_NONE;
    const char *text = "";
    reload->rooms->counts.waiting--;
    if (!was_read) fault(&reload->why, FULL, "the game cannot be read");
    bool known = registry_find(&reload->rooms->registry, reload->game) != NULL;
    ActiveRoom *active = take_in(reload, &code, &text);
    if (active && !known) rooms_admitted(active);
    // Two reads were under way, and the earlier one ended first.
    if (active && known && reload->room && reload->room->number > active->room.number)
        active_room_catch_up(active);
    reload->fetched(reload->context, active, code, text);
    if (active && !known && !active->busy) active_room_go_on(active);
    rooms_free_room(reload->room);
    free(reload->vacation);
    free(reload);
}

void rooms_fetch(Rooms *rooms, i64 game, i64 rematch_for, FetchDone *done, void *context)
{
    Reload reload = { .rooms = rooms,
                      .game = game,
                      .rematch_for = rematch_for,
                      .fetched = done,
                      .context = context };
    if (!start(&reload, on_fetched)) done(context, NULL, ERROR_BUSY, "the store is overloaded");
}
