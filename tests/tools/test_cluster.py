#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tools/cluster: two nodes behind HAProxy over PostgreSQL and Redis. A game goes on through a rolling upgrade and is still
there after all of it was stopped and started again."""
import os
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

SUPPORT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support")
sys.path[:0] = [SUPPORT, os.path.join(SUPPORT, "nodes")]
from api_client import free_port  # noqa: E402
from online import MEYDAN, Person  # noqa: E402
from rolling import Cluster, seat_two  # noqa: E402
from waiting import until  # noqa: E402

SITE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../server/kernel/page")
PROGRAM = os.path.abspath(MEYDAN)


class ClusterTool(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="meydan-cl-", dir="/tmp")
        self.site = os.path.join(self.folder, "page")
        shutil.copytree(SITE, self.site)
        os.chmod(self.folder, 0o755)
        self.cluster = Cluster(os.path.join(self.folder, "c"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.addCleanup(self.cluster.run, "down", check=False)

    def up(self, *args):
        return self.cluster.run("up", *args, "--program", PROGRAM, "--", "--folder", self.site, "--limits", 1000)

    def refused(self, command, *args):
        done = self.cluster.run(command, *args, check=False)
        self.assertEqual((done.returncode, len(done.stderr.splitlines())), (1, 1), done.stderr)
        return done.stderr

    def to_nobody(self, command):
        """What it says on stderr when nobody reads what it prints, as with `| head`."""
        reads, writes = os.pipe()
        os.close(reads)
        tool = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tools/cluster")
        done = subprocess.run([tool, command, "--folder", self.cluster.folder], stdout=writes, stderr=subprocess.PIPE, text=True)
        os.close(writes)
        return done.stderr

    def test_life(self):
        self.assertIn("there is no cluster", self.refused("status"))
        said = self.up(2, "--port", free_port()).stdout
        balancer = self.cluster.balancer()
        self.assertEqual(said.splitlines()[-1], f"http://{balancer.host}")
        self.assertIn("HAProxy", self.cluster.run("status").stdout and said)

        players = seat_two(balancer)
        for player in players:
            self.addCleanup(player.end)
        nodes = self.cluster.nodes().values()
        until(lambda: all(Person(node).get("/health/live")["sockets"] == 1 for node in nodes), "one player at each node")
        until(lambda: players[0].plies >= 6, "they play")

        # HAProxy reports the client's real address, whatever the client claims; and metrics are for
        # the operator.
        self.assertEqual(Person(balancer).ask("GET", "/metrics", headers={"X-Forwarded-For": "127.0.0.1"})[0], 403)

        self.cluster.run("upgrade", "--program", PROGRAM)
        after = players[0].plies
        until(lambda: players[0].plies >= after + 4, lambda: f"they go on: {[vars(player) for player in players]}")
        for player in players:
            player.end()
            self.assertEqual(player.problems, [])
            self.assertGreaterEqual(player.moves, 1)  # each player moved
            self.assertFalse(player.gaps)  # every player always had a socket; bench/upgrade measures the responses
        game, plies = players[0].game, players[0].plies

        self.cluster.run("down")
        self.assertIn("stopped", self.cluster.run("status", check=False).stdout)
        self.assertEqual(self.to_nobody("status"), "")
        self.up()
        self.assertEqual(self.cluster.balancer().port, balancer.port)
        self.assertGreaterEqual(len(Person(balancer).get(f"games/{game}")["moves"]), plies)
        self.assertIn("no standby", self.refused("failover"))
        self.assertIn("1 to 32", self.refused("up", 99, "--program", PROGRAM))
        begin = time.monotonic()
        self.cluster.run("down", "--wipe")
        self.assertLess(time.monotonic() - begin, 20)
        self.assertFalse(os.path.exists(self.cluster.folder))


if __name__ == "__main__":
    unittest.main()
