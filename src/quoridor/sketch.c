// SPDX-License-Identifier: MIT
// Quoridor positions set up by hand. A player is out if and only if they have no pawn. Walls move
// between the board and the players' hands.
#include "quoridor/position.h"

static QrPosition *own(Position *sketch)
{
    return (QrPosition *)sketch;
}

static Status sketch_read(const Variant *variant, Text text, Position *sketch, Fault *why)
{
    return qr_read_sketch((const QrVariant *)variant, text, own(sketch), why);
}

static void sketch_flaws(const Position *sketch, Flaws *flaws)
{
    qr_flaws((const QrPosition *)sketch, flaws);
}

static void sketch_clear(Position *sketch)
{
    own(sketch)->wall[HORIZONTAL] = own(sketch)->wall[VERTICAL] = 0;
    for (int player = 0; player < sketch->head.variant->players; player++)
        own(sketch)->walls[player] = qr_variant(own(sketch))->walls;
}

static void sketch_take(Position *sketch, Text name)
{
    Square square = square_read(name);
    for (int player = 0; player < sketch->head.variant->players; player++)
        if (own(sketch)->pawn[player] == square) sketch->head.out |= (u8)bit(player);
}

static void sketch_put(Position *sketch, Text name, int player)
{
    Square square = square_read(name);
    if (square < 0) return;
    sketch_take(sketch, name);
    own(sketch)->pawn[player] = (u8)square;
    sketch->head.out &= (u8)~bit(player);
}

// The hand with the most walls (`full`), or with the fewest.
static u8 *find_hand(QrPosition *position, bool full)
{
    int found = 0;
    for (int player = 1; player < position->head.variant->players; player++)
        if (full ? position->walls[player] > position->walls[found]
                 : position->walls[player] < position->walls[found])
            found = player;
    return &position->walls[found];
}

static void sketch_wall(Position *sketch, Text wall)
{
    QrPosition *position = own(sketch);
    if (wall.length != 3) return;
    Slot slot = slot_read(text_cut(wall, 0, 2));
    char letter = text_lower(wall.at[2]);
    if (slot < 0 || (letter != 'h' && letter != 'v')) return;
    Slots *walls = &position->wall[letter == 'h' ? HORIZONTAL : VERTICAL];
    int standing = bits_count(position->wall[HORIZONTAL]) + bits_count(position->wall[VERTICAL]);
    if (!bits_has(*walls, slot) && standing >= QR_SKETCH_WALLS_MAX) return;
    *walls ^= bit(slot);
    if (bits_has(*walls, slot)) {
        u8 *hand = find_hand(position, true);
        if (*hand) --*hand;
    } else {
        u8 *hand = find_hand(position, false);
        if (*hand < qr_variant(position)->walls) ++*hand;
    }
}

static void sketch_count(Position *sketch, int player, int count)
{
    int most = qr_variant(own(sketch))->walls;
    own(sketch)->walls[player] = (u8)(count < most ? count : most);
}

static void sketch_leave(Position *sketch, int player, bool out)
{
    // A player returns only when sketch_put() gives their pawn a square.
    if (out) sketch->head.out |= (u8)bit(player);
}

static void move_squares(QrPosition *position, bool across, Square (*to)(Square, int))
{
    QrPosition before = *position;
    for (int player = 0; player < position->head.variant->players; player++)
        position->pawn[player] = (u8)to(before.pawn[player], SIZE);
    for (Orientation o = HORIZONTAL; o < ORIENTATIONS; o++) {
        Slots moved = 0;
        for (Slots left = before.wall[o]; left; left &= left - 1)
            moved |= bit(to(bits_first(left), SIZE - 1));
        position->wall[across ? !o : o] = moved;
    }
}

static void sketch_mirror(Position *sketch)
{
    move_squares(own(sketch), false, square_mirrored);
}

static void sketch_turn(Position *sketch)
{
    move_squares(own(sketch), true, square_turned);
}

static void sketch_swap(Position *sketch, const u8 to[PLAYERS_MAX])
{
    QrPosition before = *own(sketch);
    for (int player = 0; player < sketch->head.variant->players; player++) {
        own(sketch)->pawn[to[player]] = before.pawn[player];
        own(sketch)->walls[to[player]] = before.walls[player];
    }
}

const Sketching QR_SKETCHING = {
    .read = sketch_read,
    .flaws = sketch_flaws,
    .clear = sketch_clear,
    .put = sketch_put,
    .take = sketch_take,
    .wall = sketch_wall,
    .count = sketch_count,
    .leave = sketch_leave,
    .mirror = sketch_mirror,
    .turn = sketch_turn,
    .exchange = sketch_swap,
};
