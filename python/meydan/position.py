# SPDX-License-Identifier: MIT
"""Variants, positions and moves."""
from __future__ import annotations

from typing import List, Optional, Tuple

from ._lib import (DRAWING_TEXT_MAX, ILLEGAL, MOVE_TEXT_MAX, MOVES_MAX, OK, POSITION_TEXT_MAX, ffi, lib, text)


class IllegalMove(ValueError):
    """A move that the rules forbid. The message names the rule."""


class Malformed(ValueError):
    """A text that isn't a position, a move or a record. The message describes the error."""


def variants() -> List[str]:
    """The ids of all variants: "abalone", "abalone-3", ..., "quoridor-4"."""
    return [text(lib.meydan_variant_id(i)) for i in range(lib.meydan_variants())]


def variant_number(variant: str) -> int:
    number = lib.meydan_variant_find(variant.encode())
    if number < 0:
        raise Malformed(f"there is no variant '{variant}'")
    return number


def layouts(variant: str) -> List[str]:
    """The names of a variant's starting layouts, the standard one first."""
    number = variant_number(variant)
    return [text(lib.meydan_layout_name(number, i)) for i in range(lib.meydan_layouts(number))]


def players(variant: str) -> int:
    return lib.meydan_variant_players(variant_number(variant))


def teams(variant: str) -> Tuple[int, ...]:
    """The team of each player; partners have the same number."""
    number = variant_number(variant)
    return tuple(lib.meydan_variant_team(number, player) for player in range(players(variant)))


def raise_fault(status: int, why) -> None:
    message = ffi.string(why.message).decode()
    raise (IllegalMove if status == ILLEGAL else Malformed)(message)


class Position:
    """A position of any variant. Moves are texts as in game records. `play` changes the position; use `copy` to keep it.

    >>> str(Position("quoridor").play("e2"))
    '- / - / e2 e9 / 10 10 / 2'
    """

    __slots__ = ("_c",)

    def __init__(self, variant: str = "abalone", text: Optional[str] = None, layout: Optional[str] = None):
        self._c = ffi.new("MeydanPosition *")
        number = variant_number(variant)
        if text is not None:
            why = ffi.new("MeydanFault *")
            status = lib.meydan_read(self._c, number, text.encode(), why)
            if status != OK:
                raise_fault(status, why)
        elif lib.meydan_start(self._c, number, ffi.NULL if layout is None else layout.encode()) != OK:
            raise Malformed(f"{variant} has no layout '{layout}'")

    @classmethod
    def _of(cls, c) -> "Position":
        position = cls.__new__(cls)
        position._c = ffi.new("MeydanPosition *", c[0])
        return position

    def copy(self) -> "Position":
        return Position._of(self._c)

    @property
    def variant(self) -> str:
        return text(lib.meydan_variant_id(lib.meydan_variant(self._c)))

    @property
    def turn(self) -> int:
        """The player to move, from 0."""
        return lib.meydan_turn(self._c)

    @property
    def winners(self) -> Tuple[int, ...]:
        """The players who have won on the board, possibly none."""
        won = lib.meydan_winners(self._c)
        return tuple(i for i in range(4) if won >> i & 1)

    @property
    def left(self) -> Tuple[int, ...]:
        """The players who have left the game."""
        out = lib.meydan_out(self._c)
        return tuple(i for i in range(4) if out >> i & 1)

    @property
    def key(self) -> int:
        """A hash, equal for positions that are the same under the rule of threefold repetition."""
        return lib.meydan_key(self._c)

    def moves(self) -> List[str]:
        """The legal moves, sorted."""
        return sorted(self._write(move) for move in self._moves())

    def legal(self, move: str) -> bool:
        try:
            self._read(move)
        except ValueError:
            return False
        return True

    def play(self, *moves: str) -> "Position":
        """Plays moves. Raises IllegalMove or Malformed at the first invalid move, after playing those before it."""
        for move in moves:
            lib.meydan_play(self._c, self._read(move))
        return self

    def leave(self, player: int) -> "Position":
        """A player leaves (resigns, runs out of time) and the others play on."""
        status = lib.meydan_leave(self._c, player)
        if status != OK:
            raise (IllegalMove if status == ILLEGAL else Malformed)(f"player {player} cannot leave here")
        return self

    def perft(self, depth: int) -> int:
        """The number of possible sequences of the next `depth` moves."""
        return lib.meydan_perft(self._c, depth)

    def draw(self, ascii: bool = False, colour: bool = False) -> str:
        """The board as lines of text."""
        buffer = ffi.new("char[]", DRAWING_TEXT_MAX)
        lib.meydan_draw(self._c, ascii, colour, buffer, DRAWING_TEXT_MAX)
        return ffi.string(buffer).decode()

    def action(self, move: str) -> int:
        """The number of a legal move among the variant's actions (see `Games`)."""
        return lib.meydan_action(self._c, self._read(move))

    def action_move(self, action: int) -> str:
        """The text of a legal action."""
        return self._write(lib.meydan_action_move(lib.meydan_variant(self._c), action))

    def _moves(self) -> List[int]:
        moves = ffi.new("MeydanMove[]", MOVES_MAX)
        count = lib.meydan_moves(self._c, moves)
        return list(moves[0:count])  # a copy, because a slice doesn't keep the array alive

    def _read(self, move: str) -> int:
        read, why = ffi.new("MeydanMove *"), ffi.new("MeydanFault *")
        status = lib.meydan_read_move(self._c, move.encode(), read, why)
        if status != OK:
            raise_fault(status, why)
        return read[0]

    def _write(self, move: int) -> str:
        buffer = ffi.new("char[]", MOVE_TEXT_MAX)
        if not lib.meydan_write_move(self._c, move, buffer, MOVE_TEXT_MAX):
            raise IllegalMove("that is not a legal move here")
        return ffi.string(buffer).decode()

    def __str__(self) -> str:
        buffer = ffi.new("char[]", POSITION_TEXT_MAX)
        lib.meydan_write(self._c, buffer, POSITION_TEXT_MAX)
        return ffi.string(buffer).decode()

    def __repr__(self) -> str:
        return f"Position({self.variant!r}, {str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.variant == other.variant and str(self) == str(other)

    def __hash__(self) -> int:
        return self.key

    def __reduce__(self):
        return (Position, (self.variant, str(self)))
