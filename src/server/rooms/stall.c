// SPDX-License-Identifier: MIT
// Nobody is charged for our own faults: while commits fail, or one takes longer than a second, the
// clocks of all games stand still, and everybody is told.
//
//     a commit fails, or takes too long  ->  every room is frozen, back to the last good commit
//     a commit succeeds                  ->  an EVENT_PAUSE in each room, committed; it goes on
//
// Actions are still tried, at the instant at which the clocks stand, so that the first that
// succeeds is not late. A write that changes nothing (WRITE_ALIVE) finds out when the store is
// back.
//
// With several nodes, clocks also stand still for a player to move whose node is out: it was
// killed, froze, or is cut off.
//
//     two seconds of silence        ->  frozen from the last sign of life, until they are back, for
//                                       two seconds at most
//     they are back before that     ->  frozen from the last sign of life, and at once not any more
//     it says that it stood still   ->  their turn begins later by so much
//
// The same holds for a player who is at no node, if they went (or the node fell silent) a moment
// ago: the balancer may have led them to the node that is out, and nobody else can know. Whoever is
// at a node that lives is charged, and so is whoever has been away for longer.
#include "server/rooms/rooms_internal.h"

#include "store/broken.h"

enum {
    SLOW_MS = 1000,       // a commit that takes longer holds up the players
    PROBE_MS = 250,       // how often a store that failed is tried again
    STILL_MS = 250,       // a thread that does not look for so long stood still
    SUSPECT_MS = 400,     // a node that has not been heard for so long may be out
    RETURN_MS = 2000,     // for players to come back when their node is gone
    ON_THE_WAY_MS = 3000, // who went longer ago is not about to come back
};

// --- the thread ----------------------------------------------------------------------------------

// Whoever is to move has their turn begin later by the time in which nobody listened.
static void give_back(ActiveRoom *active, i64 still, i64 now)
{
    Match *match = &active->room.match;
    if (!room_clock_runs(&active->room) || is_broken("charge-outage")) return;
    still -= room_rest(&active->room, now - still, now);
    i64 since = match->since + still < now ? match->since + still : now;
    if (since > match->since) match_set_time(match, since, since > match->now ? since : match->now);
    if (!active->busy) active_room_go_on(active);
}

// From when on a player who is at no node could not return, though a node is out since `from`;
// CLOCK_NEVER if they are gone for a reason of their own.
static i64 held_up_since(const Seat *seat, i64 from)
{
    if (seat->away_since < from - ON_THE_WAY_MS) return CLOCK_NEVER;
    return seat->away_since > from ? seat->away_since : from;
}

static bool is_silent(const Rooms *rooms, u64 node)
{
    return rooms->setup.silent_ms(rooms->setup.context, node) >= SUSPECT_MS;
}

// The same for any player to move: `node` (0: this one) is out since `from`.
static i64 out_since(const ActiveRoom *active, u64 node, i64 from)
{
    const Rooms *rooms = active->rooms;
    int turn = room_turn(&active->room);
    const Seat *seat = &active->room.seat[turn];
    const SeatPresence *presence = &active->presence[turn];
    bool there = false;
    if (!rooms->setup.keeps) return from;
    if (!seat->person) return node ? CLOCK_NEVER : from;
    if (presence->person != seat->person) return held_up_since(seat, from);
    if (presence->local) return node ? CLOCK_NEVER : from;
    for (int i = 0; i < ELSEWHERE_MAX; i++) {
        if (!presence->node[i]) continue;
        if (presence->node[i] != node && !is_silent(rooms, presence->node[i])) return CLOCK_NEVER;
        there = true;
    }
    return there ? from : held_up_since(seat, from);
}

// Nobody was served at that node for `ms`, until now.
static void give_back_all(Rooms *rooms, u64 node, i64 ms)
{
    i64 now = rooms_clock(rooms);
    for (ActiveRoom *active = rooms->registry.newest[ROOM_LIVE], *older; active; active = older) {
        older = active->older;
        if (!room_clock_runs(&active->room)) continue;
        i64 from = out_since(active, node, now - ms);
        if (from < now) give_back(active, now - from, now);
    }
}

void stall_look(Rooms *rooms)
{
    i64 now = rooms_clock(rooms), before = rooms->looked_ms;
    if (!rooms->setup.look_ms || rooms->stopping) return;
    rooms->looked_ms = now;
    if (!before || !rooms->registry.ticking || now - before <= STILL_MS) return;
    give_back_all(rooms, 0, now - before - rooms->setup.look_ms);
}

