// SPDX-License-Identifier: MIT
// Moderation: reading roles, sanctions, reports and the audit log.
#include "store/query/query.h"

#include <string.h>

typedef enum ModerationQuery {
    ALL_ROLES,
    SANCTIONS_OF,
    SANCTIONS_NOW,
    REPORT_BY_NUMBER,
    REPORTS_ABOUT,
    REPORTS_BY,
    REPORTS_OPEN,
    AUDIT_UP,
    AUDIT_DOWN,
    AUDIT_LAST,
    QUERIES
} ModerationQuery;
#define SANCTION                                                                                   \
    "SELECT entry, person, kind, reason, at_ms, until_ms, lifted, seen_ms FROM sanction WHERE "
#define REPORT                                                                                     \
    "SELECT number, reporter, person, game, reason, text, context, at_ms, taken_by, taken_ms,"     \
    " closed_ms, entry FROM report WHERE "
#define ENTRY                                                                                      \
    "SELECT number, at_ms, actor, subject, game, kind, reason, detail, hash, previous FROM audit"
const char *const SQL_MODERATION[QUERIES + 1] = {
    [ALL_ROLES] = "SELECT person, role FROM role ORDER BY person",
    [SANCTIONS_OF] = SANCTION "person = ?1 ORDER BY entry",
    [SANCTIONS_NOW] = SANCTION "lifted = 0 AND kind IN (1, 2) ORDER BY entry",
    [REPORT_BY_NUMBER] = REPORT "number = ?1",
    [REPORTS_ABOUT] = REPORT "person = ?1 ORDER BY number DESC LIMIT ?2",
    [REPORTS_BY] = REPORT "closed_ms = 0 AND reporter = ?1 ORDER BY number LIMIT ?2",
    [REPORTS_OPEN] = REPORT "closed_ms = 0 AND number > ?1 ORDER BY number LIMIT ?2",
    [AUDIT_UP] = ENTRY " WHERE number > ?1 AND (?2 = 0 OR subject = ?2) ORDER BY number LIMIT ?3",
    [AUDIT_DOWN] =
        ENTRY " WHERE number < ?1 AND (?2 = 0 OR subject = ?2) ORDER BY number DESC LIMIT ?3",
    [AUDIT_LAST] = "SELECT coalesce(max(number), 0) FROM audit",
};
_Static_assert((int)SANCTION_SUSPENSION == 1 && (int)SANCTION_BAN == 2, "numbers in statements");
_Static_assert((int)QUERIES <= (int)STATEMENTS_MAX, "space for the statements");

static SqlStatement *statement(void *connection, ModerationQuery query)
{
    return ((SqlConnection *)connection)->moderation[query];
}

bool query_roles(void *connection, SeeRole *see, void *context)
{
    SqlStatement *row = statement(connection, ALL_ROLES);
    int result;
    while ((result = sql_step(row)) == SQL_ROW)
        if (!see(context, sql_column_i64(row, 0), (Role)sql_column_int(row, 1))) break;
    return finish(row, result);
}

bool query_sanctions(void *connection, i64 person, SeeSanction *see, void *context)
{
    SqlStatement *row = statement(connection, person ? SANCTIONS_OF : SANCTIONS_NOW);
    if (person) sql_bind_i64(row, 1, person);
    int result;
    while ((result = sql_step(row)) == SQL_ROW) {
        const StoredSanction sanction = {
            .entry = sql_column_i64(row, 0),
            .person = sql_column_i64(row, 1),
            .kind = (SanctionKind)sql_column_int(row, 2),
            .reason = column_text(row, 3),
            .at_ms = sql_column_i64(row, 4),
            .until_ms = sql_column_i64(row, 5),
            .lifted = sql_column_i64(row, 6),
            .seen_ms = sql_column_i64(row, 7),
        };
        if (!see(context, &sanction)) break;
    }
    return finish(row, result);
}

