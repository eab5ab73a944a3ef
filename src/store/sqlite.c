// SPDX-License-Identifier: MIT
// The store in one SQLite file: a write-ahead log, flushed to the disk at every commit.
#include "store/backend.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Each step brings a store from the version that is its index to the next. Steps that have been
// released are never changed; what changes is a new step.
static const char *const MIGRATIONS[] = {
    "CREATE TABLE game ("
    "  id INTEGER PRIMARY KEY,"
    "  variant TEXT NOT NULL,"
    "  setup TEXT NOT NULL,"
    "  created_ms INTEGER NOT NULL,"
    "  ended_ms INTEGER NOT NULL DEFAULT 0,"
    "  result TEXT NOT NULL DEFAULT ''"
    ") STRICT;"
    "CREATE INDEX live_game ON game (id) WHERE ended_ms = 0;"
    "CREATE TABLE event ("
    "  game INTEGER NOT NULL REFERENCES game,"
    "  number INTEGER NOT NULL,"
    "  kind INTEGER NOT NULL,"
    "  ply INTEGER,"
    "  at_ms INTEGER NOT NULL,"
    "  body TEXT NOT NULL,"
    "  PRIMARY KEY (game, number)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE UNIQUE INDEX event_ply ON event (game, ply) WHERE ply IS NOT NULL;",
};
enum { VERSION = sizeof MIGRATIONS / sizeof *MIGRATIONS };
enum { BUSY_MS = 10000 }; // how long to wait for another process

typedef enum Query {
    BEGIN,
    COMMIT,
    ROLLBACK,
    SAVEPOINT,
    UNDO,
    RELEASE,
    ADD_GAME,
    ADD_EVENT,
    END_GAME,
    LIVE_GAMES,
    ONE_GAME,
    EVENTS,
    QUERIES
} Query;
static const char *const SQL[QUERIES] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    [SAVEPOINT] = "SAVEPOINT job",
    [UNDO] = "ROLLBACK TO job",
    [RELEASE] = "RELEASE job",
    [ADD_GAME] = "INSERT INTO game (id, variant, setup, created_ms) VALUES (?1, ?2, ?3, ?4)",
    // Only as the next one of a game that is there and goes on.
    [ADD_EVENT] = "INSERT INTO event SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE"
                  " EXISTS (SELECT 1 FROM game WHERE id = ?1 AND ended_ms = 0) AND"
                  " ?2 = (SELECT coalesce(max(number), -1) + 1 FROM event WHERE game = ?1)",
    [END_GAME] = "UPDATE game SET ended_ms = ?2, result = ?3 WHERE id = ?1 AND ended_ms = 0",
    [LIVE_GAMES] = "SELECT id, variant, setup, created_ms, ended_ms, result FROM game"
                   " WHERE ended_ms = 0 ORDER BY id",
    [ONE_GAME] = "SELECT id, variant, setup, created_ms, ended_ms, result FROM game WHERE id = ?1",
    [EVENTS] = "SELECT game, number, kind, ply, at_ms, body FROM event WHERE game = ?1"
               " ORDER BY number",
};

typedef struct Connection {
    sqlite3 *db;
    sqlite3_stmt *statement[QUERIES];
} Connection;

// --- opening -------------------------------------------------------------------------------------

static bool refuse(sqlite3 *db, const char *where, Fault *why)
{
    fault(why, MALFORMED, "store %q: %s", text_of(where),
          db ? sqlite3_errmsg(db) : "out of memory");
    return false;
}

static int version_of(sqlite3 *db)
{
    sqlite3_stmt *statement;
    int version = -1;
    if (sqlite3_prepare_v2(db, "PRAGMA user_version", -1, &statement, NULL) != SQLITE_OK) return -1;
    if (sqlite3_step(statement) == SQLITE_ROW) version = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    return version;
}

