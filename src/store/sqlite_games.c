// SPDX-License-Identifier: MIT
// Reading games: loading them with their events, and the lists of those that are over.
#include "store/sqlite.h"

typedef enum GamesQuery {
    LIVE_GAMES,
    ONE_GAME,
    ALL_GAMES,
    EVENTS,
    SEATS,
    ENDED_MS,
    ENDED,
    ENDED_OF_VARIANT,
    ENDED_OF_PLAYER,
    LISTED_GAME,
    LIVE_OF_PLAYER,
    COUNTS,
    REMATCH,
    ALIVE,
    LIVE_NUMBERS,
    QUERIES
} GamesQuery;
#define GAME                                                                                       \
    "SELECT id, variant, setup, speed, created_ms, maker, rematch_of, rated, open_to_all,"         \
    " game.ended_ms, result, reason, plies, annulled FROM "
// What a list is chosen by: read from an index alone where there is one.
#define GLANCE "/* long */ SELECT id, variant, speed, result, rated, open_to_all, plies FROM "
// A page of a list begins behind the game that ended at ?1 with the id ?2.
#define PAGE(ended, id)                                                                            \
    "(" ended ", " id ") < (?1, ?2) AND " ended " >= ?3 ORDER BY " ended " DESC, " id " DESC"
const char *const SQLITE_GAMES[QUERIES + 1] = {
    [LIVE_GAMES] = "/* long */ " GAME "game WHERE ended_ms = 0 ORDER BY id",
    [ONE_GAME] = GAME "game WHERE id = ?1",
    [ALL_GAMES] = "/* long */ " GAME "game ORDER BY id",
    [EVENTS] = "SELECT number, kind, ply, at_ms, body, plies FROM event WHERE game = ?1"
               " ORDER BY number",
    [SEATS] = "SELECT seat, person FROM seat WHERE game = ?1 ORDER BY seat",
    [ENDED_MS] = "SELECT ended_ms FROM game WHERE id = ?1",
    [ENDED] = GLANCE "game WHERE ended_ms > 0 AND " PAGE("ended_ms", "id"),
    [ENDED_OF_VARIANT] =
        GLANCE "game WHERE ended_ms > 0 AND variant = ?4 AND " PAGE("ended_ms", "id"),
    [ENDED_OF_PLAYER] = GLANCE "seat CROSS JOIN game ON id = seat.game WHERE person = ?4 AND " PAGE(
        "seat.ended_ms", "seat.game"),
    [LISTED_GAME] = GAME "game WHERE id = ?1",
    [LIVE_OF_PLAYER] = GAME "seat CROSS JOIN game ON id = seat.game"
                            " WHERE person = ?1 AND seat.ended_ms = 0 ORDER BY seat.game",
    [COUNTS] = "SELECT games, wins, draws, losses FROM person_count WHERE person = ?1",
    [REMATCH] = "SELECT id FROM game WHERE rematch_of = ?1 ORDER BY created_ms DESC, id LIMIT 1",
    [ALIVE] = "SELECT at_ms FROM alive",
    [LIVE_NUMBERS] =
        "/* long */ SELECT id, coalesce((SELECT max(number) FROM event WHERE game = id), -1)"
        " FROM game WHERE ended_ms = 0 ORDER BY id",
};
_Static_assert((int)QUERIES <= (int)STATEMENTS_MAX, "space for the statements");

enum { SCAN_MAX = 10000 }; // games looked at for a page: some milliseconds

static StoredGame game_of(sqlite3_stmt *row)
{
    return (StoredGame){
        .id = sqlite3_column_int64(row, 0),
        .variant = column_text(row, 1),
        .setup = column_text(row, 2),
        .speed = column_text(row, 3),
        .created_ms = sqlite3_column_int64(row, 4),
        .maker = sqlite3_column_int64(row, 5),
        .rematch_of = sqlite3_column_int64(row, 6),
        .rated = sqlite3_column_int(row, 7),
        .open_to_all = sqlite3_column_int(row, 8),
        .ended_ms = sqlite3_column_int64(row, 9),
        .result = column_text(row, 10),
        .reason = column_text(row, 11),
        .plies = sqlite3_column_int(row, 12),
        .annulled = sqlite3_column_int(row, 13),
    };
}

