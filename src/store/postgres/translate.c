// SPDX-License-Identifier: MIT
// Statements are written once, in SQLite's words; here they become PostgreSQL's.
#include "store/postgres/postgres.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct Words {
    const char *from, *to;
} Words;

// In a statement. Where SQLite is told in which order to join, PostgreSQL finds out itself.
static const Words STATEMENT[] = {
    { "/* long */ ", "" },
    { "CROSS JOIN", "JOIN" },
};

static char *replace(const char *sql, const Words *words, int count, size_t more)
{
    size_t capacity = strlen(sql) * 2 + more;
    char *text = malloc(capacity);
    if (!text) return NULL;
    Out out = out_to(text, capacity);
    while (*sql) {
        const Words *found = NULL;
        for (int i = 0; i < count && !found; i++)
            if (!strncmp(sql, words[i].from, strlen(words[i].from))) found = &words[i];
        if (found)
            out_str(&out, found->to);
        else
            out_char(&out, *sql);
        sql += found ? strlen(found->from) : 1;
    }
    return text;
}

char *pg_translate(const char *sql, int *parameters)
{
    char *text = replace(sql, STATEMENT, sizeof STATEMENT / sizeof *STATEMENT, 64);
    *parameters = 0;
    for (char *at = text; at && *at; at++) {
        if (*at != '?' || !isdigit((unsigned char)at[1])) continue;
        *at = '$';
        int number = atoi(at + 1);
        if (number > *parameters) *parameters = number;
    }
    return text;
}
