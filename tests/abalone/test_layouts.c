// SPDX-License-Identifier: MIT
// The layouts of Abalone for two: the number of marbles, the marbles to push off, and the symmetry
// of the colours, which shows a mistyped row.
#include "support/check.h"

#include "abalone/position.h"
#include "support/given.h"
#include "variants/variants.h"

#include <string.h>

static Cells map_cells(Cells cells, Cell (*to)(Cell))
{
    Cells mapped = 0;
    for (; cells; cells &= cells - 1)
        mapped |= bit(to(bits_first(cells)));
    return mapped;
}

static Cell half_turn(Cell cell)
{
    return cell_turned(cell_turned(cell_turned(cell)));
}

static Cell upside_down(Cell cell)
{
    return half_turn(cell_mirrored(cell));
}

// 'k' if the map keeps the colours, 's' if it swaps them, '-' if it does neither.
static char effect(const AbPosition *position, Cell (*to)(Cell))
{
    const Cells *marble = position->marble;
    Cells black = map_cells(marble[0], to), white = map_cells(marble[1], to);
    if (black == marble[0] && white == marble[1]) return 'k';
    return black == marble[1] && white == marble[0] ? 's' : '-';
}

static void symmetry_and_counts(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        int marbles, to_win;
        const char *effects; // of half a turn, of left to right, of top to bottom
    } LAYOUT[] = {
        { "standard", 14, 6, "sks" },       { "belgian-daisy", 14, 6, "kss" },
        { "german-daisy", 14, 6, "kss" },   { "dutch-daisy", 14, 6, "kss" },
        { "swiss-daisy", 14, 6, "kss" },    { "fujiyama", 14, 6, "sks" },
        { "the-wall", 14, 6, "sks" },       { "star", 14, 6, "ssk" },
        { "face-to-face", 14, 6, "ssk" },   { "alliances", 14, 6, "s--" },
        { "domination", 14, 6, "k--" },     { "atomouche", 12, 6, "s--" },
        { "centrifuge", 14, 6, "sks" },     { "snakes", 14, 6, "s--" },
        { "snakes-variant", 14, 6, "s--" }, { "alien-attack", 14, 6, "sks" },
        { "korean-daisy", 14, 6, "kss" },   { "anglattack", 14, 6, "ssk" },
        { "sixty-nine", 14, 6, "s--" },     { "discovery", 7, 3, "--s" },
        { "checkerboard", 14, 6, "kss" },   { "duel", 14, 6, "ssk" },
        { "the-clearing", 14, 6, "s--" },   { "papillons", 14, 6, "s--" },
    };
    const Variant *variant = &AB_VARIANT[0].common;
    assert_int_equal(variant->layouts, sizeof LAYOUT / sizeof *LAYOUT);
    for (int i = 0; i < variant->layouts; i++) {
        assert_string_equal(variant->layout[i].name, LAYOUT[i].name);
        const AbPosition *position =
            (const AbPosition *)given_text("abalone", variant->layout[i].position);
        char effects[] = { effect(position, half_turn), effect(position, cell_mirrored),
                           effect(position, upside_down), 0 };
        if (strcmp(effects, LAYOUT[i].effects) != 0)
            fail_msg("%s: symmetry %s, not %s", LAYOUT[i].name, effects, LAYOUT[i].effects);
        for (int player = 0; player < 2; player++)
            assert_int_equal(bits_count(position->marble[player]), LAYOUT[i].marbles);
        assert_int_equal(ab_count(position).marbles, LAYOUT[i].marbles);
        assert_int_equal(ab_count(position).to_win, LAYOUT[i].to_win);
    }
}

// R10: with seven marbles each, three pushed off win.
static void the_third_of_seven_wins(void **state)
{
    (void)state;
    Position *position = given_text("abalone", "wwww1/6/7/8/6bbw/8/7/6/bbbb1 b 2-1");
    expect_winners(position, "");
    expect_played(position, "e7e8");
    expect_winners(position, "1");
    // With fourteen it is one of six.
    position = given_text("abalone", "wwwww/wwwwww/7/8/6bbw/8/7/bbbbbb/bbbbb b 2-1");
    expect_played(position, "e7e8");
    expect_winners(position, "");
}

static void counts_follow_from_scores(void **state)
{
    (void)state;
    static const struct {
        const char *text, *fault; // NULL: it can be read
    } CASE[] = {
        { "wwww1/w5/7/8/9/8/7/b5/bbbbb b 2-1", NULL },
        { "wwww1/6/7/8/9/8/7/b5/bbbbb b 3-1", NULL },
        { "www2/6/7/8/9/8/7/b5/bbbbb b 4-1", "white: missing from the board 11, pushed off 4" },
        { "wwww1/w5/7/8/9/8/7/b5/bbbbb b 2-2", "white: missing from the board 9, pushed off 2" },
        { "wwwww/wwwww1/7/8/9/8/7/bbbbbb/bbbbb b 2-1", NULL },
    };
    const Variant *variant = &AB_VARIANT[0].common;
    for (int i = 0; i < (int)(sizeof CASE / sizeof *CASE); i++) {
        Position position;
        Fault why = { 0 };
        Status status = variant->game->read(variant, text_of(CASE[i].text), &position, &why);
        if (CASE[i].fault ? status == OK || !strstr(why.message, CASE[i].fault) : status != OK)
            fail_msg("%s: %s", CASE[i].text, why.message);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(symmetry_and_counts),
        cmocka_unit_test(the_third_of_seven_wins),
        cmocka_unit_test(counts_follow_from_scores),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
