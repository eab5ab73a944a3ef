// SPDX-License-Identifier: MIT
// HTTP: what belongs to games with days for each move. Conditional moves, which nobody but their
// owner ever sees; vacation.
#include "server/routes/routes_internal.h"

#include "server/api/messages.h"
#include "server/api/reply.h"
#include "server/games/correspondence_ops.h"

#include <stdlib.h>
#include <string.h>

static const char OVERLOADED[] = "the server is overloaded; try again in a moment";

// --- conditional moves ---------------------------------------------------------------------------

// What is asked for or stored, until it is answered.
typedef struct LinesTask {
    Routes *routes;
    WebCall *web;
    i64 game, person;
    u32 ply;
    ConditionalMoves lines;
} LinesTask;

static LinesTask *task_new(const Call *call)
{
    LinesTask *task = calloc(1, sizeof *task);
    if (!task) {
        route_refuse(call, ERROR_FAILED, "out of memory");
        return NULL;
    }
    task->routes = call->routes;
    task->web = call->web;
    task->person = call->who.person.id;
    return task;
}

// The game, if the asker plays in it; else the request is refused.
static const Room *own_room(const Call *call, LinesTask *task)
{
    bool named = game_id_read(call->part[1], &task->game);
    const Room *room = named ? rooms_find(call->routes->setup.rooms, task->game) : NULL;
    int seat = room ? room_seat_of(room, task->person) : -1;
    if (!room)
        route_refuse(call, ERROR_NOT_FOUND, "there is no such game, or it is over");
    else if (seat < 0)
        route_refuse(call, ERROR_NOT_YOURS, "you do not play in this game");
    else if (!conditional_fit(room->speed))
        route_refuse(call, ERROR_FORBIDDEN,
                     "conditional moves are for games with days for each move");
    else
        return room;
    return NULL;
}

static void reply_lines(WebCall *web, i64 game, u32 ply, const ConditionalMoves *lines)
{
    Json json = { 0 };
    js_object(&json, NULL);
    js_game_id(&json, "game", game);
    js_number(&json, "ply", ply);
    message_write_lines(&json, lines);
    js_number(&json, "most", CONDITIONAL_LINES_MAX);
    js_number(&json, "longest", CONDITIONAL_LINE_MOVES_MAX);
    js_close(&json, '}');
    reply_json(web, 200, &json, NULL);
}

static bool see_lines(void *context, const void *row)
{
    ConditionalMoves *lines = context;
    const StoredLines *stored = row;
    if (!conditional_read(stored->body, lines)) lines->count = 0;
    return true;
}

static void read_lines(Call *call, Store *reading)
{
    LinesTask *task = call->asked;
    if (!store_select(reading, &CORRESPONDENCE_OPS[CONDITIONAL_ONE],
                      &(LinesKey){ task->person, task->game }, see_lines, &task->lines))
        route_fail(call, ERROR_FAILED, "they cannot be read");
}

static void answer_lines(Call *call)
{
    LinesTask *task = call->asked;
    if (call->code != ERROR_NONE) {
        route_answer_read(call);
        return;
    }
    const Room *room = own_room(call, task);
    if (!room) return;
    conditional_follow(&task->lines, room);
    reply_lines(call->web, task->game, room->match.count, &task->lines);
}

void route_get_conditional(Call *call)
{
    LinesTask *task = call->asked = task_new(call);
    if (task && own_room(call, task)) route_read(call, READ_SHORT, read_lines, answer_lines);
}

static void lines_stored(void *context, StoreStatus status)
{
    LinesTask *task = context;
    const RoutesSetup *setup = &task->routes->setup;
    if (status == STORED) {
        const Room *room = rooms_find(setup->rooms, task->game);
        // The game may have ended meanwhile, and with it all lines that were there then.
        const LinesKey key = { task->person, task->game };
        const StoreWrite gone = store_op(&CORRESPONDENCE_OPS[CONDITIONAL_END], &key);
        if (!room || room->state != ROOM_LIVE) store_write(setup->store, &gone, 1, NULL, NULL);
        reply_lines(task->web, task->game, task->ply, &task->lines);
        rooms_lines_changed(setup->rooms, task->game, task->person);
    } else
        reply_error(task->web, ERROR_FAILED, "it could not be saved; try again");
    free(task);
}

