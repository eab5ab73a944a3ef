// SPDX-License-Identifier: MIT
#include "support/walk.h"

#include "quoridor/walls.h"

#include <stdlib.h>

static int below(Walk *walk, int limit)
{
    return (int)rng_below(&walk->rng, (u32)limit);
}

static bool one_in(Walk *walk, int n)
{
    return below(walk, n) == 0;
}

static int random_member(Walk *walk, u64 set)
{
    for (int skip = below(walk, bits_count(set)); skip > 0; skip--)
        set &= set - 1;
    return bits_first(set);
}

// --- odd Abalone boards --------------------------------------------------------------------------

static void put_marble(AbPosition *position, int player, Cell cell)
{
    if (!bits_has(ab_occupied(position), cell)) position->marble[player] |= bit(cell);
}

// Runs of one colour in one direction, to make pushes possible.
static void scatter_runs(Walk *walk, AbPosition *position, int marbles)
{
    for (int tries = 0; bits_count(ab_occupied(position)) < marbles && tries < 300; tries++) {
        int player = below(walk, walk->variant->players), length = 1 + below(walk, 5);
        Dir dir = (Dir)below(walk, DIRS);
        for (Cells at = bit(below(walk, CELLS)); at && length; at = cells_shift(at, dir), length--)
            put_marble(position, player, bits_first(at));
    }
}

// One or two marbles of the player to move, surrounded on all sides: often without a legal move
// (R1).
static void besiege(Walk *walk, AbPosition *position)
{
    int us = position->head.turn;
    Cells own = bit(below(walk, CELLS)), around = 0;
    if (one_in(walk, 2)) own |= cells_shift(own, (Dir)below(walk, DIRS));
    for (Dir dir = E; dir < DIRS; dir++)
        around |= cells_shift(own, dir);
    position->marble[us] = own;
    for (Cells rest = around & ~own; rest; rest &= rest - 1) {
        int other = below(walk, walk->variant->players - 1);
        put_marble(position, other + (other >= us), bits_first(rest));
    }
}

// Credits every missing marble to a team that can have pushed it out. Returns false if that fails.
static bool share_scores(Walk *walk, AbPosition *position)
{
    const Variant *common = position->head.variant;
    AbCount count = ab_variant(position)->count[0];
    int most = one_in(walk, 30) ? count.to_win : count.to_win - 1;
    for (int team = 0; team < PLAYERS_MAX; team++)
        position->score[team] = 0;
    int eager =
        below(walk, common->players); // one player gets the most, and so is close to winning
    for (int player = 0; player < common->players; player++) {
        int gone = count.marbles - bits_count(position->marble[player]);
        for (; gone > 0; gone--) {
            u8 can = 0;
            for (int other = 0; other < common->players; other++)
                if (common->team[other] != common->team[player] &&
                    position->score[common->team[other]] < most)
                    can |= (u8)bit(other);
            if (!can) return false;
            int by = bits_has(can, eager) ? eager : random_member(walk, can);
            position->score[common->team[by]]++;
        }
    }
    return ab_position_ok(position);
}

static bool odd_abalone(Walk *walk)
{
    AbPosition position = { .head = { .variant = walk->variant } };
    position.head.turn = (u8)below(walk, walk->variant->players);
    bool siege = one_in(walk, 6);
    if (siege) besiege(walk, &position);
    static const int DENSITY[] = { 4, 12, 20, 25, 30, 35, 45, 55 };
    if (!siege || one_in(walk, 2)) scatter_runs(walk, &position, DENSITY[below(walk, 8)]);
    if (variant_each_alone(walk->variant) && one_in(walk, 3))
        position.head.out =
            (u8)(bit(below(walk, walk->variant->players)) & ~bit(position.head.turn));

    int most = 0;
    for (int player = 0; player < walk->variant->players; player++) {
        int count = bits_count(position.marble[player]);
        if (count > most) most = count;
    }
    if (most > 30) return false; // could have more moves than MOVES_MAX
    if (most > ab_variant(&position)->count[0].marbles || !share_scores(walk, &position)) {
        walk->odd.abalone = *(const AbVariant *)walk->variant;
        walk->odd.abalone.count[0].marbles = (u8)most;
        position.head.variant = &walk->odd.variant;
        if (!share_scores(walk, &position)) return false;
    }
    *(AbPosition *)&walk->position = position;
    return true;
}

// --- odd Quoridor boards -------------------------------------------------------------------------

static void put_wall(QrPosition *position, Orientation orientation, Slot slot)
{
    Slots clash = 0;
    for (Orientation o = HORIZONTAL; o < ORIENTATIONS; o++)
        clash |= position->wall[o] & wall_conflicts(orientation, slot, o);
    if (!clash) position->wall[orientation] |= bit(slot);
}

