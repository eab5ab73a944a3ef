// SPDX-License-Identifier: MIT
#include "engine/nets.h"
#include "engine/lines.h"

static AbNet first_net;
static QrNet first_quoridor, first_four;
static Nets nets;

// A first guess to begin training with: near the centre, close together.
static void guess(AbNet *net)
{
    static const u16 FIRST[10] = { [5] = 0, [6] = 243, [7] = 972, [8] = 3159, [9] = 9720 };
    for (int length = 5; length <= 9; length++) {
        int states = 1;
        for (int i = 0; i < length; i++)
            states *= 3;
        for (int state = 0; state < states; state++) {
            int value = 0, before = 0, rest = state;
            for (int i = 0; i < length; i++, rest /= 3) {
                int here = rest % 3, sign = here == 1 ? 1 : here == 2 ? -1 : 0;
                int dr = 9 - length, dd = i - 4, dx = dd + dr;
                if (dr < 0) dr = -dr;
                int a = dd < 0 ? -dd : dd, b = dx < 0 ? -dx : dx;
                int far = a > b ? a : b;
                if (dr > far) far = dr;
                value += sign * (4 - far);
                if (here && here == before) value += 3 * sign;
                before = here;
            }
            net->table[FIRST[length] + state][0] = (i8)(value);
        }
    }
    net->out[0] = 2 * 64;
    for (int a = 0; a < AB_SCORES; a++)
        for (int b = 0; b < AB_SCORES; b++)
            net->material[a][b] = (int16_t)(80 * (a - b));
}

static void guess_quoridor(QrNet *net)
{
    // One unit each way: the lead in steps, and a little for walls.
    for (int lead = -20; lead <= 20; lead++) {
        net->table[QR_LEAD + 20 + lead][0] = (int16_t)(lead > 0 ? lead * 6 : 0);
        net->table[QR_LEAD + 20 + lead][1] = (int16_t)(lead < 0 ? -lead * 6 : 0);
    }
    for (int left = 0; left <= 10; left++) {
        net->table[QR_OWN_LEFT + left][2] = (int16_t)(left * 4);
        net->table[QR_FOE_LEFT + left][3] = (int16_t)(left * 4);
    }
    net->out[0] = 64 * 6;
    net->out[1] = -64 * 6;
    net->out[2] = 64 * 4;
    net->out[3] = -64 * 4;
    net->last = 15;
}

static void guess_four(QrNet *net)
{
    for (int lead = -40; lead <= 40; lead++) {
        net->table[QR4_LEAD + 40 + lead][0] = (int16_t)(lead > 0 ? lead * 3 : 0);
        net->table[QR4_LEAD + 40 + lead][1] = (int16_t)(lead < 0 ? -lead * 3 : 0);
    }
    for (int left = 0; left <= 5; left++)
        net->table[QR4_LEFT + left][2] = (int16_t)(left * 4);
    net->out[0] = 64 * 6;
    net->out[1] = -64 * 6;
    net->out[2] = 64 * 4;
}

const Nets *net_default(void)
{
    if (!nets.abalone[0]) {
        lines_init();
        guess(&first_net);
        guess_quoridor(&first_quoridor);
        for (int i = 0; i < 4; i++)
            nets.abalone[i] = &first_net;
        guess_four(&first_four);
        nets.quoridor[0] = &first_quoridor;
        nets.quoridor[1] = &first_four;
    }
    return &nets;
}
