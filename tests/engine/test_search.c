// SPDX-License-Identifier: MIT
// Compares the search with plain minimax: full width, no window, no table, no move ordering. The
// only shared code is the rules and the evaluation of leaves.
//
// The engine searches in its exact mode, without pruning and quiescence. The remaining features
// must not change a score: windows and re-searches, the table, mate distances, signs where sides
// don't alternate, MultiPV, repetitions.
//
// A repetition depends on the path to a position, which the table doesn't know. Up to a depth of
// twice the number of players plus one that makes no difference: before a position recurs each
// player has moved and moved back, so at that depth only the root and the game's earlier positions
// can recur above a leaf, and these are the same on every path.
//
// Leaves are evaluated by random nets, so no two moves are alike and no line is as expected.
#include "support/thinking.h"
#include "support/walk.h"

#include "base/bits.h"
#include "engine/worker.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    LEAVES_FEW = 20000,
    LEAVES_MANY = 400000,
    POSITIONS = 30,
    DEPTH_MAX = 9,
    GAME_MAX = 8,
    RANKS = 8,
};

// --- noise ---------------------------------------------------------------------------------------

static AbNet abalone_noise;
static QrNet quoridor_noise;
static const Nets NOISE = {
    { &abalone_noise, &abalone_noise, &abalone_noise },
    { &quoridor_noise, &quoridor_noise },
};

static int noise(Rng *rng, int most)
{
    return (int)rng_below(rng, (u32)(2 * most + 1)) - most;
}

static void make_noise(void)
{
    Rng rng = { 5 };
    abalone_noise.plain = quoridor_noise.plain = 16;
    for (int i = 0; i < AB_STATES; i++)
        for (int j = 0; j < AB_WIDTH; j++)
            abalone_noise.table[i][j] = (i8)noise(&rng, 30);
    for (int i = 0; i < QR_INPUTS; i++)
        for (int j = 0; j < QR_WIDTH; j++)
            quoridor_noise.table[i][j] = (int16_t)noise(&rng, 10);
    for (int i = 0; i < AB_WIDTH; i++)
        for (int stage = 0; stage < AB_STAGES; stage++)
            abalone_noise.out[stage][i] = (int16_t)noise(&rng, 64);
    for (int i = 0; i < QR_WIDTH; i++)
        for (int stage = 0; stage < QR_STAGES; stage++)
            quoridor_noise.out[stage][i] = (int16_t)noise(&rng, 64);
}

static Score evaluate(const Position *position, int player)
{
    return engine_game(position->head.variant)->evaluate(&NOISE, position, player);
}

static int begin(void **state)
{
    if (thinking_begin(state)) return -1;
    engine_set_nets(thinking_engine, &NOISE);
    return 0;
}

// --- plain minimax -------------------------------------------------------------------------------

typedef struct Plain {
    int root;                      // the searching player
    Key key[GAME_MAX + DEPTH_MAX]; // of the game so far, followed by the current line
    int keys;
    int repetitions; // number of lines that ended in a repetition
} Plain;

// From the view of the side of the player at the root.
static Score plain_value(Plain *plain, const Position *position, int ply, int depth)
{
    const Variant *variant = position->head.variant;
    const Game *game = variant->game;
    u8 us = variant_teammates(variant, plain->root), winners = game->winners(position);
    if (winners) return winners & us ? SCORE_MATE - ply : ply - SCORE_MATE;
    if (depth == 0) return evaluate(position, plain->root);
    Key key = game->key(position);
    for (int i = 0; i < plain->keys; i++)
        if (plain->key[i] == key) return plain->repetitions++, 0;

    plain->key[plain->keys++] = key;
    bool ours = bits_has(us, position->head.turn);
    Score best = ours ? -SCORE_NONE : SCORE_NONE;
    Move moves[MOVES_MAX];
    int count = game->moves(position, moves);
    for (int i = 0; i < count; i++) {
        Position next = *position;
        game->play(&next, moves[i]);
        Score score = plain_value(plain, &next, ply + 1, depth - 1);
        if (ours ? score > best : score < best) best = score;
    }
    plain->keys--;
    return best;
}

// --- the comparison ------------------------------------------------------------------------------

// A game: its start and its moves.
typedef struct Story {
    Position start, position;
    Move move[GAME_MAX];
    int moves;
} Story;

static void story_begin(Story *story, const Position *start)
{
    *story = (Story){ .start = *start, .position = *start };
}

