// SPDX-License-Identifier: MIT
// Finds positions that the engine considers level but loses within six plies, and measures how
// often it chooses a losing move in them.
//
//     swings make VARIANT OUT [--positions N] [--nodes N] [--judge N] [--seed S] [--layout NAME]
//     swings check FILE [--nodes N] [--build FILE.so]
//
// `make` plays games at N nodes per move. Where a side's score falls from level to lost within six
// plies, a search of --judge nodes with sixteen lines looks for the last position of that side with
// a move that holds where another one was played. The position is kept if fewer than sixteen moves
// hold, so that the file lists all of them; every other move loses. A line of the file:
//
//     VARIANT; POSITION; MOVES THAT HOLD
//
// `check` asks the engine of this tree, or of another build (train/meydan-engine.so), for its move
// in each position. Both are reproducible. `make` appends, and writes the number of the game first:
// a run that was interrupted continues with the game after the last one.
#include "base/rng.h"
#include "engine/engine.h"
#include "runner/openings.h"
#include "variants/variants.h"

#include "build.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAME_MAX = 300, WITHIN = 6, LEVEL = 60, LOST = -300, HASH_MB = 64, TEXT_MAX = 1024 };

typedef struct Played {
    Opening opening;
    Position position[GAME_MAX + 1];
    Score score[GAME_MAX];
    Move move[GAME_MAX];
    int count;
} Played;

typedef struct Search {
    const EngineBuild *build;
    Engine *engine;
} Search;

static const EngineBuild OWN = { engine_size,     engine_init,         variant_find,
                                 engine_new_game, engine_set_position, engine_go,
                                 engine_think,    engine_best,         engine_lines };

static Search search_new(const EngineBuild *build)
{
    size_t size = (build->size(HASH_MB, 1) + 63) & ~(size_t)63;
    return (Search){ build, build->init(aligned_alloc(64, size), size, 1, (Host){ 0 }) };
}

static Move search_move(const Search *search, const Position *position, SearchLimits limits)
{
    search->build->new_game(search->engine);
    search->build->set_position(search->engine, position, NULL, 0);
    search->build->go(search->engine, &limits);
    search->build->think(search->engine, 0);
    return search->build->best(search->engine);
}

static void play_game(const Search *search, Played *game, u64 nodes)
{
    const Game *rules = game->opening.start.head.variant->game;
    Position position = game->opening.start;
    for (int i = 0; i < game->opening.plies; i++)
        rules->play(&position, game->opening.move[i]);
    const Position first = position;
    search->build->new_game(search->engine);
    for (game->count = 0; game->count < GAME_MAX && !rules->winners(&position); game->count++) {
        int n = game->count;
        game->position[n] = position;
        search->build->set_position(search->engine, &first, game->move, n);
        search->build->go(search->engine, &(SearchLimits){ .nodes = nodes, .press = true });
        search->build->think(search->engine, 0);
        const Line *lines;
        game->score[n] = search->build->lines(search->engine, &lines) ? lines[0].score : 0;
        game->move[n] = search->build->best(search->engine);
        rules->play(&position, game->move[n]);
        if (abs(game->score[n]) >= SCORE_MATED_MAX) {
            game->count++;
            return;
        }
    }
}

// Writes the position if between one move and fifteen hold, and the move that was played doesn't.
static bool keep_position(const Search *search, const Position *position, Move played, u64 judge,
                          FILE *out)
{
    search_move(search, position, (SearchLimits){ .nodes = judge, .lines = LINES_MAX });
    const Line *line;
    int count = search->build->lines(search->engine, &line), hold = 0;
    while (hold < count && line[hold].score > LOST)
        hold++;
    if (hold == 0 || hold == LINES_MAX) return false;
    for (int i = 0; i < hold; i++)
        if (line[i].move[0] == played) return false;
    char text[TEXT_MAX];
    Out written = out_to(text, sizeof text);
    const Variant *variant = position->head.variant;
    variant->game->write(position, &written);
    fprintf(out, "%s; %s;", variant->id, text);
    for (int i = 0; i < hold; i++) {
        Out move = out_to(text, sizeof text);
        variant->game->write_move(position, line[i].move[0], &move);
        fprintf(out, " %s", text);
    }
    fputc('\n', out);
    return true;
}

// The last fall from level to lost, if there is one: tries the loser's positions from the last one
// of it back to where the score was level.
static bool find_swing(const Search *search, const Played *game, u64 judge, FILE *out)
{
    for (int late = game->count - 1; late > 0; late--) {
        if (game->score[late] > LOST) continue;
        for (int early = late - 2; early >= 0 && early >= late - WITHIN; early -= 2) {
            if (game->score[early] <= -LEVEL) continue;
            for (int at = late - 2; at >= early; at -= 2)
                if (keep_position(search, &game->position[at], game->move[at], judge, out))
                    return true;
            return false;
        }
    }
    return false;
}

