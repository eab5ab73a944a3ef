// SPDX-License-Identifier: MIT
#include "sql/sqlite/sqlite.h"

#include "sql/op.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct SqliteStatement {
    SqlStatement shared;
    sqlite3_stmt *row;
} SqliteStatement;

static sqlite3_stmt *row_of(SqlStatement *statement)
{
    return ((SqliteStatement *)statement)->row;
}

static sqlite3 *db_of(SqlConnection *connection)
{
    return ((SqliteDatabase *)connection)->db;
}

// Keeps the cause of a failure before the rollback replaces it.
static void note_cause(SqlConnection *c, int result)
{
    if (result == SQLITE_DONE || result == SQLITE_ROW || result == SQLITE_CONSTRAINT) return;
    if (!c->cause[0])
        snprintf(c->cause, sizeof c->cause, "%s (SQLite %d)", sqlite3_errmsg(db_of(c)),
                 sqlite3_extended_errcode(db_of(c)));
}

// --- statements ----------------------------------------------------------------------------------

// SQLite numbers `$1` in order of appearance, `?1` by its digits.
static void number_places(char *sql)
{
    bool quoted = false;
    for (char *at = sql; *at; at++) {
        if (*at == '\'') quoted = !quoted;
        if (*at == '$' && !quoted) *at = '?';
    }
}

static SqlStatement *prepare(SqlConnection *c, const char *sql, int places, bool is_long)
{
    (void)places;
    (void)is_long;
    SqliteStatement *statement = calloc(1, sizeof *statement);
    char *text = strdup(sql);
    if (text) number_places(text);
    bool fine = statement && text &&
                sqlite3_prepare_v3(db_of(c), text, -1, SQLITE_PREPARE_PERSISTENT, &statement->row,
                                   NULL) == SQLITE_OK;
    free(text);
    if (fine) {
        statement->shared.of = c;
        return &statement->shared;
    }
    note_cause(c, SQLITE_ERROR);
    free(statement);
    return NULL;
}

static SqlStatement *prepare_op(SqlConnection *c, const StoreOp *op)
{
    return prepare(c, op->sql, 0, false);
}

static void finalize(SqlStatement *statement)
{
    sqlite3_finalize(row_of(statement));
    free(statement);
}

static void bind_i64(SqlStatement *statement, int place, i64 value)
{
    sqlite3_bind_int64(row_of(statement), place, value);
}

static void bind_double(SqlStatement *statement, int place, double value)
{
    sqlite3_bind_double(row_of(statement), place, value);
}

static void bind_null(SqlStatement *statement, int place)
{
    sqlite3_bind_null(row_of(statement), place);
}

static void bind_a_text(SqlStatement *statement, int place, Text text)
{
    sqlite3_bind_text(row_of(statement), place, text.length ? text.at : "", (int)text.length,
                      SQLITE_STATIC);
}

static void bind_blob(SqlStatement *statement, int place, const void *bytes, size_t length)
{
    sqlite3_bind_blob(row_of(statement), place, bytes, (int)length, SQLITE_STATIC);
}

static int step(SqlStatement *statement)
{
    int result = sqlite3_step(row_of(statement));
    if (result == SQLITE_ROW) return SQL_ROW;
    if (result == SQLITE_DONE) return SQL_DONE;
    statement->of->cause[0] = '\0';
    note_cause(statement->of, result);
    return SQL_FAILED;
}

static void reset(SqlStatement *statement)
{
    sqlite3_reset(row_of(statement));
}

static bool column_null(SqlStatement *statement, int i)
{
    return sqlite3_column_type(row_of(statement), i) == SQLITE_NULL;
}

static i64 column_i64(SqlStatement *statement, int i)
{
    return sqlite3_column_int64(row_of(statement), i);
}

static double column_double(SqlStatement *statement, int i)
{
    return sqlite3_column_double(row_of(statement), i);
}

static Text column_bytes(SqlStatement *statement, int i)
{
    sqlite3_stmt *row = row_of(statement);
    const char *at = sqlite3_column_blob(row, i);
    return (Text){ at ? at : "", (size_t)sqlite3_column_bytes(row, i) };
}

