CREATE TABLE item (
  person bigint NOT NULL,
  kind bigint NOT NULL,
  key bigint NOT NULL,
  at_ms bigint NOT NULL,
  body text COLLATE "C" NOT NULL,
  PRIMARY KEY (person, kind, key)
);
CREATE INDEX item_kind ON item (kind, person) WHERE kind > 1;
