// SPDX-License-Identifier: MIT
// Generates puzzles/*.txt: make-puzzles abalone|quoridor [SEED]; checks one: make-puzzles check
// FILE
//
// Abalone: examines the end of fast self-play games with random moves. Quoridor, where good games
// have used up their walls by then: examines boards with random walls and pawns near their goals. A
// position becomes a puzzle if exactly one move wins, or exactly one doesn't lose, and the solver
// can prove it by trying every move, without the engine. There is a quota for each kind, filled
// with the shortest puzzles first. A seed gives the same puzzles as long as the engine plays the
// same games.
#include "puzzles/puzzle.h"

#include "abalone/position.h"
#include "base/bits.h"
#include "base/rng.h"
#include "engine/engine.h"
#include "quoridor/paths.h"
#include "variants/variants.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    GUESS_MAX = 20000, // nodes to find a candidate
    PROOF_MAX = 40000, // nodes of a whole proof
    PUZZLES_MAX = 200,
    GAMES_MAX = 600, // per kind
    PLIES_A_GAME = 300,
    LINE_LENGTH_MAX = 512,
};

typedef enum Kind { ALONE, ELSE, HOLD } Kind;
// The kind of move. In Quoridor, a STEP must not be the only one that reduces the distance.
typedef enum Act { ANY, STEP, WALL, JUMP } Act;

// The quota of a kind whose win (or, to hold, whose loss) takes that many plies.
typedef struct Wanted {
    const char *variant;
    Kind kind;
    int plies, count;
    Act act;
} Wanted;

static const Wanted WANTED[] = {
    { "abalone", ALONE, 1, 5, ANY },         { "abalone", ALONE, 3, 16, ANY },
    { "abalone", ALONE, 5, 10, ANY },        { "abalone", HOLD, 2, 5, ANY },
    { "abalone", HOLD, 4, 4, ANY },          { "abalone-3", ALONE, 1, 1, ANY },
    { "abalone-3", ALONE, 4, 2, ANY },       { "abalone-4", ALONE, 1, 1, ANY },
    { "abalone-4", ALONE, 3, 2, ANY },       { "abalone-4", HOLD, 2, 1, ANY },
    { "abalone-4-pairs", ALONE, 1, 1, ANY }, { "abalone-4-pairs", ALONE, 2, 2, ANY },
    { "abalone-4-pairs", ALONE, 5, 1, ANY }, { "quoridor", ELSE, 1, 1, ANY },
    { "quoridor", ALONE, 3, 3, JUMP },       { "quoridor", ALONE, 5, 4, JUMP },
    { "quoridor", ELSE, 5, 6, WALL },        { "quoridor", ALONE, 7, 3, JUMP },
    { "quoridor", ELSE, 7, 2, STEP },        { "quoridor", ELSE, 7, 2, JUMP },
    { "quoridor", ELSE, 7, 6, WALL },        { "quoridor", ELSE, 9, 3, STEP },
    { "quoridor", ELSE, 9, 3, JUMP },        { "quoridor", ELSE, 9, 3, WALL },
    { "quoridor", HOLD, 2, 4, WALL },        { "quoridor", HOLD, 4, 4, WALL },
    { "quoridor", HOLD, 6, 2, WALL },        { "quoridor-4", ALONE, 1, 1, ANY },
    { "quoridor-4", ALONE, 5, 2, ANY },      { "quoridor-4", ELSE, 5, 1, ANY },
    { "quoridor-4", HOLD, 2, 1, WALL },
};
enum { KINDS = sizeof WANTED / sizeof *WANTED };

typedef struct Maker {
    Rng rng;
    Engine *engine;
    Solver *solver;
    int left[KINDS];
    int game; // number of the game, or of the board of walls
    struct Found {
        Puzzle puzzle;
        int game, kind;
        u64 nodes;
    } found[PUZZLES_MAX];
    int count;
} Maker;

// --- candidates ----------------------------------------------------------------------------------

// Whether the player to move has walls.
static bool may_build(const Position *position)
{
    return position->head.variant->game == &QR_GAME &&
           ((const QrPosition *)position)->walls[position->head.turn];
}

