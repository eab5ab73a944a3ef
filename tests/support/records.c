// SPDX-License-Identifier: MIT
#include "support/records.h"

#include <stdlib.h>
#include <string.h>

void assert_text(Text text, const char *wanted)
{
    if (text_is(text, wanted)) return;
    fail_msg("'%.*s' instead of '%s'", (int)text.length, text.at, wanted);
}

Record record_of(const char *text)
{
    RecordReader reader = record_reader(text_of(text));
    Record record, other;
    Fault why = { 0 };
    if (record_next(&reader, &record, &why) != RECORD_READ) fail_msg("%s: %s", text, why.message);
    if (record_next(&reader, &other, &why) != RECORD_END) fail_msg("two games: %s", text);
    return record;
}

void assert_steps(const Record *record, const char *wanted)
{
    char text[500];
    Out out = out_to(text, sizeof text);
    Tokens moves = record->moves;
    RecordStep step;
    while (record_next_step(&moves, &step))
        out_format(&out, out.length ? " %t" : "%t", step.text);
    assert_string_equal(text, wanted);
}

void replay_line(RecordStatus status, const Record *record, Fault *why, Out *out)
{
    static Replay replay;
    if (status == RECORD_READ) {
        Key *keys = malloc(record_replay_size(record) * sizeof *keys);
        Status played = record_replay(record, keys, &replay, why);
        free(keys);
        if (played != MALFORMED) {
            const Variant *variant = replay.position.head.variant;
            out_format(out, "%s %d ", variant->id, replay.plies);
            outcome_write(&replay.outcome, variant, out);
            out_format(out, " %s", played == OK ? "ok" : why->message);
            return;
        }
    }
    out_str(out, why->message);
}

void assert_replay(const char *text, const char *wanted)
{
    char lines[2000];
    Out out = out_to(lines, sizeof lines);
    // Exactly that size, so that ASan detects reads past the end.
    size_t length = strlen(text);
    char *bytes = malloc(length + 1);
    memcpy(bytes, text, length);
    bytes = realloc(bytes, length ? length : 1);
    RecordReader reader = record_reader((Text){ bytes, length });
    Record record;
    Fault why;
    RecordStatus status;
    while ((status = record_next(&reader, &record, &why)) != RECORD_END) {
        if (out.length) out_char(&out, '\n');
        replay_line(status, &record, &why, &out);
    }
    free(bytes);
    if (strcmp(lines, wanted) != 0) fail_msg("%s\ngives:  %s\nnot:    %s", text, lines, wanted);
}
