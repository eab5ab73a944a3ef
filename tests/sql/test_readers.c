// SPDX-License-Identifier: MIT
// Reads on their own threads: they see finished writes, long reads delay no short one, and every
// caller gets an answer.
#include "server/games/game_lists.h"
#include "server/games/game_ops.h"
#include "server/identity/persons.h"
#include "support/stored.h"

#include <semaphore.h>
#include <string.h>

static sem_t woken;
static PersonCache *cache;

static void wake(void *context)
{
    (void)context;
    sem_post(&woken);
}

static Store *open_with_readers(int readers)
{
    person_cache_free(cache); // the last store's
    cache = person_cache_new();
    assert_non_null(cache);
    const StoreSetup setup = {
        .where = path, .readers = readers, .wake = wake, .cache = person_cache_hook(cache)
    };
    sem_init(&woken, 0, 0);
    Store *store = store_open(&setup, &why);
    if (!store) fail_msg("%s", why.message);
    return store;
}

typedef struct Asked {
    i64 person;
    sem_t *hold; // the job waits for it, unless it is NULL
    bool found;
    int reported; // number of reports
    bool was_read;
} Asked;

static void look(void *context, Store *reading)
{
    Asked *asked = context;
    StoredPerson person;
    if (asked->hold) sem_wait(asked->hold);
    asked->found = person_by_id(reading, asked->person, &person);
}

static void note(void *context, bool was_read)
{
    Asked *asked = context;
    asked->reported++;
    asked->was_read = was_read;
}

static void await(Store *store, const Asked *asked)
{
    while (!asked->reported) {
        sem_wait(&woken);
        store_collect(store);
    }
}

static StoreWrite person_of(i64 id)
{
    return added_person(id, PERSON_ANONYMOUS, "");
}

static void what_is_done_is_seen(void **state)
{
    (void)state;
    for (int readers = 0; readers < 3; readers++) {
        Store *store = open_with_readers(readers);
        for (i64 id = 100 * (readers + 1); id < 100 * (readers + 1) + 50; id++) {
            Asked asked = { .person = id }, after = asked;
            assert_true(store_read(store, READ_SHORT, look, note, &asked));
            await(store, &asked);
            assert_true(asked.was_read && !asked.found);
            assert_int_equal(write_one(store, person_of(id)), STORED);
            assert_true(store_read(store, READ_LONG, look, note, &after));
            await(store, &after);
            assert_true(after.was_read && after.found);
        }
        assert_true(store_traffic(store).reads_on_loop == 0);
        store_close(store);
    }
}

// Long reads occupy all threads but the one for short reads.
static void short_ones_do_not_wait(void **state)
{
    (void)state;
    sem_t hold;
    sem_init(&hold, 0, 0);
    Store *store = open_with_readers(3);
    Asked slow[5] = { { .hold = &hold },
                      { .hold = &hold },
                      { .hold = &hold },
                      { .hold = &hold },
                      { .hold = &hold } };
    for (int i = 0; i < 5; i++)
        assert_true(store_read(store, READ_LONG, look, note, &slow[i]));
    for (int i = 0; i < 20; i++) {
        Asked quick = { .person = 1 };
        assert_true(store_read(store, READ_SHORT, look, note, &quick));
        await(store, &quick);
    }
    for (int i = 0; i < 5; i++) {
        assert_int_equal(slow[i].reported, 0);
        sem_post(&hold);
    }
    for (int i = 0; i < 5; i++)
        await(store, &slow[i]);
    store_close(store);
}

static void everybody_is_told_at_the_end(void **state)
{
    (void)state;
    enum { MANY = 300 };
    Store *store = open_with_readers(2);
    Asked asked[MANY] = { 0 };
    for (int i = 0; i < MANY; i++)
        assert_true(store_read(store, i % 2 ? READ_LONG : READ_SHORT, look, note, &asked[i]));
    store_close(store);
    for (int i = 0; i < MANY; i++)
        assert_int_equal(asked[i].reported, 1);
}

static void reads_on_the_loop_are_counted(void **state)
{
    (void)state;
    Store *store = open_with_readers(1);
    games_alive_ms(store);
    assert_true(store_traffic(store).reads_on_loop == 0); // still starting
    store_count_reads(store);
    games_alive_ms(store);
    assert_true(store_traffic(store).reads_on_loop == 1);
    Asked asked = { .person = 7 };
    assert_true(store_read(store, READ_SHORT, look, note, &asked));
    await(store, &asked);
    assert_true(store_traffic(store).reads_on_loop == 1 && store_traffic(store).reads == 1);
    store_close(store);
}

typedef struct Cost {
    bool searches;
    u64 work;
    bool done;
} Cost;

static bool any_game(void *context, const StoredGame *game)
{
    (void)context;
    (void)game;
    return true;
}

