// SPDX-License-Identifier: MIT
// Sees to what follows from the audit log, whoever wrote an entry: this server, or `meydan admin`
// on the same file.
//
//     store_audit_last, once per second and after each own measure
//       -> rulings read again, on a reader's thread  ->  access
//       -> `barred`, `renamed` for each person a new entry is about, `annulled` for each game
#ifndef MEYDAN_SERVER_MODERATION_MODERATION_H
#define MEYDAN_SERVER_MODERATION_MODERATION_H

#include "server/moderation/access.h"

#include <uv.h>

typedef struct Moderation Moderation;

typedef struct ModerationSetup {
    uv_loop_t *loop;
    Store *store;
    void *owner;
    i64 (*now)(void *owner);
    // May not play any more: games in progress end.
    void (*barred)(void *owner, i64 person);
    // Has another name, perhaps.
    void (*renamed)(void *owner, i64 person);
    // Was annulled, or counts again.
    void (*annulled)(void *owner, i64 game);
} ModerationSetup;

// Reads how everybody stands. NULL, and why.
Moderation *moderation_new(const ModerationSetup *setup, Fault *why);
// Once the games are there: those of people who were barred meanwhile end, and it begins to look.
void moderation_start(Moderation *moderation);
// Looks now.
void moderation_look(Moderation *moderation);
// As for others: before the store is closed; then the loop is run until it is empty; then free.
void moderation_close(Moderation *moderation);
void moderation_free(Moderation *moderation);

Access *moderation_access(Moderation *moderation);

#endif
