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
    json_key(out, "move");
    json_string(out, text);
}

static void write_number(Out *out, const char *key, i64 number)
{
    json_key(out, key);
    json_number(out, number);
}

static void write_games(Explorer *explorer, const ExplorerMove *move, Out *out)
{
    json_key(out, "last");
    json_open(out, '[');
    for (int i = 0; i < move->lasts; i++) {
        char text[EXPLORER_REF_MAX + 1] = "";
        Out reference = out_to(text, sizeof text);
        explorer_reference(explorer, move->last[i], &reference);
        if (text[0] == '{')
            json_raw(out, text_of(text));
        else
            json_string(out, text);
    }
    json_close(out, ']');
}

static void write_played(Explorer *explorer, const Position *position, const ExplorerMove *move,
                         Out *out)
{
    json_open(out, '{');
    write_move(position, move->move, out);
    write_number(out, "games", move->count);
    write_number(out, "won", move->won);
    write_number(out, "drawn", move->drawn);
    if (move->rated) write_number(out, "rating", move->rating);
    write_games(explorer, move, out);
    json_close(out, '}');
}

void explorer_json(Explorer *explorer, const Position *position, const ExplorerAnswer *answer,
                   Out *out)
{
    ExplorerLore lore;
    explorer_lore(position, &lore);
    json_open(out, '{');
    if (lore.named) {
        json_key(out, "opening");
        json_string(out, lore.opening.id);
        json_key(out, "name");
        json_string(out, lore.opening.name);
    }
    write_number(out, "games", explorer ? answer->games : 0);
    json_key(out, "moves");
    json_open(out, '[');
    for (int i = 0; explorer && i < answer->count; i++)
        write_played(explorer, position, &answer->move[i], out);
    json_close(out, ']');
    json_key(out, "book");
    json_open(out, '[');
    for (int i = 0; i < lore.book_moves; i++) {
        json_open(out, '{');
        write_move(position, lore.book[i].move, out);
        write_number(out, "chance", lore.book[i].chance);
        json_close(out, '}');
    }
    json_close(out, ']');
    json_close(out, '}');
}
