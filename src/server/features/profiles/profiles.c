// SPDX-License-Identifier: MIT
// A person as others see them: ratings and their changes, results, activity, openings.
//
// All of it is bounded, however many games there are: results are counted when a game ends, the
// rest is read from the latest games.
//
// Uses: preferences
#include "analysis/openings.h"
#include "game/walk.h"
#include "server/api/call.h"
#include "server/api/hub.h"
#include "server/api/messages/game_view.h"
#include "server/api/messages/rating_view.h"
#include "server/api/messages/shape_json.h"
#include "server/features/preferences/preferences.h"
#include "server/games/game_lists.h"
#include "server/games/game_ops.h"
#include "server/games/rating_ops.h"
#include "variants/variants.h"

#include <stdlib.h>
#include <string.h>

extern const Feature PROFILES;

enum { WORD_SIZE = 64 };
static const i64 DAY_MS = 24 * 60 * 60 * 1000;

static const Field COUNTS_FIELDS[] = {
    FIELD(PersonCounts, games),
    FIELD(PersonCounts, wins),
    FIELD(PersonCounts, draws),
    FIELD(PersonCounts, losses),
};
static const Shape COUNTS = SHAPE_NAMED("Counts", PersonCounts, COUNTS_FIELDS);

// --- the profile ---------------------------------------------------------------------------------

typedef struct Profile {
    PersonShown person;
    i64 created;
    Text ratings;
    PersonCounts counts;
    const char *challenges;
    bool online;
    Text playing;
} Profile;
static const Shape PROFILE = SHAPE(
    Profile, FIELD_SHAPE(Profile, person, &PERSON_SHOWN), FIELD(Profile, created, .as = AS_TIME),
    FIELD(Profile, ratings, .as = AS_JSON, .shape = &RATING_VIEW),
    FIELD_SHAPE(Profile, counts, &COUNTS),
    FIELD(Profile, challenges, .type = "\"everybody\" | \"followed\" | \"nobody\""),
    FIELD(Profile, online),
    FIELD(Profile, playing, .as = AS_JSON, .shape = &SUMMARY,
          .says = "public games in progress, 12 at most"));

typedef struct ProfileTask {
    Profile profile;
    Json ratings;
} ProfileTask;

static void read_profile(Call *call, Store *reading)
{
    ProfileTask *task = call->asked;
    Profile *profile = &task->profile;
    StoredPerson person;
    if (!route_read_person(call, reading, call->part[1], &person)) return;
    person_shown(&profile->person, person.id, person.kind, person.name);
    profile->created = person.created_ms;
    ratings_write(&task->ratings, NULL, reading, person.id);
    games_counts(reading, person.id, &profile->counts);
    profile->challenges = preferences_challenges(reading, person.id);
}

// Only the loop knows who is online and what they play.
static void answer_profile(Call *call)
{
    enum { PLAYING_MAX = 12 };
    ProfileTask *task = call->asked;
    Profile *profile = &task->profile;
    GamesView games = hub_view(call->app->hub);
    Json playing = { 0 };
    if (call->code == ERROR_NONE) {
        const GamesWanted wanted = {
            .person = profile->person.id, .public_only = true, .live_only = true, .max = PLAYING_MAX
        };
        games_write(&playing, NULL, &games, &wanted);
        profile->playing = js_view(&playing);
        profile->ratings = js_view(&task->ratings);
        profile->online =
            presence_here(call->app->presence, profile->person.id, app_now(call->app));
        js_shape(&call->json, NULL, &PROFILE, profile, NULL);
        if (playing.lost || task->ratings.lost) call->json.lost = true;
    }
    js_free(&playing);
    js_free(&task->ratings);
    route_answer_read(call);
}

static void get_profile(Call *call)
{
    if (route_ask(call, sizeof(ProfileTask)))
        route_read(call, READ_SHORT, read_profile, answer_profile);
}

// --- ratings over time ---------------------------------------------------------------------------

enum { CHANGES_DEFAULT = 200, CHANGES_MAX = 1000 };

