// SPDX-License-Identifier: MIT
// A room at work. While something waits for its commit, later requests wait too.
#include "server/rooms/rooms_internal.h"

#include "base/bits.h"

#include <stdlib.h>
#include <string.h>

enum { WAITING_MAX = 32, LAG_MAX = 10000 };
static const i64 RETRY_MS = 200; // when the store had no space for what is due

// --- answers -------------------------------------------------------------------------------------

void ask_refuse(Rooms *rooms, const Ask *ask, ErrorCode code, const char *text, Refusal refusal)
{
    rooms->counts.refused += ask->done != NULL;
    const ActResult result = {
        .code = code, .text = text, .refusal = refusal, .game = ask->action.game
    };
    if (ask->done) ask->done(ask->context, &result);
}

void ask_accept(const Ask *ask, i64 game)
{
    const ActResult result = { .code = ERROR_NONE, .text = "", .game = game };
    if (ask->done) ask->done(ask->context, &result);
}

void ask_keep_move(Ask *kept, const Ask *ask)
{
    if (ask->action.move.length) memcpy(kept->move, ask->action.move.at, ask->action.move.length);
    kept->action.move.at = kept->move;
}

// --- waiting -------------------------------------------------------------------------------------

static Ask *copy_ask(ActiveRoom *active, const Ask *ask)
{
    Ask *waiting = active->waiting.count < WAITING_MAX ? malloc(sizeof *waiting) : NULL;
    if (!waiting) {
        ask_refuse(active->rooms, ask, ERROR_BUSY, "too many actions at once in this game",
                   ALLOWED);
        return NULL;
    }
    *waiting = *ask;
    ask_keep_move(waiting, ask);
    active->rooms->counts.waiting++;
    return waiting;
}

static void wait_last(ActiveRoom *active, const Ask *ask)
{
    Ask *waiting = copy_ask(active, ask);
    if (waiting) queue_add(&active->waiting, &waiting->link);
}

// It was its turn, but something else came before it.
static void wait_first(ActiveRoom *active, const Ask *ask)
{
    Ask *waiting = copy_ask(active, ask);
    if (waiting) queue_add_first(&active->waiting, &waiting->link);
}

static bool take_waiting(ActiveRoom *active, Ask *ask)
{
    Ask *first = (Ask *)queue_take(&active->waiting);
    if (!first) return false;
    *ask = *first;
    ask->action.move.at = ask->move;
    active->rooms->counts.waiting--;
    free(first);
    return true;
}

void active_room_refuse_waiting(ActiveRoom *active, ErrorCode code, const char *text)
{
    Ask ask;
    for (int left = active->waiting.count; left > 0 && take_waiting(active, &ask); left--)
        ask_refuse(active->rooms, &ask, code, text, ALLOWED);
}

// --- judging -------------------------------------------------------------------------------------

// A person who acts is present, even without a socket, with this lag.
static void note_presence(Room *room, const Ask *ask)
{
    int seat = room_seat_of(room, ask->action.person);
    i64 lag = ask->action.lag_ms;
    if (seat < 0) return;
    room->seat[seat].away_since = ask->at;
    room->seat[seat].lag_ms = (i32)(lag < 0 ? 0 : lag < LAG_MAX ? lag : LAG_MAX);
}

static void on_caught_up(void *context, ActiveRoom *active, bool was_read);

// What was due by the instant `at` happens first. False if the store has no space for it; if there
// was something the room is busy with it from now on.
static bool settle_due(ActiveRoom *active, i64 at)
{
    Due due;
    i64 when = room_due(&active->room, &due);
    if (due == DUE_NOTHING || when > at - active_room_patience(active)) return true;
    // Another node may know of a vacation that was not heard of here.
    if (due == DUE_FLAG && active->rooms->setup.keeps && !speed_is_live(active->room.speed) &&
        active->checked_ms != when) {
        active->checked_ms = when;
        active_room_reload(active, on_caught_up, NULL);
        return true;
    }
    Decision decision;
    decide_due(&decision, &active->room, due, when);
    if (commit_events(active, &decision, NULL)) return true;
    active->not_before = rooms_clock(active->rooms) + RETRY_MS;
    return false;
}

// Whoever moves at a ply that is still to come has heard of the ones before from another node.
static bool is_ahead(const ActiveRoom *active, const Ask *ask)
{
    const Room *room = &active->room;
    return active->rooms->setup.keeps && ask->action.kind == ACT_MOVE && !ask->tries &&
           room->state != ROOM_OVER && ask->action.ply > (int)room->match.count;
}

static void on_caught_up_for(void *context, ActiveRoom *active, bool was_read)
{
    Ask *ask = context;
    active->busy = false;
    if (was_read) rooms_tell(active->rooms, NEWS_RESET, &active->room, NULL, 0);
    active_room_ask_first(active, ask);
    free(ask);
    active_room_go_on(active);
}

static void catch_up_for(ActiveRoom *active, const Ask *ask)
{
    Ask *kept = malloc(sizeof *kept);
    if (!kept) return ask_refuse(active->rooms, ask, ERROR_BUSY, "out of memory", ALLOWED);
    *kept = *ask;
    ask_keep_move(kept, ask);
    kept->tries = 1;
    active_room_reload(active, on_caught_up_for, kept);
}

