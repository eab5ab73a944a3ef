// SPDX-License-Identifier: MIT
// Roles, suspensions, bans and blocks of people, in memory, since every request needs them.
//
// Rulings (roles and bars) are read whole after every new entry of the audit log, on a reader's
// thread, and replace the ones before. Blocks are read once and kept up to date by their writers.
// The feature moderation writes roles and sanctions, the feature follows writes blocks.
#ifndef MEYDAN_SERVER_IDENTITY_ACCESS_H
#define MEYDAN_SERVER_IDENTITY_ACCESS_H

#include "server/identity/identity_ops.h"

typedef struct Rulings Rulings;
Rulings *
rulings_read(Store *reading); // on any thread; NULL if out of memory, or if it cannot be read
void rulings_free(Rulings *rulings);

typedef struct Access Access;
// Reads rulings and blocks. NULL if out of memory, or if they can't be read.
Access *access_new(Store *store);
void access_free(Access *access);

void access_set_rulings(Access *access,
                        Rulings *rulings); // which it then owns
void access_block(Access *access, i64 person, i64 other);
void access_unblock(Access *access, i64 person, i64 other);
// Removes the blocks of a deleted person.
void access_forget(Access *access, i64 person);

Role access_role(const Access *access, i64 person);
const Bar *access_bar(const Access *access, i64 person, i64 now_ms); // NULL: they may play
// Writes the bar as a sentence for the barred person.
void bar_write(const Bar *bar, Out *out);
// One of the two blocks the other: they do not meet.
bool access_blocked(const Access *access, i64 person, i64 other);

extern const char *const ROLE_NAMES[], *const SANCTION_NAMES[]; // indexed by number, end in NULL
const char *role_name(Role role);
bool role_find(Text name, Role *role);
const char *sanction_name(SanctionKind kind);

// The role as stored, on any thread.
Role role_read(Store *reading, i64 person);

#endif
