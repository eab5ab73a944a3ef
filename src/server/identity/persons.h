// SPDX-License-Identifier: MIT
// Finds a person by id, name, session or token, through a cache on the owner's thread. Reader
// threads have no cache: the same functions read the database there.
//
//     store_open(&(StoreSetup){ ..., .cache = person_cache_hook(cache) }, why);
//     if (person_know(store, &wanted, go_on, context)) found = person_by_id(store, id, &person);
//
// The cache never differs from the store. store_collect passes every committed operation that
// forgets to person_forget before the first `done`, and each raises `changes`. A result enters the
// cache only if `changes` is the same as when its read began. That a person is absent is known
// until the next change. Nodes send each other what they forget (persons_forget), and the writer
// notices within a second that another process has written.
#ifndef MEYDAN_SERVER_IDENTITY_PERSONS_H
#define MEYDAN_SERVER_IDENTITY_PERSONS_H

#include "server/identity/person_ops.h"

// False if there is none, or on a read error (store_failed). A deleted person is found by id only.
bool person_by_id(Store *store, i64 id, StoredPerson *person);
bool person_by_key(Store *store, Text key, StoredPerson *person);
bool person_by_session(Store *store, const SecretHash *hash, i64 now_ms, StoredPerson *person);
bool person_by_token(Store *store, const SecretHash *hash, i64 now_ms, StoredPerson *person);

typedef enum PersonBy { BY_ID, BY_KEY, BY_SESSION, BY_TOKEN } PersonBy;
typedef struct PersonWanted {
    PersonBy by;
    i64 id;
    Text key;
    SecretHash hash;
    i64 now_ms;
} PersonWanted;
// Whether the owner can find that person without waiting. If not, a reader looks, and store_collect
// calls `then` afterwards. True too if nothing can be read.
bool person_know(Store *store, const PersonWanted *wanted, void (*then)(void *context),
                 void *context);

// Another process has changed a person (0: none) or ended a session or token (NULL: none). Without
// both: any of them.
void persons_forget(Store *store, i64 person, const SecretHash *secret);

// --- the cache -----------------------------------------------------------------------------------

typedef struct PersonCache PersonCache;
PersonCache *person_cache_new(void); // NULL if out of memory
void person_cache_free(PersonCache *cache);
StoreCache person_cache_hook(PersonCache *cache);
u64 person_cache_flushes(const PersonCache *cache); // how often the whole cache was flushed

#endif
