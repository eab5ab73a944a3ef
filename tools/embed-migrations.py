#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Embeds the migrations into C: embed-migrations.py OUT.c OUT.d SRC. A migration is a pair of files anywhere below SRC,
# NNN-what.sqlite.sql and NNN-what.postgres.sql; the numbers 001, 002 ... are the versions of the store. OUT.d names all
# folders, so that a new file is noticed.
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


rows = []
for number, (what, files) in sorted(found.items()):
    if number != len(rows) + 1:
        sys.exit(f"{src}: there is no migration {len(rows) + 1:03}")
    for database in "sqlite", "postgres":
        if database not in files:
            sys.exit(f"{src}: migration {number:03}-{what} has no text for {database}")
    rows.append(f"    {{\n{literals(files['sqlite'])}        ,\n{literals(files['postgres'])}    }},\n")
    read += files.values()
with open(out, "w", encoding="utf-8") as file:
    file.write(f"""// Written by tools/embed-migrations.py.
#include "sql/migrations.h"

const Migration MIGRATIONS[] = {{
{"".join(rows)}}};
const int MIGRATIONS_COUNT = {len(rows)};
""")
with open(depends, "w", encoding="utf-8") as file:
    file.write(out + ": " + " ".join(path.replace(" ", "\\ ") for path in read) + "\n")