// --- loading -------------------------------------------------------------------------------------

static bool load_seats(SqliteConnection *c, i64 game, const StoreReader *reader, int *result)
{
    sqlite3_stmt *row = c->game[SEATS];
    sqlite3_bind_int64(row, 1, game);
    bool going = true;
    while (going && (*result = sqlite3_step(row)) == SQLITE_ROW) {
        const StoredSeat seat = { game, sqlite3_column_int(row, 0), sqlite3_column_int64(row, 1) };
        going = reader->seat(reader->context, &seat);
    }
    sqlite3_reset(row);
    return going && *result == SQLITE_DONE;
}

static bool load_events(SqliteConnection *c, i64 game, const StoreReader *reader, int *result)
{
    sqlite3_stmt *row = c->game[EVENTS];
    sqlite3_bind_int64(row, 1, game);
    bool going = true;
    while (going && (*result = sqlite3_step(row)) == SQLITE_ROW) {
        bool plain = sql_column_null(row, 2);
        const StoredEvent event = {
            .game = game,
            .number = sqlite3_column_int(row, 0),
            .kind = sqlite3_column_int(row, 1),
            .ply = plain ? NO_PLY : sqlite3_column_int(row, 2),
            .at_ms = sqlite3_column_int64(row, 3),
            .body = column_text(row, 4),
            .takes_back = !plain && sqlite3_column_int(row, 5) == sqlite3_column_int(row, 2),
        };
        going = reader->event(reader->context, &event);
    }
    sqlite3_reset(row);
    return going && *result == SQLITE_DONE;
}

bool sqlite_load(void *connection, LoadWhich which, i64 id, const StoreReader *reader, Fault *why)
{
    SqliteConnection *c = connection;
    sqlite3_stmt *row = c->game[which == LOAD_LIVE  ? LIVE_GAMES
                                : which == LOAD_ONE ? ONE_GAME
                                                    : ALL_GAMES];
    if (which == LOAD_ONE) sqlite3_bind_int64(row, 1, id);
    bool going = true;
    int result = SQLITE_DONE;
    // The outer statement stays open, so all of this is one view of the store.
    while (going && (result = sqlite3_step(row)) == SQLITE_ROW) {
        const StoredGame game = game_of(row);
        going = reader->game(reader->context, &game) &&
                (!reader->seat || load_seats(c, game.id, reader, &result)) &&
                (!reader->event || load_events(c, game.id, reader, &result));
    }
    if (finish(row, result)) return true; // read, or stopped by the reader
    fault(why, MALFORMED, "cannot read the store: %s", c->cause);
    return false;
}

// --- lists ---------------------------------------------------------------------------------------

static bool fits(Text wanted, Text text)
{
    return !wanted.length || text_equal(wanted, text);
}

static bool matches(const GameFilter *filter, sqlite3_stmt *row)
{
    return fits(filter->variant, column_text(row, 1)) && fits(filter->speed, column_text(row, 2)) &&
           fits(filter->result, column_text(row, 3)) &&
           (filter->rated == RATED_OR_NOT ||
            sqlite3_column_int(row, 4) == (filter->rated == RATED_ONLY)) &&
           (!filter->open_only || sqlite3_column_int(row, 5)) &&
           sqlite3_column_int(row, 6) >= filter->plies_min;
}

static bool see_listed(SqliteConnection *c, i64 id, SeeGame *see, void *context)
{
    sqlite3_stmt *row = c->game[LISTED_GAME];
    bool going = true;
    sqlite3_bind_int64(row, 1, id);
    if (sqlite3_step(row) == SQLITE_ROW) {
        const StoredGame game = game_of(row);
        going = see(context, &game);
    }
    sqlite3_reset(row);
    return going;
}

