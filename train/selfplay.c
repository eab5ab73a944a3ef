// SPDX-License-Identifier: MIT
// Plays games of the engine against itself and writes their positions for the trainers.
//
//     selfplay VARIANT --games N --seed S --out FILE [--nodes N] [--nets FILE] [--plies N]
//              [--greedy PERCENT] [--calm N] [--foreign PERCENT]
//
// --calm ends a game as drawn after that many plies without an ejection. With it, random moves
// occur at any time, not only at the beginning, to keep the game moving.
// --greedy seats the greedy yardstick in some games; its moves are played, and its positions kept.
// --foreign starts that share of the games of two sides from elsewhere than the layouts: Abalone
// from a random arrangement that half a turn maps to the other side, Quoridor with fewer walls in
// hand. A net that saw them also knows layouts that don't exist yet.
//
// Reproducible: game i of seed S is always the same. Resumable: FILE.games says how many games FILE
// holds and in how many bytes; the next run drops the bytes after them and continues.
#include "abalone/position.h"
#include "base/rng.h"
#include "engine/worker.h"
#include "engine/yardstick.h"
#include "quoridor/paths.h"
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
    i64 games, seed, nodes, plies, greedy, calm, foreign;
    Engine *engine;
} Setup;

enum { GAME_MAX = 1000 };

typedef struct Played {
    Position position[GAME_MAX];
    Move move[GAME_MAX];
    int16_t search[GAME_MAX];
    bool keep[GAME_MAX], loud[GAME_MAX];
    int count;
    u8 winners;
    Position end; // after the moves, and after the forced win if the game stopped before it
} Played;

