#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The build refuses migrations that are incomplete or that it would join wrongly (tools/embed-migrations.py)."""
import os
import subprocess
import sys
import tempfile

TOOL = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tools/embed-migrations.py")
TABLE = "-- A comment.\nCREATE TABLE cup (\n  id INTEGER PRIMARY KEY\n);\n"
PAIR = {"a/001-cups.sqlite.sql": TABLE, "b/001-cups.postgres.sql": TABLE}
REFUSED = {
    "there is no migration 001": {"002-cups.sqlite.sql": TABLE, "002-cups.postgres.sql": TABLE},
    "no text for postgres": {"001-cups.sqlite.sql": TABLE},
    "another migration has number 001": {**PAIR, "001-plates.sqlite.sql": TABLE},
    "the name of a migration is": {**PAIR, "002_plates.sql": TABLE},
    "begins with a space": {**PAIR, "a/001-cups.sqlite.sql": "CREATE TABLE cup (\nid INTEGER PRIMARY KEY);\n"},
    "a comment has a line of its own": {**PAIR, "a/001-cups.sqlite.sql": "CREATE TABLE cup ( -- A comment.\n  id INTEGER);\n"},
    "the last statement has no end": {**PAIR, "a/001-cups.sqlite.sql": "CREATE TABLE cup (id INTEGER)\n"},
    "table plate has no primary key": {**PAIR, "a/001-cups.sqlite.sql": "CREATE TABLE plate (\n  id INTEGER\n);\n"},
    "refers to plate, which is made later": {**PAIR, "a/001-cups.sqlite.sql": "CREATE TABLE cup (\n  id INTEGER PRIMARY KEY REFERENCES plate\n);\n"},
}
PLATES = """ALTER TABLE cup RENAME TO mug;
CREATE TABLE plate (
  cup INTEGER NOT NULL REFERENCES mug,
  size INTEGER NOT NULL,
  under INTEGER REFERENCES plate,
  PRIMARY KEY (cup, size)
);
"""


def embed(files):
    with tempfile.TemporaryDirectory() as folder:
        src = os.path.join(folder, "src")
        for name, text in files.items():
            os.makedirs(os.path.dirname(os.path.join(src, name)), exist_ok=True)
            with open(os.path.join(src, name), "w", encoding="utf-8") as file:
                file.write(text)
        out = os.path.join(folder, "out.c")
        run = subprocess.run([sys.executable, TOOL, out, os.path.join(folder, "out.d"), src], capture_output=True, text=True)
        if run.returncode:
            return "", run.stderr
        with open(out, encoding="utf-8") as file:
            return file.read(), ""


failed = []
text, why = embed(PAIR)
if '"CREATE TABLE cup ("\n        "  id INTEGER PRIMARY KEY"\n        ");"' not in text or "MIGRATIONS_COUNT = 1;" not in text:
    failed.append(f"a pair in two folders: {why}{text}")
text, why = embed({**PAIR, "c/002-plates.sqlite.sql": PLATES, "c/002-plates.postgres.sql": PLATES})
if '{ "mug", "id", NULL },\n    { "plate", "cup, size", "under" },\n' not in text:
    failed.append(f"the list of tables: {why}{text}")
for expected, files in REFUSED.items():
    _, why = embed(files)
    if expected not in why:
        failed.append(f"{expected}: {why or 'accepted'}")
print("\n".join(failed) or "ok")
sys.exit(bool(failed))
