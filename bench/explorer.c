// SPDX-License-Identifier: MIT
// Fills an explorer with generated games and measures queries.
//
//     bench-explorer FOLDER [GAMES] [VARIANT]
//
// The generated games start alike and diverge, as real ones do: a move is chosen among the first of
// a list shuffled by the position, with a strong preference for low numbers.
#include "explorer/explorer.h"
#include "base/rng.h"
#include "variants/variants.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BATCH = 20000, QUERIES = 100000 };

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static Move choose(const Position *position, Rng *rng)
{
    Move moves[MOVES_MAX];
    int count = position->head.variant->game->moves(position, moves);
    int depth = 0;
    while (depth < count - 1 && rng_below(rng, 5) < 2)
        depth++;
    // The position determines its popular moves.
    u64 order = mix64(position->head.variant->game->key(position) + (u64)depth);
    return moves[order % (u64)count];
}

static int generate(const Variant *variant, u64 number, Move moves[EXPLORER_PLIES], int plies)
{
    Rng rng = { mix64(number) };
    Position position;
    variant_start(variant, &position);
    int count = 0;
    while (count < plies && !variant->game->winners(&position)) {
        moves[count] = choose(&position, &rng);
        variant->game->play(&position, moves[count++]);
    }
    return count;
}

static int by_time(const void *a, const void *b)
{
    double one = *(const double *)a, other = *(const double *)b;
    return one < other ? -1 : one > other;
}

static void fill(Explorer *explorer, const Variant *variant, i64 done, i64 games)
{
    ExplorerGame *batch = calloc(BATCH, sizeof *batch);
    Move(*moves)[EXPLORER_PLIES] = calloc(BATCH, sizeof *moves);
    Position start;
    Fault why;
    variant_start(variant, &start);
    while (batch && moves && done < games) {
        int count = 0;
        for (; count < BATCH && done + count < games; count++) {
            u64 dice = mix64((u64)(done + count) ^ 77);
            batch[count] = (ExplorerGame){ .start = &start,
                                           .moves = moves[count],
                                           .winners = (u8)(1 << dice % variant->players),
                                           .speed = (u8)(dice >> 8 & 3),
                                           .month = (u16)(70 + (dice >> 16) % 12),
                                           .reference = "1-0 Ann - Ben" };
            for (int player = 0; player < variant->players; player++)
                batch[count].rating[player] = (u16)(1200 + (dice >> (24 + 8 * player) & 255) * 3);
            batch[count].count =
                generate(variant, (u64)(done + count), moves[count], EXPLORER_PLIES);
        }
        if (!explorer_add(explorer, batch, count, NULL, &why)) {
            fprintf(stderr, "%s\n", why.message);
            exit(2);
        }
        done += count;
        fprintf(stderr, "%lld games\n", (long long)done);
    }
    free(batch);
    free(moves);
}

static void measure(Explorer *explorer, const Variant *variant, i64 games)
{
    static double spent[QUERIES];
    static ExplorerAnswer answer;
    Rng rng = { 5 };
    for (int i = 0; i < QUERIES; i++) {
        Move moves[EXPLORER_PLIES];
        Position position;
        u64 number = (u64)rng_next(&rng) % (u64)games;
        int count = generate(variant, number, moves, (int)rng_below(&rng, EXPLORER_PLIES));
        variant_start(variant, &position);
        for (int k = 0; k < count; k++)
            variant->game->play(&position, moves[k]);
        double before = now();
        explorer_query(explorer, &position, (ExplorerFilter){ .speeds = 7 }, &answer);
        spent[i] = now() - before;
    }
    qsort(spent, QUERIES, sizeof *spent, by_time);
    printf("queries %d, median %.4f ms, p99 %.4f ms, longest %.3f ms\n", QUERIES,
           1e3 * spent[QUERIES / 2], 1e3 * spent[QUERIES * 99 / 100], 1e3 * spent[QUERIES - 1]);
}

int main(int argc, char **argv)
{
    i64 games = argc > 2 ? atoll(argv[2]) : 1000000;
    const Variant *variant = variant_find(text_of(argc > 3 ? argv[3] : "quoridor"));
    Fault why;
    Explorer *explorer = argc > 1 && variant ? explorer_open(argv[1], true, &why) : NULL;
    if (!explorer) return fputs("bench-explorer FOLDER [GAMES] [VARIANT]\n", stderr), 2;
    double began = now();
    // Existing games are kept.
    fill(explorer, variant, (i64)explorer_size(explorer).games, games);
    ExplorerSize size = explorer_size(explorer);
    printf("%s: games %llu in %.0f s, positions %llu, position-moves by group %llu, bytes %llu, "
           "%.1f a row\n",
           variant->id, (unsigned long long)size.games, now() - began,
           (unsigned long long)size.positions, (unsigned long long)size.rows,
           (unsigned long long)size.bytes, (double)size.bytes / (double)size.rows);
    measure(explorer, variant, games);
    explorer_close(explorer);
    return 0;
}
