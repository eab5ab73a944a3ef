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
// one that isn't is restored in full for the next move (Japanese byoyomi). After the move the
// increment is added to the main time (Fischer), in byoyomi too. The flag falls at the very
// millisecond at which all time is used, so a move made then is too late. "Days per move" is zero
// main time and a single long period. A spec of zeros means no clock. As a handicap (R11) one of
// two players may begin with less main time.
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
    CLOCK_TEXT_MAX = 56,
};

#define CLOCK_NEVER INT64_MAX

typedef struct ClockSpec {
    u32 main;
    u32 increment;
    i64 period;
    u8 periods;
    u8 less_of;    // the player, from 1, who begins with
    u32 less_main; // this main time, less than `main`; 0: all begin with the same
} ClockSpec;

// A player's clock between two turns.
typedef struct Clock {
    u32 main;
    u8 periods;
} Clock;

// A player's clock at one instant, for display. Periods are used once `main` is 0.
typedef struct ClockFace {
    u32 main;
    i64 period; // remaining in the current period; a whole period while there is main time
    u8 periods; // remaining, including the current one
} ClockFace;

bool clock_spec_none(const ClockSpec *spec);
// Days per move, or 0 if the spec isn't of that kind.
int clock_spec_days(const ClockSpec *spec);

// A player's clock before their first move. Players are numbered from 0. Without main time and
// periods it starts with one increment; otherwise the first move would be impossible.
Clock clock_start(const ClockSpec *spec, int player);
// Time until the flag falls; CLOCK_NEVER without a clock.
i64 clock_left(const ClockSpec *spec, Clock clock);
// The clock after `used` ms of a turn. All zeros once the flag has fallen.
ClockFace clock_face(const ClockSpec *spec, Clock clock, i64 used);
// The clock after a move that took `used` ms, without the increment. All zeros if the flag fell.
Clock clock_spend(const ClockSpec *spec, Clock clock, i64 used);
// The clock after adding one increment, capped at 1000 hours.
Clock clock_gain(const ClockSpec *spec, Clock clock);
// The nearest clock that a player still in the game can have. A recorded zero is a rounded fraction
// and becomes 1 ms.
Clock clock_clamp(const ClockSpec *spec, Clock clock);

// Formats: `-` no clock, `600` seconds, `600+5` with increment, `600+5+3x30` with three periods of
// 30 seconds, `3d` days per move; `600+5,2:300` player 2 begins with 300 seconds. Seconds have up
// to three decimals. Leaves `spec` untouched on error.
Status clock_read(Text text, ClockSpec *spec, Fault *why);
void clock_write(const ClockSpec *spec, Out *out);
// "300" or "0.125"
void clock_write_seconds(i64 ms, Out *out);

#endif
