-- Finished games in the order of their commits. A reader that continues after a number misses none.
CREATE TABLE finished (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  game INTEGER NOT NULL UNIQUE REFERENCES game
) STRICT;
INSERT INTO finished (game) SELECT id FROM game WHERE ended_ms > 0 ORDER BY ended_ms, id;
-- Reviews by the server, and the queue of pending ones.
CREATE TABLE review (
  game INTEGER PRIMARY KEY REFERENCES game,
  state INTEGER NOT NULL DEFAULT 0,
  priority INTEGER NOT NULL,
  asked_ms INTEGER NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0,
  report TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX review_queue ON review (priority, asked_ms, game) WHERE state = 0;