static void story_play(Story *story, Move move)
{
    story->move[story->moves++] = move;
    story->position.head.variant->game->play(&story->position, move);
}

static Plain plain_of(const Story *story)
{
    const Game *game = story->start.head.variant->game;
    Plain plain = { .root = story->position.head.turn };
    Position position = story->start;
    for (int i = 0; i <= story->moves; i++) {
        plain.key[plain.keys++] = game->key(&position);
        if (i < story->moves) game->play(&position, story->move[i]);
    }
    return plain;
}

static int players_in(const Position *position)
{
    return bits_count(variant_everyone(position->head.variant) & ~(u64)position->head.out);
}

// The greatest depth with a limited number of leaves at which repetitions don't depend on the path.
static int depth_for(const Position *position, u64 leaves)
{
    int depth = 1, most = 2 * players_in(position) + 1;
    while (depth < most && position->head.variant->game->perft(position, depth + 1) <= leaves)
        depth++;
    return depth;
}

// Checks that minimax might play the line: its end has the line's score.
static void check_line(const Story *story, const Line *line, int depth)
{
    const Game *game = story->position.head.variant->game;
    Plain plain = plain_of(story);
    Position position = story->position;
    assert_in_range(line->length, 1, depth);
    for (int i = 0; i < line->length; i++) {
        assert_int_equal(move_check(&position, line->move[i], NULL), OK);
        if (i > 0) plain.key[plain.keys++] = game->key(&position);
        game->play(&position, line->move[i]);
    }
    assert_int_equal(plain_value(&plain, &position, line->length, depth - line->length),
                     line->score);
}

static int worse_first(const void *a, const void *b)
{
    return *(const Score *)a - *(const Score *)b;
}

// Checks that every line of every depth has its score and that lines are sorted. Returns the number
// of lines that ended in a repetition.
static int compare(const Story *story, int depth)
{
    const Game *game = story->position.head.variant->game;
    think_on(&story->start, story->move, story->moves,
             &(SearchLimits){ .depth = depth, .lines = RANKS, .exact = true });
    assert_int_equal(thought_depths(), depth);

    Plain plain = plain_of(story);
    Move moves[MOVES_MAX];
    int count = game->moves(&story->position, moves);
    for (int d = 1; d <= depth; d++) {
        Score value[MOVES_MAX];
        for (int i = 0; i < count; i++) {
            Position next = story->position;
            game->play(&next, moves[i]);
            value[i] = plain_value(&plain, &next, 1, d - 1);
        }
        qsort(value, (size_t)count, sizeof *value, worse_first);
        for (int rank = 0; rank < RANKS && rank < count; rank++) {
            const Line *line = thought_at(d, rank);
            if (line->score != value[count - 1 - rank])
                fail_msg("depth %d rank %d: %d is not %d in %s %s", d, rank + 1, line->score,
                         value[count - 1 - rank], story->position.head.variant->id,
                         position_text(&story->position).at);
            check_line(story, line, d);
        }
    }
    return plain.repetitions;
}

// A position of the variant that isn't won. Odd boards have no evaluation.
static const Position *next_position(Walk *walk)
{
    do
        for (int skip = 7; skip > 0; skip--)
            walk_on(walk);
    while (walk->position.head.variant != walk->variant ||
           walk->variant->game->winners(&walk->position));
    return &walk->position;
}

// The one of many positions with the fewest moves, where deep lines are cheap.
static Position narrow_position(Walk *walk)
{
    Position narrowest = { 0 };
    int fewest = MOVES_MAX;
    for (int i = 0; i < 50; i++) {
        Move moves[MOVES_MAX];
        const Position *position = next_position(walk);
        int count = walk->variant->game->moves(position, moves);
        if (count >= fewest || count < 3) continue;
        narrowest = *position;
        fewest = count;
    }
    return narrowest;
}

// A position in which some moves, but not all, let the next player win at once.
static Position sharp_position(Walk *walk)
{
    const Game *game = walk->variant->game;
    for (;;) {
        const Position *position = next_position(walk);
        if (can_win(position)) continue;
        Move moves[MOVES_MAX];
        int count = game->moves(position, moves), losing = 0;
        for (int i = 0; i < count; i++) {
            Position next = *position;
            game->play(&next, moves[i]);
            losing += can_win(&next);
        }
        if (losing > 0 && losing < count) return *position;
    }
}

