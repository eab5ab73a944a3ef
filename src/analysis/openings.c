// SPDX-License-Identifier: MIT
#include "analysis/openings.h"

#include "variants/variants.h"

typedef struct NamedLine {
    Opening opening;
    const char *moves;
} NamedLine;

// The position after all the moves from the start.
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

int opening_keys(const Canon *canon, OpeningKey keys[OPENING_KEYS_MAX])
{
    const Variant *variant = canon->variant;
    CanonView view;
    Position named;
    int count = 0;
    for (int i = 0; i < variant->layouts && count < OPENING_KEYS_MAX; i++) {
        const Layout *layout = &variant->layout[i];
        if (variant->game->read(variant, text_of(layout->position), &named, NULL) != OK) continue;
        keys[count++] =
            (OpeningKey){ canon_key(canon, &named, &view), { layout->name, layout->name } };
    }
    if (!text_is(text_of(variant->id), "quoridor")) return count;
    for (int i = 0; i < NAMED && count < OPENING_KEYS_MAX; i++) {
        variant_start(variant, &named);
        if (!play_text(&named, QUORIDOR[i].moves)) continue;
        keys[count++] = (OpeningKey){ canon_key(canon, &named, &view), QUORIDOR[i].opening };
    }
    return count;
}

bool opening_of(const Canon *canon, Key key, Opening *opening)
{
    OpeningKey keys[OPENING_KEYS_MAX];
    int count = opening_keys(canon, keys);
    for (int i = 0; i < count; i++)
        if (keys[i].key == key) {
            *opening = keys[i].opening;
            return true;
        }
    return false;
}
