// SPDX-License-Identifier: MIT
// The engine with libmeydan: best_move VARIANT [NODES [MOVE...]]. Prints each line found and the
// best move.
//
//     cc best_move.c $(pkg-config --cflags --libs meydan) -o best_move
#include <meydan.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOVES_MAX = 256, HASH_MB = 16 };

static void print_line(void *context, const MeydanReport *report)
{
    MeydanPosition position = *(const MeydanPosition *)context;
    printf("depth %d score %d nodes %llu", report->depth, report->score,
           (unsigned long long)report->nodes);
    for (int i = 0; i < report->length; i++) {
        char text[MEYDAN_MOVE_TEXT_MAX];
        meydan_write_move(&position, report->line[i], text, sizeof text);
        meydan_play(&position, report->line[i]);
        printf(" %s", text);
    }
    putchar('\n');
}

int main(int argc, char **argv)
{
    MeydanPosition start, now;
    if (meydan_start(&start, meydan_variant_find(argc > 1 ? argv[1] : "quoridor"), NULL)) {
        fprintf(stderr, "there is no variant '%s'\n", argv[1]);
        return 2;
    }
    now = start;
    MeydanMove moves[MOVES_MAX];
    int count = 0;
    for (int i = 3; i < argc && count < MOVES_MAX; i++) {
        MeydanFault why;
        if (meydan_read_move(&now, argv[i], &moves[count], &why)) {
            fprintf(stderr, "%s\n", why.message);
            return 1;
        }
        meydan_play(&now, moves[count++]);
    }

    size_t size = (meydan_engine_size(HASH_MB) + 63) / 64 * 64;
    void *memory = aligned_alloc(64, size);
    MeydanEngine *engine = memory ? meydan_engine_init(memory, size) : NULL;
    if (!engine) return 1;
    MeydanSearch search = { .nodes = argc > 2 ? strtoull(argv[2], NULL, 10) : 100000,
                            .report = print_line,
                            .context = &now };
    MeydanMove best = meydan_search(engine, &start, moves, count, &search);
    char text[MEYDAN_MOVE_TEXT_MAX];
    meydan_write_move(&now, best, text, sizeof text);
    printf("best %s\n", *text ? text : "(none)");
    free(memory);
    return 0;
}
