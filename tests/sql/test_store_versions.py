#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Stores of every version of the schema become the same as a new store, and keep their rows.

    test_store_versions.py               checks each stored version on SQLite
    test_store_versions.py --postgres    on PostgreSQL; run it by tests/support/postgres/with_postgres run
    test_store_versions.py --make        writes the stores that are missing; with --postgres those of PostgreSQL

OLD_STORE is the program made from old_store.c. The stores are old/version-N.sql and old/postgres/version-N.sql. They are never
changed: stores like these are in use. When a version is added, the test asks for a store of the one before it.
"""
import argparse
import glob
import os
import re
import sqlite3
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from old_rows import ROWS  # noqa: E402

OLD_STORE = os.environ["OLD_STORE"]


def old_store(*words):
    run = subprocess.run([OLD_STORE, *map(str, words)], capture_output=True, text=True)
    if run.returncode:
        raise SystemExit(f"{' '.join(map(str, words))}: {run.stderr or run.stdout}")
    return run.stdout


def literal(value, blob):
    if value is None:
        return "NULL"
    if isinstance(value, bytes):
        return blob % value.hex()
    if isinstance(value, (int, float)):
        return repr(value)
    return "'" + value.replace("'", "''") + "'"


class Sqlite:
    """A store in a file."""

    stores = os.path.join(HERE, "old")
    blob = "X'%s'"

    def __init__(self, folder):
        self.folder, self.made, self.where = folder, 0, None
        self.clear()

    def clear(self):
        self.made += 1
        self.where = os.path.join(self.folder, f"store{self.made}.db")

    def run(self, sql):
        with sqlite3.connect(self.where) as db:
            db.executescript(sql)
        db.close()

    def select(self, sql):
        db = sqlite3.connect(self.where)
        rows = db.execute(sql).fetchall()
        db.close()
        return rows

    def columns(self):
        """{table: [column, ...]}"""
        tables = [name for name, in self.select("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
                                                " ORDER BY rowid")]
        return {table: [row[1] for row in self.select(f"PRAGMA table_info({table})")] for table in tables}

    def dump(self):
        version, = self.select("PRAGMA user_version")[0]
        db = sqlite3.connect(self.where)
        lines = [line for line in db.iterdump() if line not in ("BEGIN TRANSACTION;", "COMMIT;") and "sqlite_sequence" not in line]
        db.close()
        return "\n".join(["PRAGMA journal_mode = WAL;", *lines, f"PRAGMA user_version = {version};"]) + "\n"

    def schema(self):
        return self.select("SELECT sql FROM sqlite_schema WHERE sql NOT NULL ORDER BY name")


class Postgres:
    """A separate database on the server of with_postgres."""

    stores = os.path.join(HERE, "old", "postgres")
    blob = "'\\x%s'"

    def __init__(self, _):
        self.folder = os.environ["POSTGRES_FOLDER"]
        self.where = f"postgresql://meydan@/store_versions?host={self.folder}"
        self.clear()

    def psql(self, database, *args, text=None):
        run = subprocess.run(["psql", "-q", "-X", "-v", "ON_ERROR_STOP=1", "-h", self.folder, "-U", "meydan", database, *args], input=text,
                             capture_output=True, text=True, env={**os.environ, "PGOPTIONS": "-c client_min_messages=error"})
        if run.returncode:
            raise SystemExit(run.stderr)
        return run.stdout

    def clear(self):
        self.psql("postgres", "-c", "DROP DATABASE IF EXISTS store_versions")
        self.psql("postgres", "-c", "CREATE DATABASE store_versions")

    def run(self, sql):
        self.psql("store_versions", text=sql)

    def select(self, sql):
        return sorted(self.psql("store_versions", "-At", "-c", sql).splitlines())

    def columns(self):
        found = {}
        rows = self.psql("store_versions", "-At", "-F", " ", "-c", "SELECT table_name, column_name FROM information_schema.columns"
                         " WHERE table_schema = 'public' AND NOT (table_name IN ('meydan_schema', 'written'))"
                         " ORDER BY table_name, ordinal_position")
        for table, column in (row.split() for row in rows.splitlines()):
            found.setdefault(table, []).append(column)
        return found

    def pg_dump(self, *args):
        tool = sorted(glob.glob("/usr/lib/postgresql/*/bin/pg_dump"))
        text = subprocess.run([tool[-1] if tool else "pg_dump", "-h", self.folder, "-U", "meydan", "--no-owner", "--no-privileges", *args,
                               "store_versions"], check=True, capture_output=True, text=True).stdout
        # Newer tools guard a dump with a random word.
        lines = [line for line in text.splitlines()
                 if line and not line.startswith(("--", "SET ", "SELECT pg_catalog.set_config", "\\restrict", "\\unrestrict"))]
        return "\n".join(lines) + "\n"

    def dump(self):
        return self.pg_dump("--inserts")

    def schema(self):
        return self.pg_dump("--schema-only")


def insert(store, rows):
    """Inserts the rows for which this version has tables, with the columns it has."""
    columns = store.columns()
    text = []
    for table, row in rows:
        names = [name for name in row if name in columns.get(table, [])]
        if names:
            values = ", ".join(literal(row[name], store.blob) for name in names)
            text.append(f"INSERT INTO {table} ({', '.join(names)}) VALUES ({values});")
    empty = set(columns) - {table for table, _ in rows} - {"identity"}
    if empty:
        raise SystemExit(f"old_rows.py has no row for {', '.join(sorted(empty))}")
    store.run("\n".join(text))


def make(store, version):
    old_store("make", version, store.where)
    insert(store, ROWS)
    return f"-- A store as version {version} of the schema made it. Never changed: stores like this are in use.\n" + store.dump()


def check(store, path, new):
    """The differences between a migrated store and a new one."""
    with open(path, encoding="utf-8") as file:
        store.run(file.read())
    selects = {table: f"SELECT {', '.join(columns)} FROM {table}" for table, columns in store.columns().items()}
    before = {table: store.select(sql) for table, sql in selects.items()}
    old_store("open", store.where)
    faults = [] if store.schema() == new else ["its schema is not that of a new store"]
    now = store.columns()
    for table, sql in selects.items():
        if table not in now:
            faults.append(f"table {table} is gone")
        elif not set(before[table]) <= set(store.select(sql)):
            faults.append(f"rows of {table} have changed: {before[table]} became {store.select(sql)}")
    if not sum(map(len, before.values())):
        faults.append("it has no rows")
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--make", action="store_true")
    options = parser.parse_args()
    newest, failed = int(old_store("newest")), 0
    with tempfile.TemporaryDirectory(prefix="meydan-versions-") as folder:
        store = (Postgres if options.postgres else Sqlite)(folder)
        old_store("open", store.where)
        new = store.schema()
        insert(store, ROWS)  # a table without a row is reported with its feature, not with the next migration
        for version in range(1, newest + 1):
            path = os.path.join(store.stores, f"version-{version}.sql")
            store.clear()
            if not os.path.exists(path):
                if version == newest:
                    continue  # it may still change until it is released
                if options.make:
                    text = make(store, version)
                    with open(path, "w", encoding="utf-8") as file:
                        file.write(text)
                    print(f"made {os.path.relpath(path)}")
                    store.clear()
                else:
                    print(f"FAILED version {version}: there is no {os.path.basename(path)}; run test_store_versions.py --make")
                    failed += 1
                    continue
            faults = check(store, path, new)
            failed += bool(faults)
            print("\n".join(f"FAILED version {version}: {fault}" for fault in faults) or f"ok version {version}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
