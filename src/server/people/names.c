// SPDX-License-Identifier: MIT
#include "server/people/names.h"

#include "server/net/utf8.h"

#include <string.h>

typedef enum Script {
    SCRIPT_NONE, // no letter
    ANY,         // digits, _ and -
    LATIN,
    GREEK,
    CYRILLIC,
    ARMENIAN,
    HEBREW,
    ARABIC,
    GEORGIAN,
    EAST, // Han and kana, which Japanese mixes
    HANGUL,
} Script;

// Letters that are written alone, without combining marks; the archaic parts of each block are not
// here. Sorted.
static const struct {
    u32 first, last;
    Script script;
} RANGES[] = {
    { '-', '-', ANY },          { '0', '9', ANY },          { 'A', 'Z', LATIN },
    { '_', '_', ANY },          { 'a', 'z', LATIN },        { 0xc0, 0xd6, LATIN },
    { 0xd8, 0xf6, LATIN },      { 0xf8, 0x148, LATIN },  // without 0x149, an n with an apostrophe
    { 0x14a, 0x17e, LATIN },    { 0x1a0, 0x1a1, LATIN }, // Vietnamese
    { 0x1af, 0x1b0, LATIN },    { 0x1cd, 0x1dc, LATIN },    { 0x1e6, 0x1ed, LATIN },
    { 0x200, 0x21b, LATIN }, // Romanian at its end
    { 0x21e, 0x21f, LATIN },    { 0x226, 0x233, LATIN },    { 0x259, 0x259, LATIN }, // Azerbaijani
    { 0x18f, 0x18f, LATIN },    { 0x386, 0x386, GREEK },    { 0x388, 0x38a, GREEK },
    { 0x38c, 0x38c, GREEK },    { 0x38e, 0x3a1, GREEK },    { 0x3a3, 0x3ce, GREEK },
    { 0x400, 0x45f, CYRILLIC }, { 0x48a, 0x4ff, CYRILLIC }, { 0x531, 0x556, ARMENIAN },
    { 0x561, 0x587, ARMENIAN }, { 0x5d0, 0x5ea, HEBREW },   { 0x620, 0x63f, ARABIC },
    { 0x641, 0x64a, ARABIC },   { 0x671, 0x6d3, ARABIC },   { 0x10d0, 0x10f0, GEORGIAN },
    { 0x1e00, 0x1e99, LATIN },  { 0x1ea0, 0x1ef9, LATIN },  { 0x3041, 0x3096, EAST },
    { 0x30a1, 0x30fa, EAST },   { 0x30fc, 0x30fc, EAST },   { 0x4e00, 0x9fff, EAST },
    { 0xac00, 0xd7a3, HANGUL },
};

static Script script_of(u32 c)
{
    for (size_t i = 0; i < sizeof RANGES / sizeof *RANGES; i++)
        if (c >= RANGES[i].first && c <= RANGES[i].last) return RANGES[i].script;
    return SCRIPT_NONE;
}

// Where upper and lower case alternate, upper case is the even one, or the odd one.
static bool even_pairs(u32 c)
{
    return (c >= 0x100 && c <= 0x137) || (c >= 0x14a && c <= 0x177) || c == 0x1a0 ||
           (c >= 0x1e6 && c <= 0x1ed) || (c >= 0x200 && c <= 0x233) || (c >= 0x48a && c <= 0x4bf) ||
           (c >= 0x4d0 && c <= 0x4ff) || (c >= 0x1e00 && c <= 0x1e95) ||
           (c >= 0x1ea0 && c <= 0x1ef9);
}

static bool odd_pairs(u32 c)
{
    return (c >= 0x139 && c <= 0x148) || (c >= 0x179 && c <= 0x17e) || c == 0x1af ||
           (c >= 0x1cd && c <= 0x1dc) || (c >= 0x4c1 && c <= 0x4ce);
}

static u32 lower(u32 c)
{
    if (c == 0x130 || c == 0x131) return 'i';
    if ((c >= 'A' && c <= 'Z') || (c >= 0xc0 && c <= 0xde)) return c + 0x20;
    if (c == 0x178) return 0xff;
    if (c == 0x18f) return 0x259;
    if (c == 0x1e9e) return 0xdf;
    if (even_pairs(c)) return c | 1;
    if (odd_pairs(c)) return c + (c & 1);
    if (c == 0x386) return 0x3ac;
    if (c >= 0x388 && c <= 0x38a) return c + 37;
    if (c == 0x38c) return 0x3cc;
    if (c == 0x38e || c == 0x38f) return c + 63;
    if (c >= 0x391 && c <= 0x3ab) return c + 0x20;
    if (c == 0x3c2) return 0x3c3; // a sigma at the end
    if (c >= 0x400 && c <= 0x40f) return c + 0x50;
    if (c >= 0x410 && c <= 0x42f) return c + 0x20;
    if (c == 0x4c0) return 0x4cf;
    if (c >= 0x531 && c <= 0x556) return c + 0x30;
    return c;
}

