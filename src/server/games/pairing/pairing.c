// SPDX-License-Identifier: MIT
#include "server/games/pairing/pairing.h"

#include "platform/array.h"
#include "platform/hash.h"
#include "server/games/pairing/seating.h"

#include <string.h>

enum { REMEMBERED_MAX = 20000, FIRSTS_MAX = 12 };

// Data of a person: their pools, and their last game.
typedef struct Known {
    HashLink link;               // by person
    struct Known *newer, *older; // of the remembered people, by their last game
    u8 pools;
    u8 pool[OWN_POOLS_MAX];
    bool listed; // among the remembered
    i8 firsts;
    i8 last_firsts, most_firsts; // what the last game added to `firsts`, and the most it could
    i64 last_game;               // 0: none, or final
    i64 forgiven_ms;             // when all games they called off are forgiven
    i64 met[MET_MAX];
} Known;
_Static_assert(POOLS_MAX <= UINT8_MAX, "a pool fits into a byte");

typedef struct Waiting {
    Seeker *seeker;
    int count;
    size_t capacity;
} Waiting;

struct Pairing {
    PairingSetup setup;
    Rng rng;
    Waiting waiting[POOLS_MAX];
    HashTable known;
    Known *newest, *oldest;
    int remembered, people;
    MatchedTable *table; // of a round
    size_t table_capacity;
};

// --- people --------------------------------------------------------------------------------------

static Known *find_known(const Pairing *pairing, i64 person)
{
    return (Known *)hash_first(&pairing->known, (u64)person);
}

static void unlist(Pairing *pairing, Known *known)
{
    if (!known->listed) return;
    if (known->newer)
        known->newer->older = known->older;
    else
        pairing->newest = known->older;
    if (known->older)
        known->older->newer = known->newer;
    else
        pairing->oldest = known->newer;
    known->newer = known->older = NULL;
    known->listed = false;
    pairing->remembered--;
}

// Forgets a person who neither waits nor has played.
static void forget_if_idle(Pairing *pairing, Known *known)
{
    if (known->pools || known->listed) return;
    hash_remove(&pairing->known, &known->link);
    free(known);
}

static void remember(Pairing *pairing, Known *known)
{
    unlist(pairing, known);
    known->older = pairing->newest;
    if (pairing->newest) pairing->newest->newer = known;
    pairing->newest = known;
    if (!pairing->oldest) pairing->oldest = known;
    known->listed = true;
    if (++pairing->remembered <= REMEMBERED_MAX) return;
    Known *last = pairing->oldest;
    unlist(pairing, last);
    last->firsts = 0;
    memset(last->met, 0, sizeof last->met);
    forget_if_idle(pairing, last);
}

// --- entering and leaving ------------------------------------------------------------------------

static bool waits_in(const Known *known, int pool)
{
    for (int i = 0; i < known->pools; i++)
        if (known->pool[i] == pool) return true;
    return false;
}

static bool grow(Waiting *waiting)
{
    Seeker *seeker =
        array_grow(waiting->seeker, &waiting->capacity, (size_t)waiting->count + 1, sizeof *seeker);
    if (seeker) waiting->seeker = seeker;
    return seeker;
}

Entered pairing_enter(Pairing *pairing, int pool, const Entrant *entrant, i64 now_ms)
{
    Waiting *waiting = &pairing->waiting[pool];
    Known *known = find_known(pairing, entrant->person);
    if (known && waits_in(known, pool)) return ENTERED_BEFORE;
    if (known && known->pools == OWN_POOLS_MAX) return ENTERED_TOO_MANY;
    if (known && known->forgiven_ms - now_ms > OFF_MAX * (i64)OFF_FORGIVEN)
        return ENTERED_CALLED_OFF;
    if (!grow(waiting)) return ENTERED_NO_MEMORY;
    if (!known) {
        known = calloc(1, sizeof *known);
        if (!known) return ENTERED_NO_MEMORY;
        hash_add_first(&pairing->known, &known->link, (u64)entrant->person);
    }
    Seeker *seeker = &waiting->seeker[waiting->count++];
    *seeker = (Seeker){ .person = entrant->person,
                        .rating = entrant->rating,
                        .deviation = entrant->deviation,
                        .since_ms = now_ms };
    memcpy(seeker->met, known->met, sizeof seeker->met);
    pairing->people += !known->pools;
    known->pool[known->pools++] = (u8)pool;
    return ENTERED;
}

