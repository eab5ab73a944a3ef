// SPDX-License-Identifier: MIT
// Quoridor for the search: nodes, evaluation, and move ordering.
#include "base/rng.h"
#include "engine/chance.h"
#include "engine/inputs.h"
#include "engine/paths.h"
#include "engine/units.h"
#include "engine/worker.h"
#include "quoridor/paths.h"
#include "quoridor/walls.h"

enum { PARTS = QR_WIDTH / UNITS };

// For two players: the sums of the inputs of pawns, walls and paths, from each player's view.
typedef struct Sums {
    Units of[2][PARTS];
} Sums;

// The key's data is computed when a node is created, the rest on demand: many nodes are in the
// table already, and most have no children. With more than two players everything is computed at
// once.
typedef struct Node {
    QrPosition position; // chains and derived data may lack the last move, see `last`
    Open open;
    Way way[PLAYERS_MAX];
    Sums sums;
    const QrNet *net;
    u16 calm;
    bool won;
    u8 stale;    // set of players whose path is still the parent's
    bool behind; // the paths and the sum lack the last move
    Move last;   // the move that the chains lack, or none
    u8 last_player, last_from;
} Node;

enum {
    FEW_DEPTH = 3,
    REDUCE_BASE = 1638,
    REDUCE_SHARE = 12,
    MARGIN = 64,
    EVAL_EARLY = 0,
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
    ORDER_NEAR = 15000, // above all far walls, whatever they cut
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

ALWAYS_INLINE void add_row(Units sum[PARTS], const int16_t row[QR_WIDTH])
{
    for (int part = 0; part < PARTS; part++)
        sum[part] += units_load(row + UNITS * part);
}

ALWAYS_INLINE void take_row(Units sum[PARTS], const int16_t row[QR_WIDTH])
{
    for (int part = 0; part < PARTS; part++)
        sum[part] -= units_load(row + UNITS * part);
}

// Adds an input to both sums or removes it: `straight` for the first player's view, `turned` for
// the other's, whose board is turned by 180 degrees.
ALWAYS_INLINE void feed_row(Sums *sums, const int16_t *straight, const int16_t *turned, bool enters)
{
    if (enters) {
        add_row(sums->of[0], straight);
        add_row(sums->of[1], turned);
    } else {
        take_row(sums->of[0], straight);
        take_row(sums->of[1], turned);
    }
}

// Updates the inputs of a player's squares. `own` is the first input in that player's own view,
// `foe` in the other's.
ALWAYS_INLINE void feed_set(const QrNet *net, Sums *sums, int player, int own, int foe, Squares set,
                            bool enters)
{
    const int16_t(*straight)[QR_WIDTH] = net->table + (player == 0 ? own : foe);
    const int16_t(*turned)[QR_WIDTH] = net->table + (player == 1 ? own : foe) + SQUARES - 1;
    for (u64 low = (u64)set; low; low &= low - 1)
        feed_row(sums, straight[bits_first(low)], turned[-bits_first(low)], enters);
    for (u64 high = (u64)(set >> 64); high; high &= high - 1)
        feed_row(sums, straight[64 + bits_first(high)], turned[-64 - bits_first(high)], enters);
}

ALWAYS_INLINE void feed_far(const QrNet *net, Sums *sums, int player, int length, bool enters)
{
    int far = length < 31 ? length : 31;
    feed_row(sums, net->table[(player == 0 ? QR_OWN_FAR : QR_FOE_FAR) + far],
             net->table[(player == 1 ? QR_OWN_FAR : QR_FOE_FAR) + far], enters);
}

ALWAYS_INLINE void feed_wall(const QrNet *net, Sums *sums, Orientation o, Slot slot)
{
    const int16_t(*walls)[QR_WIDTH] = net->table + QR_WALLS + SLOTS * (int)o;
    feed_row(sums, walls[slot], walls[SLOTS - 1 - slot], true);
}

// Updates the inputs from one path of a player to the next by their difference.
static void feed_way(const QrNet *net, Sums *sums, int player, const Way *from, const Way *to)
{
    Sums sum = *sums;
    feed_set(net, &sum, player, QR_OWN_WAY, QR_FOE_WAY, to->squares & ~from->squares, true);
    feed_set(net, &sum, player, QR_OWN_WAY, QR_FOE_WAY, from->squares & ~to->squares, false);
    feed_set(net, &sum, player, QR_OWN_NECK, QR_FOE_NECK, to->necks & ~from->necks, true);
    feed_set(net, &sum, player, QR_OWN_NECK, QR_FOE_NECK, from->necks & ~to->necks, false);
    if (from->length != to->length) {
        feed_far(net, &sum, player, from->length, false);
        feed_far(net, &sum, player, to->length, true);
    }
    *sums = sum;
}

static void feed_pawn(const QrNet *net, Sums *sums, int player, Square square, bool enters)
{
    feed_row(sums, net->table[(player == 0 ? QR_OWN_PAWN : QR_FOE_PAWN) + square],
             net->table[(player == 1 ? QR_OWN_PAWN : QR_FOE_PAWN) + SQUARES - 1 - square], enters);
}

// Updates ways and sums for the last move.
static void catch_up(Node *node)
{
    if (!node->behind) return;
    node->behind = false;
    if (qr_move_is_wall(node->last)) {
        feed_wall(node->net, &node->sums, qr_move_orientation(node->last),
                  qr_move_slot(node->last));
    } else {
        feed_pawn(node->net, &node->sums, node->last_player, node->last_from, false);
        feed_pawn(node->net, &node->sums, node->last_player, node->last, true);
    }
    for (int player = 0; player < 2; player++) {
        if (!bits_has(node->stale, player)) continue;
        Way way = node->way[player];
        find_way(node, player);
        feed_way(node->net, &node->sums, player, &way, &node->way[player]);
    }
    node->stale = 0;
}

// Computes everything that the node's moves and children need.
static void complete(Node *node)
{
    catch_up(node);
    if (node->last == MOVE_NONE) return;
    if (qr_move_is_wall(node->last)) {
        qr_place_wall(&node->position, qr_move_orientation(node->last), qr_move_slot(node->last));
    } else {
        node->position.pawn[node->last_player] = node->last_from;
        qr_move_pawn(&node->position, node->last_player, node->last);
    }
    node->last = MOVE_NONE;
}

static void node_set(Node *node, const Nets *nets, const Position *position)
{
    static const Way NOWHERE = { .length = 31 };
    *node = (Node){ .position = *(const QrPosition *)position, .calm = 1000, .last = MOVE_NONE };
    node->open = open_of(&node->position);
    for (int player = 0; player < position->head.variant->players; player++)
        if (!bits_has(position->head.out, player)) find_way(node, player);
    if (position->head.variant->players != 2) return;
    node->net = nets->quoridor[0];
    Sums *sums = &node->sums;
    for (int part = 0; part < PARTS; part++)
        sums->of[0][part] = sums->of[1][part] = units_load(node->net->bias + UNITS * part);
    for (Orientation o = HORIZONTAL; o < ORIENTATIONS; o++)
        for (Slots rest = node->position.wall[o]; rest; rest &= rest - 1)
            feed_wall(node->net, sums, o, bits_first(rest));
    for (int player = 0; player < 2; player++) {
        if (bits_has(position->head.out, player)) continue;
        feed_pawn(node->net, sums, player, node->position.pawn[player], true);
        feed_far(node->net, sums, player, NOWHERE.length, true);
        feed_way(node->net, sums, player, &NOWHERE, &node->way[player]);
    }
}

// With two players the parent must be complete.
static void node_play(const Node *from, Node *to, Move move)
{
    *to = *from;
    int player = from->position.head.turn, players = from->position.head.variant->players;
    if (move == MOVE_PASS) {
        to->calm++;
        head_advance(&to->position.head);
        return;
    }
    to->last = move;
    to->last_player = (u8)player;
    to->last_from = from->position.pawn[player];
    to->behind = true;
    if (qr_move_is_wall(move)) {
        Orientation o = qr_move_orientation(move);
        Slot slot = qr_move_slot(move);
        to->position.wall[o] |= bit(slot);
        to->position.walls[player]--;
        to->calm = 0;
        open_wall(&to->open, o, slot);
        for (int other = 0; other < players; other++)
            if (!bits_has(from->position.head.out, other) && way_cut(&from->way[other], o, slot))
                to->stale |= (u8)bit(other);
    } else {
        to->position.pawn[player] = (u8)move;
        to->calm++;
        to->won = square_next(move, goal_of(from, player)) < 0;
        to->stale |= (u8)bit(player);
    }
    head_advance(&to->position.head);
    if (players == 2) return;
    to->behind = false;
    for (int other = 0; other < players; other++)
        if (bits_has(to->stale, other)) find_way(to, other);
    to->stale = 0;
    complete(to);
}

static void node_pass(const Node *from, Node *to)
{
    *to = *from;
    to->calm = 0;
    head_advance(&to->position.head);
}

static void node_settle(const Node *from, Node *to)
{
    (void)from, (void)to; // computed on demand
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

static Score weigh(const QrNet *net, const Units sum[PARTS], int stage)
{
    i32 total = 0;
    for (int part = 0; part < PARTS; part++) {
        Units units = units_clip(sum[part], QR_CLIP);
        if (UNITS * part >= net->plain) units = units_square(units);
        total += units_dot(units, units_load(net->out[stage] + UNITS * part));
    }
    return input_clamp(total / 64 + net->last[stage], -SCORE_MATED_MAX + 1, SCORE_MATED_MAX - 1);
}

// For two players: from the view of the player to move.
static Score evaluate_two(Node *node)
{
    const QrPosition *position = &node->position;
    const int16_t(*row)[QR_WIDTH] = node->net->table;
    int me = position->head.turn;
    catch_up(node);
    Units sum[PARTS];
    for (int part = 0; part < PARTS; part++)
        sum[part] = node->sums.of[me][part];
    u16 input[QR_BALANCE_MAX];
    int count = qr_balance(position, node->way, input);
    for (int i = 0; i < count; i++)
        add_row(sum, row[input[i]]);
    return weigh(node->net, sum, qr_stage(position));
}

// For four players: from the view of `player`.
static Score evaluate_four(const QrNet *net, const Node *node, int player)
{
    u16 input[QR_ACTIVE_MAX];
    int count = qr4_inputs(&node->position, node->way, player, input);
    Units sum[PARTS];
    for (int part = 0; part < PARTS; part++)
        sum[part] = units_load(net->bias + UNITS * part);
    for (int i = 0; i < count; i++)
        add_row(sum, net->table[input[i]]);
    return weigh(net, sum, qr_stage(&node->position));
}

// From the view of the side to move; where each plays alone, from that of `root`.
static Score evaluate_side(const Nets *nets, Node *node, int root)
{
    if (node->position.head.variant->players == 2) return evaluate_two(node);
    Score score = evaluate_four(nets->quoridor[1], node, root);
    return node->position.head.turn == root ? score : -score;
}

static Score node_eval(const Worker *worker, Node *node)
{
    return evaluate_side(worker->engine->net, node, worker->engine->position.head.turn);
}

static Score evaluate_position(const Nets *nets, const Position *position, int player)
{
    Node node;
    node_set(&node, nets, position);
    Score score = evaluate_side(nets, &node, player);
    return node_side(&node, player) == 0 ? score : -score;
}

// Whether `player` wins the race against a foe without walls who never gets in the way.
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

static int node_decided(Node *node)
{
    if (node->position.head.variant->players != 2) return 0;
    catch_up(node);
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
    u8 steps[QR_STEPS_MAX];
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

// Slots around the pawns, and slots that touch a wall.
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
        // The four corners of its square.
        int file = square_file(position->pawn[player]), rank = square_rank(position->pawn[player]);
        Slots row = (Slots)3 << file >> 1 & RANK_1;
        Slots corners =
            (rank < SIZE - 1 ? row << 8 * rank : 0) | (rank ? row << 8 * (rank - 1) : 0);
        near[HORIZONTAL] |= corners;
        near[VERTICAL] |= corners;
    }
}

// `few` omits walls that cut nothing and are far from pawns and other walls.
static int node_moves(Node *node, u32 *packed, bool few)
{
    complete(node);
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
            if (!few) end = pack_walls(end, legal & ~foes & ~near[o], o, ORDER_FAR);
        }
    }
    if (end == packed) *end++ = (u32)ORDER_QUIET << 16 | MOVE_PASS;
    return (int)(end - packed);
}

