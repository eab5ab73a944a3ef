#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`meydan analyse` from outside. MEYDAN is the program; the limits are tiny, what is found does not
matter but for forced wins."""
import json
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from waiting import PATIENCE  # noqa: E402

MEYDAN = os.environ["MEYDAN"]

GAMES = {
    "abalone": "b5c5c6 g6g7 c4c5 i7h6 c5d6c4 i5h4 b6c7 g7f6",
    "abalone-3": "b5b6c6 d1f3c1 e8g8d7 b2b4c2 out2:resignation f7e7 c4c3",
    "abalone-4": "b5b4 e2d2 h5h6 e8f8 a3a2 c1b1 i6i7 f9g9 b4a3 d2c2 i7i8 f8g8",
    "abalone-4-pairs": "b5b4 h5h6 e2d2 e8f8 a3a2 i6i7 c1b1 f8g8 b4a3 g6h7 c2b2 g8h8",
    "quoridor": "e2 d9 e3 c9 e4 b9 e5 a9 e6 a8 e7 a7 e8 a6 e9",
    "quoridor-4": "e2 a4 d9 i4 e3 a3 c9 i3 e4 a2 b9 i2 e5 a1 a9 i1 e6 b1 a8 h1 e7 c1 a7 g1 e8 d1 a6 f1 e9",
}
ANALYSIS = re.compile(r"\[%(eval|best|loss|limit) [^]]*\] ?")
COMMENT = re.compile(r"\{\[%eval (-?\d+\.\d\d|#-?\d+)\]"
                     r"( \[%best [a-i0-9hvps ]+\] \[%loss \d+\.\d\d\])? \[%limit nodes \d+\]\}")


def record(variant, moves, tags=""):
    return f'[Game "{variant}"]\n{tags}\n{moves} *\n\n'


ALL = "".join(record(variant, moves) for variant, moves in GAMES.items())


def plies(moves):
    return sum(not word.startswith("out") for word in moves.split())


class Case(unittest.TestCase):
    def setUp(self):
        self.home = tempfile.mkdtemp(prefix="meydan-analyse-")
        self.addCleanup(shutil.rmtree, self.home)
        self.file = os.path.join(self.home, "games.pgn")

    def write(self, text, name="games.pgn"):
        path = os.path.join(self.home, name)
        with open(path, "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode())
        return path

    def read(self, path=None):
        with open(path or self.file, encoding="utf-8", newline="") as file:
            return file.read()

    def run_analyse(self, *args, text=None):
        if text is not None:
            self.write(text)
        done = subprocess.run([MEYDAN, "analyse", self.file, *map(str, args)], capture_output=True,
                              timeout=60, check=False)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def analyse(self, *args, text=None):
        status, out, err = self.run_analyse(*args, text=text)
        self.assertEqual(status, 0, err)
        self.assertNotIn("meydan:", err)
        return out

    def notes(self, *args, text=None):
        """The analysis of the only game: a dictionary for each move."""
        return json.loads(self.analyse("--json", *args, text=text))["games"][0]["moves"]

    def refuse(self, status, fault, *args, text=None):
        got, out, err = self.run_analyse(*args, text=text)
        self.assertEqual((got, out), (status, ""), err)
        self.assertRegex(err, r"\Ameydan: [^\n]*" + fault + r"[^\n]*\n\Z")


class Analyses(Case):
    def test_every_variant(self):
        for variant, moves in GAMES.items():
            with self.subTest(variant):
                out = self.analyse("--nodes", 50, text=record(variant, moves))
                self.assertEqual(len(COMMENT.findall(out)), plies(moves), out)
                bare = re.sub(r"\s+", " ", re.sub(r"\{[^}]*\}", "", out))
                self.assertIn(f"{moves} *", bare)
                replay = subprocess.run([MEYDAN, "replay", self.write(out, "out.pgn")], check=True,
                                        capture_output=True, text=True)
                self.assertRegex(replay.stdout, rf"^1 {variant} {plies(moves)} .* ok\n$")

    def test_same_limit_same_analysis(self):
        for limit in (("--nodes", 300), ("--depth", 2)):
            first = self.analyse(*limit, text=ALL)
            self.assertEqual(self.analyse(*limit), first)
            # Analysing an analysed game changes nothing, with or without --resume.
            self.assertEqual(self.analyse(*limit, text=first), first)
            self.assertEqual(self.analyse(*limit, "--resume"), first)
            # The analyses of games are independent of each other.
            alone = self.analyse(*limit, "--game", 5, text=ALL)
            begin, end = ('[Game "quoridor"]', '[Game "quoridor-4"]')
            self.assertEqual(alone[alone.index(begin):alone.index(end)],
                             first[first.index(begin):first.index(end)])

    def test_forced_wins(self):
        notes = self.notes("--depth", 3, text=record("quoridor", GAMES["quoridor"]))
        # Player 2 does not close the path; the evaluation for player 1 shows that too.
        self.assertEqual((notes[-2]["mate"], notes[-1]["mate"]), (1, 0))
        # Player 2 wins; in a team, so do the partners 2 and 4.
        position = '[Position "- / - / e2 a2 / 10 10 / 1"]\n'
        notes = self.notes("--depth", 3, text=record("quoridor", "e3 a1", position))
        self.assertEqual((notes[0]["mate"], notes[1]["mate"]), (-1, 0))
        notes = self.notes("--depth", 3, text=record("abalone-4", GAMES["abalone-4"]))
        self.assertEqual((notes[-2]["mate"], notes[-1]["mate"]), (-1, 0))
        # Where each plays alone: the evaluation is for the player who moved, even if another one
        # wins.
        notes = self.notes("--depth", 3, text=record("quoridor-4", GAMES["quoridor-4"]))
        self.assertEqual((notes[-2]["mate"], notes[-1]["mate"]), (-1, 0))
        self.assertEqual(notes[-2]["player"], 4)

    def test_report_and_page(self):
        self.write(record("quoridor", "e2 d9 e3 c9 e4 b9 e5 a9 e6 a8 e7 a7 d7 a6 e7 a5 e8 a4 e9", '[Player1 "<Ann & Co>"]\n'))
        page = os.path.join(self.home, "review.html")
        done = subprocess.run([MEYDAN, "analyse", self.file, "--nodes", "1000", "--report", "--html", page],
                              capture_output=True, text=True, timeout=60, check=False, env={**os.environ, "LC_ALL": "C"})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"^Game 1: quoridor, 1-0\nplayer 1 \(<Ann & Co>\): accuracy \d+\.\d%")
        self.assertRegex(done.stdout, r"opening: moves 1 to 19\n")
        html = self.read(page)
        self.assertIn("&lt;Ann &amp; Co>", html)
        self.assertIn("<svg", html)
        self.assertNotRegex(html, r"<script|src=|https?:|@import")  # nothing is loaded
        for language, heading in (("tr", "Doğruluk"), ("ru", "Точность"), ("ro", "Precizie")):
            subprocess.run([MEYDAN, "analyse", self.file, "--nodes", "200", "--report", "--html", page], capture_output=True,
                           timeout=60, check=True, env={**os.environ, "LC_ALL": language})
            html = self.read(page)
            self.assertIn(f'<html lang="{language}">', html)
            self.assertIn(heading, html)
            self.assertNotRegex(html, r"<th>(Player|Accuracy|Move)<")

    def test_losses(self):
        # Player 1 could win and turns away; then player 2 does the same.
        position = '[Position "- / - / e8 a2 / 10 10 / 1"]\n'
        moves = self.notes("--depth", 3, text=record("quoridor", "e7 a3", position))
        self.assertEqual(moves[0]["best"][0][1], "9")
        self.assertEqual((moves[0]["mate"], moves[0]["loss"], moves[0]["judgement"]),
                         (-1, 20.0, "blunder"))
        self.assertGreater(moves[1]["loss"], 5)
        self.assertEqual((moves[1]["best"], moves[1]["judgement"]), (["a1"], "blunder"))
        out = self.analyse("--depth", 3)
        self.assertRegex(out, r"e7 \{\[%eval #-1\] \[%best [d-f]9\] \[%loss 20.00\] \[%limit depth 3\]\}\n")
        status, _, err = self.run_analyse("--depth", 3)
        self.assertEqual(status, 0)
        self.assertRegex(err, r"^game 1 player 1: moves 1, average loss 20.00, inaccuracies 0, "
                              r"mistakes 0, blunders 1\n")
        # The best move loses nothing and has no better line.
        moves = self.notes("--depth", 3, text=record("quoridor", "e9", position))
        self.assertEqual((moves[0]["loss"], "best" in moves[0], "judgement" in moves[0]),
                         (0, False, False))

    def test_repetition_is_a_draw(self):
        moves = self.notes("--depth", 1, text=record("quoridor", "e2 e8 e1 e9 e2 e8 e1 e9"))
        self.assertEqual(moves[-1]["eval"], 0)

    def test_json(self):
        games = json.loads(self.analyse("--json", "--nodes", 50, text=ALL))
        self.assertTrue(games["complete"])
        self.assertEqual([game["variant"] for game in games["games"]], list(GAMES))
        views = {game["variant"]: game["view"] for game in games["games"]}
        self.assertEqual((views["abalone-4"], views["abalone-3"]), ("player 1", "mover"))
        for game, moves in zip(games["games"], GAMES.values()):
            self.assertEqual([m["move"] for m in game["moves"]],
                             [w for w in moves.split() if not w.startswith("out")])
            for player in game["players"]:
                own = [m for m in game["moves"] if m["player"] == player["player"]]
                self.assertEqual(player["moves"], len(own))
                loss = sum(m["loss"] for m in own) / len(own) if own else 0
                self.assertAlmostEqual(player["average_loss"], loss, delta=0.0051)
                for kind in ("inaccuracy", "mistake", "blunder"):
                    count = sum(m.get("judgement") == kind for m in own)
                    self.assertEqual(player[kind.replace("cy", "cie") + "s"], count)
            for move in game["moves"]:
                self.assertEqual(move["nodes"], 50)
                self.assertEqual(("eval" in move) + ("mate" in move), 1)
                self.assertNotEqual(move.get("best", [""])[0], move["move"])
                self.assertGreaterEqual(move["loss"], 0)
        # Names are UTF-8, whatever bytes the file contains.
        text = record("quoridor", "e2", '[Player1 "Ç\\"a"]\n').encode() + b'[Game "quoridor"]\n'
        text += b'[Player1 "\xff\x01"]\n\n1. e2 *\n'
        games = json.loads(self.analyse("--json", "--nodes", 1, text=text))["games"]
        self.assertEqual([game["players"][0]["name"] for game in games], ['Ç"a', "??"])

    def test_threads_and_time(self):
        moves = self.notes("--movetime", 5, "--threads", 2, "--hash", 1,
                           text=record("quoridor", "e2 e8"))
        self.assertEqual([move["movetime"] for move in moves], [5, 5])


class Records(Case):
    # Contents of a record besides moves. The text of comments must stay too.
    ODD = ('\ufeff; first\r\n[Event "x"]\r\n[Game "quoridor"]\r\n\r\n{hello} 1. e2! $1 (1. d1 {no} e8) '
           '{good [%clk 0:01:00] move}\r\n% escape\r\ne8 ; rest\r\n2. e3 {a} {b}e7?! 3. e3h{[%emt 5]} *'
           '\r\n\r\n; between\r\n1. e2 e8 2. e3\n1. e2 {x} e8\n')

    def test_everything_else_stays(self):
        def bare(text):
            return re.sub(r" ?\{\}", "", re.sub(r" +(?=\})|\s+", " ", ANALYSIS.sub("", text))).replace(" }", "}")
        out = self.analyse("--nodes", 50, text=self.ODD)
        self.assertEqual(len(re.findall("%eval", out)), 10)
        self.assertEqual(bare(out), bare(self.ODD))
        self.assertEqual(self.analyse("--nodes", 50, text=out), out)

    def test_notations_stay(self):
        text = '[Black "A"]\n[Notation "Nacre"]\n\n1. c3d6 *\n'
        self.assertIn("1. c3d6 {[%eval", self.analyse("--nodes", 50, text=text))
        self.assertEqual(self.notes("--nodes", 50)[0]["move"], "c3c5d4")

    def test_one_game(self):
        bad = '[Game "quoridor"]\n\n1. e9 *\n\n[Game "chess"]\n\n1. e4 *\n\n'
        text = bad + record("quoridor", "e2 e8") + record("abalone", "c3d3")
        out = self.analyse("--nodes", 50, "--game", 3, text=text)
        self.assertTrue(out.startswith(bad))
        self.assertTrue(out.endswith(record("abalone", "c3d3")))
        self.assertEqual(out.count("%eval"), 2)
        self.assertEqual([game["index"] for game in
                          json.loads(self.analyse("--json", "--nodes", 50, "--game", 3))["games"]], [3])

    def test_output(self):
        source = record("quoridor", "e2 e8")
        want = self.analyse("--nodes", 50, text=source)
        other = os.path.join(self.home, "out.pgn")
        self.assertEqual(self.analyse("--nodes", 50, "--output", other), "")
        self.assertEqual((self.read(), self.read(other)), (source, want))
        self.assertEqual(self.analyse("--nodes", 50, "--output", self.file), "")
        self.assertEqual((self.read(), self.read(self.file + "~")), (want, source))
        self.refuse(2, "cannot write", "--nodes", 50, "--output", self.home + "/no/such")

    def test_standard_input(self):
        done = subprocess.run([MEYDAN, "analyse", "-", "--nodes", "50"], input=b"1. e2 e8\n",
                              capture_output=True, check=True)
        self.assertEqual(done.stdout.count(b"%eval"), 2)

    def test_resume(self):
        def marked(text, ply):
            """With an evaluation that no engine gives, to see whether it stays."""
            parts = re.split(r"(?<=\[%eval )[^]]*", text)
            values = re.findall(r"(?<=\[%eval )[^]]*", text)
            values[ply] = "77.77"
            return "".join(a + b for a, b in zip(parts, values + [""]))
        full = self.analyse("--nodes", 60, text=ALL)
        self.assertIn("77.77", self.analyse("--nodes", 60, "--resume", text=marked(full, 3)))
        self.assertIn("77.77", self.analyse("--nodes", 59, "--resume"))
        self.assertNotIn("77.77", self.analyse("--nodes", 61, "--resume"))
        self.assertNotIn("77.77", self.analyse("--depth", 1, "--resume"))
        self.assertNotIn("77.77", self.analyse("--nodes", 60))
        # Whichever moves are missing, the result equals an uninterrupted run.
        comments = re.findall(r" \{\[%eval[^}]*\}", full)
        for keep in (lambda i: i % 3, lambda i: i < 20, lambda i: i > 20):
            left = iter(range(len(comments)))
            part = re.sub(r" \{\[%eval[^}]*\}", lambda m: m[0] if keep(next(left)) else "", full)
            self.assertLess(part.count("%eval"), len(comments))
            again = self.analyse("--nodes", 60, "--resume", text=part)
            self.assertEqual(again, full)
        # A foreign evaluation without a limit isn't one of our analyses.
        out = self.analyse("--nodes", 60, "--resume", text="1. e2 {[%eval 77.77]} e8\n")
        self.assertNotIn("77.77", out)

    @staticmethod
    def rest_of(terminal):
        """What is shown there until the other side is closed."""
        shown = ""
        try:
            while piece := os.read(terminal, 65536):  # in pieces of any size
                shown += piece.decode()
        except OSError:  # the other side is closed and everything has been read
            pass
        os.close(terminal)
        return shown

    def test_interrupt(self):
        # Long searches, so that the signal arrives in the middle on any machine.
        moves = GAMES["quoridor"]
        self.write(record("quoridor", moves))
        out = os.path.join(self.home, "out.pgn")
        terminal, side = pty.openpty()
        run = subprocess.Popen([MEYDAN, "analyse", self.file, "--movetime", "500", "--output", out], stderr=side)
        os.close(side)
        shown = ""
        while " 1 of 15 moves" not in shown:
            shown += os.read(terminal, 65536).decode()
        run.send_signal(signal.SIGINT)
        err = self.rest_of(terminal)
        run.wait(PATIENCE)
        self.assertEqual(run.returncode, 1)
        done = self.read(out).count("%eval")
        self.assertRegex(err, rf"meydan: interrupted, {done} of 15 moves are analysed; --resume continues\r\n\Z")
        self.assertTrue(0 < done < 15, done)
        self.file = out
        text = self.analyse("--movetime", 1, "--resume")
        self.assertEqual(text.count("[%limit movetime 500]"), done)
        self.assertEqual(text.count("[%limit movetime 1]"), 15 - done)

    def test_progress_on_a_terminal(self):
        self.write(record("quoridor", "e2 e8"))
        terminal, side = pty.openpty()
        done = subprocess.run([MEYDAN, "analyse", self.file, "--nodes", "50"], stderr=side,
                              stdout=subprocess.PIPE, check=True)
        os.close(side)
        shown = self.rest_of(terminal)
        self.assertIn("[##############################] 2 of 2 moves", shown)
        self.assertEqual(done.stdout.count(b"%eval"), 2)


class Faults(Case):
    def test_bad_records(self):
        good = record("quoridor", "e2")
        self.refuse(1, "game 2: ply 1: illegal move 'e9'", text=good + record("quoridor", "e9"))
        self.refuse(2, "line 7: ply 1", text=good + record("quoridor", "zz"))
        self.refuse(2, "line 5: unknown game 'chess'", text=good + record("chess", "e4"))
        self.refuse(2, "not closed", text='[Game "quoridor"]\n\n1. e2 {x')
        self.refuse(2, "there is no game in it", text="")
        self.refuse(1, "there is no game 3, only 2", "--game", 3, text=good + good)

    def test_bad_usage(self):
        self.write(record("quoridor", "e2"))
        for args in (("--nodes", 0), ("--nodes", "x"), ("--depth", 128), ("--movetime", 0),
                     ("--threads", 0), ("--threads", 65), ("--hash", 0), ("--game", 0),
                     ("--nodes", 1, "--depth", 1), ("x",), ("--fast",)):
            with self.subTest(args):
                self.refuse(2, "", *args)
        self.file += ".missing"
        self.refuse(2, "cannot read")


if __name__ == "__main__":
    unittest.main()
