// SPDX-License-Identifier: MIT
#include "server/api/routes.h"

#include "platform/net/origin.h"
#include "server/api/accounts/fingerprints.h"
#include "server/api/call.h"
#include "server/api/hub.h"
#include "server/api/messages/shape_json.h"

#include <stdlib.h>
#include <string.h>

static const char ROOT[] = "/api/v1/";

enum { ROUTES_MAX = 256 };

struct Routes {
    const App *app;
    u64 began_ns;
    // The most specific first: of two that match a path, the first is right.
    const Route *route[ROUTES_MAX];
    HandlerCost *cost[ROUTES_MAX];
    int count;
};

// --- health --------------------------------------------------------------------------------------

static Gauges gauges(const Routes *routes)
{
    const App *app = routes->app;
    RoomCounts counts = rooms_counts(app->rooms);
    Gauges gauges = {
        .games_open = counts.open,
        .games_live = counts.live,
        .moves = counts.moves,
        .waiting = counts.waiting,
        .store = store_traffic(app->store),
        .health = store_health(app->store),
        .thinking = counts.thinking,
        .uptime_s = (double)(uv_hrtime() - routes->began_ns) / 1e9,
        .version = app->version,
    };
    hub_gauges(app->hub, &gauges);
    gauges.conflicts = counts.conflicts;
    gauges.heard = counts.heard;
    gauges.reloads = counts.reloads;
    if (app->gauge) app->gauge(app->owner, &gauges);
    return gauges;
}

// Whether the sender may see how the server is set up: a program on this machine.
static bool for_operator(const Call *call)
{
    return call->app->metrics_to_all || origin_loopback(call->request->address);
}

static void get_health(Call *call)
{
    if (!route_allowed(call, LIMIT_HEALTH)) return;
    Gauges now = gauges(call->routes);
    Json json = { 0 };
    metrics_write_health(&now, for_operator(call), &json);
    // A server that answers is alive; it is ready if people can play on it.
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
    if (!for_operator(call)) {
        route_refuse(call, ERROR_FORBIDDEN, "only for this machine");
        return;
    }
    if (!route_allowed(call, LIMIT_METRICS)) return;
    Gauges now = gauges(call->routes);
    metrics_write(call->app->metrics, &now, &text);
    features_metrics(call->app, &text);
    reply_file(call->web, &text, "text/plain; version=0.0.4; charset=utf-8", NULL);
}

// --- dispatch ------------------------------------------------------------------------------------

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

// Checks the sender, where the request comes from, and how often.
static bool admit(Call *call, bool changes)
{
    const App *app = call->app;
    const Request *request = call->request;
    i64 now = app_now(app);
    RateLimits *limits = app->limits;
    call->who = people_who(app->people, request);
    if (call->who.unread) {
        route_refuse(call, ERROR_FAILED, "the store cannot be read");
        return false;
    }
    if (call->who.forged) {
        route_refuse(call, ERROR_NOT_SIGNED_IN, "that token is not valid");
        return false;
    }
    if (call->who.person.id) presence_seen(app->presence, call->who.person.id, now);
    fingerprints_note(app->fingerprints, &call->who, request, now);
    if (changes && !call->who.token && !origin_fits(request, app->origin)) {
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
        app->metrics->too_fast++;
        reply_refused(call->web, &(Refused){ .code = ERROR_TOO_FAST,
                                             .text = "too many requests; wait a second",
                                             .wait_ms = wait_ms });
        return false;
    }
    return true;
}

static bool is_moderator(const Call *call)
{
    const Access *access = call->app->access;
    i64 person = call->who.person.id;
    return call->who.session && access_role(access, person) >= ROLE_MODERATOR &&
           !access_bar(access, person, app_now(call->app));
}

static bool changes_something(const Call *call)
{
    return call->route->method != METHOD_GET;
}

// Whether the sender may use the route. If not, refuses the request.
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
    bool takes_query = route->query != &RAW;
    bool takes_body = route->body != &RAW && route->method == METHOD_POST && !route->body_late;
    Status status = OK;
    if ((i64)call->request->body.length > route->body_max && route->body_max != BODY_NONE)
        status = fault(&why, MALFORMED, "the body is longer than %d bytes", route->body_max);
    if (status == OK && takes_query)
        status = shape_read_query(call->request->query, route->query, (void *)call->query, &why);
    if (status == OK && takes_body)
        status = shape_read_json(call->request->body, route->body, (void *)call->body, &why);
    if (status != OK) route_refuse_body(call, why.message);
    return status == OK;
}

