// SPDX-License-Identifier: MIT
#include "server/features/moderation/moderation_ops.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

// --- shapes --------------------------------------------------------------------------------------

static const Shape NEW_ENTRY = SHAPE(
    NewEntry, FIELD(NewEntry, at_ms), FIELD(NewEntry, actor), FIELD(NewEntry, subject),
    FIELD(NewEntry, game), FIELD(NewEntry, kind), FIELD(NewEntry, reason), FIELD(NewEntry, detail));

static const Shape AUDIT_ENTRY =
    SHAPE(AuditEntry, FIELD(AuditEntry, number), FIELD(AuditEntry, at_ms), FIELD(AuditEntry, actor),
          FIELD(AuditEntry, subject), FIELD(AuditEntry, game), FIELD(AuditEntry, kind),
          FIELD(AuditEntry, reason), FIELD(AuditEntry, detail), FIELD(AuditEntry, previous),
          FIELD(AuditEntry, hash));

static const Shape LAST_ENTRY = SHAPE(LastEntry, FIELD(LastEntry, number), FIELD(LastEntry, hash));

static const Shape ENTRIES_WANTED =
    SHAPE(EntriesWanted, FIELD(EntriesWanted, from), FIELD(EntriesWanted, subject),
          FIELD(EntriesWanted, limit));

static const Shape ROLE_CHANGE =
    SHAPE(RoleChange, FIELD(RoleChange, person), FIELD(RoleChange, role));

static const Shape RENAMING =
    SHAPE(Renaming, FIELD(Renaming, person), FIELD(Renaming, name), FIELD(Renaming, key));

static const Shape NEW_SANCTION =
    SHAPE(NewSanction, FIELD(NewSanction, person), FIELD(NewSanction, kind),
          FIELD(NewSanction, reason), FIELD(NewSanction, at_ms), FIELD(NewSanction, until_ms));

static const Shape SANCTION_KEY =
    SHAPE(SanctionKey, FIELD(SanctionKey, entry), FIELD(SanctionKey, person));

static const Shape SANCTION_SEEN = SHAPE(SanctionSeen, FIELD(SanctionSeen, entry),
                                         FIELD(SanctionSeen, person), FIELD(SanctionSeen, seen_ms));

const Shape SANCTION = SHAPE(Sanction, FIELD(Sanction, entry),
                             FIELD(Sanction, kind, .as = AS_WORD, .words = SANCTION_NAMES),
                             FIELD(Sanction, reason), FIELD(Sanction, at, .as = AS_TIME),
                             FIELD(Sanction, until, .as = AS_TIME, .flags = FIELD_NULL),
                             FIELD(Sanction, lifted), FIELD(Sanction, seen));

static const Shape NEW_REPORT =
    SHAPE(NewReport, FIELD(NewReport, reporter), FIELD(NewReport, person), FIELD(NewReport, game),
          FIELD(NewReport, reason), FIELD(NewReport, text), FIELD(NewReport, context),
          FIELD(NewReport, at_ms));

static const Shape REPORT_TAKEN = SHAPE(ReportTaken, FIELD(ReportTaken, number),
                                        FIELD(ReportTaken, taken_by), FIELD(ReportTaken, taken_ms));

static const Shape REPORT_CLOSED =
    SHAPE(ReportClosed, FIELD(ReportClosed, number), FIELD(ReportClosed, closed_ms));

static const Shape REPORT_WANTED = SHAPE(ReportWanted, FIELD(ReportWanted, number));

static const Shape REPORT_STATE =
    SHAPE(ReportState, FIELD(ReportState, number), FIELD(ReportState, person),
          FIELD(ReportState, taken_by), FIELD(ReportState, closed_ms));

static const Shape REPORTS_WANTED =
    SHAPE(ReportsWanted, FIELD(ReportsWanted, of), FIELD(ReportsWanted, limit));