// The length of the longest win, or loss, still in the quota.
static int longest(const Maker *maker, const Variant *variant, bool win)
{
    int plies = 0;
    for (int i = 0; i < KINDS; i++)
        if (maker->left[i] > 0 && text_is(text_of(WANTED[i].variant), variant->id) &&
            (WANTED[i].kind != HOLD) == win && WANTED[i].plies > plies)
            plies = WANTED[i].plies;
    return plies;
}

// The length of the shortest win of `side`; 0 if there is none within that many plies.
static int shortest_win(Maker *maker, const Position *position, u8 side, int most)
{
    for (int plies = 0; plies <= most; plies++)
        if (solver_wins(maker->solver, position, side, plies)) return plies;
    return 0;
}

// The only move after which `side` does (or doesn't) win within that many plies; MOVE_NONE if there
// are none or several.
static Move only_move(Maker *maker, const Position *position, u8 side, int plies, bool wins)
{
    const Game *game = position->head.variant->game;
    Move moves[MOVES_MAX], only = MOVE_NONE;
    int count = game->moves(position, moves);
    for (int i = 0; i < count; i++) {
        Position next = *position;
        game->play(&next, moves[i]);
        if (solver_wins(maker->solver, &next, side, plies) != wins) continue;
        if (only != MOVE_NONE) return MOVE_NONE;
        only = moves[i];
    }
    return only;
}

static bool proven(Maker *maker, const Puzzle *puzzle)
{
    solver_rest(maker->solver, PROOF_MAX);
    return puzzle_holds(puzzle, maker->solver);
}

// Exactly one move doesn't lose soon; it may even win.
static bool find_only(Maker *maker, Puzzle *puzzle)
{
    const Position *position = &puzzle->position;
    u8 us = puzzle_us(position), them = puzzle_them(position);
    int most = longest(maker, position->head.variant, true);
    // Pawn moves alone are cheap to search.
    bool abalone = position->head.variant->game == &AB_GAME;
    int lose_max = abalone ? 4 : may_build(position) ? 6 : 10;
    for (int lose = 2; lose <= lose_max; lose += 2) {
        solver_rest(maker->solver, GUESS_MAX);
        puzzle->move = only_move(maker, position, them, lose - 1, false);
        if (solver_tired(maker->solver)) return false;
        if (puzzle->move == MOVE_NONE) continue;
        Position next = *position;
        next.head.variant->game->play(&next, puzzle->move);
        int rest = shortest_win(maker, &next, us, most - 1);
        if (solver_tired(maker->solver)) return false;
        bool wins = rest || position->head.variant->game->winners(&next);
        puzzle->lose = lose;
        puzzle->win = wins ? rest + 1 : 0;
        puzzle->hold = wins ? 0 : lose < 4 || !abalone ? lose + 4 : lose + 2;
        return proven(maker, puzzle);
    }
    return false;
}

// Exactly one move wins.
static bool find_win(Maker *maker, Puzzle *puzzle)
{
    const Position *position = &puzzle->position;
    u8 us = puzzle_us(position);
    int most = longest(maker, position->head.variant, true);
    solver_rest(maker->solver, GUESS_MAX);
    puzzle->win = shortest_win(maker, position, us, most);
    if (!puzzle->win || solver_tired(maker->solver)) return false;
    puzzle->move = only_move(maker, position, us, puzzle->win - 1, true);
    if (puzzle->move == MOVE_NONE) return false;
    // A longer proof is too expensive far from the end; close to it, other moves that win soon also
    // win later.
    puzzle->alone = puzzle->win == 3 ? 5 : puzzle->win;
    return proven(maker, puzzle);
}

// --- quotas --------------------------------------------------------------------------------------

static bool is_jump(Square from, Square to)
{
    int gap = from > to ? from - to : to - from;
    return gap != 1 && gap != SIZE;
}

// An obvious step: no other step reduces the distance.
static bool is_plain_walk(const QrPosition *position, Move move)
{
    int me = position->head.turn;
    Side goal = (Side)qr_variant(position)->goal[me];
    u8 steps[QR_STEPS_MAX], distance[SQUARES];
    qr_distances(position, goal, distance);
    int count = qr_steps(position, me, steps), here = distance[position->pawn[me]];
    for (int i = 0; i < count; i++)
        if (steps[i] != move && distance[steps[i]] < here) return false;
    return distance[move] < here;
}

