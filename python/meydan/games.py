# SPDX-License-Identifier: MIT
"""Many games at once, for machine learning. environment.py has one game with agents in turn order."""
from __future__ import annotations

from typing import Optional, Tuple

import numpy as np

from ._lib import PLANE_SIZE, ffi, lib
from .position import Position, players, teams, variant_number

IDLE, RUNNING, WON, DRAWN, CUT = range(5)


class Games:
    """Many games of one variant. Each call plays one action in every game.

    >>> games = Games("quoridor", 256, seed=1)
    >>> games.reset()
    >>> while not games.done.all():
    ...     games.step(games.sample())

    An action is a number below `actions` with the same meaning in every position of the variant. `mask()` returns a row of
    0 and 1 for each game. `observe()` returns planes of 9 x 9 bytes, the player to move first. All arrays have the shape
    (count, ...).
    """

    def __init__(self, variant: str, count: int, *, layout: Optional[str] = None, plies_max: int = 400, seed: int = 0):
        if count < 1 or plies_max < 1:
            raise ValueError("count and plies_max are at least 1")
        number = variant_number(variant)
        self.variant = variant
        self.count = count
        self.players = players(variant)
        self.teams = teams(variant)
        self.actions: int = lib.meydan_actions(number)
        self.planes: Tuple[int, int, int] = (lib.meydan_planes(number), PLANE_SIZE, PLANE_SIZE)
        self.plies = np.zeros(count, np.int32)
        self.state = np.zeros(count, np.uint8)
        self.winners = np.zeros(count, np.uint8)
        self.refused = np.zeros(count, np.uint8)
        self._positions = np.zeros((count, 48), np.uint64)
        self._keys = np.zeros((count, plies_max + 1), np.uint64)
        self._start = Position(variant, layout=layout)
        self._seed = ffi.new("uint64_t *", seed & (2**64 - 1))
        self._many = ffi.new("MeydanMany *")
        self._many.count = count
        self._many.plies_max = plies_max
        self._many.start = self._start._c
        self._many.position = ffi.cast("MeydanPosition *", self._positions.ctypes.data)
        self._many.keys = ffi.cast("uint64_t *", self._keys.ctypes.data)
        for name, kind in (("plies", "int32_t"), ("state", "uint8_t"), ("winners", "uint8_t"), ("refused", "uint8_t")):
            setattr(self._many, name, ffi.cast(f"{kind} *", getattr(self, name).ctypes.data))

    @property
    def done(self) -> np.ndarray:
        """Which games have ended."""
        return self.state != RUNNING

    def reset(self, which: Optional[np.ndarray] = None) -> None:
        """Restarts all games, or those whose element of `which` is true."""
        self.state[slice(None) if which is None else which] = IDLE
        lib.meydan_many_start(self._many)

    def step(self, actions: np.ndarray) -> None:
        """Plays one action in every running game. Raises ValueError if any is illegal; those games are unchanged and
        marked in `refused`."""
        chosen = np.ascontiguousarray(actions, np.int32)
        if chosen.shape != (self.count,):
            raise ValueError(f"actions have the shape ({self.count},)")
        refused = lib.meydan_many_step(self._many, ffi.cast("int32_t *", chosen.ctypes.data))
        if refused:
            first = int(np.flatnonzero(self.refused)[0])
            raise ValueError(f"{refused} actions are not legal; the first is {chosen[first]} in game {first}")

    def mask(self) -> np.ndarray:
        mask = np.empty((self.count, self.actions), np.uint8)
        lib.meydan_many_mask(self._many, ffi.cast("uint8_t *", mask.ctypes.data))
        return mask

    def sample(self) -> np.ndarray:
        """A random legal action for every game, uniformly distributed; -1 for games that have ended."""
        actions = np.empty(self.count, np.int32)
        lib.meydan_many_sample(self._many, self._seed, ffi.cast("int32_t *", actions.ctypes.data))
        return actions

    def observe(self) -> np.ndarray:
        planes = np.empty((self.count, *self.planes), np.uint8)
        lib.meydan_many_observe(self._many, ffi.cast("uint8_t *", planes.ctypes.data))
        return planes

    def turns(self) -> np.ndarray:
        """The player to move in every game."""
        turns = np.empty(self.count, np.int8)
        lib.meydan_many_turns(self._many, ffi.cast("int8_t *", turns.ctypes.data))
        return turns

    def rewards(self) -> np.ndarray:
        """For every game and player: 1 for a win, -1 for a loss, 0 for a draw or an undecided game."""
        won = (self.winners[:, None] >> np.arange(self.players)) & 1
        return np.where((self.state == WON)[:, None], 2 * won.astype(np.int8) - 1, 0).astype(np.int8)

    def position(self, game: int) -> Position:
        """A copy of one game's position."""
        if not 0 <= game < self.count:
            raise IndexError("there is no such game")
        return Position._of(self._many.position + game)
