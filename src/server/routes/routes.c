// SPDX-License-Identifier: MIT
#include "server/routes/routes_internal.h"

#include "server/api/messages.h"
#include "server/api/reply.h"
#include "server/api/scope.h"
#include "server/api/shape_json.h"
#include "server/net/origin.h"
#include "server/people/names.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const char ROOT[] = "/api/v1/";

i64 route_now(const Routes *routes)
{
    return routes->setup.now(routes->setup.owner);
}

void route_charge_load(const Call *call, u32 plies)
{
    limits_charge_load(call->routes->setup.limits, call->request->address, route_now(call->routes),
                       plies);
}

bool route_query_number(Text query, const char *name, i64 most, i64 *number)
{
    char text[32];
    return !http_query(query, name, text, sizeof text) || !*text ||
           text_count(text_of(text), most, number);
}

// --- health --------------------------------------------------------------------------------------

static Gauges gauges(const Routes *routes)
{
    RoomCounts counts = rooms_counts(routes->setup.rooms);
    Gauges gauges = {
        .games_open = counts.open,
        .games_live = counts.live,
        .moves = counts.moves,
        .waiting = counts.waiting,
        .store = store_traffic(routes->setup.store),
        .health = store_health(routes->setup.store),
        .thinking = counts.thinking,
        .uptime_s = (double)(uv_hrtime() - routes->began_ns) / 1e9,
        .version = routes->setup.version,
    };
    hub_gauges(routes->setup.hub, &gauges);
    gauges.conflicts = counts.conflicts;
    gauges.heard = counts.heard;
    gauges.reloads = counts.reloads;
    if (routes->setup.cluster) routes->setup.cluster(routes->setup.owner, &gauges);
    return gauges;
}

static void get_health(Call *call)
{
    if (!route_allowed(call, LIMIT_HEALTH)) return;
    Gauges now = gauges(call->routes);
    Json json = { 0 };
    metrics_write_health(&now, &json);
    // Alive is whoever answers; ready is a server on which people can play.
    static const int BALANCE[] = {
        [BALANCE_IN] = 200, [BALANCE_LEAVES] = 404, [BALANCE_OUT] = 503
    };
    int status = metrics_ready(&now) ? 200 : 503;
    if (text_is(call->request->path, "/health/live")) status = 200;
    if (text_is(call->request->path, "/health/balance")) status = BALANCE[metrics_balance(&now)];
    reply_json(call->web, status, &json, NULL);
}

static void get_metrics(Call *call)
{
    Json text = { 0 };
    if (!call->routes->setup.metrics_to_all && !origin_loopback(call->request->address)) {
        route_refuse(call, ERROR_FORBIDDEN, "only for this machine");
        return;
    }
    if (!route_allowed(call, LIMIT_METRICS)) return;
    Gauges now = gauges(call->routes);
    metrics_write(call->routes->setup.metrics, &now, &text);
    features_metrics(call->app, &text);
    reply_file(call->web, &text, "text/plain; version=0.0.4; charset=utf-8", NULL);
}

// --- the table -----------------------------------------------------------------------------------

// Rows that haven't moved to a feature state only these columns.
#define ROW(route_method, route_path, handler, route_role, route_scope)                            \
    { .method = METHOD_##route_method,                                                             \
      .path = route_path,                                                                          \
      .answer = handler,                                                                           \
      .role = route_role,                                                                          \
      .scope = route_scope,                                                                        \
      .older = true }
