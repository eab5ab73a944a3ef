// SPDX-License-Identifier: MIT
#include "server/games/game_lists.h"

// --- the archive: statements ---------------------------------------------------------------------

// A page of a list begins behind the game `id` that ended at `ended_ms`, and ends at `since_ms`.
typedef struct PageStart {
    i64 ended_ms, id, since_ms;
} PageStart;
static const Shape START =
    SHAPE(PageStart, FIELD(PageStart, ended_ms), FIELD(PageStart, id), FIELD(PageStart, since_ms));

// The games of a page that fit. `variant` is any in a list of all games if it is empty.
typedef struct GamesFitting {
    PageStart start;
    Text variant, speed, result;
    int rated, open_only, plies_min, limit;
} GamesFitting;
static const Shape FITTING = SHAPE(
    GamesFitting, FIELD_SHAPE(GamesFitting, start, &START), FIELD(GamesFitting, variant),
    FIELD(GamesFitting, speed), FIELD(GamesFitting, result), FIELD(GamesFitting, rated),
    FIELD(GamesFitting, open_only), FIELD(GamesFitting, plies_min), FIELD(GamesFitting, limit));
typedef struct PlayerFitting {
    GamesFitting fitting;
    i64 player;
} PlayerFitting;
static const Shape PLAYER_FITTING = SHAPE(
    PlayerFitting, FIELD_SHAPE(PlayerFitting, fitting, &FITTING), FIELD(PlayerFitting, player));

// The games of a list after the first `skip`.
typedef struct GamesBehind {
    PageStart start;
    int skip;
} GamesBehind;
static const Shape BEHIND =
    SHAPE(GamesBehind, FIELD_SHAPE(GamesBehind, start, &START), FIELD(GamesBehind, skip));
typedef struct VariantBehind {
    GamesBehind behind;
    Text variant;
} VariantBehind;
static const Shape VARIANT_BEHIND = SHAPE(
    VariantBehind, FIELD_SHAPE(VariantBehind, behind, &BEHIND), FIELD(VariantBehind, variant));
typedef struct PlayerBehind {
    GamesBehind behind;
    i64 player;
} PlayerBehind;
static const Shape PLAYER_BEHIND =
    SHAPE(PlayerBehind, FIELD_SHAPE(PlayerBehind, behind, &BEHIND), FIELD(PlayerBehind, player));

static const Shape ENDED = SHAPE(GameEnded, FIELD(GameEnded, at_ms));

// SQLite would not use the other bound if the two were compared as one value.
#define PAGE(ended, id)                                                                            \
    ended " BETWEEN $3 AND $1 AND (" ended " < $1 OR " id " < $2)"                                 \
          " ORDER BY " ended " DESC, " id " DESC"
#define ALL_ENDED "game WHERE ended_ms > 0 AND " PAGE("ended_ms", "id")
#define OF_VARIANT(variant)                                                                        \
    "game WHERE ended_ms > 0 AND variant = " variant " AND " PAGE("ended_ms", "id")
// CROSS JOIN fixes the order for SQLite; PostgreSQL chooses it.
#define OF_PLAYER(join, player)                                                                    \
    "seat " join " game ON id = seat.game WHERE person = " player                                  \
    " AND " PAGE("seat.ended_ms", "seat.game")
// The inner SELECT reads `most` games from an index that has all columns of a filter; the rest of a
// game is read only if it fits. They come in the order of the list, since the only way to join them
// is one after the other.
#define FIND(join, list, most)                                                                     \
    "SELECT " GAME_COLUMNS " FROM (SELECT id AS looked, variant AS its_variant,"                   \
    " speed AS its_speed, result AS its_result, rated AS its_rated, open_to_all AS is_open,"       \
    " plies AS its_plies FROM " list " LIMIT " most ") AS page " join " game ON id = looked"       \
    " WHERE ($4 = '' OR its_variant = $4) AND ($5 = '' OR its_speed = $5)"                         \
    " AND ($6 = '' OR its_result = $6) AND ($7 < 0 OR its_rated = $7) AND is_open >= $8"           \
    " AND its_plies >= $9 LIMIT $10"