// Where the page starts: after `before`, and not later than `until_ms`. False if there is no such
// game.
static bool bind_page(SqliteConnection *c, sqlite3_stmt *page, const GameFilter *filter)
{
    i64 ended = INT64_MAX, id = INT64_MAX;
    if (filter->before) {
        sqlite3_stmt *row = c->game[ENDED_MS];
        sqlite3_bind_int64(row, 1, filter->before);
        ended = sqlite3_step(row) == SQLITE_ROW ? sqlite3_column_int64(row, 0) : 0;
        sqlite3_reset(row);
        if (!ended) return false;
        id = filter->before;
    }
    if (filter->until_ms && filter->until_ms < ended) {
        ended = filter->until_ms;
        id = INT64_MAX;
    }
    sqlite3_bind_int64(page, 1, ended);
    sqlite3_bind_int64(page, 2, id);
    sqlite3_bind_int64(page, 3, filter->since_ms > 1 ? filter->since_ms : 1);
    return true;
}

bool sqlite_games(void *connection, const GameFilter *filter, SeeGame *see, void *context,
                  i64 *next)
{
    SqliteConnection *c = connection;
    sqlite3_stmt *row = c->game[filter->player           ? ENDED_OF_PLAYER
                                : filter->variant.length ? ENDED_OF_VARIANT
                                                         : ENDED];
    *next = 0;
    if (!bind_page(c, row, filter)) return true;
    if (filter->player)
        sqlite3_bind_int64(row, 4, filter->player);
    else if (filter->variant.length)
        bind_text(row, 4, filter->variant);
    int result, found = 0, looked = 0;
    i64 last = 0;
    while ((result = sqlite3_step(row)) == SQLITE_ROW) {
        if (found >= filter->limit || looked >= SCAN_MAX) {
            *next = last; // there is more
            break;
        }
        i64 id = sqlite3_column_int64(row, 0);
        bool again = id == last; // somebody who plays against themselves
        last = id;
        looked++;
        if (again || !matches(filter, row)) continue;
        found++;
        if (!see_listed(c, id, see, context)) break;
    }
    return finish(row, result);
}

bool sqlite_games_of(void *connection, i64 person, SeeGame *see, void *context)
{
    sqlite3_stmt *row = ((SqliteConnection *)connection)->game[LIVE_OF_PLAYER];
    sqlite3_bind_int64(row, 1, person);
    int result;
    i64 last = 0;
    while ((result = sqlite3_step(row)) == SQLITE_ROW) {
        const StoredGame game = game_of(row);
        if (game.id != last && !see(context, &game)) break;
        last = game.id;
    }
    return finish(row, result);
}

// --- numbers -------------------------------------------------------------------------------------

bool sqlite_counts(void *connection, i64 person, PersonCounts *counts)
{
    sqlite3_stmt *row = ((SqliteConnection *)connection)->game[COUNTS];
    sqlite3_bind_int64(row, 1, person);
    *counts = (PersonCounts){ 0 };
    int result = sqlite3_step(row);
    if (result == SQLITE_ROW)
        *counts = (PersonCounts){
            .games = sqlite3_column_int(row, 0),
            .wins = sqlite3_column_int(row, 1),
            .draws = sqlite3_column_int(row, 2),
            .losses = sqlite3_column_int(row, 3),
        };
    return finish(row, result);
}

static i64 number_of(sqlite3_stmt *row)
{
    i64 number = sqlite3_step(row) == SQLITE_ROW ? sqlite3_column_int64(row, 0) : 0;
    sqlite3_reset(row);
    return number;
}

i64 sqlite_rematch(void *connection, i64 game)
{
    sqlite3_stmt *row = ((SqliteConnection *)connection)->game[REMATCH];
    sqlite3_bind_int64(row, 1, game);
    return number_of(row);
}

bool sqlite_live_numbers(void *connection, SeeNumber *see, void *context)
{
    sqlite3_stmt *row = ((SqliteConnection *)connection)->game[LIVE_NUMBERS];
    int result;
    while ((result = sqlite3_step(row)) == SQLITE_ROW)
        if (!see(context, sqlite3_column_int64(row, 0), sqlite3_column_int(row, 1))) break;
    return finish(row, result);
}

i64 sqlite_alive_ms(void *connection)
{
    return number_of(((SqliteConnection *)connection)->game[ALIVE]);
}
