// SPDX-License-Identifier: MIT
#include "explorer/names.h"

#include "study/canon.h"
#include "variants/variants.h"

typedef struct OpeningName {
    const char *name, *moves;
} OpeningName;

// After all of the moves, from the start.
static const OpeningName QUORIDOR[] = {
    { "Reed opening", "c6h e8 f6h" },
    { "Reed opening, side walls", "c6h a6h f6h h6h" },
    { "Shiller opening", "e2 e8 e3 e7 e4 e6 c1v" },
    { "Shiller opening", "e2 e8 e3 e7 e4 e6 d1v" },
    { "Ala opening", "e2 e8 e3 e7 e4 e6 d3h" },
    { "three steps each", "e2 e8 e3 e7 e4 e6" },
};
enum { NAMES = sizeof QUORIDOR / sizeof *QUORIDOR };

static bool play_text(Position *position, const char *moves)
{
    Text rest = text_of(moves), word;
    Move move;
    while (text_word(&rest, &word)) {
        if (move_read(position, word, &move, NULL) != OK) return false;
        position->head.variant->game->play(position, move);
    }
    return true;
}

const char *opening_name(const Position *position)
{
    const Variant *variant = position->head.variant;
    Canon canon;
    CanonView view;
    Position named;
    canon_init(&canon, variant);
    Key key = canon_key(&canon, position, &view);
    for (int i = 0; i < variant->layouts; i++)
        if (variant->game->read(variant, text_of(variant->layout[i].position), &named, NULL) ==
                OK &&
            canon_key(&canon, &named, &view) == key)
            return variant->layout[i].name;
    if (!text_is(text_of(variant->id), "quoridor")) return NULL;
    for (int i = 0; i < NAMES; i++) {
        variant_start(variant, &named);
        if (play_text(&named, QUORIDOR[i].moves) && canon_key(&canon, &named, &view) == key)
            return QUORIDOR[i].name;
    }
    return NULL;
}
