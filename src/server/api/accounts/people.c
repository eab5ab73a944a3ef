// SPDX-License-Identifier: MIT
#include "server/api/accounts/people_internal.h"

#include "server/api/accounts/fingerprints.h"
#include "server/api/messages/reply.h"
#include "server/api/messages/reply_messages.h"
#include "server/identity/names.h"
#include "server/identity/persons.h"

#include <stdlib.h>

enum { PASSWORD_MIN = 8 }; // characters

People *people_new(const PeopleSetup *setup)
{
    People *people = calloc(1, sizeof *people);
    if (!people) return NULL;
    people->setup = *setup;
    people->passwords = passwords_new(setup->loop);
    people->work = work_new();
    if (people->passwords && people->work) return people;
    people_free(people);
    return NULL;
}

void people_free(People *people)
{
    passwords_free(people->passwords);
    work_free(people->work);
    free(people);
}

void people_close(People *people)
{
    people->closing = true;
    passwords_close(people->passwords);
}

// Signs a node's challenges for proof of work.
typedef struct WorkKey {
    Text key;
} WorkKey;
static const Shape KEY_SHAPE = SHAPE(WorkKey, FIELD(WorkKey, key));

static void receive_key(void *owner, Arrival arrival, const void *message)
{
    (void)arrival;
    work_trust(((People *)owner)->work, ((const WorkKey *)message)->key);
}

static const Topic KEY_TOPIC = { .name = "people.work_key",
                                 .shape = &KEY_SHAPE,
                                 .receive = receive_key,
                                 .older = { OLDER_WORK_KEY, "b" } };

static void on_node_event(void *owner, const NodeEvent *event)
{
    const People *people = owner;
    if (event->kind == NODE_ANNOUNCE)
        cluster_tell(people->cluster, &KEY_TOPIC, &(WorkKey){ work_key(people->work) });
}

void people_add(People *people, Cluster *cluster)
{
    static const Topic *const TOPICS[] = { &KEY_TOPIC, NULL };
    people->cluster = cluster;
    cluster_add(cluster,
                &(ClusterOwner){ .owner = people, .topics = TOPICS, .on_event = on_node_event });
}

// --- who asks ------------------------------------------------------------------------------------

Who people_who(People *people, const Request *request)
{
    Who who = { 0 };
    Store *store = people->setup.store;
    store_failed(store);
    if (request->authorization.length) {
        who.token = secret_from_authorization(request->authorization, &who.hash) &&
                    person_by_token(store, &who.hash, people_now(people), &who.person);
        who.forged = !who.token;
    } else if (secret_from_cookie(request->cookie, &who.hash)) {
        who.session = person_by_session(store, &who.hash, people_now(people), &who.person);
    }
    who.unread = store_failed(store);
    return who;
}

bool people_know(People *people, const Request *request, void (*then)(void *context), void *context)
{
    PersonWanted wanted = { .by = BY_SESSION, .now_ms = people_now(people) };
    bool asks;
    if (request->authorization.length) {
        wanted.by = BY_TOKEN;
        asks = secret_from_authorization(request->authorization, &wanted.hash);
    } else {
        asks = secret_from_cookie(request->cookie, &wanted.hash);
    }
    return !asks || person_know(people->setup.store, &wanted, then, context);
}

bool people_may(const Who *who, int scope)
{
    int scopes = who->person.proof_scopes;
    if (scopes & TOKEN_PLAY) scopes |= TOKEN_READ;
    return !who->token || (scopes & scope) == scope;
}

bool people_account(const Who *who)
{
    return who->person.id && who->person.kind != PERSON_ANONYMOUS;
}

// --- requests ------------------------------------------------------------------------------------

// In characters, as people count them.
static bool long_enough(const char *password)
{
    int count = 0;
    for (; *password; password++)
        count += (*password & 0xc0) != 0x80;
    return count >= PASSWORD_MIN;
}

// A guesser is slowed down by address, by the account that is tried from there and, far less, by
// the account alone: otherwise strangers could lock its owner out.
// The account's own devices are not slowed down by others.
static bool may_guess(const Task *task, Text address, i64 device, i64 now)
{
    RateLimits *limits = task->people->setup.limits;
    bool enters = task->act == PEOPLE_LOGIN;
    Text whose = enters ? text_of(task->key) : (Text){ (char *)&task->who.person.id, sizeof(i64) };
    if (task->known) {
        i64 pair[2] = { task->subject.id, device };
        return limits_take(limits, LIMIT_PASSWORD_DEVICE, (Text){ (char *)pair, sizeof pair }, now,
                           NULL);
    }
    char both[TASK_ADDRESS + PERSON_NAME_MAX];
    Out out = out_to(both, sizeof both);
    out_text(&out, address);
    out_char(&out, ' ');
    out_text(&out, whose);
    return limits_take_address(limits, LIMIT_SIGN_IN, address, now, NULL) &&
           limits_take(limits, LIMIT_PASSWORD, (Text){ both, out.length }, now, NULL) &&
           limits_take(limits, LIMIT_PASSWORD_ALL, whose, now, NULL);
}

// Strangers work first while many wait. False if the task has ended with a challenge.
static bool has_worked(Task *task, i64 now)
{
    People *people = task->people;
    char challenge[WORK_CHALLENGE];
    struct in6_addr bytes;
    Text network = limits_network(text_of(task->address), &bytes);
    if (task->known || passwords_waiting(people->passwords) < people->setup.work_above) return true;
    if (task->body.proof[0] && work_done(people->work, text_of(task->body.proof), network, now))
        return true;
    Json json = { 0 };
    work_ask(people->work, network, now, challenge);
    reply_write_work(&json, "many want to sign in: some work is asked for first", challenge,
                     WORK_BITS);
    reply_json(task->call, error_status(ERROR_WORK_NEEDED), &json, NULL);
    task_end(task);
    return false;
}

