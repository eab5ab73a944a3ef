// SPDX-License-Identifier: MIT
#include "solve/recheck.h"

#include "solve/solve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOVES_MAX = 8,
    UNKNOWN = 0,
    WINS = 1,
    LOSES = 2,
    STEPS = 4,
    WALLS_MAX = 2 * SOLVE_SLOTS_MAX
};

static const int DX[STEPS] = { 1, 0, -1, 0 }, DY[STEPS] = { 0, 1, 0, -1 };

typedef struct Board {
    int width, height, squares;
    bool shut[SOLVE_SQUARES_MAX][STEPS]; // no step in this direction
    bool reach[2][SOLVE_SQUARES_MAX];    // the player can reach the goal from here
} Board;

// A wall that may be placed, and the record of the board with it.
typedef struct NextBoard {
    bool reach[2][SOLVE_SQUARES_MAX];
    bool mirrored, turned;
    u64 index;
} NextBoard;

typedef struct Checker {
    const RecheckSetup *setup;
    const Layer *layer, *fuller;
    Board board;
    NextBoard next[WALLS_MAX];
    int nexts;
    u8 value[2][SOLVE_SQUARES_MAX][SOLVE_SQUARES_MAX]; // by the player to move, both pawns
    bool wall_wins[2][SOLVE_SQUARES_MAX][SOLVE_SQUARES_MAX];
    bool wall_holds[2][SOLVE_SQUARES_MAX][SOLVE_SQUARES_MAX];
    bool wall_fits[2][SOLVE_SQUARES_MAX][SOLVE_SQUARES_MAX];
    u64 checked, seen, all;
    RecheckResult result;
} Checker;

static int square_at(const Board *board, int x, int y)
{
    return y * board->width + x;
}

static bool at_goal(const Board *board, int player, int square)
{
    return square / board->width == (player == 0 ? board->height - 1 : 0);
}

static void shut_both(Board *board, int x, int y, int direction)
{
    board->shut[square_at(board, x, y)][direction] = true;
    board->shut[square_at(board, x + DX[direction], y + DY[direction])][(direction + 2) % STEPS] =
        true;
}

static void draw_board(Board *board, SolvedGame game, WallSet set)
{
    memset(board, 0, sizeof *board);
    board->width = game.width;
    board->height = game.height;
    board->squares = game.width * game.height;
    for (int y = 0; y < game.height; y++)
        for (int x = 0; x < game.width; x++)
            for (int d = 0; d < STEPS; d++) {
                int nx = x + DX[d], ny = y + DY[d];
                if (nx < 0 || ny < 0 || nx >= game.width || ny >= game.height)
                    board->shut[square_at(board, x, y)][d] = true;
            }
    for (int y = 0; y < game.height - 1; y++)
        for (int x = 0; x < game.width - 1; x++) {
            int slot = y * (game.width - 1) + x;
            if (set.horizontal >> slot & 1) {
                shut_both(board, x, y, 1);
                shut_both(board, x + 1, y, 1);
            }
            if (set.vertical >> slot & 1) {
                shut_both(board, x, y, 0);
                shut_both(board, x, y + 1, 0);
            }
        }
    for (int player = 0; player < 2; player++) {
        int queue[SOLVE_SQUARES_MAX], count = 0;
        for (int square = 0; square < board->squares; square++)
            if (at_goal(board, player, square)) {
                board->reach[player][square] = true;
                queue[count++] = square;
            }
        for (int i = 0; i < count; i++)
            for (int d = 0; d < STEPS; d++) {
                if (board->shut[queue[i]][d]) continue;
                int to = queue[i] + DX[d] + DY[d] * board->width;
                if (board->reach[player][to]) continue;
                board->reach[player][to] = true;
                queue[count++] = to;
            }
    }
}

static int pawn_moves(const Board *board, int own, int other, int to[MOVES_MAX])
{
    int count = 0;
    for (int d = 0; d < STEPS; d++) {
        if (board->shut[own][d]) continue;
        int next = own + DX[d] + DY[d] * board->width;
        if (next != other) {
            to[count++] = next;
        } else if (!board->shut[next][d]) {
            to[count++] = next + DX[d] + DY[d] * board->width;
        } else {
            for (int side = 1; side < STEPS; side += 2) {
                int turn = (d + side) % STEPS;
                if (!board->shut[next][turn])
                    to[count++] = next + DX[turn] + DY[turn] * board->width;
            }
        }
    }
    return count;
}

static int image_of(const Board *board, int square, bool mirrored, bool turned)
{
    int x = square % board->width, y = square / board->width;
    if (mirrored != turned) x = board->width - 1 - x;
    if (turned) y = board->height - 1 - y;
    return square_at(board, x, y);
}

