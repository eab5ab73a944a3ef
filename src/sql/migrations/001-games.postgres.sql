CREATE TABLE game (
  id bigint PRIMARY KEY,
  variant text COLLATE "C" NOT NULL,
  setup text COLLATE "C" NOT NULL,
  created_ms bigint NOT NULL,
  ended_ms bigint NOT NULL DEFAULT 0,
  result text COLLATE "C" NOT NULL DEFAULT ''
);
CREATE INDEX live_game ON game (id) WHERE ended_ms = 0;
-- Integers of `event` are as small as possible: it has more rows than all other tables. It has no
-- foreign key, which every move would check.
CREATE TABLE event (
  game bigint NOT NULL,
  number integer NOT NULL,
  kind smallint NOT NULL,
  ply integer,
  made_by bigint NOT NULL DEFAULT 0,
  at_ms bigint NOT NULL,
  body text COLLATE "C" NOT NULL,
  PRIMARY KEY (game, number)
);
CREATE UNIQUE INDEX event_ply ON event (game, ply) WHERE ply IS NOT NULL;
