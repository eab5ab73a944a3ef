-- Preferences for challenges and chat, the rules of bots, and an index to find bots.
CREATE TABLE preference (
  person INTEGER PRIMARY KEY REFERENCES person,
  challenges INTEGER NOT NULL,
  chat INTEGER NOT NULL,
  rules TEXT NOT NULL
) STRICT;
CREATE INDEX person_bot ON person (id) WHERE kind = 2 AND gone_ms = 0;
-- Chat of games, deleted after a while.
CREATE TABLE said (
  game INTEGER NOT NULL REFERENCES game,
  number INTEGER NOT NULL,
  person INTEGER NOT NULL REFERENCES person,
  at_ms INTEGER NOT NULL,
  heard INTEGER NOT NULL,
  phrase TEXT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX said_at ON said (at_ms);
CREATE INDEX said_person ON said (person);
-- Results by variant, speed and seat. Writes keep the counts, as those of person_count.
CREATE TABLE result_count (
  person INTEGER NOT NULL REFERENCES person,
  variant TEXT NOT NULL,
  speed TEXT NOT NULL,
  seat INTEGER NOT NULL,
  games INTEGER NOT NULL,
  wins INTEGER NOT NULL,
  draws INTEGER NOT NULL,
  losses INTEGER NOT NULL,
  PRIMARY KEY (person, variant, speed, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO result_count SELECT person, variant, speed, seat, count(*), sum(score = 2),
 sum(score = 1), sum(score = 0) FROM seat JOIN game ON game.id = seat.game
 WHERE score IS NOT NULL GROUP BY person, variant, speed, seat;
