// SPDX-License-Identifier: MIT
// Position readers. An accepted position can be written and read back, and supports every
// operation: moves, playing each of them, leaf counts, drawing, findings.
#include "fuzz.h"

#include "game/finding.h"
#include "game/sketch.h"

#include <stdlib.h>
#include <string.h>

static void count_finding(void *context, const Finding *finding)
{
    must(finding->kind < FINDING_KINDS && finding_name(finding->kind));
    ++*(int *)context;
}

// Reading derives the data that playing updates incrementally; the legal moves show whether both
// agree.
static void check_round_trip(const Position *position)
{
    const Variant *variant = position->head.variant;
    char text[POSITION_TEXT_MAX], again[POSITION_TEXT_MAX];
    Position copy;
    position_text(position, text);
    must(variant->game->read(variant, text_of(text), &copy, NULL) == OK);
    position_text(&copy, again);
    must(!strcmp(text, again));
    must(variant->game->key(&copy) == variant->game->key(position));
    must(variant->game->perft(&copy, 1) == variant->game->perft(position, 1));
}

static void check_moves(const Position *position)
{
    const Game *game = position->head.variant->game;
    Move moves[MOVES_MAX];
    int count = game->moves(position, moves);
    must((count == 0) == (game->winners(position) != 0));
    must((u64)count == game->perft(position, 1));
    for (int i = 0; i < count; i++) {
        char text[MOVE_TEXT_MAX];
        Out out = out_to(text, sizeof text);
        game->write_move(position, moves[i], &out);
        Move read = MOVE_NONE;
        must(!out.lost && move_read(position, text_of(text), &read, NULL) == OK);
        must(read == moves[i]);
        Position child = *position;
        game->play(&child, moves[i]);
        if (i % 16 == 0) check_round_trip(&child);
    }
}

// A sketch accepts every edit, has a flaw if and only if it can't be read, and equals its own text.
static void check_sketch(const Variant *variant, Text text, bool legal)
{
    static const char *const EDITS[] = { "swap",     "mirror",    "turn",  "take e5",   "put e9 1",
                                         "wall e3h", "count 0 2", "out 0", "to-move 1", "clear" };
    const Sketching *game = variant->game->sketching;
    Position sketch, copy;
    if (game->read(variant, text, &sketch, NULL) != OK) {
        must(!legal);
        return;
    }
    Flaws flaws = { 0 };
    game->flaws(&sketch, &flaws);
    must(legal == (flaws.count == 0));
    for (size_t i = 0; i < sizeof EDITS / sizeof *EDITS; i++) {
        char written[POSITION_TEXT_MAX];
        must(sketch_edit(&sketch, text_of(EDITS[i])));
        position_text(&sketch, written);
        flaws.count = 0;
        game->flaws(&sketch, &flaws);
        must((variant->game->read(variant, text_of(written), &copy, NULL) == OK) ==
             (flaws.count == 0));
    }
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
    if (size == 0) return 0;
    const Variant *variant = fuzz_variant(data[0]);
    char *bytes = malloc(size);
    memcpy(bytes, data + 1, size - 1);
    Position position;
    Fault why;
    Text text = { bytes, size - 1 };
    Status status = variant->game->read(variant, text, &position, &why);
    check_sketch(variant, text, status == OK);
    if (status == OK) {
        static char drawing[DRAWING_TEXT_MAX];
        Out out = out_to(drawing, sizeof drawing);
        int findings = 0;
        check_round_trip(&position);
        check_moves(&position);
        variant->game->draw(&position, (DrawStyle){ .colour = true, .last = MOVE_NONE }, &out);
        must(!out.lost);
        variant->game->explain(&position, count_finding, &findings);
    } else {
        must(why.message[0] && strlen(why.message) < sizeof why.message);
    }
    free(bytes);
    return 0;
}
