-- Each person's first attempt at each puzzle, and the ratings that result.
CREATE TABLE attempt (
  person INTEGER NOT NULL REFERENCES person,
  number INTEGER NOT NULL,
  puzzle INTEGER NOT NULL,
  solved INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  rating REAL NOT NULL,
  deviation REAL NOT NULL,
  volatility REAL NOT NULL,
  PRIMARY KEY (person, number),
  UNIQUE (person, puzzle)
) STRICT, WITHOUT ROWID;
CREATE TABLE solver (
  person INTEGER PRIMARY KEY REFERENCES person,
  rating REAL NOT NULL,
  deviation REAL NOT NULL,
  volatility REAL NOT NULL,
  at_ms INTEGER NOT NULL,
  tried INTEGER NOT NULL,
  solved INTEGER NOT NULL
) STRICT;
CREATE TABLE puzzle (
  id INTEGER PRIMARY KEY,
  rating REAL NOT NULL,
  deviation REAL NOT NULL,
  volatility REAL NOT NULL,
  tries INTEGER NOT NULL
) STRICT;
