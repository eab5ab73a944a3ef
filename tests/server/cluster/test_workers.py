#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`meydan worker` beside real nodes and a real Redis: it computes moves, reviews and audits; it dies, freezes and comes
back, and no move is made twice. With POSTGRES_STORE the store is PostgreSQL."""
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest
import urllib.request

SUPPORT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../support")
sys.path[:0] = [SUPPORT, os.path.join(SUPPORT, "nodes")]
from cluster import Redis, Site  # noqa: E402
from online import MEYDAN, Person  # noqa: E402
from postgres_server import Postgres  # noqa: E402
from waiting import until  # noqa: E402
from workers import Worker  # noqa: E402

ARGS = ["--limits", "1000", "--computers", "1", "--gather", "1", "--explorer", "off", "--review-nodes", "1000"]
STRONGEST = 10  # thinks for the whole time limit


class Case(unittest.TestCase):
    nodes_count = 1

    def setUp(self):
        self.site = Site(self.nodes_count, *ARGS, where=self.store())
        self.addCleanup(self.site.end)
        self.workers = []
        self.node = self.site.nodes[0]

    def store(self):
        """A separate database for each test, since workers would continue games of another one. None: SQLite."""
        server = os.environ.get("POSTGRES_STORE")
        if not server:
            return None
        name = self.id().rsplit(".", 1)[-1]
        subprocess.run(["psql", "-q", server, "-c", f"CREATE DATABASE {name}"], check=True)
        return server.replace("/postgres?", f"/{name}?")

    def worker(self, *args):
        made = Worker(os.path.join(self.site.folder, f"worker{len(self.workers)}"), self.site.where, self.site.redis.address,
                      "--review-nodes", "1000", *args)
        self.workers.append(made)
        self.addCleanup(self.end, made)
        for node in self.site.nodes:
            until(lambda node=node: self.known(node) == self.living(), "the node knows the workers")
        return made

    @staticmethod
    def end(worker):
        if worker.process.poll() is None:
            worker.thaw()
            worker.kill()

    def living(self):
        return sum(worker.process.poll() is None for worker in self.workers)

    @staticmethod
    def known(node):
        return Person(node).get("/health/live")["workers"]

    @staticmethod
    def count(node, name):
        with urllib.request.urlopen(f"http://{node.host}/metrics") as answer:
            return float(re.search(rf"^meydan_{name} (\S+)$", answer.read().decode(), re.M).group(1))

    def against(self, level=1, node=None, **setup):
        """A game against a computer after the person's first move, so that the computer is to move."""
        person = Person(node or self.node)
        person.post("visit")
        game = person.make(**{"clock": "300+2", "seats": ["me", {"computer": level}], "lot": False, **setup})["id"]
        person.move(game, 0, "e2")
        return person, game

    @staticmethod
    def plies(person, game):
        return len(person.get(f"games/{game}")["moves"])

    def answered(self, person, game):
        """The computer has moved, once."""
        until(lambda: self.plies(person, game) > 1, "the computer moves")
        self.assertEqual(self.plies(person, game), 2)

    @staticmethod
    def step(person, game):
        """Moves the person's pawn a legal step, wherever the computer has put its walls."""
        moves = person.get(f"games/{game}")["moves"]
        ask = lambda *command: subprocess.run([MEYDAN, *command], check=True, capture_output=True, text=True).stdout  # noqa: E731
        position = ask("apply", "quoridor", *moves).splitlines()[0]
        steps = [move for move in ask("moves", "quoridor", "--position", position).split() if len(move) == 2]
        person.move(game, len(moves), steps[0])

    def holding(self, worker):
        """A game on which the worker is thinking."""
        person, game = self.against(STRONGEST)
        until(lambda: worker.count("moves_held"), "the worker has the job")
        return person, game

    def ask(self, query):
        """The single number that a query of the store returns."""
        if os.environ.get("POSTGRES_STORE"):
            run = subprocess.run(["psql", "-qtA", self.site.where, "-c", query], check=True, capture_output=True, text=True)
            return int(run.stdout)
        db = sqlite3.connect(self.site.where, timeout=60)
        try:
            return db.execute(query).fetchone()[0]
        finally:
            db.close()

    def can_write(self):
        """Whether no frozen process holds SQLite's lock. PostgreSQL completes what it has received."""
        if os.environ.get("POSTGRES_STORE"):
            return True
        db = sqlite3.connect(self.site.where, timeout=2, isolation_level=None)
        try:
            db.execute("BEGIN IMMEDIATE")
            return True
        except sqlite3.OperationalError:
            return False
        finally:
            db.close()

    def freeze(self, worker):
        """Freezes a worker outside a commit: on SQLite every process would wait for a frozen one."""
        worker.freeze()
        while not self.can_write():
            worker.thaw()
            until(self.can_write, "the commit ends")
            worker.freeze()

    def freeze_in_a_thought(self, worker):
        """A game on which the frozen worker was thinking. Later events are counted relative to `self.before`."""
        while True:
            self.before = self.count(self.node, "jobs_taken_back_total")
            person, game = self.holding(worker)
            self.freeze(worker)
            if self.ask("SELECT count(*) FROM job WHERE kind = 0 AND state = 0 AND holder <> 0"):
                return person, game
            worker.thaw()  # it had just answered
            until(lambda: not worker.count("moves_held"), "the worker is done")


