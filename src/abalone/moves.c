// SPDX-License-Identifier: MIT
// The rules of Abalone: legal moves (A2-A8, A11, A12, R1, R4) and their effect.
#include "abalone/position.h"

#include "base/rng.h"

#include <assert.h>

#define SET         Cells
#define REACH(name) cells_##name
#include "abalone/reach.inc"
#undef SET
#undef REACH

// A marble of one of two players either is on the board or counts in the opponent's score.
AbCount ab_count(const AbPosition *position)
{
    const AbVariant *variant = ab_variant(position);
    if (variant->count[1].marbles == 0) return variant->count[0];
    int black = bits_count(position->marble[0]) + position->score[1];
    int white = bits_count(position->marble[1]) + position->score[0];
    for (int i = 1; i < AB_COUNTS_MAX && black == white; i++) {
        AbCount count = variant->count[i];
        if (count.marbles == black && position->score[0] <= count.to_win &&
            position->score[1] <= count.to_win)
            return count;
    }
    return variant->count[0];
}

Cells ab_occupied(const AbPosition *position)
{
    const Cells *m = position->marble;
    return m[0] | m[1] | m[2] | m[3];
}

Cells ab_team(const AbPosition *position, int player)
{
    u8 mates = variant_teammates(position->head.variant, player);
    Cells team = 0;
    for (; mates; mates &= (u8)(mates - 1))
        team |= position->marble[bits_first(mates)];
    return team;
}

Cells ab_moved(const AbPosition *position, Move move)
{
    Dir dir = ab_move_dir(move);
    Cells set = bit(ab_move_cell(move));
    if (ab_move_axis(move) == AB_IN_LINE) {
        // A3, A5: the rear marble pushes all marbles in front of it, up to the first empty cell or
        // the edge.
        Cells occupied = ab_occupied(position);
        for (Cells next = set; (next = cells_shift(next, dir) & occupied);)
            set |= next;
        return set;
    }
    Dir along = (Dir)ab_move_axis(move);
    set |= cells_shift(set, along);
    return ab_move_three(move) ? set | cells_shift(set, along) : set;
}

u8 ab_winners(const AbPosition *position)
{
    const Variant *variant = position->head.variant;
    int to_win = ab_count(position).to_win;
    for (int player = 0; player < variant->players; player++)
        if (position->score[variant->team[player]] >= to_win)
            return variant_teammates(variant, player);
    return head_last_side(&position->head);
}

static Move *emit_in_line(Move *moves, Cells rears, Dir dir)
{
    for (; rears; rears &= rears - 1)
        *moves++ = ab_in_line(bits_first(rears), dir);
    return moves;
}

static Move *emit_side_steps(Move *moves, Cells slide, int axis, Dir dir)
{
    Cells pairs = slide & cells_shift(slide, dir_back((Dir)axis));
    Cells trios = pairs & cells_shift(pairs, dir_back((Dir)axis));
    for (; pairs; pairs &= pairs - 1)
        *moves++ = ab_side_step(bits_first(pairs), axis, false, dir);
    for (; trios; trios &= trios - 1)
        *moves++ = ab_side_step(bits_first(trios), axis, true, dir);
    return moves;
}

// Pushes are optional, like all other moves (A8).
int ab_moves(const AbPosition *position, Move moves[MOVES_MAX])
{
    if (ab_winners(position)) return 0;
    Cells own = position->marble[position->head.turn];
    Cells team = ab_team(position, position->head.turn);
    Cells foes = ab_occupied(position) & ~team;

    Move *end = moves;
    for (Dir dir = E; dir < DIRS; dir++) {
        Dir back = dir_back(dir);
        cells_Reach reach = cells_reach(own, team, foes, dir, EDGE[dir]);
        // A move is named by its rear marble: one or two cells behind the front.
        Cells rear_of_three = cells_shift(cells_shift(reach.three, back), back);
        end = emit_in_line(end, reach.one | cells_shift(reach.two, back) | rear_of_three, dir);
        for (int axis = 0; axis < AXES; axis++)
            if (axis != dir_axis(dir)) end = emit_side_steps(end, reach.slide, axis, dir);
    }
    if (end == moves) *end++ = MOVE_PASS; // R1
    return (int)(end - moves);
}

static Refusal refuse_side_step(const AbPosition *position, Move move, Cells own)
{
    Cells line = ab_moved(position, move);
    if (bits_count(line) != (ab_move_three(move) ? 3 : 2)) return REFUSED_NOT_A_LINE;
    if (line & ~own) return REFUSED_NOT_YOURS;
    if (line & EDGE[ab_move_dir(move)]) return REFUSED_OFF_BOARD;
    if (cells_shift(line, ab_move_dir(move)) & ab_occupied(position)) return REFUSED_OCCUPIED;
    return ALLOWED;
}

// Counts the consecutive cells of `set` from `*cell` on and moves `*cell` to the cell behind them
// (or none).
static int run_length(Cells *cell, Cells set, Dir dir)
{
    int length = 0;
    for (; *cell & set; *cell = cells_shift(*cell, dir))
        length++;
    return length;
}

