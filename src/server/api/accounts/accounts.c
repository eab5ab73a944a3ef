// SPDX-License-Identifier: MIT
// Accounts, from their first day to their last.
#include "server/api/accounts/people_internal.h"
#include "server/identity/names.h"

#include <sodium.h>
#include <string.h>

static void copy(char *to, size_t capacity, const char *from)
{
    Out out = out_to(to, capacity);
    out_str(&out, from);
}

// Fails if the password has changed or the account was deleted since the comparison.
static StoreWrite write_if_password(Task *task)
{
    task->password.person = task->subject.id;
    copy(task->password.hash, sizeof task->password.hash, task->subject.password_hash);
    return store_op(&PERSON_OPS[PERSONS_IF_PASSWORD], &task->password);
}

static StoreWrite write_session_gone(Task *task)
{
    task->ended.hash = task->who.hash;
    return store_op(&PERSON_OPS[PERSONS_END_SESSION], &task->ended);
}

static StoreWrite write_session(Task *task)
{
    return people_session(task->people, task->subject.id, task->label, task->secret,
                          &task->session);
}

// The subject with the password that was made.
static PersonNow now_of(const Task *task, PersonKind kind, const char *name)
{
    PersonNow now = { .id = task->subject.id, .kind = kind };
    copy(now.name, sizeof now.name, name);
    copy(now.key, sizeof now.key, task->key);
    copy(now.password_hash, sizeof now.password_hash, task->work.made);
    return now;
}

// --- registering and signing in ------------------------------------------------------------------

static void registered(Task *task)
{
    const PeopleSetup *setup = &task->people->setup;
    StoredPerson person;
    if (person_by_id(setup->store, task->subject.id, &person))
        setup->changed(setup->owner, &person);
    if (task->who.session)
        setup->signed_out(setup->owner, task->subject.id, &task->who.hash, NULL, false);
    task_answer_me(task, task->subject.id, 201, true);
}

static void register_now(Task *task)
{
    const KeptName free = { name_hash(task->key), people_now(task->people) };
    const NewPerson person = { now_of(task, task->body.bot ? PERSON_BOT : PERSON_ACCOUNT,
                                      task->body.name),
                               people_now(task->people) };
    StoreWrite writes[4] = {
        store_op(&IDENTITY_OPS[IDENTITY_IF_NAME_FREE], &free),
        task->who.person.id ? store_op(&PERSON_OPS[PERSONS_CHANGE], &person.now)
                            : store_op(&PERSON_OPS[PERSONS_ADD], &person),
        write_session(task),
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

static void sign_in_now(Task *task);

static void read_subject(void *context, Store *reading)
{
    Task *task = context;
    StoredPerson now;
    task->same_password = person_by_id(reading, task->subject.id, &now) &&
                          !strcmp(now.password_hash, task->subject.password_hash);
}

// The visitor's part may conflict as well as the password and the code. If the password is still
// the one that was checked, the sign-in is tried once more, which refuses a code that was used.
static void after_conflict(void *context, bool was_read)
{
    Task *task = context;
    if (was_read && !task->same_password)
        task_refuse(task, ERROR_WRONG_PASSWORD, "wrong name or password");
    else if (!was_read || task->tried_again)
        task_refuse(task, ERROR_FAILED, "it could not be saved; try again");
    else {
        task->tried_again = true;
        sign_in_now(task);
    }
}

static void visitors_sign_in_conflicted(Task *task)
{
    if (!store_read(task->people->setup.store, READ_SHORT, read_subject, after_conflict, task))
        task_refuse(task, ERROR_BUSY, "the server is overloaded; try again in a moment");
}

static void sign_in_now(Task *task)
{
    Factor factor;
    const PeopleSetup *setup = &task->people->setup;
    const PersonMove move = { task->who.person.id, task->subject.id };
    StoreWrite writes[5 + PEOPLE_WRITES_MAX] = {
        write_if_password(task),
        write_session(task),
    };
    int count = 2;
    if (factor_of(task, &factor) && !factor_check(task, &factor, &writes[count++])) return;
    if (!task->used_code) count = 2;
    if (task->who.session) {
        writes[count++] = write_session_gone(task);
        if (task->who.person.kind == PERSON_ANONYMOUS) {
            writes[count++] = store_op(&PERSON_OPS[PERSONS_BECOME], &move);
            count += setup->move(setup->owner, &move, &writes[count]);
            task->conflicted = visitors_sign_in_conflicted;
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
    const PersonNow now = now_of(task, task->subject.kind, task->subject.name);
    const PersonArg who = { task->subject.id };
    const OtherSessions others = { who.person, task->who.hash };
    const StoreWrite writes[] = {
        write_if_password(task),
        store_op(&PERSON_OPS[PERSONS_CHANGE], &now),
        task->who.session ? store_op(&PERSON_OPS[PERSONS_END_OTHER_SESSIONS], &others)
                          : store_op(&PERSON_OPS[PERSONS_END_SESSIONS], &who),
        store_op(&PERSON_OPS[PERSONS_END_TOKENS], &who),
    };
    task_write(task, writes, task->body.keep_tokens ? 3 : 4, password_changed);
}

static void deleted(Task *task)
{
    const PeopleSetup *setup = &task->people->setup;
    StoredPerson person;
    if (person_by_id(setup->store, task->subject.id, &person))
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
    const PersonEnd end = { who.person, people_now(task->people) };
    const KeptName kept = { name_hash(task->key), people_now(task->people) + NAME_KEPT_MS };
    StoreWrite writes[3 + PEOPLE_WRITES_MAX] = {
        write_if_password(task),
        store_op(&PERSON_OPS[PERSONS_END], &end),
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
    const PersonArg who = { task->who.person.id };
    StoreWrite write = write_session_gone(task);
    if (task->act == PEOPLE_LOGOUT_EVERYWHERE)
        write = store_op(&PERSON_OPS[PERSONS_END_SESSIONS], &who);
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