static void store_lines(Call *call, LinesTask *task)
{
    char body[CONDITIONAL_TEXT_MAX];
    Out out = out_to(body, sizeof body);
    conditional_write(&task->lines, &out);
    const LinesKey key = { task->person, task->game };
    const StoredLines lines = {
        task->person, task->game, route_now(call->routes), { body, out.length }
    };
    const StoreWrite write = task->lines.count
                                 ? store_op(&CORRESPONDENCE_OPS[CONDITIONAL_SET], &lines)
                                 : store_op(&CORRESPONDENCE_OPS[CONDITIONAL_END], &key);
    call->asked = NULL;
    if (store_write(call->routes->setup.store, &write, 1, lines_stored, task)) return;
    route_refuse(call, ERROR_BUSY, OVERLOADED);
    free(task);
}

// Whether lines can be entered now; else the request is refused. They can always be removed.
static bool may_enter(const Call *call, const Room *room, const LinesAsked *asked, i64 person)
{
    int turn = room_turn(room), seat = room_seat_of(room, person);
    if (room->state == ROOM_OPEN)
        route_refuse(call, ERROR_NOT_STARTED, "the game has not started");
    else if (turn < 0)
        route_refuse(call, ERROR_OVER, "the game is over");
    else if (room->seat[seat].out)
        route_refuse(call, ERROR_FORBIDDEN, "you have left this game");
    else if (asked->ply != (i64)room->match.count)
        route_refuse(call, ERROR_STALE, "the game has moved on");
    else if (room->seat[turn].person == person)
        route_refuse(call, ERROR_FORBIDDEN, "it is your turn: make your move instead");
    else
        return true;
    return false;
}

static void refuse_lines(const Call *call, Status status, const Fault *why)
{
    ErrorCode code = status == FULL ? ERROR_TOO_MANY : ERROR_ILLEGAL_MOVE;
    reply_refused(call->web,
                  &(Refused){ .code = code, .text = why->message, .refusal = (Refusal)why->code });
}

void route_post_conditional(Call *call)
{
    Fault why;
    LinesTask *task = call->asked = task_new(call);
    if (!task || !route_may_play(call)) return;
    const Room *room = own_room(call, task);
    LinesAsked *asked = room ? malloc(sizeof *asked) : NULL;
    if (!room) return;
    if (!asked) {
        route_refuse(call, ERROR_FAILED, "out of memory");
        return;
    }
    Text wanted[CONDITIONAL_LINES_MAX];
    Status status = message_read_lines(call->request->body, asked, &why);
    for (int i = 0; status == OK && i < asked->count; i++)
        wanted[i] = text_of(asked->line[i]);
    task->ply = room->match.count;
    if (status != OK)
        route_refuse(call, ERROR_MALFORMED, why.message);
    else if (!asked->count)
        store_lines(call, task);
    else if (may_enter(call, room, asked, task->person)) {
        status = conditional_enter(&task->lines, room, task->person, wanted, asked->count, &why);
        if (status == OK)
            store_lines(call, task);
        else
            refuse_lines(call, status, &why);
    }
    free(asked);
}

// --- vacation ------------------------------------------------------------------------------------

// Until everybody who keeps clocks knows of it: it begins and ends a little later than asked for.
enum { VACATION_AHEAD_MS = 1000 };

typedef enum VacationWish { VACATION_SHOW, VACATION_BEGIN, VACATION_END } VacationWish;
typedef struct VacationTask {
    Routes *routes;
    WebCall *web;
    i64 person;
    VacationWish wish;
    int days;
    bool kept; // there was one, with `body`
    size_t length;
    char body[VACATION_TEXT_MAX];
    Vacation vacation;
} VacationTask;

static void reply_vacation(const VacationTask *task)
{
    const RoutesSetup *setup = &task->routes->setup;
    i64 now = rooms_clock(setup->rooms);
    Json json = { 0 };
    js_object(&json, NULL);
    message_write_vacation(&json, "vacation", vacation_at(&task->vacation, now));
    js_number(&json, "days", setup->vacation_days);
    js_number(&json, "left", vacation_left(&task->vacation, now, setup->vacation_days));
    js_number(&json, "now", now);
    js_close(&json, '}');
    reply_json(task->web, 200, &json, NULL);
}

