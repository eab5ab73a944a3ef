// SPDX-License-Identifier: MIT
// A request on its way through a handler, with the functions that read, write and answer.
//
//     static void post_star(Call *call)
//     {
//         Favourite star = *(const Favourite *)call->body;
//         star.person = call->who.person.id;
//         route_write(call, &(RouteWrite){ .write = { store_op(&OPS[ADD], &star) }, .count = 1,
//                                          .conflict = ERROR_TOO_MANY, .text = "..." });
//     }
//
// Before the handler runs, dispatch has checked all that the route's row states. A handler answers
// exactly once, now or after route_read, route_list or route_write.
#ifndef MEYDAN_SERVER_API_CALL_H
#define MEYDAN_SERVER_API_CALL_H

#include "server/api/accounts/people.h"
#include "server/api/feature.h"
#include "server/api/messages/reply.h"
#include "server/identity/person_ops.h"

enum { PARTS_MAX = 3 }; // of a path below /api/v1

// It lives until it is answered and the handler has returned.
typedef struct Call {
    struct Routes *routes;
    const App *app;
    WebCall *web;
    const Request *request;
    Who who;
    const Route *route;
    Text part[PARTS_MAX];     // of the path
    const void *query, *body; // structs of the route's shapes

    // The rest belongs to dispatch, but for `asked` and `json`.
    bool waits; // waiting for the sender to be looked up
    struct HandlerCost *cost;
    void (*read)(struct Call *call, Store *reading);
    void (*answer)(struct Call *call);
    bool held;        // by route_read, route_write or route_hold
    bool returned;    // the handler has
    void *inputs;     // `query` and `body`
    void *written;    // of route_write
    void *asked;      // memory of the handler (route_ask), freed with the call
    Json json;        // the answer,
    ErrorCode code;   // the error, if there is no answer
    const char *text; // in words
    u64 work;         // of the database: charged to the sender (LIMIT_WORK)
    u32 plies;        // out of the store: charged to the sender (LIMIT_LOAD)
} Call;

void route_refuse(const Call *call, ErrorCode code, const char *text);
// Refuses a body that cannot be read, and charges its sender for it.
void route_refuse_body(const Call *call, const char *text);
// Allocates `asked`, zeroed. If out of memory, refuses the request and returns NULL.
void *route_ask(Call *call, size_t size);
// Reads the body of a route with `body_late`. If it doesn't fit, refuses the request and returns
// NULL.
const void *route_body(Call *call);
// Whether the sender may play now. If not, refuses the request with the reason.
bool route_may_play(const Call *call);
// Takes a token of those for creating games, of the sender's address and person; false if there is
// none.
bool route_may_make(const Call *call);
// Takes a token of the sender's address. If there is none, refuses the request and returns false.
bool route_allowed(const Call *call, Limit limit);

// Runs `read` on a reader's thread, with a store to read from, then `answer` on the loop. `read`
// touches only the call's own fields and its request; it fills in `json` or calls route_fail. An
// `answer` of NULL sends `json`.
void route_read(Call *call, ReadLength length, void (*read)(Call *call, Store *reading),
                void (*answer)(Call *call));
void route_fail(Call *call, ErrorCode code, const char *text);
// For use in `read`: finds the person with that name. If there is none, fails the request.
bool route_read_person(Call *call, Store *reading, Text name, StoredPerson *person);
// Sends `json`, or the failure. For the end of an `answer`.
void route_answer_read(Call *call);

// Reads a game's id from the path. If it is malformed, refuses the request and returns false.
bool route_game(const Call *call, Text part, i64 *game);

// Answers {KEY: [rows]} by the route's `reply`, a LIST_REPLY or PAGE_REPLY. The arguments are
// copied. A page shows `page` rows of which the operation returns one more; `next` is then the
// member `next` of the last row shown.
typedef struct RouteList {
    const StoreOp *op;
    const void *args;
    int page;         // 0: all rows
    const char *next; // a field of the row
} RouteList;
void route_list(Call *call, const RouteList *list);

// Writes in one call. A conflict is refused with `conflict` and `text`, or handled by `conflicted`.
// Once it is committed `then` runs on the loop with the arguments of the first write. The answer is
// {"ok":true}, or what `then` or `conflicted` left in call->json, unless they began another read or
// write.
enum { ROUTE_WRITES_MAX = 8 };
typedef struct RouteWrite {
    StoreWrite write[ROUTE_WRITES_MAX];
    const StoreWrite *writes; // instead of `write`, where there may be more of them
    int count;
    ErrorCode conflict;
    const char *text;
    void (*then)(Call *call, const void *args);
    void (*conflicted)(Call *call);
    int status; // HTTP status of the answer; 0 means 200
} RouteWrite;
void route_write(Call *call, const RouteWrite *write);

// Keeps the call until route_release, which answers it by `answer`, or (NULL) as after route_read;
// without anything in `json` the answer is {"ok":true}. Neither is for a reader's thread.
void route_hold(Call *call);
void route_release(Call *call, void (*answer)(Call *call));

// For dispatch: an answered call, once its handler has returned.
void route_free(Call *call);

#endif
