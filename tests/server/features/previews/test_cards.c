// SPDX-License-Identifier: MIT
// Words on cards: their place, how they fit, which are left out.
#include "support/check.h"

#include "server/features/previews/board_card.h"
#include "variants/variants.h"

#include <stdlib.h>
#include <string.h>

static Lettering *lettering;

static int begin(void **state)
{
    (void)state;
    lettering = lettering_new(CARD_FONT);
    return lettering ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
    lettering_free(lettering);
    return 0;
}

static const u32 *row_of(cairo_surface_t *surface, int y)
{
    const void *row =
        cairo_image_surface_get_data(surface) + y * cairo_image_surface_get_stride(surface);
    return row;
}

// The first and last column with ink; false if there is none.
static bool inked(cairo_surface_t *surface, int *first, int *last)
{
    int width = cairo_image_surface_get_width(surface);
    *first = width;
    *last = -1;
    for (int y = 0; y < cairo_image_surface_get_height(surface); y++)
        for (int x = 0; x < width; x++)
            if (row_of(surface, y)[x] & 0xffffff) {
                if (x < *first) *first = x;
                if (x > *last) *last = x;
            }
    return *last >= 0;
}

// Writes a line of at most 200 pixels in the middle of a black canvas, and checks that it appears.
static int width_of(const char *text)
{
    int first, last;
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 400, 60);
    cairo_t *canvas = cairo_create(surface);
    const Line line = { .text = text_of(text),
                        .x = 200,
                        .y = 40,
                        .width = 200,
                        .size = 30,
                        .least = 15,
                        .colour = 0xffffff };
    bool written = lettering_write(lettering, canvas, &line);
    cairo_surface_flush(surface);
    bool seen = inked(surface, &first, &last);
    cairo_destroy(canvas);
    cairo_surface_destroy(surface);
    assert_int_equal(written, seen);
    if (!written) return 0;
    assert_in_range(first + last, 400 - 12, 400 + 12); // in the middle
    return last - first + 1;
}

static void names_of_all_languages_are_written(void **state)
{
    (void)state;
    static const char *const NAMES[] = { "Ada",      "Çağrı_Şükrü", "İIıi", "Ștefan-Țurcanu",
                                         "Ăâîșț",    "Щёголь",      "Їжак", "Ελένη",
                                         "Nguyễn",   "Łukasz",      "1512", "½",
                                         "Meydan 5", "…",           "Გ",    "Արամ" };
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (strcmp(NAMES[i], "Გ")) assert_true(width_of(NAMES[i]) > 5);
    // A diacritic shows: the letter with it is another picture.
    assert_true(width_of("ş") && width_of("s"));
}

static void long_names_fit(void **state)
{
    (void)state;
    assert_in_range(width_of("WWWWWWWWWW"), 150, 201);           // in smaller letters
    assert_in_range(width_of("WWWWWWWWWWWWWWWWWWWW"), 150, 201); // and cut
    assert_in_range(width_of("ЩЩЩЩЩЩЩЩЩЩЩЩЩЩЩЩЩЩЩЩ"), 150, 201);
    char longest[1000];
    memset(longest, 'm', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    assert_in_range(width_of(longest), 150, 201);
}

static void what_cannot_be_written_right_is_not_written(void **state)
{
    (void)state;
    static const char *const TEXTS[] = { "",         "محمد", "שלום",     "山田",   "e\u0301a",
                                         "a\u202eb", "a\nb", "\xff\xfe", "ab\xc3", "a\u200bb" };
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++)
        assert_int_equal(width_of(TEXTS[i]), 0);
}

static Position start_of(const char *name)
{
    Position position;
    const Variant *variant = variant_find(text_of(name));
    assert_int_equal(
        variant->game->read(variant, text_of(variant->layout->position), &position, NULL), OK);
    return position;
}

// How many pixels of two cards differ, and whether one on the board does.
static int difference(cairo_surface_t *one, cairo_surface_t *other, bool *on_board)
{
    int count = 0;
    *on_board = false;
    for (int y = 0; y < CARD_HEIGHT; y++)
        for (int x = 0; x < CARD_WIDTH; x++) {
            if (row_of(one, y)[x] == row_of(other, y)[x]) continue;
            count++;
            *on_board = *on_board || (x > 292 && x < 908);
        }
    return count;
}

static void words_stand_beside_the_board(void **state)
{
    (void)state;
    static const char *const NAMES_OF[] = { "abalone",         "abalone-3", "abalone-4",
                                            "abalone-4-pairs", "quoridor",  "quoridor-4" };
    for (size_t i = 0; i < sizeof NAMES_OF / sizeof *NAMES_OF; i++) {
        Position position = start_of(NAMES_OF[i]);
        CardWords words = { 0 };
        bool on_board;
        cairo_surface_t *plain = board_card(&position, NULL, lettering);
        for (int seat = 0; seat < position.head.variant->players; seat++) {
            strcpy(words.seat[seat].name, "WWWWWWWWWWWWWWWWWWWW");
            strcpy(words.seat[seat].rating, "1512?");
            strcpy(words.seat[seat].points, "½");
        }
        cairo_surface_t *named = board_card(&position, &words, lettering);
        assert_true(plain && named);
        assert_true(difference(plain, named, &on_board) > 400 && !on_board);
        cairo_surface_destroy(named);
        // Without a font the card is drawn, without words.
        named = board_card(&position, &words, NULL);
        cairo_surface_t *silent = board_card(&position, NULL, NULL);
        assert_true(named && silent);
        assert_int_equal(difference(named, silent, &on_board), 0);
        cairo_surface_destroy(named);
        cairo_surface_destroy(silent);
        cairo_surface_destroy(plain);
    }
}

static void a_card_as_a_png(void **state)
{
    (void)state;
    Position position = start_of("quoridor");
    cairo_surface_t *card = board_card(&position, NULL, lettering);
    size_t length;
    u8 *png = canvas_png(card, &length);
    assert_non_null(png);
    assert_in_range(length, 10000, 200000);
    assert_memory_equal(png, "\x89PNG\r\n\x1a\n", 8);
    assert_memory_equal(png + length - 8, "IEND", 4);
    free(png);
    cairo_surface_destroy(card);
}

static void a_font_that_is_none(void **state)
{
    (void)state;
    assert_null(lettering_new("/nowhere/font.ttf"));
    assert_null(lettering_new(__FILE__));
    lettering_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_of_all_languages_are_written),
        cmocka_unit_test(long_names_fit),
        cmocka_unit_test(what_cannot_be_written_right_is_not_written),
        cmocka_unit_test(words_stand_beside_the_board),
        cmocka_unit_test(a_card_as_a_png),
        cmocka_unit_test(a_font_that_is_none),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
