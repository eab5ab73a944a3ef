-- A person's games with a result. Writes keep the counts, so that no read counts seats.
CREATE TABLE person_count (
  person INTEGER PRIMARY KEY REFERENCES person,
  games INTEGER NOT NULL,
  wins INTEGER NOT NULL,
  draws INTEGER NOT NULL,
  losses INTEGER NOT NULL
) STRICT;
INSERT INTO person_count SELECT person, count(*), sum(score = 2), sum(score = 1),
 sum(score = 0) FROM seat WHERE score IS NOT NULL GROUP BY person;
