#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`meydan tournament` from outside: TRF files in, pairings out. MEYDAN is the program."""
import json
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

    def test_export_and_check(self):
        path = self.file("a.trf", "012 Cup", "142 5", "152 W", *(player(i + 1, row) for i, row in enumerate(FIRST)))
        done = self.run_tournament("export", path, "--to", "json")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn('"what":"hand 1 1-4 3-6 5-2"', done.stdout)
        file = self.file("a.json", done.stdout)
        done = self.run_tournament("check", file)
        self.assertEqual((done.returncode, done.stdout),
                         (0, "13 decisions, 1 pairings and the standings follow from the rules\n"))
        done = self.run_tournament("export", file, "--to", "csv")
        self.assertEqual(done.stdout.splitlines()[1][:13], '1,1,"Player 1')
        done = self.run_tournament("export", file, "--to", "calendar")
        self.assertIn("DTSTART:19700101T000000Z", done.stdout)
        done = self.run_tournament("export", file, "--to", "trf26")
        self.assertIn("   4 w 1", done.stdout)
        with open(file, encoding="utf-8") as changed:
            text = changed.read()
        other = self.file("b.json", text.replace('"points":"1"', '"points":"2"', 1))
        done = self.run_tournament("check", other)
        self.assertEqual(done.returncode, 1)
        self.assertIn("row 1 of the standings differs", done.stderr + done.stdout)
        other = self.file("c.json", text.replace("result 1 1 1 2", "result 1 3 1 2", 1))
        self.assertEqual(self.run_tournament("check", other).returncode, 2)

    def decide(self, file, decision, *more):
        return self.run_tournament("decide", file, decision, *more)

    def test_at_the_table(self):
        file = os.path.join(self.home, "cup.json")
        self.assertEqual(self.decide(file, "start").returncode, 2)
        self.assertEqual(self.decide(file, "create tables seats=3 rounds=2 points=3,1,0").returncode, 0)
        self.assertEqual(self.decide(file, "create swiss").returncode, 1)
        for number, name in enumerate(("Ada", "Bo", "Cy", "Di", "Eve", "Fay"), 1):
            done = self.run_tournament("enter", file, name, "--rating", str(2000 - number))
            self.assertEqual((done.returncode, done.stdout), (0, f"{number}\n"))
        self.assertEqual(self.run_tournament("next", file).stdout, "nothing is due\n")
        self.assertEqual(self.decide(file, "start").returncode, 0)
        self.assertEqual(self.decide(file, "start").returncode, 1)
        for round_number in range(2):
            done = self.run_tournament("next", file)
            self.assertEqual(done.stdout.count("table "), 2, done.stderr)
            self.assertEqual(self.run_tournament("next", file).stdout, "nothing is due\n")
            for table in range(2 * round_number + 1, 2 * round_number + 3):
                self.assertEqual(self.decide(file, f"result {table} 1 1 2 3", "--by", "Ayşe").returncode, 0)
        self.assertEqual(self.decide(file, "correct 4 1 1 1 3", "--why", "a draw").returncode, 0)
        self.assertEqual(self.run_tournament("next", file).stdout, "end\n")
        self.assertEqual(self.run_tournament("next", file).stdout, "the tournament is over\n")
        done = self.run_tournament("show", file)
        self.assertEqual(done.stdout.splitlines()[0], "rank  no.  points  firsts  seconds  opponents  name")
        self.assertEqual(len(done.stdout.splitlines()), 7)
        self.assertEqual(self.run_tournament("check", file).returncode, 0)
        self.decide(file, "note done")
        page = self.run_tournament("export", file, "--to", "paper").stdout
        for part in ("Pairings by table, round 2", "Pairings by name, round 2", "Standings, round 2", "<td>Ada</td>"):
            self.assertIn(part, page)
        with open(file, encoding="utf-8") as text:
            log = json.load(text)["log"][:-1]
        self.assertEqual((log[-2]["what"], log[-2]["why"]), ("correct 4 1 1 1 3", "a draw"))
        self.assertEqual(log[-4]["by"], "Ayşe")

    def test_a_player_leaves(self):
        file = os.path.join(self.home, "cup.json")
        self.decide(file, "create knockout games=1")
        for name in ("Ada", "Bo"):
            self.run_tournament("enter", file, name)
        self.decide(file, "start")
        self.run_tournament("next", file)
        self.decide(file, "leave 1")
        done = self.run_tournament("next", file)
        self.assertIn(done.stdout, ("result 1 1 - 1\nend\n", "result 1 1 1 -\nend\n"))

    def test_texts_that_a_file_cannot_hold(self):
        file = os.path.join(self.home, "cup.json")
        self.assertEqual(self.decide(file, "create swiss", "--name", 'Cup; "two"').returncode, 0)
        for option in ("--why", "--by", "--name"):
            self.assertEqual(self.decide(file, "note a", option, "two\nlines").returncode, 2)
        done = self.run_tournament("enter", file, b"\xff" * 60)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertEqual(self.run_tournament("enter", file, "=Ada<b>").returncode, 0)
        self.assertEqual(self.run_tournament("enter", file, " =Ada<b> ").returncode, 1)
        calendar = self.run_tournament("export", file, "--to", "calendar").stdout
        self.assertRegex(calendar, r'UID:\d+ Cup\\; "two"\n')
        self.assertIn('SUMMARY:Cup\\; "two"\n', calendar)
        page = self.run_tournament("export", file, "--to", "paper").stdout
        self.assertIn("<h1>Cup; &quot;two&quot;</h1>", page)
        self.assertIn("<td>=Ada&lt;b></td>", page)
        self.assertIn('"\'=Ada<b>"', self.run_tournament("export", file, "--to", "csv").stdout)

    def test_show_keeps_its_columns_apart(self):
        file = os.path.join(self.home, "cup.json")
        self.decide(file, "create round-robin games=1 ties=SB,WIN")
        for name in ("Ada", "Bo", "Cy", "Di", "Eve", "Fay"):
            self.run_tournament("enter", file, name)
        self.decide(file, "start")
        while self.run_tournament("next", file).stdout.startswith("table"):
            for table in range(1, 16):
                self.decide(file, f"result {table} 1 1 {1 + table % 2}")
        lines = self.run_tournament("show", file).stdout.splitlines()
        self.assertTrue(any(len(line.split()[3]) > 2 for line in lines[1:]), lines)
        for line in lines[1:]:
            self.assertEqual(len(line.split()), 6)
            self.assertEqual(line[lines[0].index("WIN") - 1], " ")

    def test_bad_usage(self):
        for args in ((), ("check",), ("export", "x", "--to", "pdf"), ("pair",), ("pair", os.path.join(self.home, "missing")), ("convert", "x"),
                     ("compare", os.path.join(self.home, "missing"))):
            done = self.run_tournament(*args)
            self.assertEqual((done.returncode, done.stdout), (2, ""), args)
            self.assertEqual(done.stderr.count("\n"), 1)


if __name__ == "__main__":
    unittest.main()
