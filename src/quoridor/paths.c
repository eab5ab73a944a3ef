// SPDX-License-Identifier: MIT
#include "quoridor/paths.h"

#include "game/finding.h"

#include <assert.h>

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

// Marks the squares on all shortest paths from the pawn to the goal: those reachable by steps that
// reduce the distance.
static void mark_shortest(const QrPosition *position, Square pawn, const u8 distance[SQUARES],
                          bool marked[SQUARES])
{
    u8 queue[SQUARES];
    int head = 0, tail = 0;
    marked[pawn] = true;
    queue[tail++] = (u8)pawn;
    while (head < tail) {
        Square square = queue[head++];
        for (Side side = NORTH; side < SIDES; side++) {
            if (!qr_open(position, square, side)) continue;
            Square next = square_next(square, side);
            if (marked[next] || distance[next] + 1 != distance[square]) continue;
            marked[next] = true;
            queue[tail++] = (u8)next;
        }
    }
}

static void find_path(const QrPosition *position, int player, FindingVisit *visit, void *context)
{
    Square pawn = position->pawn[player];
    u8 distance[SQUARES];
    bool marked[SQUARES] = { 0 };
    qr_distances(position, (Side)qr_variant(position)->goal[player], distance);
    assert(distance[pawn] != NO_WAY); // Q5
    mark_shortest(position, pawn, distance, marked);

    Finding found = { .kind = FOUND_PATH, .player = (u8)player, .move = MOVE_NONE };
    found.ours = distance[pawn];
    for (int left = found.ours; left >= 0; left--)
        for (Square square = 0; square < SQUARES; square++)
            if (marked[square] && distance[square] == left) found.cell[found.cells++] = (u8)square;
    visit(context, &found);
}

static void find_jumps(const QrPosition *position, int player, FindingVisit *visit, void *context)
{
    Square pawn = position->pawn[player];
    for (int other = 0; other < position->head.variant->players; other++) {
        Square over = position->pawn[other];
        if (bits_has(position->head.out, other)) continue;
        for (Side side = NORTH; side < SIDES; side++) {
            if (square_next(pawn, side) != over || !qr_open(position, pawn, side)) continue;
            u8 landings[QR_JUMPS_MAX];
            int count = qr_jumps(position, over, side, landings);
            for (int i = 0; i < count; i++) {
                Finding found = { .kind = FOUND_JUMP, .player = (u8)player, .move = landings[i] };
                found.cell[found.cells++] = (u8)pawn;
                found.other[found.others++] = (u8)over;
                visit(context, &found);
            }
        }
    }
}

void qr_explain(const QrPosition *position, FindingVisit *visit, void *context)
{
    for (int player = 0; player < position->head.variant->players; player++) {
        if (bits_has(position->head.out, player)) continue;
        find_path(position, player, visit, context);
        if (!qr_winners(position)) find_jumps(position, player, visit, context);
    }
}