typedef struct HistoryWanted {
    char variant[WORD_SIZE], speed[WORD_SIZE];
    i64 before;
    int by_day, limit;
} HistoryWanted;
static const char *const THIN_WORDS[] = { "", "day", NULL };
static const char LIMIT_REFUSAL[] = "\"before\" or \"limit\" is not a number, or too large";
static const Field HISTORY_WANTED_FIELDS[] = {
    FIELD(HistoryWanted, variant, .fits = is_variant_id, .flags = FIELD_OPTIONAL),
    FIELD(HistoryWanted, speed, .fits = is_pool_name, .flags = FIELD_OPTIONAL),
    FIELD(HistoryWanted, by_day, .key = "thin", .as = AS_WORD, .words = THIN_WORDS,
          .flags = FIELD_OPTIONAL,
          .says = "`day`: one change per day, from before its first game to after its last"),
    FIELD(HistoryWanted, before, .flags = FIELD_OPTIONAL, .refusal = LIMIT_REFUSAL,
          .says = "`next` of the page before"),
    FIELD(HistoryWanted, limit, .flags = FIELD_OPTIONAL, .min = 1, .max = CHANGES_MAX,
          .refusal = LIMIT_REFUSAL, .says = "200 if omitted"),
};
static const Shape HISTORY_WANTED =
    SHAPE_NAMED("RatingHistoryWanted", HistoryWanted, HISTORY_WANTED_FIELDS,
                .defaults = &(const HistoryWanted){ .limit = CHANGES_DEFAULT });

typedef struct History {
    Text changes;
    i64 next;
} History;
static const Field HISTORY_FIELDS[] = {
    FIELD(History, changes, .as = AS_JSON, .shape = &RATING_CHANGE, .says = "oldest first"),
    FIELD(History, next, .as = AS_ID, .flags = FIELD_NULL, .says = "`before` of the next page"),
};
static const Shape HISTORY = SHAPE_NAMED("RatingHistory", History, HISTORY_FIELDS);

// A change, kept until those before it are known.
typedef struct ListedChange {
    StoredChange change;
    char variant[32], speed[32];
} ListedChange;

typedef struct ChangesPage {
    const HistoryWanted *wanted;
    bool by_day;
    i64 you, next;
    int count;
    ListedChange list[CHANGES_MAX];
} ChangesPage;

static Text keep_word(char *to, size_t size, Text text)
{
    Out out = out_to(to, size);
    out_text(&out, text);
    return (Text){ to, out.length };
}

static bool list_change(void *context, const StoredChange *change)
{
    ChangesPage *page = context;
    ListedChange *last = page->count ? &page->list[page->count - 1] : NULL;
    if (page->by_day && last && change->game &&
        change->at_ms / DAY_MS == last->change.at_ms / DAY_MS) {
        last->change.before = change->before;
        last->change.number = change->number; // the next page continues below this one
        return true;
    }
    if (page->count == page->wanted->limit || !change->game) {
        page->next = last && change->game ? last->change.number : change->number;
        return false;
    }
    ListedChange *listed = &page->list[page->count++];
    listed->change = *change;
    listed->change.variant = keep_word(listed->variant, sizeof listed->variant, change->variant);
    listed->change.speed = keep_word(listed->speed, sizeof listed->speed, change->speed);
    return true;
}

static void read_history(Call *call, Store *reading)
{
    ChangesPage *page = call->asked;
    StoredPerson person;
    Json changes = { 0 };
    if (!route_read_person(call, reading, call->part[1], &person)) return;
    const ChangeFilter filter = { .person = person.id,
                                  .variant = text_of(page->wanted->variant),
                                  .speed = text_of(page->wanted->speed),
                                  .latest_first = true,
                                  .before = page->wanted->before };
    ratings_changes(reading, &filter, list_change, page);
    js_array(&changes, NULL);
    for (int i = page->count - 1; i >= 0; i--) {
        StoredChange *change = &page->list[i].change;
        if (person.id != page->you && !games_is_public(reading, change->game)) change->game = 0;
        rating_change_write(&changes, change);
    }
    js_close(&changes, ']');
    js_shape(&call->json, NULL, &HISTORY, &(History){ js_view(&changes), page->next }, NULL);
    if (changes.lost) call->json.lost = true;
    js_free(&changes);
}

