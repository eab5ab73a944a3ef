// SPDX-License-Identifier: MIT
// Moderation: its writes. As in write.c, every statement says itself under which conditions
// it applies.
#include "store/query/query.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

typedef enum ModerateQuery {
    LAST_ENTRY,
    ADD_ENTRY,
    SET_ROLE,
    DROP_ROLE,
    ADD_SANCTION,
    LIFT_SANCTION,
    SEE_SANCTION,
    RENAME,
    ADD_REPORT,
    TAKE_REPORT,
    CLOSE_REPORT,
    FORGET_ROLE,
    QUERIES
} ModerateQuery;
#define HERE(person) "EXISTS (SELECT 1 FROM person WHERE id = " person " AND gone_ms = 0)"
#define LATEST       "(SELECT max(number) FROM audit)"
const char *const SQL_MODERATE[QUERIES + 1] = {
    [LAST_ENTRY] = "SELECT number, hash FROM audit ORDER BY number DESC LIMIT 1",
    [ADD_ENTRY] = "INSERT INTO audit (number, at_ms, actor, subject, game, kind, reason, detail,"
                  " previous, hash) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
    [SET_ROLE] = "INSERT INTO role (person, role) SELECT ?1, ?2 WHERE " HERE(
        "?1") " ON CONFLICT (person) DO UPDATE SET role = excluded.role",
    [DROP_ROLE] = "DELETE FROM role WHERE person = ?1",
    [ADD_SANCTION] = "INSERT INTO sanction (entry, person, kind, reason, at_ms, until_ms)"
                     " SELECT " LATEST ", ?1, ?2, ?3, ?4, ?5 WHERE " HERE("?1"),
    [LIFT_SANCTION] =
        "UPDATE sanction SET lifted = " LATEST " WHERE entry = ?1 AND person = ?2 AND lifted = 0",
    [SEE_SANCTION] = "UPDATE sanction SET seen_ms = ?3"
                     " WHERE entry = ?1 AND person = ?2 AND seen_ms = 0",
    [RENAME] = "UPDATE person SET name = ?2, key = ?3 WHERE id = ?1 AND gone_ms = 0"
               " AND key IS NOT NULL",
    [ADD_REPORT] = "INSERT INTO report (reporter, person, game, reason, text, context, at_ms)"
                   " SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 WHERE " HERE("?1") " AND " HERE(
                       "?2") " AND (SELECT count(*) FROM report WHERE reporter = ?1 AND closed_ms"
                             " = 0) < ?8 AND NOT EXISTS (SELECT 1 FROM report WHERE reporter = ?1"
                             " AND person = ?2 AND game = ?3 AND closed_ms = 0)",
    [TAKE_REPORT] = "UPDATE report SET taken_by = ?2, taken_ms = ?3 WHERE number = ?1"
                    " AND closed_ms = 0 AND (taken_by IN (0, ?2) OR ?2 = 0)",
    [CLOSE_REPORT] =
        "UPDATE report SET closed_ms = ?2, entry = " LATEST " WHERE number = ?1 AND closed_ms = 0",
    [FORGET_ROLE] = "DELETE FROM role WHERE person = ?1",
};
_Static_assert((int)QUERIES <= (int)STATEMENTS_MAX, "space for the statements");

static StoreStatus change_any(SqlConnection *c, ModerateQuery query)
{
    return sql_change(c->moderate[query], false);
}

static StoreStatus change_one(SqlConnection *c, ModerateQuery query)
{
    return sql_change(c->moderate[query], true);
}

// --- the audit log -------------------------------------------------------------------------------

static void hash_text(crypto_hash_sha256_state *state, Text text)
{
    char length[24];
    int written = snprintf(length, sizeof length, "%zu:", text.length);
    crypto_hash_sha256_update(state, (const u8 *)length, (unsigned long long)written);
    crypto_hash_sha256_update(state, (const u8 *)(text.length ? text.at : ""), text.length);
}

SecretHash store_audit_hash(const SecretHash *previous, const StoredAudit *entry)
{
    crypto_hash_sha256_state state;
    SecretHash hash;
    char numbers[128];
    snprintf(numbers, sizeof numbers, "%lld %lld %lld %lld %lld", (long long)entry->number,
             (long long)entry->at_ms, (long long)entry->actor, (long long)entry->subject,
             (long long)entry->game);
    crypto_hash_sha256_init(&state);
    crypto_hash_sha256_update(&state, previous->bytes, SECRET_BYTES);
    hash_text(&state, text_of(numbers));
    hash_text(&state, entry->kind);
    hash_text(&state, entry->reason);
    hash_text(&state, entry->detail);
    crypto_hash_sha256_final(&state, hash.bytes);
    return hash;
}

