// SPDX-License-Identifier: MIT
// Reads on their own threads: they see finished writes, long reads delay no short one, and every
// caller gets an answer.
#include "server/games/game_lists.h"
#include "server/games/game_ops.h"
#include "support/stored.h"

#include <semaphore.h>
#include <string.h>

static sem_t woken;

static void wake(void *context)
{
    (void)context;
    sem_post(&woken);
}

static Store *open_with_readers(int readers)
{
    const StoreSetup setup = { .where = path, .readers = readers, .wake = wake };
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
    asked->found = store_person(reading, asked->person, &person);
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
    return (StoreWrite){ .kind = WRITE_PERSON, .person = { .id = id, .kind = PERSON_ANONYMOUS } };
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
        store_person(reading, 1, &person);
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

static u64 waited(Store *store)
{
    return store_traffic(store).reads_on_loop;
}

// Fills the cache, then looks without waiting.
static void know(Store *store, const PersonWanted *wanted)
{
    int known = 0;
    if (store_know(store, wanted, go_on, &known)) return;
    while (!known) {
        sem_wait(&woken);
        store_collect(store);
    }
    assert_true(store_know(store, wanted, go_on, &known) && known == 1);
}

static bool by_session(Store *store, u8 byte, i64 now_ms, StoredPerson *person)
{
    const SecretHash hash = hash_of(byte);
    return store_person_by_session(store, &hash, now_ms, person);
}

static void who_is_known_is_not_read(void **state)
{
    (void)state;
    Store *store = open_with_readers(2);
    StoredPerson person;
    const StoreWrite writes[] = {
        { .kind = WRITE_PERSON,
          .person = { .id = 5,
                      .kind = PERSON_ACCOUNT,
                      .name = text_of("Ada"),
                      .key = text_of("ada") } },
        { .kind = WRITE_SESSION,
          .session = { .hash = hash_of(1), .person = 5, .expires_ms = 100000 } },
        { .kind = WRITE_TOKEN, .token = { .id = 3, .hash = hash_of(2), .person = 5 } },
    };
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
        assert_true(store_person_by_token(store, &token, 1, &person) && person.id == 5);
        assert_true(store_person_by_key(store, text_of("ada"), &person) && person.id == 5);
        assert_true(store_person(store, 5, &person) && person.id == 5);
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
    const StoreWrite writes[] = {
        { .kind = WRITE_PERSON,
          .person = { .id = 5,
                      .kind = PERSON_ACCOUNT,
                      .name = text_of("Ada"),
                      .key = text_of("ada") } },
        { .kind = WRITE_TOKEN,
          .token = { .id = 3, .hash = hash_of(2), .person = 5, .expires_ms = 1000 } },
        { .kind = WRITE_TOKEN, .token = { .id = 4, .hash = hash_of(3), .person = 5 } },
    };
    assert_int_equal(write_now(store, writes, 3), STORED);
    SecretHash ends = hash_of(2), stays = hash_of(3);
    for (int i = 0; i < 2; i++) { // read, then cached
        assert_true(store_person_by_token(store, &ends, 999, &person) && person.id == 5);
        assert_int_equal(person.proof_expires_ms, 1000);
        know(store, &(PersonWanted){ .by = BY_TOKEN, .hash = ends, .now_ms = 999 });
        know(store, &(PersonWanted){ .by = BY_TOKEN, .hash = stays, .now_ms = 999 });
    }
    for (int i = 0; i < 2; i++) {
        assert_false(store_person_by_token(store, &ends, 1000 + i, &person));
        assert_true(store_person_by_token(store, &stays, 100000, &person) && person.id == 5);
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
    StoreWrite ada = { .kind = WRITE_PERSON,
                       .person = { .id = 5,
                                   .kind = PERSON_ACCOUNT,
                                   .name = text_of("Ada"),
                                   .key = text_of("ada"),
                                   .password_hash = text_of("one") } };
    StoreWrite session = { .kind = WRITE_SESSION,
                           .session = { .person = 5, .expires_ms = 100000 } };
    StoreWrite token = { .kind = WRITE_TOKEN,
                         .token = { .id = 3, .hash = hash_of(9), .person = 5 } };
    SecretHash secret = hash_of(9);
    assert_int_equal(write_one(store, ada), STORED);
    assert_int_equal(write_one(store, token), STORED);
    for (u8 i = 1; i < 4; i++) {
        session.session.hash = hash_of(i);
        assert_int_equal(write_one(store, session), STORED);
        assert_true(by_session(store, i, 10, &person));
    }
    assert_true(store_person_by_token(store, &secret, 1, &person));
    ada.kind = WRITE_PERSON_CHANGED;
    ada.person.password_hash = text_of("two");
    assert_int_equal(write_one(store, ada), STORED);
    assert_true(by_session(store, 1, 10, &person) && !strcmp(person.password_hash, "two"));
    StoreWrite gone = { .kind = WRITE_SESSION_GONE, .session = { .hash = hash_of(1) } };
    assert_int_equal(write_one(store, gone), STORED);
    assert_false(by_session(store, 1, 10, &person));
    assert_true(by_session(store, 2, 10, &person));
    gone =
        (StoreWrite){ .kind = WRITE_SESSIONS_GONE, .session = { .person = 5, .hash = hash_of(2) } };
    assert_int_equal(write_one(store, gone), STORED);
    assert_true(by_session(store, 2, 10, &person) && !by_session(store, 3, 10, &person));
    gone = (StoreWrite){ .kind = WRITE_TOKEN_GONE, .token = { .id = 3, .person = 5 } };
    assert_int_equal(write_one(store, gone), STORED);
    assert_false(store_person_by_token(store, &secret, 1, &person));
    gone = (StoreWrite){ .kind = WRITE_PERSON_GONE, .gone = { .id = 5, .at_ms = 20 } };
    assert_true(store_person_by_key(store, text_of("ada"), &person));
    assert_int_equal(write_one(store, gone), STORED);
    assert_false(store_person_by_key(store, text_of("ada"), &person) ||
                 by_session(store, 2, 30, &person));
    assert_true(store_person(store, 5, &person) && person.kind == PERSON_GONE);
    // Another person takes the name.
    ada.kind = WRITE_PERSON;
    ada.person.id = 6;
    assert_int_equal(write_one(store, ada), STORED);
    assert_true(store_person_by_key(store, text_of("ada"), &person) && person.id == 6);
    store_close(store);
}

// A read that overlaps a change is not cached.
static void a_read_beside_a_change(void **state)
{
    (void)state;
    Store *store = open_with_readers(2);
    for (int i = 0; i < 200; i++) {
        StoredPerson person;
        StoreWrite visitor = person_of(1 + i);
        assert_int_equal(write_one(store, visitor), STORED);
        int known = 0;
        const PersonWanted wanted = { .by = BY_ID, .id = 1 + i };
        visitor.kind = WRITE_PERSON_CHANGED;
        visitor.person.kind = PERSON_BOT;
        int status = -1;
        assert_true(store_write(store, &visitor, 1, note_status, &status));
        bool at_once = store_know(store, &wanted, go_on, &known);
        while (status == -1 || !(known || at_once)) {
            sem_wait(&woken);
            store_collect(store);
        }
        assert_true(store_person(store, 1 + i, &person) && person.kind == PERSON_BOT);
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
    assert_true(store_person(store, 1, &person) && person.kind == PERSON_ANONYMOUS);
    StoreWrite change = person_of(1);
    change.kind = WRITE_PERSON_CHANGED;
    change.person.kind = PERSON_BOT;
    assert_int_equal(write_one(other, change), STORED);
    do { // the writer checks once a second and reports it
        sem_wait(&woken);
        store_collect(store);
        assert_true(store_person(store, 1, &person));
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
        STORE_TEST(a_read_beside_a_change),
        STORE_TEST(somebody_else_writes),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
