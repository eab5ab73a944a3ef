// SPDX-License-Identifier: MIT
// Pictures of games for link previews: drawn on a separate thread at the lowest priority, and
// cached. All functions belong to the loop's thread.
#ifndef MEYDAN_SERVER_FEATURES_PREVIEWS_CARDS_H
#define MEYDAN_SERVER_FEATURES_PREVIEWS_CARDS_H

#include "platform/net/web.h"
#include "server/features/previews/board_card.h"

enum {
    CARDS_WAITING_MAX = 32, // requests, beyond which clients must retry later
    CARDS_KEPT_MAX = 128,
    CARDS_KEPT_BYTES = 16 << 20,
};

typedef struct Cards Cards;

// NULL if out of memory or file descriptors. Without a thread every card is refused; without the
// font (meson's `font`) cards have no words.
Cards *cards_new(uv_loop_t *loop);
// Answers waiting requests with 503 and ends the thread. Run the loop once more before cards_free.
void cards_close(Cards *cards);
void cards_free(Cards *cards); // NULL is fine

// Answers with a card of that position, now or later. NULL: a card without a position.
void cards_answer(Cards *cards, WebCall *call, const Position *position, const CardWords *words);

#endif