const Shape REPORT =
    SHAPE(Report, FIELD(Report, number), FIELD(Report, reporter, .as = AS_PERSON),
          FIELD(Report, person, .as = AS_PERSON), FIELD(Report, game, .as = AS_GAME),
          FIELD(Report, reason), FIELD(Report, text),
          FIELD(Report, context, .as = AS_JSON, .type = "unknown", .flags = FIELD_NULL,
                .says = "the game as it was when it was reported"),
          FIELD(Report, at, .as = AS_TIME),
          FIELD(Report, taken, .as = AS_PERSON, .says = "the moderator who decides it"),
          FIELD(Report, entry, .flags = FIELD_NULL));

// A row of the export.
typedef struct OwnReport {
    i64 person, game;
    Text reason, text;
    i64 at;
} OwnReport;
static const Shape OWN_REPORT = SHAPE(
    OwnReport, FIELD(OwnReport, person, .as = AS_PERSON), FIELD(OwnReport, game, .as = AS_GAME),
    FIELD(OwnReport, reason), FIELD(OwnReport, text), FIELD(OwnReport, at, .as = AS_TIME));

// --- operations ----------------------------------------------------------------------------------

static StoreStatus add_entry(SqlConnection *connection, const void *args);

#define HERE(person) "EXISTS (SELECT 1 FROM person WHERE id = " person " AND gone_ms = 0)"
#define LATEST       "(SELECT max(number) FROM audit)"
#define ENTRY                                                                                      \
    "SELECT number, at_ms, actor, subject, game, kind, reason, detail, previous, hash FROM audit"
#define REPORTS                                                                                    \
    "SELECT number, reporter, person, game, reason, text, context, at_ms, taken_by, entry"         \
    " FROM report WHERE "
