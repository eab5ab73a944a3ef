#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`meydan tournament` from outside: TRF files in, pairings out. MEYDAN is the program."""
import os
import shutil
import subprocess
import tempfile
import unittest

MEYDAN = os.environ["MEYDAN"]


def player(number, rounds):
    return f"001 {number:4d}      {'Player ' + str(number):33}{'':42}" + "".join(f"  {r}" for r in rounds)


FIRST = [["   4 w 1"], ["   5 b 1"], ["   6 w ="], ["   1 b 0"], ["   2 w 0"], ["   3 b ="]]
SECOND = ["   2 b 1", "   1 w 0", "   4 b 1", "   3 w 0", "   6 b 1", "   5 w 0"]


class Case(unittest.TestCase):
    def setUp(self):
        self.home = tempfile.mkdtemp(prefix="meydan-tournament-")
        self.addCleanup(shutil.rmtree, self.home)

    def run_tournament(self, *args):
        return subprocess.run([MEYDAN, "tournament", *args], capture_output=True, text=True, timeout=60, check=False)

    def file(self, name, *rows):
        path = os.path.join(self.home, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write("\r".join(rows) + "\r")
        return path

    def test_pair(self):
        path = self.file("a.trf", "142 5", "152 W", *(player(i + 1, row) for i, row in enumerate(FIRST)))
        done = self.run_tournament("pair", path)
        self.assertEqual((done.returncode, done.stdout), (0, "2 1\n4 3\n6 5\n"))
        done = self.run_tournament("pair", path, "--round", "1")
        self.assertEqual((done.returncode, done.stdout), (0, "1 4\n5 2\n3 6\n"))
        self.assertEqual(self.run_tournament("pair", path, "--round", "4").returncode, 2)

    def test_compare(self):
        rows = [row + [SECOND[i]] for i, row in enumerate(FIRST)]
        self.file("same.trf", "142 5", *(player(i + 1, row) for i, row in enumerate(rows)))
        done = self.run_tournament("compare", self.home)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("1 tournaments, 0 differ; 2 rounds, 0 differ", done.stdout)
        rows[0][1], rows[1][1] = "   2 w 1", "   1 b 0"
        self.file("other.trf", "142 5", *(player(i + 1, row) for i, row in enumerate(rows)))
        done = self.run_tournament("compare", self.home)
        self.assertEqual(done.returncode, 1)
        self.assertIn("ours 2-1, theirs 1-2", done.stdout)
        self.assertIn("2 tournaments, 1 differ; 4 rounds, 1 differ", done.stdout)

    def test_standings(self):
        path = self.file("a.trf", "142 5", "202 BH,SB", *(player(i + 1, row) for i, row in enumerate(FIRST)))
        done = self.run_tournament("standings", path)
        self.assertEqual(done.returncode, 0)
        self.assertEqual([line.split() for line in done.stdout.splitlines()][1:4],
                         [["1", "1", "Player", "1", "1", "0", "0"], ["1", "2", "Player", "2", "1", "0", "0"],
                          ["3", "3", "Player", "3", "0.5", "0.5", "0.25"]])
        done = self.run_tournament("standings", path, "--tie-breaks", "BH/C1", "--explain", "3")
        self.assertEqual(done.stdout.splitlines(), ["BH/C1 (Buchholz) 0, the sum of:", "    round 1: 0.5, player 6, cut"])
        self.assertEqual(self.run_tournament("standings", path, "--tie-breaks", "XX").returncode, 2)

    def test_convert(self):
        path = self.file("a.trf", "142 5", "152 B", player(1, []), player(2, []))
        done = self.run_tournament("convert", path, "--to", "trf16")
        self.assertEqual(done.returncode, 0)
        self.assertIn("XXC black1", done.stdout)
        self.assertIn("XXR 5", done.stdout)

    def test_bad_usage(self):
        for args in ((), ("pair",), ("pair", os.path.join(self.home, "missing")), ("convert", "x"),
                     ("compare", os.path.join(self.home, "missing"))):
            done = self.run_tournament(*args)
            self.assertEqual((done.returncode, done.stdout), (2, ""), args)
            self.assertEqual(done.stderr.count("\n"), 1)


if __name__ == "__main__":
    unittest.main()