static bool is_act(const Puzzle *puzzle, Act act)
{
    const QrPosition *position = (const QrPosition *)&puzzle->position;
    if (act == ANY) return true;
    if (qr_move_is_wall(puzzle->move)) return act == WALL;
    if (is_jump(position->pawn[position->head.turn], puzzle->move)) return act == JUMP;
    return act == STEP && !is_plain_walk(position, puzzle->move);
}

static int wanted_kind(const Maker *maker, const Puzzle *puzzle)
{
    Kind kind = !puzzle->win ? HOLD : puzzle->lose ? ELSE : ALONE;
    int plies = puzzle->win ? puzzle->win : puzzle->lose;
    for (int i = 0; i < KINDS; i++)
        if (maker->left[i] > 0 && WANTED[i].kind == kind && WANTED[i].plies == plies &&
            text_is(text_of(WANTED[i].variant), puzzle->position.head.variant->id) &&
            is_act(puzzle, WANTED[i].act))
            return i;
    return -1;
}

static void look_at(Maker *maker, const Position *position)
{
    Puzzle puzzle = { .position = *position };
    Move moves[MOVES_MAX];
    if (position->head.variant->game->moves(position, moves) < 3) return;
    if (!find_only(maker, &puzzle)) {
        puzzle = (Puzzle){ .position = *position };
        // The player with walls is behind: either one move remains, or there is no puzzle.
        if (may_build(position) || !find_win(maker, &puzzle)) return;
    }
    int kind = wanted_kind(maker, &puzzle);
    if (kind < 0) return;
    // Two of the same kind from one game would be too similar.
    for (int i = 0; i < maker->count; i++)
        if (maker->found[i].game == maker->game && maker->found[i].kind == kind) return;
    maker->left[kind]--;
    maker->found[maker->count++] =
        (struct Found){ puzzle, maker->game, kind, solver_nodes(maker->solver) };
    fprintf(stderr, "%d: %s kind %d plies %d, %llu nodes\n", maker->count, WANTED[kind].variant,
            (int)WANTED[kind].kind, WANTED[kind].plies,
            (unsigned long long)solver_nodes(maker->solver));
}

// --- where to look -------------------------------------------------------------------------------

// One more marble wins the game.
static bool is_late(const AbPosition *position)
{
    for (int team = 0; team < PLAYERS_MAX; team++)
        if (position->score[team] + 1 >= ab_count(position).to_win) return true;
    return false;
}

static Move choose_move(Maker *maker, const Position *position, int ply)
{
    Move moves[MOVES_MAX];
    int count = position->head.variant->game->moves(position, moves);
    if (rng_below(&maker->rng, 10) < (ply < 12 ? 7 : 1))
        return moves[rng_below(&maker->rng, (u32)count)];
    engine_set_position(maker->engine, position, NULL, 0);
    engine_go(maker->engine, &(SearchLimits){ .nodes = 100 + rng_below(&maker->rng, 300) });
    engine_think(maker->engine, 0);
    return engine_best(maker->engine);
}

static void play_abalone(Maker *maker, const Variant *variant)
{
    const Layout *layout = &variant->layout[rng_below(&maker->rng, variant->layouts)];
    Position position;
    variant->game->read(variant, text_of(layout->position), &position, NULL);
    engine_new_game(maker->engine);
    for (int ply = 0; ply < PLIES_A_GAME && !variant->game->winners(&position); ply++) {
        if (is_late((const AbPosition *)&position)) look_at(maker, &position);
        variant->game->play(&position, choose_move(maker, &position, ply));
    }
}

// Places random walls for random players until few are left in hand.
static void put_walls(Maker *maker, QrPosition *position)
{
    int players = position->head.variant->players, left = players * position->walls[0];
    for (int keep = (int)rng_below(&maker->rng, 3); left > keep; left--) {
        do
            position->head.turn = (u8)rng_below(&maker->rng, (u32)players);
        while (!position->walls[position->head.turn]);
        Move moves[MOVES_MAX], wall;
        int count = qr_moves(position, moves);
        do
            wall = moves[rng_below(&maker->rng, (u32)count)];
        while (!qr_move_is_wall(wall));
        qr_play(position, wall);
    }
}

