// SPDX-License-Identifier: MIT
// Games with days for each move: conditional moves, which only their owner sees, and vacation.
#include "server/api/call.h"
#include "server/api/messages/game_view.h"
#include "server/games/conditional/conditional_moves.h"
#include "server/games/correspondence_ops.h"

#include <stdlib.h>

extern const Feature CORRESPONDENCE;

// --- conditional moves ---------------------------------------------------------------------------

typedef struct LineGiven {
    char moves[CONDITIONAL_LINE_SIZE];
} LineGiven;
static const Field LINE_GIVEN_FIELDS[] = { FIELD(LineGiven, moves) };
static const Shape LINE_GIVEN = SHAPE_BARE(LineGiven, LINE_GIVEN_FIELDS);

typedef struct LinesGiven {
    i64 ply;
    LineGiven line[CONDITIONAL_LINES_MAX];
    int count;
} LinesGiven;
static const Field LINES_GIVEN_FIELDS[] = {
    FIELD(LinesGiven, ply, .max = INT32_MAX, .says = "moves played, as the sender knows the game"),
    FIELD_ARRAY(LinesGiven, line, count, &LINE_GIVEN, .key = "lines",
                .says = "moves with blanks between them; an empty list removes all lines"),
};
static const Shape LINES_GIVEN =
    SHAPE_NAMED("LinesGiven", LinesGiven, LINES_GIVEN_FIELDS,
                .refusal = "wanted are \"ply\" and a list \"lines\", and nothing else", );

static const Field LINE_FIELDS[] = { { .name = "line", .kind = KIND_TEXT, .size = sizeof(Text) } };
static const Shape LINE = SHAPE_BARE(Text, LINE_FIELDS);

typedef struct LinesShown {
    i64 game;
    int ply;
    const Text *line;
    int lines, most, longest;
} LinesShown;
static const Field LINES_SHOWN_FIELDS[] = {
    FIELD(LinesShown, game, .as = AS_GAME, .type = "string"),
    FIELD(LinesShown, ply, .says = "moves played"),
    FIELD_LIST(LinesShown, line, lines, &LINE, .key = "lines",
               .says = "moves with blanks between them, from the present position on"),
    FIELD(LinesShown, most, .says = "lines that a player may enter"),
    FIELD(LinesShown, longest, .says = "moves that a line may have"),
};
static const Shape LINES_SHOWN = SHAPE_NAMED("Lines", LinesShown, LINES_SHOWN_FIELDS);

// The handler's memory.
typedef struct LinesTask {
    i64 game, person;
    u32 ply;
    ConditionalMoves lines;
} LinesTask;

// The game, if the sender plays in it; else the request is refused.
static const Room *find_own_room(const Call *call, LinesTask *task)
{
    bool named = game_id_read(call->part[1], &task->game);
    const Room *room = named ? rooms_find(call->app->rooms, task->game) : NULL;
    task->person = call->who.person.id;
    if (!room)
        route_refuse(call, ERROR_NOT_FOUND, "there is no such game, or it is over");
    else if (room_seat_of(room, task->person) < 0)
        route_refuse(call, ERROR_NOT_YOURS, "you do not play in this game");
    else if (!conditional_fit(room->speed))
        route_refuse(call, ERROR_FORBIDDEN,
                     "conditional moves are for games with days for each move");
    else
        return room;
    return NULL;
}

static void write_lines(Call *call, u32 ply)
{
    const LinesTask *task = call->asked;
    const LinesShown shown = { .game = task->game,
                               .ply = (int)ply,
                               .line = task->lines.line,
                               .lines = task->lines.count,
                               .most = CONDITIONAL_LINES_MAX,
                               .longest = CONDITIONAL_LINE_MOVES_MAX };
    js_shape(&call->json, NULL, &LINES_SHOWN, &shown, NULL);
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
    if (call->code != ERROR_NONE) return route_answer_read(call);
    const Room *room = find_own_room(call, task);
    if (!room) return;
    conditional_follow(&task->lines, room);
    write_lines(call, room->match.count);
    route_answer_read(call);
}

