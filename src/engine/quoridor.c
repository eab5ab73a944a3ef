// SPDX-License-Identifier: MIT
// What the search needs to know about Quoridor: nodes, evaluation, the order of moves.
#include "base/rng.h"
#include "engine/chance.h"
#include "engine/inputs.h"
#include "engine/units.h"
#include "engine/ways.h"
#include "engine/worker.h"
#include "quoridor/walls.h"

typedef struct Node {
    QrPosition position;
    Open open;
    Way way[PLAYERS_MOST];
    u16 calm;
    bool won;
} Node;

enum {
    MARGIN = 64,
    RFP = 70,
    FUTILITY = 80,
    LATE_BASE = 8,
    LATE_FACTOR = 6,
    QUIET_PLIES = 8,
    ORDER_QUIET = 20000,
    ORDER_CUT = 26000,
    ORDER_STEP = 30000,
    ORDER_TOUCH = 18000,
    ORDER_FAR = 9000,
    ORDER_NEAR = 15000, // above all that is far, whatever it cuts
    ORDER_LOUD = 56000,
    ORDER_GOAL = 65000,
};

// --- nodes ---------------------------------------------------------------------------------------

static Side goal_of(const Node *node, int player)
{
    return (Side)qr_variant(&node->position)->goal[player];
}

static void find_way(Node *node, int player)
{
    node->way[player] = way_find(&node->open, node->position.pawn[player], goal_of(node, player));
}

static void node_set(Node *node, const Position *position)
{
    *node = (Node){ .position = *(const QrPosition *)position, .calm = 1000 };
    node->open = open_of(&node->position);
    for (int player = 0; player < position->head.variant->players; player++)
        if (!bits_has(position->head.out, player)) find_way(node, player);
}

static void node_play(const Node *from, Node *to, Move move)
{
    *to = *from;
    int player = from->position.head.turn;
    if (move == MOVE_PASS) {
        to->calm++;
    } else if (qr_move_is_wall(move)) {
        Orientation o = qr_move_orientation(move);
        Slot slot = qr_move_slot(move);
        qr_place_wall(&to->position, o, slot);
        to->position.walls[player]--;
        to->calm = 0;
        open_wall(&to->open, o, slot);
        for (int other = 0; other < from->position.head.variant->players; other++)
            if (!bits_has(from->position.head.out, other) && way_cut(&from->way[other], o, slot))
                find_way(to, other);
    } else {
        qr_move_pawn(&to->position, player, move);
        to->calm++;
        to->won = square_next(move, goal_of(from, player)) < 0;
        find_way(to, player);
    }
    head_advance(&to->position.head);
}

static void node_pass(const Node *from, Node *to)
{
    *to = *from;
    to->calm = 0;
    head_advance(&to->position.head);
}

static Key node_key(const Node *node)
{
    return qr_key(&node->position);
}

static int node_calm(const Node *node)
{
    return node->calm;
}

static bool node_won(const Node *node)
{
    return node->won;
}

static int node_side(const Node *node, int root)
{
    return node->position.head.turn != root;
}

static bool node_may_pass(const Node *node)
{
    return node->position.walls[node->position.head.turn] > 0;
}

// --- evaluation ----------------------------------------------------------------------------------

static int clamp(int x, int low, int high)
{
    return x < low ? low : x > high ? high : x;
}

enum { PARTS = QR_WIDTH / UNITS };

static Score evaluate(const QrNet *net, const u16 *input, int count, int stage)
{
    Units sum[PARTS];
    for (int part = 0; part < PARTS; part++)
        sum[part] = units_load(net->bias + UNITS * part);
    for (int i = 0; i < count; i++)
        for (int part = 0; part < PARTS; part++)
            sum[part] += units_load(net->table[input[i]] + UNITS * part);
    i32 total = 0;
    for (int part = 0; part < PARTS; part++) {
        Units units = units_clip(sum[part], QR_CLIP);
        if (UNITS * part >= net->plain) units = units_square(units);
        total += units_dot(units, units_load(net->out[stage] + UNITS * part));
    }
    return clamp(total / 64 + net->last[stage], -SCORE_MATED_MOST + 1, SCORE_MATED_MOST - 1);
}

