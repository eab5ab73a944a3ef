// SPDX-License-Identifier: MIT
// Tokens, by which programs prove whose they are.
#include "server/people/people_internal.h"

#include "server/api/reply.h"

static StoredToken token_of(const Task *task)
{
    static const i64 DAY_MS = 86400000;
    return (StoredToken){ .id = task->token,
                          .person = task->who.person.id,
                          .label = text_of(task->body.label),
                          .created_ms = task->made_ms,
                          .scopes = task->body.scopes,
                          .expires_ms = task->made_ms + task->body.days * DAY_MS };
}

static void token_made(Task *task)
{
    Json json = { 0 };
    const StoredToken token = token_of(task);
    new_token_write(&json, &token, task->secret);
    reply_json(task->call, 201, &json, NULL);
    task_end(task);
}

void token_make(Task *task)
{
    // Else a token that has got into the wrong hands could not be taken back.
    if (task->who.token) {
        task_refuse(task, ERROR_FORBIDDEN, "a token cannot create tokens: sign in");
        return;
    }
    task->token = secret_number(PERSON_IDS);
    task->made_ms = people_now(task->people);
    StoreWrite write = { .kind = WRITE_TOKEN, .token = token_of(task) };
    secret_make(task->secret, &write.token.hash);
    task_write(task, &write, 1, token_made);
}

static void token_dropped(Task *task)
{
    const PeopleSetup *setup = &task->people->setup;
    setup->signed_out(setup->owner, task->who.person.id, &task->who.hash, NULL, false);
    reply_ok(task->call);
    task_end(task);
}

typedef struct TokenSought {
    i64 id;
    bool found;
    SecretHash hash;
} TokenSought;

static bool match_token(void *context, const StoredToken *token)
{
    TokenSought *sought = context;
    if (token->id != sought->id) return true;
    sought->found = true;
    sought->hash = token->hash;
    return false;
}

void people_drop_token(People *people, WebCall *call, const Who *who, i64 token)
{
    Task *task = task_new(people, PEOPLE_TOKEN_GONE, call, who);
    if (!task) return;
    TokenSought sought = { .id = token };
    store_tokens(people->setup.store, who->person.id, match_token, &sought);
    if (!sought.found) {
        task_refuse(task, ERROR_NOT_FOUND, "there is no such token");
        return;
    }
    task->who.hash = sought.hash; // its sockets end
    const StoreWrite write = { .kind = WRITE_TOKEN_GONE,
                               .token = { .id = token, .person = who->person.id } };
    task_write(task, &write, 1, token_dropped);
}
