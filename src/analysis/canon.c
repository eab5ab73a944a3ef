// SPDX-License-Identifier: MIT
#include "analysis/canon.h"

#include "abalone/position.h"
#include "base/rng.h"
#include "quoridor/position.h"

enum { HEX_TURNS = 12, SQUARE_TURNS = 8, BYTES_MAX = CELLS_MAX + 32 };

static bool is_abalone(const Variant *variant)
{
    return variant->game == &AB_GAME;
}

// --- boards --------------------------------------------------------------------------------------

// Turns 0..5 are steps of 60 degrees, 6..11 the same after a reflection.
static Cell turn_cell(int turn, Cell cell)
{
    if (turn >= 6) cell = cell_at(cell_digit(cell) - 1, cell_row(cell) + 1);
    for (int i = turn % 6; i > 0; i--)
        cell = cell_turned(cell);
    return cell;
}

// For a board with `size` files and ranks. Turns 0..3 are quarter turns clockwise, 4..7 the same
// after mirroring the files.
static int turn_square(int turn, int square, int size)
{
    int file = square % size, rank = square / size;
    if (turn >= 4) file = size - 1 - file;
    for (int i = turn % 4; i > 0; i--) {
        int before = file;
        file = rank;
        rank = size - 1 - before;
    }
    return rank * size + file;
}

static Side turn_side(int turn, Side side)
{
    if (turn >= 4 && (side == EAST || side == WEST)) side = side_opposite(side);
    return (Side)(((int)side + turn) % 4);
}

// The inverse of a turn.
static int turn_back(bool abalone, int turn)
{
    int quarter = abalone ? 6 : 4;
    if (turn < quarter) return (quarter - turn) % quarter;
    // A reflection followed by a turn is a reflection, which is its own inverse.
    return turn;
}

// --- symmetries ----------------------------------------------------------------------------------

static bool is_fair(const Variant *variant, int turn, const u8 player[PLAYERS_MAX])
{
    for (int p = 0; p < variant->players; p++) {
        if (player[variant->next[p]] != variant->next[player[p]]) return false;
        for (int q = 0; q < variant->players; q++)
            if ((variant->team[p] == variant->team[q]) !=
                (variant->team[player[p]] == variant->team[player[q]]))
                return false;
        if (is_abalone(variant)) continue;
        const u8 *goal = ((const QrVariant *)variant)->goal;
        if (turn_side(turn, (Side)goal[p]) != (Side)goal[player[p]]) return false;
    }
    return true;
}

void canon_init(Canon *canon, const Variant *variant)
{
    bool abalone = is_abalone(variant);
    int turns = abalone ? HEX_TURNS : SQUARE_TURNS, players = variant->players;
    *canon = (Canon){ .variant = variant };
    for (int turn = 0; turn < turns; turn++) {
        for (int cell = 0; cell < variant->game->cells; cell++)
            canon->cell[turn][cell] =
                (u8)(abalone ? turn_cell(turn, cell) : turn_square(turn, cell, SIZE));
        // The first player's new number determines the renaming that keeps the order of turns.
        for (int first = 0; first < players; first++) {
            CanonView view = { .turn = (u8)turn };
            for (int i = 0, from = 0, to = first; i < players; i++) {
                view.player[from] = (u8)to;
                from = variant->next[from];
                to = variant->next[to];
            }
            if (is_fair(variant, turn, view.player)) canon->view[canon->count++] = view;
        }
    }
}

// --- positions -----------------------------------------------------------------------------------

// Serialises a position after applying a symmetry.
static int write_abalone(const Canon *canon, const AbPosition *position, CanonView view,
                         u8 bytes[BYTES_MAX])
{
    const Variant *variant = canon->variant;
    for (int i = 0; i < CELLS; i++)
        bytes[i] = 0;
    for (int player = 0; player < variant->players; player++)
        for (Cells left = position->marble[player]; left; left &= left - 1)
            bytes[canon->cell[view.turn][bits_first(left)]] = (u8)(view.player[player] + 1);
    int length = CELLS;
    for (int i = 0; i < PLAYERS_MAX; i++)
        bytes[length + i] = 0;
    for (int player = 0; player < variant->players; player++)
        bytes[length + variant->team[view.player[player]]] = position->score[variant->team[player]];
    return length + PLAYERS_MAX;
}

