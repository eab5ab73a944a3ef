// SPDX-License-Identifier: MIT
// The user's language. English texts are in the code and serve as keys; po/*.po has the
// translations, which tools/po-to-c.py compiles into the program. All texts are UTF-8.
//
// xgettext extracts the arguments of tr(), tr_n() and tr_in(), so they must be literals.
// tests/cli/core_texts.c lists the texts of the core's tables (refusals, titles, colours).
#ifndef MEYDAN_CLI_LANGUAGE_H
#define MEYDAN_CLI_LANGUAGE_H

#include "base/text.h"

enum { PLURAL_FORMS_MAX = 4 };

typedef struct Translation {
    const char *context; // usually ""
    const char *english;
    const char *form[PLURAL_FORMS_MAX];
} Translation;

typedef struct Catalogue {
    const char *code; // "tr"; NULL ends the list
    unsigned (*plural)(unsigned number);
    const Translation *messages; // sorted by context, then text, in byte order
    size_t count;
} Catalogue;

extern const Catalogue CATALOGUES[];

// Sets the language by code, including "en". Returns false for an unknown language.
bool language_set(const char *code);
// The code of the language in use.
const char *language_code(void);
// Follows LANGUAGE, LC_ALL, LC_MESSAGES and LANG; English if they name no supported language.
void language_from_environment(void);

// Translates a text. Formats keep their arguments.
const char *tr(const char *english) __attribute__((format_arg(1)));
// Translates a text with a number. The language determines the plural form.
const char *tr_n(const char *one, const char *many, int number)
    __attribute__((format_arg(1), format_arg(2)));
// Translates a text that is ambiguous without its context.
const char *tr_in(const char *context, const char *english);

#endif
