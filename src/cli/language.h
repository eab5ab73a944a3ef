// SPDX-License-Identifier: MIT
// The language that people are spoken to in. English texts stand in the code and are the keys;
// po/*.po have the others, compiled into the program by tools/po-to-c.py. All texts are UTF-8.
//
// xgettext finds what tr(), tr_n() and tr_in() are given, so those must be literals; texts of the
// core's tables (refusals, titles, colours) are listed by tests/cli/core_texts.c.
#ifndef MEYDAN_CLI_LANGUAGE_H
#define MEYDAN_CLI_LANGUAGE_H

#include "base/text.h"

enum { PLURAL_FORMS_MAX = 4 };

typedef struct Translation {
    const char *context; // "" for most
    const char *english;
    const char *form[PLURAL_FORMS_MAX];
} Translation;

typedef struct Catalogue {
    const char *code; // "tr"; NULL after the last one
    unsigned (*plural)(unsigned number);
    const Translation *messages; // in byte order of context, then text
    size_t count;
} Catalogue;

extern const Catalogue CATALOGUES[];

// By code, "en" included; false if there is no such language.
bool language_set(const char *code);
// As LANGUAGE, LC_ALL, LC_MESSAGES and LANG say; English if they name none of ours.
void language_from_environment(void);

// The text in that language. Formats keep their arguments.
const char *tr(const char *english) __attribute__((format_arg(1)));
// Of two forms the one that suits the number; other languages have other forms.
const char *tr_n(const char *one, const char *many, int number)
    __attribute__((format_arg(1), format_arg(2)));
// A text that would be ambiguous without its context.
const char *tr_in(const char *context, const char *english);

#endif
