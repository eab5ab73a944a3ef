// SPDX-License-Identifier: MIT
// Several nodes over one store: applies events that other nodes committed, tracks which nodes
// players are connected to, and assigns each game's timeouts and computers to one node.
//
// The store decides. An action on an outdated room is refused, the room is read again, and the
// action is judged again. So messages between nodes may be late or missing without harm.
#include "server/games/game_ops.h"
#include "server/games/live/rooms_internal.h"

#include "platform/array.h"

#include <stdlib.h>

enum {
    PATIENCE_MS = 2000, // before a node does another node's task
    LOOK_MS = 250,      // before a failed read is tried again
};

static bool owns(const Rooms *rooms, i64 game, OwnedPart what)
{
    return !rooms->setup.owns || rooms->setup.owns(rooms->setup.context, game, what);
}

bool rooms_owns(const ActiveRoom *active, OwnedPart what)
{
    return owns(active->rooms, active->room.id, what);
}

bool rooms_keeps_time(const Rooms *rooms, i64 game)
{
    return owns(rooms, game, OWNS_TIME);
}

// --- presence ------------------------------------------------------------------------------------

static const Place *first_place(const ActiveRoom *active, int seat)
{
    i64 person = active->room.seat[seat].person;
    return person ? presence_first(active->rooms->presence, PLACE_GAME, active->room.id, person)
                  : NULL;
}

bool seat_is_at(const ActiveRoom *active, int seat, u64 node)
{
    i64 person = active->room.seat[seat].person;
    return person &&
           presence_is_at(active->rooms->presence, PLACE_GAME, active->room.id, person, node);
}

bool seat_is_anywhere(const ActiveRoom *active, int seat)
{
    return first_place(active, seat) != NULL;
}

u64 seat_elsewhere(const ActiveRoom *active, int seat, u64 but, NodeCounts *counts)
{
    for (const Place *at = first_place(active, seat); at; at = presence_next(at))
        if (at->node != THIS_NODE && at->node != but &&
            (!counts || counts(active->rooms, at->node)))
            return at->node;
    return 0;
}

bool seat_left(ActiveRoom *active, int seat, u64 node)
{
    const Place place = { PLACE_GAME, active->room.id, active->room.seat[seat].person, node, 0 };
    return place.person && presence_set(active->rooms->presence, &place) > 0;
}

// A game that is still being read; or one that this node doesn't have, so the oldest is forgotten.
static void keep_early(Rooms *rooms, i64 game, i64 person)
{
    EarlyPresence *early = &rooms->early[rooms->earlies++ % EARLY_MAX];
    if (early->game && !registry_find(&rooms->registry, early->game))
        presence_end(rooms->presence, PLACE_GAME, early->game, early->person);
    *early = (EarlyPresence){ game, person };
}

static bool note_change(ActiveRoom *active, const Place *place, bool was_there, bool on_purpose)
{
    bool here = place->count, changed = false;
    bool comes = here && !was_there && place->node == THIS_NODE;
    for (int i = 0; i < room_players(&active->room); i++) {
        if (active->room.seat[i].person != place->person) continue;
        changed |= active_room_presence(active, i, on_purpose);
        if (!here && was_there) outage_went(active, i, place->node);
        if (comes) outage_came(active, i);
    }
    if (comes) active_room_shown(active);
    return changed;
}

bool rooms_presence_at(Rooms *rooms, u64 node, i64 game, i64 person, bool here, bool on_purpose)
{
    ActiveRoom *active = registry_find(&rooms->registry, game);
    const Place place = { PLACE_GAME, game, person, node, here };
    stall_check_thread(rooms);
    if (!person || (here && active && room_seat_of(&active->room, person) < 0)) return false;
    bool was_there = presence_set(rooms->presence, &place) > 0;
    if (!active && here) keep_early(rooms, game, person);
    return active && note_change(active, &place, was_there, on_purpose);
}

bool rooms_presence_ended(Rooms *rooms, const Place *place)
{
    ActiveRoom *active = registry_find(&rooms->registry, place->game);
    const Place ended = { PLACE_GAME, place->game, place->person, place->node, 0 };
    stall_check_thread(rooms);
    return active && note_change(active, &ended, true, false);
}

bool rooms_presence(Rooms *rooms, i64 game, i64 person, bool here, bool on_purpose)
{
    return rooms_presence_at(rooms, THIS_NODE, game, person, here, on_purpose);
}

// --- tasks ---------------------------------------------------------------------------------------

