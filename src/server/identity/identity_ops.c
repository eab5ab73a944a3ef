// SPDX-License-Identifier: MIT
#include "server/identity/identity_ops.h"

#include "server/identity/ties.h"

// --- arguments and rows --------------------------------------------------------------------------

static const char *const TRACE_WORDS[] = {
    [TRACE_ADDRESS] = "address", [TRACE_DEVICE] = "device", NULL
};
static const Shape NEW_FACTOR =
    SHAPE(NewFactor, FIELD(NewFactor, person), FIELD(NewFactor, secret));
static const Shape CONFIRMED =
    SHAPE(FactorConfirmed, FIELD(FactorConfirmed, person), FIELD(FactorConfirmed, since_ms),
          FIELD(FactorConfirmed, step));
static const Shape STEP = SHAPE(FactorStep, FIELD(FactorStep, person), FIELD(FactorStep, step));
static const Shape FACTOR = SHAPE(Factor, FIELD(Factor, secret), FIELD(Factor, since_ms),
                                  FIELD(Factor, step), FIELD(Factor, recovery));
static const Shape RECOVERY =
    SHAPE(RecoveryCode, FIELD(RecoveryCode, person), FIELD(RecoveryCode, hash));
static const Shape KEPT = SHAPE(KeptName, FIELD(KeptName, hash), FIELD(KeptName, at_ms));
static const Shape TRACE =
    SHAPE(Trace, FIELD(Trace, person), FIELD(Trace, kind), FIELD(Trace, key), FIELD(Trace, at_ms));
static const Shape LIMIT =
    SHAPE(TraceLimit, FIELD(TraceLimit, person), FIELD(TraceLimit, before_ms));
static const Shape SEEN =
    SHAPE(TraceSeen, FIELD(TraceSeen, kind, .as = AS_WORD, .words = TRACE_WORDS),
          FIELD(TraceSeen, at_ms, .key = "at", .as = AS_TIME));

typedef struct TraceKey {
    i64 person;
    TraceKind kind;
    i64 key;
} TraceKey;
static const Shape TRACE_KEY =
    SHAPE(TraceKey, FIELD(TraceKey, person), FIELD(TraceKey, kind), FIELD(TraceKey, key));

typedef struct TwoSince {
    i64 person, other, since_ms;
} TwoSince;
static const Shape TWO_SINCE =
    SHAPE(TwoSince, FIELD(TwoSince, person), FIELD(TwoSince, other), FIELD(TwoSince, since_ms));

// --- operations ----------------------------------------------------------------------------------

#define HERE(person) "EXISTS (SELECT 1 FROM person WHERE id = " person " AND gone_ms = 0)"
static const Shape PERSON_ROLE =
    SHAPE(PersonRole, FIELD(PersonRole, person), FIELD(PersonRole, role));

static const Shape BAR = SHAPE(Bar, FIELD(Bar, person), FIELD(Bar, entry), FIELD(Bar, kind),
                               FIELD(Bar, at_ms), FIELD(Bar, until_ms), FIELD(Bar, reason));