static const Route ROUTES[] = {
    ROW(GET, "me", route_get_me, FOR_ANYBODY, SCOPE_READ),
    ROW(POST, "register", route_post_register, FOR_ANYBODY, SCOPE_SESSION),
    ROW(POST, "login", route_post_login, FOR_ANYBODY, SCOPE_SESSION),
    ROW(POST, "logout", route_post_logout, FOR_ANYBODY, SCOPE_SESSION),
    ROW(POST, "visit", route_post_visit, FOR_ANYBODY, SCOPE_PLAY),
    ROW(POST, "logout-everywhere", route_post_logout_everywhere, FOR_ACCOUNTS, SCOPE_SESSION),
    ROW(POST, "password", route_post_password, FOR_ACCOUNTS, SCOPE_SESSION),
    ROW(POST, "delete-account", route_post_delete_account, FOR_ACCOUNTS, SCOPE_SESSION),
    ROW(GET, "export", route_get_export, FOR_PERSONS, SCOPE_SESSION),
    ROW(GET, "tokens", route_get_tokens, FOR_ACCOUNTS, SCOPE_SESSION),
    ROW(POST, "tokens", route_post_token, FOR_ACCOUNTS, SCOPE_SESSION),
    ROW(DELETE, "tokens/*", route_delete_token, FOR_ACCOUNTS, SCOPE_SESSION),
    ROW(GET, "sessions", route_get_sessions, FOR_ACCOUNTS, SCOPE_SESSION),
    ROW(DELETE, "sessions/*", route_delete_session, FOR_ACCOUNTS, SCOPE_SESSION),
    ROW(GET, "second-factor", route_get_factor, FOR_ACCOUNTS, SCOPE_SESSION),
    ROW(POST, "second-factor", route_post_factor, FOR_ACCOUNTS, SCOPE_SESSION),
    ROW(POST, "second-factor/confirm", route_post_factor_on, FOR_ACCOUNTS, SCOPE_SESSION),
    ROW(POST, "second-factor/off", route_post_factor_off, FOR_ACCOUNTS, SCOPE_SESSION),
    ROW(POST, "second-factor/recovery", route_post_recovery, FOR_ACCOUNTS, SCOPE_SESSION),
    ROW(GET, "vacation", route_get_vacation, FOR_ACCOUNTS, SCOPE_READ),
    ROW(POST, "vacation", route_post_vacation, FOR_ACCOUNTS, SCOPE_PLAY),
    ROW(POST, "vacation/end", route_post_vacation_end, FOR_ACCOUNTS, SCOPE_PLAY),
    ROW(GET, "archive.txt", route_get_archive, FOR_ANYBODY, SCOPE_READ),
    ROW(GET, "lobby", route_get_lobby, FOR_ANYBODY, SCOPE_READ),
    ROW(GET, "games", route_get_games, FOR_ANYBODY, SCOPE_READ),
    ROW(POST, "games", route_post_game, FOR_ANYBODY, SCOPE_PLAY),
    ROW(GET, "games/*", route_get_game, FOR_ANYBODY, SCOPE_READ),
    ROW(GET, "games/*/moves", route_get_moves, FOR_ANYBODY, SCOPE_READ),
    ROW(GET, "games/*/card.png", route_get_card, FOR_ANYBODY, SCOPE_READ),
    ROW(GET, "games/*/conditional", route_get_conditional, FOR_PERSONS, SCOPE_READ),
    ROW(POST, "games/*/conditional", route_post_conditional, FOR_PERSONS, SCOPE_PLAY),
    ROW(POST, "games/*/*", route_post_action, FOR_ANYBODY, SCOPE_PLAY),
};
enum { ROUTE_COUNT = sizeof ROUTES / sizeof *ROUTES };

// Whether a path below the root fits a pattern; the parts are set in both cases.
static bool path_fits(Text path, const char *pattern, Text part[PARTS_MAX])
{
    Text rest = text_of(pattern), wanted;
    int count = 0;
    while (count < PARTS_MAX && text_split(&path, '/', &part[count])) {
        if (!text_split(&rest, '/', &wanted)) return false;
        if (!text_is(wanted, "*") && !text_equal(wanted, part[count])) return false;
        if (!part[count].length) return false;
        count++;
    }
    return !path.at && !rest.at;
}

bool routes_has(Text path)
{
    return text_is(text_cut(path, 0, 5), "/api/") || text_is(path, "/api") ||
           text_is(path, "/health") || text_is(path, "/health/live") ||
           text_is(path, "/health/ready") || text_is(path, "/health/balance") ||
           text_is(path, "/metrics");
}