static bool node_has(Node *node, Move move)
{
    complete(node);
    const QrPosition *position = &node->position;
    if (move == MOVE_PASS) return false;
    if (qr_move_is_wall(move))
        return position->walls[position->head.turn] &&
               bits_has(qr_legal_walls(position, qr_move_orientation(move)), qr_move_slot(move));
    u32 packed[QR_STEPS_MAX];
    for (int i = pack_steps(node, packed) - 1; i >= 0; i--)
        if ((Move)packed[i] == move) return true;
    return false;
}

// Lists the step into the goal. Once all walls are placed, the race is searched to its end: all
// steps that bring the pawn closer.
static int node_loud(Node *node, u32 *packed)
{
    catch_up(node);
    const QrPosition *position = &node->position;
    u32 least = ORDER_STEP;
    for (int player = 0; player < position->head.variant->players; player++)
        if (position->walls[player]) least = ORDER_GOAL;
    // A jump can cover two steps.
    if (least == ORDER_GOAL && node->way[position->head.turn].length > 2) return 0;
    int count = pack_steps(node, packed), kept = 0;
    for (int i = 0; i < count; i++)
        if (packed[i] >> 16 >= least) packed[kept++] = packed[i];
    if (kept) complete(node);
    return kept;
}

#define SEARCH search
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

