// SPDX-License-Identifier: MIT
// Backups of a store in use, failed reads, checks of the store.
#include "sql/consistency.h"
#include "sql/sqlite/sqlite.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// --- backup --------------------------------------------------------------------------------------

static bool copy_pages(sqlite3 *from, sqlite3 *to)
{
    sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");
    if (!backup) return false;
    int result = sqlite3_backup_step(backup, -1); // in one go: writers continue next to a reader
    return sqlite3_backup_finish(backup) == SQLITE_OK && result == SQLITE_DONE;
}

// A new file name survives a crash only after its folder was flushed.
static bool flush_folder(const char *path)
{
    char copy[4096];
    snprintf(copy, sizeof copy, "%s", path);
    int fd = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool fine = fd >= 0 && !fsync(fd);
    if (fd >= 0) close(fd);
    return fine;
}

// Replacing a store that is in use, or leaving another one's log next to the copy, would destroy
// data.
static bool in_use(const char *from, const char *to)
{
    char log[4096];
    struct stat source, target;
    snprintf(log, sizeof log, "%s-wal", to);
    return !access(log, F_OK) || (!stat(from, &source) && !stat(to, &target) &&
                                  source.st_dev == target.st_dev && source.st_ino == target.st_ino);
}

bool sqlite_backup(const char *from, const char *to, Fault *why)
{
    char part[4096];
    if (snprintf(part, sizeof part, "%s.part", to) >= (int)sizeof part) {
        fault(why, MALFORMED, "the name of the copy is too long");
        return false;
    }
    if (in_use(from, to)) {
        fault(why, MALFORMED, "%q is a store that is in use, or was when its server was killed",
              text_of(to));
        return false;
    }
    unlink(part);
    sqlite_create_private(part);
    sqlite3 *source = NULL, *copy = NULL;
    bool fine = false;
    if (sqlite3_open_v2(from, &source, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK ||
        sqlite3_busy_timeout(source, BUSY_MS) != SQLITE_OK) {
        sqlite_refuse(source, from, why);
    } else if (sqlite3_open(part, &copy) != SQLITE_OK || !copy_pages(source, copy)) {
        sqlite_refuse(copy, to, why);
    } else {
        fine = true;
    }
    sqlite3_close(source);
    if (sqlite3_close(copy) != SQLITE_OK) fine = false;
    if (!fine) {
        unlink(part);
        return false;
    }
    if (!rename(part, to) && flush_folder(to)) return true;
    fault(why, MALFORMED, "cannot write %q: %s", text_of(to), strerror(errno));
    unlink(part);
    return false;
}

// --- reads that fail -----------------------------------------------------------------------------

static pthread_once_t listening = PTHREAD_ONCE_INIT;
static pthread_mutex_t bad_lock = PTHREAD_MUTEX_INITIALIZER;
static u64 bad_count;
static char bad_cause[STORE_CAUSE_MAX];

// From any thread. A failed read looks like a missing row, so its cause is kept here.
static void hear(void *nothing, int code, const char *message)
{
    (void)nothing;
    int kind = code & 0xff;
    bool bad = kind == SQLITE_CORRUPT || kind == SQLITE_NOTADB || code == SQLITE_IOERR_READ;
    if (!bad) return;
    pthread_mutex_lock(&bad_lock);
    bad_count++;
    snprintf(bad_cause, sizeof bad_cause, "%s (SQLite %d)", message, code);
    pthread_mutex_unlock(&bad_lock);
}

static void begin_listening(void)
{
    sqlite3_config(SQLITE_CONFIG_LOG, hear,
                   NULL); // refused if SQLite runs already: then nothing is counted
}

void sqlite_listen(void)
{
    pthread_once(&listening, begin_listening);
}

u64 sqlite_bad_reads(char cause[STORE_CAUSE_MAX])
{
    pthread_mutex_lock(&bad_lock);
    u64 count = bad_count;
    memcpy(cause, bad_cause, STORE_CAUSE_MAX);
    pthread_mutex_unlock(&bad_lock);
    return count;
}

// --- soundness -----------------------------------------------------------------------------------

static const StoreCheck FILE_CHECKS[] = {
    // As a function, pragma_integrity_check(1), SQLite 3.46 takes the 1 for the name of a table.
    { "PRAGMA integrity_check(1)", "the file: " },
    { "SELECT \"table\" FROM pragma_foreign_key_check LIMIT 1",
      "a row refers to a missing one, in " },
    { NULL, NULL },
};

static bool is_ok(sqlite3_stmt *row)
{
    const char *text = (const char *)sqlite3_column_text(row, 0);
    return text && !strcmp(text, "ok");
}

// The row "ok" isn't a finding.
static bool pass(SqliteDatabase *c, const StoreCheck *check, Fault *why)
{
    for (; check->sql; check++) {
        sqlite3_stmt *row = NULL;
        int result = sqlite3_prepare_v2(c->db, check->sql, -1, &row, NULL);
        if (result == SQLITE_OK) result = sqlite3_step(row);
        if (result == SQLITE_ROW && is_ok(row)) result = sqlite3_step(row);
        if (result == SQLITE_ROW)
            fault(why, MALFORMED, "%s%s", check->words, (const char *)sqlite3_column_text(row, 0));
        else if (result != SQLITE_DONE)
            fault(why, MALFORMED, "cannot read the store: %s", sqlite3_errmsg(c->db));
        sqlite3_finalize(row);
        if (result != SQLITE_DONE) return false;
    }
    return true;
}

bool sqlite_check(void *connection, Fault *why)
{
    return pass(connection, FILE_CHECKS, why) && pass(connection, STORE_CHECKS, why);
}

// All tables. Those needed to play and to sign in come first.
static const char TABLES[] =
    "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY instr('game event seat person "
    "session rating token', name) = 0, instr('game event seat person session rating token', name),"
    " rowid LIMIT 2 OFFSET %d";
enum { TABLE_NAME = 64 };

// The name of a table by its place in that order. Empty on a read error or after the last.
static void table_name(sqlite3 *db, int table, char name[TABLE_NAME], bool *more)
{
    char sql[sizeof TABLES + 16];
    sqlite3_stmt *row = NULL;
    name[0] = '\0';
    *more = false;
    snprintf(sql, sizeof sql, TABLES, table);
    if (sqlite3_prepare_v2(db, sql, -1, &row, NULL) == SQLITE_OK &&
        sqlite3_step(row) == SQLITE_ROW) {
        snprintf(name, TABLE_NAME, "%s", (const char *)sqlite3_column_text(row, 0));
        *more = sqlite3_step(row) == SQLITE_ROW;
    }
    sqlite3_finalize(row);
}

bool sqlite_check_table(void *connection, int table, bool *more, Fault *why)
{
    SqliteDatabase *c = connection;
    char name[TABLE_NAME], sql[TABLE_NAME + 32];
    sqlite3_stmt *row = NULL;
    table_name(c->db, table, name, more);
    snprintf(sql, sizeof sql, "PRAGMA quick_check(%s)", name[0] ? name : "sqlite_schema");
    int result = sqlite3_prepare_v2(c->db, sql, -1, &row, NULL);
    if (result == SQLITE_OK) result = sqlite3_step(row);
    bool sound =
        result == SQLITE_ROW && text_is(text_of((const char *)sqlite3_column_text(row, 0)), "ok");
    bool busy = result == SQLITE_BUSY || result == SQLITE_LOCKED || result == SQLITE_NOMEM;
    if (!sound && !busy)
        fault(why, MALFORMED, "table %s: %s", name[0] ? name : "sqlite_schema",
              result == SQLITE_ROW ? (const char *)sqlite3_column_text(row, 0)
                                   : sqlite3_errmsg(c->db));
    sqlite3_finalize(row);
    return sound || busy;
}
