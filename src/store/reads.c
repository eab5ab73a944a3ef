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

bool store_load_live(Store *store, const StoreReader *reader, Fault *why)
{
    return store->backend->load(connection(store), LOAD_LIVE, 0, reader, why);
}

bool store_load_game(Store *store, i64 id, const StoreReader *reader, Fault *why)
{
    return store->backend->load(connection(store), LOAD_ONE, id, reader, why);
}

bool store_load_all(Store *store, const StoreReader *reader, Fault *why)
{
    return store->backend->load(connection(store), LOAD_ALL, 0, reader, why);
}

bool store_games(Store *store, const GameFilter *filter, SeeGame *see, void *context, i64 *next)
{
    i64 ignored;
    return store->backend->games(connection(store), filter, see, context, next ? next : &ignored);
}

bool store_counts(Store *store, i64 person, PersonCounts *counts)
{
    return store->backend->counts(connection(store), person, counts);
}

bool store_items(Store *store, i64 person, ItemKind kind, SeeItem *see, void *context)
{
    return store->backend->items(connection(store), person, kind, 0, see, context);
}

bool store_item(Store *store, i64 person, ItemKind kind, i64 key, SeeItem *see, void *context)
{
    return store->backend->items(connection(store), person, kind, key, see, context);
}

i64 store_rematch(Store *store, i64 game)
{
    return store->backend->rematch(connection(store), game);
}

bool store_live_numbers(Store *store, SeeNumber *see, void *context)
{
    return store->backend->live_numbers(connection(store), see, context);
}

i64 store_alive_ms(Store *store)
{
    return store->backend->alive_ms(connection(store));
}

