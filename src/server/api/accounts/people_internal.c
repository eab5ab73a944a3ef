// SPDX-License-Identifier: MIT
#include "server/api/accounts/people_internal.h"

#include "server/api/messages/reply.h"

#include <sodium.h>
#include <stdlib.h>

#define SESSION_MS ((i64)365 * 24 * 60 * 60 * 1000)

i64 people_now(const People *people)
{
    return people->setup.now(people->setup.owner);
}

Task *task_new(People *people, PeopleAct act, WebCall *call, const Who *who)
{
    Task *task = calloc(1, sizeof *task);
    if (!task) {
        if (call) reply_error(call, ERROR_FAILED, "out of memory");
        return NULL;
    }
    task->people = people;
    task->act = act;
    task->call = call;
    task->who = *who;
    return task;
}

void task_end(Task *task)
{
    sodium_memzero(task, sizeof *task);
    free(task);
}

void task_refuse(Task *task, ErrorCode code, const char *text)
{
    reply_error(task->call, code, text);
    task_end(task);
}

// The refusal for a conflict in the store, by request.
static const struct {
    ErrorCode code;
    const char *text;
} CONFLICTS[] = {
    [PEOPLE_REGISTER] = { ERROR_NAME_TAKEN, "that name is taken" },
    [PEOPLE_LOGIN] = { ERROR_WRONG_PASSWORD, "wrong name or password" },
    [PEOPLE_LOGOUT] = { ERROR_NOT_FOUND, "that account is gone" },
    [PEOPLE_LOGOUT_EVERYWHERE] = { ERROR_NOT_FOUND, "that account is gone" },
    [PEOPLE_PASSWORD] = { ERROR_WRONG_PASSWORD, "the password has changed meanwhile" },
    [PEOPLE_DELETE] = { ERROR_WRONG_PASSWORD, "the password has changed meanwhile" },
    [PEOPLE_TOKEN] = { ERROR_TOO_MANY, "you already have 20 tokens; revoke one first" },
    [PEOPLE_TOKEN_GONE] = { ERROR_NOT_FOUND, "there is no such token" },
    [PEOPLE_SESSION_GONE] = { ERROR_NOT_FOUND, "there is no such session" },
    [PEOPLE_FACTOR] = { ERROR_TAKEN, "there is a second factor already" },
    [PEOPLE_FACTOR_ON] = { ERROR_NOT_FOUND, "there is no second factor to confirm" },
    [PEOPLE_FACTOR_OFF] = { ERROR_WRONG_PASSWORD, "the password has changed meanwhile" },
    [PEOPLE_RECOVERY] = { ERROR_WRONG_PASSWORD, "the password has changed meanwhile" },
};

static void written(void *context, StoreStatus status)
{
    Task *task = context;
    if (status == STORED)
        task->then(task);
    else if (status == STORE_CONFLICT && task->conflicted)
        task->conflicted(task);
    else if (status == STORE_CONFLICT && task->used_code)
        task_refuse(task, ERROR_WRONG_CODE, "wrong code, or one that was used before");
    else if (status == STORE_CONFLICT)
        task_refuse(task, CONFLICTS[task->act].code, CONFLICTS[task->act].text);
    else
        task_refuse(task, ERROR_FAILED, "it could not be saved; try again");
}

void task_write(Task *task, const StoreWrite *writes, int count, void (*then)(Task *task))
{
    task->then = then;
    if (!store_write(task->people->setup.store, writes, count, written, task))
        task_refuse(task, ERROR_BUSY, "the server is overloaded; try again in a moment");
}

StoreWrite people_session(const People *people, i64 person, const char *label,
                          char secret[SECRET_SIZE], SessionStart *session)
{
    i64 now = people_now(people);
    *session = (SessionStart){
        .person = person, .label = text_of(label), .created_ms = now, .expires_ms = now + SESSION_MS
    };
    secret_make(secret, &session->hash);
    return store_op(&PERSON_OPS[PERSONS_ADD_SESSION], session);
}

void task_answer_me(Task *task, i64 person, int status, bool cookie)
{
    const PeopleSetup *setup = &task->people->setup;
    char value[COOKIE_SIZE];
    StoredPerson now = { 0 };
    Json json = { 0 };
    if (person) person_by_id(setup->store, person, &now);
    setup->me(setup->owner, &now, &json);
    if (cookie) secret_cookie(person ? task->secret : NULL, task->secure, value);
    reply_json(task->call, status, &json, cookie ? value : NULL);
    task_end(task);
}
