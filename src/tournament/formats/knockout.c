// SPDX-License-Identifier: MIT
// The bracket is played again from the first round on. Slots without an entry are -1.
#include "tournament/formats/knockout.h"

#include <stdlib.h>
#include <string.h>

int knockout_winner(const Tournament *t, const Table *table)
{
    if (table->seats == 1) return table->entry[0];
    int score[2];
    table_score(t, table, score);
    if (score[0] != score[1]) return table->entry[score[0] > score[1] ? 0 : 1];
    if (score[0] == 0) return -1;
    // Tied after all tie-break games: by lot.
    char lot[2][SHA256_HEX];
    for (int seat = 0; seat < 2; seat++)
        tournament_lot(t, "decides", table->entry[seat] + 1, lot[seat]);
    return table->entry[strcmp(lot[0], lot[1]) < 0 ? 0 : 1];
}

typedef struct Bracket {
    const Tournament *t;
    const Table **at; // [entry]: its table in this round
    int round;
    KnockoutRound *next;
    bool last; // the round that is to be paired
} Bracket;

// Fills in the tables of the round.
static void find_tables(Bracket *b)
{
    memset(b->at, 0, (b->t->entries + 1) * sizeof(const Table *));
    for (size_t i = 0; i < b->t->tables; i++) {
        const Table *table = &b->t->table[i];
        for (int seat = 0; !table->removed && table->round == b->round && seat < table->seats;
             seat++)
            b->at[table->entry[seat]] = table;
    }
}

// Two slots meet in this round: finds the winner and the loser. In the round to come, pairs them.
static void meet(Bracket *b, int one, int two, int *winner, int *loser)
{
    *winner = *loser = -1;
    if (one < 0 && two < 0) return;
    if (!b->last) {
        const Table *table = one >= 0 ? b->at[one] : NULL;
        if (!table && two >= 0) table = b->at[two];
        if (!table) return;
        *winner = knockout_winner(b->t, table);
        if (table->seats == 2) *loser = *winner == one ? two : *winner == two ? one : -1;
        return;
    }
    bool here[2] = { one >= 0 && !b->t->entry[one].left, two >= 0 && !b->t->entry[two].left };
    if (!here[0] && !here[1]) return;
    Pairing pair = { here[0] ? one : two, here[0] && here[1] ? two : -1 };
    // The better seed begins in odd rounds.
    bool better = pair.second >= 0 && b->t->entry[one].seed < b->t->entry[two].seed;
    if (pair.second >= 0 && better != (b->round % 2 == 0)) pair = (Pairing){ two, one };
    b->next->pair[b->next->pairs++] = pair;
}

// Halves a bracket. The losers are written to `out`, which may be NULL.
static void halve(Bracket *b, int *slot, int *count, int *out)
{
    for (int i = 0; i < *count / 2; i++) {
        int loser;
        meet(b, slot[2 * i], slot[2 * i + 1], &slot[i], &loser);
        if (out) out[i] = loser;
    }
    *count /= 2;
}

// Begins a round. Returns false if it is the one to be paired, after pairing it.
static void begin(Bracket *b, int round)
{
    b->round = round;
    b->last = round == b->t->rounds;
    find_tables(b);
}

static void seed_bracket(const Tournament *t, int *slot, int size)
{
    slot[0] = 0;
    for (int count = 1; count < size; count *= 2) {
        for (int i = count - 1; i >= 0; i--) {
            int seed = slot[i];
            slot[2 * i] = i % 2 ? 2 * count - 1 - seed : seed;
            slot[2 * i + 1] = i % 2 ? seed : 2 * count - 1 - seed;
        }
    }
    for (int i = 0; i < size; i++)
        slot[i] = slot[i] < t->starters ? t->order[slot[i]] : -1;
}

static void play_twice(Bracket *b, int *winners, int size, int *losers, int *dropped)
{
    int up = size, down = 0, round = 0;
    begin(b, round);
    halve(b, winners, &up, losers);
    down = up;
    while (!b->last && (up > 1 || down > 1)) {
        begin(b, ++round);
        halve(b, winners, &up, dropped);
        halve(b, losers, &down, NULL);
        if (b->last) return;
        // Those who have just lost meet those who remain below, from the other end.
        begin(b, ++round);
        for (int i = 0; i < down; i++) {
            int loser;
            meet(b, losers[i], dropped[down - 1 - i], &losers[i], &loser);
        }
    }
    for (int final = 0; final < 2 && !b->last; final++) {
        int winner, loser, one = winners[0], two = losers[0];
        begin(b, ++round);
        meet(b, one, two, &winner, &loser);
        if (b->last) return;
        // The winner of the first bracket has lost once now.
        if (winner == one || winner < 0 || two < 0 || one < 0) return;
    }
}

bool knockout_next(const Tournament *t, KnockoutRound *next)
{
    int size = 2;
    while (size < t->starters)
        size *= 2;
    int *slots = malloc((size_t)size * 3 * sizeof *slots);
    Bracket b = { .t = t, .next = next, .at = malloc((t->entries + 1) * sizeof(const Table *)) };
    bool ok = slots && b.at;
    next->pairs = 0;
    if (ok) {
        seed_bracket(t, slots, size);
        if (t->rules.twice) {
            play_twice(&b, slots, size, slots + size, slots + 2 * size);
        } else {
            int count = size;
            for (int round = 0; count > 1 && !b.last; round++) {
                begin(&b, round);
                halve(&b, slots, &count, NULL);
            }
        }
    }
    next->over = ok && !b.last;
    free(slots);
    free(b.at);
    return ok;
}
