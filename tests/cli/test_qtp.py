#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`meydan engine --qtp`: a conversation as KataQuoridor's README documents it, and whole games.

No other QTP program is here, so the referee below is written from the documentation of KataQuoridor's arena: it asks both
engines in turn, lets an arbiter check every move, and compares the game with `meydan apply`. MEYDAN is the program."""
import os
import re
import subprocess
import unittest

MEYDAN = os.environ["MEYDAN"]


class Engine:
    def __init__(self, *args):
        self.process = subprocess.Popen([MEYDAN, "engine", "--qtp", *args], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, command):
        """(whether it was done, text), read up to the first empty line, as a controller does."""
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines = []
        while True:
            line = self.process.stdout.readline()
            assert line, f"the engine ended at {command}"
            if not line.strip():
                break
            lines.append(line.rstrip("\n"))
        mark = re.match(r"([=?])(\d*) ?", lines[0])
        return mark[1] == "=", "\n".join([lines[0][mark.end():], *lines[1:]]).strip(), mark[2]

    def must(self, command):
        done, text, _ = self.ask(command)
        assert done, f"{command}: {text}"
        return text

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        return self.process.wait(60)


def turned(move):
    """A move in Meydan's notation, in which the first player begins on e1."""
    return move[0] + str((9 if move[2:] else 10) - int(move[1])) + move[2:]


class Qtp(unittest.TestCase):
    def engine(self, *args):
        engine = Engine(*args)
        self.addCleanup(engine.close)
        return engine

    def test_documented_session(self):
        engine = self.engine("--nodes", "2000")
        for command, wanted in (
                ("play b e8", (True, "")), ("play w e2h", (True, "")), ("genmove b", (True, "e7")),
                ("walls", (True, "B: 10 W: 9")), ("walls w", (True, "9")), ("dist", (True, "B: 7 W: 9")), ("dist black", (True, "7")),
                ("play w e8", (False, "illegal move")), ("winner", (True, "none")),
                ("play b e6", (False, "illegal move: not black's turn")), ("genmove b", (False, "not black's turn"))):
            self.assertEqual(engine.ask(command)[:2], wanted, command)

    def test_turns_and_words(self):
        engine = self.engine()
        for command, wanted in (
                ("protocol_version", (True, "2")), ("name", (True, "Meydan")), ("known_command genmove", (True, "true")),
                ("known_command fly", (True, "false")), ("fly", (False, "unknown command")), ("boardsize 9", (True, "")),
                ("boardsize 7", (False, "unacceptable size")), ("komi -0.5", (True, "")), ("move e8", (True, "")),
                ("wall w d3v", (True, "")), ("wall b e7", (False, "illegal move")), ("move B D3h", (False, "illegal move")),
                ("play b d3h", (False, "illegal move")), ("undo 3", (False, "cannot undo")), ("undo 2", (True, "")),
                ("undo", (False, "cannot undo")), ("play black\te8 # a comment", (True, "")), ("genmove red",
                (False, "syntax error: expected black or white")), ("clear_board", (True, "")), ("play w e2", (False,
                "illegal move: not white's turn"))):
            self.assertEqual(engine.ask(command)[:2], wanted, command)
        self.assertEqual(engine.ask("17 name"), (True, "Meydan", "17"))
        self.assertEqual(engine.ask("18 fly"), (False, "unknown command", "18"))
        self.assertEqual(len(engine.must("legal_moves").split()), 3 + 128)
        self.assertIn("quit", engine.must("list_commands").split("\n"))
        self.assertEqual(engine.must("showboard").count(" B  "), 1)
        self.assertEqual(engine.ask("quit")[0], True)
        self.assertEqual(engine.process.wait(60), 0)

    def test_games(self):
        """Two engines and an arbiter, twice; the record is that of a legal game with this winner."""
        arbiter, fast, slow = self.engine(), self.engine("--nodes", "300"), self.engine("--level", "3", "--nodes", "300")
        for black, white in ((fast, slow), (slow, fast)):
            for engine in (arbiter, fast, slow):
                engine.must("clear_board")
            turn, moves = 0, []
            while arbiter.must("winner") == "none":
                self.assertLess(len(moves), 300)
                colour = "bw"[turn]
                mover, other = (black, white) if turn == 0 else (white, black)
                move = mover.must(f"genmove {colour}")
                self.assertIn(move, arbiter.must("legal_moves").split())
                for listener in (other, arbiter):
                    listener.must(f"play {colour} {move}")
                moves.append(move)
                turn = 1 - turn
            said = subprocess.run([MEYDAN, "apply", "quoridor", *map(turned, moves)], capture_output=True, text=True, check=True)
            winner = arbiter.must("winner")
            self.assertEqual(said.stdout.split("\n")[1], {"B": "1", "W": "2"}[winner])
            self.assertEqual(re.findall(r";[BW]\[(\w+)\]", arbiter.must("printsgf")), moves)
            self.assertIn(f"RE[{winner}+]", arbiter.must("printsgf"))
            self.assertEqual(arbiter.must("legal_moves"), "")
            self.assertEqual(arbiter.ask(f"genmove {'bw'[turn]}")[:2], (False, "game is over"))
            self.assertEqual(arbiter.ask(f"play {'bw'[turn]} e5")[:2], (False, "game is over"))

    def test_clock(self):
        engine = self.engine()
        engine.must("time_settings 0 1 1")
        engine.must("time_left b 1 0")
        self.assertRegex(engine.must("genmove b"), "^[a-i][1-9][hv]?$")
        self.assertFalse(engine.ask("time_left b")[0])


unittest.main()
