// SPDX-License-Identifier: MIT
#include "server/people/words.h"

#include <utf8proc.h>

// Their order is that of the page's buttons.
static const char *const PHRASES[] = {
    "hello",      "good_luck", "nice_move", "oops",      "thanks",      "sorry",
    "one_moment", "back",      "close",     "good_game", "well_played", "goodbye",
};
enum { PHRASE_COUNT = sizeof PHRASES / sizeof *PHRASES };

const char *phrase_at(int i)
{
    return i >= 0 && i < PHRASE_COUNT ? PHRASES[i] : NULL;
}

bool phrase_known(Text name)
{
    for (int i = 0; i < PHRASE_COUNT; i++)
        if (text_is(name, PHRASES[i])) return true;
    return false;
}

static bool is_letter(utf8proc_int32_t point)
{
    utf8proc_category_t category = utf8proc_category(point);
    return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
}

static bool is_digit(utf8proc_int32_t point)
{
    return utf8proc_category(point) == UTF8PROC_CATEGORY_ND;
}

// What is seen: no controls, nothing that changes direction or hides, nothing unassigned.
static bool is_written(utf8proc_int32_t point)
{
    utf8proc_category_t category = utf8proc_category(point);
    return category != UTF8PROC_CATEGORY_CN && category < UTF8PROC_CATEGORY_ZL;
}

static bool is_dot(utf8proc_int32_t point)
{
    return point == '.' || point == 0x3002 || point == 0xFF0E || point == 0xFF61;
}

const char *words_refuse(Text text)
{
    utf8proc_int32_t point, before = 0; // the letter before it
    int count = 0, shown = 0;
    // Of "example.com": two letters or more behind a dot that is behind a letter or a digit.
    int behind = -1;
    for (size_t i = 0; i < text.length; before = point) {
        utf8proc_ssize_t step = utf8proc_iterate((const utf8proc_uint8_t *)text.at + i,
                                                 (utf8proc_ssize_t)(text.length - i), &point);
        if (step <= 0) return "that is not text";
        i += (size_t)step;
        if (++count > TEXT_LETTERS_MAX) return "at most 140 characters";
        if (!is_written(point)) return "only letters, digits, signs and blanks";
        shown += utf8proc_category(point) != UTF8PROC_CATEGORY_ZS;
        bool word = is_letter(point) || is_digit(point);
        if (is_dot(point) && (is_letter(before) || is_digit(before)))
            behind = 0;
        else if (behind >= 0 && is_letter(point))
            behind++;
        else
            behind = -1;
        if (behind >= 2 || (point == '/' && before == '/') || (point == '@' && is_letter(before)) ||
            (point == ':' && word))
            return "no addresses of pages or mail";
    }
    return shown ? NULL : "there is nothing to say";
}
