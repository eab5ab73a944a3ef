// SPDX-License-Identifier: MIT
#include "server/features/chat/chat_text.h"

#include <utf8proc.h>

// Their order is that of the page's buttons.
static const char *const PHRASES[] = {
    "hello",      "good_luck", "nice_move", "oops",      "thanks",      "sorry",
    "one_moment", "back",      "close",     "good_game", "well_played", "goodbye",
};
enum {
    PHRASE_COUNT = sizeof PHRASES / sizeof *PHRASES,
    DECOMPOSED_MAX = 18, // parts of one character
    JOINED_BYTES = 80,
};

bool phrase_known(Text name)
{
    for (int i = 0; i < PHRASE_COUNT; i++)
        if (text_is(name, PHRASES[i])) return true;
    return false;
}

// Whether it is visible: no controls, no changes of direction, nothing hidden or unassigned, no
// blank letters.
static bool is_written(utf8proc_int32_t point)
{
    static const utf8proc_int32_t EMPTY[] = { 0x34F, 0x115F, 0x1160, 0x2800, 0x3164, 0xFFA0 };
    for (size_t i = 0; i < sizeof EMPTY / sizeof *EMPTY; i++)
        if (point == EMPTY[i]) return false;
    utf8proc_category_t category = utf8proc_category(point);
    return category != UTF8PROC_CATEGORY_CN && category < UTF8PROC_CATEGORY_ZL;
}

// --- addresses -----------------------------------------------------------------------------------

// A text prepared for the search for addresses: small letters without marks and ornaments (full
// width, in circles), every kind of dot a dot, every blank a blank.
typedef struct Plain {
    utf8proc_int32_t at[TEXT_LETTERS_MAX * DECOMPOSED_MAX];
    int count;
} Plain;

static bool is_letter(utf8proc_int32_t point)
{
    utf8proc_category_t category = utf8proc_category(point);
    return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
}

static bool is_digit(utf8proc_int32_t point)
{
    return utf8proc_category(point) == UTF8PROC_CATEGORY_ND;
}

static bool is_mark(utf8proc_int32_t point)
{
    utf8proc_category_t category = utf8proc_category(point);
    return category >= UTF8PROC_CATEGORY_MN && category <= UTF8PROC_CATEGORY_ME;
}

static utf8proc_int32_t plain_of(utf8proc_int32_t point)
{
    static const utf8proc_int32_t DOTS[] = { 0xB7,   0x387,  0x589,  0x6D4,  0x701,
                                             0x702,  0x2022, 0x2024, 0x2027, 0x2219,
                                             0x22C5, 0x3002, 0x30FB, 0xFF61, 0xFF65 };
    for (size_t i = 0; i < sizeof DOTS / sizeof *DOTS; i++)
        if (point == DOTS[i]) return '.';
    return utf8proc_category(point) == UTF8PROC_CATEGORY_ZS ? ' ' : utf8proc_tolower(point);
}

static void add_plain(Plain *plain, utf8proc_int32_t point)
{
    utf8proc_int32_t parts[DECOMPOSED_MAX];
    const utf8proc_option_t how = UTF8PROC_COMPAT | UTF8PROC_DECOMPOSE;
    utf8proc_ssize_t count = utf8proc_decompose_char(point, parts, DECOMPOSED_MAX, how, NULL);
    if (count < 1 || count > DECOMPOSED_MAX) {
        parts[0] = point;
        count = 1;
    }
    for (utf8proc_ssize_t i = 0; i < count; i++)
        if (!is_mark(parts[i])) plain->at[plain->count++] = plain_of(parts[i]);
}

static utf8proc_int32_t at(const Plain *plain, int i)
{
    return i >= 0 && i < plain->count ? plain->at[i] : ' ';
}

static bool in_word(utf8proc_int32_t point)
{
    return is_letter(point) || is_digit(point);
}

// Whether a whole word starts at `from`.
static bool is_word(const Plain *plain, int from, const char *word)
{
    int i = from;
    for (; *word; word++, i++)
        if (at(plain, i) != *word) return false;
    return !is_letter(at(plain, i));
}