const StoreOp MODERATION_OP[MODERATION_OPS] = {
    [MODERATION_ADD_ENTRY] = { .name = "moderation.add_entry",
                               .does = OP_RUNS,
                               .args = &NEW_ENTRY,
                               .run = add_entry },
    [MODERATION_INSERT_ENTRY] = { .name = "moderation.insert_entry",
                                  .does = OP_CHANGES_ONE,
                                  .args = &AUDIT_ENTRY,
                                  .sql = "INSERT INTO audit (number, at_ms, actor, subject, game,"
                                         " kind, reason, detail, previous, hash)"
                                         " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)" },
    [MODERATION_LAST_ENTRY] = { .name = "moderation.last_entry",
                                .does = OP_READS,
                                .row = &LAST_ENTRY,
                                .sql = "SELECT number, hash FROM audit"
                                       " ORDER BY number DESC LIMIT 1" },
    [MODERATION_ENTRIES_UP] = { .name = "moderation.entries_up",
                                .does = OP_READS,
                                .args = &ENTRIES_WANTED,
                                .row = &AUDIT_ENTRY,
                                .sql = ENTRY " WHERE number > $1 AND ($2 = 0 OR subject = $2)"
                                             " ORDER BY number LIMIT $3" },
    [MODERATION_ENTRIES_DOWN] = { .name = "moderation.entries_down",
                                  .does = OP_READS,
                                  .args = &ENTRIES_WANTED,
                                  .row = &AUDIT_ENTRY,
                                  .sql = ENTRY " WHERE number < $1 AND ($2 = 0 OR subject = $2)"
                                               " ORDER BY number DESC LIMIT $3" },
    [MODERATION_ENTRIES_ALL] = { .name = "moderation.entries_all",
                                 .does = OP_READS_LONG,
                                 .row = &AUDIT_ENTRY,
                                 .sql = ENTRY " ORDER BY number" },
    [MODERATION_SET_ROLE] = { .name = "moderation.set_role",
                              .does = OP_CHANGES_ONE,
                              .args = &ROLE_CHANGE,
                              .sql = "INSERT INTO role (person, role) SELECT $1, $2 WHERE " HERE(
                                  "$1") " ON CONFLICT (person) DO UPDATE SET role ="
                                        " excluded.role" },
    [MODERATION_DROP_ROLE] = { .name = "moderation.drop_role",
                               .does = OP_CHANGES_ONE,
                               .args = &PERSON_ARG,
                               .sql = "DELETE FROM role WHERE person = $1" },
    [MODERATION_FORGET_ROLE] = { .name = "moderation.forget_role",
                                 .does = OP_CHANGES_ANY,
                                 .args = &PERSON_ARG,
                                 .sql = "DELETE FROM role WHERE person = $1" },
    [MODERATION_RENAME] = { .name = "moderation.rename",
                            .does = OP_CHANGES_ONE,
                            .args = &RENAMING,
                            .forgets = FORGETS_PERSON,
                            .sql = "UPDATE person SET name = $2, key = $3 WHERE id = $1"
                                   " AND gone_ms = 0 AND key IS NOT NULL" },
    [MODERATION_ADD_SANCTION] = { .name = "moderation.add_sanction",
                                  .does = OP_CHANGES_ONE,
                                  .args = &NEW_SANCTION,
                                  .sql = "INSERT INTO sanction (entry, person, kind, reason, at_ms,"
                                         " until_ms) SELECT " LATEST
                                         ", $1, $2, $3, $4, $5 WHERE " HERE("$1") },
    [MODERATION_LIFT_SANCTION] = { .name = "moderation.lift_sanction",
                                   .does = OP_CHANGES_ONE,
                                   .args = &SANCTION_KEY,
                                   .sql = "UPDATE sanction SET lifted = " LATEST
                                          " WHERE entry = $1 AND person = $2 AND lifted = 0" },
    [MODERATION_SEE_SANCTION] = { .name = "moderation.see_sanction",
                                  .does = OP_CHANGES_ONE,
                                  .single = true,
                                  .args = &SANCTION_SEEN,
                                  .sql = "UPDATE sanction SET seen_ms = $3"
                                         " WHERE entry = $1 AND person = $2 AND seen_ms = 0" },
    [MODERATION_SANCTIONS_OF] = { .name = "moderation.sanctions_of",
                                  .does = OP_READS,
                                  .args = &PERSON_ARG,
                                  .row = &SANCTION,
                                  .sql = "SELECT entry, kind, reason, at_ms, until_ms,"
                                         " CASE WHEN lifted <> 0 THEN 1 ELSE 0 END,"
                                         " CASE WHEN seen_ms <> 0 THEN 1 ELSE 0 END"
                                         " FROM sanction WHERE person = $1 ORDER BY entry" },
    [MODERATION_ADD_REPORT] = { .name = "moderation.add_report",
                                .does = OP_CHANGES_ONE,
                                .args = &NEW_REPORT,
                                .sql = "INSERT INTO report (reporter, person, game, reason, text,"
                                       " context, at_ms) SELECT $1, $2, $3, $4, $5, $6, $7"
                                       " WHERE " HERE("$1") " AND " HERE(
                                           "$2") " AND (SELECT count(*) FROM report WHERE"
                                                 " reporter = $1 AND closed_ms = 0) < 5"
                                                 " AND NOT EXISTS (SELECT 1 FROM report WHERE"
                                                 " reporter = $1 AND person = $2 AND game = $3"
                                                 " AND closed_ms = 0)" },
    [MODERATION_TAKE_REPORT] = { .name = "moderation.take_report",
                                 .does = OP_CHANGES_ONE,
                                 .single = true,
                                 .args = &REPORT_TAKEN,
                                 .sql = "UPDATE report SET taken_by = $2, taken_ms = $3"
                                        " WHERE number = $1 AND closed_ms = 0"
                                        " AND taken_by IN (0, $2)" },
    [MODERATION_CLOSE_REPORT] = { .name = "moderation.close_report",
                                  .does = OP_CHANGES_ONE,
                                  .args = &REPORT_CLOSED,
                                  .sql = "UPDATE report SET closed_ms = $2, entry = " LATEST
                                         " WHERE number = $1 AND closed_ms = 0" },
    [MODERATION_REPORT] = { .name = "moderation.report",
                            .does = OP_READS,
                            .args = &REPORT_WANTED,
                            .row = &REPORT_STATE,
                            .sql = "SELECT number, person, taken_by, closed_ms FROM report"
                                   " WHERE number = $1" },
    [MODERATION_REPORTS_ABOUT] = { .name = "moderation.reports_about",
                                   .does = OP_READS,
                                   .args = &REPORTS_WANTED,
                                   .row = &REPORT,
                                   .sql = REPORTS "person = $1 ORDER BY number DESC LIMIT $2" },
    [MODERATION_REPORTS_OPEN] = { .name = "moderation.reports_open",
                                  .does = OP_READS,
                                  .args = &REPORTS_WANTED,
                                  .row = &REPORT,
                                  .sql = REPORTS "closed_ms = 0 AND number > $1"
                                                 " ORDER BY number LIMIT $2" },
    [MODERATION_REPORTS_BY] = { .name = "moderation.reports_by",
                                .does = OP_READS,
                                .args = &PERSON_ARG,
                                .row = &OWN_REPORT,
                                .sql = "SELECT person, game, reason, text, at_ms FROM report"
                                       " WHERE closed_ms = 0 AND reporter = $1"
                                       " ORDER BY number LIMIT 5" },
};
_Static_assert((int)OPEN_REPORTS_MAX == 5, "numbers in statements");

