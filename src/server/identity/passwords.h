// SPDX-License-Identifier: MIT
// Passwords, hashed and compared by libuv's work threads (argon2id, through libsodium): each takes
// 64 MB for a tenth of a second, so a few are worked on at once and some more wait.
//
// Waiting requests take turns by address, known devices first: a client that sends a hundred
// passwords waits for all of them, another client for one of them. When the queue is full, the
// address with most requests loses its last one.
//
// Comparing takes as long for an account that does not exist.
#ifndef MEYDAN_SERVER_IDENTITY_PASSWORDS_H
#define MEYDAN_SERVER_IDENTITY_PASSWORDS_H

#include "platform/queue.h"
#include "server/identity/person_ops.h"

#include <uv.h>

typedef struct Passwords Passwords;

// A request. The caller keeps it, and the texts it points to, until `done` is called on the loop.
typedef struct PasswordWork {
    QueueLink link;    // not the caller's
    const char *given; // to be compared with `hash`; NULL: nothing is
    const char *hash;  // NULL or empty if there is no account: every password is wrong
    const char *fresh; // to be hashed, if nothing is compared or it is right; NULL: nothing
    const char *name; // the account's name, which makes a fresh password that resembles it too easy
                      // to guess
    u64 address;      // a hash of it
    bool known;       // sent by a known device
    // `worked` is false if memory ran out or the passwords were closed first.
    void (*done)(struct PasswordWork *work, bool worked);

    bool right;  // the result
    bool common; // the fresh one is guessed too easily, and was not hashed
    char made[PASSWORD_HASH_MAX];

    // Not the caller's.
    Passwords *passwords;
    uv_work_t request;
    i64 turn;
} PasswordWork;

Passwords *passwords_new(uv_loop_t *loop); // NULL if out of memory
// Returns false, and never calls `done`, if the queue is full. To make room it may drop another
// request, whose `done` is called with `worked` false.
bool passwords_add(Passwords *passwords, PasswordWork *work);
// Drops waiting requests. The caller runs the loop until it is empty, and then calls
// passwords_free.
void passwords_close(Passwords *passwords);
void passwords_free(Passwords *passwords);
// How many wait.
int passwords_waiting(const Passwords *passwords);

#endif
