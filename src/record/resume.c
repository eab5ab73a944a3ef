// SPDX-License-Identifier: MIT
#include "record/resume.h"

#include "record/writer.h"

enum { TURN_TIME_MAX = CLOCK_DAYS_MAX * (CLOCK_DAY / 1000) }; // in seconds

// --- the time used in the turn -------------------------------------------------------------------

// "12.345"
static bool read_turn_time(Text text, i64 *ms)
{
    Text whole = { 0 };
    i64 seconds, thousandths;
    text_split(&text, '.', &whole);
    if (!text_number(whole, TURN_TIME_MAX, &seconds)) return false;
    if (text.length != 3 || !text_number(text, 999, &thousandths)) return false;
    *ms = 1000 * seconds + thousandths;
    return true;
}

Status record_turn_time(const Record *record, i64 *ms, Fault *why)
{
    Tokens tags = record->tags;
    Text name, value;
    *ms = 0;
    while (record_next_tag(&tags, &name, &value))
        if (text_is_nocase(name, "TurnTime") && !read_turn_time(value, ms))
            return fault(why, MALFORMED, "turn time %q is not seconds with three decimals", value);
    return OK;
}

void record_write_turn_time(i64 ms, Out *out)
{
    char text[TURN_TIME_TEXT_MAX];
    Out value = out_to(text, sizeof text);
    out_int(&value, ms / 1000);
    out_char(&value, '.');
    for (int digit = 100, rest = (int)(ms % 1000); digit; rest %= digit, digit /= 10)
        out_char(&value, (char)('0' + rest / digit));
    record_write_tag(out, "TurnTime", text_of(text));
}

// --- the steps -----------------------------------------------------------------------------------

void record_note_clock(const Match *match, const Ply *ply, RecordNote *note)
{
    if (!clock_spec_none(&match->spec)) note->clock = ply->main;
    if (match->spec.periods) note->periods = ply->periods;
}

// The mover's clock after a move; values missing in the record stay unchanged.
static Clock noted_clock(const Match *match, RecordNote note)
{
    Clock clock = match->clock[match_turn(match)];
    if (note.clock >= 0) clock.main = (u32)(note.clock < UINT32_MAX ? note.clock : UINT32_MAX);
    if (note.periods >= 0) clock.periods = (u8)(note.periods < 255 ? note.periods : 255);
    return clock;
}

static Status restore_move(const Record *record, const RecordStep *step, Match *match, Fault *why)
{
    Move move;
    Status status = record_read_move(record, &match->position, step->text, &move, why);
    if (status == OK) status = match_restore(match, move, noted_clock(match, step->note), why);
    return status;
}

static Status restore_leave(const RecordStep *step, Match *match, Fault *why)
{
    Status status = match_leave(match, step->player, step->reason, match->now, why);
    if (status == OK && step->reason == REASON_TIME) match->clock[step->player] = (Clock){ 0 };
    return status;
}

Status record_restore(const Record *record, Match *match, Fault *why)
{
    Tokens moves = record->moves;
    RecordStep step;
    while (record_next_step(&moves, &step)) {
        if (record_is_foreign(record) && match->outcome.drawn) match->outcome = (Outcome){ 0 };
        Status status = step.leaves ? restore_leave(&step, match, why)
                                    : restore_move(record, &step, match, why);
        if (status != OK) return status;
    }
    return OK;
}
