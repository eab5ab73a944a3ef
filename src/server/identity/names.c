// SPDX-License-Identifier: MIT
#include "server/identity/names.h"

#include <sodium.h>
#include <string.h>
#include <utf8proc.h>

typedef enum Script {
    SCRIPT_NONE, // no letter of any script
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

// The letters of names: those that need no combining marks, without archaic, phonetic and
// alternative forms (full width, ligatures). Sorted.
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

// Unicode's lower case, except for Turkish's dotless i and the final sigma.
static u32 lower(u32 c)
{
    return c == 0x131 ? 'i' : c == 0x3c2 ? 0x3c3 : (u32)utf8proc_tolower((utf8proc_int32_t)c);
}

// The Latin letter that looks like this small letter, in one of its cases; 0 if none does.
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

// The next character; 0 if it is invalid.
static u32 next_character(Text *rest)
{
    utf8proc_int32_t c;
    utf8proc_ssize_t size =
        utf8proc_iterate((const u8 *)rest->at, (utf8proc_ssize_t)rest->length, &c);
    if (size <= 0) return 0;
    *rest = text_from(*rest, (size_t)size);
    return (u32)c;
}

static void put_character(Out *out, u32 c)
{
    char bytes[4];
    utf8proc_ssize_t size = utf8proc_encode_char((utf8proc_int32_t)c, (u8 *)bytes);
    out_text(out, (Text){ bytes, (size_t)size });
}

Status name_search(Text name, char own[PERSON_NAME_MAX], char latin[PERSON_NAME_MAX], Fault *why)
{
    char twin[NAME_LETTERS_MAX + 1] = "";
    bool has_twin = true;
    Out out = out_to(own, PERSON_NAME_MAX);
    Script script = ANY;
    int count = 0;
    for (Text rest = name; rest.length; count++) {
        u32 c = next_character(&rest);
        Script of_this = script_of(c);
        if (of_this == SCRIPT_NONE)
            return fault(why, MALFORMED, "a name has letters, digits, _ and - only");
        if (!count && (c == '_' || c == '-'))
            return fault(why, MALFORMED, "a name starts with a letter or a digit");
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
    strcpy(latin, has_twin ? twin : "");
    return OK;
}

Status name_key(Text name, char key[PERSON_NAME_MAX], Fault *why)
{
    char latin[PERSON_NAME_MAX];
    Status status = name_search(name, key, latin, why);
    // A name that looks like a Latin name has the key of that Latin name, so that its owner cannot
    // impersonate the other person.
    if (status == OK && *latin) strcpy(key, latin);
    return status;
}

// --- reserved names ------------------------------------------------------------------------------

// The name reduced to its appearance: digits become the letters they resemble, "rn" becomes "m" and
// "vv" "w", without accents, dashes and underscores.
static void name_skeleton(Text name, char skeleton[PERSON_NAME_MAX])
{
    char key[PERSON_NAME_MAX];
    Out out = out_to(skeleton, PERSON_NAME_MAX);
    skeleton[0] = '\0';
    if (name_key(name, key, NULL) != OK) return;
    for (Text rest = text_of(key); rest.length;) {
        u32 c = next_character(&rest);
        utf8proc_int32_t base[8];
        utf8proc_ssize_t count =
            utf8proc_decompose_char((utf8proc_int32_t)c, base, 8, UTF8PROC_DECOMPOSE, NULL);
        if (count > 0) c = (u32)base[0];
        static const char LOOKS[][2] = { { '0', 'o' }, { '1', 'l' }, { 'i', 'l' },
                                         { '3', 'e' }, { '4', 'a' }, { '5', 's' },
                                         { '7', 't' }, { '8', 'b' }, { '9', 'g' } };
        for (size_t i = 0; i < sizeof LOOKS / sizeof *LOOKS; i++)
            if (c == (u32)LOOKS[i][0]) c = (u32)LOOKS[i][1];
        if (c == 0x142) c = 'l'; // ł
        if (c == 0xf8) c = 'o';
        if (c == 0x111) c = 'd';
        if (c == '-' || c == '_') continue;
        size_t length = out.length;
        if (c == 'n' && length && skeleton[length - 1] == 'r') {
            skeleton[length - 1] = 'm'; // rn
            continue;
        }
        if (c == 'v' && length && skeleton[length - 1] == 'v') {
            skeleton[length - 1] = 'w';
            continue;
        }
        put_character(&out, c);
    }
}

static bool is_at_an_end(const char *text, const char *word)
{
    size_t length = strlen(text), wanted = strlen(word);
    return length >= wanted &&
           (!memcmp(text, word, wanted) || !memcmp(text + length - wanted, word, wanted));
}

bool name_reserved(Text name)
{
    // Also reserved with a prefix or suffix: "meydan-team", "the_admin".
    static const char *const WORDS[] = { "meydan", "admin",     "administrator", "moderator",
                                         "админ",  "модератор", "администратор" };
    static const char *const WHOLE[] = {
        "mod",       "mods",     "operator", "root",       "system",    "server",    "support",
        "official",  "staff",    "security", "webmaster",  "sysop",     "superuser", "anonymous",
        "guest",     "visitor",  "computer", "nobody",     "everyone",  "deleted",   "me",
        "you",       "yonetici", "destek",   "misafir",    "поддержка", "гость",     "оператор",
        "компьютер", "oaspete",  "suport",   "calculator",
    };
    char own[PERSON_NAME_MAX], word[PERSON_NAME_MAX], bare[PERSON_NAME_MAX];
    Text trimmed = name;
    while (trimmed.length && trimmed.at[trimmed.length - 1] >= '0' &&
           trimmed.at[trimmed.length - 1] <= '9')
        trimmed.length--;
    name_skeleton(name, own);
    name_skeleton(trimmed, bare);
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
        name_skeleton(text_of(WORDS[i]), word);
        if (is_at_an_end(own, word) || is_at_an_end(bare, word)) return true;
    }
    for (size_t i = 0; i < sizeof WHOLE / sizeof *WHOLE; i++) {
        name_skeleton(text_of(WHOLE[i]), word);
        if (!strcmp(own, word) || !strcmp(bare, word)) return true;
    }
    return false;
}

SecretHash name_hash(const char *key)
{
    SecretHash hash;
    crypto_generichash(hash.bytes, sizeof hash.bytes, (const u8 *)key, strlen(key), NULL, 0);
    return hash;
}
