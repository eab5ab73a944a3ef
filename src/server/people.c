// SPDX-License-Identifier: MIT
#include "server/people.h"

#include "server/names.h"
#include "server/passwords.h"
#include "server/reply.h"
#include "server/secret.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum {
    PASSWORD_LEAST = 8, // characters
    TOKENS_MOST = 20,
    ADDRESS_ROOM = 64,
};
#define SESSION_MS ((i64)365 * 24 * 60 * 60 * 1000)
#define PERSON_IDS ((i64)1 << 53)

// One thing asked for, from the request to the answer.
typedef struct Task {
    People *people;
    PeopleAct act;
    WebCall *call;
    bool secure;
    char address[ADDRESS_ROOM];
    Who who;
    Body body;
    char key[NAME_MOST];
    StoredPerson subject; // whose password it is about; id 0: a name that does not exist
    PasswordWork work;
    char secret[SECRET_ROOM]; // of a new session or token
    i64 token;
    PersonMade *then; // people_need
    void *context;
} Task;

struct People {
    PeopleSetup setup;
    Passwords *passwords;
    bool closing; // nothing more can be written
};

People *people_new(const PeopleSetup *setup)
{
    People *people = calloc(1, sizeof *people);
    if (!people) return NULL;
    people->setup = *setup;
    people->passwords = passwords_new(setup->loop);
    if (people->passwords) return people;
    free(people);
    return NULL;
}

void people_free(People *people)
{
    passwords_free(people->passwords);
    free(people);
}

static i64 now_ms(const People *people)
{
    return people->setup.now(people->setup.owner);
}

// --- who asks ------------------------------------------------------------------------------------

Who people_who(People *people, const Request *request)
{
    Who who = { 0 };
    Store *store = people->setup.store;
    if (request->authorization.length) {
        who.token = secret_from_authorization(request->authorization, &who.hash) &&
                    store_person_by_token(store, &who.hash, &who.person);
        who.forged = !who.token;
    } else if (secret_from_cookie(request->cookie, &who.hash)) {
        who.session = store_person_by_session(store, &who.hash, now_ms(people), &who.person);
    }
    return who;
}

bool people_account(const Who *who)
{
    return who->person.id && who->person.kind != PERSON_ANONYMOUS;
}

// --- tasks ---------------------------------------------------------------------------------------

static void task_end(Task *task)
{
    sodium_memzero(task, sizeof *task);
    free(task);
}

static void task_refuse(Task *task, const char *code, const char *text)
{
    reply_error(task->call, code, text);
    task_end(task);
}

static void task_failed(Task *task, StoreStatus status)
{
    if (status == STORE_CONFLICT && task->act == PEOPLE_REGISTER)
        task_refuse(task, "name_taken", "that name is taken");
    else if (status == STORE_CONFLICT && task->work.right)
        task_refuse(task, "wrong_password", "that is not the password any more");
    else if (status == STORE_CONFLICT)
        task_refuse(task, "not_found", "that account is gone");
    else
        task_refuse(task, "failed", "it could not be kept; try again");
}

static void task_write(Task *task, const StoreWrite *writes, int count, StoreDone *done)
{
    if (!store_write(task->people->setup.store, writes, count, done, task))
        task_refuse(task, "busy", "the server does not keep up; try again in a moment");
}

// Others may have changed the password since it was compared, or the account may be gone: what
// follows from having known it is then not done.
static StoreWrite write_if_password(const Task *task)
{
    return (StoreWrite){ .kind = WRITE_IF_PASSWORD,
                         .person = { .id = task->subject.id,
                                     .password_hash = text_of(task->subject.password_hash) } };
}

static StoreWrite write_session(Task *task, i64 person)
{
    i64 now = now_ms(task->people);
    StoreWrite write = {
        .kind = WRITE_SESSION,
        .session = { .person = person, .created_ms = now, .expires_ms = now + SESSION_MS }
    };
    secret_make(task->secret, &write.session.hash);
    return write;
}

static StoreWrite write_session_gone(const Task *task)
{
    return (StoreWrite){ .kind = WRITE_SESSION_GONE, .session = { .hash = task->who.hash } };
}

// The answer of /me for whoever is signed in now.
static void task_answer_me(Task *task, i64 person, int status, bool cookie)
{
    const PeopleSetup *setup = &task->people->setup;
    char value[COOKIE_ROOM];
    StoredPerson now = { 0 };
    Json json = { 0 };
    if (person) store_person(setup->store, person, &now);
    setup->me(setup->owner, &now, &json);
    if (cookie) secret_cookie(person ? task->secret : NULL, task->secure, value);
    reply_json(task->call, status, &json, cookie ? value : NULL);
    task_end(task);
}

// --- registering and signing in ------------------------------------------------------------------

