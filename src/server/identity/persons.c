// SPDX-License-Identifier: MIT
#include "server/identity/persons.h"

#include <stdlib.h>
#include <string.h>

// Two tables of fixed size: the keys by which persons were found, and the persons. A full set drops
// its least recently used entry.
enum { SETS = 1 << 12, WAYS = 4 };
// A cached session is read again after this time.
static const i64 SESSION_MS = 60000;

typedef struct CachedPerson {
    StoredPerson person; // id 0: unused
    u64 since;           // drawn when the person entered
    u64 used;
} CachedPerson;

typedef struct CachedKey {
    PersonBy by;
    u8 key[PERSON_NAME_MAX]; // a hash, or a name's key
    i64 person;              // 0: unused, or there is none
    u64 since;         // copy of the person's; if they differ, the person was forgotten in between
    u64 absent_at;     // without a person: the cache's `changes` when that was read
    i64 good_until_ms; // of a session
    i64 expires_ms;    // of a session or a token, as in StoredPerson
    int scopes;
    u64 used; // 0: unused
} CachedKey;

struct PersonCache {
    u64 changes, clock, flushes;
    CachedPerson person[SETS][WAYS];
    CachedKey key[SETS][WAYS];
};

typedef enum Answer { UNKNOWN, FOUND, ABSENT } Answer;

PersonCache *person_cache_new(void)
{
    PersonCache *cache = calloc(1, sizeof *cache);
    if (cache) cache->changes = 1;
    return cache;
}

void person_cache_free(PersonCache *cache)
{
    free(cache);
}

u64 person_cache_flushes(const PersonCache *cache)
{
    return cache->flushes;
}

// --- places --------------------------------------------------------------------------------------

