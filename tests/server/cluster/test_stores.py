#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Nodes with different stores on one Redis: the younger one is refused and reports it; the others are not disturbed."""
import json
import os
import socket
import struct
import sys
import time
import unittest

SUPPORT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../support")
sys.path[:0] = [SUPPORT, os.path.join(SUPPORT, "nodes")]
from cluster import Node, Site  # noqa: E402
from online import Person  # noqa: E402
from postgres_server import Postgres  # noqa: E402
from waiting import until  # noqa: E402
from workers import Worker  # noqa: E402

ARGS = ["--limits", "1000", "--computers", "1", "--gather", "1"]
REASON = "this node's store is not that of the other nodes"


def health(node, path="ready"):
    status, _, text = Person(node).ask("GET", "/health/" + path)
    return status, json.loads(text)


class Stores(unittest.TestCase):
    def site(self, count=2, where=None):
        site = Site(count, *ARGS, where=where)
        self.addCleanup(site.end)
        return site

    def stranger(self, site, where=None):
        """A node on the site's Redis with another store, or with the given one."""
        folder = os.path.join(site.folder, "stranger")
        node = Node(folder, where or os.path.join(folder, "meydan.db"), site.redis.address, *ARGS)
        self.addCleanup(node.stop)
        return node

    def is_refused(self, node):
        until(lambda: health(node)[0] == 503, "it is not ready")
        self.assertEqual(health(node)[1]["reason"], REASON)
        self.assertEqual(health(node)[1]["nodes"], 1)
        self.assertEqual(health(node, "balance")[0], 503)
        self.assertIn("error: this node's store is not that of node ", node.read(node.err))

    def is_whole(self, site, count=2):
        """All nodes are ready and know each other, and a game is played across the first two."""
        site.wait_for(count)
        for node in site.nodes:
            self.assertEqual(health(node)[0], 200)
            until(lambda node=node: not health(node)[1].get("degraded"), "it receives messages")
        people = [Person(node) for node in site.nodes[:2]]
        for person in people:
            person.post("visit")
        game = people[0].make(clock="300+2", lot=False)["id"]
        until(lambda: people[1].ask("GET", f"/api/v1/games/{game}")[0] == 200, "the other node knows it")
        people[1].act(game, "join")
        until(lambda: people[0].get(f"games/{game}")["state"] == "live", "it has begun at both")
        for ply, move in enumerate(["e2", "e8", "e3"]):
            until(lambda ply=ply: len(people[ply % 2].get(f"games/{game}")["moves"]) == ply, "the move before is there")
            people[ply % 2].act(game, "move", ply=ply, move=move)

    def is_undisturbed(self, site, count=2):
        """The older nodes warn once, and never counted the stranger."""
        self.is_whole(site, count)
        for node in site.nodes[:2]:
            said = node.read(node.err)
            self.assertEqual(said.count("has another store and is refused"), 1, said)
            self.assertNotIn(f"{count + 1} nodes", said)

    def test_another_file(self):
        site = self.site()
        stranger = self.stranger(site)
        self.is_refused(stranger)
        self.is_undisturbed(site)
        # A node that starts now is younger than the stranger, and is not refused because of it.
        site.nodes[1].stop()
        site.nodes[1].start_again()
        self.is_whole(site)
        site.redis.stop()
        site.redis.start()
        self.is_whole(site)
        self.is_refused(stranger)

    def test_a_file_beside_postgresql(self):
        """As with a unit that overrides the settings: two nodes on PostgreSQL, and one on a file."""
        database = Postgres()
        self.addCleanup(database.end)
        site = self.site(where=database.address())
        self.is_refused(self.stranger(site))
        self.is_undisturbed(site)

    def test_the_same_store_by_another_name(self):
        database = Postgres()
        self.addCleanup(database.end)
        site = self.site(where=database.address())
        same = self.stranger(site, database.address() + "?application_name=other")
        site.wait_for(3)
        site.nodes.append(same)
        self.is_whole(site, 3)

    def test_both_were_there_before_redis(self):
        site = self.site(1)
        site.redis.stop()
        time.sleep(0.1)  # otherwise they would have the same age
        stranger = self.stranger(site)
        site.redis.start()
        self.is_refused(stranger)
        self.assertEqual(health(site.nodes[0])[0], 200)

    def test_a_worker(self):
        site = self.site()
        folder = os.path.join(site.folder, "worker")
        os.makedirs(folder)
        worker = Worker(folder, os.path.join(folder, "meydan.db"), site.redis.address)
        self.addCleanup(worker.stop)
        until(lambda: worker.health()[0] == 503, "it is not ready")
        self.assertIn("this worker's store is not that of the nodes", worker.health()[1])
        self.assertIn("error: this worker's store is not that of node ", worker.read(worker.err))
        self.assertEqual([health(node)[1]["workers"] for node in site.nodes], [0, 0])
        self.is_whole(site)

    def test_an_older_version(self):
        """Its beats have neither a store's identity nor an age: it joins. The same beat with a store is a stranger's."""
        site = self.site(1)
        number = 0

        def beat(sender, store):
            nonlocal number
            number += 1
            body = struct.pack("<qqqqIBBH", 0, 0, store, 0, 2, 0, 0, 0)
            message = b"MYD1" + struct.pack("<QQ", sender, number) + struct.pack("<BI", 1, len(body)) + body
            with socket.socket(socket.AF_UNIX) as line:
                line.connect(site.redis.path)
                words = [b"PUBLISH", b"meydan:node:%016x" % sender, message]
                line.sendall(b"*3\r\n" + b"".join(b"$%d\r\n%s\r\n" % (len(word), word) for word in words))
                line.recv(100)

        for _ in range(4):
            beat(7, 0)
            time.sleep(0.1)
        self.assertEqual(site.known(site.nodes[0]), 2)
        for _ in range(4):
            beat(9, 12345)
            beat(7, 0)
            time.sleep(0.1)
        self.assertEqual(site.known(site.nodes[0]), 2)
        self.assertEqual(health(site.nodes[0])[0], 200)
        self.assertIn("node 0000000000000009 has another store and is refused", site.nodes[0].read(site.nodes[0].err))


if __name__ == "__main__":
    unittest.main()
