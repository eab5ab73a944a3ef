// SPDX-License-Identifier: MIT
// Messages of the API, outward: tries of puzzles, ratings of solvers and of puzzles.
#include "server/api/messages.h"

#include "server/rating/ratings.h"

enum {
    SCAN_MAX = 1 << 20, // tries of a person: no more than there are or ever were puzzles
    LATEST_MAX = 200,   // of a profile: the latest
};

static i64 rounded(double number)
{
    return (i64)(number + (number < 0 ? -0.5 : 0.5));
}

static void write_puzzle_id(Json *json, const char *key, u32 puzzle)
{
    char id[PUZZLE_ID_LENGTH + 1];
    Out out = out_to(id, sizeof id);
    puzzle_id_write(puzzle, &out);
    js_string(json, key, id);
}

void message_write_tries(Json *json, const TryAnswer *answers, int count)
{
    static const char *const STATE[] = {
        [TRY_TAKEN] = "taken", [TRY_UNKNOWN] = "unknown", [TRY_LATER] = "later"
    };
    js_object(json, NULL);
    js_array(json, "results");
    for (int i = 0; i < count; i++) {
        js_object(json, NULL);
        write_puzzle_id(json, "puzzle", answers[i].puzzle);
        js_string(json, "state", STATE[answers[i].state]);
        if (answers[i].state == TRY_TAKEN) js_bool(json, "solved", answers[i].solved);
        js_close(json, '}');
    }
    js_close(json, ']');
    js_close(json, '}');
}

// The members that both answers about a solver begin with.
static void begin_solver(Json *json, Store *store, i64 person)
{
    StoredSolver solver;
    store_solver(store, person, &solver);
    js_object(json, NULL);
    if (solver.tried) {
        js_object(json, "rating");
        js_number(json, "rating", rounded(solver.now.rating));
        js_number(json, "deviation", rounded(solver.now.deviation));
        js_bool(json, "provisional", rating_provisional(solver.now));
        js_close(json, '}');
    } else {
        js_null(json, "rating");
    }
    js_number(json, "tried", solver.tried);
    js_number(json, "solved", solver.solved);
}

// --- for everybody -------------------------------------------------------------------------------

typedef struct ThemeTally {
    int theme, tried, solved;
} ThemeTally;

typedef struct SolverView {
    const PuzzleSet *set;
    ThemeTally tally[THEMES];
    int count; // of all tries; the latest are kept in a ring
    struct {
        i64 at_ms;
        double rating;
    } latest[LATEST_MAX];
} SolverView;

static bool tally_try(void *context, const StoredTry *made)
{
    SolverView *view = context;
    const Puzzle *puzzle = puzzle_set_find(view->set, made->puzzle);
    for (int theme = 0; theme < THEMES && puzzle; theme++) {
        if (!(puzzle->themes >> theme & 1)) continue;
        view->tally[theme].tried++;
        view->tally[theme].solved += made->solved;
    }
    view->latest[view->count % LATEST_MAX].at_ms = made->at_ms;
    view->latest[view->count % LATEST_MAX].rating = made->after.rating;
    view->count++;
    return true;
}

// Whether the share of the first is smaller; those that were never tried come last.
static bool is_weaker(const ThemeTally *one, const ThemeTally *other)
{
    if (!one->tried || !other->tried) return one->tried > other->tried;
    return one->solved * other->tried < other->solved * one->tried;
}

static void sort_tallies(ThemeTally tally[THEMES])
{
    for (int i = 1; i < THEMES; i++) {
        ThemeTally moving = tally[i];
        int at = i;
        for (; at > 0 && is_weaker(&moving, &tally[at - 1]); at--)
            tally[at] = tally[at - 1];
        tally[at] = moving;
    }
}