static WallSet image_set(SolvedGame game, WallSet set, bool mirrored, bool turned)
{
    WallSet image = { 0 };
    for (int y = 0; y < game.height - 1; y++)
        for (int x = 0; x < game.width - 1; x++) {
            int from = y * (game.width - 1) + x;
            int nx = mirrored != turned ? game.width - 2 - x : x;
            int ny = turned ? game.height - 2 - y : y;
            int to = ny * (game.width - 1) + nx;
            image.horizontal |= (set.horizontal >> from & 1) << to;
            image.vertical |= (set.vertical >> from & 1) << to;
        }
    return image;
}

static bool overlaps(SolvedGame game, WallSet set, int x, int y, bool vertical)
{
    int columns = game.width - 1, slot = y * columns + x;
    if ((set.horizontal | set.vertical) >> slot & 1) return true;
    if (vertical)
        return (y > 0 && set.vertical >> (slot - columns) & 1) ||
               (y < game.height - 2 && set.vertical >> (slot + columns) & 1);
    return (x > 0 && set.horizontal >> (slot - 1) & 1) ||
           (x < columns - 1 && set.horizontal >> (slot + 1) & 1);
}

static void list_next(Checker *checker, WallSet set)
{
    SolvedGame game = checker->setup->game;
    checker->nexts = 0;
    for (int y = 0; y < game.height - 1 && checker->fuller; y++)
        for (int x = 0; x < game.width - 1; x++)
            for (int vertical = 0; vertical < 2; vertical++) {
                if (overlaps(game, set, x, y, vertical)) continue;
                WallSet added = set;
                u64 wall = (u64)1 << (y * (game.width - 1) + x);
                if (vertical)
                    added.vertical |= wall;
                else
                    added.horizontal |= wall;
                Board board;
                draw_board(&board, game, added);
                NextBoard *next = &checker->next[checker->nexts++];
                memcpy(next->reach, board.reach, sizeof next->reach);
                WallSet least = added;
                next->mirrored = next->turned = false;
                for (int i = 1; i < 4; i++) {
                    WallSet image = image_set(game, added, i & 1, i >> 1);
                    if (image.horizontal > least.horizontal ||
                        (image.horizontal == least.horizontal && image.vertical >= least.vertical))
                        continue;
                    least = image;
                    next->mirrored = i & 1;
                    next->turned = i >> 1;
                }
                next->index = wall_sets_index(&checker->fuller->sets, least);
            }
}

static int stored_value(const Layer *layer, u64 index, int hand, int player, int first, int second)
{
    const u8 *cells = layer_cells(layer, index, hand, player);
    int squares = layer->game.width * layer->game.height;
    if (layer_row(layer, cells, second) >> first & 1) return WINS;
    return layer_row(layer, cells, squares + second) >> first & 1 ? LOSES : UNKNOWN;
}

// Tries every wall by `player`, for all squares of the pawns.
static void try_walls(Checker *checker, int player, const int hand[2])
{
    const Board *board = &checker->board;
    memset(checker->wall_wins[player], 0, sizeof checker->wall_wins[player]);
    memset(checker->wall_holds[player], 0, sizeof checker->wall_holds[player]);
    memset(checker->wall_fits[player], 0, sizeof checker->wall_fits[player]);
    if (!hand[player]) return;
    int left[2] = { hand[0] - (player == 0), hand[1] - (player == 1) };
    for (int i = 0; i < checker->nexts; i++) {
        const NextBoard *next = &checker->next[i];
        int to_move = next->turned ? player : 1 - player;
        for (int first = 0; first < board->squares; first++) {
            if (!next->reach[0][first]) continue;
            for (int second = 0; second < board->squares; second++) {
                if (!next->reach[1][second]) continue;
                int a = image_of(board, first, next->mirrored, next->turned);
                int b = image_of(board, second, next->mirrored, next->turned);
                int value = stored_value(checker->fuller, next->index, left[next->turned ? 1 : 0],
                                         to_move, next->turned ? b : a, next->turned ? a : b);
                checker->wall_fits[player][first][second] = true;
                if (value == LOSES) checker->wall_wins[player][first][second] = true;
                if (value != WINS) checker->wall_holds[player][first][second] = true;
            }
        }
    }
}

