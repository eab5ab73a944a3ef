// SPDX-License-Identifier: MIT
#include "server/games/pairing/seating.h"

#include "base/bits.h"

static void swap(Sitting *sitting, int one, int other)
{
    Sitting held = sitting[one];
    sitting[one] = sitting[other];
    sitting[other] = held;
}

static void shuffle(Sitting *sitting, int count, Rng *rng)
{
    for (int left = count; left > 1; left--)
        swap(sitting, left - 1, (int)rng_below(rng, (u32)left));
}

static int partner_of(const Variant *variant, int seat)
{
    for (int other = 0; other < variant->players; other++)
        if (other != seat && bits_has(variant_teammates(variant, seat), other)) return other;
    return -1;
}

// The person who moved first least often; of equals, the first by lot.
static int least_first(const Variant *variant, const Sitting *sitting)
{
    int least = 0;
    for (int i = 1; i < variant->players; i++)
        if (sitting[i].firsts < sitting[least].firsts) least = i;
    return least;
}

// Of four, the strongest and the weakest play against the two in between.
static void seat_partners(const Variant *variant, Sitting *sitting)
{
    i64 least_person = sitting[least_first(variant, sitting)].person;
    for (int i = 1; i < variant->players; i++) // insertion sort: strongest first, equals stay by
                                               // lot
        for (int k = i; k > 0 && sitting[k].rating > sitting[k - 1].rating; k--)
            swap(sitting, k, k - 1);
    int least = 0;
    while (sitting[least].person != least_person)
        least++;
    Sitting side[2] = { sitting[least], sitting[variant->players - 1 - least] };
    Sitting other[2];
    int others = 0;
    for (int i = 0; i < variant->players; i++)
        if (i != least && i != variant->players - 1 - least) other[others++] = sitting[i];
    int partner = partner_of(variant, 0), placed = 0;
    sitting[0] = side[0];
    sitting[partner] = side[1];
    for (int seat = 1; seat < variant->players; seat++)
        if (seat != partner) sitting[seat] = other[placed++];
}

int seating_firsts(const Variant *variant, int seat)
{
    return seat == 0 ? variant->players - 1 : -1;
}

void seating_order(const Variant *variant, Rng *rng, Sitting sitting[PLAYERS_MAX])
{
    shuffle(sitting, variant->players, rng);
    if (partner_of(variant, 0) >= 0)
        seat_partners(variant, sitting);
    else
        swap(sitting, 0, least_first(variant, sitting));
}