const StoreOp IDENTITY_OPS[IDENTITY_OPS_COUNT] = {
    [IDENTITY_FOLLOWS] = { .name = "identity.follows",
                           .does = OP_READS,
                           .args = &TIE_ENDS,
                           .row = &TIE_ENDS,
                           .sql = "SELECT person, other FROM tie"
                                  " WHERE person = $1 AND kind = 0 AND other = $2" },
    [IDENTITY_BLOCKS] = { .name = "identity.blocks",
                          .does = OP_READS_LONG,
                          .row = &TIE_ENDS,
                          .sql = "SELECT person, other FROM tie WHERE kind = 1"
                                 " ORDER BY person, other" },

    [IDENTITY_ADD_FACTOR] = { .name = "identity.add_factor",
                              .does = OP_CHANGES_ONE,
                              .args = &NEW_FACTOR,
                              .sql = "INSERT INTO factor (person, secret) SELECT $1, $2"
                                     " WHERE " HERE("$1") " ON CONFLICT (person) DO UPDATE"
                                                          " SET secret = excluded.secret, step = 0"
                                                          " WHERE factor.since_ms = 0" },
    [IDENTITY_CONFIRM_FACTOR] = { .name = "identity.confirm_factor",
                                  .does = OP_CHANGES_ONE,
                                  .args = &CONFIRMED,
                                  .sql = "UPDATE factor SET since_ms = $2, step = $3"
                                         " WHERE person = $1 AND since_ms = 0" },
    [IDENTITY_USE_FACTOR] = { .name = "identity.use_factor",
                              .does = OP_CHANGES_ONE,
                              .args = &STEP,
                              .sql = "UPDATE factor SET step = $2"
                                     " WHERE person = $1 AND step < $2 AND since_ms > 0" },
    [IDENTITY_END_FACTOR] = { .name = "identity.end_factor",
                              .does = OP_CHANGES_ANY,
                              .args = &PERSON_ARG,
                              .sql = "DELETE FROM factor WHERE person = $1" },
    [IDENTITY_FACTOR] = { .name = "identity.factor",
                          .does = OP_READS,
                          .args = &PERSON_ARG,
                          .row = &FACTOR,
                          .sql = "SELECT secret, since_ms, step, (SELECT count(*) FROM recovery"
                                 "  WHERE recovery.person = factor.person)"
                                 " FROM factor WHERE person = $1 AND length(secret) = 20" },
    [IDENTITY_ADD_RECOVERY] = { .name = "identity.add_recovery",
                                .does = OP_CHANGES_ONE,
                                .args = &RECOVERY,
                                .sql = "INSERT INTO recovery (person, hash) VALUES ($1, $2)" },
    [IDENTITY_USE_RECOVERY] = { .name = "identity.use_recovery",
                                .does = OP_CHANGES_ONE,
                                .args = &RECOVERY,
                                .sql = "DELETE FROM recovery WHERE person = $1 AND hash = $2" },
    [IDENTITY_END_RECOVERIES] = { .name = "identity.end_recoveries",
                                  .does = OP_CHANGES_ANY,
                                  .args = &PERSON_ARG,
                                  .sql = "DELETE FROM recovery WHERE person = $1" },

    [IDENTITY_KEEP_NAME] = { .name = "identity.keep_name",
                             .does = OP_CHANGES_ONE,
                             .args = &KEPT,
                             .sql = "INSERT INTO kept_name (hash, until_ms) VALUES ($1, $2)"
                                    " ON CONFLICT (hash) DO UPDATE"
                                    " SET until_ms = excluded.until_ms" },
    [IDENTITY_IF_NAME_FREE] = { .name = "identity.if_name_free",
                                .does = OP_REQUIRES,
                                .args = &KEPT,
                                .sql = "SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM kept_name"
                                       " WHERE hash = $1 AND until_ms > $2)" },

    [IDENTITY_EXPIRE_NAMES] = { .name = "identity.expire_names",
                                .does = OP_CHANGES_ANY,
                                .args = &PRUNE_ARG,
                                .sql = "DELETE FROM kept_name WHERE until_ms < $1" },

    [IDENTITY_ADD_TRACE] = { .name = "identity.add_trace",
                             .does = OP_CHANGES_ONE,
                             .args = &TRACE,
                             .sql = "INSERT INTO trace (person, kind, key, at_ms)"
                                    " VALUES ($1, $2, $3, $4) ON CONFLICT (person, kind, key)"
                                    " DO UPDATE SET at_ms = excluded.at_ms" },
    [IDENTITY_EXPIRE_TRACES] = { .name = "identity.expire_traces",
                                 .does = OP_CHANGES_ANY,
                                 .args = &LIMIT,
                                 .sql = "DELETE FROM trace WHERE person = $1 AND at_ms < $2" },
    [IDENTITY_TRACES] = { .name = "identity.traces",
                          .does = OP_READS,
                          .args = &PERSON_ARG,
                          .row = &SEEN,
                          .sql = "SELECT kind, at_ms FROM trace WHERE person = $1"
                                 " ORDER BY kind, at_ms DESC" },
    [IDENTITY_HAS_TRACE] = { .name = "identity.has_trace",
                             .does = OP_READS,
                             .args = &TRACE_KEY,
                             .row = &PERSON_ARG,
                             .sql = "SELECT person FROM trace"
                                    " WHERE person = $1 AND kind = $2 AND key = $3" },
    [IDENTITY_SHARE_TRACE] = { .name = "identity.share_trace",
                               .does = OP_READS,
                               .args = &TWO_SINCE,
                               .row = &PERSON_ARG,
                               .sql = "SELECT mine.person FROM trace AS mine"
                                      " JOIN trace AS other ON other.person = $2"
                                      " AND other.kind = mine.kind AND other.key = mine.key"
                                      " AND other.at_ms > $3"
                                      " WHERE mine.person = $1 AND mine.at_ms > $3 LIMIT 1" },
    [IDENTITY_FORGET_TRACES] = { .name = "identity.forget_traces",
                                 .does = OP_CHANGES_ANY,
                                 .args = &PERSON_ARG,
                                 .sql = "DELETE FROM trace WHERE person = $1" },
    [IDENTITY_ROLES] = { .name = "identity.roles",
                         .does = OP_READS_LONG,
                         .row = &PERSON_ROLE,
                         .sql = "SELECT person, role FROM role ORDER BY person" },
    [IDENTITY_ROLE] = { .name = "identity.role",
                        .does = OP_READS,
                        .args = &PERSON_ARG,
                        .row = &PERSON_ROLE,
                        .sql = "SELECT person, role FROM role WHERE person = $1" },
    [IDENTITY_BARS] = { .name = "identity.bars",
                        .does = OP_READS_LONG,
                        .row = &BAR,
                        .sql = "SELECT person, entry, kind, at_ms, until_ms, reason FROM sanction"
                               " WHERE lifted = 0 AND kind IN (1, 2) ORDER BY entry" },
};
_Static_assert((int)SANCTION_SUSPENSION == 1 && (int)SANCTION_BAN == 2, "numbers in statements");
_Static_assert((int)TIE_FOLLOW == 0 && (int)TIE_BLOCK == 1 && (int)FACTOR_BYTES == 20,
               "numbers in statements");

bool trace_known(Store *reading, i64 person, TraceKind kind, i64 key)
{
    const TraceKey trace = { person, kind, key };
    PersonArg found;
    return store_find(reading, &IDENTITY_OPS[IDENTITY_HAS_TRACE], &trace, &found);
}

bool trace_shared(Store *reading, i64 person, i64 other, i64 since_ms)
{
    const TwoSince two = { person, other, since_ms };
    PersonArg found;
    return store_find(reading, &IDENTITY_OPS[IDENTITY_SHARE_TRACE], &two, &found);
}
