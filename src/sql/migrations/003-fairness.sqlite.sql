-- How much a rated game counts depends on the players' recent games and on the addresses and devices
-- that they share.
ALTER TABLE rating_change ADD COLUMN discount REAL NOT NULL DEFAULT 0;
CREATE INDEX change_recent ON rating_change (person, at_ms, game);
CREATE TABLE trace (
  person INTEGER NOT NULL REFERENCES person,
  kind INTEGER NOT NULL,
  key INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (person, kind, key)
) STRICT, WITHOUT ROWID;
-- Games to be looked at by moderators.
CREATE TABLE flag (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  game INTEGER NOT NULL REFERENCES game,
  person INTEGER NOT NULL REFERENCES person,
  kind TEXT NOT NULL,
  detail TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX flag_game ON flag (game);
CREATE INDEX flag_person ON flag (person);
