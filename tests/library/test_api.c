// SPDX-License-Identifier: MIT
// The public library, used only through meydan.h and linked like another program. Other tests cover
// the rules. This one covers the interface.
#include "meydan.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on
#include <string.h>

static MeydanPosition start_of(const char *id)
{
    MeydanPosition position;
    assert_int_equal(meydan_start(&position, meydan_variant_find(id), NULL), MEYDAN_OK);
    return position;
}

static void play_text(MeydanPosition *position, const char *text)
{
    MeydanMove move;
    assert_int_equal(meydan_read_move(position, text, &move, NULL), MEYDAN_OK);
    assert_int_equal(meydan_play(position, move), MEYDAN_OK);
}

static void test_version(void **state)
{
    (void)state;
    assert_string_equal(meydan_version(), MEYDAN_VERSION);
    assert_int_equal(meydan_version_number(), MEYDAN_VERSION_NUMBER);
}

static void test_variants(void **state)
{
    (void)state;
    assert_int_equal(meydan_variants(), 6);
    for (int i = 0; i < meydan_variants(); i++) {
        assert_int_equal(meydan_variant_find(meydan_variant_id(i)), i);
        assert_non_null(meydan_variant_title(i));
        assert_in_range(meydan_variant_players(i), 2, MEYDAN_PLAYERS_MAX);
        assert_string_equal(meydan_layout_name(i, 0), "standard");
        MeydanPosition position;
        assert_int_equal(meydan_start(&position, i, "standard"), MEYDAN_OK);
        assert_int_equal(meydan_variant(&position), i);
        assert_int_equal(meydan_turn(&position), 0);
    }
    int pairs = meydan_variant_find("abalone-4-pairs");
    assert_int_equal(meydan_variant_team(pairs, 0), meydan_variant_team(pairs, 2));
    assert_int_equal(meydan_layouts(meydan_variant_find("abalone")), 24);
}

static void test_what_does_not_exist(void **state)
{
    (void)state;
    static const int NONE[] = { -1, 6, 1 << 30, -(1 << 30) };
    MeydanPosition position = start_of("quoridor"), before = position;
    MeydanFault why;
    assert_int_equal(meydan_variant_find("chess"), -1);
    assert_int_equal(meydan_variant_find(""), -1);
    for (size_t i = 0; i < sizeof NONE / sizeof *NONE; i++) {
        assert_null(meydan_variant_id(NONE[i]));
        assert_null(meydan_variant_title(NONE[i]));
        assert_int_equal(meydan_variant_players(NONE[i]), 0);
        assert_int_equal(meydan_variant_team(NONE[i], 0), -1);
        assert_int_equal(meydan_variant_team(0, NONE[i]), -1);
        assert_int_equal(meydan_layouts(NONE[i]), 0);
        assert_null(meydan_layout_name(NONE[i], 0));
        assert_null(meydan_layout_name(5, NONE[i]));
        assert_int_equal(meydan_start(&position, NONE[i], NULL), MEYDAN_MALFORMED);
        assert_int_equal(meydan_read(&position, NONE[i], "-", &why), MEYDAN_MALFORMED);
        assert_int_equal(meydan_read(&position, NONE[i], "-", NULL), MEYDAN_MALFORMED);
        assert_non_null(strstr(why.message, "there is no variant"));
        assert_int_equal(meydan_leave(&position, NONE[i]), MEYDAN_MALFORMED);
    }
    assert_int_equal(meydan_start(&position, 0, "tulip"), MEYDAN_MALFORMED);
    assert_memory_equal(&position, &before, sizeof position);
}

static void test_read_and_write(void **state)
{
    (void)state;
    const char *text = "a2 e3 / c5 / e2 e8 / 9 8 / 2";
    int quoridor = meydan_variant_find("quoridor");
    MeydanPosition position;
    MeydanFault why;
    char buffer[MEYDAN_POSITION_TEXT_MAX];
    assert_int_equal(meydan_read(&position, quoridor, text, &why), MEYDAN_OK);
    assert_int_equal(meydan_write(&position, buffer, sizeof buffer), strlen(text));
    assert_string_equal(buffer, text);
    assert_int_equal(meydan_turn(&position), 1);

    // A short buffer receives as much as fits, NUL-terminated, and the call returns the whole
    // length.
    memset(buffer, '!', sizeof buffer);
    assert_int_equal(meydan_write(&position, buffer, 6), strlen(text));
    assert_string_equal(buffer, "a2 e3");
    assert_int_equal(buffer[6], '!');
    assert_int_equal(meydan_write(&position, buffer, 1), strlen(text));
    assert_string_equal(buffer, "");
    assert_int_equal(meydan_write(&position, NULL, 0), strlen(text));

    assert_int_equal(meydan_read(&position, quoridor, "a2 e3 / c5", &why), MEYDAN_MALFORMED);
    assert_non_null(strstr(why.message, "'a2 e3 / c5'"));
}

