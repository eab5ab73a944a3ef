# SPDX-License-Identifier: MIT
"""The engine."""
from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Dict, List, Optional, Sequence, Tuple

from ._lib import MOVE_NONE, ffi, lib
from .position import IllegalMove, Position


@dataclass(frozen=True)
class Line:
    """A line of play. `score` is from the view of the player to move (100 is about a marble or a step); `mate` is the
    number of own moves to a forced win (negative: loss), or 0."""

    rank: int
    depth: int
    score: int
    mate: int
    nodes: int
    moves: List[str]


def _played(position: Position, moves: Sequence[str]) -> Tuple[Position, List[int]]:
    after, numbers = position.copy(), []
    for move in moves:
        numbers.append(after._read(move))
        after.play(move)
    return after, numbers


class Engine:
    """The engine. With a limit in nodes or depth, the same search always gives the same move."""

    def __init__(self, hash_mb: int = 16):
        size = lib.meydan_engine_size(hash_mb)
        self._memory = ffi.new("char[]", size + 63)
        address = int(ffi.cast("uintptr_t", self._memory))
        aligned = ffi.cast("void *", (address + 63) // 64 * 64)
        self._c = lib.meydan_engine_init(aligned, size)

    def clear(self) -> None:
        """Clears the results of earlier searches."""
        lib.meydan_engine_clear(self._c)

    def search(self, position: Position, moves: Sequence[str] = (), *, nodes: int = 0, depth: int = 0,
               seconds: float = 0, lines: int = 1, level: int = 0, seed: int = 0) -> List[Line]:
        """The best lines after playing `moves` from `position`, best first. Empty if the game is over."""
        if not (nodes or depth or seconds or level):
            raise ValueError("a search needs a limit: nodes, depth, seconds or level")
        after, numbers = _played(position, moves)
        found: Dict[int, Line] = {}
        failed: List[BaseException] = []

        @ffi.callback("int64_t(void *)")
        def now(_context):
            return time.monotonic_ns() // 1_000_000

        @ffi.callback("void(void *, const MeydanReport *)")
        def report(_context, told):
            try:
                walk, texts = after.copy(), []
                for move in told.line[0:told.length]:
                    texts.append(walk._write(move))
                    lib.meydan_play(walk._c, move)
                found[told.rank] = Line(told.rank, told.depth, told.score, told.mate, told.nodes, texts)
            except BaseException as error:  # must not propagate into C
                failed.append(error)

        search = ffi.new("MeydanSearch *", {
            "depth": depth, "nodes": nodes, "milliseconds": int(seconds * 1000), "lines": lines, "level": level,
            "seed": seed, "now": now if seconds else ffi.NULL, "report": report})
        history = ffi.new("MeydanMove[]", numbers or [MOVE_NONE])
        best = lib.meydan_search(self._c, position._c, history, len(numbers), search)
        if failed:
            raise failed[0]
        if best == MOVE_NONE:
            return []
        result = [found[rank] for rank in sorted(found)]
        text = after._write(best)
        if level and (not result or result[0].moves[:1] != [text]):
            result.insert(0, Line(1, 0, 0, 0, 0, [text]))  # a level may play another line than the first
        return result

    def move(self, position: Position, moves: Sequence[str] = (), **limits) -> Optional[str]:
        """The move to play, or None if the game is over."""
        lines = self.search(position, moves, **limits)
        return lines[0].moves[0] if lines else None

    def opponent_move(self, position: Position, moves: Sequence[str] = (), *, level: int = 10, seed: int = 0) -> Optional[str]:
        """The move of a computer of that level (1 to 10), the same as in the page and on a server. Below 10, the same game
        and seed give the same move. None if the game is over."""
        after, numbers = _played(position, moves)
        history = ffi.new("MeydanMove[]", numbers or [MOVE_NONE])
        opponent = ffi.new("MeydanOpponent *", {"level": level, "seed": seed})
        best = lib.meydan_opponent_move(self._c, position._c, history, len(numbers), opponent)
        return None if best == MOVE_NONE else after._write(best)

    def takes_draw(self, position: Position, moves: Sequence[str], player: int, *, level: int = 10) -> bool:
        """Whether the computer, as that player, takes a draw."""
        _, numbers = _played(position, moves)
        history = ffi.new("MeydanMove[]", numbers or [MOVE_NONE])
        opponent = ffi.new("MeydanOpponent *", {"level": level})
        return bool(lib.meydan_opponent_takes_draw(self._c, position._c, history, len(numbers), player, opponent))


__all__ = ["Engine", "Line", "IllegalMove"]