static void registered(void *context, StoreStatus status)
{
    Task *task = context;
    const PeopleSetup *setup = &task->people->setup;
    if (status != STORED) {
        task_failed(task, status);
        return;
    }
    StoredPerson person;
    if (store_person(setup->store, task->subject.id, &person))
        setup->changed(setup->owner, &person);
    if (task->who.session) setup->signed_out(setup->owner, task->subject.id, &task->who.hash, NULL);
    task_answer_me(task, task->subject.id, 201, true);
}

static void register_now(Task *task)
{
    StoreWrite writes[3] = {
        { .kind = task->who.person.id ? WRITE_PERSON_CHANGED : WRITE_PERSON,
          .person = { .id = task->subject.id,
                      .kind = task->body.bot ? PERSON_BOT : PERSON_ACCOUNT,
                      .name = text_of(task->body.name),
                      .key = text_of(task->key),
                      .password_hash = text_of(task->work.made),
                      .created_ms = now_ms(task->people) } },
        write_session(task, task->subject.id),
    };
    int count = 2;
    // Whoever knew the visitor's session does not know the account's.
    if (task->who.session) writes[count++] = write_session_gone(task);
    task_write(task, writes, count, registered);
}

static void signed_in(void *context, StoreStatus status)
{
    Task *task = context;
    const PeopleSetup *setup = &task->people->setup;
    if (status != STORED) {
        task_failed(task, status);
        return;
    }
    const StoredPerson *before = &task->who.person;
    if (task->who.session) {
        setup->signed_out(setup->owner, before->id, &task->who.hash, NULL);
        if (before->kind == PERSON_ANONYMOUS)
            setup->moved(setup->owner, before->id, task->subject.id);
    }
    task_answer_me(task, task->subject.id, 200, true);
}

static void sign_in_now(Task *task)
{
    StoreWrite writes[4] = { write_if_password(task), write_session(task, task->subject.id) };
    int count = 2;
    if (task->who.session) {
        writes[count++] = write_session_gone(task);
        if (task->who.person.kind == PERSON_ANONYMOUS)
            writes[count++] =
                (StoreWrite){ .kind = WRITE_MOVE_GAMES,
                              .move = { .from = task->who.person.id, .to = task->subject.id } };
    }
    task_write(task, writes, count, signed_in);
}

// --- an account's life ---------------------------------------------------------------------------

static void password_changed(void *context, StoreStatus status)
{
    Task *task = context;
    const PeopleSetup *setup = &task->people->setup;
    if (status != STORED) {
        task_failed(task, status);
        return;
    }
    setup->signed_out(setup->owner, task->subject.id, NULL,
                      task->who.session ? &task->who.hash : NULL);
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
    };
    if (task->who.session) writes[2].session.hash = task->who.hash;
    task_write(task, writes, 3, password_changed);
}

static void deleted(void *context, StoreStatus status)
{
    Task *task = context;
    const PeopleSetup *setup = &task->people->setup;
    if (status != STORED) {
        task_failed(task, status);
        return;
    }
    StoredPerson person;
    if (store_person(setup->store, task->subject.id, &person))
        setup->changed(setup->owner, &person);
    task_answer_me(task, 0, 200, true);
}

static void delete_now(void *context)
{
    Task *task = context;
    if (task->people->closing) {
        task_refuse(task, "busy", "the server stops");
        return;
    }
    const StoreWrite writes[] = {
        write_if_password(task),
        { .kind = WRITE_PERSON_GONE,
          .gone = { .id = task->subject.id, .at_ms = now_ms(task->people) } },
    };
    task_write(task, writes, 2, deleted);
}

static void signed_out(void *context, StoreStatus status)
{
    Task *task = context;
    const PeopleSetup *setup = &task->people->setup;
    if (status != STORED) {
        task_failed(task, status);
        return;
    }
    bool everywhere = task->act == PEOPLE_LOGOUT_EVERYWHERE;
    setup->signed_out(setup->owner, task->who.person.id, everywhere ? NULL : &task->who.hash, NULL);
    task_answer_me(task, 0, 200, true);
}

static void sign_out_now(Task *task)
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
        task_refuse(task, "busy", "the server has no memory to spare; try again in a moment");
    } else if (task->act == PEOPLE_REGISTER) {
        register_now(task);
    } else if (!work->right) {
        setup->guessed(setup->owner, task->address);
        task_refuse(task, "wrong_password",
                    login ? "no account has that name and password" : "that is not the password");
    } else if (login) {
        sign_in_now(task);
    } else if (task->act == PEOPLE_PASSWORD) {
        change_password_now(task);
    } else {
        setup->leave(setup->owner, task->subject.id, delete_now, task);
    }
}

