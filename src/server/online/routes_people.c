// SPDX-License-Identifier: MIT
// HTTP: accounts, tokens, and who others are.
#include "server/online/routes_internal.h"

#include "server/api/messages.h"
#include "server/api/reply.h"

enum {
    QUERY_SIZE = 64,
    OWN_SHOWN = 250, // games: more than anybody can have but by others' invitations
};

// --- the asker -----------------------------------------------------------------------------------

typedef struct OwnGames {
    Routes *routes;
    Json *json;
    int left;
} OwnGames;

static bool write_own_game(void *context, const Room *room)
{
    OwnGames *own = context;
    message_write_summary(own->json, NULL, room, hub_watchers(own->routes->setup.hub, room->id));
    return --own->left > 0;
}

void routes_write_me(Routes *routes, const StoredPerson *person, Json *json)
{
    js_object(json, NULL);
    message_write_person(json, "person", person->id, person->kind, person->name);
    js_array(json, "games");
    if (person->id)
        rooms_each_of(routes->setup.rooms, person->id, write_own_game,
                      &(OwnGames){ routes, json, OWN_SHOWN });
    js_close(json, ']');
    js_object(json, "server");
    js_string(json, "version", routes->setup.version);
    js_bool(json, "computers", rooms_has_computers(routes->setup.rooms));
    js_close(json, '}');
    js_close(json, '}');
}

void route_get_me(Call *call)
{
    Json json = { 0 };
    routes_write_me(call->routes, &call->who.person, &json);
    reply_json(call->web, 200, &json, NULL);
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

static bool write_token(void *context, const StoredToken *token)
{
    message_write_token(context, token);
    return true;
}

void route_get_tokens(Call *call)
{
    Json json = { 0 };
    js_object(&json, NULL);
    js_array(&json, "tokens");
    store_tokens(call->routes->setup.store, call->who.person.id, write_token, &json);
    js_close(&json, ']');
    js_close(&json, '}');
    reply_json(call->web, 200, &json, NULL);
}

void route_delete_token(Call *call)
{
    i64 id;
    if (text_count(call->part[1], (i64)1 << 53, &id))
        people_drop_token(call->routes->setup.people, call->web, &call->who, id);
    else
        route_refuse(call, "not_found", "there is no such token");
}

static bool write_session(void *context, const StoredSession *session)
{
    Json *json = context;
    js_object(json, NULL);
    js_number(json, "created", session->created_ms);
    js_number(json, "expires", session->expires_ms);
    js_close(json, '}');
    return true;
}

static bool write_rating(void *context, const StoredRating *rating)
{
    message_write_rating(context, rating);
    return true;
}

static bool write_change(void *context, const StoredChange *change)
{
    message_write_change(context, change);
    return true;
}

void route_get_export(Call *call)
{
    Routes *routes = call->routes;
    Store *store = routes->setup.store;
    const StoredPerson *person = &call->who.person;
    Json json = { 0 };
    if (!route_allowed(call, LIMIT_SEARCH)) return;
    js_object(&json, NULL);
    message_write_person(&json, "person", person->id, person->kind, person->name);
    js_number(&json, "created", person->created_ms);
    js_array(&json, "sessions");
    store_sessions(store, person->id, write_session, &json);
    js_close(&json, ']');
    js_array(&json, "tokens");
    store_tokens(store, person->id, write_token, &json);
    js_close(&json, ']');
    js_array(&json, "ratings");
    store_ratings(store, person->id, write_rating, &json);
    js_close(&json, ']');
    js_array(&json, "changes");
    store_changes(store, &(ChangeFilter){ .person = person->id }, write_change, &json);
    js_close(&json, ']');
    js_array(&json, "playing");
    rooms_each_of(routes->setup.rooms, person->id, write_own_game,
                  &(OwnGames){ routes, &json, OWN_SHOWN });
    js_close(&json, ']');
    batch_export(&routes->batches, call->web, call->request->address, person->id, &json);
}

// --- others --------------------------------------------------------------------------------------

void route_get_person(Call *call)
{
    Store *store = call->routes->setup.store;
    StoredPerson person;
    PersonCounts counts = { 0 };
    if (!route_person(call->routes, call->part[1], &person)) {
        route_refuse(call, "not_found", "nobody has that name");
        return;
    }
    Json json = { 0 };
    js_object(&json, NULL);
    message_write_person(&json, "person", person.id, person.kind, person.name);
    js_number(&json, "created", person.created_ms);
    js_array(&json, "ratings");
    store_ratings(store, person.id, write_rating, &json);
    js_close(&json, ']');
    store_counts(store, person.id, &counts);
    message_write_counts(&json, "counts", &counts);
    js_close(&json, '}');
    reply_json(call->web, 200, &json, NULL);
}

void route_get_person_ratings(Call *call)
{
    StoredPerson person;
    char variant[QUERY_SIZE] = "", speed[QUERY_SIZE] = "";
    if (!route_allowed(call, LIMIT_SEARCH)) return;
    if (!route_person(call->routes, call->part[1], &person)) {
        route_refuse(call, "not_found", "nobody has that name");
        return;
    }
    http_query(call->request->query, "variant", variant, sizeof variant);
    http_query(call->request->query, "speed", speed, sizeof speed);
    const ChangeFilter filter = { .person = person.id,
                                  .variant = text_of(variant),
                                  .speed = text_of(speed) };
    Json json = { 0 };
    js_object(&json, NULL);
    js_array(&json, "changes");
    store_changes(call->routes->setup.store, &filter, write_change, &json);
    js_close(&json, ']');
    js_close(&json, '}');
    reply_json(call->web, 200, &json, NULL);
}
