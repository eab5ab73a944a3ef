// SPDX-License-Identifier: MIT
// Compares the fast rules with the plain ones (tests/plain) on random positions of every variant.
//
// MEYDAN_POSITIONS and MEYDAN_SEED set their number and choice. A variant's id as the only argument
// restricts the test to it.
#include "support/check.h"

#include "plain/plain.h"
#include "quoridor/walls.h"
#include "support/walk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REFUSALS_EVERY = 64, PERFT_EVERY = 1024 };

// Statistics of the positions, to ensure that a run covers the rare cases.
typedef struct Met {
    int odd, over, passes, jumps, ejections, left, refused[REFUSALS];
} Met;

static void print_met(const Variant *variant, int positions, const Met *met)
{
    printf("%s: %d positions, seed %llu; %d on odd boards, %d won, %d passes, %d ejections, "
           "%d jumps, %d players left\n",
           variant->id, positions, (unsigned long long)walk_seed(), met->odd, met->over,
           met->passes, met->ejections, met->jumps, met->left);
    for (Refusal refusal = ALLOWED; refusal < REFUSALS; refusal++)
        if (met->refused[refusal])
            printf("  %9d x %s\n", met->refused[refusal], refusal_text(refusal));
}

static void assert_same_text(const char *before, const char *move, const Position *fast,
                             const PlainGame *plain_rules, const PlainPosition *plain)
{
    char text[PLAIN_TEXT];
    plain_rules->write(plain, text);
    if (strcmp(text, position_text(fast).at) != 0)
        fail_msg("'%s' after %s: '%s', plainly '%s'", before, move, position_text(fast).at, text);
    if (plain_rules->winners(plain) != fast->head.variant->game->winners(fast))
        fail_msg("'%s' after %s: winners differ", before, move);
}

static bool is_listed(const char *move, PlainMove *list, int count)
{
    return bsearch(move, list, (size_t)count, sizeof *list,
                   (int (*)(const void *, const void *))strcmp) != NULL;
}

static void assert_same_moves(const Position *fast, PlainMove *expected, int expected_count)
{
    Move moves[MOVES_MAX];
    PlainMove list[MOVES_MAX];
    int count = fast->head.variant->game->moves(fast, moves);
    for (int i = 0; i < count; i++)
        memcpy(list[i], move_text(fast, moves[i]).at, sizeof list[i]);
    plain_sort(list, count);
    for (int i = 0; i < count || i < expected_count; i++)
        if (i == count || (i < expected_count && strcmp(list[i], expected[i]) > 0))
            fail_msg("'%s' lacks the move %s", position_text(fast).at, expected[i]);
        else if (i == expected_count || strcmp(list[i], expected[i]) < 0)
            fail_msg("'%s' has the move %s too much", position_text(fast).at, list[i]);
}

// Every move that any text can name.
typedef struct Spelled {
    int count;
    Move move[4096];
} Spelled;

static void spell(const Position *position, const char *text, Spelled *all, bool *seen)
{
    Move move;
    if (position->head.variant->game->read_move(position, text_of(text), &move, NULL) != OK) return;
    if (seen[move]) return;
    seen[move] = true;
    assert_true(all->count < (int)(sizeof all->move / sizeof *all->move));
    all->move[all->count++] = move;
}

static void spell_all(const Position *position, Spelled *all)
{
    bool *seen = calloc(65536, sizeof *seen);
    char text[8] = "pass";
    assert_non_null(seen);
    all->count = 0;
    spell(position, text, all, seen);
    for (int a = 0; a < 81; a++) {
        int length = snprintf(text, sizeof text, "%c%d", 'a' + a / 9, a % 9 + 1);
        spell(position, text, all, seen);
        for (const char *letter = "hv"; *letter; letter++) {
            snprintf(text + length, sizeof text - 2, "%c", *letter);
            spell(position, text, all, seen);
        }
        for (int b = 0; b < 81; b++) {
            snprintf(text + 2, sizeof text - 2, "%c%d", 'a' + b / 9, b % 9 + 1);
            spell(position, text, all, seen);
            for (int c = 0; c < 81; c++) {
                snprintf(text + 4, sizeof text - 4, "%c%d", 'a' + c / 9, c % 9 + 1);
                spell(position, text, all, seen);
            }
        }
    }
    free(seen);
}

// Checks that refusal() allows exactly the legal moves, and that each leads to the same position.
static void assert_same_verdicts(const Position *fast, const PlainGame *plain_rules,
                                 const PlainPosition *plain, PlainMove *legal, int count,
                                 const Spelled *all, Met *met)
{
    const Game *game = fast->head.variant->game;
    int allowed = 0;
    PositionText before = position_text(fast);
    for (int i = 0; i < all->count; i++) {
        Refusal refusal = game->refusal(fast, all->move[i], NULL);
        met->refused[refusal]++;
        if (refusal != ALLOWED) continue;
        MoveText move = move_text(fast, all->move[i]);
        if (!is_listed(move.at, legal, count)) fail_msg("'%s' allows %s", before.at, move.at);
        allowed++;
        Position fast_child = *fast;
        PlainPosition plain_child = *plain;
        game->play(&fast_child, all->move[i]);
        plain_rules->play(&plain_child, move.at);
        assert_same_text(before.at, move.at, &fast_child, plain_rules, &plain_child);
    }
    if (allowed != count)
        fail_msg("'%s': of %d legal moves %d are allowed", before.at, count, allowed);
}

