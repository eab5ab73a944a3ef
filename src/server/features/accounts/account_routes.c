// SPDX-License-Identifier: MIT
// A person's account, as its owner manages it: registering and signing in, sessions, tokens, the
// second factor, the export. src/server/api/accounts does the work and answers most of these
// requests.
//
// Uses: archive
#include "server/features/accounts/account_routes.h"

#include "server/api/accounts/account_view.h"
#include "server/api/accounts/fingerprints.h"
#include "server/api/hub.h"
#include "server/api/messages/game_view.h"
#include "server/features/archive/batch.h"
#include "server/identity/persons.h"

#include <sodium.h>
#include <stdlib.h>

extern const Feature ACCOUNTS;

// --- the caller ----------------------------------------------------------------------------------

typedef struct Barred {
    const char *kind, *reason;
    i64 until;
} Barred;
static const Shape BARRED = SHAPE(Barred, FIELD(Barred, kind, .type = "\"suspension\" | \"ban\""),
                                  FIELD(Barred, reason, .type = "string"),
                                  FIELD(Barred, until, .as = AS_TIME, .flags = FIELD_NULL));

typedef struct ServerShown {
    const char *version;
    bool computers;
} ServerShown;
static const Shape SERVER =
    SHAPE(ServerShown, FIELD(ServerShown, version, .type = "string"),
          FIELD(ServerShown, computers,
                .says = "games can be created with computers; otherwise that is `forbidden`"));

typedef struct Me {
    PersonShown person;
    const char *role;
    Barred barred;
    Text games;
    ServerShown server;
} Me;
const Shape ME = SHAPE(
    Me, FIELD_SHAPE(Me, person, &PERSON_SHOWN, .flags = FIELD_NULL),
    FIELD(Me, role, .flags = FIELD_OMIT, .type = "\"moderator\" | \"operator\""),
    FIELD_SHAPE(Me, barred, &BARRED, .flags = FIELD_OMIT, .says = "the caller may not play"),
    FIELD(Me, games, .as = AS_JSON, .shape = &SUMMARY, .says = "the caller's open and live games"),
    FIELD_SHAPE(Me, server, &SERVER));

void accounts_write_me(const App *app, const StoredPerson *person, Json *json)
{
    GamesView view = hub_view(app->hub);
    const Bar *bar = access_bar(app->access, person->id, app_now(app));
    Role role = access_role(app->access, person->id);
    Me me = { .role = role == ROLE_PLAYER ? NULL : role_name(role),
              .server = { app->version, rooms_has_computers(app->rooms) } };
    Json games = { 0 };
    person_shown(&me.person, person->id, person->kind, person->name);
    if (bar) me.barred = (Barred){ sanction_name(bar->kind), bar->reason, bar->until_ms };
    games_write_own(&games, NULL, &view, person->id);
    me.games = js_view(&games);
    js_shape(json, NULL, &ME, &me, NULL);
    if (games.lost) json->lost = true;
    js_free(&games);
}

static void get_me(Call *call)
{
    Json json = { 0 };
    char device[COOKIE_SIZE];
    bool sets = fingerprints_cookie(&call->who, call->request, device);
    accounts_write_me(call->app, &call->who.person, &json);
    reply_json(call->web, 200, &json, sets ? device : NULL);
}

// A visitor who becomes a person with a session, to wait for others on a socket.
typedef struct Visit {
    const App *app;
    WebCall *web;
} Visit;

static void end_visit(void *context, i64 id, const char *cookie)
{
    Visit *visit = context;
    const App *app = visit->app;
    StoredPerson person;
    Json json = { 0 };
    if (!id || !person_by_id(app->store, id, &person)) {
        reply_error(visit->web, ERROR_BUSY, "the server is overloaded; try again");
    } else {
        presence_seen(app->presence, id, app_now(app));
        accounts_write_me(app, &person, &json);
        reply_json(visit->web, 200, &json, cookie);
    }
    free(visit);
}

static void post_visit(Call *call)
{
    Visit *visit = malloc(sizeof *visit);
    if (!visit) return route_refuse(call, ERROR_BUSY, "out of memory");
    *visit = (Visit){ call->app, call->web };
    if (call->who.person.id || route_may_make(call))
        return people_need(call->app->people, &call->who, call->request->secure, end_visit, visit);
    call->app->metrics->too_fast++;
    route_refuse(call, ERROR_TOO_FAST, "too many new visitors; wait a little");
    free(visit);
}

