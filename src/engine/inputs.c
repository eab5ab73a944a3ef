// SPDX-License-Identifier: MIT
#include "engine/inputs.h"

static u16 *add_squares(u16 *end, Squares set, int first, bool turned)
{
    int sign = turned ? -1 : 1, base = first + (turned ? 80 : 0);
    for (u64 low = (u64)set; low; low &= low - 1)
        *end++ = (u16)(base + sign * bits_first(low));
    for (u64 high = (u64)(set >> 64); high; high &= high - 1)
        *end++ = (u16)(base + sign * (64 + bits_first(high)));
    return end;
}

int qr_inputs(const QrPosition *position, const Way way[2], u16 input[QR_ACTIVE_MAX])
{
    int me = position->head.turn, foe = 1 - me;
    bool turned = me == 1; // the second player's board is turned by 180 degrees
    int count = 0;
    Square own = position->pawn[me], other = position->pawn[foe];
    input[count++] = (u16)(QR_OWN_PAWN + (turned ? 80 - own : own));
    input[count++] = (u16)(QR_FOE_PAWN + (turned ? 80 - other : other));
    for (int o = 0; o < 2; o++)
        for (Slots rest = position->wall[o]; rest; rest &= rest - 1) {
            Slot slot = bits_first(rest);
            input[count++] = (u16)(QR_WALLS + 64 * o + (turned ? 63 - slot : slot));
        }
    input[count++] = (u16)(QR_OWN_FAR + input_clamp(way[me].length, 0, 31));
    input[count++] = (u16)(QR_FOE_FAR + input_clamp(way[foe].length, 0, 31));
    count += qr_balance(position, way, input + count);
    u16 *end = input + count;
    end = add_squares(end, way[me].squares, QR_OWN_WAY, turned);
    end = add_squares(end, way[foe].squares, QR_FOE_WAY, turned);
    end = add_squares(end, way[me].necks, QR_OWN_NECK, turned);
    end = add_squares(end, way[foe].necks, QR_FOE_NECK, turned);
    return (int)(end - input);
}

// A square or slot on a board of `size`, turned so that the player's goal is north.
static int turned(int at, int size, Side goal)
{
    int file = at % size, rank = at / size, last = size - 1;
    switch (goal) {
    case NORTH: return at;
    case SOUTH: return size * (last - rank) + last - file;
    case EAST: return size * file + last - rank;
    case WEST:
    case SIDES: break;
    }
    return size * (last - file) + rank;
}

int qr4_inputs(const QrPosition *position, const Way way[4], int player, u16 input[QR_ACTIVE_MAX])
{
    Side goal = (Side)qr_variant(position)->goal[player];
    bool quarter = goal == EAST || goal == WEST;
    u16 *end = input;
    for (int o = 0; o < 2; o++)
        for (Slots rest = position->wall[o]; rest; rest &= rest - 1)
            *end++ =
                (u16)(QR4_WALLS + 64 * (quarter ? 1 - o : o) + turned(bits_first(rest), 8, goal));
    // Each player in turn, beginning with the player to move.
    Head head = position->head;
    int fastest = 200, own = 0;
    for (int turns = 0; turns == 0 || head.turn != position->head.turn; turns++) {
        int who = head.turn, seat = (who - player + 4) % 4;
        *end++ = (u16)(QR4_PAWN + 81 * seat + turned(position->pawn[who], 9, goal));
        *end++ = (u16)(QR4_LEFT + 6 * seat + position->walls[who]);
        *end++ = (u16)(QR4_FAR + 32 * seat + input_clamp(way[who].length, 0, 31));
        int arrives = 4 * way[who].length + turns;
        if (seat == 0) {
            *end++ = (u16)(QR4_TURN + turns);
            own = arrives;
        } else if (arrives < fastest) {
            fastest = arrives;
        }
        for (u64 low = (u64)way[who].squares; low; low &= low - 1)
            *end++ = (u16)(QR4_WAY + 81 * seat + turned(bits_first(low), 9, goal));
        for (u64 high = (u64)(way[who].squares >> 64); high; high &= high - 1)
            *end++ = (u16)(QR4_WAY + 81 * seat + turned(64 + bits_first(high), 9, goal));
        head_advance(&head);
    }
    *end++ = (u16)(QR4_LEAD + 40 + input_clamp(fastest - own, -40, 40));
    return (int)(end - input);
}
