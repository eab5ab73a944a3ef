// SPDX-License-Identifier: MIT
// Accounts, from their first day to their last.
#include "server/people/names.h"
#include "server/people/people_internal.h"

#include <sodium.h>
#include <string.h>

static const i64 NAME_KEPT_MS = 90 * (i64)86400000;

// Fails if the password has changed or the account was deleted since the comparison.
static StoreWrite write_if_password(const Task *task)
{
    return (StoreWrite){ .kind = WRITE_IF_PASSWORD,
                         .person = { .id = task->subject.id,
                                     .password_hash = text_of(task->subject.password_hash) } };
}

static StoreWrite write_session_gone(const Task *task)
{
    return (StoreWrite){ .kind = WRITE_SESSION_GONE, .session = { .hash = task->who.hash } };
}

// --- registering and signing in ------------------------------------------------------------------

static void registered(Task *task)
{
    const PeopleSetup *setup = &task->people->setup;
    StoredPerson person;
    if (store_person(setup->store, task->subject.id, &person))
        setup->changed(setup->owner, &person);
    if (task->who.session)
        setup->signed_out(setup->owner, task->subject.id, &task->who.hash, NULL, false);
    task_answer_me(task, task->subject.id, 201, true);
}

static void register_now(Task *task)
{
    const KeptName free = { name_hash(task->key), people_now(task->people) };
    StoreWrite writes[4] = {
        store_op(&IDENTITY_OPS[IDENTITY_IF_NAME_FREE], &free),
        { .kind = task->who.person.id ? WRITE_PERSON_CHANGED : WRITE_PERSON,
          .person = { .id = task->subject.id,
                      .kind = task->body.bot ? PERSON_BOT : PERSON_ACCOUNT,
                      .name = text_of(task->body.name),
                      .key = text_of(task->key),
                      .password_hash = text_of(task->work.made),
                      .created_ms = people_now(task->people) } },
        people_session(task->people, task->subject.id, task->label, task->secret),
    };
    int count = 3;
    // The account gets a new session, in case others know the visitor's.
    if (task->who.session) writes[count++] = write_session_gone(task);
    task_write(task, writes, count, registered);
}

static void signed_in(Task *task)
{
    const PeopleSetup *setup = &task->people->setup;
    const StoredPerson *before = &task->who.person;
    if (task->who.session) {
        setup->signed_out(setup->owner, before->id, &task->who.hash, NULL, false);
        if (before->kind == PERSON_ANONYMOUS)
            setup->moved(setup->owner, before->id, task->subject.id);
    }
    task_answer_me(task, task->subject.id, 200, true);
}

static void sign_in_now(Task *task)
{
    Factor factor;
    const PeopleSetup *setup = &task->people->setup;
    const PersonMove move = { task->who.person.id, task->subject.id };
    StoreWrite writes[5 + PEOPLE_WRITES_MAX] = {
        write_if_password(task),
        people_session(task->people, task->subject.id, task->label, task->secret),
    };
    int count = 2;
    if (factor_of(task, &factor) && !factor_check(task, &factor, &writes[count++])) return;
    if (!task->used_code) count = 2;
    if (task->who.session) {
        writes[count++] = write_session_gone(task);
        if (task->who.person.kind == PERSON_ANONYMOUS) {
            writes[count++] = (StoreWrite){ .kind = WRITE_MOVE_GAMES,
                                            .move = { .from = move.from, .to = move.to } };
            count += setup->move(setup->owner, &move, &writes[count]);
        }
    }
    task_write(task, writes, count, signed_in);
}

// --- an account's life ---------------------------------------------------------------------------

static void password_changed(Task *task)
{
    const PeopleSetup *setup = &task->people->setup;
    setup->signed_out(setup->owner, task->subject.id, NULL,
                      task->who.session ? &task->who.hash : NULL, !task->body.keep_tokens);
    task_answer_me(task, task->subject.id, 200, false);
}

static void change_password_now(Task *task)
{
    StoreWrite writes[] = {
        write_if_password(task),
        { .kind = WRITE_PERSON_CHANGED,
          .person = { .id = task->subject.id,
                      .kind = task->subject.kind,
                      .name = text_of(task->subject.name),
                      .key = text_of(task->key),
                      .password_hash = text_of(task->work.made),
                      .created_ms = task->subject.created_ms } },
        { .kind = WRITE_SESSIONS_GONE, .session = { .person = task->subject.id } },
        { .kind = WRITE_TOKENS_GONE, .token = { .person = task->subject.id } },
    };
    if (task->who.session) writes[2].session.hash = task->who.hash;
    task_write(task, writes, task->body.keep_tokens ? 3 : 4, password_changed);
}

