// SPDX-License-Identifier: MIT
// What is kept: games and what happened in them, people, ratings, so that nothing acknowledged is
// ever lost.
//
//     any thread     store_write  ->  queue
//     writer thread                   queue -> one transaction for all that is there -> commit
//     owner's loop   store_collect <- done: committed, and only then
//     owner's loop   store_read   ->  queue
//     reader threads                  a job reads with store_person() ... from a store of its own
//     owner's loop   store_collect <- done: read
//
// Reads see all that is done. Nothing on a server's loop waits for the disk: whatever it wants to
// know it asks for by store_read. Tools, and a server that is starting, call store_person() and the
// like at once, on the store itself.
//
// Writes are committed in groups: one commit waits for the disk, and whatever arrives during that
// time goes into the next. A write is done, and may be reported to others, when its `done` has been
// called. The groups are taken in the order of the calls.
//
// The store draws no ids and reads no clock: numbers, hashes and times (ms) are the caller's. 0 is
// nobody, or no game.
//
// Behind it stands a Database (database.h): SQLite, or PostgreSQL where several servers share it.
#ifndef MEYDAN_STORE_STORE_H
#define MEYDAN_STORE_STORE_H

#include "base/text.h"
#include "platform/secret_hash.h"

typedef struct Store Store;

// --- what is kept --------------------------------------------------------------------------------

typedef enum PersonKind { PERSON_ANONYMOUS, PERSON_ACCOUNT, PERSON_BOT, PERSON_GONE } PersonKind;

enum {
    PERSON_NAME_MAX = 64,   // bytes with NUL, of a name and of its key
    PASSWORD_HASH_MAX = 128 // as libsodium's crypto_pwhash_STRBYTES
};

// As read: plain values, good for as long as the caller likes.
typedef struct StoredPerson {
    i64 id;
    PersonKind kind;
    char name[PERSON_NAME_MAX];            // empty if anonymous or gone
    char password_hash[PASSWORD_HASH_MAX]; // empty if there is none
    i64 created_ms;
    i64 gone_ms; // 0 while here
    i64 became;  // the person who has this one's games since a WRITE_MOVE_GAMES, or 0
    // Of the session or the token by which the person was found: when it ends (0: never), and what
    // a token may do (TOKEN_PLAY ...).
    i64 proof_expires_ms;
    int proof_scopes;
} StoredPerson;

// As written. `key` is what makes a name unique (the name with case folded, by the caller).
typedef struct PersonWrite {
    i64 id;
    PersonKind kind;
    Text name, key, password_hash; // empty if there is none
    i64 created_ms;
} PersonWrite;

enum { SESSION_LABEL_MAX = 64 }; // bytes

typedef struct StoredSession {
    SecretHash hash;
    i64 person;
    i64 created_ms, expires_ms;
    Text label;  // what it was opened with: "Firefox, Linux"
    i64 used_ms; // lately, to the hour; 0: not since it was made
} StoredSession;

enum { TOKENS_MAX = 20 }; // of one person

typedef struct StoredToken {
    i64 id;
    SecretHash hash;
    i64 person;
    Text label;
    i64 created_ms;
    int scopes;
    i64 expires_ms; // 0: never
    i64 used_ms;    // as a session's
} StoredToken;

// What a token may do. Whatever plays may also read.
enum { TOKEN_PLAY = 1, TOKEN_READ = 2 };

struct StoreWrite;
typedef struct StoreOp StoreOp; // sql/op.h

// --- opening -------------------------------------------------------------------------------------

typedef struct StoreSetup {
    const char *where;           // a file (SQLite), or postgresql://...
    int gather_ms;               // how long the first write waits for others before a commit
    void (*wake)(void *context); // from the writer: there is something for store_collect
    void *context;
    // No store_write; nothing is made and nothing brought up to date; all reads see the store as it
    // was when it was opened.
    bool read_only;
    bool follows; // with read_only: each read sees what is committed by then. For another thread
    int readers;  // threads that read; 0: store_read reads at once, on the owner's thread
    // No threads, for fuzzing: store_write commits before it returns, and store_read reads. What is
    // done is still told by store_collect.
    bool alone;
    int check_s; // how often a thread of its own reads all pages, looking for faults; 0: never
    // In store_collect, for each call that was committed, before its `done`. May be NULL.
    void (*committed)(void *context, const struct StoreWrite *writes, int count);
} StoreSetup;

