# SPDX-License-Identifier: MIT
"""Abalone and Quoridor for Python: positions, moves, records, the engine, and environments for learning.

    >>> from meydan import Position
    >>> position = Position("abalone", layout="belgian-daisy")
    >>> len(position.moves())
    52

docs/python.md is the manual.
"""
from ._lib import lib, text
from .engine import Engine, Line
from .position import IllegalMove, Malformed, Position, layouts, players, teams, variants
from .records import Record, read_records

__version__: str = text(lib.meydan_version())
__all__ = ["Engine", "Environment", "Games", "IllegalMove", "Line", "Malformed", "Position", "Record", "layouts",
           "players", "read_records", "teams", "variants"]


def __getattr__(name: str):
    # Only these two need numpy.
    if name == "Games":
        from .games import Games

        return Games
    if name == "Environment":
        from .environment import Environment

        return Environment
    raise AttributeError(f"module 'meydan' has no attribute '{name}'")
