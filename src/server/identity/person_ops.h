// SPDX-License-Identifier: MIT
// The stored part of persons: accounts and visitors, their sessions and tokens.
//
//     const StoreWrite write = store_op(&PERSON_OPS[PERSONS_ADD_SESSION], &session);
//     store_select(reading, &PERSON_OPS[PERSONS_SESSIONS], &(PersonArg){ person }, see, context);
//
// persons.h finds one person, through a cache.
#ifndef MEYDAN_SERVER_IDENTITY_PERSON_OPS_H
#define MEYDAN_SERVER_IDENTITY_PERSON_OPS_H

#include "sql/op.h"

enum {
    PERSONS_ADD,
    PERSONS_CHANGE,
    PERSONS_END,
    PERSONS_BECOME, // PersonMove: the first person, who has no name, became the second
    PERSONS_IF_PASSWORD,
    PERSONS_BY_ID, // persons.h
    PERSONS_BY_KEY,
    PERSONS_BY_SESSION,
    PERSONS_BY_TOKEN,
    PERSONS_LIST, // all of them, by id
    PERSONS_LIKE,
    PERSONS_ADD_SESSION,
    PERSONS_END_SESSION,  // SecretArg; no conflict if there is none
    PERSONS_END_SESSIONS, // all of a PersonArg
    PERSONS_END_OTHER_SESSIONS,
    PERSONS_USE_SESSION,
    PERSONS_SESSIONS, // of a PersonArg
    PERSONS_ADD_TOKEN,
    PERSONS_END_TOKEN,
    PERSONS_END_TOKENS, // all of a PersonArg
    PERSONS_USE_TOKEN,
    PERSONS_TOKENS, // of a PersonArg
    PERSONS_PRUNE,
    PERSONS_PIECE, // for PERSONS_PRUNE, as the rest
    PERSONS_DROP_VISITORS_SESSIONS,
    PERSONS_DROP_VISITORS,
    PERSONS_EXPIRE_SESSIONS,
    PERSONS_EXPIRE_TOKENS,
    PERSONS_OPS
};
extern const StoreOp PERSON_OPS[PERSONS_OPS];

// --- persons -------------------------------------------------------------------------------------

typedef enum PersonKind { PERSON_ANONYMOUS, PERSON_ACCOUNT, PERSON_BOT, PERSON_GONE } PersonKind;

enum {
    PERSON_NAME_MAX = 64,   // bytes with NUL, of a name and of its key
    PASSWORD_HASH_MAX = 128 // libsodium's crypto_pwhash_STRBYTES
};

typedef struct StoredPerson {
    i64 id;
    PersonKind kind;
    char name[PERSON_NAME_MAX];            // empty if anonymous or gone
    char password_hash[PASSWORD_HASH_MAX]; // empty if there is none
    i64 created_ms;
    i64 gone_ms; // 0: not deleted
    i64 became;  // the person who has this one's games since PERSONS_BECOME, or 0
    // Of the session or token by which the person was found: its end (0: never) and a token's
    // scopes (TOKEN_PLAY ...).
    i64 proof_expires_ms;
    int proof_scopes;
} StoredPerson;

// PERSONS_CHANGE: another kind and password, and a name if the person had none. A conflict if the
// person was deleted, has become another one or has another name. `key` makes names unique: the
// name with its case folded.
typedef struct PersonNow {
    i64 id;
    PersonKind kind;
    char name[PERSON_NAME_MAX], key[PERSON_NAME_MAX], password_hash[PASSWORD_HASH_MAX];
} PersonNow;

// PERSONS_ADD. A conflict if the id or the name is taken.
typedef struct NewPerson {
    PersonNow now;
    i64 created_ms;
} NewPerson;

// PERSONS_END forgets name and password. The games and rating changes stay, without a name.
typedef struct PersonEnd {
    i64 person, at_ms;
} PersonEnd;

// PERSONS_IF_PASSWORD: a conflict if the person has another password hash by now.
typedef struct PersonPassword {
    i64 person;
    char hash[PASSWORD_HASH_MAX];
} PersonPassword;

// PERSONS_BY_KEY.
typedef struct NameKey {
    Text key;
} NameKey;

// PERSONS_LIKE: accounts and bots whose keys begin with this one, by key.
typedef struct KeyPrefix {
    Text key;
    int limit;
} KeyPrefix;

// --- sessions and tokens -------------------------------------------------------------------------

enum { SESSION_LABEL_MAX = 64 }; // bytes
enum { TOKENS_MAX = 20 };        // of one person
// The scopes of a token. One that may play may also read.
enum { TOKEN_PLAY = 1, TOKEN_READ = 2 };

// PERSONS_ADD_SESSION; a conflict if the person was deleted.
typedef struct SessionStart {
    SecretHash hash;
    i64 person;
    i64 created_ms, expires_ms;
    Text label; // browser and system: "Firefox, Linux"
} SessionStart;

typedef struct StoredSession {
    SecretHash hash;
    i64 person;
    i64 created_ms, expires_ms;
    Text label;
    i64 used_ms; // to the hour; 0: not since it was made
} StoredSession;

typedef struct SecretArg {
    SecretHash hash;
} SecretArg;

// PERSONS_END_OTHER_SESSIONS: all but this one.
typedef struct OtherSessions {
    i64 person;
    SecretHash kept;
} OtherSessions;

// PERSONS_USE_SESSION, PERSONS_USE_TOKEN: it was used then. PERSONS_BY_SESSION, PERSONS_BY_TOKEN:
// it must not have expired by then.
typedef struct SecretUse {
    SecretHash hash;
    i64 at_ms;
} SecretUse;

// PERSONS_ADD_TOKEN; a conflict if the person was deleted or has TOKENS_MAX that have not expired.
typedef struct TokenGrant {
    SecretHash hash;
    i64 id, person;
    Text label;
    i64 created_ms;
    int scopes;
    i64 expires_ms; // 0: never
} TokenGrant;

typedef struct StoredToken {
    i64 id;
    SecretHash hash;
    i64 person;
    Text label;
    i64 created_ms;
    int scopes;
    i64 expires_ms;
    i64 used_ms; // as StoredSession's
} StoredToken;

// PERSONS_END_TOKEN. A conflict if the person has no such token.
typedef struct TokenKey {
    i64 person, id;
} TokenKey;

// --- pruning -------------------------------------------------------------------------------------

// PERSONS_PRUNE looks at the next piece of all persons, and deletes visitors who never played and
// weren't here since `before_ms`. It also deletes sessions and tokens that have expired.
typedef struct PersonPruning {
    i64 before_ms, now_ms;
    i64 *reached; // 0 at first; then the last person of the piece. Only the writer uses it
} PersonPruning;

#endif