static bool run(sqlite3 *db, const char *sql)
{
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

// One step with its version number in one transaction, so that a crash leaves one or the other.
static bool migrate_once(sqlite3 *db, int version)
{
    char set[64];
    snprintf(set, sizeof set, "PRAGMA user_version = %d", version + 1);
    if (run(db, "BEGIN IMMEDIATE")) {
        // Another process may have been faster.
        if (version_of(db) != version) return run(db, "ROLLBACK");
        if (run(db, MIGRATIONS[version]) && run(db, set) && run(db, "COMMIT")) return true;
    }
    if (!sqlite3_get_autocommit(db)) run(db, "ROLLBACK");
    return false;
}

static bool migrate(sqlite3 *db, const char *where, Fault *why)
{
    int version;
    while ((version = version_of(db)) >= 0 && version < VERSION)
        if (!migrate_once(db, version)) return refuse(db, where, why);
    if (version == VERSION) return true;
    if (version < 0) return refuse(db, where, why);
    fault(why, MALFORMED,
          "store %q is of version %d, written by a newer program; this one knows %d",
          text_of(where), version, VERSION);
    return false;
}

static void close_connection(void *connection)
{
    Connection *c = connection;
    for (int i = 0; i < QUERIES; i++)
        sqlite3_finalize(c->statement[i]);
    sqlite3_close(c->db);
    free(c);
}

static void *open_connection(const char *where, bool writes, Fault *why)
{
    Connection *c = calloc(1, sizeof *c);
    if (!c) {
        refuse(NULL, where, why);
        return NULL;
    }
    int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_READWRITE | (writes ? SQLITE_OPEN_CREATE : 0);
    bool fine = sqlite3_open_v2(where, &c->db, flags, NULL) == SQLITE_OK &&
                sqlite3_busy_timeout(c->db, BUSY_MS) == SQLITE_OK &&
                run(c->db, "PRAGMA journal_mode = WAL") &&
                run(c->db, "PRAGMA synchronous = FULL") && run(c->db, "PRAGMA foreign_keys = ON");
    fine = fine ? !writes || migrate(c->db, where, why) : refuse(c->db, where, why);
    for (int i = 0; fine && i < QUERIES; i++)
        if (sqlite3_prepare_v3(c->db, SQL[i], -1, SQLITE_PREPARE_PERSISTENT, &c->statement[i],
                               NULL) != SQLITE_OK)
            fine = refuse(c->db, where, why);
    if (fine) return c;
    close_connection(c);
    return NULL;
}

// --- writing -------------------------------------------------------------------------------------

// Runs a statement that gives no rows, with what has been bound to it.
static int perform(Connection *c, Query query)
{
    int result = sqlite3_step(c->statement[query]);
    sqlite3_reset(c->statement[query]);
    return result;
}

static void bind_text(sqlite3_stmt *statement, int place, Text text)
{
    // The caller's bytes outlive the step; NULL would be bound as such.
    sqlite3_bind_text(statement, place, text.length ? text.at : "", (int)text.length,
                      SQLITE_STATIC);
}

static StoreStatus apply_one(Connection *c, const StoreWrite *write)
{
    Query query = write->kind == WRITE_GAME    ? ADD_GAME
                  : write->kind == WRITE_EVENT ? ADD_EVENT
                                               : END_GAME;
    sqlite3_stmt *statement = c->statement[query];
    const StoredGame *game = &write->game;
    const StoredEvent *event = &write->event;
    switch (write->kind) {
    case WRITE_GAME:
        sqlite3_bind_int64(statement, 1, game->id);
        bind_text(statement, 2, game->variant);
        bind_text(statement, 3, game->setup);
        sqlite3_bind_int64(statement, 4, game->created_ms);
        break;
    case WRITE_EVENT:
        sqlite3_bind_int64(statement, 1, event->game);
        sqlite3_bind_int(statement, 2, event->number);
        sqlite3_bind_int(statement, 3, event->kind);
        if (event->ply == NO_PLY)
            sqlite3_bind_null(statement, 4);
        else
            sqlite3_bind_int(statement, 4, event->ply);
        sqlite3_bind_int64(statement, 5, event->at_ms);
        bind_text(statement, 6, event->body);
        break;
    case WRITE_END:
        sqlite3_bind_int64(statement, 1, game->id);
        sqlite3_bind_int64(statement, 2, game->ended_ms);
        bind_text(statement, 3, game->result);
        break;
    default: return STORE_FAILED;
    }
    int result = perform(c, query);
    if (result == SQLITE_CONSTRAINT) return STORE_CONFLICT;
    if (result != SQLITE_DONE) return STORE_FAILED;
    return sqlite3_changes(c->db) == 1 ? STORED : STORE_CONFLICT;
}

static bool begin(void *connection)
{
    return perform(connection, BEGIN) == SQLITE_DONE;
}

static StoreStatus apply(void *connection, const StoreWrite *writes, int count)
{
    Connection *c = connection;
    if (perform(c, SAVEPOINT) != SQLITE_DONE) return STORE_FAILED;
    StoreStatus status = STORED;
    for (int i = 0; status == STORED && i < count; i++)
        status = apply_one(c, &writes[i]);
    // A full disk may have undone the whole transaction already; then commit will say so.
    if (status != STORED && perform(c, UNDO) != SQLITE_DONE) return STORE_FAILED;
    return perform(c, RELEASE) == SQLITE_DONE ? status : STORE_FAILED;
}

static bool commit(void *connection)
{
    Connection *c = connection;
    if (!sqlite3_get_autocommit(c->db) && perform(c, COMMIT) == SQLITE_DONE) return true;
    if (!sqlite3_get_autocommit(c->db)) perform(c, ROLLBACK);
    return false;
}

// --- reading -------------------------------------------------------------------------------------

static Text column(sqlite3_stmt *statement, int i)
{
    const char *at = (const char *)sqlite3_column_text(statement, i);
    return (Text){ at ? at : "", (size_t)sqlite3_column_bytes(statement, i) };
}

static bool load_events(Connection *c, i64 game, const StoreReader *reader, int *result)
{
    sqlite3_stmt *statement = c->statement[EVENTS];
    sqlite3_bind_int64(statement, 1, game);
    bool going = true;
    while (going && (*result = sqlite3_step(statement)) == SQLITE_ROW) {
        const StoredEvent event = {
            .game = sqlite3_column_int64(statement, 0),
            .number = sqlite3_column_int(statement, 1),
            .kind = sqlite3_column_int(statement, 2),
            .ply = sqlite3_column_type(statement, 3) == SQLITE_NULL
                       ? NO_PLY
                       : sqlite3_column_int(statement, 3),
            .at_ms = sqlite3_column_int64(statement, 4),
            .body = column(statement, 5),
        };
        going = reader->event(reader->context, &event);
    }
    sqlite3_reset(statement);
    return going && *result == SQLITE_DONE;
}

static bool load(void *connection, i64 id, const StoreReader *reader, Fault *why)
{
    Connection *c = connection;
    sqlite3_stmt *statement = c->statement[id ? ONE_GAME : LIVE_GAMES];
    if (id) sqlite3_bind_int64(statement, 1, id);
    bool going = true;
    int result = SQLITE_DONE;
    // The outer statement stays open, so all of this is one view of the store.
    while (going && (result = sqlite3_step(statement)) == SQLITE_ROW) {
        const StoredGame game = {
            .id = sqlite3_column_int64(statement, 0),
            .variant = column(statement, 1),
            .setup = column(statement, 2),
            .created_ms = sqlite3_column_int64(statement, 3),
            .ended_ms = sqlite3_column_int64(statement, 4),
            .result = column(statement, 5),
        };
        going = reader->game(reader->context, &game) && load_events(c, game.id, reader, &result);
    }
    sqlite3_reset(statement);
    if (result == SQLITE_DONE || result == SQLITE_ROW)
        return true; // read, or stopped by the reader
    fault(why, MALFORMED, "cannot read the store: %s", sqlite3_errmsg(c->db));
    return false;
}

// --- backup --------------------------------------------------------------------------------------

static bool copy_pages(sqlite3 *from, sqlite3 *to)
{
    sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");
    if (!backup) return false;
    int result = sqlite3_backup_step(backup, -1); // at one go: writers go on beside a reader
    return sqlite3_backup_finish(backup) == SQLITE_OK && result == SQLITE_DONE;
}

// A new name is only safe once its folder is on the disk.
static bool flush_folder(const char *path)
{
    char copy[4096];
    snprintf(copy, sizeof copy, "%s", path);
    int fd = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool fine = fd >= 0 && !fsync(fd);
    if (fd >= 0) close(fd);
    return fine;
}

static bool backup(const char *from, const char *to, Fault *why)
{
    char part[4096];
    if (snprintf(part, sizeof part, "%s.part", to) >= (int)sizeof part) {
        fault(why, MALFORMED, "the name of the copy is too long");
        return false;
    }
    unlink(part);
    sqlite3 *source = NULL, *copy = NULL;
    bool fine = false;
    if (sqlite3_open_v2(from, &source, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK ||
        sqlite3_busy_timeout(source, BUSY_MS) != SQLITE_OK) {
        refuse(source, from, why);
    } else if (sqlite3_open(part, &copy) != SQLITE_OK || !copy_pages(source, copy)) {
        refuse(copy, to, why);
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

const Backend BACKEND_SQLITE = {
    .open = open_connection,
    .close = close_connection,
    .begin = begin,
    .apply = apply,
    .commit = commit,
    .load = load,
    .backup = backup,
};
