// SPDX-License-Identifier: MIT
// Nothing is decided here: texts in, texts out. See page.h.
#include "wasm/page.h"

#include "base/bits.h"
#include "base/text.h"
#include "game/finding.h"
#include "variants/variants.h"

enum { INPUT_MOST = 4096, OUTPUT_MOST = 1 << 16 };

static char input[INPUT_MOST], output[OUTPUT_MOST];
static Position position;

static const Game *game(void)
{
    return position.head.variant->game;
}

static Out answer(void)
{
    return out_to(output, sizeof output);
}

static Status refuse(Status status, const char *message)
{
    Out out = answer();
    out_str(&out, message);
    return status;
}

static Text argument(u32 length)
{
    return (Text){ input, length < INPUT_MOST ? length : INPUT_MOST };
}

char *page_input(void)
{
    return input;
}

u32 page_input_room(void)
{
    return INPUT_MOST;
}

const char *page_output(void)
{
    return output;
}

u32 page_variants(void)
{
    Out out = answer();
    for (int i = 0; i < VARIANTS; i++) {
        const Variant *variant = variant_at(i);
        out_format(&out, "%s\t%d\t%s", variant->id, variant->players, variant->title);
        for (int j = 0; j < variant->layouts; j++)
            out_format(&out, "\t%s", variant->layout[j].name);
        out_char(&out, '\n');
    }
    return (u32)out.length;
}

static Status read(u32 index, Text text)
{
    Fault why;
    const Variant *variant = variant_at((int)index);
    Status status = variant->game->read(variant, text, &position, &why);
    return status == OK ? OK : refuse(status, why.message);
}

Status page_start(u32 variant, u32 layout)
{
    if (variant >= VARIANTS) return refuse(MALFORMED, "there is no such variant");
    if (layout >= variant_at((int)variant)->layouts)
        return refuse(MALFORMED, "there is no such layout");
    return read(variant, text_of(variant_at((int)variant)->layout[layout].position));
}

Status page_read(u32 variant, u32 length)
{
    if (variant >= VARIANTS) return refuse(MALFORMED, "there is no such variant");
    return read(variant, argument(length));
}

u32 page_write(void)
{
    Out out = answer();
    game()->write(&position, &out);
    return (u32)out.length;
}

u32 page_turn(void)
{
    return position.head.turn;
}

u32 page_out(void)
{
    return position.head.out;
}

u32 page_winners(void)
{
    return game()->winners(&position);
}

Key page_key(void)
{
    return game()->key(&position);
}

u32 page_draw(bool ascii)
{
    Out out = answer();
    game()->draw(&position, (DrawStyle){ .ascii = ascii, .last = MOVE_NONE }, &out);
    return (u32)out.length;
}

static void write_cells(Out *out, int count, const u8 *cells)
{
    for (int i = 0; i < count; i++) {
        out_char(out, i ? ' ' : '\t');
        game()->write_cell(cells[i], out);
    }
    if (!count) out_char(out, '\t');
}

static void write_finding(void *context, const Finding *finding)
{
    Out *out = context;
    out_format(out, "%s\t%d\t%s\t%d\t%d\t", finding_name(finding->kind), finding->player,
               finding->whole ? "whole" : "part", finding->ours, finding->theirs);
    if (finding->move == MOVE_NONE)
        out_char(out, '-');
    else
        game()->write_move(&position, finding->move, out);
    write_cells(out, finding->cells, finding->cell);
    write_cells(out, finding->others, finding->other);
    out_char(out, '\n');
}

u32 page_explain(void)
{
    Out out = answer();
    game()->explain(&position, write_finding, &out);
    return (u32)out.length;
}

// A move's text as a number that sorts the same way.
static u64 sort_key(Move move)
{
    char text[MOVE_TEXT_MOST] = { 0 };
    Out out = out_to(text, sizeof text);
    game()->write_move(&position, move, &out);
    u64 key = 0;
    for (int i = 0; i < MOVE_TEXT_MOST; i++)
        key = key << 8 | (u8)text[i];
    return key;
}

u32 page_moves(void)
{
    Move moves[MOVES_MOST];
    u64 sorted[MOVES_MOST];
    int count = game()->moves(&position, moves);
    for (int i = 0; i < count; i++) {
        u64 key = sort_key(moves[i]);
        int at = i;
        for (; at > 0 && sorted[at - 1] > key; at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = key;
    }
    Out out = answer();
    for (int i = 0; i < count; i++) {
        for (int shift = 56; (sorted[i] >> shift & 255) != 0; shift -= 8)
            out_char(&out, (char)(sorted[i] >> shift & 255));
        out_char(&out, '\n');
    }
    return (u32)out.length;
}

static Status read_move(u32 length, Move *move)
{
    Fault why;
    Status status = move_read(&position, argument(length), move, &why);
    return status == OK ? OK : refuse(status, why.message);
}

Status page_check(u32 length)
{
    Move move;
    return read_move(length, &move);
}

Status page_play(u32 length)
{
    Move move;
    Status status = read_move(length, &move);
    if (status == OK) game()->play(&position, move);
    return status;
}

Status page_leave(u32 player)
{
    const Variant *variant = position.head.variant;
    if (player >= variant->players) return refuse(MALFORMED, "there is no such player");
    if (!variant_each_alone(variant)) return refuse(ILLEGAL, "nobody leaves a game of two sides");
    if (game()->winners(&position)) return refuse(ILLEGAL, refusal_text(REFUSED_GAME_OVER));
    if (bits_has(position.head.out, (int)player)) return refuse(ILLEGAL, "the player is out");
    game()->leave(&position, (int)player);
    return OK;
}

u64 page_perft(u32 depth)
{
    return game()->perft(&position, (int)depth);
}
