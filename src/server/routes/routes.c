// SPDX-License-Identifier: MIT
#include "server/routes/routes_internal.h"

#include "server/api/messages.h"
#include "server/api/reply.h"
#include "server/net/origin.h"
#include "server/people/names.h"

#include <stdlib.h>
#include <string.h>

static const char ROOT[] = "/api/v1/";

i64 route_now(const Routes *routes)
{
    return routes->setup.now(routes->setup.owner);
}

void route_refuse(const Call *call, ErrorCode code, const char *text)
{
    reply_error(call->web, code, text);
}

bool route_allowed(const Call *call, Limit limit)
{
    const RoutesSetup *setup = &call->routes->setup;
    i64 wait_ms = 0;
    if (limits_take_address(setup->limits, limit, call->request->address, route_now(call->routes),
                            &wait_ms))
        return true;
    setup->metrics->too_fast++;
    reply_refused(call->web, &(Refused){ .code = ERROR_TOO_FAST,
                                         .text = "too many requests; wait a little",
                                         .wait_ms = wait_ms });
    return false;
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

// --- reading -------------------------------------------------------------------------------------

static void free_call(Call *call)
{
    js_free(&call->json);
    free(call->asked);
    free(call);
}

static void read_now(void *context, Store *reading)
{
    Call *call = context;
    store_work(reading);
    store_failed(reading);
    call->read(call, reading);
    call->work = store_work(reading);
    // What was found, or not found, may be wrong.
    if (store_failed(reading)) route_fail(call, ERROR_FAILED, "the store cannot be read");
}

void route_fail(Call *call, ErrorCode code, const char *text)
{
    call->code = code;
    call->text = text;
}

void route_answer_read(Call *call)
{
    if (call->plies) route_charge_load(call, call->plies);
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
    limits_charge_work(call->routes->setup.limits, call->request->address, route_now(call->routes),
                       call->work);
    if (!was_read)
        route_refuse(call, ERROR_BUSY, "the server is stopping");
    else if (call->answer)
        call->answer(call);
    else
        route_answer_read(call);
    free_call(call);
    handler_end(cost, watch);
}

void route_read(Call *call, ReadLength length, void (*read)(Call *call, Store *reading),
                void (*answer)(Call *call))
{
    if (length == READ_LONG && !route_allowed(call, LIMIT_WORK)) return;
    call->read = read;
    call->answer = answer;
    call->being_read = store_read(call->routes->setup.store, length, read_now, answer_read, call);
    if (!call->being_read)
        route_refuse(call, ERROR_BUSY, "the server is overloaded; try again in a moment");
}

bool route_read_person(Call *call, Store *reading, Text name, StoredPerson *person)
{
    char key[PERSON_NAME_MAX];
    if (name_key(name, key, NULL) == OK && store_person_by_key(reading, text_of(key), person))
        return true;
    route_fail(call, ERROR_NOT_FOUND, "nobody has that name");
    return false;
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
    reply_file(call->web, &text, "text/plain; version=0.0.4; charset=utf-8", NULL);
}

// --- the table -----------------------------------------------------------------------------------

// A part "*" is any one. NEEDS_SESSION: somebody, if only a visitor; NEEDS_ACCOUNT: with a name. Of
// tokens: NEEDS_PLAY: one that may play; NO_TOKEN: not by a token, as it is about the account.
// NEEDS_MODERATOR: with that role or more.
enum {
    NEEDS_SESSION = 1,
    NEEDS_ACCOUNT = 2,
    NEEDS_PLAY = 4,
    NO_TOKEN = 8,
    OWN = NEEDS_ACCOUNT | NO_TOKEN,
    NEEDS_MODERATOR = OWN | 16,
};

static const struct {
    Method method;
    const char *path;
    void (*answer)(Call *call);
    int needs;
} ROUTES[] = {
    { METHOD_GET, "me", route_get_me, 0 },
    { METHOD_POST, "register", route_post_register, 0 },
    { METHOD_POST, "login", route_post_login, 0 },
    { METHOD_POST, "logout", route_post_logout, 0 },
    { METHOD_POST, "visit", route_post_visit, NEEDS_PLAY },
    { METHOD_POST, "logout-everywhere", route_post_logout_everywhere, OWN },
    { METHOD_POST, "password", route_post_password, OWN },
    { METHOD_POST, "delete-account", route_post_delete_account, OWN },
    { METHOD_GET, "export", route_get_export, NEEDS_SESSION },
    { METHOD_GET, "tokens", route_get_tokens, NEEDS_ACCOUNT },
    { METHOD_POST, "tokens", route_post_token, OWN },
    { METHOD_DELETE, "tokens/*", route_delete_token, OWN },
    { METHOD_GET, "sessions", route_get_sessions, OWN },
    { METHOD_DELETE, "sessions/*", route_delete_session, OWN },
    { METHOD_GET, "second-factor", route_get_factor, OWN },
    { METHOD_POST, "second-factor", route_post_factor, OWN },
    { METHOD_POST, "second-factor/confirm", route_post_factor_on, OWN },
    { METHOD_POST, "second-factor/off", route_post_factor_off, OWN },
    { METHOD_POST, "second-factor/recovery", route_post_recovery, OWN },
    { METHOD_GET, "friends", route_get_friends, NEEDS_ACCOUNT },
    { METHOD_POST, "people/*/follow", route_post_follow, NEEDS_ACCOUNT | NEEDS_PLAY },
    { METHOD_POST, "people/*/unfollow", route_post_unfollow, NEEDS_ACCOUNT | NEEDS_PLAY },
    { METHOD_POST, "people/*/block", route_post_block, NEEDS_ACCOUNT | NEEDS_PLAY },
    { METHOD_POST, "people/*/unblock", route_post_unblock, NEEDS_ACCOUNT | NEEDS_PLAY },
    { METHOD_POST, "reports", route_post_report, NEEDS_ACCOUNT | NEEDS_PLAY },
    { METHOD_GET, "notices", route_get_notices, NEEDS_SESSION },
    { METHOD_POST, "notices/*", route_post_notice, NEEDS_SESSION },
    { METHOD_GET, "notifications", route_get_notifications, NEEDS_SESSION },
    { METHOD_POST, "push", route_post_push, NEEDS_SESSION | NO_TOKEN },
    { METHOD_POST, "push/remove", route_post_push_remove, NEEDS_SESSION | NO_TOKEN },
    { METHOD_POST, "notifications/read", route_post_notifications_read, NEEDS_SESSION },
    { METHOD_POST, "notifications/settings", route_post_notifications_settings, NEEDS_SESSION },
    { METHOD_GET, "moderation/queue", route_get_queue, NEEDS_MODERATOR },
    { METHOD_GET, "moderation/audit", route_get_audit, NEEDS_MODERATOR },
    { METHOD_GET, "moderation/people/*", route_get_case, NEEDS_MODERATOR },
    { METHOD_POST, "moderation/take", route_post_take, NEEDS_MODERATOR },
    { METHOD_POST, "moderation/act", route_post_measure, NEEDS_MODERATOR },
    { METHOD_GET, "preferences", route_get_preferences, NEEDS_ACCOUNT },
    { METHOD_POST, "preferences", route_post_preferences, NEEDS_ACCOUNT | NEEDS_PLAY },
    { METHOD_GET, "vacation", route_get_vacation, NEEDS_ACCOUNT },
    { METHOD_POST, "vacation", route_post_vacation, NEEDS_ACCOUNT | NEEDS_PLAY },
    { METHOD_POST, "vacation/end", route_post_vacation_end, NEEDS_ACCOUNT | NEEDS_PLAY },
    { METHOD_GET, "bots", route_get_bots, 0 },
    { METHOD_GET, "bot-rules", route_get_bot_rules, NEEDS_ACCOUNT },
    { METHOD_POST, "bot-rules", route_post_bot_rules, NEEDS_ACCOUNT | NEEDS_PLAY },
    { METHOD_GET, "leaders", route_get_leaders, 0 },
    { METHOD_GET, "people", route_get_people, 0 },
    { METHOD_GET, "people/*", route_get_person, 0 },
    { METHOD_GET, "people/*/ratings", route_get_person_ratings, 0 },
    { METHOD_GET, "people/*/activity", route_get_person_activity, 0 },
    { METHOD_GET, "people/*/openings", route_get_person_openings, 0 },
    { METHOD_GET, "people/*/accuracy", route_get_person_accuracy, 0 },
    { METHOD_GET, "people/*/puzzles", route_get_person_puzzles, 0 },
    { METHOD_GET, "puzzles", route_get_puzzles, NEEDS_ACCOUNT },
    { METHOD_POST, "puzzles", route_post_puzzles, OWN },
    { METHOD_GET, "puzzles/ratings", route_get_puzzle_ratings, 0 },
    { METHOD_GET, "archive.txt", route_get_archive, 0 },
    { METHOD_GET, "lobby", route_get_lobby, 0 },
    { METHOD_GET, "games", route_get_games, 0 },
    { METHOD_POST, "games", route_post_game, NEEDS_PLAY },
    { METHOD_GET, "games/*", route_get_game, 0 },
    { METHOD_GET, "games/*/moves", route_get_moves, 0 },
    { METHOD_GET, "games/*/card.png", route_get_card, 0 },
    { METHOD_GET, "games/*/conditional", route_get_conditional, NEEDS_SESSION },
    { METHOD_POST, "games/*/conditional", route_post_conditional, NEEDS_SESSION | NEEDS_PLAY },
    { METHOD_GET, "games/*/said", route_get_talk, NEEDS_SESSION },
    { METHOD_GET, "games/*/review", route_get_review, 0 },
    { METHOD_POST, "games/*/review", route_post_review, NEEDS_PLAY },
    { METHOD_GET, "explorer", route_get_explorer, 0 },
    { METHOD_POST, "games/*/*", route_post_action, NEEDS_PLAY },
};
enum { ROUTE_COUNT = sizeof ROUTES / sizeof *ROUTES };
_Static_assert((int)ROUTE_COUNT <= (int)ROUTES_MAX, "space for their costs");

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
    if (call->who.person.id) crowd_seen(routes->setup.crowd, call->who.person.id, now);
    traces_note(routes->setup.traces, &call->who, request, now);
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
    const Bar *bar = standing_bar(moderation_standing(setup->moderation), call->who.person.id,
                                  route_now(call->routes));
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
    const Standing *standing = moderation_standing(call->routes->setup.moderation);
    i64 person = call->who.person.id;
    return call->who.session && standing_role(standing, person) >= ROLE_MODERATOR &&
           !standing_bar(standing, person, route_now(call->routes));
}