static void queue_work(Task *task)
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
    if (!passwords_add(task->people->passwords, work))
        task_refuse(task, "busy", "too many passwords are being checked; try again in a moment");
}

void people_close(People *people)
{
    people->closing = true;
    passwords_close(people->passwords);
}

// --- tokens --------------------------------------------------------------------------------------

static void token_made(void *context, StoreStatus status)
{
    Task *task = context;
    if (status != STORED) {
        task_failed(task, status);
        return;
    }
    Json json = { 0 };
    message_write_new_token(&json, task->token, task->body.label, task->secret);
    reply_json(task->call, 201, &json, NULL);
    task_end(task);
}

static bool count_token(void *context, const StoredToken *token)
{
    (void)token;
    ++*(int *)context;
    return true;
}

static void make_token(Task *task)
{
    int count = 0;
    store_tokens(task->people->setup.store, task->who.person.id, count_token, &count);
    if (count >= TOKENS_MOST) {
        task_refuse(task, "full", "that are enough tokens; take one back first");
        return;
    }
    task->token = secret_number(PERSON_IDS);
    StoreWrite write = { .kind = WRITE_TOKEN,
                         .token = { .id = task->token,
                                    .person = task->who.person.id,
                                    .label = text_of(task->body.label),
                                    .created_ms = now_ms(task->people) } };
    secret_make(task->secret, &write.token.hash);
    task_write(task, &write, 1, token_made);
}

