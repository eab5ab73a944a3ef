// SPDX-License-Identifier: MIT
// HTTP: accounts, sessions, tokens.
#include "server/routes/routes_internal.h"

#include "server/api/messages.h"
#include "server/api/reply.h"

// --- the asker -----------------------------------------------------------------------------------

void routes_write_me(Routes *routes, const StoredPerson *person, Json *json)
{
    GamesView view = hub_view(routes->setup.hub);
    const Access *access = routes->setup.app->access;
    const Bar *bar = access_bar(access, person->id, route_now(routes));
    Role role = access_role(access, person->id);
    const OwnStanding own = { .role = role == ROLE_PLAYER ? NULL : role_name(role),
                              .barred = bar ? sanction_name(bar->kind) : NULL,
                              .reason = bar ? bar->reason : NULL,
                              .until_ms = bar ? bar->until_ms : 0 };
    message_write_me(json, person, &own, &view, routes->setup.version);
}

void route_get_me(Call *call)
{
    Json json = { 0 };
    char device[COOKIE_SIZE];
    bool sets = fingerprints_cookie(&call->who, call->request, device);
    routes_write_me(call->routes, &call->who.person, &json);
    reply_json(call->web, 200, &json, sets ? device : NULL);
}

static void people_do(Call *call, PeopleAct act)
{
    people_act(call->routes->setup.people, act, call->web, call->request, &call->who);
}

void route_post_register(Call *call)
{
    people_do(call, PEOPLE_REGISTER);
}
void route_post_login(Call *call)
{
    people_do(call, PEOPLE_LOGIN);
}
void route_post_logout(Call *call)
{
    people_do(call, PEOPLE_LOGOUT);
}
void route_post_logout_everywhere(Call *call)
{
    people_do(call, PEOPLE_LOGOUT_EVERYWHERE);
}
void route_post_password(Call *call)
{
    people_do(call, PEOPLE_PASSWORD);
}
void route_post_delete_account(Call *call)
{
    people_do(call, PEOPLE_DELETE);
}
void route_post_token(Call *call)
{
    people_do(call, PEOPLE_TOKEN);
}

static void read_tokens(Call *call, Store *reading)
{
    message_write_tokens(&call->json, reading, call->who.person.id);
}

void route_get_tokens(Call *call)
{
    route_read(call, READ_SHORT, read_tokens, NULL);
}

void route_delete_token(Call *call)
{
    i64 id;
    if (text_count(call->part[1], (i64)1 << 53, &id))
        people_drop_token(call->routes->setup.people, call->web, &call->who, id);
    else
        route_refuse(call, ERROR_NOT_FOUND, "there is no such token");
}

static void read_sessions(Call *call, Store *reading)
{
    message_write_sessions(&call->json, reading, call->who.person.id,
                           call->who.session ? &call->who.hash : NULL);
}

void route_get_sessions(Call *call)
{
    route_read(call, READ_SHORT, read_sessions, NULL);
}

void route_delete_session(Call *call)
{
    i64 id;
    if (text_count(call->part[1], (i64)1 << 53, &id))
        people_drop_session(call->routes->setup.people, call->web, &call->who, id);
    else
        route_refuse(call, ERROR_NOT_FOUND, "there is no such session");
}

static void read_factor(Call *call, Store *reading)
{
    message_write_factor(&call->json, reading, call->who.person.id);
}

void route_get_factor(Call *call)
{
    route_read(call, READ_SHORT, read_factor, NULL);
}
void route_post_factor(Call *call)
{
    people_do(call, PEOPLE_FACTOR);
}
void route_post_factor_on(Call *call)
{
    people_do(call, PEOPLE_FACTOR_ON);
}
void route_post_factor_off(Call *call)
{
    people_do(call, PEOPLE_FACTOR_OFF);
}
void route_post_recovery(Call *call)
{
    people_do(call, PEOPLE_RECOVERY);
}

void route_get_export(Call *call)
{
    Routes *routes = call->routes;
    GamesView view = hub_view(routes->setup.hub);
    Json playing = { 0 };
    if (!route_allowed(call, LIMIT_SEARCH) || !route_allowed(call, LIMIT_WORK)) return;
    games_write_own(&playing, "playing", &view, call->who.person.id);
    batch_export(&routes->batches, call->web, call->request->address, &call->who.person, &playing);
}
