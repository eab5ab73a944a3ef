#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The Python package: positions, moves, records, the engine and environments, held against the plain rules.

MEYDAN_LIBRARY is libmeydan.so, PLAIN_MOVES the program plain-moves, PYTHONPATH the folder python/."""
import doctest
import os
import pickle
import random
import subprocess
import unittest

import numpy as np

import meydan
from meydan import (Engine, Environment, Games, IllegalMove, Malformed, Position, layouts, players, read_records, teams,
                    variants)
from meydan import position as position_module

RECORD = """[Game "quoridor"]
[Player1 "Ada \\"the wall\\""]
[Result "*"]

1. e2 e8 2. e3h e7h *

[Game "abalone-3"]
[Result "*"]

1. a1b2 *
"""


class Plain:
    """The plain rules, as a program."""

    def __init__(self):
        self.process = subprocess.Popen([os.environ["PLAIN_MOVES"]], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True)

    def moves(self, position):
        self.process.stdin.write(f"{position.variant}\t{position}\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().split()

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


class Positions(unittest.TestCase):
    def test_plain_rules(self):
        plain, dice = Plain(), random.Random(5)
        self.addCleanup(plain.close)
        for variant in variants():
            position = Position(variant)
            for _ in range(60):
                moves = position.moves()
                self.assertEqual(moves, plain.moves(position), f"{variant} {position}")
                if position.winners:
                    break
                position.play(dice.choice(moves))

    def test_variants(self):
        self.assertEqual(len(variants()), 6)
        self.assertEqual(players("abalone-3"), 3)
        self.assertEqual(teams("abalone-4"), (0, 1, 0, 1))
        self.assertIn("belgian-daisy", layouts("abalone"))
        with self.assertRaises(Malformed):
            Position("chess")
        with self.assertRaises(Malformed):
            Position("abalone", layout="english-daisy")

    def test_refusals(self):
        position = Position("quoridor")
        with self.assertRaises(IllegalMove):
            position.play("e5")
        with self.assertRaises(Malformed):
            position.play("zz")
        with self.assertRaises(Malformed):
            Position("quoridor", "- / - / e1 e9 / 11 10 / 1")
        self.assertEqual(str(position), "- / - / e1 e9 / 10 10 / 1")
        self.assertTrue(position.legal("e2"))
        self.assertFalse(position.legal("e5"))

    def test_values(self):
        position = Position("quoridor").play("e2", "e8")
        other = position.copy().play("e3")
        self.assertNotEqual(position, other)
        self.assertEqual(pickle.loads(pickle.dumps(other)), other)
        self.assertEqual(Position("quoridor").perft(1), len(Position("quoridor").moves()))
        self.assertEqual(Position("abalone", layout="belgian-daisy").perft(4), 8270666)

    def test_leave(self):
        position = Position("abalone-3").leave(0)
        self.assertEqual((position.left, position.turn), ((0,), 1))
        with self.assertRaises(IllegalMove):
            Position("abalone").leave(0)

    def test_actions(self):
        for variant in variants():
            position = Position(variant)
            moves = position.moves()
            actions = [position.action(move) for move in moves]
            self.assertEqual(len(set(actions)), len(moves))
            self.assertEqual([position.action_move(action) for action in actions], moves)


class Records(unittest.TestCase):
    def test_read(self):
        first, second = read_records(RECORD)
        self.assertEqual(first.tag("Player1"), 'Ada "the wall"')
        self.assertEqual(first.tag("Player2"), "")
        self.assertEqual(first.moves, ["e2", "e8", "e3h", "e7h"])
        self.assertEqual(str(first.end), "e3 e7 / - / e2 e8 / 9 9 / 1")
        self.assertEqual(second.start.variant, "abalone-3")
        self.assertEqual(second.plies, 1)

    def test_malformed(self):
        with self.assertRaises(Malformed):
            list(read_records('[Game "quoridor\n'))
        self.assertEqual(list(read_records('[Game "quoridor\n', strict=False)), [])
        (game,) = read_records('[Game "quoridor"]\n\n1. e5 *\n')
        with self.assertRaises(IllegalMove):
            game.moves


class Thinking(unittest.TestCase):
    def test_same_move_for_the_same_nodes(self):
        found = [Engine(hash_mb=4).search(Position("quoridor"), ["e2", "e8"], nodes=3000)[0] for _ in range(2)]
        self.assertEqual(found[0], found[1])
        self.assertIn(found[0].moves[0], Position("quoridor").play("e2", "e8").moves())

    def test_lines_and_levels(self):
        engine = Engine(hash_mb=4)
        lines = engine.search(Position("abalone"), nodes=3000, lines=3)
        self.assertEqual([line.rank for line in lines], [1, 2, 3])
        move = engine.move(Position("abalone"), level=2, seed=7)
        self.assertIn(move, Position("abalone").moves())
        with self.assertRaises(ValueError):
            engine.search(Position("abalone"))

    def test_opponent(self):
        engine = Engine(hash_mb=4)
        moves = ["e2", "e8", "e3", "e7"]
        first = engine.opponent_move(Position("quoridor"), moves, level=3, seed=5)
        engine.search(Position("abalone"), nodes=2000)  # what it thought about before is of no matter
        self.assertEqual(engine.opponent_move(Position("quoridor"), moves, level=3, seed=5), first)
        self.assertIn(first, Position("quoridor").play(*moves).moves())
        self.assertIsNone(engine.opponent_move(Position("quoridor", "- / - / e9 e5 / 10 10 / 2"), level=1))

    def test_opponent_takes_a_draw_when_behind(self):
        engine = Engine(hash_mb=4)
        behind = Position("quoridor", "- / a1 a3 a5 a7 c1 c3 h1 h3 h5 h7 / e1 e9 / 10 0 / 1")
        long = ["e2", "e8", "e1", "e9"] * 6
        self.assertFalse(engine.takes_draw(behind, [], 1))  # nothing has been played
        self.assertTrue(engine.takes_draw(behind, long[:22], 1))
        self.assertFalse(engine.takes_draw(behind, long[:22], 0))
        self.assertFalse(engine.takes_draw(behind, long[:22], 7))

    def test_over(self):
        self.assertEqual(Engine(hash_mb=1).search(Position("quoridor", "- / - / e9 e5 / 10 10 / 2"), nodes=10), [])


class Environments(unittest.TestCase):
    def test_masks_and_planes(self):
        for variant in variants():
            games = Games(variant, 8, seed=2, plies_max=200)
            games.reset()
            for _ in range(40):
                mask, actions = games.mask(), games.sample()
                for i in range(games.count):
                    if not games.done[i]:
                        position = games.position(i)
                        self.assertEqual({position.action(move) for move in position.moves()},
                                         set(np.flatnonzero(mask[i])))
                        self.assertTrue(mask[i, actions[i]])
                games.step(actions)
            planes = games.observe()
            self.assertEqual(planes.shape, (8, *games.planes))

    def test_planes(self):
        games = Games("quoridor", 1)
        games.reset()
        games.step(np.array([games.position(0).action("e3h")]))
        planes = games.observe()[0]  # player 2 is to move
        self.assertEqual(planes[0, 8, 4], 1)  # own pawn on e9
        self.assertTrue(planes[1, 0].all())  # its goal is rank 1
        self.assertEqual((planes[2, 0, 0], planes[5, 0, 0]), (10, 9))
        self.assertEqual(planes[6, 2, 4], 1)  # e3h
        games = Games("abalone", 1)
        games.reset()
        planes = games.observe()[0]
        self.assertEqual((planes[0].sum(), planes[1].sum(), planes[4].sum()), (14, 14, 61))
        self.assertEqual(planes[0, 0, 0], 1)  # black on a1

    def test_illegal_action_moves_nothing(self):
        games = Games("quoridor", 3, seed=1)
        games.reset()
        with self.assertRaisesRegex(ValueError, "in game 1"):
            games.step(np.array([13, 80, 13]))
        self.assertEqual(list(games.plies), [1, 0, 1])
        with self.assertRaises(ValueError):
            games.step(np.array([1]))

    def test_whole_games(self):
        for variant in variants():
            games = Games(variant, 16, seed=4, plies_max=3000)
            games.reset()
            while not games.done.all():
                games.step(games.sample())
            rewards = games.rewards()
            for i in range(games.count):
                won = set(np.flatnonzero(rewards[i] > 0))
                self.assertEqual(won, set(games.position(i).winners))
            games.reset(games.done)
            self.assertFalse(games.done.any())

    def test_repetition_is_a_draw(self):
        games = Games("quoridor", 1)
        games.reset()
        for move in ["e2", "e8", "e1", "e9"] * 2:
            self.assertFalse(games.done[0])
            games.step(np.array([games.position(0).action(move)]))
        self.assertEqual(games.state[0], 3)

    def test_turn_order(self):
        for variant in variants():
            env = Environment(variant, plies_max=60)
            env.reset(seed=3)
            while env.agents:
                observation, reward, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                else:
                    self.assertEqual(env.agent_selection, f"player_{env.position.turn + 1}")
                    action = env.sample()
                    self.assertEqual(observation["action_mask"][action], 1)
                    env.step(action)

    def test_same_seed_same_game(self):
        def play():
            games = Games("abalone-4", 4, seed=11, plies_max=50)
            games.reset()
            while not games.done.all():
                games.step(games.sample())
            return [str(games.position(i)) for i in range(4)]

        self.assertEqual(play(), play())


def load_tests(_loader, tests, _ignore):
    tests.addTests(doctest.DocTestSuite(meydan))
    tests.addTests(doctest.DocTestSuite(position_module))
    return tests


if __name__ == "__main__":
    unittest.main()
