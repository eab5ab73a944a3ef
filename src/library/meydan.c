// SPDX-License-Identifier: MIT
// The public library: meydan.h on top of the core. Numbers from callers are checked; positions from
// callers are trusted.
#include "meydan.h"

#include "base/bits.h"
#include "base/text.h"
#include "variants/variants.h"

_Static_assert(sizeof(MeydanPosition) == sizeof(Position), "a position is the same bytes");
_Static_assert(_Alignof(MeydanPosition) == _Alignof(Position), "at the same addresses");
_Static_assert(sizeof(MeydanFault) == sizeof(Fault), "a fault is the same bytes");
_Static_assert((int)MEYDAN_PLAYERS_MAX == (int)PLAYERS_MAX, "players");
_Static_assert((int)MEYDAN_MOVES_MAX == (int)MOVES_MAX, "moves");
_Static_assert((int)MEYDAN_MOVE_TEXT_MAX == (int)MOVE_TEXT_MAX, "a move's text");
_Static_assert((int)MEYDAN_POSITION_TEXT_MAX == (int)POSITION_TEXT_MAX, "a position's text");
_Static_assert((int)MEYDAN_DRAWING_TEXT_MAX == (int)DRAWING_TEXT_MAX, "a drawing");
_Static_assert((int)MEYDAN_MOVE_PASS == (int)MOVE_PASS, "passing");
_Static_assert((int)MEYDAN_MOVE_SWAP == (int)MOVE_SWAP, "swapping");
_Static_assert((int)MEYDAN_MOVE_NONE == (int)MOVE_NONE, "no move");
_Static_assert((int)MEYDAN_ILLEGAL == (int)ILLEGAL, "illegal");
_Static_assert((int)MEYDAN_MALFORMED == (int)MALFORMED, "malformed");

static const Position *core(const MeydanPosition *position)
{
    return (const Position *)position;
}

static const Game *game_of(const MeydanPosition *position)
{
    return core(position)->head.variant->game;
}

// Returns NULL for an unknown variant.
static const Variant *variant_of(int variant)
{
    return variant >= 0 && variant < variant_count() ? variant_at(variant) : NULL;
}

// The writers below write the whole text to a local buffer first, then copy as much as fits.
static size_t hand_out(const Out *text, char *buffer, size_t capacity)
{
    if (!capacity) return text->length;
    Out out = out_to(buffer, capacity);
    out_text(&out, (Text){ text->at, text->length });
    return text->length;
}

const char *meydan_version(void)
{
    return MEYDAN_VERSION;
}

int meydan_version_number(void)
{
    return MEYDAN_VERSION_NUMBER;
}

int meydan_variants(void)
{
    return variant_count();
}

int meydan_variant_find(const char *id)
{
    for (int i = 0; i < variant_count(); i++)
        if (text_is(text_of(id), variant_at(i)->id)) return i;
    return -1;
}

const char *meydan_variant_id(int variant)
{
    return variant_of(variant) ? variant_of(variant)->id : NULL;
}

const char *meydan_variant_title(int variant)
{
    return variant_of(variant) ? variant_of(variant)->title : NULL;
}

int meydan_variant_players(int variant)
{
    return variant_of(variant) ? variant_of(variant)->players : 0;
}

int meydan_variant_team(int variant, int player)
{
    if (player < 0 || player >= meydan_variant_players(variant)) return -1;
    return variant_of(variant)->team[player];
}

int meydan_layouts(int variant)
{
    return variant_of(variant) ? variant_of(variant)->layouts : 0;
}

const char *meydan_layout_name(int variant, int layout)
{
    if (layout < 0 || layout >= meydan_layouts(variant)) return NULL;
    return variant_of(variant)->layout[layout].name;
}

