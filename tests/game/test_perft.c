// SPDX-License-Identifier: MIT
// Leaf counts: known ones from every start, and perft compared with playing every move on positions
// from the middle of games, especially on those where a fast count is most likely wrong.
#include "support/check.h"

#include "support/walk.h"

#include <stdio.h>

static void known_counts(void **state)
{
    (void)state;
    static const struct {
        const char *variant, *layout;
        u64 leaves[5]; // leaves by depth from 1; 0 ends the list
    } KNOWN[] = {
        { "abalone", "standard", { 44, 1936, 98912, 5045110 } },
        { "abalone", "belgian-daisy", { 52, 2692, 149322, 8270666 } },
        { "abalone", "german-daisy", { 80, 6244, 493480 } },
        { "abalone", "swiss-daisy", { 64, 4066, 254170 } },
        { "abalone", "dutch-daisy", { 44, 1946, 87324 } },
        { "abalone", "fujiyama", { 48, 2310, 112680 } },
        { "abalone", "the-wall", { 102, 9630, 882256 } },
        { "abalone", "star", { 47, 2217, 105643 } },
        { "abalone", "face-to-face", { 57, 3211, 193101 } },
        { "abalone", "alliances", { 98, 9509, 845617 } },
        { "abalone", "domination", { 80, 5466, 409270 } },
        { "abalone", "atomouche", { 40, 1607, 66139 } },
        { "abalone", "centrifuge", { 76, 5606, 412820 } },
        { "abalone", "snakes", { 78, 6153, 487205 } },
        { "abalone", "snakes-variant", { 98, 9256, 819965 } },
        { "abalone", "alien-attack", { 48, 2336, 114756 } },
        { "abalone", "korean-daisy", { 36, 1330, 54486 } },
        { "abalone", "anglattack", { 55, 3031, 166150 } },
        { "abalone", "sixty-nine", { 83, 6845, 532101 } },
        { "abalone", "discovery", { 31, 961, 33945 } },
        { "abalone", "checkerboard", { 52, 2708, 141414 } },
        { "abalone", "duel", { 60, 3602, 227468 } },
        { "abalone", "the-clearing", { 33, 1099, 38283 } },
        { "abalone", "papillons", { 40, 1616, 67234 } },
        { "abalone-3", "standard", { 40, 1587, 62440 } },
        { "abalone-4", "standard", { 43, 1696, 71767 } },
        { "abalone-4-pairs", "standard", { 43, 1849, 71767 } },
        { "quoridor", "standard", { 131, 16677, 2062264 } },
        { "quoridor-4", "standard", { 131, 16677, 2062065 } },
    };
    for (int i = 0; i < (int)(sizeof KNOWN / sizeof *KNOWN); i++) {
        const Variant *variant = variant_find(text_of(KNOWN[i].variant));
        const Layout *layout = variant_layout(variant, text_of(KNOWN[i].layout));
        Position position;
        assert_int_equal(variant->game->read(variant, text_of(layout->position), &position, NULL),
                         OK);
        assert_int_equal(variant->game->perft(&position, 0), 1);
        for (int depth = 1; KNOWN[i].leaves[depth - 1]; depth++)
            if (variant->game->perft(&position, depth) != KNOWN[i].leaves[depth - 1])
                fail_msg("%s %s: wrong at depth %d", KNOWN[i].variant, KNOWN[i].layout, depth);
    }
}

// Creates every node, including the leaves.
static u64 play_all(const Position *position, int depth)
{
    if (depth == 0) return 1;
    const Game *game = position->head.variant->game;
    Move moves[MOVES_MAX];
    int count = game->moves(position, moves);
    u64 leaves = 0;
    for (int i = 0; i < count; i++) {
        Position child = *position;
        game->play(&child, moves[i]);
        leaves += play_all(&child, depth - 1);
    }
    return leaves;
}

// Kinds of positions that are hard to count quickly.
typedef enum Kind { WON, NEAR_WIN, MUST_PASS, PLAYER_OUT, NO_WALLS, MIDDLE, KINDS } Kind;
static const char *const KIND[KINDS] = { "won",        "one before the win", "pass",
                                         "player out", "no walls left",      "middle game" };

static bool is_near_win(const Position *position)
{
    const Variant *variant = position->head.variant;
    for (int player = 0; player < variant->players; player++) {
        if (bits_has(position->head.out, player)) continue;
        if (variant->game == &AB_GAME) {
            const AbPosition *abalone = (const AbPosition *)position;
            if (abalone->score[variant->team[player]] + 1 == ab_count(abalone).to_win) return true;
        } else {
            const QrPosition *quoridor = (const QrPosition *)position;
            Side goal = (Side)qr_variant(quoridor)->goal[player];
            Square ahead = square_next(quoridor->pawn[player], goal);
            if (ahead < 0 || square_next(ahead, goal) < 0) return true;
        }
    }
    return false;
}

static Kind kind_of(const Position *position)
{
    const Game *game = position->head.variant->game;
    Move moves[MOVES_MAX];
    if (game->moves(position, moves) == 0) return WON;
    if (moves[0] == MOVE_PASS) return MUST_PASS;
    if (is_near_win(position)) return NEAR_WIN;
    if (position->head.out) return PLAYER_OUT;
    if (game == &QR_GAME && !((const QrPosition *)position)->walls[position->head.turn])
        return NO_WALLS;
    return MIDDLE;
}

// Up to depth 3, but only up to some hundred thousand leaves.
static void assert_counts(const Position *position)
{
    u64 leaves = 1;
    for (int depth = 0; depth <= 3; depth++) {
        Move moves[MOVES_MAX];
        int count = position->head.variant->game->moves(position, moves);
        if (depth > 1 && leaves * (u64)count > 150000) return;
        leaves = play_all(position, depth);
        if (position->head.variant->game->perft(position, depth) != leaves)
            fail_msg("%s '%s': perft %d is not %llu", position->head.variant->id,
                     position_text(position).at, depth, (unsigned long long)leaves);
    }
}

static void same_as_playing(void **state)
{
    enum { EACH = 40, STEPS = 40000 };
    const Variant *variant = *state;
    int met[KINDS] = { 0 };
    static Walk walk;
    walk_begin(&walk, variant, walk_seed());
    for (int i = 0, since = 0; i < STEPS; i++, since++, walk_on(&walk)) {
        Kind kind = kind_of(&walk.position);
        if (met[kind] == EACH || since < 7) continue; // not the same game all the time
        met[kind]++;
        since = 0;
        assert_counts(&walk.position);
    }
    for (Kind kind = WON; kind < KINDS; kind++) {
        bool impossible = (kind == PLAYER_OUT && !variant_each_alone(variant)) ||
                          (kind == NO_WALLS && variant->game != &QR_GAME) ||
                          (kind == MUST_PASS && variant->game == &QR_GAME && variant->players == 2);
        if (met[kind] == 0 && !impossible) fail_msg("no position met: %s", KIND[kind]);
    }
}

int main(void)
{
    struct CMUnitTest tests[1 + VARIANTS] = { cmocka_unit_test(known_counts) };
    for (int i = 0; i < VARIANTS; i++) {
        const Variant *variant = variant_at(i);
        tests[1 + i] =
            (struct CMUnitTest){ variant->id, same_as_playing, NULL, NULL, (void *)variant };
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