// --- what people.h does --------------------------------------------------------------------------

static const char *const SCOPES[] = { "play", "read", NULL };
#define NAME     FIELD(Body, name)
#define PASSWORD FIELD(Body, password)
#define PROOF                                                                                      \
    FIELD(Body, proof, .flags = FIELD_OPTIONAL, .says = "[of work](#proof-of-work), if asked for")
static const Field REGISTER_FIELDS[] = {
    NAME,
    PASSWORD,
    FIELD(Body, bot, .flags = FIELD_OPTIONAL, .says = "a bot's account"),
    PROOF,
};
static const Field LOGIN_FIELDS[] = {
    NAME,
    PASSWORD,
    FIELD(Body, code, .flags = FIELD_OPTIONAL, .says = "of the second factor"),
    PROOF,
};
static const Field NEW_PASSWORD_FIELDS[] = {
    FIELD(Body, password, .key = "old"),
    FIELD(Body, fresh, .key = "new"),
    FIELD(Body, keep_tokens, .flags = FIELD_OPTIONAL, .says = "otherwise all tokens end"),
};
static const Field LABEL_FIELDS[] = {
    FIELD(Body, label),
    FIELD(Body, scopes, .as = AS_WORDS, .words = SCOPES, .flags = FIELD_OPTIONAL, .min = 1,
          .noun = "scopes", .refusal = "a scope is \"play\" or \"read\"",
          .says = "`play` if omitted"),
    FIELD(Body, days, .flags = FIELD_OPTIONAL, .min = 1, .max = TOKEN_DAYS_MAX,
          .says = "365 if omitted"),
};
static const Field PASSWORD_FIELDS[] = { PASSWORD };
static const Field CODE_FIELDS[] = { FIELD(Body, code) };
static const Field PASSWORD_CODE_FIELDS[] = { PASSWORD, FIELD(Body, code) };

static const Body NO_BODY = { .scopes = TOKEN_PLAY, .days = TOKEN_DAYS };
#define BODY(shape_name, fields)                                                                   \
    { .name = (shape_name),                                                                        \
      .size = sizeof(Body),                                                                        \
      .field = (fields),                                                                           \
      .count = sizeof(fields) / sizeof *(fields),                                                  \
      .defaults = &NO_BODY }
static const Shape REGISTER = BODY("Register", REGISTER_FIELDS);
static const Shape LOGIN = BODY("Login", LOGIN_FIELDS);
static const Shape NEW_PASSWORD = BODY("NewPassword", NEW_PASSWORD_FIELDS);
static const Shape LABEL = BODY("TokenWanted", LABEL_FIELDS);
static const Shape PASSWORD_ONLY = BODY("PasswordGiven", PASSWORD_FIELDS);
static const Shape CODE_ONLY = BODY("CodeGiven", CODE_FIELDS);
static const Shape PASSWORD_CODE = BODY("PasswordCode", PASSWORD_CODE_FIELDS);

static void people_do(Call *call, PeopleAct act)
{
    bool empty = call->route->body == &NOTHING;
    people_act(call->app->people, act, call->web, call->request, &call->who,
               empty ? &NO_BODY : call->body);
    sodium_memzero((void *)call->body, call->route->body->size); // it may hold a password
}

static void post_register(Call *call)
{
    people_do(call, PEOPLE_REGISTER);
}
static void post_login(Call *call)
{
    people_do(call, PEOPLE_LOGIN);
}
static void post_logout(Call *call)
{
    people_do(call, PEOPLE_LOGOUT);
}
static void post_logout_everywhere(Call *call)
{
    people_do(call, PEOPLE_LOGOUT_EVERYWHERE);
}
static void post_password(Call *call)
{
    people_do(call, PEOPLE_PASSWORD);
}
static void post_delete_account(Call *call)
{
    people_do(call, PEOPLE_DELETE);
}
static void post_token(Call *call)
{
    people_do(call, PEOPLE_TOKEN);
}
static void post_factor(Call *call)
{
    people_do(call, PEOPLE_FACTOR);
}
static void post_factor_on(Call *call)
{
    people_do(call, PEOPLE_FACTOR_ON);
}
static void post_factor_off(Call *call)
{
    people_do(call, PEOPLE_FACTOR_OFF);
}
static void post_recovery(Call *call)
{
    people_do(call, PEOPLE_RECOVERY);
}

