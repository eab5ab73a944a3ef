// SPDX-License-Identifier: MIT
#include "support/findings.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static bool named(const char *kinds, const char *kind)
{
    Text rest = text_of(kinds), word;
    while (text_word(&rest, &word))
        if (text_is(word, kind)) return true;
    return false;
}

void found_add(void *context, const Finding *found)
{
    FoundLines *lines = context;
    const Game *game = lines->position->head.variant->game;
    if (lines->kinds && !named(lines->kinds, finding_name(found->kind))) return;
    assert_true(lines->count < FOUND_LINES_MAX);
    Out out = out_to(lines->line[lines->count++], FOUND_LINE_MAX);
    out_format(&out, "%d %s", found->player + 1, finding_name(found->kind));
    if (found->theirs) out_format(&out, " %d-%d", found->ours, found->theirs);
    if (!found->theirs && found->ours) out_format(&out, " %d", found->ours);
    if (found->move != MOVE_NONE) out_char(&out, ' ');
    if (found->move != MOVE_NONE) game->write_move(lines->position, found->move, &out);
    out_char(&out, ':');
    for (int i = 0; i < found->cells; i++) {
        out_char(&out, ' ');
        game->write_cell(found->cell[i], &out);
    }
    if (found->others) out_str(&out, " /");
    for (int i = 0; i < found->others; i++) {
        out_char(&out, ' ');
        game->write_cell(found->other[i], &out);
    }
    if (found->whole) out_str(&out, " whole");
    assert_false(out.lost);
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(a, b);
}

void found_sort(FoundLines *lines)
{
    qsort(lines->line, (size_t)lines->count, FOUND_LINE_MAX, by_bytes);
}

void found_expect(const Position *position, const char *kinds, const char *expected)
{
    static FoundLines lines;
    static char text[FOUND_LINES_MAX * 64];
    lines.position = position;
    lines.kinds = kinds;
    lines.count = 0;
    position->head.variant->game->explain(position, found_add, &lines);
    found_sort(&lines);
    Out out = out_to(text, sizeof text);
    for (int i = 0; i < lines.count; i++)
        out_format(&out, "%s\n", lines.line[i]);
    assert_string_equal(text, expected);
}
