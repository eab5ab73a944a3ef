// SPDX-License-Identifier: MIT
// Figures for the profile of a person.
//
// Whatever grows with the number of games is counted by the writes, or read from its end for a
// bounded number of rows.
#include "store/query/query.h"

typedef enum SocietyQuery { REVIEWS_OF, READS } SocietyQuery;
const char *const SQL_SOCIETY[READS + 1] = {
    // Reports are long: only those that are wanted are read, and none is sorted.
    [REVIEWS_OF] = "SELECT kept.variant, kept.seat, review.report"
                   " FROM (SELECT mine.game, mine.seat, game.variant"
                   "  FROM (SELECT game, seat, ended_ms FROM seat WHERE person = ?1"
                   "   AND ended_ms > 0 AND score IS NOT NULL ORDER BY ended_ms DESC LIMIT 1000)"
                   "  AS mine JOIN review ON review.game = mine.game AND review.state = 1"
                   "  JOIN game ON game.id = mine.game AND game.open_to_all = 1"
                   "  ORDER BY mine.ended_ms DESC LIMIT ?2) AS kept"
                   " JOIN review ON review.game = kept.game",
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
