// SPDX-License-Identifier: MIT
#include "server/api/feature.h"

#include "server/api/messages/shape_json.h"
#include "server/games/live/rooms.h"

#include <stdlib.h>
#include <string.h>

typedef struct Done {
    bool ok;
} Done;
const Shape DONE = SHAPE(Done, FIELD(Done, ok));
static const Field NO_FIELDS[1]; // none of them counts, but walkers step through an array
const Shape RAW = { .name = "unknown", .size = 1, .field = NO_FIELDS };

// --- what a row must state -----------------------------------------------------------------------

static bool refuse(const Feature *feature, const char *what, const char *problem, Fault *why)
{
    fault(why, MALFORMED, "feature \"%s\": \"%s\": %s", feature->name, what, problem);
    return false;
}

static const char *wrong_input(const Shape *shape, Fault *why)
{
    if (!shape) return "it doesn't state its parameters or its body";
    if (shape == &RAW) return NULL;
    return shape_check(shape, why) && shape_is_readable(shape, why) ? NULL : why->message;
}

static const char *wrong_route(const Route *route, Fault *why)
{
    bool posts = route->method == METHOD_POST;
    const char *problem = wrong_input(route->query, why);
    if (!problem) problem = wrong_input(route->body, why);
    if (!problem && route->body_shown && !shape_check(route->body_shown, why))
        problem = why->message;
    if (problem) return problem;
    if (!route->answer) return "it has no handler";
    if (!route->scope || !route->role) return "it doesn't state its scope or its role";
    if (route->scope == SCOPE_READ && route->method != METHOD_GET)
        return "only a GET may have SCOPE_READ";
    if (!route->rate) return "it doesn't state its rate";
    if (!route->body_max || posts != (route->body_max != BODY_NONE))
        return "it doesn't state a size of its body that fits its method";
    if (!posts && route->body != &NOTHING) return "only POST has a body";
    if (!route->reply) return "it doesn't state its answer";
    if (route->reply != &RAW && !shape_check(route->reply, why)) return why->message;
    if (!route->errors || (route->errors & ERR_NO_OWN && route->errors != ERR_NO_OWN))
        return "it doesn't state its errors";
    return route->says ? NULL : "it has no description";
}

static bool check_routes(const Feature *feature, Fault *why)
{
    for (int i = 0; i < feature->routes_count; i++) {
        const Route *r = &feature->routes[i];
        Fault shape;
        const char *problem = r->path ? wrong_route(r, &shape) : "it has no path";
        if (problem) return refuse(feature, r->path ? r->path : "", problem, why);
    }
    for (int i = 0; i < feature->messages_count; i++) {
        const SocketMessage *m = &feature->messages[i];
        Fault shape;
        const char *problem = wrong_input(m->shape, &shape);
        if (m->scope == SCOPE_SESSION || m->role > FOR_PERSONS)
            problem = "its scope or role is one that a socket can't check";
        if (!m->name || !m->receive || !m->scope || !m->role || !m->says)
            problem = "it doesn't state its receiver, scope, role or description";
        if (problem) return refuse(feature, m->name ? m->name : "", problem, why);
    }
    return true;
}

static bool has_topic(const Feature *feature, const Topic *wanted)
{
    for (const Topic *const *t = feature->topics; t && *t; t++)
        if (*t == wanted) return true;
    return false;
}

static const char *wrong_op(const Feature *feature, const StoreOp *op)
{
    size_t length = strlen(feature->name);
    if (strncmp(op->name, feature->name, length) || op->name[length] != '.')
        return "its name doesn't begin with the feature's and a point";
    if (op->tells && !has_topic(feature, op->tells)) return "it tells a topic that isn't listed";
    if (op->tells && op->tells->shape != op->args) return "its topic has another shape";
    return NULL;
}

static bool has_op(const Feature *feature, const StoreOp *op)
{
    return feature->ops_count && op >= feature->ops && op < feature->ops + feature->ops_count;
}

