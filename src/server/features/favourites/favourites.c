// SPDX-License-Identifier: MIT
// Favourite games: a private list of each person, with a note of their own on each game. No other
// person can read it. A game that isn't public is shown only to its players and its creator. Others
// who added it by its link see its id, which they had, and their note.
#include "server/api/call.h"
#include "server/api/hub.h"
#include "server/api/messages/game_view.h"

#include <string.h>

extern const Feature FAVOURITES;

enum {
    FAVOURITES_MAX = 1000, // of a person
    NOTE_MAX = 200,        // characters
    NOTE_SIZE = 4 * NOTE_MAX + 1,
    PAGE_DEFAULT = 20, // games in one answer
    PAGE_MAX = 50,
    PLIES_A_GAME = 20, // what loading a game without moves costs
};

// --- stored --------------------------------------------------------------------------------------

typedef struct Favourite {
    i64 person, game, at_ms;
    char note[NOTE_SIZE];
    bool noted; // else a favourite that is there keeps its note
} Favourite;
static const Shape FAVOURITE =
    SHAPE(Favourite, FIELD(Favourite, person), FIELD(Favourite, game), FIELD(Favourite, at_ms),
          FIELD(Favourite, note), FIELD(Favourite, noted));

typedef struct FavouriteKey {
    i64 person, game;
} FavouriteKey;
static const Shape KEY =
    SHAPE(FavouriteKey, FIELD(FavouriteKey, person), FIELD(FavouriteKey, game));

typedef struct PageWanted {
    i64 person, before;
    int limit;
} PageWanted;
static const Shape PAGE_WANTED = SHAPE(PageWanted, FIELD(PageWanted, person),
                                       FIELD(PageWanted, before), FIELD(PageWanted, limit));

typedef struct FavouriteRow {
    i64 game, at_ms, number;
    char note[NOTE_SIZE];
    bool shown;
} FavouriteRow;
static const Shape ROW =
    SHAPE(FavouriteRow, FIELD(FavouriteRow, game), FIELD(FavouriteRow, at_ms),
          FIELD(FavouriteRow, number), FIELD(FavouriteRow, note), FIELD(FavouriteRow, shown));

typedef struct FavouriteId {
    i64 game;
} FavouriteId;
static const Field ID_FIELDS[] = { FIELD(FavouriteId, game, .as = AS_GAME, .type = "string") };
static const Shape ID = SHAPE_BARE(FavouriteId, ID_FIELDS);

// A row of the export.
typedef struct OwnFavourite {
    i64 game, at;
    char note[NOTE_SIZE];
} OwnFavourite;
static const Shape OWN_FAVOURITE =
    SHAPE(OwnFavourite, FIELD(OwnFavourite, game, .as = AS_GAME),
          FIELD(OwnFavourite, at, .as = AS_TIME), FIELD(OwnFavourite, note));