// Whether that is a file of SQLite's; else it is the address of a PostgreSQL.
bool store_is_file(const char *where);
// Opens or makes it, and brings an older one up to date.
Store *store_open(const StoreSetup *setup, Fault *why);
// Finishes all writes; those whose `done` has not been called by store_collect get it here.
void store_close(Store *store);

// What another process has changed: of a person (0: of everybody), or of the session with that hash
// (NULL: none).
void store_forget(Store *store, i64 person, const SecretHash *session);

// --- writing -------------------------------------------------------------------------------------

typedef struct StoreWrite {
    enum WriteKind {
        WRITE_PERSON,         // person: a new one, whose id nobody has had
        WRITE_PERSON_CHANGED, // person: by id, another kind and password; a name if they had none
        WRITE_PERSON_GONE,    // gone: name, password, sessions and tokens are forgotten, games and
                              // rating changes stay as of a person without a name
        WRITE_IF_PASSWORD,    // person: id, password_hash; changes nothing, but is a conflict, and
                              // all else with it, if that is not their password any more
        WRITE_SESSION,        // session; expired ones go
        WRITE_SESSION_GONE,   // session: hash; no conflict if it has gone
        WRITE_SESSIONS_GONE,  // session: all of `person` but `hash` (zeros: all)
        WRITE_TOKENS_GONE,    // token: all of `person`
        WRITE_USED,           // used: the session or the token with that hash was used then
        WRITE_TOKEN,          // token; a conflict if the person has TOKENS_MAX
        WRITE_TOKEN_GONE,     // token: id, person
        WRITE_MOVE_GAMES,     // move: the first person, who has no name, `became` the second
        WRITE_PRUNE,          // prune: a piece of all visitors is looked at, and those of them go
                              // who have been nowhere since then; also tokens and names whose time
                              // is over
        WRITE_OP,             // op: an operation of sql/op.h. Replaces the kinds above, one by one
    } kind;
    union {
        PersonWrite person;
        struct {
            i64 id, at_ms;
        } gone;
        StoredSession session;
        StoredToken token;
        struct {
            i64 from, to; // persons
        } move;
        struct {
            SecretHash hash;
            i64 at_ms;
        } used;
        struct {
            i64 before_ms, now_ms;
        } prune;
        struct {
            const StoreOp *op;
            const void *args;
        } op;
    };
} StoreWrite;

typedef enum StoreStatus {
    STORED,
    STORE_CONFLICT, // it contradicts what is there: not the next event, a game that is over or not
                    // there, a name that is taken, a person who is gone
    STORE_FAILED,   // the disk is full, or worse
} StoreStatus;
typedef void StoreDone(void *context, StoreStatus status);

// All of `writes` or none of them; the texts are copied. False if there is no space: the disk does
// not keep up, and the caller should refuse what it was about to do.
bool store_write(Store *store, const StoreWrite *writes, int count, StoreDone *done, void *context);
// Calls the `done` of everything that is decided. On the owner's thread.
void store_collect(Store *store);

// What has gone through since it was opened, for those who watch over a server.
typedef struct StoreTraffic {
    int waiting; // calls of store_write that are not decided
    u64 commits, failed_commits;
    u64 stored, conflicts, failed; // calls
    u64 reads;                     // by store_read, that have been made
    int reads_waiting;
    u64 reads_on_loop; // on the store itself, since store_count_reads
} StoreTraffic;
StoreTraffic store_traffic(Store *store);
// The server runs: whatever reads on the store itself from now on makes its loop wait.
void store_count_reads(Store *store);

