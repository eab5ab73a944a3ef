// SPDX-License-Identifier: MIT
// A random game with libmeydan: random_game [VARIANT [SEED]]. Prints the moves, the final board and
// the result.
//
//     cc random_game.c $(pkg-config --cflags --libs meydan) -o random_game
#include <meydan.h>
#include <stdio.h>
#include <stdlib.h>

enum { PLIES_MAX = 2000 };

// How often the last key of the list occurs in it.
static int times_seen(const uint64_t *keys, int count)
{
    int times = 0;
    for (int i = 0; i < count; i++)
        times += keys[i] == keys[count - 1];
    return times;
}

int main(int argc, char **argv)
{
    const char *id = argc > 1 ? argv[1] : "abalone";
    srand(argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 1);

    MeydanPosition position;
    if (meydan_start(&position, meydan_variant_find(id), NULL) != MEYDAN_OK) {
        fprintf(stderr, "there is no variant '%s'; there are:\n", id);
        for (int i = 0; i < meydan_variants(); i++)
            fprintf(stderr, "  %-16s %s\n", meydan_variant_id(i), meydan_variant_title(i));
        return 2;
    }

    static uint64_t keys[PLIES_MAX + 1];
    int plies = 0;
    keys[0] = meydan_key(&position);
    while (!meydan_winners(&position) && times_seen(keys, plies + 1) < 3 && plies < PLIES_MAX) {
        MeydanMove moves[MEYDAN_MOVES_MAX];
        int count = meydan_moves(&position, moves);
        MeydanMove move = moves[rand() % count];
        char text[MEYDAN_MOVE_TEXT_MAX];
        meydan_write_move(&position, move, text, sizeof text);
        printf("%s%s", plies ? " " : "", text);
        meydan_play(&position, move);
        keys[++plies] = meydan_key(&position);
    }

    static char drawing[MEYDAN_DRAWING_TEXT_MAX];
    meydan_draw(&position, false, false, drawing, sizeof drawing);
    printf("\n\n%s\n", drawing);
    unsigned winners = meydan_winners(&position);
    printf("%d plies with Meydan %s, %s", plies, meydan_version(), winners ? "won by" : "drawn");
    for (int player = 0; player < MEYDAN_PLAYERS_MAX; player++)
        if (winners >> player & 1) printf(" %d", player + 1);
    putchar('\n');
    return 0;
}
