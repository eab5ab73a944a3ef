// SPDX-License-Identifier: MIT
// Abalone for the search: nodes, evaluation, and move ordering.
#include "abalone/position.h"
#include "base/rng.h"
#include "engine/lines.h"
#include "engine/units.h"
#include "engine/worker.h"

typedef u16 LineSums[LINES_SIZE];

typedef struct Node {
    AbPosition position;
    u16 calm;
    bool won;
    u8 lift; // added to scores: the evaluation knows games to six marbles
    // By team: the sum of its marbles in each line's state.
    _Alignas(32) LineSums sum[PLAYERS_MAX - 1];
} Node;

enum {
    FEW_DEPTH = 0,
    REDUCE_BASE = 1638,
    REDUCE_SHARE = 12,
    MARGIN = 64,
    EVAL_EARLY = 1,
    RFP = 55,
    FUTILITY = 60,
    LATE_BASE = 6,
    LATE_FACTOR = 5,
    QUIET_PLIES = 6,
    ORDER_QUIET = 20000,
    ORDER_PUSH = 22000,
    ORDER_LOUD = 56000,
};

// --- nodes ---------------------------------------------------------------------------------------

static void add_marbles(LineSums sum, Cells cells, bool away)
{
    for (; cells; cells &= cells - 1) {
        const CellLines *lines = &CELL_LINES[bits_first(cells)];
        for (int axis = 0; axis < AXES; axis++) {
            u16 weight = lines->weight[axis];
            sum[lines->line[axis]] = (u16)(sum[lines->line[axis]] + (away ? -weight : weight));
        }
    }
}

static void advance(Head *head)
{
    if (head->out)
        head_advance(head);
    else
        head->turn = head->variant->next[head->turn];
}

static void node_set(Node *node, const Nets *nets, const Position *position)
{
    (void)nets;
    *node = (Node){ .position = *(const AbPosition *)position };
    const Variant *variant = position->head.variant;
    for (int player = 0; player < variant->players; player++)
        add_marbles(node->sum[variant->team[player]], node->position.marble[player], false);
    node->calm = 1000;
    int to_win = ab_count(&node->position).to_win;
    node->lift = to_win < AB_SCORES ? (u8)(AB_SCORES - 1 - to_win) : 0;
}

static void node_play(const Node *from, Node *to, Move move)
{
    to->position = from->position;
    to->calm = (u16)(from->calm + 1);
    to->won = false;
    to->lift = from->lift;
    if (move != MOVE_PASS) {
        const Variant *variant = from->position.head.variant;
        Dir dir = ab_move_dir(move);
        Cells moved = ab_moved(&from->position, move);
        for (int player = 0; player < variant->players; player++) {
            Cells marbles = from->position.marble[player];
            to->position.marble[player] = (marbles & ~moved) | cells_shift(marbles & moved, dir);
        }
        if (moved & EDGE[dir]) {
            u8 *score = &to->position.score[variant->team[from->position.head.turn]];
            to->won = ++*score >= ab_count(&from->position).to_win;
            to->calm = 0;
        }
    }
    advance(&to->position.head);
}

static void node_pass(const Node *from, Node *to)
{
    node_play(from, to, MOVE_PASS);
    to->calm = 0; // positions before a pass can't recur
}

static void node_settle(const Node *from, Node *to)
{
    const Variant *variant = from->position.head.variant;
    __builtin_memcpy(to->sum, from->sum, (variant->players == 3 ? 3 : 2) * sizeof(LineSums));
    for (int player = 0; player < variant->players; player++) {
        Cells before = from->position.marble[player], after = to->position.marble[player];
        if (before == after) continue;
        add_marbles(to->sum[variant->team[player]], before & ~after, true);
        add_marbles(to->sum[variant->team[player]], after & ~before, false);
    }
}

static Key node_key(const Node *node)
{
    return ab_key(&node->position);
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
    const u8 *team = node->position.head.variant->team;
    return team[node->position.head.turn] != team[root];
}

static bool node_may_pass(const Node *node)
{
    (void)node;
    return true;
}

static int node_decided(const Node *node)
{
    (void)node;
    return 0;
}

// --- evaluation ----------------------------------------------------------------------------------

// The number of turns until `team` moves.
static int turns_until(const AbPosition *position, int team)
{
    Head head = position->head;
    if (head.variant->players == 2) return head.turn != team;
    int turns = 0;
    for (; head.variant->team[head.turn] != team && turns < 3; turns++)
        head_advance(&head);
    return turns;
}

// Reads the contents of each line from a team's view: all others are foes.
static void read_states(const Node *node, int team, u16 state[LINES_SIZE])
{
    const u16 *own = node->sum[team];
    if (node->position.head.variant->players != 3) {
        const u16 *foes = node->sum[1 - team];
        for (int i = 0; i < LINES_SIZE; i++)
            state[i] = (u16)(LINE_FIRST[i] + own[i] + 2 * foes[i]);
        return;
    }
    const u16 *left = node->sum[(team + 1) % 3], *right = node->sum[(team + 2) % 3];
    for (int i = 0; i < LINES_SIZE; i++)
        state[i] = (u16)(LINE_FIRST[i] + own[i] + 2 * (left[i] + right[i]));
}

