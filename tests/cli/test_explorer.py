#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`meydan explorer` from outside: records in, moves with their results out. MEYDAN is the program."""
import json
import os
import shutil
import subprocess
import tempfile
import unittest

MEYDAN = os.environ["MEYDAN"]


def record(moves, result, date="2026.03.01", clock="180+2", ratings=(1500, 1700), variant="quoridor"):
    return (f'[Game "{variant}"]\n[Date "{date}"]\n[Player1 "Ann"]\n[Player2 "Ben"]\n[TimeControl "{clock}"]\n'
            f'[Rating1 "{ratings[0]}"]\n[Rating2 "{ratings[1]}"]\n[Result "{result}"]\n'
            f'[Termination "resignation"]\n\n{moves} {result}\n\n')


class Case(unittest.TestCase):
    def setUp(self):
        self.home = tempfile.mkdtemp(prefix="meydan-explorer-")
        self.addCleanup(shutil.rmtree, self.home)
        self.folder = os.path.join(self.home, "explorer")

    def run_explorer(self, *args):
        return subprocess.run([MEYDAN, "explorer", *args], capture_output=True, text=True, timeout=60, check=False)

    def build(self, *records):
        path = os.path.join(self.home, "games.pgn")
        with open(path, "w", encoding="utf-8") as file:
            file.write("".join(records))
        done = self.run_explorer("build", self.folder, path)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def query(self, *args):
        done = self.run_explorer("query", self.folder, *args, "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def test_counts_and_results(self):
        out = self.build(record("e2 e8 e3", "1-0"), record("e2 e8 d2", "0-1"), record("d1 e8", "0-1"),
                         record("e2 e8", "*"))
        self.assertIn("games added 3, skipped 1", out)
        start = self.query("quoridor")
        self.assertEqual((start["name"], start["games"]), ("standard", 3))
        moves = {m["move"]: (m["games"], m["won"]) for m in start["moves"]}
        # d1 and f1 count as one move, because the position is symmetric.
        self.assertEqual((moves.pop("e2"), list(moves.values())), ((2, 1), [(1, 0)]))
        self.assertEqual(start["moves"][0]["rating"], 1500)
        self.assertIn("Ann - Ben (games.pgn 2)", start["moves"][0]["last"][0])

    def test_symmetry(self):
        self.build(record("d1 e8 c3h", "1-0"))
        self.assertEqual([m["move"] for m in self.query("quoridor", "d1", "e8")["moves"]], ["c3h"])
        self.assertEqual([m["move"] for m in self.query("quoridor", "f1", "e8")["moves"]], ["f3h"])
        # Half a turn with the players swapped: the other player is in this position one move later.
        turned = self.query("quoridor", "--position", "- / - / e2 f9 / 10 10 / 2")
        self.assertEqual([m["move"] for m in turned["moves"]], ["f6h"])

    def test_filters(self):
        self.build(record("e2 e8", "1-0", clock="60", date="2025.01.05"), record("d1 e8", "1-0", ratings=(2100, 1000)))
        self.assertEqual(self.query("quoridor", "--speed", "bullet")["games"], 1)
        self.assertEqual(self.query("quoridor", "--rating-min", "2000")["games"], 1)
        self.assertEqual(self.query("quoridor", "--rating-max", "1600")["moves"][0]["move"], "e2")
        self.assertEqual(self.query("quoridor", "--since", "2026.01")["games"], 1)
        self.assertEqual(self.query("quoridor", "--until", "2025.12")["games"], 1)
        self.assertEqual(self.query("quoridor", "--since", "2024.01", "--until", "2024.12")["games"], 0)

    def test_adding_more(self):
        self.build(record("e2 e8", "1-0"))
        self.build(record("e2 e7h", "0-1"))
        self.assertEqual(self.query("quoridor")["moves"][0]["games"], 2)
        self.assertEqual(len(self.query("quoridor", "e2")["moves"]), 2)

    def test_names(self):
        self.build(record("e2 e8", "1-0"))
        name = lambda *moves: self.query("quoridor", *moves).get("name")
        self.assertEqual(name(*"e2 e8 e3 e7 e4 e6 f1v".split()), "Shiller opening")  # the mirrored opening
        self.assertEqual(name(*"e2 e8 e3 e7 e4 e6 d3h".split()), "Ala opening")
        self.assertIsNone(name("e2"))
        self.assertEqual(self.query("abalone", "--layout", "belgian-daisy")["name"], "belgian-daisy")

    def test_refusals(self):
        for args, words in ((("query", self.folder, "quoridor"), "explorer"), (("build",), "needs"),
                            (("query", self.folder, "chess"), "chess")):
            done = self.run_explorer(*args)
            self.assertEqual(done.returncode, 2)
            self.assertIn(words, done.stderr)


if __name__ == "__main__":
    unittest.main()
