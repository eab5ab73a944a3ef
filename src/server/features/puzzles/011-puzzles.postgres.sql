CREATE TABLE attempt (
  person bigint NOT NULL REFERENCES person,
  number bigint NOT NULL,
  puzzle bigint NOT NULL,
  solved bigint NOT NULL,
  at_ms bigint NOT NULL,
  rating double precision NOT NULL,
  deviation double precision NOT NULL,
  volatility double precision NOT NULL,
  PRIMARY KEY (person, number),
  UNIQUE (person, puzzle)
);
CREATE TABLE solver (
  person bigint PRIMARY KEY REFERENCES person,
  rating double precision NOT NULL,
  deviation double precision NOT NULL,
  volatility double precision NOT NULL,
  at_ms bigint NOT NULL,
  tried bigint NOT NULL,
  solved bigint NOT NULL
);
CREATE TABLE puzzle (
  id bigint PRIMARY KEY,
  rating double precision NOT NULL,
  deviation double precision NOT NULL,
  volatility double precision NOT NULL,
  tries bigint NOT NULL
);
