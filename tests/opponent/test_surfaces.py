#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""One opponent: the same game with the same seed on every surface has the same moves and the same answers to draw offers.

    test_surfaces.py [NODE ENGINE.wasm]

MEYDAN is the program. The first player is a person; the others are computers of one level. A server's game goes first, because
its seed is its id; what the person plays and when they offer a draw is the same everywhere.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from api_client import Server, Visitor  # noqa: E402

MEYDAN = os.environ["MEYDAN"]
NODE = sys.argv[1:3]
PATIENCE = 60
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
STARTS = {
    "abalone": "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0",
    "abalone-3": "ww1aa/ww2aa/ww3aa/ww4aa/ww5aa/w6a/7/bbbbbb/bbbbb b 0-0-0",
    "quoridor": "- / - / e1 e9 / 10 10 / 1",
    "quoridor-4": "- / - / e1 a5 e9 i5 / 5 5 5 5 / 1",
}
# Variant, level of the person (as UGI plays it), of the computers, plies, before which of them the person offers a draw.
GAMES = [
    ("quoridor", 8, 1, 40, (4, 20, 24, 28, 32)),
    ("abalone", 3, 6, 30, (0, 22, 28)),
    ("abalone", 7, 1, 44, (24, 34, 42)),
    ("abalone-3", 5, 4, 27, (3, 24)),
    ("quoridor-4", 4, 3, 28, (4, 24)),
]


def moves_of(record):
    """The moves of a game record, without tags, comments and numbers."""
    words = re.sub(r"\{[^}]*\}|\[[^\]]*\]|\d+\.+", " ", record).split()
    return [word for word in words if re.fullmatch(r"[a-i][1-9](?:[hv]|(?:[a-i][1-9]){1,2})?|pass", word)]


