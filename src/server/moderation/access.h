// SPDX-License-Identifier: MIT
// How people stand, in memory, for every request: roles, suspensions and bans, blocks.
//
// Rulings (roles and bars) are read whole after every new entry of the audit log, on a reader's
// thread, and replace the ones before. Blocks are read once and kept up to date by their writers.
#ifndef MEYDAN_SERVER_MODERATION_ACCESS_H
#define MEYDAN_SERVER_MODERATION_ACCESS_H

#include "store/store.h"

enum { REASON_SIZE = 512 }; // bytes with NUL, of what a moderator says

// Somebody may not play.
typedef struct Bar {
    i64 person, entry;
    SanctionKind kind;   // suspension or ban
    i64 at_ms, until_ms; // 0: for good
    char reason[REASON_SIZE];
} Bar;

typedef struct Rulings Rulings;
Rulings *
rulings_read(Store *reading); // on any thread; NULL without memory, or if it cannot be read
void rulings_free(Rulings *rulings);

typedef struct Access Access;
Access *access_new(void); // NULL without memory
void access_free(Access *access);

bool access_read_blocks(Access *access, Store *store);
void access_set_rulings(Access *access,
                        Rulings *rulings); // which it then owns
void access_block(Access *access, i64 person, i64 other);
void access_unblock(Access *access, i64 person, i64 other);
// Somebody is gone for good: nobody is blocked by them any more.
void access_forget(Access *access, i64 person);

Role access_role(const Access *access, i64 person);
const Bar *access_bar(const Access *access, i64 person, i64 now_ms); // NULL: they may play
// In words, for the one it is about.
void bar_write(const Bar *bar, Out *out);
// One of the two blocks the other: they do not meet.
bool access_blocked(const Access *access, i64 person, i64 other);

const char *role_name(Role role);
bool role_find(Text name, Role *role);
const char *sanction_name(SanctionKind kind);

#endif
