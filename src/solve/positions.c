// SPDX-License-Identifier: MIT
#include "solve/positions.h"

#include "base/bits.h"

#include <string.h>

static void find_open(Ground *ground, const WallSets *sets, WallSet set)
{
    int width = sets->width, height = sets->height;
    *ground = (Ground){ .width = width, .squares = width * height };
    u64 row = bit(width) - 1;
    ground->all = ground->squares == 64 ? ~(u64)0 : bit(ground->squares) - 1;
    ground->goal[0] = row << width * (height - 1);
    ground->goal[1] = row;
    u64 last = 0;
    for (int y = 0; y < height; y++)
        last |= bit(y * width + width - 1);
    ground->east = ground->all & ~last;
    ground->north = ground->all & ~ground->goal[0];
    for (int slot = 0; slot < sets->slots; slot++) {
        u64 square = bit(slot / sets->columns * width + slot % sets->columns);
        if (bits_has(set.horizontal, slot)) ground->north &= ~(square | square << 1);
        if (bits_has(set.vertical, slot)) ground->east &= ~(square | square << width);
    }
    ground->west = ground->east << 1;
    ground->south = ground->north << width;
}

static u64 spread(const Ground *ground, u64 from)
{
    return from | (from & ground->east) << 1 | (from & ground->west) >> 1 |
           (from & ground->north) << ground->width | (from & ground->south) >> ground->width;
}

static void flood_ways(Ground *ground)
{
    for (int player = 0; player < 2; player++) {
        u64 reached = ground->goal[player];
        for (u64 last = 0; last != reached;) {
            last = reached;
            reached = spread(ground, reached);
        }
        ground->way[player] = reached;
    }
}

void ground_find_ways(Ground *ground, const WallSets *sets, WallSet set)
{
    find_open(ground, sets, set);
    flood_ways(ground);
}

enum { EAST, NORTH, WEST, SOUTH, DIRECTIONS };

// The square a step further, or -1 if an edge or a wall is in the way.
static int step(const Ground *ground, int square, int direction)
{
    const u64 open[DIRECTIONS] = { ground->east, ground->north, ground->west, ground->south };
    const int by[DIRECTIONS] = { 1, ground->width, -1, -ground->width };
    return bits_has(open[direction], square) ? square + by[direction] : -1;
}

static void find_jumps(Ground *ground)
{
    for (int from = 0; from < ground->squares; from++)
        for (int direction = 0; direction < DIRECTIONS; direction++) {
            int over = step(ground, from, direction);
            if (over < 0) continue;
            u64 to = 0;
            int straight = step(ground, over, direction);
            if (straight >= 0) {
                to = bit(straight);
            } else {
                for (int turn = 1; turn < DIRECTIONS; turn += 2) {
                    int aside = step(ground, over, (direction + turn) % DIRECTIONS);
                    if (aside >= 0) to |= bit(aside);
                }
            }
            if (!to) continue;
            ground->jump[ground->jumps].from = (u8)from;
            ground->jump[ground->jumps].over = (u8)over;
            ground->jump[ground->jumps++].to = to;
        }
}

void ground_init(Ground *ground, const WallSets *sets, WallSet set)
{
    ground_find_ways(ground, sets, set);
    find_jumps(ground);
}

// The positions from which player 0 can step or jump into `into`.
static void before_first(const Ground *ground, const Plane *into, Plane *from)
{
    int width = ground->width;
    for (int at = 0; at < ground->squares; at++) {
        u64 to = into->row[at] & ~bit(at);
        from->row[at] = (to >> 1 & ground->east) | (to << 1 & ground->west) |
                        (to >> width & ground->north) | (to << width & ground->south);
    }
    for (int i = 0; i < ground->jumps; i++)
        if (into->row[ground->jump[i].over] & ground->jump[i].to)
            from->row[ground->jump[i].over] |= bit(ground->jump[i].from);
}

// The same for player 1, whose steps lead from row to row.
static void before_second(const Ground *ground, const Plane *into, Plane *from)
{
    int width = ground->width;
    for (int at = 0; at < ground->squares; at++) {
        u64 row = 0;
        if (bits_has(ground->east, at)) row |= into->row[at + 1] & ~bit(at + 1);
        if (bits_has(ground->west, at)) row |= into->row[at - 1] & ~bit(at - 1);
        if (bits_has(ground->north, at)) row |= into->row[at + width] & ~bit(at + width);
        if (bits_has(ground->south, at)) row |= into->row[at - width] & ~bit(at - width);
        from->row[at] = row;
    }
    for (int i = 0; i < ground->jumps; i++) {
        u64 over = bit(ground->jump[i].over);
        for (u64 to = ground->jump[i].to; to; to &= to - 1)
            if (into->row[bits_first(to)] & over) from->row[ground->jump[i].from] |= over;
    }
}

