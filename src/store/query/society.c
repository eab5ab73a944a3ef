// SPDX-License-Identifier: MIT
// Figures for the profile of a person.
//
// Whatever grows with the number of games is counted by the writes, or read from its end for a
// bounded number of rows.
#include "store/query/query.h"

typedef enum SocietyQuery { RESULTS, ENDS, BEST_WINS, REVIEWS_OF, BETWEEN, READS } SocietyQuery;
const char *const SQL_SOCIETY[READS + 1] = {
    [RESULTS] = "SELECT variant, speed, seat, games, wins, draws, losses FROM result_count"
                " WHERE person = ?1",
    [ENDS] = "SELECT ended_ms FROM seat WHERE person = ?1 AND ended_ms > ?2 AND score IS NOT NULL"
             " ORDER BY ended_ms DESC LIMIT ?3",
    // Against each of the others in the last 400 rated games; in those with partners too. `+ 0`
    // keeps a database from reading all games of somebody instead of the seats of each game.
    [BEST_WINS] =
        "SELECT mine.game, other.person, mine.variant, mine.speed, other.rating_before,"
        " mine.at_ms FROM (SELECT game, variant, speed, at_ms FROM rating_change"
        "  WHERE person = ?1 AND annulled = 0 ORDER BY number DESC LIMIT 400) AS mine"
        " JOIN game ON game.id = mine.game AND game.open_to_all = 1"
        " JOIN seat AS own ON own.game = mine.game AND own.person + 0 = ?1 AND own.score = 2"
        " JOIN rating_change AS other ON other.game = mine.game AND other.person <> ?1"
        " JOIN seat AS lost ON lost.game = mine.game AND lost.person = other.person"
        "  AND lost.score = 0"
        " ORDER BY other.rating_before DESC, mine.at_ms DESC LIMIT ?2",
    // Reports are long: only those that are wanted are read, and none is sorted.
    [REVIEWS_OF] = "SELECT kept.variant, kept.seat, review.report"
                   " FROM (SELECT mine.game, mine.seat, game.variant"
                   "  FROM (SELECT game, seat, ended_ms FROM seat WHERE person = ?1"
                   "   AND ended_ms > 0 AND score IS NOT NULL ORDER BY ended_ms DESC LIMIT 1000)"
                   "  AS mine JOIN review ON review.game = mine.game AND review.state = 1"
                   "  JOIN game ON game.id = mine.game AND game.open_to_all = 1"
                   "  ORDER BY mine.ended_ms DESC LIMIT ?2) AS kept"
                   " JOIN review ON review.game = kept.game",
    [BETWEEN] = "SELECT count(*), count(*) FILTER (WHERE mine.score = 2),"
                " count(*) FILTER (WHERE mine.score = 1), count(*) FILTER (WHERE mine.score = 0)"
                " FROM (SELECT game, score FROM seat WHERE person = ?1"
                "  AND ended_ms > 0 AND score IS NOT NULL ORDER BY ended_ms DESC LIMIT 1000)"
                " AS mine JOIN seat AS other ON other.game = mine.game AND other.person + 0 = ?2",
};
_Static_assert((int)READS <= (int)STATEMENTS_MAX, "space for the statements");

typedef enum SocialiseQuery { COUNT_RESULTS, MOVE_RESULTS, DROP_RESULTS, WRITES } SocialiseQuery;
// Where there are counts already, these come on top.
#define COUNT_ON                                                                                   \
    " ON CONFLICT (person, variant, speed, seat) DO UPDATE SET"                                    \
    " games = result_count.games + excluded.games, wins = result_count.wins + excluded.wins,"      \
    " draws = result_count.draws + excluded.draws, losses = result_count.losses + excluded.losses"
const char *const SQL_SOCIALISE[WRITES + 1] = {
    [COUNT_RESULTS] =
        "INSERT INTO result_count SELECT person, variant, speed, seat, 1,"
        " CASE score WHEN 2 THEN 1 ELSE 0 END, CASE score WHEN 1 THEN 1 ELSE 0 END,"
        " CASE score WHEN 0 THEN 1 ELSE 0 END FROM seat JOIN game ON game.id = seat.game"
        " WHERE seat.game = ?1 AND score IS NOT NULL" COUNT_ON,
    [MOVE_RESULTS] = "INSERT INTO result_count SELECT ?2, variant, speed, seat, games, wins, draws,"
                     " losses FROM result_count WHERE person = ?1" COUNT_ON,
    [DROP_RESULTS] = "DELETE FROM result_count WHERE person = ?1 AND ?1 <> ?2",
};
_Static_assert((int)WRITES <= (int)STATEMENTS_MAX, "space for the statements");

