// SPDX-License-Identifier: MIT
#include "game/game.h"

#include "base/bits.h"

#include <assert.h>

const Layout *variant_layout(const Variant *variant, Text name)
{
    for (int i = 0; i < variant->layouts; i++)
        if (text_is(name, variant->layout[i].name)) return &variant->layout[i];
    return NULL;
}

void variant_start(const Variant *variant, Position *position)
{
    variant->game->read(variant, text_of(variant->layout[0].position), position, NULL);
}

u8 variant_everyone(const Variant *variant)
{
    return (u8)((1 << variant->players) - 1);
}

u8 variant_teammates(const Variant *variant, int player)
{
    u8 mates = 0;
    for (int other = 0; other < variant->players; other++)
        if (variant->team[other] == variant->team[player]) mates |= (u8)(1 << other);
    return mates;
}

bool variant_each_alone(const Variant *variant)
{
    return variant->players > 2 && variant_teammates(variant, 0) == 1;
}

// In the order of Swap.
static const char *const SWAP_WORD[SWAPS] = { "", "swap", "choose" };

Status head_read_swap(Head *head, Text *text, Fault *why)
{
    Text trimmed = text_trim(*text);
    size_t start = trimmed.length;
    while (start && !text_blank(trimmed.at[start - 1]))
        start--;
    if (!start) return OK;
    for (int swap = SWAP_AFTER_MOVE; swap < SWAPS; swap++) {
        if (!text_is(text_from(trimmed, start), SWAP_WORD[swap])) continue;
        if (head->variant->players != 2)
            return fault(why, MALFORMED, "%q: the swap rule is for two players",
                         text_from(trimmed, start));
        head->swap = (u8)swap;
        *text = text_cut(trimmed, 0, start);
    }
    return OK;
}

void head_write_swap(const Head *head, Out *out)
{
    if (head->swap) out_format(out, " %s", SWAP_WORD[head->swap]);
}

void head_advance(Head *head)
{
    assert(head->out != variant_everyone(head->variant));
    do
        head->turn = head->variant->next[head->turn];
    while (bits_has(head->out, head->turn));
}

u8 head_last_side(const Head *head)
{
    u8 in = (u8)(variant_everyone(head->variant) & ~head->out);
    if (!in) return 0;
    u8 side = variant_teammates(head->variant, bits_first(in));
    return (in & ~side) ? 0 : side;
}

Status move_refuse(Text text, Refusal refusal, int who, Fault *why)
{
    if (refusal == REFUSED_SHUT_IN)
        fault(why, ILLEGAL, "illegal move %q: it shuts in player %d", text, who + 1);
    else
        fault(why, ILLEGAL, "illegal move %q: %s", text, refusal_text(refusal));
    if (why) why->code = (int)refusal;
    return ILLEGAL;
}

// `text` is the move as the player wrote it.
static Status judge_move(const Position *position, Move move, Text text, Fault *why)
{
    int who = 0;
    Refusal refusal = position->head.variant->game->refusal(position, move, &who);
    return refusal == ALLOWED ? OK : move_refuse(text, refusal, who, why);
}

Status move_read(const Position *position, Text text, Move *move, Fault *why)
{
    Move read;
    Status status = position->head.variant->game->read_move(position, text, &read, why);
    if (status == OK) status = judge_move(position, read, text, why);
    if (status == OK) *move = read;
    return status;
}

Status move_check(const Position *position, Move move, Fault *why)
{
    if (move == MOVE_NONE) return fault(why, ILLEGAL, "no move is not a move");
    char name[MOVE_TEXT_MAX];
    Out out = out_to(name, sizeof name);
    position->head.variant->game->write_move(position, move, &out);
    return judge_move(position, move, text_of(name), why);
}