static void spend(void *context, Store *reading)
{
    Cost *cost = context;
    StoredPerson person;
    i64 next;
    store_work(reading);
    if (cost->searches)
        games_list(reading, &(GameFilter){ .result = text_of("0-1"), .limit = 5 }, any_game, NULL,
                   &next);
    else
        person_by_id(reading, 1, &person);
    cost->work = store_work(reading);
}

static void spent(void *context, bool was_read)
{
    ((Cost *)context)->done = was_read;
}

static u64 cost_of(Store *store, bool searches)
{
    Cost cost = { .searches = searches };
    assert_true(store_read(store, READ_LONG, spend, spent, &cost));
    while (!cost.done) {
        sem_wait(&woken);
        store_collect(store);
    }
    return cost.work;
}

// A question costs every reader the same; a search in vain costs far more than a lookup.
static void work_is_counted(void **state)
{
    (void)state;
    Store *store = open_with_readers(3);
    for (i64 id = 1; id <= 200; id++) {
        const StoreWrite writes[] = { game_of(id), end_of(id) };
        assert_int_equal(write_now(store, writes, 2), STORED);
    }
    u64 look = cost_of(store, false), search = cost_of(store, true);
    assert_true(look && search > 50 * look);
    for (int i = 0; i < 20; i++)
        assert_true(cost_of(store, false) == look && cost_of(store, true) == search);
    store_close(store);
}

// --- the cache -----------------------------------------------------------------------------------

static void go_on(void *context)
{
    ++*(int *)context;
}

static SecretHash hash_of(u8 byte)
{
    SecretHash hash = { { byte } };
    return hash;
}

static StoreWrite session_of(u8 byte, i64 person)
{
    return kept_op(
        &PERSON_OPS[PERSONS_ADD_SESSION],
        &(SessionStart){ .hash = hash_of(byte), .person = person, .expires_ms = 100000 });
}

static StoreWrite session_end_of(u8 byte)
{
    return kept_op(&PERSON_OPS[PERSONS_END_SESSION], &(SecretArg){ hash_of(byte) });
}

static StoreWrite token_of(i64 id, u8 byte, i64 person, i64 expires_ms)
{
    return kept_op(&PERSON_OPS[PERSONS_ADD_TOKEN], &(TokenGrant){ .hash = hash_of(byte),
                                                                  .id = id,
                                                                  .person = person,
                                                                  .expires_ms = expires_ms });
}

// Changes a person, who keeps the name.
static StoreWrite changed_of(i64 id, PersonKind kind, const char *name, const char *password)
{
    const StoreWrite added = added_person(id, kind, name);
    PersonNow *now = &((NewPerson *)args_of(&added))->now;
    strcpy(now->password_hash, password);
    return kept_op(&PERSON_OPS[PERSONS_CHANGE], now);
}

static u64 waited(Store *store)
{
    return store_traffic(store).reads_on_loop;
}

// Fills the cache, then looks without waiting.
static void know(Store *store, const PersonWanted *wanted)
{
    int known = 0;
    if (person_know(store, wanted, go_on, &known)) return;
    while (!known) {
        sem_wait(&woken);
        store_collect(store);
    }
    assert_true(person_know(store, wanted, go_on, &known) && known == 1);
}

static bool by_session(Store *store, u8 byte, i64 now_ms, StoredPerson *person)
{
    const SecretHash hash = hash_of(byte);
    return person_by_session(store, &hash, now_ms, person);
}

static void who_is_known_is_not_read(void **state)
{
    (void)state;
    Store *store = open_with_readers(2);
    StoredPerson person;
    const StoreWrite writes[] = { added_person(5, PERSON_ACCOUNT, "Ada"), session_of(1, 5),
                                  token_of(3, 2, 5, 0) };
    store_count_reads(store);
    // An absent person is cached too, until the person appears.
    know(store, &(PersonWanted){ .by = BY_SESSION, .hash = hash_of(1), .now_ms = 10 });
    assert_false(by_session(store, 1, 10, &person));
    assert_int_equal(write_now(store, writes, 3), STORED);
    const PersonWanted wanted[] = {
        { .by = BY_SESSION, .hash = hash_of(1), .now_ms = 10 },
        { .by = BY_TOKEN, .hash = hash_of(2) },
        { .by = BY_KEY, .key = text_of("ada") },
        { .by = BY_ID, .id = 5 },
    };
    for (int i = 0; i < 4; i++)
        know(store, &wanted[i]);
    SecretHash token = hash_of(2);
    for (int i = 0; i < 3; i++) {
        assert_true(by_session(store, 1, 10, &person) && person.id == 5);
        assert_true(person_by_token(store, &token, 1, &person) && person.id == 5);
        assert_true(person_by_key(store, text_of("ada"), &person) && person.id == 5);
        assert_true(person_by_id(store, 5, &person) && person.id == 5);
    }
    assert_true(waited(store) == 0);
    // A session that may have expired is read again.
    assert_false(by_session(store, 1, 100001, &person));
    assert_true(waited(store) == 1);
    store_close(store);
}

