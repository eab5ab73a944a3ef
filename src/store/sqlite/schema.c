// SPDX-License-Identifier: MIT
// The tables, and how a store of any earlier version gets them.
#include "store/migrations.h"
#include "store/sqlite/driver.h"

#include <stdio.h>
#include <unistd.h>

// Each step brings a store from the version that is its index to the next. Steps that have been
// released are never changed; what changes is a new step.
const char *const MIGRATIONS[] = {
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

    // Games are found in lists: all that a list can be asked for stands in its index.
    "ALTER TABLE game ADD COLUMN speed TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE game ADD COLUMN maker INTEGER;"
    "ALTER TABLE game ADD COLUMN rematch_of INTEGER;"
    "ALTER TABLE game ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE game ADD COLUMN open_to_all INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE game ADD COLUMN reason TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE game ADD COLUMN plies INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE game ADD COLUMN annulled INTEGER NOT NULL DEFAULT 0;"
    "CREATE INDEX game_ended ON game"
    "  (ended_ms, id, variant, speed, result, rated, open_to_all, plies) WHERE ended_ms > 0;"
    "CREATE INDEX game_variant ON game"
    "  (variant, ended_ms, id, speed, result, rated, open_to_all, plies) WHERE ended_ms > 0;"
    "CREATE INDEX game_rematch ON game (rematch_of) WHERE rematch_of IS NOT NULL;"
    "CREATE INDEX game_maker ON game (maker) WHERE maker IS NOT NULL;"
    // A ply that was taken back comes again, so (game, ply) is not a key over all events. Each
    // event says how many plies there are after it, and a move is taken only as the next one; that
    // also spares a second index to write at every move.
    "ALTER TABLE event ADD COLUMN plies INTEGER NOT NULL DEFAULT 0;"
    "UPDATE event SET plies = (SELECT coalesce(max(earlier.ply) + 1, 0) FROM event AS earlier"
    "  WHERE earlier.game = event.game AND earlier.number <= event.number);"
    "UPDATE game SET plies = (SELECT coalesce(max(event.plies), 0) FROM event"
    "  WHERE event.game = game.id) WHERE ended_ms > 0;"
    "DROP INDEX event_ply;"

    // People. A person who is gone stays as a row without a name: games refer to it.
    "CREATE TABLE person ("
    "  id INTEGER PRIMARY KEY,"
    "  kind INTEGER NOT NULL,"
    "  name TEXT,"
    "  key TEXT,"
    "  password TEXT,"
    "  created_ms INTEGER NOT NULL,"
    "  gone_ms INTEGER NOT NULL DEFAULT 0,"
    "  became INTEGER REFERENCES person"
    ") STRICT;"
    "CREATE UNIQUE INDEX person_key ON person (key) WHERE key IS NOT NULL;"
    "CREATE TABLE session ("
    "  hash BLOB PRIMARY KEY,"
    "  person INTEGER NOT NULL REFERENCES person,"
    "  created_ms INTEGER NOT NULL,"
    "  expires_ms INTEGER NOT NULL"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX session_person ON session (person);"
    "CREATE INDEX session_expires ON session (expires_ms);"
    "CREATE TABLE token ("
    "  id INTEGER PRIMARY KEY,"
    "  hash BLOB NOT NULL UNIQUE,"
    "  person INTEGER NOT NULL REFERENCES person,"
    "  label TEXT NOT NULL,"
    "  created_ms INTEGER NOT NULL"
    ") STRICT;"
    "CREATE INDEX token_person ON token (person);"

    // Who sits where. `ended_ms` is the game's; `score` is 2, 1, 0 half points, NULL without
    // result.
    "CREATE TABLE seat ("
    "  game INTEGER NOT NULL REFERENCES game,"
    "  seat INTEGER NOT NULL,"
    "  person INTEGER NOT NULL REFERENCES person,"
    "  ended_ms INTEGER NOT NULL DEFAULT 0,"
    "  score INTEGER,"
    "  PRIMARY KEY (game, seat)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX seat_person ON seat (person, ended_ms, game, score);"

    "CREATE TABLE rating ("
    "  person INTEGER NOT NULL REFERENCES person,"
    "  variant TEXT NOT NULL,"
    "  speed TEXT NOT NULL,"
    "  rating REAL NOT NULL,"
    "  deviation REAL NOT NULL,"
    "  volatility REAL NOT NULL,"
    "  at_ms INTEGER NOT NULL,"
    "  games INTEGER NOT NULL,"
    "  PRIMARY KEY (person, variant, speed)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE rating_change ("
    "  number INTEGER PRIMARY KEY AUTOINCREMENT,"
    "  person INTEGER NOT NULL REFERENCES person,"
    "  variant TEXT NOT NULL,"
    "  speed TEXT NOT NULL,"
    "  game INTEGER NOT NULL REFERENCES game,"
    "  rating_before REAL NOT NULL,"
    "  deviation_before REAL NOT NULL,"
    "  volatility_before REAL NOT NULL,"
    "  rating REAL NOT NULL,"
    "  deviation REAL NOT NULL,"
    "  volatility REAL NOT NULL,"
    "  at_ms INTEGER NOT NULL,"
    "  annulled INTEGER NOT NULL DEFAULT 0,"
    "  UNIQUE (game, person)"
    ") STRICT;"
    "CREATE INDEX change_person ON rating_change (person, number);"
    "CREATE INDEX change_variant ON rating_change (variant, speed, number);"

    // When the server last said that it runs.
    "CREATE TABLE alive (one INTEGER PRIMARY KEY CHECK (one = 1), at_ms INTEGER NOT NULL) STRICT;",

    // Which rated games count, and how much: who met whom of late, and who was seen where.
    "ALTER TABLE rating_change ADD COLUMN discount REAL NOT NULL DEFAULT 0;"
    "CREATE INDEX change_recent ON rating_change (person, at_ms, game);"
    "CREATE TABLE trace ("
    "  person INTEGER NOT NULL REFERENCES person,"
    "  kind INTEGER NOT NULL,"
    "  key INTEGER NOT NULL,"
    "  at_ms INTEGER NOT NULL,"
    "  PRIMARY KEY (person, kind, key)"
    ") STRICT, WITHOUT ROWID;"
    // What people should look at.
    "CREATE TABLE flag ("
    "  number INTEGER PRIMARY KEY AUTOINCREMENT,"
    "  game INTEGER NOT NULL REFERENCES game,"
    "  person INTEGER NOT NULL REFERENCES person,"
    "  kind TEXT NOT NULL,"
    "  detail TEXT NOT NULL,"
    "  at_ms INTEGER NOT NULL"
    ") STRICT;"
    "CREATE INDEX flag_game ON flag (game);"
    "CREATE INDEX flag_person ON flag (person);",

    // How many games somebody has with a result, kept by the writes: nobody counts seats to show
    // it.
    "CREATE TABLE person_count ("
    "  person INTEGER PRIMARY KEY REFERENCES person,"
    "  games INTEGER NOT NULL,"
    "  wins INTEGER NOT NULL,"
    "  draws INTEGER NOT NULL,"
    "  losses INTEGER NOT NULL"
    ") STRICT;"
    "INSERT INTO person_count SELECT person, count(*), sum(score = 2), sum(score = 1),"
    " sum(score = 0) FROM seat WHERE score IS NOT NULL GROUP BY person;",

    // Games in the order in which their ends were committed: whoever takes them in can go on from
    // a number, and misses none.
    "CREATE TABLE finished ("
    "  number INTEGER PRIMARY KEY AUTOINCREMENT,"
    "  game INTEGER NOT NULL UNIQUE REFERENCES game"
    ") STRICT;"
    "INSERT INTO finished (game) SELECT id FROM game WHERE ended_ms > 0 ORDER BY ended_ms, id;"
    // Reviews by the server, and the queue of those to come.
    "CREATE TABLE review ("
    "  game INTEGER PRIMARY KEY REFERENCES game,"
    "  state INTEGER NOT NULL DEFAULT 0,"
    "  priority INTEGER NOT NULL,"
    "  asked_ms INTEGER NOT NULL,"
    "  tries INTEGER NOT NULL DEFAULT 0,"
    "  report TEXT NOT NULL DEFAULT ''"
    ") STRICT;"
    "CREATE INDEX review_queue ON review (priority, asked_ms, game) WHERE state = 0;",

    // Moderation. What moderators and operators did stands in `audit`, which only grows: each entry
    // has the hash of the one before, and neither entry can be changed or deleted.
    "CREATE TABLE audit ("
    "  number INTEGER PRIMARY KEY,"
    "  at_ms INTEGER NOT NULL,"
    "  actor INTEGER NOT NULL,"
    "  subject INTEGER NOT NULL,"
    "  game INTEGER NOT NULL,"
    "  kind TEXT NOT NULL,"
    "  reason TEXT NOT NULL,"
    "  detail TEXT NOT NULL,"
    "  previous BLOB NOT NULL,"
    "  hash BLOB NOT NULL"
    ") STRICT;"
    "CREATE INDEX audit_subject ON audit (subject, number);"
    "CREATE TRIGGER audit_keeps BEFORE UPDATE ON audit"
    "  BEGIN SELECT raise(ABORT, 'the audit log cannot be edited'); END;"
    "CREATE TRIGGER audit_stays BEFORE DELETE ON audit"
    "  BEGIN SELECT raise(ABORT, 'the audit log cannot be edited'); END;"
    "CREATE TABLE role ("
    "  person INTEGER PRIMARY KEY REFERENCES person,"
    "  role INTEGER NOT NULL"
    ") STRICT;"
    // What was decided about somebody; `lifted` is the entry that undid it.
    "CREATE TABLE sanction ("
    "  entry INTEGER PRIMARY KEY REFERENCES audit,"
    "  person INTEGER NOT NULL REFERENCES person,"
    "  kind INTEGER NOT NULL,"
    "  reason TEXT NOT NULL,"
    "  at_ms INTEGER NOT NULL,"
    "  until_ms INTEGER NOT NULL,"
    "  lifted INTEGER NOT NULL DEFAULT 0,"
    "  seen_ms INTEGER NOT NULL DEFAULT 0"
    ") STRICT;"
    "CREATE INDEX sanction_person ON sanction (person, entry);"
    "CREATE TABLE report ("
    "  number INTEGER PRIMARY KEY AUTOINCREMENT,"
    "  reporter INTEGER NOT NULL REFERENCES person,"
    "  person INTEGER NOT NULL REFERENCES person,"
    "  game INTEGER NOT NULL,"
    "  reason TEXT NOT NULL,"
    "  text TEXT NOT NULL,"
    "  context TEXT NOT NULL,"
    "  at_ms INTEGER NOT NULL,"
    "  taken_by INTEGER NOT NULL DEFAULT 0,"
    "  taken_ms INTEGER NOT NULL DEFAULT 0,"
    "  closed_ms INTEGER NOT NULL DEFAULT 0,"
    "  entry INTEGER NOT NULL DEFAULT 0"
    ") STRICT;"
    "CREATE INDEX report_open ON report (number) WHERE closed_ms = 0;"
    "CREATE INDEX report_reporter ON report (reporter, person, game) WHERE closed_ms = 0;"
    "CREATE INDEX report_person ON report (person, number);"
    // Who follows and who blocks whom.
    "CREATE TABLE tie ("
    "  person INTEGER NOT NULL REFERENCES person,"
    "  kind INTEGER NOT NULL,"
    "  other INTEGER NOT NULL REFERENCES person,"
    "  at_ms INTEGER NOT NULL,"
    "  PRIMARY KEY (person, kind, other)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX tie_other ON tie (other, kind, person);",

    // The best first.
    "CREATE INDEX rating_best ON rating (variant, speed, rating DESC);",

    // What proves who somebody is: labels, last use, scopes, ends; a second factor. Names of
    // accounts that are gone are kept for a while, as hashes.
    "ALTER TABLE session ADD COLUMN label TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE session ADD COLUMN used_ms INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE token ADD COLUMN scopes INTEGER NOT NULL DEFAULT 1;"
    "ALTER TABLE token ADD COLUMN expires_ms INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE token ADD COLUMN used_ms INTEGER NOT NULL DEFAULT 0;"
    "CREATE TABLE kept_name (hash BLOB PRIMARY KEY, until_ms INTEGER NOT NULL)"
    " STRICT, WITHOUT ROWID;"
    "CREATE TABLE factor ("
    "  person INTEGER PRIMARY KEY REFERENCES person,"
    "  secret BLOB NOT NULL,"
    "  since_ms INTEGER NOT NULL DEFAULT 0,"
    "  step INTEGER NOT NULL DEFAULT 0"
    ") STRICT;"
    "CREATE TABLE recovery ("
    "  person INTEGER NOT NULL REFERENCES person,"
    "  hash BLOB NOT NULL,"
    "  PRIMARY KEY (person, hash)"
    ") STRICT, WITHOUT ROWID;"
    // Nobody who goes is sought in all rows.
    "CREATE INDEX person_became ON person (became) WHERE became IS NOT NULL;",

    // Small things that are kept for one person; person 0 is the server itself.
    "CREATE TABLE item ("
    "  person INTEGER NOT NULL,"
    "  kind INTEGER NOT NULL,"
    "  key INTEGER NOT NULL,"
    "  at_ms INTEGER NOT NULL,"
    "  body TEXT NOT NULL,"
    "  PRIMARY KEY (person, kind, key)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX item_kind ON item (kind, person) WHERE kind > 1;",

    // How people want to be met; the rules of bots, and where bots are found.
    "CREATE TABLE preference ("
    "  person INTEGER PRIMARY KEY REFERENCES person,"
    "  challenges INTEGER NOT NULL,"
    "  chat INTEGER NOT NULL,"
    "  rules TEXT NOT NULL"
    ") STRICT;"
    "CREATE INDEX person_bot ON person (id) WHERE kind = 2 AND gone_ms = 0;"
    // What is said in games, for a while.
    "CREATE TABLE said ("
    "  game INTEGER NOT NULL REFERENCES game,"
    "  number INTEGER NOT NULL,"
    "  person INTEGER NOT NULL REFERENCES person,"
    "  at_ms INTEGER NOT NULL,"
    "  heard INTEGER NOT NULL,"
    "  phrase TEXT NOT NULL,"
    "  text TEXT NOT NULL,"
    "  PRIMARY KEY (game, number)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX said_at ON said (at_ms);"
    "CREATE INDEX said_person ON said (person);"
    // What was won and lost, by variant, speed and seat, kept by the writes as person_count is.
    "CREATE TABLE result_count ("
    "  person INTEGER NOT NULL REFERENCES person,"
    "  variant TEXT NOT NULL,"
    "  speed TEXT NOT NULL,"
    "  seat INTEGER NOT NULL,"
    "  games INTEGER NOT NULL,"
    "  wins INTEGER NOT NULL,"
    "  draws INTEGER NOT NULL,"
    "  losses INTEGER NOT NULL,"
    "  PRIMARY KEY (person, variant, speed, seat)"
    ") STRICT, WITHOUT ROWID;"
    "INSERT INTO result_count SELECT person, variant, speed, seat, count(*), sum(score = 2),"
    " sum(score = 1), sum(score = 0) FROM seat JOIN game ON game.id = seat.game"
    " WHERE score IS NOT NULL GROUP BY person, variant, speed, seat;",

    // Puzzles: the first try of each by each person, and the ratings that came of it.
    "CREATE TABLE attempt ("
    "  person INTEGER NOT NULL REFERENCES person,"
    "  number INTEGER NOT NULL,"
    "  puzzle INTEGER NOT NULL,"
    "  solved INTEGER NOT NULL,"
    "  at_ms INTEGER NOT NULL,"
    "  rating REAL NOT NULL,"
    "  deviation REAL NOT NULL,"
    "  volatility REAL NOT NULL,"
    "  PRIMARY KEY (person, number),"
    "  UNIQUE (person, puzzle)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE solver ("
    "  person INTEGER PRIMARY KEY REFERENCES person,"
    "  rating REAL NOT NULL,"
    "  deviation REAL NOT NULL,"
    "  volatility REAL NOT NULL,"
    "  at_ms INTEGER NOT NULL,"
    "  tried INTEGER NOT NULL,"
    "  solved INTEGER NOT NULL"
    ") STRICT;"
    "CREATE TABLE puzzle ("
    "  id INTEGER PRIMARY KEY,"
    "  rating REAL NOT NULL,"
    "  deviation REAL NOT NULL,"
    "  volatility REAL NOT NULL,"
    "  tries INTEGER NOT NULL"
    ") STRICT;",

    // Work with a lease. What waits for a review becomes a job.
    "CREATE TABLE job ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT,"
    "  kind INTEGER NOT NULL,"
    "  key INTEGER NOT NULL,"
    "  number INTEGER NOT NULL,"
    "  priority INTEGER NOT NULL,"
    "  state INTEGER NOT NULL DEFAULT 0,"
    "  due_ms INTEGER NOT NULL DEFAULT 0,"
    "  holder INTEGER NOT NULL DEFAULT 0,"
    "  attempt INTEGER NOT NULL DEFAULT 0,"
    "  tries INTEGER NOT NULL DEFAULT 0,"
    "  text TEXT NOT NULL DEFAULT '',"
    "  UNIQUE (kind, key)"
    ") STRICT;"
    "CREATE INDEX job_queue ON job (kind, priority, due_ms) WHERE state = 0;"
    "INSERT INTO job (kind, key, number, priority, due_ms)"
    " SELECT 1, game, 0, priority, asked_ms FROM review WHERE state = 0;"
    "DROP INDEX review_queue;"
    "CREATE INDEX review_waiting ON review (game) WHERE state = 0;"
    // A rematch names the one that was the latest before it, so that two cannot be made at once.
    // Older games have NULL there and are not compared.
    "ALTER TABLE game ADD COLUMN rematch_after INTEGER;"
    "CREATE UNIQUE INDEX game_rematch_once ON game (rematch_of, rematch_after)"
    " WHERE rematch_of IS NOT NULL;",

    // Somebody's ratings in one variant at one speed, the latest first.
    "CREATE INDEX change_pool ON rating_change (person, variant, speed, number);",

    // Tells this store from any other one. Copies and backups keep it. Odd, so never 0.
    ("CREATE TABLE identity (one INTEGER PRIMARY KEY CHECK (one = 1), id INTEGER NOT NULL) STRICT;"
     "INSERT INTO identity (one, id) VALUES (1, random() | 1);"),
};
enum { VERSION = sizeof MIGRATIONS / sizeof *MIGRATIONS };
const int MIGRATIONS_COUNT = VERSION;

