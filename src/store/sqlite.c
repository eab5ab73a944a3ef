// SPDX-License-Identifier: MIT
// The store in one SQLite file: a write-ahead log, flushed to the disk at every commit.
#include "store/sqlite.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

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
    SqliteConnection *c = connection;
    for (int i = 0; i < STATEMENTS_MAX; i++) {
        sqlite3_finalize(c->write[i]);
        sqlite3_finalize(c->game[i]);
        sqlite3_finalize(c->people[i]);
        sqlite3_finalize(c->study[i]);
        sqlite3_finalize(c->moderate[i]);
        sqlite3_finalize(c->moderation[i]);
        sqlite3_finalize(c->account[i]);
        sqlite3_finalize(c->item[i]);
        sqlite3_finalize(c->item_write[i]);
        sqlite3_finalize(c->society[i]);
        sqlite3_finalize(c->socialise[i]);
        sqlite3_finalize(c->puzzle[i]);
    }
    sqlite3_close(c->db);
    free(c);
}

static bool prepare(sqlite3 *db, const char *const *sql, sqlite3_stmt **statements)
{
    for (int i = 0; sql[i]; i++)
        if (sqlite3_prepare_v3(db, sql[i], -1, SQLITE_PREPARE_PERSISTENT, &statements[i], NULL) !=
            SQLITE_OK)
            return false;
    return true;
}

static void *open_connection(const char *where, OpenMode mode, Fault *why)
{
    bool writes = mode == OPEN_WRITING;
    sqlite_listen();
    SqliteConnection *c = calloc(1, sizeof *c);
    if (!c) {
        sqlite_refuse(NULL, where, why);
        return NULL;
    }
    int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_READWRITE | (writes ? SQLITE_OPEN_CREATE : 0);
    if (writes) sqlite_create_private(where);
    bool fine = sqlite3_open_v2(where, &c->db, flags, NULL) == SQLITE_OK &&
                sqlite3_busy_timeout(c->db, BUSY_MS) == SQLITE_OK &&
                sqlite_run(c->db, "PRAGMA journal_mode = WAL") &&
                sqlite_run(c->db, "PRAGMA synchronous = FULL") &&
                sqlite_run(c->db, writes ? "PRAGMA foreign_keys = ON" : "PRAGMA query_only = ON");
    if (!fine) {
        sqlite_refuse(c->db, where, why);
    } else if (sqlite_migrate(c->db, where, !writes, why)) {
        fine = writes ? prepare(c->db, SQLITE_WRITES, c->write) &&
                            prepare(c->db, SQLITE_MODERATE, c->moderate) &&
                            prepare(c->db, SQLITE_ACCOUNTS, c->account) &&
                            prepare(c->db, SQLITE_ITEM_WRITES, c->item_write) &&
                            prepare(c->db, SQLITE_SOCIALISE, c->socialise) &&
                            prepare(c->db, SQLITE_PUZZLES, c->puzzle)
                      : prepare(c->db, SQLITE_GAMES, c->game) &&
                            prepare(c->db, SQLITE_PEOPLE, c->people) &&
                            prepare(c->db, SQLITE_STUDY, c->study) &&
                            prepare(c->db, SQLITE_MODERATION, c->moderation) &&
                            prepare(c->db, SQLITE_ITEMS, c->item) &&
                            prepare(c->db, SQLITE_SOCIETY, c->society);
        // A transaction keeps seeing what its first read saw.
        if (mode == OPEN_SNAPSHOT)
            fine = fine && sqlite_run(c->db, "BEGIN; SELECT 1 FROM sqlite_schema");
        if (fine) return c;
        sqlite_refuse(c->db, where, why);
    }
    close_connection(c);
    return NULL;
}

// The same reads take the same steps, however busy the machine is.
static u64 work(void *connection)
{
    sqlite3 *db = ((SqliteConnection *)connection)->db;
    u64 steps = 0;
    for (sqlite3_stmt *s = sqlite3_next_stmt(db, NULL); s; s = sqlite3_next_stmt(db, s))
        steps += (u64)sqlite3_stmt_status(s, SQLITE_STMTSTATUS_VM_STEP, 1);
    return steps;
}

const Backend BACKEND_SQLITE = {
    .open = open_connection,
    .close = close_connection,
    .begin = sqlite_begin,
    .apply = sqlite_apply,
    .commit = sqlite_commit,
    .written_elsewhere = sqlite_written_elsewhere,
    .work = work,
    .load = sqlite_load,
    .games = sqlite_games,
    .games_of = sqlite_games_of,
    .counts = sqlite_counts,
    .items = sqlite_items,
    .rematch = sqlite_rematch,
    .alive_ms = sqlite_alive_ms,
    .person = sqlite_person,
    .people = sqlite_people,
    .sessions = sqlite_sessions,
    .tokens = sqlite_tokens,
    .ratings = sqlite_ratings,
    .rating = sqlite_rating,
    .changes = sqlite_changes,
    .games_between = sqlite_games_between,
    .leaders = sqlite_leaders,
    .rating_at = sqlite_rating_at,
    .people_like = sqlite_people_like,
    .factor = sqlite_factor,
    .has_trace = sqlite_has_trace,
    .share_trace = sqlite_share_trace,
    .other_games = sqlite_other_games,
    .flags = sqlite_flags,
    .review = sqlite_review,
    .reviews_waiting = sqlite_reviews_waiting,
    .finished = sqlite_finished,
    .tries = sqlite_tries,
    .solver = sqlite_solver,
    .puzzles = sqlite_puzzles,
    .roles = sqlite_roles,
    .ties = sqlite_ties,
    .sanctions = sqlite_sanctions,
    .reports = sqlite_reports,
    .audit = sqlite_audit,
    .audit_last = sqlite_audit_last,
    .audit_check = sqlite_audit_check,
    .results = sqlite_results,
    .ends = sqlite_ends,
    .best_wins = sqlite_best_wins,
    .results_between = sqlite_results_between,
    .preference = sqlite_preference,
    .bots = sqlite_bots,
    .said = sqlite_said,
    .check = sqlite_check,
    .cause = sqlite_cause,
    .check_table = sqlite_check_table,
    .bad_reads = sqlite_bad_reads,
    .backup = sqlite_backup,
};
