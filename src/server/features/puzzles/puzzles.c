// SPDX-License-Identifier: MIT
// Puzzles: tries of persons, rated by Glicko-2 like a game between the person and the puzzle, and
// the lists that come of them. The moves decide whether a try solved its puzzle, not the sender.
// Only the first try of a puzzle counts, however often it is sent.
//
//     puzzle_set.c  the puzzles in the program, judging and rating a try
//     puzzle_ops.c  statements
//     tries.c       POST /puzzles
//     audits.c      a worker's thread that proves puzzles again
#include "server/api/messages/shape_json.h"
#include "server/features/puzzles/tries.h"
#include "server/games/rating/ratings.h"
#include "variants/variants.h"

#include <stdlib.h>

enum {
    OWN_MAX = 500,    // tries in a page
    LATEST_MAX = 200, // of a profile
};

static void write_id(i64 puzzle, char id[PUZZLE_ID_LENGTH + 1])
{
    Out out = out_to(id, PUZZLE_ID_LENGTH + 1);
    puzzle_id_write((u32)puzzle, &out);
}

static const PuzzleSet *set_of(const Call *call)
{
    return app_state(call->app, &PUZZLES);
}

// --- a solver ------------------------------------------------------------------------------------

typedef struct SolverRating {
    double rating, deviation;
    bool provisional;
} SolverRating;
static const Shape SOLVER_RATING =
    SHAPE(SolverRating, FIELD(SolverRating, rating), FIELD(SolverRating, deviation),
          FIELD(SolverRating, provisional));

// The members that both answers about a solver begin with.
typedef struct SolverShown {
    SolverRating rating;
    int tried, solved;
} SolverShown;
static const Shape SOLVER_SHOWN =
    SHAPE(SolverShown, FIELD_SHAPE(SolverShown, rating, &SOLVER_RATING, .flags = FIELD_NULL),
          FIELD(SolverShown, tried), FIELD(SolverShown, solved));

static SolverShown read_solver(Store *reading, i64 person)
{
    SolverNow now = { 0 };
    store_find(reading, &PUZZLE_OPS[PUZZLES_SOLVER], &(PersonArg){ person }, &now);
    return (SolverShown){ .rating = { .rating = now.now.rating,
                                      .deviation = now.now.deviation,
                                      .provisional = rating_provisional(now.now) },
                          .tried = now.tried,
                          .solved = now.solved };
}

// --- GET /people/NAME/puzzles --------------------------------------------------------------------

typedef struct RatedAt {
    i64 at_ms;
    double rating;
} RatedAt;
static const Shape RATED_AT =
    SHAPE(RatedAt, FIELD(RatedAt, at_ms, .key = "at", .as = AS_TIME), FIELD(RatedAt, rating));

static const char *theme_word(int theme)
{
    return theme < THEMES ? theme_name(theme) : NULL;
}

typedef struct ThemeTally {
    int theme, tried, solved;
} ThemeTally;
static const Shape THEME_TALLY =
    SHAPE(ThemeTally, FIELD(ThemeTally, theme, .as = AS_WORD, .word_of = theme_word),
          FIELD(ThemeTally, tried), FIELD(ThemeTally, solved));

typedef struct SolverProfile {
    SolverShown solver;
    RatedAt history[LATEST_MAX];
    int histories;
    ThemeTally themes[THEMES];
    int themes_count;
    // Not shown.
    const PuzzleSet *set;
    int tries; // the latest are kept in a ring
    RatedAt latest[LATEST_MAX];
} SolverProfile;
static const Shape SOLVER_PROFILE = SHAPE(
    SolverProfile, FIELD_SHAPE(SolverProfile, solver, &SOLVER_SHOWN, .flags = FIELD_INLINE),
    FIELD_ARRAY(SolverProfile, history, histories, &RATED_AT, .says = "the latest tries"),
    FIELD_ARRAY(SolverProfile, themes, themes_count, &THEME_TALLY, .says = "the weakest first"));

static bool tally_try(void *context, const void *row)
{
    const StoredTry *made = row;
    SolverProfile *profile = context;
    const Puzzle *puzzle = puzzle_set_find(profile->set, (u32)made->puzzle);
    for (int theme = 0; theme < THEMES && puzzle; theme++) {
        if (!(puzzle->themes >> theme & 1)) continue;
        profile->themes[theme].tried++;
        profile->themes[theme].solved += made->solved;
    }
    profile->latest[profile->tries++ % LATEST_MAX] = (RatedAt){ made->at_ms, made->rating };
    return true;
}

// Whether the share of the first is smaller; themes that were never tried come last.
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

