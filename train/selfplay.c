// SPDX-License-Identifier: MIT
// Plays games of the engine against itself and writes their positions for the trainers.
//
//     selfplay VARIANT --games N --seed S --out FILE [--nodes N] [--nets FILE] [--plies N]
//              [--greedy PERCENT] [--calm N]
//
// --calm ends a game as drawn after so many plies without an ejection; with it random moves come
// at any time, not only in the beginning, so that something happens.
// --greedy seats the greedy yardstick now and then; its moves are played, its positions kept.
//
// Reproducible: game i of seed S is always the same. Resumable: games are appended whole, and a
// file that has some already is continued after them (FILE.games counts them).
#include "abalone/position.h"
#include "base/rng.h"
#include "engine/worker.h"
#include "engine/yardstick.h"
#include "quoridor/position.h"
#include "sample.h"
#include "variants/variants.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct Setup {
    const Variant *variant;
    const char *out;
    i64 games, seed, nodes, plies, greedy, calm;
    Engine *engine;
} Setup;

enum { GAME_MAX = 1000 };

typedef struct Played {
    Position position[GAME_MAX];
    Move move[GAME_MAX];
    int16_t search[GAME_MAX];
    bool keep[GAME_MAX];
    int count;
    u8 winners;
} Played;

static Score think(Setup *setup, const Position *start, const Move *moves, int count, u64 nodes,
                   Move *best)
{
    engine_set_position(setup->engine, start, moves, count);
    engine_go(setup->engine, &(SearchLimits){ .nodes = nodes });
    engine_think(setup->engine, 0);
    const Line *lines;
    int found = engine_lines(setup->engine, &lines);
    *best = engine_best(setup->engine);
    return found ? lines[0].score : 0;
}

static Move random_move(const Position *position, Rng *rng)
{
    Move moves[MOVES_MAX];
    int count = position->head.variant->game->moves(position, moves);
    // Quoridor has thirty walls for every step; walls far from everything teach little.
    if (!strcmp(position->head.variant->game->name, "quoridor") && rng_below(rng, 2)) {
        int steps = 0;
        while (steps < count && !qr_move_is_wall(moves[steps]))
            steps++;
        if (steps) return moves[rng_below(rng, (u32)steps)];
    }
    return moves[rng_below(rng, (u32)count)];
}

// A random opening that the engine thinks is balanced.
static void open_game(Setup *setup, Rng *rng, Position *start)
{
    const Variant *variant = setup->variant;
    for (;;) {
        const Layout *layout = &variant->layout[rng_below(rng, variant->layouts)];
        // Most games from the layouts people play.
        if (variant->layouts > 2 && rng_below(rng, 4)) layout = &variant->layout[rng_below(rng, 2)];
        variant->game->read(variant, text_of(layout->position), start, NULL);
        int plies = 2 + (int)rng_below(rng, 9);
        for (int i = 0; i < plies && !variant->game->winners(start); i++)
            variant->game->play(start, random_move(start, rng));
        if (variant->game->winners(start)) continue;
        Move best;
        Score score = think(setup, start, NULL, 0, 400, &best);
        if (variant->players > 2 || (score < 160 && score > -160)) return;
    }
}

static void play_game(Setup *setup, Rng *rng, Played *game)
{
    Position start;
    engine_new_game(setup->engine);
    open_game(setup, rng, &start);
    engine_new_game(setup->engine);
    const Game *rules = setup->variant->game;
    Position position = start;
    Key keys[GAME_MAX + 1];
    int lopsided = 0, calm = 0;
    u8 greedy = 0; // players
    for (int player = 0; setup->greedy && player < setup->variant->players; player++)
        if (rng_below(rng, 100) < (u32)setup->greedy) greedy |= (u8)(1 << player);
    game->count = 0;
    game->winners = 0;
    while (game->count < setup->plies && game->count < GAME_MAX) {
        int n = game->count;
        keys[n] = rules->key(&position);
        int seen = 0;
        for (int i = 0; i < n; i++)
            seen += keys[i] == keys[n];
        if (seen >= 2) return; // drawn
        Move best;
        Score score = think(setup, &start, game->move, n, (u64)setup->nodes, &best);
        bool surprise = (setup->calm || n < 60) && rng_below(rng, 32) == 0;
        game->position[n] = position;
        game->search[n] = (int16_t)score;
        game->keep[n] = !surprise && score < SCORE_MATED_MAX && score > -SCORE_MATED_MAX;
        game->move[n] = surprise ? random_move(&position, rng)
                        : greedy >> position.head.turn & 1
                            ? yardstick_move(YARDSTICK_GREEDY, &position, rng)
                            : best;
        game->count++;
        // Forced wins are not played out.
        lopsided = score >= SCORE_MATED_MAX || score <= -SCORE_MATED_MAX ? lopsided + 1 : 0;
        if (lopsided >= 2 && setup->variant->players == 2) {
            int turn = position.head.turn;
            game->winners = (u8)(1 << (score > 0 ? turn : 1 - turn));
            return;
        }
        int ejected = setup->calm ? ab_ejected(&position) : 0;
        rules->play(&position, game->move[n]);
        calm = setup->calm && ab_ejected(&position) == ejected ? calm + 1 : 0;
        if (setup->calm && calm >= setup->calm) return;
        game->winners = rules->winners(&position);
        if (game->winners) return;
    }
}

