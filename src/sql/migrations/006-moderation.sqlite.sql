-- `audit` logs the actions of moderators and operators. It only grows: each entry has the hash of the
-- one before, and no entry can be changed or deleted.
CREATE TABLE audit (
  number INTEGER PRIMARY KEY,
  at_ms INTEGER NOT NULL,
  actor INTEGER NOT NULL,
  subject INTEGER NOT NULL,
  game INTEGER NOT NULL,
  kind TEXT NOT NULL,
  reason TEXT NOT NULL,
  detail TEXT NOT NULL,
  previous BLOB NOT NULL,
  hash BLOB NOT NULL
) STRICT;
CREATE INDEX audit_subject ON audit (subject, number);
CREATE TRIGGER audit_keeps BEFORE UPDATE ON audit
  BEGIN SELECT raise(ABORT, 'the audit log cannot be edited'); END;
CREATE TRIGGER audit_stays BEFORE DELETE ON audit
  BEGIN SELECT raise(ABORT, 'the audit log cannot be edited'); END;
CREATE TABLE role (
  person INTEGER PRIMARY KEY REFERENCES person,
  role INTEGER NOT NULL
) STRICT;
-- A measure against a person. `lifted` is the entry that undid it.
CREATE TABLE sanction (
  entry INTEGER PRIMARY KEY REFERENCES audit,
  person INTEGER NOT NULL REFERENCES person,
  kind INTEGER NOT NULL,
  reason TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  until_ms INTEGER NOT NULL,
  lifted INTEGER NOT NULL DEFAULT 0,
  seen_ms INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX sanction_person ON sanction (person, entry);
CREATE TABLE report (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  reporter INTEGER NOT NULL REFERENCES person,
  person INTEGER NOT NULL REFERENCES person,
  game INTEGER NOT NULL,
  reason TEXT NOT NULL,
  text TEXT NOT NULL,
  context TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  taken_by INTEGER NOT NULL DEFAULT 0,
  taken_ms INTEGER NOT NULL DEFAULT 0,
  closed_ms INTEGER NOT NULL DEFAULT 0,
  entry INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX report_open ON report (number) WHERE closed_ms = 0;
CREATE INDEX report_reporter ON report (reporter, person, game) WHERE closed_ms = 0;
CREATE INDEX report_person ON report (person, number);
-- Follows and blocks.
CREATE TABLE tie (
  person INTEGER NOT NULL REFERENCES person,
  kind INTEGER NOT NULL,
  other INTEGER NOT NULL REFERENCES person,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (person, kind, other)
) STRICT, WITHOUT ROWID;
CREATE INDEX tie_other ON tie (other, kind, person);