static void make(const Variant *variant, const char *path, int argc, char **argv)
{
    u64 nodes = 50000, judge = 2000000, seed = 1;
    int wanted = 100;
    Position start;
    variant_start(variant, &start);
    for (int i = 4; i + 1 < argc; i += 2) {
        const char *value = argv[i + 1];
        if (!strcmp(argv[i], "--positions")) wanted = atoi(value);
        if (!strcmp(argv[i], "--nodes")) nodes = (u64)atoll(value);
        if (!strcmp(argv[i], "--judge")) judge = (u64)atoll(value);
        if (!strcmp(argv[i], "--seed")) seed = (u64)atoll(value);
        const Layout *layout = NULL;
        if (!strcmp(argv[i], "--layout")) layout = variant_layout(variant, text_of(value));
        if (layout) variant->game->read(variant, text_of(layout->position), &start, NULL);
    }
    u64 number = 0;
    int found = 0;
    FILE *file = fopen(path, "a+");
    static char line[2 * TEXT_MAX];
    for (rewind(file); fgets(line, sizeof line, file);)
        if (line[0] == '#')
            number = strtoull(line + 6, NULL, 10) + 1; // "# game 12"
        else
            found++;
    Fault why;
    OpeningsSetup setup = { .start = &start, .spec = "random:6", .seed = seed };
    Openings *openings = openings_new(&setup, &why);
    OpeningMaker *maker = opening_maker_new();
    Search search = search_new(&OWN);
    static Played game;
    for (; found < wanted; number++) {
        openings_get(openings, maker, number, &game.opening);
        play_game(&search, &game, nodes);
        found += find_swing(&search, &game, judge, file);
        fprintf(file, "# game %lu\n", number);
        fflush(file);
        fprintf(stderr, "\r%d positions of %lu games ", found, number + 1);
    }
    fclose(file);
    openings_free(openings);
    opening_maker_free(maker);
}

static int check(const char *path, int argc, char **argv)
{
    u64 nodes = 250000;
    const EngineBuild *build = &OWN;
    for (int i = 3; i + 1 < argc; i += 2) {
        if (!strcmp(argv[i], "--nodes")) nodes = (u64)atoll(argv[i + 1]);
        if (strcmp(argv[i], "--build")) continue;
        void *library = dlopen(argv[i + 1], RTLD_NOW | RTLD_LOCAL);
        build = library ? dlsym(library, "ENGINE_BUILD") : NULL;
    }
    FILE *file = fopen(path, "r");
    if (!file || !build) {
        fprintf(stderr, "swings: cannot read \"%s\" or the build\n", path);
        return 2;
    }
    Search search = search_new(build);
    static char line[2 * TEXT_MAX];
    int positions = 0, lost = 0;
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '#') continue;
        Text rest = text_of(line), id, text, word;
        text_split(&rest, ';', &id);
        text_split(&rest, ';', &text);
        // The build has its own tables of variants; moves are the same numbers everywhere.
        const Variant *own = variant_find(id), *theirs = build->variant(id);
        Position position, copy;
        if (!own || own->game->read(own, text_trim(text), &position, NULL) != OK ||
            theirs->game->read(theirs, text_trim(text), &copy, NULL) != OK) {
            fprintf(stderr, "swings: not a position: %s", line);
            return 2;
        }
        Move chosen = search_move(&search, &copy, (SearchLimits){ .nodes = nodes }), move;
        bool holds = false;
        while (text_word(&rest, &word))
            if (move_read(&position, word, &move, NULL) == OK) holds |= move == chosen;
        positions++;
        lost += !holds;
    }
    fclose(file);
    printf("%d positions, a losing move in %d (%.1f %%) with %lu nodes\n", positions, lost,
           positions ? 100.0 * lost / positions : 0, nodes);
    return 0;
}

int main(int argc, char **argv)
{
    const Variant *variant = argc > 3 ? variant_find(text_of(argv[2])) : NULL;
    if (argc > 2 && !strcmp(argv[1], "check")) return check(argv[2], argc, argv);
    if (argc > 3 && !strcmp(argv[1], "make") && variant && !variant_each_alone(variant)) {
        make(variant, argv[3], argc, argv);
        return 0;
    }
    fprintf(stderr, "usage: swings make VARIANT OUT [options], swings check FILE [options]\n");
    return 2;
}