class Ugi:
    """`meydan engine`, asked for one move after the other."""

    def __init__(self, variant, seed):
        self.process = subprocess.Popen([MEYDAN, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.say(f"setoption name UGI_Variant value {variant}", f"setoption name Seed value {seed}", "setoption name Hash value 4")

    def say(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def move(self, moves, level):
        # No level in this test gets so far.
        self.say(f"setoption name Level value {level}", "position startpos moves " + " ".join(moves), "go nodes 100000000")
        for line in self.process.stdout:
            if line.startswith("bestmove"):
                return line.split()[1]
        raise RuntimeError("the engine has ended")

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait(PATIENCE)


class Case(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="meydan-opponent-")
        cls.server = Server(MEYDAN, cls.folder, options=["--limits", "1000"])
        cls.server.start()
        cls.tokens = []
        for number in range(3):
            visitor = Visitor(cls.server.port)
            visitor.post("/register", name=f"Engine{number}", password="correct horse battery", bot=True)
            cls.tokens.append(os.path.join(cls.folder, f"token{number}"))
            with open(cls.tokens[-1], "w") as file:
                file.write(visitor.post("/tokens", label="test")["token"])

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()
        shutil.rmtree(cls.folder)

    # --- over the network --------------------------------------------------------------------------

    def until(self, wanted):
        end = time.monotonic() + PATIENCE
        while not (found := wanted()):
            self.assertLess(time.monotonic(), end, "nothing happened")
            time.sleep(0.02)
        return found

    def game(self, person, game):
        told = person.get("/games/" + game)
        return told.get("game", told)

    def play_online(self, person, game, first, plies, offers):
        """The moves of all, and what the others answered. `first` says what the person plays."""
        answers, moves = [], []
        while len(moves) < plies:
            state = self.until(lambda: (now := self.game(person, game))["state"] != "open" and
                               (now["state"] == "over" or now["turn"] == 0) and now)
            moves = state["moves"]
            if state["state"] == "over" or len(moves) >= plies:
                break
            if len(moves) in offers:
                person.post(f"/games/{game}/draw")
                after = self.until(lambda: (now := self.game(person, game)) and
                                   (now["state"] == "over" or not now["draw"]) and now)
                answers.append(after["state"] == "over")
                if answers[-1]:
                    break
            person.post(f"/games/{game}/move", ply=len(moves), move=first(moves))
        return moves[:plies], answers

    # --- the surfaces ------------------------------------------------------------------------------

    def on_server(self, variant, person_level, level, plies, offers):
        """Also the seed that everybody else is given."""
        person = Visitor(self.server.port)
        players = 2 + ("-3" in variant) + 2 * ("-4" in variant)
        made = person.post("/games", variant=variant, clock="600+5", lot=False,
                           seats=["me"] + [{"computer": level}] * (players - 1))["game"]["id"]
        seed = 0
        for digit in made:
            seed = seed * 62 + DIGITS.index(digit)
        ugi = Ugi(variant, seed)
        try:
            moves, answers = self.play_online(person, made, lambda so_far: ugi.move(so_far, person_level), plies, offers)
            # The engine's answers to the others' positions are the moves they played.
            for ply in range(len(moves)):
                if ply % players:
                    self.assertEqual(ugi.move(moves[:ply], level), moves[ply], f"UGI at ply {ply} of {moves}")
        finally:
            ugi.close()
        if self.game(person, made)["state"] != "over":
            person.post(f"/games/{made}/resign")
        return seed, players, moves, answers

    @staticmethod
    def end_bot(bot, told):
        """Waits for its end. Where others play on it has to be told, twice: the first time it would still finish its game.
        Two signals at once may arrive as one, so it is told until it ends."""
        end = time.monotonic() + PATIENCE
        while told and bot.poll() is None and time.monotonic() < end:
            bot.terminate()
            try:
                bot.wait(0.2)
            except subprocess.TimeoutExpired:
                pass
        bot.communicate(timeout=PATIENCE)

    def on_bots(self, variant, level, seed, players, plies, offers, moves):
        person = Visitor(self.server.port)
        made = person.post("/games", variant=variant, clock="600+5", lot=False,
                           seats=["me"] + [{"invite": f"Engine{i}"} for i in range(players - 1)])["game"]["id"]
        bots = [subprocess.Popen(
            [MEYDAN, "bot", "--server", f"http://localhost:{self.server.port}", "--token-file", token, "--game", made,
             "--engine", f"engine level={level} seed={seed}"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            for token in self.tokens[:players - 1]]
        try:
            played = self.play_online(person, made, lambda so_far: moves[len(so_far)], plies, offers)
            if self.game(person, made)["state"] != "over":
                person.post(f"/games/{made}/resign")
            for bot in bots:
                self.end_bot(bot, players > 2)
        finally:
            for bot in bots:
                if bot.poll() is None:
                    bot.kill()
                    bot.wait()
                bot.stdout.close()
        return played

    def in_terminal(self, variant, level, seed, players, offers, moves):
        lines = []
        for ply, move in enumerate(moves):
            if ply % players == 0:
                lines += ["draw"] * (ply in offers) + [move]
        if len(moves) in offers:
            lines.append("draw")
        file = os.path.join(self.folder, "game.pgn")
        if os.path.exists(file):
            os.unlink(file)
        done = subprocess.run([MEYDAN, "play", variant, "--computer", str(level), "--no-lot", "--seed", str(seed), "--ascii",
                               "--save", file], input="\n".join(lines) + "\n", capture_output=True, text=True, timeout=PATIENCE,
                              env={**os.environ, "LANGUAGE": "en", "XDG_STATE_HOME": self.folder})
        self.assertEqual(done.returncode, 0, done.stderr)
        # The asked player answers at the prompt; one "no" ends the offer, and a draw needs the
        # consent of all.
        said = re.findall(r"yes or no> (yes|no)$", done.stdout, re.M)
        answers, yes = [], 0
        for word in said:
            yes = yes + 1 if word == "yes" else 0
            if word == "no" or yes == players - 1:
                answers.append(word == "yes")
                yes = 0
        with open(file) as saved:
            return moves_of(saved.read())[:len(moves)], answers

    def in_match(self, variant, person_level, level, seed, players, plies, moves):
        file = os.path.join(self.folder, "match.pgn")
        if os.path.exists(file):
            os.unlink(file)
        people = ["--player", f"engine level={person_level} seed={seed} name=Person"]
        people += sum((["--player", f"engine level={level} seed={seed} name=Computer{i}"] for i in range(1, players)), [])
        subprocess.run([MEYDAN, "match", variant, *people, "--games", "1", "--openings", "start", "--max-plies", str(plies),
                        "--record", file], check=True, capture_output=True, timeout=PATIENCE)
        with open(file) as opened:
            records = opened.read().split("\n\n[")
        for text in records:
            if "Player1 \"Person\"" in text and all(f"Player{i + 1} \"Computer{i}\"" in text for i in range(1, players)):
                return moves_of("[" + text.lstrip("["))[:len(moves)]
        self.fail("the match has no such seating")

    def in_page(self, variant, level, seed, players, offers, moves):
        node = subprocess.Popen([NODE[0], os.path.join(os.path.dirname(os.path.abspath(__file__)), "ask.mjs"), NODE[1]],
                                stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

        def ask(words, ply):
            node.stdin.write(json.dumps([words, variant, STARTS[variant], " ".join(moves[:ply])]) + "\n")
            node.stdin.flush()
            return json.loads(node.stdout.readline())

        played, answers = [], []
        order = [0, 1, 2, 3][:players]
        for ply in range(len(moves) + 1):
            if ply % players == 0 and ply in offers:
                answers.append(all(ask(f"level {level} seed {seed} draw {seat}", ply)["draw"] for seat in order[1:]))
            if ply < len(moves):
                played.append(moves[ply] if ply % players == 0 else ask(f"level {level} seed {seed}", ply)["move"])
        node.stdin.close()
        node.stdout.close()
        node.wait(PATIENCE)
        return played, answers

    # --- all of them -------------------------------------------------------------------------------

    def compare(self, variant, person_level, level, plies, offers):
        seed, players, moves, answers = self.on_server(variant, person_level, level, plies, offers)
        told = f"{variant} level {level} seed {seed}: {moves} {answers}"
        self.assertTrue(answers, told)
        offers = offers[:len(answers)]
        with self.subTest("terminal"):
            self.assertEqual(self.in_terminal(variant, level, seed, players, offers, moves), (moves, answers), told)
        with self.subTest("bot"):
            self.assertEqual(self.on_bots(variant, level, seed, players, len(moves) + (len(moves) in offers), offers, moves),
                             (moves, answers), told)
        with self.subTest("match"):
            self.assertEqual(self.in_match(variant, person_level, level, seed, players, max(len(moves), 1), moves), moves, told)
        if NODE:
            with self.subTest("page"):
                self.assertEqual(self.in_page(variant, level, seed, players, offers, moves), (moves, answers), told)
        return answers

    def test_surfaces(self):
        answers = set()
        for game in GAMES:
            answers.update(self.compare(*game))
        self.assertEqual(answers, {True, False}, "both answers are to be seen")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