static bool check_ops(const Feature *feature, Store *store, Fault *why)
{
    if (!store_check_ops(store, feature->ops, feature->ops_count, why)) return false;
    for (int i = 0; i < feature->ops_count; i++) {
        const char *problem = wrong_op(feature, &feature->ops[i]);
        if (problem) return refuse(feature, feature->ops[i].name, problem, why);
    }
    for (const Topic *const *t = feature->topics; t && *t; t++)
        if (!(*t)->name || !(*t)->receive || !shape_check((*t)->shape, why))
            return refuse(feature, "topics", "one doesn't state its name, shape or receiver", why);
    return true;
}

static bool check_hooks(const Feature *feature, Fault *why)
{
    for (int i = 0; i < HOOK_OPS_MAX; i++) {
        const StoreOp *forget = feature->person.forget[i], *move = feature->person.move[i];
        const StoreOp *export = feature->person.export[i].op;
        if (forget && (!has_op(feature, forget) || forget->args != &PERSON_ARG))
            return refuse(feature, "forget", "not an operation of its own on PERSON_ARG", why);
        if (move && (!has_op(feature, move) || move->args != &PERSON_MOVE))
            return refuse(feature, "move", "not an operation of its own on PERSON_MOVE", why);
        if (export && (!has_op(feature, export) || export->args != &PERSON_ARG || !export->row))
            return refuse(feature, "export", "not a read of its own by PERSON_ARG", why);
    }
    if (feature->prune && (!has_op(feature, feature->prune) || feature->prune->args != &PRUNE_ARG))
        return refuse(feature, "prune", "not an operation of its own on PRUNE_ARG", why);
    return true;
}

bool features_check(const Feature *const *features, Store *store, Fault *why)
{
    int count = 0, ops = 0, forgets = 0, moves = 0, messages = 0;
    for (const Feature *const *f = features; *f; f++, count++) {
        if (!check_ops(*f, store, why) || !check_routes(*f, why) || !check_hooks(*f, why))
            return false;
        ops += (*f)->ops_count;
        messages += (*f)->messages_count;
        for (int i = 0; i < HOOK_OPS_MAX; i++) {
            forgets += (*f)->person.forget[i] != NULL;
            moves += (*f)->person.move[i] != NULL;
        }
        for (const Feature *const *other = features; other < f; other++)
            if (!strcmp((*other)->name, (*f)->name))
                return refuse(*f, "name", "another feature has it", why);
    }
    if (count <= FEATURES_MAX && ops <= OPS_MAX && forgets <= PERSON_WRITES_MAX &&
        moves <= PERSON_WRITES_MAX && messages <= FEATURE_MESSAGES_MAX)
        return true;
    fault(why, MALFORMED, "too many features, operations, messages or operations on a person");
    return false;
}

// --- the features' states ------------------------------------------------------------------------

bool features_open(App *app, Fault *why)
{
    int count = 0;
    while (app->features[count])
        count++;
    app->states = calloc((size_t)count + 1, sizeof *app->states);
    fault(why, MALFORMED, "out of memory");
    for (int i = 0; app->states && i < count; i++) {
        if (!app->features[i]->open) continue;
        app->states[i] = app->features[i]->open(app, why);
        if (!app->states[i]) return false;
    }
    return app->states != NULL;
}

void features_stop(App *app)
{
    for (int i = 0; app->states && app->features[i]; i++)
        if (app->states[i] && app->features[i]->stop) app->features[i]->stop(app->states[i]);
}

void features_close(App *app)
{
    int count = 0;
    while (app->features && app->features[count])
        count++;
    for (int i = count; app->states && i-- > 0;)
        if (app->states[i]) app->features[i]->close(app->states[i]);
    free(app->states);
    app->states = NULL;
}

void *app_state(const App *app, const Feature *feature)
{
    for (int i = 0; app->features[i]; i++)
        if (app->features[i] == feature) return app->states[i];
    return NULL;
}

// --- operations added to a call before it commits ------------------------------------------------

