// SPDX-License-Identifier: MIT
#include "engine/yardstick.h"

#include "base/bits.h"
#include "engine/games.h"

enum { VALUE_WON = 1000000, PLAIN_DEPTH = 3 };

const char *yardstick_name(Yardstick yardstick)
{
    static const char *const NAME[YARDSTICKS] = { "random", "greedy", "plain" };
    return NAME[yardstick];
}

bool yardstick_find(Text name, Yardstick *yardstick)
{
    for (int i = 0; i < YARDSTICKS; i++)
        if (text_is(name, yardstick_name((Yardstick)i))) {
            *yardstick = (Yardstick)i;
            return true;
        }
    return false;
}

// --- the plain value -----------------------------------------------------------------------------

static Score value_for(const EngineGame *game, const Position *position, int player)
{
    const Variant *variant = position->head.variant;
    Score best = -VALUE_WON;
    u8 seen = variant_teammates(variant, player) | position->head.out;
    for (int other = 0; other < variant->players; other++) {
        if (bits_has(seen, other)) continue;
        Score value = game->plain_value(position, other);
        if (value > best) best = value;
        seen |= variant_teammates(variant, other);
    }
    return game->plain_value(position, player) - best;
}

Score yardstick_value(const Position *position, int player)
{
    return value_for(engine_game(position->head.variant), position, player);
}

// --- the search ----------------------------------------------------------------------------------

// The player and the values for evaluation. Players of other sides are assumed to play against this
// one, which is exact for two sides.
typedef struct Plain {
    const EngineGame *game;
    int player;
    u8 side;
} Plain;

// `left` makes an early win better than a late one.
static Score leaf_value(const Plain *plain, const Position *position, u8 winners, int left)
{
    if (winners) return winners & plain->side ? VALUE_WON + left : -VALUE_WON - left;
    return value_for(plain->game, position, plain->player);
}

static Score search(const Plain *plain, const Position *position, int depth, Score alpha,
                    Score beta);

static Score child_value(const Plain *plain, const Position *before, Move move, int depth,
                         Score alpha, Score beta)
{
    const Game *game = before->head.variant->game;
    Position position = *before;
    game->play(&position, move);
    u8 winners = game->winners(&position);
    if (winners || depth == 1) return leaf_value(plain, &position, winners, depth);
    return search(plain, &position, depth - 1, alpha, beta);
}

// Sorts moves by their value after one ply, best first for the player to move, to help alpha-beta.
static void sort_moves(const Plain *plain, const Position *position, Move *moves, int count)
{
    Score value[MOVES_MAX];
    bool ours = bits_has(plain->side, position->head.turn);
    for (int i = 0; i < count; i++) {
        Move move = moves[i];
        Score here = child_value(plain, position, move, 1, 0, 0);
        if (!ours) here = -here;
        int at = i;
        for (; at > 0 && value[at - 1] < here; at--) {
            value[at] = value[at - 1];
            moves[at] = moves[at - 1];
        }
        value[at] = here;
        moves[at] = move;
    }
}

static Score search(const Plain *plain, const Position *position, int depth, Score alpha,
                    Score beta)
{
    Move moves[MOVES_MAX];
    int count = position->head.variant->game->moves(position, moves);
    bool ours = bits_has(plain->side, position->head.turn);
    if (depth > 1) sort_moves(plain, position, moves, count);
    for (int i = 0; i < count && alpha < beta; i++) {
        Score value = child_value(plain, position, moves[i], depth, alpha, beta);
        if (ours && value > alpha) alpha = value;
        if (!ours && value < beta) beta = value;
    }
    return ours ? alpha : beta;
}

static void shuffle(Move *moves, int count, Rng *rng)
{
    for (int i = count - 1; i > 0; i--) {
        u32 j = rng_below(rng, (u32)i + 1);
        Move move = moves[i];
        moves[i] = moves[j];
        moves[j] = move;
    }
}

Move yardstick_move(Yardstick yardstick, const Position *position, Rng *rng)
{
    const Variant *variant = position->head.variant;
    Move moves[MOVES_MAX];
    int count = variant->game->moves(position, moves);
    if (!count) return MOVE_NONE;
    // The first of equally good moves is chosen, so shuffling breaks ties.
    shuffle(moves, count, rng);
    if (yardstick == YARDSTICK_RANDOM) return moves[0];

    int player = position->head.turn, depth = yardstick == YARDSTICK_PLAIN ? PLAIN_DEPTH : 1;
    Plain plain = { engine_game(variant), player, variant_teammates(variant, player) };
    if (depth > 1) sort_moves(&plain, position, moves, count);
    Score best = -2 * VALUE_WON;
    Move chosen = moves[0];
    for (int i = 0; i < count; i++) {
        Score value = child_value(&plain, position, moves[i], depth, best, 2 * VALUE_WON);
        if (value <= best) continue;
        best = value;
        chosen = moves[i];
    }
    return chosen;
}
