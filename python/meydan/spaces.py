# SPDX-License-Identifier: MIT
"""Stand-ins for the three of Gymnasium's spaces that environments have, where Gymnasium isn't installed."""
from __future__ import annotations

from typing import Any, Mapping, Tuple

import numpy as np


class Discrete:
    def __init__(self, n: int):
        self.n, self.shape, self.dtype = n, (), np.dtype(np.int64)

    def contains(self, x: Any) -> bool:
        return isinstance(x, (int, np.integer)) and 0 <= int(x) < self.n

    __contains__ = contains

    def sample(self, mask: Any = None) -> int:
        """With a mask: one of its ones, 0 if it has none."""
        if mask is None:
            return int(np.random.randint(self.n))
        legal = np.flatnonzero(mask)
        return int(np.random.choice(legal)) if len(legal) else 0


class Box:
    def __init__(self, low: float, high: float, shape: Tuple[int, ...], dtype: Any):
        self.low, self.high, self.shape, self.dtype = low, high, shape, np.dtype(dtype)

    def contains(self, x: Any) -> bool:
        return (isinstance(x, np.ndarray) and x.shape == self.shape and x.dtype == self.dtype
                and bool((x >= self.low).all() and (x <= self.high).all()))

    __contains__ = contains


class Dict:
    def __init__(self, spaces: Mapping[str, Any]):
        self.spaces = dict(spaces)

    def __getitem__(self, key: str) -> Any:
        return self.spaces[key]

    def contains(self, x: Any) -> bool:
        return isinstance(x, dict) and x.keys() == self.spaces.keys() and all(s.contains(x[k]) for k, s in self.spaces.items())

    __contains__ = contains
