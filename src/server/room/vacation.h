// SPDX-License-Identifier: MIT
// Vacation: spans of time in which a person's clocks stand still in games with days for each move.
//
// The spans are absolute, so what a clock shows and when a flag falls follow from them alone; no
// game needs an event for it. In any year (365 days) a person has a number of days; each vacation
// costs its length, and a day at least.
#ifndef MEYDAN_SERVER_ROOM_VACATION_H
#define MEYDAN_SERVER_ROOM_VACATION_H

#include "base/clock.h"
#include "base/text.h"

enum {
    VACATION_DAYS_MAX = 60, // that a server can give in a year
    VACATION_SPANS = 2 * VACATION_DAYS_MAX,
    VACATION_TEXT_MAX = VACATION_SPANS * 30,
};

typedef struct VacationSpan {
    i64 from, until;
} VacationSpan;

typedef struct Vacation {
    int count;
    VacationSpan span[VACATION_SPANS]; // in order, apart from each other
} Vacation;

// The span that is under way or still to come at that instant; NULL if there is none.
const VacationSpan *vacation_at(const Vacation *vacation, i64 now);
// How much of the time from one instant to another is vacation. `vacation` may be NULL.
i64 vacation_within(const Vacation *vacation, i64 from, i64 until);
// A deadline for a turn that began at `from`, put off by the vacation before it. `vacation` may be
// NULL.
i64 vacation_put_off(const Vacation *vacation, i64 from, i64 deadline);

// What is left, in ms, to somebody with so many days in a year.
i64 vacation_left(const Vacation *vacation, i64 now, int days);
// Begins one of that length; spans that matter to nobody any more go. False if there is one, or if
// less is left.
bool vacation_begin(Vacation *vacation, i64 from, i64 length, int days);
// Ends the one that is under way. False if there is none.
bool vacation_end(Vacation *vacation, i64 at);

// As the store keeps them.
void vacation_write(const Vacation *vacation, Out *out);
// Strict: false for anything that vacation_write would not write.
bool vacation_read(Text body, Vacation *vacation);

#endif
