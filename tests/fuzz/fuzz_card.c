// SPDX-License-Identifier: MIT
// Text on pictures of games: for any names of people and games, letters stay on the canvas.
#include "fuzz.h"

#include "server/features/previews/board_card.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
    static Lettering *lettering;
    if (!lettering) lettering = lettering_new(CARD_FONT);
    must(lettering);
    if (size < 4) return 0;
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 96, 40);
    cairo_t *canvas = cairo_create(surface);
    const Line line = { .text = { (const char *)data + 4, size - 4 },
                        .x = data[0],
                        .y = data[1],
                        .width = data[2],
                        .size = data[3] & 63,
                        .least = data[3] >> 4,
                        .colour = 0xffffff };
    lettering_write(lettering, canvas, &line);
    must(cairo_status(canvas) == CAIRO_STATUS_SUCCESS);
    cairo_destroy(canvas);
    cairo_surface_destroy(surface);
    return 0;
}
