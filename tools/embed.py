#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Writes binary files as C arrays: embed.py OUT.c HEADER FILE...   abalone-3.weights -> WEIGHTS_ABALONE_3
import os
import sys

out, header, *files = sys.argv[1:]
with open(out, "w") as c:
    c.write(f'// Written by tools/embed.py.\n#include "{header}"\n')
    for path in files:
        name = os.path.basename(path).rsplit(".", 1)[0].upper().replace("-", "_")
        data = open(path, "rb").read()
        c.write(f"\nconst u8 WEIGHTS_{name}[] = {{\n")
        for i in range(0, len(data), 32):
            c.write(",".join(str(b) for b in data[i : i + 32]) + ",\n")
        c.write("};\n")