// The value for the player to move, as far as the values of the next positions say.
static u8 judge(const Checker *checker, int player, int first, int second)
{
    if (checker->wall_wins[player][first][second]) return WINS;
    const Board *board = &checker->board;
    bool holds = checker->wall_holds[player][first][second];
    int to[MOVES_MAX];
    int own = player == 0 ? first : second, other = player == 0 ? second : first;
    int count = pawn_moves(board, own, other, to);
    if (!count && !checker->wall_fits[player][first][second]) to[count++] = own; // a pass
    for (int i = 0; i < count; i++) {
        if (to[i] != own && at_goal(board, player, to[i])) return WINS;
        int value =
            player == 0 ? checker->value[1][to[i]][second] : checker->value[0][first][to[i]];
        if (value == LOSES) return WINS;
        if (value != WINS) holds = true;
    }
    return holds ? UNKNOWN : LOSES;
}

static bool is_live(const Board *board, int first, int second)
{
    return first != second && board->reach[0][first] && board->reach[1][second] &&
           !at_goal(board, 0, first) && !at_goal(board, 1, second);
}

static bool is_row_right(const Checker *checker, u64 index, int hand, int player, int second)
{
    u64 wins = 0, loses = 0;
    for (int first = 0; first < checker->board.squares; first++) {
        u8 value = checker->value[player][first][second];
        wins |= (u64)(value == WINS) << first;
        loses |= (u64)(value == LOSES) << first;
    }
    const u8 *cells = layer_cells(checker->layer, index, hand, player);
    return layer_row(checker->layer, cells, second) == wins &&
           layer_row(checker->layer, cells, checker->board.squares + second) == loses;
}

static bool check_split(Checker *checker, u64 index, const int hand[2])
{
    const Board *board = &checker->board;
    memset(checker->value, UNKNOWN, sizeof checker->value);
    for (int player = 0; player < 2; player++)
        try_walls(checker, player, hand);
    for (bool changed = true; changed;) {
        changed = false;
        for (int player = 0; player < 2; player++)
            for (int first = 0; first < board->squares; first++)
                for (int second = 0; second < board->squares; second++) {
                    u8 *value = &checker->value[player][first][second];
                    if (*value != UNKNOWN || !is_live(board, first, second)) continue;
                    *value = judge(checker, player, first, second);
                    changed |= *value != UNKNOWN;
                }
    }
    for (int player = 0; player < 2; player++)
        for (int second = 0; second < board->squares; second++)
            if (!is_row_right(checker, index, hand[0], player, second)) {
                printf("wrong: %d walls, set %llu, walls left %d and %d, player %d to move, "
                       "player 2's pawn on square %d\n",
                       checker->layer->sets.size, (unsigned long long)index, hand[0], hand[1],
                       player + 1, second);
                return false;
            }
    return true;
}

static bool see_set(void *context, u64 index, WallSet set)
{
    Checker *checker = context;
    const Layer *layer = checker->layer;
    checker->seen++;
    if (index % checker->setup->part != checker->setup->phase) return true;
    if (checker->setup->watch && !checker->setup->watch(checker->setup->context, layer->sets.size,
                                                        checker->seen, checker->all)) {
        checker->result = RECHECK_STOPPED;
        return false;
    }
    draw_board(&checker->board, checker->setup->game, set);
    list_next(checker, set);
    int left = 2 * layer->game.walls - layer->sets.size;
    for (int split = 0; split < layer->splits; split++) {
        int hand[2] = { layer_hand(layer) + split, left - layer_hand(layer) - split };
        if (check_split(checker, index, hand)) continue;
        checker->result = RECHECK_WRONG;
        return false;
    }
    checker->checked++;
    return true;
}

RecheckResult recheck_run(const RecheckSetup *setup, u64 *checked)
{
    Layer fuller = { 0 }, layer = { 0 };
    Checker *checker = calloc(1, sizeof *checker);
    if (!checker) return RECHECK_FAILED;
    checker->setup = setup;
    for (int size = solve_fullest(setup->game); size >= 0; size--) {
        if (!layer_open(&layer, setup->game, size, setup->folder, false)) {
            checker->result = RECHECK_FAILED;
            break;
        }
        if (!layer_is_done(&layer)) {
            fprintf(stderr, "meydan: the boards with %d walls aren't solved yet\n", size);
            checker->result = RECHECK_FAILED;
            break;
        }
        checker->layer = &layer;
        checker->fuller = fuller.values ? &fuller : NULL;
        checker->seen = 0;
        checker->all = layer.sets.count;
        bool good = wall_sets_each(&layer.sets, 0, layer.sets.count, see_set, checker);
        layer_close(&fuller);
        fuller = layer;
        layer = (Layer){ 0 };
        if (!good) break;
    }
    layer_close(&fuller);
    layer_close(&layer);
    RecheckResult result = checker->result;
    *checked = checker->checked;
    free(checker);
    return result;
}
