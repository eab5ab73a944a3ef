// SPDX-License-Identifier: MIT
// Shared by the files of people: a Task is one request, from its arrival to the answer.
//
//     people.c           finds the person of a request; the requests and their checks
//     people_internal.c  a task: its writes, and its end
//     accounts.c         registering, signing in and out, passwords, the end of an account
//     tokens.c           tokens
//     sessions.c         sessions, and their labels
//     factor.c           the second factor
//     visitors.c         people without an account
#ifndef MEYDAN_SERVER_API_ACCOUNTS_PEOPLE_INTERNAL_H
#define MEYDAN_SERVER_API_ACCOUNTS_PEOPLE_INTERNAL_H

#include "server/api/accounts/people.h"
#include "server/identity/identity_ops.h"
#include "server/identity/passwords.h"
#include "server/identity/persons.h"
#include "server/identity/work.h"
#include "server/kernel/secret.h"

#define PERSON_IDS ((i64)1 << 53) // of persons and of tokens, below this

struct People {
    PeopleSetup setup;
    Passwords *passwords;
    Work *work;
    Cluster *cluster; // NULL: there are no other nodes
    i64 pruned;       // PersonPruning.reached
    bool closing;     // the store accepts no more writes
};

enum { TASK_ADDRESS = 64 };

typedef struct Task {
    People *people;
    PeopleAct act;
    WebCall *call;
    bool secure;
    char address[TASK_ADDRESS];
    Who who;
    Body body;
    char key[PERSON_NAME_MAX];
    StoredPerson subject; // whose password is checked; id 0 if the name doesn't exist
    PasswordWork work;
    char secret[SECRET_SIZE]; // of a new session or token
    TokenGrant token;
    // Arguments of its writes.
    SessionStart session;
    SecretArg ended;
    PersonPassword password;
    char label[SESSION_LABEL_MAX]; // of a new session
    bool known;                    // `subject` has signed in on this device before
    bool used_code; // a code of the second factor was used: a conflict means that it was used
                    // already
    NewFactor factor;
    FactorStep used_step; // the code that was used: by time, or a recovery code
    RecoveryCode used_recovery;
    RecoveryCode recoveries[RECOVERY_CODES];
    char recovery[RECOVERY_CODES][CODE_SIZE];
    void (*then)(struct Task *task);       // once it is committed
    void (*conflicted)(struct Task *task); // on a conflict, instead of the usual refusal; or NULL
    bool tried_again;                      // after a conflict
    bool same_password;                    // as read after a conflict
} Task;

i64 people_now(const People *people);

// If out of memory, answers the call and returns NULL.
Task *task_new(People *people, PeopleAct act, WebCall *call, const Who *who);

// Each of these ends the task. The last is the answer of /me for the person who is signed in now,
// with a cookie that gives the session or takes it away.
void task_end(Task *task);
void task_refuse(Task *task, ErrorCode code, const char *text);
void task_answer_me(Task *task, i64 person, int status, bool cookie);

// Calls `then` after the commit. If the store fails, the request is refused and the task ends.
void task_write(Task *task, const StoreWrite *writes, int count, void (*then)(Task *task));
// The write of a new session with a new secret. Its arguments are `session`.
StoreWrite people_session(const People *people, i64 person, const char *label,
                          char secret[SECRET_SIZE], SessionStart *session);

// --- accounts.c ----------------------------------------------------------------------------------

// Requests that need a password to be hashed, and the other requests.
void account_work(Task *task);
void account_sign_out(Task *task);

// --- tokens.c ------------------------------------------------------------------------------------

void token_make(Task *task);

// --- sessions.c ----------------------------------------------------------------------------------

void session_label(Text user_agent, char label[SESSION_LABEL_MAX]);

// --- factor.c ------------------------------------------------------------------------------------

// Whether the subject has a confirmed second factor.
bool factor_of(const Task *task, Factor *factor);
// Returns whether the body's code may be right, with a write that checks it at the commit and whose
// arguments belong to the task. Otherwise the task has ended.
bool factor_check(Task *task, const Factor *factor, StoreWrite *write);
void factor_confirm(Task *task);
// Continues with a request about the second factor, after the password was checked.
void factor_now(Task *task, StoreWrite if_password);

#endif
