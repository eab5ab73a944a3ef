// SPDX-License-Identifier: MIT
// Leaf counts. The last ply is counted instead of played. The ply before it is played into arrays
// of boards, BROAD moves at a time, and those boards are counted BROAD at a time.
#include "abalone/position.h"
#include "base/broad.h"

// Like cells_shift(), for several boards at once.
ALWAYS_INLINE Broad broad_shift(Broad sets, Dir dir)
{
    return (sets << DIR_TURN[dir] | sets >> (CELLS - DIR_TURN[dir])) &
           (ALL_CELLS & ~EDGE[dir_back(dir)]);
}

#define SET         Cells
#define REACH(name) cells_##name
#include "abalone/reach.inc"
#undef SET
#undef REACH
#define SET         Broad
#define REACH(name) broad_##name
#include "abalone/reach.inc"
#undef SET
#undef REACH

// The boards after each move of a position, as the next player sees them. Written BROAD at a
// time, so some entries behind the last one are undefined.
typedef struct Boards {
    int count;
    Cells own[MOVES_MAX + BROAD], team[MOVES_MAX + BROAD], foes[MOVES_MAX + BROAD];
} Boards;

// Values shared by all moves of a position.
typedef struct Parent {
    Cells own, team, foes;     // from the view of the player to move
    Cells next_own, next_team; // the next player's
    bool match_point;          // one more ejection ends the game
} Parent;

// --- counting many boards ------------------------------------------------------------------------

// Set sizes are added up bit by bit: plane k holds bit k of how many sets each cell is in. Full
// adders turn three words into two, so the seven sets of an axis become a number of three planes,
// three such numbers one of five planes, which is added to the tally of all boards.
//
// Only the size of a set counts, not where its cells are. So the moves in one direction are found
// at the marble in front, and those in the opposite direction at the cell that it enters, which has
// no marble of the team: two sets without a common cell can be one.
typedef struct Digits3 {
    Broad plane[3];
} Digits3;

typedef struct Digits5 {
    Broad plane[5];
} Digits5;

enum { PLANES = 13 }; // 42 sets on each of at most 512 / BROAD boards a lane: under 2^13
typedef struct LeafTally {
    Broad plane[PLANES];
    Broad stuck; // boards without a legal move
} LeafTally;

// Stores the sum in `a` and returns the carry.
ALWAYS_INLINE Broad full_add(Broad *a, Broad b, Broad c)
{
    Broad odd = *a ^ b;
    Broad carry = (*a & b) | (odd & c);
    *a = odd ^ c;
    return carry;
}

ALWAYS_INLINE Broad half_add(Broad *a, Broad b)
{
    Broad carry = *a & b;
    *a ^= b;
    return carry;
}

// Like broad_reach(), but all sets are moved one step: they contain the cells entered.
ALWAYS_INLINE broad_Reach landings(Broad own, Broad team, Broad foes, Dir dir)
{
    Dir back = dir_back(dir);
    Broad empty = ~(team | foes) & ALL_CELLS;

    Broad loose = foes & (broad_shift(empty, back) | EDGE[dir]);
    Broad second_loose = foes & broad_shift(loose, back);
    Broad one = broad_shift(own, dir);        // own marble behind
    Broad two = broad_shift(team & one, dir); // a line of two behind
    Broad three = broad_shift(team & two, dir);

    broad_Reach reach;
    reach.slide = one & empty;
    reach.one = reach.slide;
    reach.two = two & (empty | loose);
    reach.three = three & (empty | loose | second_loose);
    return reach;
}

// Returns whether a cell and the one behind it on an axis both have own marbles, or neither.
ALWAYS_INLINE Broad alike(Broad own, Dir axis)
{
    return ~(own ^ broad_shift(own, axis));
}