// Two players: seen by the one to move. Four: seen by `player`.
static Score evaluate_for(const Nets *nets, const Node *node, int player)
{
    const QrPosition *position = &node->position;
    u16 input[QR_ACTIVE_MOST];
    bool two = position->head.variant->players == 2;
    int count = two ? qr_inputs(position, node->way, input)
                    : qr4_inputs(position, node->way, player, input);
    return evaluate(nets->quoridor[two ? 0 : 1], input, count, qr_stage(position));
}

// Seen by the side to move; `root` is who looks where each plays alone.
static Score evaluate_side(const Nets *nets, const Node *node, int root)
{
    Score score = evaluate_for(nets, node, root);
    bool two = node->position.head.variant->players == 2;
    return two || node->position.head.turn == root ? score : -score;
}

static Score node_eval(const Worker *worker, const Node *node)
{
    return evaluate_side(worker->engine->net, node, worker->engine->position.head.turn);
}

Score qr_evaluate(const Nets *nets, const Position *position, int player)
{
    Node node;
    node_set(&node, position);
    Score score = evaluate_side(nets, &node, player);
    return node_side(&node, player) == 0 ? score : -score;
}

// Whether `player` wins the race, against a foe without walls who never gets in the way.
static bool wins_race(const Node *node, int player)
{
    const QrPosition *position = &node->position;
    int foe = 1 - player;
    bool foe_first = position->head.turn == foe;
    if (position->walls[foe] || node->way[player].length + foe_first > node->way[foe].length)
        return false;
    return way_is_free(&node->open, &node->way[player], position->pawn[player], position->pawn[foe],
                       foe_first);
}

static int node_decided(const Node *node)
{
    if (node->position.head.variant->players != 2) return 0;
    int me = node->position.head.turn;
    if (wins_race(node, me)) return 2 * node->way[me].length - 1;
    if (wins_race(node, 1 - me)) return -2 * node->way[1 - me].length;
    return 0;
}

// --- moves ---------------------------------------------------------------------------------------

static int pack_steps(const Node *node, u32 *packed)
{
    int player = node->position.head.turn;
    Square from = node->position.pawn[player];
    u8 steps[QR_STEPS_MOST];
    int count = qr_steps(&node->position, player, steps);
    for (int i = 0; i < count; i++) {
        u32 order = ORDER_QUIET;
        if (squares_has(node->way[player].squares, steps[i])) order = ORDER_STEP;
        int gap = from > steps[i] ? from - steps[i] : steps[i] - from;
        if (gap != 1 && gap != SIZE) order = ORDER_STEP + 500; // a jump
        if (square_next(steps[i], goal_of(node, player)) < 0) order = ORDER_GOAL;
        packed[i] = order << 16 | steps[i];
    }
    return count;
}

static u32 *pack_walls(u32 *packed, Slots slots, Orientation o, u32 order)
{
    for (; slots; slots &= slots - 1)
        *packed++ = order << 16 | qr_wall_move(o, bits_first(slots));
    return packed;
}

// Slots round the pawns, and slots that touch a standing wall.
static void near_slots(const Node *node, Slots near[ORIENTATIONS])
{
    const QrPosition *position = &node->position;
    Slots flat = position->wall[HORIZONTAL], upright = position->wall[VERTICAL];
    Slots ends = (flat << 1 & ~FILE_A) | (flat >> 1 & ~FILE_H) | flat | upright << 8 |
                 upright >> 8 | upright;
    near[HORIZONTAL] = ends | (ends << 1 & ~FILE_A) | (ends >> 1 & ~FILE_H);
    near[VERTICAL] = ends | ends << 8 | ends >> 8;
    for (int player = 0; player < position->head.variant->players; player++) {
        if (bits_has(position->head.out, player)) continue;
        for (Side side = NORTH; side < SIDES; side++)
            near[side_walls(side)] |= square_slots(position->pawn[player], side);
    }
}

