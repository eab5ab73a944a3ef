// SPDX-License-Identifier: MIT
// Refunds the time of outages: of a node that was killed, froze, was cut off or could not save.
//
// Each node keeps a list of the outages it knows of, of whichever node and however it learned of
// them, and for each game the time in which the player to move may have had no connection
// (lineless):
//
//    turn begins                       the player is here
//    |---- lineless ----|              |
//    from               until          |     charged: all but where lineless and an outage overlap
//        |-- outage --|
//
// It doesn't matter which node the player was connected to: it may have fallen silent before it
// could announce the player. Nor does the order of the reports matter: at each arrival and each
// outage the overlap is recomputed, and time already refunded is subtracted.
//
//    two seconds of silence        ->  an outage since the last sign of life, and for two more
//                                      seconds, in which the clocks of players who haven't
//                                      reconnected are stopped
//    it reports a standstill,      ->  an outage until now
//    can save, or is back
//    no node receives any other    ->  the same for all nodes: they show turns late
//    this node was started         ->  an outage for four seconds before: it may have been killed,
//                                      and its players lost their connection with it
//    a player comes meanwhile      ->  an outage until now, as far as known yet
//
// A player is not lineless who is here, or who left a healthy node (`from` is the moment of
// leaving), or who is known to be at another live node. A player who leaves during an outage gains
// the rest of it, OUTAGE_MAX_MS at most. Players neither cause nor see outages.
#include "server/games/live/rooms_internal.h"

enum {
    SUSPECT_MS = 400,      // a node silent for this long may be out
    SILENCE_MS = 2000,     // then the other nodes declare it dead
    RETURN_MS = 2000,      // for players to reconnect when their node is dead
    ON_THE_WAY_MS = 10000, // a player who left earlier is not about to reconnect
    OUTAGE_MAX_MS = 10000, // the longest outage refunded: by then every player has reconnected
    UNREAD_MS = 500,       // messages read this soon after a standstill may be old
    AGE_MAX_MS = 3600000,  // of outages reported by others
};

static const u64 ALL_NODES = ~(u64)0;

// --- the list ------------------------------------------------------------------------------------

static int known_outages(const Rooms *rooms)
{
    return rooms->outages < OUTAGES_MAX ? rooms->outages : OUTAGES_MAX;
}

static void note(Rooms *rooms, u64 node, i64 from, i64 until)
{
    Outage made = { node, from, until };
    for (int i = 0; i < known_outages(rooms); i++) {
        Outage *one = &rooms->outage[i];
        if (one->node != node || one->from > until || one->until < from) continue;
        if (from < one->from) one->from = from;
        if (until > one->until) one->until = until;
        return;
    }
    rooms->outage[rooms->outages++ % OUTAGES_MAX] = made;
    if (rooms->outages == 2 * OUTAGES_MAX) rooms->outages = OUTAGES_MAX;
}

static i64 silent_ms(const Rooms *rooms, u64 node)
{
    i64 silent = rooms->setup.silent_ms(rooms->setup.context, node);
    return silent >= SUSPECT_MS ? silent : 0;
}

static bool was_out(const Rooms *rooms, u64 node, i64 from, i64 until)
{
    for (int i = 0; i < known_outages(rooms); i++) {
        const Outage *one = &rooms->outage[i];
        // Messages that arrived during this node's own stall are read after it.
        bool unread = !one->node && one->until > until - UNREAD_MS;
        bool counts = one->node == node || one->node == ALL_NODES || unread;
        if (counts && one->from < until && one->until > from) return true;
    }
    return silent_ms(rooms, node) > 0;
}

// The part of an outage that counts for a player who is at no node since `gone_ms`.
static bool clip(Outage *one, i64 from, i64 until, i64 gone_ms)
{
    if (gone_ms && one->from > gone_ms + ON_THE_WAY_MS) return false;
    if (one->until > one->from + OUTAGE_MAX_MS) one->until = one->from + OUTAGE_MAX_MS;
    if (one->from < from) one->from = from;
    if (one->until > until) one->until = until;
    return one->from < one->until;
}

// The total time of outages within that period.
static i64 outages_within(const Rooms *rooms, const Lineless *lineless, i64 until)
{
    i64 from = lineless->from;
    Outage part[OUTAGES_MAX + 1];
    int count = 0;
    u64 only = lineless->only;
    i64 now = rooms_clock(rooms), silent = silent_ms(rooms, only), total = 0, end = from;
    for (int i = 0; i <= known_outages(rooms); i++) {
        Outage one =
            i < known_outages(rooms) ? rooms->outage[i] : (Outage){ only, now - silent, now };
        if (only && one.node != only && one.node != ALL_NODES) continue;
        if (!clip(&one, from, until, lineless->gone_ms)) continue;
        int at = count++;
        for (; at > 0 && part[at - 1].from > one.from; at--)
            part[at] = part[at - 1];
        part[at] = one;
    }
    for (int i = 0; i < count; i++) {
        i64 begin = part[i].from > end ? part[i].from : end;
        if (part[i].until <= begin) continue;
        total += part[i].until - begin;
        end = part[i].until;
    }
    return total;
}