static void remove_seeker(Waiting *waiting, i64 person)
{
    int at = 0;
    while (waiting->seeker[at].person != person)
        at++;
    waiting->count--;
    memmove(&waiting->seeker[at], &waiting->seeker[at + 1],
            (size_t)(waiting->count - at) * sizeof *waiting->seeker);
}

bool pairing_leave(Pairing *pairing, i64 person)
{
    Known *known = find_known(pairing, person);
    if (!known || !known->pools) return false;
    while (known->pools)
        remove_seeker(&pairing->waiting[known->pool[--known->pools]], person);
    pairing->people--;
    forget_if_idle(pairing, known);
    return true;
}

void pairing_agree(Pairing *pairing, i64 person, i64 now_ms)
{
    const Known *known = find_known(pairing, person);
    for (int i = 0; known && i < known->pools; i++) {
        Waiting *waiting = &pairing->waiting[known->pool[i]];
        for (int k = 0; k < waiting->count; k++)
            if (waiting->seeker[k].person == person && !waiting->seeker[k].agreed_ms)
                waiting->seeker[k].agreed_ms = now_ms;
    }
}

// --- rounds --------------------------------------------------------------------------------------

static void add_firsts(Known *known, int more)
{
    int firsts = known->firsts + more;
    known->firsts = (i8)(firsts > FIRSTS_MAX    ? FIRSTS_MAX
                         : firsts < -FIRSTS_MAX ? -FIRSTS_MAX
                                                : firsts);
}

static void note_game(Pairing *pairing, const Variant *variant, const Paired *paired, int seat)
{
    Known *known = find_known(pairing, paired->person[seat]);
    int before = known->firsts, met = 0;
    add_firsts(known, seating_firsts(variant, seat));
    known->last_firsts = (i8)(known->firsts - before);
    known->most_firsts = (i8)seating_firsts(variant, 0);
    known->last_game = 0;
    memset(known->met, 0, sizeof known->met);
    for (int other = 0; other < variant->players; other++)
        if (other != seat && paired->person[other]) known->met[met++] = paired->person[other];
    remember(pairing, known);
}

static Paired seat_table(Pairing *pairing, int pool, const MatchedTable *table)
{
    const Variant *variant = pool_at(pool).variant;
    Sitting sitting[PLAYERS_MAX] = { 0 };
    Paired paired = { .pool = pool, .people = table->people };
    for (int i = 0; i < table->people; i++) {
        const Seeker *seeker = &pairing->waiting[pool].seeker[table->seeker[i]];
        sitting[i] = (Sitting){ .person = seeker->person,
                                .rating = seeker->rating,
                                .firsts = find_known(pairing, seeker->person)->firsts };
    }
    seating_order(variant, &pairing->rng, sitting);
    for (int seat = 0; seat < variant->players; seat++)
        paired.person[seat] = sitting[seat].person;
    return paired;
}

// Removes everyone seated from this pool in one pass, and one by one from other pools.
static void clear_seated(Pairing *pairing, int pool, const MatchedTable *table, int tables)
{
    Waiting *waiting = &pairing->waiting[pool];
    for (int i = 0; i < tables; i++)
        for (int k = 0; k < table[i].people; k++) {
            Seeker *seeker = &waiting->seeker[table[i].seeker[k]];
            Known *known = find_known(pairing, seeker->person);
            for (int p = 0; p < known->pools; p++)
                if (known->pool[p] != pool)
                    remove_seeker(&pairing->waiting[known->pool[p]], seeker->person);
            known->pools = 0;
            pairing->people--;
            seeker->person = 0;
        }
    int kept = 0;
    for (int i = 0; i < waiting->count; i++)
        if (waiting->seeker[i].person) waiting->seeker[kept++] = waiting->seeker[i];
    waiting->count = kept;
}

