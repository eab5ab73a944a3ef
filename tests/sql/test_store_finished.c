// SPDX-License-Identifier: MIT
// Games in the order of their ends, and the one rematch of a game.
#include "support/stored.h"

#include "server/games/game_ops.h"

typedef struct Numbers {
    i64 number[8], game[8];
    int count;
} Numbers;

static bool note_number(void *context, const void *row)
{
    Numbers *numbers = context;
    const FinishedGame *one = row;
    numbers->number[numbers->count] = one->number;
    numbers->game[numbers->count++] = one->game;
    return true;
}

static bool read_finished(Store *store, i64 after, int limit, Numbers *numbers)
{
    numbers->count = 0;
    return store_select(store, &GAME_OPS[GAMES_FINISHED], &(FinishedWanted){ after, limit },
                        note_number, numbers);
}

static void ends_are_numbered(void **state)
{
    (void)state;
    static const i64 ENDS[] = { 3, 1, 2 };
    Numbers numbers;
    Store *store = open_store(0);
    for (i64 game = 1; game <= 4; game++)
        write_one(store, game_of(game));
    for (int i = 0; i < 3; i++)
        write_one(store, end_of(ENDS[i]));
    assert_true(read_finished(store, 0, 8, &numbers));
    assert_int_equal(numbers.count, 3);
    for (int i = 0; i < 3; i++)
        assert_true(numbers.game[i] == ENDS[i]);
    i64 first = numbers.number[0];
    assert_true(read_finished(store, first, 1, &numbers));
    assert_true(numbers.count == 1 && numbers.game[0] == 1);
    store_close(store);
}

static StoreWrite rematch(i64 id, i64 of, i64 after)
{
    StoreWrite write = game_of(id);
    NewGame *game = args_of(&write);
    game->rematch_of = of;
    game->rematch_after = after;
    return write;
}

static void one_rematch(void **state)
{
    (void)state;
    Store *store = open_store(0);
    write_one(store, game_of(1));
    assert_int_equal(write_one(store, game_of(2)), STORED);
    assert_int_equal(write_one(store, rematch(3, 1, 0)), STORED);
    assert_int_equal(write_one(store, rematch(4, 1, 0)), STORE_CONFLICT);
    assert_int_equal(write_one(store, rematch(5, 1, 3)), STORED); // 3 was called off
    assert_int_equal(write_one(store, rematch(6, 1, 3)), STORE_CONFLICT);
    assert_int_equal(write_one(store, rematch(7, 2, 0)), STORED);
    assert_int_equal(games_rematch(store, 2), 7);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(ends_are_numbered),
        STORE_TEST(one_rematch),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
