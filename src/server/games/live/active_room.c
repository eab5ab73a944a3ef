// SPDX-License-Identifier: MIT
// A room in memory. During a commit, later requests queue.
#include "server/games/live/rooms_internal.h"

#include "base/bits.h"

#include <stdlib.h>
#include <string.h>

enum { WAITING_MAX = 32, LAG_MAX = 10000 };
static const i64 RETRY_MS = 200; // when the store had no space for a due event

// --- answers -------------------------------------------------------------------------------------

void act_refuse(Rooms *rooms, const ActRequest *request, ErrorCode code, const char *text,
                Refusal refusal)
{
    rooms->counts.refused += request->done != NULL;
    const ActResult result = {
        .code = code, .text = text, .refusal = refusal, .game = request->action.game
    };
    if (request->done) request->done(request->context, &result);
}

void act_accept(const ActRequest *request, i64 game)
{
    const ActResult result = { .code = ERROR_NONE, .text = "", .game = game };
    if (request->done) request->done(request->context, &result);
}

void act_keep_move(ActRequest *kept, const ActRequest *request)
{
    if (request->action.move.length)
        memcpy(kept->move, request->action.move.at, request->action.move.length);
    kept->action.move.at = kept->move;
}

// --- the queue -----------------------------------------------------------------------------------

static ActRequest *copy_ask(ActiveRoom *active, const ActRequest *request)
{
    ActRequest *waiting = active->waiting.count < WAITING_MAX ? malloc(sizeof *waiting) : NULL;
    if (!waiting) {
        act_refuse(active->rooms, request, ERROR_BUSY, "too many actions at once in this game",
                   ALLOWED);
        return NULL;
    }
    *waiting = *request;
    act_keep_move(waiting, request);
    active->rooms->counts.waiting++;
    return waiting;
}

static void wait_last(ActiveRoom *active, const ActRequest *request)
{
    ActRequest *waiting = copy_ask(active, request);
    if (waiting) queue_add(&active->waiting, &waiting->link);
}

// Puts a request back at the front: another event came before it.
static void wait_first(ActiveRoom *active, const ActRequest *request)
{
    ActRequest *waiting = copy_ask(active, request);
    if (waiting) queue_add_first(&active->waiting, &waiting->link);
}

static bool take_waiting(ActiveRoom *active, ActRequest *request)
{
    ActRequest *first = (ActRequest *)queue_take(&active->waiting);
    if (!first) return false;
    *request = *first;
    request->action.move.at = request->move;
    active->rooms->counts.waiting--;
    free(first);
    return true;
}

void active_room_refuse_waiting(ActiveRoom *active, ErrorCode code, const char *text)
{
    ActRequest request;
    for (int left = active->waiting.count; left > 0 && take_waiting(active, &request); left--)
        act_refuse(active->rooms, &request, code, text, ALLOWED);
}

// --- judging -------------------------------------------------------------------------------------

// A person who acts is present, even without a socket, with this lag.
static void note_presence(Room *room, const ActRequest *request)
{
    int seat = room_seat_of(room, request->action.person);
    i64 lag = request->action.lag_ms;
    if (seat < 0) return;
    room->seat[seat].away_since = request->at;
    room->seat[seat].lag_ms = (i32)(lag < 0 ? 0 : lag < LAG_MAX ? lag : LAG_MAX);
}

static void on_caught_up(void *context, ActiveRoom *active, bool was_read);