static void judge(ActiveRoom *active, const Ask *asked)
{
    // While the clocks stand it is always the same instant; what came meanwhile comes when they go
    // on.
    Ask at_once = *asked;
    const Ask *ask = &at_once;
    at_once.at = room_time(&active->room, asked->at);
    if (!active->room.frozen_ms && at_once.at < active->thawed_ms) at_once.at = active->thawed_ms;
    Rooms *rooms = active->rooms;
    Room *room = &active->room;
    Decision decision;
    if (rooms->stopping)
        return ask_refuse(rooms, ask, ERROR_BUSY, "the server is stopping", ALLOWED);
    note_presence(room, ask);
    if (!settle_due(active, ask->at))
        return ask_refuse(rooms, ask, ERROR_BUSY, "the store is overloaded", ALLOWED);
    if (active->busy) return wait_first(active, ask);
    if (ask->action.kind == ACT_REMATCH) return active_room_rematch(active, ask);
    if (ask->action.kind == ACT_CLAIM && rooms->cut_off)
        return ask_refuse(rooms, ask, ERROR_BUSY, "the other servers cannot be heard", ALLOWED);
    if (is_ahead(active, ask)) return catch_up_for(active, ask);
    Fault why;
    if (ask->action.kind == ACT_MOVE && room->state == ROOM_LIVE && room_grow(room, &why) != OK)
        return ask_refuse(rooms, ask, ERROR_FULL, why.message, ALLOWED);
    if (ask->look && ask->look != active->looks) return answer_refused(active);
    decide_action(&decision, room, &rooms->judge, ask);
    if (decision.code != ERROR_NONE && ask->look)
        answer_refused(active);
    else if (decision.code != ERROR_NONE)
        ask_refuse(rooms, ask, decision.code, decision.why.message,
                   decision.code == ERROR_ILLEGAL_MOVE ? (Refusal)decision.why.code : ALLOWED);
    else if (!decision.count)
        ask_accept(ask, room->id);
    else if (!commit_events(active, &decision, ask)) {
        ask_refuse(rooms, ask, ERROR_BUSY, "the store is overloaded", ALLOWED);
        active->not_before = rooms_clock(rooms) + RETRY_MS;
        if (ask->look) answer_wanted(active, false);
    }
}

// --- what comes next -----------------------------------------------------------------------------

// When to try again, or CLOCK_NEVER if the answer will come by itself.
static i64 start_thinking(ActiveRoom *active, i64 now)
{
    if (active->thinking || !active->rooms->computers) return CLOCK_NEVER;
    if (!rooms_keeps(active, KEEPS_COMPUTERS)) return CLOCK_NEVER;
    if (now < active->not_before) return active->not_before;
    const RoomsSetup *setup = &active->rooms->setup;
    active->thinking =
        (setup->think_elsewhere && setup->think_elsewhere(setup->context, &active->room)) ||
        computers_ask(active->rooms->computers, &active->room);
    return active->thinking ? CLOCK_NEVER : now + RETRY_MS;
}

// When a timer is due. A computer's own turn is not: it thinks in time.
static i64 due_at(const ActiveRoom *active)
{
    const Room *room = &active->room;
    int turn = room_turn(room);
    Due due;
    if (turn >= 0 && room->seat[turn].level) return CLOCK_NEVER;
    i64 when = room_due(room, &due);
    if (when != CLOCK_NEVER) when += active_room_patience(active);
    return when < active->not_before ? active->not_before : when;
}

// Sets the timer for what is due next, and starts a computer that has to move or to answer.
static void arm(ActiveRoom *active)
{
    Rooms *rooms = active->rooms;
    const Room *room = &active->room;
    i64 now = rooms_clock(rooms), when = CLOCK_NEVER;
    bool draw;
    if (active->busy) {
        // The commit will arm it.
    } else if (room->state == ROOM_OVER) {
        when = active->closes;
    } else {
        when = due_at(active);
        if (active_room_awaits_return(active)) when = active->thaw_ms;
        i64 again =
            computers_due(room, &draw) == NOBODY ? CLOCK_NEVER : start_thinking(active, now);
        if (again < when) when = again;
        again = answer_look(active);
        if (again < when) when = again;
    }
    if (when == CLOCK_NEVER)
        timer_clear(&rooms->timers, &active->timer);
    else
        timer_set(&rooms->timers, &active->timer, when);
    rooms_rewake(rooms);
}

static void on_caught_up(void *context, ActiveRoom *active, bool was_read)
{
    (void)context;
    active->busy = false;
    if (was_read)
        rooms_tell(active->rooms, NEWS_RESET, &active->room, NULL, 0);
    else
        rooms_look_later(active->rooms);
    active_room_go_on(active);
}

void active_room_go_on(ActiveRoom *active)
{
    Ask ask;
    if (active->behind && !active->busy) return active_room_reload(active, on_caught_up, NULL);
    active_room_thaw(active);
    while (!active->busy && take_waiting(active, &ask))
        judge(active, &ask);
    arm(active);
}

void active_room_ask(ActiveRoom *active, const Ask *ask)
{
    if (active->busy || active->waiting.count) return wait_last(active, ask);
    judge(active, ask);
    active_room_go_on(active);
}

void active_room_ask_first(ActiveRoom *active, const Ask *ask)
{
    if (active->busy) return wait_first(active, ask);
    judge(active, ask);
}

static void close_room(ActiveRoom *active)
{
    Rooms *rooms = active->rooms;
    rooms_tell(rooms, NEWS_CLOSED, &active->room, NULL, 0);
    registry_remove(&rooms->registry, active);
    active_room_free(active);
}

void active_room_due(ActiveRoom *active)
{
    i64 now = rooms_clock(active->rooms);
    if (active->busy) return;
    if (active->room.state == ROOM_OVER && now >= active->closes) return close_room(active);
    active_room_thaw(active);
    if (now >= active->not_before && !active->busy) settle_due(active, now);
    arm(active);
}