i64 stall_look_wake(const Rooms *rooms)
{
    if (!rooms->setup.look_ms || !rooms->registry.ticking) return CLOCK_NEVER;
    return rooms->looked_ms + rooms->setup.look_ms;
}

// --- the store -----------------------------------------------------------------------------------

void stall_sent(Rooms *rooms)
{
    if (!rooms->stall.undecided++) rooms->stall.progress_ms = rooms_clock(rooms);
}

void active_room_freeze(ActiveRoom *active, i64 from)
{
    Room *room = &active->room;
    if (!room_clock_runs(room) || is_broken("charge-outage")) return;
    room->frozen_ms = from;
    if (!active->busy) active_room_go_on(active);
    rooms_tell(active->rooms, NEWS_WAITING, room, NULL, 0);
}

static void begin(Rooms *rooms, i64 from)
{
    if (rooms->stall.on || rooms->stopping) return;
    rooms->stall.on = true;
    for (ActiveRoom *active = rooms->registry.newest[ROOM_LIVE], *older; active; active = older) {
        older = active->older;
        active_room_freeze(active, from);
    }
    rooms_rewake(rooms);
}

static void unfreeze(ActiveRoom *active)
{
    active->room.frozen_ms = 0;
    active->thaw_ms = 0;
    active->thawed_ms = rooms_clock(active->rooms);
    rooms_tell(active->rooms, NEWS_WAITING, &active->room, NULL, 0);
}

void active_room_thaw(ActiveRoom *active)
{
    Rooms *rooms = active->rooms;
    Room *room = &active->room;
    if (!room->frozen_ms || rooms->stall.on || active->busy || rooms->stopping) return;
    if (room_turn(room) < 0) return unfreeze(active);
    if (active_room_awaits_return(active)) return;
    // If only this node could not save, its clocks alone stood: it has nothing to give to others'
    // players.
    if (!active->thaw_ms && active_room_timed_elsewhere(active)) return unfreeze(active);
    i64 now = rooms_clock(rooms), since = room->match.since;
    i64 stood = room->frozen_ms > since ? room->frozen_ms : since;
    // The store knows the turn's begin as it was before its commit.
    i64 pause = now - (stood - since) - active->kept_since - room_rest(room, stood, now);
    for (int i = 0; i < room_players(room); i++)
        if (!room->seat[i].here && now > stood) room->seat[i].away_since += now - stood;
    if (pause <= 0) return unfreeze(active);
    Decision decision;
    decide_pause(&decision, room, pause, now);
    if (!commit_events(active, &decision, NULL))
        rooms->stall.on = true; // the next probe tries again
}

void active_room_paused(ActiveRoom *active, const Event *event)
{
    i64 late = rooms_clock(active->rooms) - event->at; // of the commit of the pause itself
    Match *match = &active->room.match;
    if (late > 0) match_set_time(match, match->since + late, match->now + late);
    unfreeze(active);
}

static void end(Rooms *rooms)
{
    if (!rooms->stall.on) return;
    rooms->stall.on = false;
    for (ActiveRoom *active = rooms->registry.newest[ROOM_LIVE], *older; active; active = older) {
        older = active->older;
        if (!active->busy) active_room_go_on(active);
    }
}

void stall_decided(Rooms *rooms, StoreStatus status)
{
    Stall *stall = &rooms->stall;
    i64 now = rooms_clock(rooms);
    stall->undecided--;
    stall->progress_ms = now;
    if (status == STORE_FAILED) return begin(rooms, stall->good_ms);
    stall->good_ms = now;
    end(rooms);
}

i64 rooms_stuck_ms(const Rooms *rooms)
{
    return rooms->stall.undecided ? rooms_clock(rooms) - rooms->stall.progress_ms : 0;
}

void stall_check(Rooms *rooms)
{
    const Stall *stall = &rooms->stall;
    if (stall->undecided && rooms_clock(rooms) - stall->progress_ms > SLOW_MS)
        begin(rooms, stall->progress_ms);
}

i64 stall_wake(const Rooms *rooms)
{
    const Stall *stall = &rooms->stall;
    bool clocks = rooms->registry.ticking || rooms->registry.days;
    return !stall->on && stall->undecided && clocks ? stall->progress_ms + SLOW_MS + 1
                                                    : CLOCK_NEVER;
}

