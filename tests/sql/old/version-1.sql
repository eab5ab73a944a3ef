-- A store as version 1 of the schema made it. Never changed: stores like this are out there.
PRAGMA journal_mode = WAL;
CREATE TABLE game (  id INTEGER PRIMARY KEY,  variant TEXT NOT NULL,  setup TEXT NOT NULL,  created_ms INTEGER NOT NULL,  ended_ms INTEGER NOT NULL DEFAULT 0,  result TEXT NOT NULL DEFAULT '') STRICT;
CREATE INDEX live_game ON game (id) WHERE ended_ms = 0;
CREATE TABLE event (  game INTEGER NOT NULL REFERENCES game,  number INTEGER NOT NULL,  kind INTEGER NOT NULL,  ply INTEGER,  at_ms INTEGER NOT NULL,  body TEXT NOT NULL,  PRIMARY KEY (game, number)) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX event_ply ON event (game, ply) WHERE ply IS NOT NULL;
INSERT INTO game VALUES (1, 'abalone', '{"clock":"600+5"}', 1000, 9000, '1-0');
INSERT INTO event VALUES (1, 0, 7, NULL, 2000, 'a1b2'), (1, 1, 1, 0, 2001, 'a1b2'), (1, 2, 1, 1, 2002, 'a1b2');
INSERT INTO game VALUES (2, 'abalone', '{"clock":"600+5"}', 1000, 0, '');
INSERT INTO event VALUES (2, 0, 1, 0, 2000, 'a1b2'), (2, 1, 7, NULL, 2001, 'a1b2');
INSERT INTO game VALUES (3, 'abalone', '{"clock":"600+5"}', 1000, 0, '');
PRAGMA user_version = 1;