static void read_profile(Call *call, Store *reading)
{
    SolverProfile *profile = call->asked;
    StoredPerson person;
    if (!route_read_person(call, reading, call->part[1], &person)) return;
    for (int theme = 0; theme < THEMES; theme++)
        profile->themes[theme].theme = theme;
    const TriesWanted wanted = { .person = person.id, .limit = TRIES_ALL };
    store_select(reading, &PUZZLE_OPS[PUZZLES_TRIES], &wanted, tally_try, profile);
    profile->solver = read_solver(reading, person.id);
    int first = profile->tries > LATEST_MAX ? profile->tries - LATEST_MAX : 0;
    for (int i = first; i < profile->tries; i++)
        profile->history[profile->histories++] = profile->latest[i % LATEST_MAX];
    sort_tallies(profile->themes);
    while (profile->themes_count < THEMES && profile->themes[profile->themes_count].tried)
        profile->themes_count++;
    js_shape(&call->json, NULL, &SOLVER_PROFILE, profile, NULL);
}

static void get_profile(Call *call)
{
    SolverProfile *profile = route_ask(call, sizeof *profile);
    if (!profile) return;
    profile->set = set_of(call);
    route_read(call, READ_LONG, read_profile, NULL);
}

// --- GET /puzzles --------------------------------------------------------------------------------

typedef struct TryShown {
    char puzzle[PUZZLE_ID_LENGTH + 1];
    bool solved;
    i64 at_ms;
    double rating;
} TryShown;
static const Shape TRY_SHOWN =
    SHAPE(TryShown, FIELD(TryShown, puzzle), FIELD(TryShown, solved),
          FIELD(TryShown, at_ms, .key = "at", .as = AS_TIME), FIELD(TryShown, rating));

typedef struct OwnTry {
    TryShown made;
    int themes;
} OwnTry;
static const Shape OWN_TRY =
    SHAPE(OwnTry, FIELD_SHAPE(OwnTry, made, &TRY_SHOWN, .flags = FIELD_INLINE),
          FIELD(OwnTry, themes, .as = AS_WORDS, .word_of = theme_word));

typedef struct OwnTries {
    SolverShown solver;
    i64 person;
    OwnTry made[OWN_MAX];
    int count;
    i64 last;
    bool more;
    const PuzzleSet *set; // not shown
} OwnTries;
static const Shape OWN_TRIES =
    SHAPE(OwnTries, FIELD_SHAPE(OwnTries, solver, &SOLVER_SHOWN, .flags = FIELD_INLINE),
          FIELD(OwnTries, person, .as = AS_ID),
          FIELD_ARRAY(OwnTries, made, count, &OWN_TRY, .key = "results"),
          FIELD(OwnTries, last, .says = "`after` of the next page"), FIELD(OwnTries, more));

typedef struct OwnQuery {
    i64 after;
} OwnQuery;
static const Shape OWN_QUERY =
    SHAPE(OwnQuery, FIELD(OwnQuery, after, .max = (i64)1 << 40, .flags = FIELD_OPTIONAL,
                          .refusal = "\"after\" is not a number, or too large"));

static TryShown shown(const StoredTry *made)
{
    TryShown shown = { .solved = made->solved, .at_ms = made->at_ms, .rating = made->rating };
    write_id(made->puzzle, shown.puzzle);
    return shown;
}

static bool see_own(void *context, const void *row)
{
    const StoredTry *made = row;
    OwnTries *own = context;
    const Puzzle *puzzle = puzzle_set_find(own->set, (u32)made->puzzle);
    own->made[own->count++] = (OwnTry){ shown(made), puzzle ? (int)puzzle->themes : 0 };
    own->last = made->number;
    return own->count < OWN_MAX;
}

static void read_own(Call *call, Store *reading)
{
    OwnTries *own = call->asked;
    const TriesWanted wanted = { .person = own->person, .after = own->last, .limit = OWN_MAX };
    own->solver = read_solver(reading, own->person);
    store_select(reading, &PUZZLE_OPS[PUZZLES_TRIES], &wanted, see_own, own);
    own->more = own->count == OWN_MAX;
    js_shape(&call->json, NULL, &OWN_TRIES, own, NULL);
}

static void get_own(Call *call)
{
    OwnTries *own = route_ask(call, sizeof *own);
    if (!own) return;
    own->set = set_of(call);
    own->person = call->who.person.id;
    own->last = ((const OwnQuery *)call->query)->after;
    route_read(call, READ_SHORT, read_own, NULL);
}

// --- in the export of a person -------------------------------------------------------------------

static bool export_try(void *context, const void *row)
{
    const TryShown made = shown(row);
    js_shape(context, NULL, &TRY_SHOWN, &made, NULL);
    return true;
}

static void export_tries(Json *json, const char *key, Store *reading, i64 person)
{
    const TriesWanted wanted = { .person = person, .limit = TRIES_ALL };
    js_array(json, key);
    store_select(reading, &PUZZLE_OPS[PUZZLES_TRIES], &wanted, export_try, json);
    js_close(json, ']');
}

// --- GET /puzzles/ratings ------------------------------------------------------------------------

typedef struct RatedShown {
    char puzzle[PUZZLE_ID_LENGTH + 1];
    double rating, deviation;
    int tries;
} RatedShown;
static const Shape RATED_SHOWN =
    SHAPE(RatedShown, FIELD(RatedShown, puzzle), FIELD(RatedShown, rating),
          FIELD(RatedShown, deviation), FIELD(RatedShown, tries));