// For each cell, the number of moves along one axis that were found there. A line of a side-step
// has cells with own marbles or cells that are entered, not both.
ALWAYS_INLINE Digits3 count_axis(Broad own, Broad team, Broad foes, Dir dir, const Broad same[AXES])
{
    Dir back = dir_back(dir);
    broad_Reach there = landings(own, team, foes, dir);
    broad_Reach here = broad_reach(own, team, foes, back, EDGE[back]);
    Dir axis = dir_axis(dir) == 0 ? NE : E, other = dir_axis(dir) == 2 ? NE : NW;
    Broad slide = there.slide | here.slide;
    Broad pairs = slide & broad_shift(slide, axis) & same[axis];
    Broad trios = pairs & broad_shift(pairs, axis);
    Broad other_pairs = slide & broad_shift(slide, other) & same[other];
    Broad other_trios = other_pairs & broad_shift(other_pairs, other);

    Broad ones = slide, more = pairs;
    Broad twos = full_add(&ones, there.two | here.two, there.three | here.three);
    Broad carry = full_add(&more, trios, other_pairs);
    Broad last = full_add(&ones, more, other_trios);
    Broad fours = full_add(&twos, carry, last);
    return (Digits3){ { ones, twos, fours } };
}

ALWAYS_INLINE Digits5 add_three(Digits3 a, Digits3 b, Digits3 c)
{
    Broad ones = a.plane[0], twos = a.plane[1], fours = a.plane[2];
    Broad two = full_add(&ones, b.plane[0], c.plane[0]);
    Broad four = full_add(&twos, b.plane[1], c.plane[1]);
    Broad eights = full_add(&fours, b.plane[2], c.plane[2]);
    Broad other_four = half_add(&twos, two);
    Broad eight = full_add(&fours, four, other_four);
    Broad sixteens = half_add(&eights, eight);
    return (Digits5){ { ones, twos, fours, eights, sixteens } };
}

ALWAYS_INLINE void tally_add(LeafTally *tally, Digits5 a)
{
    Broad any = { 0 }, carry = { 0 };
    for (int k = 0; k < 5; k++) {
        any |= a.plane[k];
        carry = full_add(&tally->plane[k], a.plane[k], carry);
    }
    for (int k = 5; k < PLANES; k++)
        carry = half_add(&tally->plane[k], carry);
    tally->stuck -= (Broad)(any == 0);
}

static u64 tally_total(const LeafTally *tally)
{
    u64 total = 0;
    for (int lane = 0; lane < BROAD; lane++) {
        for (int k = 0; k < PLANES; k++)
            total += (u64)bits_count(tally->plane[k][lane]) << k;
        total += tally->stuck[lane]; // each has one move, the pass (R1)
    }
    return total;
}

ALWAYS_INLINE void count_boards(LeafTally *tally, Broad own, Broad team, Broad foes)
{
    const Broad same[AXES] = { alike(own, E), alike(own, NE), alike(own, NW) };
    tally_add(tally,
              add_three(count_axis(own, team, foes, E, same), count_axis(own, team, foes, NE, same),
                        count_axis(own, team, foes, NW, same)));
}

ALWAYS_INLINE u64 count_all(Boards *boards, bool solo)
{
    // Empty boards pad the last group. Each counts one pass, which is subtracted again.
    int padded = (boards->count + BROAD - 1) / BROAD * BROAD;
    for (int i = boards->count; i < padded; i++)
        boards->own[i] = boards->team[i] = 0;
    LeafTally tally = { 0 };
    for (int i = 0; i < padded; i += BROAD) {
        Broad own = broad_load(boards->own + i), foes = broad_load(boards->foes + i);
        count_boards(&tally, own, solo ? own : broad_load(boards->team + i), foes);
    }
    return tally_total(&tally) - (u64)(padded - boards->count);
}

// --- playing all moves of a position -------------------------------------------------------------

