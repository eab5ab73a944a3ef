-- The identity of this store; copies and backups keep it. Odd, so never 0.
CREATE TABLE identity (one INTEGER PRIMARY KEY CHECK (one = 1), id INTEGER NOT NULL) STRICT;
INSERT INTO identity (one, id) VALUES (1, random() | 1);