// The Latin letter that a small letter looks like, in one of its cases; 0 if none.
static char latin_twin(u32 c)
{
    static const struct {
        u32 letter;
        char twin;
    } TWINS[] = {
        { 0x3b1, 'a' }, { 0x3b2, 'b' }, { 0x3b5, 'e' }, { 0x3b6, 'z' }, { 0x3b7, 'h' },
        { 0x3b9, 'i' }, { 0x3ba, 'k' }, { 0x3bc, 'm' }, { 0x3bd, 'n' }, { 0x3bf, 'o' },
        { 0x3c1, 'p' }, { 0x3c4, 't' }, { 0x3c5, 'y' }, { 0x3c7, 'x' }, // Greek
        { 0x430, 'a' }, { 0x432, 'b' }, { 0x435, 'e' }, { 0x43a, 'k' }, { 0x43c, 'm' },
        { 0x43d, 'h' }, { 0x43e, 'o' }, { 0x440, 'p' }, { 0x441, 'c' }, { 0x442, 't' },
        { 0x443, 'y' }, { 0x445, 'x' }, { 0x455, 's' }, { 0x456, 'i' }, { 0x458, 'j' },
        { 0x4af, 'y' }, { 0x4bb, 'h' }, { 0x4cf, 'i' }, // Cyrillic
    };
    if (c < 0x80) return (char)c;
    for (size_t i = 0; i < sizeof TWINS / sizeof *TWINS; i++)
        if (TWINS[i].letter == c) return TWINS[i].twin;
    return 0;
}

// The next character; 0 if it is none.
static u32 next_character(Text *rest)
{
    const u8 *at = (const u8 *)rest->at;
    size_t size = utf8_size(*rest);
    if (!size) return 0;
    u32 c = size == 1 ? at[0] : at[0] & (0x7fu >> size);
    for (size_t i = 1; i < size; i++)
        c = c << 6 | (at[i] & 0x3f);
    *rest = text_from(*rest, size);
    return c;
}

static void put_character(Out *out, u32 c)
{
    if (c < 0x80) {
        out_char(out, (char)c);
    } else if (c < 0x800) {
        out_char(out, (char)(0xc0 | c >> 6));
        out_char(out, (char)(0x80 | (c & 0x3f)));
    } else {
        out_char(out, (char)(0xe0 | c >> 12));
        out_char(out, (char)(0x80 | (c >> 6 & 0x3f)));
        out_char(out, (char)(0x80 | (c & 0x3f)));
    }
}

Status name_key(Text name, char key[PERSON_NAME_MAX], Fault *why)
{
    char twin[NAME_LETTERS_MAX + 1] = "";
    bool has_twin = true;
    Out out = out_to(key, PERSON_NAME_MAX);
    Script script = ANY;
    int count = 0;
    for (Text rest = name; rest.length; count++) {
        u32 c = next_character(&rest);
        Script of_this = script_of(c);
        if (of_this == SCRIPT_NONE)
            return fault(why, MALFORMED, "a name has letters, digits, _ and - only");
        if (!count && (c == '_' || c == '-'))
            return fault(why, MALFORMED, "a name begins with a letter or a digit");
        if (of_this != ANY && script != ANY && of_this != script)
            return fault(why, MALFORMED, "a name has letters of one script only");
        if (of_this != ANY) script = of_this;
        if (count >= NAME_LETTERS_MAX) continue;
        put_character(&out, lower(c));
        twin[count] = latin_twin(lower(c));
        has_twin = has_twin && twin[count];
    }
    if (count < NAME_LETTERS_MIN || count > NAME_LETTERS_MAX)
        return fault(why, MALFORMED, "a name has %d to %d characters", NAME_LETTERS_MIN,
                     NAME_LETTERS_MAX);
    // A name that could be read as Latin counts as that one, or its owner could pass for another.
    if (has_twin) strcpy(key, twin);
    return OK;
}