static bool changes_something(const Call *call)
{
    return ROUTES[call->route].method != METHOD_GET;
}

static void handle(Call *call)
{
    int needs = ROUTES[call->route].needs;
    if (!admit(call, changes_something(call))) return;
    if (call->who.token && (needs & NO_TOKEN))
        route_refuse(call, ERROR_FORBIDDEN, "not with a token: sign in");
    else if (!people_may(&call->who, needs & NEEDS_PLAY ? TOKEN_PLAY : TOKEN_READ))
        route_refuse(call, ERROR_FORBIDDEN, "this token may only read");
    else if ((needs & (NEEDS_SESSION | NEEDS_ACCOUNT) && !call->who.person.id) ||
             (needs & NEEDS_ACCOUNT && !people_account(&call->who)))
        route_refuse(call, ERROR_NOT_SIGNED_IN, "sign in first");
    else if (needs == NEEDS_MODERATOR && !is_moderator(call))
        route_refuse(call, ERROR_FORBIDDEN, "only for moderators");
    else
        ROUTES[call->route].answer(call);
}

static void end_turn(Call *call, HandlerWatch watch)
{
    handler_end(call->cost, watch);
    if (!call->being_read && !call->waits) free_call(call);
}

static void handle_known(void *context)
{
    Call *call = context;
    HandlerWatch watch = handler_begin();
    call->waits = false;
    handle(call);
    end_turn(call, watch);
}

