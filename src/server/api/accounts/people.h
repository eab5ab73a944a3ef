// SPDX-License-Identifier: MIT
// People: accounts, anonymous visitors, sessions, tokens.
//
// A person is an account, a bot's account or an anonymous visitor who has made or joined a game. A
// browser proves who it is by the cookie of a session, a program by a token (secret.h). Signing in
// takes as long for a name that does not exist as for a wrong password (passwords.h).
//
// An answer is sent only after its commit.
#ifndef MEYDAN_SERVER_API_ACCOUNTS_PEOPLE_H
#define MEYDAN_SERVER_API_ACCOUNTS_PEOPLE_H

#include "base/errors.h"
#include "platform/net/web.h"
#include "server/api/accounts/account_view.h"
#include "server/cluster/cluster.h"
#include "server/identity/person_ops.h"
#include "server/kernel/limits.h"
#include "sql/op.h"

typedef struct People People;

enum { PEOPLE_WRITES_MAX = 64 };

typedef struct PeopleSetup {
    uv_loop_t *loop;
    Store *store;
    RateLimits *limits;
    int work_above; // strangers prove work while more passwords than this wait
    void *owner;
    i64 (*now)(void *owner);
    // The answer of GET /me for that person.
    void (*me)(void *owner, const StoredPerson *person, Json *json);
    // The name or the kind has changed; PERSON_GONE: the person was deleted.
    void (*changed)(void *owner, const StoredPerson *person);
    // The games of `from` now belong to `to`.
    void (*moved)(void *owner, i64 from, i64 to);
    // That session or token has ended; or, if NULL, all sessions of the person but `except` (may be
    // NULL), and with `tokens` all tokens.
    void (*signed_out)(void *owner, i64 person, const SecretHash *session, const SecretHash *except,
                       bool tokens);
    // A client at that address sent a wrong password.
    void (*guessed)(void *owner, const char *address);
    // Add the writes of other parts to the call that deletes a person, turns a visitor into an
    // account, or removes old rows. They return the number of writes, PEOPLE_WRITES_MAX at most.
    // The arguments outlive the call of store_write.
    int (*forget)(void *owner, const PersonArg *who, StoreWrite *writes);
    int (*move)(void *owner, const PersonMove *move, StoreWrite *writes);
    int (*prune)(void *owner, const PruneArg *prune, StoreWrite *writes);
    // The account is about to be deleted: its games in progress are resigned; then it continues.
    void (*leave)(void *owner, i64 person, void (*then)(void *context), void *context);
} PeopleSetup;

People *people_new(const PeopleSetup *setup); // NULL if out of memory
// The end: people_close refuses whatever is still to be written, before the store is closed; then
// the loop is run until it is empty, then comes people_free.
void people_close(People *people);

// Proof of work across nodes (work.h): the key of this one, and those of others.
void people_add(People *people, Cluster *cluster);
void people_free(People *people);

// The sender of a request.
typedef struct Who {
    StoredPerson person; // id 0 if there is none yet
    bool session;        // by the cookie of one, whose hash this is
    SecretHash hash;
    bool token;  // by a bot's token
    bool forged; // the token that was sent doesn't exist
    bool unread; // the store failed, so the person couldn't be looked up
} Who;
Who people_who(People *people, const Request *request);
// Whether the person is known without waiting. Otherwise `then` is called later.
bool people_know(People *people, const Request *request, void (*then)(void *context),
                 void *context);
// Whether a token may do that (TOKEN_PLAY ...); a session may do anything.
bool people_may(const Who *who, int scope);
bool people_account(const Who *who); // an account or a bot: a person with a name

// Calls `then` with a person who can take a seat. A visitor becomes a person with a session, and
// `cookie` is the value of Set-Cookie for the answer. After a failure `person` is 0.
typedef void PersonMade(void *context, i64 person, const char *cookie);
void people_need(People *people, const Who *who, bool secure, PersonMade *then, void *context);

typedef enum PeopleAct {
    PEOPLE_REGISTER,
    PEOPLE_LOGIN,
    PEOPLE_LOGOUT,
    PEOPLE_LOGOUT_EVERYWHERE,
    PEOPLE_PASSWORD,
    PEOPLE_DELETE,
    PEOPLE_TOKEN,
    PEOPLE_TOKEN_GONE,   // only by people_drop_token
    PEOPLE_SESSION_GONE, // only by people_drop_session
    PEOPLE_FACTOR,       // a second factor: begun, confirmed, given up; new codes on paper
    PEOPLE_FACTOR_ON,
    PEOPLE_FACTOR_OFF,
    PEOPLE_RECOVERY,
} PeopleAct;

enum {
    PASSWORD_SIZE = 256,
    LABEL_SIZE = 64,
    PROOF_SIZE = 100,
    TOKEN_DAYS = 365, // of a token, if the request states none
    TOKEN_DAYS_MAX = 3650,
};
// The fields of all these requests; each has some of them.
typedef struct Body {
    char name[4 * LABEL_SIZE];
    char password[PASSWORD_SIZE]; // may be the old password too
    char fresh[PASSWORD_SIZE];    // the new one
    char label[LABEL_SIZE];
    bool bot;
    char code[CODE_SIZE];   // of a second factor
    char proof[PROOF_SIZE]; // of work
    int scopes;             // TOKEN_PLAY ...
    int days;
    bool keep_tokens;
} Body;
// Answers the call.
void people_act(People *people, PeopleAct act, WebCall *call, const Request *request,
                const Who *who, const Body *body);
// DELETE /tokens/ID.
void people_drop_token(People *people, WebCall *call, const Who *who, i64 token);
// DELETE /sessions/ID.
void people_drop_session(People *people, WebCall *call, const Who *who, i64 session);
// Checks some of the visitors, and deletes those who never played after a while.
void people_prune(People *people);

#endif
