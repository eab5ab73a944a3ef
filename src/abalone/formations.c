// SPDX-License-Identifier: MIT
// Finds the formations of docs/rules.md on a board.
//
// Definitions where the rulebooks leave room (R9):
//
//   group  any number of marbles, one included, so that a player's groups are all their marbles
//   block  rows side by side, each half a cell from the next: a rhombus or a chevron
//   det    at least four of the six cells around the single hold marbles of one opposing group, so
//          two of them face each other across it; at the edge it takes all four, in a corner there
//          are not enough. A group here is connected marbles of one opposing side.
//   pat    counted on the axis, from where the lines meet: marbles of one side in a row, the fourth
//          and further ones not (A6). It belongs to the player whose marble is the rear of the line
//          (A12). The marbles of all other sides oppose, mixed too (A11), so with three players a
//          pat for one need not be one for the others.
#include "abalone/position.h"

#include "game/finding.h"

enum { DET_NEIGHBOURS = 4, LINE_LENGTH_MAX = 3 };

// A formation, described as a walk over its marbles.
typedef struct Shape {
    FindingKind kind;
    u8 steps;
    u8 step[8];
} Shape;

static const Shape SHAPES[] = {
    { FOUND_PAIR, 1, { E } },
    { FOUND_PAIR, 1, { NE } },
    { FOUND_PAIR, 1, { NW } },
    { FOUND_SPEAR, 2, { E, E } },
    { FOUND_SPEAR, 2, { NE, NE } },
    { FOUND_SPEAR, 2, { NW, NW } },
    //     o    o       o o        o o    o      o
    //  o o      o o       o      o        o    o
    //                                    o      o
    { FOUND_ARC, 2, { E, NE } },
    { FOUND_ARC, 2, { W, NW } },
    { FOUND_ARC, 2, { E, SE } },
    { FOUND_ARC, 2, { NE, E } },
    { FOUND_ARC, 2, { NE, NW } },
    { FOUND_ARC, 2, { NW, NE } },
    //   o     o o
    //  o o     o
    { FOUND_SHIELD, 2, { E, NW } },
    { FOUND_SHIELD, 2, { E, SW } },
    //    o o o   o o o         o
    //   o o o     o o o       o o     three rhombi, each three rows on two axes
    //  o o o       o o o     o o o
    //                         o o
    //                          o
    { FOUND_BLOCK, 8, { E, E, NE, W, W, NE, E, E } },
    { FOUND_BLOCK, 8, { E, E, NW, W, W, NW, E, E } },
    { FOUND_BLOCK, 8, { NE, NE, NW, SW, SW, NW, NE, NE } },
    //  o o o     o o o     a chevron and its mirror image, for each axis
    //   o o o   o o o
    //  o o o     o o o
    { FOUND_BLOCK, 8, { E, E, NE, W, W, NW, E, E } },
    { FOUND_BLOCK, 8, { E, E, NW, W, W, NE, E, E } },
    { FOUND_BLOCK, 8, { NE, NE, NW, SW, SW, W, NE, NE } },
    { FOUND_BLOCK, 8, { NE, NE, W, SW, SW, NW, NE, NE } },
    { FOUND_BLOCK, 8, { NW, NW, W, SE, SE, SW, NW, NW } },
    { FOUND_BLOCK, 8, { NW, NW, SW, SE, SE, W, NW, NW } },
};
enum { SHAPE_COUNT = sizeof SHAPES / sizeof *SHAPES };

// One player's findings before they go to the visitor.
typedef struct Search {
    const AbPosition *position;
    int player;
    Cells own, team, foes;
    FindingVisit *visit;
    void *context;
} Search;

static Cells cells_around(Cells set)
{
    Cells around = 0;
    for (Dir dir = E; dir < DIRS; dir++)
        around |= cells_shift(set, dir);
    return around;
}

// The connected part of `set` that contains the cell.
static Cells group_of(Cell cell, Cells set)
{
    Cells group = bit(cell), before;
    do {
        before = group;
        group |= cells_around(group) & set;
    } while (group != before);
    return group;
}

static u8 list_by_name(Cells set, u8 list[CELLS_MAX])
{
    u8 count = 0;
    for (int row = 0; row < ROWS; row++)
        for (int digit = row_first(row); digit < row_first(row) + row_length(row); digit++)
            if (bits_has(set, cell_at(row, digit))) list[count++] = (u8)cell_at(row, digit);
    return count;
}

// Lists up to `most` marbles of `set` in a row from `*at` on, and moves `*at` to the cell behind
// them (or none).
static u8 list_run(Cells *at, Cells set, Dir dir, int most, u8 list[CELLS_MAX])
{
    u8 count = 0;
    for (; *at & set && count < most; *at = cells_shift(*at, dir))
        list[count++] = (u8)bits_first(*at);
    return count;
}

