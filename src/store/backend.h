// SPDX-License-Identifier: MIT
// The reads: a table of functions, each the one of store.h with that name. `connection` is one of
// a database (database.h).
#ifndef MEYDAN_STORE_BACKEND_H
#define MEYDAN_STORE_BACKEND_H

#include "store/store.h"

enum { PAIR_SEEN_MAX = 64 };
typedef enum LoadWhich { LOAD_LIVE, LOAD_ONE, LOAD_ALL } LoadWhich;

typedef struct Backend {
    bool (*load)(void *connection, LoadWhich which, i64 id, const StoreReader *reader, Fault *why);
    bool (*games)(void *connection, const GameFilter *filter, SeeGame *see, void *context,
                  i64 *next);
    bool (*counts)(void *connection, i64 person, PersonCounts *counts);
    bool (*items)(void *connection, i64 person, ItemKind kind, i64 key, SeeItem *see,
                  void *context);
    i64 (*rematch)(void *connection, i64 game);
    i64 (*alive_ms)(void *connection);
    i64 (*identity)(void *connection);
    bool (*live_numbers)(void *connection, SeeNumber *see, void *context);

    bool (*person)(void *connection, const PersonWanted *wanted, StoredPerson *person);
    bool (*people)(void *connection, SeePerson *see, void *context);
    bool (*sessions)(void *connection, i64 person, SeeSession *see, void *context);
    bool (*tokens)(void *connection, i64 person, SeeToken *see, void *context);
    bool (*ratings)(void *connection, i64 person, SeeRating *see, void *context);
    bool (*rating)(void *connection, i64 person, Text variant, Text speed, RatingNow *now);
    bool (*changes)(void *connection, const ChangeFilter *filter, SeeChange *see, void *context);
    bool (*leaders)(void *connection, Text variant, Text speed, PersonKind kind, SeeLeader *see,
                    void *context);
    bool (*is_public)(void *connection, i64 game);
    bool (*rating_at)(void *connection, i64 person, Text variant, Text speed, i64 at_ms,
                      double *rating);
    bool (*people_like)(void *connection, Text key, int limit, SeePerson *see, void *context);
    // Their games, the latest PAIR_SEEN_MAX.
    int (*games_between)(void *connection, i64 person, i64 other, i64 since_ms,
                         i64 game[PAIR_SEEN_MAX]);
    OtherGames (*other_games)(void *connection, i64 person, i64 but);
    bool (*flags)(void *connection, i64 game, SeeFlag *see, void *context);

    bool (*results)(void *connection, i64 person, SeeResult *see, void *context);
    bool (*ends)(void *connection, i64 person, i64 since_ms, int limit, SeeTime *see,
                 void *context);
    bool (*reviews_of)(void *connection, i64 person, int limit, SeeReviewOf *see, void *context);
    bool (*best_wins)(void *connection, i64 person, int limit, SeeWin *see, void *context);
    bool (*results_between)(void *connection, i64 person, i64 other, PersonCounts *counts);

    bool (*review)(void *connection, i64 game, SeeReview *see, void *context);
    bool (*job)(void *connection, JobKind kind, i64 key, SeeJob *see, void *context);
    int (*jobs_free)(void *connection, JobKind kind);
    int (*reviews_waiting)(void *connection);
    bool (*finished)(void *connection, i64 after, int limit, SeeFinished *see, void *context);
    bool (*roles)(void *connection, SeeRole *see, void *context);
    bool (*sanctions)(void *connection, i64 person, SeeSanction *see, void *context);
    bool (*reports)(void *connection, const ReportFilter *filter, SeeReport *see, void *context);
    bool (*audit)(void *connection, const AuditFilter *filter, SeeAudit *see, void *context);
    i64 (*audit_last)(void *connection);
    bool (*audit_check)(void *connection, i64 *entries, SecretHash *last, Fault *why);
} Backend;

extern const Backend BACKEND_SQL;

#endif
