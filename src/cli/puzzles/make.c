// SPDX-License-Identifier: MIT
// Generates puzzles from games of the engine against itself.
//
// Equal players of a few hundred nodes, who are sometimes careless, play games, and every position
// is examined. If one move stands out, the position becomes a puzzle if that can be proven by
// trying every move, or if a second search, ten times as long and with different table contents,
// finds the same margin. The line continues as long as the solver's next move is the only good one
// too.
//
// The file grows line by line. A comment after each game records the progress, so that an
// interrupted maker continues there. The same seed gives the same puzzles.
#include "abalone/position.h"
#include "base/rng.h"
#include "cli/cli.h"
#include "cli/puzzles/puzzle_checker.h"
#include "engine/paths.h"
#include "platform/array.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    GAME_PLIES = 300,
    CALM_MAX = 80,   // plies of Abalone without a lost marble before a game is abandoned
    APART = 4,       // minimum number of plies between two puzzles of a game
    PER_GAME = 8,    // maximum number of puzzles per game
    EJECT_PLIES = 3, // search depth for forced ejections
    CONFIRM = 10,    // factor for nodes when confirming
    EASY_SHARE = 2,  // at most one in this many puzzles may be easy
    WINNING = 650,   // chance from which the solver is considered ahead
};

typedef struct Maker {
    PuzzleChecker *checker;
    const MakeOrder *order;
    FILE *file;
    u32 *ids;
    size_t capacity;
    int count, easy;
    i64 game; // number of the next game
} Maker;

// --- what is forced ------------------------------------------------------------------------------

static bool is_abalone(const Position *position)
{
    return position->head.variant->game == &AB_GAME;
}

static int team_score(const Position *position, int team)
{
    return ((const AbPosition *)position)->score[team];
}

// Whether the team can push a marble off within that many plies, whatever the others do.
static bool ejects(const Position *position, int team, int before, int plies)
{
    if (team_score(position, team) > before) return true;
    bool ours = position->head.variant->team[position->head.turn] == team;
    if (plies == 0 || (plies == 1 && !ours) || ab_winners((const AbPosition *)position))
        return false;
    Move moves[MOVES_MAX];
    int count = ab_moves((const AbPosition *)position, moves);
    for (int i = 0; i < count; i++) {
        Position next = *position;
        ab_play((AbPosition *)&next, moves[i]);
        if (ejects(&next, team, before, plies - 1) == ours) return ours;
    }
    return !ours;
}

// Whether the side of `player` can force the goal within that many plies.
static bool forces(const Maker *maker, const Puzzle *puzzle, const Position *position, int player,
                   int plies)
{
    const Variant *variant = position->head.variant;
    if (puzzle->goal == GOAL_WIN)
        return proof_wins(maker->checker->memo, position, variant_teammates(variant, player),
                          plies);
    int team = variant->team[player];
    return ejects(position, team, team_score(&puzzle->position, team), plies);
}

// The only move that reaches the goal within that many plies; MOVE_NONE if there are several or
// none.
static Move only_move(const Maker *maker, const Puzzle *puzzle, const Position *position, int plies)
{
    const Game *game = position->head.variant->game;
    Move moves[MOVES_MAX], only = MOVE_NONE;
    int count = game->moves(position, moves), player = position->head.turn;
    if (count < 3) return MOVE_NONE;
    for (int i = 0; i < count; i++) {
        Position next = *position;
        game->play(&next, moves[i]);
        if (!forces(maker, puzzle, &next, player, plies - 1)) continue;
        if (only != MOVE_NONE) return MOVE_NONE;
        only = moves[i];
    }
    return only;
}

// The answer with the longest resistance that still leaves the solver exactly one good move;
// MOVE_NONE if there is none.
static Move best_answer(const Maker *maker, const Puzzle *puzzle, const Position *position,
                        int plies, Move *then)
{
    const Game *game = position->head.variant->game;
    int player = puzzle->position.head.turn, longest = 0;
    Move moves[MOVES_MAX], best = MOVE_NONE;
    int count = game->moves(position, moves);
    for (int i = 0; i < count; i++) {
        Position next = *position;
        game->play(&next, moves[i]);
        if (game->winners(&next)) continue;
        int needed = 1;
        while (needed < plies - 1 && !forces(maker, puzzle, &next, player, needed))
            needed += 2;
        if (needed <= longest) continue;
        Move only = only_move(maker, puzzle, &next, needed);
        if (only == MOVE_NONE) continue;
        longest = needed;
        best = moves[i];
        *then = only;
    }
    return best;
}