// The last game that the inner SELECT reads, and one more if the list goes on.
#define SKIP(list) "SELECT id FROM " list " LIMIT 2 OFFSET $4"
// A game of a person costs more: the columns of the filter are not in the index of seats.
#define LOOKED_AT           "10000"
#define LOOKED_AT_OF_PLAYER "1000"
static const int LOOKED_AT_COUNT[] = { 10000, 10000, 1000 };

// The lists, and for each the list of the games that follow a page.
typedef enum ListKind { LIST_ALL, LIST_OF_VARIANT, LIST_OF_PLAYER, LISTS } ListKind;
enum { BEHIND_LISTS = LISTS, ENDED_MS = 2 * LISTS };
const StoreOp ARCHIVE_OPS[ARCHIVE_OPS_COUNT] = {
    [LIST_ALL] = { .name = "archive.ended",
                   .does = OP_READS,
                   .args = &FITTING,
                   .row = &STORED_GAME,
                   .sql = FIND("CROSS JOIN", ALL_ENDED, LOOKED_AT),
                   .postgres = FIND("JOIN", ALL_ENDED, LOOKED_AT) },
    [LIST_OF_VARIANT] = { .name = "archive.ended_of_variant",
                          .does = OP_READS,
                          .args = &FITTING,
                          .row = &STORED_GAME,
                          .sql = FIND("CROSS JOIN", OF_VARIANT("$4"), LOOKED_AT),
                          .postgres = FIND("JOIN", OF_VARIANT("$4"), LOOKED_AT) },
    [LIST_OF_PLAYER] = { .name = "archive.ended_of_player",
                         .does = OP_READS,
                         .args = &PLAYER_FITTING,
                         .row = &STORED_GAME,
                         .sql = FIND("CROSS JOIN", OF_PLAYER("CROSS JOIN", "$11"),
                                     LOOKED_AT_OF_PLAYER),
                         .postgres = FIND("JOIN", OF_PLAYER("JOIN", "$11"), LOOKED_AT_OF_PLAYER) },
    [BEHIND_LISTS + LIST_ALL] = { .name = "archive.behind_ended",
                                  .does = OP_READS,
                                  .args = &BEHIND,
                                  .row = &GAME_ARG,
                                  .sql = SKIP(ALL_ENDED) },
    [BEHIND_LISTS + LIST_OF_VARIANT] = { .name = "archive.behind_ended_of_variant",
                                         .does = OP_READS,
                                         .args = &VARIANT_BEHIND,
                                         .row = &GAME_ARG,
                                         .sql = SKIP(OF_VARIANT("$5")) },
    [BEHIND_LISTS + LIST_OF_PLAYER] = { .name = "archive.behind_ended_of_player",
                                        .does = OP_READS,
                                        .args = &PLAYER_BEHIND,
                                        .row = &GAME_ARG,
                                        .sql = SKIP(OF_PLAYER("CROSS JOIN", "$5")),
                                        .postgres = SKIP(OF_PLAYER("JOIN", "$5")) },
    [ENDED_MS] = { .name = "archive.ended_ms",
                   .does = OP_READS,
                   .args = &GAME_ARG,
                   .row = &ENDED,
                   .sql = "SELECT ended_ms FROM game WHERE id = $1" },
};
_Static_assert((int)ENDED_MS + 1 == (int)ARCHIVE_OPS_COUNT, "one for each list, twice");

// --- the archive: reading ------------------------------------------------------------------------

