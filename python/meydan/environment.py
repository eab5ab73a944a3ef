# SPDX-License-Identifier: MIT
"""One game with agents in turn order: the AEC interface of PettingZoo.

    >>> from meydan import Environment
    >>> env = Environment("abalone-3")
    >>> env.reset(seed=1)
    >>> for agent in env.agent_iter():
    ...     observation, reward, terminated, truncated, info = env.last()
    ...     env.step(None if terminated or truncated else env.sample())

With PettingZoo installed `Environment` is a pettingzoo.AECEnv and its spaces are Gymnasium's; without, it has the same members
and plain stand-ins for spaces. The numbers of actions never change for a variant (docs/python.md).
"""
from __future__ import annotations

from typing import Any, Dict, Iterator, List, Optional, Tuple

import numpy as np

from .games import CUT, DRAWN, WON, Games
from .position import Position, variants

try:
    from gymnasium import spaces
except ImportError:
    from . import spaces  # type: ignore[no-redef]
try:
    from pettingzoo import AECEnv as Base
except ImportError:
    Base = object  # type: ignore[assignment, misc]

Observation = Dict[str, np.ndarray]


class Environment(Base):  # type: ignore[misc, valid-type]
    metadata = {"name": "meydan_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, variant: str = "abalone", *, layout: Optional[str] = None, plies_max: int = 400,
                 render_mode: Optional[str] = None):
        self._games = Games(variant, 1, layout=layout, plies_max=plies_max)
        self.metadata = {**type(self).metadata, "name": f"meydan/{variant}_v0"}
        self.render_mode = render_mode
        self.possible_agents: List[str] = [f"player_{i + 1}" for i in range(self._games.players)]
        self.action_count = self._games.actions
        self.observation_shape = self._games.planes
        self.agents: List[str] = []
        self.action_spaces = {agent: spaces.Discrete(self.action_count) for agent in self.possible_agents}
        self.observation_spaces = {agent: spaces.Dict({
            "observation": spaces.Box(low=0, high=255, shape=self.observation_shape, dtype=np.uint8),
            "action_mask": spaces.Box(low=0, high=1, shape=(self.action_count,), dtype=np.uint8)})
            for agent in self.possible_agents}

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    @property
    def num_agents(self) -> int:
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        return len(self.possible_agents)

    @property
    def unwrapped(self) -> "Environment":
        return self

    def reset(self, seed: Optional[int] = None, options: Optional[dict] = None) -> None:
        if seed is not None:
            self._games._seed[0] = seed & (2**64 - 1)
        self._games.reset()
        self.agents = list(self.possible_agents)
        self.rewards: Dict[str, int] = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards: Dict[str, int] = dict.fromkeys(self.agents, 0)
        self.terminations: Dict[str, bool] = dict.fromkeys(self.agents, False)
        self.truncations: Dict[str, bool] = dict.fromkeys(self.agents, False)
        self.infos: Dict[str, dict] = {agent: {} for agent in self.agents}
        self.agent_selection = self._to_move()

    def observe(self, agent: Optional[str] = None) -> Observation:
        """The planes for the player to move, and the mask of legal actions (all 0 if it isn't the agent's turn)."""
        mine = agent is None or (agent == self._to_move() and not self._games.done[0])
        mask = self._games.mask()[0]
        return {"observation": self._games.observe()[0], "action_mask": mask if mine else np.zeros_like(mask)}

    def last(self, observe: bool = True) -> Tuple[Optional[Observation], int, bool, bool, dict]:
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent],
                self.truncations[agent], self.infos[agent])

    def step(self, action: Optional[int]) -> None:
        if not self.agents:
            raise ValueError("the game is over: reset first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise ValueError("the game is over: the action is None")
            self._leave(agent)
            return
        if action is None:
            raise ValueError("the game is not over: an action is needed")
        self._games.step(np.array([action]))
        self._cumulative_rewards[agent] = 0
        self.rewards = dict.fromkeys(self.agents, 0)
        state = int(self._games.state[0])
        if state in (WON, DRAWN, CUT):
            self.rewards = {a: int(r) for a, r in zip(self.possible_agents, self._games.rewards()[0])}
            self.terminations = dict.fromkeys(self.agents, state != CUT)
            self.truncations = dict.fromkeys(self.agents, state == CUT)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self._to_move()
        for one in self.agents:
            self._cumulative_rewards[one] += self.rewards[one]

    def _leave(self, agent: str) -> None:
        self.agents.remove(agent)
        for members in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos):
            del members[agent]  # type: ignore[attr-defined]
        if self.agents:
            self.agent_selection = self.agents[0]

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        for _ in range(max_iter):
            if not self.agents:
                return
            yield self.agent_selection

    def sample(self) -> int:
        """A random legal action."""
        return int(self._games.sample()[0])

    @property
    def position(self) -> Position:
        return self._games.position(0)

    def render(self) -> str:
        return self.position.draw()

    def close(self) -> None:
        pass

    def _to_move(self) -> str:
        return self.possible_agents[max(0, int(self._games.turns()[0]))]


def env(**options: Any) -> Environment:
    """As PettingZoo's modules have it: env(variant="quoridor")."""
    return Environment(**options)


raw_env = env


def register() -> List[str]:
    """Adds `meydan/VARIANT_v0` for each variant to PettingZoo's list of environments, and returns the names."""
    from types import SimpleNamespace

    from pettingzoo.utils.all_modules import all_environments

    def module(variant: str) -> SimpleNamespace:
        make = lambda **options: Environment(variant, **options)  # noqa: E731
        return SimpleNamespace(env=make, raw_env=make)

    found = {f"meydan/{variant}_v0": module(variant) for variant in variants()}
    all_environments.update(found)
    return list(found)
