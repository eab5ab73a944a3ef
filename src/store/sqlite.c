// SPDX-License-Identifier: MIT
// All statements, and the table of reads that store.c sees.
#include "store/sqlite.h"

#include <stddef.h>

// The lists of statements: whether they write, and where a connection has them. A new list is a
// new line.
const SqlList SQL_LISTS[] = {
    { SQLITE_WRITES, true, offsetof(SqlConnection, write) },
    { SQLITE_MODERATE, true, offsetof(SqlConnection, moderate) },
    { SQLITE_ACCOUNTS, true, offsetof(SqlConnection, account) },
    { SQLITE_ITEM_WRITES, true, offsetof(SqlConnection, item_write) },
    { SQLITE_SOCIALISE, true, offsetof(SqlConnection, socialise) },
    { SQLITE_PUZZLES, true, offsetof(SqlConnection, puzzle) },
    { SQLITE_GAMES, false, offsetof(SqlConnection, game) },
    { SQLITE_PEOPLE, false, offsetof(SqlConnection, people) },
    { SQLITE_STUDY, false, offsetof(SqlConnection, study) },
    { SQLITE_MODERATION, false, offsetof(SqlConnection, moderation) },
    { SQLITE_ITEMS, false, offsetof(SqlConnection, item) },
    { SQLITE_SOCIETY, false, offsetof(SqlConnection, society) },
    { NULL, false, 0 },
};

static SqlStatement **place_of(SqlConnection *c, const SqlList *list)
{
    return (SqlStatement **)((char *)c + list->place);
}

bool sql_prepare_all(SqlConnection *c, bool writes)
{
    for (const SqlList *list = SQL_LISTS; list->sql; list++)
        for (int i = 0; list->writes == writes && list->sql[i]; i++)
            if (!(place_of(c, list)[i] = c->driver->prepare(c, list->sql[i]))) return false;
    return true;
}

void sql_finalize_all(SqlConnection *c)
{
    for (const SqlList *list = SQL_LISTS; list->sql; list++)
        for (int i = 0; i < STATEMENTS_MAX; i++)
            if (place_of(c, list)[i]) c->driver->finalize(place_of(c, list)[i]);
}

const Backend BACKEND_SQLITE = {
    .load = sqlite_load,
    .games = sqlite_games,
    .games_of = sqlite_games_of,
    .counts = sqlite_counts,
    .items = sqlite_items,
    .rematch = sqlite_rematch,
    .alive_ms = sqlite_alive_ms,
    .live_numbers = sqlite_live_numbers,
    .person = sqlite_person,
    .people = sqlite_people,
    .sessions = sqlite_sessions,
    .tokens = sqlite_tokens,
    .ratings = sqlite_ratings,
    .rating = sqlite_rating,
    .changes = sqlite_changes,
    .games_between = sqlite_games_between,
    .leaders = sqlite_leaders,
    .rating_at = sqlite_rating_at,
    .people_like = sqlite_people_like,
    .factor = sqlite_factor,
    .has_trace = sqlite_has_trace,
    .share_trace = sqlite_share_trace,
    .other_games = sqlite_other_games,
    .flags = sqlite_flags,
    .review = sqlite_review,
    .reviews_waiting = sqlite_reviews_waiting,
    .finished = sqlite_finished,
    .tries = sqlite_tries,
    .solver = sqlite_solver,
    .puzzles = sqlite_puzzles,
    .roles = sqlite_roles,
    .ties = sqlite_ties,
    .sanctions = sqlite_sanctions,
    .reports = sqlite_reports,
    .audit = sqlite_audit,
    .audit_last = sqlite_audit_last,
    .audit_check = sqlite_audit_check,
    .results = sqlite_results,
    .ends = sqlite_ends,
    .best_wins = sqlite_best_wins,
    .results_between = sqlite_results_between,
    .preference = sqlite_preference,
    .bots = sqlite_bots,
    .said = sqlite_said,
};
