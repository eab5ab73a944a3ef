// SPDX-License-Identifier: MIT
// A worker's answer, read by a node: an accepted one is a legal move or an answer to a draw offer,
// and is written as it was read. The position's key is 0, so that inputs pass that check.
#include "fuzz.h"

#include "server/games/jobs/thought_text.h"
#include "variants/variants.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Position position;
    Thought thought = { .game = 1, .ply = 0 }, again = thought;
    char text[THOUGHT_TEXT_MAX];
    Fault why;
    variant_start(variant_find(text_of("quoridor")), &position);
    if (thought_read((Text){ (const char *)data, size }, &position, &thought) != THOUGHT_FITS)
        return 0;
    if (!thought.draw && move_check(&position, thought.move, &why) != OK) abort();
    Out out = out_to(text, sizeof text);
    thought_write(&thought, &position, &out);
    if (out.lost || thought_read(text_of(text), &position, &again) != THOUGHT_FITS ||
        again.move != thought.move || again.takes != thought.takes)
        abort();
    return 0;
}
