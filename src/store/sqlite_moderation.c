// SPDX-License-Identifier: MIT
// Moderation: reading roles, ties, sanctions, reports and the audit log.
#include "store/sqlite.h"

#include <string.h>

typedef enum ModerationQuery {
    ALL_ROLES,
    TIES_OF,
    ALL_TIES,
    FOLLOWERS,
    SANCTIONS_OF,
    SANCTIONS_NOW,
    REPORT_BY_NUMBER,
    REPORTS_ABOUT,
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
const char *const SQLITE_MODERATION[QUERIES + 1] = {
    [ALL_ROLES] = "SELECT person, role FROM role ORDER BY person",
    [TIES_OF] = "SELECT person, kind, other, at_ms FROM tie WHERE person = ?1 ORDER BY kind, at_ms",
    [ALL_TIES] = "/* long */ SELECT person, kind, other, at_ms FROM tie"
                 " ORDER BY person, kind, other",
    [FOLLOWERS] = "SELECT person, kind, other, at_ms FROM tie WHERE other = ?1 AND kind = 0",
    [SANCTIONS_OF] = SANCTION "person = ?1 ORDER BY entry",
    [SANCTIONS_NOW] = SANCTION "lifted = 0 AND kind IN (1, 2) ORDER BY entry",
    [REPORT_BY_NUMBER] = REPORT "number = ?1",
    [REPORTS_ABOUT] = REPORT "person = ?1 ORDER BY number DESC LIMIT ?2",
    [REPORTS_OPEN] = REPORT "closed_ms = 0 AND number > ?1 ORDER BY number LIMIT ?2",
    [AUDIT_UP] = ENTRY " WHERE number > ?1 AND (?2 = 0 OR subject = ?2) ORDER BY number LIMIT ?3",
    [AUDIT_DOWN] =
        ENTRY " WHERE number < ?1 AND (?2 = 0 OR subject = ?2) ORDER BY number DESC LIMIT ?3",
    [AUDIT_LAST] = "SELECT coalesce(max(number), 0) FROM audit",
};
_Static_assert((int)TIE_FOLLOW == 0 && (int)SANCTION_SUSPENSION == 1 && (int)SANCTION_BAN == 2,
               "numbers in statements");
_Static_assert((int)QUERIES <= (int)STATEMENTS_MAX, "space for the statements");

static sqlite3_stmt *statement(void *connection, ModerationQuery query)
{
    return ((SqliteConnection *)connection)->moderation[query];
}

bool sqlite_roles(void *connection, SeeRole *see, void *context)
{
    sqlite3_stmt *row = statement(connection, ALL_ROLES);
    int result;
    while ((result = sqlite3_step(row)) == SQLITE_ROW)
        if (!see(context, sqlite3_column_int64(row, 0), (Role)sqlite3_column_int(row, 1))) break;
    return finish(row, result);
}

bool sqlite_ties(void *connection, i64 person, bool followers, SeeTie *see, void *context)
{
    sqlite3_stmt *row = statement(connection, followers ? FOLLOWERS : person ? TIES_OF : ALL_TIES);
    if (person) sqlite3_bind_int64(row, 1, person);
    int result;
    while ((result = sqlite3_step(row)) == SQLITE_ROW) {
        const StoredTie tie = {
            .person = sqlite3_column_int64(row, 0),
            .kind = (TieKind)sqlite3_column_int(row, 1),
            .other = sqlite3_column_int64(row, 2),
            .at_ms = sqlite3_column_int64(row, 3),
        };
        if (!see(context, &tie)) break;
    }
    return finish(row, result);
}

bool sqlite_sanctions(void *connection, i64 person, SeeSanction *see, void *context)
{
    sqlite3_stmt *row = statement(connection, person ? SANCTIONS_OF : SANCTIONS_NOW);
    if (person) sqlite3_bind_int64(row, 1, person);
    int result;
    while ((result = sqlite3_step(row)) == SQLITE_ROW) {
        const StoredSanction sanction = {
            .entry = sqlite3_column_int64(row, 0),
            .person = sqlite3_column_int64(row, 1),
            .kind = (SanctionKind)sqlite3_column_int(row, 2),
            .reason = column_text(row, 3),
            .at_ms = sqlite3_column_int64(row, 4),
            .until_ms = sqlite3_column_int64(row, 5),
            .lifted = sqlite3_column_int64(row, 6),
            .seen_ms = sqlite3_column_int64(row, 7),
        };
        if (!see(context, &sanction)) break;
    }
    return finish(row, result);
}

bool sqlite_reports(void *connection, const ReportFilter *filter, SeeReport *see, void *context)
{
    ModerationQuery query = filter->number   ? REPORT_BY_NUMBER
                            : filter->person ? REPORTS_ABOUT
                                             : REPORTS_OPEN;
    sqlite3_stmt *row = statement(connection, query);
    sqlite3_bind_int64(row, 1,
                       filter->number   ? filter->number
                       : filter->person ? filter->person
                                        : filter->after);
    if (!filter->number) sqlite3_bind_int(row, 2, filter->limit);
    int result;
    while ((result = sqlite3_step(row)) == SQLITE_ROW) {
        const StoredReport report = {
            .number = sqlite3_column_int64(row, 0),
            .reporter = sqlite3_column_int64(row, 1),
            .person = sqlite3_column_int64(row, 2),
            .game = sqlite3_column_int64(row, 3),
            .reason = column_text(row, 4),
            .text = column_text(row, 5),
            .context = column_text(row, 6),
            .at_ms = sqlite3_column_int64(row, 7),
            .taken_by = sqlite3_column_int64(row, 8),
            .taken_ms = sqlite3_column_int64(row, 9),
            .closed_ms = sqlite3_column_int64(row, 10),
            .entry = sqlite3_column_int64(row, 11),
        };
        if (!see(context, &report)) break;
    }
    return finish(row, result);
}

// --- the audit log -------------------------------------------------------------------------------

static bool read_hash(sqlite3_stmt *row, int i, SecretHash *hash)
{
    *hash = (SecretHash){ 0 };
    if (sqlite3_column_bytes(row, i) != SECRET_BYTES) return false;
    memcpy(hash->bytes, sqlite3_column_blob(row, i), SECRET_BYTES);
    return true;
}

static StoredAudit read_entry(sqlite3_stmt *row)
{
    StoredAudit entry = {
        .number = sqlite3_column_int64(row, 0),
        .at_ms = sqlite3_column_int64(row, 1),
        .actor = sqlite3_column_int64(row, 2),
        .subject = sqlite3_column_int64(row, 3),
        .game = sqlite3_column_int64(row, 4),
        .kind = column_text(row, 5),
        .reason = column_text(row, 6),
        .detail = column_text(row, 7),
    };
    read_hash(row, 8, &entry.hash);
    return entry;
}

bool sqlite_audit(void *connection, const AuditFilter *filter, SeeAudit *see, void *context)
{
    sqlite3_stmt *row = statement(connection, filter->before ? AUDIT_DOWN : AUDIT_UP);
    sqlite3_bind_int64(row, 1, filter->before ? filter->before : filter->after);
    sqlite3_bind_int64(row, 2, filter->subject);
    sqlite3_bind_int(row, 3, filter->limit);
    int result;
    while ((result = sqlite3_step(row)) == SQLITE_ROW) {
        const StoredAudit entry = read_entry(row);
        if (!see(context, &entry)) break;
    }
    return finish(row, result);
}

i64 sqlite_audit_last(void *connection)
{
    sqlite3_stmt *row = statement(connection, AUDIT_LAST);
    i64 last = sqlite3_step(row) == SQLITE_ROW ? sqlite3_column_int64(row, 0) : 0;
    sqlite3_reset(row);
    return last;
}

bool sqlite_audit_check(void *connection, i64 *entries, SecretHash *last, Fault *why)
{
    sqlite3_stmt *row = statement(connection, AUDIT_UP);
    *entries = 0;
    *last = (SecretHash){ 0 };
    sqlite3_bind_int64(row, 1, 0);
    sqlite3_bind_int64(row, 2, 0);
    sqlite3_bind_int64(row, 3, INT64_MAX);
    int result;
    bool sound = true;
    while (sound && (result = sqlite3_step(row)) == SQLITE_ROW) {
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
    bool read = sound ? finish(row, result) : finish(row, SQLITE_DONE);
    if (sound && !read) fault(why, MALFORMED, "cannot read the audit log");
    return sound && read;
}