static void test_minimax(void **state)
{
    const Variant *variant = variant_find(text_of(*state));
    Walk walk;
    walk_begin(&walk, variant, walk_seed());
    int deep[DEPTH_MAX + 1] = { 0 };
    for (int i = walk_positions(POSITIONS); i > 0; i--) {
        Position position = i % 10 == 0  ? narrow_position(&walk)
                            : i % 3 == 0 ? sharp_position(&walk)
                                         : *next_position(&walk);
        Story story;
        story_begin(&story, &position);
        int depth = depth_for(&story.position, i % 10 == 0 ? LEAVES_MANY : LEAVES_FEW);
        engine_new_game(thinking_engine);
        compare(&story, depth);
        deep[depth]++;
    }
    print_message("%s: positions by depth", variant->id);
    for (int depth = 1; depth <= DEPTH_MAX; depth++)
        print_message(" %d", deep[depth]);
    print_message("\n");
}

// The table keeps results of earlier moves, including other players' searches.
static void test_table(void **state)
{
    const Variant *variant = variant_find(text_of(*state));
    Walk walk;
    walk_begin(&walk, variant, walk_seed() + 2);
    for (int i = 0; i < POSITIONS; i++) {
        Story story;
        story_begin(&story, next_position(&walk));
        engine_new_game(thinking_engine);
        for (int ply = 0; ply < 2 && !variant->game->winners(&story.position); ply++) {
            int depth = depth_for(&story.position, LEAVES_FEW);
            // No position recurs within that depth, neither here nor in the stored search.
            int most = 2 * players_in(&story.position);
            compare(&story, depth < most ? depth : most);
            story_play(&story, engine_best(thinking_engine));
        }
    }
}

// --- with a game before --------------------------------------------------------------------------

// Each player moves, and all but the last move back, so that the last one can repeat the start.
static bool there_and_back(Walk *walk, Story *story)
{
    const Game *game = walk->variant->game;
    int players = walk->variant->players;
    Move moves[MOVES_MAX];
    for (int i = 0; i < players; i++) {
        if (game->winners(&story->position)) return false;
        int count = game->moves(&story->position, moves);
        story_play(story, moves[rng_below(&walk->rng, (u32)(count < 4 ? count : 4))]);
    }
    for (int i = 0; i < players - 1; i++) {
        // Back means a position as if this player had not moved first.
        Position without = story->start;
        for (int j = 0; j < players; j++) {
            if (j <= i)
                head_advance(&without.head);
            else if (game->refusal(&without, story->move[j], NULL) == ALLOWED)
                game->play(&without, story->move[j]);
            else
                return false;
        }
        for (int j = 0; j <= i; j++)
            head_advance(&without.head);
        if (game->winners(&story->position)) return false;
        Move back = move_to(&story->position, game->key(&without));
        if (back == MOVE_NONE) return false;
        story_play(story, back);
    }
    return !game->winners(&story->position) &&
           move_to(&story->position, game->key(&story->start)) != MOVE_NONE;
}

static void test_repetition(void **state)
{
    const Variant *variant = variant_find(text_of(*state));
    Walk walk;
    walk_begin(&walk, variant, walk_seed() + 1);
    int found = 0, repetitions = 0;
    for (int tries = 0; found < POSITIONS / 3 && tries < 4000; tries++) {
        Story story;
        story_begin(&story, next_position(&walk));
        if (story.start.head.out || !there_and_back(&walk, &story)) continue;
        int depth = depth_for(&story.position, LEAVES_FEW);
        if (depth < 2) continue; // leaves aren't checked for repetition
        engine_new_game(thinking_engine);
        repetitions += compare(&story, depth);
        found++;
    }
    assert_int_equal(found, POSITIONS / 3);
    assert_true(repetitions >= found);
}

int main(void)
{
    make_noise();
    static const struct {
        const char *name;
        CMUnitTestFunction run;
    } KIND[] = {
        { "minimax", test_minimax },
        { "table", test_table },
        { "repetition", test_repetition },
    };
    enum { KINDS = sizeof KIND / sizeof *KIND };
    struct CMUnitTest tests[KINDS * VARIANTS];
    char names[KINDS * VARIANTS][48];
    for (int i = 0; i < KINDS * VARIANTS; i++) {
        int kind = i / VARIANTS;
        const char *id = variant_at(i % VARIANTS)->id;
        snprintf(names[i], sizeof names[i], "%s %s", KIND[kind].name, id);
        tests[i] = (struct CMUnitTest){ names[i], KIND[kind].run, begin, thinking_end, (void *)id };
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
