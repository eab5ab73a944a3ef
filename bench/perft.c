// SPDX-License-Identifier: MIT
// Leaf counting speed: CPU time, one thread, the best of several runs. Run through bench/perft,
// which adds the instruction counts.
//
//     perft             every case: variant, where from, depth, leaves, million leaves/s
//     perft --once      every case once and one ply shallower, to count instructions
//     perft --once N    only case N, to separate the cases
#include "variants/variants.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct Case {
    const char *variant, *from, *position; // no position: the default start
    int depth;
} Case;

// The middle games were reached by random play. They have contact, pushes, walls and few quiet
// lines.
static const Case CASES[] = {
    { "abalone", "standard", NULL, 6 },
    { "abalone", "belgian-daisy", "ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b 0-0", 5 },
    { "abalone", "middle 1", "www2/w3bb/1w1bb2/w4b2/1w1b1bw1b/bb5w/2wb1w1/1bw2w/bb1w1 b 0-0", 5 },
    { "abalone", "middle 2", "ww1w1/wbb1b1/1w1b2b/2w2b2/3wbwbw1/6ww/1b1b3/b1bbww/2bw1 b 0-0", 5 },
    { "abalone-3", "start", NULL, 6 },
    { "abalone-3", "middle 1", "ww1aa/ww2aa/2waa1a/2w3aa/ww3w2a/2wbb1a1/1w5/b1bbbb/1bbbb b 0-0-0",
      5 },
    { "abalone-3", "middle 2",
      "w1waa/w4a/w1w2aa/2ww1aa1/1wwb2a2/3b1a2/ww1bbaa/bbb1bb/1b1b1 b 0-0-0", 5 },
    { "abalone-4", "start", NULL, 6 },
    { "abalone-4", "middle 1",
      "2a1c/a1aaa1/1aa1ccc/2wwba2/w1aw3cc/1w2bbc1/wbwb1c1/wbb2c/w2bb b 0-0", 6 },
    { "abalone-4", "middle 2",
      "a1aac/aa1cac/w2ac2/w2c2c1/w1aw1a1cc/w1ww1b1c/bb2bb1/w3b1/w1bb1 b 0-1", 6 },
    { "abalone-4-pairs", "start", NULL, 6 },
    { "abalone-4-pairs", "middle 1",
      "a2aa/4ac/aaaaa1c/ww3cc1/3ww2c1/wwbb1c1c/w1bb1cc/1bbbb1/w2b1 b 1-0", 6 },
    { "abalone-4-pairs", "middle 2",
      "1aaac/4cc/aaa1a2/w1a2c1c/www4cc/ww3c2/1wbbc1b/wb3b/1bbb1 b 1-2", 6 },
    { "quoridor", "start", NULL, 5 },
    { "quoridor", "middle 1", "a3 b1 b2 c5 g7 h3 / e2 e4 g2 / e3 e8 / 6 5 / 1", 4 },
    { "quoridor", "middle 2", "b4 c2 c7 f4 f7 / a2 b6 f5 g2 / g1 g6 / 6 5 / 1", 4 },
    { "quoridor-4", "start", NULL, 5 },
    { "quoridor-4", "middle 1", "a3 b1 b2 g7 h3 / c4 e2 g2 / e1 a7 d8 i5 / 2 2 4 4 / 1", 4 },
    { "quoridor-4", "middle 2", "b2 b4 c7 f7 / b6 / e1 d5 e8 h3 / 2 3 5 5 / 1", 4 },
};
enum { CASE_COUNT = sizeof CASES / sizeof *CASES, RUNS = 3 };

// The function that callgrind measures.
__attribute__((noinline)) u64 counted_perft(const Position *position, int depth);
u64 counted_perft(const Position *position, int depth)
{
    return position->head.variant->game->perft(position, depth);
}

static double cpu_seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void set_up(const Case *c, Position *position)
{
    const Variant *variant = variant_find(text_of(c->variant));
    Fault why;
    variant_start(variant, position);
    if (!c->position || variant->game->read(variant, text_of(c->position), position, &why) == OK)
        return;
    fprintf(stderr, "%s %s: %s\n", c->variant, c->from, why.message);
    exit(1);
}

int main(int argc, char **argv)
{
    bool once = argc > 1 && !strcmp(argv[1], "--once");
    int only = argc > 2 ? atoi(argv[2]) : -1;
    for (int i = 0; i < CASE_COUNT; i++) {
        if (only >= 0 && only != i) continue;
        const Case *c = &CASES[i];
        Position position;
        set_up(c, &position);
        int depth = once ? c->depth - 1 : c->depth;
        double best = 0;
        u64 leaves = 0;
        for (int run = 0; run < (once ? 1 : RUNS); run++) {
            double start = cpu_seconds();
            leaves = counted_perft(&position, depth);
            double time = cpu_seconds() - start;
            if (run == 0 || time < best) best = time;
        }
        printf("%-16s %-14s %d %14" PRIu64 " %8.0f\n", c->variant, c->from, depth, leaves,
               (double)leaves / best / 1e6);
        fflush(stdout);
    }
    return 0;
}
