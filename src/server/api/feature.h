// SPDX-License-Identifier: MIT
// A feature is one row: its operations, routes, socket messages, topics and hooks. The server walks
// the rows, and no other file knows a feature by name. Members that a feature doesn't need are left
// out.
//
//     server/features/NAME/NAME.c    its structs, statements and handlers; `const Feature NAME`
//     server/features/features.c     the rows, in the order in which features open
//
// How to write or move one: src/server/features/README.md.
#ifndef MEYDAN_SERVER_API_FEATURE_H
#define MEYDAN_SERVER_API_FEATURE_H

#include "base/errors.h"
#include "platform/json_heap.h"
#include "platform/net/http.h"
#include "server/api/messages/scope.h"
#include "server/cluster/cluster.h"
#include "server/kernel/limits.h"
#include "server/kernel/logger.h"
#include "sql/op.h"

struct Call;
struct Gauges;
struct News;
struct Peer;
typedef struct App App;
typedef struct Feature Feature;

// --- routes --------------------------------------------------------------------------------------

// The callers whose requests are answered.
typedef enum RouteRole {
    FOR_UNSTATED,
    FOR_ANYBODY,
    FOR_PERSONS,    // also a visitor with a session
    FOR_ACCOUNTS,   // of people and of bots
    FOR_MODERATORS, // and administrators, by session
} RouteRole;

// The bucket that a request takes a token from. Each takes one from LIMIT_READ or LIMIT_ACT first.
enum { RATE_UNSTATED, RATE_USUAL, RATE_FIRST };
#define RATE(limit) (RATE_FIRST + (int)(limit))

enum { BODY_USUAL = 16384, BODY_NONE = -1 }; // bytes of a body

#define ERR(code)  ((u64)1 << (code))
#define ERR_NO_OWN ERR(ERROR_NONE) // only those that follow from the other columns

// Every member must be stated: zero or NULL is refused when the program starts. The errors that
// follow from another column (not signed in, too fast, malformed ...) aren't repeated in `errors`.
typedef struct Route {
    Method method;
    const char *path; // below /api/v1/; a part "*" matches any text. A literal part beats "*"
    void (*answer)(struct Call *call);
    RouteScope scope;
    RouteRole role;
    bool plays;                      // a suspended person is refused
    const char *no_bots, *only_bots; // refuses bots, or all others, with these words; NULL: doesn't
    int rate, body_max;
    // The parameters, the body and the answer. The first two are read before the handler runs
    // (call->query, call->body); &NOTHING: there are none. &RAW: the handler does it.
    const Shape *query, *body, *reply;
    bool body_late;          // the handler has checks before the body's: it calls route_body
    const Shape *body_shown; // for docs and types, where `body` is &RAW
    u64 errors;
    const char *says; // for docs/api.md: a clause, without a full stop
} Route;
extern const Shape RAW, DONE; // DONE: {"ok":true}

// The columns body_max, query and body of most routes. TAKES_BODY(&NOTHING): an empty body.
#define TAKES_QUERY(shape) .body_max = BODY_NONE, .query = (shape), .body = &NOTHING
#define TAKES_BODY(shape)  .body_max = BODY_USUAL, .query = &NOTHING, .body = (shape)
#define TAKES_NOTHING      TAKES_QUERY(&NOTHING)

// The shape of an answer {KEY: [rows]}, for route_list; with `next` in pages.
typedef struct ListReply {
    const void *rows;
    int count;
    i64 next;
} ListReply;
#define LIST_REPLY(list_key, row_shape)                                                            \
    SHAPE_OF(ListReply, ((const Field[]){                                                          \
                            FIELD_LIST(ListReply, rows, count, row_shape, .key = (list_key)) }))
#define PAGE_REPLY(list_key, row_shape)                                                            \
    SHAPE_OF(ListReply,                                                                            \
             ((const Field[]){ FIELD_LIST(ListReply, rows, count, row_shape, .key = (list_key)),   \
                               FIELD(ListReply, next, .flags = FIELD_NULL,                         \
                                     .says = "`before` of the next page") }))

// --- socket messages -----------------------------------------------------------------------------

// {"t":NAME, "n":NUMBER, ...fields of `shape`}. `receive` answers by peer_accept, peer_refuse or a
// message of its own (server/api/peer.h). A socket doesn't know whether its person has an
// account: the role is FOR_ANYBODY or FOR_PERSONS.
typedef struct SocketMessage {
    const char *name;
    RouteScope scope;
    RouteRole role;
    bool plays;
    const char *sign_in; // to a socket without a person; NULL: the usual words
    const Shape *shape;
    void (*receive)(const App *app, struct Peer *peer, i64 n, const void *message);
    const char *says;
} SocketMessage;

// --- the row -------------------------------------------------------------------------------------

enum { HOOK_OPS_MAX = 4 };

struct Feature {
    const char *name;
    const char *const *tables; // its operations may write only these; ends in NULL
    const StoreOp *ops;
    int ops_count;
    const Route *routes;
    int routes_count;
    const SocketMessage *messages;
    int messages_count;
    const Topic *const *topics; // ends in NULL; their owner is the App