static void report(const Search *search, FindingKind kind, Cells cells, Cells others)
{
    Finding found = { .kind = kind, .player = (u8)search->player, .move = MOVE_NONE };
    found.cells = list_by_name(cells, found.cell);
    found.others = list_by_name(others, found.other);
    found.whole = finding_has_whole(kind) && group_of(found.cell[0], search->own) == cells;
    search->visit(search->context, &found);
}

static void find_groups(const Search *search)
{
    for (Cells rest = search->own, group; rest; rest &= ~group) {
        group = group_of(bits_first(rest), search->own);
        report(search, FOUND_GROUP, group, 0);
    }
}

static Cells singles(Cells own)
{
    return own & ~cells_around(own);
}

static void find_singles(const Search *search)
{
    for (Cells rest = singles(search->own); rest; rest &= rest - 1)
        report(search, FOUND_SINGLE, rest & -rest, 0);
}

static void find_shape(const Search *search, const Shape *shape)
{
    // Go back from the end of the walk to find the marbles from which all steps stay on own
    // marbles.
    Cells starts = search->own;
    for (int i = shape->steps - 1; i >= 0; i--)
        starts = search->own & cells_shift(starts, dir_back((Dir)shape->step[i]));
    for (; starts; starts &= starts - 1) {
        Cells at = starts & -starts, cells = at;
        for (int i = 0; i < shape->steps; i++)
            cells |= at = cells_shift(at, (Dir)shape->step[i]);
        report(search, shape->kind, cells, 0);
    }
}

// The neighbours of the cell that belong to the group around it.
static Cells surrounding(const AbPosition *position, Cell cell)
{
    Cells around = cells_around(bit(cell));
    for (int player = 0; player < position->head.variant->players; player++) {
        Cells side = ab_team(position, player);
        if (bits_has(side, cell)) continue;
        for (Cells rest = around & side, group; rest; rest &= ~group) {
            group = group_of(bits_first(rest), side);
            if (bits_count(group & around) >= DET_NEIGHBOURS) return group & around;
        }
    }
    return 0;
}

static void find_dets(const Search *search)
{
    for (Cells rest = singles(search->own); rest; rest &= rest - 1) {
        Cells others = surrounding(search->position, bits_first(rest));
        if (others) report(search, FOUND_DET, rest & -rest, others);
    }
}

static void find_pats_from(const Search *search, Cell rear, Dir dir)
{
    Finding found = { .kind = FOUND_PAT, .player = (u8)search->player, .move = MOVE_NONE };
    Cells at = bit(rear);
    found.cells = list_run(&at, search->team, dir, LINE_LENGTH_MAX, found.cell);
    found.others = list_run(&at, search->foes, dir, LINE_LENGTH_MAX, found.other);
    if (found.cells != found.others) return;
    // Skip a shorter line with another marble of its side behind it: it isn't the whole line.
    if (found.cells < LINE_LENGTH_MAX && cells_shift(bit(rear), dir_back(dir)) & search->team)
        return;
    found.ours = found.cells;
    found.theirs = found.others;
    search->visit(search->context, &found);
}

static void find_pats(const Search *search)
{
    for (Cells rest = search->own; rest; rest &= rest - 1)
        for (Dir dir = E; dir < DIRS; dir++)
            find_pats_from(search, bits_first(rest), dir);
}

static void find_pushes(const Search *search, FindingKind kind)
{
    AbPosition position = *search->position;
    position.head.turn = (u8)search->player;
    Move moves[MOVES_MAX];
    int count = ab_moves(&position, moves);
    for (int i = 0; i < count; i++) {
        if (moves[i] == MOVE_PASS || ab_move_axis(moves[i]) != AB_IN_LINE) continue;
        Dir dir = ab_move_dir(moves[i]);
        Cells moved = ab_moved(&position, moves[i]), at = bit(ab_move_cell(moves[i]));
        if (!(moved & search->foes)) continue;
        if (kind != (moved & EDGE[dir] ? FOUND_EJECTION : FOUND_SUMITO)) continue;

        Finding found = { .kind = kind, .player = (u8)search->player, .move = moves[i] };
        found.cells = found.ours = list_run(&at, search->team, dir, LINE_LENGTH_MAX, found.cell);
        found.others = found.theirs =
            list_run(&at, search->foes, dir, LINE_LENGTH_MAX, found.other);
        search->visit(search->context, &found);
    }
}

void ab_explain(const AbPosition *position, FindingVisit *visit, void *context)
{
    for (int player = 0; player < position->head.variant->players; player++) {
        Cells team = ab_team(position, player);
        Search search = { .position = position,
                          .player = player,
                          .own = position->marble[player],
                          .team = team,
                          .foes = ab_occupied(position) & ~team,
                          .visit = visit,
                          .context = context };
        find_groups(&search);
        find_singles(&search);
        for (int i = 0; i < SHAPE_COUNT; i++)
            find_shape(&search, &SHAPES[i]);
        find_dets(&search);
        if (bits_has(position->head.out, player)) continue;
        find_pats(&search);
        find_pushes(&search, FOUND_SUMITO);
        find_pushes(&search, FOUND_EJECTION);
    }
}
