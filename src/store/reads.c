// SPDX-License-Identifier: MIT
// Each read, on the connection of whoever asks: the owner's, or that of a reader's thread.
#include "store/sql.h"
#include "store/store_internal.h"

#include <stdlib.h>
#include <string.h>

static void *connection(Store *store)
{
    if (store->counts_reads) store->reads_on_loop++;
    return store->reading;
}

bool store_failed(Store *store)
{
    SqlConnection *reading = store->reading;
    bool failed = reading->failed;
    reading->failed = false;
    return failed;
}

static bool find_person(Store *store, const PersonWanted *wanted, StoredPerson *person)
{
    if (!store->known) return store->backend->person(connection(store), wanted, person);
    KnownAnswer answer = known_find(store->known, wanted, person);
    if (answer != KNOWN_NOT) return answer == KNOWN_THERE;
    SqlConnection *reading = connection(store);
    bool failed = reading->failed;
    reading->failed = false;
    bool found = store->backend->person(reading, wanted, person);
    // A read that failed does not show that there is nobody.
    if (found || !reading->failed)
        known_add(store->known, known_changes(store->known), wanted, found ? person : NULL);
    reading->failed |= failed;
    return found;
}

bool store_person(Store *store, i64 id, StoredPerson *person)
{
    return find_person(store, &(PersonWanted){ .by = BY_ID, .id = id }, person);
}

bool store_person_by_key(Store *store, Text key, StoredPerson *person)
{
    return find_person(store, &(PersonWanted){ .by = BY_KEY, .key = key }, person);
}

bool store_person_by_session(Store *store, const SecretHash *hash, i64 now_ms, StoredPerson *person)
{
    const PersonWanted wanted = { .by = BY_SESSION, .hash = *hash, .now_ms = now_ms };
    return find_person(store, &wanted, person);
}

bool store_person_by_token(Store *store, const SecretHash *hash, i64 now_ms, StoredPerson *person)
{
    return find_person(store, &(PersonWanted){ .by = BY_TOKEN, .hash = *hash, .now_ms = now_ms },
                       person);
}

// --- getting to know -----------------------------------------------------------------------------

typedef struct Knowing {
    Store *store;
    PersonWanted wanted;
    char key[PERSON_NAME_MAX];
    u64 changes;
    bool found, failed;
    StoredPerson person;
    void (*then)(void *context);
    void *context;
} Knowing;

static void read_wanted(void *context, Store *reading)
{
    Knowing *knowing = context;
    store_failed(reading);
    knowing->found = find_person(reading, &knowing->wanted, &knowing->person);
    knowing->failed = store_failed(reading);
}

static void know_wanted(void *context, bool was_read)
{
    Knowing *knowing = context;
    if (was_read && !knowing->failed)
        known_add(knowing->store->known, knowing->changes, &knowing->wanted,
                  knowing->found ? &knowing->person : NULL);
    knowing->then(knowing->context);
    free(knowing);
}

bool store_know(Store *store, const PersonWanted *wanted, void (*then)(void *context),
                void *context)
{
    StoredPerson person;
    if (!store->known || known_find(store->known, wanted, &person) != KNOWN_NOT) return true;
    Knowing *knowing = wanted->key.length < PERSON_NAME_MAX ? malloc(sizeof *knowing) : NULL;
    if (!knowing) return true; // whoever looks has to wait
    *knowing = (Knowing){ .store = store,
                          .wanted = *wanted,
                          .changes = known_changes(store->known),
                          .then = then,
                          .context = context };
    if (wanted->key.length) memcpy(knowing->key, wanted->key.at, wanted->key.length);
    knowing->wanted.key.at = knowing->key;
    if (store_read(store, READ_SHORT, read_wanted, know_wanted, knowing)) return false;
    free(knowing);
    return true;
}

bool store_people(Store *store, SeePerson *see, void *context)
{
    return store->backend->people(connection(store), see, context);
}

bool store_sessions(Store *store, i64 person, SeeSession *see, void *context)
{
    return store->backend->sessions(connection(store), person, see, context);
}

bool store_tokens(Store *store, i64 person, SeeToken *see, void *context)
{
    return store->backend->tokens(connection(store), person, see, context);
}

bool store_people_like(Store *store, Text key, int limit, SeePerson *see, void *context)
{
    return store->backend->people_like(connection(store), key, limit, see, context);
}

bool store_check(Store *store, Fault *why)
{
    return store->database->check(connection(store), why);
}

u64 store_work(Store *reading)
{
    return reading->database->work(reading->reading);
}
