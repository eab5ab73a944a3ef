CREATE TABLE tournament (
  id bigint PRIMARY KEY,
  maker bigint NOT NULL,
  name text COLLATE "C" NOT NULL,
  description text COLLATE "C" NOT NULL,
  settings text COLLATE "C" NOT NULL,
  seed text COLLATE "C" NOT NULL,
  password text COLLATE "C" NOT NULL,
  hidden bigint NOT NULL,
  phase bigint NOT NULL,
  entries bigint NOT NULL,
  number bigint NOT NULL,
  created_ms bigint NOT NULL,
  starts_ms bigint NOT NULL,
  at_ms bigint NOT NULL
);
CREATE INDEX tournament_list ON tournament (phase, at_ms, id);
CREATE INDEX tournament_maker ON tournament (maker);
CREATE TABLE decision (
  tournament bigint NOT NULL REFERENCES tournament,
  number bigint NOT NULL,
  at_ms bigint NOT NULL,
  person bigint NOT NULL,
  what text COLLATE "C" NOT NULL,
  why text COLLATE "C" NOT NULL,
  PRIMARY KEY (tournament, number)
);
CREATE TABLE entrant (
  tournament bigint NOT NULL REFERENCES tournament,
  person bigint NOT NULL REFERENCES person ON DELETE CASCADE,
  number bigint NOT NULL,
  role bigint NOT NULL,
  PRIMARY KEY (tournament, person)
);
CREATE INDEX entrant_person ON entrant (person);
CREATE TABLE tournament_game (
  game bigint PRIMARY KEY,
  tournament bigint NOT NULL REFERENCES tournament,
  place bigint NOT NULL
);
CREATE TABLE appointment (
  tournament bigint NOT NULL REFERENCES tournament,
  place bigint NOT NULL,
  person bigint NOT NULL REFERENCES person ON DELETE CASCADE,
  at_ms bigint NOT NULL,
  PRIMARY KEY (tournament, place, person)
);
CREATE INDEX appointment_person ON appointment (person);
