// SPDX-License-Identifier: MIT
// A position on a card of the size that link previews have: the wooden board in the middle, the
// players beside it with their names, ratings and points, and what they have pushed out or the
// walls they have left.
//
// Measures, shades and colours are those of web/src/board; web/tests/unit/looks.test.mjs compares.
#ifndef MEYDAN_SERVER_FEATURES_PREVIEWS_BOARD_CARD_H
#define MEYDAN_SERVER_FEATURES_PREVIEWS_BOARD_CARD_H

#include "game/game.h"
#include "server/features/previews/canvas.h"
#include "server/features/previews/lettering.h"

enum { CARD_WIDTH = 1200, CARD_HEIGHT = 630 };

enum { CARD_NAME_SIZE = 96 };
// The texts beside the board; each may be empty.
typedef struct CardWords {
    struct {
        char name[CARD_NAME_SIZE];
        char rating[8];
        char points[4]; // once the game is over: 1, ½ or 0
    } seat[PLAYERS_MAX];
} CardWords;

// `lettering` may be NULL for a picture without text; `words` may be NULL for only the names of the
// game and the site. Returns NULL if out of memory. Free it with cairo_surface_destroy.
cairo_surface_t *board_card(const Position *position, const CardWords *words, Lettering *lettering);

#endif
