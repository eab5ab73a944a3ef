// SPDX-License-Identifier: MIT
#include "record/note.h"

enum {
    HOURS_MAX = 999999,
    DEPTH_MAX = 9999,
    PERIODS_MAX = 255,
    POINTS_MAX = 9999999,
    LIMIT_MAX = 999999999,
    SECOND = 1000,
    MINUTE = 60 * SECOND,
    HOUR = 60 * MINUTE,
};

// Reads the digits after a point with a fixed number of decimals and truncates the rest.
static bool read_decimals(Text digits, int decimals, i64 *value)
{
    *value = 0;
    for (size_t i = 0; i < digits.length; i++)
        if (!text_digit(digits.at[i])) return false;
    for (int i = 0; i < decimals; i++)
        *value = 10 * *value + ((size_t)i < digits.length ? digits.at[i] - '0' : 0);
    return digits.length > 0;
}

// "0:09:58" or "9:58", optionally with ".5".
static bool read_clock(Text text, i64 *clock)
{
    Text whole, field;
    i64 milliseconds = 0, total = 0;
    text_split(&text, '.', &whole);
    if (text.at && !read_decimals(text, 3, &milliseconds)) return false;
    int fields = 0;
    for (; text_split(&whole, ':', &field); fields++) {
        i64 value;
        if (fields == 3 || !text_number(field, fields ? 59 : HOURS_MAX, &value)) return false;
        total = 60 * total + value;
    }
    if (fields < 2) return false;
    *clock = total * SECOND + milliseconds;
    return true;
}

// "1.30" or "2", in hundredths.
static bool read_points(Text text, i64 *points)
{
    Text whole;
    i64 units, hundredths = 0;
    text_split(&text, '.', &whole);
    if (!text_number(whole, POINTS_MAX, &units)) return false;
    if (text.at && !read_decimals(text, 2, &hundredths)) return false;
    *points = 100 * units + hundredths;
    return true;
}

// "1.30", "-2", "#3", "#-3", optionally with ",depth".
static bool read_eval(Text text, RecordNote *note)
{
    Text depth = text;
    i64 value, plies;
    text_split(&depth, ',', &text);
    bool mate = text.length && text.at[0] == '#';
    if (mate) text = text_from(text, 1);
    bool negative = text.length && text.at[0] == '-';
    if (negative || (text.length && text.at[0] == '+')) text = text_from(text, 1);
    if (depth.at && !text_number(depth, DEPTH_MAX, &plies)) return false;
    if (mate ? !text_number(text, POINTS_MAX, &value) : !read_points(text, &value)) return false;
    note->eval_kind = mate ? EVAL_MATE : EVAL_POINTS;
    note->eval = (i32)(negative ? -value : value);
    return true;
}

static bool read_periods(Text text, RecordNote *note)
{
    i64 periods;
    if (!text_number(text, PERIODS_MAX, &periods)) return false;
    note->periods = (int)periods;
    return true;
}

// Reads moves separated by single blanks, without checking them.
static void read_best(Text text, RecordNote *note)
{
    if (text.length > NOTE_BEST_MAX) return;
    for (size_t i = 0; i < text.length; i++) {
        char c = text_lower(text.at[i]);
        bool blank = c == ' ' && text.at[i - 1] != ' '; // never i == 0: trimmed
        if (!blank && !text_digit(c) && !(c >= 'a' && c <= 'z')) return;
    }
    note->best = text;
}

static void read_loss(Text text, RecordNote *note)
{
    i64 loss;
    if (read_points(text, &loss)) note->loss = (i32)loss;
}

static const char *const LIMIT_NAME[NOTE_LIMITS] = { "", "nodes", "depth", "movetime" };

const char *note_limit_name(NoteLimit kind)
{
    return LIMIT_NAME[kind];
}

static void read_limit(Text text, RecordNote *note)
{
    Text kind;
    i64 limit;
    if (!text_word(&text, &kind) || !text_number(text_trim(text), LIMIT_MAX, &limit)) return;
    for (NoteLimit i = LIMIT_NODES; i < NOTE_LIMITS; i++) {
        if (!text_is(kind, LIMIT_NAME[i])) continue;
        note->limit_kind = i;
        note->limit = limit;
    }
}

