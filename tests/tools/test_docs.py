#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What a program can check of the docs: folders and files exist, commands and options too, examples print what is shown, the
table of settings has the defaults of the program, metrics are in the source, and numbers are those of the code.
tools/docs-site --check checks the links."""
import glob
import os
import re
import subprocess
import unittest

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
MEYDAN = os.path.abspath(os.environ.get("MEYDAN", os.path.join(ROOT, "build/meydan")))
FOLDERS = ["bench", "data", "debian", "docs", "examples", "include", "po", "python", "src", "tests", "tools", "train", "web"]
# Names in instructions, of files that the reader makes.
PLACEHOLDERS = {"src/server/features/NAME", "web/src/features/NAME", "po/de.po", "src/library/libmeydan-VERSION.abi"}
COUNTED = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def docs():
    """(path, text) of README, CONTRIBUTING and docs/."""
    paths = ["README.md", "CONTRIBUTING.md", *sorted(glob.glob("docs/*.md", root_dir=ROOT))]
    return [(path, read(path)) for path in paths]


def run(*words):
    return subprocess.run([MEYDAN, *words], capture_output=True, text=True, check=True).stdout


def options():
    """{command: its options}"""
    names = [line.split("\t")[0] for line in run("--list").splitlines()]
    return {name: {line.split()[0] for line in run("--list", name).splitlines()} for name in names}


def exists(path):
    """A file or folder, a pattern with * or {a,b}, or a program of bench/ or train/, which is named as its source."""
    pattern = os.path.join(ROOT, re.sub(r"\{[^}]*\}", "*", path))
    return bool(glob.glob(pattern) or glob.glob(pattern + ".*"))


def is_built(path):
    return any(f"'{os.path.basename(path)}'" in read(build) for build in ("bench/meson.build", "train/meson.build"))


class Files(unittest.TestCase):
    def test_named_files_exist(self):
        names = re.compile(rf"(?<![\w/.$-])((?:{'|'.join(FOLDERS)})/[\w./*{{}},+-]*)")
        for path, text in docs():
            for name in {found.rstrip(".,") for found in names.findall(text)} - PLACEHOLDERS:
                self.assertTrue(exists(name) or is_built(name), f"{path} names {name}")

    def test_architecture_names_every_folder(self):
        text = read("docs/architecture.md")
        layers = [os.path.relpath(folder, ROOT) for pattern in ("src/*/", "src/server/*/") for folder in glob.glob(os.path.join(ROOT, pattern))]
        for folder in sorted({*layers, *FOLDERS} - {"src"}):
            self.assertTrue(f"](../{folder})" in text, f"docs/architecture.md lacks {folder}")

    def test_folders_are_all(self):
        tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
        if tracked.returncode == 0:  # an archive of the sources has no repository
            found = {line.split("/")[0] for line in tracked.stdout.splitlines() if "/" in line and not line.startswith(".")}
            self.assertEqual(found, set(FOLDERS))


class Commands(unittest.TestCase):
    def test_readme_lists_every_command(self):
        self.assertEqual(set(re.findall(r"(?m)^\| `meydan (\w+)", read("README.md"))), set(options()))

    def test_commands_and_options_exist(self):
        known = options()
        for path, text in docs():
            text = text.replace("\\\n", " ")
            for command, rest in re.findall(r"(?:`|\$ |build/)meydan ([a-z]+)\b([^`\n|]*)", text):
                self.assertIn(command, known, f"{path}: meydan {command}{rest}")
                for option in re.findall(r"(?<![\w-])--[a-z][\w-]*", rest):
                    self.assertIn(option.replace("--no-", "--", 1) if option not in known[command] else option,
                                  known[command] | {"--help"}, f"{path}: meydan {command}{rest}")

    def test_every_option_is_documented(self):
        text = "".join(text for _, text in docs())
        for command, names in options().items():
            for name in names:
                plain = name.removeprefix("--").removeprefix("no-")
                self.assertTrue(re.search(rf"(--(no-)?|`){plain}\b", text), f"meydan {command} {name} is in no document")

    def test_examples_print_what_is_shown(self):
        count = 0
        for path, text in docs():
            for block in re.findall(r"(?ms)^```console\n(.*?)^```", text):
                status = 0
                for command, shown in re.findall(r"(?m)^\$ (.*)\n((?:(?!\$ ).*\n)*)", block):
                    command = command.replace("$?", str(status)).replace("meydan ", f"{MEYDAN} ", 1)
                    done = subprocess.run(["sh", "-c", command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
                    status = done.returncode
                    self.assertEqual(done.stdout, shown, f"{path}: {command}")
                    count += 1
        self.assertGreater(count, 3)

    def test_settings_and_their_defaults(self):
        defaults = dict(re.findall(r"(?m)^([\w-]+) = ?(.*?) +# ", run("serve", "--no-store", "--show-config")))
        table = re.search(r"(?ms)^\| setting \|.*?\n\n", read("docs/serve.md"))[0]
        listed = {}
        for names, default in re.findall(r"(?m)^\| ((?:`[\w-]+`(?:, )?)+) \| (.*?) \|", table):
            listed.update({name: default.strip("`") for name in re.findall(r"`([\w-]+)`", names)})
        self.assertEqual(set(listed), set(defaults))
        for name, default in defaults.items():
            if default:  # those without one are explained in words
                self.assertEqual(listed[name], default, f"docs/serve.md: {name}")


class Names(unittest.TestCase):
    def test_metrics_exist(self):
        sources = "".join(read(path) for path in glob.glob("src/**/*.c", root_dir=ROOT, recursive=True))
        functions = read("include/meydan.h") + "".join(read(path) for path in glob.glob("src/**/*.h", root_dir=ROOT, recursive=True))
        for path, text in docs():
            for name in set(re.findall(r"\bmeydan_([a-z_]*[a-z])\b(?!\.)", text)):
                known = re.search(rf'"(meydan_)?({name}|{name.removeprefix("worker_")})["{{ ]', sources)
                self.assertTrue(known or re.search(rf"\bmeydan_{name}\b|\b{name}\(", functions), f"{path}: meydan_{name}")

    def test_error_codes_exist(self):
        known = set(re.findall(r'"([a-z_]+)"', read("src/base/errors.c")))
        table = re.findall(r"(?m)^\| `([a-z_]+)` \| \d{3} \|", read("docs/api.md"))
        self.assertLessEqual(set(table), known)


class Numbers(unittest.TestCase):
    """Each number in the docs that the code determines."""

    def number(self, path, pattern):
        found = re.search(pattern, read(path))
        self.assertIsNotNone(found, f"{path}: {pattern}")
        return COUNTED.get(found[1].lower()) or int(found[1].replace(",", ""))

    def test_variants_layouts_levels(self):
        table = re.findall(r"(?m)^\| `([\w-]+)` \| (\d) \|", read("README.md"))
        sources = read("src/abalone/variants.c") + read("src/quoridor/variants.c")
        self.assertEqual(sorted(name for name, _ in table), sorted(re.findall(r'\.id = "([\w-]+)"', sources)))
        for name, players in table:
            self.assertRegex(sources, rf'\.id = "{name}"[^{{}}]*?\.players = {players},')
        self.assertEqual(self.number("README.md", r"\*\*Play (\w+) variants"), len(table))
        two = re.search(r"(?s)Layout TWO\[\] = \{(.*?)\n\};", sources)[1]
        self.assertEqual(self.number("README.md", r"(\d+) layouts"), len(re.findall(r'\{ ?"[\w-]+",', two)))
        self.assertEqual(self.number("README.md", r"at (\w+) levels"), self.number("src/engine/engine.h", r"LEVELS = (\d+)"))
        self.assertEqual(self.number("docs/levels.md", r"levels 1 to (\d+)"), self.number("src/engine/engine.h", r"LEVELS = (\d+)"))

    def test_languages(self):
        languages = {os.path.basename(path)[:-3] for path in glob.glob("po/page/*.po", root_dir=ROOT)}
        self.assertEqual(self.number("docs/notifications.md", r"(\w+) languages"), len(languages) + 1)


if __name__ == "__main__":
    unittest.main()
