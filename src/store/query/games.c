// SPDX-License-Identifier: MIT
// Reading games: loading them with their events, and the lists of those that are over.
#include "store/query/query.h"

#include <stdlib.h>

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
    BEHIND_ENDED,
    BEHIND_OF_VARIANT,
    BEHIND_OF_PLAYER,
    COUNTS,
    REMATCH,
    ALIVE,
    IDENTITY,
    LIVE_NUMBERS,
    QUERIES
} GamesQuery;
#define GAME                                                                                       \
    "SELECT id, variant, setup, speed, created_ms, maker, rematch_of, rated, open_to_all,"         \
    " game.ended_ms, result, reason, plies, annulled FROM "
// A page of a list begins behind the game that ended at ?1 with the id ?2. SQLite would not use the
// other bound if the two were compared as one value.
#define PAGE(ended, id)                                                                            \
    ended " BETWEEN ?3 AND ?1 AND (" ended " < ?1 OR " id " < ?2)"                                 \
          " ORDER BY " ended " DESC, " id " DESC"
#define ALL_ENDED  "game WHERE ended_ms > 0 AND " PAGE("ended_ms", "id")
#define OF_VARIANT "game WHERE ended_ms > 0 AND variant = ?4 AND " PAGE("ended_ms", "id")
#define OF_PLAYER                                                                                  \
    "seat CROSS JOIN game ON id = seat.game WHERE person = ?4 AND " PAGE("seat.ended_ms",          \
                                                                         "seat.game")
// The games of a list that fit: so many are looked at, by an index that has all that a list can be
// asked for, and the rest of a game is read only if it fits. They come in the order of the list,
// since the only way to join them is one after the other.
#define FITTING(list, most)                                                                        \
    GAME "(SELECT id AS looked, variant AS its_variant, speed AS its_speed, result AS its_result," \
         " rated AS its_rated, open_to_all AS is_open, plies AS its_plies FROM " list              \
         " LIMIT " most ") AS page CROSS JOIN game ON id = looked WHERE (?5 = '' OR its_speed = "  \
         "?5) AND (?6 = '' OR its_result = ?6) AND (?7 = '' OR its_variant = ?7)"                  \
         " AND (?8 < 0 OR its_rated = ?8) AND is_open >= ?9 AND its_plies >= ?10 LIMIT ?11"
// The last game that is looked at, and one more if the list goes on.
#define BEHIND(list) "SELECT id FROM " list " LIMIT 2 OFFSET ?5"
// Looking at a game of a person costs more: what it is chosen by is not in the index of seats.
#define LOOKED_AT           "10000"
#define LOOKED_AT_OF_PLAYER "1000"
const char *const SQL_GAMES[QUERIES + 1] = {
    [LIVE_GAMES] = "/* long */ " GAME "game WHERE ended_ms = 0 ORDER BY id",
    [ONE_GAME] = GAME "game WHERE id = ?1",
    [ALL_GAMES] = "/* long */ " GAME "game ORDER BY id",
    [EVENTS] = "SELECT number, kind, ply, at_ms, body, plies FROM event WHERE game = ?1"
               " ORDER BY number",
    [SEATS] = "SELECT seat, person FROM seat WHERE game = ?1 ORDER BY seat",
    [ENDED_MS] = "SELECT ended_ms FROM game WHERE id = ?1",
    [ENDED] = FITTING(ALL_ENDED, LOOKED_AT),
    [ENDED_OF_VARIANT] = FITTING(OF_VARIANT, LOOKED_AT),
    [ENDED_OF_PLAYER] = FITTING(OF_PLAYER, LOOKED_AT_OF_PLAYER),
    [BEHIND_ENDED] = BEHIND(ALL_ENDED),
    [BEHIND_OF_VARIANT] = BEHIND(OF_VARIANT),
    [BEHIND_OF_PLAYER] = BEHIND(OF_PLAYER),
    [COUNTS] = "SELECT games, wins, draws, losses FROM person_count WHERE person = ?1",
    [REMATCH] = "SELECT id FROM game WHERE rematch_of = ?1 ORDER BY created_ms DESC, id LIMIT 1",
    [ALIVE] = "SELECT at_ms FROM alive",
    [IDENTITY] = "SELECT id FROM identity",
    [LIVE_NUMBERS] =
        "/* long */ SELECT id, coalesce((SELECT max(number) FROM event WHERE game = id), -1)"
        " FROM game WHERE ended_ms = 0 ORDER BY id",
};
_Static_assert((int)QUERIES <= (int)STATEMENTS_MAX, "space for the statements");