static void get_history(Call *call)
{
    ChangesPage *page = route_ask(call, sizeof *page);
    if (!page) return;
    page->wanted = call->query;
    page->by_day = page->wanted->by_day;
    page->you = call->who.person.id;
    route_read(call, READ_LONG, read_history, NULL);
}

// --- activity ------------------------------------------------------------------------------------

enum {
    DAYS_SHOWN = 26 * 7,
    ENDS_MAX = 20000, // games counted for them
    WINS_SHOWN = 5,
};

typedef struct ActiveDay {
    i64 at;
    int games;
} ActiveDay;
static const Shape ACTIVE_DAY =
    SHAPE(ActiveDay, FIELD(ActiveDay, at, .as = AS_TIME), FIELD(ActiveDay, games));

static const Field RESULT_FIELDS[] = {
    FIELD(StoredResult, variant),
    FIELD(StoredResult, speed, .type = "Speed"),
    FIELD(StoredResult, seat),
    FIELD_SHAPE(StoredResult, counts, &COUNTS, .flags = FIELD_INLINE),
};
static const Shape RESULT = SHAPE_NAMED("PersonResult", StoredResult, RESULT_FIELDS);

static const Field WIN_FIELDS[] = {
    FIELD(StoredWin, game, .as = AS_GAME, .type = "string"),
    FIELD(StoredWin, other, .as = AS_PERSON, .key = "person"),
    FIELD(StoredWin, variant),
    FIELD(StoredWin, speed, .type = "Speed"),
    FIELD(StoredWin, rating, .says = "of the opponent, before the game"),
    FIELD(StoredWin, at_ms, .as = AS_TIME, .key = "at"),
};
static const Shape WIN = SHAPE_NAMED("BestWin", StoredWin, WIN_FIELDS);

typedef struct Activity {
    ActiveDay day[DAYS_SHOWN];
    int days;
    Text results, best;
    PersonCounts you;
} Activity;
static const Shape ACTIVITY =
    SHAPE(Activity,
          FIELD_ARRAY(Activity, day, days, &ACTIVE_DAY, .key = "days",
                      .says = "those of UTC with games, of the last 26 weeks"),
          FIELD(Activity, results, .as = AS_JSON, .shape = &RESULT, .says = "all of them"),
          FIELD(Activity, best, .as = AS_JSON, .shape = &WIN,
                .says = "the five best opponents beaten in the last 400 rated games"),
          FIELD_SHAPE(Activity, you, &COUNTS, .flags = FIELD_NULL,
                      .says = "the caller's results against them"));

typedef struct ActivityTask {
    Activity activity;
    i64 first_day; // since 1970
    int games[DAYS_SHOWN];
    Store *reading;
    Json results, best;
} ActivityTask;

static bool count_day(void *context, const void *row)
{
    ActivityTask *task = context;
    const GameEnded *ended = row;
    i64 day = ended->at_ms / DAY_MS - task->first_day;
    if (day >= 0 && day < DAYS_SHOWN) task->games[day]++;
    return true;
}

static bool write_result(void *context, const void *row)
{
    ActivityTask *task = context;
    js_shape(&task->results, NULL, &RESULT, row, NULL);
    return true;
}

static bool write_win(void *context, const void *row)
{
    ActivityTask *task = context;
    js_shape(&task->best, NULL, &WIN, row, task->reading);
    return true;
}

static void read_days(ActivityTask *task, i64 person)
{
    Activity *activity = &task->activity;
    const EndsWanted ends = { person, task->first_day * DAY_MS - 1, ENDS_MAX };
    store_select(task->reading, &FIGURE_OPS[FIGURES_ENDS], &ends, count_day, task);
    for (int i = 0; i < DAYS_SHOWN; i++)
        if (task->games[i])
            activity->day[activity->days++] =
                (ActiveDay){ (task->first_day + i) * DAY_MS, task->games[i] };
}

