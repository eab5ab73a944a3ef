// SPDX-License-Identifier: MIT
#include "runner/openings.h"

#include "base/rng.h"
#include "platform/array.h"
#include "record/record.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHECK_NODES = 2000,
    LEVEL_MAX = 60, // hundredths of a marble or of a step
    PATIENCE = 40,  // tries before the limit for a level position doubles
    RANDOM_PLIES_MAX = 64,
    FILE_MAX = 1 << 26,
};

struct Openings {
    Position start;
    u64 seed;
    int least, most; // number of random plies
    Opening *list;   // read from a file
    size_t count, capacity;
};

// --- random openings -----------------------------------------------------------------------------

struct OpeningMaker {
    Engine *engine;
};

OpeningMaker *opening_maker_new(void)
{
    OpeningMaker *maker = calloc(1, sizeof *maker);
    size_t size = (engine_size(1, 1) + 63) & ~(size_t)63;
    void *memory = aligned_alloc(64, size);
    if (maker && memory) maker->engine = engine_init(memory, size, 1, (Host){ 0 });
    if (maker && maker->engine) return maker;
    free(memory);
    free(maker);
    return NULL;
}

void opening_maker_free(OpeningMaker *maker)
{
    if (!maker) return;
    free(maker->engine); // the engine starts at the beginning of its memory
    free(maker);
}

// Returns false if the game ends or a position repeats before the opening is complete.
static bool play_at_random(const Openings *openings, Rng *rng, Opening *opening, Position *end)
{
    const Game *game = openings->start.head.variant->game;
    Key seen[RANDOM_PLIES_MAX + 1];
    *end = opening->start = openings->start;
    opening->plies =
        openings->least + (int)rng_below(rng, (u32)(openings->most - openings->least + 1));
    for (int ply = 0;; ply++) {
        seen[ply] = game->key(end);
        for (int i = 0; i < ply; i++)
            if (seen[i] == seen[ply]) return false;
        if (game->winners(end)) return false;
        if (ply == opening->plies) return true;
        Move moves[MOVES_MAX];
        int count = game->moves(end, moves);
        opening->move[ply] = moves[rng_below(rng, (u32)count)];
        game->play(end, opening->move[ply]);
    }
}

static Score quick_score(OpeningMaker *maker, const Position *position)
{
    engine_new_game(maker->engine);
    engine_set_position(maker->engine, position, NULL, 0);
    engine_go(maker->engine, &(SearchLimits){ .nodes = CHECK_NODES });
    engine_think(maker->engine, 0);
    const Line *line;
    return engine_lines(maker->engine, &line) ? line->score : 0;
}

static void make_random(const Openings *openings, OpeningMaker *maker, u64 number, Opening *opening)
{
    Rng rng = { mix64(openings->seed) ^ mix64(number + 1) };
    bool alone = variant_each_alone(openings->start.head.variant);
    i64 level = LEVEL_MAX;
    for (int tries = 1;; tries++) {
        Position end;
        bool open = play_at_random(openings, &rng, opening, &end);
        if (tries % PATIENCE == 0) level *= 2;
        if (!open) {
            // Some positions have only lines that end the game.
            if (level < SCORE_MATE) continue;
            opening->plies = 0;
            return;
        }
        if (alone) return;
        Score score = quick_score(maker, &end);
        if (score <= level && score >= -level) return;
    }
}

void openings_get(const Openings *openings, OpeningMaker *maker, u64 number, Opening *opening)
{
    if (openings->count)
        *opening = openings->list[number % openings->count];
    else
        make_random(openings, maker, number, opening);
}

// --- files ---------------------------------------------------------------------------------------

static Opening *add_opening(Openings *openings, Fault *why)
{
    Opening *more =
        array_grow(openings->list, &openings->capacity, openings->count + 1, sizeof *more);
    if (!more) {
        fault(why, MALFORMED, "out of memory");
        return NULL;
    }
    openings->list = more;
    Opening *opening = &openings->list[openings->count++];
    opening->start = openings->start;
    opening->plies = 0;
    return opening;
}

static Status play_moves(Opening *opening, Text rest, Fault *why)
{
    const Game *game = opening->start.head.variant->game;
    Position position = opening->start;
    Text word;
    while (text_word(&rest, &word)) {
        if (opening->plies == OPENING_PLIES_MAX)
            return fault(why, MALFORMED, "more than %d moves", OPENING_PLIES_MAX);
        Status status = move_read(&position, word, &opening->move[opening->plies], why);
        if (status != OK) return status;
        game->play(&position, opening->move[opening->plies++]);
    }
    if (game->winners(&position)) return fault(why, ILLEGAL, "the game is over");
    return OK;
}

static Status read_line(Openings *openings, Text line, Fault *why)
{
    const Variant *variant = openings->start.head.variant;
    Opening *opening = add_opening(openings, why);
    if (!opening) return MALFORMED;
    Text rest = line, word, position = line, moves = { 0 };
    while (text_word(&rest, &word))
        if (text_is(word, "moves")) {
            position = text_trim(text_cut(line, 0, (size_t)(word.at - line.at)));
            moves = rest;
            break;
        }
    Status status = OK;
    if (position.length) status = variant->game->read(variant, position, &opening->start, why);
    return status == OK ? play_moves(opening, moves, why) : status;
}