static StoredGame game_of(SqlStatement *row)
{
    return (StoredGame){
        .id = sql_column_i64(row, 0),
        .variant = column_text(row, 1),
        .setup = column_text(row, 2),
        .speed = column_text(row, 3),
        .created_ms = sql_column_i64(row, 4),
        .maker = sql_column_i64(row, 5),
        .rematch_of = sql_column_i64(row, 6),
        .rated = sql_column_int(row, 7),
        .open_to_all = sql_column_int(row, 8),
        .ended_ms = sql_column_i64(row, 9),
        .result = column_text(row, 10),
        .reason = column_text(row, 11),
        .plies = sql_column_int(row, 12),
        .annulled = sql_column_int(row, 13),
    };
}

// --- loading -------------------------------------------------------------------------------------

static bool load_seats(SqlConnection *c, i64 game, const StoreReader *reader, int *result)
{
    SqlStatement *row = c->game[SEATS];
    sql_bind_i64(row, 1, game);
    bool going = true;
    while (going && (*result = sql_step(row)) == SQL_ROW) {
        const StoredSeat seat = { game, sql_column_int(row, 0), sql_column_i64(row, 1) };
        going = reader->seat(reader->context, &seat);
    }
    sql_reset(row);
    return going && *result == SQL_DONE;
}

static bool load_events(SqlConnection *c, i64 game, const StoreReader *reader, int *result)
{
    SqlStatement *row = c->game[EVENTS];
    sql_bind_i64(row, 1, game);
    bool going = true;
    while (going && (*result = sql_step(row)) == SQL_ROW) {
        bool plain = sql_column_null(row, 2);
        const StoredEvent event = {
            .game = game,
            .number = sql_column_int(row, 0),
            .kind = sql_column_int(row, 1),
            .ply = plain ? NO_PLY : sql_column_int(row, 2),
            .at_ms = sql_column_i64(row, 3),
            .body = column_text(row, 4),
            .takes_back = !plain && sql_column_int(row, 5) == sql_column_int(row, 2),
        };
        going = reader->event(reader->context, &event);
    }
    sql_reset(row);
    return going && *result == SQL_DONE;
}

