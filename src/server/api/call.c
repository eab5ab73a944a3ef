// SPDX-License-Identifier: MIT
#include "server/api/call.h"

#include "server/api/messages/reply_messages.h"
#include "server/api/messages/shape_json.h"
#include "server/games/state/room.h"
#include "server/identity/access.h"
#include "server/identity/names.h"
#include "server/identity/persons.h"
#include "server/kernel/metrics.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// --- refusing ------------------------------------------------------------------------------------

// The errors that follow from the other columns of a row.
static u64 implied_errors(const Route *route)
{
    return ERR(ERROR_MALFORMED) | ERR(ERROR_NOT_SIGNED_IN) | ERR(ERROR_ORIGIN) |
           ERR(ERROR_TOO_FAST) | ERR(ERROR_FAILED) | ERR(ERROR_BUSY) | ERR(ERROR_FORBIDDEN) |
           (route->plays ? ERR(ERROR_SUSPENDED) : 0);
}

void route_refuse(const Call *call, ErrorCode code, const char *text)
{
    const Route *route = call->route;
    assert(!route || (route->errors | implied_errors(route)) & ERR(code));
    (void)implied_errors;
    (void)route;
    reply_error(call->web, code, text);
}

void route_refuse_body(const Call *call, const char *text)
{
    limits_charge_malformed(call->app->limits, call->request->address, app_now(call->app));
    route_refuse(call, ERROR_MALFORMED, text);
}

void *route_ask(Call *call, size_t size)
{
    free(call->asked);
    call->asked = calloc(1, size);
    if (!call->asked) route_refuse(call, ERROR_FAILED, "out of memory");
    return call->asked;
}

const void *route_body(Call *call)
{
    Fault why;
    const Shape *shape = call->route->body;
    if (shape_read_json(call->request->body, shape, (void *)call->body, &why) == OK)
        return call->body;
    route_refuse_body(call, why.message);
    return NULL;
}

bool route_may_play(const Call *call)
{
    const App *app = call->app;
    const Bar *bar = access_bar(app->access, call->who.person.id, app_now(app));
    if (!bar) return true;
    char text[REASON_SIZE + 100];
    Out out = out_to(text, sizeof text);
    bar_write(bar, &out);
    app->metrics->refused++;
    route_refuse(call, ERROR_SUSPENDED, text);
    return false;
}

bool route_may_make(const Call *call)
{
    RateLimits *limits = call->app->limits;
    i64 now = app_now(call->app), person = call->who.person.id;
    return limits_take_address(limits, LIMIT_MAKE, call->request->address, now, NULL) &&
           (!person || limits_take(limits, LIMIT_MAKE_OWN, (Text){ (char *)&person, sizeof person },
                                   now, NULL));
}

bool route_allowed(const Call *call, Limit limit)
{
    i64 wait_ms = 0;
    if (limits_take_address(call->app->limits, limit, call->request->address, app_now(call->app),
                            &wait_ms))
        return true;
    call->app->metrics->too_fast++;
    reply_refused(call->web, &(Refused){ .code = ERROR_TOO_FAST,
                                         .text = "too many requests; wait a little",
                                         .wait_ms = wait_ms });
    return false;
}

bool route_game(const Call *call, Text part, i64 *game)
{
    if (game_id_read(part, game)) return true;
    route_refuse(call, ERROR_NOT_FOUND, "there is no such game");
    return false;
}

void route_free(Call *call)
{
    js_free(&call->json);
    free(call->asked);
    free(call->written);
    free(call->inputs);
    free(call);
}

// --- reading -------------------------------------------------------------------------------------

static void read_now(void *context, Store *reading)
{
    Call *call = context;
    store_work(reading);
    store_failed(reading);
    call->read(call, reading);
    call->work = store_work(reading);
    // After a read error the result is unreliable.
    if (store_failed(reading)) route_fail(call, ERROR_FAILED, "the store cannot be read");
}

void route_fail(Call *call, ErrorCode code, const char *text)
{
    call->code = code;
    call->text = text;
}

void route_answer_read(Call *call)
{
    if (call->plies)
        limits_charge_load(call->app->limits, call->request->address, app_now(call->app),
                           call->plies);
    if (call->code != ERROR_NONE)
        route_refuse(call, call->code, call->text);
    else
        reply_json(call->web, 200, &call->json, NULL);
}

static void answer_read(void *context, bool was_read)
{
    Call *call = context;
    HandlerCost *cost = call->cost;
    HandlerWatch watch = handler_begin();
    limits_charge_work(call->app->limits, call->request->address, app_now(call->app), call->work);
    call->held = false;
    if (!was_read)
        route_refuse(call, ERROR_BUSY, "the server is stopping");
    else if (call->answer)
        call->answer(call);
    else
        route_answer_read(call);
    if (!call->held) route_free(call);
    handler_end(cost, watch);
}

void route_read(Call *call, ReadLength length, void (*read)(Call *call, Store *reading),
                void (*answer)(Call *call))
{
    if (length == READ_LONG && !route_allowed(call, LIMIT_WORK)) return;
    call->read = read;
    call->answer = answer;
    call->held = store_read(call->app->store, length, read_now, answer_read, call);
    if (!call->held)
        route_refuse(call, ERROR_BUSY, "the server is overloaded; try again in a moment");
}

