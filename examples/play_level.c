// SPDX-License-Identifier: MIT
// A game between computers with libmeydan: play_level VARIANT LEVEL LEVEL... [SEED], with one level
// per player in order. After a hundred moves they are offered a draw.
//
//     cc play_level.c $(pkg-config --cflags --libs meydan) -o play_level
#include <meydan.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOVES_MAX = 400, HASH_MB = 16, DRAW_AFTER = 100 };

// Whether all players agree to a draw.
static bool all_agree(MeydanEngine *engine, const MeydanPosition *start, const MeydanMove *moves,
                      int count, const MeydanOpponent *opponent, int players)
{
    for (int player = 0; player < players; player++)
        if (!meydan_opponent_takes_draw(engine, start, moves, count, player, &opponent[player]))
            return false;
    return true;
}

int main(int argc, char **argv)
{
    MeydanPosition start, now;
    int variant = meydan_variant_find(argc > 1 ? argv[1] : "quoridor");
    if (meydan_start(&start, variant, NULL)) {
        fprintf(stderr, "there is no variant '%s'\n", argv[1]);
        return 2;
    }
    now = start;
    int players = meydan_variant_players(variant);
    MeydanOpponent opponent[MEYDAN_PLAYERS_MAX] = { 0 };
    for (int player = 0; player < players; player++) {
        opponent[player].level = argc > 2 + player ? atoi(argv[2 + player]) : 1;
        opponent[player].seed = argc > 2 + players ? strtoull(argv[2 + players], NULL, 10) : 1;
    }

    size_t size = (meydan_engine_size(HASH_MB) + 63) / 64 * 64;
    void *memory = aligned_alloc(64, size);
    MeydanEngine *engine = memory ? meydan_engine_init(memory, size) : NULL;
    if (!engine) return 1;
    MeydanMove moves[MOVES_MAX];
    int count = 0;
    while (!meydan_winners(&now) && count < MOVES_MAX) {
        if (count >= DRAW_AFTER && count % 10 == 0 &&
            all_agree(engine, &start, moves, count, opponent, players))
            break;
        const MeydanOpponent *player = &opponent[meydan_turn(&now)];
        MeydanMove move = meydan_opponent_move(engine, &start, moves, count, player);
        char text[MEYDAN_MOVE_TEXT_MAX];
        meydan_write_move(&now, move, text, sizeof text);
        printf("%s%s", count ? " " : "", text);
        meydan_play(&now, move);
        moves[count++] = move;
    }
    printf("\nwinners %u after %d moves\n", meydan_winners(&now), count);
    free(memory);
    return 0;
}
