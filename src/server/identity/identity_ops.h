// SPDX-License-Identifier: MIT
// The stored part of identity: second factors, names that are reserved for a while, traces.
//
//     const StoreWrite write = store_op(&IDENTITY_OPS[IDENTITY_ADD_TRACE], &trace);
//     store_select(reading, &IDENTITY_OPS[IDENTITY_TRACES], &(PersonArg){ person }, see, context);
#ifndef MEYDAN_SERVER_IDENTITY_IDENTITY_OPS_H
#define MEYDAN_SERVER_IDENTITY_IDENTITY_OPS_H

#include "sql/op.h"

enum {
    IDENTITY_FOLLOWS, // ties.h
    IDENTITY_BLOCKS,
    IDENTITY_ADD_FACTOR,
    IDENTITY_CONFIRM_FACTOR,
    IDENTITY_USE_FACTOR,
    IDENTITY_END_FACTOR,
    IDENTITY_FACTOR,
    IDENTITY_ADD_RECOVERY,
    IDENTITY_USE_RECOVERY,
    IDENTITY_END_RECOVERIES,
    IDENTITY_KEEP_NAME,
    IDENTITY_IF_NAME_FREE,
    IDENTITY_EXPIRE_NAMES, // PruneArg
    IDENTITY_ADD_TRACE,
    IDENTITY_EXPIRE_TRACES,
    IDENTITY_TRACES,
    IDENTITY_HAS_TRACE,
    IDENTITY_SHARE_TRACE,
    IDENTITY_FORGET_TRACES,
    IDENTITY_ROLES, // access.h
    IDENTITY_ROLE,
    IDENTITY_BARS,
    IDENTITY_OPS_COUNT
};
extern const StoreOp IDENTITY_OPS[IDENTITY_OPS_COUNT];

// --- the second factor ---------------------------------------------------------------------------

// Codes by time (RFC 6238) from a secret, and recovery codes of which each is good for once.
enum { FACTOR_BYTES = 20, RECOVERY_CODES = 10 };

// IDENTITY_ADD_FACTOR: not confirmed yet. A conflict if there is one that is confirmed.
typedef struct NewFactor {
    i64 person;
    u8 secret[FACTOR_BYTES];
} NewFactor;

// IDENTITY_CONFIRM_FACTOR. A conflict if there is none to confirm.
typedef struct FactorConfirmed {
    i64 person, since_ms, step;
} FactorConfirmed;

// IDENTITY_USE_FACTOR. A conflict if that code or a later one was used before.
typedef struct FactorStep {
    i64 person, step;
} FactorStep;

// IDENTITY_FACTOR, a read of PersonArg. IDENTITY_END_FACTOR deletes it, but not the recovery codes.
typedef struct Factor {
    u8 secret[FACTOR_BYTES];
    i64 since_ms; // 0: it isn't confirmed, and signing in doesn't ask for it
    i64 step;     // of the last code that was used
    int recovery; // recovery codes that are left
} Factor;

// IDENTITY_ADD_RECOVERY; IDENTITY_USE_RECOVERY, a conflict if there is no such code.
// IDENTITY_END_RECOVERIES deletes all of a PersonArg.
typedef struct RecoveryCode {
    i64 person;
    SecretHash hash;
} RecoveryCode;

// --- names ---------------------------------------------------------------------------------------

#define NAME_KEPT_MS (90 * (i64)86400000) // the name of a deleted account
// IDENTITY_KEEP_NAME: no account can have that name until then. IDENTITY_IF_NAME_FREE, with the
// time that it is: a conflict while the name is kept.
typedef struct KeptName {
    SecretHash hash; // name_hash
    i64 at_ms;
} KeptName;

// --- traces --------------------------------------------------------------------------------------

// A trace is the hash of an address from which a person connected, or of the device cookie of a
// browser.
typedef enum TraceKind { TRACE_ADDRESS, TRACE_DEVICE } TraceKind;

// IDENTITY_ADD_TRACE; `at_ms` is the last time.
typedef struct Trace {
    i64 person;
    TraceKind kind;
    i64 key;
    i64 at_ms;
} Trace;

// IDENTITY_EXPIRE_TRACES deletes a person's traces last seen before `before_ms`.
typedef struct TraceLimit {
    i64 person, before_ms;
} TraceLimit;
#define TRACE_KEEP_MS (30 * (i64)86400000)

// IDENTITY_TRACES, a read of PersonArg: addresses first, then devices, the latest of each first.
typedef struct TraceSeen {
    TraceKind kind;
    i64 at_ms;
} TraceSeen;

// Whether the person was seen with that trace.
bool trace_known(Store *reading, i64 person, TraceKind kind, i64 key);
// Whether both persons were seen since then at one address or with one device.
bool trace_shared(Store *reading, i64 person, i64 other, i64 since_ms);

// --- roles and bars ------------------------------------------------------------------------------

typedef enum Role { ROLE_PLAYER, ROLE_MODERATOR, ROLE_OPERATOR, ROLES } Role;
typedef enum SanctionKind {
    SANCTION_WARNING,
    SANCTION_SUSPENSION,
    SANCTION_BAN,
    SANCTION_RENAMING,
    SANCTIONS,
} SanctionKind;

enum { REASON_SIZE = 512 }; // bytes with NUL, of what a moderator says

// A suspension or ban that was not lifted. IDENTITY_BARS reads all, in the order of their entries
// in the audit log.
typedef struct Bar {
    i64 person, entry;
    SanctionKind kind;   // suspension or ban
    i64 at_ms, until_ms; // 0: for good
    char reason[REASON_SIZE];
} Bar;

// IDENTITY_ROLE, a read of PersonArg; IDENTITY_ROLES reads all. A person without a row is a player.
typedef struct PersonRole {
    i64 person;
    Role role;
} PersonRole;

#endif
