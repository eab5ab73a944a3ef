CREATE TABLE person_count (
  person bigint PRIMARY KEY REFERENCES person,
  games bigint NOT NULL,
  wins bigint NOT NULL,
  draws bigint NOT NULL,
  losses bigint NOT NULL
);
INSERT INTO person_count SELECT person, count(*), count(*) FILTER (WHERE score = 2),
 count(*) FILTER (WHERE score = 1), count(*) FILTER (WHERE score = 0)
 FROM seat WHERE score IS NOT NULL GROUP BY person;