// The node of the player to move has shown them the turn, and measures their time.
i64 active_room_patience(const ActiveRoom *active)
{
    int turn = room_turn(&active->room);
    if (!active->rooms->setup.owns) return 0;
    if (turn >= 0 && seat_is_at(active, turn, THIS_NODE)) return 0;
    bool keeps = rooms_owns(active, OWNS_TIME);
    if (turn >= 0 && seat_elsewhere(active, turn, 0, NULL))
        return keeps && !outage_suspected(active) ? PATIENCE_MS : 2 * PATIENCE_MS;
    return keeps && !outage_suspected(active) ? 0 : PATIENCE_MS;
}

bool active_room_timed_elsewhere(const ActiveRoom *active)
{
    int turn = room_turn(&active->room);
    if (!active->rooms->setup.owns || turn < 0) return false;
    return !seat_is_at(active, turn, THIS_NODE) && seat_elsewhere(active, turn, 0, NULL);
}

void rooms_owners_changed(Rooms *rooms)
{
    RoomWalk walk;
    for (ActiveRoom *active = registry_first(&rooms->registry, &walk, ROOM_OPEN, ROOM_LIVE); active;
         active = registry_next(&walk)) {
        if (!active->busy) active_room_go_on(active);
    }
}

// --- events of other nodes -----------------------------------------------------------------------

static void on_caught_up(void *context, ActiveRoom *active, bool was_read)
{
    (void)context;
    active->busy = false;
    if (was_read)
        rooms_publish(active->rooms, NEWS_RESET, &active->room, NULL, 0);
    else
        rooms_poll_later(active->rooms);
    active_room_go_on(active);
}

void active_room_catch_up(ActiveRoom *active)
{
    if (active->busy)
        active->behind = true; // read once that commit is decided
    else
        active_room_reload(active, on_caught_up, NULL);
}

void rooms_annulled(Rooms *rooms, i64 game)
{
    ActiveRoom *active = registry_find(&rooms->registry, game);
    if (active && !rooms->stopping) active_room_catch_up(active);
}

// Clients are informed only if there was something new.
static void on_shown(void *context, ActiveRoom *active, bool was_read)
{
    i64 *before = context;
    bool same = was_read && active->room.number == *before;
    free(before);
    if (!same) return on_caught_up(NULL, active, was_read);
    active->busy = false;
    active_room_go_on(active);
}

void active_room_shown(ActiveRoom *active)
{
    const Rooms *rooms = active->rooms;
    if (!rooms->setup.owns || rooms->stopping || active->room.state != ROOM_LIVE) return;
    i64 *before = active->busy ? NULL : malloc(sizeof *before);
    if (!before) return active_room_catch_up(active);
    *before = active->room.number;
    active_room_reload(active, on_shown, before);
}

// Applies the events to a draft of the room. False if they are not the next ones.
static bool read_events(ActiveRoom *active, const StoredEvent *stored, int count, Event *events,
                        Room *draft)
{
    Fault why;
    Room *room = &active->room;
    if (room_grow(room, &why) != OK) return false;
    *draft = *room;
    for (int i = 0; i < count; i++)
        if (event_read(&stored[i], room_players(room), room_turn(draft), &events[i], &why) != OK ||
            room_apply(draft, &events[i], &why) != OK)
            return false;
    return true;
}

void rooms_receive_events(Rooms *rooms, const StoredEvent *stored, int count)
{
    Event events[EVENTS_AT_ONCE];
    Room draft;
    if (count <= 0 || rooms->stopping) return;
    stall_check_thread(rooms);
    ActiveRoom *active = registry_find(&rooms->registry, stored[0].game);
    if (!active) return rooms_receive_made(rooms, stored[0].game);
    if (stored[count - 1].number <= active->room.number) return;
    if (active->busy || count > EVENTS_AT_ONCE || stored[0].number != active->room.number + 1 ||
        !read_events(active, stored, count, events, &draft))
        return active_room_catch_up(active);
    rooms->counts.heard++;
    rooms->hearing = true;
    active->busy = true;
    active_room_apply(active, events, count, &draft.match);
    for (int i = 0; i < count; i++)
        rooms_publish(rooms, NEWS_EVENT, &active->room, &events[i], 0);
    for (int i = 0; i < count; i++)
        active_room_answer(active, &events[i]);
    rooms->hearing = false;
    active->busy = false;
    active_room_go_on(active);
}

// Players who are away count as away from now on: their earlier actions arrive only now.
void rooms_link(Rooms *rooms, bool up)
{
    bool back = up && rooms->cut_off;
    i64 now = rooms_clock(rooms);
    rooms->cut_off = !up;
    if (!back) return;
    for (ActiveRoom *active = rooms->registry.newest[ROOM_LIVE]; active; active = active->older)
        for (int i = 0; i < room_players(&active->room); i++)
            if (!active->room.seat[i].here) active->room.seat[i].away_since = now;
}