static void get_conditional(Call *call)
{
    LinesTask *task = route_ask(call, sizeof *task);
    if (task && find_own_room(call, task)) route_read(call, READ_SHORT, read_lines, answer_lines);
}

static void lines_stored(Call *call, const void *args)
{
    const LinesTask *task = call->asked;
    const Room *room = rooms_find(call->app->rooms, task->game);
    (void)args;
    // If the game has ended meanwhile, its end has removed only the lines that were stored then.
    const LinesKey key = { task->person, task->game };
    const StoreWrite gone = store_op(&CORRESPONDENCE_OPS[CONDITIONAL_END], &key);
    if (!room || room->state != ROOM_LIVE) store_write(call->app->store, &gone, 1, NULL, NULL);
    write_lines(call, task->ply);
    rooms_lines_changed(call->app->rooms, task->game, task->person);
}

static void store_lines(Call *call, const LinesTask *task)
{
    char body[CONDITIONAL_TEXT_MAX];
    Out out = out_to(body, sizeof body);
    conditional_write(&task->lines, &out);
    const LinesKey key = { task->person, task->game };
    const StoredLines lines = {
        task->person, task->game, app_now(call->app), { body, out.length }
    };
    const StoreWrite write = task->lines.count
                                 ? store_op(&CORRESPONDENCE_OPS[CONDITIONAL_SET], &lines)
                                 : store_op(&CORRESPONDENCE_OPS[CONDITIONAL_END], &key);
    route_write(call, &(RouteWrite){ .write = { write }, .count = 1, .then = lines_stored });
}

