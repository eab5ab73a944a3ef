CREATE TABLE favourite (
  person bigint NOT NULL REFERENCES person ON DELETE CASCADE,
  game bigint NOT NULL REFERENCES game,
  number bigint NOT NULL,
  at_ms bigint NOT NULL,
  note text COLLATE "C" NOT NULL,
  PRIMARY KEY (person, game)
);
CREATE INDEX favourite_number ON favourite (person, number);