static bool cuts_nothing(const Node *node, Move move)
{
    if (move == MOVE_PASS || !qr_move_is_wall(move)) return false;
    Orientation o = qr_move_orientation(move);
    for (int player = 0; player < node->position.head.variant->players; player++)
        if (way_cut(&node->way[player], o, qr_move_slot(move))) return false;
    return true;
}

bool qr_is_habit(const Position *position, Move move)
{
    Node node, child;
    node_set(&node, net_default(), position);
    int me = position->head.turn;
    node_play(&node, &child, move);
    int lead = node_lead(&child, me);
    u32 packed[MOVES_MAX];
    for (int i = node_moves(&node, packed, false) - 1; i >= 0; i--) {
        if (cuts_nothing(&node, (Move)packed[i])) {
            if (node_lead(&node, me) > lead) return false;
            continue;
        }
        node_play(&node, &child, (Move)packed[i]);
        if (node_lead(&child, me) > lead) return false;
    }
    return true;
}

static bool node_may_win(const Node *node, int player)
{
    return node->way[player].length <= 2; // a jump can cover two steps
}

static bool node_can_win(const Node *node)
{
    if (!node_may_win(node, node->position.head.turn)) return false;
    u32 packed[QR_STEPS_MAX];
    for (int i = pack_steps(node, packed) - 1; i >= 0; i--)
        if (packed[i] >> 16 == ORDER_GOAL) return true;
    return false;
}