// --- tokens and sessions -------------------------------------------------------------------------

typedef struct AccountList {
    Text rows;
} AccountList;
static const Field TOKENS_FIELDS[] = { FIELD(AccountList, rows, .key = "tokens", .as = AS_JSON,
                                             .shape = &TOKEN_VIEW) };
static const Shape TOKENS = SHAPE_NAMED("Tokens", AccountList, TOKENS_FIELDS);
static const Field SESSIONS_FIELDS[] = { FIELD(AccountList, rows, .key = "sessions", .as = AS_JSON,
                                               .shape = &SESSION_VIEW) };
static const Shape SESSIONS = SHAPE_NAMED("Sessions", AccountList, SESSIONS_FIELDS);

static void write_list(Call *call, Json *rows)
{
    js_shape(&call->json, NULL, call->route->reply, &(AccountList){ js_view(rows) }, NULL);
    if (rows->lost) call->json.lost = true;
    js_free(rows);
}

static void read_tokens(Call *call, Store *reading)
{
    Json rows = { 0 };
    tokens_write(&rows, NULL, reading, call->who.person.id);
    write_list(call, &rows);
}

static void get_tokens(Call *call)
{
    route_read(call, READ_SHORT, read_tokens, NULL);
}

static void delete_token(Call *call)
{
    i64 id;
    if (text_count(call->part[1], (i64)1 << 53, &id))
        people_drop_token(call->app->people, call->web, &call->who, id);
    else
        route_refuse(call, ERROR_NOT_FOUND, "there is no such token");
}

static void read_sessions(Call *call, Store *reading)
{
    Json rows = { 0 };
    sessions_write(&rows, NULL, reading, call->who.person.id,
                   call->who.session ? &call->who.hash : NULL);
    write_list(call, &rows);
}

static void get_sessions(Call *call)
{
    route_read(call, READ_SHORT, read_sessions, NULL);
}

static void delete_session(Call *call)
{
    i64 id;
    if (text_count(call->part[1], (i64)1 << 53, &id))
        people_drop_session(call->app->people, call->web, &call->who, id);
    else
        route_refuse(call, ERROR_NOT_FOUND, "there is no such session");
}

static void read_factor(Call *call, Store *reading)
{
    factor_write(&call->json, reading, call->who.person.id);
}

static void get_factor(Call *call)
{
    route_read(call, READ_SHORT, read_factor, NULL);
}

static void get_export(Call *call)
{
    GamesView view = hub_view(call->app->hub);
    Json playing = { 0 };
    if (!route_allowed(call, LIMIT_WORK)) return;
    games_write_own(&playing, "playing", &view, call->who.person.id);
    batch_export(call->app, call->web, call->request->address, &call->who.person, &playing);
}

// As the export has it.
typedef struct FactorKept {
    bool on;
    i64 since;
    int recovery;
} FactorKept;
static const Shape OWN_FACTOR =
    SHAPE(FactorKept, FIELD(FactorKept, on), FIELD(FactorKept, since), FIELD(FactorKept, recovery));

static void export_factor(Json *json, const char *key, Store *reading, i64 person)
{
    Factor factor = { .since_ms = 0 };
    bool kept =
        store_find(reading, &IDENTITY_OPS[IDENTITY_FACTOR], &(PersonArg){ person }, &factor);
    const FactorKept own = { kept && factor.since_ms, factor.since_ms, factor.recovery };
    js_shape(json, key, &OWN_FACTOR, &own, NULL);
}

// --- the row -------------------------------------------------------------------------------------

