// SPDX-License-Identifier: MIT
// The SQL of reads and writes: what its files share.
//
//     sqlite_write.c   writes of games, people and ratings
//     sqlite_games.c   reading games: loading, the archive
//     sqlite_people.c  reading people, sessions, ratings
//     sqlite_study.c   reviews, and games in the order of their ends
//     sqlite_puzzles.c writing tries of puzzles
//     sqlite_moderate.c, sqlite_moderation.c  moderation: writes; reading
//     sqlite_accounts.c  writing second factors, names that are kept; pruning
//     sqlite_items.c   small things kept for one person
//     sqlite_society.c  how people want to be met, what is said, what a profile shows
#ifndef MEYDAN_STORE_SQLITE_H
#define MEYDAN_STORE_SQLITE_H

#include "store/backend.h"
#include "store/sql.h"

// Names from the time when SQLite was the only database.
#define SqliteConnection      SqlConnection
#define sqlite3_stmt          SqlStatement
#define sqlite3_step          sql_step
#define sqlite3_reset         sql_reset
#define sqlite3_bind_int64    sql_bind_i64
#define sqlite3_bind_int      sql_bind_i64
#define sqlite3_bind_null     sql_bind_null
#define sqlite3_bind_double   sql_bind_double
#define sqlite3_column_int64  sql_column_i64
#define sqlite3_column_int    sql_column_int
#define sqlite3_column_double sql_column_double
#define sqlite3_column_blob   sql_column_blob
#define sqlite3_column_bytes  sql_column_bytes
#define SQLITE_ROW            SQL_ROW
#define SQLITE_DONE           SQL_DONE

static inline StoreStatus sqlite_outcome(SqlConnection *c, SqlStatement *statement, bool one)
{
    (void)c;
    return sql_change(statement, one);
}

// Lists that end with NULL, in the order of those enums.
extern const char *const SQLITE_WRITES[],
    *const SQLITE_GAMES[], *const SQLITE_PEOPLE[], *const SQLITE_STUDY[],
                                                       *const SQLITE_MODERATE[],
                                                           *const SQLITE_MODERATION[],
                                                               *const SQLITE_ACCOUNTS[];
extern const char *const SQLITE_ITEMS[], *const SQLITE_ITEM_WRITES[];
extern const char *const SQLITE_SOCIETY[], *const SQLITE_SOCIALISE[];
extern const char *const SQLITE_PUZZLES[];
typedef struct SqlList {
    const char *const *sql;
    bool writes;
    size_t place; // in a connection
} SqlList;
extern const SqlList SQL_LISTS[]; // all of them, up to one without statements

bool sqlite_load(void *connection, LoadWhich which, i64 id, const StoreReader *reader, Fault *why);
bool sqlite_games(void *connection, const GameFilter *filter, SeeGame *see, void *context,
                  i64 *next);
bool sqlite_games_of(void *connection, i64 person, SeeGame *see, void *context);
bool sqlite_counts(void *connection, i64 person, PersonCounts *counts);
i64 sqlite_rematch(void *connection, i64 game);
i64 sqlite_alive_ms(void *connection);
bool sqlite_live_numbers(void *connection, SeeNumber *see, void *context);

bool sqlite_person(void *connection, const PersonWanted *wanted, StoredPerson *person);
bool sqlite_people(void *connection, SeePerson *see, void *context);
bool sqlite_sessions(void *connection, i64 person, SeeSession *see, void *context);
bool sqlite_tokens(void *connection, i64 person, SeeToken *see, void *context);
bool sqlite_ratings(void *connection, i64 person, SeeRating *see, void *context);
bool sqlite_rating(void *connection, i64 person, Text variant, Text speed, RatingNow *now);
bool sqlite_changes(void *connection, const ChangeFilter *filter, SeeChange *see, void *context);
int sqlite_games_between(void *connection, i64 person, i64 other, i64 since_ms);
bool sqlite_leaders(void *connection, Text variant, Text speed, PersonKind kind, SeeLeader *see,
                    void *context);
bool sqlite_rating_at(void *connection, i64 person, Text variant, Text speed, i64 at_ms,
                      double *rating);