static bool see_vacation(void *context, const void *row)
{
    VacationTask *task = context;
    const StoredVacation *stored = row;
    task->kept = true;
    if (!vacation_read(stored->body, &task->vacation)) task->vacation.count = 0;
    Out out = out_to(task->body, sizeof task->body);
    out_text(&out, stored->body);
    task->length = out.length;
    return true;
}

static void read_vacation(Call *call, Store *reading)
{
    VacationTask *task = call->asked;
    if (!store_select(reading, &CORRESPONDENCE_OPS[VACATION_OF], &(PersonArg){ task->person },
                      see_vacation, task))
        route_fail(call, ERROR_FAILED, "it cannot be read");
}

static void vacation_stored(void *context, StoreStatus status)
{
    VacationTask *task = context;
    if (status == STORED) {
        rooms_vacation(task->routes->setup.rooms, task->person, &task->vacation);
        reply_vacation(task);
    } else if (status == STORE_CONFLICT)
        reply_error(task->web, ERROR_BUSY, "it was changed at the same time; try again");
    else
        reply_error(task->web, ERROR_FAILED, "it could not be saved; try again");
    free(task);
}

static void store_vacation(Call *call, VacationTask *task)
{
    char body[VACATION_TEXT_MAX];
    Out out = out_to(body, sizeof body);
    vacation_write(&task->vacation, &out);
    const StoredVacation vacation = { task->person, route_now(call->routes), { body, out.length } };
    const VacationRequired before = { task->person, { task->body, task->length } };
    const StoreWrite again[] = { store_op(&CORRESPONDENCE_OPS[VACATION_REQUIRE], &before),
                                 store_op(&CORRESPONDENCE_OPS[VACATION_SET], &vacation) };
    const StoreWrite first = store_op(&CORRESPONDENCE_OPS[VACATION_ADD], &vacation);
    call->asked = NULL;
    if (store_write(call->routes->setup.store, task->kept ? again : &first, task->kept ? 2 : 1,
                    vacation_stored, task))
        return;
    route_refuse(call, ERROR_BUSY, OVERLOADED);
    free(task);
}

static void answer_vacation(Call *call)
{
    VacationTask *task = call->asked;
    i64 at = rooms_clock(call->routes->setup.rooms) + VACATION_AHEAD_MS;
    int days = call->routes->setup.vacation_days;
    if (call->code != ERROR_NONE)
        route_answer_read(call);
    else if (task->wish == VACATION_SHOW)
        reply_vacation(task);
    else if (task->wish == VACATION_END && !vacation_end(&task->vacation, at))
        route_refuse(call, ERROR_FORBIDDEN, "you are not on vacation");
    else if (task->wish == VACATION_BEGIN && vacation_at(&task->vacation, at))
        route_refuse(call, ERROR_FORBIDDEN, "you are on vacation already");
    else if (task->wish == VACATION_BEGIN &&
             !vacation_begin(&task->vacation, at, task->days * (i64)CLOCK_DAY, days))
        route_refuse(call, ERROR_TOO_MANY, "you do not have that many vacation days left");
    else
        store_vacation(call, task);
}

static void about_vacation(Call *call, VacationWish wish, int days)
{
    VacationTask *task = call->asked = calloc(1, sizeof *task);
    if (!task) {
        route_refuse(call, ERROR_FAILED, "out of memory");
        return;
    }
    *task = (VacationTask){ .routes = call->routes,
                            .web = call->web,
                            .person = call->who.person.id,
                            .wish = wish,
                            .days = days };
    route_read(call, READ_SHORT, read_vacation, answer_vacation);
}

void route_get_vacation(Call *call)
{
    about_vacation(call, VACATION_SHOW, 0);
}

void route_post_vacation(Call *call)
{
    Fault why;
    int days = 0;
    if (message_read_vacation(call->request->body, &days, &why) != OK)
        route_refuse(call, ERROR_MALFORMED, why.message);
    else if (!call->routes->setup.vacation_days)
        route_refuse(call, ERROR_FORBIDDEN, "there are no vacations on this server");
    else
        about_vacation(call, VACATION_BEGIN, days);
}

void route_post_vacation_end(Call *call)
{
    about_vacation(call, VACATION_END, 0);
}
