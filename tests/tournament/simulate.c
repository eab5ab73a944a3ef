// SPDX-License-Identifier: MIT
#include "tournament/simulate.h"

#include <assert.h>
#include <string.h>

static bool chance(Rng *rng, int per_cent)
{
    return rng_below(rng, 100) < (u32)per_cent;
}

void simulate_absences(Crosstable *table, int round, Habits habits, Rng *rng, bool *present)
{
    for (int player = 0; player < table->players; player++) {
        present[player] = !chance(rng, habits.absences);
        if (present[player]) continue;
        static const u8 BYES[] = { OUTCOME_ZERO_BYE, OUTCOME_HALF_BYE, OUTCOME_NONE,
                                   OUTCOME_FULL_BYE };
        crosstable_cell(table, player, round)->outcome = BYES[rng_below(rng, 8) % 4];
    }
}

void simulate_results(Crosstable *table, int round, const Pairing *pairing, int count,
                      Habits habits, Rng *rng)
{
    for (int i = 0; i < count; i++) {
        Pairing pair = pairing[i];
        TableCell *one = crosstable_cell(table, pair.first, round);
        if (pair.second < 0) {
            one->outcome = OUTCOME_PAIRING_BYE;
            continue;
        }
        TableCell *two = crosstable_cell(table, pair.second, round);
        *one = (TableCell){ .opponent = pair.second, .side = SIDE_FIRST };
        *two = (TableCell){ .opponent = pair.first, .side = SIDE_SECOND };
        bool forfeit = chance(rng, habits.forfeits);
        bool wins = (pair.first < pair.second) != chance(rng, habits.upsets);
        if (forfeit) {
            one->outcome = wins ? OUTCOME_FORFEIT_WIN : OUTCOME_FORFEIT_LOSS;
            two->outcome = wins || chance(rng, 10) ? OUTCOME_FORFEIT_LOSS : OUTCOME_FORFEIT_WIN;
        } else if (chance(rng, habits.draws)) {
            one->outcome = two->outcome = OUTCOME_DRAW;
        } else {
            one->outcome = wins ? OUTCOME_WIN : OUTCOME_LOSS;
            two->outcome = wins ? OUTCOME_LOSS : OUTCOME_WIN;
        }
    }
}

void simulate_row(Crosstable *table, int player, const char *row)
{
    static const char CODES[] = " 1=0WDL+-ZHFU";
    Text rest = text_of(row), word;
    for (int round = 0; text_word(&rest, &word); round++) {
        TableCell *cell = crosstable_cell(table, player, round);
        const char *code = strchr(CODES, word.at[word.length - 1]);
        i64 opponent;
        assert(code);
        cell->outcome = (u8)(code - CODES);
        if (!text_number(text_cut(word, 0, word.length < 3 ? 0 : word.length - 2), table->players,
                         &opponent))
            continue;
        cell->opponent = (i32)opponent - 1;
        cell->side = word.at[word.length - 2] == 'w' ? SIDE_FIRST : SIDE_SECOND;
    }
}