// Top-level domains that are no words of our languages.
static bool is_ending(const Plain *plain, int from)
{
    static const char *const ENDINGS[] = { "com", "net", "org", "info", "xyz", "ru", "gg", "io" };
    for (size_t i = 0; i < sizeof ENDINGS / sizeof *ENDINGS; i++)
        if (is_word(plain, from, ENDINGS[i])) return true;
    return false;
}

static int behind_blanks(const Plain *plain, int i)
{
    while (i < plain->count && (at(plain, i) == ' ' || at(plain, i) == ')' || at(plain, i) == ']'))
        i++;
    return i;
}

// Whether the dot at `i` is part of an address: "example.com", "example .com", "example[.]com",
// "1.2.3.4". A full stop is followed by a blank, and an ellipsis has more dots.
static bool dot_of_address(const Plain *plain, int i)
{
    if (at(plain, i - 1) == '.' || at(plain, i + 1) == '.') return false;
    if (is_letter(at(plain, i + 1)) && is_letter(at(plain, i + 2))) return true;
    if (is_digit(at(plain, i - 1)) && is_digit(at(plain, i + 1))) {
        int dots = 0;
        for (int k = i; is_digit(at(plain, k)) || at(plain, k) == '.'; k++)
            dots += at(plain, k) == '.';
        return dots >= 3;
    }
    return is_ending(plain, behind_blanks(plain, i + 1));
}

static bool has_address(const Plain *plain)
{
    static const char *const BEGINS[] = { "http", "https", "hxxp", "hxxps", "www" };
    for (int i = 0; i < plain->count; i++) {
        utf8proc_int32_t here = at(plain, i);
        bool begins = !is_letter(at(plain, i - 1));
        if (here == '.' && dot_of_address(plain, i)) return true;
        if (here == '/' && at(plain, i + 1) == '/') return true;
        if (here == '@' && in_word(at(plain, i - 1)) && in_word(at(plain, i + 1))) return true;
        for (size_t k = 0; begins && k < sizeof BEGINS / sizeof *BEGINS; k++)
            if (is_word(plain, i, BEGINS[k])) return true;
        // "example dot com"
        if (begins && is_word(plain, i, "dot") && is_ending(plain, behind_blanks(plain, i + 3)))
            return true;
    }
    return false;
}

const char *chat_text_refuse(Text text)
{
    Plain plain = { .count = 0 };
    utf8proc_int32_t point;
    int count = 0, shown = 0;
    for (size_t i = 0; i < text.length;) {
        utf8proc_ssize_t step = utf8proc_iterate((const utf8proc_uint8_t *)text.at + i,
                                                 (utf8proc_ssize_t)(text.length - i), &point);
        if (step <= 0) return "that is not text";
        i += (size_t)step;
        if (++count > TEXT_LETTERS_MAX) return "at most 140 characters";
        if (!is_written(point)) return "only letters, digits, signs and blanks";
        shown += utf8proc_category(point) != UTF8PROC_CATEGORY_ZS;
        add_plain(&plain, point);
    }
    if (!shown) return "there is nothing to say";
    return has_address(&plain) ? "no addresses of pages or mail" : NULL;
}

bool chat_text_joins_to_address(Text before, Text text)
{
    Plain plain = { .count = 0 };
    utf8proc_int32_t point;
    Text both[] = { before, text };
    for (int k = 0; k < 2; k++) {
        // Only the end of the previous text matters.
        size_t i = !k && before.length > JOINED_BYTES ? before.length - JOINED_BYTES : 0;
        while (i < both[k].length && plain.count < TEXT_LETTERS_MAX) {
            utf8proc_ssize_t step =
                utf8proc_iterate((const utf8proc_uint8_t *)both[k].at + i,
                                 (utf8proc_ssize_t)(both[k].length - i), &point);
            i += step > 0 ? (size_t)step : 1;
            if (step > 0) add_plain(&plain, point);
        }
        // A dot at the end of a text is usually a full stop.
        if (!k && at(&plain, plain.count - 1) == '.') add_plain(&plain, ' ');
    }
    return has_address(&plain);
}
