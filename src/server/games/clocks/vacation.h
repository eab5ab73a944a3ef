// SPDX-License-Identifier: MIT
// Vacation: spans of time in which a person's clocks are stopped in games with days per move.
//
// The spans are absolute, so clocks and flags follow from them alone, without events in games. In
// any year (365 days) a person has a number of days; each vacation costs its length, at least a
// day.
#ifndef MEYDAN_SERVER_GAMES_CLOCKS_VACATION_H
#define MEYDAN_SERVER_GAMES_CLOCKS_VACATION_H

#include "base/clock.h"
#include "base/text.h"

enum {
    VACATION_DAYS_MAX = 60, // the most that a server can grant per year
    VACATION_SPANS = 2 * VACATION_DAYS_MAX,
    VACATION_TEXT_MAX = VACATION_SPANS * 30,
};

typedef struct VacationSpan {
    i64 from, until;
} VacationSpan;

typedef struct Vacation {
    int count;
    VacationSpan span[VACATION_SPANS]; // in order, without overlap
} Vacation;

// The span in progress at that instant, or the next one; NULL if there is none.
const VacationSpan *vacation_at(const Vacation *vacation, i64 now);
// The vacation between two instants. `vacation` may be NULL.
i64 vacation_within(const Vacation *vacation, i64 from, i64 until);
// A deadline of a turn that began at `from`, delayed by the vacation before it. `vacation` may be
// NULL.
i64 vacation_put_off(const Vacation *vacation, i64 from, i64 deadline);

// How much of this many days per year is left, in ms.
i64 vacation_left(const Vacation *vacation, i64 now, int days);
// Begins a vacation of that length, and drops old spans. False during a vacation, or if too few
// days are left.
bool vacation_begin(Vacation *vacation, i64 from, i64 length, int days);
// Ends the vacation in progress. False if there is none.
bool vacation_end(Vacation *vacation, i64 at);

// The text for the store.
void vacation_write(const Vacation *vacation, Out *out);
// Strict: false for anything that vacation_write would not write.
bool vacation_read(Text body, Vacation *vacation);

#endif