// Places pawns a few steps from their goals such that the player with walls is behind and needs
// them. Returns false if that fails.
static bool put_pawns(Maker *maker, QrPosition *position)
{
    const QrVariant *variant = qr_variant(position);
    int far[PLAYERS_MAX], nearest = 6, me = position->head.turn, who;
    for (int player = 0; player < variant->common.players; player++) {
        Square square = (Square)rng_below(&maker->rng, SQUARES);
        u8 distance[SQUARES];
        qr_distances(position, (Side)variant->goal[player], distance);
        far[player] = distance[square];
        if (far[player] < 1 || far[player] > 6) return false;
        if (player != me && far[player] < nearest) nearest = far[player];
        for (int other = 0; other < player; other++)
            if (position->pawn[other] == square) return false;
        position->pawn[player] = (u8)square;
    }
    if (position->walls[me] && (far[me] > 4 || far[me] <= nearest)) return false;
    return qr_derive(position, &who);
}

static void draw_quoridor(Maker *maker, const Variant *variant)
{
    Position walls;
    variant_start(variant, &walls);
    put_walls(maker, (QrPosition *)&walls);
    for (int tries = 0; tries < 300; tries++) {
        Position position = walls;
        position.head.turn = (u8)rng_below(&maker->rng, variant->players);
        if (put_pawns(maker, (QrPosition *)&position)) look_at(maker, &position);
    }
}

static int easier_first(const void *a, const void *b)
{
    const struct Found *one = a, *other = b;
    if (one->kind != other->kind) return one->kind - other->kind;
    return one->nodes < other->nodes ? -1 : one->nodes > other->nodes;
}

static void make(Maker *maker, const char *game)
{
    for (int kind = 0; kind < KINDS; kind++) {
        const Variant *variant = variant_find(text_of(WANTED[kind].variant));
        if (strcmp(variant->game->name, game) != 0) continue;
        int most = maker->game + GAMES_MAX;
        for (; maker->left[kind] > 0 && maker->game < most; maker->game++)
            if (variant->game == &AB_GAME)
                play_abalone(maker, variant);
            else
                draw_quoridor(maker, variant);
    }
    qsort(maker->found, (size_t)maker->count, sizeof *maker->found, easier_first);
    printf("# Made by tests/puzzles/make.c, which also says what a line claims (puzzle.h).\n");
    for (int i = 0; i < maker->count; i++) {
        char text[LINE_LENGTH_MAX];
        Out out = out_to(text, sizeof text);
        puzzle_write(&maker->found[i].puzzle, &out);
        puts(text);
    }
}

// --- all of a file -------------------------------------------------------------------------------

static int check(Solver *solver, const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file) return perror(path), 2;
    char line[LINE_LENGTH_MAX];
    int good = 0, bad = 0;
    while (fgets(line, sizeof line, file)) {
        if (*line == '#') continue;
        Puzzle puzzle;
        Fault why = { .message = "it is not so" };
        solver_rest(solver, 100 * (u64)PROOF_MAX);
        if (puzzle_read(text_trim(text_of(line)), &puzzle, &why) == OK &&
            puzzle_holds(&puzzle, solver)) {
            good++;
        } else {
            bad++;
            printf("%s%s\n", line, why.message);
        }
    }
    fclose(file);
    printf("%d proven, %d not\n", good, bad);
    return bad > 0;
}

int main(int argc, char **argv)
{
    static Maker maker;
    maker.solver = solver_new();
    size_t size = (engine_size(1, 1) + 63) & ~(size_t)63;
    void *memory = aligned_alloc(64, size);
    if (!maker.solver || !memory || argc < 2) return 2;
    if (argc == 3 && strcmp(argv[1], "check") == 0) return check(maker.solver, argv[2]);
    maker.engine = engine_init(memory, size, 1, (Host){ 0 });
    maker.rng.state = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;
    for (int kind = 0; kind < KINDS; kind++)
        maker.left[kind] = WANTED[kind].count;
    make(&maker, argv[1]);
    solver_free(maker.solver);
    free(memory);
    return 0;
}