static int round_of(Pairing *pairing, int pool, i64 now_ms, SeePaired *see, void *context)
{
    Waiting *waiting = &pairing->waiting[pool];
    const Variant *variant = pool_at(pool).variant;
    const MatchRules rules = { variant->players, pairing->setup.may_meet, pairing->setup.context };
    MatchedTable *table =
        array_grow(pairing->table, &pairing->table_capacity, (size_t)waiting->count, sizeof *table);
    if (!table) return 0;
    pairing->table = table;
    int tables = matching_round(waiting->seeker, waiting->count, &rules, now_ms, table);
    if (!tables) return 0;
    Paired *paired = malloc((size_t)tables * sizeof *paired);
    if (!paired) return 0;
    for (int i = 0; i < tables; i++)
        paired[i] = seat_table(pairing, pool, &table[i]);
    clear_seated(pairing, pool, table, tables);
    for (int i = 0; i < tables; i++) {
        for (int seat = 0; seat < variant->players; seat++)
            if (paired[i].person[seat]) note_game(pairing, variant, &paired[i], seat);
    }
    for (int i = 0; i < tables; i++)
        see(context, &paired[i]);
    free(paired);
    return tables;
}

int pairing_round(Pairing *pairing, i64 now_ms, SeePaired *see, void *context)
{
    int tables = 0;
    for (int pool = 0; pool < pool_count(); pool++)
        if (pairing->waiting[pool].count) tables += round_of(pairing, pool, now_ms, see, context);
    return tables;
}

// --- games of the tables -------------------------------------------------------------------------

void pairing_begun(Pairing *pairing, const Paired *paired, i64 game)
{
    for (int seat = 0; seat < PLAYERS_MAX; seat++) {
        Known *known = paired->person[seat] ? find_known(pairing, paired->person[seat]) : NULL;
        if (known) known->last_game = game;
    }
}

void pairing_called_off(Pairing *pairing, i64 game, i64 person, i64 by, i64 now_ms)
{
    Known *known = find_known(pairing, person);
    if (!known || !game || known->last_game != game) return;
    known->last_game = 0;
    add_firsts(known, -known->last_firsts);
    if (person != by) return;
    add_firsts(known, known->most_firsts);
    if (known->forgiven_ms < now_ms) known->forgiven_ms = now_ms;
    known->forgiven_ms += OFF_FORGIVEN;
}

// --- the whole -----------------------------------------------------------------------------------

int pairing_waiting(const Pairing *pairing, int pool)
{
    return pairing->waiting[pool].count;
}

int pairing_people(const Pairing *pairing)
{
    return pairing->people;
}

int pairing_pools_of(const Pairing *pairing, i64 person, int pools[OWN_POOLS_MAX])
{
    const Known *known = find_known(pairing, person);
    if (!known) return 0;
    for (int i = 0; i < known->pools; i++)
        pools[i] = known->pool[i];
    return known->pools;
}

const Seeker *pairing_seekers(const Pairing *pairing, int pool, int *count)
{
    *count = pairing->waiting[pool].count;
    return pairing->waiting[pool].seeker;
}

Pairing *pairing_new(const PairingSetup *setup)
{
    Pairing *pairing = calloc(1, sizeof *pairing);
    if (!pairing) return NULL;
    pairing->setup = *setup;
    pairing->rng = (Rng){ setup->seed };
    if (hash_init(&pairing->known)) return pairing;
    free(pairing);
    return NULL;
}

void pairing_free(Pairing *pairing)
{
    if (!pairing) return;
    for (int pool = 0; pool < pool_count(); pool++)
        while (pairing->waiting[pool].count)
            pairing_leave(pairing, pairing->waiting[pool].seeker[0].person);
    while (pairing->oldest) {
        Known *known = pairing->oldest;
        unlist(pairing, known);
        forget_if_idle(pairing, known);
    }
    for (int pool = 0; pool < pool_count(); pool++)
        free(pairing->waiting[pool].seeker);
    hash_free(&pairing->known);
    free(pairing->table);
    free(pairing);
}
