// SPDX-License-Identifier: MIT
// Counts of results by variant, speed and seat.
#include "store/query/query.h"

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