bool sqlite_people_like(void *connection, Text key, int limit, SeePerson *see, void *context);
bool sqlite_factor(void *connection, i64 person, StoredFactor *factor);
bool sqlite_has_trace(void *connection, i64 person, TraceKind kind, i64 key);
bool sqlite_share_trace(void *connection, i64 person, i64 other, i64 since_ms);
OtherGames sqlite_other_games(void *connection, i64 person, i64 but);
bool sqlite_flags(void *connection, i64 game, SeeFlag *see, void *context);

bool sqlite_review(void *connection, i64 game, SeeReview *see, void *context);
int sqlite_reviews_waiting(void *connection);
bool sqlite_finished(void *connection, i64 after, int limit, SeeFinished *see, void *context);
bool sqlite_tries(void *connection, i64 person, i64 after, int limit, SeeTry *see, void *context);
bool sqlite_solver(void *connection, i64 person, StoredSolver *solver);
bool sqlite_puzzles(void *connection, SeePuzzle *see, void *context);
bool sqlite_roles(void *connection, SeeRole *see, void *context);
bool sqlite_ties(void *connection, i64 person, bool followers, SeeTie *see, void *context);
bool sqlite_sanctions(void *connection, i64 person, SeeSanction *see, void *context);
bool sqlite_reports(void *connection, const ReportFilter *filter, SeeReport *see, void *context);
bool sqlite_audit(void *connection, const AuditFilter *filter, SeeAudit *see, void *context);
i64 sqlite_audit_last(void *connection);
bool sqlite_audit_check(void *connection, i64 *entries, SecretHash *last, Fault *why);
// The writes of moderation, and what goes with a person who goes.
StoreStatus sqlite_moderate(SqliteConnection *c, const StoreWrite *write);
StoreStatus sqlite_forget_ties(SqliteConnection *c, i64 person);
// The writes of sqlite_puzzles.c.
StoreStatus sqlite_try(SqliteConnection *c, const StoreWrite *write);
StoreStatus sqlite_forget_tries(SqliteConnection *c, i64 person);

// The writes of sqlite_accounts.c.
StoreStatus sqlite_account(SqliteConnection *c, const StoreWrite *write);
StoreStatus sqlite_forget_factor(SqliteConnection *c, i64 person);

// The writes of sqlite_items.c; what happens to items when their person goes or becomes another;
// and old notices of those between two persons.
StoreStatus sqlite_item(SqliteConnection *c, const StoreWrite *write);
StoreStatus sqlite_forget_items(SqliteConnection *c, i64 person);
StoreStatus sqlite_move_items(SqliteConnection *c, i64 from, i64 to);
StoreStatus sqlite_expire_items(SqliteConnection *c, i64 after, i64 last, i64 before_ms);
bool sqlite_items(void *connection, i64 person, ItemKind kind, SeeItem *see, void *context);

// The writes of sqlite_society.c, and what goes with the end of a game and with a person.
StoreStatus sqlite_socialise(SqliteConnection *c, const StoreWrite *write);
StoreStatus sqlite_count_results(SqliteConnection *c, i64 game);
StoreStatus sqlite_move_society(SqliteConnection *c, i64 from, i64 to);
StoreStatus sqlite_forget_society(SqliteConnection *c, i64 person);
StoreStatus sqlite_expire_said(SqliteConnection *c, i64 before_ms);
bool sqlite_results(void *connection, i64 person, SeeResult *see, void *context);
bool sqlite_ends(void *connection, i64 person, i64 since_ms, int limit, SeeTime *see,
                 void *context);
bool sqlite_best_wins(void *connection, i64 person, int limit, SeeWin *see, void *context);
bool sqlite_results_between(void *connection, i64 person, i64 other, PersonCounts *counts);
bool sqlite_preference(void *connection, i64 person, StoredPreference *preference);
bool sqlite_bots(void *connection, int limit, SeePerson *see, void *context);
bool sqlite_said(void *connection, const SaidFilter *filter, SeeSaid *see, void *context);

// A person of the columns that sqlite_people.c selects.
void sqlite_read_person(sqlite3_stmt *row, StoredPerson *person);

#endif
