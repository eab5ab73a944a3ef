// SPDX-License-Identifier: MIT
// Refunds the server's own faults: while commits fail, or one takes longer than a second, the
// clocks of all games are stopped, and all clients are informed.
//
//    a commit fails, or takes too long  ->  every room is frozen, back to the last good commit
//    a commit succeeds                  ->  an EVENT_PAUSE in each room, committed; it continues
//
// Actions are still tried, at the instant at which the clocks stopped, so that the first one that
// succeeds is not late. A write without effect (GAMES_SET_ALIVE) finds out when the store is back.
//
// outages.c handles the clocks when other nodes fail.
#include "server/games/live/rooms_internal.h"

enum {
    SLOW_MS = 1000, // a slower commit delays the players
    PROBE_MS = 250, // how often a failing store is tried again
    STILL_MS = 250, // a thread with a longer gap stood still
};

// --- the thread ----------------------------------------------------------------------------------

void stall_check_thread(Rooms *rooms)
{
    i64 now = rooms_clock(rooms), before = rooms->thread_seen_ms;
    if (!rooms->setup.thread_check_ms || rooms->stopping) return;
    rooms->thread_seen_ms = now;
    if (!before || !rooms->registry.ticking || now - before <= STILL_MS) return;
    outage_own(rooms, now - before - rooms->setup.thread_check_ms);
}

i64 stall_thread_wake(const Rooms *rooms)
{
    if (!rooms->setup.thread_check_ms || !rooms->registry.ticking) return CLOCK_NEVER;
    return rooms->thread_seen_ms + rooms->setup.thread_check_ms;
}

// --- the store -----------------------------------------------------------------------------------

void stall_sent(Rooms *rooms)
{
    if (!rooms->stall.undecided++) rooms->stall.progress_ms = rooms_clock(rooms);
}

void active_room_freeze(ActiveRoom *active, i64 from)
{
    Room *room = &active->room;
    if (!room_clock_runs(room)) return;
    room->frozen_ms = from;
    if (!active->busy) active_room_go_on(active);
    rooms_publish(active->rooms, NEWS_WAITING, room, NULL, 0);
}

void active_room_refund(ActiveRoom *active, i64 ms, i64 now)
{
    Match *match = &active->room.match;
    if (!room_clock_runs(&active->room)) return;
    ms -= room_rest(&active->room, now - ms, now);
    i64 since = match->since + ms < now ? match->since + ms : now;
    if (since > match->since) match_set_time(match, since, since > match->now ? since : match->now);
    if (!active->busy) active_room_go_on(active);
}

static void begin(Rooms *rooms, i64 from)
{
    if (rooms->stall.on || rooms->stopping) return;
    rooms->stall.on = true;
    RoomWalk walk;
    for (ActiveRoom *active = registry_first(&rooms->registry, &walk, ROOM_LIVE, ROOM_LIVE); active;
         active = registry_next(&walk)) {
        active_room_freeze(active, from);
    }
    rooms_rewake(rooms);
}

static void unfreeze(ActiveRoom *active)
{
    active->room.frozen_ms = 0;
    active->thaw_ms = 0;
    active->thawed_ms = rooms_clock(active->rooms);
    rooms_publish(active->rooms, NEWS_WAITING, &active->room, NULL, 0);
}

void active_room_thaw(ActiveRoom *active)
{
    Rooms *rooms = active->rooms;
    Room *room = &active->room;
    if (!room->frozen_ms || rooms->stall.on || active->busy || rooms->stopping) return;
    if (room_turn(room) < 0) return unfreeze(active);
    if (active_room_awaits_return(active)) return;
    // If only this node could not save, only its own clocks were stopped: other nodes' players get
    // no refund from it.
    if (!active->thaw_ms && active_room_timed_elsewhere(active)) return unfreeze(active);
    i64 now = rooms_clock(rooms), since = room->match.since;
    i64 stood = room->frozen_ms > since ? room->frozen_ms : since;
    // The pause counts from the beginning of the turn by its event, which is before the commit.
    i64 pause = now - (stood - since) - room->began_ms - room_rest(room, stood, now);
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
    RoomWalk walk;
    for (ActiveRoom *active = registry_first(&rooms->registry, &walk, ROOM_LIVE, ROOM_LIVE); active;
         active = registry_next(&walk)) {
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

// A successful read doesn't show that the store can write.
void stall_answered(Rooms *rooms, bool was_read)
{
    rooms->stall.undecided--;
    rooms->stall.progress_ms = rooms_clock(rooms);
    if (!was_read) begin(rooms, rooms->stall.good_ms);
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
