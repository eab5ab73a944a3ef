// SPDX-License-Identifier: MIT
// The store in one SQLite file: what its parts share. A connection either writes or reads, and has
// the statements for that prepared.
//
//     sqlite.c         opening, and the table that store.c sees
//     sqlite_schema.c  the tables, and how an older store gets them
//     sqlite_write.c   transactions and writes
//     sqlite_games.c   reading games: loading, the archive
//     sqlite_people.c  reading people, sessions, ratings
//     sqlite_study.c   reviews, and games in the order of their ends
//     sqlite_puzzles.c writing tries of puzzles
//     sqlite_moderate.c, sqlite_moderation.c  moderation: writes; reading
//     sqlite_accounts.c  writing second factors, names that are kept; pruning
//     sqlite_items.c   small things kept for one person
//     sqlite_society.c  how people want to be met, what is said, what a profile shows
//     sqlite_care.c    backups, and is it sound?
#ifndef MEYDAN_STORE_SQLITE_H
#define MEYDAN_STORE_SQLITE_H

#include "store/backend.h"

#include <sqlite3.h>

enum { BUSY_MS = 10000 }; // how long to wait for another process

enum { STATEMENTS_MAX = 64 };
typedef struct SqliteConnection {
    sqlite3 *db;
    sqlite3_stmt *write[STATEMENTS_MAX]; // by the enum of sqlite_write.c, or none
    sqlite3_stmt *game[STATEMENTS_MAX];  // of sqlite_games.c
    sqlite3_stmt *people[STATEMENTS_MAX];
    sqlite3_stmt *study[STATEMENTS_MAX];
    sqlite3_stmt *moderate[STATEMENTS_MAX]; // of sqlite_moderate.c: writes
    sqlite3_stmt *moderation[STATEMENTS_MAX];
    sqlite3_stmt *puzzle[STATEMENTS_MAX];  // of sqlite_puzzles.c: writes
    i64 data_version;                      // as SQLite counts what others write
    sqlite3_stmt *account[STATEMENTS_MAX]; // of sqlite_accounts.c: writes
    sqlite3_stmt *item[STATEMENTS_MAX], *item_write[STATEMENTS_MAX]; // of sqlite_items.c
    sqlite3_stmt *society[STATEMENTS_MAX];                           // of sqlite_society.c: reading
    sqlite3_stmt *socialise[STATEMENTS_MAX];                         // the same: writes
    char cause[STORE_CAUSE_MAX]; // of the last write that failed
    i64 pruned_to;               // the last visitor who was looked at
} SqliteConnection;

// Lists that end with NULL, in the order of those enums.
extern const char *const SQLITE_WRITES[],
    *const SQLITE_GAMES[], *const SQLITE_PEOPLE[], *const SQLITE_STUDY[],
                                                       *const SQLITE_MODERATE[],
                                                           *const SQLITE_MODERATION[],
                                                               *const SQLITE_ACCOUNTS[];
extern const char *const SQLITE_ITEMS[], *const SQLITE_ITEM_WRITES[];
extern const char *const SQLITE_SOCIETY[], *const SQLITE_SOCIALISE[];
extern const char *const SQLITE_PUZZLES[];

// Says what the database says; false.
bool sqlite_refuse(sqlite3 *db, const char *where, Fault *why);
bool sqlite_run(sqlite3 *db, const char *sql);
// An empty file that others cannot read, unless there is one: SQLite would let them, and its logs
// get the rights of the file.
void sqlite_create_private(const char *where);

// Brings an older store up to date; or, with `only_look`, refuses it.
bool sqlite_migrate(sqlite3 *db, const char *where, bool only_look, Fault *why);

bool sqlite_begin(void *connection);
StoreStatus sqlite_apply(void *connection, const StoreWrite *writes, int count);
bool sqlite_commit(void *connection);
bool sqlite_written_elsewhere(void *connection);

bool sqlite_load(void *connection, LoadWhich which, i64 id, const StoreReader *reader, Fault *why);
bool sqlite_games(void *connection, const GameFilter *filter, SeeGame *see, void *context,
                  i64 *next);
bool sqlite_games_of(void *connection, i64 person, SeeGame *see, void *context);
bool sqlite_counts(void *connection, i64 person, PersonCounts *counts);
i64 sqlite_rematch(void *connection, i64 game);
i64 sqlite_alive_ms(void *connection);

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
// Of a statement that was run: what it means for a write, and the same for one that had to change
// one row. Notes the cause of a failure.
StoreStatus sqlite_outcome(SqliteConnection *c, sqlite3_stmt *statement, bool one);

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

bool sqlite_check(void *connection, Fault *why);
const char *sqlite_cause(void *connection);
bool sqlite_check_table(void *connection, int table, bool *more, Fault *why);
// From the first connection on SQLite tells of bad reads.
void sqlite_listen(void);
u64 sqlite_bad_reads(char cause[STORE_CAUSE_MAX]);
bool sqlite_backup(const char *from, const char *to, Fault *why);

// --- statements ----------------------------------------------------------------------------------

// Empty texts too are texts, not NULL. The bytes outlive the step.
static inline void bind_text(sqlite3_stmt *statement, int place, Text text)
{
    sqlite3_bind_text(statement, place, text.length ? text.at : "", (int)text.length,
                      SQLITE_STATIC);
}

static inline void bind_hash(sqlite3_stmt *statement, int place, const SecretHash *hash)
{
    sqlite3_bind_blob(statement, place, hash->bytes, SECRET_BYTES, SQLITE_STATIC);
}

static inline Text column_text(sqlite3_stmt *statement, int i)
{
    const char *at = (const char *)sqlite3_column_text(statement, i);
    return (Text){ at ? at : "", (size_t)sqlite3_column_bytes(statement, i) };
}

// A person of the columns that sqlite_people.c selects.
void sqlite_read_person(sqlite3_stmt *row, StoredPerson *person);

// Ends a statement; false if it failed. `result` is that of its last step.
static inline bool finish(sqlite3_stmt *statement, int result)
{
    sqlite3_reset(statement);
    return result == SQLITE_DONE || result == SQLITE_ROW;
}

#endif
