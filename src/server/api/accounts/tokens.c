// SPDX-License-Identifier: MIT
// Tokens, by which programs prove whose they are.
#include "server/api/accounts/people_internal.h"

#include "server/api/messages/reply.h"

static void token_made(Task *task)
{
    Json json = { 0 };
    new_token_write(&json, &task->token, task->secret);
    reply_json(task->call, 201, &json, NULL);
    task_end(task);
}

void token_make(Task *task)
{
    // Otherwise a stolen token could make others, which survive its deletion.
    if (task->who.token) {
        task_refuse(task, ERROR_FORBIDDEN, "a token cannot create tokens: sign in");
        return;
    }
    static const i64 DAY_MS = 86400000;
    i64 now = people_now(task->people);
    task->token = (TokenGrant){ .id = secret_number(PERSON_IDS),
                                .person = task->who.person.id,
                                .label = text_of(task->body.label),
                                .created_ms = now,
                                .scopes = task->body.scopes,
                                .expires_ms = now + task->body.days * DAY_MS };
    secret_make(task->secret, &task->token.hash);
    const StoreWrite write = store_op(&PERSON_OPS[PERSONS_ADD_TOKEN], &task->token);
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

static bool match_token(void *context, const void *row)
{
    TokenSought *sought = context;
    const StoredToken *token = row;
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
    store_select(people->setup.store, &PERSON_OPS[PERSONS_TOKENS], &(PersonArg){ who->person.id },
                 match_token, &sought);
    if (!sought.found) {
        task_refuse(task, ERROR_NOT_FOUND, "there is no such token");
        return;
    }
    task->who.hash = sought.hash; // its sockets end
    const TokenKey key = { who->person.id, token };
    const StoreWrite write = store_op(&PERSON_OPS[PERSONS_END_TOKEN], &key);
    task_write(task, &write, 1, token_dropped);
}
