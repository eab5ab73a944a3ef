// SPDX-License-Identifier: MIT
// Five thousand games at once: their cost, and how soon they are back after a restart.
#include "support/lab.h"

#include "base/rng.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { GAMES = 5000, PLIES = 10 };
static i64 game[GAMES];

static i64 real_us(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (i64)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static void on_made(void *context, const ActResult *result)
{
    assert_int_equal(result->code, ERROR_NONE);
    *(i64 *)context = result->game;
}

static int moved;
static void on_moved(void *context, const ActResult *result)
{
    (void)context;
    assert_int_equal(result->code, ERROR_NONE);
    moved++;
}

static void make_all(void)
{
    for (int i = 0; i < GAMES; i++) {
        GameSetup setup = lab_setup(variant_at(i % VARIANTS)->id, i % 10 ? "600+5" : "3d");
        for (int k = 0; k < setup.start.head.variant->players; k++)
            setup.seat[k].person = ADA + (i + k) % 5;
        rooms_make(lab.rooms, &setup, ADA, on_made, &game[i]);
    }
    lab_settle();
}

static void move_in_all(Rng *rng)
{
    for (int i = 0; i < GAMES; i++) {
        const Room *room = lab_room(game[i]);
        Move moves[MOVES_MAX];
        int count = room_variant(room)->game->moves(&room->match.position, moves);
        MoveText text = move_text(&room->match.position, moves[rng_below(rng, (u32)count)]);
        const Action action = { .kind = ACT_MOVE,
                                .game = game[i],
                                .person = room->seat[room_turn(room)].person,
                                .ply = (int)room->match.count,
                                .move = text_of(text.at) };
        rooms_act(lab.rooms, &action, on_moved, NULL);
    }
    lab.now += 100;
    lab_settle();
}

static void five_thousand(void **state)
{
    (void)state;
    Rng rng = { 3 };
    size_t before = mallinfo2().uordblks;
    make_all();
    i64 began = real_us(CLOCK_THREAD_CPUTIME_ID), wall = real_us(CLOCK_MONOTONIC);
    for (int i = 0; i < PLIES; i++)
        move_in_all(&rng);
    i64 cpu = real_us(CLOCK_THREAD_CPUTIME_ID) - began;
    wall = real_us(CLOCK_MONOTONIC) - wall;
    assert_int_equal(moved, GAMES * PLIES);
    size_t each = (mallinfo2().uordblks - before) / GAMES;
    print_message("%d games: %zu bytes each (%zu by its own count); a move costs the loop %.1f us,"
                  " %.0f moves per second\n",
                  GAMES, each, rooms_counts(lab.rooms).bytes / GAMES, (double)cpu / (GAMES * PLIES),
                  GAMES * PLIES * 1e6 / (double)wall);
    assert_true(each <= 16 << 10);
    assert_int_equal(rooms_counts(lab.rooms).live, GAMES);

    static int number[GAMES];
    static Key key[GAMES];
    static i64 left[GAMES];
    for (int i = 0; i < GAMES; i++) {
        const Room *room = lab_room(game[i]);
        number[i] = room->number;
        key[i] = room_variant(room)->game->key(&room->match.position);
        left[i] = room_clock(room, room_turn(room), lab.now).main;
    }
    for (int kill = 0; kill < 2; kill++) {
        wall = real_us(CLOCK_MONOTONIC);
        cpu = real_us(CLOCK_THREAD_CPUTIME_ID);
        lab_restart(1000000, kill);
        wall = real_us(CLOCK_MONOTONIC) - wall;
        cpu = real_us(CLOCK_THREAD_CPUTIME_ID) - cpu;
        print_message("closed and all there again after %.2f s (%.2f s of the loop)\n",
                      (double)wall / 1e6, (double)cpu / 1e6);
        assert_int_equal(rooms_counts(lab.rooms).live, GAMES);
        for (int i = 0; i < GAMES; i++) {
            const Room *room = lab_room(game[i]);
            assert_int_equal(room->number, number[i] + kill + 1); // and the length of the outage
            assert_true(key[i] == room_variant(room)->game->key(&room->match.position));
            i64 now = room_clock(room, room_turn(room), lab.now).main;
            assert_in_range(now, left[i], left[i] + 2000);
        }
    }
    move_in_all(&rng);
    assert_int_equal(moved, GAMES * (PLIES + 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(five_thousand, lab_open, lab_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
