// SPDX-License-Identifier: MIT
#include "cli/language.h"

#include <stdlib.h>
#include <string.h>

static const Catalogue *language; // NULL for English

static bool set_language(Text code)
{
    if (text_is(code, "en")) {
        language = NULL;
        return true;
    }
    for (const Catalogue *catalogue = CATALOGUES; catalogue->code; catalogue++)
        if (text_is(code, catalogue->code)) {
            language = catalogue;
            return true;
        }
    return false;
}

bool language_set(const char *code)
{
    return set_language(text_of(code));
}

const char *language_code(void)
{
    return language ? language->code : "en";
}

// "tr_TR.UTF-8@x" selects Turkish.
static bool set_locale(Text locale)
{
    size_t end = 0;
    while (end < locale.length && !strchr("_.@-", locale.at[end]))
        end++;
    return set_language(text_cut(locale, 0, end));
}

static const char *environment(const char *name)
{
    const char *value = getenv(name);
    return value ? value : "";
}

void language_from_environment(void)
{
    const char *locale = environment("LC_ALL");
    if (!*locale) locale = environment("LC_MESSAGES");
    if (!*locale) locale = environment("LANG");
    language = NULL;
    // The C locale means texts that never change, whatever LANGUAGE is.
    if (!strcmp(locale, "C") || !strcmp(locale, "POSIX")) return;
    Text list = text_of(environment("LANGUAGE")), wish;
    while (text_split(&list, ':', &wish))
        if (set_locale(wish)) return;
    set_locale(text_of(locale));
}

static int compare(const void *a, const void *b)
{
    const Translation *x = a, *y = b;
    int order = strcmp(x->context, y->context);
    return order ? order : strcmp(x->english, y->english);
}

static const char *find(const char *context, const char *english, unsigned form)
{
    if (!language) return NULL;
    Translation key = { .context = context, .english = english };
    const Translation *found =
        bsearch(&key, language->messages, language->count, sizeof key, compare);
    return found ? found->form[form] : NULL;
}

const char *tr_in(const char *context, const char *english)
{
    const char *text = find(context, english, 0);
    return text ? text : english;
}

const char *tr(const char *english)
{
    const char *text = find("", english, 0);
    return text ? text : english;
}

const char *tr_n(const char *one, const char *many, int number)
{
    const char *text = language ? find("", one, language->plural((unsigned)number)) : NULL;
    if (text) return text;
    return number == 1 ? one : many;
}