// The same, but undone if it shuts a player in.
static void try_wall(QrPosition *position, Orientation orientation, Slot slot)
{
    int who;
    QrPosition before = *position;
    put_wall(position, orientation, slot);
    QrPosition after = *position;
    if (!qr_derive(&after, &who)) *position = before;
}

static void close_side(Walk *walk, QrPosition *position, Square square, Side side)
{
    Slots slots = square_slots(square, side);
    if (slots) put_wall(position, side_walls(side), random_member(walk, slots));
}

// The pawn to move in a dead end, with the others in line in front of it: often without a step (Q9,
// R1).
static bool pawns_in_alley(Walk *walk, QrPosition *position)
{
    Side ahead = (Side)below(walk, SIDES);
    Square square = below(walk, SQUARES);
    for (Side side = NORTH; side < SIDES; side++)
        if (side != ahead) close_side(walk, position, square, side);
    int players = position->head.variant->players;
    for (int i = 0; i < players; i++, square = square_next(square, ahead)) {
        if (square < 0) return false;
        position->pawn[(position->head.turn + i) % players] = (u8)square;
    }
    return true;
}

// Places each pawn next to an earlier one, in any shape.
static void pawns_in_bunch(Walk *walk, QrPosition *position)
{
    position->pawn[0] = (u8)below(walk, SQUARES);
    for (int player = 1; player < position->head.variant->players; player++) {
        int square = -1;
        while (square < 0)
            square = square_next(position->pawn[below(walk, player)], (Side)below(walk, SIDES));
        position->pawn[player] = (u8)square;
    }
}

static void pawns_anywhere(Walk *walk, QrPosition *position)
{
    for (int player = 0; player < position->head.variant->players; player++)
        position->pawn[player] = (u8)below(walk, SQUARES);
}

static bool pawns_fit(const QrPosition *position)
{
    const QrVariant *variant = qr_variant(position);
    for (int player = 0; player < variant->common.players; player++) {
        if (square_next(position->pawn[player], (Side)variant->goal[player]) < 0) return false;
        for (int other = 0; other < player; other++)
            if (position->pawn[player] == position->pawn[other]) return false;
    }
    return true;
}

// Distributes walls so that those in hand and on the board add up to the variant's number.
static void share_walls(Walk *walk, QrPosition *position)
{
    const QrVariant *variant = (const QrVariant *)walk->variant;
    int players = variant->common.players, each = variant->walls;
    int placed = bits_count(position->wall[HORIZONTAL]) + bits_count(position->wall[VERTICAL]);
    if (placed > players * each) {
        each = (placed + below(walk, 8) + players - 1) / players;
        walk->odd.quoridor = *variant;
        walk->odd.quoridor.walls = (u8)each;
        position->head.variant = &walk->odd.variant;
    }
    for (int player = 0; player < players; player++)
        position->walls[player] = (u8)each;
    bool poor = one_in(walk, 5); // the player to move has used up their walls first
    for (; placed > 0; placed--) {
        int by = poor ? position->head.turn : below(walk, players);
        while (position->walls[by] == 0)
            by = (by + 1) % players;
        position->walls[by]--;
    }
}

void walk_maze(Walk *walk, QrPosition *position)
{
    *position = (QrPosition){ .head = { .variant = walk->variant } };
    position->head.turn = (u8)below(walk, walk->variant->players);
    do
        pawns_anywhere(walk, position);
    while (!pawns_fit(position));
    for (int tries = 20 + below(walk, 60); tries > 0; tries--)
        put_wall(position, (Orientation)below(walk, ORIENTATIONS), below(walk, SLOTS));
}

static bool odd_quoridor(Walk *walk)
{
    QrPosition position = { .head = { .variant = walk->variant } };
    int players = walk->variant->players, who;
    position.head.turn = (u8)below(walk, players);
    switch (below(walk, 3)) {
    case 0:
        if (!pawns_in_alley(walk, &position)) return false;
        break;
    case 1: pawns_in_bunch(walk, &position); break;
    default: pawns_anywhere(walk, &position); break;
    }
    if (!pawns_fit(&position)) return false;
    QrPosition check = position;
    if (!qr_derive(&check, &who)) return false;

    static const int TRIES[] = { 0, 10, 20, 40, 80, 160 };
    for (int tries = TRIES[below(walk, 6)]; tries > 0; tries--) {
        Orientation orientation = (Orientation)below(walk, ORIENTATIONS);
        if (one_in(walk, 4)) { // beside a pawn
            Side side = (Side)below(walk, SIDES);
            Slots slots = square_slots(position.pawn[below(walk, players)], side);
            if (slots) try_wall(&position, side_walls(side), random_member(walk, slots));
        } else {
            try_wall(&position, orientation, below(walk, SLOTS));
        }
    }
    share_walls(walk, &position);
    if (variant_each_alone(walk->variant) && one_in(walk, 4)) {
        int player = below(walk, players);
        if (player != position.head.turn) {
            position.head.out = (u8)bit(player);
            position.pawn[player] = 0;
        }
    }
    if (!qr_derive(&position, &who)) return false;
    *(QrPosition *)&walk->position = position;
    return true;
}

