// SPDX-License-Identifier: MIT
// Shared by the fuzz targets. An input's first byte selects the variant, the rest is the text.
//
// The bytes are copied to memory of exactly their size, so that ASan detects reads past the end.
#ifndef MEYDAN_TESTS_FUZZ_H
#define MEYDAN_TESTS_FUZZ_H

#include "base/text.h"
#include "variants/variants.h"

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

// A property that must hold, in release builds too: libFuzzer keeps the input if it does not.
static inline void must(bool holds)
{
    if (!holds) __builtin_trap();
}

static inline const Variant *fuzz_variant(u8 byte)
{
    return variant_at(byte % VARIANTS);
}

static inline void position_text(const Position *position, char text[POSITION_TEXT_MAX])
{
    Out out = out_to(text, POSITION_TEXT_MAX);
    position->head.variant->game->write(position, &out);
    must(!out.lost);
}

#endif
