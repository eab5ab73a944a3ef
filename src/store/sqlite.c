// SPDX-License-Identifier: MIT
// All statements, and the table of reads that store.c sees.
#include "store/sqlite.h"

static bool prepare(SqlConnection *c, const char *const *sql, SqlStatement **statements)
{
    for (int i = 0; sql[i]; i++)
        if (!(statements[i] = c->driver->prepare(c, sql[i]))) return false;
    return true;
}

bool sql_prepare_all(SqlConnection *c, bool writes)
{
    return writes
               ? prepare(c, SQLITE_WRITES, c->write) && prepare(c, SQLITE_MODERATE, c->moderate) &&
                     prepare(c, SQLITE_ACCOUNTS, c->account) &&
                     prepare(c, SQLITE_ITEM_WRITES, c->item_write) &&
                     prepare(c, SQLITE_SOCIALISE, c->socialise)
               : prepare(c, SQLITE_GAMES, c->game) && prepare(c, SQLITE_PEOPLE, c->people) &&
                     prepare(c, SQLITE_STUDY, c->study) &&
                     prepare(c, SQLITE_MODERATION, c->moderation) &&
                     prepare(c, SQLITE_ITEMS, c->item) && prepare(c, SQLITE_SOCIETY, c->society);
}

static void finalize(SqlConnection *c, SqlStatement **statements)
{
    for (int i = 0; i < STATEMENTS_MAX; i++)
        if (statements[i]) c->driver->finalize(statements[i]);
}

void sql_finalize_all(SqlConnection *c)
{
    finalize(c, c->write);
    finalize(c, c->game);
    finalize(c, c->people);
    finalize(c, c->study);
    finalize(c, c->moderate);
    finalize(c, c->moderation);
    finalize(c, c->account);
    finalize(c, c->item);
    finalize(c, c->item_write);
    finalize(c, c->society);
    finalize(c, c->socialise);
}

const Backend BACKEND_SQLITE = {
    .load = sqlite_load,
    .games = sqlite_games,
    .games_of = sqlite_games_of,
    .counts = sqlite_counts,
    .items = sqlite_items,
    .rematch = sqlite_rematch,
    .alive_ms = sqlite_alive_ms,
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