// Where the page starts: after `before`, and not later than `until_ms`. False if there is no such
// game.
static bool start_page(Store *reading, const GameFilter *filter, PageStart *start)
{
    *start = (PageStart){ INT64_MAX, INT64_MAX, filter->since_ms > 1 ? filter->since_ms : 1 };
    if (filter->before) {
        GameEnded before = { 0 };
        store_find(reading, &ARCHIVE_OPS[ENDED_MS], &(GameArg){ filter->before }, &before);
        if (!before.at_ms) return false;
        *start = (PageStart){ before.at_ms, filter->before, start->since_ms };
    }
    if (filter->until_ms && filter->until_ms < start->ended_ms)
        *start = (PageStart){ filter->until_ms, INT64_MAX, start->since_ms };
    return true;
}

typedef struct Behind {
    i64 last, next;
} Behind;

static bool see_behind(void *context, const void *row)
{
    Behind *behind = context;
    const GameArg *found = row;
    if (behind->last)
        behind->next = behind->last;
    else
        behind->last = found->game;
    return !behind->next;
}

// Where to continue if fewer games fit than are wanted. 0 at the end of the list.
static bool find_next(Store *reading, ListKind list, const GameFilter *filter, i64 *next)
{
    GamesBehind skipped = { .skip = LOOKED_AT_COUNT[list] - 1 };
    Behind behind = { 0 };
    if (!start_page(reading, filter, &skipped.start)) return true;
    const VariantBehind of_variant = { skipped, filter->variant };
    const PlayerBehind of_player = { skipped, filter->player };
    const void *const args[LISTS] = { &skipped, &of_variant, &of_player };
    bool fine =
        store_select(reading, &ARCHIVE_OPS[BEHIND_LISTS + list], args[list], see_behind, &behind);
    if (behind.next) *next = behind.next;
    return fine;
}

typedef struct Page {
    SeeGame *see;
    void *context;
    int limit, rows;
    i64 last;  // game that was seen
    int twice; // games listed a second time: a player who plays against themselves sits
               // there twice
    bool more, stopped;
} Page;

static bool see_fitting(void *context, const void *row)
{
    Page *page = context;
    const StoredGame *game = row;
    if (page->rows++ == page->limit) {
        page->more = true;
        return false;
    }
    if (game->id == page->last)
        page->twice++;
    else
        page->stopped = !page->see(page->context, game);
    page->last = game->id;
    return !page->stopped;
}

static bool read_page(Store *reading, ListKind list, const GameFilter *filter, Page *page,
                      i64 *next)
{
    PlayerFitting of_player = { .player = filter->player };
    GamesFitting *fitting = &of_player.fitting;
    if (!start_page(reading, filter, &fitting->start)) return true;
    fitting->variant = filter->variant;
    fitting->speed = filter->speed;
    fitting->result = filter->result;
    fitting->rated = filter->rated == RATED_OR_NOT ? -1 : filter->rated == RATED_ONLY;
    fitting->open_only = filter->open_only;
    fitting->plies_min = filter->plies_min;
    fitting->limit = filter->limit + 1;
    const void *args = list == LIST_OF_PLAYER ? (void *)&of_player : (void *)fitting;
    page->limit = filter->limit;
    if (!store_select(reading, &ARCHIVE_OPS[list], args, see_fitting, page)) return false;
    if (page->more) *next = page->last;
    if (page->more || page->stopped) return true;
    store_looked(reading, LOOKED_AT_COUNT[list]);
    return find_next(reading, list, filter, next);
}

bool games_list(Store *reading, const GameFilter *filter, SeeGame *see, void *context, i64 *next)
{
    ListKind list = filter->player           ? LIST_OF_PLAYER
                    : filter->variant.length ? LIST_OF_VARIANT
                                             : LIST_ALL;
    GameFilter wanted = *filter;
    i64 found, last = 0;
    bool fine;
    int twice;
    do {
        Page page = { .see = see, .context = context, .last = last };
        found = 0;
        fine = read_page(reading, list, &wanted, &page, &found);
        last = page.last;
        twice = page.twice;
        wanted.before = last;
        wanted.limit = twice;
    } while (fine && found == last && last && twice);
    if (next) *next = found;
    return fine;
}

// --- a person's statistics -----------------------------------------------------------------------

