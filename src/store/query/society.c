// SPDX-License-Identifier: MIT
// How people want to be met, what is said in games, and what a profile shows of somebody's games.
//
// Whatever grows with the number of games is counted by the writes, or read from its end for a
// bounded number of rows.
#include "store/query/query.h"

typedef enum SocietyQuery {
    RESULTS,
    ENDS,
    BEST_WINS,
    REVIEWS_OF,
    BETWEEN,
    PREFERENCE,
    BOTS,
    SAID_IN_GAME,
    SAID_BY_PERSON,
    READS
} SocietyQuery;
#define SAID "SELECT game, number, person, at_ms, heard, phrase, text FROM said WHERE "
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
    [PREFERENCE] = "SELECT challenges, chat, rules FROM preference WHERE person = ?1",
    [BOTS] = "SELECT id, kind, name, password, created_ms, gone_ms, became FROM person"
             " WHERE kind = 2 AND gone_ms = 0 ORDER BY id LIMIT ?1",
    [SAID_IN_GAME] = SAID "game = ?1 ORDER BY number",
    [SAID_BY_PERSON] = SAID "person = ?1 ORDER BY game, number",
};
_Static_assert((int)READS <= (int)STATEMENTS_MAX, "space for the statements");

typedef enum SocialiseQuery {
    COUNT_RESULTS,
    MOVE_RESULTS,
    DROP_RESULTS,
    MOVE_SAID,
    SET_PREFERENCE,
    DROP_PREFERENCE,
    ADD_SAID,
    DROP_SAID,
    EXPIRE_SAID,
    WRITES
} SocialiseQuery;
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
    [MOVE_SAID] = "UPDATE said SET person = ?2 WHERE person = ?1",
    [SET_PREFERENCE] = "INSERT INTO preference (person, challenges, chat, rules)"
                       " SELECT ?1, ?2, ?3, ?4"
                       " WHERE EXISTS (SELECT 1 FROM person WHERE id = ?1 AND gone_ms = 0)"
                       " ON CONFLICT (person) DO UPDATE SET challenges = excluded.challenges,"
                       " chat = excluded.chat, rules = excluded.rules",
    [DROP_PREFERENCE] = "DELETE FROM preference WHERE person = ?1",
    [ADD_SAID] = "INSERT INTO said (game, number, person, at_ms, heard, phrase, text)"
                 " SELECT ?1, coalesce(max(number) + 1, 0), ?2, ?3, ?4, ?5, ?6 FROM said"
                 " WHERE game = ?1 HAVING count(*) < ?7",
    [DROP_SAID] = "DELETE FROM said WHERE person = ?1",
    [EXPIRE_SAID] = ("DELETE FROM said WHERE (game, number) IN"
                     " (SELECT game, number FROM said WHERE at_ms < ?1 ORDER BY at_ms LIMIT 500)"),
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
    static const SocialiseQuery STEPS[] = { MOVE_RESULTS, DROP_RESULTS, MOVE_SAID };
    StoreStatus status = STORED;
    for (int i = 0; i < 3 && status == STORED; i++) {
        sql_bind_i64(c->socialise[STEPS[i]], 1, from);
        sql_bind_i64(c->socialise[STEPS[i]], 2, to);
        status = change(c, STEPS[i], false);
    }
    return status;
}

StoreStatus query_forget_society(SqlConnection *c, i64 person)
{
    sql_bind_i64(c->socialise[DROP_PREFERENCE], 1, person);
    StoreStatus status = change(c, DROP_PREFERENCE, false);
    if (status != STORED) return status;
    sql_bind_i64(c->socialise[DROP_SAID], 1, person);
    return change(c, DROP_SAID, false);
}

StoreStatus query_expire_said(SqlConnection *c, i64 before_ms)
{
    sql_bind_i64(c->socialise[EXPIRE_SAID], 1, before_ms);
    return change(c, EXPIRE_SAID, false);
}

static StoreStatus set_preference(SqlConnection *c, const StoreWrite *write)
{
    SqlStatement *s = c->socialise[SET_PREFERENCE];
    if (write->preference.rules.length >= BOT_RULES_SIZE) return STORE_CONFLICT;
    sql_bind_i64(s, 1, write->preference.person);
    sql_bind_i64(s, 2, (int)write->preference.challenges);
    sql_bind_i64(s, 3, write->preference.chat);
    bind_text(s, 4, write->preference.rules);
    return change(c, SET_PREFERENCE, true);
}

static StoreStatus add_said(SqlConnection *c, const StoredSaid *said)
{
    SqlStatement *s = c->socialise[ADD_SAID];
    sql_bind_i64(s, 1, said->game);
    sql_bind_i64(s, 2, said->person);
    sql_bind_i64(s, 3, said->at_ms);
    sql_bind_i64(s, 4, said->heard);
    bind_text(s, 5, said->phrase);
    bind_text(s, 6, said->text);
    sql_bind_i64(s, 7, SAID_MAX);
    return change(c, ADD_SAID, true);
}

StoreStatus query_socialise(SqlConnection *c, const StoreWrite *write)
{
    return write->kind == WRITE_SAID ? add_said(c, &write->said) : set_preference(c, write);
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

bool query_preference(void *connection, i64 person, StoredPreference *preference)
{
    SqlStatement *row = query(connection, PREFERENCE, person);
    int result = sql_step(row);
    *preference = (StoredPreference){ .person = person };
    if (result == SQL_ROW) {
        int rule = sql_column_int(row, 0);
        if (rule > 0 && rule < CHALLENGE_RULES) preference->challenges = (ChallengeRule)rule;
        preference->chat = sql_column_int(row, 1) != 0;
        Out out = out_to(preference->rules, sizeof preference->rules);
        out_text(&out, column_text(row, 2));
    }
    return finish(row, result);
}

bool query_bots(void *connection, int limit, SeePerson *see, void *context)
{
    SqlStatement *row = query(connection, BOTS, limit);
    StoredPerson person;
    int result;
    while ((result = sql_step(row)) == SQL_ROW) {
        query_read_person(row, &person);
        if (!see(context, &person)) break;
    }
    return finish(row, result);
}

bool query_said(void *connection, const SaidFilter *filter, SeeSaid *see, void *context)
{
    SqlStatement *row = filter->game ? query(connection, SAID_IN_GAME, filter->game)
                                     : query(connection, SAID_BY_PERSON, filter->person);
    int result;
    while ((result = sql_step(row)) == SQL_ROW) {
        const StoredSaid said = { .game = sql_column_i64(row, 0),
                                  .number = sql_column_int(row, 1),
                                  .person = sql_column_i64(row, 2),
                                  .at_ms = sql_column_i64(row, 3),
                                  .heard = sql_column_int(row, 4),
                                  .phrase = column_text(row, 5),
                                  .text = column_text(row, 6) };
        if (!see(context, &said)) break;
    }
    return finish(row, result);
}
