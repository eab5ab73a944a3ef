// SPDX-License-Identifier: MIT
#include "server/features/puzzles/puzzle_set.h"

#include "server/games/rating/ratings.h"
#include "variants/variants.h"

#include <stdlib.h>

struct PuzzleSet {
    int count;
    Puzzle puzzle[]; // by id
};

// --- the set -------------------------------------------------------------------------------------

static int by_id(const void *one, const void *other)
{
    u32 a = ((const Puzzle *)one)->id, b = ((const Puzzle *)other)->id;
    return (a > b) - (a < b);
}

static int count_lines(void)
{
    int count = 0;
    for (const PuzzleFile *file = PUZZLE_FILES; file->variant; file++)
        for (const char *const *line = file->line; *line; line++)
            count++;
    return count;
}

PuzzleSet *puzzle_set_new(Fault *why)
{
    int count = count_lines();
    PuzzleSet *set = malloc(sizeof *set + (size_t)count * sizeof *set->puzzle);
    if (!set) return fault(why, FULL, "out of memory"), NULL;
    set->count = 0;
    for (const PuzzleFile *file = PUZZLE_FILES; file->variant; file++) {
        const Variant *variant = variant_find(text_of(file->variant));
        for (const char *const *line = file->line; *line; line++) {
            Puzzle *puzzle = &set->puzzle[set->count++];
            if (variant && puzzle_read(variant, text_of(*line), puzzle, why) == OK) continue;
            if (!variant) fault(why, MALFORMED, "there is no variant %q", text_of(file->variant));
            free(set);
            return NULL;
        }
    }
    qsort(set->puzzle, (size_t)count, sizeof *set->puzzle, by_id);
    return set;
}

void puzzle_set_free(PuzzleSet *set)
{
    free(set);
}

int puzzle_set_count(const PuzzleSet *set)
{
    return set->count;
}

const Puzzle *puzzle_set_at(const PuzzleSet *set, int index)
{
    return &set->puzzle[index];
}

const Puzzle *puzzle_set_find(const PuzzleSet *set, u32 id)
{
    int low = 0, high = set->count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (set->puzzle[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < set->count && set->puzzle[low].id == id ? &set->puzzle[low] : NULL;
}

// --- a try ---------------------------------------------------------------------------------------

Status puzzle_judge(const Puzzle *puzzle, Text moves, bool *solved, Fault *why)
{
    const Game *game = puzzle->position.head.variant->game;
    Position position = puzzle->position;
    bool wrong = false;
    int at = 0;
    Text word;
    while (text_word(&moves, &word)) {
        Move move;
        if (wrong || at >= puzzle->length)
            return fault(why, MALFORMED, "%q comes after the end of the puzzle", word);
        Status status = move_read(&position, word, &move, why);
        if (status != OK) return status;
        wrong = move != puzzle->line[at];
        for (int i = 0; i < 2 && at < puzzle->length && !wrong; i++)
            game->play(&position, puzzle->line[at++]);
    }
    *solved = !wrong && at == puzzle->length;
    return OK;
}

// As the page rates (web/src/features/puzzles/glicko.ts).
Rating puzzle_rating(const Puzzle *puzzle)
{
    return (Rating){ .rating = 700 + 140 * puzzle->level, .deviation = 120, .volatility = 0.06 };
}

void puzzle_rate(Rating *person, i64 rested_ms, Rating *puzzle, bool solved)
{
    RatedSeat seats[2] = { { .before = *person, .last_ms = rested_ms ? 1 : 0 },
                           { .before = *puzzle } };
    double most = puzzle->rating + ABOVE_PUZZLE_MAX, before = person->rating;
    ratings_rate_pair(solved ? 1 : 0, 1 + rested_ms, seats);
    // A new rating is unsure, and Glicko-2 alone would let the first failure cost 106 points.
    double step = seats[0].after.rating - person->rating;
    if (step > PUZZLE_STEP_MAX) step = PUZZLE_STEP_MAX;
    if (step < -PUZZLE_STEP_MAX) step = -PUZZLE_STEP_MAX;
    seats[0].after.rating = person->rating + step;
    *person = seats[0].after;
    // A program that solves everything would rise without end. The puzzle's rating bounds
    // what a solution proves.
    if (solved && person->rating > most) person->rating = before > most ? before : most;
    *puzzle = seats[1].after;
}
