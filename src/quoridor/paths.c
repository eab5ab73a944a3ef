// SPDX-License-Identifier: MIT
#include "quoridor/paths.h"

#include "game/finding.h"

static bool on_side(Square square, Side side)
{
    return square_next(square, side) < 0;
}

void qr_distances(const QrPosition *position, Side goal, u8 distance[SQUARES])
{
    u8 queue[SQUARES];
    int head = 0, tail = 0;
    for (Square square = 0; square < SQUARES; square++) {
        distance[square] = on_side(square, goal) ? 0 : NO_WAY;
        if (on_side(square, goal)) queue[tail++] = (u8)square;
    }
    while (head < tail) {
        Square square = queue[head++];
        for (Side side = NORTH; side < SIDES; side++) {
            if (!qr_open(position, square, side)) continue;
            Square next = square_next(square, side);
            if (distance[next] != NO_WAY) continue;
            distance[next] = (u8)(distance[square] + 1);
            queue[tail++] = (u8)next;
        }
    }
}

int qr_distance(const QrPosition *position, Square from, Side goal)
{
    u8 distance[SQUARES];
    qr_distances(position, goal, distance);
    return distance[from] == NO_WAY ? -1 : distance[from];
}

void qr_explain(const QrPosition *position, FindingVisit *visit, void *context)
{
    (void)position;
    (void)visit;
    (void)context;
}