bool route_read_person(Call *call, Store *reading, Text name, StoredPerson *person)
{
    char key[PERSON_NAME_MAX];
    if (name_key(name, key, NULL) == OK && person_by_key(reading, text_of(key), person))
        return true;
    route_fail(call, ERROR_NOT_FOUND, "nobody has that name");
    return false;
}

// --- lists ---------------------------------------------------------------------------------------

// A copy of the list asked for, in call->asked, with the operation's arguments behind it.
typedef struct Listing {
    RouteList list;
    const Field *next;
    Call *call;
    Store *reading;
    int rows;
    i64 cursor;
    _Alignas(16) char args[];
} Listing;

static const Field *field_named(const Shape *shape, const char *name)
{
    for (const Field *f = shape->field, *end = f + shape->count; f < end; f++)
        if (!strcmp(f->name, name)) return f;
    return NULL;
}

static bool write_row(void *context, const void *row)
{
    Listing *listing = context;
    bool more = listing->list.page && listing->rows == listing->list.page;
    if (more) {
        listing->rows++; // there is another page
        return false;
    }
    js_shape(&listing->call->json, NULL, listing->list.op->row, row, listing->reading);
    if (listing->next) listing->cursor = field_number(listing->next, row);
    listing->rows++;
    return true;
}

static void read_list(Call *call, Store *reading)
{
    Listing *listing = call->asked;
    const RouteList *list = &listing->list;
    Json *json = &call->json;
    listing->call = call;
    listing->reading = reading;
    js_object(json, NULL);
    js_array(json, field_key(&call->route->reply->field[0]));
    store_select(reading, list->op, listing->args, write_row, listing);
    js_close(json, ']');
    if (listing->next && listing->rows > list->page)
        js_number(json, "next", listing->cursor);
    else if (listing->next)
        js_null(json, "next");
    js_close(json, '}');
}

void route_list(Call *call, const RouteList *list)
{
    const StoreOp *op = list->op;
    Listing *listing =
        route_ask(call, sizeof *listing + (op->args ? shape_copy_size(op->args, list->args) : 0));
    if (!listing) return;
    listing->list = *list;
    listing->next = list->next ? field_named(op->row, list->next) : NULL;
    if (op->args) shape_copy(op->args, list->args, listing->args);
    route_read(call, op->does == OP_READS ? READ_SHORT : READ_LONG, read_list, NULL);
}

// --- writing -------------------------------------------------------------------------------------

// A copy of the write asked for, with the first operation's arguments behind it.
typedef struct Written {
    RouteWrite write;
    _Alignas(16) char args[];
} Written;

static void answer_written(Call *call, const Written *written, StoreStatus status)
{
    const RouteWrite *write = &written->write;
    if (status == STORE_CONFLICT && !write->conflicted)
        return route_refuse(call, write->conflict, write->text);
    if (status == STORE_FAILED)
        return route_refuse(call, ERROR_FAILED, "it could not be saved; try again");
    if (status == STORE_CONFLICT)
        write->conflicted(call);
    else if (write->then)
        write->then(call, written->args);
    if (call->held) return;
    if (call->code != ERROR_NONE) return route_refuse(call, call->code, call->text);
    if (!call->json.length) reply_write_done(&call->json, 0);
    reply_json(call->web, write->status ? write->status : 200, &call->json, NULL);
}

static void on_written(void *context, StoreStatus status)
{
    Call *call = context;
    HandlerCost *cost = call->cost;
    HandlerWatch watch = handler_begin();
    call->held = false;
    answer_written(call, call->written, status);
    if (!call->held) route_free(call);
    handler_end(cost, watch);
}

void route_write(Call *call, const RouteWrite *write)
{
    const StoreWrite *writes = write->writes ? write->writes : write->write;
    const StoreOp *op = writes[0].op;
    const void *args = writes[0].args;
    Written *written = malloc(sizeof *written + (op->args ? shape_copy_size(op->args, args) : 0));
    if (!written) return route_refuse(call, ERROR_FAILED, "out of memory");
    written->write = *write;
    if (op->args) shape_copy(op->args, args, written->args);
    free(call->written);
    call->written = written;
    call->held = store_write(call->app->store, writes, write->count, on_written, call);
    if (!call->held)
        route_refuse(call, ERROR_BUSY, "the server is overloaded; try again in a moment");
}

// --- held by a feature ---------------------------------------------------------------------------

void route_hold(Call *call)
{
    call->held = true;
}

void route_release(Call *call, void (*answer)(Call *call))
{
    HandlerCost *cost = call->cost;
    HandlerWatch watch = handler_begin();
    call->held = false;
    if (answer) {
        answer(call);
    } else {
        if (call->code == ERROR_NONE && !call->json.length) reply_write_done(&call->json, 0);
        route_answer_read(call);
    }
    // Before the handler has returned, dispatch frees it.
    if (!call->held && call->returned) route_free(call);
    handler_end(cost, watch);
}