// A token, cached or read, works to its last millisecond and no longer; one without an end stays.
static void tokens_run_out(void **state)
{
    (void)state;
    Store *store = open_with_readers(2);
    StoredPerson person;
    const StoreWrite writes[] = { added_person(5, PERSON_ACCOUNT, "Ada"), token_of(3, 2, 5, 1000),
                                  token_of(4, 3, 5, 0) };
    assert_int_equal(write_now(store, writes, 3), STORED);
    SecretHash ends = hash_of(2), stays = hash_of(3);
    for (int i = 0; i < 2; i++) { // read, then cached
        assert_true(person_by_token(store, &ends, 999, &person) && person.id == 5);
        assert_int_equal(person.proof_expires_ms, 1000);
        know(store, &(PersonWanted){ .by = BY_TOKEN, .hash = ends, .now_ms = 999 });
        know(store, &(PersonWanted){ .by = BY_TOKEN, .hash = stays, .now_ms = 999 });
    }
    for (int i = 0; i < 2; i++) {
        assert_false(person_by_token(store, &ends, 1000 + i, &person));
        assert_true(person_by_token(store, &stays, 100000, &person) && person.id == 5);
        know(store, &(PersonWanted){ .by = BY_TOKEN, .hash = ends, .now_ms = 1000 });
    }
    store_close(store);
}

// Each kind of change to a person: the cache never returns the old state.
static void what_changes_is_not_known(void **state)
{
    (void)state;
    Store *store = open_with_readers(2);
    StoredPerson person;
    SecretHash secret = hash_of(9);
    assert_int_equal(write_one(store, added_person(5, PERSON_ACCOUNT, "Ada")), STORED);
    assert_int_equal(write_one(store, token_of(3, 9, 5, 0)), STORED);
    for (u8 i = 1; i < 4; i++) {
        assert_int_equal(write_one(store, session_of(i, 5)), STORED);
        assert_true(by_session(store, i, 10, &person));
    }
    assert_true(person_by_token(store, &secret, 1, &person));
    assert_int_equal(write_one(store, changed_of(5, PERSON_ACCOUNT, "Ada", "two")), STORED);
    assert_true(by_session(store, 1, 10, &person) && !strcmp(person.password_hash, "two"));
    assert_int_equal(write_one(store, session_end_of(1)), STORED);
    assert_false(by_session(store, 1, 10, &person));
    assert_true(by_session(store, 2, 10, &person));
    const OtherSessions others = { 5, hash_of(2) };
    assert_int_equal(write_one(store, store_op(&PERSON_OPS[PERSONS_END_OTHER_SESSIONS], &others)),
                     STORED);
    assert_true(by_session(store, 2, 10, &person) && !by_session(store, 3, 10, &person));
    const TokenKey key = { 5, 3 };
    assert_int_equal(write_one(store, store_op(&PERSON_OPS[PERSONS_END_TOKEN], &key)), STORED);
    assert_false(person_by_token(store, &secret, 1, &person));
    assert_true(person_by_key(store, text_of("ada"), &person));
    assert_int_equal(delete_person(store, 5, 20), STORED);
    assert_false(person_by_key(store, text_of("ada"), &person) ||
                 by_session(store, 2, 30, &person));
    assert_true(person_by_id(store, 5, &person) && person.kind == PERSON_GONE);
    // Another person takes the name.
    assert_int_equal(write_one(store, added_person(6, PERSON_ACCOUNT, "Ada")), STORED);
    assert_true(person_by_key(store, text_of("ada"), &person) && person.id == 6);
    assert_true(person_cache_flushes(cache) == 0); // each write has named what it changes
    store_close(store);
}

typedef struct SeenByDone {
    Store *store;
    u8 session;
    bool found;
    int done;
} SeenByDone;

static void look_up_in_done(void *context, StoreStatus status)
{
    SeenByDone *seen = context;
    StoredPerson person;
    assert_int_equal(status, STORED);
    seen->found = by_session(seen->store, seen->session, 10, &person);
    seen->done++;
}

