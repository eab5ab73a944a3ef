// SPDX-License-Identifier: MIT
// Writes a trained net the way the build puts it into the binary: pack abalone|quoridor NET
// OUT.weights Rows of lines read from either end are kept once; all numbers are little-endian.
#include "engine/lines.h"
#include "engine/nets.h"
#include "file.h"

#include <string.h>

static void put_words(FILE *file, const int16_t *words, int count)
{
    for (int i = 0; i < count; i++) {
        fputc(words[i] & 255, file);
        fputc(words[i] >> 8 & 255, file);
    }
}

static bool is_used(const AbNet *net, int unit)
{
    for (int stage = 0; stage < AB_STAGES; stage++)
        if (net->out[stage][unit]) return true;
    return false;
}

static void pack_abalone(const AbNet *net, FILE *file)
{
    int16_t width = AB_WIDTH;
    while (width > 1 && !is_used(net, width - 1))
        width--;
    put_words(file, &width, 1);
    put_words(file, &net->plain, 1);
    int first = 0, states = 243;
    for (int length = 5; length <= 9; length++, states *= 3) {
        for (int state = 0; state < states; state++)
            if (state_reversed(state, length) >= state)
                fwrite(net->table[first + state], 1, (size_t)width, file);
        first += states;
    }
    put_words(file, net->bias, width);
    for (int stage = 0; stage < AB_STAGES; stage++)
        put_words(file, net->out[stage], width);
    put_words(file, &net->material[0][0], AB_SCORES * AB_SCORES);
    put_words(file, net->tempo, 4);
}

static void pack_quoridor(const QrNet *net, FILE *file)
{
    int16_t width = QR_WIDTH;
    bool used = false;
    for (; width > 1 && !used; width -= !used)
        for (int stage = 0; stage < QR_STAGES; stage++)
            used |= net->out[stage][width - 1] != 0;
    put_words(file, &width, 1);
    for (int i = 0; i < QR_INPUTS; i++)
        put_words(file, net->table[i], width);
    put_words(file, net->bias, width);
    for (int stage = 0; stage < QR_STAGES; stage++)
        put_words(file, net->out[stage], width);
    put_words(file, net->last, QR_STAGES);
    put_words(file, &net->plain, 1);
}

int main(int argc, char **argv)
{
    static AbNet abalone;
    static QrNet quoridor;
    if (argc != 4) {
        fprintf(stderr, "usage: pack abalone|quoridor NET OUT.weights\n");
        return 2;
    }
    bool is_abalone = !strcmp(argv[1], "abalone");
    bool read = is_abalone ? file_get(argv[2], &abalone, sizeof abalone)
                           : file_get(argv[2], &quoridor, sizeof quoridor);
    FILE *out = read ? fopen(argv[3], "wb") : NULL;
    if (!out) {
        fprintf(stderr, "pack: cannot read %s or write %s\n", argv[2], argv[3]);
        return 2;
    }
    if (is_abalone)
        pack_abalone(&abalone, out);
    else
        pack_quoridor(&quoridor, out);
    return fclose(out) ? 2 : 0;
}