bool query_load(void *connection, LoadWhich which, i64 id, const StoreReader *reader, Fault *why)
{
    SqlConnection *c = connection;
    SqlStatement *row = c->game[which == LOAD_LIVE  ? LIVE_GAMES
                                : which == LOAD_ONE ? ONE_GAME
                                                    : ALL_GAMES];
    if (which == LOAD_ONE) sql_bind_i64(row, 1, id);
    bool going = true;
    int result = SQL_DONE;
    // The outer statement stays open, so all of this is one view of the store.
    while (going && (result = sql_step(row)) == SQL_ROW) {
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

// Where the page starts: after `before`, and not later than `until_ms`. False if there is no such
// game.
static bool bind_page(SqlConnection *c, SqlStatement *page, const GameFilter *filter)
{
    i64 ended = INT64_MAX, id = INT64_MAX;
    if (filter->before) {
        SqlStatement *row = c->game[ENDED_MS];
        sql_bind_i64(row, 1, filter->before);
        ended = sql_step(row) == SQL_ROW ? sql_column_i64(row, 0) : 0;
        sql_reset(row);
        if (!ended) return false;
        id = filter->before;
    }
    if (filter->until_ms && filter->until_ms < ended) {
        ended = filter->until_ms;
        id = INT64_MAX;
    }
    sql_bind_i64(page, 1, ended);
    sql_bind_i64(page, 2, id);
    sql_bind_i64(page, 3, filter->since_ms > 1 ? filter->since_ms : 1);
    return true;
}

static void bind_list(SqlStatement *row, const GameFilter *filter)
{
    if (filter->player)
        sql_bind_i64(row, 4, filter->player);
    else if (filter->variant.length)
        bind_text(row, 4, filter->variant);
}

static int looked_at(const GameFilter *filter)
{
    return atoi(filter->player ? LOOKED_AT_OF_PLAYER : LOOKED_AT);
}

// Where to go on if fewer games were found than are wanted: 0 if the whole list was looked at.
static bool find_next(SqlConnection *c, GamesQuery list, const GameFilter *filter, i64 *next)
{
    SqlStatement *row = c->game[list - ENDED + BEHIND_ENDED];
    i64 last = 0;
    if (!bind_page(c, row, filter)) return true;
    bind_list(row, filter);
    sql_bind_i64(row, 5, looked_at(filter) - 1);
    int result = sql_step(row);
    if (result == SQL_ROW) {
        last = sql_column_i64(row, 0);
        result = sql_step(row);
        if (result == SQL_ROW) *next = last;
    }
    return finish(row, result);
}

// One page; `*last` is its last game, `*twice` how many came a second time, since somebody who
// plays against themselves sits there twice.
static bool read_page(SqlConnection *c, GamesQuery list, const GameFilter *filter, SeeGame *see,
                      void *context, i64 *next, i64 *last, int *twice)
{
    SqlStatement *row = c->game[list];
    if (!bind_page(c, row, filter)) return true;
    bind_list(row, filter);
    bind_text(row, 5, filter->speed);
    bind_text(row, 6, filter->result);
    bind_text(row, 7, filter->variant);
    sql_bind_i64(row, 8, filter->rated == RATED_OR_NOT ? -1 : filter->rated == RATED_ONLY);
    sql_bind_i64(row, 9, filter->open_only);
    sql_bind_i64(row, 10, filter->plies_min);
    sql_bind_i64(row, 11, (i64)filter->limit + 1);
    int result, rows = 0;
    bool going = true;
    while (going && (result = sql_step(row)) == SQL_ROW) {
        if (rows++ == filter->limit) {
            *next = *last; // there is more
            break;
        }
        const StoredGame game = game_of(row);
        if (game.id == *last)
            ++*twice;
        else
            going = see(context, &game);
        *last = game.id;
    }
    bool whole = going && result == SQL_DONE;
    if (!finish(row, result)) return false;
    if (!whole) return true;
    if (c->driver->looked) c->driver->looked(c, looked_at(filter));
    return find_next(c, list, filter, next);
}

bool query_games(void *connection, const GameFilter *filter, SeeGame *see, void *context, i64 *next)
{
    GamesQuery list = filter->player           ? ENDED_OF_PLAYER
                      : filter->variant.length ? ENDED_OF_VARIANT
                                               : ENDED;
    GameFilter page = *filter;
    i64 last = 0;
    bool fine;
    int twice;
    do {
        twice = 0;
        *next = 0;
        fine = read_page(connection, list, &page, see, context, next, &last, &twice);
        page.before = last;
        page.limit = twice;
    } while (fine && *next == last && last && twice);
    return fine;
}

// --- numbers -------------------------------------------------------------------------------------

bool query_counts(void *connection, i64 person, PersonCounts *counts)
{
    SqlStatement *row = ((SqlConnection *)connection)->game[COUNTS];
    sql_bind_i64(row, 1, person);
    *counts = (PersonCounts){ 0 };
    int result = sql_step(row);
    if (result == SQL_ROW)
        *counts = (PersonCounts){
            .games = sql_column_int(row, 0),
            .wins = sql_column_int(row, 1),
            .draws = sql_column_int(row, 2),
            .losses = sql_column_int(row, 3),
        };
    return finish(row, result);
}

static i64 number_of(SqlStatement *row)
{
    i64 number = sql_step(row) == SQL_ROW ? sql_column_i64(row, 0) : 0;
    sql_reset(row);
    return number;
}

i64 query_rematch(void *connection, i64 game)
{
    SqlStatement *row = ((SqlConnection *)connection)->game[REMATCH];
    sql_bind_i64(row, 1, game);
    return number_of(row);
}

bool query_live_numbers(void *connection, SeeNumber *see, void *context)
{
    SqlStatement *row = ((SqlConnection *)connection)->game[LIVE_NUMBERS];
    int result;
    while ((result = sql_step(row)) == SQL_ROW)
        if (!see(context, sql_column_i64(row, 0), sql_column_int(row, 1))) break;
    return finish(row, result);
}

i64 query_alive_ms(void *connection)
{
    return number_of(((SqlConnection *)connection)->game[ALIVE]);
}

i64 query_identity(void *connection)
{
    return number_of(((SqlConnection *)connection)->game[IDENTITY]);
}
