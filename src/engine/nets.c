// SPDX-License-Identifier: MIT
// Unpacks the weights that the build put into the binary (src/engine/weights/, made by train/pack).
#include "engine/nets.h"

#include "engine/lines.h"
#include "engine/weights.h"

#include <stdatomic.h>

static AbNet abalone_nets[AB_NETS];
static QrNet quoridor_nets[QR_NETS];
static const Nets NETS = {
    .abalone = { &abalone_nets[0], &abalone_nets[1], &abalone_nets[2] },
    .quoridor = { &quoridor_nets[0], &quoridor_nets[1] },
};

static const u8 *take_bytes(const u8 *from, i8 *to, int count)
{
    for (int i = 0; i < count; i++)
        to[i] = (i8)from[i];
    return from + count;
}

// Little-endian.
static const u8 *take_words(const u8 *from, int16_t *to, int count)
{
    for (int i = 0; i < count; i++)
        to[i] = (int16_t)(from[2 * i] | from[2 * i + 1] << 8);
    return from + 2 * count;
}

// A line read from its other end has the same row; the packed net has it once.
static void unpack_abalone(const u8 *packed, AbNet *net)
{
    int16_t width; // units beyond it are not used, and not packed
    packed = take_words(packed, &width, 1);
    packed = take_words(packed, &net->plain, 1);
    int first = 0, states = 243;
    for (int length = 5; length <= 9; length++, states *= 3) {
        for (int state = 0; state < states; state++) {
            int mirrored = state_reversed(state, length);
            i8 *row = net->table[first + state];
            if (mirrored >= state)
                packed = take_bytes(packed, row, width);
            else
                __builtin_memcpy(row, net->table[first + mirrored], AB_WIDTH);
        }
        first += states;
    }
    packed = take_words(packed, net->bias, width);
    for (int stage = 0; stage < AB_STAGES; stage++)
        packed = take_words(packed, net->out[stage], width);
    packed = take_words(packed, &net->material[0][0], AB_SCORES * AB_SCORES);
    take_words(packed, net->tempo, 4);
}

static void unpack_quoridor(const u8 *packed, QrNet *net)
{
    int16_t width; // as above
    packed = take_words(packed, &width, 1);
    for (int i = 0; i < QR_INPUTS; i++)
        packed = take_words(packed, net->table[i], width);
    packed = take_words(packed, net->bias, width);
    for (int stage = 0; stage < QR_STAGES; stage++)
        packed = take_words(packed, net->out[stage], width);
    packed = take_words(packed, net->last, QR_STAGES);
    take_words(packed, &net->plain, 1);
}

const Nets *net_default(void)
{
    // Two threads may come here first at once: one unpacks, the other waits.
    static atomic_int state; // 0 packed, 1 at work, 2 ready
    int packed = 0;
    if (atomic_compare_exchange_strong(&state, &packed, 1)) {
        lines_init();
        unpack_abalone(WEIGHTS_ABALONE, &abalone_nets[0]);
        unpack_abalone(WEIGHTS_ABALONE_3, &abalone_nets[1]);
        unpack_abalone(WEIGHTS_ABALONE_4, &abalone_nets[2]);
        unpack_quoridor(WEIGHTS_QUORIDOR, &quoridor_nets[0]);
        unpack_quoridor(WEIGHTS_QUORIDOR_4, &quoridor_nets[1]);
        atomic_store(&state, 2);
    }
    while (atomic_load(&state) != 2)
        continue;
    return &NETS;
}