// --- writing -------------------------------------------------------------------------------------

static StoreStatus change(SqlConnection *c, SocialiseQuery query, bool one)
{
    return sql_change(c->socialise[query], one);
}

StoreStatus query_count_results(SqlConnection *c, i64 game)
{
    sql_bind_i64(c->socialise[COUNT_RESULTS], 1, game);
    return change(c, COUNT_RESULTS, false);
}

StoreStatus query_move_society(SqlConnection *c, i64 from, i64 to)
{
    static const SocialiseQuery STEPS[] = { MOVE_RESULTS, DROP_RESULTS };
    StoreStatus status = STORED;
    for (int i = 0; i < 2 && status == STORED; i++) {
        sql_bind_i64(c->socialise[STEPS[i]], 1, from);
        sql_bind_i64(c->socialise[STEPS[i]], 2, to);
        status = change(c, STEPS[i], false);
    }
    return status;
}

// --- reading -------------------------------------------------------------------------------------

static SqlStatement *query(void *connection, SocietyQuery query, i64 first)
{
    SqlStatement *row = ((SqlConnection *)connection)->society[query];
    sql_bind_i64(row, 1, first);
    return row;
}

static PersonCounts read_counts(SqlStatement *row, int i)
{
    return (PersonCounts){ sql_column_int(row, i), sql_column_int(row, i + 1),
                           sql_column_int(row, i + 2), sql_column_int(row, i + 3) };
}

bool query_results(void *connection, i64 person, SeeResult *see, void *context)
{
    SqlStatement *row = query(connection, RESULTS, person);
    int result;
    while ((result = sql_step(row)) == SQL_ROW) {
        const StoredResult found = { .variant = column_text(row, 0),
                                     .speed = column_text(row, 1),
                                     .seat = sql_column_int(row, 2),
                                     .counts = read_counts(row, 3) };
        if (!see(context, &found)) break;
    }
    return finish(row, result);
}

bool query_ends(void *connection, i64 person, i64 since_ms, int limit, SeeTime *see, void *context)
{
    SqlStatement *row = query(connection, ENDS, person);
    int result;
    sql_bind_i64(row, 2, since_ms);
    sql_bind_i64(row, 3, limit);
    while ((result = sql_step(row)) == SQL_ROW)
        if (!see(context, sql_column_i64(row, 0))) break;
    return finish(row, result);
}

_Static_assert(REVIEW_DONE == 1, "as REVIEWS_OF has it");

bool query_reviews_of(void *connection, i64 person, int limit, SeeReviewOf *see, void *context)
{
    SqlStatement *row = query(connection, REVIEWS_OF, person);
    int result;
    sql_bind_i64(row, 2, limit);
    while ((result = sql_step(row)) == SQL_ROW) {
        const StoredReviewOf review = { .variant = column_text(row, 0),
                                        .seat = sql_column_int(row, 1),
                                        .report = column_text(row, 2) };
        if (!see(context, &review)) break;
    }
    return finish(row, result);
}

bool query_best_wins(void *connection, i64 person, int limit, SeeWin *see, void *context)
{
    SqlStatement *row = query(connection, BEST_WINS, person);
    int result;
    sql_bind_i64(row, 2, limit);
    while ((result = sql_step(row)) == SQL_ROW) {
        const StoredWin win = { .game = sql_column_i64(row, 0),
                                .other = sql_column_i64(row, 1),
                                .variant = column_text(row, 2),
                                .speed = column_text(row, 3),
                                .rating = sql_column_double(row, 4),
                                .at_ms = sql_column_i64(row, 5) };
        if (!see(context, &win)) break;
    }
    return finish(row, result);
}

bool query_results_between(void *connection, i64 person, i64 other, PersonCounts *counts)
{
    SqlStatement *row = query(connection, BETWEEN, person);
    sql_bind_i64(row, 2, other);
    int result = sql_step(row);
    *counts = (PersonCounts){ 0 };
    if (result == SQL_ROW) *counts = read_counts(row, 0);
    return finish(row, result);
}
