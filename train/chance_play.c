// SPDX-License-Identifier: MIT
// Plays the games to which the chance to win is fitted, and searches some of their positions like a
// review.
//
//     chance_play VARIANT --out FILE [--games N] [--seed S]
//
// All seats of a game are equally strong: a few hundred nodes per move, a varied opening, and some
// careless moves, as people make them. Then random positions of the game are searched with the
// nodes of a review. A game is one line, followed by its positions:
//
//     game 17 belgian-daisy 1,0 b5c5c6 g6g7 ...     results by player: 1 won, 0 lost, 0.5 drawn
//     at 31 score 45 stage 2 static 40 -38          for the player to move; then for each player
//
// Game i of seed S is always the same. A file that has some games already is continued after them.
#include "analysis/chance.h"
#include "base/rng.h"
#include "engine/engine.h"
#include "variants/variants.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAME_MAX = 500, CALM_MAX = 100, LOOKS = 6, LOOK_NODES = 20000, HASH_MB = 4 };

typedef struct Played {
    const Layout *layout;
    Position start;
    Move move[GAME_MAX];
    int count;
    u8 winners; // 0 for a draw
} Played;

static Move think(Engine *engine, const Played *game, SearchLimits limits)
{
    limits.press = true;
    engine_set_position(engine, &game->start, game->move, game->count);
    engine_go(engine, &limits);
    engine_think(engine, 0);
    return engine_best(engine);
}

static bool came_thrice(const Key *keys, int last)
{
    int seen = 0;
    for (int i = 0; i <= last; i++)
        seen += keys[i] == keys[last];
    return seen >= REPETITIONS_DRAW;
}

static void play_game(Engine *engine, const Variant *variant, Rng *rng, Played *game)
{
    // Per cent of the moves. Careful engines leave games of Abalone undecided; people don't.
    static const int CARELESS[2][4] = { { 0, 2, 5, 8 }, { 5, 10, 15, 20 } };
    bool abalone = !strcmp(variant->game->name, "abalone");
    u32 nodes = 200 + rng_below(rng, 1000);
    u32 careless = (u32)CARELESS[abalone][rng_below(rng, 4)];
    int opening = 4 + (int)rng_below(rng, 9), calm = 0, out = 0;
    const Game *rules = variant->game;
    u32 layouts = variant->layouts;
    game->layout = &variant->layout[rng_below(rng, layouts > 2 && rng_below(rng, 4) ? 2 : layouts)];
    rules->read(variant, text_of(game->layout->position), &game->start, NULL);
    game->count = 0;
    game->winners = 0;
    engine_new_game(engine);
    Position position = game->start;
    Key keys[GAME_MAX + 1] = { rules->key(&position) };
    while (game->count < GAME_MAX && calm < CALM_MAX) {
        bool loose = game->count < opening || rng_below(rng, 100) < careless;
        SearchLimits limits = { .nodes = nodes };
        if (loose) limits = (SearchLimits){ .level = 2, .seed = rng_next(rng) };
        Move move = think(engine, game, limits);
        rules->play(&position, move);
        game->move[game->count++] = move;
        keys[game->count] = rules->key(&position);
        game->winners = rules->winners(&position);
        if (game->winners || came_thrice(keys, game->count)) return;
        int now = chance_progress(&position);
        calm = now == out && abalone ? calm + 1 : 0;
        out = now;
    }
}

static void look(Engine *engine, Played *game, int ply, FILE *file)
{
    const Variant *variant = game->start.head.variant;
    Position position = game->start;
    for (int i = 0; i < ply; i++)
        variant->game->play(&position, game->move[i]);
    engine_new_game(engine);
    engine_set_position(engine, &game->start, game->move, ply);
    engine_go(engine, &(SearchLimits){ .nodes = LOOK_NODES, .table_mb = HASH_MB });
    engine_think(engine, 0);
    const Line *lines;
    if (!engine_lines(engine, &lines)) return;
    fprintf(file, "at %d score %d stage %d turn %d static", ply, lines[0].score,
            chance_stage(&position), position.head.turn);
    for (int player = 0; player < variant->players; player++)
        fprintf(file, " %d", engine_evaluate_for(&position, player));
    fputc('\n', file);
}

static void write_game(const Played *game, i64 number, FILE *file)
{
    const Variant *variant = game->start.head.variant;
    Position position = game->start;
    fprintf(file, "game %lld %s ", (long long)number, game->layout->name);
    for (int player = 0; player < variant->players; player++)
        fprintf(file, "%s%s", player ? "," : "",
                !game->winners                ? "0.5"
                : game->winners >> player & 1 ? "1"
                                              : "0");
    for (int i = 0; i < game->count; i++) {
        char text[MOVE_TEXT_MAX];
        Out out = out_to(text, sizeof text);
        variant->game->write_move(&position, game->move[i], &out);
        variant->game->play(&position, game->move[i]);
        fprintf(file, " %s", text);
    }
    fputc('\n', file);
}

static i64 games_in(const char *path)
{
    static char line[1 << 16];
    i64 games = 0;
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file))
        games += !strncmp(line, "game ", 5);
    if (file) fclose(file);
    return games;
}

int main(int argc, char **argv)
{
    static Played game;
    i64 games = 1000, seed = 1;
    const char *out = NULL;
    const Variant *variant = argc > 1 ? variant_find(text_of(argv[1])) : NULL;
    for (int i = 2; i + 1 < argc; i += 2) {
        if (!strcmp(argv[i], "--games")) games = atoll(argv[i + 1]);
        if (!strcmp(argv[i], "--seed")) seed = atoll(argv[i + 1]);
        if (!strcmp(argv[i], "--out")) out = argv[i + 1];
    }
    if (!variant || !out) return fputs("chance_play VARIANT --out FILE [--games N]\n", stderr), 2;
    size_t size = (engine_size(HASH_MB, 1) + 63) & ~(size_t)63;
    void *memory = aligned_alloc(64, size);
    Engine *engine = memory ? engine_init(memory, size, 1, (Host){ 0 }) : NULL;
    i64 first = games_in(out);
    FILE *file = fopen(out, "a");
    if (!engine || !file) return perror(out), 2;
    for (i64 i = first; i < games; i++) {
        Rng rng = { mix64((u64)seed) ^ mix64((u64)i + 1) };
        play_game(engine, variant, &rng, &game);
        write_game(&game, i, file);
        for (int k = 0; k < LOOKS && game.count; k++)
            look(engine, &game, (int)rng_below(&rng, (u32)game.count), file);
        fflush(file);
        if (i % 50 == 49)
            fprintf(stderr, "%s: %lld of %lld games\n", variant->id, (long long)i + 1,
                    (long long)games);
    }
    fclose(file);
    free(memory);
    return 0;
}
