# SPDX-License-Identifier: MIT
"""Game records: Meydan's own, APGN and bare lists of moves."""
from __future__ import annotations

from typing import Iterator, List

from ._lib import OK, ffi, lib
from .position import Malformed, Position, raise_fault

_READ, _MALFORMED, _END = 0, 1, 2


class Record:
    """One game of a file: its tags, its start and its moves."""

    def __init__(self, c, source):
        self._c = c
        self._source = source  # keeps the text alive, because the record points into it

    def tag(self, name: str) -> str:
        """The value of a tag ("Player1", "Event"), or an empty string."""
        length = lib.meydan_record_tag(self._c, name.encode(), ffi.NULL, 0)
        buffer = ffi.new("char[]", length + 1)
        lib.meydan_record_tag(self._c, name.encode(), buffer, length + 1)
        return ffi.string(buffer).decode(errors="replace")

    @property
    def start(self) -> Position:
        c, why = ffi.new("MeydanPosition *"), ffi.new("MeydanFault *")
        status = lib.meydan_record_start(self._c, c, why)
        if status != OK:
            raise_fault(status, why)
        return Position._of(c)

    @property
    def plies(self) -> int:
        return lib.meydan_record_plies(self._c)

    @property
    def moves(self) -> List[str]:
        """All moves in Meydan's notation. Raises IllegalMove or Malformed if one is invalid."""
        position, texts = self.start, []
        for move in self._play()[0]:
            texts.append(position._write(move))
            lib.meydan_play(position._c, move)
        return texts

    @property
    def end(self) -> Position:
        """The position after the moves."""
        return self._play()[1]

    def _play(self):
        plies = self.plies
        moves, why = ffi.new("MeydanMove[]", max(plies, 1)), ffi.new("MeydanFault *")
        c = ffi.new("MeydanPosition *")
        status = lib.meydan_record_moves(self._c, moves, plies, c, why)
        if status != OK:
            raise_fault(status, why)
        return list(moves[0:plies]), Position._of(c)


def read_records(text: str, strict: bool = True) -> Iterator[Record]:
    """Iterates over the games of a text. An unreadable game raises Malformed, or is skipped if not `strict`."""
    data = text.encode()
    source = ffi.new("char[]", data)
    records = ffi.new("MeydanRecords *", lib.meydan_records(source, len(data)))
    while True:
        c, why = ffi.new("MeydanRecord *"), ffi.new("MeydanFault *")
        status = lib.meydan_records_next(records, c, why)
        if status == _END:
            return
        if status == _READ:
            yield Record(c, source)
        elif strict:
            raise Malformed(ffi.string(why.message).decode())
