// SPDX-License-Identifier: MIT
#include "store/known.h"

#include "sql/op.h"

#include <stdlib.h>
#include <string.h>

// Two tables of fixed size: by what somebody was looked up, and the people themselves. Where a set
// is full, the one that was used longest ago goes.
enum { SETS = 1 << 12, WAYS = 4 };
// How long a session is believed to last without asking: it could expire, but not sooner.
static const i64 SESSION_MS = 60000;

typedef struct KnownPerson {
    StoredPerson person; // id 0: unused
    u64 used;
} KnownPerson;

typedef struct KnownKey {
    PersonBy by;
    u8 key[PERSON_NAME_MAX]; // a hash, or a name's key
    i64 person;              // 0: unused, or nobody
    u64 absent_at;           // `changes` then, if it is nobody
    i64 good_until_ms;       // of a session
    i64 expires_ms;          // of a session or a token, as StoredPerson has it
    int scopes;
    u64 used;
} KnownKey;

struct Known {
    u64 changes, clock;
    KnownPerson person[SETS][WAYS];
    KnownKey key[SETS][WAYS];
};

Known *known_new(void)
{
    Known *known = calloc(1, sizeof *known);
    if (known) known->changes = 1;
    return known;
}

void known_free(Known *known)
{
    free(known);
}

u64 known_changes(const Known *known)
{
    return known->changes;
}

// --- places --------------------------------------------------------------------------------------