// How it is. A fault is one that hinders people now; its cause is in the database's words.
enum { STORE_CAUSE_MAX = 200 };
enum { STORE_SLOW_MS = 1000 }; // a commit that takes longer is slow
typedef struct StoreHealth {
    bool failing; // the last commit failed, for this cause
    char cause[STORE_CAUSE_MAX];
    // The table whose pages are not sound, and how; empty: none found.
    char corrupt[STORE_CAUSE_MAX];
    u64 checks;         // of all tables, that have been made
    i64 commit_ms;      // how long the commit that is under way has taken; 0: none is
    i64 last_commit_ms; // how long the last one took
    u64 slow_commits;
    // Reads that met a page or a disk that is not sound, by any thread of this process, and how the
    // last one failed.
    u64 bad_reads;
    char bad_read[STORE_CAUSE_MAX];
} StoreHealth;
StoreHealth store_health(Store *store);
// All tables are looked at now, not when it is time.
void store_check_now(Store *store);

// --- reading -------------------------------------------------------------------------------------

// One session, one person, one game; or a search, a page of a list. A long one never keeps a short
// one waiting.
typedef enum ReadLength { READ_SHORT, READ_LONG } ReadLength;
// What is to be read, on a thread that reads. `reading` is a store to read from, good until the job
// returns; nothing can be written to it. The job touches only what is in its context: the rest of
// the server is the loop's.
typedef void StoreJob(void *context, Store *reading);
// Then on the owner's thread, by store_collect; `was_read` is false if the store was closed first.
typedef void StoreReadDone(void *context, bool was_read);
// False if too many wait: the caller should refuse what it was about to do.
bool store_read(Store *store, ReadLength length, StoreJob *job, StoreReadDone *done, void *context);

// In a job: how much the database has done for it since this was last asked, in steps of its own,
// some tens of ns each. What somebody asks for is paid by that.
u64 store_work(Store *reading);
// Whether a read of this store, or of a job, has failed since this was last asked. Reads that find
// one thing answer "not there" then: whoever acts on that asks here first.
bool store_failed(Store *store);

// All of these on the owner's thread with the store, or in a job with the store that it was given.
// What is still in the queue is not seen. Texts live until the callback
// returns; a callback returns false to stop. It may read other things, but not what it is called
// for: no list is read within the same list.

// Whom to look for.
typedef enum PersonBy { BY_ID, BY_KEY, BY_SESSION, BY_TOKEN } PersonBy;
typedef struct PersonWanted {
    PersonBy by;
    i64 id;
    Text key;
    SecretHash hash;
    i64 now_ms;
} PersonWanted;
// Whether the owner can look for them without waiting, by the functions below. If not, they are
// read, and `then` is called by store_collect when they can; or at once, if nothing can be read.
bool store_know(Store *store, const PersonWanted *wanted, void (*then)(void *context),
                void *context);

// False if there is none, or it cannot be read. A person who is gone is found by id only. The owner
// gets whom it knows already without a read.
bool store_person(Store *store, i64 id, StoredPerson *person);
bool store_person_by_key(Store *store, Text key, StoredPerson *person);
bool store_person_by_session(Store *store, const SecretHash *hash, i64 now_ms,
                             StoredPerson *person);
bool store_person_by_token(Store *store, const SecretHash *hash, i64 now_ms, StoredPerson *person);

// These answer false only if the store cannot be read.
typedef bool SeePerson(void *context, const StoredPerson *person);
typedef bool SeeSession(void *context, const StoredSession *session);
typedef bool SeeToken(void *context, const StoredToken *token);
bool store_people(Store *store, SeePerson *see, void *context); // all, for an export
bool store_sessions(Store *store, i64 person, SeeSession *see, void *context);
bool store_tokens(Store *store, i64 person, SeeToken *see, void *context);

// Accounts and bots whose keys begin with this one, by key.
bool store_people_like(Store *store, Text key, int limit, SeePerson *see, void *context);

// A random number, drawn when the store is made; copies and backups keep it. 0: it cannot be read.
i64 store_identity(Store *store);

// --- care ----------------------------------------------------------------------------------------

// A copy of a store that may be in use, by this process or another, as it is at one moment. The
// copy appears under its name when it is whole.
bool store_backup(const char *from, const char *to, Fault *why);
// Is the file sound? False, and the first fault in `why`, if not.
bool store_check(Store *store, Fault *why);

#endif