static int node_moves(const Node *node, u32 *packed)
{
    const QrPosition *position = &node->position;
    int me = position->head.turn;
    u32 *end = packed + pack_steps(node, packed);
    if (position->walls[me]) {
        Slots near[ORIENTATIONS];
        near_slots(node, near);
        for (Orientation o = HORIZONTAL; o < ORIENTATIONS; o++) {
            Slots legal = qr_legal_walls(position, o);
            Slots own = way_cuts(&node->way[me], o), foes = 0;
            for (int other = 0; other < position->head.variant->players; other++)
                if (other != me && !bits_has(position->head.out, other))
                    foes |= way_cuts(&node->way[other], o);
            end = pack_walls(end, legal & foes & ~own, o, ORDER_CUT);
            end = pack_walls(end, legal & foes & own, o, ORDER_TOUCH + 2000);
            end = pack_walls(end, legal & ~foes & near[o] & ~own, o, ORDER_TOUCH);
            end = pack_walls(end, legal & ~foes & near[o] & own, o, ORDER_FAR + 2000);
            end = pack_walls(end, legal & ~foes & ~near[o], o, ORDER_FAR);
        }
    }
    if (end == packed) *end++ = (u32)ORDER_QUIET << 16 | MOVE_PASS;
    return (int)(end - packed);
}

static bool node_has(const Node *node, Move move)
{
    const QrPosition *position = &node->position;
    if (move == MOVE_PASS) return false;
    if (qr_move_is_wall(move))
        return position->walls[position->head.turn] &&
               bits_has(qr_legal_walls(position, qr_move_orientation(move)), qr_move_slot(move));
    u32 packed[QR_STEPS_MOST];
    for (int i = pack_steps(node, packed) - 1; i >= 0; i--)
        if ((Move)packed[i] == move) return true;
    return false;
}

// The step into the goal. Once nobody has walls, the race is run to its end: all steps that bring
// the pawn nearer.
static int node_loud(const Node *node, u32 *packed)
{
    const QrPosition *position = &node->position;
    u32 least = ORDER_STEP;
    for (int player = 0; player < position->head.variant->players; player++)
        if (position->walls[player]) least = ORDER_GOAL;
    // A jump may be as long as two steps.
    if (least == ORDER_GOAL && node->way[position->head.turn].length > 2) return 0;
    int count = pack_steps(node, packed), kept = 0;
    for (int i = 0; i < count; i++)
        if (packed[i] >> 16 >= least) packed[kept++] = packed[i];
    return kept;
}

#define SEARCH qr_search
#include "engine/search.inc"

// --- each alone ----------------------------------------------------------------------------------

static int node_lead(const Node *node, int player)
{
    int fastest = 1000;
    for (int other = 0; other < node->position.head.variant->players; other++)
        if (other != player && !bits_has(node->position.head.out, other) &&
            node->way[other].length < fastest)
            fastest = node->way[other].length;
    return fastest - node->way[player].length;
}

static bool node_may_win(const Node *node, int player)
{
    return node->way[player].length <= 2; // a jump may be as long as two steps
}

static bool node_can_win(const Node *node)
{
    if (!node_may_win(node, node->position.head.turn)) return false;
    u32 packed[QR_STEPS_MOST];
    for (int i = pack_steps(node, packed) - 1; i >= 0; i--)
        if (packed[i] >> 16 == ORDER_GOAL) return true;
    return false;
}

static Score node_score(const Worker *worker, const Node *node, int player)
{
    return evaluate_for(worker->engine->net, node, player);
}

#define CROWD qr_crowd
#include "engine/crowd.inc"