// Whether lines can be entered now; else the request is refused. They can always be removed.
static bool may_enter(const Call *call, const Room *room, const LinesGiven *given)
{
    i64 person = call->who.person.id;
    int turn = room_turn(room), seat = room_seat_of(room, person);
    if (room->state == ROOM_OPEN)
        route_refuse(call, ERROR_NOT_STARTED, "the game has not started");
    else if (turn < 0)
        route_refuse(call, ERROR_OVER, "the game is over");
    else if (room->seat[seat].out)
        route_refuse(call, ERROR_FORBIDDEN, "you have left this game");
    else if (given->ply != (i64)room->match.count)
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

static void post_conditional(Call *call)
{
    Fault why;
    Text wanted[CONDITIONAL_LINES_MAX];
    LinesTask *task = route_ask(call, sizeof *task);
    const Room *room = task ? find_own_room(call, task) : NULL;
    const LinesGiven *given = room ? route_body(call) : NULL;
    if (!given) return;
    for (int i = 0; i < given->count; i++)
        wanted[i] = text_of(given->line[i].moves);
    task->ply = room->match.count;
    if (!given->count) return store_lines(call, task);
    if (!may_enter(call, room, given)) return;
    Status status = conditional_enter(&task->lines, room, task->person, wanted, given->count, &why);
    if (status == OK)
        store_lines(call, task);
    else
        refuse_lines(call, status, &why);
}

// --- vacation ------------------------------------------------------------------------------------

// A vacation begins and ends a little later than asked for, once everyone who keeps clocks knows.
enum { VACATION_AHEAD_MS = 1000 };

typedef struct VacationGiven {
    int days;
} VacationGiven;
static const Field VACATION_GIVEN_FIELDS[] = { FIELD(VacationGiven, days, .min = 1,
                                                     .max = VACATION_DAYS_MAX,
                                                     .refusal = "a vacation has a day at least") };
static const Shape VACATION_GIVEN =
    SHAPE_NAMED("VacationGiven", VacationGiven, VACATION_GIVEN_FIELDS,
                .refusal = "wanted is \"days\", and nothing else");

typedef struct VacationShown {
    SpanView vacation;
    int days;
    i64 left, now;
} VacationShown;
static const Field VACATION_SHOWN_FIELDS[] = {
    FIELD_SHAPE(VacationShown, vacation, &SPAN_VIEW, .flags = FIELD_NULL),
    FIELD(VacationShown, days, .says = "in a year; 0: this server has no vacations"),
    FIELD(VacationShown, left, .says = "ms of them"),
    FIELD(VacationShown, now, .as = AS_TIME),
};
static const Shape VACATION_SHOWN = SHAPE_NAMED("Vacation", VacationShown, VACATION_SHOWN_FIELDS);

// The handler's memory.
typedef struct VacationTask {
    i64 person;
    void (*change)(Call *call, i64 at); // NULL: the vacation is only shown
    bool kept;                          // a vacation is stored, as `body`
    size_t length;
    char body[VACATION_TEXT_MAX];
    Vacation vacation;
} VacationTask;

static void write_vacation(Call *call)
{
    const VacationTask *task = call->asked;
    i64 now = rooms_clock(call->app->rooms);
    int days = call->app->vacation_days;
    const VacationSpan *span = vacation_at(&task->vacation, now);
    const VacationShown shown = { .vacation = span ? (SpanView){ span->from, span->until }
                                                   : (SpanView){ 0 },
                                  .days = days,
                                  .left = vacation_left(&task->vacation, now, days),
                                  .now = now };
    js_shape(&call->json, NULL, &VACATION_SHOWN, &shown, NULL);
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

static void vacation_stored(Call *call, const void *args)
{
    const VacationTask *task = call->asked;
    (void)args;
    rooms_vacation(call->app->rooms, task->person, &task->vacation);
    write_vacation(call);
}

static void store_vacation(Call *call, VacationTask *task)
{
    char body[VACATION_TEXT_MAX];
    Out out = out_to(body, sizeof body);
    vacation_write(&task->vacation, &out);
    const StoredVacation vacation = { task->person, app_now(call->app), { body, out.length } };
    const VacationRequired before = { task->person, { task->body, task->length } };
    const StoreWrite again[] = { store_op(&CORRESPONDENCE_OPS[VACATION_REQUIRE], &before),
                                 store_op(&CORRESPONDENCE_OPS[VACATION_SET], &vacation) };
    const StoreWrite first = store_op(&CORRESPONDENCE_OPS[VACATION_ADD], &vacation);
    route_write(call, &(RouteWrite){ .writes = task->kept ? again : &first,
                                     .count = task->kept ? 2 : 1,
                                     .conflict = ERROR_BUSY,
                                     .text = "it was changed at the same time; try again",
                                     .then = vacation_stored });
}

static void begin_vacation(Call *call, i64 at)
{
    VacationTask *task = call->asked;
    const VacationGiven *given = call->body;
    i64 length = given->days * (i64)CLOCK_DAY;
    if (vacation_at(&task->vacation, at))
        route_refuse(call, ERROR_FORBIDDEN, "you are on vacation already");
    else if (!vacation_begin(&task->vacation, at, length, call->app->vacation_days))
        route_refuse(call, ERROR_TOO_MANY, "you do not have that many vacation days left");
    else
        store_vacation(call, task);
}

static void end_vacation(Call *call, i64 at)
{
    VacationTask *task = call->asked;
    if (!vacation_end(&task->vacation, at))
        route_refuse(call, ERROR_FORBIDDEN, "you are not on vacation");
    else
        store_vacation(call, task);
}

static void answer_vacation(Call *call)
{
    const VacationTask *task = call->asked;
    if (call->code == ERROR_NONE && task->change)
        return task->change(call, rooms_clock(call->app->rooms) + VACATION_AHEAD_MS);
    if (call->code == ERROR_NONE) write_vacation(call);
    route_answer_read(call);
}

static void ask_vacation(Call *call, void (*change)(Call *call, i64 at))
{
    VacationTask *task = route_ask(call, sizeof *task);
    if (!task) return;
    task->person = call->who.person.id;
    task->change = change;
    route_read(call, READ_SHORT, read_vacation, answer_vacation);
}

static void get_vacation(Call *call)
{
    ask_vacation(call, NULL);
}

static void post_vacation(Call *call)
{
    if (!call->app->vacation_days)
        route_refuse(call, ERROR_FORBIDDEN, "there are no vacations on this server");
    else
        ask_vacation(call, begin_vacation);
}

static void post_vacation_end(Call *call)
{
    ask_vacation(call, end_vacation);
}

// --- export --------------------------------------------------------------------------------------

static const Field OWN_LINES_FIELDS[] = {
    FIELD(LinesShown, game, .as = AS_GAME),
    FIELD(LinesShown, ply),
    FIELD_LIST(LinesShown, line, lines, &LINE, .key = "lines"),
};
static const Shape OWN_LINES = SHAPE_NAMED("OwnLines", LinesShown, OWN_LINES_FIELDS);

static bool export_lines(void *context, const void *row)
{
    const StoredLines *stored = row;
    ConditionalMoves *lines = malloc(sizeof *lines);
    if (lines && conditional_read(stored->body, lines)) {
        const LinesShown shown = {
            .game = stored->game, .ply = (int)lines->ply, .line = lines->line, .lines = lines->count
        };
        js_shape(context, NULL, &OWN_LINES, &shown, NULL);
    }
    free(lines);
    return true;
}

static bool export_spans(void *context, const void *row)
{
    const StoredVacation *stored = row;
    Vacation vacation;
    if (!vacation_read(stored->body, &vacation)) return true;
    for (int i = 0; i < vacation.count; i++) {
        const SpanView span = { vacation.span[i].from, vacation.span[i].until };
        js_shape(context, NULL, &SPAN_VIEW, &span, NULL);
    }
    return true;
}

// The same as it is stored.
static const Field STORED_LINES_FIELDS[] = {
    FIELD(StoredLines, game, .as = AS_GAME),
    FIELD(StoredLines, body, .key = "lines"),
    FIELD(StoredLines, at_ms, .as = AS_TIME, .key = "at"),
};
static const Shape STORED_LINES = SHAPE_NAMED("StoredLines", StoredLines, STORED_LINES_FIELDS);
static const Field STORED_DAYS_FIELDS[] = {
    FIELD(StoredVacation, body, .key = "days"),
    FIELD(StoredVacation, at_ms, .as = AS_TIME, .key = "at"),
};
static const Shape STORED_DAYS = SHAPE_NAMED("StoredDays", StoredVacation, STORED_DAYS_FIELDS);

static bool export_stored_lines(void *context, const void *row)
{
    js_shape(context, NULL, &STORED_LINES, row, NULL);
    return true;
}

static bool export_stored_days(void *context, const void *row)
{
    js_shape(context, NULL, &STORED_DAYS, row, NULL);
    return true;
}

static void export_rows(Json *json, const char *key, Store *reading, i64 person, int op,
                        SeeRow *see)
{
    js_array(json, key);
    store_select(reading, &CORRESPONDENCE_OPS[op], &(PersonArg){ person }, see, json);
    js_close(json, ']');
}

static void export_vacations(Json *json, const char *key, Store *reading, i64 person)
{
    export_rows(json, key, reading, person, VACATION_OF, export_spans);
}
static void export_conditional(Json *json, const char *key, Store *reading, i64 person)
{
    export_rows(json, key, reading, person, CONDITIONAL_OF, export_lines);
}
static void export_conditional_moves(Json *json, const char *key, Store *reading, i64 person)
{
    export_rows(json, key, reading, person, CONDITIONAL_OF, export_stored_lines);
}
static void export_vacation(Json *json, const char *key, Store *reading, i64 person)
{
    export_rows(json, key, reading, person, VACATION_OF, export_stored_days);
}

// --- the row -------------------------------------------------------------------------------------

static const Route CORRESPONDENCE_ROUTES[] = {
    { .method = METHOD_GET,
      .path = "games/*/conditional",
      .answer = get_conditional,
      .scope = SCOPE_READ,
      .role = FOR_PERSONS,
      .rate = RATE_USUAL,
      TAKES_NOTHING,
      .reply = &LINES_SHOWN,
      .errors = ERR(ERROR_NOT_FOUND) | ERR(ERROR_NOT_YOURS),
      .says = "the caller's conditional moves, in a game with days for each move"
              " ([correspondence.md](correspondence.md))" },
    { .method = METHOD_POST,
      .path = "games/*/conditional",
      .answer = post_conditional,
      .scope = SCOPE_PLAY,
      .role = FOR_PERSONS,
      .plays = true,
      .rate = RATE_USUAL,
      .body_max = BODY_USUAL,
      .body_late = true,
      .query = &NOTHING,
      .body = &LINES_GIVEN,
      .reply = &LINES_SHOWN,
      .errors = ERR(ERROR_NOT_FOUND) | ERR(ERROR_NOT_YOURS) | ERR(ERROR_NOT_STARTED) |
                ERR(ERROR_OVER) | ERR(ERROR_STALE) | ERR(ERROR_TOO_MANY) | ERR(ERROR_ILLEGAL_MOVE),
      .says = "replaces the caller's lines of this game. `forbidden` if it is the caller's turn;"
              " `illegal_move` names the line and the move in `text`" },
    { .method = METHOD_GET,
      .path = "vacation",
      .answer = get_vacation,
      .scope = SCOPE_READ,
      .role = FOR_ACCOUNTS,
      .rate = RATE_USUAL,
      TAKES_NOTHING,
      .reply = &VACATION_SHOWN,
      .errors = ERR_NO_OWN,
      .says = "the caller's vacation ([correspondence.md](correspondence.md))" },
    { .method = METHOD_POST,
      .path = "vacation",
      .answer = post_vacation,
      .scope = SCOPE_PLAY,
      .role = FOR_ACCOUNTS,
      .rate = RATE_USUAL,
      TAKES_BODY(&VACATION_GIVEN),
      .reply = &VACATION_SHOWN,
      .errors = ERR(ERROR_TOO_MANY),
      .says =
          "begins a vacation. `too_many` if fewer days are left, `forbidden` during another one" },
    { .method = METHOD_POST,
      .path = "vacation/end",
      .answer = post_vacation_end,
      .scope = SCOPE_PLAY,
      .role = FOR_ACCOUNTS,
      .rate = RATE_USUAL,
      TAKES_BODY(&RAW),
      .reply = &VACATION_SHOWN,
      .errors = ERR_NO_OWN,
      .says = "ends the vacation" },
};

const Feature CORRESPONDENCE = {
    .name = "correspondence",
    .tables = (const char *const[]){ "item", NULL },
    .ops = CORRESPONDENCE_OPS,
    .ops_count = CORRESPONDENCE_OPS_COUNT,
    .routes = CORRESPONDENCE_ROUTES,
    .routes_count = sizeof CORRESPONDENCE_ROUTES / sizeof *CORRESPONDENCE_ROUTES,
    .person = { .forget = { &CORRESPONDENCE_OPS[CORRESPONDENCE_FORGET] },
                .move = { &CORRESPONDENCE_OPS[CORRESPONDENCE_MOVE],
                          &CORRESPONDENCE_OPS[CORRESPONDENCE_DROP] },
                .export = { { .key = "vacations", .write = export_vacations },
                            { .key = "conditional", .write = export_conditional },
                            { .key = "conditional_moves", .write = export_conditional_moves },
                            { .key = "vacation", .write = export_vacation } } },
};
