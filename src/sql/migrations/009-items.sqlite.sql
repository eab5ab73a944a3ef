-- Small records of one person. Person 0 is the server itself.
CREATE TABLE item (
  person INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  key INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (person, kind, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX item_kind ON item (kind, person) WHERE kind > 1;