// What is judged before the handler is asked: who it is, where it comes from, how often.
static bool admit(Call *call, bool changes)
{
    Routes *routes = call->routes;
    const Request *request = call->request;
    i64 now = route_now(routes);
    RateLimits *limits = routes->setup.limits;
    call->who = people_who(routes->setup.people, request);
    if (call->who.unread) {
        route_refuse(call, ERROR_FAILED, "the store cannot be read");
        return false;
    }
    if (call->who.forged) {
        route_refuse(call, ERROR_NOT_SIGNED_IN, "that token is not valid");
        return false;
    }
    if (call->who.person.id) presence_seen(routes->setup.presence, call->who.person.id, now);
    fingerprints_note(routes->setup.fingerprints, &call->who, request, now);
    if (changes && !call->who.token && !origin_fits(request, routes->setup.origin)) {
        route_refuse(call, ERROR_ORIGIN, "the request comes from another site");
        return false;
    }
    if (request->method == METHOD_POST && !origin_json(request->content_type)) {
        route_refuse(call, ERROR_MALFORMED, "the content type is not application/json");
        return false;
    }
    i64 person = call->who.person.id, wait_ms = 0;
    if (changes && person &&
        !limits_take(limits, LIMIT_ACT_OWN, (Text){ (char *)&person, sizeof person }, now,
                     &wait_ms)) {
        routes->setup.metrics->too_fast++;
        reply_refused(call->web, &(Refused){ .code = ERROR_TOO_FAST,
                                             .text = "too many requests; wait a second",
                                             .wait_ms = wait_ms });
        return false;
    }
    return true;
}

bool route_may_play(const Call *call)
{
    const RoutesSetup *setup = &call->routes->setup;
    const Bar *bar = access_bar(call->app->access, call->who.person.id, route_now(call->routes));
    if (!bar) return true;
    char text[REASON_SIZE + 100];
    Out out = out_to(text, sizeof text);
    bar_write(bar, &out);
    setup->metrics->refused++;
    route_refuse(call, ERROR_SUSPENDED, text);
    return false;
}

static bool is_moderator(const Call *call)
{
    const Access *access = call->app->access;
    i64 person = call->who.person.id;
    return call->who.session && access_role(access, person) >= ROLE_MODERATOR &&
           !access_bar(access, person, route_now(call->routes));
}

static bool changes_something(const Call *call)
{
    return call->route->method != METHOD_GET;
}

// Whether the sender may use the route. False, and the request is refused, if not.
static bool permits(const Call *call)
{
    const Route *route = call->route;
    const Who *who = &call->who;
    bool tokens = route->scope == SCOPE_READ || route->scope == SCOPE_PLAY;
    if (who->token && !tokens)
        route_refuse(call, ERROR_FORBIDDEN, "not with a token: sign in");
    else if (!people_may(who, route->scope == SCOPE_PLAY ? TOKEN_PLAY : TOKEN_READ))
        route_refuse(call, ERROR_FORBIDDEN, "this token may only read");
    else if ((route->role >= FOR_PERSONS && !who->person.id) ||
             (route->role >= FOR_ACCOUNTS && !people_account(who)))
        route_refuse(call, ERROR_NOT_SIGNED_IN, "sign in first");
    else if (route->no_bots && who->person.kind == PERSON_BOT)
        route_refuse(call, ERROR_FORBIDDEN, route->no_bots);
    else if (route->only_bots && who->person.kind != PERSON_BOT)
        route_refuse(call, ERROR_FORBIDDEN, route->only_bots);
    else if (route->role == FOR_MODERATORS && !is_moderator(call))
        route_refuse(call, ERROR_FORBIDDEN, "only for moderators");
    else
        return true;
    return false;
}

static void *input_of(void *at, const Shape *shape)
{
    if (shape->defaults) memcpy(at, shape->defaults, shape->size);
    return at;
}