static const Route ACCOUNT_ROUTES[] = {
    { .method = METHOD_GET,
      .path = "me",
      .answer = get_me,
      .scope = SCOPE_READ,
      .role = FOR_ANYBODY,
      .rate = RATE_USUAL,
      TAKES_NOTHING,
      .reply = &ME,
      .errors = ERR_NO_OWN,
      .says = "the caller, their open and live games, and the server" },
    { .method = METHOD_POST,
      .path = "register",
      .answer = post_register,
      .scope = SCOPE_SESSION,
      .role = FOR_ANYBODY,
      .rate = RATE_USUAL,
      TAKES_BODY(&REGISTER),
      .reply = &ME,
      .errors = ERR(ERROR_BAD_NAME) | ERR(ERROR_BAD_PASSWORD) | ERR(ERROR_COMMON_PASSWORD) |
                ERR(ERROR_NAME_TAKEN) | ERR(ERROR_NAME_RESERVED) | ERR(ERROR_WORK_NEEDED),
      .says = "creates an account (201)" },
    { .method = METHOD_POST,
      .path = "login",
      .answer = post_login,
      .scope = SCOPE_SESSION,
      .role = FOR_ANYBODY,
      .rate = RATE_USUAL,
      TAKES_BODY(&LOGIN),
      .reply = &ME,
      .errors = ERR(ERROR_WRONG_PASSWORD) | ERR(ERROR_CODE_NEEDED) | ERR(ERROR_WRONG_CODE) |
                ERR(ERROR_WORK_NEEDED),
      .says = "signs in" },
    { .method = METHOD_POST,
      .path = "logout",
      .answer = post_logout,
      .scope = SCOPE_SESSION,
      .role = FOR_ANYBODY,
      .rate = RATE_USUAL,
      TAKES_BODY(&NOTHING),
      .reply = &ME,
      .errors = ERR(ERROR_NOT_FOUND),
      .says = "signs out" },
    { .method = METHOD_POST,
      .path = "logout-everywhere",
      .answer = post_logout_everywhere,
      .scope = SCOPE_SESSION,
      .role = FOR_ACCOUNTS,
      .rate = RATE_USUAL,
      TAKES_BODY(&NOTHING),
      .reply = &ME,
      .errors = ERR(ERROR_NOT_FOUND),
      .says = "signs out, and ends all sessions of the caller but no tokens" },
    { .method = METHOD_POST,
      .path = "visit",
      .answer = post_visit,
      .scope = SCOPE_PLAY,
      .role = FOR_ANYBODY,
      .rate = RATE_USUAL,
      TAKES_BODY(&RAW),
      .reply = &ME,
      .errors = ERR_NO_OWN,
      .says = "makes a visitor a person with a session" },
    { .method = METHOD_POST,
      .path = "password",
      .answer = post_password,
      .scope = SCOPE_SESSION,
      .role = FOR_ACCOUNTS,
      .rate = RATE_USUAL,
      TAKES_BODY(&NEW_PASSWORD),
      .reply = &ME,
      .errors = ERR(ERROR_BAD_PASSWORD) | ERR(ERROR_COMMON_PASSWORD) | ERR(ERROR_WRONG_PASSWORD),
      .says = "changes the password and ends all other sessions" },
    { .method = METHOD_POST,
      .path = "delete-account",
      .answer = post_delete_account,
      .scope = SCOPE_SESSION,
      .role = FOR_ACCOUNTS,
      .rate = RATE_USUAL,
      TAKES_BODY(&PASSWORD_ONLY),
      .reply = &ME,
      .errors = ERR(ERROR_WRONG_PASSWORD),
      .says = "deletes the account: live games are resigned, open ones left or called off; "
              "finished games stay without the name" },
    { .method = METHOD_GET,
      .path = "export",
      .answer = get_export,
      .scope = SCOPE_SESSION,
      .role = FOR_PERSONS,
      .rate = RATE(LIMIT_SEARCH),
      TAKES_NOTHING,
      .reply = &RAW,
      .errors = ERR_NO_OWN,
      .says = "all data about the caller as one JSON file, sent in chunks; moderators' notes are "
              "not in it" },
    { .method = METHOD_GET,
      .path = "sessions",
      .answer = get_sessions,
      .scope = SCOPE_SESSION,
      .role = FOR_ACCOUNTS,
      .rate = RATE_USUAL,
      TAKES_NOTHING,
      .reply = &SESSIONS,
      .errors = ERR_NO_OWN,
      .says = "the caller's sessions" },
    { .method = METHOD_DELETE,
      .path = "sessions/*",
      .answer = delete_session,
      .scope = SCOPE_SESSION,
      .role = FOR_ACCOUNTS,
      .rate = RATE_USUAL,
      TAKES_NOTHING,
      .reply = &DONE,
      .errors = ERR(ERROR_NOT_FOUND),
      .says = "ends a session and its sockets" },
    { .method = METHOD_GET,
      .path = "tokens",
      .answer = get_tokens,
      .scope = SCOPE_SESSION,
      .role = FOR_ACCOUNTS,
      .rate = RATE_USUAL,
      TAKES_NOTHING,
      .reply = &TOKENS,
      .errors = ERR_NO_OWN,
      .says = "the caller's tokens" },
    { .method = METHOD_POST,
      .path = "tokens",
      .answer = post_token,
      .scope = SCOPE_SESSION,
      .role = FOR_ACCOUNTS,
      .rate = RATE_USUAL,
      TAKES_BODY(&LABEL),
      .reply = &NEW_TOKEN,
      .errors = ERR(ERROR_TOO_MANY),
      .says = "creates a token (201)" },
    { .method = METHOD_DELETE,
      .path = "tokens/*",
      .answer = delete_token,
      .scope = SCOPE_SESSION,
      .role = FOR_ACCOUNTS,
      .rate = RATE_USUAL,
      TAKES_NOTHING,
      .reply = &DONE,
      .errors = ERR(ERROR_NOT_FOUND),
      .says = "ends a token and its sockets" },
    { .method = METHOD_GET,
      .path = "second-factor",
      .answer = get_factor,
      .scope = SCOPE_SESSION,
      .role = FOR_ACCOUNTS,
      .rate = RATE_USUAL,
      TAKES_NOTHING,
      .reply = &FACTOR_VIEW,
      .errors = ERR_NO_OWN,
      .says = "whether there is a second factor" },
    { .method = METHOD_POST,
      .path = "second-factor",
      .answer = post_factor,
      .scope = SCOPE_SESSION,
      .role = FOR_ACCOUNTS,
      .rate = RATE_USUAL,
      TAKES_BODY(&PASSWORD_ONLY),
      .reply = &FACTOR_BEGUN,
      .errors = ERR(ERROR_WRONG_PASSWORD) | ERR(ERROR_TAKEN),
      .says = "begins a second factor; no code is required before it is confirmed" },
    { .method = METHOD_POST,
      .path = "second-factor/confirm",
      .answer = post_factor_on,
      .scope = SCOPE_SESSION,
      .role = FOR_ACCOUNTS,
      .rate = RATE_USUAL,
      TAKES_BODY(&CODE_ONLY),
      .reply = &RECOVERY_VIEW,
      .errors = ERR(ERROR_WRONG_CODE) | ERR(ERROR_NOT_FOUND),
      .says = "confirms it" },
    { .method = METHOD_POST,
      .path = "second-factor/recovery",
      .answer = post_recovery,
      .scope = SCOPE_SESSION,
      .role = FOR_ACCOUNTS,
      .rate = RATE_USUAL,
      TAKES_BODY(&PASSWORD_CODE),
      .reply = &RECOVERY_VIEW,
      .errors = ERR(ERROR_WRONG_PASSWORD) | ERR(ERROR_WRONG_CODE) | ERR(ERROR_CODE_NEEDED) |
                ERR(ERROR_NOT_FOUND),
      .says = "makes new recovery codes; the old ones are void" },
    { .method = METHOD_POST,
      .path = "second-factor/off",
      .answer = post_factor_off,
      .scope = SCOPE_SESSION,
      .role = FOR_ACCOUNTS,
      .rate = RATE_USUAL,
      TAKES_BODY(&PASSWORD_CODE),
      .reply = &DONE,
      .errors = ERR(ERROR_WRONG_PASSWORD) | ERR(ERROR_WRONG_CODE) | ERR(ERROR_CODE_NEEDED) |
                ERR(ERROR_NOT_FOUND),
      .says = "ends the second factor" },
};

const Feature ACCOUNTS = {
    .name = "accounts",
    .tables = (const char *const[]){ NULL },
    .routes = ACCOUNT_ROUTES,
    .routes_count = sizeof ACCOUNT_ROUTES / sizeof *ACCOUNT_ROUTES,
    .person = { .export = { { .key = "second_factor", .write = export_factor } } },
};