enum { PARTS = AB_WIDTH / UNITS };

static Score evaluate_for(const AbNet *net, const Node *node, int team)
{
    u16 state[LINES_SIZE];
    read_states(node, team, state);
    Units sum[PARTS];
    for (int part = 0; part < PARTS; part++)
        sum[part] = units_load(net->bias + UNITS * part);
    // Three rounds of nine, so that the compiler unrolls each round.
    for (int i = 0; i < AB_LINES; i += 9)
        for (int k = 0; k < 9; k++)
            for (int part = 0; part < PARTS; part++)
                sum[part] += units_load_bytes(net->table[state[i + k]] + UNITS * part);
    int16_t linear = sum[0][0];
    const u8 *score = node->position.score;
    const int16_t *out = net->out[ab_stage(score, node->lift)];
    Wide weighed = { 0 };
    for (int part = 0; part < PARTS; part++) {
        Units units = units_clip(sum[part], AB_CLIP);
        if (UNITS * part >= net->plain) units = units_square(units);
        if (part == 0) units[0] = linear;
        weighed += units_multiply(units, units_load(out + UNITS * part));
    }
    i32 total = wide_sum(weighed) / 64;

    int most = 0;
    for (int other = 0; other < node->position.head.variant->players; other++)
        if (other != team && score[other] > most) most = score[other];
    total += net->material[score[team] + node->lift][most + node->lift] +
             net->tempo[turns_until(&node->position, team)];
    Score limit = SCORE_MATED_MAX - 1;
    return total > limit ? limit : total < -limit ? -limit : total;
}

static const AbNet *net_for(const Nets *nets, const AbPosition *position)
{
    return nets->abalone[position->head.variant->players - 2];
}

// From the view of the side to move; where each plays alone, from that of `root`.
static Score evaluate_side(const Nets *nets, const Node *node, int root)
{
    const Variant *variant = node->position.head.variant;
    const AbNet *net = net_for(nets, &node->position);
    if (!variant_each_alone(variant))
        return evaluate_for(net, node, variant->team[node->position.head.turn]);
    Score score = evaluate_for(net, node, root);
    return node->position.head.turn == root ? score : -score;
}

// Counts the pairs of neighbours with one cell in either set.
static int count_touches(Cells own, Cells foes)
{
    int touches = 0;
    for (Dir dir = E; dir < DIRS; dir++)
        touches += bits_count(cells_shift(own, dir) & foes);
    return touches;
}

static Score node_eval(const Worker *worker, const Node *node)
{
    const Engine *engine = worker->engine;
    const AbPosition *position = &node->position;
    int root = engine->position.head.turn;
    Score score = evaluate_side(engine->net, node, root);
    if (!engine->urge) return score;
    Cells own = ab_team(position, root), foes = ab_occupied(position) & ~own;
    Score pull = count_touches(own, foes) * engine->urge / 16;
    return node_side(node, root) == 0 ? score + pull : score - pull;
}

static Score evaluate_position(const Nets *nets, const Position *position, int player)
{
    Node node;
    node_set(&node, nets, position);
    Score score = evaluate_side(nets, &node, player);
    return node_side(&node, player) == 0 ? score : -score;
}

int ab_ejected(const Position *position)
{
    const AbPosition *abalone = (const AbPosition *)position;
    int ejected = 0;
    for (int team = 0; team < PLAYERS_MAX; team++)
        ejected += abalone->score[team];
    return ejected;
}

static bool play_on(Engine *engine, Move move, int left)
{
    (void)left;
    int before = ab_ejected(&engine->position);
    ab_play((AbPosition *)&engine->position, move);
    return ab_ejected(&engine->position) > before;
}

// Two blocks that wait for each other wait forever, which costs half a point against a weaker
// player. So a side that isn't behind moves closer the longer nothing happens, and more so if it
// has the better position. Matches (train/README.md) show no loss against an equal engine and a
// large gain against one with a tenth of the nodes. With three players, two opponents against one
// always look like an eventual loss, which is no reason to take a draw or to wait.
static void press(Engine *engine)
{
    enum { CONTEMPT = 50, ALONE_CONTEMPT = 300, PATIENCE = 15, AHEAD = 10, WELL_AHEAD = 25 };
    enum { URGE_MAX = 64, WELL_URGE_MAX = 192, ALONE_URGE_MAX = 128 };
    const Position *position = &engine->position;
    if (position->head.variant->players > 3) return;
    bool alone = variant_each_alone(position->head.variant);
    engine->contempt = alone ? ALONE_CONTEMPT : CONTEMPT;
    int waited = engine->calm - PATIENCE;
    if (waited <= 0) return;
    Score score = evaluate_position(engine->net, position, position->head.turn);
    if (!alone && score < AHEAD) return;
    int most = alone ? ALONE_URGE_MAX : score < WELL_AHEAD ? URGE_MAX : WELL_URGE_MAX;
    engine->urge = waited < most ? waited : most;
}