    // Allocates the state that app_state returns. NULL and `why` if the feature can't start.
    void *(*open)(const App *app, Fault *why);
    void (*stop)(void *state);  // closes handles of the loop; the store still takes writes
    void (*close)(void *state); // frees it, after the loop and the store

    // Operations added to a call before it commits.
    struct {
        const StoreOp *forget[HOOK_OPS_MAX]; // PERSON_ARG: the person is deleted
        // PERSON_MOVE: a visitor signs in to an account. Two operations: INSERT ... ON CONFLICT DO
        // NOTHING, then DELETE, as both may have the same key.
        const StoreOp *move[HOOK_OPS_MAX];
        // The person's export has this key: the rows of `op` (PERSON_ARG) as a list, or what
        // `write` computes on a reader's thread.
        struct {
            const char *key;
            const StoreOp *op;
            void (*write)(Json *json, const char *key, Store *reading, i64 person);
        } export[HOOK_OPS_MAX];
    } person;
    const StoreOp *prune; // PRUNE_ARG: now and then. Bounded work

    // Hooks that run on the loop after a commit.
    void (*on_game)(const App *app, const struct News *news); // on the node that committed
    void (*on_game_elsewhere)(const App *app, const struct News *news); // on the other nodes
    void (*on_person_gone)(const App *app, i64 person);
    void (*on_person_moved)(const App *app, i64 from, i64 to);
    void (*on_peer_closed)(const App *app, struct Peer *peer);
    void (*on_workers)(const App *app, bool there); // whether workers do the jobs
    void (*metrics)(const App *app, Json *text);
};

// --- the server as features see it ---------------------------------------------------------------

struct App {
    struct uv_loop_s *loop;
    Store *store;
    struct Rooms *rooms;
    struct Hub *hub;
    struct People *people;
    struct Presence *presence;
    struct Access *access;
    struct Fingerprints *fingerprints;
    struct AuditWatch *audit;
    Cluster *cluster; // NULL: there are no other nodes
    RateLimits *limits;
    struct Metrics *metrics;
    bool metrics_to_all; // else /metrics answers only this machine
    const char *version;
    const char *where;        // the store's address
    const char *origin;       // the page's origin, or NULL to use the Host of a request
    int vacation_days;        // in a year; 0: none
    const char *explorer;     // a folder; NULL: none
    const char *push_contact; // "mailto:..." for push services; NULL: no Web Push
    bool push_anywhere;       // also to http and private addresses: for tests
    struct {
        bool asked; // the server reviews games on request,
        bool all;   // or every game
        i64 nodes;  // per search
    } reviews;
    const Feature *const *features; // ends in NULL
    void **states;                  // as many
    void *owner;
    i64 (*now)(void *owner);
    void (*gauge)(void *owner, struct Gauges *gauges); // adds other nodes; NULL: there are none
    void (*say)(void *owner, LogLevel level, const char *line);
    void (*tell_person)(void *owner, i64 person, Text json);
};

static inline i64 app_now(const App *app)
{
    return app->now(app->owner);
}
// Sends it to all other nodes.
static inline void app_tell(const App *app, const Topic *topic, const void *message)
{
    cluster_tell(app->cluster, topic, message);
}
// Sends a message to all sockets of the person that asked for notifications, on every node.
static inline void app_tell_person(const App *app, i64 person, Text json)
{
    app->tell_person(app->owner, person, json);
}
// Returns the state that the feature's `open` returned.
void *app_state(const App *app, const Feature *feature);

// --- walking the rows ----------------------------------------------------------------------------

enum { FEATURES_MAX = 32, PERSON_WRITES_MAX = 64 };

// Whether every row states all that it must, names and paths are unique, and the database accepts
// the operations. False, with the name of the first that doesn't.
bool features_check(const Feature *const *features, Store *store, Fault *why);
bool features_open(App *app, Fault *why);
void features_stop(App *app);
void features_close(App *app);

// Adds the writes of these hooks behind `writes`; how many, at most PERSON_WRITES_MAX. The
// arguments stay the caller's until store_write has copied them.
int features_forget(const Feature *const *features, const PersonArg *who, StoreWrite *writes);
int features_move(const Feature *const *features, const PersonMove *move, StoreWrite *writes);
int features_prune(const Feature *const *features, const PruneArg *prune, StoreWrite *writes);
// Writes that key of a person's export into an open object. NULL: all keys but those in `except`.
void features_export(const Feature *const *features, Json *json, Store *reading, i64 person,
                     const char *key, const char *const *except);

void features_on_game(const App *app, const struct News *news);
void features_on_person_gone(const App *app, i64 person);
void features_on_person_moved(const App *app, i64 from, i64 to);
void features_on_peer_closed(const App *app, struct Peer *peer);
void features_on_workers(const App *app, bool there);
void features_metrics(const App *app, Json *text);

// The row of a socket's message by its name, and its place among all rows; NULL: there is none.
enum { FEATURE_MESSAGES_MAX = 64 };
const SocketMessage *features_message(const Feature *const *features, Text name, int *place);

#endif
