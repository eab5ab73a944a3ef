// SPDX-License-Identifier: MIT
// Pixels as a PNG.
#ifndef MEYDAN_SERVER_CARDS_PNG_H
#define MEYDAN_SERVER_CARDS_PNG_H

#include "server/cards/canvas.h"

#include <stddef.h>

// To be freed; NULL without memory.
u8 *png_of(const Canvas *canvas, size_t *length);

#endif