static StoreStatus change(SqlStatement *statement, bool one)
{
    sqlite3_stmt *row = row_of(statement);
    int result = sqlite3_step(row);
    note_cause(statement->of, result);
    sqlite3_reset(row);
    StoreStatus status = result == SQLITE_DONE         ? STORED
                         : result == SQLITE_CONSTRAINT ? STORE_CONFLICT
                                                       : STORE_FAILED;
    return one && status == STORED && sqlite3_changes(db_of(statement->of)) != 1 ? STORE_CONFLICT
                                                                                 : status;
}

static StoreStatus require(SqlStatement *statement)
{
    int result = sqlite3_step(row_of(statement));
    note_cause(statement->of, result);
    sqlite3_reset(row_of(statement));
    return result == SQLITE_ROW ? STORED : result == SQLITE_DONE ? STORE_CONFLICT : STORE_FAILED;
}

// SQLite has one writer.
static StoreStatus lock(SqlConnection *connection, SqlLock lock)
{
    (void)connection;
    (void)lock;
    return STORED;
}

static const SqlDriver DRIVER = {
    .prepare = prepare,
    .prepare_op = prepare_op,
    .finalize = finalize,
    .bind_i64 = bind_i64,
    .bind_double = bind_double,
    .bind_null = bind_null,
    .bind_text = bind_a_text,
    .bind_blob = bind_blob,
    .step = step,
    .reset = reset,
    .column_null = column_null,
    .column_i64 = column_i64,
    .column_double = column_double,
    .column_bytes = column_bytes,
    .change = change,
    .require = require,
    .lock = lock,
};

// --- opening -------------------------------------------------------------------------------------

bool sqlite_refuse(sqlite3 *db, const char *where, Fault *why)
{
    fault(why, MALFORMED, "store %q: %s", text_of(where),
          db ? sqlite3_errmsg(db) : "out of memory");
    return false;
}

