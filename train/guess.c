// SPDX-License-Identifier: MIT
// Writes the initial nets, before there is any data: guess VARIANT OUT.net
#include "guess.h"
#include "engine/lines.h"
#include "engine/nets.h"

#include <stdio.h>
#include <string.h>

static void guess_abalone(AbNet *net)
{
    int first = 0, states = 243;
    for (int length = 5; length <= 9; length++, states *= 3) {
        for (int state = 0; state < states; state++)
            net->table[first + state][0] = (i8)line_guess(state, length);
        first += states;
    }
    for (int stage = 0; stage < AB_STAGES; stage++)
        net->out[stage][0] = 2 * 64;
    for (int a = 0; a < AB_SCORES; a++)
        for (int b = 0; b < AB_SCORES; b++)
            net->material[a][b] = (int16_t)(80 * (a - b));
}

static void weigh(QrNet *net, int unit, int weight)
{
    for (int stage = 0; stage < QR_STAGES; stage++)
        net->out[stage][unit] = (int16_t)weight;
}

// A unit for being ahead and one for being behind; walls in hand.
static void guess_lead(QrNet *net, int lead, int range, int step)
{
    for (int by = -range; by <= range; by++) {
        net->table[lead + range + by][0] = (int16_t)(by > 0 ? by * step : 0);
        net->table[lead + range + by][1] = (int16_t)(by < 0 ? -by * step : 0);
    }
    weigh(net, 0, 64 * 6);
    weigh(net, 1, -64 * 6);
}

static void guess_quoridor(QrNet *net)
{
    guess_lead(net, QR_LEAD, 20, 6);
    for (int left = 0; left <= 10; left++) {
        net->table[QR_OWN_LEFT + left][2] = (int16_t)(left * 4);
        net->table[QR_FOE_LEFT + left][3] = (int16_t)(left * 4);
    }
    weigh(net, 2, 64 * 4);
    weigh(net, 3, -64 * 4);
    for (int stage = 0; stage < QR_STAGES; stage++)
        net->last[stage] = 15;
}

static void guess_quoridor_4(QrNet *net)
{
    guess_lead(net, QR4_LEAD, 40, 3);
    for (int left = 0; left <= 5; left++)
        net->table[QR4_LEFT + left][2] = (int16_t)(left * 4);
    weigh(net, 2, 64 * 4);
}

int main(int argc, char **argv)
{
    static AbNet abalone;
    static QrNet quoridor;
    FILE *out = argc == 3 ? fopen(argv[2], "wb") : NULL;
    if (!out) {
        fprintf(stderr, "usage: guess VARIANT OUT.net\n");
        return 2;
    }
    if (!strncmp(argv[1], "abalone", 7)) {
        abalone.plain = AB_WIDTH;
        guess_abalone(&abalone);
        fwrite(&abalone, sizeof abalone, 1, out);
    } else {
        quoridor.plain = QR_WIDTH;
        if (!strcmp(argv[1], "quoridor"))
            guess_quoridor(&quoridor);
        else
            guess_quoridor_4(&quoridor);
        fwrite(&quoridor, sizeof quoridor, 1, out);
    }
    return fclose(out) ? 2 : 0;
}
