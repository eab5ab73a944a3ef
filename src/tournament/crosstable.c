// SPDX-License-Identifier: MIT
#include "tournament/crosstable.h"

#include "platform/array.h"

#include <string.h>

bool crosstable_init(Crosstable *table, int players, int rounds)
{
    *table = (Crosstable){ .players = players, .rounds = rounds };
    size_t cells = (size_t)players * (size_t)rounds;
    table->cell = calloc(cells ? cells : 1, sizeof *table->cell);
    if (!table->cell) return false;
    for (size_t i = 0; i < cells; i++)
        table->cell[i].opponent = -1;
    static const u8 WINS[] = { OUTCOME_WIN, OUTCOME_SHORT_WIN, OUTCOME_FORFEIT_WIN,
                               OUTCOME_FULL_BYE, OUTCOME_PAIRING_BYE };
    static const u8 DRAWS[] = { OUTCOME_DRAW, OUTCOME_SHORT_DRAW, OUTCOME_HALF_BYE };
    for (size_t i = 0; i < sizeof WINS; i++)
        table->value[WINS[i]] = POINTS_ONE;
    for (size_t i = 0; i < sizeof DRAWS; i++)
        table->value[DRAWS[i]] = POINTS_ONE / 2;
    return true;
}

void crosstable_free(Crosstable *table)
{
    free(table->cell);
    free(table->extra);
    free(table->forbidden);
    *table = (Crosstable){ 0 };
}

bool crosstable_forbid(Crosstable *table, Forbidden pair)
{
    Forbidden *more = array_grow(table->forbidden, &table->forbidden_capacity,
                                 table->forbiddens + 1, sizeof *more);
    if (!more) return false;
    table->forbidden = more;
    more[table->forbiddens++] = pair;
    return true;
}

TableCell *crosstable_cell(const Crosstable *table, int player, int round)
{
    return &table->cell[(size_t)player * (size_t)table->rounds + (size_t)round];
}

bool outcome_played(PairOutcome outcome)
{
    return (outcome >= OUTCOME_WIN && outcome <= OUTCOME_SHORT_LOSS) || outcome == OUTCOME_OPEN;
}

Points cell_points(const Crosstable *table, const TableCell *cell)
{
    return table->value[cell->outcome];
}

Points crosstable_score(const Crosstable *table, int player, int rounds)
{
    Points score = 0;
    for (int round = 0; round < rounds; round++)
        score += cell_points(table, crosstable_cell(table, player, round));
    return score;
}

Points crosstable_pairing_score(const Crosstable *table, int player, int rounds)
{
    Points extra = 0;
    if (table->extra && rounds < table->rounds)
        extra = table->extra[(size_t)player * (size_t)table->rounds + (size_t)rounds];
    return crosstable_score(table, player, rounds) + extra;
}

bool crosstable_accelerate(Crosstable *table)
{
    size_t cells = (size_t)table->players * (size_t)table->rounds;
    Points *extra = calloc(cells ? cells : 1, sizeof *extra);
    if (!extra) return false;
    free(table->extra);
    table->extra = extra;
    // Group A: the first half, rounded up to an even number of players. Its players have the points
    // of a win in the first half of the accelerated rounds, and of a draw in the rest of them.
    int group = 2 * ((table->players + 3) / 4);
    int accelerated = (table->rounds + 1) / 2, full = (accelerated + 1) / 2;
    for (int player = 0; player < group && player < table->players; player++)
        for (int round = 0; round < accelerated; round++)
            extra[(size_t)player * (size_t)table->rounds + (size_t)round] =
                table->value[round < full ? OUTCOME_WIN : OUTCOME_DRAW];
    return true;
}
