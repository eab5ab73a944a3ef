// SPDX-License-Identifier: MIT
// FIDE's tournament files, old and new: each field, what is refused, and the round trip.
#include "support/check.h"

#include "platform/json_heap.h"
#include "tournament/trf.h"

#include <stdio.h>
#include <string.h>

static const char CLUB[] =
    "012 Club night\r"
    "### a comment\r"
    "142 4\r"
    "152 B\r"
    "162  W 3.0    D 1.0    P 2.0\r"
    "202 BH/C1,SB\r"
    "001    1 wWFM Yılmaz, Ayşe                      1700 TUR     1200001 1990/01/02  6.0    1"
    "     3 b 1     2 w 1\r"
    "001    2 m    Novak, Jan                             CZE                         3.0    2"
    "     4 w 1     1 b 0\r"
    "001    3 m    Иванов, Пётр                      1600 RUS     1200003 1990/01/02  0.0    4"
    "     1 w 0  0000 - Z\r"
    "001    4 m    Popa, Ion                         1500 ROU     1200004 1990/01/02  2.0    3"
    "     2 b 0  0000 - U\r"
    "240 H 003    3\r"
    "250      01.0 001 002 0001 0002\r"
    "260 003 004    1    4\r";

static Status read_text(const char *text, Trf *trf, Fault *why)
{
    return trf_read(text_of(text), trf, why);
}

static void reads_every_field(void **state)
{
    (void)state;
    Trf trf;
    Fault why;
    assert_int_equal(read_text(CLUB, &trf, &why), OK);
    assert_true(text_is(trf_line(&trf, "012"), "Club night"));
    assert_true(text_is(trf_line(&trf, "202"), "BH/C1,SB"));
    assert_int_equal(trf_line(&trf, "022").length, 0);
    assert_int_equal(trf.table.players, 4);
    assert_int_equal(trf.table.rounds, 4);
    assert_int_equal(trf.columns, 2);
    assert_int_equal(trf.table.initial, SIDE_SECOND);
    const TrfPlayer *first = &trf.player[0];
    assert_int_equal(first->sex, 'w');
    assert_string_equal(first->title, "WFM");
    assert_string_equal(first->name, "Yılmaz, Ayşe");
    assert_string_equal(first->federation, "TUR");
    assert_string_equal(first->id, "1200001");
    assert_string_equal(first->birth, "1990/01/02");
    assert_int_equal(first->rating, 1700);
    assert_int_equal(first->points, 60);
    assert_int_equal(first->rank, 1);
    assert_int_equal(trf.player[1].rating, 0);
    const TableCell *cell = crosstable_cell(&trf.table, 0, 0);
    assert_int_equal(cell->opponent, 2);
    assert_int_equal(cell->side, SIDE_SECOND);
    assert_int_equal(cell->outcome, OUTCOME_WIN);
    assert_int_equal(crosstable_cell(&trf.table, 3, 1)->outcome, OUTCOME_PAIRING_BYE);
    assert_int_equal(crosstable_cell(&trf.table, 2, 2)->outcome, OUTCOME_HALF_BYE);
    assert_int_equal(crosstable_score(&trf.table, 0, 2), 60);
    assert_int_equal(crosstable_score(&trf.table, 3, 2), 20);
    assert_int_equal(crosstable_pairing_score(&trf.table, 1, 1), 40);
    assert_int_equal(trf.table.forbiddens, 1);
    assert_int_equal(trf.table.forbidden[0].from, 2);
    trf_free(&trf);
}

static void old_dialect(void **state)
{
    (void)state;
    Trf trf;
    Fault why;
    const char *text = "XXR 5\nXXC black1\nXXP 1 2\nXXZ 2\nBBW 2.0\nBBD 1.0\nXXA    1  1.0 0.5\n"
                       "001    1      One                                           "
                       "                                  2 w +\n"
                       "001    2      Two                                           "
                       "                                  1 b -\n";
    assert_int_equal(read_text(text, &trf, &why), OK);
    assert_int_equal(trf.table.rounds, 5);
    assert_int_equal(trf.table.initial, SIDE_SECOND);
    assert_int_equal(trf.table.value[OUTCOME_FORFEIT_WIN], 20);
    assert_int_equal(trf.table.value[OUTCOME_PAIRING_BYE], 20);
    assert_int_equal(crosstable_cell(&trf.table, 0, 0)->outcome, OUTCOME_FORFEIT_WIN);
    assert_int_equal(crosstable_cell(&trf.table, 1, 1)->outcome, OUTCOME_ZERO_BYE);
    assert_int_equal(crosstable_pairing_score(&trf.table, 0, 1), 25);
    assert_int_equal(trf.table.forbidden[0].to, ROUNDS_MAX - 1);
    trf_free(&trf);
}

// The first part of the file is refused with this message.
static void check_refused(const char *text, const char *message)
{
    Trf trf;
    Fault why;
    assert_int_equal(read_text(text, &trf, &why), MALFORMED);
    if (!strstr(why.message, message)) print_message("%s\n", why.message);
    assert_non_null(strstr(why.message, message));
}

static void refuses(void **state)
{
    (void)state;
    const char *blank = "                                                                      "
                        "          ";
    char text[400];
    check_refused("012 Nobody\r", "no players");
    check_refused("001    x      One\r", "starting rank");
    check_refused("001    1      One\r001    1      Two\r", "two players");
    snprintf(text, sizeof text, "001    1 %s     2 w 1\r", blank);
    check_refused(text, "there is no player");
    snprintf(text, sizeof text, "001    1 %s     1 w 1\r", blank);
    check_refused(text, "meets itself");
    snprintf(text, sizeof text, "001    1 %s     2 w 1\r001    2 %s     1 w 0\r", blank, blank);
    check_refused(text, "disagree");
    snprintf(text, sizeof text, "001    1 %s  0000 - 1\r", blank);
    check_refused(text, "unknown result");
    check_refused("001    1      One\r142 100\r", "number of rounds");
    check_refused("001    1      One\r162  Q 1.0\r", "points");
    check_refused("001    1      One\r299 W\r", "aren't supported");
    check_refused("001    1      One\r152 X\r", "initial colour");
    check_refused("001    1      One\r260 001    1    1\r", "forbidden");
}

static void round_trip(void **state)
{
    (void)state;
    for (int dialect = TRF_26; dialect <= TRF_16; dialect++) {
        Trf one, two;
        Fault why;
        Json first = { 0 }, second = { 0 };
        assert_int_equal(read_text(CLUB, &one, &why), OK);
        trf_write(&one, (TrfDialect)dialect, &first);
        assert_int_equal(trf_read(js_view(&first), &two, &why), OK);
        trf_write(&two, (TrfDialect)dialect, &second);
        assert_string_equal(first.at, second.at);
        assert_int_equal(two.table.initial, SIDE_SECOND);
        assert_int_equal(two.table.value[OUTCOME_PAIRING_BYE], 20);
        assert_int_equal(crosstable_pairing_score(&two.table, 1, 1), 40);
        assert_string_equal(two.player[2].name, "Иванов, Пётр");
        js_free(&first);
        js_free(&second);
        trf_free(&one);
        trf_free(&two);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_every_field),
        cmocka_unit_test(old_dialect),
        cmocka_unit_test(refuses),
        cmocka_unit_test(round_trip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
