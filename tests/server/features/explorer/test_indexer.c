// SPDX-License-Identifier: MIT
// Each game enters the explorer once, even if the store cannot be read for a while.
#include "support/lab.h"

#include "server/features/explorer/indexer.h"
#include "server/games/game_ops.h"
#include "variants/variants.h"

#include <stdatomic.h>
#include <stdio.h>
#include <time.h>

bool __wrap_games_load(Store *store, i64 id, const GameReader *reader, Fault *why);
bool __real_games_load(Store *store, i64 id, const GameReader *reader, Fault *why);

static _Atomic i64 unreadable; // a game, or 0
static atomic_int refused;

bool __wrap_games_load(Store *store, i64 id, const GameReader *reader, Fault *why)
{
    if (id != atomic_load(&unreadable)) return __real_games_load(store, id, reader, why);
    atomic_fetch_add(&refused, 1);
    fault(why, MALFORMED, "the disk is busy");
    return false;
}

static i64 play_one(void)
{
    i64 game = lab_game("300+2");
    assert_int_equal(lab_act(ACT_RESIGN, game, ADA), ERROR_NONE);
    lab_settle();
    return game;
}

static u32 indexed(Indexer *indexer)
{
    Position start;
    ExplorerAnswer answer;
    variant_start(variant_find(text_of("quoridor")), &start);
    assert_true(explorer_query(indexer_explorer(indexer), &start, (ExplorerFilter){ .person = ADA },
                               &answer));
    return answer.games;
}

static void rest(void)
{
    nanosleep(&(struct timespec){ .tv_nsec = 2000000 }, NULL);
}

static void never_skipped(void **state)
{
    (void)state;
    char folder[160];
    Fault why;
    play_one();
    i64 second = play_one();
    play_one();
    snprintf(folder, sizeof folder, "%s/explorer", lab.folder);
    atomic_store(&unreadable, second);
    Indexer *indexer = indexer_new(lab.path, folder, &why);
    if (!indexer) fail_msg("%s", why.message);
    while (!atomic_load(&refused) || !indexed(indexer))
        rest();
    assert_int_equal(indexed(indexer), 1); // games before it are indexed, those after it wait
    int before = atomic_load(&refused);
    indexer_wake(indexer);
    while (atomic_load(&refused) == before)
        rest();
    assert_int_equal(indexed(indexer), 1);
    atomic_store(&unreadable, 0);
    indexer_wake(indexer);
    while (indexed(indexer) < 3)
        rest();
    indexer_stop(indexer);
    assert_int_equal(indexed(indexer), 3);
    indexer_free(indexer);
    static const char *const FILES[] = { "data.mdb", "lock.mdb", "" };
    for (int i = 0; i < 3; i++) {
        char name[200];
        snprintf(name, sizeof name, "%s/%s", folder, FILES[i]);
        assert_int_equal(remove(name), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(never_skipped, lab_open, lab_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