// Two calls are collected at once: the `done` of the first doesn't find the session that the second
// has ended.
static void the_first_done_sees_what_all_have_changed(void **state)
{
    (void)state;
    Store *store = open_with_readers(1);
    StoredPerson person;
    const StoreWrite writes[] = { added_person(5, PERSON_ACCOUNT, "Ada"), session_of(1, 5),
                                  session_of(2, 5) };
    assert_int_equal(write_now(store, writes, 3), STORED);
    assert_true(by_session(store, 1, 10, &person) && by_session(store, 2, 10, &person));
    SeenByDone first = { .store = store, .session = 2 }, second = { .store = store, .session = 1 };
    const StoreWrite one = session_end_of(1), other = session_end_of(2);
    assert_true(store_write(store, &one, 1, look_up_in_done, &first));
    assert_true(store_write(store, &other, 1, look_up_in_done, &second));
    while (store_traffic(store).waiting)
        sem_wait(&woken);
    store_collect(store);
    assert_true(first.done == 1 && second.done == 1);
    assert_true(!first.found && !second.found);
    store_close(store);
}

// Pruning deletes what has expired, which the cache refuses by itself, so the cache keeps the rest.
static void pruning_empties_no_cache(void **state)
{
    (void)state;
    Store *store = open_with_readers(2);
    StoredPerson person;
    const StoreWrite writes[] = { added_person(5, PERSON_ACCOUNT, "Ada"), session_of(1, 5),
                                  token_of(3, 2, 5, 1000) };
    const SecretHash token = hash_of(2);
    assert_int_equal(write_now(store, writes, 3), STORED);
    know(store, &(PersonWanted){ .by = BY_SESSION, .hash = hash_of(1), .now_ms = 990 });
    know(store, &(PersonWanted){ .by = BY_TOKEN, .hash = token, .now_ms = 990 });
    i64 reached = 0;
    const PersonPruning pruning = { 0, 1001, &reached };
    assert_int_equal(write_one(store, store_op(&PERSON_OPS[PERSONS_PRUNE], &pruning)), STORED);
    assert_true(person_cache_flushes(cache) == 0);
    store_count_reads(store);
    assert_true(by_session(store, 1, 1001, &person) && person.id == 5);
    assert_true(waited(store) == 0);
    assert_false(person_by_token(store, &token, 1001, &person));
    store_close(store);
}

// A forgotten person's secrets don't come back when the person is read again.
static void secrets_go_with_their_person(void **state)
{
    (void)state;
    Store *store = open_with_readers(1);
    StoredPerson person;
    const StoreWrite writes[] = { added_person(5, PERSON_ACCOUNT, "Ada"), session_of(1, 5) };
    assert_int_equal(write_now(store, writes, 2), STORED);
    assert_true(by_session(store, 1, 10, &person));
    run_sql("DELETE FROM session"); // another node, which then reports it
    persons_forget(store, 5, NULL);
    assert_true(person_by_id(store, 5, &person));
    assert_false(by_session(store, 1, 10, &person));
    store_close(store);
}

// A read that overlaps a change is not cached.
static void a_read_beside_a_change(void **state)
{
    (void)state;
    Store *store = open_with_readers(2);
    for (int i = 0; i < 200; i++) {
        StoredPerson person;
        assert_int_equal(write_one(store, person_of(1 + i)), STORED);
        int known = 0;
        const PersonWanted wanted = { .by = BY_ID, .id = 1 + i };
        const StoreWrite change = changed_of(1 + i, PERSON_BOT, "", "");
        int status = -1;
        assert_true(store_write(store, &change, 1, note_status, &status));
        bool at_once = person_know(store, &wanted, go_on, &known);
        while (status == -1 || !(known || at_once)) {
            sem_wait(&woken);
            store_collect(store);
        }
        assert_true(person_by_id(store, 1 + i, &person) && person.kind == PERSON_BOT);
    }
    store_close(store);
}

// Another program writes, as `meydan store annul` does.
static void somebody_else_writes(void **state)
{
    (void)state;
    Store *store = open_with_readers(1), *other = open_store(0);
    StoredPerson person;
    assert_int_equal(write_one(store, person_of(1)), STORED);
    assert_true(person_by_id(store, 1, &person) && person.kind == PERSON_ANONYMOUS);
    assert_int_equal(write_one(other, changed_of(1, PERSON_BOT, "", "")), STORED);
    do { // the writer checks once a second and reports it
        sem_wait(&woken);
        store_collect(store);
        assert_true(person_by_id(store, 1, &person));
    } while (person.kind != PERSON_BOT);
    store_close(other);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(what_is_done_is_seen),
        STORE_TEST(short_ones_do_not_wait),
        STORE_TEST(everybody_is_told_at_the_end),
        STORE_TEST(reads_on_the_loop_are_counted),
        STORE_TEST(work_is_counted),
        STORE_TEST(who_is_known_is_not_read),
        STORE_TEST(tokens_run_out),
        STORE_TEST(what_changes_is_not_known),
        STORE_TEST(the_first_done_sees_what_all_have_changed),
        STORE_TEST(pruning_empties_no_cache),
        STORE_TEST(secrets_go_with_their_person),
        STORE_TEST(a_read_beside_a_change),
        STORE_TEST(somebody_else_writes),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
