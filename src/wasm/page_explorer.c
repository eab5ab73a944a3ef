// SPDX-License-Identifier: MIT
#include "wasm/page_explorer.h"

#include "analysis/book.h"
#include "analysis/openings.h"
#include "base/json.h"
#include "variants/variants.h"
#include "wasm/view.h"

enum { ANSWER_MAX = 32768, PLIES = 24 }; // as in explorer/explorer.h

// Reads the start of a request: the first two arguments.
static Status read_place(Text *rest, Position *position, Canon *canon, Fault *why)
{
    Text id = argument_line(rest);
    const Variant *variant = variant_find(id);
    if (!variant) return fault(why, MALFORMED, "there is no variant %q", id);
    canon_init(canon, variant);
    return variant->game->read(variant, argument_line(rest), position, why);
}

// As a text, because numbers in JavaScript have 53 bits.
static void write_key(Key key, Out *out)
{
    static const char HEX[] = "0123456789abcdef";
    char text[17];
    for (int i = 0; i < 16; i++)
        text[i] = HEX[key >> (60 - 4 * i) & 15];
    text[16] = '\0';
    js_string(out, NULL, text);
}

static void write_move(const Position *position, Move move, Out *out)
{
    char text[MOVE_TEXT_MAX];
    Out name = out_to(text, sizeof text);
    position->head.variant->game->write_move(position, move, &name);
    js_string(out, NULL, text);
}

static void write_moves(const Canon *canon, const CanonPlace *place, const Position *position,
                        Out *out)
{
    Move moves[MOVES_MAX];
    const Game *game = position->head.variant->game;
    int count = game->winners(position) ? 0 : game->moves(position, moves);
    js_array(out, "moves");
    for (int i = 0; i < count; i++) {
        js_array(out, NULL);
        write_move(position, moves[i], out);
        js_number(out, NULL, canon_place_move(canon, place, moves[i]));
        js_close(out, ']');
    }
    js_close(out, ']');
}

static void write_book(const Canon *canon, const CanonPlace *place, const Position *position,
                       Out *out)
{
    BookMove book[BOOK_MOVES_MAX];
    int count = book_find(canon, place, book);
    js_array(out, "book");
    for (int i = 0; i < count; i++) {
        js_object(out, NULL);
        js_key(out, "move");
        write_move(position, book[i].move, out);
        js_number(out, "chance", book[i].chance);
        js_close(out, '}');
    }
    js_close(out, ']');
}

u32 page_explorer(u32 length)
{
    Text rest = argument(length);
    Position position;
    Canon canon;
    CanonPlace place;
    Opening opening;
    Fault why;
    Status status = read_place(&rest, &position, &canon, &why);
    Out out = answer_begin(ANSWER_MAX);
    if (status != OK) {
        view_write_refusal(NULL, rest, status, &why, &out);
        return answer_end(&out);
    }
    canon_place(&canon, &position, &place);
    js_object(&out, NULL);
    js_key(&out, "key");
    write_key(place.key, &out);
    if (opening_of(&canon, place.key, &opening)) {
        js_string(&out, "opening", opening.id);
    }
    write_moves(&canon, &place, &position, &out);
    write_book(&canon, &place, &position, &out);
    js_close(&out, '}');
    return answer_end(&out);
}

u32 page_explorer_game(u32 length)
{
    Text rest = argument(length), word;
    Position position;
    Canon canon;
    Fault why;
    Status status = read_place(&rest, &position, &canon, &why);
    Text moves = argument_line(&rest);
    Out out = answer_begin(ANSWER_MAX);
    if (status != OK) {
        view_write_refusal(NULL, rest, status, &why, &out);
        return answer_end(&out);
    }
    js_object(&out, NULL);
    js_array(&out, "plies");
    for (int ply = 0; ply < PLIES && text_word(&moves, &word); ply++) {
        CanonPlace place;
        Move move;
        if (move_read(&position, word, &move, NULL) != OK) break; // a departure
        canon_place(&canon, &position, &place);
        js_array(&out, NULL);
        write_key(place.key, &out);
        js_number(&out, NULL, canon_place_move(&canon, &place, move));
        js_number(&out, NULL, position.head.turn);
        js_close(&out, ']');
        position.head.variant->game->play(&position, move);
    }
    js_close(&out, ']');
    js_close(&out, '}');
    return answer_end(&out);
}
