// SPDX-License-Identifier: MIT
// The second solver: only the rules, without any optimisation. It shares no code with the
// generator: no table, no move ordering, no game-specific tables. Puzzles by margin have no such
// proof; they are searched again with ten times the nodes and another seed.
#include "analysis/review.h"
#include "base/bits.h"
#include "cli/puzzles/puzzle_checker.h"

enum { CONFIRM = 10, SEED = 20261116 };

// The number of marbles the player's side has pushed off, or whether it has won.
static int reached(const Puzzle *puzzle, const Position *position)
{
    int player = puzzle->position.head.turn, units[PLAYERS_MAX];
    if (puzzle->goal == GOAL_WIN)
        return bits_has(position->head.variant->game->winners(position), player);
    review_units(position, units);
    return units[player];
}

static bool forced(const Puzzle *puzzle, const Position *position, int before, int plies)
{
    const Variant *variant = position->head.variant;
    if (reached(puzzle, position) > before) return true;
    if (plies == 0 || variant->game->winners(position)) return false;
    int player = puzzle->position.head.turn;
    bool ours = bits_has(variant_teammates(variant, player), position->head.turn);
    if (plies == 1 && !ours) return false;
    Move moves[MOVES_MAX];
    int count = variant->game->moves(position, moves);
    for (int i = 0; i < count; i++) {
        Position next = *position;
        variant->game->play(&next, moves[i]);
        if (forced(puzzle, &next, before, plies - 1) == ours) return ours;
    }
    return !ours;
}

// Whether the move reaches the goal within that many plies and no other move does.
static bool is_only(const Puzzle *puzzle, const Position *position, Move move, int plies)
{
    const Game *game = position->head.variant->game;
    Move moves[MOVES_MAX];
    int count = game->moves(position, moves), before = reached(puzzle, &puzzle->position);
    for (int i = 0; i < count; i++) {
        Position next = *position;
        game->play(&next, moves[i]);
        if (forced(puzzle, &next, before, plies - 1) != (moves[i] == move)) return false;
    }
    return true;
}

// The fewest plies to a forced goal, with the solver to move.
static int plies_needed(const Puzzle *puzzle, const Position *position, int most)
{
    int before = reached(puzzle, &puzzle->position), plies = 1;
    while (plies < most && !forced(puzzle, position, before, plies))
        plies += 2;
    return plies;
}

static bool proof_holds(const Puzzle *puzzle)
{
    Position now = puzzle->position;
    int plies = 2 * puzzle->moves - 1;
    for (int i = 0; i < puzzle->length; i++) {
        if (i % 2 == 0) {
            int needed = plies_needed(puzzle, &now, plies);
            if (needed > plies || !is_only(puzzle, &now, puzzle->line[i], needed)) return false;
            plies = needed - 2;
        }
        now.head.variant->game->play(&now, puzzle->line[i]);
    }
    return true;
}

static bool margin_holds(PuzzleChecker *checker, const Puzzle *puzzle)
{
    Position now = puzzle->position;
    for (int i = 0; i < puzzle->length; i++) {
        CheckerLimits limits = { .nodes = PUZZLE_NODES * CONFIRM, .seed = SEED + (u64)i };
        if (i % 2 == 0 &&
            checker_margin(checker, &now, puzzle->line[i], limits, NULL) < PUZZLE_MARGIN)
            return false;
        now.head.variant->game->play(&now, puzzle->line[i]);
    }
    return true;
}

bool plain_holds(PuzzleChecker *checker, const Puzzle *puzzle)
{
    return puzzle->proven ? proof_holds(puzzle) : margin_holds(checker, puzzle);
}