bool query_reports(void *connection, const ReportFilter *filter, SeeReport *see, void *context)
{
    ModerationQuery query = filter->number     ? REPORT_BY_NUMBER
                            : filter->person   ? REPORTS_ABOUT
                            : filter->reporter ? REPORTS_BY
                                               : REPORTS_OPEN;
    SqlStatement *row = statement(connection, query);
    sql_bind_i64(row, 1,
                 filter->number     ? filter->number
                 : filter->person   ? filter->person
                 : filter->reporter ? filter->reporter
                                    : filter->after);
    if (!filter->number) sql_bind_i64(row, 2, filter->limit);
    int result;
    while ((result = sql_step(row)) == SQL_ROW) {
        const StoredReport report = {
            .number = sql_column_i64(row, 0),
            .reporter = sql_column_i64(row, 1),
            .person = sql_column_i64(row, 2),
            .game = sql_column_i64(row, 3),
            .reason = column_text(row, 4),
            .text = column_text(row, 5),
            .context = column_text(row, 6),
            .at_ms = sql_column_i64(row, 7),
            .taken_by = sql_column_i64(row, 8),
            .taken_ms = sql_column_i64(row, 9),
            .closed_ms = sql_column_i64(row, 10),
            .entry = sql_column_i64(row, 11),
        };
        if (!see(context, &report)) break;
    }
    return finish(row, result);
}

// --- the audit log -------------------------------------------------------------------------------

static bool read_hash(SqlStatement *row, int i, SecretHash *hash)
{
    *hash = (SecretHash){ 0 };
    if (sql_column_bytes(row, i) != SECRET_BYTES) return false;
    memcpy(hash->bytes, sql_column_blob(row, i), SECRET_BYTES);
    return true;
}

static StoredAudit read_entry(SqlStatement *row)
{
    StoredAudit entry = {
        .number = sql_column_i64(row, 0),
        .at_ms = sql_column_i64(row, 1),
        .actor = sql_column_i64(row, 2),
        .subject = sql_column_i64(row, 3),
        .game = sql_column_i64(row, 4),
        .kind = column_text(row, 5),
        .reason = column_text(row, 6),
        .detail = column_text(row, 7),
    };
    read_hash(row, 8, &entry.hash);
    return entry;
}

bool query_audit(void *connection, const AuditFilter *filter, SeeAudit *see, void *context)
{
    SqlStatement *row = statement(connection, filter->before ? AUDIT_DOWN : AUDIT_UP);
    sql_bind_i64(row, 1, filter->before ? filter->before : filter->after);
    sql_bind_i64(row, 2, filter->subject);
    sql_bind_i64(row, 3, filter->limit);
    int result;
    while ((result = sql_step(row)) == SQL_ROW) {
        const StoredAudit entry = read_entry(row);
        if (!see(context, &entry)) break;
    }
    return finish(row, result);
}

i64 query_audit_last(void *connection)
{
    SqlStatement *row = statement(connection, AUDIT_LAST);
    i64 last = sql_step(row) == SQL_ROW ? sql_column_i64(row, 0) : 0;
    sql_reset(row);
    return last;
}

bool query_audit_check(void *connection, i64 *entries, SecretHash *last, Fault *why)
{
    SqlStatement *row = statement(connection, AUDIT_UP);
    *entries = 0;
    *last = (SecretHash){ 0 };
    sql_bind_i64(row, 1, 0);
    sql_bind_i64(row, 2, 0);
    sql_bind_i64(row, 3, INT64_MAX);
    int result;
    bool sound = true;
    while (sound && (result = sql_step(row)) == SQL_ROW) {
        const StoredAudit entry = read_entry(row);
        SecretHash previous, expected = store_audit_hash(last, &entry);
        sound = entry.number == *entries + 1 && read_hash(row, 9, &previous) &&
                !memcmp(&previous, last, sizeof previous) &&
                !memcmp(&expected, &entry.hash, sizeof expected);
        if (!sound) {
            fault(why, MALFORMED, "the audit log has been changed: entry %d is not what it was",
                  (int)(*entries + 1));
            break;
        }
        *entries = entry.number;
        *last = entry.hash;
    }
    bool read = sound ? finish(row, result) : finish(row, SQL_DONE);
    if (sound && !read) fault(why, MALFORMED, "cannot read the audit log");
    return sound && read;
}
