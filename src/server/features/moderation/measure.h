// SPDX-License-Identifier: MIT
// Moderators' measures and their writes: an entry of the audit log, and its effects, in one call.
// The server and `meydan admin` use the same.
//
//    role            may
//    a moderator     dismiss, warn, suspend (90 days at most), rename, annul, and undo these
//    an operator     all of these, also against moderators; ban, roles
//    the machine     all of these; passwords, sessions, second factors, deletion
//
// Moderators cannot act on themselves. A person with access to the server's machine (actor 0) is an
// operator.
#ifndef MEYDAN_SERVER_FEATURES_MODERATION_MEASURE_H
#define MEYDAN_SERVER_FEATURES_MODERATION_MEASURE_H

#include "base/errors.h"
#include "server/features/moderation/moderation_ops.h"
#include "server/identity/person_ops.h"

typedef enum MeasureKind {
    MEASURE_DISMISS, // closes a report without other effects
    MEASURE_WARN,
    MEASURE_SUSPEND, // `until_ms`
    MEASURE_BAN,
    MEASURE_RENAME, // `name`
    MEASURE_ANNUL,  // one game; or a person's rated games, with `other`, between two times
    MEASURE_UNDO,   // `entry`
    MEASURE_ROLE,   // `role`
    MEASURE_MACHINE,
    MEASURE_PASSWORD = MEASURE_MACHINE, // `password_hash`; ends sessions and tokens
    MEASURE_SIGN_OUT,                   // ends sessions and tokens
    MEASURE_FACTOR_OFF,                 // ends the second factor, and sessions
    MEASURE_DELETE,                     // the account, by `features`
    MEASURES,
} MeasureKind;
extern const char *const MEASURE_NAMES[]; // indexed by kind, ends in NULL
bool measure_find(Text name, MeasureKind *kind);
// As MEASURE_NAMES, but NULL from MEASURE_MACHINE on.
const char *measure_by_api(int kind);
// Whether the person has to sign in again.
bool measure_signs_out(Text kind);

enum {
    WHO_SIZE = 4 * PERSON_NAME_MAX, // a name, or # and a person's number
    ANNUL_MAX = 1000,               // games per measure
    SUSPEND_DAYS_MAX = 90,          // by a moderator
};

typedef struct Measure {
    MeasureKind kind;
    i64 actor; // 0: on the server's machine
    Role actor_role;
    i64 now_ms;
    i64 report;               // the report to close, or 0
    char person[WHO_SIZE];    // the person concerned, by default that of the report
    char other[WHO_SIZE];     // the opponent in those games, by default any
    i64 game;                 // or 0
    char reason[REASON_SIZE]; // shown to the person
    char name[WHO_SIZE];      // the new one
    i64 since_ms, until_ms;   // of games, or of a suspension
    i64 entry;                // the entry to undo
    Role role;
    // On the server's machine only.
    char password_hash[PASSWORD_HASH_MAX];
    const struct Feature *const *features;
} Measure;

// The writes of one call. Their arguments are the plan's and the measure's, so neither may move
// before they are written.
typedef struct Plan {
    StoreWrite *writes;
    int count;
    size_t capacity;
    StoredPerson subject; // id 0: none
    int games;            // annulled or restored
    char *detail;
    struct Annulment *annulment;
    // Arguments.
    NewEntry entry;
    NewSanction sanction;
    SanctionKey lifted;
    KeptName kept;
    Renaming renaming;
    RoleChange role;
    PersonArg player; // the person who loses the role, the sessions or the account
    PersonNow now;
    PersonEnd end;
    ReportClosed closed;
    // The error if the store refuses it; NULL: another moderator was faster.
    const char *conflict;
    bool lost;
} Plan;

// On any thread. False, with a code and the reason, if it cannot be done; call plan_free in both
// cases.
bool plan_make(Plan *plan, Store *reading, const Measure *measure, ErrorCode *code, Fault *why);
void plan_free(Plan *plan);

// The games that an entry of the audit log annulled or restored; returns their number.
int measure_games(Text kind, Text detail, i64 games[ANNUL_MAX]);

// Finds a person by name, or by number after a #.
bool person_find(Store *reading, Text who, StoredPerson *person);

#endif
