// SPDX-License-Identifier: MIT
// Leaf counts. The last ply is counted instead of played. The ply before it is played into arrays
// of boards, four moves at a time, and those boards are counted four at a time.
#include "abalone/position.h"

#define SET         Cells
#define REACH(name) cells_##name
#include "abalone/reach.inc"
#undef SET
#undef REACH
#define SET         Lanes
#define REACH(name) lanes_##name
#include "abalone/reach.inc"
#undef SET
#undef REACH

// The boards after each move of a position, as the next player sees them. Written four at a time,
// so up to three entries behind the last one are undefined.
typedef struct Boards {
    int count;
    Cells own[MOVES_MAX], team[MOVES_MAX], foes[MOVES_MAX];
} Boards;

// Values shared by all moves of a position.
typedef struct Parent {
    Cells own, team, foes;     // from the view of the player to move
    Cells next_own, next_team; // the next player's
    bool match_point;          // one more ejection ends the game
} Parent;

// --- counting four boards ------------------------------------------------------------------------

// Set sizes are added up bit by bit: plane k holds bit k of how many sets each cell is in. Full
// adders turn three words into two, so the seven sets of a direction become a number of three
// planes, three such numbers one of five planes, and two of those are added to the tally of all
// boards.
typedef struct Digits3 {
    Lanes plane[3];
} Digits3;

typedef struct Digits5 {
    Lanes plane[5];
} Digits5;

enum { PLANES = 13 }; // 42 sets on each of at most 512 / LANES boards a lane: under 2^13
typedef struct LeafTally {
    Lanes plane[PLANES];
    Lanes stuck; // boards without a legal move
} LeafTally;

// Stores the sum in `a` and returns the carry.
ALWAYS_INLINE Lanes full_add(Lanes *a, Lanes b, Lanes c)
{
    Lanes odd = *a ^ b;
    Lanes carry = (*a & b) | (odd & c);
    *a = odd ^ c;
    return carry;
}

ALWAYS_INLINE Lanes half_add(Lanes *a, Lanes b)
{
    Lanes carry = *a & b;
    *a ^= b;
    return carry;
}

// For each cell, the number of moves in one direction with their front or far end there.
ALWAYS_INLINE Digits3 count_direction(Lanes own, Lanes team, Lanes foes, Dir dir)
{
    lanes_Reach reach = lanes_reach(own, team, foes, dir, EDGE[dir]);
    Dir axis = dir_axis(dir) == 0 ? NE : E, other = dir_axis(dir) == 2 ? NE : NW;
    Lanes pairs = reach.slide & lanes_shift(reach.slide, axis);
    Lanes trios = pairs & lanes_shift(pairs, axis);
    Lanes other_pairs = reach.slide & lanes_shift(reach.slide, other);
    Lanes other_trios = other_pairs & lanes_shift(other_pairs, other);

    Lanes ones = reach.one, more = pairs;
    Lanes twos = full_add(&ones, reach.two, reach.three);
    Lanes carry = full_add(&more, trios, other_pairs);
    Lanes last = full_add(&ones, more, other_trios);
    Lanes fours = full_add(&twos, carry, last);
    return (Digits3){ { ones, twos, fours } };
}

ALWAYS_INLINE Digits5 add_three(Digits3 a, Digits3 b, Digits3 c)
{
    Lanes ones = a.plane[0], twos = a.plane[1], fours = a.plane[2];
    Lanes two = full_add(&ones, b.plane[0], c.plane[0]);
    Lanes four = full_add(&twos, b.plane[1], c.plane[1]);
    Lanes eights = full_add(&fours, b.plane[2], c.plane[2]);
    Lanes other_four = half_add(&twos, two);
    Lanes eight = full_add(&fours, four, other_four);
    Lanes sixteens = half_add(&eights, eight);
    return (Digits5){ { ones, twos, fours, eights, sixteens } };
}

ALWAYS_INLINE void tally_add(LeafTally *tally, Digits5 a, Digits5 b)
{
    Lanes any = { 0 }, carry = { 0 }, higher = { 0 };
    for (int k = 0; k < 5; k++) {
        any |= a.plane[k] | b.plane[k];
        carry = full_add(&a.plane[k], b.plane[k], carry);
        higher = full_add(&tally->plane[k], a.plane[k], higher);
    }
    carry = full_add(&tally->plane[5], carry, higher);
    for (int k = 6; k < PLANES; k++)
        carry = half_add(&tally->plane[k], carry);
    tally->stuck -= (Lanes)(any == 0);
}

static u64 tally_total(const LeafTally *tally)
{
    u64 total = 0;
    for (int lane = 0; lane < LANES; lane++) {
        for (int k = 0; k < PLANES; k++)
            total += (u64)bits_count(tally->plane[k][lane]) << k;
        total += tally->stuck[lane]; // each has one move, the pass (R1)
    }
    return total;
}

ALWAYS_INLINE void count_boards(LeafTally *tally, Lanes own, Lanes team, Lanes foes)
{
    tally_add(tally,
              add_three(count_direction(own, team, foes, E), count_direction(own, team, foes, NE),
                        count_direction(own, team, foes, NW)),
              add_three(count_direction(own, team, foes, W), count_direction(own, team, foes, SW),
                        count_direction(own, team, foes, SE)));
}

ALWAYS_INLINE u64 count_all(Boards *boards, bool solo)
{
    // Empty boards pad the last group of four. Each counts one pass, which is subtracted again.
    int padded = (boards->count + LANES - 1) / LANES * LANES;
    for (int i = boards->count; i < padded; i++)
        boards->own[i] = boards->team[i] = 0;
    LeafTally tally = { 0 };
    for (int i = 0; i < padded; i += LANES) {
        Lanes own = lanes_load(boards->own + i), foes = lanes_load(boards->foes + i);
        count_boards(&tally, own, solo ? own : lanes_load(boards->team + i), foes);
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

ALWAYS_INLINE Lanes shifted(Lanes set, Lanes line, Dir dir)
{
    return (set & ~line) | lanes_shift(set & line, dir);
}

ALWAYS_INLINE void play_direction(const Parent *parent, Dir dir, bool solo, Boards *boards)
{
    Cells lines[MOVES_MAX];
    int count = find_lines(parent, dir, lines);
    Lanes occupied = (Lanes){ 0 } + (parent->team | parent->foes);
    Lanes next_own = (Lanes){ 0 } + parent->next_own, next_team = (Lanes){ 0 } + parent->next_team;
    for (int i = 0; i < count; i += LANES) {
        Lanes line = lanes_load(lines + i);
        Lanes own = shifted(next_own, line, dir);
        Lanes team = solo ? own : shifted(next_team, line, dir);
        lanes_store(boards->own + boards->count + i, own);
        if (!solo) lanes_store(boards->team + boards->count + i, team);
        lanes_store(boards->foes + boards->count + i, shifted(occupied, line, dir) & ~team);
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