static u64 mix(u64 hash, u64 word)
{
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

static CachedPerson *person_set(PersonCache *cache, i64 id)
{
    return cache->person[mix(1, (u64)id) % SETS];
}

static CachedPerson *cached_person(PersonCache *cache, i64 id)
{
    CachedPerson *set = person_set(cache, id);
    for (int way = 0; way < WAYS; way++)
        if (set[way].person.id == id && id) return &set[way];
    return NULL;
}

static bool key_bytes(const PersonWanted *wanted, u8 bytes[PERSON_NAME_MAX])
{
    memset(bytes, 0, PERSON_NAME_MAX);
    if (wanted->by == BY_KEY) {
        if (wanted->key.length >= PERSON_NAME_MAX) return false;
        if (wanted->key.length) memcpy(bytes, wanted->key.at, wanted->key.length);
    } else if (wanted->by == BY_ID) {
        memcpy(bytes, &wanted->id, sizeof wanted->id);
    } else {
        memcpy(bytes, wanted->hash.bytes, SECRET_BYTES);
    }
    return true;
}

static CachedKey *key_set(PersonCache *cache, PersonBy by, const u8 bytes[PERSON_NAME_MAX])
{
    u64 hash = (u64)by, word;
    for (int i = 0; i < PERSON_NAME_MAX; i += 8) {
        memcpy(&word, bytes + i, sizeof word);
        hash = mix(hash, word);
    }
    return cache->key[hash % SETS];
}

static CachedKey *cached_key(PersonCache *cache, const PersonWanted *wanted)
{
    u8 bytes[PERSON_NAME_MAX];
    if (!key_bytes(wanted, bytes)) return NULL;
    CachedKey *set = key_set(cache, wanted->by, bytes);
    for (int way = 0; way < WAYS; way++)
        if (set[way].used && set[way].by == wanted->by &&
            !memcmp(set[way].key, bytes, sizeof bytes))
            return &set[way];
    return NULL;
}

// --- looking up ----------------------------------------------------------------------------------

static Answer look_up(PersonCache *cache, const PersonWanted *wanted, StoredPerson *person)
{
    CachedPerson *found = wanted->by == BY_ID ? cached_person(cache, wanted->id) : NULL;
    if (found) {
        found->used = ++cache->clock;
        *person = found->person;
        return FOUND;
    }
    CachedKey *key = cached_key(cache, wanted);
    if (!key) return UNKNOWN;
    key->used = ++cache->clock;
    if (!key->person) return key->absent_at == cache->changes ? ABSENT : UNKNOWN;
    if (wanted->by == BY_SESSION && wanted->now_ms >= key->good_until_ms) return UNKNOWN;
    if (key->expires_ms && wanted->now_ms >= key->expires_ms) return UNKNOWN;
    found = cached_person(cache, key->person);
    if (!found || found->since != key->since) return UNKNOWN;
    found->used = cache->clock;
    if (found->person.gone_ms) return ABSENT;
    *person = found->person;
    person->proof_expires_ms = key->expires_ms;
    person->proof_scopes = key->scopes;
    return FOUND;
}

// --- entering and leaving ------------------------------------------------------------------------

static u64 add_person(PersonCache *cache, const StoredPerson *person)
{
    CachedPerson *place = cached_person(cache, person->id);
    u64 since = place ? place->since : ++cache->clock;
    if (!place) {
        place = person_set(cache, person->id);
        for (CachedPerson *other = place + 1, *end = place + WAYS; other < end; other++)
            if (place->person.id && (!other->person.id || other->used < place->used)) place = other;
    }
    *place = (CachedPerson){ .person = *person, .since = since, .used = ++cache->clock };
    place->person.proof_expires_ms = 0; // the key's, not the person's
    place->person.proof_scopes = 0;
    return since;
}

static void add_key(PersonCache *cache, const PersonWanted *wanted, const StoredPerson *person,
                    u64 since)
{
    u8 bytes[PERSON_NAME_MAX];
    if (!key_bytes(wanted, bytes)) return;
    CachedKey *place = cached_key(cache, wanted);
    if (!place) {
        place = key_set(cache, wanted->by, bytes);
        for (CachedKey *other = place + 1, *end = place + WAYS; other < end; other++)
            if (other->used < place->used) place = other;
    }
    *place = (CachedKey){ .by = wanted->by,
                          .person = person ? person->id : 0,
                          .since = since,
                          .expires_ms = person ? person->proof_expires_ms : 0,
                          .scopes = person ? person->proof_scopes : 0,
                          .absent_at = cache->changes,
                          .good_until_ms = wanted->now_ms + SESSION_MS,
                          .used = ++cache->clock };
    memcpy(place->key, bytes, sizeof bytes);
}

// Enters what a read that began at `changes` has found. NULL: there is no such person.
static void add(PersonCache *cache, u64 changes, const PersonWanted *wanted,
                const StoredPerson *person)
{
    if (changes != cache->changes) return;
    u64 since = person ? add_person(cache, person) : 0;
    if (!person || wanted->by != BY_ID) add_key(cache, wanted, person, since);
}

static void forget_all(PersonCache *cache)
{
    memset(cache->person, 0, sizeof cache->person);
    memset(cache->key, 0, sizeof cache->key);
    cache->flushes++;
}

// Keys of that person become unknown, since `since` changes.
static void forget_person(PersonCache *cache, i64 id)
{
    CachedPerson *found = cached_person(cache, id);
    if (found) *found = (CachedPerson){ 0 };
}

static void forget_secret(PersonCache *cache, const SecretHash *hash)
{
    for (PersonBy by = BY_SESSION; by <= BY_TOKEN; by++) {
        CachedKey *found = cached_key(cache, &(PersonWanted){ .by = by, .hash = *hash });
        if (found) *found = (CachedKey){ 0 };
    }
}

static void forget(void *context, const StoreOp *op, const void *args)
{
    PersonCache *cache = context;
    switch (op ? op->forgets : FORGETS_ALL) {
    case FORGETS_NOTHING:
    case FORGETS_UNUSED: return;
    case FORGETS_PERSON: forget_person(cache, op_first(op, args)); break;
    case FORGETS_SECRET: forget_secret(cache, field_at(&op->args->field[0], args)); break;
    case FORGETS_ALL: forget_all(cache); break;
    }
    cache->changes++;
}

StoreCache person_cache_hook(PersonCache *cache)
{
    return (StoreCache){ cache, forget };
}

void persons_forget(Store *store, i64 person, const SecretHash *secret)
{
    PersonCache *cache = store_cache(store);
    if (!cache) return;
    if (person) forget_person(cache, person);
    if (secret) forget_secret(cache, secret);
    if (!person && !secret) forget_all(cache);
    cache->changes++;
}

// --- reading -------------------------------------------------------------------------------------

static StoreStatus read_person(Store *store, const PersonWanted *wanted, StoredPerson *person)
{
    static const int OPS[] = {
        [BY_ID] = PERSONS_BY_ID,
        [BY_KEY] = PERSONS_BY_KEY,
        [BY_SESSION] = PERSONS_BY_SESSION,
        [BY_TOKEN] = PERSONS_BY_TOKEN,
    };
    const SecretUse at = { wanted->hash, wanted->now_ms };
    const PersonArg id = { wanted->id };
    const NameKey key = { wanted->key };
    const void *const args[] = {
        [BY_ID] = &id, [BY_KEY] = &key, [BY_SESSION] = &at, [BY_TOKEN] = &at
    };
    StoredPerson found = { 0 };
    StoreStatus status = store_look(store, &PERSON_OPS[OPS[wanted->by]], args[wanted->by], &found);
    if (status == STORED) *person = found;
    return status;
}

static bool find(Store *store, const PersonWanted *wanted, StoredPerson *person)
{
    PersonCache *cache = store_cache(store);
    Answer answer = cache ? look_up(cache, wanted, person) : UNKNOWN;
    if (answer != UNKNOWN) return answer == FOUND;
    StoreStatus status = read_person(store, wanted, person);
    // A failed read doesn't prove that there is no such person.
    if (cache && status != STORE_FAILED)
        add(cache, cache->changes, wanted, status == STORED ? person : NULL);
    return status == STORED;
}

bool person_by_id(Store *store, i64 id, StoredPerson *person)
{
    return find(store, &(PersonWanted){ .by = BY_ID, .id = id }, person);
}

bool person_by_key(Store *store, Text key, StoredPerson *person)
{
    return find(store, &(PersonWanted){ .by = BY_KEY, .key = key }, person);
}

bool person_by_session(Store *store, const SecretHash *hash, i64 now_ms, StoredPerson *person)
{
    return find(store, &(PersonWanted){ .by = BY_SESSION, .hash = *hash, .now_ms = now_ms },
                person);
}

bool person_by_token(Store *store, const SecretHash *hash, i64 now_ms, StoredPerson *person)
{
    return find(store, &(PersonWanted){ .by = BY_TOKEN, .hash = *hash, .now_ms = now_ms }, person);
}

typedef struct Knowing {
    PersonCache *cache;
    PersonWanted wanted;
    char key[PERSON_NAME_MAX];
    u64 changes;
    StoreStatus status;
    StoredPerson person;
    void (*then)(void *context);
    void *context;
} Knowing;

static void read_wanted(void *context, Store *reading)
{
    Knowing *knowing = context;
    knowing->status = read_person(reading, &knowing->wanted, &knowing->person);
}

static void know_wanted(void *context, bool was_read)
{
    Knowing *knowing = context;
    if (was_read && knowing->status != STORE_FAILED)
        add(knowing->cache, knowing->changes, &knowing->wanted,
            knowing->status == STORED ? &knowing->person : NULL);
    knowing->then(knowing->context);
    free(knowing);
}

bool person_know(Store *store, const PersonWanted *wanted, void (*then)(void *context),
                 void *context)
{
    StoredPerson person;
    PersonCache *cache = store_cache(store);
    if (!cache || look_up(cache, wanted, &person) != UNKNOWN) return true;
    Knowing *knowing = wanted->key.length < PERSON_NAME_MAX ? malloc(sizeof *knowing) : NULL;
    if (!knowing) return true; // the owner reads it itself
    *knowing = (Knowing){ .cache = cache,
                          .wanted = *wanted,
                          .changes = cache->changes,
                          .then = then,
                          .context = context };
    if (wanted->key.length) memcpy(knowing->key, wanted->key.at, wanted->key.length);
    knowing->wanted.key.at = knowing->key;
    if (store_read(store, READ_SHORT, read_wanted, know_wanted, knowing)) return false;
    free(knowing);
    return true;
}