// --- the chain of entries ------------------------------------------------------------------------

static void hash_text(crypto_hash_sha256_state *state, Text text)
{
    char length[24];
    int written = snprintf(length, sizeof length, "%zu:", text.length);
    crypto_hash_sha256_update(state, (const u8 *)length, (unsigned long long)written);
    crypto_hash_sha256_update(state, (const u8 *)(text.length ? text.at : ""), text.length);
}

// The hash that an entry must have.
static SecretHash hash_of(const AuditEntry *entry)
{
    crypto_hash_sha256_state state;
    SecretHash hash;
    char numbers[128];
    snprintf(numbers, sizeof numbers, "%lld %lld %lld %lld %lld", (long long)entry->number,
             (long long)entry->at_ms, (long long)entry->actor, (long long)entry->subject,
             (long long)entry->game);
    crypto_hash_sha256_init(&state);
    crypto_hash_sha256_update(&state, entry->previous.bytes, SECRET_BYTES);
    hash_text(&state, text_of(numbers));
    hash_text(&state, entry->kind);
    hash_text(&state, entry->reason);
    hash_text(&state, entry->detail);
    crypto_hash_sha256_final(&state, hash.bytes);
    return hash;
}

static StoreStatus add_entry(SqlConnection *c, const void *args)
{
    const NewEntry *entry = args;
    LastEntry last = { 0 };
    if (sql_lock(c, LOCK_AUDIT) != STORED ||
        op_find(c, &MODERATION_OP[MODERATION_LAST_ENTRY], NULL, &last) == STORE_FAILED)
        return STORE_FAILED;
    AuditEntry next = { .number = last.number + 1,
                        .at_ms = entry->at_ms,
                        .actor = entry->actor,
                        .subject = entry->subject,
                        .game = entry->game,
                        .kind = entry->kind,
                        .reason = entry->reason,
                        .detail = entry->detail,
                        .previous = last.hash };
    next.hash = hash_of(&next);
    return op_run(c, &MODERATION_OP[MODERATION_INSERT_ENTRY], &next);
}

LastEntry audit_last(Store *reading)
{
    LastEntry last = { 0 };
    store_find(reading, &MODERATION_OP[MODERATION_LAST_ENTRY], NULL, &last);
    return last;
}

typedef struct Checking {
    LastEntry *last;
    bool sound;
} Checking;

static bool check_entry(void *context, const void *row)
{
    const AuditEntry *entry = row;
    Checking *checking = context;
    LastEntry *last = checking->last;
    SecretHash expected = hash_of(entry);
    checking->sound = entry->number == last->number + 1 &&
                      !memcmp(&entry->previous, &last->hash, sizeof last->hash) &&
                      !memcmp(&entry->hash, &expected, sizeof expected);
    if (checking->sound) *last = (LastEntry){ entry->number, entry->hash };
    return checking->sound;
}

bool audit_check(Store *reading, LastEntry *last, Fault *why)
{
    Checking checking = { .last = last, .sound = true };
    *last = (LastEntry){ 0 };
    bool read =
        store_select(reading, &MODERATION_OP[MODERATION_ENTRIES_ALL], NULL, check_entry, &checking);
    if (!checking.sound)
        fault(why, MALFORMED, "the audit log has been changed: entry %d is not what it was",
              (int)(last->number + 1));
    else if (!read)
        fault(why, MALFORMED, "cannot read the audit log");
    return checking.sound && read;
}