static void before(const Ground *ground, int player, const Plane *into, Plane *from)
{
    if (player == 0)
        before_first(ground, into, from);
    else
        before_second(ground, into, from);
}

void positions_solve(const Ground *ground, const WallMoves *walls, Outcome *outcome)
{
    int squares = ground->squares;
    Plane live, stuck[2];
    for (int at = 0; at < squares; at++)
        live.row[at] = bits_has(ground->way[1] & ~ground->goal[1], at)
                           ? ground->way[0] & ~ground->goal[0] & ~bit(at)
                           : 0;
    // A pawn at its goal has won: the player to move has lost.
    memset(outcome, 0, sizeof *outcome);
    for (int at = 0; at < squares; at++) {
        outcome->loses[1].row[at] = ground->goal[0] & ~bit(at);
        if (bits_has(ground->goal[1], at)) outcome->loses[0].row[at] = ground->all & ~bit(at);
    }
    Plane everything;
    memset(&everything, 0xff, sizeof everything);
    for (int player = 0; player < 2; player++) {
        before(ground, player, &everything, &stuck[player]);
        for (int at = 0; at < squares; at++)
            stuck[player].row[at] =
                live.row[at] & ~stuck[player].row[at] & ~walls->any[player].row[at];
    }
    for (bool changed = true; changed;) {
        u64 news = 0;
        for (int player = 0; player < 2; player++) {
            int other = 1 - player;
            Plane reach, open, can_hold;
            before(ground, player, &outcome->loses[other], &reach);
            for (int at = 0; at < squares; at++)
                open.row[at] = ~outcome->wins[other].row[at];
            before(ground, player, &open, &can_hold);
            for (int at = 0; at < squares; at++) {
                u64 pass = stuck[player].row[at];
                u64 wins = (reach.row[at] | walls->wins[player].row[at] |
                            (pass & outcome->loses[other].row[at])) &
                           live.row[at];
                u64 loses = ~(can_hold.row[at] | walls->holds[player].row[at]) & live.row[at];
                loses &= ~pass | outcome->wins[other].row[at];
                loses |= outcome->loses[player].row[at]; // a pawn that is at its goal
                news |= (wins ^ outcome->wins[player].row[at]) |
                        (loses ^ outcome->loses[player].row[at]);
                outcome->wins[player].row[at] = wins;
                outcome->loses[player].row[at] = loses;
            }
        }
        changed = news != 0;
    }
    for (int player = 0; player < 2; player++)
        for (int at = 0; at < squares; at++)
            outcome->loses[player].row[at] &= live.row[at];
}

u64 squares_image(const Ground *ground, u64 squares, int image)
{
    if (image & IMAGE_MIRRORED) {
        u64 mirrored = 0, column = 0;
        for (int square = 0; square < ground->squares; square += ground->width)
            column |= bit(square);
        for (int x = 0; x < ground->width; x++)
            mirrored |= (squares >> x & column) << (ground->width - 1 - x);
        squares = mirrored;
    }
    if (image & IMAGE_TURNED) {
        u64 turned = 0;
        for (; squares; squares &= squares - 1)
            turned |= bit(ground->squares - 1 - bits_first(squares));
        squares = turned;
    }
    return squares;
}

void plane_image(const Ground *ground, const Plane *from, int image, Plane *to)
{
    Plane mirrored;
    if (image & IMAGE_MIRRORED) {
        int width = ground->width;
        for (int at = 0; at < ground->squares; at++)
            mirrored.row[at / width * width + width - 1 - at % width] =
                squares_image(ground, from->row[at], IMAGE_MIRRORED);
        from = &mirrored;
    }
    if (!(image & IMAGE_TURNED)) {
        memcpy(to->row, from->row, (size_t)ground->squares * sizeof *to->row);
        return;
    }
    // Turning the board swaps the pawns: rows become columns, both counted from the other end.
    int last = ground->squares - 1;
    memset(to->row, 0, (size_t)ground->squares * sizeof *to->row);
    for (int at = 0; at <= last; at++)
        for (u64 rest = from->row[at]; rest; rest &= rest - 1)
            to->row[last - bits_first(rest)] |= bit(last - at);
}
