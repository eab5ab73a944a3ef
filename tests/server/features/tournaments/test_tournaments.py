#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Bots play tournaments of every format over the public API, from the entry to the prize list; with --long also while the
server is killed again and again. The file of each tournament must replay to the standings that the server shows."""
import json
import os
import random
import sqlite3
import subprocess
import sys
import threading
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../support"))
from online import MEYDAN, Person, Refused, Server  # noqa: E402
from waiting import until  # noqa: E402

ARGS = ["--limits", "1000", "--computers", "0", "--proof-of-work", "0"]
BOTS = 6
LONG = "--long" in sys.argv


def bot(server, name):
    """A client with a bot's token."""
    owner = Person(server)
    owner.post("register", {"name": name, "password": "correct horse battery staple", "bot": True})
    return Person(server, token=owner.post("tokens", {"label": "", "scopes": ["play"]})["token"])


class Play:
    """Bots that move once in each game, and then resign if it is their turn."""

    def __init__(self, bots, tournament):
        self.bots, self.tournament = bots, tournament

    def move(self, bot):
        """Whether that bot has done something."""
        try:
            game = bot.get(f"tournaments/{self.tournament}")["you"]["game"]
            shown = game and bot.get(f"games/{game}")
            if not shown or shown["state"] != "live" or shown["turn"] not in shown["you"]:
                return False
            ply = len(shown["moves"])
            if ply >= len(shown["seats"]):
                bot.post(f"games/{game}/resign")
            else:
                bot.post(f"games/{game}/move", {"ply": ply, "move": bot.get(f"games/{game}/moves")["moves"][0]})
            return True
        except (Refused, OSError, json.JSONDecodeError):  # not made yet, over by now, or the server was killed
            return False

    def over(self):
        for bot in self.bots:
            self.move(bot)
        try:
            return self.bots[0].get(f"tournaments/{self.tournament}")["phase"] == "over"
        except (Refused, OSError, json.JSONDecodeError):
            return False