i64 store_identity(Store *store)
{
    return store->backend->identity(connection(store));
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

bool store_ratings(Store *store, i64 person, SeeRating *see, void *context)
{
    return store->backend->ratings(connection(store), person, see, context);
}

bool store_changes(Store *store, const ChangeFilter *filter, SeeChange *see, void *context)
{
    return store->backend->changes(connection(store), filter, see, context);
}

// Puts what the jobs of a queue make of a rating on top of it, and says whether one did.
static bool rate_ahead(const Queue *queue, const StoredRating *wanted, RatingNow *now)
{
    bool found = false;
    for (const Job *job = (const Job *)queue->first; job; job = (const Job *)job->link.next)
        for (int i = 0; i < job->count; i++) {
            const StoredChange *change = &job->write[i].change;
            if (job->write[i].kind != WRITE_RATING || change->person != wanted->person ||
                !text_equal(change->variant, wanted->variant) ||
                !text_equal(change->speed, wanted->speed))
                continue;
            *now = (RatingNow){ change->after, change->at_ms };
            found = true;
        }
    return found;
}

// What is in the queue is on top of what is in the database, so nothing may leave the queue between
// the look at one and the look at the other.
static u64 groups_now(Store *store)
{
    pthread_mutex_lock(&store->lock);
    u64 groups = store->groups;
    pthread_mutex_unlock(&store->lock);
    return groups;
}

bool store_rating(Store *store, i64 person, Text variant, Text speed, RatingNow *now)
{
    const StoredRating wanted = { .person = person, .variant = variant, .speed = speed };
    Store *whole = store->of ? store->of : store;
    for (;;) {
        RatingNow rating = { 0 };
        u64 groups = groups_now(whole);
        bool found = store->backend->rating(connection(store), person, variant, speed, &rating);
        pthread_mutex_lock(&whole->lock);
        if (rate_ahead(&whole->under_way, &wanted, &rating)) found = true;
        if (rate_ahead(&whole->waiting, &wanted, &rating)) found = true;
        bool same = groups == whole->groups;
        pthread_mutex_unlock(&whole->lock);
        if (!same) continue;
        if (found) *now = rating;
        return found;
    }
}

// The game of a job that rates both, or 0; the rating changes of one game are in one job.
static i64 game_between(const Job *job, i64 person, i64 other)
{
    i64 game = 0;
    bool one = false, two = false;
    for (int i = 0; i < job->count; i++) {
        const StoredChange *change = &job->write[i].change;
        if (job->write[i].kind != WRITE_RATING) continue;
        one = one || change->person == person;
        two = two || change->person == other;
        game = change->game;
    }
    return one && two ? game : 0;
}

// Adds games that are not in the list yet: a job that has just been committed stays in its queue
// for a moment, when its game is in the database already.
static int add_queued(const Queue *queue, i64 person, i64 other, i64 game[PAIR_SEEN_MAX], int games)
{
    for (const Job *job = (const Job *)queue->first; job; job = (const Job *)job->link.next) {
        i64 queued = game_between(job, person, other);
        int i = 0;
        while (i < games && game[i] != queued)
            i++;
        if (queued && i == games && games < PAIR_SEEN_MAX) game[games++] = queued;
    }
    return games;
}

int store_games_between(Store *store, i64 person, i64 other, i64 since_ms)
{
    Store *whole = store->of ? store->of : store;
    i64 game[PAIR_SEEN_MAX];
    for (;;) {
        u64 groups = groups_now(whole);
        int games = store->backend->games_between(connection(store), person, other, since_ms, game);
        pthread_mutex_lock(&whole->lock);
        games = add_queued(&whole->under_way, person, other, game, games);
        games = add_queued(&whole->waiting, person, other, game, games);
        bool same = groups == whole->groups;
        pthread_mutex_unlock(&whole->lock);
        if (same) return games;
    }
}

bool store_leaders(Store *store, Text variant, Text speed, PersonKind kind, SeeLeader *see,
                   void *context)
{
    return store->backend->leaders(connection(store), variant, speed, kind, see, context);
}

bool store_is_public(Store *store, i64 game)
{
    return store->backend->is_public(connection(store), game);
}

bool store_rating_at(Store *store, i64 person, Text variant, Text speed, i64 at_ms, double *rating)
{
    return store->backend->rating_at(connection(store), person, variant, speed, at_ms, rating);
}

bool store_people_like(Store *store, Text key, int limit, SeePerson *see, void *context)
{
    return store->backend->people_like(connection(store), key, limit, see, context);
}

OtherGames store_other_games(Store *store, i64 person, i64 but)
{
    return store->backend->other_games(connection(store), person, but);
}

bool store_flags(Store *store, i64 game, SeeFlag *see, void *context)
{
    return store->backend->flags(connection(store), game, see, context);
}

bool store_review(Store *store, i64 game, SeeReview *see, void *context)
{
    return !game || store->backend->review(connection(store), game, see, context);
}

bool store_job(Store *store, JobKind kind, i64 key, SeeJob *see, void *context)
{
    return store->backend->job(connection(store), kind, key, see, context);
}

int store_jobs_free(Store *store, JobKind kind)
{
    return store->backend->jobs_free(connection(store), kind);
}

int store_reviews_waiting(Store *store)
{
    return store->backend->reviews_waiting(connection(store));
}

bool store_finished(Store *store, i64 after, int limit, SeeFinished *see, void *context)
{
    return store->backend->finished(connection(store), after, limit, see, context);
}

bool store_results(Store *store, i64 person, SeeResult *see, void *context)
{
    return store->backend->results(connection(store), person, see, context);
}

bool store_ends(Store *store, i64 person, i64 since_ms, int limit, SeeTime *see, void *context)
{
    return store->backend->ends(connection(store), person, since_ms, limit, see, context);
}

bool store_reviews_of(Store *store, i64 person, int limit, SeeReviewOf *see, void *context)
{
    return store->backend->reviews_of(connection(store), person, limit, see, context);
}

bool store_best_wins(Store *store, i64 person, int limit, SeeWin *see, void *context)
{
    return store->backend->best_wins(connection(store), person, limit, see, context);
}

bool store_results_between(Store *store, i64 person, i64 other, PersonCounts *counts)
{
    return store->backend->results_between(connection(store), person, other, counts);
}

bool store_check(Store *store, Fault *why)
{
    return store->database->check(connection(store), why);
}

// --- moderation ----------------------------------------------------------------------------------

bool store_roles(Store *store, SeeRole *see, void *context)
{
    return store->backend->roles(connection(store), see, context);
}

bool store_sanctions(Store *store, i64 person, SeeSanction *see, void *context)
{
    return store->backend->sanctions(connection(store), person, see, context);
}

bool store_reports(Store *store, const ReportFilter *filter, SeeReport *see, void *context)
{
    return store->backend->reports(connection(store), filter, see, context);
}

bool store_audit(Store *store, const AuditFilter *filter, SeeAudit *see, void *context)
{
    return store->backend->audit(connection(store), filter, see, context);
}

i64 store_audit_last(Store *store)
{
    return store->backend->audit_last(connection(store));
}

bool store_audit_check(Store *store, i64 *entries, SecretHash *last, Fault *why)
{
    return store->backend->audit_check(connection(store), entries, last, why);
}

u64 store_work(Store *reading)
{
    return reading->database->work(reading->reading);
}