// --- moves ---------------------------------------------------------------------------------------

static u32 *pack_set(u32 *packed, Cells set, u32 order, Move move)
{
    for (; set; set &= set - 1)
        *packed++ = (order << 16 | move) + (u32)bits_first(set);
    return packed;
}

static u32 *pack_in_line(u32 *packed, Cells rears, Dir dir, u32 order)
{
    return pack_set(packed, rears, order, ab_in_line(0, dir));
}

static u32 *pack_side_steps(u32 *packed, Cells slide, int axis, Dir dir)
{
    Cells pairs = slide & cells_shift(slide, dir_back((Dir)axis));
    Cells trios = pairs & cells_shift(pairs, dir_back((Dir)axis));
    packed = pack_set(packed, pairs, ORDER_QUIET, ab_side_step(0, axis, false, dir));
    return pack_set(packed, trios, ORDER_QUIET, ab_side_step(0, axis, true, dir));
}

// `loud`: only ejections.
static int pack_moves(const Node *node, u32 *packed, bool loud)
{
    const AbPosition *position = &node->position;
    Cells own = position->marble[position->head.turn];
    Cells team = ab_team(position, position->head.turn);
    Cells foes = ab_occupied(position) & ~team;
    Cells empty = ALL_CELLS & ~(team | foes);
    u32 *end = packed;
    for (Dir dir = E; dir < DIRS; dir++) {
        Dir back = dir_back(dir);
        // As in reach.inc, but separates moves that push out from moves that only push. In-line
        // moves are identified by their rear marble, which has at most one per direction.
        Cells falling = foes & EDGE[dir];
        if (loud && !falling) continue;
        Cells out = cells_shift(falling, back); // next: a foe that falls
        Cells out_two = cells_shift(foes & out, back);
        if (loud && !(team & cells_shift(team, dir) & (out | out_two))) continue;
        Cells pairs = own & cells_shift(team, back); // own marble behind a marble of the team
        Cells trios = pairs & cells_shift(cells_shift(team, back) & team, back);
        Cells before = cells_shift(out, back), far = cells_shift(out | out_two, back);
        end =
            pack_in_line(end, (pairs & before) | (trios & cells_shift(far, back)), dir, ORDER_LOUD);
        if (loud) continue;
        Cells open = cells_shift(empty, back);
        Cells push = cells_shift(foes & open, back);
        Cells push_two = cells_shift(foes & push, back);
        far = cells_shift(push | push_two, back);
        Cells pushes = (pairs & cells_shift(push, back)) | (trios & cells_shift(far, back));
        end = pack_in_line(end, pushes, dir, ORDER_PUSH);
        Cells slide = own & open, next = cells_shift(open, back);
        Cells plain = slide | (pairs & next) | (trios & cells_shift(next, back));
        end = pack_in_line(end, plain, dir, ORDER_QUIET);
        for (int axis = 0; axis < AXES; axis++)
            if (axis != dir_axis(dir)) end = pack_side_steps(end, slide, axis, dir);
    }
    if (!loud && end == packed) *end++ = (u32)ORDER_QUIET << 16 | MOVE_PASS;
    return (int)(end - packed);
}

static int node_moves(const Node *node, u32 *packed, bool few)
{
    (void)few;
    return pack_moves(node, packed, false);
}

static bool node_has(const Node *node, Move move)
{
    return move != MOVE_PASS && ab_refusal(&node->position, move) == ALLOWED;
}

static int node_loud(const Node *node, u32 *packed)
{
    return pack_moves(node, packed, true);
}

#define SEARCH search
#include "engine/search.inc"

// --- the yardsticks' value -----------------------------------------------------------------------

// The centre and all cells within that many steps of it.
enum { RINGS = 4, VALUE_EJECTED = 1000 };
static const Cells DISC[RINGS] = { 0x0100000000000000, 0x03800c0000000300, 0x07c01e0070e00780,
                                   0x0fe03f3cf9f3cfc0 };

static Score plain_value(const Position *position, int player)
{
    const AbPosition *abalone = (const AbPosition *)position;
    Cells marbles = ab_team(abalone, player);
    Score value = VALUE_EJECTED * abalone->score[position->head.variant->team[player]];
    for (int ring = 0; ring < RINGS; ring++)
        value += bits_count(marbles & DISC[ring]);
    return value;
}

const EngineGame AB_ENGINE = {
    .game = &AB_GAME,
    .levels = AB_LEVELS,
    .levels_alone = AB_LEVELS_ALONE,
    .search = search,
    .evaluate = evaluate_position,
    .play = play_on,
    .press = press,
    .plain_value = plain_value,
};