// --- moods ---------------------------------------------------------------------------------------

static int abalone_appeal(const AbPosition *position, Move move)
{
    if (move == MOVE_PASS) return 0;
    Cells moved = ab_moved(position, move);
    if (moved & EDGE[ab_move_dir(move)]) return 2;
    return moved & ~ab_team(position, position->head.turn) ? 1 : 0;
}

static int steps_between(Square a, Square b)
{
    return abs(square_file(a) - square_file(b)) + abs(square_rank(a) - square_rank(b));
}

// The distance from the square to the nearest pawn other than `but`.
static int nearest_pawn(const QrPosition *position, Square square, int but)
{
    int nearest = 99;
    for (int player = 0; player < position->head.variant->players; player++) {
        if (player == but || bits_has(position->head.out, player)) continue;
        int steps = steps_between(square, position->pawn[player]);
        if (steps < nearest) nearest = steps;
    }
    return nearest;
}

static int quoridor_appeal(const QrPosition *position, Move move, Mood mood)
{
    if (move == MOVE_PASS) return 0;
    if (qr_move_is_wall(move)) {
        if (mood != FENCING) return 0;
        Slot slot = qr_move_slot(move);
        return 20 - nearest_pawn(position, SIZE * (slot / 8) + slot % 8, -1);
    }
    if (mood == WALKING) return 1;
    return mood == MEETING ? 20 - nearest_pawn(position, move, position->head.turn) : 0;
}

Move walk_choose(Walk *walk)
{
    const Game *game = walk->variant->game;
    Move moves[MOVES_MAX], best = MOVE_NONE;
    int count = game->moves(&walk->position, moves), most = -1;
    int tries = walk->mood == ANYTHING || one_in(walk, 8) ? 1 : 8;
    for (int i = 0; i < tries; i++) {
        // Among many walls there are few steps, and they come first in the list: always try one of
        // them.
        Move move = moves[below(walk, i == 1 && count > 3 ? 3 : count)];
        int appeal = game == &AB_GAME
                         ? abalone_appeal((const AbPosition *)&walk->position, move)
                         : quoridor_appeal((const QrPosition *)&walk->position, move, walk->mood);
        if (appeal <= most) continue;
        best = move;
        most = appeal;
    }
    return best;
}

int walk_leaver(Walk *walk)
{
    if (!variant_each_alone(walk->variant) || !one_in(walk, 100)) return -1;
    u8 in = (u8)(variant_everyone(walk->variant) & ~walk->position.head.out);
    return random_member(walk, in);
}

void walk_fresh(Walk *walk)
{
    const Variant *variant = walk->variant;
    walk->mood = (Mood)below(walk, MOODS);
    walk->position = (Position){ 0 };
    if (one_in(walk, 4)) {
        const Layout *layout = &variant->layout[below(walk, variant->layouts)];
        variant->game->read(variant, text_of(layout->position), &walk->position, NULL);
        return;
    }
    while (!(variant->game == &AB_GAME ? odd_abalone(walk) : odd_quoridor(walk)))
        ;
}

// Whether continuing this game is pointless: it is over, stuck, or only pawns move about.
static bool is_stale(Walk *walk)
{
    const Game *game = walk->variant->game;
    if (game->winners(&walk->position)) return true;
    Move moves[MOVES_MAX];
    int count = game->moves(&walk->position, moves);
    if (moves[0] == MOVE_PASS) return one_in(walk, 4);
    if (count < 6) return one_in(walk, 12);
    return one_in(walk, walk->position.head.variant == walk->variant ? 200 : 40);
}

bool walk_rest(Walk *walk)
{
    if (!is_stale(walk)) return false;
    walk_fresh(walk);
    return true;
}

void walk_on(Walk *walk)
{
    if (walk_rest(walk)) return;
    const Game *game = walk->variant->game;
    int leaver = walk_leaver(walk);
    if (leaver >= 0)
        game->leave(&walk->position, leaver);
    else
        game->play(&walk->position, walk_choose(walk));
}

void walk_begin(Walk *walk, const Variant *variant, u64 seed)
{
    *walk = (Walk){ .rng = { seed }, .variant = variant };
    walk_fresh(walk);
}

// --- settings ------------------------------------------------------------------------------------

u64 walk_seed(void)
{
    const char *seed = getenv("MEYDAN_SEED");
    return seed ? strtoull(seed, NULL, 0) : 1;
}

int walk_positions(int positions)
{
    const char *wanted = getenv("MEYDAN_POSITIONS"), *most = getenv("MEYDAN_POSITIONS_MAX");
    if (wanted) return atoi(wanted);
    return most && atoi(most) < positions ? atoi(most) : positions;
}
