// SPDX-License-Identifier: MIT
// How people stand, in memory, for every request: roles, suspensions and bans, blocks.
//
// Rulings (roles and bars) are read whole after every new entry of the audit log, on a reader's
// thread, and replace the ones before. Blocks are read once and kept up to date by their writers.
#ifndef MEYDAN_SERVER_MODERATION_STANDING_H
#define MEYDAN_SERVER_MODERATION_STANDING_H

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

typedef struct Standing Standing;
Standing *standing_new(void); // NULL without memory
void standing_free(Standing *standing);

bool standing_read_ties(Standing *standing, Store *store);
void standing_set_rulings(Standing *standing,
                          Rulings *rulings); // which are the standing's from now on
void standing_tie(Standing *standing, const StoredTie *tie);
void standing_untie(Standing *standing, const StoredTie *tie);
// Somebody is gone for good: nobody is blocked by them any more.
void standing_forget(Standing *standing, i64 person);

Role standing_role(const Standing *standing, i64 person);
const Bar *standing_bar(const Standing *standing, i64 person, i64 now_ms); // NULL: they may play
// In words, for the one it is about.
void bar_write(const Bar *bar, Out *out);
bool standing_blocks(const Standing *standing, i64 person, i64 other);
// One of the two blocks the other: they do not meet.
bool standing_apart(const Standing *standing, i64 person, i64 other);

const char *role_name(Role role);
bool role_find(Text name, Role *role);
const char *sanction_name(SanctionKind kind);

#endif