// Fills in call->query and call->body by the route's shapes.
static bool read_inputs(Call *call)
{
    const Route *route = call->route;
    size_t query = (route->query->size + 15) & ~(size_t)15;
    Fault why;
    if (!(call->inputs = calloc(1, query + route->body->size))) {
        route_refuse(call, ERROR_FAILED, "out of memory");
        return false;
    }
    call->query = input_of(call->inputs, route->query);
    call->body = input_of((char *)call->inputs + query, route->body);
    bool takes_query = route->query != &RAW && route->query != &NOTHING;
    bool takes_body = route->body != &RAW && route->method == METHOD_POST;
    Status status = OK;
    if ((i64)call->request->body.length > route->body_max && route->body_max != BODY_NONE)
        status = fault(&why, MALFORMED, "the body is longer than %d bytes", route->body_max);
    if (status == OK && takes_query)
        status = shape_read_query(call->request->query, route->query, (void *)call->query, &why);
    if (status == OK && takes_body)
        status = shape_read_json(call->request->body, route->body, (void *)call->body, &why);
    if (status != OK) route_refuse(call, ERROR_MALFORMED, why.message);
    return status == OK;
}

static void handle(Call *call)
{
    const Route *route = call->route;
    if (!admit(call, changes_something(call)) || !permits(call)) return;
    if (route->older) return route->answer(call);
    if (route->plays && !route_may_play(call)) return;
    if (route->rate != RATE_USUAL && !route_allowed(call, (Limit)(route->rate - RATE_FIRST)))
        return;
    if (read_inputs(call)) route->answer(call);
}

static void end_turn(Call *call, HandlerWatch watch)
{
    handler_end(call->cost, watch);
    if (!call->held && !call->waits) route_free(call);
}

static void handle_known(void *context)
{
    Call *call = context;
    HandlerWatch watch = handler_begin();
    call->waits = false;
    handle(call);
    end_turn(call, watch);
}

// Of all methods that a path has; NULL if it has none.
static const char *allowed(u32 methods)
{
    bool get = methods & 1u << METHOD_GET, post = methods & 1u << METHOD_POST;
    bool delete = methods & 1u << METHOD_DELETE;
    if (get && post) return delete ? "GET, HEAD, POST, DELETE" : "GET, HEAD, POST";
    if (get) return delete ? "GET, HEAD, DELETE" : "GET, HEAD";
    if (post) return delete ? "POST, DELETE" : "POST";
    return delete ? "DELETE" : NULL;
}

static void answer_route(Call *call, Text path)
{
    const Routes *routes = call->routes;
    Method method = call->request->method == METHOD_HEAD ? METHOD_GET : call->request->method;
    u32 methods = 0;
    for (int i = 0; i < routes->count; i++) {
        const Route *route = routes->route[i];
        if (!path_fits(path, route->path, call->part)) continue;
        methods |= 1u << route->method;
        if (route->method != method) continue;
        call->cost = routes->cost[i];
        call->route = route;
        if (!route_allowed(call, changes_something(call) ? LIMIT_ACT : LIMIT_READ)) return;
        call->waits = !people_know(call->routes->setup.people, call->request, handle_known, call);
        if (!call->waits) handle(call);
        return;
    }
    const char *allow = allowed(methods);
    reply_refused(call->web, &(Refused){ .code = ERROR_UNKNOWN,
                                         .text = allow ? "this method is not allowed here"
                                                       : "there is nothing here",
                                         .allow = allow });
}

void routes_answer(Routes *routes, WebCall *web, const Request *request)
{
    Call *call = calloc(1, sizeof *call);
    if (!call) {
        reply_error(web, ERROR_FAILED, "out of memory");
        return;
    }
    HandlerWatch watch = handler_begin();
    *call = (Call){ .routes = routes, .app = routes->setup.app, .web = web, .request = request };
    size_t root = sizeof ROOT - 1;
    bool reads = request->method == METHOD_GET || request->method == METHOD_HEAD;
    if (text_is(text_cut(request->path, 0, root), ROOT)) {
        answer_route(call, text_from(request->path, root));
    } else if (!reads || text_is(text_cut(request->path, 0, 4), "/api")) {
        route_refuse(call, ERROR_UNKNOWN, "there is nothing here");
    } else if (text_is(text_cut(request->path, 0, 7), "/health")) {
        get_health(call);
    } else {
        get_metrics(call);
    }
    end_turn(call, watch);
}