// --- affected players ----------------------------------------------------------------------------

static bool is_heard(const Rooms *rooms, u64 node)
{
    return !silent_ms(rooms, node);
}

// Another live node with that player, except `but`; 0: none.
static u64 lives_elsewhere(const ActiveRoom *active, int seat, u64 but)
{
    return seat_elsewhere(active, seat, but, is_heard);
}

static bool is_local(const ActiveRoom *active, int seat)
{
    return seat_is_at(active, seat, THIS_NODE);
}

// The refund due to the player to move, for the time until `now`.
static i64 owed(const ActiveRoom *active, i64 now)
{
    const Lineless *lineless = &active->lineless;
    i64 until = lineless->until < now ? lineless->until : now;
    return outages_within(active->rooms, lineless, until) - lineless->given_ms;
}

// Refunds the time owed. For a player here it becomes an event, so that all nodes count alike; for
// other players every node keeps account until they connect.
static void settle(ActiveRoom *active)
{
    Room *room = &active->room;
    int turn = room_turn(room);
    if (turn < 0 || !room->seat[turn].person || clock_spec_none(&room->match.spec)) return;
    i64 now = rooms_clock(active->rooms), frozen = room->frozen_ms;
    i64 ms = owed(active, frozen && frozen < now ? frozen : now);
    bool local = is_local(active, turn);
    if (ms <= 0 || (frozen && !local))
        return; // no time is lost yet: it is settled when the players return
    active->lineless.given_ms += ms;
    if (frozen)
        room->frozen_ms -= ms;
    else if (local)
        active_room_freeze(active, now - ms);
    else
        active_room_refund(active, ms, now);
}

// An outage has become known; it affected the players of `node` (0: of none), whatever it does now.
static void settle_all(Rooms *rooms, u64 node)
{
    RoomWalk walk;
    for (ActiveRoom *active = registry_first(&rooms->registry, &walk, ROOM_LIVE, ROOM_LIVE); active;
         active = registry_next(&walk)) {
        int turn = room_turn(&active->room);
        if (turn < 0 || (!is_local(active, turn) && lives_elsewhere(active, turn, node))) continue;
        settle(active);
    }
}

// --- events --------------------------------------------------------------------------------------

void outage_turn(ActiveRoom *active, i64 from)
{
    int turn = room_turn(&active->room);
    if (!active->rooms->setup.owns || turn < 0) return;
    const Seat *seat = &active->room.seat[turn];
    active->lineless = (Lineless){ .from = from,
                                   .until = is_local(active, turn) ? from : CLOCK_NEVER,
                                   .gone_ms = seat->here ? 0 : seat->away_since };
}

void outage_came(ActiveRoom *active, int seat)
{
    Lineless *lineless = &active->lineless;
    if (!active->rooms->setup.owns || seat != room_turn(&active->room)) return;
    i64 now = rooms_clock(active->rooms);
    // The player seems to have another tab there, unless that node is down and we don't know it
    // yet.
    lineless->only = lives_elsewhere(active, seat, 0);
    if (seat_elsewhere(active, seat, 0, NULL)) lineless->gone_ms = 0;
    lineless->until = now;
    settle(active);
}

void outage_went(ActiveRoom *active, int seat, u64 node)
{
    Lineless *lineless = &active->lineless;
    if (!active->rooms->setup.owns || seat != room_turn(&active->room)) return;
    if (is_local(active, seat)) {
        // It wasn't a second tab: this node had stalled and learned late that the player had left.
        if (lineless->only != node) return;
        lineless->only = 0;
        return settle(active);
    }
    i64 now = rooms_clock(active->rooms);
    if (!node || !was_out(active->rooms, node, lineless->from, now)) {
        if (lives_elsewhere(active, seat, 0) && node) return;
        *lineless = (Lineless){ .from = now };
    }
    lineless->until = CLOCK_NEVER;
    lineless->gone_ms = active->room.seat[seat].here ? 0 : now;
}

void outage_before_start(Rooms *rooms)
{
    i64 now = rooms_clock(rooms);
    if (rooms->among_others) note(rooms, 0, now - SILENCE_MS - RETURN_MS, now);
}

void outage_own(Rooms *rooms, i64 ms)
{
    i64 now = rooms_clock(rooms);
    note(rooms, 0, now - ms, now);
    RoomWalk walk;
    for (ActiveRoom *active = registry_first(&rooms->registry, &walk, ROOM_LIVE, ROOM_LIVE); active;
         active = registry_next(&walk)) {
        int turn = room_turn(&active->room);
        if (turn < 0) continue;
        if (!rooms->setup.owns || !active->room.seat[turn].person || is_local(active, turn))
            active_room_refund(active, ms, now);
        else if (!lives_elsewhere(active, turn, 0))
            settle(active);
    }
}