int features_forget(const Feature *const *features, const PersonArg *who, StoreWrite *writes)
{
    int count = 0;
    for (const Feature *const *f = features; *f; f++)
        for (int i = 0; i < HOOK_OPS_MAX && (*f)->person.forget[i]; i++)
            writes[count++] = store_op((*f)->person.forget[i], who);
    return count;
}

int features_move(const Feature *const *features, const PersonMove *move, StoreWrite *writes)
{
    int count = 0;
    for (const Feature *const *f = features; *f; f++)
        for (int i = 0; i < HOOK_OPS_MAX && (*f)->person.move[i]; i++)
            writes[count++] = store_op((*f)->person.move[i], move);
    return count;
}

int features_prune(const Feature *const *features, const PruneArg *prune, StoreWrite *writes)
{
    int count = 0;
    for (const Feature *const *f = features; *f; f++)
        if ((*f)->prune) writes[count++] = store_op((*f)->prune, prune);
    return count;
}

typedef struct Rows {
    Json *json;
    const Shape *shape;
    Store *reading;
} Rows;

static bool write_row(void *context, const void *row)
{
    const Rows *rows = context;
    js_shape(rows->json, NULL, rows->shape, row, rows->reading);
    return true;
}

static bool is_listed(const char *key, const char *const *list)
{
    for (; list && *list; list++)
        if (!strcmp(*list, key)) return true;
    return false;
}

void features_export(const Feature *const *features, Json *json, Store *reading, i64 person,
                     const char *key, const char *const *except)
{
    for (const Feature *const *f = features; *f; f++)
        for (int i = 0; i < HOOK_OPS_MAX && (*f)->person.export[i].key; i++) {
            const char *name = (*f)->person.export[i].key;
            const StoreOp *op = (*f)->person.export[i].op;
            if (key ? strcmp(key, name) != 0 : is_listed(name, except)) continue;
            if (!op) {
                (*f)->person.export[i].write(json, name, reading, person);
                continue;
            }
            Rows rows = { json, op->row, reading };
            js_array(json, name);
            store_select(reading, op, &(PersonArg){ person }, write_row, &rows);
            js_close(json, ']');
        }
}

// --- hooks that run on the loop after a commit ---------------------------------------------------

void features_on_game(const App *app, const struct News *news)
{
    for (const Feature *const *f = app->features; app->states && *f; f++)
        if (news->elsewhere && (*f)->on_game_elsewhere)
            (*f)->on_game_elsewhere(app, news);
        else if (!news->elsewhere && (*f)->on_game)
            (*f)->on_game(app, news);
}

void features_on_person_gone(const App *app, i64 person)
{
    for (const Feature *const *f = app->features; app->states && *f; f++)
        if ((*f)->on_person_gone) (*f)->on_person_gone(app, person);
}

void features_on_person_moved(const App *app, i64 from, i64 to)
{
    for (const Feature *const *f = app->features; app->states && *f; f++)
        if ((*f)->on_person_moved) (*f)->on_person_moved(app, from, to);
}

void features_on_peer_closed(const App *app, struct Peer *peer)
{
    for (const Feature *const *f = app->features; app->states && *f; f++)
        if ((*f)->on_peer_closed) (*f)->on_peer_closed(app, peer);
}

void features_on_workers(const App *app, bool there)
{
    for (const Feature *const *f = app->features; app->states && *f; f++)
        if ((*f)->on_workers) (*f)->on_workers(app, there);
}

void features_metrics(const App *app, Json *text)
{
    for (const Feature *const *f = app->features; *f; f++)
        if ((*f)->metrics) (*f)->metrics(app, text);
}

const SocketMessage *features_message(const Feature *const *features, Text name, int *place)
{
    *place = 0;
    for (const Feature *const *f = features; *f; f++)
        for (int i = 0; i < (*f)->messages_count; i++, (*place)++)
            if (text_is(name, (*f)->messages[i].name)) return &(*f)->messages[i];
    return NULL;
}