static void read_activity(Call *call, Store *reading)
{
    ActivityTask *task = call->asked;
    Activity *activity = &task->activity;
    StoredPerson person;
    i64 you = call->who.person.id;
    if (!route_read_person(call, reading, call->part[1], &person)) return;
    task->reading = reading;
    read_days(task, person.id);
    js_array(&task->results, NULL);
    store_select(reading, &FIGURE_OPS[FIGURES_RESULTS], &(PersonArg){ person.id }, write_result,
                 task);
    js_close(&task->results, ']');
    js_array(&task->best, NULL);
    store_select(reading, &FIGURE_OPS[FIGURES_BEST_WINS], &(WinsWanted){ person.id, WINS_SHOWN },
                 write_win, task);
    js_close(&task->best, ']');
    if (you && you != person.id) games_counts_between(reading, you, person.id, &activity->you);
    activity->results = js_view(&task->results);
    activity->best = js_view(&task->best);
    js_shape(&call->json, NULL, &ACTIVITY, activity, NULL);
    if (task->results.lost || task->best.lost) call->json.lost = true;
    js_free(&task->results);
    js_free(&task->best);
}

static void get_activity(Call *call)
{
    ActivityTask *task = route_ask(call, sizeof *task);
    if (!task) return;
    task->first_day = app_now(call->app) / DAY_MS - DAYS_SHOWN + 1;
    route_read(call, READ_LONG, read_activity, NULL);
}

// --- openings ------------------------------------------------------------------------------------

enum {
    OPENING_GAMES = 60, // the latest ones, each of which is loaded
    OPENING_PLIES = 16, // of each: named positions occur early
    OPENINGS_MAX = 64,  // names and seats
};

typedef struct OpeningsWanted {
    char variant[WORD_SIZE];
} OpeningsWanted;
static const Shape OPENINGS_WANTED =
    SHAPE(OpeningsWanted, FIELD(OpeningsWanted, variant, .flags = FIELD_OPTIONAL));

typedef struct OpeningShown {
    const char *id, *name; // NULL: another start, or no position with a name
    int seat;
    PersonCounts counts;
} OpeningShown;
static const Shape OPENING = SHAPE(
    OpeningShown, FIELD(OpeningShown, id, .key = "opening"), FIELD(OpeningShown, name),
    FIELD(OpeningShown, seat), FIELD_SHAPE(OpeningShown, counts, &COUNTS, .flags = FIELD_INLINE));

typedef struct Openings {
    int games;
    OpeningShown shown[OPENINGS_MAX];
    int count;
} Openings;
static const Shape OPENINGS =
    SHAPE(Openings, FIELD(Openings, games, .says = "the number of games examined"),
          FIELD_ARRAY(Openings, shown, count, &OPENING, .key = "openings"));

typedef struct OpeningsTask {
    const Variant *variant;
    i64 person;
    i64 game[OPENING_GAMES];
    Canon canon;
    int names;
    OpeningKey name[OPENING_KEYS_MAX];
    Openings openings;
} OpeningsTask;

static bool note_game(void *context, const StoredGame *game)
{
    OpeningsTask *task = context;
    task->game[task->openings.games++] = game->id;
    return true; // the filter's limit ends it
}

// The last position with a name.
static Opening opening_in(const OpeningsTask *task, const Match *match)
{
    Opening found = { 0 };
    MatchWalk walk = match_walk(match);
    for (bool more = true; more && walk.plies <= OPENING_PLIES;) {
        more = match_walk_next(&walk);
        CanonView view;
        Key key = canon_key(&task->canon, &walk.position, &view);
        for (int i = 0; i < task->names; i++)
            if (task->name[i].key == key) found = task->name[i].opening;
    }
    return found;
}

static void count_opening(OpeningsTask *task, const Room *room)
{
    Openings *openings = &task->openings;
    int seat = room_seat_of(room, task->person), i = 0;
    if (seat < 0 || room->aborted) return;
    Opening opening = opening_in(task, &room->match);
    while (i < openings->count &&
           (openings->shown[i].seat != seat || openings->shown[i].id != opening.id))
        i++;
    if (i == OPENINGS_MAX) return;
    if (i == openings->count)
        openings->shown[openings->count++] =
            (OpeningShown){ .id = opening.id, .name = opening.name, .seat = seat };
    PersonCounts *counts = &openings->shown[i].counts;
    int halves = outcome_halves(&room->match.outcome, seat);
    counts->games++;
    counts->wins += halves == 2;
    counts->draws += halves == 1;
    counts->losses += halves == 0;
}

