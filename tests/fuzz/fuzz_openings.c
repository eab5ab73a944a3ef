// SPDX-License-Identifier: MIT
// Files of openings for matches, as positions and moves or as records, and the words for other
// openings. An input's first byte selects the variant, the second the number of plies used from a
// record. Every opening that is read can be played and doesn't end the game.
#include "memory_file.h"

#include "runner/openings.h"

#include <string.h>

enum { LOOKS = 4 };

static void check_opening(const Opening *opening, const Variant *variant)
{
    Position position = opening->start;
    must(position.head.variant == variant);
    must(opening->plies >= 0 && opening->plies <= OPENING_PLIES_MAX);
    for (int i = 0; i < opening->plies; i++) {
        must(move_check(&position, opening->move[i], NULL) == OK);
        variant->game->play(&position, opening->move[i]);
    }
    must(!variant->game->winners(&position));
}

static void check(const OpeningsSetup *setup)
{
    Fault why = { 0 };
    Openings *openings = openings_new(setup, &why);
    if (!openings) {
        must(why.message[0] && strlen(why.message) < sizeof why.message);
        return;
    }
    // Random openings need a search, and consist of legal moves anyway.
    bool random = !strncmp(setup->spec, "random:", 7);
    for (u64 i = 0; i < LOOKS && !random; i++) {
        Opening opening;
        openings_get(openings, NULL, i, &opening);
        check_opening(&opening, setup->start->head.variant);
    }
    openings_free(openings);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
    Position start;
    if (size < 2) return 0;
    variant_start(fuzz_variant(data[0]), &start);
    OpeningsSetup setup = { .start = &start, .plies = data[1] % 16 };
    setup.spec = memory_file((Text){ (const char *)data + 2, size - 2 });
    check(&setup);
    // As a word, unless it could be the name of some file.
    char word[64] = "random:";
    size_t length = size - 2 < 50 ? size - 2 : 50;
    memcpy(word + 7, data + 2, length);
    setup.spec = word;
    check(&setup);
    return 0;
}