static Refusal refuse_in_line(const AbPosition *position, Move move, Cells own, Cells team)
{
    Dir dir = ab_move_dir(move);
    Cells foes = ab_occupied(position) & ~team;
    Cells cell = bit(ab_move_cell(move));
    if (!(cell & own)) return REFUSED_NOT_YOURS;
    int movers = run_length(&cell, team, dir);
    if (movers > 3) return REFUSED_TOO_MANY;
    if (!cell) return REFUSED_OFF_BOARD;
    int pushed = run_length(&cell, foes, dir);
    if (pushed && pushed >= movers) return REFUSED_OUTNUMBERED;
    if (pushed && cell & team) return REFUSED_NO_ROOM;
    return ALLOWED;
}

static bool has_move(const AbPosition *position)
{
    Move moves[MOVES_MAX];
    ab_moves(position, moves);
    return moves[0] != MOVE_PASS;
}

// Checks that arbitrary sixteen bits name cells and directions in the one canonical form.
static bool well_formed(Move move)
{
    if (move >> 12 || ab_move_cell(move) >= CELLS || ab_move_dir(move) >= DIRS) return false;
    if (ab_move_axis(move) == AB_IN_LINE) return !ab_move_three(move);
    return ab_move_axis(move) != dir_axis(ab_move_dir(move));
}

Refusal ab_refusal(const AbPosition *position, Move move)
{
    if (ab_winners(position)) return REFUSED_GAME_OVER;
    if (move == MOVE_PASS) return has_move(position) ? REFUSED_PASS : ALLOWED;
    if (!well_formed(move)) return REFUSED_NOT_A_STEP;
    Cells own = position->marble[position->head.turn];
    Cells team = ab_team(position, position->head.turn);
    if (ab_move_axis(move) == AB_IN_LINE) return refuse_in_line(position, move, own, team);
    return refuse_side_step(position, move, own);
}

void ab_play(AbPosition *position, Move move)
{
    assert(ab_refusal(position, move) == ALLOWED);
    if (move != MOVE_PASS) {
        Dir dir = ab_move_dir(move);
        Cells moved = ab_moved(position, move);
        for (int player = 0; player < PLAYERS_MAX; player++) {
            Cells marbles = position->marble[player];
            position->marble[player] = (marbles & ~moved) | cells_shift(marbles & moved, dir);
        }
        if (moved & EDGE[dir]) position->score[position->head.variant->team[position->head.turn]]++;
    }
    head_advance(&position->head);
    assert(ab_position_ok(position));
}

void ab_leave(AbPosition *position, int player)
{
    position->head.out |= (u8)bit(player);
    if (position->head.turn == player && !ab_winners(position)) head_advance(&position->head);
}

// Steps from the centre, e5.
static int distance(Cell cell)
{
    int row = cell_row(cell) - 4, digit = cell_digit(cell) - 5;
    int most = row > 0 ? row : -row;
    if (digit > most || -digit > most) most = digit > 0 ? digit : -digit;
    int across = row - digit;
    return across > most || -across > most ? (across > 0 ? across : -across) : most;
}

// Of marbles equally far away, the one with the first name.
static Cell farthest(Cells marbles)
{
    Cell found = bits_first(marbles);
    for (; marbles; marbles &= marbles - 1) {
        Cell cell = bits_first(marbles);
        int further = distance(cell) - distance(found);
        int later = 16 * (cell_row(cell) - cell_row(found)) + cell_digit(cell) - cell_digit(found);
        if (further > 0 || (!further && later < 0)) found = cell;
    }
    return found;
}

void ab_give(AbPosition *start, int player, int count)
{
    for (; count > 0 && start->marble[player]; count--) {
        start->marble[player] &= ~bit(farthest(start->marble[player]));
        start->score[!start->head.variant->team[player]]++;
    }
}

Key ab_key(const AbPosition *position)
{
    u64 rest = (u64)position->head.turn | (u64)position->head.out << 8;
    for (int i = 0; i < PLAYERS_MAX; i++)
        rest |= (u64)position->score[i] << (16 + 8 * i);
    Key key = mix64(rest + 1);
    for (int i = 0; i < PLAYERS_MAX; i++)
        key = mix64(key ^ position->marble[i]) + (u64)i;
    return key;
}

bool ab_position_ok(const AbPosition *position)
{
    const Variant *variant = position->head.variant;
    AbCount count = ab_count(position);
    int players = variant->players;
    Cells seen = 0;
    int lost[PLAYERS_MAX] = { 0 }, lost_all = 0, score_all = 0, winners = 0;
    for (int player = 0; player < PLAYERS_MAX; player++) {
        Cells marbles = position->marble[player];
        if (marbles & (seen | ~ALL_CELLS)) return false;
        seen |= marbles;
        if (player >= players && marbles) return false;
        if (player >= players) continue;
        int gone = count.marbles - bits_count(marbles);
        if (gone < 0) return false;
        lost[variant->team[player]] += gone;
        lost_all += gone;
    }
    // Every missing marble was pushed out by another team.
    for (int team = 0; team < PLAYERS_MAX; team++) {
        score_all += position->score[team];
        if (position->score[team] + lost[team] > lost_all) return false;
        if (position->score[team] > count.to_win) return false;
        winners += position->score[team] == count.to_win;
    }
    return score_all == lost_all && winners <= 1 && position->head.turn < players;
}