// Fills line and goal if only one move reaches the goal.
static bool prove(const Maker *maker, Puzzle *puzzle, PuzzleGoal goal, int plies)
{
    const Game *game = puzzle->position.head.variant->game;
    puzzle->goal = (u8)goal;
    puzzle->moves = (u8)((plies + 1) / 2);
    puzzle->proven = true;
    puzzle->length = 0;
    // If a shorter solution exists, this isn't the goal to find.
    if (plies > 2 &&
        forces(maker, puzzle, &puzzle->position, puzzle->position.head.turn, plies - 2))
        return false;
    Position now = puzzle->position;
    Move move = only_move(maker, puzzle, &now, plies);
    while (move != MOVE_NONE && puzzle->length < PUZZLE_LINE_MAX) {
        puzzle->line[puzzle->length++] = move;
        game->play(&now, move);
        plies -= 2;
        Move answer, then = MOVE_NONE;
        if (plies < 1 || game->winners(&now) || puzzle->length + 2 > PUZZLE_LINE_MAX) break;
        answer = best_answer(maker, puzzle, &now, plies + 1, &then);
        if (answer == MOVE_NONE) break;
        puzzle->line[puzzle->length++] = answer;
        game->play(&now, answer);
        move = then;
    }
    return puzzle->length > 0;
}

// --- by margin -----------------------------------------------------------------------------------

static u64 seed_of(const Maker *maker, int number)
{
    return mix64((u64)maker->order->seed) ^ mix64((u64)(maker->game * 64 + number) + 99);
}

// Whether a long, independent search also finds the move to be the only good one.
static bool stands_out(const Maker *maker, const Position *position, Move move, int number,
                       int *margin, int *chance)
{
    CheckerLimits limits = { .nodes = PUZZLE_NODES * CONFIRM, .seed = seed_of(maker, number) };
    *margin = checker_margin(maker->checker, position, move, limits, chance);
    return *margin >= PUZZLE_MARGIN;
}

// The first move already has a margin according to a short search.
static bool confirm(const Maker *maker, Puzzle *puzzle, Move first)
{
    const Game *game = puzzle->position.head.variant->game;
    bool two = !variant_each_alone(puzzle->position.head.variant) &&
               puzzle->position.head.variant->players == 2;
    Position now = puzzle->position;
    int chance = 0, least = 0;
    puzzle->proven = false;
    puzzle->moves = 0;
    puzzle->length = 0;
    for (Move move = first;;) {
        int margin, after;
        if (!stands_out(maker, &now, move, puzzle->length, &margin, &after)) break;
        if (!puzzle->length) chance = after;
        if (!puzzle->length || margin < least) least = margin;
        puzzle->line[puzzle->length++] = move;
        game->play(&now, move);
        if (!two || game->winners(&now) || puzzle->length + 2 > PUZZLE_LINE_MAX) break;
        // Find the answer, and whether one move stands out again, with short searches.
        SearchResult answer, next;
        CheckerLimits short_look = { .nodes = PUZZLE_NODES };
        if (!checker_search(maker->checker, &now, short_look, &answer)) break;
        Position later = now;
        game->play(&later, answer.line[0]);
        if (game->winners(&later) || !checker_search(maker->checker, &later, short_look, &next))
            break;
        move = next.line[0];
        if (checker_margin(maker->checker, &later, move, short_look, NULL) < PUZZLE_MARGIN) break;
        if (!stands_out(maker, &later, move, puzzle->length + 1, &margin, &after)) break;
        puzzle->line[puzzle->length++] = answer.line[0];
        now = later;
    }
    if (!puzzle->length) return false;
    int even = CHANCE_ONE / chance_sides(puzzle->position.head.variant);
    puzzle->goal = chance >= WINNING * even * 2 / CHANCE_ONE ? GOAL_AHEAD : GOAL_SAVE;
    puzzle->margin = least / 10;
    return true;
}

// --- a position ----------------------------------------------------------------------------------

static bool is_known(const Maker *maker, u32 id)
{
    for (int i = 0; i < maker->count; i++)
        if (maker->ids[i] == id) return true;
    return false;
}

static bool remember(Maker *maker, u32 id)
{
    u32 *ids = array_grow(maker->ids, &maker->capacity, (size_t)maker->count + 1, sizeof *ids);
    if (!ids) return false;
    maker->ids = ids;
    maker->ids[maker->count++] = id;
    return true;
}