static void test_moves(void **state)
{
    (void)state;
    MeydanPosition position = start_of("abalone"), copy = position;
    MeydanMove moves[MEYDAN_MOVES_MAX], move;
    MeydanFault why;
    char text[MEYDAN_MOVE_TEXT_MAX];
    assert_int_equal(meydan_moves(&position, moves), 44);
    assert_int_equal(meydan_perft(&position, 3), 98912);
    assert_int_equal(meydan_perft(&position, 0), 1);
    assert_int_equal(meydan_perft(&position, -5), 1);
    assert_int_equal(meydan_read_move(&position, "a1b2", &move, &why), MEYDAN_OK);
    assert_int_equal(meydan_write_move(&position, move, text, sizeof text), 4);
    assert_string_equal(text, "a1b2");
    assert_int_equal(meydan_read_move(&position, "a1a2", &move, &why), MEYDAN_ILLEGAL);
    assert_string_equal(why.message, "illegal move 'a1a2': at most three marbles move at once");
    assert_int_equal(meydan_read_move(&position, "hello", &move, &why), MEYDAN_MALFORMED);
    assert_int_equal(meydan_read_move(&position, "hello", &move, NULL), MEYDAN_MALFORMED);

    assert_int_equal(meydan_play(&position, move), MEYDAN_OK);
    assert_int_equal(meydan_turn(&position), 1);
    assert_true(meydan_key(&position) != meydan_key(&copy));
    play_text(&copy, "a1b2");
    assert_true(meydan_key(&position) == meydan_key(&copy));
}

// A move may be any sixteen bits: listed moves are played, all others rejected.
static void test_any_bits_as_a_move(void **state)
{
    (void)state;
    for (int variant = 0; variant < meydan_variants(); variant++) {
        MeydanPosition position;
        MeydanMove moves[MEYDAN_MOVES_MAX];
        assert_int_equal(meydan_start(&position, variant, NULL), MEYDAN_OK);
        int count = meydan_moves(&position, moves), played = 0;
        for (unsigned bits = 0; bits <= 0xffff; bits++) {
            MeydanPosition child = position;
            char text[MEYDAN_MOVE_TEXT_MAX];
            bool legal = meydan_play(&child, (MeydanMove)bits) == MEYDAN_OK;
            size_t length = meydan_write_move(&position, (MeydanMove)bits, text, sizeof text);
            assert_int_equal(legal, length > 0);
            played += legal;
            if (!legal) assert_memory_equal(&child, &position, sizeof child);
        }
        assert_int_equal(played, count);
    }
}

static void test_leaving(void **state)
{
    (void)state;
    MeydanPosition two = start_of("abalone"), four = start_of("quoridor-4");
    assert_int_equal(meydan_leave(&two, 0), MEYDAN_ILLEGAL);
    assert_int_equal(meydan_leave(&four, 0), MEYDAN_OK);
    assert_int_equal(meydan_out(&four), 1);
    assert_int_equal(meydan_turn(&four), 1);
    assert_int_equal(meydan_leave(&four, 0), MEYDAN_ILLEGAL);
    assert_int_equal(meydan_leave(&four, 2), MEYDAN_OK);
    assert_int_equal(meydan_winners(&four), 0);
    assert_int_equal(meydan_leave(&four, 1), MEYDAN_OK);
    assert_int_equal(meydan_winners(&four), 1 << 3);
    assert_int_equal(meydan_leave(&four, 3), MEYDAN_ILLEGAL);
}

static void test_end(void **state)
{
    (void)state;
    MeydanPosition position;
    MeydanMove moves[MEYDAN_MOVES_MAX];
    int quoridor = meydan_variant_find("quoridor");
    assert_int_equal(meydan_read(&position, quoridor, "- / - / e8 a5 / 10 10 / 1", NULL),
                     MEYDAN_OK);
    play_text(&position, "e9");
    assert_int_equal(meydan_winners(&position), 1);
    assert_int_equal(meydan_moves(&position, moves), 0);
    assert_int_equal(meydan_perft(&position, 2), 0);
    assert_int_equal(meydan_play(&position, MEYDAN_MOVE_PASS), MEYDAN_ILLEGAL);
}

static void test_drawing(void **state)
{
    (void)state;
    static char buffer[MEYDAN_DRAWING_TEXT_MAX];
    MeydanPosition position = start_of("quoridor-4");
    size_t length = meydan_draw(&position, true, false, buffer, sizeof buffer);
    assert_int_equal(length, strlen(buffer));
    for (size_t i = 0; i < length; i++)
        assert_true(buffer[i] == '\n' || (buffer[i] >= ' ' && buffer[i] <= '~'));
    assert_true(meydan_draw(&position, false, true, buffer, sizeof buffer) > length);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_version),
        cmocka_unit_test(test_variants),
        cmocka_unit_test(test_what_does_not_exist),
        cmocka_unit_test(test_read_and_write),
        cmocka_unit_test(test_moves),
        cmocka_unit_test(test_any_bits_as_a_move),
        cmocka_unit_test(test_leaving),
        cmocka_unit_test(test_end),
        cmocka_unit_test(test_drawing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
