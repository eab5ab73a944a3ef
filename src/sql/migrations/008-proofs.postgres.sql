ALTER TABLE session ADD COLUMN label text COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE session ADD COLUMN used_ms bigint NOT NULL DEFAULT 0;
ALTER TABLE token ADD COLUMN scopes bigint NOT NULL DEFAULT 1;
ALTER TABLE token ADD COLUMN expires_ms bigint NOT NULL DEFAULT 0;
ALTER TABLE token ADD COLUMN used_ms bigint NOT NULL DEFAULT 0;
CREATE TABLE kept_name (hash bytea PRIMARY KEY, until_ms bigint NOT NULL);
CREATE TABLE factor (
  person bigint PRIMARY KEY REFERENCES person,
  secret bytea NOT NULL,
  since_ms bigint NOT NULL DEFAULT 0,
  step bigint NOT NULL DEFAULT 0
);
CREATE TABLE recovery (
  person bigint NOT NULL REFERENCES person,
  hash bytea NOT NULL,
  PRIMARY KEY (person, hash)
);
CREATE INDEX person_became ON person (became) WHERE became IS NOT NULL;