static int version_of(sqlite3 *db)
{
    sqlite3_stmt *statement;
    int version = -1;
    if (sqlite3_prepare_v2(db, "PRAGMA user_version", -1, &statement, NULL) != SQLITE_OK) return -1;
    if (sqlite3_step(statement) == SQLITE_ROW) version = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    return version;
}

// One step with its version number in one transaction, so that a crash leaves one or the other.
static bool migrate_once(sqlite3 *db, int version)
{
    char set[64];
    snprintf(set, sizeof set, "PRAGMA user_version = %d", version + 1);
    if (sqlite_run(db, "BEGIN IMMEDIATE")) {
        // Another process may have been faster.
        if (version_of(db) != version) return sqlite_run(db, "ROLLBACK");
        if (sqlite_run(db, MIGRATIONS[version]) && sqlite_run(db, set) && sqlite_run(db, "COMMIT"))
            return true;
    }
    if (!sqlite3_get_autocommit(db)) sqlite_run(db, "ROLLBACK");
    return false;
}

enum { COPIES_MAX = 1000 };

// Copies a store before it is migrated, to FILE.version-N beside it. An older copy of that name may
// be of another time (a store that was restored and is migrated again), so it is left alone and the
// new one gets a number: FILE.version-N.2 and so on. Returns false if no copy could be made: a
// store is never migrated without one.
static bool keep_copy(const char *where, int version, Fault *why)
{
    char copy[4096];
    snprintf(copy, sizeof copy, "%s.version-%d", where, version);
    for (int again = 2; again < COPIES_MAX && !access(copy, F_OK); again++)
        snprintf(copy, sizeof copy, "%s.version-%d.%d", where, version, again);
    if (access(copy, F_OK)) return sqlite_backup(where, copy, why);
    fault(why, FULL, "store %q cannot be migrated: %d copies of its old version exist",
          text_of(where), COPIES_MAX - 1);
    return false;
}

bool sqlite_migrate(sqlite3 *db, const char *where, bool only_look, Fault *why)
{
    int version = version_of(db);
    if (version > 0 && version < VERSION && !only_look && !keep_copy(where, version, why))
        return false;
    while ((version = version_of(db)) >= 0 && version < VERSION && !only_look)
        if (!migrate_once(db, version)) return sqlite_refuse(db, where, why);
    if (version == VERSION) return true;
    if (version < 0) return sqlite_refuse(db, where, why);
    if (version < VERSION)
        fault(why, MALFORMED, "store %q has version %d; start the server once to bring it up to %d",
              text_of(where), version, VERSION);
    else
        fault(why, MALFORMED,
              "store %q has version %d, written by a newer program; this one knows %d",
              text_of(where), version, VERSION);
    return false;
}
