// SPDX-License-Identifier: MIT
#include "record/note.h"

enum {
    HOURS_MOST = 999999,
    DEPTH_MOST = 9999,
    PERIODS_MOST = 255,
    POINTS_MOST = 9999999,
    SECOND = 1000,
    MINUTE = 60 * SECOND,
    HOUR = 60 * MINUTE,
};

// The digits behind a point as that many decimals; the rest is cut off.
static bool read_decimals(Text digits, int decimals, i64 *value)
{
    *value = 0;
    for (size_t i = 0; i < digits.length; i++)
        if (!text_digit(digits.at[i])) return false;
    for (int i = 0; i < decimals; i++)
        *value = 10 * *value + ((size_t)i < digits.length ? digits.at[i] - '0' : 0);
    return digits.length > 0;
}

// "0:09:58" or "9:58", perhaps with ".5".
static bool read_clock(Text text, i64 *clock)
{
    Text whole, field;
    i64 milliseconds = 0, total = 0;
    text_split(&text, '.', &whole);
    if (text.at && !read_decimals(text, 3, &milliseconds)) return false;
    int fields = 0;
    for (; text_split(&whole, ':', &field); fields++) {
        i64 value;
        if (fields == 3 || !text_number(field, fields ? 59 : HOURS_MOST, &value)) return false;
        total = 60 * total + value;
    }
    if (fields < 2) return false;
    *clock = total * SECOND + milliseconds;
    return true;
}

// "1.30", "-2", "#3", "#-3", perhaps with ",depth".
static bool read_eval(Text text, RecordNote *note)
{
    Text depth = text;
    text_split(&depth, ',', &text);
    bool mate = text.length && text.at[0] == '#';
    if (mate) text = text_from(text, 1);
    bool negative = text.length && text.at[0] == '-';
    if (negative || (text.length && text.at[0] == '+')) text = text_from(text, 1);
    Text whole;
    i64 units, hundredths = 0, plies;
    if (depth.at && !text_number(depth, DEPTH_MOST, &plies)) return false;
    text_split(&text, '.', &whole);
    if (!text_number(whole, POINTS_MOST, &units)) return false;
    if (text.at && (mate || !read_decimals(text, 2, &hundredths))) return false;
    i64 value = mate ? units : 100 * units + hundredths;
    note->eval_kind = mate ? EVAL_MATE : EVAL_POINTS;
    note->eval = (i32)(negative ? -value : value);
    return true;
}

static bool read_periods(Text text, RecordNote *note)
{
    i64 periods;
    if (!text_number(text, PERIODS_MOST, &periods)) return false;
    note->periods = (int)periods;
    return true;
}

// False if the command is malformed; those of others are not.
static bool read_command(Text name, Text value, RecordNote *note)
{
    if (text_is(name, "%clk")) return read_clock(value, &note->clock);
    if (text_is(name, "%periods")) return read_periods(value, note);
    if (text_is(name, "%eval")) return read_eval(value, note);
    return true;
}

RecordNote note_empty(void)
{
    return (RecordNote){ .clock = NOTE_NONE, .periods = NOTE_NONE };
}

Text note_read(Text comment, RecordNote *note)
{
    Text command, name, malformed = { 0 };
    // Everything behind a '[' and before the next ']' may be a command.
    while (text_split(&comment, '[', &command), comment.at) {
        Text inside = comment;
        if (!text_split(&inside, ']', &command) || !inside.at) break;
        comment = inside;
        Text value = command;
        if (!text_word(&value, &name) || read_command(name, text_trim(value), note)) continue;
        if (!malformed.length) malformed = command;
    }
    return malformed;
}

// An opening brace before the first command, a blank before the others.
static Out *begin_command(size_t start, Out *out)
{
    out_char(out, out->length == start ? '{' : ' ');
    return out;
}

static void write_two_digits(i64 number, Out *out)
{
    if (number < 10) out_char(out, '0');
    out_int(out, number);
}

static void write_clock(i64 clock, Out *out)
{
    out_str(out, "[%clk ");
    out_int(out, clock / HOUR);
    out_char(out, ':');
    write_two_digits(clock % HOUR / MINUTE, out);
    out_char(out, ':');
    write_two_digits(clock % MINUTE / SECOND, out);
    i64 rest = clock % SECOND;
    if (rest) out_char(out, '.');
    for (; rest; rest = rest * 10 % SECOND)
        out_int(out, rest / 100);
    out_char(out, ']');
}

static void write_eval(RecordNote note, Out *out)
{
    i64 size = note.eval < 0 ? -(i64)note.eval : note.eval;
    out_str(out, note.eval_kind == EVAL_MATE ? "[%eval #" : "[%eval ");
    if (note.eval < 0) out_char(out, '-');
    out_int(out, note.eval_kind == EVAL_MATE ? size : size / 100);
    if (note.eval_kind == EVAL_POINTS) {
        out_char(out, '.');
        write_two_digits(size % 100, out);
    }
    out_char(out, ']');
}

void note_write(RecordNote note, Out *out)
{
    size_t start = out->length;
    if (note.clock >= 0) write_clock(note.clock, begin_command(start, out));
    if (note.periods >= 0) out_format(begin_command(start, out), "[%%periods %d]", note.periods);
    if (note.eval_kind != EVAL_NONE) write_eval(note, begin_command(start, out));
    if (out->length > start) out_char(out, '}');
}