static const Shape COUNTS =
    SHAPE(PersonCounts, FIELD(PersonCounts, games), FIELD(PersonCounts, wins),
          FIELD(PersonCounts, draws), FIELD(PersonCounts, losses));

typedef struct TwoPersons {
    i64 person, other;
} TwoPersons;
static const Shape TWO = SHAPE(TwoPersons, FIELD(TwoPersons, person), FIELD(TwoPersons, other));

static const Shape RESULT =
    SHAPE(StoredResult, FIELD(StoredResult, variant), FIELD(StoredResult, speed),
          FIELD(StoredResult, seat), FIELD_SHAPE(StoredResult, counts, &COUNTS));

static const Shape ENDS_WANTED = SHAPE(EndsWanted, FIELD(EndsWanted, person),
                                       FIELD(EndsWanted, after_ms), FIELD(EndsWanted, limit));

static const Shape WINS_WANTED =
    SHAPE(WinsWanted, FIELD(WinsWanted, person), FIELD(WinsWanted, limit));

static const Shape WIN =
    SHAPE(StoredWin, FIELD(StoredWin, game), FIELD(StoredWin, other), FIELD(StoredWin, variant),
          FIELD(StoredWin, speed), FIELD(StoredWin, rating), FIELD(StoredWin, at_ms));

// Adds to existing counts.
#define SUM(table, key)                                                                            \
    " ON CONFLICT (" key ") DO UPDATE SET games = " table ".games + excluded.games,"               \
    " wins = " table ".wins + excluded.wins, draws = " table ".draws + excluded.draws,"            \
    " losses = " table ".losses + excluded.losses"