static void handle(Call *call)
{
    const Route *route = call->route;
    if (!admit(call, changes_something(call)) || !permits(call)) return;
    if (route->plays && !route_may_play(call)) return;
    if (route->rate != RATE_USUAL && !route_allowed(call, (Limit)(route->rate - RATE_FIRST)))
        return;
    if (read_inputs(call)) route->answer(call);
}

static void end_turn(Call *call, HandlerWatch watch)
{
    handler_end(call->cost, watch);
    call->returned = true;
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

// Adds RateLimit (draft-ietf-httpapi-ratelimit-headers): the requests that the address has left.
static void add_rate(const Call *call, Limit limit)
{
    const char *name = limit == LIMIT_ACT ? "change" : "read";
    const App *app = call->app;
    LimitLeft left;
    if (!limits_left(app->limits, limit, call->request->address, app_now(app), &left)) return;
    char text[64];
    Out out = out_to(text, sizeof text);
    out_format(&out, "\"%s\";r=%d;t=%d", name, left.tokens, left.full_s);
    web_add_header(call->web, "ratelimit", text);
}

// Other sites' pages may read all public data, and whatever their token permits. A browser never
// sends the cookie with such a request (SameSite=Strict), and no answer allows credentials.
static void add_cors(const Call *call)
{
    web_add_header(call->web, "access-control-allow-origin", "*");
    web_add_header(call->web, "access-control-expose-headers", "etag, ratelimit, retry-after");
}

// Answers a browser that asks whether another site's page may make a request.
static void answer_preflight(const Call *call)
{
    Answer answer = { .status = 204, .cache = "max-age=86400" };
    web_add_header(call->web, "access-control-allow-origin", "*");
    web_add_header(call->web, "access-control-allow-methods", "GET, HEAD");
    web_add_header(call->web, "access-control-allow-headers", "authorization, if-none-match");
    web_add_header(call->web, "access-control-max-age", "86400");
    web_answer(call->web, &answer);
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
        Limit limit = changes_something(call) ? LIMIT_ACT : LIMIT_READ;
        if (!changes_something(call)) add_cors(call);
        if (!route_allowed(call, limit)) return;
        add_rate(call, limit);
        call->waits = !people_know(call->app->people, call->request, handle_known, call);
        if (!call->waits) handle(call);
        return;
    }
    if (method == METHOD_OPTIONS && methods & 1u << METHOD_GET) return answer_preflight(call);
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
    *call = (Call){ .routes = routes, .app = routes->app, .web = web, .request = request };
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
    const App *app = routes->app;
    i64 wait_ms = 0;
    int status = 0;
    *who = (Who){ 0 };
    if (!limits_take_address(app->limits, LIMIT_SOCKET, request->address, app_now(app), &wait_ms)) {
        app->metrics->too_fast++;
        status = 429;
    } else {
        *who = people_who(app->people, request);
        // A browser always sends the origin of the page that opens a socket.
        bool foreign = (!who->token && !origin_fits(request, app->origin)) ||
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

static bool list_routes(Routes *routes, Fault *why)
{
    const Feature *const *features = routes->app->features;
    for (; *features; features++)
        for (int i = 0; i < (*features)->routes_count && routes->count < ROUTES_MAX; i++)
            routes->route[routes->count++] = &(*features)->routes[i];
    qsort(routes->route, (size_t)routes->count, sizeof *routes->route, by_specificity);
    for (int i = 0; i + 1 < routes->count; i++)
        if (!by_specificity(&routes->route[i], &routes->route[i + 1])) {
            fault(why, MALFORMED, "two routes have the path \"%s\"", routes->route[i]->path);
            return false;
        }
    if (routes->count == ROUTES_MAX) fault(why, MALFORMED, "there are too many routes");
    return routes->count < ROUTES_MAX;
}

Routes *routes_new(const App *app, Fault *why)
{
    Routes *routes = calloc(1, sizeof *routes);
    fault(why, MALFORMED, "out of memory");
    if (!routes) return NULL;
    routes->app = app;
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
        routes->cost[i] = metrics_handler(app->metrics, name);
    }
    return routes;
}

void routes_free(Routes *routes)
{
    free(routes);
}
