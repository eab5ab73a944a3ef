#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`meydan puzzles` from outside, and a sample of the puzzles in data/puzzles proven again. MEYDAN is the program,
PUZZLES the folder."""
import os
import shutil
import subprocess
import tempfile
import unittest

MEYDAN = os.environ["MEYDAN"]
PUZZLES = os.environ["PUZZLES"]
SAMPLE = 6  # of each file


def run(*args):
    return subprocess.run([MEYDAN, "puzzles", *args], capture_output=True, text=True, timeout=200, check=False)


def lines(path):
    with open(path, encoding="ascii") as file:
        return [line for line in file if not line.startswith("#")]


class Case(unittest.TestCase):
    def setUp(self):
        self.home = tempfile.mkdtemp(prefix="meydan-puzzles-")
        self.addCleanup(shutil.rmtree, self.home)

    def write(self, *texts):
        path = os.path.join(self.home, "puzzles")
        with open(path, "w", encoding="ascii") as file:
            file.writelines(texts)
        return path

    def test_sample_holds(self):
        for name in sorted(os.listdir(PUZZLES)):
            if not name.endswith(".txt"):
                continue
            path = os.path.join(PUZZLES, name)
            every = max(1, len(lines(path)) // SAMPLE)
            done = run("check", name[:-4], path, "--every", str(every))
            self.assertEqual(done.returncode, 0, f"{name}: {done.stdout}{done.stderr}")

    def test_ids_are_different(self):
        for name in sorted(os.listdir(PUZZLES)):
            if name.endswith(".txt"):
                ids = [line.split()[0] for line in lines(os.path.join(PUZZLES, name))]
                self.assertEqual(len(ids), len(set(ids)), name)

    def test_wrong_claims_are_found(self):
        good = "540ca53b 4 win-2 proven jump,win; a1 a5 a7 b4 c1 c5 d4 e5 h3 / d3 e2 e4 / d2 c2 / 4 4 / 2; e2 d3 e1\n"
        self.assertEqual(run("check", "quoridor", self.write(good)).returncode, 0)
        for bad in (good.replace("; e2 d3 e1", "; c3"), good.replace("540ca53b", "540ca53c"),
                    good.replace("win-2 proven", "ahead margin-90").replace("; e2 d3 e1", "; c3")):
            done = run("check", "quoridor", self.write(bad))
            self.assertEqual((done.returncode, done.stdout), (1, bad + "1 of 1 checked, 0 hold\n"))
        for bad in (good.replace("win-2", "win"), good.replace("jump", "lamp"), good.replace("e2 d3 e1", "e2 d3"),
                    good.replace("; e2 d3 e1", "; e9"), good.replace("; e2 d3 e1", ""),
                    good.replace("jump,win;", "jump,win more;"), "1 2 3\n"):
            self.assertEqual(run("check", "quoridor", self.write(bad)).returncode, 2, bad)

    def test_making_goes_on(self):
        path = os.path.join(self.home, "made")
        run("make", "abalone", "--out", path, "--games", "1", "--want", "1")
        first = lines(path)
        run("make", "abalone", "--out", path, "--games", "2", "--want", "9")
        whole = os.path.join(self.home, "whole")
        run("make", "abalone", "--out", whole, "--games", "2", "--want", "9")
        self.assertEqual(lines(path), lines(whole))
        self.assertEqual(lines(path)[:len(first)], first)


if __name__ == "__main__":
    unittest.main()
