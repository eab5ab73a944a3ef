// SPDX-License-Identifier: MIT
#include "tournament/field.h"

#include <stdlib.h>
#include <string.h>

static Side other_side(Side side)
{
    return side == SIDE_FIRST ? SIDE_SECOND : side == SIDE_SECOND ? SIDE_FIRST : SIDE_NONE;
}

static Float float_in(const Crosstable *table, int player, int round)
{
    if (round < 0) return FLOAT_NONE;
    const TableCell *cell = crosstable_cell(table, player, round);
    if (!outcome_played(cell->outcome))
        return cell_points(table, cell) > table->value[OUTCOME_LOSS] ? FLOAT_DOWN : FLOAT_NONE;
    Points own = crosstable_pairing_score(table, player, round);
    Points theirs = crosstable_pairing_score(table, cell->opponent, round);
    return own > theirs ? FLOAT_DOWN : own < theirs ? FLOAT_UP : FLOAT_NONE;
}

static void set_preference(Card *card)
{
    int n = card->colours, difference = card->difference;
    if (!n) return;
    Side last = card->sides[n - 1];
    bool twice = n > 1 && card->sides[n - 2] == last;
    if (difference > 1 || difference < -1 || twice)
        card->preference = PREFERENCE_ABSOLUTE;
    else
        card->preference = difference ? PREFERENCE_STRONG : PREFERENCE_MILD;
    if (difference > 1 || difference < -1 || (difference && !twice))
        card->wish = difference > 0 ? SIDE_SECOND : SIDE_FIRST;
    else
        card->wish = (u8)other_side(last);
}

static Card make_card(const Crosstable *table, int player, int round)
{
    Card card = { .player = player,
                  .score = crosstable_pairing_score(table, player, round),
                  .bye_allowed = true };
    for (int i = 0; i < round; i++) {
        const TableCell *cell = crosstable_cell(table, player, i);
        if (outcome_played(cell->outcome)) {
            card.played++;
            if (cell->side == SIDE_NONE) continue;
            card.sides[card.colours++] = cell->side;
            card.difference += cell->side == SIDE_FIRST ? 1 : -1;
        } else if (cell->outcome == OUTCOME_PAIRING_BYE ||
                   cell_points(table, cell) >= table->value[OUTCOME_WIN]) {
            card.bye_allowed = false;
        }
    }
    set_preference(&card);
    card.floats[0] = (u8)float_in(table, player, round - 1);
    card.floats[1] = (u8)float_in(table, player, round - 2);
    Points most = table->value[OUTCOME_WIN];
    card.top = round + 1 >= table->rounds && 2 * card.score > most * round;
    return card;
}

// A late entry has no TPN before the first round in which it's paired or gets the bye.
static bool entered(const Crosstable *table, int player, int round)
{
    for (int i = 0; i < round; i++) {
        const TableCell *cell = crosstable_cell(table, player, i);
        if (cell->opponent >= 0 || cell->outcome == OUTCOME_PAIRING_BYE) return true;
    }
    return false;
}

static int by_order(const void *a, const void *b)
{
    const Card *one = a, *two = b;
    if (one->score != two->score) return one->score > two->score ? -1 : 1;
    return one->player < two->player ? -1 : 1;
}

bool field_init(Field *field, const Crosstable *table, int round, const bool *present,
                const bool *unpaired)
{
    *field = (Field){ .table = table, .round = round };
    for (int player = 0; player < table->players; player++)
        field->count += unpaired[player];
    size_t n = (size_t)field->count;
    field->card = calloc(n + 1, sizeof *field->card);
    field->compatible = calloc(n * n + 1, sizeof *field->compatible);
    int *place = malloc(((size_t)table->players + 1) * sizeof *place);
    if (!field->card || !field->compatible || !place) {
        free(place);
        field_free(field);
        return false;
    }
    int count = 0, number = 0;
    for (int player = 0; player < table->players; player++) {
        place[player] = -1;
        number += present[player] || entered(table, player, round);
        if (!unpaired[player]) continue;
        field->card[count] = make_card(table, player, round);
        field->card[count++].number = number;
    }
    qsort(field->card, n, sizeof *field->card, by_order);
    for (size_t a = 0; a < n; a++) {
        place[field->card[a].player] = (int)a;
        for (size_t b = 0; b < n; b++) {
            const Card *one = &field->card[a], *two = &field->card[b];
            bool clash = one->preference == PREFERENCE_ABSOLUTE &&
                         two->preference == PREFERENCE_ABSOLUTE && one->wish == two->wish &&
                         !one->top && !two->top;
            field->compatible[a * n + b] = a != b && !clash;
        }
    }
    for (size_t a = 0; a < n; a++)
        for (int i = 0; i < round; i++) {
            const TableCell *cell = crosstable_cell(table, field->card[a].player, i);
            if (!outcome_played(cell->outcome) || place[cell->opponent] < 0) continue;
            size_t b = (size_t)place[cell->opponent];
            field->compatible[a * n + b] = field->compatible[b * n + a] = false;
        }
    for (size_t i = 0; i < table->forbiddens; i++) {
        Forbidden pair = table->forbidden[i];
        if (round < pair.from || round > pair.to) continue;
        if (place[pair.a] < 0 || place[pair.b] < 0) continue;
        size_t a = (size_t)place[pair.a], b = (size_t)place[pair.b];
        field->compatible[a * n + b] = field->compatible[b * n + a] = false;
    }
    free(place);
    return true;
}

void field_free(Field *field)
{
    free(field->card);
    free(field->compatible);
    *field = (Field){ 0 };
}

bool field_compatible(const Field *field, int a, int b)
{
    return field->compatible[(size_t)a * (size_t)field->count + (size_t)b];
}

static int wider(int difference)
{
    return difference < 0 ? -difference : difference;
}

Side field_side(const Field *field, int a, int b)
{
    const Card *one = &field->card[a], *two = &field->card[b];
    Side mine = one->wish, theirs = two->wish;
    // 5.2.1: both preferences.
    if (mine && mine != theirs) return mine;
    if (theirs && mine != theirs) return other_side(theirs);
    // 5.2.2: the stronger one.
    if (one->preference != two->preference)
        return one->preference > two->preference ? mine : other_side(theirs);
    if (one->preference == PREFERENCE_ABSOLUTE && wider(one->difference) != wider(two->difference))
        return wider(one->difference) > wider(two->difference) ? mine : other_side(theirs);
    // 5.2.3: alternate from the last round in which they had different sides.
    for (int i = one->colours - 1, j = two->colours - 1; i >= 0 && j >= 0; i--, j--)
        if (one->sides[i] != two->sides[j]) return (Side)two->sides[j];
    // 5.2.4 and 5.2.5: the higher ranked player's preference, or else the initial side.
    if (mine) return a < b ? mine : other_side(theirs);
    const Card *higher = a < b ? one : two;
    Side side = field->table->initial;
    if (higher->number % 2 == 0) side = other_side(side);
    return a < b ? side : other_side(side);
}
