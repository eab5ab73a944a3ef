// SPDX-License-Identifier: MIT
#include "runner/standing.h"

static void count_halves(Counts *counts, int halves)
{
    counts->win += halves == 2;
    counts->draw += halves == 1;
    counts->loss += halves == 0;
}

// The score of the entrant on the first player's side, in half points.
static int first_halves(const Variant *variant, const GameResult *result)
{
    return outcome_team_halves(&result->outcome, variant, variant->team[0]);
}

static void count_pairings(const Schedule *schedule, const GameResult *results, u32 games,
                           Standing *standing)
{
    const Variant *variant = schedule->variant;
    standing->pairings = schedule->round / 2;
    for (int i = 0; i < standing->pairings; i++) {
        const Seating *seating = &schedule->seating[2 * i];
        int last = variant->players - 1;
        while (variant->team[last] == variant->team[0])
            last--;
        standing->pairing[i].a = seating->entrant[0];
        standing->pairing[i].b = seating->entrant[last];
    }
    for (u32 game = 0; game < games; game += 2) {
        Pairing *pairing = &standing->pairing[game % (u32)schedule->round / 2];
        Tally *tally = &pairing->tally;
        int pair = 0, done = 0;
        for (int reversed = 0; reversed < 2 && game + (u32)reversed < games; reversed++) {
            const GameResult *result = &results[game + (u32)reversed];
            if (!result->done) continue;
            int halves = first_halves(variant, result);
            if (reversed) halves = 2 - halves;
            Counts counts = { 0 };
            count_halves(&counts, halves);
            tally->win += counts.win;
            tally->draw += counts.draw;
            tally->loss += counts.loss;
            count_halves(&standing->entrant[pairing->a], halves);
            count_halves(&standing->entrant[pairing->b], 2 - halves);
            pair += halves;
            done++;
        }
        if (done == 2) tally->pair[pair]++;
    }
}

void standing_count(const Schedule *schedule, const GameResult *results, u32 games,
                    Standing *standing)
{
    const Variant *variant = schedule->variant;
    bool alone = variant_each_alone(variant);
    *standing = (Standing){ 0 };
    if (!alone) count_pairings(schedule, results, games, standing);
    for (u32 game = 0; game < games; game++) {
        const GameResult *result = &results[game];
        const Seating *seating = schedule_seating(schedule, game);
        if (!result->done) continue;
        standing->games++;
        standing->plies += result->plies;
        standing->reason[result->outcome.reason]++;
        standing->verdict[result->verdict]++;
        for (int seat = 0; seat < variant->players; seat++) {
            int halves = outcome_halves(&result->outcome, seat), entrant = seating->entrant[seat];
            count_halves(&standing->seat[seat], halves);
            if (alone) count_halves(&standing->entrant[entrant], halves);
            standing->trouble[entrant][result->trouble[seat]]++;
        }
    }
}
