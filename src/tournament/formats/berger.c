// SPDX-License-Identifier: MIT
#include "tournament/formats/berger.h"

int berger_rounds(int players, int cycles)
{
    if (players < 2) return 0;
    return (players + players % 2 - 1) * cycles;
}

int berger_pair(int players, int cycles, int round, Pairing *pairing)
{
    int even = players + players % 2, moving = even - 1, fixed = even - 1, count = 0, bye = -1;
    int cycle = round / moving;
    round %= moving;
    if (cycles == 2 && cycle == 0 && moving > 2 && round >= moving - 2)
        round = round == moving - 2 ? moving - 1 : moving - 2;
    int base = round * (even / 2) % moving;
    for (int board = 0; board < even / 2; board++) {
        int first = (base + board) % moving, second = (base - board + moving) % moving;
        if (board == 0) {
            first = round % 2 ? fixed : base;
            second = round % 2 ? base : fixed;
        }
        Pairing pair = cycle ? (Pairing){ second, first } : (Pairing){ first, second };
        if (first < players && second < players)
            pairing[count++] = pair;
        else
            bye = first < players ? first : second;
    }
    if (bye >= 0) pairing[count++] = (Pairing){ bye, -1 };
    return count;
}
