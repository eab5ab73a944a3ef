-- Work with a lease. Pending reviews become jobs.
CREATE TABLE job (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind INTEGER NOT NULL,
  key INTEGER NOT NULL,
  number INTEGER NOT NULL,
  priority INTEGER NOT NULL,
  state INTEGER NOT NULL DEFAULT 0,
  due_ms INTEGER NOT NULL DEFAULT 0,
  holder INTEGER NOT NULL DEFAULT 0,
  attempt INTEGER NOT NULL DEFAULT 0,
  tries INTEGER NOT NULL DEFAULT 0,
  text TEXT NOT NULL DEFAULT '',
  UNIQUE (kind, key)
) STRICT;
CREATE INDEX job_queue ON job (kind, priority, due_ms) WHERE state = 0;
INSERT INTO job (kind, key, number, priority, due_ms)
 SELECT 1, game, 0, priority, asked_ms FROM review WHERE state = 0;
DROP INDEX review_queue;
CREATE INDEX review_waiting ON review (game) WHERE state = 0;
-- A rematch names the latest rematch before it, so that two can't be created at once. Older games have
-- NULL there and aren't compared.
ALTER TABLE game ADD COLUMN rematch_after INTEGER;
CREATE UNIQUE INDEX game_rematch_once ON game (rematch_of, rematch_after)
 WHERE rematch_of IS NOT NULL;
