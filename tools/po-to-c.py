#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Turns the translations of po/ into C: po-to-c.py OUTPUT.c LANGUAGE.po...

The program carries its texts with it, so that they are there without installed catalogues and
without generated locales (glibc's gettext needs both). What is missing or marked fuzzy is left
out: the program then speaks English. tools/texts check sees to it that nothing is.
"""
import os
import re
import struct
import subprocess
import sys


def quote(text):
    text = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return '"' + text + '"'


def read(path):
    """Reads a catalogue compiled by GNU msgfmt: translations by context and English text, with plural forms in order."""
    data = subprocess.run(["msgfmt", "--output-file=-", path], check=True, capture_output=True).stdout
    count, ids, texts = struct.unpack_from("=3I", data, 8)

    def string(table, number):
        length, at = struct.unpack_from("=2I", data, table + 8 * number)
        return data[at:at + length].decode()

    entries = {}
    for number in range(count):
        context, _, english = string(ids, number).split("\0")[0].rpartition("\4")
        entries[context, english] = string(texts, number).split("\0")
    return entries


def write_language(path, out):
    code = os.path.splitext(os.path.basename(path))[0]
    entries = read(path)
    plural = re.search(r"nplurals=([1-4]); *plural=([-n0-9 %=!<>&|?:()]+);", entries.pop(("", ""))[0])
    if not plural:
        sys.exit(f"{path}: no usable Plural-Forms")
    out.write(f"static unsigned plural_{code}(unsigned n)\n{{\n    (void)n;\n"
              f"    return {plural[2]};\n}}\n\n"
              f"static const Translation MESSAGES_{code}[] = {{\n")
    rows = sorted(entries.items(), key=lambda row: [text.encode() for text in row[0]])
    for (context, english), forms in rows:
        out.write(f"    {{ {quote(context)}, {quote(english)},\n"
                  f"      {{ {', '.join(map(quote, forms))} }} }},\n")
    out.write("};\n\n")
    return code, len(rows)


def main():
    with open(sys.argv[1], "w", encoding="utf-8") as out:
        out.write("// Made by tools/po-to-c.py from po/*.po.\n"
                  '#include "cli/language.h"\n\n')
        languages = [write_language(path, out) for path in sys.argv[2:]]
        out.write("const Catalogue CATALOGUES[] = {\n")
        for code, count in languages:
            out.write(f'    {{ "{code}", plural_{code}, MESSAGES_{code}, {count} }},\n')
        out.write("    { 0 },\n};\n")


if __name__ == "__main__":
    main()