static Score node_score(const Worker *worker, const Node *node, int player)
{
    return evaluate_four(worker->engine->net->quoridor[1], node, player);
}

#define CROWD search_alone
#include "engine/mcts.inc"

static void search_any(Worker *worker)
{
    const Engine *engine = worker->engine;
    if (variant_each_alone(engine->position.head.variant) && !engine->limits.exact)
        search_alone(worker);
    else
        search(worker);
}

// --- the game so far -----------------------------------------------------------------------------

static bool play_on(Engine *engine, Move move, int left)
{
    enum { WATCHED = 8 }; // moves of each player, at most the number of bits
    Position *position = &engine->position;
    u8 *unusual = &engine->unusual[position->head.turn];
    if (variant_each_alone(position->head.variant) && left < WATCHED * PLAYERS_MAX)
        *unusual = (u8)(*unusual << 1 | !qr_is_habit(position, move));
    qr_play((QrPosition *)position, move);
    return false;
}

// --- the yardsticks' value -----------------------------------------------------------------------

static Score plain_value(const Position *position, int player)
{
    const QrPosition *quoridor = (const QrPosition *)position;
    u8 distance[SQUARES];
    qr_distances(quoridor, (Side)qr_variant(quoridor)->goal[player], distance);
    return -distance[quoridor->pawn[player]];
}

const EngineGame QR_ENGINE = {
    .game = &QR_GAME,
    .levels = QR_LEVELS,
    .levels_alone = QR_LEVELS_ALONE,
    .search = search_any,
    .evaluate = evaluate_position,
    .play = play_on,
    .plain_value = plain_value,
};
