#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Turns the translations of po/ into C: po-to-c.py OUTPUT.c LANGUAGE.po...

The program carries its texts with it, so that they are there without installed catalogues and
without generated locales (glibc's gettext needs both). What is missing or marked fuzzy is left
out: the program then speaks English. tools/texts check sees to it that nothing is.
"""
import os
import re
import sys

ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}


def unquote(text):
    """The string of a C-like literal, as .po files have them."""
    return re.sub(r"\\(.)", lambda found: ESCAPES[found[1]], text[1:-1])


def quote(text):
    text = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return '"' + text + '"'


def read_po(path):
    """Yields an entry at a time: {"msgid": ..., "msgstr[0]": ..., "fuzzy": ...}."""
    with open(path, encoding="utf-8") as file:
        blocks = file.read().split("\n\n")
    for block in blocks:
        entry, field = {}, None
        for line in block.splitlines():
            if line.startswith("#,") and "fuzzy" in line:
                entry["fuzzy"] = True
            if not line or line.startswith("#"):
                continue
            if line.startswith('"'):
                entry[field] += unquote(line)
            else:
                field, value = line.split(" ", 1)
                entry[field] = unquote(value)
        if "msgid" in entry:
            yield entry


def forms_of(entry):
    if "msgid_plural" not in entry:
        return [entry["msgstr"]]
    return [entry[field] for field in sorted(entry) if field.startswith("msgstr[")]


def write_language(path, out):
    code = os.path.splitext(os.path.basename(path))[0]
    entries = list(read_po(path))
    header = next(entry["msgstr"] for entry in entries if not entry["msgid"])
    plural = re.search(r"nplurals=([1-4]); *plural=([-n0-9 %=!<>&|?:()]+);", header)
    if not plural:
        sys.exit(f"{path}: no usable Plural-Forms")
    out.write(f"static unsigned plural_{code}(unsigned n)\n{{\n    (void)n;\n"
              f"    return {plural[2]};\n}}\n\n"
              f"static const Translation MESSAGES_{code}[] = {{\n")
    rows = [(entry.get("msgctxt", ""), entry["msgid"], forms_of(entry)) for entry in entries
            if entry["msgid"] and not entry.get("fuzzy") and all(forms_of(entry))]
    rows.sort(key=lambda row: (row[0].encode(), row[1].encode()))
    for context, english, forms in rows:
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
