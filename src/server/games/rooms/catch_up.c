// SPDX-License-Identifier: MIT
// Several nodes over one store: applies events that other nodes committed, tracks which nodes
// players are connected to, and assigns each game's timeouts and computers to one node.
//
// The store decides. An action on an outdated room is refused, the room is read again, and the
// action is judged again. So messages between nodes may be late or missing without harm.
#include "server/games/game_ops.h"
#include "server/games/rooms/rooms_internal.h"

#include "base/bits.h"
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

static SeatPresence *seat_presence_of(ActiveRoom *active, int seat)
{
    SeatPresence *presence = &active->presence[seat];
    i64 person = active->room.seat[seat].person;
    if (presence->person != person) *presence = (SeatPresence){ .person = person };
    return presence;
}

bool seat_presence_note(ActiveRoom *active, int seat, bool here)
{
    SeatPresence *presence = seat_presence_of(active, seat);
    bool was_here = presence->local;
    presence->local = here;
    return was_here;
}

static bool is_elsewhere(const SeatPresence *presence)
{
    for (int i = 0; i < ELSEWHERE_MAX; i++)
        if (presence->node[i]) return true;
    return false;
}

bool seat_presence_anywhere(const ActiveRoom *active, int seat)
{
    const SeatPresence *presence = &active->presence[seat];
    if (presence->person != active->room.seat[seat].person) return false;
    return presence->local || is_elsewhere(presence);
}

static bool is_at(const SeatPresence *presence, u64 node)
{
    for (int i = 0; i < ELSEWHERE_MAX; i++)
        if (presence->node[i] == node) return true;
    return false;
}

static void note_elsewhere(SeatPresence *presence, u64 node, bool here)
{
    int found = -1, empty = 0;
    for (int i = 0; i < ELSEWHERE_MAX; i++) {
        if (presence->node[i] == node) found = i;
        if (!presence->node[i]) empty = i;
    }
    if (here && found < 0) found = empty;
    if (found < 0) return;
    presence->node[found] = here ? node : 0;
    presence->stale &= (u8)~bit(found);
}

bool seat_presence_leave(ActiveRoom *active, int seat, u64 node)
{
    SeatPresence *presence = seat_presence_of(active, seat);
    bool there = is_at(presence, node);
    note_elsewhere(presence, node, false);
    return there;
}

bool rooms_presence_at(Rooms *rooms, u64 node, i64 game, i64 person, bool here, bool on_purpose)
{
    ActiveRoom *active = registry_find(&rooms->registry, game);
    bool changed = false;
    stall_check_thread(rooms);
    if (!active) // a new game that is still being read
        rooms->early[rooms->earlies++ % EARLY_MAX] = (EarlyPresence){ node, game, person, here };
    for (int i = 0; active && person && i < room_players(&active->room); i++) {
        if (active->room.seat[i].person != person) continue;
        bool was_there = is_at(seat_presence_of(active, i), node);
        note_elsewhere(seat_presence_of(active, i), node, here);
        changed |= active_room_presence(active, i, on_purpose);
        if (was_there && !here) outage_went(active, i, node);
    }
    return changed;
}

static void take_early(Rooms *rooms, const ActiveRoom *active)
{
    u32 left = rooms->earlies < EARLY_MAX ? rooms->earlies : EARLY_MAX;
    for (; left; left--) {
        const EarlyPresence *early = &rooms->early[(rooms->earlies - left) % EARLY_MAX];
        if (early->game == active->room.id)
            rooms_presence_at(rooms, early->node, early->game, early->person, early->here, false);
    }
}

void rooms_presence_sync_begin(Rooms *rooms, u64 node)
{
    for (int state = ROOM_OPEN; state <= ROOM_OVER; state++)
        for (ActiveRoom *active = rooms->registry.newest[state]; active; active = active->older)
            for (int i = 0; i < room_players(&active->room) * ELSEWHERE_MAX; i++) {
                SeatPresence *presence = &active->presence[i / ELSEWHERE_MAX];
                if (presence->node[i % ELSEWHERE_MAX] == node)
                    presence->stale |= (u8)bit(i % ELSEWHERE_MAX);
            }
}

static bool is_stale(const SeatPresence *presence, u64 node)
{
    for (int i = 0; i < ELSEWHERE_MAX; i++)
        if (presence->node[i] == node && presence->stale & bit(i)) return true;
    return false;
}

void rooms_presence_sync_end(Rooms *rooms, u64 node, SeeHereChanged *changed, void *context)
{
    for (int state = ROOM_OPEN; state <= ROOM_OVER; state++)
        for (ActiveRoom *active = rooms->registry.newest[state], *older; active; active = older) {
            older = active->older;
            i64 game = active->room.id;
            for (int i = 0; i < room_players(&active->room); i++) {
                const SeatPresence *presence = &active->presence[i];
                if (is_stale(presence, node) &&
                    rooms_presence_at(rooms, node, game, presence->person, false, false))
                    changed(context, game);
            }
        }
}

void rooms_each_here(const Rooms *rooms, SeeHere *see, void *context)
{
    for (int state = ROOM_OPEN; state <= ROOM_OVER; state++)
        for (ActiveRoom *active = rooms->registry.newest[state]; active; active = active->older)
            for (int i = 0; i < room_players(&active->room); i++) {
                i64 person = active->room.seat[i].person;
                if (person && active->presence[i].person == person && active->presence[i].local)
                    see(context, active->room.id, person);
            }
}

// --- tasks ---------------------------------------------------------------------------------------

// The node of the player to move has shown them the turn, and measures their time.
i64 active_room_patience(const ActiveRoom *active)
{
    int turn = room_turn(&active->room);
    if (!active->rooms->setup.owns) return 0;
    const SeatPresence *presence = turn < 0 ? NULL : &active->presence[turn];
    bool known = presence && presence->person == active->room.seat[turn].person;
    if (known && presence->local) return 0;
    bool keeps = rooms_owns(active, OWNS_TIME);
    if (known && is_elsewhere(presence))
        return keeps && !outage_suspected(active) ? PATIENCE_MS : 2 * PATIENCE_MS;
    return keeps && !outage_suspected(active) ? 0 : PATIENCE_MS;
}

bool active_room_timed_elsewhere(const ActiveRoom *active)
{
    int turn = room_turn(&active->room);
    if (!active->rooms->setup.owns || turn < 0) return false;
    const SeatPresence *presence = &active->presence[turn];
    return presence->person == active->room.seat[turn].person && !presence->local &&
           is_elsewhere(presence);
}

void rooms_owners_changed(Rooms *rooms)
{
    for (int state = ROOM_OPEN; state <= ROOM_LIVE; state++)
        for (ActiveRoom *active = rooms->registry.newest[state], *older; active; active = older) {
            older = active->older;
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
    take_early(rooms, active);
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
    (void)text; // it is over already, or will be missed again
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
    for (int state = ROOM_OPEN; state <= ROOM_LIVE; state++)
        for (ActiveRoom *active = rooms->registry.newest[state], *older; active; active = older) {
            older = active->older;
            const LiveNumber wanted = { .game = active->room.id };
            if (!poll->count ||
                !bsearch(&wanted, poll->live, poll->count, sizeof *poll->live, by_game))
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