static void answer_route(Call *call, Text path)
{
    Method method = call->request->method == METHOD_HEAD ? METHOD_GET : call->request->method;
    const char *allow = NULL;
    for (int i = 0; i < ROUTE_COUNT; i++) {
        if (!path_fits(path, ROUTES[i].path, call->part)) continue;
        if (ROUTES[i].method != method) {
            bool both =
                allow || (i + 1 < ROUTE_COUNT && !strcmp(ROUTES[i].path, ROUTES[i + 1].path));
            allow = both                              ? "GET, HEAD, POST"
                    : ROUTES[i].method == METHOD_GET  ? "GET, HEAD"
                    : ROUTES[i].method == METHOD_POST ? "POST"
                                                      : "DELETE";
            continue;
        }
        call->cost = call->routes->cost[i];
        call->route = i;
        if (!route_allowed(call, changes_something(call) ? LIMIT_ACT : LIMIT_READ)) return;
        call->waits = !people_know(call->routes->setup.people, call->request, handle_known, call);
        if (!call->waits) handle(call);
        return;
    }
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
    *call = (Call){ .routes = routes, .web = web, .request = request };
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

Routes *routes_new(const RoutesSetup *setup)
{
    Routes *routes = calloc(1, sizeof *routes);
    if (!routes) return NULL;
    routes->setup = *setup;
    routes->batches = (Batches){
        .store = setup->store, .limits = setup->limits, .owner = setup->owner, .now = setup->now
    };
    routes->began_ns = uv_hrtime();
    for (int i = 0; i < ROUTE_COUNT; i++) {
        static const char *const METHODS[] = {
            [METHOD_GET] = "GET", [METHOD_POST] = "POST", [METHOD_DELETE] = "DELETE"
        };
        char name[HANDLER_NAME];
        Out out = out_to(name, sizeof name);
        out_format(&out, "%s %s", METHODS[ROUTES[i].method], ROUTES[i].path);
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
