// SPDX-License-Identifier: MIT
// Words on pictures of games: whatever people and games are called, letters stay on the canvas.
#include "fuzz.h"

#include "server/cards/board_card.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
    static Lettering *lettering;
    if (!lettering) lettering = lettering_new(CARD_FONT);
    must(lettering);
    if (size < 4) return 0;
    Canvas canvas;
    must(canvas_new(&canvas, 96, 40, 0));
    canvas.scale = 1;
    const Line line = { .text = { (const char *)data + 4, size - 4 },
                        .x = (float)data[0],
                        .y = (float)data[1],
                        .width = (float)data[2],
                        .size = data[3] & 63,
                        .least = data[3] >> 4,
                        .colour = 0xffffff };
    lettering_write(lettering, &canvas, &line);
    canvas_free(&canvas);
    return 0;
}