static void token_dropped(void *context, StoreStatus status)
{
    Task *task = context;
    if (status == STORE_FAILED) {
        task_failed(task, status);
    } else if (status == STORE_CONFLICT) {
        task_refuse(task, "not_found", "there is no such token");
    } else {
        const PeopleSetup *setup = &task->people->setup;
        setup->signed_out(setup->owner, task->who.person.id, &task->who.hash, NULL);
        reply_ok(task->call);
        task_end(task);
    }
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

// --- what can be asked ---------------------------------------------------------------------------

static Task *task_new(People *people, PeopleAct act, WebCall *call, const Who *who)
{
    Task *task = calloc(1, sizeof *task);
    if (!task) {
        if (call) reply_error(call, "failed", "out of memory");
        return NULL;
    }
    task->people = people;
    task->act = act;
    task->call = call;
    task->who = *who;
    return task;
}

void people_drop_token(People *people, WebCall *call, const Who *who, i64 token)
{
    Task *task = task_new(people, PEOPLE_TOKEN, call, who);
    if (!task) return;
    TokenSought sought = { .id = token };
    store_tokens(people->setup.store, who->person.id, match_token, &sought);
    if (!sought.found) {
        task_refuse(task, "not_found", "there is no such token");
        return;
    }
    task->who.hash = sought.hash; // its sockets end
    const StoreWrite write = { .kind = WRITE_TOKEN_GONE,
                               .token = { .id = token, .person = who->person.id } };
    task_write(task, &write, 1, token_dropped);
}

// In characters, as people count them.
static bool long_enough(const char *password)
{
    int count = 0;
    for (; *password; password++)
        count += (*password & 0xc0) != 0x80;
    return count >= PASSWORD_LEAST;
}

// A guesser is slowed down by address, by the account that is tried from there and, far less, by
// the account alone: otherwise anybody could keep its owner out.
static bool may_guess(const Task *task, Text address, i64 now)
{
    Limits *limits = task->people->setup.limits;
    bool enters = task->act == PEOPLE_LOGIN;
    Text whose = enters ? text_of(task->key) : (Text){ (char *)&task->who.person.id, sizeof(i64) };
    char both[ADDRESS_ROOM + NAME_MOST];
    Out out = out_to(both, sizeof both);
    out_text(&out, address);
    out_char(&out, ' ');
    out_text(&out, whose);
    return limits_take_address(limits, LIMIT_SIGN_IN, address, now, NULL) &&
           limits_take(limits, LIMIT_PASSWORD, (Text){ both, out.length }, now, NULL) &&
           limits_take(limits, LIMIT_PASSWORD_ALL, whose, now, NULL);
}

// What needs no password's work is refused here; false if it was.
static bool check(Task *task, const Request *request)
{
    People *people = task->people;
    Limits *limits = people->setup.limits;
    i64 now = now_ms(people);
    Fault why;
    bool enters = task->act == PEOPLE_REGISTER || task->act == PEOPLE_LOGIN;
    const char *fresh = task->act == PEOPLE_REGISTER ? task->body.password : task->body.fresh;
    bool sets = task->act == PEOPLE_REGISTER || task->act == PEOPLE_PASSWORD;
    if (enters && (task->who.token || task->who.forged)) {
        task_refuse(task, "forbidden", "a token neither registers nor signs in");
        return false;
    }
    if (task->act == PEOPLE_REGISTER && people_account(&task->who)) {
        task_refuse(task, "forbidden", "sign out first");
        return false;
    }
    if (!enters && task->act != PEOPLE_LOGOUT && !people_account(&task->who)) {
        task_refuse(task, "not_signed_in", "sign in first");
        return false;
    }
    if (enters && name_key(text_of(task->body.name), task->key, &why) != OK) {
        if (task->act == PEOPLE_REGISTER) {
            task_refuse(task, "bad_name", why.message);
            return false;
        }
        task->key[0] = '\0'; // nobody has it
    }
    if (sets && !long_enough(fresh)) {
        task_refuse(task, "bad_password", "a password has at least 8 characters");
        return false;
    }
    bool fine = true;
    if (task->act == PEOPLE_REGISTER)
        fine = limits_take_address(limits, LIMIT_REGISTER, request->address, now, NULL);
    else if (enters || task->act == PEOPLE_PASSWORD || task->act == PEOPLE_DELETE)
        fine = may_guess(task, request->address, now);
    if (!fine) {
        task_refuse(task, "too_fast", "too many attempts; try again later");
        return false;
    }
    return true;
}

static const struct {
    int needs, may;
} BODIES[] = {
    [PEOPLE_REGISTER] = { BODY_NAME | BODY_PASSWORD, BODY_BOT },
    [PEOPLE_LOGIN] = { BODY_NAME | BODY_PASSWORD, 0 },
    [PEOPLE_LOGOUT] = { 0, 0 },
    [PEOPLE_LOGOUT_EVERYWHERE] = { 0, 0 },
    [PEOPLE_PASSWORD] = { BODY_OLD | BODY_NEW, 0 },
    [PEOPLE_DELETE] = { BODY_PASSWORD, 0 },
    [PEOPLE_TOKEN] = { BODY_LABEL, 0 },
};

void people_act(People *people, PeopleAct act, WebCall *call, const Request *request,
                const Who *who)
{
    Fault why;
    Task *task = task_new(people, act, call, who);
    if (!task) return;
    task->secure = request->secure;
    Out address = out_to(task->address, sizeof task->address);
    out_text(&address, request->address);
    if (message_read_body(request->body, BODIES[act].needs, BODIES[act].may, &task->body, &why) !=
        OK) {
        task_refuse(task, "malformed", why.message);
        return;
    }
    if (!check(task, request)) return;
    switch (act) {
    case PEOPLE_REGISTER:
        if (store_person_by_key(people->setup.store, text_of(task->key), &task->subject)) {
            task_refuse(task, "name_taken", "that name is taken");
            return;
        }
        task->subject =
            (StoredPerson){ .id = who->person.id ? who->person.id : secret_number(PERSON_IDS) };
        queue_work(task);
        return;
    case PEOPLE_LOGIN:
        if (!task->key[0] ||
            !store_person_by_key(people->setup.store, text_of(task->key), &task->subject))
            task->subject = (StoredPerson){ 0 };
        queue_work(task);
        return;
    case PEOPLE_PASSWORD:
    case PEOPLE_DELETE:
        task->subject = who->person;
        name_key(text_of(task->subject.name), task->key, NULL);
        queue_work(task);
        return;
    case PEOPLE_LOGOUT:
    case PEOPLE_LOGOUT_EVERYWHERE:
        if (act == PEOPLE_LOGOUT && !who->session)
            task_answer_me(task, 0, 200, true);
        else
            sign_out_now(task);
        return;
    case PEOPLE_TOKEN: make_token(task); return;
    }
}

// --- visitors ------------------------------------------------------------------------------------

static void visitor_made(void *context, StoreStatus status)
{
    Task *task = context;
    char cookie[COOKIE_ROOM];
    secret_cookie(task->secret, task->secure, cookie);
    task->then(task->context, status == STORED ? task->subject.id : 0, cookie);
    task_end(task);
}

void people_need(People *people, const Who *who, bool secure, PersonMade *then, void *context)
{
    if (who->person.id) {
        then(context, who->person.id, NULL);
        return;
    }
    Task *task = task_new(people, PEOPLE_LOGIN, NULL, who);
    if (!task) {
        then(context, 0, NULL);
        return;
    }
    task->secure = secure;
    task->then = then;
    task->context = context;
    task->subject.id = secret_number(PERSON_IDS);
    const StoreWrite writes[] = {
        { .kind = WRITE_PERSON,
          .person = { .id = task->subject.id,
                      .kind = PERSON_ANONYMOUS,
                      .created_ms = now_ms(people) } },
        write_session(task, task->subject.id),
    };
    if (store_write(people->setup.store, writes, 2, visitor_made, task)) return;
    then(context, 0, NULL);
    task_end(task);
}
