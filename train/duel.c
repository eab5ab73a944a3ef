// SPDX-License-Identifier: MIT
// A match of two evaluations: random balanced openings, colours reversed in pairs.
//
//     duel VARIANT NET-A NET-B [--games N] [--nodes N] [--ms N] [--seed S]      "-" is the net in
//     the binary
//
// Prints wins, draws and losses of A, and the Elo difference with two standard errors.
#include "base/rng.h"
#include "engine/worker.h"
#include "file.h"
#include "quoridor/position.h"
#include "variants/variants.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static i64 now_ms(void *context)
{
    (void)context;
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

typedef struct Player {
    Engine *engine;
    AbNet abalone;
    QrNet quoridor;
    Nets nets;
} Player;

static Player player[2];

static bool prepare(Player *p, const char *path, bool abalone)
{
    size_t size = engine_size(16, 1);
    p->engine = engine_init(aligned_alloc(64, size), size, 1, (Host){ .now = now_ms });
    p->nets = *net_default();
    if (strcmp(path, "-")) {
        if (abalone ? !file_get(path, &p->abalone, sizeof p->abalone)
                    : !file_get(path, &p->quoridor, sizeof p->quoridor))
            return false;
        for (int i = 0; i < AB_NETS && abalone; i++)
            p->nets.abalone[i] = &p->abalone;
        for (int i = 0; i < QR_NETS && !abalone; i++)
            p->nets.quoridor[i] = &p->quoridor;
    }
    engine_set_nets(p->engine, &p->nets);
    return true;
}

static Score think(Engine *engine, const Position *start, const Move *moves, int count,
                   const SearchLimits *limits, Move *best)
{
    engine_set_position(engine, start, moves, count);
    engine_go(engine, limits);
    engine_think(engine, 0);
    const Line *lines;
    int found = engine_lines(engine, &lines);
    *best = engine_best(engine);
    return found ? lines[0].score : 0;
}

static void open_game(const Variant *variant, Rng *rng, Position *start)
{
    for (;;) {
        const Layout *layout = &variant->layout[rng_below(rng, variant->layouts > 1 ? 2 : 1)];
        variant->game->read(variant, text_of(layout->position), start, NULL);
        int plies = 4 + (int)rng_below(rng, 5);
        for (int i = 0; i < plies && !variant->game->winners(start); i++) {
            Move moves[MOVES_MAX];
            int count = variant->game->moves(start, moves);
            variant->game->play(start, moves[rng_below(rng, (u32)count)]);
        }
        if (variant->game->winners(start)) continue;
        Move best;
        Score a = think(player[0].engine, start, NULL, 0, &(SearchLimits){ .nodes = 3000 }, &best);
        Score b = think(player[1].engine, start, NULL, 0, &(SearchLimits){ .nodes = 3000 }, &best);
        if (variant->players > 2 || (abs(a + b) < 200)) return;
    }
}

// The score of A: 1, 0.5 or 0. `seat` has A's players.
static double play(const Variant *variant, const Position *start, u8 seats,
                   const SearchLimits *limits, int most, double share)
{
    static Move moves[2000];
    static Key keys[2001];
    Position position = *start;
    engine_new_game(player[0].engine);
    engine_new_game(player[1].engine);
    for (int n = 0; n < most; n++) {
        keys[n] = variant->game->key(&position);
        int seen = 0;
        for (int i = 0; i < n; i++)
            seen += keys[i] == keys[n];
        if (seen >= 2) return share;
        int who = seats >> position.head.turn & 1 ? 0 : 1;
        Move best;
        think(player[who].engine, start, moves, n, limits, &best);
        moves[n] = best;
        variant->game->play(&position, best);
        u8 winners = variant->game->winners(&position);
        if (winners) return winners & seats ? 1 : 0;
    }
    return share;
}

int main(int argc, char **argv)
{
    if (argc < 4) return 2;
    const Variant *variant = variant_find(text_of(argv[1]));
    bool abalone = !strcmp(variant->game->name, "abalone");
    if (!prepare(&player[0], argv[2], abalone) || !prepare(&player[1], argv[3], abalone)) return 2;
    int games = 200;
    u64 seed = 1;
    SearchLimits limits = { .nodes = 5000 };
    for (int i = 4; i + 1 < argc; i += 2) {
        if (!strcmp(argv[i], "--games")) games = atoi(argv[i + 1]);
        if (!strcmp(argv[i], "--seed")) seed = (u64)atoll(argv[i + 1]);
        if (!strcmp(argv[i], "--nodes"))
            limits = (SearchLimits){ .nodes = (u64)atoll(argv[i + 1]) };
        if (!strcmp(argv[i], "--ms"))
            limits = (SearchLimits){ .soft_ms = atoll(argv[i + 1]), .hard_ms = atoll(argv[i + 1]) };
    }
    bool alone = variant_each_alone(variant);
    double sum = 0, squares = 0;
    int win = 0, draw = 0, loss = 0, played = 0;
    Rng rng = { seed };
    while (played < games) {
        Position start;
        open_game(variant, &rng, &start);
        // Two sides: both ways round. Each alone: one A among Bs, in every seat.
        int rounds = alone ? variant->players : 2;
        double pair = 0;
        for (int round = 0; round < rounds; round++) {
            u8 seats = alone ? (u8)(1 << round) : variant_teammates(variant, round);
            double share = 1.0 / (alone ? variant->players : 2);
            double score = play(variant, &start, seats, &limits, 300, share);
            win += score == 1;
            draw += score > 0 && score < 1;
            loss += score == 0;
            pair += score;
            played++;
        }
        pair /= rounds;
        sum += pair;
        squares += pair * pair;
        int pairs = played / rounds;
        double mean = sum / pairs, variance = squares / pairs - mean * mean;
        double error = sqrt(variance / pairs);
        double elo = mean > 0 && mean < 1 ? -400 * log10(1 / mean - 1) : 999;
        fprintf(stderr, "\r%d games: +%d =%d -%d  %.1f%%  Elo %+.0f +- %.0f   ", played, win, draw,
                loss, 100 * mean, elo, 2 * error * 400 / (log(10) * (mean * (1 - mean) + 1e-9)));
    }
    fputc('\n', stderr);
    return 0;
}
