// SPDX-License-Identifier: MIT
#include "server/games/clocks/vacation.h"

#include <string.h>

static const i64 DAY = CLOCK_DAY;
static const i64 YEAR = 365 * (i64)CLOCK_DAY;
// A turn can last a year, and every vacation during it counts.
static const i64 FORGOTTEN = 2 * 365 * (i64)CLOCK_DAY;
static const i64 LATEST = (i64)1 << 50;

const VacationSpan *vacation_at(const Vacation *vacation, i64 now)
{
    if (!vacation || !vacation->count) return NULL;
    const VacationSpan *last = &vacation->span[vacation->count - 1];
    return last->until > now ? last : NULL;
}

i64 vacation_within(const Vacation *vacation, i64 from, i64 until)
{
    i64 sum = 0;
    for (int i = 0; vacation && i < vacation->count; i++) {
        VacationSpan span = vacation->span[i];
        i64 begin = span.from > from ? span.from : from;
        i64 end = span.until < until ? span.until : until;
        if (end > begin) sum += end - begin;
    }
    return sum;
}

i64 vacation_put_off(const Vacation *vacation, i64 from, i64 deadline)
{
    if (deadline == CLOCK_NEVER) return deadline;
    for (int i = 0; vacation && i < vacation->count; i++) {
        VacationSpan span = vacation->span[i];
        i64 begin = span.from > from ? span.from : from;
        if (span.until > begin && begin < deadline) deadline += span.until - begin;
    }
    return deadline;
}

i64 vacation_left(const Vacation *vacation, i64 now, int days)
{
    i64 left = days * DAY;
    for (int i = 0; i < vacation->count; i++) {
        VacationSpan span = vacation->span[i];
        if (span.from <= now - YEAR) continue;
        left -= span.until - span.from > DAY ? span.until - span.from : DAY;
    }
    return left > 0 ? left : 0;
}

bool vacation_begin(Vacation *vacation, i64 from, i64 length, int days)
{
    int old = 0;
    if (vacation_at(vacation, from) || length < DAY || vacation_left(vacation, from, days) < length)
        return false;
    while (old < vacation->count && vacation->span[old].until < from - FORGOTTEN)
        old++;
    if (vacation->count - old == VACATION_SPANS) old++;
    vacation->count -= old;
    memmove(vacation->span, vacation->span + old, (size_t)vacation->count * sizeof *vacation->span);
    vacation->span[vacation->count++] = (VacationSpan){ from, from + length };
    return true;
}

bool vacation_end(Vacation *vacation, i64 at)
{
    if (!vacation_at(vacation, at)) return false;
    VacationSpan *last = &vacation->span[vacation->count - 1];
    last->until = at > last->from ? at : last->from + 1;
    return true;
}

void vacation_write(const Vacation *vacation, Out *out)
{
    for (int i = 0; i < vacation->count; i++) {
        if (i) out_char(out, ' ');
        out_int(out, vacation->span[i].from);
        out_char(out, '-');
        out_int(out, vacation->span[i].until);
    }
}

bool vacation_read(Text body, Vacation *vacation)
{
    Text word;
    i64 before = 0;
    *vacation = (Vacation){ .count = 0 };
    while (text_split(&body, ' ', &word)) {
        Text from, until = word;
        VacationSpan span;
        if (vacation->count == VACATION_SPANS) return false;
        if (!text_split(&until, '-', &from) || !until.at) return false;
        if (!text_count(from, LATEST, &span.from) || !text_count(until, LATEST, &span.until))
            return false;
        if (span.from < before || span.until <= span.from) return false;
        before = span.until;
        vacation->span[vacation->count++] = span;
    }
    return vacation->count > 0;
}
