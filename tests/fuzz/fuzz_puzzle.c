// SPDX-License-Identifier: MIT
// Lines of puzzles, and lines of a review from the page. An accepted puzzle can be read back as
// written.
#include "analysis/puzzle.h"
#include "analysis/review.h"
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

static void check_puzzle(const Variant *variant, Text text)
{
    Puzzle puzzle, again;
    Fault why = { 0 };
    Status status = puzzle_read(variant, text, &puzzle, &why);
    if (status != OK) {
        must(why.message[0] && strlen(why.message) < sizeof why.message);
        return;
    }
    must(puzzle.length % 2 == 1 && puzzle.length <= PUZZLE_LINE_MAX);
    char written[2 * PUZZLE_TEXT_MAX];
    Out out = out_to(written, sizeof written);
    puzzle_write(&puzzle, &out);
    must(!out.lost && puzzle_read(variant, text_of(written), &again, NULL) == OK);
    must(again.id == puzzle.id && again.level == puzzle.level && again.themes == puzzle.themes);
    must(again.goal == puzzle.goal && again.length == puzzle.length);
    must(!memcmp(again.line, puzzle.line, sizeof *puzzle.line * (size_t)puzzle.length));
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
    if (size < 1) return 0;
    const Variant *variant = fuzz_variant(data[0]);
    char *bytes = malloc(size);
    memcpy(bytes, data + 1, size - 1);
    Text text = { bytes, size - 1 };
    ReviewDigest digest;
    check_puzzle(variant, text);
    if (review_digest_read(variant, text, &digest)) must(digest.player < variant->players);
    free(bytes);
    return 0;
}
