// SPDX-License-Identifier: MIT
// Sees to what follows from the audit log, whoever wrote an entry: this server, or `meydan admin`
// on the same file.
//
//     the last entry, once per second and after each own measure
//       -> rulings read again, on a reader's thread  ->  access
//       -> `barred`, `renamed` for each person a new entry is about, `annulled` for each game
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
    // May not play any more: games in progress end.
    void (*barred)(void *owner, i64 person);
    // Has another name, perhaps.
    void (*renamed)(void *owner, i64 person);
    // Was annulled, or counts again.
    void (*annulled)(void *owner, i64 game);
} AuditWatchSetup;

AuditWatch *audit_watch_new(const AuditWatchSetup *setup); // NULL without memory
// Once the games are there: those of people who were barred meanwhile end, and it begins to look.
void audit_watch_start(AuditWatch *watch);
// Looks now.
void audit_watch_look(AuditWatch *watch);
// As for others: before the store is closed; then the loop is run until it is empty; then free.
void audit_watch_close(AuditWatch *watch);
void audit_watch_free(AuditWatch *watch);

#endif