class Moves(Case):
    def test_a_worker_thinks(self):
        worker = self.worker()
        person, game = self.against()
        self.answered(person, game)
        self.assertEqual(worker.count("moves_answered_total"), 1)
        self.assertEqual(self.count(self.node, "jobs_asked_total"), 1)
        self.assertEqual(self.count(self.node, "jobs_taken_back_total"), 0)
        # The next move too, in the same row; the computer's clock is charged for its thinking alone.
        self.step(person, game)
        until(lambda: self.plies(person, game) == 4, "it moves again")
        self.assertEqual(worker.count("moves_answered_total"), 2)
        self.assertGreater(person.get(f"games/{game}")["clocks"][1]["main"], 298000)
        self.assertEqual(worker.health()[0], 200)
        self.assertEqual(worker.stop(), (0, "meydan: info: the bus is there\n"))
        until(lambda: self.known(self.node) == 0, "it said goodbye")
        self.step(person, game)
        until(lambda: self.plies(person, game) == 6, "the node thinks itself")

    def test_a_draw_is_thought_about(self):
        worker = self.worker()
        person, game = self.against()
        self.answered(person, game)
        person.act(game, "draw")
        until(lambda: worker.count("moves_answered_total") == 2, "the worker answers")
        until(lambda: person.get(f"games/{game}").get("draw") is None or person.get(f"games/{game}")["result"], "the node says so")

    def test_two_workers_share(self):
        workers = [self.worker(), self.worker()]
        games = [self.against() for _ in range(8)]
        for person, game in games:
            self.answered(person, game)
        self.assertEqual(sum(worker.count("moves_answered_total") for worker in workers), 8)

    def test_without_redis(self):
        worker = self.worker()
        self.site.redis.stop()
        until(lambda: '"degraded":true' in worker.health()[1] and Person(self.node).get("/health/live")["degraded"], "they notice")
        self.answered(*self.against())
        self.assertEqual(worker.count("moves_answered_total"), 1)
        # Now the worker dies too, unannounced, and the node computes the move after a moment.
        worker.kill()
        self.answered(*self.against())
        self.site.redis.start()
        until(lambda: not Person(self.node).get("/health/live")["degraded"], "Redis is back")
        self.answered(*self.against())


class Faults(Case):
    def test_killed(self):
        worker = self.worker()
        person, game = self.freeze_in_a_thought(worker)
        worker.kill()
        self.answered(person, game)
        self.assertEqual(self.count(self.node, "jobs_taken_back_total") - self.before, 1)

    def test_killed_and_another_does_it(self):
        first, second = self.worker(), self.worker()
        self.freeze(second)  # so that the first one gets it
        person, game = self.freeze_in_a_thought(first)
        first.kill()
        second.thaw()
        self.answered(person, game)
        self.assertEqual(second.count("moves_answered_total") + self.count(self.node, "jobs_taken_back_total") - self.before, 1)

    def test_frozen_and_woken(self):
        worker = self.worker()
        person, game = self.freeze_in_a_thought(worker)
        self.answered(person, game)
        worker.thaw()
        until(lambda: worker.count("moves_late_total") == 1, "its answer is refused")
        self.assertEqual(self.plies(person, game), 2)
        until(lambda: self.known(self.node) == 1, "it is back")
        before = worker.count("moves_answered_total")
        self.answered(*self.against())
        self.assertEqual(worker.count("moves_answered_total"), before + 1)

    def test_stopped_in_a_thought(self):
        worker = self.worker()
        person, game = self.holding(worker)
        self.assertEqual(worker.stop()[0], 0)
        self.answered(person, game)


class Poison(Case):
    """With a trigger of SQLite, so not on PostgreSQL."""

    def test_poison(self):
        """A position that kills its workers is not tried again, and the game goes on."""
        worker = self.worker()
        with sqlite3.connect(self.site.where) as db:
            db.execute("CREATE TRIGGER deadly AFTER INSERT ON job WHEN NEW.kind = 0 BEGIN"
                       " UPDATE job SET tries = 3 WHERE id = NEW.id; END")
        db.close()
        person, game = self.against()
        self.answered(person, game)
        self.assertEqual((worker.count("moves_failed_total"), worker.count("moves_answered_total")), (1, 0))
        self.assertIn("vanished", worker.read(worker.err))
        self.step(person, game)
        until(lambda: self.plies(person, game) == 4, "the next position is thought about")
        self.assertEqual(worker.count("moves_answered_total"), 1)


