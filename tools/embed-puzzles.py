#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Writes the puzzles of data/puzzles as C strings, for the server: embed-puzzles.py OUT.c FILE...
import os
import sys

out, *files = sys.argv[1:]
with open(out, "w", encoding="ascii") as c:
    c.write('// Written by tools/embed-puzzles.py.\n#include "server/features/puzzles/puzzle_set.h"\n\n'
            "const PuzzleFile PUZZLE_FILES[] = {\n")
    for path in files:
        name = os.path.basename(path).rsplit(".", 1)[0]
        c.write(f'    {{ "{name}", (const char *const[]){{\n')
        with open(path, encoding="ascii") as lines:
            for line in lines:
                line = line.strip()
                if line and not line.startswith("#"):
                    c.write(f'        "{line}",\n')
        c.write("        NULL } },\n")
    c.write("    { NULL, NULL },\n};\n")
