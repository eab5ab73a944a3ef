// SPDX-License-Identifier: MIT
#include "record/annotate.h"

typedef struct Copy {
    Text source;
    size_t copied; // bytes of the source already written or skipped
    Out *out;
} Copy;

static void copy_until(Copy *copy, size_t end)
{
    out_text(copy->out, text_cut(copy->source, copy->copied, end));
    copy->copied = end;
}

// A move with such a comment ends its line, unless the next text has another meaning at the start
// of a line: `%`, or a number 1, which might begin the next game of a bare list.
static void end_line(Copy *copy)
{
    if (copy->copied >= copy->source.length || copy->source.at[copy->copied] != ' ') return;
    Tokens ahead = { .text = copy->source, .at = copy->copied };
    Token token;
    if (tokens_next(&ahead, &token, NULL) != OK || token.kind == TOKEN_END) return;
    if (token.kind == TOKEN_WORD && token.text.at[0] == '%') return;
    if (token.kind == TOKEN_NUMBER && token.number == 1) return;
    out_char(copy->out, '\n');
    copy->copied++;
}

static void new_comment(Copy *copy, size_t place, RecordNote note)
{
    copy_until(copy, place);
    out_str(copy->out, " {");
    note_rewrite(text_of(""), note, copy->out);
    out_char(copy->out, '}');
    end_line(copy);
}

static void change_comment(Copy *copy, Text comment, RecordNote note)
{
    size_t start = (size_t)(comment.at - copy->source.at);
    copy_until(copy, start);
    note_rewrite(comment, note, copy->out);
    copy->copied = start + comment.length;
    copy_until(copy, copy->copied + 1);
    end_line(copy);
}

// Skips glyphs like `$1`, which belong to the move.
static size_t behind_glyphs(Text source, size_t place)
{
    for (size_t at = place;
         at < source.length && (text_blank(source.at[at]) || source.at[at] == '$');) {
        if (source.at[at++] != '$') continue;
        while (at < source.length && text_digit(source.at[at]))
            at++;
        place = at;
    }
    return place;
}

size_t record_annotate_size(const Record *record)
{
    size_t section = record->moves.text.length - record->moves.at;
    return section + (size_t)record->plies * (NOTE_TEXT_MAX + 4) + 1;
}

void record_annotate(const Record *record, const RecordNote *notes, Out *out)
{
    Tokens tokens = record->moves, before;
    Copy copy = { tokens.text, tokens.at, out };
    RecordStep step;
    for (int ply = 0; before = tokens, record_next_step(&tokens, &step);) {
        if (step.leaves) continue;
        const RecordNote *note = &notes[ply++];
        if (note->limit_kind == LIMIT_NONE) continue;

        // Read the tokens of the step again: numbers, the move, its comments.
        Token token;
        do
            tokens_next(&before, &token, NULL);
        while (token.kind != TOKEN_WORD);
        size_t place = behind_glyphs(tokens.text, before.at);
        bool written = false;
        while (before.at < tokens.at) {
            tokens_next(&before, &token, NULL);
            change_comment(&copy, token.text, written ? note_empty() : *note);
            written = true;
        }
        if (!written) new_comment(&copy, place, *note);
    }
    copy_until(&copy, tokens.text.length);
}
