// SPDX-License-Identifier: MIT
// Words on a canvas, in a font of the system, by FreeType and cairo.
//
// Letters are placed one beside the other, with the font's kerning. That is right for Latin, Greek,
// Cyrillic, Armenian and Georgian as people's names have them: one character for each letter with
// its marks (server/identity/names.h). A text with anything else, such as Arabic, Hebrew or a
// letter that the font lacks, is not written at all: half a name would be worse than none.
#ifndef MEYDAN_SERVER_FEATURES_PREVIEWS_LETTERING_H
#define MEYDAN_SERVER_FEATURES_PREVIEWS_LETTERING_H

#include "base/text.h"
#include "server/features/previews/canvas.h"

typedef struct Lettering Lettering;

// NULL if the font cannot be read. One thread at a time may use it.
Lettering *lettering_new(const char *font);
void lettering_free(Lettering *lettering); // NULL is fine

typedef struct Line {
    Text text;
    double x, y;     // the middle of the line, and its baseline, in units of the canvas
    double width;    // that it may have at most, in the same units
    int size, least; // of the letters, in pixels: the usual and the smallest size
    u32 colour;
} Line;

// A text that is too long even then ends with an ellipsis. False if nothing was written.
bool lettering_write(Lettering *lettering, cairo_t *canvas, const Line *line);

#endif