static Status read_lines(Openings *openings, Text text, Fault *why)
{
    Text line;
    for (int number = 1; text_split(&text, '\n', &line); number++) {
        line = text_trim(line);
        if (!line.length || line.at[0] == '#') continue;
        Fault cause;
        if (read_line(openings, line, &cause) != OK)
            return fault(why, MALFORMED, "line %d: %s", number, cause.message);
    }
    return openings->count ? OK : fault(why, MALFORMED, "no openings");
}

static Status read_record(Openings *openings, const Record *record, int plies, Fault *why)
{
    const Variant *variant = openings->start.head.variant;
    Opening *opening = add_opening(openings, why);
    if (!opening) return MALFORMED;
    Status status = record_setup(record, &opening->start, why);
    if (status != OK) return status;
    if (opening->start.head.variant != variant)
        return fault(why, MALFORMED, "it is a game of %s", opening->start.head.variant->id);
    Position position = opening->start;
    Tokens moves = record->moves;
    RecordStep step;
    while ((!plies || opening->plies < plies) && record_next_step(&moves, &step)) {
        if (step.leaves) return fault(why, MALFORMED, "a player leaves");
        if (opening->plies == OPENING_PLIES_MAX)
            return fault(why, MALFORMED, "more than %d moves", OPENING_PLIES_MAX);
        Move *move = &opening->move[opening->plies];
        status = record_read_move(record, &position, step.text, move, why);
        if (status != OK) return status;
        variant->game->play(&position, *move);
        opening->plies++;
    }
    if (variant->game->winners(&position)) return fault(why, ILLEGAL, "the game is over");
    return OK;
}

static Status read_records(Openings *openings, Text text, int plies, Fault *why)
{
    RecordReader reader = record_reader(text);
    Record record;
    Fault cause;
    for (RecordStatus next; (next = record_next(&reader, &record, &cause)) != RECORD_END;) {
        if (next == RECORD_MALFORMED) return fault(why, MALFORMED, "%s", cause.message);
        if (read_record(openings, &record, plies, &cause) != OK)
            return fault(why, MALFORMED, "game of line %d: %s", record.line, cause.message);
    }
    return openings->count ? OK : fault(why, MALFORMED, "no openings");
}

static char *read_file(const char *path, size_t *length, Fault *why)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    *length = 0;
    if (!file) goto fail;
    for (size_t capacity = 1 << 16;; capacity *= 2) {
        char *more = capacity <= FILE_MAX ? realloc(text, capacity) : NULL;
        if (!more) {
            errno = capacity <= FILE_MAX ? ENOMEM : EFBIG;
            goto fail;
        }
        text = more;
        *length += fread(text + *length, 1, capacity - *length, file);
        if (*length < capacity) break;
    }
    if (ferror(file)) goto fail;
    fclose(file);
    return text;
fail:
    fault(why, MALFORMED, "%s", strerror(errno));
    if (file) fclose(file);
    free(text);
    return NULL;
}

static Status read_openings(Openings *openings, const OpeningsSetup *setup, Fault *why)
{
    Fault cause;
    size_t length;
    char *file = read_file(setup->spec, &length, &cause);
    Status status = file ? OK : MALFORMED;
    if (file) {
        Text text = text_trim((Text){ file, length });
        bool records = text.length && text.at[0] == '[';
        status = records ? read_records(openings, text, setup->plies, &cause)
                         : read_lines(openings, (Text){ file, length }, &cause);
    }
    free(file);
    if (status == OK) return OK;
    return fault(why, MALFORMED, "openings %q: %s", text_of(setup->spec), cause.message);
}

// "8" or "4-8"
static Status read_random(Openings *openings, Text plies, Fault *why)
{
    Text rest = plies, first = { 0 };
    i64 least, most;
    text_split(&rest, '-', &first);
    if (!rest.at) rest = first;
    if (!text_number(first, RANDOM_PLIES_MAX, &least) ||
        !text_number(rest, RANDOM_PLIES_MAX, &most) || least > most)
        return fault(why, MALFORMED, "random plies %q are not a number up to %d, or two as in 4-8",
                     plies, RANDOM_PLIES_MAX);
    openings->least = (int)least;
    openings->most = (int)most;
    return OK;
}

Openings *openings_new(const OpeningsSetup *setup, Fault *why)
{
    static const char RANDOM[] = "random:";
    Openings *openings = calloc(1, sizeof *openings);
    if (!openings) {
        fault(why, MALFORMED, "out of memory");
        return NULL;
    }
    openings->start = *setup->start;
    openings->seed = setup->seed;
    Text spec = text_of(setup->spec);
    size_t prefix = sizeof RANDOM - 1;
    Status status;
    if (text_is(spec, "start"))
        status = add_opening(openings, why) ? OK : MALFORMED;
    else if (text_is(text_cut(spec, 0, prefix), RANDOM))
        status = read_random(openings, text_from(spec, prefix), why);
    else
        status = read_openings(openings, setup, why);
    if (status == OK) return openings;
    openings_free(openings);
    return NULL;
}

void openings_free(Openings *openings)
{
    if (!openings) return;
    free(openings->list);
    free(openings);
}