// `number` orders a person's favourites, the latest last. On PostgreSQL the locks keep two nodes
// from adding to one list at the same time, which would exceed its limit.
#define LOCK_PERSON  "SELECT 1 FROM person WHERE id = $1 AND gone_ms = 0"
#define LOCK_ACCOUNT "SELECT 1 FROM person WHERE id = $2 AND id <> $1 AND gone_ms = 0"
enum { LOCK, ADD, END, GAME, PAGE, ALL, OWN, FORGET, MOVE_LOCK, MOVE_NOTES, MOVE, MOVED, OPS };
static const StoreOp FAVOURITE_OPS[OPS] = {
    [LOCK] = { .name = "favourites.lock",
               .does = OP_REQUIRES,
               .args = &PERSON_ARG,
               .sql = LOCK_PERSON,
               .postgres = LOCK_PERSON " FOR NO KEY UPDATE" },
    [ADD] = { .name = "favourites.add",
              .does = OP_CHANGES_ONE,
              .args = &FAVOURITE,
              .sql = "INSERT INTO favourite (person, game, at_ms, note, number)"
                     " SELECT $1, $2, $3, $4, coalesce(max(number), 0) + 1 FROM favourite"
                     " WHERE person = $1 HAVING count(*) < 1000"
                     "  OR EXISTS (SELECT 1 FROM favourite WHERE person = $1 AND game = $2)"
                     " ON CONFLICT (person, game) DO UPDATE SET"
                     "  note = CASE WHEN $5 = 1 THEN excluded.note ELSE favourite.note END" },
    [END] = { .name = "favourites.end",
              .does = OP_CHANGES_ANY,
              .args = &KEY,
              .sql = "DELETE FROM favourite WHERE person = $1 AND game = $2" },
    [GAME] = { .name = "favourites.game",
               .does = OP_READS,
               .args = &GAME_ARG,
               .row = &GAME_ARG,
               .sql = "SELECT id FROM game WHERE id = $1" },
    [PAGE] = { .name = "favourites.page",
               .does = OP_READS,
               .args = &PAGE_WANTED,
               .row = &ROW,
               .sql =
                   "SELECT game, at_ms, number, note, CASE WHEN game.open_to_all = 1"
                   "  OR game.maker = $1 OR EXISTS (SELECT 1 FROM seat"
                   "   WHERE seat.game = favourite.game AND seat.person = $1)"
                   "  THEN 1 ELSE 0 END"
                   " FROM favourite JOIN game ON game.id = favourite.game"
                   " WHERE favourite.person = $1 AND number < $2 ORDER BY number DESC LIMIT $3" },
    [ALL] = { .name = "favourites.all",
              .does = OP_READS,
              .args = &PERSON_ARG,
              .row = &ID,
              .sql = "SELECT game FROM favourite WHERE person = $1 ORDER BY number DESC" },
    [OWN] = { .name = "favourites.own",
              .does = OP_READS,
              .args = &PERSON_ARG,
              .row = &OWN_FAVOURITE,
              .sql = "SELECT game, at_ms, note FROM favourite WHERE person = $1 ORDER BY number" },
    [FORGET] = { .name = "favourites.forget",
                 .does = OP_CHANGES_ANY,
                 .args = &PERSON_ARG,
                 .sql = "DELETE FROM favourite WHERE person = $1" },
    [MOVE_LOCK] = { .name = "favourites.move_lock",
                    .does = OP_REQUIRES,
                    .args = &PERSON_MOVE,
                    .sql = LOCK_ACCOUNT,
                    .postgres = LOCK_ACCOUNT " FOR NO KEY UPDATE" },
    // Of a game that both have, the account keeps its own note unless that is empty.
    [MOVE_NOTES] = { .name = "favourites.move_notes",
                     .does = OP_CHANGES_ANY,
                     .args = &PERSON_MOVE,
                     .sql = "UPDATE favourite SET note = (SELECT note FROM favourite AS moved"
                            "  WHERE moved.person = $1 AND moved.game = favourite.game)"
                            " WHERE person = $2 AND note = '' AND EXISTS (SELECT 1 FROM favourite"
                            "  AS moved WHERE moved.person = $1 AND moved.game = favourite.game)" },
    // As many of the latest as the list has places for. PostgreSQL refuses a limit below 0, and
    // SQLite takes it for none.
    [MOVE] = { .name = "favourites.move",
               .does = OP_CHANGES_ANY,
               .args = &PERSON_MOVE,
               .sql = "INSERT INTO favourite (person, game, at_ms, note, number)"
                      " SELECT $2, game, at_ms, note, number + (SELECT coalesce(max(number), 0)"
                      "  FROM favourite WHERE person = $2) FROM favourite AS moved"
                      " WHERE person = $1 AND NOT EXISTS (SELECT 1 FROM favourite AS there"
                      "  WHERE there.person = $2 AND there.game = moved.game)"
                      " ORDER BY number DESC"
                      " LIMIT (SELECT CASE WHEN count(*) < 1000 THEN 1000 - count(*) ELSE 0 END"
                      "  FROM favourite WHERE person = $2)"
                      " ON CONFLICT (person, game) DO NOTHING" },
    [MOVED] = { .name = "favourites.moved",
                .does = OP_CHANGES_ANY,
                .args = &PERSON_MOVE,
                .sql = "DELETE FROM favourite WHERE person = $1 AND $1 <> $2" },
};
_Static_assert((int)FAVOURITES_MAX == 1000, "numbers in statements");

// --- the list ------------------------------------------------------------------------------------

typedef struct FavouritesWanted {
    i64 before;
    int limit;
} FavouritesWanted;
static const Field WANTED_FIELDS[] = {
    FIELD(FavouritesWanted, before, .flags = FIELD_OPTIONAL, .says = "`next` of the page before"),
    FIELD(FavouritesWanted, limit, .flags = FIELD_OPTIONAL, .min = 1, .max = PAGE_MAX,
          .says = "20 if omitted"),
};
static const Shape WANTED =
    SHAPE_NAMED("FavouritesWanted", FavouritesWanted, WANTED_FIELDS,
                .defaults = &(const FavouritesWanted){ INT64_MAX, PAGE_DEFAULT });