bool sqlite_run(sqlite3 *db, const char *sql)
{
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

void sqlite_create_private(const char *where)
{
    int fd = open(where, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd >= 0) close(fd);
}

static void close_connection(void *connection)
{
    SqliteDatabase *c = connection;
    op_finalize_all(&c->shared);
    for (int i = 0; i < OWN; i++)
        sqlite3_finalize(c->own[i]);
    sqlite3_close(c->db);
    free(c);
}

static bool prepare_own(SqliteDatabase *c)
{
    static const char *const SQL[OWN] = {
        [BEGIN] = "BEGIN IMMEDIATE",   [COMMIT] = "COMMIT",
        [ROLLBACK] = "ROLLBACK",       [DATA_VERSION] = "PRAGMA data_version",
        [SAVEPOINT] = "SAVEPOINT job", [UNDO] = "ROLLBACK TO job",
        [RELEASE] = "RELEASE job",
    };
    for (int i = 0; i < OWN; i++)
        if (sqlite3_prepare_v3(c->db, SQL[i], -1, SQLITE_PREPARE_PERSISTENT, &c->own[i], NULL) !=
            SQLITE_OK)
            return false;
    return true;
}

static void *open_connection(const char *where, OpenMode mode, Fault *why)
{
    bool copies = mode == OPEN_COPYING, writes = mode == OPEN_WRITING || copies;
    sqlite_listen();
    SqliteDatabase *c = calloc(1, sizeof *c);
    if (!c) {
        sqlite_refuse(NULL, where, why);
        return NULL;
    }
    c->shared.driver = &DRIVER;
    int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_READWRITE | (writes ? SQLITE_OPEN_CREATE : 0);
    if (writes) sqlite_create_private(where);
    bool fine = sqlite3_open_v2(where, &c->db, flags, NULL) == SQLITE_OK &&
                sqlite3_busy_timeout(c->db, BUSY_MS) == SQLITE_OK &&
                sqlite_run(c->db, "PRAGMA journal_mode = WAL") &&
                sqlite_run(c->db, "PRAGMA synchronous = FULL") &&
                sqlite_run(c->db, copies   ? "PRAGMA foreign_keys = OFF"
                                  : writes ? "PRAGMA foreign_keys = ON"
                                           : "PRAGMA query_only = ON");
    if (!fine) {
        sqlite_refuse(c->db, where, why);
    } else if (sqlite_migrate(c->db, where, !writes, why)) {
        fine = copies || !writes || prepare_own(c);
        // The first read of the transaction fixes what it sees.
        if (mode == OPEN_SNAPSHOT)
            fine = fine && sqlite_run(c->db, "BEGIN; SELECT 1 FROM sqlite_schema");
        if (fine) return c;
        sqlite_refuse(c->db, where, why);
    }
    close_connection(c);
    return NULL;
}

// --- groups --------------------------------------------------------------------------------------

static bool run(SqliteDatabase *c, OwnQuery query)
{
    int result = sqlite3_step(c->own[query]);
    note_cause(&c->shared, result);
    sqlite3_reset(c->own[query]);
    return result == SQLITE_DONE;
}

static StoreStatus apply(SqliteDatabase *c, const StoreCall *call)
{
    // A full disk may undo the whole transaction. Then the calls after it must not be kept alone.
    if (sqlite3_get_autocommit(c->db)) return STORE_FAILED;
    // One row needs no savepoint. Most calls are one move.
    const StoreWrite *only = call->count == 1 ? call->write : NULL;
    if (only && only->op->single) return op_run(&c->shared, only->op, only->args);
    if (!run(c, SAVEPOINT)) return STORE_FAILED;
    StoreStatus status = STORED;
    for (int i = 0; status == STORED && i < call->count; i++)
        status = op_run(&c->shared, call->write[i].op, call->write[i].args);
    if (status != STORED && !run(c, UNDO)) return STORE_FAILED;
    return run(c, RELEASE) ? status : STORE_FAILED;
}

// One transaction: if the commit fails, all calls have failed.
static bool write_calls(void *connection, StoreCall *calls, int count)
{
    SqliteDatabase *c = connection;
    c->shared.cause[0] = '\0';
    bool fine = run(c, BEGIN);
    for (int i = 0; i < count; i++)
        calls[i].status = fine ? apply(c, &calls[i]) : STORE_FAILED;
    if (fine && !sqlite3_get_autocommit(c->db) && run(c, COMMIT)) return true;
    if (!sqlite3_get_autocommit(c->db)) run(c, ROLLBACK);
    for (int i = 0; i < count; i++)
        calls[i].status = STORE_FAILED;
    return false;
}

static void give_up(void *connection)
{
    (void)connection; // it never waits for long
}

static bool waits(void *connection, char cause[STORE_CAUSE_MAX])
{
    (void)connection;
    (void)cause;
    return false;
}

static bool written_elsewhere(void *connection)
{
    SqliteDatabase *c = connection;
    sqlite3_stmt *row = c->own[DATA_VERSION];
    i64 version = sqlite3_step(row) == SQLITE_ROW ? sqlite3_column_int64(row, 0) : 0;
    sqlite3_reset(row);
    bool changed = version != c->data_version && c->data_version;
    if (version) c->data_version = version;
    return changed;
}

static const char *cause(void *connection)
{
    return ((SqlConnection *)connection)->cause;
}

// Steps don't depend on how busy the machine is.
static u64 work(void *connection)
{
    sqlite3 *db = db_of(connection);
    u64 steps = 0;
    for (sqlite3_stmt *s = sqlite3_next_stmt(db, NULL); s; s = sqlite3_next_stmt(db, s))
        steps += (u64)sqlite3_stmt_status(s, SQLITE_STMTSTATUS_VM_STEP, 1);
    return steps;
}

static bool run_any(void *connection, const char *sql)
{
    SqliteDatabase *c = connection;
    if (sqlite_run(c->db, sql)) return true;
    c->shared.cause[0] = '\0';
    note_cause(&c->shared, SQLITE_ERROR);
    return false;
}

const Database DATABASE_SQLITE = {
    .run = run_any,
    .tables = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    .columns = "SELECT name, substr(type, 1, 1) FROM pragma_table_info($1) ORDER BY name",
    .copied = "SELECT 1",
    .open = open_connection,
    .close = close_connection,
    .write = write_calls,
    .give_up = give_up,
    .waits = waits,
    .written_elsewhere = written_elsewhere,
    .work = work,
    .check = sqlite_check,
    .cause = cause,
    .check_table = sqlite_check_table,
    .bad_reads = sqlite_bad_reads,
    .backup = sqlite_backup,
};