void rooms_node_stalled(Rooms *rooms, u64 node, i64 ms)
{
    stall_check_thread(rooms);
    i64 now = rooms_clock(rooms);
    note(rooms, node, now - ms, now);
    settle_all(rooms, node);
}

void rooms_node_unreachable(Rooms *rooms, u64 node, i64 ms)
{
    stall_check_thread(rooms);
    i64 now = rooms_clock(rooms);
    note(rooms, node, now - ms, now);
    settle_all(rooms, 0);
}

void rooms_link_lost(Rooms *rooms, i64 ms)
{
    stall_check_thread(rooms);
    i64 now = rooms_clock(rooms);
    note(rooms, ALL_NODES, now - ms, now);
    settle_all(rooms, 0);
}

void rooms_receive_outage(Rooms *rooms, u64 node, i64 from_ago, i64 until_ago)
{
    if (until_ago < 0 || from_ago <= until_ago || from_ago > AGE_MAX_MS) return;
    stall_check_thread(rooms);
    i64 now = rooms_clock(rooms);
    note(rooms, node, now - from_ago, now - until_ago);
    settle_all(rooms, 0);
}

void rooms_each_outage(const Rooms *rooms, SeeOutage *see, void *context)
{
    i64 now = rooms_clock(rooms);
    for (int i = 0; i < known_outages(rooms); i++) {
        const Outage *one = &rooms->outage[i];
        i64 until = one->until < now ? one->until : now;
        if (one->node && now - one->from <= AGE_MAX_MS && one->from < until)
            see(context, one->node, now - one->from, now - until);
    }
}

// --- dead nodes ----------------------------------------------------------------------------------

bool active_room_awaits_return(const ActiveRoom *active)
{
    int turn = room_turn(&active->room);
    return active->thaw_ms && turn >= 0 && !active->room.seat[turn].here &&
           rooms_clock(active->rooms) < active->thaw_ms;
}

// Returns whether the player to move was at that node.
static bool leave_node(ActiveRoom *active, u64 node, int turn, bool *changed)
{
    bool waits = false;
    *changed = false;
    for (int i = 0; i < room_players(&active->room); i++) {
        if (!seat_left(active, i, node)) continue;
        *changed |= active_room_presence(active, i, false);
        outage_went(active, i, node);
        waits |= i == turn && !active->room.seat[i].here;
    }
    return waits;
}

static void after_node_left(ActiveRoom *active, i64 since_ms, bool silent, bool waits)
{
    const Room *room = &active->room;
    int turn = room_turn(room);
    i64 now = rooms_clock(active->rooms);
    if (!room_clock_runs(room) || !room->seat[turn].person) return;
    i64 ms = silent ? owed(active, now) : since_ms;
    if (!room->seat[turn].here && (waits || (silent && ms > 0))) {
        active->thaw_ms = now + RETURN_MS;
        active->lineless.given_ms += ms > 0 ? ms : 0;
        active_room_freeze(active, ms > 0 ? now - ms : now);
    } else if (silent && is_local(active, turn)) {
        settle(active);
    }
}

void rooms_node_left(Rooms *rooms, u64 node, i64 since_ms, SeeHereChanged *changed, void *context)
{
    stall_check_thread(rooms);
    i64 now = rooms_clock(rooms);
    bool silent = since_ms >= SUSPECT_MS; // false for a node that said goodbye a moment ago
    if (silent) note(rooms, node, now - since_ms, now + RETURN_MS);
    RoomWalk walk;
    for (ActiveRoom *active = registry_first(&rooms->registry, &walk, ROOM_OPEN, ROOM_OVER); active;
         active = registry_next(&walk)) {
        i64 game = active->room.id;
        bool here_changed;
        bool waits = leave_node(active, node, room_turn(&active->room), &here_changed);
        after_node_left(active, since_ms, silent, waits);
        if (here_changed && changed) changed(context, game);
    }
    rooms_owners_changed(rooms);
}

bool outage_suspected(const ActiveRoom *active)
{
    const Rooms *rooms = active->rooms;
    int turn = room_turn(&active->room);
    i64 silent = silent_ms(rooms, 0);
    if (turn < 0 || !active->room.seat[turn].person || !silent) return false;
    if (is_local(active, turn) || lives_elsewhere(active, turn, 0)) return false;
    i64 gone = active->room.seat[turn].here ? 0 : active->lineless.gone_ms;
    return !gone || rooms_clock(rooms) - silent <= gone + ON_THE_WAY_MS;
}
