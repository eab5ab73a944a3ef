// SPDX-License-Identifier: MIT
// Two builds of the engine play each other inside one process, at fixed nodes per move. The result
// doesn't depend on the load of the machine, and no time goes into pipes between programs.
//
//     versus VARIANT A.so B.so [--layout NAME] [--nodes N] [--nodes-b N] [--games N] [--seed S]
//                              [--plies N] [--sprt ELO0,ELO1] [--state FILE]
//
// train/meydan-engine.so is the build of this source tree. Openings are random ones that the engine
// in this program calls level, each played with both seatings. FILE keeps the score of each pair; a
// run that was interrupted continues after the last one.
#include "build.h"
#include "runner/openings.h"
#include "runner/stats.h"
#include "variants/variants.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HASH_MB = 16, PLIES = 300 };

// A build has its own view of the variant: the two share no memory.
typedef struct Build {
    const EngineBuild *engine;
    Engine *memory;
    Position start;
    u64 nodes;
} Build;

static bool load(Build *build, const char *path, Text variant, Text position)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    build->engine = library ? dlsym(library, "ENGINE_BUILD") : NULL;
    if (!build->engine) {
        fprintf(stderr, "versus: %s\n", dlerror());
        return false;
    }
    size_t size = (build->engine->size(HASH_MB, 1) + 63) & ~(size_t)63;
    build->memory = build->engine->init(aligned_alloc(64, size), size, 1, (Host){ 0 });
    const Variant *own = build->engine->variant(variant);
    return own->game->read(own, position, &build->start, NULL) == OK;
}

static Move think(Build *build, const Move *moves, int count)
{
    build->engine->set_position(build->memory, &build->start, moves, count);
    build->engine->go(build->memory, &(SearchLimits){ .nodes = build->nodes, .press = true });
    build->engine->think(build->memory, 0);
    return build->engine->best(build->memory);
}

// Half points of the first build.
static int play(Build build[2], const Opening *opening, int first_seat, int plies, int *unfinished)
{
    static Move moves[PLIES + OPENING_PLIES_MAX];
    static Key keys[PLIES + OPENING_PLIES_MAX];
    const Game *rules = opening->start.head.variant->game;
    Position position = opening->start;
    for (int side = 0; side < 2; side++)
        build[side].engine->new_game(build[side].memory);
    for (int n = 0; n < plies; n++) {
        keys[n] = rules->key(&position);
        int seen = 0;
        for (int i = 0; i < n; i++)
            seen += keys[i] == keys[n];
        if (seen >= 2) return 1;
        int team = position.head.variant->team[position.head.turn];
        Build *mover = &build[team == first_seat ? 0 : 1];
        moves[n] = n < opening->plies ? opening->move[n] : think(mover, moves, n);
        rules->play(&position, moves[n]);
        if (rules->winners(&position)) return mover == &build[0] ? 2 : 0;
    }
    ++*unfinished;
    return 1;
}

static void print(const Tally *tally, int unfinished, const Sprt *sprt)
{
    Interval elo = tally_elo_pairs(tally);
    u64 games = tally_games(tally);
    printf("%lu games: +%lu =%lu -%lu (%d unfinished), %.1f %%, Elo %+.1f [%+.1f, %+.1f], pairs "
           "%lu %lu %lu %lu %lu",
           games, tally->win, tally->draw, tally->loss, unfinished,
           games ? 100 * ((double)tally->win + 0.5 * (double)tally->draw) / (double)games : 0,
           elo.mid, elo.low, elo.high, tally->pair[0], tally->pair[1], tally->pair[2],
           tally->pair[3], tally->pair[4]);
    if (sprt->elo1 > sprt->elo0)
        printf(", llr %.2f in (%.2f, %.2f)", sprt_llr(sprt, tally->pair), sprt_lower(sprt),
               sprt_upper(sprt));
    putchar('\n');
    fflush(stdout);
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        fprintf(stderr, "usage: versus VARIANT A.so B.so [--layout NAME] [--nodes N] [--nodes-b N] "
                        "[--games N] [--seed S] [--plies N] [--sprt ELO0,ELO1] [--state FILE]\n");
        return 2;
    }
    static Build build[2];
    Sprt sprt = { .alpha = 0.05, .beta = 0.05 };
    const char *layout = NULL, *state_file = NULL, *spec = "random:6";
    int games = 400, plies = PLIES;
    u64 seed = 1, nodes = 20000, nodes_b = 0;
    for (int i = 4; i + 1 < argc; i += 2) {
        const char *value = argv[i + 1];
        if (!strcmp(argv[i], "--layout")) layout = value;
        if (!strcmp(argv[i], "--nodes")) nodes = (u64)atoll(value);
        if (!strcmp(argv[i], "--nodes-b")) nodes_b = (u64)atoll(value);
        if (!strcmp(argv[i], "--games")) games = atoi(value);
        if (!strcmp(argv[i], "--seed")) seed = (u64)atoll(value);
        if (!strcmp(argv[i], "--plies")) plies = atoi(value);
        if (!strcmp(argv[i], "--openings")) spec = value;
        if (!strcmp(argv[i], "--sprt")) sscanf(value, "%lf,%lf", &sprt.elo0, &sprt.elo1);
        if (!strcmp(argv[i], "--state")) state_file = value;
    }
    const Variant *variant = variant_find(text_of(argv[1]));
    const Layout *where = !variant ? NULL
                          : layout ? variant_layout(variant, text_of(layout))
                                   : &variant->layout[0];
    if (!where || variant_each_alone(variant) || plies > PLIES) {
        fprintf(stderr, "versus: no such variant or layout for two sides\n");
        return 2;
    }
    for (int side = 0; side < 2; side++)
        if (!load(&build[side], argv[2 + side], text_of(argv[1]), text_of(where->position)))
            return 2;
    build[0].nodes = nodes;
    build[1].nodes = nodes_b ? nodes_b : nodes;

    Position start;
    variant->game->read(variant, text_of(where->position), &start, NULL);
    OpeningsSetup setup = { .start = &start, .spec = spec, .seed = seed };
    Fault why;
    Openings *openings = openings_new(&setup, &why);
    OpeningMaker *maker = opening_maker_new();
    if (!openings || !maker) return 2;

    Tally tally = { 0 };
    int unfinished = 0;
    FILE *state = state_file ? fopen(state_file, "a+") : NULL;
    if (state) rewind(state);
    for (u64 number = 0; 2 * number < (u64)games; number++) {
        int half[2], late = 0;
        if (!state || fscanf(state, "%d %d %d\n", &half[0], &half[1], &late) != 3) {
            static Opening opening;
            openings_get(openings, maker, number, &opening);
            for (int seat = 0; seat < 2; seat++)
                half[seat] = play(build, &opening, seat, plies, &late);
            if (state) {
                fprintf(state, "%d %d %d\n", half[0], half[1], late);
                fflush(state);
            }
        }
        for (int seat = 0; seat < 2; seat++) {
            tally.win += half[seat] == 2;
            tally.draw += half[seat] == 1;
            tally.loss += half[seat] == 0;
        }
        tally.pair[half[0] + half[1]]++;
        unfinished += late;
        if (number % 50 == 49) print(&tally, unfinished, &sprt);
        if (sprt.elo1 > sprt.elo0 && sprt_verdict(&sprt, tally.pair) != SPRT_OPEN) break;
    }
    print(&tally, unfinished, &sprt);
    return 0;
}
