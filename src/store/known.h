// SPDX-License-Identifier: MIT
// People, sessions and tokens that have been read already, for the owner's thread: whoever asks
// again is known without a read.
//
// It is what the store says, always. Every write of this process is seen here (known_note) before
// its `done` is called, and takes away what it may change; it also raises `changes`. What was read
// goes in only if `changes` is what it was when the read began, so nothing that a write has made
// untrue meanwhile can come in behind it. That somebody is not there is known until the next
// change. Writes of other processes are noticed by the writer within a second (store.c), and all is
// forgotten.
#ifndef MEYDAN_STORE_KNOWN_H
#define MEYDAN_STORE_KNOWN_H

#include "store/backend.h"

typedef struct Known Known;

Known *known_new(void); // NULL without memory
void known_free(Known *known);

typedef enum KnownAnswer { KNOWN_NOT, KNOWN_THERE, KNOWN_ABSENT } KnownAnswer;
KnownAnswer known_find(Known *known, const PersonWanted *wanted, StoredPerson *person);

u64 known_changes(const Known *known);
// What a read that began at `changes` has found: NULL, nobody. `expires_ms` is a session's.
void known_add(Known *known, u64 changes, const PersonWanted *wanted, const StoredPerson *person);
// That has been committed.
bool known_concerns(const StoreWrite *write);
void known_note(Known *known, const StoreWrite *write);
void known_forget(Known *known);
// Another process has changed a person, or ended a session (NULL: none).
void known_forget_person(Known *known, i64 person, const SecretHash *session);

#endif