bool stall_probes(const Rooms *rooms, i64 *every_ms)
{
    *every_ms = PROBE_MS;
    return rooms->stall.on;
}

// --- another node --------------------------------------------------------------------------------

bool active_room_awaits_return(const ActiveRoom *active)
{
    int turn = room_turn(&active->room);
    return active->thaw_ms && turn >= 0 && !active->room.seat[turn].here &&
           rooms_clock(active->rooms) < active->thaw_ms;
}

// Whether that was where the player to move was.
static bool leave_node(ActiveRoom *active, u64 node, int turn)
{
    bool waits = false;
    for (int i = 0; i < room_players(&active->room); i++) {
        if (!presence_leave(active, i, node)) continue;
        active_room_presence(active, i, false);
        waits |= i == turn && !active->room.seat[i].here;
    }
    return waits;
}

void rooms_node_left(Rooms *rooms, u64 node, i64 since_ms)
{
    stall_look(rooms);
    i64 now = rooms_clock(rooms);
    if (since_ms >= SUSPECT_MS) {
        rooms->left_ms = now;
        rooms->left_from = now - since_ms;
    }
    for (int state = ROOM_OPEN; state <= ROOM_OVER; state++)
        for (ActiveRoom *active = rooms->registry.newest[state], *older; active; active = older) {
            older = active->older;
            const Room *room = &active->room;
            int turn = room_turn(room);
            i64 from = leave_node(active, node, turn) ? now - since_ms : CLOCK_NEVER;
            if (!room_clock_runs(room)) continue;
            // A node that says goodbye was heard a moment ago, and held up nobody.
            if (from == CLOCK_NEVER && since_ms >= SUSPECT_MS && !room->seat[turn].here &&
                room->seat[turn].person)
                from = held_up_since(&room->seat[turn], now - since_ms);
            if (from == CLOCK_NEVER) continue;
            active->thaw_ms = now + RETURN_MS;
            active_room_freeze(active, from);
        }
    rooms_keep_again(rooms);
}

void rooms_node_stood(Rooms *rooms, u64 node, i64 ms)
{
    stall_look(rooms);
    give_back_all(rooms, node, ms);
}

void outage_late_turn(ActiveRoom *active)
{
    const Rooms *rooms = active->rooms;
    i64 now = rooms_clock(rooms);
    int turn = room_turn(&active->room);
    if (!room_clock_runs(&active->room) || now - rooms->left_ms > ON_THE_WAY_MS) return;
    const Seat *seat = &active->room.seat[turn];
    if (!seat->person || seat->here) return;
    if (held_up_since(seat, rooms->left_from) == CLOCK_NEVER) return;
    active->thaw_ms = now + RETURN_MS;
    active_room_freeze(active, now);
}

bool outage_suspected(const ActiveRoom *active)
{
    const Rooms *rooms = active->rooms;
    int turn = room_turn(&active->room);
    i64 silent = rooms->setup.silent_ms(rooms->setup.context, 0);
    if (turn < 0 || !active->room.seat[turn].person || silent < SUSPECT_MS) return false;
    return out_since(active, 0, rooms_clock(rooms) - silent) != CLOCK_NEVER;
}

// A node that lives is never silent for as long as SUSPECT_MS, so nobody gains by going from one to
// another.
void outage_returned(ActiveRoom *active, int seat)
{
    const Rooms *rooms = active->rooms;
    const RoomsSetup *setup = &rooms->setup;
    const SeatPresence *presence = &active->presence[seat];
    if (!setup->keeps || seat != room_turn(&active->room) || active->room.frozen_ms) return;
    i64 now = rooms_clock(rooms), silent = 0;
    for (int i = 0; i < ELSEWHERE_MAX; i++) {
        if (!presence->node[i]) continue;
        i64 one = setup->silent_ms(setup->context, presence->node[i]);
        if (one < SUSPECT_MS) return; // it is there
        if (!silent || one < silent) silent = one;
    }
    if (silent) return active_room_freeze(active, now - silent);
    silent = setup->silent_ms(setup->context, 0);
    if (silent < SUSPECT_MS) return;
    i64 from = held_up_since(&active->room.seat[seat], now - silent);
    if (from != CLOCK_NEVER) active_room_freeze(active, from);
}