static const Shape RATED_LIST = LIST_REPLY("puzzles", &RATED_SHOWN);

static const char *variant_word(int variant)
{
    return variant < variant_count() ? variant_at(variant)->id : NULL;
}

typedef struct RatedQuery {
    int variant;
} RatedQuery;
static const Field RATED_QUERY_FIELDS[] = {
    FIELD(RatedQuery, variant, .as = AS_WORD, .word_of = variant_word, .flags = FIELD_OPTIONAL,
          .refusal = "there is no such variant"),
};
static const RatedQuery ALL_VARIANTS = { -1 };
static const Shape RATED_QUERY =
    SHAPE_NAMED("RatedQuery", RatedQuery, RATED_QUERY_FIELDS, .defaults = &ALL_VARIANTS);

typedef struct Rated {
    Json *json;
    const PuzzleSet *set;
    const Variant *variant; // NULL: all
} Rated;

static bool write_rated(void *context, const void *row)
{
    const RatedPuzzle *rated = row;
    const Rated *list = context;
    const Puzzle *puzzle = puzzle_set_find(list->set, (u32)rated->puzzle);
    if (!puzzle || (list->variant && puzzle->position.head.variant != list->variant)) return true;
    RatedShown one = { .rating = rated->rating,
                       .deviation = rated->deviation,
                       .tries = rated->tries };
    write_id(rated->puzzle, one.puzzle);
    js_shape(list->json, NULL, &RATED_SHOWN, &one, NULL);
    return true;
}

static void read_rated(Call *call, Store *reading)
{
    js_object(&call->json, NULL);
    js_array(&call->json, "puzzles");
    store_select(reading, &PUZZLE_OPS[PUZZLES_RATED], &NO_ARGS, write_rated, call->asked);
    js_close(&call->json, ']');
    js_close(&call->json, '}');
}

static void get_rated(Call *call)
{
    int variant = ((const RatedQuery *)call->query)->variant;
    Rated *list = route_ask(call, sizeof *list);
    if (!list) return;
    *list = (Rated){ &call->json, set_of(call), variant < 0 ? NULL : variant_at(variant) };
    route_read(call, READ_LONG, read_rated, NULL);
}

// --- the row -------------------------------------------------------------------------------------

static void *open_puzzles(const App *app, Fault *why)
{
    (void)app;
    return puzzle_set_new(why);
}

static void close_puzzles(void *set)
{
    puzzle_set_free(set);
}

static const Route PUZZLE_ROUTES[] = {
    { .method = METHOD_GET,
      .path = "people/*/puzzles",
      .answer = get_profile,
      .scope = SCOPE_READ,
      .role = FOR_ANYBODY,
      .rate = RATE(LIMIT_SEARCH),
      TAKES_NOTHING,
      .reply = &SOLVER_PROFILE,
      .errors = ERR(ERROR_NOT_FOUND),
      .says = "how a person solves puzzles" },
    { .method = METHOD_GET,
      .path = "puzzles",
      .answer = get_own,
      .scope = SCOPE_READ,
      .role = FOR_ACCOUNTS,
      .rate = RATE_USUAL,
      TAKES_QUERY(&OWN_QUERY),
      .reply = &OWN_TRIES,
      .errors = ERR_NO_OWN,
      .says = "the caller's own tries" },
    { .method = METHOD_POST,
      .path = "puzzles",
      .answer = tries_post,
      .scope = SCOPE_SESSION,
      .role = FOR_ACCOUNTS,
      .no_bots = "puzzles are for people",
      .rate = RATE_USUAL,
      TAKES_BODY(&TRIES_BODY),
      .reply = &TRIES_REPLY,
      .errors = ERR_NO_OWN,
      .says = "brings tries of puzzles" },
    { .method = METHOD_GET,
      .path = "puzzles/ratings",
      .answer = get_rated,
      .scope = SCOPE_READ,
      .role = FOR_ANYBODY,
      .rate = RATE(LIMIT_SEARCH),
      TAKES_QUERY(&RATED_QUERY),
      .reply = &RATED_LIST,
      .errors = ERR_NO_OWN,
      .says = "the ratings of puzzles that were tried" },
};

const Feature PUZZLES = {
    .name = "puzzles",
    .tables = (const char *const[]){ "attempt", "solver", "puzzle", NULL },
    .ops = PUZZLE_OPS,
    .ops_count = PUZZLES_OPS,
    .routes = PUZZLE_ROUTES,
    .routes_count = sizeof PUZZLE_ROUTES / sizeof *PUZZLE_ROUTES,
    .open = open_puzzles,
    .close = close_puzzles,
    .person = { .forget = { &PUZZLE_OPS[PUZZLES_FORGET_TRIES], &PUZZLE_OPS[PUZZLES_FORGET_SOLVER] },
                .export = { { .key = "puzzles", .write = export_tries } } },
};
