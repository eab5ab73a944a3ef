// SPDX-License-Identifier: MIT
// Pawn races without walls in hand: compares races that are decided without search with a complete
// solution.
#include "support/check.h"

#include "base/rng.h"
#include "engine/paths.h"
#include "variants/variants.h"

#include <string.h>

// Plies until the player to move wins, by pawns and turn; negative: loses; 0: unknown.
static int16_t solved[SQUARES][SQUARES][2];

static bool improve(QrPosition *position, int first, int second, int turn)
{
    if (first == second || solved[first][second][turn]) return false;
    position->pawn[0] = (u8)first;
    position->pawn[1] = (u8)second;
    position->head.turn = (u8)turn;
    u8 steps[QR_STEPS_MAX];
    int count = qr_steps(position, turn, steps), best = 0, longest = 0;
    bool open = count == 0;
    for (int i = 0; i < count; i++) {
        bool won = turn == 0 ? steps[i] >= SQUARES - SIZE : steps[i] < SIZE;
        int next = won ? -1 : solved[turn ? first : steps[i]][turn ? steps[i] : second][1 - turn];
        if (won)
            best = 1;
        else if (next < 0 && (!best || 1 - next < best))
            best = 1 - next;
        else if (next > longest)
            longest = next;
        if (!won && next == 0) open = true;
    }
    if (!best && open) return false;
    solved[first][second][turn] = (int16_t)(best ? best : -longest - 1);
    return true;
}

static void solve(QrPosition position)
{
    memset(solved, 0, sizeof solved);
    for (bool more = true; more;) {
        more = false;
        for (int first = 0; first < SQUARES - SIZE; first++)
            for (int second = SIZE; second < SQUARES; second++)
                for (int turn = 0; turn < 2; turn++)
                    more |= improve(&position, first, second, turn);
    }
}

static void test_races(void **state)
{
    (void)state;
    Rng rng = { 3 };
    int claims = 0;
    for (int board = 0; board < 12; board++) {
        const Variant *variant = variant_find(text_of("quoridor"));
        const Game *game = variant->game;
        Position start;
        game->read(variant, text_of(variant->layout[0].position), &start, NULL);
        for (int wall = 0; wall < 14; wall++) {
            Move moves[MOVES_MAX];
            int count = game->moves(&start, moves);
            Move move = moves[rng_below(&rng, (u32)count)];
            if (qr_move_is_wall(move)) game->play(&start, move);
        }
        QrPosition position = *(QrPosition *)&start;
        solve(position);
        Open open = open_of(&position);
        for (int first = 0; first < SQUARES - SIZE; first++)
            for (int second = SIZE; second < SQUARES; second++) {
                if (first == second) continue;
                Way one = way_find(&open, first, NORTH), two = way_find(&open, second, SOUTH);
                for (int turn = 0; turn < 2; turn++) {
                    bool later = turn == 1;
                    if (one.length + later > two.length) continue;
                    if (!way_is_free(&open, &one, first, second, later)) continue;
                    claims++;
                    int plies = solved[first][second][turn];
                    assert_true(turn == 0 ? plies > 0 : plies < 0);
                }
            }
    }
    assert_true(claims > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_races) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
