// SPDX-License-Identifier: MIT
// The SQL of reads and writes: what its files share.
//
//     write.c   writes of games, people and ratings
//     people.c  reading people, sessions, who leads
//     finished.c   reviews, and games in the order of their ends
//     accounts.c  writing second factors, names that are kept; pruning
//     jobs.c    work with a lease
//     consistency.c  whether the rows of several tables fit together
//     items.c   small things kept for one person
//     society.c  figures of profiles
#ifndef MEYDAN_STORE_QUERY_QUERY_H
#define MEYDAN_STORE_QUERY_QUERY_H

#include "store/backend.h"
#include "store/sql.h"

// Lists that end with NULL, in the order of those enums.
extern const char *const SQL_WRITES[], *const SQL_PEOPLE[], *const SQL_FINISHED[];
extern const char *const SQL_ACCOUNTS[];
extern const char *const SQL_ITEMS[], *const SQL_ITEM_WRITES[];
extern const char *const SQL_SOCIETY[], *const SQL_SOCIALISE[];
extern const char *const SQL_JOBS[], *const SQL_JOB_WRITES[];
// A sound store gives no row. The first column of a row follows the words.
typedef struct StoreCheck {
    const char *sql, *words;
} StoreCheck;
extern const StoreCheck STORE_CHECKS[]; // up to one without words
typedef struct SqlList {
    const char *const *sql;
    bool writes;
    size_t place; // in a connection
} SqlList;
extern const SqlList SQL_LISTS[]; // all of them, up to one without statements

bool query_person(void *connection, const PersonWanted *wanted, StoredPerson *person);
bool query_people(void *connection, SeePerson *see, void *context);
bool query_sessions(void *connection, i64 person, SeeSession *see, void *context);
bool query_tokens(void *connection, i64 person, SeeToken *see, void *context);
bool query_leaders(void *connection, Text variant, Text speed, PersonKind kind, SeeLeader *see,
                   void *context);
bool query_people_like(void *connection, Text key, int limit, SeePerson *see, void *context);

bool query_review(void *connection, i64 game, SeeReview *see, void *context);
int query_reviews_waiting(void *connection);
bool query_finished(void *connection, i64 after, int limit, SeeFinished *see, void *context);

// The writes of jobs.c; and the job of a review, and what a game that is over leaves behind.
StoreStatus query_job(SqlConnection *c, const StoreWrite *write);
StoreStatus query_ask_review(SqlConnection *c, i64 game);
StoreStatus query_end_jobs(SqlConnection *c, i64 game);
bool query_job_of(void *connection, JobKind kind, i64 key, SeeJob *see, void *context);
int query_jobs_free(void *connection, JobKind kind);

// The writes of accounts.c.
StoreStatus query_account(SqlConnection *c, const StoreWrite *write);

// The writes of items.c; what happens to items when their person goes or becomes another;
// and old notices of those between two persons.
StoreStatus query_item(SqlConnection *c, const StoreWrite *write);
StoreStatus query_forget_items(SqlConnection *c, i64 person);
StoreStatus query_move_items(SqlConnection *c, i64 from, i64 to);
bool query_items(void *connection, i64 person, ItemKind kind, i64 key, SeeItem *see, void *context);

// The writes of society.c, and what goes with the end of a game and with a person.
StoreStatus query_count_results(SqlConnection *c, i64 game);
StoreStatus query_move_society(SqlConnection *c, i64 from, i64 to);
bool query_reviews_of(void *connection, i64 person, int limit, SeeReviewOf *see, void *context);

// A person of the columns that people.c selects.
void query_read_person(SqlStatement *row, StoredPerson *person);

#endif
