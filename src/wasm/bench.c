// SPDX-License-Identifier: MIT
// The engine's signature in the page. Its memory is asked for when it is first wanted.
#include "engine/bench.h"
#include "wasm/page.h"

enum { PAGE = 65536 };

u64 page_bench(u32 depth)
{
    static Engine *engine;
    if (!engine) {
        size_t size = engine_size(BENCH_HASH_MB, 1);
        size_t first = __builtin_wasm_memory_grow(0, (size + PAGE - 1) / PAGE);
        if (first == (size_t)-1) return 0;
        engine = engine_init((void *)(first * PAGE), size, 1, (Host){ 0 });
    }
    return bench_signature(engine, (int)depth);
}
