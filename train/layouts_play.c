// SPDX-License-Identifier: MIT
// Plays games of the engine against itself from a layout, each with an opening of its own, and
// prints a line for each game. Used by train/layouts.
//
//     layouts_play VARIANT LAYOUT --from N --games N --nodes N
//     layouts_play VARIANT                                         lists the layouts
//
// In the first plies a move is drawn by lot from the engine's best ones: the smaller its chance to
// win, the less likely. The same game with mirrored sides would be as likely for the other player
// only if the first move were worth nothing, so the results show its worth. Game N is always the
// same.
//
// A line: NUMBER WINNERS PLIES HASH. WINNERS is a set of players as a number, 0 for a draw, - if
// the game is undecided after 300 plies. HASH tells games apart.
#include "analysis/chance.h"
#include "base/rng.h"
#include "engine/engine.h"
#include "variants/variants.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PLIES = 300,
    OPENING = 8, // plies by lot
    CHOICES = 6, // moves to draw from
    SOFTNESS =
        25, // a move that is worse by this chance, of CHANCE_ONE, is drawn 1/e times as often
    HASH_MB = 8,
};

typedef struct Setup {
    const Variant *variant;
    const Layout *layout;
    Engine *engine;
    i64 from, games, nodes;
} Setup;

static Move draw_move(const Position *position, const Line *lines, int count, Rng *rng)
{
    double weight[CHOICES], sum = 0;
    int best = chance_of_score(position, lines[0].score);
    for (int i = 0; i < count; i++) {
        int worse = best - chance_of_score(position, lines[i].score);
        sum += weight[i] = exp(-(double)worse / SOFTNESS);
    }
    double drawn = sum * (double)rng_below(rng, 1000000) / 1e6;
    for (int i = 0; i + 1 < count; i++) {
        drawn -= weight[i];
        if (drawn < 0) return lines[i].move[0];
    }
    return lines[count - 1].move[0];
}

static void play_game(const Setup *setup, i64 number)
{
    const Game *rules = setup->variant->game;
    Rng rng = { (u64)number * 1000003 + 17 };
    Position start;
    rules->read(setup->variant, text_of(setup->layout->position), &start, NULL);
    engine_new_game(setup->engine);
    Position position = start;
    static Move moves[PLIES];
    static Key keys[PLIES + 1];
    u64 hash = 0xcbf29ce484222325u;
    int count = 0, winners = 0;
    bool drawn = false;
    while (count < PLIES && !winners && !drawn) {
        bool opening = count < OPENING;
        engine_set_position(setup->engine, &start, moves, count);
        engine_go(setup->engine, &(SearchLimits){ .nodes = (u64)setup->nodes,
                                                  .lines = opening ? CHOICES : 1,
                                                  .press = true });
        engine_think(setup->engine, 0);
        const Line *lines;
        int found = engine_lines(setup->engine, &lines);
        Move move = opening && found > 0 ? draw_move(&position, lines, found, &rng)
                                         : engine_best(setup->engine);
        keys[count] = rules->key(&position);
        moves[count++] = move;
        hash = (hash ^ move) * 0x100000001b3u;
        rules->play(&position, move);
        winners = rules->winners(&position);
        Key key = rules->key(&position);
        int seen = 0;
        for (int i = 0; i < count; i++)
            seen += keys[i] == key;
        drawn = seen >= 2;
    }
    printf("%" PRId64 " ", number);
    if (!winners && !drawn)
        printf("-");
    else
        printf("%d", winners);
    printf(" %d %016" PRIx64 "\n", count, hash);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    Setup setup = { .games = 400, .nodes = 1000 };
    for (int i = 3; i + 1 < argc; i += 2) {
        if (!strcmp(argv[i], "--from")) setup.from = atoll(argv[i + 1]);
        if (!strcmp(argv[i], "--games")) setup.games = atoll(argv[i + 1]);
        if (!strcmp(argv[i], "--nodes")) setup.nodes = atoll(argv[i + 1]);
    }
    setup.variant = argc > 1 ? variant_find(text_of(argv[1])) : NULL;
    setup.layout =
        setup.variant && argc > 2 ? variant_layout(setup.variant, text_of(argv[2])) : NULL;
    if (setup.variant && argc == 2) {
        for (int i = 0; i < setup.variant->layouts; i++)
            puts(setup.variant->layout[i].name);
        return 0;
    }
    if (!setup.layout) {
        fprintf(stderr, "usage: layouts_play VARIANT LAYOUT [--from N] [--games N] [--nodes N]\n");
        return 2;
    }
    size_t size = engine_size(HASH_MB, 1);
    setup.engine = engine_init(aligned_alloc(64, (size + 63) & ~(size_t)63), size, 1, (Host){ 0 });
    for (i64 number = setup.from; number < setup.games; number++)
        play_game(&setup, number);
    return 0;
}
