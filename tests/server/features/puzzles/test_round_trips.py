#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Fifty tries of puzzles in one request, on a distant PostgreSQL: how often the writer, on which moves depend, waits for
an answer. Run it by tests/support/postgres/with_postgres run; MEYDAN is the program."""
import asyncio
import os
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "../../../..")
sys.path[:0] = [os.path.join(HERE, "../../../support"), os.path.join(HERE, "../../../support/nodes")]
from online import Person, Server  # noqa: E402
from proxy import Wire, Wires  # noqa: E402

FOLDER = os.environ["POSTGRES_FOLDER"]
DELAY_S = 0.01
TRIES, STEPS = 50, 5


class CountedWire(Wire):
    """Counts in `waits`, on the writer's connection, the requests that were sent after an answer."""

    waits = 0

    async def serve(self, reader, writer):
        there_reader, there_writer = await self.connect()
        self.open |= {writer, there_writer}
        state = {"answered": False, "writes": False}
        await asyncio.gather(self.pass_requests(reader, there_writer, state), self.pass_answers(there_reader, writer, state))

    async def pass_requests(self, reader, writer, state):
        while data := await reader.read(1 << 16):
            state["writes"] |= b"INTO written" in data
            self.waits += state["writes"] and state["answered"]
            state["answered"] = False
            writer.write(data)
        writer.close()

    async def pass_answers(self, reader, writer, state):
        while data := await reader.read(1 << 16):
            await asyncio.sleep(self.delay)
            state["answered"] = True
            writer.write(data)
        writer.close()


class RoundTrips(unittest.TestCase):
    def test_fifty_tries(self):
        wires = Wires()
        self.addCleanup(wires.end)
        wire = CountedWire(wires, lambda: asyncio.open_unix_connection(f"{FOLDER}/.s.PGSQL.5432"))
        where = f"postgresql://meydan@127.0.0.1:{wire.port}/postgres"
        server = Server("--limits", "1000", "--computers", "0", "--store", where, store=False)
        self.addCleanup(server.end)
        with open(os.path.join(ROOT, "data/puzzles/quoridor.txt"), encoding="ascii") as file:
            lines = [line.split(";") for line in file if line[0] != "#"][:TRIES]
        results = [{"puzzle": head.split()[0], "moves": " ".join(line.split()[::2])} for head, _, line in lines]
        ada = Person(server)
        ada.post("register", {"name": "Ada", "password": "a long enough word"})
        wire.delay, before = DELAY_S, wire.waits
        answers = ada.post("puzzles", {"results": results})["results"]
        waits = wire.waits - before
        print(f"{TRIES} tries: the writer waited {waits} times")
        self.assertEqual([answer["state"] for answer in answers], ["taken"] * TRIES)
        self.assertEqual(ada.get("puzzles")["solved"], TRIES)
        # One for each step, plus the idle writer's query.
        self.assertLessEqual(waits, 3 * STEPS)


if __name__ == "__main__":
    unittest.main()
