// SPDX-License-Identifier: MIT
#include "server/people/passwords.h"

#include "server/api/secret.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { AT_ONCE = 2, WAITING_MAX = 64 };
_Static_assert((int)PASSWORD_HASH_MAX >= (int)crypto_pwhash_STRBYTES, "a hash fits");

struct Passwords {
    uv_loop_t *loop;
    char nobody[crypto_pwhash_STRBYTES]; // a hash whose password nobody knows
    int running;
    Queue waiting;
    bool closing;
};

static bool make_hash(char hash[crypto_pwhash_STRBYTES], const char *password)
{
    return !crypto_pwhash_str(hash, password, strlen(password), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                              crypto_pwhash_MEMLIMIT_INTERACTIVE);
}

Passwords *passwords_new(uv_loop_t *loop)
{
    Passwords *passwords = calloc(1, sizeof *passwords);
    char random[SECRET_SIZE];
    SecretHash hash;
    if (!passwords) return NULL;
    passwords->loop = loop;
    secret_make(random, &hash);
    if (make_hash(passwords->nobody, random)) return passwords;
    free(passwords);
    return NULL;
}

void passwords_free(Passwords *passwords)
{
    free(passwords);
}

// On a work thread.
static void run(uv_work_t *request)
{
    PasswordWork *work = request->data;
    if (work->given) {
        bool there = work->hash && *work->hash;
        const char *hash = there ? work->hash : work->passwords->nobody;
        work->right = !crypto_pwhash_str_verify(hash, work->given, strlen(work->given)) && there;
        if (!work->right) return;
    }
    if (work->fresh && !make_hash(work->made, work->fresh)) work->made[0] = '\0';
}

static void start(Passwords *passwords);

static void finished(uv_work_t *request, int status)
{
    PasswordWork *work = request->data;
    Passwords *passwords = work->passwords;
    passwords->running--;
    start(passwords);
    bool hashes = work->fresh && (!work->given || work->right);
    work->done(work, !status && !passwords->closing && (!hashes || work->made[0]));
}

static void start(Passwords *passwords)
{
    PasswordWork *work;
    while (passwords->running < AT_ONCE &&
           (work = (PasswordWork *)queue_take(&passwords->waiting))) {
        passwords->running++;
        work->request.data = work;
        uv_queue_work(passwords->loop, &work->request, run, finished);
    }
}

bool passwords_add(Passwords *passwords, PasswordWork *work)
{
    if (passwords->waiting.count >= WAITING_MAX || passwords->closing) return false;
    work->passwords = passwords;
    queue_add(&passwords->waiting, &work->link);
    start(passwords);
    return true;
}

void passwords_close(Passwords *passwords)
{
    PasswordWork *work;
    passwords->closing = true;
    while ((work = (PasswordWork *)queue_take(&passwords->waiting)))
        work->done(work, false);
}
