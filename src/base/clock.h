// SPDX-License-Identifier: MIT
// Clock arithmetic: how much time a player has, and what thinking does to it. Nothing here reads a
// clock; times are milliseconds that the caller passes in.
//
// One rule covers every time control. A player has main time and, behind it, byoyomi periods:
//
//      main time            periods
//     [===================][-----][-----][-----] flag
//      `main` ms            `period` ms each
//
// Thinking uses up main time first, then periods. A period used to its last millisecond is lost;
// one that is not comes back whole for the next move (Japanese byoyomi). After the move the
// increment is added to the main time (Fischer), in byoyomi too. When all is used the flag falls:
// at that very millisecond, so a move made then is too late. "Days per move" is zero main time and
// a single long period; no clock at all is a spec of zeros.
#ifndef MEYDAN_BASE_CLOCK_H
#define MEYDAN_BASE_CLOCK_H

#include "base/text.h"
#include "base/types.h"

enum {
    CLOCK_DAY = 24 * 60 * 60 * 1000,
    CLOCK_MAIN_MAX = 100 * 60 * 60 * 1000, // main time at the start
    CLOCK_STEP_MAX = 60 * 60 * 1000,       // an increment or a period
    CLOCK_PERIODS_MAX = 99,
    CLOCK_DAYS_MAX = 365,
    CLOCK_TEXT_MAX = 40,
};

#define CLOCK_NEVER INT64_MAX

typedef struct ClockSpec {
    u32 main;
    u32 increment;
    i64 period;
    u8 periods;
} ClockSpec;

// A player's clock between two of their turns.
typedef struct Clock {
    u32 main;
    u8 periods;
} Clock;

// A player's clock at an instant, to be shown. Periods are used once `main` is 0.
typedef struct ClockFace {
    u32 main;
    i64 period; // left of the period in use, a whole one while there is main time
    u8 periods; // left, the one in use included
} ClockFace;

bool clock_spec_none(const ClockSpec *spec);
// Days per move; 0 if that is not what the spec says.
int clock_spec_days(const ClockSpec *spec);

// A player's clock before their first move. Without main time and periods it begins with one
// increment, or the first move could never be made.
Clock clock_start(const ClockSpec *spec);
// What the player can use before the flag falls; CLOCK_NEVER without a clock.
i64 clock_left(const ClockSpec *spec, Clock clock);
// How the clock looks when `used` ms of a turn are gone. All zeros once the flag has fallen.
ClockFace clock_face(const ClockSpec *spec, Clock clock, i64 used);
// The clock after a move that took `used` ms, without the increment; all zeros if that was too
// long.
Clock clock_spend(const ClockSpec *spec, Clock clock, i64 used);
// The clock with the increment of a move added. 1000 hours is the most that a clock holds.
Clock clock_gain(const ClockSpec *spec, Clock clock);
// The nearest clock that a player still in the game can have. A recorded zero is a rounded
// fraction: it becomes 1 ms.
Clock clock_clamp(const ClockSpec *spec, Clock clock);

// `-` no clock, `600` or `600+5` seconds and increment, `600+5+3x30` and three periods of 30
// seconds, `3d` days per move. Seconds have up to three decimals. On a refusal `spec` is untouched.
Status clock_read(Text text, ClockSpec *spec, Fault *why);
void clock_write(const ClockSpec *spec, Out *out);

#endif
