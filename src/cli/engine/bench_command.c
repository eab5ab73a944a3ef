// SPDX-License-Identifier: MIT
#include "cli/cli.h"

#include "engine/bench.h"
#include "protocol/thinker.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static u64 search_all(Engine *engine, const char *variant, int depth)
{
    u64 total = 0;
    for (int i = 0; i < BENCH_POSITIONS; i++) {
        Position position;
        bench_position(i, &position);
        if (variant && !text_is(text_of(variant), position.head.variant->id)) continue;
        u64 nodes = bench_search(engine, i, depth);
        total += nodes;
        char text[POSITION_TEXT_MAX];
        Out out = out_to(text, sizeof text);
        position.head.variant->game->write(&position, &out);
        printf("%10" PRIu64 "  %s %s\n", nodes, position.head.variant->id, text);
        fflush(stdout);
    }
    return total;
}

static ExitStatus run(int argc, char **argv)
{
    const char *variant = NULL;
    const Option options[] = { { "--variant", &variant, NULL }, { 0 } };
    int left = args_options(argc, argv, options);
    if (left < 0) return EXIT_BAD;
    if (left > 1) return complain(EXIT_BAD, "bench takes one depth, not '%.40s'", argv[1]);
    i64 depth = BENCH_DEPTH;
    if (left && !args_number(argv[0], "depth", PLIES_MAX - 1, &depth)) return EXIT_BAD;
    if (depth == 0) return complain(EXIT_BAD, "depth 0 is not a search");
    Position any; // only used to look up the variant's name
    if (variant && args_position(variant, (PositionArgs){ 0 }, &any) != EXIT_DONE) return EXIT_BAD;

    size_t size = engine_size(BENCH_HASH_MB, 1);
    void *memory = aligned_alloc(64, size);
    if (!memory) return complain(EXIT_BAD, "out of memory");
    Engine *engine = engine_init(memory, size, 1, (Host){ 0 });
    i64 began = thinker_now();
    u64 nodes = search_all(engine, variant, (int)depth);
    i64 ms = thinker_now() - began;
    free(memory);
    printf("nodes %" PRIu64 "\n", nodes);
    printf("nodes/s %" PRIu64 "\n", nodes * 1000 / (u64)(ms > 0 ? ms : 1));
    return EXIT_DONE;
}

const Command COMMAND_BENCH = {
    .name = "bench",
    .synopsis = "[DEPTH] [--variant VARIANT]",
    .summary = "search a fixed set of positions: the engine's signature and speed",
    .help =
        "Prints one line per position, then 'nodes N' and 'nodes/s N'. The number of nodes is the\n"
        "same on every machine; a different number means a different engine.\n",
    .run = run,
};
