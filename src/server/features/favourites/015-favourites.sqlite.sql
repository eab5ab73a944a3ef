-- Each person's favourite games. `number` orders them.
CREATE TABLE favourite (
  person INTEGER NOT NULL REFERENCES person ON DELETE CASCADE,
  game INTEGER NOT NULL REFERENCES game,
  number INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  note TEXT NOT NULL,
  PRIMARY KEY (person, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX favourite_number ON favourite (person, number);
