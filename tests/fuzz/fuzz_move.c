// SPDX-License-Identifier: MIT
// Move readers: an input is a list of words, played from the start of a variant and layout (the
// first two bytes). An accepted word is a legal move and can be read back as written. A rejected
// one comes with a reason.
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

enum { WORDS_MAX = 64 };

static bool listed(const Position *position, Move move)
{
    Move moves[MOVES_MAX];
    int count = position->head.variant->game->moves(position, moves);
    for (int i = 0; i < count; i++)
        if (moves[i] == move) return true;
    return false;
}

static void check_word(Position *position, Text word, Move *last)
{
    const Game *game = position->head.variant->game;
    Move move, again;
    Fault why;
    Status status = move_read(position, word, &move, &why);
    if (status != OK) {
        must(status == ILLEGAL || status == MALFORMED);
        must(why.message[0] && strlen(why.message) < sizeof why.message);
        return;
    }
    must(listed(position, move));
    char text[MOVE_TEXT_MAX];
    Out out = out_to(text, sizeof text);
    game->write_move(position, move, &out);
    must(!out.lost && move_read(position, text_of(text), &again, NULL) == OK && again == move);
    game->play(position, move);
    *last = move;
}

static void check_drawing(const Position *position, Move last)
{
    static char drawing[DRAWING_TEXT_MAX];
    Out out = out_to(drawing, sizeof drawing);
    position->head.variant->game->draw(position, (DrawStyle){ .last = last }, &out);
    must(!out.lost);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
    if (size < 2) return 0;
    const Variant *variant = fuzz_variant(data[0]);
    const Layout *layout = &variant->layout[data[1] % variant->layouts];
    Position position;
    must(variant->game->read(variant, text_of(layout->position), &position, NULL) == OK);
    char *bytes = malloc(size);
    memcpy(bytes, data + 2, size - 2);
    Text rest = { bytes, size - 2 }, word;
    Move last = MOVE_NONE;
    for (int i = 0; i < WORDS_MAX && text_word(&rest, &word); i++)
        check_word(&position, word, &last);
    check_drawing(&position, last);
    free(bytes);
    return 0;
}
