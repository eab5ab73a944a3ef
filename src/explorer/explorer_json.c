// SPDX-License-Identifier: MIT
#include "explorer/explorer_json.h"

#include "base/json.h"

void explorer_lore(const Position *position, ExplorerLore *lore)
{
    Canon canon;
    CanonPlace place;
    canon_init(&canon, position->head.variant);
    canon_place(&canon, position, &place);
    lore->named = opening_of(&canon, place.key, &lore->opening);
    lore->book_moves = book_find(&canon, &place, lore->book);
}

static void write_move(const Position *position, Move move, Out *out)
{
    char text[MOVE_TEXT_MAX];
    Out name = out_to(text, sizeof text);
    position->head.variant->game->write_move(position, move, &name);
    js_string(out, "move", text);
}

static void write_games(Explorer *explorer, const ExplorerMove *move, Out *out)
{
    js_array(out, "last");
    for (int i = 0; i < move->lasts; i++) {
        char text[EXPLORER_REF_MAX + 1] = "";
        Out reference = out_to(text, sizeof text);
        explorer_reference(explorer, move->last[i], &reference);
        if (text[0] == '{')
            js_value(out, NULL, text_of(text));
        else
            js_string(out, NULL, text);
    }
    js_close(out, ']');
}

static void write_played(Explorer *explorer, const Position *position, const ExplorerMove *move,
                         Out *out)
{
    js_object(out, NULL);
    write_move(position, move->move, out);
    js_number(out, "games", move->count);
    js_number(out, "won", move->won);
    js_number(out, "drawn", move->drawn);
    if (move->rated) js_number(out, "rating", move->rating);
    write_games(explorer, move, out);
    js_close(out, '}');
}

void explorer_json(Explorer *explorer, const Position *position, const ExplorerAnswer *answer,
                   Out *out)
{
    ExplorerLore lore;
    explorer_lore(position, &lore);
    js_object(out, NULL);
    if (lore.named) {
        js_string(out, "opening", lore.opening.id);
        js_string(out, "name", lore.opening.name);
    }
    js_number(out, "games", explorer ? answer->games : 0);
    js_array(out, "moves");
    for (int i = 0; explorer && i < answer->count; i++)
        write_played(explorer, position, &answer->move[i], out);
    js_close(out, ']');
    js_array(out, "book");
    for (int i = 0; i < lore.book_moves; i++) {
        js_object(out, NULL);
        write_move(position, lore.book[i].move, out);
        js_number(out, "chance", lore.book[i].chance);
        js_close(out, '}');
    }
    js_close(out, ']');
    js_close(out, '}');
}