static void write_game(const Setup *setup, const Played *game, FILE *file)
{
    bool abalone = !strcmp(setup->variant->game->name, "abalone");
    for (int i = 0; i < game->count; i++) {
        if (!game->keep[i]) continue;
        int left = game->count - i;
        u8 plies = (u8)(left > 255 ? 255 : left);
        if (abalone) {
            const AbPosition *p = (const AbPosition *)&game->position[i];
            AbSample s = { .turn = p->head.turn,
                           .out = p->head.out,
                           .winners = game->winners,
                           .plies = plies,
                           .search = game->search[i] };
            memcpy(s.marble, p->marble, sizeof s.marble);
            memcpy(s.score, p->score, sizeof s.score);
            fwrite(&s, sizeof s, 1, file);
        } else {
            const QrPosition *p = (const QrPosition *)&game->position[i];
            QrSample s = { .turn = p->head.turn,
                           .out = p->head.out,
                           .winners = game->winners,
                           .plies = plies,
                           .search = game->search[i] };
            memcpy(s.wall, p->wall, sizeof s.wall);
            memcpy(s.pawn, p->pawn, sizeof s.pawn);
            memcpy(s.walls, p->walls, sizeof s.walls);
            fwrite(&s, sizeof s, 1, file);
        }
    }
}

static bool read_file(const char *path, void *into, size_t size)
{
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    size_t got = fread(into, 1, size, file);
    fclose(file);
    return got == size;
}

int main(int argc, char **argv)
{
    static AbNet abalone_net;
    static QrNet quoridor_net;
    static Nets nets;
    static Played game;
    Setup setup = { .games = 1000, .seed = 1, .nodes = 1000, .plies = 250 };
    const char *net_file = NULL;
    for (int i = 2; i + 1 < argc; i += 2) {
        if (!strcmp(argv[i], "--games")) setup.games = atoll(argv[i + 1]);
        if (!strcmp(argv[i], "--seed")) setup.seed = atoll(argv[i + 1]);
        if (!strcmp(argv[i], "--nodes")) setup.nodes = atoll(argv[i + 1]);
        if (!strcmp(argv[i], "--plies")) setup.plies = atoll(argv[i + 1]);
        if (!strcmp(argv[i], "--greedy")) setup.greedy = atoll(argv[i + 1]);
        if (!strcmp(argv[i], "--calm")) setup.calm = atoll(argv[i + 1]);
        if (!strcmp(argv[i], "--out")) setup.out = argv[i + 1];
        if (!strcmp(argv[i], "--nets")) net_file = argv[i + 1];
    }
    setup.variant = argc > 1 ? variant_find(text_of(argv[1])) : NULL;
    if (!setup.variant || !setup.out) {
        fprintf(stderr, "usage: selfplay VARIANT --out FILE [--games N] [--seed S] [--nodes N] "
                        "[--nets FILE] [--plies N] [--greedy PERCENT] [--calm N]\n");
        return 2;
    }
    size_t size = engine_size(8, 1);
    setup.engine = engine_init(aligned_alloc(64, size), size, 1, (Host){ 0 });
    nets = *net_default();
    bool abalone = !strcmp(setup.variant->game->name, "abalone");
    if (net_file) {
        bool ok = abalone ? read_file(net_file, &abalone_net, sizeof abalone_net)
                          : read_file(net_file, &quoridor_net, sizeof quoridor_net);
        if (!ok) {
            fprintf(stderr, "cannot read %s\n", net_file);
            return 2;
        }
        for (int i = 0; i < AB_NETS; i++)
            nets.abalone[i] = abalone ? &abalone_net : nets.abalone[i];
        for (int i = 0; i < QR_NETS; i++)
            nets.quoridor[i] = abalone ? nets.quoridor[i] : &quoridor_net;
    }
    engine_set_nets(setup.engine, &nets);

    char count_file[512];
    snprintf(count_file, sizeof count_file, "%s.games", setup.out);
    i64 done = 0;
    FILE *counter = fopen(count_file, "r");
    if (counter) {
        if (fscanf(counter, "%ld", &done) != 1) done = 0;
        fclose(counter);
    }
    FILE *out = fopen(setup.out, done ? "ab" : "wb");
    time_t start = time(NULL);
    i64 drawn = 0, plies = 0, first = done;
    for (; done < setup.games; done++) {
        Rng rng = { (u64)setup.seed * 1000003 + (u64)done };
        play_game(&setup, &rng, &game);
        write_game(&setup, &game, out);
        drawn += !game.winners;
        plies += game.count;
        if (done % 20 == 19 || done + 1 == setup.games) {
            fflush(out);
            counter = fopen(count_file, "w");
            fprintf(counter, "%ld\n", done + 1);
            fclose(counter);
            i64 n = done + 1 - first;
            fprintf(stderr, "\r%ld/%ld games, %ld%% drawn, %ld plies each, %lds ", done + 1,
                    setup.games, drawn * 100 / n, plies / n, (long)(time(NULL) - start));
        }
    }
    fclose(out);
    fputc('\n', stderr);
    return 0;
}
