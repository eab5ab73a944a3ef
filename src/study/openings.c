// SPDX-License-Identifier: MIT
#include "study/openings.h"

#include "variants/variants.h"

typedef struct NamedLine {
    Opening opening;
    const char *moves;
} NamedLine;

// After all of the moves, from the start.
static const NamedLine QUORIDOR[] = {
    { { "reed", "Reed opening" }, "c6h e8 f6h" },
    { { "reed-side-walls", "Reed opening, side walls" }, "c6h a6h f6h h6h" },
    { { "shiller", "Shiller opening" }, "e2 e8 e3 e7 e4 e6 c1v" },
    { { "shiller", "Shiller opening" }, "e2 e8 e3 e7 e4 e6 d1v" },
    { { "ala", "Ala opening" }, "e2 e8 e3 e7 e4 e6 d3h" },
    { { "three-steps", "three steps each" }, "e2 e8 e3 e7 e4 e6" },
};
enum { NAMED = sizeof QUORIDOR / sizeof *QUORIDOR };

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

bool opening_of(const Canon *canon, Key key, Opening *opening)
{
    const Variant *variant = canon->variant;
    CanonView view;
    Position named;
    for (int i = 0; i < variant->layouts; i++) {
        const Layout *layout = &variant->layout[i];
        if (variant->game->read(variant, text_of(layout->position), &named, NULL) != OK ||
            canon_key(canon, &named, &view) != key)
            continue;
        *opening = (Opening){ layout->name, layout->name };
        return true;
    }
    if (!text_is(text_of(variant->id), "quoridor")) return false;
    for (int i = 0; i < NAMED; i++) {
        variant_start(variant, &named);
        if (!play_text(&named, QUORIDOR[i].moves) || canon_key(canon, &named, &view) != key)
            continue;
        *opening = QUORIDOR[i].opening;
        return true;
    }
    return false;
}
