// SPDX-License-Identifier: MIT
// Compares each player with all the others, in units of the spread of the population and of the
// uncertainty of the player's own value.
#include "cli/fairplay/fairplay.h"

#include <json-c/json.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { OTHERS_MIN = 4 }; // with fewer a comparison is meaningless
static const double FLAGGED = 2.5;

typedef struct Figure {
    bool known;
    double value, error; // `error`: the variance due to chance
} Figure;

typedef struct Figures {
    Figure loss, agreement, steadiness;
} Figures;

static Figures figures_of(const FairSums *sums)
{
    Figures found = { 0 };
    double moves = (double)sums->moves, matters = (double)sums->matters;
    double timed = (double)sums->timed;
    if (sums->moves >= FAIR_MOVES_MIN) {
        double mean = (double)sums->loss / moves;
        double variance = (double)sums->loss_squares / moves - mean * mean;
        found.loss = (Figure){ true, mean, (variance + 1) / moves };
    }
    if (sums->matters >= FAIR_MOVES_MIN / 2) {
        double share = (double)sums->agrees / matters, p = (share * matters + 1) / (matters + 2);
        found.agreement = (Figure){ true, share, p * (1 - p) / matters };
    }
    if (sums->timed >= FAIR_MOVES_MIN && sums->time > 0) {
        double mean = (double)sums->time / timed;
        double variance = (double)sums->time_squares / timed - mean * mean;
        double spread = sqrt(variance > 0 ? variance : 0) / mean;
        found.steadiness =
            (Figure){ true, spread, (0.5 + spread * spread) * spread * spread / timed };
    }
    return found;
}

// A player's values for sorting and printing.
typedef struct Row {
    const FairPlayer *player;
    Figures figures;
    bool compared;
    double loss, agreement, steadiness; // how conspicuous: standard deviations towards the engine
    double all;
} Row;

static const Figure *figure(const Row *row, int which)
{
    return which == 0   ? &row->figures.loss
           : which == 1 ? &row->figures.agreement
                        : &row->figures.steadiness;
}

// The distance of a value from the mean of all the others. With `sign` 1, larger values are more
// like an engine.
static bool compare(const Row *rows, int count, int own, int which, double sign, double *z)
{
    double sum = 0, squares = 0, noise = 0;
    int others = 0;
    const Figure *mine = figure(&rows[own], which);
    for (int i = 0; i < count; i++) {
        const Figure *other = figure(&rows[i], which);
        if (i == own || !other->known) continue;
        others++;
        sum += other->value;
        squares += other->value * other->value;
        noise += other->error;
    }
    *z = 0;
    if (!mine->known || others < OTHERS_MIN) return false;
    double mean = sum / others;
    double spread = (squares - sum * mean) / (others - 1);
    // Don't count the differences due to chance twice.
    double real = spread - noise / others;
    if (real < 0) real = 0;
    double variance = (real + mine->error) * (1 + 1.0 / others) + 1e-9;
    *z = sign * (mine->value - mean) / sqrt(variance);
    return true;
}

static int by_remark(const void *one, const void *other)
{
    double a = ((const Row *)one)->all, b = ((const Row *)other)->all;
    return (a < b) - (a > b);
}

static void compare_all(Row *rows, int count)
{
    for (int i = 0; i < count; i++) {
        Row *row = &rows[i];
        bool loss = compare(rows, count, i, 0, -1, &row->loss);
        bool agreement = compare(rows, count, i, 1, 1, &row->agreement);
        compare(rows, count, i, 2, -1, &row->steadiness);
        row->compared = loss && agreement;
        row->all = row->compared ? (row->loss + row->agreement) / 2 : -1e9;
    }
}

static bool is_flagged(const Row *row)
{
    return row->compared && row->all >= FLAGGED;
}

// --- printing ------------------------------------------------------------------------------------

static void print_figure(const Figure *found, double scale, const char *format)
{
    if (found->known)
        printf(format, found->value * scale);
    else
        printf("%8s", "-");
}

static void print_text(const Row *rows, int count, i64 nodes)
{
    int flagged = 0;
    printf("%-20s %6s %6s %7s %7s %7s %7s %6s %6s\n", "player", "games", "moves", "loss %",
           "agree %", "spread", "like", "time", "");
    for (int i = 0; i < count; i++) {
        const Row *row = &rows[i];
        flagged += is_flagged(row);
        printf("%-20s %6d %6lld", row->player->name, row->player->games,
               (long long)row->player->sums.moves);
        print_figure(&row->figures.loss, 0.1, "%8.2f");
        print_figure(&row->figures.agreement, 100, "%8.1f");
        print_figure(&row->figures.steadiness, 1, "%8.2f");
        if (row->compared)
            printf("%+8.2f", row->all);
        else
            printf("%8s", "-");
        if (row->figures.steadiness.known)
            printf("%+7.2f", row->steadiness);
        else
            printf("%7s", "-");
        puts(is_flagged(row) ? "  flagged" : "");
    }
    printf("looked at with %lld nodes; flagged: %d of %d players. docs/fairplay.md says how often "
           "that "
           "is wrong.\n",
           (long long)nodes, flagged, count);
}

static void add_figure(json_object *object, const char *key, const Figure *found, double scale)
{
    json_object_object_add(object, key,
                           found->known ? json_object_new_double(found->value * scale) : NULL);
}

static void print_json(const Row *rows, int count, i64 nodes)
{
    json_object *all = json_object_new_object(), *list = json_object_new_array();
    json_object_object_add(all, "nodes", json_object_new_int64(nodes));
    for (int i = 0; i < count; i++) {
        const Row *row = &rows[i];
        json_object *one = json_object_new_object();
        json_object_object_add(one, "player", json_object_new_string(row->player->name));
        json_object_object_add(one, "games", json_object_new_int(row->player->games));
        json_object_object_add(one, "moves", json_object_new_int64(row->player->sums.moves));
        json_object_object_add(one, "mattered", json_object_new_int64(row->player->sums.matters));
        add_figure(one, "loss", &row->figures.loss, 0.001);
        add_figure(one, "agreement", &row->figures.agreement, 1);
        add_figure(one, "time_spread", &row->figures.steadiness, 1);
        json_object_object_add(one, "loss_z", json_object_new_double(row->loss));
        json_object_object_add(one, "agreement_z", json_object_new_double(row->agreement));
        json_object_object_add(one, "time_z", json_object_new_double(row->steadiness));
        json_object_object_add(one, "compared", json_object_new_boolean(row->compared));
        json_object_object_add(one, "flagged", json_object_new_boolean(is_flagged(row)));
        json_object_array_add(list, one);
    }
    json_object_object_add(all, "players", list);
    puts(json_object_to_json_string_ext(all, JSON_C_TO_STRING_PRETTY));
    json_object_put(all);
}

void fair_print(FairPlayer *players, int count, i64 nodes, bool json)
{
    Row *rows = calloc((size_t)count + 1, sizeof *rows);
    if (!rows) return;
    for (int i = 0; i < count; i++)
        rows[i] = (Row){ .player = &players[i], .figures = figures_of(&players[i].sums) };
    compare_all(rows, count);
    qsort(rows, (size_t)count, sizeof *rows, by_remark);
    if (json)
        print_json(rows, count, nodes);
    else
        print_text(rows, count, nodes);
    free(rows);
}
