// SPDX-License-Identifier: MIT
// Applies new entries of the audit log, by this server or by `meydan admin` on the same store.
//
//    the last entry, once per second and after each own measure
//      -> rulings read again, on a reader's thread  ->  access
//      -> `barred`, `renamed` for each person of a new entry, `annulled` for each game
#ifndef MEYDAN_SERVER_FEATURES_MODERATION_AUDIT_WATCH_H
#define MEYDAN_SERVER_FEATURES_MODERATION_AUDIT_WATCH_H

#include "server/identity/access.h"

#include <uv.h>

typedef struct AuditWatch AuditWatch;

typedef struct AuditWatchSetup {
    uv_loop_t *loop;
    Store *store;
    Access *access; // which receives the rulings
    void *owner;
    i64 (*now)(void *owner);
    // The person may no longer play: games in progress end.
    void (*barred)(void *owner, i64 person);
    // The person may have another name.
    void (*renamed)(void *owner, i64 person);
    // The person has to sign in again, or was deleted: sockets end.
    void (*signed_out)(void *owner, i64 person);
    // The game was annulled or restored.
    void (*annulled)(void *owner, i64 game);
} AuditWatchSetup;

AuditWatch *audit_watch_new(const AuditWatchSetup *setup); // NULL if out of memory
// Call it once the games are loaded: ends those of people who were barred meanwhile, and starts the
// watch.
void audit_watch_start(AuditWatch *watch);
// Looks now.
void audit_watch_look(AuditWatch *watch);
// Call it before the store is closed; then run the loop until it is empty, then free.
void audit_watch_close(AuditWatch *watch);
void audit_watch_free(AuditWatch *watch);

#endif
