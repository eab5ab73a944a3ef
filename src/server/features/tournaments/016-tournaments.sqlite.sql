-- Tournaments, and the decisions of which each is the sum (src/tournament/formats/decisions.h).
-- `number` is that of the last decision. `at_ms` orders the lists: when it starts, began or ended.
CREATE TABLE tournament (
  id INTEGER PRIMARY KEY,
  maker INTEGER NOT NULL,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  settings TEXT NOT NULL,
  seed TEXT NOT NULL,
  password TEXT NOT NULL,
  hidden INTEGER NOT NULL,
  phase INTEGER NOT NULL,
  entries INTEGER NOT NULL,
  number INTEGER NOT NULL,
  created_ms INTEGER NOT NULL,
  starts_ms INTEGER NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX tournament_list ON tournament (phase, at_ms, id);
CREATE INDEX tournament_maker ON tournament (maker);
CREATE TABLE decision (
  tournament INTEGER NOT NULL REFERENCES tournament,
  number INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  person INTEGER NOT NULL,
  what TEXT NOT NULL,
  why TEXT NOT NULL,
  PRIMARY KEY (tournament, number)
) STRICT, WITHOUT ROWID;
-- Who takes part, and as which entry (0: none); who may help or is invited.
CREATE TABLE entrant (
  tournament INTEGER NOT NULL REFERENCES tournament,
  person INTEGER NOT NULL REFERENCES person ON DELETE CASCADE,
  number INTEGER NOT NULL,
  role INTEGER NOT NULL,
  PRIMARY KEY (tournament, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX entrant_person ON entrant (person);
-- The games of tables: place is 16 times the table plus the game of the match.
CREATE TABLE tournament_game (
  game INTEGER PRIMARY KEY,
  tournament INTEGER NOT NULL REFERENCES tournament,
  place INTEGER NOT NULL
) STRICT;
-- Times that players propose for a table.
CREATE TABLE appointment (
  tournament INTEGER NOT NULL REFERENCES tournament,
  place INTEGER NOT NULL,
  person INTEGER NOT NULL REFERENCES person ON DELETE CASCADE,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (tournament, place, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX appointment_person ON appointment (person);