// Lists the sets of marbles shifted by the moves in one direction.
ALWAYS_INLINE int find_lines(const Parent *parent, Dir dir, Cells *lines)
{
    Cells *end = lines;
    Dir back = dir_back(dir);
    Cells over = parent->match_point ? 0 : EDGE[dir];
    cells_Reach reach = cells_reach(parent->own, parent->team, parent->foes, dir, over);
    for (Cells fronts = reach.one; fronts; fronts &= fronts - 1)
        *end++ = fronts & -fronts;
    for (Cells fronts = reach.two; fronts; fronts &= fronts - 1) {
        Cells front = fronts & -fronts;
        *end++ = front | cells_shift(front, back) | (cells_shift(front, dir) & parent->foes);
    }
    for (Cells fronts = reach.three; fronts; fronts &= fronts - 1) {
        Cells front = fronts & -fronts, second = cells_shift(front, back);
        Cells pushed = cells_shift(front, dir) & parent->foes;
        pushed |= cells_shift(pushed, dir) & parent->foes;
        *end++ = front | second | cells_shift(second, back) | pushed;
    }
    for (int axis = 0; axis < AXES; axis++) {
        if (axis == dir_axis(dir)) continue;
        Cells seconds = reach.slide & cells_shift(reach.slide, (Dir)axis);
        Cells thirds = seconds & cells_shift(seconds, (Dir)axis);
        for (; seconds; seconds &= seconds - 1) {
            Cells second = seconds & -seconds;
            *end++ = second | cells_shift(second, dir_back((Dir)axis));
        }
        for (; thirds; thirds &= thirds - 1) {
            Cells third = thirds & -thirds, second = cells_shift(third, dir_back((Dir)axis));
            *end++ = third | second | cells_shift(second, dir_back((Dir)axis));
        }
    }
    return (int)(end - lines);
}

ALWAYS_INLINE Broad shifted(Broad set, Broad line, Dir dir)
{
    return (set & ~line) | broad_shift(set & line, dir);
}

ALWAYS_INLINE void play_direction(const Parent *parent, Dir dir, bool solo, Boards *boards)
{
    Cells lines[MOVES_MAX + BROAD];
    int count = find_lines(parent, dir, lines);
    Broad occupied = (Broad){ 0 } + (parent->team | parent->foes);
    Broad next_own = (Broad){ 0 } + parent->next_own, next_team = (Broad){ 0 } + parent->next_team;
    for (int i = 0; i < count; i += BROAD) {
        Broad line = broad_load(lines + i);
        Broad own = shifted(next_own, line, dir);
        Broad team = solo ? own : shifted(next_team, line, dir);
        broad_store(boards->own + boards->count + i, own);
        if (!solo) broad_store(boards->team + boards->count + i, team);
        broad_store(boards->foes + boards->count + i, shifted(occupied, line, dir) & ~team);
    }
    boards->count += count;
}

// Counts the leaves two plies deep, without moves that win the game. Returns 0 if there is no move.
ALWAYS_INLINE u64 two_plies(const Parent *parent, bool solo)
{
    Boards boards;
    boards.count = 0;
    play_direction(parent, E, solo, &boards);
    play_direction(parent, NE, solo, &boards);
    play_direction(parent, NW, solo, &boards);
    play_direction(parent, W, solo, &boards);
    play_direction(parent, SW, solo, &boards);
    play_direction(parent, SE, solo, &boards);
    return count_all(&boards, solo);
}

// -------------------------------------------------------------------------------------------------

static u64 one_ply(const AbPosition *position)
{
    Move moves[MOVES_MAX];
    return (u64)ab_moves(position, moves);
}

static u64 last_two_plies(const AbPosition *position)
{
    const Variant *variant = position->head.variant;
    Head next = position->head;
    head_advance(&next);
    Parent parent = {
        .own = position->marble[position->head.turn],
        .team = ab_team(position, position->head.turn),
        .next_own = position->marble[next.turn],
        .next_team = ab_team(position, next.turn),
        .match_point =
            position->score[variant->team[position->head.turn]] + 1 == ab_count(position).to_win,
    };
    parent.foes = ab_occupied(position) & ~parent.team;
    bool solo = parent.own == parent.team && parent.next_own == parent.next_team;
    return solo ? two_plies(&parent, true) : two_plies(&parent, false);
}

u64 ab_perft(const AbPosition *position, int depth)
{
    if (depth == 0) return 1;
    if (depth == 1) return one_ply(position);
    Move moves[MOVES_MAX];
    if (depth == 2) {
        if (ab_winners(position)) return 0;
        u64 leaves = last_two_plies(position);
        if (leaves) return leaves;
    }
    int count = ab_moves(position, moves);
    u64 leaves = 0;
    for (int i = 0; i < count; i++) {
        AbPosition child = *position;
        ab_play(&child, moves[i]);
        leaves += ab_perft(&child, depth - 1);
    }
    return leaves;
}
