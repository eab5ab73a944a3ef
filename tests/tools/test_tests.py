#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""No test is left out: each test file is named by the meson.build of its folder, each class of cases that a meson.build
chooses from a file leaves no other behind, and each fuzz target has a corpus."""
import glob
import os
import re
import unittest

TESTS = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))


def files(pattern):
    return sorted(glob.glob(os.path.join(TESTS, pattern), recursive=True))


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


BUILDS = {os.path.dirname(path): read(path) for path in files("**/meson.build")}


class Tests(unittest.TestCase):
    def test_every_file_is_named(self):
        found = files("**/test_*.c") + files("**/test_*.py") + files("fuzz/fuzz_*.c")
        self.assertGreater(len(found), 150)
        for path in found:
            name = os.path.splitext(os.path.basename(path))[0]
            plain = re.sub("^(test|fuzz)_", "", name)
            self.assertRegex(BUILDS[os.path.dirname(path)], rf"'(?:[\w/.-]*/)?(?:{name}(?:\.\w+)?|{plain})'", path)

    def test_no_class_is_left_out(self):
        for path in files("**/test_*.py"):
            # Each foreach, and each call outside of one.
            calls = re.split(r"(?m)^ *endforeach|^ *(?=foreach )|^(?: {2})?(?=test\()", BUILDS[os.path.dirname(path)])
            build = "".join(call for call in calls if f"{os.path.basename(path)}'" in call)
            parts = [part for part in read(path).split("\nclass ")[1:] if "\n    def test_" in part]
            classes = [re.match(r"\w+", part)[0] for part in parts]
            chosen = [name for name in classes if re.search(rf"'{name}'", build)]
            if chosen:  # by name: then all of them
                self.assertEqual(set(classes), set(chosen), path)

    def test_every_fuzz_target_has_a_corpus(self):
        for path in files("fuzz/fuzz_*.c"):
            name = os.path.basename(path)[len("fuzz_"):-len(".c")]
            self.assertTrue(files(f"fuzz/corpus/{name}/*"), f"{path} has no corpus")


if __name__ == "__main__":
    unittest.main()
