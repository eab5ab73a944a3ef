# SPDX-License-Identifier: MIT
"""The history of a run of tests/cluster: each client's requests and received messages, and the faults."""
import asyncio
import json
import time

LATE_S = 0.02  # a clock of the harness that is so late has been kept waiting by the machine


class History:
    """Rows in the order in which this program learned of them. `at` is this machine's monotonic clock, in seconds."""

    def __init__(self):
        self.rows = []

    def add(self, client, what, **fields):
        self.rows.append({"at": time.monotonic(), "client": client, "what": what, **fields})

    def of_clients(self):
        clients = {}
        for row in self.rows:
            if row["client"] not in ("fault", "harness"):
                clients.setdefault(row["client"], []).append(row)
        return clients

    async def watch_itself(self):
        """Notes when this very program got no processor: it read what was said later than it was said."""
        while True:
            before = time.monotonic()
            await asyncio.sleep(0.005)
            late = time.monotonic() - before - 0.005
            if late > LATE_S:
                self.add("harness", "late", late=late)

    def write(self, path, games):
        with open(path, "w") as file:
            for row in self.rows + [{"client": "log", "what": "game", "log": game} for game in games]:
                file.write(json.dumps(row) + "\n")


def read_history(path):
    """The history and the games' logs that `write` wrote."""
    history, games = History(), []
    with open(path) as file:
        for line in file:
            row = json.loads(line)
            if row["client"] == "log":
                games.append(row["log"])
            else:
                history.rows.append(row)
    return history, games
