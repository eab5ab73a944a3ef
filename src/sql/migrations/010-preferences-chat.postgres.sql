CREATE TABLE preference (
  person bigint PRIMARY KEY REFERENCES person,
  challenges bigint NOT NULL,
  chat bigint NOT NULL,
  rules text COLLATE "C" NOT NULL
);
CREATE INDEX person_bot ON person (id) WHERE kind = 2 AND gone_ms = 0;
CREATE TABLE said (
  game bigint NOT NULL REFERENCES game,
  number bigint NOT NULL,
  person bigint NOT NULL REFERENCES person,
  at_ms bigint NOT NULL,
  heard bigint NOT NULL,
  phrase text COLLATE "C" NOT NULL,
  text text COLLATE "C" NOT NULL,
  PRIMARY KEY (game, number)
);
CREATE INDEX said_at ON said (at_ms);
CREATE INDEX said_person ON said (person);
CREATE TABLE result_count (
  person bigint NOT NULL REFERENCES person,
  variant text COLLATE "C" NOT NULL,
  speed text COLLATE "C" NOT NULL,
  seat bigint NOT NULL,
  games bigint NOT NULL,
  wins bigint NOT NULL,
  draws bigint NOT NULL,
  losses bigint NOT NULL,
  PRIMARY KEY (person, variant, speed, seat)
);
INSERT INTO result_count SELECT person, variant, speed, seat, count(*),
 count(*) FILTER (WHERE score = 2), count(*) FILTER (WHERE score = 1), count(*) FILTER (WHERE score = 0)
 FROM seat JOIN game ON game.id = seat.game
 WHERE score IS NOT NULL GROUP BY person, variant, speed, seat;
