#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Embeds the files of a folder into C: embed-page.py OUT-FOLDER PAGE-FOLDER writes page.c, a table
# of names, and page.bin, the concatenated files, which the assembler includes (a C array of that
# size would take the compiler many seconds). Without that folder the table is empty. Unchanged
# output isn't written, to avoid rebuilds.
import hashlib
import os
import sys

out, page = sys.argv[1:]
files = []
for folder, folders, names in os.walk(page):
    folders[:] = sorted(name for name in folders if not name.startswith("."))
    for name in sorted(names):
        path = os.path.join(folder, name)
        if not name.startswith(".") and not os.path.islink(path):
            with open(path, "rb") as file:
                files.append((os.path.relpath(path, page), file.read()))

bytes_path = os.path.abspath(os.path.join(out, "page.bin"))
everything = b"".join(content for _, content in files)
rows, at = [], 0
for name, content in files:
    quoted = name.replace("\\", "\\\\").replace('"', '\\"')
    rows.append(f'    {{ "{quoted}", PAGE_BYTES + {at}, {len(content)} }},\n')
    at += len(content)
table = f"""// Written by tools/embed-page.py. The bytes: {hashlib.sha256(everything).hexdigest()}
#include "server/kernel/page.h"

__asm__(".section .rodata\\n.global PAGE_BYTES\\nPAGE_BYTES:\\n"
        ".incbin \\"{bytes_path}\\"\\n.byte 0\\n.previous\\n");
extern const u8 PAGE_BYTES[] __attribute__((visibility("hidden")));

const PageFile PAGE_FILES[] = {{
{"".join(rows)}    {{ 0 }},
}};
const size_t PAGE_FILE_COUNT = {len(files)};
"""
for name, content in ("page.bin", everything), ("page.c", table.encode()):
    path = os.path.join(out, name)
    try:
        with open(path, "rb") as old:
            if old.read() == content:
                continue
    except FileNotFoundError:
        pass
    with open(path, "wb") as new:
        new.write(content)
