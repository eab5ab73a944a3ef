// SPDX-License-Identifier: MIT
#include "cli/play/fold.h"

enum { WORD_MAX = 64 };

typedef struct Fold {
    const char *letter, *plain;
} Fold;

// The letters of our languages that have two bytes. Cyrillic is handled separately.
static const Fold FOLDS[] = {
    { "Ç", "c" }, { "ç", "c" }, { "Ğ", "g" }, { "ğ", "g" }, { "İ", "i" }, { "ı", "i" },
    { "Ö", "o" }, { "ö", "o" }, { "Ş", "s" }, { "ş", "s" }, { "Ü", "u" }, { "ü", "u" },
    { "Ă", "a" }, { "ă", "a" }, { "Â", "a" }, { "â", "a" }, { "Î", "i" }, { "î", "i" },
    { "Û", "u" }, { "û", "u" }, { "Ș", "s" }, { "ș", "s" }, { "Ț", "t" }, { "ț", "t" },
    { "Ţ", "t" }, { "ţ", "t" }, { "Ё", "е" }, { "ё", "е" },
};

// А-Я are D0 90 - D0 AF, а-п D0 B0 - D0 BF, р-я D1 80 - D1 8F.
static bool fold_cyrillic(const unsigned char *at, Out *out)
{
    if (at[0] != 0xd0 || at[1] < 0x90 || at[1] > 0xaf) return false;
    bool second_half = at[1] >= 0xa0;
    out_char(out, second_half ? '\xd1' : '\xd0');
    out_char(out, (char)(second_half ? at[1] - 0x20 : at[1] + 0x20));
    return true;
}

static bool fold_letter(Text two, Out *out)
{
    if (fold_cyrillic((const unsigned char *)two.at, out)) return true;
    for (size_t i = 0; i < sizeof FOLDS / sizeof *FOLDS; i++)
        if (text_is(two, FOLDS[i].letter)) {
            out_str(out, FOLDS[i].plain);
            return true;
        }
    return false;
}

void fold_write(Text text, Out *out)
{
    for (size_t i = 0; i < text.length; i++) {
        if (i + 1 < text.length && fold_letter(text_cut(text, i, i + 2), out))
            i++;
        else
            out_char(out, text_lower(text.at[i]));
    }
}

bool fold_matches(Text text, const char *list)
{
    char typed[WORD_MAX], known[WORD_MAX];
    Out out = out_to(typed, sizeof typed);
    fold_write(text, &out);
    if (out.lost) return false;
    Text rest = text_of(list), word;
    while (text_split(&rest, '|', &word)) {
        out = out_to(known, sizeof known);
        fold_write(word, &out);
        if (text_is(text_of(typed), known) && !out.lost && word.length) return true;
    }
    return false;
}
