// SPDX-License-Identifier: MIT
// Moderation in the store: reports, sanctions, roles and the audit log. `meydan admin` uses the
// same operations.
//
// Effects of an entry of the audit log are written in one call with it, after it: sanctions and
// closed reports refer to the last entry.
#ifndef MEYDAN_SERVER_FEATURES_MODERATION_MODERATION_OPS_H
#define MEYDAN_SERVER_FEATURES_MODERATION_MODERATION_OPS_H

#include "server/identity/access.h"
#include "server/identity/person_ops.h"

enum { OPEN_REPORTS_MAX = 5 }; // of one reporter

enum {
    // The audit log.
    MODERATION_ADD_ENTRY,    // NewEntry: the next entry
    MODERATION_INSERT_ENTRY, // AuditEntry: a step of MODERATION_ADD_ENTRY
    MODERATION_LAST_ENTRY,   // LastEntry
    MODERATION_ENTRIES_UP,   // EntriesWanted: AuditEntry, oldest first
    MODERATION_ENTRIES_DOWN, // EntriesWanted: AuditEntry, latest first
    MODERATION_ENTRIES_ALL,  // AuditEntry
    // Decisions.
    MODERATION_SET_ROLE,      // RoleChange
    MODERATION_DROP_ROLE,     // PersonArg
    MODERATION_FORGET_ROLE,   // PersonArg: the person is deleted
    MODERATION_RENAME,        // Renaming
    MODERATION_ADD_SANCTION,  // NewSanction
    MODERATION_LIFT_SANCTION, // SanctionKey: lifted by the last entry
    MODERATION_SEE_SANCTION,  // SanctionSeen
    MODERATION_SANCTIONS_OF,  // PersonArg: Sanction
    // Reports.
    MODERATION_ADD_REPORT,    // NewReport; a conflict if the reporter has OPEN_REPORTS_MAX open
                              // ones, or one about the same person and game
    MODERATION_TAKE_REPORT,   // ReportTaken; a conflict if another moderator has taken it
    MODERATION_CLOSE_REPORT,  // ReportClosed
    MODERATION_REPORT,        // ReportWanted: ReportState
    MODERATION_REPORTS_ABOUT, // ReportsWanted (of a person): Report, latest first
    MODERATION_REPORTS_OPEN,  // ReportsWanted (after a number): Report
    MODERATION_REPORTS_BY,    // PersonArg: OwnReport, the open ones
    MODERATION_OPS,
};
extern const StoreOp MODERATION_OP[MODERATION_OPS];

// --- the audit log -------------------------------------------------------------------------------

typedef struct NewEntry {
    i64 at_ms;
    i64 actor;   // 0: on the server's machine
    i64 subject; // a person, or 0
    i64 game;    // or 0
    Text kind, reason, detail;
} NewEntry;
// Its hash covers the hash of the entry before and all its fields.
typedef struct AuditEntry {
    i64 number; // 1, 2 ...
    i64 at_ms, actor, subject, game;
    Text kind, reason, detail;
    SecretHash previous, hash;
} AuditEntry;
typedef struct LastEntry {
    i64 number; // 0: there is none
    SecretHash hash;
} LastEntry;
typedef struct EntriesWanted {
    i64 from;    // numbers above this one; or below it, latest first
    i64 subject; // or 0
    i64 limit;
} EntriesWanted;

LastEntry audit_last(Store *reading);
// Follows the chain from its beginning. False, with the reason, at the first entry that is missing
// or was changed; `*last` is the last sound one.
bool audit_check(Store *reading, LastEntry *last, Fault *why);

// --- decisions -----------------------------------------------------------------------------------

typedef struct RoleChange {
    i64 person;
    Role role; // not ROLE_PLAYER
} RoleChange;
typedef struct Renaming {
    i64 person; // an account
    char name[PERSON_NAME_MAX], key[PERSON_NAME_MAX];
} Renaming;
typedef struct NewSanction {
    i64 person;
    SanctionKind kind;
    Text reason;
    i64 at_ms;
    i64 until_ms; // the end of a suspension, or 0 if permanent
} NewSanction;
typedef struct SanctionKey {
    i64 entry, person;
} SanctionKey;
typedef struct SanctionSeen {
    i64 entry, person, seen_ms;
} SanctionSeen;
typedef struct Sanction {
    i64 entry;
    SanctionKind kind;
    Text reason;
    i64 at, until;
    bool lifted, seen;
} Sanction;
extern const Shape SANCTION;

// --- reports -------------------------------------------------------------------------------------

typedef struct NewReport {
    i64 reporter, person;
    i64 game; // or 0
    Text reason, text, context;
    i64 at_ms;
} NewReport;
typedef struct ReportTaken {
    i64 number, taken_by, taken_ms;
} ReportTaken;
typedef struct ReportClosed {
    i64 number, closed_ms;
} ReportClosed;
typedef struct ReportWanted {
    i64 number;
} ReportWanted;
typedef struct ReportState {
    i64 number, person, taken_by, closed_ms;
} ReportState;
typedef struct ReportsWanted {
    i64 of; // a person, or the number before
    i64 limit;
} ReportsWanted;
typedef struct Report {
    i64 number, reporter, person, game;
    Text reason, text, context;
    i64 at, taken;
    i64 entry; // of the audit log, with the decision
} Report;
extern const Shape REPORT;

#endif