void message_write_solver(Json *json, Store *store, const PuzzleSet *set, i64 person)
{
    SolverView view = { .set = set };
    for (int theme = 0; theme < THEMES; theme++)
        view.tally[theme].theme = theme;
    store_tries(store, person, 0, SCAN_MAX, tally_try, &view);
    begin_solver(json, store, person);
    js_array(json, "history");
    for (int i = view.count > LATEST_MAX ? view.count - LATEST_MAX : 0; i < view.count; i++) {
        js_object(json, NULL);
        js_number(json, "at", view.latest[i % LATEST_MAX].at_ms);
        js_number(json, "rating", rounded(view.latest[i % LATEST_MAX].rating));
        js_close(json, '}');
    }
    js_close(json, ']');
    sort_tallies(view.tally);
    js_array(json, "themes");
    for (int i = 0; i < THEMES && view.tally[i].tried; i++) {
        js_object(json, NULL);
        js_string(json, "theme", theme_name(view.tally[i].theme));
        js_number(json, "tried", view.tally[i].tried);
        js_number(json, "solved", view.tally[i].solved);
        js_close(json, '}');
    }
    js_close(json, ']');
    js_close(json, '}');
}

// --- for oneself ---------------------------------------------------------------------------------

static void begin_try(Json *json, const StoredTry *made)
{
    js_object(json, NULL);
    write_puzzle_id(json, "puzzle", made->puzzle);
    js_bool(json, "solved", made->solved);
    js_number(json, "at", made->at_ms);
    js_number(json, "rating", rounded(made->after.rating));
}

void message_write_try(Json *json, const StoredTry *made)
{
    begin_try(json, made);
    js_close(json, '}');
}

typedef struct OwnTries {
    Json *json;
    const PuzzleSet *set;
    int count, limit;
    i64 last;
} OwnTries;

static bool write_own_try(void *context, const StoredTry *made)
{
    OwnTries *own = context;
    Json *json = own->json;
    const Puzzle *puzzle = puzzle_set_find(own->set, made->puzzle);
    begin_try(json, made);
    js_array(json, "themes");
    for (int theme = 0; theme < THEMES && puzzle; theme++)
        if (puzzle->themes >> theme & 1) js_string(json, NULL, theme_name(theme));
    js_close(json, ']');
    js_close(json, '}');
    own->last = made->number;
    return ++own->count < own->limit;
}

void message_write_own_tries(Json *json, Store *store, const PuzzleSet *set, i64 person, i64 after,
                             int limit)
{
    OwnTries own = { .json = json, .set = set, .limit = limit, .last = after };
    begin_solver(json, store, person);
    message_write_id(json, "person", person);
    js_array(json, "results");
    store_tries(store, person, after, limit, write_own_try, &own);
    js_close(json, ']');
    js_number(json, "last", own.last);
    js_bool(json, "more", own.count == limit);
    js_close(json, '}');
}

// --- puzzles -------------------------------------------------------------------------------------

typedef struct PuzzleList {
    Json *json;
    const PuzzleSet *set;
    const Variant *variant;
} PuzzleList;

static bool write_puzzle(void *context, const StoredPuzzle *rated)
{
    const PuzzleList *list = context;
    const Puzzle *puzzle = puzzle_set_find(list->set, rated->puzzle);
    if (!puzzle || (list->variant && puzzle->position.head.variant != list->variant)) return true;
    js_object(list->json, NULL);
    write_puzzle_id(list->json, "puzzle", rated->puzzle);
    js_number(list->json, "rating", rounded(rated->now.rating));
    js_number(list->json, "deviation", rounded(rated->now.deviation));
    js_number(list->json, "tries", rated->tries);
    js_close(list->json, '}');
    return true;
}

void message_write_puzzles(Json *json, Store *store, const PuzzleSet *set, const Variant *variant)
{
    PuzzleList list = { json, set, variant };
    js_object(json, NULL);
    js_array(json, "puzzles");
    store_puzzles(store, write_puzzle, &list);
    js_close(json, ']');
    js_close(json, '}');
}
