// SPDX-License-Identifier: MIT
#include "server/identity/passwords.h"

#include "server/identity/strength.h"
#include "server/kernel/secret.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { AT_ONCE = 2, WAITING_MAX = 128 };
_Static_assert((int)PASSWORD_HASH_MAX >= (int)crypto_pwhash_STRBYTES, "a hash fits");

struct Passwords {
    uv_loop_t *loop;
    char nobody[crypto_pwhash_STRBYTES]; // a hash of an unknown password
    int running;
    Queue waiting;
    i64 turn; // the turn of the latest one begun
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
    if (!work->fresh) return;
    work->common = password_is_common(work->fresh, work->name);
    if (!work->common && !make_hash(work->made, work->fresh)) work->made[0] = '\0';
}

static void start(Passwords *passwords);

static void finished(uv_work_t *request, int status)
{
    PasswordWork *work = request->data;
    Passwords *passwords = work->passwords;
    passwords->running--;
    start(passwords);
    bool hashes = work->fresh && (!work->given || work->right) && !work->common;
    work->done(work, !status && !passwords->closing && (!hashes || work->made[0]));
}

// Removes it from any place in the queue.
static PasswordWork *take_out(Queue *queue, const PasswordWork *wanted)
{
    Queue rest = { 0 };
    PasswordWork *found = NULL;
    for (QueueLink *link; (link = queue_take(queue));) {
        if ((PasswordWork *)link == wanted)
            found = (PasswordWork *)link;
        else
            queue_add(&rest, link);
    }
    *queue = rest;
    return found;
}

static PasswordWork *next_of(const PasswordWork *work)
{
    return (PasswordWork *)work->link.next;
}

// Known devices first, then by turn.
static PasswordWork *take_next(Passwords *passwords)
{
    PasswordWork *first = (PasswordWork *)passwords->waiting.first, *best = first;
    for (PasswordWork *work = first; work; work = next_of(work))
        if (work->known != best->known ? work->known : work->turn < best->turn) best = work;
    return best ? take_out(&passwords->waiting, best) : NULL;
}

static void start(Passwords *passwords)
{
    PasswordWork *work;
    while (passwords->running < AT_ONCE && (work = take_next(passwords))) {
        passwords->running++;
        if (work->turn > passwords->turn) passwords->turn = work->turn;
        work->request.data = work;
        uv_queue_work(passwords->loop, &work->request, run, finished);
    }
}

static int count_of(const Passwords *passwords, const PasswordWork *of)
{
    int count = 0;
    for (PasswordWork *work = (PasswordWork *)passwords->waiting.first; work; work = next_of(work))
        count += work->address == of->address && work->known == of->known;
    return count;
}

// Strangers make space for a known device; otherwise the sender with most in the queue loses the
// last one to a sender with fewer. False if there is no space.
static bool make_space(Passwords *passwords, const PasswordWork *added)
{
    PasswordWork *last = NULL;
    int most = 0, own = count_of(passwords, added);
    for (PasswordWork *work = (PasswordWork *)passwords->waiting.first; work;
         work = next_of(work)) {
        int count = count_of(passwords, work);
        bool yields = work->known == added->known ? count > own + 1 : added->known;
        if (!yields || count < most) continue;
        most = count;
        last = work;
    }
    if (!last) return false;
    take_out(&passwords->waiting, last);
    last->done(last, false);
    return true;
}

bool passwords_add(Passwords *passwords, PasswordWork *work)
{
    if (passwords->closing) return false;
    if (passwords->waiting.count >= WAITING_MAX && !make_space(passwords, work)) return false;
    // Passwords of one sender are one turn apart.
    work->turn = passwords->turn;
    for (PasswordWork *other = (PasswordWork *)passwords->waiting.first; other;
         other = next_of(other))
        if (other->address == work->address && other->turn >= work->turn)
            work->turn = other->turn + 1;
    work->passwords = passwords;
    queue_add(&passwords->waiting, &work->link);
    start(passwords);
    return true;
}

int passwords_waiting(const Passwords *passwords)
{
    return passwords->waiting.count;
}

void passwords_close(Passwords *passwords)
{
    PasswordWork *work;
    passwords->closing = true;
    while ((work = (PasswordWork *)queue_take(&passwords->waiting)))
        work->done(work, false);
}
