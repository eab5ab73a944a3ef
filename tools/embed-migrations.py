#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Embeds the migrations into C: embed-migrations.py OUT.c OUT.d SRC. A migration is a pair of files anywhere below SRC,
# NNN-what.sqlite.sql and NNN-what.postgres.sql; the numbers 001, 002 ... are the versions of the store. OUT.d names all
# folders, so that a new file is noticed. The tables that the migrations make are listed too, for copies of a store.
#
# SQLite keeps the text of a CREATE statement, and migrated and new stores must have the same one. So comments and line
# breaks are removed, indentation stays, and a line that continues a statement begins with a space or `)`.
import os
import re
import sys

out, depends, src = sys.argv[1:]
found, read = {}, []
for folder, folders, names in os.walk(src):
    folders.sort()
    read.append(folder)
    for name in names:
        parts = re.fullmatch(r"(\d{3})-([a-z-]+)\.(sqlite|postgres)\.sql", name)
        if parts:
            number, what, database = parts.groups()
            migration = found.setdefault(int(number), (what, {}))
            if migration[0] != what or database in migration[1]:
                sys.exit(f"{folder}/{name}: another migration has number {number}")
            migration[1][database] = os.path.join(folder, name)
        elif name[0].isdigit() and name.endswith(".sql"):
            sys.exit(f"{folder}/{name}: the name of a migration is NNN-what.sqlite.sql or NNN-what.postgres.sql")


def literals(path):
    """The statements as C strings, a line each."""
    rows, ended = [], True
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file.read().splitlines(), 1):
            if not line or line.startswith("--"):
                continue
            if not ended and line[0] not in " )":
                sys.exit(f"{path}:{number}: a line that continues a statement begins with a space or `)`")
            if "--" in line:
                sys.exit(f"{path}:{number}: a comment has a line of its own")
            ended = line.endswith(";")
            text = line.replace("\\", "\\\\").replace('"', '\\"')
            rows.append(f'        "{text}"\n')
    if not ended or not rows:
        sys.exit(f"{path}: the last statement has no end")
    return "".join(rows)


class Tables:
    """The tables after all migrations, by name in the order of their creation: the key, and a column that refers to the
    table itself."""

    def __init__(self):
        self.found = {}

    def create(self, name, body):
        key = re.search(r"PRIMARY KEY \(([^)]*)\)", body) or re.search(r"(\w+)[^,(]* PRIMARY KEY", body)
        if not key:
            sys.exit(f"table {name} has no primary key")
        for other in re.findall(r"REFERENCES (\w+)", body):
            if other != name and other not in self.found:
                sys.exit(f"table {name} refers to {other}, which is made later")
        later = re.search(rf"(\w+)[^,(]* REFERENCES {name}\b", body)
        self.found[name] = (key[1], later and later[1])

    def apply(self, text):
        text = re.sub(r"^--.*\n", "", text, flags=re.M)
        for statement in text.split(";"):
            words = statement.split()
            if words[:2] == ["CREATE", "TABLE"]:
                self.create(words[2], statement[statement.index("(") + 1:])
            elif words[:2] == ["DROP", "TABLE"]:
                del self.found[words[2]]
            elif words[:2] == ["ALTER", "TABLE"] and words[3:5] == ["RENAME", "TO"]:
                self.found[words[5]] = self.found.pop(words[2])

    def rows(self):
        quoted = lambda word: f'"{word}"' if word else "NULL"
        return "".join(f'    {{ "{name}", "{key}", {quoted(later)} }},\n' for name, (key, later) in self.found.items())


rows, tables = [], Tables()
for number, (what, files) in sorted(found.items()):
    if number != len(rows) + 1:
        sys.exit(f"{src}: there is no migration {len(rows) + 1:03}")
    for database in "sqlite", "postgres":
        if database not in files:
            sys.exit(f"{src}: migration {number:03}-{what} has no text for {database}")
    rows.append(f"    {{\n{literals(files['sqlite'])}        ,\n{literals(files['postgres'])}    }},\n")
    read += files.values()
    with open(files["sqlite"], encoding="utf-8") as file:
        tables.apply(file.read())
with open(out, "w", encoding="utf-8") as file:
    file.write(f"""// Written by tools/embed-migrations.py.
#include "sql/migrations.h"

#include <stddef.h>

const Migration MIGRATIONS[] = {{
{"".join(rows)}}};
const int MIGRATIONS_COUNT = {len(rows)};

const StoreTable STORE_TABLES[] = {{
{tables.rows()}}};
const int STORE_TABLES_COUNT = {len(tables.found)};
""")
with open(depends, "w", encoding="utf-8") as file:
    file.write(out + ": " + " ".join(path.replace(" ", "\\ ") for path in read) + "\n")