typedef struct FavouriteShown {
    i64 id, at;
    char note[NOTE_SIZE];
    SummaryView game;
} FavouriteShown;
static const Field SHOWN_FIELDS[] = {
    FIELD(FavouriteShown, id, .as = AS_GAME, .type = "string"),
    FIELD(FavouriteShown, at, .as = AS_TIME),
    FIELD(FavouriteShown, note),
    FIELD_SHAPE(FavouriteShown, game, &SUMMARY, .flags = FIELD_NULL,
                .says = "null if it is not public and the caller has no part in it"),
};
static const Shape SHOWN = SHAPE_NAMED("Favourite", FavouriteShown, SHOWN_FIELDS);

typedef struct FavouritesPage {
    FavouriteShown favourite[PAGE_MAX];
    int count;
    i64 next;
} FavouritesPage;
static const Shape FAVOURITES_PAGE = SHAPE(
    FavouritesPage, FIELD_ARRAY(FavouritesPage, favourite, count, &SHOWN, .key = "favourites"),
    FIELD(FavouritesPage, next, .flags = FIELD_NULL, .says = "`before` of the next page"));

// The handler's memory.
typedef struct ListTask {
    FavouritesPage page;
    int limit;
    i64 last; // number of the last favourite shown
    bool hidden[PAGE_MAX];
    Room *over[PAGE_MAX];
} ListTask;

static bool see_favourite(void *context, const void *found)
{
    const FavouriteRow *row = found;
    ListTask *task = context;
    FavouritesPage *page = &task->page;
    if (page->count == task->limit) {
        page->next = task->last;
        return false;
    }
    FavouriteShown *shown = &page->favourite[page->count];
    shown->id = row->game;
    shown->at = row->at_ms;
    memcpy(shown->note, row->note, sizeof shown->note);
    task->hidden[page->count++] = !row->shown;
    task->last = row->number;
    return true;
}

static void read_favourites(Call *call, Store *reading)
{
    const FavouritesWanted *wanted = call->query;
    ListTask *task = call->asked;
    const PageWanted args = { call->who.person.id, wanted->before, task->limit + 1 };
    if (!store_select(reading, &FAVOURITE_OPS[PAGE], &args, see_favourite, task))
        return route_fail(call, ERROR_FAILED, "the list cannot be read");
    for (int i = 0; i < task->page.count; i++) {
        Fault why;
        if (task->hidden[i]) continue;
        task->over[i] = rooms_load_over(reading, task->page.favourite[i].id, &why);
        if (task->over[i]) call->plies += task->over[i]->match.count + PLIES_A_GAME;
    }
}

// Only the loop knows games in progress, and who watches.
static void answer_favourites(Call *call)
{
    const App *app = call->app;
    ListTask *task = call->asked;
    for (int i = 0; i < task->page.count; i++) {
        FavouriteShown *shown = &task->page.favourite[i];
        const Room *room = task->over[i];
        if (!room && !task->hidden[i]) room = rooms_find(app->rooms, shown->id);
        if (room) summary_view(&shown->game, room, hub_watchers(app->hub, room->id));
    }
    if (call->code == ERROR_NONE) js_shape(&call->json, NULL, &FAVOURITES_PAGE, &task->page, NULL);
    for (int i = 0; i < task->page.count; i++)
        rooms_free_room(task->over[i]);
    route_answer_read(call);
}

static void get_favourites(Call *call)
{
    if (!route_allowed(call, LIMIT_LOAD)) return;
    ListTask *task = route_ask(call, sizeof *task);
    if (!task) return;
    task->limit = ((const FavouritesWanted *)call->query)->limit;
    route_read(call, READ_LONG, read_favourites, answer_favourites);
}

static const Shape IDS = LIST_REPLY("games", &ID);

static void get_ids(Call *call)
{
    route_list(call, &(RouteList){ .op = &FAVOURITE_OPS[ALL],
                                   .args = &(PersonArg){ call->who.person.id } });
}

// --- changes -------------------------------------------------------------------------------------

