-- Each list of games has an index with all columns that it selects by.
ALTER TABLE game ADD COLUMN speed TEXT NOT NULL DEFAULT '';
ALTER TABLE game ADD COLUMN maker INTEGER;
ALTER TABLE game ADD COLUMN rematch_of INTEGER;
ALTER TABLE game ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;
ALTER TABLE game ADD COLUMN open_to_all INTEGER NOT NULL DEFAULT 0;
ALTER TABLE game ADD COLUMN reason TEXT NOT NULL DEFAULT '';
ALTER TABLE game ADD COLUMN plies INTEGER NOT NULL DEFAULT 0;
ALTER TABLE game ADD COLUMN annulled INTEGER NOT NULL DEFAULT 0;
CREATE INDEX game_ended ON game
  (ended_ms, id, variant, speed, result, rated, open_to_all, plies) WHERE ended_ms > 0;
CREATE INDEX game_variant ON game
  (variant, ended_ms, id, speed, result, rated, open_to_all, plies) WHERE ended_ms > 0;
CREATE INDEX game_rematch ON game (rematch_of) WHERE rematch_of IS NOT NULL;
CREATE INDEX game_maker ON game (maker) WHERE maker IS NOT NULL;
-- A ply that was taken back is played again, so (game, ply) isn't a key. Each event has the number of
-- plies after it, and a move is accepted only as the next ply. A move then writes one index less.
ALTER TABLE event ADD COLUMN plies INTEGER NOT NULL DEFAULT 0;
UPDATE event SET plies = (SELECT coalesce(max(earlier.ply) + 1, 0) FROM event AS earlier
  WHERE earlier.game = event.game AND earlier.number <= event.number);
UPDATE game SET plies = (SELECT coalesce(max(event.plies), 0) FROM event
  WHERE event.game = game.id) WHERE ended_ms > 0;
DROP INDEX event_ply;
-- A deleted person remains as a row without a name, since games refer to it.
CREATE TABLE person (
  id INTEGER PRIMARY KEY,
  kind INTEGER NOT NULL,
  name TEXT,
  key TEXT,
  password TEXT,
  created_ms INTEGER NOT NULL,
  gone_ms INTEGER NOT NULL DEFAULT 0,
  became INTEGER REFERENCES person
) STRICT;
CREATE UNIQUE INDEX person_key ON person (key) WHERE key IS NOT NULL;
CREATE TABLE session (
  hash BLOB PRIMARY KEY,
  person INTEGER NOT NULL REFERENCES person,
  created_ms INTEGER NOT NULL,
  expires_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX session_person ON session (person);
CREATE INDEX session_expires ON session (expires_ms);
CREATE TABLE token (
  id INTEGER PRIMARY KEY,
  hash BLOB NOT NULL UNIQUE,
  person INTEGER NOT NULL REFERENCES person,
  label TEXT NOT NULL,
  created_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX token_person ON token (person);
-- `ended_ms` is the game's. `score` is in half points, and NULL without a result.
CREATE TABLE seat (
  game INTEGER NOT NULL REFERENCES game,
  seat INTEGER NOT NULL,
  person INTEGER NOT NULL REFERENCES person,
  ended_ms INTEGER NOT NULL DEFAULT 0,
  score INTEGER,
  PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seat_person ON seat (person, ended_ms, game, score);
CREATE TABLE rating (
  person INTEGER NOT NULL REFERENCES person,
  variant TEXT NOT NULL,
  speed TEXT NOT NULL,
  rating REAL NOT NULL,
  deviation REAL NOT NULL,
  volatility REAL NOT NULL,
  at_ms INTEGER NOT NULL,
  games INTEGER NOT NULL,
  PRIMARY KEY (person, variant, speed)
) STRICT, WITHOUT ROWID;
CREATE TABLE rating_change (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  person INTEGER NOT NULL REFERENCES person,
  variant TEXT NOT NULL,
  speed TEXT NOT NULL,
  game INTEGER NOT NULL REFERENCES game,
  rating_before REAL NOT NULL,
  deviation_before REAL NOT NULL,
  volatility_before REAL NOT NULL,
  rating REAL NOT NULL,
  deviation REAL NOT NULL,
  volatility REAL NOT NULL,
  at_ms INTEGER NOT NULL,
  annulled INTEGER NOT NULL DEFAULT 0,
  UNIQUE (game, person)
) STRICT;
CREATE INDEX change_person ON rating_change (person, number);
CREATE INDEX change_variant ON rating_change (variant, speed, number);
-- The last time at which the server reported that it was running.
CREATE TABLE alive (one INTEGER PRIMARY KEY CHECK (one = 1), at_ms INTEGER NOT NULL) STRICT;