class Others(Case):
    nodes_count = 2

    def test_reviews(self):
        worker = self.worker()
        people = [Person(self.node), Person(self.node)]
        for person in people:
            person.post("visit")
        game = people[0].make(clock="300+2", lot=False)["id"]
        people[1].act(game, "join")
        for ply, move in enumerate(["e2", "e8", "e3", "e7"]):
            people[ply % 2].move(game, ply, move)
        people[1].act(game, "resign")
        people[0].post(f"games/{game}/review")
        until(lambda: people[0].get(f"games/{game}/review")["state"] == "done", "it is reviewed")
        until(lambda: worker.count("reviews_done_total") == 1, "the worker has counted it")  # after the commit

    def test_audits(self):
        ask = [MEYDAN, "worker", "--store", self.site.where, "--audit"]
        first = subprocess.run(ask, capture_output=True, text=True, timeout=60)
        self.assertEqual(first.returncode, 0, first.stderr)
        self.assertRegex(first.stdout, r"^(\d+) puzzles: 0 hold, 0 do not, \1 wait\n$")
        with sqlite3.connect(self.site.where) as db:
            # One that exists and one that doesn't; the others would take an hour.
            known = db.execute("SELECT key FROM job WHERE kind = 2 ORDER BY key LIMIT 1").fetchone()[0]
            db.execute("DELETE FROM job WHERE kind = 2 AND key <> ?", (known,))
            db.execute("INSERT INTO job (kind, key, number, priority) VALUES (2, 1, 0, 0)")
        db.close()
        worker = self.worker()
        until(lambda: worker.count("audits_sound_total") == 1 and worker.count("audits_unsound_total") == 1, "both are audited")

    def test_keeper_and_workers(self):
        """Whichever node keeps the game, its players are on another."""
        worker = self.worker()
        for node in self.site.nodes:
            for _ in range(3):
                self.answered(*self.against(node=node))
        self.assertEqual(worker.count("moves_answered_total"), 6)


class Health(unittest.TestCase):
    """A worker without a job, during an outage of PostgreSQL."""

    def setUp(self):
        self.database = Postgres()
        self.addCleanup(self.database.end)
        self.folder = tempfile.mkdtemp(prefix="meydan-worker-")
        self.addCleanup(shutil.rmtree, self.folder)
        redis = Redis(self.folder)
        self.addCleanup(redis.stop)
        self.worker = Worker(os.path.join(self.folder, "worker"), self.database.address(), redis.address)
        self.addCleanup(Case.end, self.worker)

    def ready(self):
        status, body = self.worker.health()
        health = json.loads(body)
        self.assertEqual((status, "reason" in health), (200, False) if health["ok"] else (503, True))
        return health["ok"]

    def notices(self, away, back):
        until(lambda: self.ready() and self.worker.count("store_ready"), "the worker is ready")
        away()
        until(lambda: not self.ready(), "the worker notices the outage")
        self.assertEqual(self.worker.count("store_ready"), 0)
        back()
        until(self.ready, "the worker notices the recovery")
        self.assertEqual(self.worker.count("store_ready"), 1)

    def test_a_database_that_dies(self):
        self.notices(self.database.crash, self.database.start)
        until(lambda: "the store is back" in self.worker.read(self.worker.err), "the worker logs the recovery")
        status, errors = self.worker.stop()
        self.assertEqual(status, 0)
        self.assertIn("nothing can be saved", errors)

    def test_a_database_that_freezes(self):
        self.notices(self.database.freeze, self.database.thaw)

    def test_stopped_during_the_outage(self):
        self.database.crash()
        until(lambda: not self.ready(), "the worker notices the outage")
        self.assertEqual(self.worker.stop()[0], 0)
        self.database.start()


class Command(unittest.TestCase):
    def refused(self, *args):
        run = subprocess.run([MEYDAN, "worker", *args], capture_output=True, text=True, timeout=60)
        self.assertEqual((run.returncode, run.stdout), (2, ""))
        return run.stderr

    def test_usage(self):
        self.assertIn("--store and --bus", self.refused())
        with tempfile.TemporaryDirectory() as folder:
            self.assertIn("redis://", self.refused("--store", os.path.join(folder, "x.db"), "--bus", "redis"))
        self.assertIn("threads", self.refused("--store", "x", "--bus", "redis://h", "--threads", "0"))
        self.assertIn("nowhere", self.refused("--store", "/nowhere/x.db", "--bus", "redis://127.0.0.1"))


if __name__ == "__main__":
    unittest.main()
