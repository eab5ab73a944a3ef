// SPDX-License-Identifier: MIT
// A position on a card of the size that link previews have: the wooden board in the middle, the
// players beside it with what they have pushed out, or the walls they have left. Names and results
// stand in the preview's own words, so there are none in the picture.
//
// Measures, shades and colours are those of web/src/board; web/tests/unit/looks.test.mjs compares.
#ifndef MEYDAN_SERVER_CARDS_BOARD_CARD_H
#define MEYDAN_SERVER_CARDS_BOARD_CARD_H

#include "game/game.h"
#include "server/cards/canvas.h"

enum { CARD_WIDTH = 1200, CARD_HEIGHT = 630 };

// False without memory. canvas_free ends it.
bool board_card(const Position *position, Canvas *canvas);

#endif