// Takes one step of the walk with both implementations.
static void step_both(Walk *walk, const PlainGame *plain_rules, PlainPosition *plain, Met *met)
{
    const Game *game = walk->variant->game;
    if (walk_rest(walk)) return;
    PositionText before = position_text(&walk->position);
    int leaver = walk_leaver(walk);
    if (leaver >= 0) {
        met->left++;
        game->leave(&walk->position, leaver);
        plain_rules->leave(plain, leaver);
        assert_int_equal(game->winners(&walk->position), plain_rules->winners(plain));
        // The turn is meaningless once only one player is left.
        if (!game->winners(&walk->position))
            assert_same_text(before.at, "a player left", &walk->position, plain_rules, plain);
        return;
    }
    Move move = walk_choose(walk);
    MoveText text = move_text(&walk->position, move);
    met->passes += move == MOVE_PASS;
    if (game == &AB_GAME && move != MOVE_PASS) {
        const AbPosition *position = (const AbPosition *)&walk->position;
        met->ejections += (ab_moved(position, move) & EDGE[ab_move_dir(move)]) != 0;
    } else if (move < SQUARES) {
        int from = ((const QrPosition *)&walk->position)->pawn[walk->position.head.turn];
        met->jumps += abs(move % 9 - from % 9) + abs(move / 9 - from / 9) == 2;
    }
    game->play(&walk->position, move);
    plain_rules->play(plain, text.at);
    assert_same_text(before.at, text.at, &walk->position, plain_rules, plain);
}

static void same_rules(void **state)
{
    const Variant *variant = *state;
    const PlainGame *plain_rules = plain_game(variant->id);
    int positions = walk_positions(200000);
    static Spelled all;
    static Walk walk;
    Met met = { 0 };
    walk_begin(&walk, variant, walk_seed());
    spell_all(&walk.position, &all);
    for (int i = 0; i < positions; i++) {
        const Position *fast = &walk.position;
        PlainPosition plain;
        PlainMove legal[PLAIN_MOVES];
        plain_rules->read(&plain, variant->id, position_text(fast).at);
        assert_same_text(position_text(fast).at, "no move", fast, plain_rules, &plain);
        assert_int_equal(plain_rules->shut_in(&plain), 0);
        int count = plain_rules->moves(&plain, legal);
        assert_same_moves(fast, legal, count);
        met.odd += fast->head.variant != variant;
        met.over += count == 0;
        if (i % REFUSALS_EVERY == 0)
            assert_same_verdicts(fast, plain_rules, &plain, legal, count, &all, &met);
        if (i % PERFT_EVERY == 0)
            assert_int_equal(variant->game->perft(fast, 2), plain_perft(plain_rules, &plain, 2));
        step_both(&walk, plain_rules, &plain, &met);
    }
    print_met(variant, positions, &met);
}

// Random walls regardless of paths: compares the shut-in players found by chains with a plain walk.
static void same_shut_in(void **state)
{
    const Variant *variant = *state;
    static Walk walk;
    walk_begin(&walk, variant, walk_seed());
    int mazes = walk_positions(200000) / 10, shut = 0;
    for (int i = 0; i < mazes; i++) {
        Position position = { 0 };
        PlainPosition plain;
        int who = -1;
        walk_maze(&walk, (QrPosition *)&position);
        plain_game(variant->id)->read(&plain, variant->id, position_text(&position).at);
        int expected = plain_game(variant->id)->shut_in(&plain);
        bool free_ways = qr_derive((QrPosition *)&position, &who);
        if (free_ways != (expected == 0) || (!free_ways && !(expected >> who & 1)))
            fail_msg("'%s': wrong about who is shut in", position_text(&position).at);
        shut += expected != 0;
    }
    printf("%s: %d mazes, %d of them shut\n", variant->id, mazes, shut);
}

int main(int argc, char **argv)
{
    struct CMUnitTest tests[2 * VARIANTS];
    size_t count = 0;
    for (int i = 0; i < VARIANTS; i++) {
        const Variant *variant = variant_at(i);
        if (argc > 1 && strcmp(argv[1], variant->id) != 0) continue;
        tests[count++] =
            (struct CMUnitTest){ variant->id, same_rules, NULL, NULL, (void *)variant };
        if (variant->game == &QR_GAME)
            tests[count++] =
                (struct CMUnitTest){ "shut in", same_shut_in, NULL, NULL, (void *)variant };
    }
    return _cmocka_run_group_tests("the plain rules", tests, count, NULL, NULL);
}