static StoreStatus add_entry(SqlConnection *c, const StoredAudit *entry)
{
    StoredAudit next = *entry;
    SecretHash previous = { 0 };
    if (sql_lock(c, LOCK_AUDIT) != STORED) return STORE_FAILED;
    SqlStatement *s = c->moderate[LAST_ENTRY];
    int result = sql_step(s);
    next.number = 1;
    if (result == SQL_ROW && sql_column_bytes(s, 1) == SECRET_BYTES) {
        next.number = sql_column_i64(s, 0) + 1;
        memcpy(previous.bytes, sql_column_blob(s, 1), SECRET_BYTES);
    }
    sql_reset(s);
    if (result != SQL_ROW && result != SQL_DONE) return STORE_FAILED;
    next.hash = store_audit_hash(&previous, &next);
    s = c->moderate[ADD_ENTRY];
    sql_bind_i64(s, 1, next.number);
    sql_bind_i64(s, 2, next.at_ms);
    sql_bind_i64(s, 3, next.actor);
    sql_bind_i64(s, 4, next.subject);
    sql_bind_i64(s, 5, next.game);
    bind_text(s, 6, next.kind);
    bind_text(s, 7, next.reason);
    bind_text(s, 8, next.detail);
    bind_hash(s, 9, &previous);
    bind_hash(s, 10, &next.hash);
    return change_one(c, ADD_ENTRY);
}

// --- what follows from an entry ------------------------------------------------------------------

static StoreStatus set_role(SqlConnection *c, i64 person, Role role)
{
    ModerateQuery query = role == ROLE_PLAYER ? DROP_ROLE : SET_ROLE;
    sql_bind_i64(c->moderate[query], 1, person);
    if (role != ROLE_PLAYER) sql_bind_i64(c->moderate[query], 2, (int)role);
    return change_one(c, query);
}

static StoreStatus add_sanction(SqlConnection *c, const StoredSanction *sanction)
{
    SqlStatement *s = c->moderate[ADD_SANCTION];
    sql_bind_i64(s, 1, sanction->person);
    sql_bind_i64(s, 2, (int)sanction->kind);
    bind_text(s, 3, sanction->reason);
    sql_bind_i64(s, 4, sanction->at_ms);
    sql_bind_i64(s, 5, sanction->until_ms);
    return change_one(c, ADD_SANCTION);
}

static StoreStatus change_sanction(SqlConnection *c, const StoredSanction *sanction,
                                   ModerateQuery query)
{
    SqlStatement *s = c->moderate[query];
    sql_bind_i64(s, 1, sanction->entry);
    sql_bind_i64(s, 2, sanction->person);
    if (query == SEE_SANCTION) sql_bind_i64(s, 3, sanction->seen_ms);
    return change_one(c, query);
}

static StoreStatus rename_person(SqlConnection *c, const PersonWrite *person)
{
    if (!person->key.length || person->name.length >= PERSON_NAME_MAX) return STORE_CONFLICT;
    SqlStatement *s = c->moderate[RENAME];
    sql_bind_i64(s, 1, person->id);
    bind_text(s, 2, person->name);
    bind_text(s, 3, person->key);
    return change_one(c, RENAME);
}

// --- reports -------------------------------------------------------------------------------------

static StoreStatus add_report(SqlConnection *c, const StoredReport *report)
{
    SqlStatement *s = c->moderate[ADD_REPORT];
    sql_bind_i64(s, 1, report->reporter);
    sql_bind_i64(s, 2, report->person);
    sql_bind_i64(s, 3, report->game);
    bind_text(s, 4, report->reason);
    bind_text(s, 5, report->text);
    bind_text(s, 6, report->context);
    sql_bind_i64(s, 7, report->at_ms);
    sql_bind_i64(s, 8, OPEN_REPORTS_MAX);
    return change_one(c, ADD_REPORT);
}

static StoreStatus take_report(SqlConnection *c, const StoredReport *report)
{
    SqlStatement *s = c->moderate[TAKE_REPORT];
    sql_bind_i64(s, 1, report->number);
    sql_bind_i64(s, 2, report->taken_by);
    sql_bind_i64(s, 3, report->taken_ms);
    return change_one(c, TAKE_REPORT);
}

static StoreStatus close_report(SqlConnection *c, const StoredReport *report)
{
    SqlStatement *s = c->moderate[CLOSE_REPORT];
    sql_bind_i64(s, 1, report->number);
    sql_bind_i64(s, 2, report->closed_ms);
    return change_one(c, CLOSE_REPORT);
}

StoreStatus query_forget_role(SqlConnection *c, i64 person)
{
    sql_bind_i64(c->moderate[FORGET_ROLE], 1, person);
    return change_any(c, FORGET_ROLE);
}

StoreStatus query_moderate(SqlConnection *c, const StoreWrite *write)
{
    switch (write->kind) {
    case WRITE_AUDIT: return add_entry(c, &write->audit);
    case WRITE_ROLE: return set_role(c, write->role.person, write->role.role);
    case WRITE_SANCTION: return add_sanction(c, &write->sanction);
    case WRITE_SANCTION_GONE: return change_sanction(c, &write->sanction, LIFT_SANCTION);
    case WRITE_SANCTION_SEEN: return change_sanction(c, &write->sanction, SEE_SANCTION);
    case WRITE_RENAME: return rename_person(c, &write->person);
    case WRITE_REPORT: return add_report(c, &write->report);
    case WRITE_REPORT_TAKEN: return take_report(c, &write->report);
    case WRITE_REPORT_CLOSED: return close_report(c, &write->report);
    default: return STORE_FAILED;
    }
}