void rooms_admitted(ActiveRoom *active)
{
    Rooms *rooms = active->rooms;
    if (active->room.state == ROOM_OVER) return;
    for (int i = 0; i < room_players(&active->room); i++)
        active_room_presence(active, i, false);
    ActiveRoom *before = registry_find(&rooms->registry, active->room.rematch_of);
    rooms->hearing = true;
    rooms_publish(rooms, NEWS_MADE, &active->room, NULL, 0);
    // for clients whose request came before the room
    rooms_publish(rooms, NEWS_RESET, &active->room, NULL, 0);
    if (before && before->room.rematch != active->room.id) {
        before->room.rematch = active->room.id;
        rooms_publish(rooms, NEWS_REMATCH, &before->room, NULL, active->room.id);
    }
    rooms->hearing = false;
}

static void ignore(void *context, ActiveRoom *active, ErrorCode code, const char *text)
{
    (void)context;
    (void)active;
    (void)code;
    (void)text; // the game is over, or the next check finds it again
}

void rooms_receive_made(Rooms *rooms, i64 game)
{
    if (rooms->stopping || registry_find(&rooms->registry, game)) return;
    rooms_fetch(rooms, game, 0, ignore, NULL);
}

// --- missed events -------------------------------------------------------------------------------

typedef struct StorePoll {
    Rooms *rooms;
    LiveNumber *live;
    size_t count, capacity;
    bool full;
} StorePoll;

static bool see_number(void *context, const void *row)
{
    StorePoll *poll = context;
    LiveNumber *live = array_grow(poll->live, &poll->capacity, poll->count + 1, sizeof *live);
    poll->full = !live;
    if (!live) return false;
    poll->live = live;
    poll->live[poll->count++] = *(const LiveNumber *)row;
    return true;
}

static void read_numbers(void *context, Store *reading)
{
    StorePoll *poll = context;
    poll->full |= !store_select(reading, &GAME_OPS[GAMES_LIVE_NUMBERS], NULL, see_number, poll);
}

static int by_game(const void *a, const void *b)
{
    i64 one = ((const LiveNumber *)a)->game, other = ((const LiveNumber *)b)->game;
    return one < other ? -1 : one > other;
}

// Rooms that are live here but no longer in the store's list have ended elsewhere.
static void find_ended(Rooms *rooms, const StorePoll *poll)
{
    RoomWalk walk;
    for (ActiveRoom *active = registry_first(&rooms->registry, &walk, ROOM_OPEN, ROOM_LIVE); active;
         active = registry_next(&walk)) {
        const LiveNumber wanted = { .game = active->room.id };
        if (!poll->count || !bsearch(&wanted, poll->live, poll->count, sizeof *poll->live, by_game))
            active_room_catch_up(active);
    }
}

static void on_numbers(void *context, bool was_read)
{
    StorePoll *poll = context;
    Rooms *rooms = poll->rooms;
    bool whole = was_read && !poll->full;
    rooms->polling = false;
    rooms->counts.waiting--;
    if (whole && poll->count) qsort(poll->live, poll->count, sizeof *poll->live, by_game);
    if (whole && !rooms->stopping) find_ended(rooms, poll);
    for (size_t i = 0; whole && i < poll->count && !rooms->stopping; i++) {
        ActiveRoom *active = registry_find(&rooms->registry, poll->live[i].game);
        if (!active)
            rooms_receive_made(rooms, poll->live[i].game);
        else if (active->room.number < poll->live[i].number)
            active_room_catch_up(active);
    }
    free(poll->live);
    free(poll);
    if (!whole) rooms_poll_later(rooms);
    if (rooms->poll_again && !rooms->stopping) rooms_poll(rooms);
}

void rooms_poll_later(Rooms *rooms)
{
    if (!rooms->setup.owns || rooms->stopping) return;
    rooms->poll_at = rooms_clock(rooms) + LOOK_MS;
    rooms_rewake(rooms);
}

void rooms_poll(Rooms *rooms)
{
    rooms->poll_at = 0;
    rooms->poll_again = rooms->polling;
    if (rooms->polling || rooms->stopping) return;
    StorePoll *poll = calloc(1, sizeof *poll);
    if (!poll) return;
    poll->rooms = rooms;
    rooms->polling = true;
    rooms->counts.waiting++;
    if (store_read(rooms->setup.store, READ_LONG, read_numbers, on_numbers, poll)) return;
    rooms->polling = false;
    rooms->counts.waiting--;
    free(poll);
    rooms_poll_later(rooms);
}
