#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`meydan play` from outside: whole games through a pipe, and what can happen on the way.

MEYDAN is the program. Every test has a home of its own, where the games are saved.
"""
import importlib.util
import os
import pty
import re
import select
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from waiting import PATIENCE, cpu_seconds, until  # noqa: E402

MEYDAN = os.environ["MEYDAN"]
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LANGUAGES = ("en", "ro", "ru", "tr")

# Whole games: the moves and the last lines of the output except one.
GAMES = {
    "abalone": ("""b5c5c6 g6g7 c4c5 i7h6 c5d6c4 i5h4 b6c7 g7f6 c4d5d4 f4f5 c6c7d6 g8g9 a5b5 g9f8
        d7e7 i9i8 d6e7 h9g8 e7f8 h6h7g6 b2d4c2 g6g7 c2e4d2 f6f5 e3f3 h4g4 d2e3 g5g4 e3f3 f4f5g5
        e5f6 g5g4 b4b5c4 i7h6 b1c1 g3g4 f3g3 g5g4 b3c4b2 g3f2 a4b4 h5h6 b2b1 g4g3 c3c2 g9h9 f8g9
        g7g8 b1c1 f2e1 c1d1 g8g7 c5c6 h9i9 d1e1e2 i8h7 e2f2e3 f5g6f4 e3f3 f4g4 f3f4 g5g4""",
        "Winner: white\n  black: 0\n  white: 1\n62 moves were played.\n"),
    "abalone-3": ("""b5b6c6 d1f3c1 e8g8d7 b2b4c2 d2e3d1 f7e7 c4c3 g4i6g5 e9d8 a1b1 f2g3f3 d8c7
        b1c1 g4f3 h8i8g7 a3a4 e2f3f2 c7b6 c1c3d2 h4g3 g7h7 d4d3 g5h6 i9h8 d1d3e2 f2g3f3 h8h9g7
        e4e3""", "Winner: black\n  black: 1\n  white: 0\n  amber: 0\n28 moves were played.\n"),
    "abalone-4": ("b5b4 e2d2 h5h6 e8f8 a3a2 c1b1 i6i7 f9g9 b4a3 d2c2 i7i8 f8g8",
        "Winners: white + cobalt\n  black + amber: 0\n  white + cobalt: 1\n12 moves were played.\n"),
    "abalone-4-pairs": ("b5b4 h5h6 e2d2 e8f8 a3a2 i6i7 c1b1 f8g8 b4a3 g6h7 c2b2 g8h8",
        "Winners: white + cobalt\n  black + amber: 0\n  white + cobalt: 1\n12 moves were played.\n"),
    "quoridor": ("e2 d9 e3 c9 e4 b9 e5 a9 e6 a8 e7 a7 e8 a6 e9",
        "Winner: player 1\n  player 1: 1\n  player 2: 0\n15 moves were played.\n"),
    "quoridor-4": ("""e2 a4 d9 i4 e3 a3 c9 i3 e4 a2 b9 i2 e5 a1 a9 i1 e6 b1 a8 h1 e7 c1 a7 g1
        e8 d1 a6 f1 e9""", "Winner: player 1\n  player 1: 1\n  player 2: 0\n  player 3: 0\n"
        "  player 4: 0\n29 moves were played.\n"),
}

# A position, a move, and the reason for rejecting it. (A finished game accepts no moves.)
# In STUCK player 1 has neither walls nor a step.
STUCK = "c4 e4 g4 c6 / a1 / a1 a2 a3 i5 / 0 5 5 5 / 1"
REFUSALS = [
    ("quoridor-4", STUCK, "b1", "there is no legal move: you must pass"),
    ("abalone", None, "pass", "you may pass only if you have no legal move"),
    ("abalone", None, "a1c3", "a marble moves one cell, to a neighbour"),
    ("abalone", None, "a1a5b1", "a side-step moves two or three neighbours on one line"),
    ("abalone", None, "i5h4", "you have no marble there to move"),
    ("abalone", None, "a1a2", "at most three marbles move at once"),
    ("abalone", None, "b1a1", "you cannot push out a marble of your own side"),
    ("abalone", None, "a1a2b1", "every cell a side-step enters must be empty"),
    ("abalone", "wwwww/wwwww1/2w4/8/bw7/8/2bbb2/bbbbbb/bbbb1 b 2-0", "e1e2",
     "a push needs more marbles than it pushes"),
    ("abalone", "wwwww/wwwww1/2w4/8/bbwb5/8/2b4/bbbbbb/bbbb1 b 2-0", "e1e2",
     "there is no empty cell behind the pushed marbles"),
    ("quoridor", None, "e3", "the pawn cannot reach that square"),
    ("quoridor", "e1h / - / e1 e9 / 9 10 / 1", "e2", "a wall is in the way"),
    ("quoridor", "- / - / e1 e2 / 10 10 / 1", "e2", "a pawn stands there"),
    ("quoridor", "a1 c1 e1 g1 a3 c3 e3 g3 a5 c5 / - / e1 e9 / 0 10 / 1", "h8h", "no walls left"),
    ("quoridor", "e1h / - / e1 e9 / 9 10 / 1", "f1h", "the wall overlaps another"),
    ("quoridor", "e1h / - / e1 e9 / 9 10 / 1", "e1v", "the wall crosses another"),
    ("quoridor", "e1 / d1 / e1 e9 / 9 9 / 1", "f1v", "the wall would shut a player in"),
]


def load_po_reader():
    spec = importlib.util.spec_from_file_location("po", os.path.join(ROOT, "tools/po-to-c.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def texts_of(language):
    """Every English text with its translation."""
    if language == "en":
        return None
    path = os.path.join(ROOT, "po", language + ".po")
    return {english: forms[0] for (_context, english), forms in load_po_reader().read(path).items()}


class Case(unittest.TestCase):
    def setUp(self):
        # In memory if possible, because every move is synced to disk.
        memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
        self.home = tempfile.mkdtemp(prefix="meydan-play-", dir=memory)
        self.addCleanup(shutil.rmtree, self.home)
        self.env = {"HOME": self.home, "PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
        # The sanitizers' settings.
        self.env.update({k: v for k, v in os.environ.items() if k.endswith("SAN_OPTIONS")})
        self.file = os.path.join(self.home, "game.pgn")
        self.last = os.path.join(self.home, ".local/state/meydan/last-game.pgn")

    def run_play(self, args, lines=(), status=0, env=None):
        text = lines if isinstance(lines, (str, bytes)) else "".join(l + "\n" for l in lines)
        text = text.encode() if isinstance(text, str) else text
        done = subprocess.run([MEYDAN, "play", *args], input=text, capture_output=True,
                              env={**self.env, **(env or {})}, timeout=60, check=False)
        out, err = done.stdout.decode(), done.stderr.decode()
        self.assertEqual(done.returncode, status, f"{args}\n{out[-500:]}\n{err}")
        return out, err

    def play(self, args, lines=(), env=None):
        out, err = self.run_play(args, lines, env=env)
        self.assertEqual(err, "")
        return out

    def refuse(self, args, fault, lines=()):
        """Bad usage or input: status 2, one line on standard error, nothing else."""
        out, err = self.run_play(args, lines, status=2)
        self.assertEqual(out, "")
        self.assertRegex(err, r"\Ameydan: [^\n]*" + fault + r"[^\n]*\n\Z")

    def start(self, args, **options):
        return subprocess.Popen([MEYDAN, "play", *args], stdin=subprocess.PIPE, env=self.env,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)

    def wait_for(self, path):
        until(lambda: os.path.exists(path), path)

    def record(self, path):
        with open(path, encoding="utf-8") as file:
            return file.read()

    def moves_of(self, path):
        """The record without what time adds to it."""
        return re.sub(r"\{[^}]*\}|\[TurnTime .*\]", "", self.record(path)).split()


class Games(Case):
    def test_whole_games(self):
        for variant, (moves, end) in GAMES.items():
            with self.subTest(variant):
                out = self.play([variant, "--save", self.file], moves.split())
                won = "reached the far side" if variant.startswith("q") else "enough marbles pushed off"
                self.assertIn(f"Game over: {won}\n" + end, out)
                self.assertNotIn("Not allowed", out)
                self.assertIn('[Termination "normal"]', self.record(self.file))
                replay = subprocess.run([MEYDAN, "replay", self.file], capture_output=True,
                                        text=True, check=True, env=self.env)
                self.assertRegex(replay.stdout, rf"^1 {variant} {len(moves.split())} .* ok\n$")

    def test_finished_game_resumed_is_only_shown(self):
        self.play(["quoridor", "--save", self.file, "--players", "Ada,Bo", "--no-lot"],
                  GAMES["quoridor"][0].split())
        before = os.stat(self.file)
        out = self.play(["--resume", self.file])
        self.assertIn("Winner: player 1 (Ada)", out)
        self.assertEqual(os.stat(self.file).st_ino, before.st_ino)

    def test_a_won_position_is_over_at_once(self):
        out = self.play(["quoridor", "--position", "- / - / e9 e8 / 10 10 / 2"])
        self.assertIn("Winner: player 1\n", out)

    def test_repetition(self):
        out = self.play(["quoridor"], "e2 e8 e1 e9 e2 e8 e1 e9".split())
        self.assertIn("Game over: the same position for the third time\n"
                      "Draw: player 1 + player 2\n  player 1: 1/2\n  player 2: 1/2\n", out)

    def test_forgiving_spellings(self):
        out = self.play(["quoridor", "--save", self.file], ["E2", " e8 ", "E3-H", "hd6", "v c 3"])
        self.assertIn("1. e2 e8 2. e3h d6h 3. c3v *", self.record(self.file))
        self.assertNotIn("no move", out)
        self.play(["abalone", "--save", self.file], ["C3 C5 > D3"])
        self.assertIn("1. c3c5d3 *", self.record(self.file))
        # The other end first is accepted too.
        self.play(["abalone", "--save", self.file], ["c5c3d5"])
        self.assertIn("1. c3c5d3 *", self.record(self.file))

    def test_odd_input(self):
        out = self.play(["abalone"], b"\0\n" + b"x" * 5000 + b"\n\xff\xfe\n\n   \nc3d3\r\n\x1b[2J")
        self.assertIn("Last move: c3d3, black", out)
        self.assertNotIn("\x1b", out)
        self.assertNotIn("\0", out)

    def test_layout_and_position(self):
        self.play(["abalone", "--layout", "belgian-daisy", "--save", self.file], ["a1b1"])
        self.assertIn('[Layout "belgian-daisy"]', self.record(self.file))
        self.play(["quoridor", "--position", "- / - / e5 e9 / 10 10 / 2", "--save", self.file],
                  ["e8"])
        self.assertIn("1... e8 *", self.record(self.file))

    def test_ascii(self):
        self.assertIn("●", self.play(["abalone"]))
        self.assertTrue(self.play(["abalone", "--ascii"]).isascii())
        self.assertTrue(self.play(["abalone"], env={"LANG": "C"}).isascii())
        self.assertTrue(self.play(["abalone"], env={"LC_ALL": "C"}).isascii())
        self.assertIn("●", self.play(["abalone"], env={"LANG": "ru_RU.UTF-8"}))


    def test_pass(self):
        for language, word in (("en", "Pass"), ("tr", "PAS"), ("ru", "пас"), ("ro", "pass")):
            out = self.play(["quoridor-4", "--position", STUCK, "--lang", language, "--save",
                             self.file], [word])
            self.assertIn("1. pass *", self.record(self.file))
        self.assertIn("pas: nu există nicio mutare permisă", out)


class Commands(Case):
    def test_undo(self):
        out = self.play(["quoridor", "--save", self.file], ["undo", "e2", "e8", "undo", "d9"])
        self.assertIn("There is no move to take back.", out)
        self.assertIn("1. e2 d9 *", self.record(self.file))

    def test_undo_stops_at_a_departure(self):
        out = self.play(["abalone-3", "--save", self.file],
                        ["b1c1", "resign", "undo", "d8d7", "undo", "undo"])
        self.assertEqual(out.count("cannot be taken back, a player has left since: white"), 2)
        self.assertIn("1. b1c1 out2:resignation *", self.record(self.file))

    def test_resign_of_two(self):
        out = self.play(["abalone", "--players", "Ada,Bo", "--save", self.file], ["resign"])
        self.assertIn("Game over: resignation\nWinner: white (Bo)\n", out)
        self.assertIn("Winner: white (Bo)\n", self.play(["--resume", self.file]))

    def test_resign_of_a_team(self):
        out = self.play(["abalone-4"], ["b5b4", "resign"])
        self.assertIn("Winners: black + amber\n", out)

    def test_resign_of_three_goes_on(self):
        out = self.play(["abalone-3", "--save", self.file], ["b1c1", "resign", "d8d7", "resign"])
        self.assertIn("Resigned, out of the game: white\n", out)
        self.assertIn("Winner: amber\n  black: 0\n  white: 0\n  amber: 1\n", out)
        self.assertIn("1. b1c1 out2:resignation d8d7 out1:resignation 0-0-1", self.record(self.file))
        self.assertIn("Game over: resignation\nWinner: amber\n", self.play(["--resume", self.file]))

    def test_draw(self):
        out = self.play(["abalone", "--save", self.file], ["draw", "c3d3", "accept"])
        self.assertIn("A draw is offered by: black\nwhite: do you agree to a draw? yes or no> c3d3\n"
                      "First answer the draw offer: yes or no.\n", out)
        self.assertIn("Game over: a draw was agreed\nDraw: black + white\n", out)
        self.assertIn('[Result "1/2-1/2"]', self.record(self.file))
        self.assertIn('[Termination "agreement"]', self.record(self.file))
        self.assertIn("Draw: black + white\n", self.play(["--resume", self.file]))

    def test_draw_declined(self):
        out = self.play(["abalone-4"], ["accept", "draw", "yes", "no", "b5b4"])
        self.assertIn("No draw has been offered.", out)
        self.assertIn("No draw, the game goes on. Declined by: amber\nblack> b5b4\n", out)

    def test_draw_asks_those_who_are_in(self):
        out = self.play(["quoridor-4", "--save", self.file], ["e2", "resign", "draw", "y", "y"])
        self.assertRegex(out, "player 4: do you agree to a draw.*\nplayer 1: do you agree to a draw.*\n")
        self.assertIn("Draw: player 1 + player 3 + player 4\n", out)
        self.assertIn('[Result "1/2-0-1/2-1/2"]', self.record(self.file))

    def test_lists(self):
        out = self.play(["quoridor-4", "--time", "600"], ["moves", "clock", "help", "board"])
        self.assertIn("> moves\na1h a1v a2h", out)
        self.assertIn("  player 4: 10:00\n", out)
        self.assertIn("quit: stop here", out)
        self.assertEqual(out.count("   a   b   c   d   e   f   g   h   i"), 2)
        self.assertLessEqual(max(map(len, out.splitlines())), 80)

    def test_save_a_copy(self):
        copy = os.path.join(self.home, "a copy.pgn")
        out = self.play(["abalone"], ["c3d3", "save", "save " + copy, "g5f5"])
        self.assertIn("Which file?", out)
        self.assertIn("A copy is saved: " + copy, out)
        self.assertIn("1. c3d3 *", self.record(copy))
        self.assertIn("1. c3d3 g5f5 *", self.record(self.last))


class Computers(Case):
    """Low levels, which think little; only hints and level 10 look at a clock."""

    # After 20 plies player 1 is one step from winning, or has made no progress while player 2 has.
    LOST = "e2 f9 e3 g9 e4 f9 e5 g9 e6 f9 e7 g9 e8 h9 d8 g9 c8 h9 b8 g9"
    WON = "d1 e8 c1 e7 d1 e6 c1 e5 d1 e4 c1 e3 b1 e2 c1 f2 b1 g2 c1 h2"

    def write(self, moves, tags, variant="quoridor"):
        with open(self.file, "w", encoding="utf-8") as file:
            file.write(f'[Game "{variant}"]\n{tags}\n{moves} *\n')

    def plies(self):
        """The moves of the saved game."""
        moves = self.record(self.file).split("\n\n")[1]
        return [w for w in re.sub(r"\{[^}]*\}|\d+\.+", "", moves).split() if w[0].isalpha()]

    def replay(self):
        done = subprocess.run([MEYDAN, "replay", self.file], capture_output=True, text=True,
                              check=True, env=self.env)
        self.assertTrue(done.stdout.endswith(" ok\n"), done.stdout)

    def test_it_answers(self):
        for variant, (moves, _) in GAMES.items():
            with self.subTest(variant):
                players = 4 if "4" in variant else 3 if "3" in variant else 2
                out = self.play([variant, "--computer", "1", "--no-lot", "--save", self.file],
                                moves.split()[:1])
                self.assertEqual(len(self.plies()), players)
                self.assertEqual(out.count("(Lina 1)> "), players - 1)
                for player in range(2, players + 1):
                    self.assertIn(f'[Seat{player} "computer 1"]', self.record(self.file))
                self.assertNotIn("[Seat1", self.record(self.file))
                self.replay()

    def test_it_begins(self):
        out = self.play(["abalone", "--computer", "1:2", "--save", self.file], ["undo", "quit"])
        self.assertEqual(len(self.plies()), 1)
        self.assertRegex(out, r"black \(Teo 2\)> [a-i0-9]+\n")
        self.assertIn("white> undo\nThere is no move to take back.\n", out)

    def test_computers_among_themselves(self):
        self.play(["quoridor-4", *(f"--computer={seat}:1" for seat in range(1, 5)), "--save",
                   self.file])
        self.assertRegex(self.record(self.file), r'Result "[01/2-]+"')
        self.replay()

    def test_level_10_and_its_clock(self):
        args = ["quoridor", "--computer", "1:10", "--computer", "2:10", "--time", "0.4+0.01"]
        out = self.play([*args, "--save", self.file])
        self.assertIn("Game over: ", out)
        self.replay()
        self.play(["quoridor", "--computer", "2:10"], ["e2"])

    def test_undo_is_back_to_a_person(self):
        self.play(["quoridor", "--computer", "2:1", "--save", self.file], ["e2", "e3", "undo"])
        self.assertEqual(len(self.plies()), 2)
        self.play(["quoridor-4", "--computer", "2:1", "--computer", "3:1", "--save", self.file],
                  ["e2", "undo", "d1", "i4", "undo"])
        self.assertEqual((len(self.plies()), self.plies()[0]), (3, "d1"))

    def test_hint(self):
        position = "- / - / e8 a2 / 10 10 / 1"
        for language, hint in (("en", "Hint"), ("tr", "İpucu"), ("ru", "Подсказка"),
                               ("ro", "Indiciu")):
            out = self.play(["quoridor", "--position", position, "--time", "1", "--lang", language],
                            ["hint"])
            self.assertRegex(out, rf"\n{hint}: [d-f]9\n")
        # A hint isn't a move.
        self.play(["quoridor", "--time", "1", "--save", self.file], ["hint"])
        self.assertEqual(self.plies(), [])

    def test_draws(self):
        out = self.play(["quoridor", "--computer", "2:1"], ["draw"])
        self.assertIn("player 2 (Lina 1): do you agree to a draw? yes or no> no\n"
                      "No draw, the game goes on. Declined by: player 2 (Lina 1)\n"
                      "player 1> ", out)
        self.write(self.LOST, '[Seat2 "computer 1"]\n')
        self.assertIn("> yes\n", self.play(["--resume", self.file], ["draw"]))
        self.assertIn('[Termination "agreement"]', self.record(self.file))
        self.write(self.WON, '[Seat2 "computer 1"]\n')
        self.assertIn("> no\n", self.play(["--resume", self.file], ["draw"]))
        # Each alone: the one that can win with the next move declines.
        moves = ("e2 a4 d9 i4 e3 a3 c9 i3 e4 a2 b9 i2 e5 a1 a9 i1 e6 b1 a8 h1 e7 c1 a7 g1 e8")
        self.write(moves, '[Seat1 "computer 1"]\n', "quoridor-4")
        out = self.play(["--resume", self.file], ["draw", "yes", "yes"])
        self.assertIn("Declined by: player 1 (Lina 1)\n", out)

    def test_resume(self):
        self.play(["abalone", "--computer", "2:3", "--save", self.file], ["c3d3"])
        self.assertIn('[Player2 "Roza 3"]\n[Seat2 "computer 3"]\n', self.record(self.file))
        out = self.play(["--resume", self.file], ["moves", "quit"])
        first = re.search(r"> moves\n(\S+)", out)[1]
        out = self.play(["--resume", self.file], [first])
        self.assertEqual((len(self.plies()), out.count("(Roza 3)> ")), (4, 1))
        self.assertEqual(self.record(self.file).count("[Seat"), 1)
        # It is the computer's turn immediately.
        self.write("e2", '[Player2 "Bo"]\n[Seat1 "person"]\n[seat2 "computer 2"]\n')
        out = self.play(["--resume", self.file])
        self.assertRegex(out, r"player 2 \(Bo\)> [a-i]")
        for seat in ("robot", "computer", "computer 0", "computer 11", "computer 1 2", "person 1", ""):
            self.write("e2", f'[Seat2 "{seat}"]\n')
            self.refuse(["--resume", self.file], "seat '" + seat)

    def test_signals_and_flags_while_it_thinks(self):
        game = self.start(["abalone", "--computer", "1:10", "--time", "600", "--save", self.file])
        self.wait_for(self.file)
        begun = cpu_seconds(game.pid)
        until(lambda: cpu_seconds(game.pid) > begun + 0.2, "it thinks")
        game.send_signal(signal.SIGINT)
        out, err = game.communicate(timeout=PATIENCE)
        self.assertEqual((game.returncode, err), (0, b""))
        self.assertRegex(out, rb"To continue: \S*meydan play --resume")

    def test_names_and_lots(self):
        # Opponents can be named by level or by name, in English or in the current language.
        for language, name in (("en", "Oskar"), ("tr", "Oskar"), ("ru", "Оскар"), ("ro", "Oscar")):
            for who in ("7", name, "OSKAR", "2:oskar"):
                out = self.play(["quoridor", "--computer", who, "--no-lot", "--lang", language])
                self.assertIn(f"({name} 7)\n", out)
        self.assertIn("(İris 8)\n", self.play(["quoridor", "--computer", "iris", "--lang", "tr"]))
        out = self.play(["quoridor", "--computer", "1:1", "--players", "Ada,Bo"], ["quit"])
        self.assertRegex(out, r"player 1 \(Ada\)> [a-i]")
        seen = set()
        for _ in range(200):
            out = self.play(["abalone", "--computer", "1", "--lot", "--save", self.file])
            seen.add(re.search(r"\[Seat(\d)", self.record(self.file))[1])
            if len(seen) == 2:
                break
        self.assertEqual(seen, {"1", "2"})


class Clocks(Case):
    def test_flag_falls_on_time(self):
        start = time.monotonic()
        game = self.start(["abalone", "--time", "0.5"])
        out, err = game.stdout.read().decode(), game.stderr.read()  # its input stays open
        self.assertEqual((game.wait(20), err), (0, b""))
        self.assertGreater(time.monotonic() - start, 0.5)
        game.stdin.close()
        game.stdout.close()
        game.stderr.close()
        self.assertIn("Game over: time is up\nWinner: white\n", out)

    def test_flags_of_three(self):
        game = self.start(["abalone-3", "--time", "0.3", "--save", self.file])
        out = game.stdout.read().decode()
        game.wait(20)
        for stream in (game.stdin, game.stdout, game.stderr):
            stream.close()
        self.assertIn("Time is up, out of the game: black\n", out)
        self.assertIn("Time is up, out of the game: white\n", out)
        self.assertIn("Winner: amber\n", out)
        self.assertIn("out1:time out2:time 0-0-1", self.record(self.file))

    def test_clocks_are_saved_and_resumed(self):
        self.play(["quoridor", "--time", "100+5", "--save", self.file], ["e2", "e8"])
        self.assertIn('[TimeControl "100+5"]', self.record(self.file))
        text = re.sub(r"%clk [^]]*", "%clk 0:00:42", self.record(self.file), count=1)
        text = re.sub(r'TurnTime "[^"]*"', 'TurnTime "12.000"', text)
        with open(self.file, "w", encoding="utf-8") as file:
            file.write(text)
        out = self.play(["--resume", self.file], ["clock", "e3"])
        self.assertRegex(out, r"  player 1: 0:(30|29|28)\n  player 2: 1:4[0-9]\n")
        self.assertRegex(self.record(self.file), r"e3 \{\[%clk 0:00:3[345]")

    def test_byoyomi_and_days(self):
        self.play(["quoridor", "--time", "0+0+3x30", "--save", self.file], ["e2", "e8"])
        self.assertIn("1. e2 {[%clk 0:00:00] [%periods 3]}", self.record(self.file))
        text = self.record(self.file).replace("[%periods 3]", "[%periods 2]", 1)
        with open(self.file, "w", encoding="utf-8") as file:
            file.write(text)
        out = self.play(["--resume", self.file], ["clock"])
        self.assertRegex(out, r"player 1: 0:(30|29|28) \(2 periods\)\n  player 2: 0:30 \(3 periods\)")
        for language, words in (("en", "2 days 0:00:00"), ("ru", "2 дня 0:00:00"),
                                ("ro", "2 zile 0:00:00"), ("tr", "2 gün 0:00:00")):
            out = self.play(["quoridor", "--time", "2d", "--lang", language], ["clock"])
            self.assertIn(words, out.splitlines()[-3])

    def test_no_clock(self):
        self.assertIn("There is no clock in this game.", self.play(["quoridor"], ["clock"]))


class Keeping(Case):
    def test_resume_equals_playing_on(self):
        for variant, (moves, _) in GAMES.items():
            with self.subTest(variant):
                moves, other = moves.split(), self.file + ".other"
                names = ",".join(["Ada", 'B"o\\', "Çem", "Дана"][:4 if "4" in variant else
                                                                 3 if "3" in variant else 2])
                for cut in (1, len(moves) // 2, len(moves) - 1):
                    args = [variant, "--players", names, "--time", "600+1", "--no-lot"]
                    self.play([*args, "--save", self.file], moves)
                    self.play([*args, "--save", other], moves[:cut])
                    self.play(["--resume", other], moves[cut:])
                    self.assertEqual(self.moves_of(self.file), self.moves_of(other))

    def test_resume_with_a_leaver(self):
        self.play(["abalone-3", "--save", self.file], ["b1c1", "resign", "d8d7"])
        out = self.play(["--resume", self.file], ["b2c2", "d7d6", "undo"])
        self.assertIn("Last move: d8d7, amber\nblack> b2c2", out)
        self.assertIn("1. b1c1 out2:resignation d8d7 2. b2c2 *", self.record(self.file))

    def test_resume_keeps_other_tags_and_spares_the_default_place(self):
        self.play(["abalone", "--save", self.file], ["c3d3"])
        text = '[Event "Kiev \\"open\\""]\n' + self.record(self.file)
        with open(self.file, "w", encoding="utf-8") as file:
            file.write(text)
        self.play(["--resume", self.file], ["g5f5"])
        self.assertIn('[Event "Kiev \\"open\\""]\n', self.record(self.file))
        self.assertEqual(self.record(self.file).count("[Date "), 1)
        self.assertFalse(os.path.exists(self.last))
        elsewhere = self.file + ".2"
        self.play(["--resume", self.file, "--save", elsewhere], ["c4d4"])
        self.assertIn("1. c3d3 g5f5 *", self.record(self.file))
        self.assertIn("1. c3d3 g5f5 2. c4d4 *", self.record(elsewhere))

    ANNOTATED = ('[Game "quoridor"]\n\n1. e2 {good move} e8 (1... d9) 2. e3 $1 {[%eval 0.5]} '
                 'e7 {[%clk 0:01:00]} *\n')

    def test_resume_leaves_the_file_alone_until_something_happens(self):
        for lines in ((), ["quit"], ["moves", "undo it", "e9", "draw", "no", "board"]):
            with open(self.file, "w", encoding="utf-8") as file:
                file.write(self.ANNOTATED)
            before = os.stat(self.file)
            out = self.play(["--resume", self.file], lines)
            self.assertIn("The game is saved. To continue: ", out)
            self.assertEqual(self.record(self.file), self.ANNOTATED)
            self.assertEqual(os.stat(self.file).st_ino, before.st_ino)
            self.assertEqual(os.listdir(self.home), ["game.pgn"])
        # With a clock, too: time spent only on viewing is refunded.
        text = self.ANNOTATED.replace("\n\n", '\n[TimeControl "600"]\n\n', 1)
        with open(self.file, "w", encoding="utf-8") as file:
            file.write(text)
        self.play(["--resume", self.file], ["quit"])
        self.assertEqual(self.record(self.file), text)

    def test_resume_keeps_the_old_file_and_the_notes(self):
        for lines, moves in (
                (["e4", "e6"], "1. e2 e8 2. e3 {[%eval 0.50]} e7 {[%clk 0:01:00]} 3. e4 e6 *"),
                (["undo"], "1. e2 e8 2. e3 {[%eval 0.50]} *"),
                # Repeating a move restores its note; another move has none.
                (["undo", "undo", "e3"], "1. e2 e8 2. e3 {[%eval 0.50]} *"),
                (["undo", "undo", "d2", "e7"], "1. e2 e8 2. d2 e7 *"),
                (["resign"], "1. e2 e8 2. e3 {[%eval 0.50]} e7 {[%clk 0:01:00]} 0-1")):
            with self.subTest(lines):
                with open(self.file, "w", encoding="utf-8") as file:
                    file.write(self.ANNOTATED)
                self.play(["--resume", self.file], lines)
                self.assertEqual(self.record(self.file).split("\n\n")[1], moves)
                self.assertEqual(self.record(self.file + "~"), self.ANNOTATED)

    def test_notes_end_where_another_player_left(self):
        text = '[Game "quoridor-4"]\n\n1. e2 b5 {[%eval 1]} e8 out4 2. e3 {[%eval 2]} *\n'
        for lines, moves in (
                (["c5"], "1. e2 b5 {[%eval 1.00]} e8 out4:abandoned 2. e3 {[%eval 2.00]} c5 *"),
                (["undo", "e3"], "1. e2 b5 {[%eval 1.00]} e8 out4:abandoned 2. e3 {[%eval 2.00]} *"),
                (["undo", "resign", "b4"], "1. e2 b5 {[%eval 1.00]} e8 out4:abandoned "
                                           "out1:resignation 2. b4 *")):
            with open(self.file, "w", encoding="utf-8") as file:
                file.write(text)
            self.play(["--resume", self.file], lines)
            self.assertEqual(self.record(self.file).split("\n\n")[1], moves)

    def test_a_dash_is_no_file(self):
        self.refuse(["--resume", "-"], "'-' is not one", self.ANNOTATED)
        self.refuse(["quoridor", "--save", "-"], "'-' is not one")
        self.refuse(["--resume", self.file, "--save=-"], "'-' is not one")
        self.assertIn("Which file?", self.play(["quoridor"], ["save -"]))

    def test_the_hint_starts_the_same_program(self):
        for name, wanted in (("meydan", "meydan"), ("./build/meydan", "./build/meydan"),
                             ("/the program/meydan", "'/the program/meydan'")):
            done = subprocess.run([name, "play", "quoridor", "--save", self.file], input="e2\n",
                                  executable=MEYDAN, capture_output=True, text=True, env=self.env,
                                  timeout=60, check=True)
            self.assertIn(f"To continue: {wanted} play --resume {self.file}\n", done.stdout)

    def test_signals_leave_a_game_to_resume(self):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            with self.subTest(number):
                if os.path.exists(self.file):
                    os.remove(self.file)
                game = self.start(["abalone"])
                game.stdin.write(b"c3d3\n")
                game.stdin.flush()
                path = self.last
                self.wait_for(path)
                game.send_signal(number)
                out, err = game.communicate(timeout=20)
                self.assertEqual((game.returncode, err), (0, b""))
                self.assertIn(f"To continue: {MEYDAN} play --resume {path}", out.decode())
                out = self.play(["--resume", path], ["g5f5"])
                self.assertIn("white> g5f5\n", out)
                os.remove(path)

    def test_output_that_is_gone(self):
        game = self.start(["abalone"])
        game.stdout.close()
        game.stdin.write(b"c3d3\n")
        game.stdin.close()
        err = game.stderr.read().decode()
        game.stderr.close()
        self.assertEqual(game.wait(20), 2)
        self.assertEqual(err, "meydan: cannot write to standard output\n")

    def test_no_part_of_a_file_is_a_game(self):
        self.play(["quoridor", "--save", self.file, "--time", "60"], ["e2", "e8", "e3"])
        text = self.record(self.file).rstrip("\n")
        part = self.file + ".part"
        for length in range(0, len(text), 3):
            with open(part, "w", encoding="utf-8") as file:
                file.write(text[:length])
            self.refuse(["--resume", part], "")
            self.assertEqual(self.record(part), text[:length])

    def test_files_that_are_no_game(self):
        for name, content, fault in (
                ("garbage", b"\x7fELF\0\1\2 \xff", ""),
                ("bare", b"1. e2 e8 *\n", "no Game tag"),
                ("two", b'[Game "quoridor"]\n\n1. e2 *\n\n[Game "quoridor"]\n\n1. e2 *\n', "more"),
                ("illegal", b'[Game "quoridor"]\n\n1. e5 *\n', "ply 1"),
                ("time", b'[Game "quoridor"]\n[TimeControl "x"]\n\n1. e2 *\n', "main time"),
                ("turn", b'[Game "quoridor"]\n[TurnTime "x"]\n\n1. e2 *\n', "turn time")):
            path = os.path.join(self.home, name)
            with open(path, "wb") as file:
                file.write(content)
            self.refuse(["--resume", path], fault)
        self.refuse(["--resume", os.path.join(self.home, "missing")], "cannot read")
        self.refuse(["--resume", self.home], "cannot read")

    def test_default_place(self):
        out = self.play(["abalone"], ["quit"])
        self.assertIn("No move was played, so nothing was saved.", out)
        self.assertFalse(os.path.exists(self.last))
        self.assertEqual(stat.S_IMODE(os.stat(os.path.dirname(self.last)).st_mode), 0o700)
        self.play(["abalone"], ["c3d3"])
        self.play(["quoridor"], ["e2"])
        self.assertIn("quoridor", self.record(self.last))
        self.assertIn("1. c3d3", self.record(self.last + "~"))
        state = os.path.join(self.home, "state")
        self.play(["abalone"], ["c3d3"], env={"XDG_STATE_HOME": state})
        self.assertTrue(os.path.exists(os.path.join(state, "meydan/last-game.pgn")))

    def test_two_games_at_once(self):
        game = self.start(["abalone"])
        game.stdin.write(b"c3d3\n")
        game.stdin.flush()
        self.wait_for(self.last)
        out = self.play(["quoridor"], ["e2"])
        self.assertIn("last-game-2.pgn", out)
        game.communicate(timeout=20)
        self.assertIn("1. c3d3 *", self.record(self.last))

    def test_nowhere_to_save(self):
        path = os.path.join(self.home, "no/such/folder/game.pgn")
        out, err = self.run_play(["abalone", "--save", path], ["c3d3", "g5f5"])
        self.assertEqual(err.count("\n"), 1)
        self.assertIn("the game cannot be saved in " + path, err)
        self.assertIn("Last move: g5f5, white", out)
        self.assertIn("The game is not saved.", out)
        _, err = self.run_play(["abalone"], ["c3d3"], env={"HOME": ""})
        self.assertIn("no place to save", err)
        self.play(["abalone", "--save", "/dev/null"], ["c3d3"])
        self.assertTrue(stat.S_ISCHR(os.stat("/dev/null").st_mode))

    def test_links_stay_links(self):
        link = os.path.join(self.home, "link.pgn")
        self.play(["abalone", "--save", self.file], ["c3d3"])
        os.symlink(self.file, link)
        self.play(["--resume", link], ["g5f5"])
        self.assertTrue(os.path.islink(link))
        self.assertIn("1. c3d3 g5f5 *", self.record(self.file))


class Usage(Case):
    def test_bad_usage(self):
        self.refuse([], "needs a variant")
        self.refuse(["chess"], "unknown variant 'chess'")
        self.refuse(["abalone", "quoridor"], "unexpected argument 'quoridor'")
        self.refuse(["abalone", "--ascii", "--ascii"], "option '--ascii' is given twice")
        self.refuse(["abalone", "--time", "soon"], "main time 'soon'")
        self.refuse(["abalone", "--layout", "x"], "no layout 'x'")
        self.refuse(["abalone", "--position", "x"], "bad position")
        self.refuse(["abalone", "--lang", "de"], "unknown language 'de', there are en, ro, ru, tr")
        self.refuse(["abalone", "--players", "Ada"], "needs 2 names")
        self.refuse(["abalone", "--players", "Ada,Bo,Cem"], "needs 2 names")
        self.refuse(["abalone", "--players", "Ada,"], "player 2's name is empty")
        self.refuse(["abalone", "--players", "A\x1b,Bo"], "player 1's name")
        self.refuse(["abalone", "--lot"], "--lot needs --players")
        self.refuse(["quoridor", "--computer=1", "--lot", "--no-lot"], "contradict each other")
        self.refuse(["abalone", "--resume", self.file], "takes the game")
        self.refuse(["--computer", "2", "--resume", self.file], "takes the game")
        for computer in ("0", "11", "x", "", "3:5", "0:5", "2:", ":5", "2:0", "2:11", "2:5:5"):
            self.refuse(["abalone", "--computer", computer], f"computer '{computer}' is neither")
        self.refuse(["abalone", *["--computer=1"] * 9], "given too often")

    def seatings(self, args, wanted):
        """Who sits where, in games enough to see so many different seatings (or 200)."""
        seen = set()
        for _ in range(200):
            seen.add(tuple(re.findall(r"\((\w+)\)", self.play(args).split("Type a move")[0])))
            if len(seen) == wanted:
                break
        return seen

    def test_lots(self):
        both = {("Ada", "Bo"), ("Bo", "Ada")}
        self.assertEqual(self.seatings(["abalone", "--players", "Ada,Bo", "--lot"], 2), both)
        self.assertEqual(self.seatings(["quoridor", "--players", "Ada,Bo"], 2), both)  # Q1
        four = self.seatings(["quoridor-4", "--players", "Ada,Bo,Cem,Dan"], 3)  # Q9
        self.assertEqual(len(four), 3)
        out = self.play(["quoridor", "--computer", "1"])
        self.assertIn("Quoridor\nDrawn by lot:\n", out)
        # Not if colours are chosen, a seat is named, a position is given, or with --no-lot.
        for args in (["abalone", "--players", "Ada,Bo"], ["quoridor", "--computer", "2:1"], ["quoridor"],
                     ["quoridor", "--players", "Ada,Bo", "--position", REFUSALS[-1][1]],
                     ["quoridor", "--players", "Ada,Bo", "--no-lot"]):
            self.assertNotIn("Drawn by lot", self.play(args))


class Languages(Case):
    def test_refusals(self):
        for language in LANGUAGES:
            texts = texts_of(language)
            for variant, position, move, reason in REFUSALS:
                with self.subTest((language, move, reason)):
                    args = [variant, "--lang", language]
                    args += ["--position", position] if position else []
                    out = self.play(args, [move])
                    self.assertIn((texts[reason] if texts else reason) + "\n", out)

    def test_shut_in_names_the_player(self):
        out = self.play(["quoridor", "--players", "Ada,Bo", "--position", REFUSALS[-1][1]], ["f1v"])
        self.assertIn("Not allowed: the wall would shut a player in\n  player 1 (Ada)\n", out)

    def test_commands_in_every_language(self):
        for language, undo, decline, leave in (
                ("tr", "GERİ", "HAYIR", "ÇIK"), ("tr", "geri", "hayir", "cik"),
                ("ru", "НАЗАД", "Нет", "ВЫХОД"), ("ro", "ÎNAPOI", "refuz", "IEȘIRE"),
                ("ro", "inapoi", "NU", "ieşire"), ("tr", "undo", "no", "quit"),
                ("ru", "UNDO", "Decline", "exit")):
            with self.subTest((language, undo)):
                args = ["quoridor", "--lang", language, "--save", self.file]
                out = self.play(args, ["e2", undo, "draw", decline, "d1", leave, "e8"])
                self.assertIn("1. d1 *", self.record(self.file))
                self.assertNotIn("> e8", out)

    def test_whole_help_is_translated(self):
        english = self.play(["quoridor"], ["help"]).splitlines()
        for language in LANGUAGES[1:]:
            out = self.play(["quoridor", "--lang", language], ["help"]).splitlines()
            # The board, the title and the drawn players are the same.
            same = [line for line in out if line in english and re.search("[A-Za-z]{3}", line)]
            self.assertEqual(same, ["Quoridor"])

    def test_plural_forms(self):
        position, moves = "- / - / e7 e3 / 10 10 / 1", "d7 d3 c7 c3 b7".split()
        for language, forms in (
                ("ru", {1: "Сделан 1 ход.", 3: "Сделано 3 хода.", 5: "Сделано 5 ходов."}),
                ("ro", {1: "S-a jucat 1 mutare.", 3: "S-au jucat 3 mutări."}),
                ("tr", {1: "1 hamle yapıldı.", 3: "3 hamle yapıldı."})):
            for count, words in forms.items():
                out = self.play(["quoridor", "--lang", language, "--position", position],
                                moves[:count] + ["resign"])
                self.assertIn(words + "\n", out)
        moves = GAMES["abalone"][0].split()
        out = self.play(["abalone", "--lang", "ro"], moves)
        self.assertIn("S-au jucat 62 de mutări.\n", out)
        out = self.play(["abalone", "--lang", "ru"], moves[:61] + ["resign"])
        self.assertIn("Сделан 61 ход.\n", out)
        out = self.play(["abalone", "--lang", "ru"], moves[:11] + ["resign"])
        self.assertIn("Сделано 11 ходов.\n", out)

    def test_language_of_the_environment(self):
        turkish, russian, english = "siyah", "чёрные", "black"
        for env, player in (
                ({"LANG": "tr_TR.UTF-8"}, turkish),
                ({"LANG": "tr"}, turkish),
                ({"LANG": "ru_RU.KOI8-R"}, russian),
                ({"LANG": "C.UTF-8", "LANGUAGE": "de:tr:ru"}, turkish),
                ({"LANG": "", "LANGUAGE": "tr"}, turkish),
                ({"LANG": "tr_TR.UTF-8", "LC_MESSAGES": "ru_RU.UTF-8"}, russian),
                ({"LANG": "tr_TR.UTF-8", "LC_MESSAGES": "ru", "LC_ALL": "en_GB.UTF-8"}, english),
                ({"LANG": "tr_TR.UTF-8", "LANGUAGE": "en:ru"}, english),
                ({"LC_ALL": "C", "LANGUAGE": "tr"}, english),
                ({"LANG": "de_DE.UTF-8"}, english)):
            with self.subTest(env):
                self.assertIn(f"\n{player}> \n", self.play(["abalone"], env=env))
        self.assertIn(f"\n{russian}> \n",
                      self.play(["abalone", "--lang", "ru"], env={"LC_ALL": "tr_TR.UTF-8"}))


class AtATerminal(Case):
    def converse(self, args, dialogue, env=None):
        """Types each line once its cue has been seen; returns all that was shown."""
        pid, terminal = pty.fork()
        if pid == 0:
            os.execve(MEYDAN, [MEYDAN, "play", *args],
                      {**self.env, "TERM": "xterm", **(env or {})})
        shown, seen, dialogue = b"", 0, list(dialogue)
        limit = time.monotonic() + 30
        while time.monotonic() < limit:
            if dialogue and dialogue[0][0].encode() in shown[seen:]:
                seen = len(shown)
                os.write(terminal, dialogue.pop(0)[1].encode())
            if not select.select([terminal], [], [], 0.2)[0]:
                continue
            try:
                shown += os.read(terminal, 4096)
            except OSError:  # it has ended
                break
        os.close(terminal)
        self.assertEqual(os.waitpid(pid, 0)[1], 0)
        self.assertEqual(dialogue, [])
        return shown.decode().replace("\r\n", "\n")

    def test_menu(self):
        out = self.converse([], [("for 1: ", "9\n"), ("for 1: ", "\n"), ("people only: ", "\n"),
                                 ("black> ", "quit\n")])
        self.assertIn("  6  Quoridor for four\n", out)
        self.assertIn("\nAbalone\n  black\n", out)
        self.converse([], [("for 1: ", "abalone-3\n"), ("people only: ", "\n"), ("black> ", "\4")])
        out = self.converse(["--no-lot"], [("for 1: ", "5\n"), ("people only: ", "11\n"),
                                           ("people only: ", "Nobody\n"), ("people only: ", "lina\n"), ("player 1> ", "e2\n"),
                                           ("player 1> ", "quit\n")])
        self.assertIn("\n   1  Lina\n", out)
        self.assertIn("\n  10  Atlas\n", out)
        self.assertIn("\n  player 1\n  player 2 (Lina 1)\n", out)
        self.assertRegex(out, r"player 2 \(Lina 1\)> [a-i]")
        self.converse(["--computer", "1:1"], [("for 1: ", "5\n"), ("player 2> ", "quit\n")])
        self.converse([], [("for 1: ", "5\n"), ("people only: ", "\4")])
        self.converse([], [("for 1: ", "\4")])

    def test_resigning_is_confirmed(self):
        out = self.converse(["abalone"], [
            ("black> ", "resign\n"), ("really resign? yes or no> ", "no\n"),
            ("black> ", "resign\n"), ("no> ", "c3d3\n"),
            ("white> ", "resign\n"), ("no> ", "yes\n")])
        self.assertIn("Winner: black\n", out)

    def test_colour(self):
        for env, coloured in (({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)):
            out = self.converse(["abalone"], [("black> ", "quit\n")], env)
            self.assertEqual("\x1b[" in out, coloured, env)

    def test_interrupt_and_flag(self):
        out = self.converse(["abalone"], [("black> ", "c3d3\n"), ("white> ", "\3")])
        self.assertIn("meydan play --resume " + self.last, out)
        out = self.converse(["abalone", "--time", "0.5"], [("black [0:00.", "c3d")])
        self.assertIn("Winner: white\n", out)


if __name__ == "__main__":
    unittest.main()