// Applies what is due by the instant `at`. False if the store has no space for it; if something was
// due, the room is then busy with it.
static bool settle_due(ActiveRoom *active, i64 at)
{
    Due due;
    i64 when = room_due(&active->room, &due);
    if (due == DUE_NOTHING || when > at - active_room_patience(active)) return true;
    // Another node may know of a vacation that this one doesn't.
    if (due == DUE_FLAG && active->rooms->setup.owns && !speed_is_live(active->room.speed) &&
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

// A move at a later ply means that the client knows the ones before from another node.
static bool is_ahead(const ActiveRoom *active, const ActRequest *request)
{
    const Room *room = &active->room;
    return active->rooms->setup.owns && request->action.kind == ACT_MOVE && !request->tries &&
           room->state != ROOM_OVER && request->action.ply > (int)room->match.count;
}

static void on_caught_up_for(void *context, ActiveRoom *active, bool was_read)
{
    ActRequest *request = context;
    active->busy = false;
    if (was_read) rooms_publish(active->rooms, NEWS_RESET, &active->room, NULL, 0);
    active_room_submit_first(active, request);
    free(request);
    active_room_go_on(active);
}

static void catch_up_for(ActiveRoom *active, const ActRequest *request)
{
    ActRequest *kept = malloc(sizeof *kept);
    if (!kept) return act_refuse(active->rooms, request, ERROR_BUSY, "out of memory", ALLOWED);
    *kept = *request;
    act_keep_move(kept, request);
    kept->tries = 1;
    active_room_reload(active, on_caught_up_for, kept);
}

static void judge(ActiveRoom *active, const ActRequest *asked)
{
    // While the clocks are stopped the time is always the same; later requests wait until they run.
    ActRequest at_once = *asked;
    const ActRequest *request = &at_once;
    at_once.at = room_time(&active->room, asked->at);
    if (!active->room.frozen_ms && at_once.at < active->thawed_ms) at_once.at = active->thawed_ms;
    Rooms *rooms = active->rooms;
    Room *room = &active->room;
    Decision decision;
    if (rooms->stopping)
        return act_refuse(rooms, request, ERROR_BUSY, "the server is stopping", ALLOWED);
    note_presence(room, request);
    if (!settle_due(active, request->at))
        return act_refuse(rooms, request, ERROR_BUSY, "the store is overloaded", ALLOWED);
    if (active->busy) return wait_first(active, request);
    if (request->action.kind == ACT_REMATCH) return active_room_rematch(active, request);
    if (request->action.kind == ACT_CLAIM && rooms->cut_off)
        return act_refuse(rooms, request, ERROR_BUSY, "the other servers cannot be heard", ALLOWED);
    if (is_ahead(active, request)) return catch_up_for(active, request);
    Fault why;
    if (request->action.kind == ACT_MOVE && room->state == ROOM_LIVE && room_grow(room, &why) != OK)
        return act_refuse(rooms, request, ERROR_FULL, why.message, ALLOWED);
    if (request->lines_version && request->lines_version != active->lines_version)
        return conditional_refused(active);
    decide_action(&decision, room, &rooms->judge, request);
    if (decision.code != ERROR_NONE && request->lines_version)
        conditional_refused(active);
    else if (decision.code != ERROR_NONE)
        act_refuse(rooms, request, decision.code, decision.why.message,
                   decision.code == ERROR_ILLEGAL_MOVE ? (Refusal)decision.why.code : ALLOWED);
    else if (!decision.count)
        act_accept(request, room->id);
    else if (!commit_events(active, &decision, request)) {
        act_refuse(rooms, request, ERROR_BUSY, "the store is overloaded", ALLOWED);
        active->not_before = rooms_clock(rooms) + RETRY_MS;
        if (request->lines_version) conditional_schedule(active, false);
    }
}

// --- what comes next -----------------------------------------------------------------------------

// Returns when to try again, or CLOCK_NEVER if an answer will come.
static i64 start_thinking(ActiveRoom *active, i64 now)
{
    if (active->thinking || !active->rooms->computers) return CLOCK_NEVER;
    if (!rooms_owns(active, OWNS_COMPUTERS)) return CLOCK_NEVER;
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

// Sets the timer for the next due event, and starts a computer that has to move or to answer.
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
        again = conditional_poll(active);
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
        rooms_publish(active->rooms, NEWS_RESET, &active->room, NULL, 0);
    else
        rooms_poll_later(active->rooms);
    active_room_go_on(active);
}

void active_room_go_on(ActiveRoom *active)
{
    ActRequest request;
    if (active->behind && !active->busy) return active_room_reload(active, on_caught_up, NULL);
    active_room_thaw(active);
    while (!active->busy && take_waiting(active, &request))
        judge(active, &request);
    arm(active);
}

void active_room_submit(ActiveRoom *active, const ActRequest *request)
{
    if (active->busy || active->waiting.count) return wait_last(active, request);
    judge(active, request);
    active_room_go_on(active);
}

void active_room_submit_first(ActiveRoom *active, const ActRequest *request)
{
    if (active->busy) return wait_first(active, request);
    judge(active, request);
}

static void close_room(ActiveRoom *active)
{
    Rooms *rooms = active->rooms;
    rooms_publish(rooms, NEWS_CLOSED, &active->room, NULL, 0);
    registry_remove(&rooms->registry, active);
    presence_end(rooms->presence, PLACE_GAME, active->room.id, 0);
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