static const Field BODY_FIELDS[] = {
    FIELD(Favourite, note, .max = NOTE_MAX, .flags = FIELD_OPTIONAL,
          .given = offsetof(Favourite, noted), .says = "if omitted, a note that is there stays"),
    FIELD(Favourite, noted, .as = AS_HIDDEN),
};
static const Shape BODY = SHAPE_NAMED("FavouriteNote", Favourite, BODY_FIELDS);

static void read_game(Call *call, Store *reading)
{
    const Favourite *favourite = call->asked;
    GameArg found;
    if (!store_find(reading, &FAVOURITE_OPS[GAME], &(GameArg){ favourite->game }, &found))
        route_fail(call, ERROR_NOT_FOUND, "there is no such game");
}

static void add_favourite(Call *call)
{
    const Favourite *favourite = call->asked;
    const PersonArg person = { favourite->person };
    if (call->code != ERROR_NONE) return route_answer_read(call);
    route_write(call, &(RouteWrite){ .write = { store_op(&FAVOURITE_OPS[LOCK], &person),
                                                store_op(&FAVOURITE_OPS[ADD], favourite) },
                                     .count = 2,
                                     .conflict = ERROR_TOO_MANY,
                                     .text = "you have 1000 favourite games; remove some first" });
}

static void post_favourite(Call *call)
{
    Favourite *favourite = route_ask(call, sizeof *favourite);
    if (!favourite) return;
    *favourite = *(const Favourite *)call->body;
    favourite->person = call->who.person.id;
    favourite->at_ms = app_now(call->app);
    if (route_game(call, call->part[1], &favourite->game))
        route_read(call, READ_SHORT, read_game, add_favourite);
}

static void delete_favourite(Call *call)
{
    FavouriteKey key = { .person = call->who.person.id };
    if (route_game(call, call->part[1], &key.game))
        route_write(call,
                    &(RouteWrite){ .write = { store_op(&FAVOURITE_OPS[END], &key) }, .count = 1 });
}

// --- the row -------------------------------------------------------------------------------------

static const Route FAVOURITE_ROUTES[] = {
    { .method = METHOD_GET,
      .path = "favourites",
      .answer = get_favourites,
      .scope = SCOPE_READ,
      .role = FOR_PERSONS,
      .rate = RATE(LIMIT_SEARCH),
      TAKES_QUERY(&WANTED),
      .reply = &FAVOURITES_PAGE,
      .errors = ERR_NO_OWN,
      .says = "the caller's favourite games, the latest first; only the caller can read them" },
    { .method = METHOD_GET,
      .path = "favourites/games",
      .answer = get_ids,
      .scope = SCOPE_READ,
      .role = FOR_PERSONS,
      .rate = RATE_USUAL,
      TAKES_NOTHING,
      .reply = &IDS,
      .errors = ERR_NO_OWN,
      .says = "the ids of all of them" },
    { .method = METHOD_POST,
      .path = "games/*/favourite",
      .answer = post_favourite,
      .scope = SCOPE_PLAY,
      .role = FOR_PERSONS,
      .rate = RATE_USUAL,
      TAKES_BODY(&BODY),
      .reply = &DONE,
      .errors = ERR(ERROR_NOT_FOUND) | ERR(ERROR_TOO_MANY),
      .says = "makes a game a favourite of the caller's, or changes its note; at most 1,000" },
    { .method = METHOD_DELETE,
      .path = "games/*/favourite",
      .answer = delete_favourite,
      .scope = SCOPE_PLAY,
      .role = FOR_PERSONS,
      .rate = RATE_USUAL,
      TAKES_NOTHING,
      .reply = &DONE,
      .errors = ERR(ERROR_NOT_FOUND),
      .says = "removes a favourite; also if it is none" },
};

const Feature FAVOURITES = {
    .name = "favourites",
    .tables = (const char *const[]){ "favourite", NULL },
    .ops = FAVOURITE_OPS,
    .ops_count = OPS,
    .routes = FAVOURITE_ROUTES,
    .routes_count = sizeof FAVOURITE_ROUTES / sizeof *FAVOURITE_ROUTES,
    .person = { .forget = { &FAVOURITE_OPS[FORGET] },
                .move = { &FAVOURITE_OPS[MOVE_LOCK], &FAVOURITE_OPS[MOVE_NOTES],
                          &FAVOURITE_OPS[MOVE], &FAVOURITE_OPS[MOVED] },
                .export = { { .key = "favourites", .op = &FAVOURITE_OPS[OWN] } } },
};
