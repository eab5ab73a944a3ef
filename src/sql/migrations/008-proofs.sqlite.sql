-- Labels, last use, scopes and ends of sessions and tokens; the second factor. The names of deleted
-- accounts stay reserved for a while, as hashes.
ALTER TABLE session ADD COLUMN label TEXT NOT NULL DEFAULT '';
ALTER TABLE session ADD COLUMN used_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE token ADD COLUMN scopes INTEGER NOT NULL DEFAULT 1;
ALTER TABLE token ADD COLUMN expires_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE token ADD COLUMN used_ms INTEGER NOT NULL DEFAULT 0;
CREATE TABLE kept_name (hash BLOB PRIMARY KEY, until_ms INTEGER NOT NULL)
 STRICT, WITHOUT ROWID;
CREATE TABLE factor (
  person INTEGER PRIMARY KEY REFERENCES person,
  secret BLOB NOT NULL,
  since_ms INTEGER NOT NULL DEFAULT 0,
  step INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE recovery (
  person INTEGER NOT NULL REFERENCES person,
  hash BLOB NOT NULL,
  PRIMARY KEY (person, hash)
) STRICT, WITHOUT ROWID;
-- For the deletion of persons.
CREATE INDEX person_became ON person (became) WHERE became IS NOT NULL;
