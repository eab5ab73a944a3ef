// SPDX-License-Identifier: MIT
#include "record/writer.h"

#include "game/handicap.h"

#include <assert.h>

enum { WORD_MAX = NOTE_TEXT_MAX };

void record_write_tag(Out *out, const char *name, Text value)
{
    out_format(out, "[%s \"", name);
    for (size_t i = 0; i < value.length; i++) {
        char c = value.at[i];
        if (c == '"' || c == '\\') out_char(out, '\\');
        out_char(out, (unsigned char)c < ' ' || c == 127 ? ' ' : c);
    }
    out_str(out, "\"]\n");
}

void record_write_setup(Out *out, const Position *start, const ClockSpec *clock)
{
    const Variant *variant = start->head.variant;
    const Game *game = variant->game;
    const Layout *layout;
    char text[POSITION_TEXT_MAX];
    Handicap handicap = handicap_of(start, clock, &layout);
    bool on_board = handicap.kind == HANDICAP_PIECES || handicap.kind == HANDICAP_MOVE;
    record_write_tag(out, "Game", text_of(variant->id));
    if (!layout || on_board || start->head.swap == SWAP_CHOICE) {
        Out position = out_to(text, sizeof text);
        game->write(start, &position);
        record_write_tag(out, "Position", text_of(text));
    } else if (layout != variant->layout) {
        record_write_tag(out, "Layout", text_of(layout->name));
    }
    if (start->head.swap) record_write_tag(out, "Swap", text_of("yes"));
    if (!handicap.kind) return;
    Out given = out_to(text, sizeof text);
    handicap_write(&handicap, game, &given);
    record_write_tag(out, "Handicap", text_of(text));
}

void record_write_clock(Out *out, const ClockSpec *spec)
{
    char text[CLOCK_TEXT_MAX];
    Out value = out_to(text, sizeof text);
    clock_write(spec, &value);
    record_write_tag(out, "TimeControl", text_of(text));
}

void record_write_outcome(Out *out, const Outcome *outcome, const Variant *variant)
{
    char text[RESULT_TEXT_MAX];
    Out value = out_to(text, sizeof text);
    outcome_write(outcome, variant, &value);
    record_write_tag(out, "Result", text_of(text));
    if (outcome->over) record_write_tag(out, "Termination", text_of(reason_name(outcome->reason)));
}

RecordWriter record_writer(Out *out, const Variant *variant)
{
    out_char(out, '\n');
    return (RecordWriter){ .out = out, .variant = variant };
}

// Makes space for a word of that length, on this line or the next.
static void begin_word(RecordWriter *writer, size_t length)
{
    if (writer->column && writer->column + 1 + (int)length > RECORD_COLUMNS) {
        out_char(writer->out, '\n');
        writer->column = 0;
    } else if (writer->column) {
        out_char(writer->out, ' ');
        writer->column++;
    }
    writer->column += (int)length;
}

static void write_word(RecordWriter *writer, Text word)
{
    begin_word(writer, word.length);
    out_text(writer->out, word);
}

// Breaks a note that is too long for a line between its commands.
static void write_note(RecordWriter *writer, Text comment)
{
    size_t start = 0;
    for (size_t i = 1; i < comment.length && comment.length > RECORD_COLUMNS; i++) {
        if (comment.at[i] != ' ' || comment.at[i - 1] != ']') continue;
        write_word(writer, text_cut(comment, start, i));
        start = i + 1;
    }
    if (comment.length) write_word(writer, text_from(comment, start));
}

// The number of players who move before this one in a round.
static int place_of(const Variant *variant, int player)
{
    int place = 0;
    for (int other = 0; other != player; other = variant->next[other])
        place++;
    return place;
}

void record_write_move(RecordWriter *writer, const Position *before, Move move, RecordNote note)
{
    char text[WORD_MAX];
    Out word = out_to(text, sizeof text);
    int place = place_of(writer->variant, before->head.turn);
    bool first = writer->round == 0;
    if (first || place <= writer->place)
        out_format(&word, first && place ? "%d... " : "%d. ", ++writer->round);
    writer->place = place;
    before->head.variant->game->write_move(before, move, &word);
    write_word(writer, text_of(text));

    word = out_to(text, sizeof text);
    note_write(note, &word);
    assert(!word.lost);
    write_note(writer, (Text){ text, word.length });
}

void record_write_remark(RecordWriter *writer, Text remark)
{
    write_word(writer, remark);
    if (remark.at[0] != ';') return;
    out_char(writer->out, '\n');
    writer->column = 0;
}

void record_write_leave(RecordWriter *writer, int player, Reason reason)
{
    char text[WORD_MAX];
    Out word = out_to(text, sizeof text);
    out_format(&word, "out%d:%s", player + 1, reason_name(reason));
    write_word(writer, text_of(text));
}

void record_write_result(RecordWriter *writer, const Outcome *outcome)
{
    char text[WORD_MAX];
    Out word = out_to(text, sizeof text);
    outcome_write(outcome, writer->variant, &word);
    write_word(writer, text_of(text));
    out_str(writer->out, "\n\n");
}