// Finds the account whose password is checked, and whether it knows the device. A signed-in device
// is known.
static void find_subject(Task *task, i64 device)
{
    Store *store = task->people->setup.store;
    if (task->act == PEOPLE_LOGIN) {
        if (!task->key[0] || !person_by_key(store, text_of(task->key), &task->subject))
            task->subject = (StoredPerson){ 0 };
        task->known = device && task->subject.id &&
                      trace_known(store, task->subject.id, TRACE_DEVICE, device);
    } else if (task->act != PEOPLE_REGISTER) {
        task->subject = task->who.person;
        task->known = device && trace_known(store, task->subject.id, TRACE_DEVICE, device);
        name_key(text_of(task->subject.name), task->key, NULL);
    }
}

static bool takes_password(PeopleAct act)
{
    return act == PEOPLE_LOGIN || act == PEOPLE_PASSWORD || act == PEOPLE_DELETE ||
           act == PEOPLE_FACTOR || act == PEOPLE_FACTOR_OFF || act == PEOPLE_RECOVERY;
}

// Does the checks that need no password hash. False if one of them refused the request.
static bool check(Task *task, const Request *request)
{
    People *people = task->people;
    RateLimits *limits = people->setup.limits;
    i64 now = people_now(people);
    Fault why;
    bool enters = task->act == PEOPLE_REGISTER || task->act == PEOPLE_LOGIN;
    const char *fresh = task->act == PEOPLE_REGISTER ? task->body.password : task->body.fresh;
    bool sets = task->act == PEOPLE_REGISTER || task->act == PEOPLE_PASSWORD;
    if (enters && (task->who.token || task->who.forged)) {
        task_refuse(task, ERROR_FORBIDDEN, "a token cannot register or sign in");
        return false;
    }
    if (task->act == PEOPLE_REGISTER && people_account(&task->who)) {
        task_refuse(task, ERROR_FORBIDDEN, "sign out first");
        return false;
    }
    if (!enters && task->act != PEOPLE_LOGOUT && !people_account(&task->who)) {
        task_refuse(task, ERROR_NOT_SIGNED_IN, "sign in first");
        return false;
    }
    if (enters && name_key(text_of(task->body.name), task->key, &why) != OK) {
        if (task->act == PEOPLE_REGISTER) {
            task_refuse(task, ERROR_BAD_NAME, why.message);
            return false;
        }
        task->key[0] = '\0'; // matches no account
    }
    if (task->act == PEOPLE_REGISTER && name_reserved(text_of(task->body.name))) {
        task_refuse(task, ERROR_NAME_RESERVED, "that name is reserved");
        return false;
    }
    i64 device = fingerprints_device(request);
    store_failed(people->setup.store);
    find_subject(task, device);
    if (store_failed(people->setup.store)) {
        task_refuse(task, ERROR_FAILED, "the store cannot be read");
        return false;
    }
    if (sets && !long_enough(fresh)) {
        task_refuse(task, ERROR_BAD_PASSWORD, "a password has at least 8 characters");
        return false;
    }
    bool fine = true;
    if (task->act == PEOPLE_REGISTER)
        fine = limits_take_address(limits, LIMIT_REGISTER, request->address, now, NULL);
    else if (takes_password(task->act))
        fine = may_guess(task, request->address, device, now);
    if (!fine) {
        task_refuse(task, ERROR_TOO_FAST, "too many attempts; try again later");
        return false;
    }
    return !enters || has_worked(task, now);
}

void people_act(People *people, PeopleAct act, WebCall *call, const Request *request,
                const Who *who, const Body *body)
{
    Task *task = task_new(people, act, call, who);
    if (!task) return;
    task->secure = request->secure;
    Out address = out_to(task->address, sizeof task->address);
    out_text(&address, request->address);
    session_label(request->user_agent, task->label);
    task->body = *body;
    if (!check(task, request)) return;
    switch (act) {
    case PEOPLE_REGISTER:
        if (person_by_key(people->setup.store, text_of(task->key), &task->subject)) {
            task_refuse(task, ERROR_NAME_TAKEN, "that name is taken");
            return;
        }
        task->subject =
            (StoredPerson){ .id = who->person.id ? who->person.id : secret_number(PERSON_IDS) };
        account_work(task);
        return;
    case PEOPLE_LOGIN:
    case PEOPLE_PASSWORD:
    case PEOPLE_DELETE:
    case PEOPLE_FACTOR:
    case PEOPLE_FACTOR_OFF:
    case PEOPLE_RECOVERY: account_work(task); return;
    case PEOPLE_FACTOR_ON: factor_confirm(task); return;
    case PEOPLE_LOGOUT:
    case PEOPLE_LOGOUT_EVERYWHERE:
        if (act == PEOPLE_LOGOUT && !who->session)
            task_answer_me(task, 0, 200, true);
        else
            account_sign_out(task);
        return;
    case PEOPLE_TOKEN: token_make(task); return;
    case PEOPLE_TOKEN_GONE:
    case PEOPLE_SESSION_GONE: task_refuse(task, ERROR_UNKNOWN, "there is nothing here"); return;
    }
}