// The ply of the line at which the mover pushes a marble off; 0 if there is none.
static int gain_ply(const Position *position, const SearchResult *result)
{
    int team = position->head.variant->team[position->head.turn];
    int before = team_score(position, team);
    Position now = *position;
    for (int i = 0; i < result->length; i++) {
        ab_play((AbPosition *)&now, result->line[i]);
        if (team_score(&now, team) > before) return i + 1;
    }
    return 0;
}

// Too obvious for a puzzle: a pawn that continues along its only shortest path.
static bool is_plain(const Position *position, Move move)
{
    const QrPosition *quoridor = (const QrPosition *)position;
    if (is_abalone(position) || qr_move_is_wall(move)) return false;
    int us = position->head.turn, here = quoridor->pawn[us], nearer = 0;
    Open open = open_of(quoridor);
    Side goal = (Side)qr_variant(quoridor)->goal[us];
    int length = way_find(&open, here, goal).length;
    bool neighbour = false, along = false;
    u8 steps[QR_STEPS_MAX];
    int count = qr_steps(quoridor, us, steps);
    for (int i = 0; i < count; i++) {
        bool shorter = way_find(&open, steps[i], goal).length < length;
        nearer += shorter;
        along |= shorter && steps[i] == move;
    }
    for (Side side = NORTH; side < SIDES; side++)
        neighbour |= square_next(here, side) == move;
    return neighbour && along && nearer == 1;
}

// The lowest level finds it, or it pushes a marble off at once. Some of these make good first
// puzzles.
static bool is_easy(const Puzzle *puzzle)
{
    bool at_once = puzzle->moves == 1 && puzzle->proven;
    return at_once || puzzle->level == 1;
}

// The longest win to prove: proofs try all moves, of which there are few once all walls are placed.
static int proof_plies(const Position *position)
{
    int walls = 0;
    if (is_abalone(position)) return 3;
    for (int player = 0; player < position->head.variant->players; player++)
        walls += ((const QrPosition *)position)->walls[player];
    return walls ? 3 : 9;
}

// Whether all other moves seem worse by a margin. A quick check, because few positions qualify.
static bool seems_only(const Maker *maker, const Position *position, const SearchResult *result)
{
    enum { GLANCE = PUZZLE_NODES / 2 };
    const Variant *variant = position->head.variant;
    Move moves[MOVES_MAX];
    int chance = chance_of_score(position, result->score), sides = chance_sides(variant);
    int count = variant->game->moves(position, moves), others = 0;
    if (chance * sides / 2 < PUZZLE_MARGIN) return false;
    for (int i = 0; i < count; i++)
        if (moves[i] != result->line[0]) moves[others++] = moves[i];
    SearchResult rest;
    CheckerLimits glance = { .nodes = GLANCE, .among = moves, .count = others };
    if (!checker_search(maker->checker, position, glance, &rest)) return false;
    return (chance - chance_of_score(position, rest.score)) * sides / 2 >= PUZZLE_MARGIN;
}

static bool find_puzzle(Maker *maker, Puzzle *puzzle)
{
    const Position *position = &puzzle->position;
    CheckerLimits limits = { .nodes = PUZZLE_NODES };
    SearchResult result;
    if (!checker_search(maker->checker, position, limits, &result) ||
        is_plain(position, result.line[0]))
        return false;
    bool two = position->head.variant->players == 2;
    int plies = SCORE_MATE - result.score;
    if (result.score >= SCORE_MATED_MAX && plies <= proof_plies(position) && two)
        if (prove(maker, puzzle, GOAL_WIN, plies) && puzzle->line[0] == result.line[0]) return true;
    if (is_abalone(position) && two && result.score < SCORE_MATED_MAX) {
        int gain = gain_ply(position, &result);
        if (gain && gain <= EJECT_PLIES && gain % 2 == 1)
            if (prove(maker, puzzle, GOAL_EJECT, gain) && puzzle->line[0] == result.line[0])
                return true;
    }
    return seems_only(maker, position, &result) && confirm(maker, puzzle, result.line[0]);
}