class Tournaments(unittest.TestCase):
    def setUp(self):
        self.server = Server(*ARGS)
        self.organiser = Person(self.server)
        self.organiser.post("register", {"name": "Organiser", "password": "correct horse battery staple"})
        self.bots = [bot(self.server, f"Bot{i}") for i in range(BOTS)]

    def tearDown(self):
        self.server.end()

    def make(self, **rules):
        return self.organiser.post("tournaments", {"name": "Robots", "variant": "quoridor", "clock": "600+5", "bots": True, "pause_s": 0,
                                                   **rules})["id"]

    def begin(self, **rules):
        tournament = self.make(**rules)
        for one in self.bots:
            one.post(f"tournaments/{tournament}/enter")
        self.organiser.post(f"tournaments/{tournament}/decide", {"what": "start"})
        return tournament

    def decisions(self, tournament):
        found, after = [], 0
        while after is not None:
            page = self.organiser.get(f"tournaments/{tournament}/log?after={after}")
            found += page["decisions"]
            after = page["next"]
        return found

    def check(self, tournament):
        """The log has each number, result and round once, and its file replays."""
        log = self.decisions(tournament)
        self.assertEqual([one["number"] for one in log], list(range(1, len(log) + 1)))
        results = [tuple(one["what"].split()[1:3]) for one in log if one["what"].startswith("result ")]
        self.assertEqual(len(results), len(set(results)))
        games = [one["game"] for one in log if one["game"]]
        self.assertEqual(len(games), len(set(games)))
        for game in games:
            self.assertNotEqual(self.organiser.get(f"games/{game}")["state"], "live")
        file = os.path.join(self.server.folder, "tournament.json")
        with open(file, "wb") as opened:
            opened.write(self.organiser.ask("GET", f"tournaments/{tournament}/file?to=json")[2])
        run = subprocess.run([MEYDAN, "tournament", "check", file], capture_output=True, text=True)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        standings = self.organiser.get(f"tournaments/{tournament}/standings")["rows"]
        self.assertEqual(sorted(row["entry"] for row in standings), list(range(1, BOTS + 1)))
        self.assertEqual(standings[0]["rank"], 1)
        return log

    def play(self, **rules):
        tournament = self.begin(**rules)
        until(Play(self.bots, tournament).over, "the tournament ends")
        return self.check(tournament)

    def test_swiss(self):
        log = self.play(format="swiss", rounds=2)
        self.assertEqual(sum(one["what"].startswith("pair ") for one in log), 2)
        self.assertEqual(sum(one["what"].startswith("result ") for one in log), 2 * 3 * 2)

    def test_round_robin(self):
        log = self.play(format="round-robin", games=1)
        self.assertEqual(sum(one["what"].startswith("result ") for one in log), 15)

    def test_round_robin_at_once(self):
        log = self.play(format="round-robin", games=1, together=True)
        self.assertEqual(sum(one["what"].startswith("result ") for one in log), 15)

    def test_knockout(self):
        self.play(format="knockout")

    def test_knockout_of_two_defeats(self):
        self.play(format="knockout", twice=True, games=1)

    def test_three_seats(self):
        self.play(format="tables", variant="abalone-3", rounds=2)

    def test_four_seats(self):
        self.play(format="tables", variant="quoridor-4", rounds=2)

    def test_four_seats_with_partners(self):
        self.play(format="tables", variant="abalone-4", rounds=2, partners=True)

    def test_arena(self):
        """The organiser ends it, as a minute is long for a test."""
        tournament = self.begin(format="arena", minutes=5)
        bots = Play(self.bots, tournament)

        def enough():
            bots.over()
            return sum(one["what"].startswith("result ") for one in self.decisions(tournament)) >= 12

        until(enough, "twelve results")
        self.organiser.post(f"tournaments/{tournament}/decide", {"what": "adjourn"})

        def idle():
            bots.over()
            return not self.organiser.get(f"tournaments/{tournament}/tables?open=1")["tables"]

        until(idle, "the games in play end")
        self.organiser.post(f"tournaments/{tournament}/decide", {"what": "end"})
        self.check(tournament)

    def test_appointment(self):
        """A table begins when both players agree on a time."""
        first, second = self.bots[:2]
        tournament = self.make(format="round-robin", games=1, pace="appointment", round_minutes=60)
        for one in (first, second):
            one.post(f"tournaments/{tournament}/enter")
        self.organiser.post(f"tournaments/{tournament}/decide", {"what": "start"})
        until(lambda: self.organiser.get(f"tournaments/{tournament}/tables")["tables"], "the tables are paired")
        at = self.organiser.get(f"tournaments/{tournament}/tables")["tables"][0]["since"]
        first.post(f"tournaments/{tournament}/propose", {"table": 1, "at": at})
        self.assertIsNone(first.get(f"tournaments/{tournament}")["you"]["game"])
        with self.assertRaises(Refused):
            self.bots[2].post(f"tournaments/{tournament}/propose", {"table": 1, "at": at})
        second.post(f"tournaments/{tournament}/propose", {"table": 1, "at": at + 1000})
        until(Play([first, second], tournament).over, "the tournament ends")

    def killed(self):
        """Every format survives kill -9 at any moment, and players who leave and return."""
        lot = random.Random(25)
        port = self.server.port
        for rules in ({"format": "swiss", "rounds": 3}, {"format": "knockout", "games": 1}, {"format": "round-robin", "games": 1},
                      {"format": "tables", "variant": "abalone-3", "rounds": 3}):
            with self.subTest(**rules):
                tournament = self.begin(**rules)
                play = Play(self.bots, tournament)
                steps, leaver = 0, lot.choice(self.bots)
                killed_at = set(lot.sample(range(2, 25), 4))

                def over():
                    nonlocal steps
                    steps += 1
                    if steps in killed_at:
                        threads = [threading.Thread(target=play.move, args=(one,)) for one in self.bots]
                        for thread in threads:
                            thread.start()
                        self.server.kill()
                        for thread in threads:
                            thread.join()
                        self.server.start(port)
                    if steps in (5, 9):
                        try:
                            leaver.post(f"tournaments/{tournament}/{'leave' if steps == 5 else 'return'}")
                        except Refused:
                            pass
                    return play.over()

                until(over, lambda: f"the tournament ends: {[one['what'] for one in self.decisions(tournament)]}")
                self.check(tournament)

    def test_result_missing_after_crash(self):
        """A game is over, and the server was killed before its result was decided. The result is taken although clients ask for
        the tournament without a pause, so that it is busy whenever the server looks at what is due."""
        tournament = self.make(format="round-robin", games=1)
        for one in self.bots[:2]:
            one.post(f"tournaments/{tournament}/enter")
        self.organiser.post(f"tournaments/{tournament}/decide", {"what": "start"})
        until(Play(self.bots[:2], tournament).over, "the tournament ends")
        log = self.decisions(tournament)
        made = next(one["number"] for one in log if one["game"])
        self.server.kill()
        store = sqlite3.connect(self.server.store)
        with store:
            store.execute("DELETE FROM decision WHERE tournament = (SELECT id FROM tournament) AND number > ?", (made,))
            store.execute("UPDATE tournament SET number = ?, phase = 2", (made,))
        store.close()
        self.server.start(self.server.port)
        stop = threading.Event()

        def ask():
            with self.server.connect(60) as line:
                request = f"GET /api/v1/tournaments/{tournament}/log HTTP/1.1\r\nHost: {self.server.host}\r\n\r\n".encode()
                while not stop.is_set():
                    line.sendall(request * 16)
                    line.recv(1 << 16)

        threads = [threading.Thread(target=ask) for _ in range(4)]
        for thread in threads:
            thread.start()
        try:
            until(lambda: self.decisions(tournament)[-1]["what"] == "end", "the tournament ends again")
        finally:
            stop.set()
            for thread in threads:
                thread.join()
        self.assertEqual([one["what"] for one in self.decisions(tournament)][made:], [one["what"] for one in log][made:])

    def test_attacks(self):
        """Strangers, entering twice, organisers' rights, a private tournament."""
        tournament = self.make(format="swiss", rounds=2, private=True, password="secret")
        stranger, player = self.bots[:2]
        for path in ("", "/entries", "/tables", "/standings", "/log", "/file?to=json"):
            with self.assertRaises(Refused) as refused:
                stranger.get(f"tournaments/{tournament}{path}")
            self.assertEqual(refused.exception.code, "not_found")
        self.assertNotIn(tournament, [one["id"] for one in stranger.get("tournaments?list=soon")["tournaments"]])
        player.post(f"tournaments/{tournament}/enter", {"password": "secret"})
        for _ in range(2):
            with self.assertRaises(Refused):
                player.post(f"tournaments/{tournament}/enter", {"password": "secret"})
        for what in ("start", "next", "result 1 1 1 2", "leave 1", "end"):
            with self.assertRaises(Refused):
                player.post(f"tournaments/{tournament}/decide", {"what": what})
        for what in ("enter 2 name 0 X", "game 1 1 5", "pair 1 1-2", "start 00112233445566778899", "create arena"):
            with self.assertRaises(Refused):
                self.organiser.post(f"tournaments/{tournament}/decide", {"what": what})
        self.organiser.post(f"tournaments/{tournament}/decide", {"what": "leave 1", "why": "test"})
        with self.assertRaises(Refused):
            player.post(f"tournaments/{tournament}/return")
        last = self.decisions(tournament)[-1]
        self.assertEqual((last["what"], last["why"], last["by"]["name"]), ("leave 1", "test", "Organiser"))

    def test_many(self):
        """One person has at most ten that aren't over."""
        for _ in range(10):
            self.make(format="swiss")
        with self.assertRaises(Refused) as refused:
            self.make(format="swiss")
        self.assertEqual(refused.exception.code, "too_many")

    def test_together(self):
        """All enter at the same moment; each has one entry."""
        tournament = self.make(format="swiss")
        threads = [threading.Thread(target=one.ask, args=("POST", f"tournaments/{tournament}/enter", {})) for one in self.bots * 2]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        entries = self.organiser.get(f"tournaments/{tournament}/entries")["entries"]
        self.assertEqual(sorted(one["name"] for one in entries), sorted(f"Bot{i}" for i in range(BOTS)))

    def test_deleted(self):
        """A deleted person stays in the log without a name, and loses the games that are left."""
        owner = Person(self.server)
        owner.post("register", {"name": "Gone", "password": "correct horse battery staple"})
        tournament = self.make(format="swiss", rounds=2, pause_s=600)
        for one in [owner, *self.bots[:3]]:
            one.post(f"tournaments/{tournament}/enter")
        owner.post("delete-account", {"password": "correct horse battery staple"})

        def left():
            entry = self.organiser.get(f"tournaments/{tournament}/entries")["entries"][0]
            return entry["person"] is None and entry["name"] == "?"

        until(left, "the name is gone")
        self.assertNotIn("Gone", json.dumps(self.decisions(tournament)))
        self.organiser.post(f"tournaments/{tournament}/decide", {"what": "start"})
        until(lambda: self.organiser.get(f"tournaments/{tournament}/entries")["entries"][0]["left"], "the entry has left")


if LONG:
    Tournaments.test_killed = Tournaments.killed

if __name__ == "__main__":
    unittest.main(argv=[word for word in sys.argv if word != "--long"])