static int write_quoridor(const Canon *canon, const QrPosition *position, CanonView view,
                          u8 bytes[BYTES_MAX])
{
    int players = canon->variant->players, length = 2 * SLOTS / 8;
    for (int i = 0; i < length; i++)
        bytes[i] = 0;
    for (int from = 0; from < ORIENTATIONS; from++) {
        int to = from ^ (view.turn & 1);
        for (Slots left = position->wall[from]; left; left &= left - 1) {
            int slot = turn_square(view.turn, bits_first(left), 8);
            bytes[to * SLOTS / 8 + slot / 8] |= (u8)(1 << slot % 8);
        }
    }
    for (int player = 0; player < players; player++) {
        int at = length + 2 * view.player[player];
        bool in = !bits_has(position->head.out, player);
        bytes[at] = in ? canon->cell[view.turn][position->pawn[player]] : 255;
        bytes[at + 1] = position->walls[player];
    }
    return length + 2 * players;
}

static int write_view(const Canon *canon, const Position *position, CanonView view,
                      u8 bytes[BYTES_MAX])
{
    int length = is_abalone(canon->variant)
                     ? write_abalone(canon, (const AbPosition *)position, view, bytes)
                     : write_quoridor(canon, (const QrPosition *)position, view, bytes);
    u8 out = 0;
    for (int player = 0; player < canon->variant->players; player++)
        if (bits_has(position->head.out, player)) out |= (u8)(1 << view.player[player]);
    bytes[length++] = view.player[position->head.turn];
    bytes[length++] = out;
    return length;
}

void canon_place(const Canon *canon, const Position *position, CanonPlace *place)
{
    u8 best[BYTES_MAX], bytes[BYTES_MAX];
    int length = 0;
    place->count = 0;
    for (int i = 0; i < canon->count; i++) {
        length = write_view(canon, position, canon->view[i], bytes);
        int at = 0;
        while (i && at < length && bytes[at] == best[at])
            at++;
        bool same = i && at == length;
        if (i && !same && bytes[at] > best[at]) continue;
        if (!same) {
            __builtin_memcpy(best, bytes, sizeof best);
            place->count = 0;
        }
        place->view[place->count++] = canon->view[i];
    }
    Key key = 0;
    for (int i = 0; i < length; i++)
        key = mix64(key ^ best[i]) + (u64)i;
    place->key = mix64(key);
}

Key canon_key(const Canon *canon, const Position *position, CanonView *view)
{
    CanonPlace place;
    canon_place(canon, position, &place);
    *view = place.view[0];
    return place.key;
}

// --- moves ---------------------------------------------------------------------------------------

static Move turn_abalone(const Canon *canon, int turn, Move move)
{
    const u8 *to = canon->cell[turn];
    // A direction maps like the step from the centre in that direction.
    enum { CENTRE = 56 };
    Dir way[DIRS];
    for (Dir dir = E; dir < DIRS; dir++)
        way[dir] = cell_direction(to[CENTRE], to[bits_first(cells_shift(bit(CENTRE), dir))]);
    Cell cell = ab_move_cell(move);
    Dir dir = way[ab_move_dir(move)];
    if (ab_move_axis(move) == AB_IN_LINE) return ab_in_line(to[cell], dir);
    Dir along = way[ab_move_axis(move)];
    bool three = ab_move_three(move);
    if ((int)along < AXES) return ab_side_step(to[cell], (int)along, three, dir);
    // The line now runs the other way: its last marble becomes the first.
    Cells last = bit(cell);
    for (int i = three ? 2 : 1; i > 0; i--)
        last = cells_shift(last, (Dir)ab_move_axis(move));
    return ab_side_step(to[bits_first(last)], (int)dir_back(along), three, dir);
}

static Move turn_quoridor(const Canon *canon, int turn, Move move)
{
    if (!qr_move_is_wall(move)) return canon->cell[turn][move];
    Orientation orientation = (Orientation)((int)qr_move_orientation(move) ^ (turn & 1));
    return qr_wall_move(orientation, turn_square(turn, qr_move_slot(move), 8));
}

static Move turn_move(const Canon *canon, int turn, Move move)
{
    if (move >= MOVE_SWAP) return move;
    return is_abalone(canon->variant) ? turn_abalone(canon, turn, move)
                                      : turn_quoridor(canon, turn, move);
}

Move canon_move(const Canon *canon, CanonView view, Move move)
{
    return turn_move(canon, view.turn, move);
}

Move canon_move_back(const Canon *canon, CanonView view, Move move)
{
    return turn_move(canon, turn_back(is_abalone(canon->variant), view.turn), move);
}

Move canon_place_move(const Canon *canon, const CanonPlace *place, Move move)
{
    Move least = canon_move(canon, place->view[0], move);
    for (int i = 1; i < place->count; i++) {
        Move other = canon_move(canon, place->view[i], move);
        if (other < least) least = other;
    }
    return least;
}

Move canon_place_move_back(const Canon *canon, const CanonPlace *place, Move move)
{
    return canon_move_back(canon, place->view[0], move);
}