// Returns false if the command is malformed. Unknown commands aren't, nor are those for analysis
// only: if unreadable, they are ignored.
static bool read_command(Text name, Text value, RecordNote *note)
{
    if (text_is(name, "%clk")) return read_clock(value, &note->clock);
    if (text_is(name, "%periods")) return read_periods(value, note);
    if (text_is(name, "%eval")) return read_eval(value, note);
    if (text_is(name, "%best")) read_best(value, note);
    if (text_is(name, "%loss")) read_loss(value, note);
    if (text_is(name, "%limit")) read_limit(value, note);
    return true;
}

RecordNote note_empty(void)
{
    return (RecordNote){ .clock = NOTE_NONE, .periods = NOTE_NONE, .loss = NOTE_NONE };
}

// Removes the text up to the end of the next command from the front of `*rest`: a command is
// between a '[' and the next ']'. Returns false if there is none.
static bool next_command(Text *rest, Text *before, Text *command)
{
    Text inside = *rest;
    if (!text_split(&inside, '[', before) || !inside.at) return false;
    if (!text_split(&inside, ']', command) || !inside.at) return false;
    *rest = inside;
    return true;
}

Text note_read(Text comment, RecordNote *note)
{
    Text before, command, name, malformed = { 0 };
    while (next_command(&comment, &before, &command)) {
        Text value = command;
        if (!text_word(&value, &name) || read_command(name, text_trim(value), note)) continue;
        if (!malformed.length) malformed = command;
    }
    return malformed;
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

static void write_points(i64 hundredths, Out *out)
{
    out_int(out, hundredths / 100);
    out_char(out, '.');
    write_two_digits(hundredths % 100, out);
}

static void write_eval(RecordNote note, Out *out)
{
    i64 size = note.eval < 0 ? -(i64)note.eval : note.eval;
    out_str(out, note.eval_kind == EVAL_MATE ? "[%eval #" : "[%eval ");
    if (note.eval < 0) out_char(out, '-');
    if (note.eval_kind == EVAL_MATE)
        out_int(out, size);
    else
        write_points(size, out);
    out_char(out, ']');
}

// Writes a blank before every command except the first.
static Out *begin_command(size_t start, Out *out)
{
    if (out->length > start) out_char(out, ' ');
    return out;
}

static void write_commands(RecordNote note, size_t start, Out *out)
{
    if (note.clock >= 0) write_clock(note.clock, begin_command(start, out));
    if (note.periods >= 0) out_format(begin_command(start, out), "[%%periods %d]", note.periods);
    if (note.eval_kind != EVAL_NONE) write_eval(note, begin_command(start, out));
    if (note.best.length) out_format(begin_command(start, out), "[%%best %t]", note.best);
    if (note.loss >= 0) {
        out_str(begin_command(start, out), "[%loss ");
        write_points(note.loss, out);
        out_char(out, ']');
    }
    if (note.limit_kind != LIMIT_NONE) {
        out_format(begin_command(start, out), "[%%limit %s ", LIMIT_NAME[note.limit_kind]);
        out_int(out, note.limit);
        out_char(out, ']');
    }
}

void note_write(RecordNote note, Out *out)
{
    char text[NOTE_TEXT_MAX];
    Out commands = out_to(text, sizeof text);
    write_commands(note, 0, &commands);
    if (commands.length) out_format(out, "{%s}", text);
}

static bool is_analysis(Text command)
{
    static const char *const NAMES[] = { "%eval", "%best", "%loss", "%limit" };
    Text name;
    if (!text_word(&command, &name)) return false;
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (text_is(name, NAMES[i])) return true;
    return false;
}

// Writes a piece of a comment that is kept.
static void write_piece(const char *from, const char *to, size_t start, Out *out)
{
    Text piece = text_trim((Text){ from, (size_t)(to - from) });
    if (piece.length) out_text(begin_command(start, out), piece);
}

void note_rewrite(Text comment, RecordNote note, Out *out)
{
    size_t start = out->length;
    Text rest = comment, before, command;
    const char *stays = comment.at;
    while (next_command(&rest, &before, &command)) {
        if (!is_analysis(command)) continue;
        write_piece(stays, before.at + before.length, start, out);
        stays = rest.at;
    }
    // An unclosed '[' would swallow the text after it.
    text_split(&rest, '[', &before);
    const char *open = before.at + before.length;
    write_piece(stays, open, start, out);
    note.clock = note.periods = NOTE_NONE;
    write_commands(note, start, out);
    write_piece(open, comment.at + comment.length, start, out);
}