#define SUM_COUNTS  SUM("person_count", "person")
#define SUM_RESULTS SUM("result_count", "person, variant, speed, seat")
const StoreOp FIGURE_OPS[FIGURES_OPS] = {
    [FIGURES_COUNTS] = { .name = "figures.counts",
                         .does = OP_READS,
                         .args = &PERSON_ARG,
                         .row = &COUNTS,
                         .sql = "SELECT games, wins, draws, losses FROM person_count"
                                " WHERE person = $1" },
    [FIGURES_BETWEEN] = { .name = "figures.between",
                          .does = OP_READS,
                          .args = &TWO,
                          .row = &COUNTS,
                          .sql = "SELECT count(*), count(*) FILTER (WHERE mine.score = 2),"
                                 " count(*) FILTER (WHERE mine.score = 1), count(*) FILTER (WHERE "
                                 "mine.score = 0)"
                                 " FROM (SELECT game, score FROM seat WHERE person = $1"
                                 "  AND ended_ms > 0 AND score IS NOT NULL ORDER BY ended_ms DESC "
                                 "LIMIT 1000)"
                                 " AS mine JOIN seat AS other ON other.game = mine.game"
                                 " AND other.person + 0 = $2" },
    [FIGURES_RESULTS] = { .name = "figures.results",
                          .does = OP_READS,
                          .args = &PERSON_ARG,
                          .row = &RESULT,
                          .sql = "SELECT variant, speed, seat, games, wins, draws, losses"
                                 " FROM result_count WHERE person = $1" },
    [FIGURES_ENDS] = { .name = "figures.ends",
                       .does = OP_READS,
                       .args = &ENDS_WANTED,
                       .row = &ENDED,
                       .sql = "SELECT ended_ms FROM seat WHERE person = $1 AND ended_ms > $2"
                              " AND score IS NOT NULL ORDER BY ended_ms DESC LIMIT $3" },
    // Against each of the others in the last 400 rated games; in those with partners too. `+ 0`
    // keeps a database from reading all games of a person instead of the seats of each game.
    [FIGURES_BEST_WINS] = { .name = "figures.best_wins",
                            .does = OP_READS,
                            .args = &WINS_WANTED,
                            .row = &WIN,
                            .sql =
                                "SELECT mine.game, other.person, mine.variant, mine.speed, "
                                "other.rating_before,"
                                " mine.at_ms FROM (SELECT game, variant, speed, at_ms FROM "
                                "rating_change"
                                "  WHERE person = $1 AND annulled = 0 ORDER BY number DESC LIMIT "
                                "400) AS mine"
                                " JOIN game ON game.id = mine.game AND game.open_to_all = 1"
                                " JOIN seat AS own ON own.game = mine.game AND own.person + 0 = $1"
                                "  AND own.score = 2"
                                " JOIN rating_change AS other ON other.game = mine.game AND "
                                "other.person <> $1"
                                " JOIN seat AS lost ON lost.game = mine.game AND lost.person = "
                                "other.person"
                                "  AND lost.score = 0"
                                " ORDER BY other.rating_before DESC, mine.at_ms DESC LIMIT $2" },
    [FIGURES_COUNT_SEATS] = { .name = "figures.count_seats",
                              .does = OP_CHANGES_ANY,
                              .args = &GAME_ARG,
                              .sql = "INSERT INTO person_count SELECT person, count(*),"
                                     " count(*) FILTER (WHERE score = 2),"
                                     " count(*) FILTER (WHERE score = 1),"
                                     " count(*) FILTER (WHERE score = 0) FROM seat"
                                     " WHERE game = $1 AND score IS NOT NULL"
                                     " GROUP BY person" SUM_COUNTS },
    [FIGURES_COUNT_RESULTS] = { .name = "figures.count_results",
                                .does = OP_CHANGES_ANY,
                                .args = &GAME_ARG,
                                .sql = "INSERT INTO result_count SELECT person, variant, speed,"
                                       " seat, 1, CASE score WHEN 2 THEN 1 ELSE 0 END,"
                                       " CASE score WHEN 1 THEN 1 ELSE 0 END,"
                                       " CASE score WHEN 0 THEN 1 ELSE 0 END"
                                       " FROM seat JOIN game ON game.id = seat.game"
                                       " WHERE seat.game = $1"
                                       " AND score IS NOT NULL" SUM_RESULTS },
    [FIGURES_MOVE_COUNTS] = { .name = "figures.move_counts",
                              .does = OP_CHANGES_ANY,
                              .args = &PERSON_MOVE,
                              .sql = "INSERT INTO person_count SELECT $2, games, wins, draws,"
                                     " losses FROM person_count WHERE person = $1" SUM_COUNTS },
    [FIGURES_DROP_COUNTS] = { .name = "figures.drop_counts",
                              .does = OP_CHANGES_ANY,
                              .args = &PERSON_MOVE,
                              .sql = "DELETE FROM person_count WHERE person = $1 AND $1 <> $2" },
    [FIGURES_MOVE_RESULTS] = { .name = "figures.move_results",
                               .does = OP_CHANGES_ANY,
                               .args = &PERSON_MOVE,
                               .sql = "INSERT INTO result_count SELECT $2, variant, speed, seat,"
                                      " games, wins, draws, losses FROM result_count"
                                      " WHERE person = $1" SUM_RESULTS },
    [FIGURES_DROP_RESULTS] = { .name = "figures.drop_results",
                               .does = OP_CHANGES_ANY,
                               .args = &PERSON_MOVE,
                               .sql = "DELETE FROM result_count WHERE person = $1"
                                      " AND $1 <> $2" },
};

static bool take_counts(void *context, const void *row)
{
    *(PersonCounts *)context = *(const PersonCounts *)row;
    return false;
}

bool games_counts(Store *reading, i64 person, PersonCounts *counts)
{
    *counts = (PersonCounts){ 0 };
    return store_select(reading, &FIGURE_OPS[FIGURES_COUNTS], &(PersonArg){ person }, take_counts,
                        counts);
}

bool games_counts_between(Store *reading, i64 person, i64 other, PersonCounts *counts)
{
    *counts = (PersonCounts){ 0 };
    return store_select(reading, &FIGURE_OPS[FIGURES_BETWEEN], &(TwoPersons){ person, other },
                        take_counts, counts);
}
