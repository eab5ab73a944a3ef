// SPDX-License-Identifier: MIT
// The themes and the difficulty of a puzzle.
#include "abalone/position.h"
#include "cli/puzzles/puzzle_checker.h"
#include "engine/paths.h"
#include "game/finding.h"

// The number of pushes off the board for the player to move.
static int ejections(const Position *position)
{
    Move moves[MOVES_MAX];
    int team = position->head.variant->team[position->head.turn], found = 0;
    int before = ((const AbPosition *)position)->score[team];
    int count = ab_moves((const AbPosition *)position, moves);
    for (int i = 0; i < count; i++) {
        Position next = *position;
        ab_play((AbPosition *)&next, moves[i]);
        found += ((const AbPosition *)&next)->score[team] > before;
    }
    return found;
}

static void count_pats(void *context, const Finding *finding)
{
    *(int *)context += finding->kind == FOUND_PAT;
}

static int pats(const Position *position)
{
    int count = 0;
    ab_explain((const AbPosition *)position, count_pats, &count);
    return count;
}

static u32 themes_abalone(const Puzzle *puzzle)
{
    u32 themes = 0;
    Position now = puzzle->position, after, again;
    int team = now.head.variant->team[now.head.turn];
    after = now;
    ab_play((AbPosition *)&after, puzzle->line[0]);
    for (int i = 0; i < puzzle->length; i++) {
        int before = ((const AbPosition *)&now)->score[team];
        ab_play((AbPosition *)&now, puzzle->line[i]);
        if (((const AbPosition *)&now)->score[team] > before) themes |= 1u << THEME_EJECTION;
    }
    if (puzzle->goal == GOAL_EJECT) themes |= 1u << THEME_EJECTION;
    // As if the others passed.
    again = after;
    again.head.turn = puzzle->position.head.turn;
    if (!ab_winners((const AbPosition *)&after) && ejections(&again) >= 2)
        themes |= 1u << THEME_DOUBLE_THREAT;
    again = puzzle->position;
    head_advance(&again.head);
    if (puzzle->goal == GOAL_SAVE && ejections(&again)) themes |= 1u << THEME_DEFENCE;
    if (pats(&after) < pats(&puzzle->position)) themes |= 1u << THEME_BREAK_PAT;
    if (ab_move_axis(puzzle->line[0]) != AB_IN_LINE) themes |= 1u << THEME_SIDESTEP;
    return themes;
}

static int way_of(const Position *position, int player)
{
    const QrPosition *quoridor = (const QrPosition *)position;
    Open open = open_of(quoridor);
    return way_find(&open, quoridor->pawn[player], (Side)qr_variant(quoridor)->goal[player]).length;
}

static u32 themes_quoridor(const Puzzle *puzzle)
{
    u32 themes = 0;
    const QrPosition *before = (const QrPosition *)&puzzle->position;
    int us = before->head.turn, players = before->head.variant->players, walls = 0;
    Move move = puzzle->line[0];
    Position after = puzzle->position;
    qr_play((QrPosition *)&after, move);
    for (int player = 0; player < players; player++) {
        walls += before->walls[player];
        if (player != us && !bits_has(before->head.out, player) && qr_move_is_wall(move) &&
            way_of(&after, player) >= way_of(&puzzle->position, player) + 2)
            themes |= 1u << THEME_CUT;
    }
    if (!walls) themes |= 1u << THEME_RACE;
    if (qr_move_is_wall(move) && before->walls[us] == 1) themes |= 1u << THEME_LAST_WALL;
    if (!qr_move_is_wall(move)) {
        bool neighbour = false;
        for (Side side = NORTH; side < SIDES; side++)
            neighbour |= square_next(before->pawn[us], side) == move;
        if (!neighbour) themes |= 1u << THEME_JUMP;
    }
    if (puzzle->goal == GOAL_SAVE) themes |= 1u << THEME_DEFENCE;
    return themes;
}

u32 themes_of(const Puzzle *puzzle)
{
    Position now = puzzle->position;
    const Game *game = now.head.variant->game;
    u32 themes = game == &AB_GAME ? themes_abalone(puzzle) : themes_quoridor(puzzle);
    for (int i = 0; i < puzzle->length; i++)
        game->play(&now, puzzle->line[i]);
    if (game->winners(&now) || puzzle->goal == GOAL_WIN) themes |= 1u << THEME_WIN;
    return themes;
}

// Whether the level finds the solver's moves in two of three tries.
static bool level_solves(PuzzleChecker *checker, const Puzzle *puzzle, int level)
{
    enum { TRIES = 3 };
    int solved = 0;
    for (int try = 0; try < TRIES; try++) {
        Position now = puzzle->position;
        bool right = true;
        for (int i = 0; i < puzzle->length && right; i++) {
            if (i % 2 == 0) {
                engine_set_position(checker->engine, &now, NULL, 0);
                engine_go(checker->engine, &(SearchLimits){ .level = level, .seed = (u64)try + 1 });
                engine_think(checker->engine, 0);
                right = engine_best(checker->engine) == puzzle->line[i];
            }
            now.head.variant->game->play(&now, puzzle->line[i]);
        }
        solved += right;
        if (level >= 7) return right; // these levels hardly use random choices
    }
    return solved * 2 > TRIES;
}

int level_of_puzzle(PuzzleChecker *checker, const Puzzle *puzzle)
{
    for (int level = 1; level < LEVELS; level++)
        if (level_solves(checker, puzzle, level)) return level;
    return LEVELS;
}
