// SPDX-License-Identifier: MIT
#include "runner/schedule.h"

#include "base/bits.h"

static void add_pairings(Schedule *schedule)
{
    const Variant *variant = schedule->variant;
    for (int a = 0; a < schedule->entrants; a++)
        for (int b = a + 1; b < schedule->entrants; b++)
            for (int reversed = 0; reversed < 2; reversed++) {
                Seating *seating = &schedule->seating[schedule->round++];
                for (int seat = 0; seat < variant->players; seat++) {
                    bool first = variant->team[seat] == variant->team[0];
                    seating->entrant[seat] = (u8)(first != reversed ? a : b);
                }
            }
}

static void add_rotations(Schedule *schedule)
{
    int seats = schedule->variant->players;
    for (int turn = 0; turn < seats; turn++) {
        Seating *seating = &schedule->seating[schedule->round++];
        for (int place = 0; place < seats; place++) {
            int entrant = place < schedule->entrants ? place : schedule->entrants - 1;
            seating->entrant[(place + turn) % seats] = (u8)entrant;
        }
    }
}

// Enumerates all seatings as numbers with one digit per seat.
static void add_all(Schedule *schedule)
{
    int seats = schedule->variant->players, numbers = 1;
    for (int seat = 0; seat < seats; seat++)
        numbers *= schedule->entrants;
    for (int number = 0; number < numbers; number++) {
        Seating seating = { 0 };
        int rest = number;
        u32 seated = 0;
        for (int seat = seats - 1; seat >= 0; seat--, rest /= schedule->entrants) {
            seating.entrant[seat] = (u8)(rest % schedule->entrants);
            seated |= 1u << seating.entrant[seat];
        }
        if (bits_count(seated) == schedule->entrants)
            schedule->seating[schedule->round++] = seating;
    }
}

Status schedule_make(const Variant *variant, int entrants, bool rotate, Schedule *schedule,
                     Fault *why)
{
    bool alone = variant_each_alone(variant);
    int most = alone ? variant->players : ENTRANTS_MAX;
    if (entrants < 2 || entrants > most)
        return fault(why, MALFORMED, "a match of %s needs 2 to %d players, not %d", variant->id,
                     most, entrants);
    *schedule = (Schedule){ .variant = variant, .entrants = entrants };
    if (!alone)
        add_pairings(schedule);
    else if (rotate)
        add_rotations(schedule);
    else
        add_all(schedule);
    return OK;
}

const Seating *schedule_seating(const Schedule *schedule, u32 game)
{
    return &schedule->seating[game % (u32)schedule->round];
}

u32 schedule_whole(const Schedule *schedule, u32 games)
{
    u32 round = (u32)schedule->round;
    return (games + round - 1) / round * round;
}
