// SPDX-License-Identifier: MIT
// FIDE's tournament files. A file that is read can be written, in both dialects, and reading that
// gives the same again. Its next round can be paired or not, and nothing else goes wrong.
#include "fuzz.h"

#include "platform/json_heap.h"
#include "tournament/swiss.h"
#include "tournament/trf.h"

#include <stdlib.h>
#include <string.h>

enum { PLAYERS = 40 };

static void write_again(const Trf *trf, TrfDialect dialect)
{
    Json one = { 0 }, two = { 0 };
    Trf again;
    Fault why;
    trf_write(trf, dialect, &one);
    must(!one.lost);
    must(trf_read(js_view(&one), &again, &why) == OK);
    must(again.table.players == trf->table.players && again.table.rounds == trf->table.rounds);
    trf_write(&again, dialect, &two);
    must(one.length == two.length && !memcmp(one.at, two.at, one.length));
    trf_free(&again);
    js_free(&one);
    js_free(&two);
}

static void pair_next(const Trf *trf)
{
    bool present[PLAYERS];
    Pairing pairing[PLAYERS + 1];
    int count = 0, paired = 0, round = trf->columns < trf->table.rounds ? trf->columns : 0;
    if (trf->table.players > PLAYERS || trf->table.rounds == 0) return;
    memset(present, 1, sizeof present);
    SwissRound swiss = { .round = round, .present = present };
    if (swiss_pair(&trf->table, &swiss, pairing, &count, NULL) != OK) return;
    for (int i = 0; i < count; i++)
        paired += pairing[i].second < 0 ? 1 : 2;
    must(paired == trf->table.players);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
    char *text = malloc(size + 1);
    if (!text) return 0;
    memcpy(text, data, size);
    Trf trf;
    Fault why = { 0 };
    Status status = trf_read((Text){ text, size }, &trf, &why);
    free(text);
    if (status != OK) {
        must(why.message[0] && strlen(why.message) < sizeof why.message);
        return 0;
    }
    write_again(&trf, TRF_26);
    write_again(&trf, TRF_16);
    pair_next(&trf);
    trf_free(&trf);
    return 0;
}