bool routes_admit(Routes *routes, const Request *request, Who *who, Answer *refusal)
{
    i64 wait_ms = 0;
    int status = 0;
    *who = (Who){ 0 };
    if (!limits_take_address(routes->setup.limits, LIMIT_SOCKET, request->address,
                             route_now(routes), &wait_ms)) {
        routes->setup.metrics->too_fast++;
        status = 429;
    } else {
        *who = people_who(routes->setup.people, request);
        // A browser always says where a socket's page is from.
        bool foreign = (!who->token && !origin_fits(request, routes->setup.origin)) ||
                       (who->session && !request->origin.length);
        status = who->unread ? 503 : who->forged ? 401 : foreign ? 403 : 0;
    }
    if (!status) return true;
    *refusal = http_error(status);
    refusal->retry_after_s = (int)((wait_ms + 999) / 1000);
    return false;
}

// --- the whole -----------------------------------------------------------------------------------

// A literal part before "*", from the left: the first of two that match is the more specific one.
static int by_specificity(const void *a, const void *b)
{
    const Route *one = *(const Route *const *)a, *other = *(const Route *const *)b;
    const char *at = one->path, *beside = other->path;
    while (*at && *at == *beside)
        at++, beside++;
    int order = (*at == '*') - (*beside == '*');
    if (!order) order = (u8)*at - (u8)*beside;
    return order ? order : (int)one->method - (int)other->method;
}

// The features' and those that haven't moved.
static bool list_routes(Routes *routes, Fault *why)
{
    const Feature *const *features = routes->setup.app->features;
    for (int i = 0; i < ROUTE_COUNT; i++)
        routes->route[routes->count++] = &ROUTES[i];
    for (; *features; features++)
        for (int i = 0; i < (*features)->routes_count && routes->count < ROUTES_MAX; i++)
            routes->route[routes->count++] = &(*features)->routes[i];
    qsort(routes->route, (size_t)routes->count, sizeof *routes->route, by_specificity);
    for (int i = 0; i < routes->count; i++)
        if (!routes->route[i]->scope || !routes->route[i]->role ||
            (routes->route[i]->scope == SCOPE_READ && routes->route[i]->method != METHOD_GET)) {
            fault(why, MALFORMED, "route \"%s\": its role or scope doesn't fit",
                  routes->route[i]->path);
            return false;
        }
    for (int i = 0; i + 1 < routes->count; i++)
        if (!by_specificity(&routes->route[i], &routes->route[i + 1])) {
            fault(why, MALFORMED, "two routes have the path \"%s\"", routes->route[i]->path);
            return false;
        }
    if (routes->count == ROUTES_MAX) fault(why, MALFORMED, "there are too many routes");
    return routes->count < ROUTES_MAX;
}

Routes *routes_new(const RoutesSetup *setup, Fault *why)
{
    Routes *routes = calloc(1, sizeof *routes);
    fault(why, MALFORMED, "out of memory");
    if (!routes) return NULL;
    routes->setup = *setup;
    routes->batches = (Batches){ .features = setup->app->features,
                                 .store = setup->store,
                                 .limits = setup->limits,
                                 .owner = setup->owner,
                                 .now = setup->now };
    routes->began_ns = uv_hrtime();
    if (!list_routes(routes, why)) {
        free(routes);
        return NULL;
    }
    for (int i = 0; i < routes->count; i++) {
        static const char *const METHODS[] = {
            [METHOD_GET] = "GET", [METHOD_POST] = "POST", [METHOD_DELETE] = "DELETE"
        };
        const Route *route = routes->route[i];
        char name[HANDLER_NAME];
        Out out = out_to(name, sizeof name);
        out_format(&out, "%s %s", METHODS[route->method], route->path);
        routes->cost[i] = metrics_handler(setup->metrics, name);
    }
    return routes;
}

void routes_close(Routes *routes)
{
    routes->batches.closing = true;
}

void routes_free(Routes *routes)
{
    free(routes);
}
