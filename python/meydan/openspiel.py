# SPDX-License-Identifier: MIT
"""The variants as games of OpenSpiel.

    >>> import pyspiel
    >>> from meydan import openspiel
    >>> openspiel.register()
    >>> state = pyspiel.load_game("python_meydan_quoridor").new_initial_state()

Actions have the numbers of `Games`, players those of `Position`. Partners win and lose together; a third repetition and
`plies_max` moves draw. Needs pyspiel.
"""
from __future__ import annotations

from typing import Any, List

import numpy as np
import pyspiel

from .games import Games
from .position import Position, layouts, players, teams, variants

PLIES_MAX = 400


def _type(variant: str) -> Any:
    two_sides = len(set(teams(variant))) == 2
    utility = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name="python_meydan_" + variant.replace("-", "_"), long_name=f"Meydan: {variant}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL, chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=utility.ZERO_SUM if two_sides else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL, max_num_players=players(variant), min_num_players=players(variant),
        provides_information_state_string=True, provides_information_state_tensor=False, provides_observation_string=True,
        provides_observation_tensor=True, parameter_specification={"layout": layouts(variant)[0], "plies_max": PLIES_MAX})


class _Observer:
    """The planes of `Games.observe`, the player to move first."""

    def __init__(self, variant: str):
        games = Games(variant, 1)
        self.tensor = np.zeros(int(np.prod(games.planes)), np.float32)
        self.dict = {"observation": np.reshape(self.tensor, games.planes)}

    def set_from(self, state: "State", player: int) -> None:
        self.tensor[:] = state._games.observe()[0].ravel()

    def string_from(self, state: "State", player: int) -> str:
        return str(state)


class Game(pyspiel.Game):
    variant = ""

    def __init__(self, params: Any = None):
        params = params or {}
        self.layout = params.get("layout") or layouts(self.variant)[0]
        self.plies_max = int(params.get("plies_max") or PLIES_MAX)
        self._games = Games(self.variant, 1, layout=self.layout)
        super().__init__(_type(self.variant), pyspiel.GameInfo(
            num_distinct_actions=self._games.actions, max_chance_outcomes=0, num_players=self._games.players,
            min_utility=-1.0, max_utility=1.0, utility_sum=0.0, max_game_length=self.plies_max), params)

    def new_initial_state(self) -> "State":
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        return _Observer(self.variant)


class State(pyspiel.State):
    def __init__(self, game: Game):
        super().__init__(game)
        self._games = Games(game.variant, 1, layout=game.layout, plies_max=game.plies_max)
        self._games.reset()

    def current_player(self) -> int:
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else int(self._games.turns()[0])

    def _legal_actions(self, player: int) -> List[int]:
        return [] if self.is_terminal() else [int(a) for a in np.flatnonzero(self._games.mask()[0])]

    def _apply_action(self, action: int) -> None:
        self._games.step(np.array([action]))

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.action_move(action)

    def is_terminal(self) -> bool:
        return bool(self._games.done[0])

    def returns(self) -> List[float]:
        return [float(r) for r in self._games.rewards()[0]]

    def __deepcopy__(self, memo: Any) -> "State":
        copy = self.get_game().new_initial_state()
        for action in self.history():
            copy.apply_action(action)
        return copy

    @property
    def position(self) -> Position:
        return self._games.position(0)

    def __str__(self) -> str:
        return str(self.position)


def register() -> List[str]:
    """Registers python_meydan_VARIANT for every variant, and returns the names."""
    names = []
    for variant in variants():
        kind = _type(variant)
        pyspiel.register_game(kind, type("Game_" + variant.replace("-", "_"), (Game,), {"variant": variant}))
        names.append(kind.short_name)
    return names