static u64 mix(u64 hash, u64 word)
{
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

static KnownPerson *find_person(Known *known, i64 id)
{
    KnownPerson *set = known->person[mix(1, (u64)id) % SETS];
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

static KnownKey *key_set(Known *known, PersonBy by, const u8 bytes[PERSON_NAME_MAX])
{
    u64 hash = (u64)by, word;
    for (int i = 0; i < PERSON_NAME_MAX; i += 8) {
        memcpy(&word, bytes + i, sizeof word);
        hash = mix(hash, word);
    }
    return known->key[hash % SETS];
}

static KnownKey *find_key(Known *known, const PersonWanted *wanted)
{
    u8 bytes[PERSON_NAME_MAX];
    if (!key_bytes(wanted, bytes)) return NULL;
    KnownKey *set = key_set(known, wanted->by, bytes);
    for (int way = 0; way < WAYS; way++)
        if (set[way].used && set[way].by == wanted->by &&
            !memcmp(set[way].key, bytes, sizeof bytes))
            return &set[way];
    return NULL;
}

// --- looking up ----------------------------------------------------------------------------------

static KnownAnswer take_person(Known *known, i64 id, bool only_here, StoredPerson *person)
{
    KnownPerson *found = find_person(known, id);
    if (!found) return KNOWN_NOT;
    found->used = ++known->clock;
    if (only_here && found->person.gone_ms) return KNOWN_ABSENT;
    *person = found->person;
    return KNOWN_THERE;
}

KnownAnswer known_find(Known *known, const PersonWanted *wanted, StoredPerson *person)
{
    if (wanted->by == BY_ID) {
        KnownAnswer answer = take_person(known, wanted->id, false, person);
        if (answer != KNOWN_NOT) return answer;
    }
    KnownKey *key = find_key(known, wanted);
    if (!key) return KNOWN_NOT;
    key->used = ++known->clock;
    if (!key->person) return key->absent_at == known->changes ? KNOWN_ABSENT : KNOWN_NOT;
    if (wanted->by == BY_SESSION && wanted->now_ms >= key->good_until_ms) return KNOWN_NOT;
    if (key->expires_ms && wanted->now_ms >= key->expires_ms) return KNOWN_NOT;
    KnownAnswer answer = take_person(known, key->person, true, person);
    if (answer == KNOWN_THERE) {
        person->proof_expires_ms = key->expires_ms;
        person->proof_scopes = key->scopes;
    }
    return answer;
}

// --- coming in and going out ---------------------------------------------------------------------

static void add_person(Known *known, const StoredPerson *person)
{
    KnownPerson *place = find_person(known, person->id);
    KnownPerson *set = known->person[mix(1, (u64)person->id) % SETS];
    for (int way = 0; !place && way < WAYS; way++)
        if (!set[way].person.id) place = &set[way];
    if (!place) place = &set[0];
    if (place == &set[0] && place->person.id && place->person.id != person->id)
        for (int way = 1; way < WAYS; way++)
            if (set[way].used < place->used) place = &set[way];
    *place = (KnownPerson){ .person = *person, .used = ++known->clock };
    place->person.proof_expires_ms = 0; // of what it was found by, not of the person
    place->person.proof_scopes = 0;
}

static void add_key(Known *known, const PersonWanted *wanted, const StoredPerson *person)
{
    u8 bytes[PERSON_NAME_MAX];
    if (!key_bytes(wanted, bytes)) return;
    KnownKey *set = key_set(known, wanted->by, bytes), *place = find_key(known, wanted);
    if (!place) {
        place = &set[0];
        for (int way = 1; way < WAYS; way++)
            if (set[way].used < place->used) place = &set[way];
    }
    *place = (KnownKey){ .by = wanted->by,
                         .person = person ? person->id : 0,
                         .expires_ms = person ? person->proof_expires_ms : 0,
                         .scopes = person ? person->proof_scopes : 0,
                         .absent_at = known->changes,
                         .good_until_ms = wanted->now_ms + SESSION_MS,
                         .used = ++known->clock };
    memcpy(place->key, bytes, sizeof bytes);
}

void known_add(Known *known, u64 changes, const PersonWanted *wanted, const StoredPerson *person)
{
    if (changes != known->changes) return;
    if (person) add_person(known, person);
    if (!person || wanted->by != BY_ID) add_key(known, wanted, person);
}

static void drop_person(Known *known, i64 id)
{
    KnownPerson *found = find_person(known, id);
    if (found) *found = (KnownPerson){ 0 };
}

static void drop_key(Known *known, const PersonWanted *wanted)
{
    KnownKey *found = find_key(known, wanted);
    if (found) *found = (KnownKey){ 0 };
}

// All by which somebody was found, of one kind.
static void drop_keys_of(Known *known, PersonBy by, i64 person)
{
    for (int set = 0; set < SETS; set++)
        for (int way = 0; way < WAYS; way++) {
            KnownKey *key = &known->key[set][way];
            if (key->person == person && key->by == by) *key = (KnownKey){ 0 };
        }
}

void known_forget(Known *known)
{
    memset(known->person, 0, sizeof known->person);
    memset(known->key, 0, sizeof known->key);
    known->changes++;
}

void known_forget_person(Known *known, i64 person, const SecretHash *session)
{
    if (session) drop_key(known, &(PersonWanted){ .by = BY_SESSION, .hash = *session });
    if (person) {
        drop_person(known, person);
        drop_keys_of(known, BY_SESSION, person);
        drop_keys_of(known, BY_TOKEN, person);
        drop_keys_of(known, BY_KEY, person);
    }
    known->changes++;
}

bool known_concerns(const StoreWrite *write)
{
    switch (write->kind) {
    case WRITE_OP: return write->op.op->forgets != FORGETS_NOTHING;
    case WRITE_IF_PASSWORD:
    case WRITE_USED: return false; // they change no person
    default: return true;
    }
}

// The consequences of an operation.
static void note_op(Known *known, const StoreOp *op, const void *args)
{
    switch (op->forgets) {
    case FORGETS_NOTHING: break;
    case FORGETS_PERSON: known_forget_person(known, op_first(op, args), NULL); break;
    case FORGETS_SESSION: known_forget_person(known, 0, args); break;
    case FORGETS_ALL: known_forget(known); break;
    }
}

void known_note(Known *known, const StoreWrite *write)
{
    if (!known_concerns(write)) return;
    switch (write->kind) {
    case WRITE_OP: note_op(known, write->op.op, write->op.args); return;
    case WRITE_PERSON:
    case WRITE_PERSON_CHANGED:
        drop_person(known, write->person.id);
        drop_key(known, &(PersonWanted){ .by = BY_KEY, .key = write->person.key });
        break;
    case WRITE_SESSION: break; // that it was not there is not known any more
    case WRITE_SESSION_GONE:
        drop_key(known, &(PersonWanted){ .by = BY_SESSION, .hash = write->session.hash });
        break;
    case WRITE_SESSIONS_GONE: drop_keys_of(known, BY_SESSION, write->session.person); break;
    case WRITE_TOKEN: break;
    case WRITE_TOKENS_GONE:
    case WRITE_TOKEN_GONE: drop_keys_of(known, BY_TOKEN, write->token.person); break;
    case WRITE_MOVE_GAMES:
        drop_person(known, write->move.from);
        drop_person(known, write->move.to);
        break;
    default: // also who is gone or pruned: nothing is known any more
        known_forget(known);
        return;
    }
    known->changes++;
}