static void deleted(Task *task)
{
    const PeopleSetup *setup = &task->people->setup;
    StoredPerson person;
    if (store_person(setup->store, task->subject.id, &person))
        setup->changed(setup->owner, &person);
    task_answer_me(task, 0, 200, true);
}

static void delete_now(void *context)
{
    Task *task = context;
    if (task->people->closing) {
        task_refuse(task, ERROR_BUSY, "the server is stopping");
        return;
    }
    const PeopleSetup *setup = &task->people->setup;
    const PersonArg who = { task->subject.id };
    const KeptName kept = { name_hash(task->key), people_now(task->people) + NAME_KEPT_MS };
    StoreWrite writes[3 + PEOPLE_WRITES_MAX] = {
        write_if_password(task),
        { .kind = WRITE_PERSON_GONE,
          .gone = { .id = task->subject.id, .at_ms = people_now(task->people) } },
        store_op(&IDENTITY_OPS[IDENTITY_KEEP_NAME], &kept),
    };
    int count = 3 + setup->forget(setup->owner, &who, &writes[3]);
    task_write(task, writes, count, deleted);
}

static void signed_out(Task *task)
{
    const PeopleSetup *setup = &task->people->setup;
    bool everywhere = task->act == PEOPLE_LOGOUT_EVERYWHERE;
    setup->signed_out(setup->owner, task->who.person.id, everywhere ? NULL : &task->who.hash, NULL,
                      false);
    task_answer_me(task, 0, 200, true);
}

void account_sign_out(Task *task)
{
    StoreWrite write = write_session_gone(task);
    if (task->act == PEOPLE_LOGOUT_EVERYWHERE)
        write = (StoreWrite){ .kind = WRITE_SESSIONS_GONE,
                              .session = { .person = task->who.person.id } };
    task_write(task, &write, 1, signed_out);
}

// --- passwords -----------------------------------------------------------------------------------

static void worked(PasswordWork *work, bool fine)
{
    Task *task = (Task *)((char *)work - offsetof(Task, work));
    const PeopleSetup *setup = &task->people->setup;
    bool login = task->act == PEOPLE_LOGIN;
    if (!fine) {
        task_refuse(task, ERROR_BUSY,
                    "too many passwords are being checked; try again in a moment");
    } else if (work->common) {
        task_refuse(task, ERROR_COMMON_PASSWORD, "that password is too easy to guess");
    } else if (task->act == PEOPLE_REGISTER) {
        register_now(task);
    } else if (!work->right) {
        setup->guessed(setup->owner, task->address);
        task_refuse(task, ERROR_WRONG_PASSWORD,
                    login ? "wrong name or password" : "wrong password");
    } else if (login) {
        sign_in_now(task);
    } else if (task->act == PEOPLE_PASSWORD) {
        change_password_now(task);
    } else if (task->act == PEOPLE_DELETE) {
        setup->leave(setup->owner, task->subject.id, delete_now, task);
    } else {
        factor_now(task, write_if_password(task));
    }
}

static const char *enters_as(const Task *task)
{
    return task->act == PEOPLE_REGISTER ? task->body.name : task->subject.name;
}

void account_work(Task *task)
{
    PasswordWork *work = &task->work;
    work->done = worked;
    if (task->act == PEOPLE_REGISTER) {
        work->fresh = task->body.password;
    } else {
        work->given = task->body.password;
        work->hash = task->subject.password_hash;
        if (task->act == PEOPLE_PASSWORD) work->fresh = task->body.fresh;
    }
    work->name = enters_as(task);
    work->known = task->known;
    struct in6_addr bytes;
    Text network = limits_network(text_of(task->address), &bytes);
    u64 hash[2];
    crypto_generichash((u8 *)hash, sizeof hash, (const u8 *)network.at, network.length, NULL, 0);
    work->address = hash[0];
    if (!passwords_add(task->people->passwords, work))
        task_refuse(task, ERROR_BUSY,
                    "too many passwords are being checked; try again in a moment");
}