MeydanStatus meydan_read(MeydanPosition *position, int variant, const char *text, MeydanFault *why)
{
    const Variant *rules = variant_of(variant);
    Status status =
        rules ? rules->game->read(rules, text_of(text), (Position *)position, (Fault *)why)
              : fault((Fault *)why, MALFORMED, "there is no variant %d", variant);
    return (MeydanStatus)status;
}

MeydanStatus meydan_start(MeydanPosition *position, int variant, const char *layout)
{
    const Variant *rules = variant_of(variant);
    if (!rules) return MEYDAN_MALFORMED;
    const Layout *start = layout ? variant_layout(rules, text_of(layout)) : &rules->layout[0];
    return start ? meydan_read(position, variant, start->position, NULL) : MEYDAN_MALFORMED;
}

size_t meydan_write(const MeydanPosition *position, char *buffer, size_t capacity)
{
    char text[POSITION_TEXT_MAX];
    Out out = out_to(text, sizeof text);
    game_of(position)->write(core(position), &out);
    return hand_out(&out, buffer, capacity);
}

size_t meydan_draw(const MeydanPosition *position, bool ascii, bool colour, char *buffer,
                   size_t capacity)
{
    char text[DRAWING_TEXT_MAX];
    Out out = out_to(text, sizeof text);
    game_of(position)->draw(core(position), (DrawStyle){ ascii, colour, MOVE_NONE }, &out);
    return hand_out(&out, buffer, capacity);
}

int meydan_variant(const MeydanPosition *position)
{
    int variant = 0;
    while (variant_at(variant) != core(position)->head.variant)
        variant++;
    return variant;
}

int meydan_turn(const MeydanPosition *position)
{
    return core(position)->head.turn;
}

unsigned meydan_winners(const MeydanPosition *position)
{
    return game_of(position)->winners(core(position));
}

unsigned meydan_out(const MeydanPosition *position)
{
    return core(position)->head.out;
}

uint64_t meydan_key(const MeydanPosition *position)
{
    return game_of(position)->key(core(position));
}

int meydan_moves(const MeydanPosition *position, MeydanMove moves[MEYDAN_MOVES_MAX])
{
    return game_of(position)->moves(core(position), moves);
}

MeydanStatus meydan_read_move(const MeydanPosition *position, const char *text, MeydanMove *move,
                              MeydanFault *why)
{
    return (MeydanStatus)move_read(core(position), text_of(text), move, (Fault *)why);
}

// A caller's move may have any bits, which refusal() doesn't support, so it is looked up in the
// list of legal moves.
static bool is_legal(const MeydanPosition *position, MeydanMove move)
{
    Move moves[MOVES_MAX];
    int count = game_of(position)->moves(core(position), moves);
    for (int i = 0; i < count; i++)
        if (moves[i] == move) return true;
    return false;
}

size_t meydan_write_move(const MeydanPosition *position, MeydanMove move, char *buffer,
                         size_t capacity)
{
    char text[MOVE_TEXT_MAX];
    Out out = out_to(text, sizeof text);
    if (is_legal(position, move)) game_of(position)->write_move(core(position), move, &out);
    return hand_out(&out, buffer, capacity);
}

MeydanStatus meydan_play(MeydanPosition *position, MeydanMove move)
{
    if (!is_legal(position, move)) return MEYDAN_ILLEGAL;
    game_of(position)->play((Position *)position, move);
    return MEYDAN_OK;
}

MeydanStatus meydan_leave(MeydanPosition *position, int player)
{
    const Variant *variant = core(position)->head.variant;
    if (player < 0 || player >= variant->players) return MEYDAN_MALFORMED;
    if (!variant_each_alone(variant) || meydan_winners(position)) return MEYDAN_ILLEGAL;
    if (bits_has(core(position)->head.out, player)) return MEYDAN_ILLEGAL;
    variant->game->leave((Position *)position, player);
    return MEYDAN_OK;
}

uint64_t meydan_perft(const MeydanPosition *position, int depth)
{
    return depth <= 0 ? 1 : game_of(position)->perft(core(position), depth);
}