static int by_games(const void *one, const void *other)
{
    const OpeningShown *a = one, *b = other;
    return b->counts.games - a->counts.games;
}

static void read_openings(Call *call, Store *reading)
{
    OpeningsTask *task = call->asked;
    Openings *openings = &task->openings;
    StoredPerson person;
    if (!route_read_person(call, reading, call->part[1], &person)) return;
    task->person = person.id;
    const GameFilter filter = { .player = person.id,
                                .variant = text_of(task->variant->id),
                                .open_only = true,
                                .plies_min = 1,
                                .limit = OPENING_GAMES };
    games_list(reading, &filter, note_game, task, NULL);
    canon_init(&task->canon, task->variant);
    task->names = opening_keys(&task->canon, task->name);
    for (int i = 0; i < openings->games; i++) {
        Fault why;
        Room *room = rooms_load_over(reading, task->game[i], &why);
        if (!room) continue;
        call->plies += room->match.count;
        count_opening(task, room);
        rooms_free_room(room);
    }
    qsort(openings->shown, (size_t)openings->count, sizeof *openings->shown, by_games);
    js_shape(&call->json, NULL, &OPENINGS, openings, NULL);
}

static void get_openings(Call *call)
{
    const OpeningsWanted *wanted = call->query;
    const Variant *variant = variant_find(text_of(wanted->variant));
    if (!variant) return route_refuse(call, ERROR_MALFORMED, "there is no such variant");
    OpeningsTask *task = route_ask(call, sizeof *task);
    if (!task) return;
    task->variant = variant;
    if (route_allowed(call, LIMIT_LOAD)) route_read(call, READ_LONG, read_openings, NULL);
}

// --- the row -------------------------------------------------------------------------------------

static const Route PROFILE_ROUTES[] = {
    { .method = METHOD_GET,
      .path = "people/*",
      .answer = get_profile,
      .scope = SCOPE_READ,
      .role = FOR_ANYBODY,
      .rate = RATE_USUAL,
      TAKES_NOTHING,
      .reply = &PROFILE,
      .errors = ERR(ERROR_NOT_FOUND),
      .says = "a person by name" },
    { .method = METHOD_GET,
      .path = "people/*/ratings",
      .answer = get_history,
      .scope = SCOPE_READ,
      .role = FOR_ANYBODY,
      .rate = RATE(LIMIT_SEARCH),
      TAKES_QUERY(&HISTORY_WANTED),
      .reply = &HISTORY,
      .errors = ERR(ERROR_NOT_FOUND),
      .says = "the latest changes of a person's ratings; a page may have fewer than `limit`" },
    { .method = METHOD_GET,
      .path = "people/*/activity",
      .answer = get_activity,
      .scope = SCOPE_READ,
      .role = FOR_ANYBODY,
      .rate = RATE(LIMIT_SEARCH),
      TAKES_NOTHING,
      .reply = &ACTIVITY,
      .errors = ERR(ERROR_NOT_FOUND),
      .says = "what a person has played" },
    { .method = METHOD_GET,
      .path = "people/*/openings",
      .answer = get_openings,
      .scope = SCOPE_READ,
      .role = FOR_ANYBODY,
      .rate = RATE(LIMIT_SEARCH),
      TAKES_QUERY(&OPENINGS_WANTED),
      .reply = &OPENINGS,
      .errors = ERR(ERROR_NOT_FOUND),
      .says = "results by seat and by the last position with a name, in the last 60 public games" },
};

const Feature PROFILES = {
    .name = "profiles",
    .tables = (const char *const[]){ NULL },
    .routes = PROFILE_ROUTES,
    .routes_count = sizeof PROFILE_ROUTES / sizeof *PROFILE_ROUTES,
};