static Score think(Setup *setup, const Position *start, const Move *moves, int count, u64 nodes,
                   Line *best)
{
    engine_set_position(setup->engine, start, moves, count);
    engine_go(setup->engine, &(SearchLimits){ .nodes = nodes });
    engine_think(setup->engine, 0);
    const Line *lines;
    int found = engine_lines(setup->engine, &lines);
    *best = found ? lines[0] : (Line){ 0 };
    best->move[0] = engine_best(setup->engine);
    return best->score;
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

static bool is_abalone(const Variant *variant)
{
    return !strcmp(variant->game->name, "abalone");
}

// As many marbles as the layout has or some fewer, mostly in groups; the other side mirrors them by
// half a turn.
static void arrange(AbPosition *position, Rng *rng)
{
    int wanted = bits_count(position->marble[0]);
    if (rng_below(rng, 4) == 0) wanted -= (int)rng_below(rng, 5);
    Cells own = 0, taken = 0;
    while (bits_count(own) < wanted) {
        Cell cell = (Cell)rng_below(rng, CELLS), across = cell_turned(cell);
        if (cell == across || bits_has(taken, cell)) continue;
        Cells beside = 0;
        for (Dir dir = E; dir < DIRS; dir++)
            beside |= cells_shift(own, dir);
        if (!bits_has(beside, cell) && rng_below(rng, 12)) continue;
        own |= bit(cell);
        taken |= bit(cell) | bit(across);
    }
    position->marble[0] = own;
    position->marble[1] = taken & ~own;
}

static void start_elsewhere(Position *start, Rng *rng)
{
    if (is_abalone(start->head.variant)) {
        arrange((AbPosition *)start, rng);
        return;
    }
    QrPosition *position = (QrPosition *)start;
    position->walls[0] = position->walls[1] = (u8)rng_below(rng, position->walls[0]);
}

// A random opening that the engine considers balanced.
static void open_game(Setup *setup, Rng *rng, Position *start)
{
    const Variant *variant = setup->variant;
    for (;;) {
        const Layout *layout = &variant->layout[rng_below(rng, variant->layouts)];
        // Most games use the popular layouts.
        if (variant->layouts > 2 && rng_below(rng, 4)) layout = &variant->layout[rng_below(rng, 2)];
        variant->game->read(variant, text_of(layout->position), start, NULL);
        if (variant->players == 2 && setup->foreign && rng_below(rng, 100) < (u32)setup->foreign)
            start_elsewhere(start, rng);
        int plies = 2 + (int)rng_below(rng, 9);
        for (int i = 0; i < plies && !variant->game->winners(start); i++)
            variant->game->play(start, random_move(start, rng));
        if (variant->game->winners(start)) continue;
        Line best;
        Score score = think(setup, start, NULL, 0, 400, &best);
        if (variant->players > 2 || (score < 160 && score > -160)) return;
    }
}

static bool is_loud(const Position *position, Move move)
{
    Position next = *position;
    bool abalone = is_abalone(position->head.variant);
    int ejected = abalone ? ab_ejected(position) : 0;
    position->head.variant->game->play(&next, move);
    if (position->head.variant->game->winners(&next)) return true;
    if (abalone) return ab_ejected(&next) > ejected;
    const QrPosition *quoridor = (const QrPosition *)position;
    int gap = (int)quoridor->pawn[position->head.turn] - (int)move;
    return !qr_move_is_wall(move) && abs(gap) != 1 && abs(gap) != SIZE;
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
    game->end = start;
    while (game->count < setup->plies && game->count < GAME_MAX) {
        int n = game->count;
        keys[n] = rules->key(&position);
        int seen = 0;
        for (int i = 0; i < n; i++)
            seen += keys[i] == keys[n];
        if (seen >= 2) return; // drawn
        Line best;
        Score score = think(setup, &start, game->move, n, (u64)setup->nodes, &best);
        bool surprise = (setup->calm || n < 60) && rng_below(rng, 32) == 0;
        game->position[n] = position;
        game->search[n] = (int16_t)score;
        game->loud[n] = is_loud(&position, best.move[0]);
        game->keep[n] = !surprise && score < SCORE_MATED_MAX && score > -SCORE_MATED_MAX;
        game->move[n] = surprise ? random_move(&position, rng)
                        : greedy >> position.head.turn & 1
                            ? yardstick_move(YARDSTICK_GREEDY, &position, rng)
                            : best.move[0];
        game->count++;
        // Forced wins aren't played out.
        lopsided = score >= SCORE_MATED_MAX || score <= -SCORE_MATED_MAX ? lopsided + 1 : 0;
        if (lopsided >= 2 && setup->variant->players == 2) {
            int turn = position.head.turn;
            game->winners = (u8)(1 << (score > 0 ? turn : 1 - turn));
            for (int i = 0; i < best.length && !rules->winners(&game->end); i++)
                rules->play(&game->end, best.move[i]);
            return;
        }
        int ejected = setup->calm ? ab_ejected(&position) : 0;
        rules->play(&position, game->move[n]);
        game->end = position;
        calm = setup->calm && ab_ejected(&position) == ejected ? calm + 1 : 0;
        if (setup->calm && calm >= setup->calm) return;
        game->winners = rules->winners(&position);
        if (game->winners) return;
    }
}

// How far a player's team is ahead of the best other one, in marbles or steps.
static i8 lead_of(const Position *position, int player)
{
    const Variant *variant = position->head.variant;
    int own = 0, most = -1000;
    for (int other = 0; other < variant->players; other++) {
        int value = 0;
        if (is_abalone(variant)) {
            value = ((const AbPosition *)position)->score[variant->team[other]];
        } else {
            u8 distance[SQUARES];
            const QrPosition *quoridor = (const QrPosition *)position;
            qr_distances(quoridor, (Side)qr_variant(quoridor)->goal[other], distance);
            value = -distance[quoridor->pawn[other]];
        }
        if (variant->team[other] == variant->team[player])
            own = value;
        else if (value > most)
            most = value;
    }
    return (i8)(own - most);
}

static void write_game(const Setup *setup, const Played *game, FILE *file)
{
    bool abalone = is_abalone(setup->variant);
    i8 lead[PLAYERS_MAX];
    for (int player = 0; player < setup->variant->players; player++)
        lead[player] = lead_of(&game->end, player);
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
                           .search = game->search[i],
                           .lead = lead[game->position[i].head.turn],
                           .loud = game->loud[i] };
            memcpy(s.marble, p->marble, sizeof s.marble);
            memcpy(s.score, p->score, sizeof s.score);
            fwrite(&s, sizeof s, 1, file);
        } else {
            const QrPosition *p = (const QrPosition *)&game->position[i];
            QrSample s = { .turn = p->head.turn,
                           .out = p->head.out,
                           .winners = game->winners,
                           .plies = plies,
                           .search = game->search[i],
                           .lead = lead[game->position[i].head.turn],
                           .loud = game->loud[i] };
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

// Replaces the file in one step, so that an interrupted run leaves the old count or the new one.
static void write_count(const char *path, i64 games, i64 bytes)
{
    char fresh[600];
    snprintf(fresh, sizeof fresh, "%s.new", path);
    FILE *file = fopen(fresh, "w");
    if (!file) return;
    fprintf(file, "%ld %ld\n", games, bytes);
    if (!fclose(file)) rename(fresh, path);
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
        if (!strcmp(argv[i], "--foreign")) setup.foreign = atoll(argv[i + 1]);
        if (!strcmp(argv[i], "--out")) setup.out = argv[i + 1];
        if (!strcmp(argv[i], "--nets")) net_file = argv[i + 1];
    }
    setup.variant = argc > 1 ? variant_find(text_of(argv[1])) : NULL;
    if (!setup.variant || !setup.out) {
        fprintf(stderr, "usage: selfplay VARIANT --out FILE [--games N] [--seed S] [--nodes N] "
                        "[--nets FILE] [--plies N] [--greedy PERCENT] [--calm N] "
                        "[--foreign PERCENT]\n");
        return 2;
    }
    size_t size = engine_size(8, 1);
    setup.engine = engine_init(aligned_alloc(64, size), size, 1, (Host){ 0 });
    nets = *net_default();
    bool abalone = is_abalone(setup.variant);
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
    i64 done = 0, size_done = 0;
    FILE *counter = fopen(count_file, "r");
    if (counter) {
        if (fscanf(counter, "%ld %ld", &done, &size_done) != 2) done = size_done = 0;
        fclose(counter);
    }
    FILE *out = fopen(setup.out, done ? "r+b" : "wb");
    if (!out || ftruncate(fileno(out), size_done) || fseek(out, size_done, SEEK_SET)) {
        fprintf(stderr, "cannot continue %s\n", setup.out);
        return 2;
    }
    time_t start = time(NULL);
    i64 drawn = 0, plies = 0, first = done;
    for (; done < setup.games; done++) {
        Rng rng = { (u64)setup.seed * 1000003 + (u64)done };
        play_game(&setup, &rng, &game);
        write_game(&setup, &game, out);
        drawn += !game.winners;
        plies += game.count;
        if (done % 100 == 99 || done + 1 == setup.games) {
            fflush(out);
            write_count(count_file, done + 1, ftell(out));
            i64 n = done + 1 - first;
            fprintf(stderr, "\r%ld/%ld games, %ld%% drawn, %ld plies each, %lds ", done + 1,
                    setup.games, drawn * 100 / n, plies / n, (long)(time(NULL) - start));
        }
    }
    fclose(out);
    fputc('\n', stderr);
    return 0;
}
