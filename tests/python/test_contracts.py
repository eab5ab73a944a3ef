#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The contracts of PettingZoo (AEC) and OpenSpiel, written from their documentation: neither library is on the machines that
run this, so OpenSpiel's classes are stand-ins with the documented members. MEYDAN_LIBRARY is the library."""
import copy
import enum
import random
import sys
import types
import unittest

import numpy as np

from meydan import Environment, Position, layouts, players, variants


class AEC(unittest.TestCase):
    def check_state(self, env):
        """What holds between steps: the dictionaries have the live agents, of which one is selected."""
        self.assertIn(env.agent_selection, env.agents)
        self.assertLessEqual(set(env.agents), set(env.possible_agents))
        for members in (env.rewards, env._cumulative_rewards, env.terminations, env.truncations, env.infos):
            self.assertEqual(set(members), set(env.agents))
        self.assertEqual(env.num_agents, len(env.agents))

    def test_whole_games(self):
        for variant in variants():
            for plies_max, seed in ((30, 1), (400, 2)):
                env = Environment(variant, plies_max=plies_max)
                env.reset(seed=seed)
                self.assertEqual(env.agents, env.possible_agents)
                self.assertEqual(env.max_num_agents, players(variant))
                sums, steps = dict.fromkeys(env.possible_agents, 0), 0
                for agent in env.agent_iter(2000):
                    self.check_state(env)
                    observation, reward, terminated, truncated, info = env.last()
                    self.assertEqual(agent, env.agent_selection)
                    self.assertTrue(env.observation_space(agent).contains(observation))
                    self.assertIsInstance(info, dict)
                    sums[agent] += reward
                    if terminated or truncated:
                        self.assertFalse(observation["action_mask"].any())
                        env.step(None)
                        continue
                    action = env.action_space(agent).sample(observation["action_mask"])
                    self.assertTrue(env.action_space(agent).contains(action))
                    self.assertEqual(observation["action_mask"][action], 1)
                    for other in set(env.agents) - {agent}:
                        self.assertFalse(env.observe(other)["action_mask"].any())
                    env.step(action)
                    steps += 1
                self.assertEqual(env.agents, [])
                self.assertLessEqual(steps, plies_max)
                self.assertLessEqual(set(sums.values()), {-1, 0, 1})
                self.assertIsNone(env.close())

    def test_same_spaces(self):
        """A space is the same object at each call, and before reset."""
        env = Environment("quoridor")
        for agent in env.possible_agents:
            self.assertIs(env.action_space(agent), env.action_space(agent))
            self.assertIs(env.observation_space(agent), env.observation_space(agent))
        self.assertIs(env.unwrapped, env)
        self.assertIn("name", env.metadata)

    def test_wrong_steps(self):
        env = Environment("quoridor")
        with self.assertRaises(ValueError):
            env.step(0)
        env.reset()
        before = str(env.position)
        for wrong in (None, int(np.flatnonzero(env.observe()["action_mask"] == 0)[0])):
            with self.assertRaises(ValueError):
                env.step(wrong)
            self.assertEqual(str(env.position), before)
        self.assertIsNone(env.last(observe=False)[0])

    def test_action_numbers_are_stable(self):
        """These numbers are in other people's networks: they must never change."""
        for variant, moves in (("quoridor", {"e2": 13, "e3h": 101, "e3v": 165}), ("abalone", {"a1b1": None, "a1b2": 1})):
            position = Position(variant)
            for move, number in moves.items():
                if number is not None:
                    self.assertEqual(position.action(move), number, move)
                self.assertEqual(position.action_move(position.action(move)), move)


def pyspiel_stand_in():
    """The parts of pyspiel that a Python game uses (open_spiel/python/games, developer guide)."""
    module = types.ModuleType("pyspiel")

    class GameType:
        Dynamics = enum.Enum("Dynamics", "SEQUENTIAL SIMULTANEOUS")
        ChanceMode = enum.Enum("ChanceMode", "DETERMINISTIC EXPLICIT_STOCHASTIC")
        Information = enum.Enum("Information", "PERFECT_INFORMATION IMPERFECT_INFORMATION")
        Utility = enum.Enum("Utility", "ZERO_SUM GENERAL_SUM")
        RewardModel = enum.Enum("RewardModel", "TERMINAL REWARDS")

        def __init__(self, **members):
            self.__dict__.update(members)

    class GameInfo(types.SimpleNamespace):
        pass

    class Game:
        def __init__(self, kind, info, params):
            self.kind, self.info = kind, info

        def num_distinct_actions(self):
            return self.info.num_distinct_actions

        def num_players(self):
            return self.info.num_players

    class State:
        def __init__(self, game):
            self._game, self._history = game, []

        def get_game(self):
            return self._game

        def history(self):
            return list(self._history)

        def legal_actions(self):
            return self._legal_actions(self.current_player())

        def apply_action(self, action):
            self._apply_action(action)
            self._history.append(action)

        def action_to_string(self, action):
            return self._action_to_string(self.current_player(), action)

    module.GameType, module.GameInfo, module.Game, module.State = GameType, GameInfo, Game, State
    module.PlayerId = enum.IntEnum("PlayerId", {"TERMINAL": -4})
    module.registered = {}
    module.register_game = lambda kind, game: module.registered.update({kind.short_name: game})
    module.load_game = lambda name, params=None: module.registered[name](params or {})
    return module


class OpenSpiel(unittest.TestCase):
    def test_playthroughs(self):
        pyspiel = sys.modules["pyspiel"] = pyspiel_stand_in()
        self.addCleanup(sys.modules.pop, "pyspiel")
        from meydan import openspiel

        names = openspiel.register()
        self.assertEqual(len(names), len(variants()))
        for name, variant in zip(names, variants()):
            game = pyspiel.load_game(name, {"layout": layouts(variant)[0], "plies_max": 80})
            self.assertEqual(game.num_players(), players(variant))
            state, dice = game.new_initial_state(), random.Random(5)
            observer = game.make_py_observer()
            while not state.is_terminal():
                actions = state.legal_actions()
                self.assertEqual(actions, sorted(set(actions)))
                self.assertEqual({state.action_to_string(a) for a in actions}, set(state.position.moves()))
                observer.set_from(state, state.current_player())
                self.assertEqual(observer.tensor.shape, (int(np.prod(observer.dict["observation"].shape)),))
                state.apply_action(dice.choice(actions))
            self.assertEqual(state.current_player(), -4)
            self.assertEqual(state.legal_actions(), [])
            self.assertEqual(len(state.returns()), players(variant))
            self.assertEqual(str(copy.deepcopy(state)), str(state))


class PettingZooList(unittest.TestCase):
    def test_register(self):
        listed = types.SimpleNamespace(all_environments={})
        for name in ("pettingzoo", "pettingzoo.utils", "pettingzoo.utils.all_modules"):
            sys.modules[name] = types.ModuleType(name)
            self.addCleanup(sys.modules.pop, name)
        sys.modules["pettingzoo.utils.all_modules"].all_environments = listed.all_environments
        from meydan import environment

        self.assertEqual(len(environment.register()), len(variants()))
        env = listed.all_environments["meydan/quoridor_v0"].env(plies_max=10)
        env.reset()
        self.assertEqual(env.metadata["name"], "meydan/quoridor_v0")


unittest.main()