// Returns true if the position became a puzzle.
static bool try_position(Maker *maker, const Position *position)
{
    Puzzle puzzle = { .position = *position };
    Move moves[MOVES_MAX];
    CanonView view;
    puzzle.id = (u32)(canon_key(&maker->checker->canon, position, &view) >> 32);
    if (is_known(maker, puzzle.id)) return false;
    if (position->head.variant->game->moves(position, moves) < 3) return false;
    if (!find_puzzle(maker, &puzzle)) return false;
    puzzle.themes = themes_of(&puzzle);
    puzzle.level = (u8)level_of_puzzle(maker->checker, &puzzle);
    if (puzzle.level < maker->order->level) return false;
    if (is_easy(&puzzle) && maker->easy * EASY_SHARE > maker->count) return false;
    char text[PUZZLE_TEXT_MAX];
    Out out = out_to(text, sizeof text);
    puzzle_write(&puzzle, &out);
    if (out.lost || !remember(maker, puzzle.id)) return false;
    maker->easy += is_easy(&puzzle);
    fprintf(maker->file, "%s\n", text);
    return true;
}

// --- games ---------------------------------------------------------------------------------------

typedef struct Played {
    Position start;
    Move move[GAME_PLIES];
    int count;
} Played;

static void play_game(const Maker *maker, Rng *rng, Played *game)
{
    const Variant *variant = maker->checker->variant;
    const Game *rules = variant->game;
    Engine *engine = maker->checker->engine;
    bool alone = variant_each_alone(variant);
    u32 nodes = (alone ? 2000 : 200) + rng_below(rng, alone ? 3000 : 800);
    int opening = 4 + (int)rng_below(rng, 9), calm = 0, progress = 0;
    const Layout *layout = &variant->layout[rng_below(rng, variant->layouts)];
    rules->read(variant, text_of(layout->position), &game->start, NULL);
    Position position = game->start;
    engine_new_game(engine);
    game->count = 0;
    while (game->count < GAME_PLIES && calm < CALM_MAX && !rules->winners(&position)) {
        bool careless = game->count < opening || rng_below(rng, 5) == 0;
        SearchLimits limits = { .nodes = nodes, .press = true };
        if (careless) limits = (SearchLimits){ .level = 2, .seed = rng_next(rng), .press = true };
        engine_set_position(engine, &game->start, game->move, game->count);
        engine_go(engine, &limits);
        engine_think(engine, 0);
        game->move[game->count] = engine_best(engine);
        rules->play(&position, game->move[game->count++]);
        int now = chance_progress(&position);
        calm = is_abalone(&position) && now == progress ? calm + 1 : 0;
        progress = now;
    }
}

static void try_game(Maker *maker, const Played *game)
{
    const Game *rules = maker->checker->variant->game;
    Position position = game->start;
    int found = 0, last = -APART;
    for (int ply = 0; ply < game->count && found < PER_GAME; ply++) {
        if (ply >= 4 && ply - last >= APART && try_position(maker, &position)) {
            found++;
            last = ply;
        }
        rules->play(&position, game->move[ply]);
    }
}

// --- the file ------------------------------------------------------------------------------------

// Reads the existing file.
static bool read_file(Maker *maker)
{
    char line[PUZZLE_TEXT_MAX];
    FILE *file = fopen(maker->order->out, "r");
    if (!file) return errno == ENOENT;
    while (fgets(line, sizeof line, file)) {
        Puzzle puzzle;
        long long game;
        if (sscanf(line, "# played %lld", &game) == 1) maker->game = game;
        if (*line == '#' ||
            puzzle_read(maker->checker->variant, text_trim(text_of(line)), &puzzle, NULL) != OK)
            continue;
        maker->easy += is_easy(&puzzle);
        if (!remember(maker, puzzle.id)) break;
    }
    fclose(file);
    return true;
}

ExitStatus puzzles_make(PuzzleChecker *checker, const MakeOrder *order)
{
    static Played game;
    Maker maker = { .checker = checker, .order = order };
    bool good = read_file(&maker);
    if (good) maker.file = fopen(order->out, "a");
    if (!maker.file)
        return complain(EXIT_BAD, "cannot write '%.200s': %s", order->out, strerror(errno));
    while (maker.count < order->want && maker.game < order->games) {
        Rng rng = { mix64((u64)order->seed) ^ mix64((u64)maker.game + 1) };
        play_game(&maker, &rng, &game);
        try_game(&maker, &game);
        fprintf(maker.file, "# played %lld\n", (long long)++maker.game);
        fflush(maker.file);
        fprintf(stderr, "%s: %d of %lld puzzles, %lld games\n", checker->variant->id, maker.count,
                (long long)order->want, (long long)maker.game);
    }
    free(maker.ids);
    if (fclose(maker.file)) return complain(EXIT_BAD, "cannot write the file");
    return EXIT_DONE;
}
