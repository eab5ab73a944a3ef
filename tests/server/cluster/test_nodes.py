#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Several nodes, one site: players and spectators on different nodes, nodes and Redis that die, freeze and come back."""
import http.client
import json
import os
import re
import signal
import struct
import subprocess
import sys
import time
import unittest
import urllib.request

SUPPORT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../support")
sys.path[:0] = [SUPPORT, os.path.join(SUPPORT, "nodes")]
from cluster import Site  # noqa: E402
from online import MEYDAN, Person, Refused, work  # noqa: E402
from waiting import until  # noqa: E402

QUORIDOR = "e2 e8 e3 e7 e4 e6 e5 e4 e6 e3 e7 e2 e8 e1".split()
PASSWORD = "correct horse"


class Case(unittest.TestCase):
    count = 3
    args = ["--limits", "1000", "--computers", "1", "--gather", "1"]

    @classmethod
    def setUpClass(cls):
        cls.site = Site(cls.count, *cls.args)
        cls.nodes = cls.site.nodes
        cls.names = 0

    @classmethod
    def tearDownClass(cls):
        for status, _ in cls.site.end():
            assert status == 0, status

    def person(self, node):
        person = Person(self.nodes[node])
        person.post("visit")
        return person

    def account(self, node):
        type(self).names += 1
        person = Person(self.nodes[node])
        person.name = f"{type(self).__name__}{self.names}"
        person.post("register", {"name": person.name, "password": PASSWORD})
        return person

    def socket(self, person):
        made = person.socket()
        self.addCleanup(made.socket.close)
        return made

    def at(self, person, node):
        """The same person, with the same cookie, on another node."""
        other = Person(self.nodes[node])
        other.cookie, other.token = person.cookie, person.token
        return other

    def started(self, nodes=(0, 1), **setup):
        people = [self.person(node) for node in nodes]
        game = people[0].make(**{"clock": "300+2", "lot": False, **setup})["id"]
        until(lambda: self.has(people[1], game), "the game is known to the other node")
        people[1].act(game, "join")
        return game, people

    @staticmethod
    def has(person, game):
        try:
            return person.get(f"games/{game}")
        except Refused:
            return None


class Games(Case):
    def test_a_whole_game(self):
        game, people = self.started()
        sockets = [self.socket(person) for person in people]
        watcher = self.socket(self.person(2))
        for line in [*sockets, watcher]:
            line.watch(game)
        for ply, move in enumerate(QUORIDOR):
            sockets[ply % 2].ask("move", game=game, ply=ply, move=move)
            for line in [*sockets, watcher]:
                self.assertEqual(line.event("move")["move"], move)
        for line in [*sockets, watcher]:
            self.assertEqual(line.event("end")["result"], "0-1")
        for node in range(3):
            self.assertEqual(self.at(people[0], node).get(f"games/{game}")["result"], "0-1")

    @unittest.skipIf("MEYDAN_NODES" in os.environ, "version 0.2.0 sends a wrong seat for moves of other nodes")
    def test_every_node_sends_the_same_events(self):
        game, people = self.started()
        lines = [self.socket(person) for person in [*people, self.person(2)]]
        for line in lines:
            line.watch(game)
        for node in range(3):
            until(lambda node=node: all(seat["here"] for seat in self.at(people[0], node).get(f"games/{game}")["seats"]),
                  "every node knows that both are here")

        def same(kind):
            """The messages that all received: equal except for each node's own time and running clocks."""
            messages = [line.event(kind) for line in lines]
            clocks = [[clock["main"] for clock in message.pop("clocks", [])] for message in messages]
            for message, shown in zip(messages, clocks):
                message.pop("now", None)
                self.assertEqual(message, messages[0])
                for seat, main in enumerate(shown):
                    stands = kind == "move" and seat == message["seat"]
                    self.assertAlmostEqual(main, clocks[0][seat], delta=0 if stands else 1000)
            return messages[0]

        def act(player, kind, **fields):
            lines[player].ask(kind, game=game, **fields)

        for ply, move in enumerate(QUORIDOR[:5]):
            act(ply % 2, "move", ply=ply, move=move)
            self.assertEqual(same("move")["seat"], ply % 2)
        act(0, "draw")
        self.assertEqual(same("draw")["seat"], 0)
        act(1, "nodraw")
        self.assertEqual(same("nodraw")["seat"], 1)
        act(0, "takeback")
        same("ask")
        act(1, "takeback")
        same("agree")
        same("takeback")
        act(0, "move", ply=4, move=QUORIDOR[4])
        same("move")
        act(1, "move", ply=5, move=QUORIDOR[5])
        self.assertEqual(same("move")["seat"], 1)
        act(1, "resign")
        self.assertEqual(same("leave")["seat"], 1)
        same("end")

    def test_moves_are_told_where_they_are_shown(self):
        game, people = self.started()
        sockets = [self.socket(person) for person in people]
        for line in sockets:
            line.watch(game)
        for node in range(3):
            until(lambda node=node: all(seat["here"] for seat in self.at(people[0], node).get(f"games/{game}")["seats"]),
                  "every node knows that both are here")

        def play(moves, ply, lines):
            for number, move in enumerate(moves, ply):
                sockets[number % 2].ask("move", game=game, ply=number, move=move)
                for line in lines:
                    line.event("move", ply=number)
        before = [self.alone(node) for node in range(3)]
        play(QUORIDOR[:4], 0, sockets)
        # Each of the players' nodes received the other's moves at once, the third node did not.
        self.assertEqual([self.alone(node) - was for node, was in enumerate(before)], [2, 2, 0])
        until(lambda: self.at(people[0], 2).get(f"games/{game}")["plies"] == 4, "the third hears of them as well")
        watcher = self.socket(self.person(2))
        watcher.watch(game)
        for line in sockets:
            line.next("watchers", n=1)
        play(QUORIDOR[4:6], 4, [*sockets, watcher])
        self.assertEqual(self.alone(2) - before[2], 2)

    def alone(self, node):
        with urllib.request.urlopen(f"http://127.0.0.1:{self.nodes[node].port}/metrics") as answer:
            return int(re.search(r"^meydan_news_alone_total (\d+)$", answer.read().decode(), re.M).group(1))

    def test_presence_and_watchers(self):
        game, people = self.started()
        first, second = (self.socket(person) for person in people)
        first.watch(game)
        second.watch(game)
        first.next("here")
        watcher = self.socket(self.person(2))
        watcher.watch(game)
        self.assertEqual(first.next("watchers", n=1)["n"], 1)
        second.drop()
        until(lambda: not people[0].get(f"games/{game}")["seats"][1]["here"], "the other has gone")

    def test_conditional_moves(self):
        game, people = self.started(clock="3d")
        lines = [self.socket(person) for person in people]
        for line in lines:
            line.watch(game)
        for ply, move in enumerate(["e2", "e8"]):
            lines[ply].ask("move", game=game, ply=ply, move=move)
            for line in lines:
                line.event("move")
        # Both players have some, each on their own node: the game plays itself.
        people[1].post(f"games/{game}/conditional", {"ply": 2, "lines": ["e3 e7 e4 e6"]})
        lines[0].ask("move", game=game, ply=2, move="e3")
        for line in lines:
            self.assertEqual([line.event("move")["move"] for _ in range(2)], ["e3", "e7"])
        # Sent from a third node, and removed before the next move.
        third = self.at(people[1], 2)
        self.assertEqual(third.get(f"games/{game}/conditional")["lines"], ["e4 e6"])
        third.post(f"games/{game}/conditional", {"ply": 4, "lines": []})
        lines[0].ask("move", game=game, ply=4, move="e4")
        for line in lines:
            self.assertEqual(line.event("move")["move"], "e4")
        lines[1].ask("move", game=game, ply=5, move="e6")
        for node in range(3):
            until(lambda node=node: self.at(people[0], node).get(f"games/{game}")["plies"] == 6, "all know of it")

    def test_vacation(self):
        maker, other = self.account(0), self.account(1)
        game = maker.make(clock="3d", lot=False)["id"]
        until(lambda: self.has(other, game), "the game is known to the other node")
        other.act(game, "join")
        span = self.at(maker, 2).post("vacation", {"days": 2})["vacation"]
        for node in range(3):
            until(lambda node=node: self.at(other, node).get(f"games/{game}")["vacations"] == [span, None],
                  "every node knows of it")

    def test_two_join_at_once(self):
        maker = self.person(0)
        game = maker.make(clock="300+2", lot=False)["id"]
        others = [self.person(1), self.person(2)]
        for other in others:
            until(lambda other=other: self.has(other, game), "the game is known")
        done = []
        for other in others:
            try:
                other.act(game, "join")
                done.append(True)
            except Refused as why:
                done.append(why.code)
        self.assertEqual(done.count(True), 1)

    def test_computer(self):
        person = self.person(0)
        game = person.make(clock="300+2", seats=["me", {"computer": 1}])["id"]
        line = self.socket(person)
        line.watch(game)
        line.ask("move", game=game, ply=0, move="e2")
        line.event("move", ply=0)
        self.assertEqual(line.event("move")["ply"], 1)
        time.sleep(0.2)
        self.assertEqual(person.get(f"games/{game}")["plies"], 2)

    def test_flag_falls_once(self):
        game, people = self.started(clock="1+0")
        lines = [self.socket(person) for person in people]
        for line in lines:
            line.watch(game)
        for ply, move in enumerate(["e2", "e8"]):
            lines[ply].ask("move", game=game, ply=ply, move=move)
        for line in lines:
            line.event("end")
        over = people[0].get(f"games/{game}")
        self.assertEqual(over["reason"], "time")

    def test_pairing(self):
        lines = [self.socket(self.person(node)) for node in (1, 2)]
        for line in lines:
            line.ask("pair", variant="quoridor", clock="180+2", rated=False)
        games = [line.next("paired")["game"] for line in lines]
        self.assertEqual(games[0], games[1])


class Annulments(Case):
    args = [*Case.args, "--rate-shared"]

    def run_meydan(self, *args):
        run = subprocess.run([MEYDAN, *args], capture_output=True, text=True, timeout=60)
        self.assertEqual(run.returncode, 0, run.stderr)
        return run.stdout

    def test_every_node_shows_it_at_once(self):
        """The game is still in the memory of all nodes when the command line annuls it, and when it is restored."""
        people = [self.account(0), self.account(1)]
        game = people[0].make(clock="300+2", lot=False, rated=True)["id"]
        until(lambda: self.has(people[1], game), "the game is known to the other node")
        people[1].act(game, "join")
        until(lambda: people[0].get(f"games/{game}")["state"] == "live", "the first node knows that it began")
        seats = people[0].get(f"games/{game}")["seats"]
        order = sorted(people, key=lambda person: [seat["person"]["name"] for seat in seats].index(person.name))
        lines = [self.socket(self.at(people[0], node)) for node in range(3)]
        for line in lines:
            line.watch(game)
        for ply, move in enumerate(QUORIDOR):
            until(lambda ply=ply: order[ply % 2].get(f"games/{game}")["plies"] == ply, "the move before is known")
            order[ply % 2].move(game, ply, move)
        ended = [line.event("end") for line in lines]
        self.assertTrue(all(message["ratings"] for message in ended))

        def shown(**fields):
            """On every node, by HTTP and to spectators."""
            for node in range(3):
                until(lambda node=node: fields.items() <= self.at(people[0], node).get(f"games/{game}").items(),
                      "the node shows it", seconds=20)
            for line in lines:
                until(lambda line=line: fields.items() <= line.next("game")["game"].items(), "watchers see it")

        ratings = people[0].get(f"games/{game}")["ratings"]
        self.run_meydan("store", "annul", self.site.where, game, "--reason", "one person in both seats")
        shown(annulled=True, ratings=None)
        log = self.run_meydan("admin", "audit", "--store", self.site.where)
        self.assertIn("annul", log)
        self.assertIn("one person in both seats", log)
        self.run_meydan("admin", "undo", "1", "--store", self.site.where)
        shown(ratings=ratings)
        self.assertNotIn("annulled", people[0].get(f"games/{game}"))


class People(Case):
    count = 2

    def test_signed_out_everywhere(self):
        person = self.account(0)
        there = self.socket(self.at(person, 1))
        self.at(person, 1).get("me")
        person.post("logout")
        self.assertEqual(there.closed(), 4001)

    def test_a_session_that_ended_is_refused_everywhere(self):
        person = self.account(0)
        there = self.at(person, 1)
        self.assertEqual(there.get("me")["person"]["name"], person.name)  # node 1 has cached the session
        person.post("logout")
        until(lambda: self.is_signed_out(there), "node 1 refuses the session")
        token_owner = self.account(0)
        token = token_owner.post("tokens", {"label": "bot"})
        bot = Person(self.nodes[1])
        bot.token = token["token"]
        self.assertEqual(bot.get("me")["person"]["name"], token_owner.name)
        token_owner.call("DELETE", f"tokens/{token['id']}")
        until(lambda: self.is_signed_out(bot), "node 1 refuses the token")

    @staticmethod
    def is_signed_out(person):
        try:
            return person.get("me")["person"] is None
        except Refused as refused:
            return refused.code == "not_signed_in"

    def test_blocks(self):
        one, other = self.account(0), self.account(1)
        until(lambda: self.has_name(one, other.name), "known")
        one.post(f"people/{other.name}/block")
        until(lambda: self.refuses(other, one), "the block is known")

    @staticmethod
    def has_name(person, name):
        try:
            return person.get(f"people/{name}")
        except Refused:
            return None

    @staticmethod
    def refuses(person, other):
        try:
            person.make(clock="300+2", seats=["me", {"invite": other.name}])
            return False
        except Refused:
            return True

    def test_people_online(self):
        before = self.socket(self.person(0))
        self.socket(self.person(1))
        before.ask("lobby")
        until(lambda: before.next("lobby")["players"] >= 2, "both are counted")


    def test_phrases_and_texts(self):
        """A player's line reaches players on the other node, except those who block its author, and no spectators."""
        one, other = self.account(0), self.account(1)
        game = one.make(clock="300+2", lot=False)["id"]
        until(lambda: self.has(other, game), "known")
        other.act(game, "join")
        lines = [self.socket(one), self.socket(other)]
        tab = self.socket(self.at(one, 1))
        watcher = self.socket(self.person(1))
        for line in [*lines, tab, watcher]:
            line.watch(game)
        lines[0].ask("say", game=game, phrase="hello")
        for line in [*lines, tab]:
            self.assertEqual(line.next("said")["phrase"], "hello")
        other.post(f"people/{one.name}/block")
        until(lambda: self.refuses(one, other), "the block is known there")
        lines[0].ask("say", game=game, phrase="good_luck")
        lines[0].next("said", phrase="good_luck")
        tab.next("said", phrase="good_luck")
        lines[0].ask("move", game=game, ply=0, move="e2")
        for line in (lines[1], watcher):
            line.event("move", ply=0)
            self.assertFalse([m for m in line.unread if m["t"] == "said"])

    def test_challenges_and_notices(self):
        """A challenge appears on the other node at once, in the list and as a notification; so does its answer."""
        one, other = self.account(0), self.account(1)
        until(lambda: self.has_name(one, other.name), "known")
        lines = [self.socket(one), self.socket(other)]
        for line in lines:
            line.send("challenges")
            line.next("challenges")
            line.send("notifications")
        game = one.make(clock="300+2", seats=["me", {"invite": other.name}])["id"]
        self.assertEqual([c["id"] for c in lines[1].next("challenges")["in"]], [game])
        self.assertEqual(lines[1].next("notification")["notification"]["kind"], "challenge")
        other.act(game, "decline", reason="later")
        until(lambda: not lines[0].next("challenges")["out"], "the answer is seen")


class Limits(Case):
    count = 2
    args = ["--computers", "0", "--proxies", "127.0.0.9, 2001:db8:0::7"]

    def test_proxies(self):
        """Only a trusted proxy names the client: strangers may not read the metrics."""
        def metrics(source):
            line = http.client.HTTPConnection(self.nodes[0].host, timeout=10, source_address=(source, 0))
            line.request("GET", "/metrics", headers={"X-Forwarded-For": "192.0.2.1"})
            status, text = (lambda answer: (answer.status, answer.read().decode()))(line.getresponse())
            line.close()
            return status, text
        self.assertEqual(metrics("127.0.0.9")[0], 403)
        status, text = metrics("127.0.0.1")
        self.assertEqual(status, 200)
        for name in ("nodes 2", "bus_up 1", "leaving 0", "rooms_heard_total", "rooms_reloads_total"):
            self.assertIn("meydan_" + name, text)

    def test_guesses_count_everywhere(self):
        """Ten wrong passwords in all, on any nodes."""
        person = self.account(0)
        refused = 0
        until(lambda: self.status(1, person.name) == "wrong_password", "known there")
        for tries in range(40):
            code = self.status(tries % 2, person.name)
            if code == "too_fast":
                refused += 1
                if refused > 3:
                    break
        self.assertLess(tries, 18)

    def status(self, node, name):
        try:
            Person(self.nodes[node]).post("login", {"name": name, "password": "not this one"})
        except Refused as why:
            return why.code
        return None


class Work(Case):
    count = 2
    args = ["--limits", "1000", "--computers", "0", "--proof-of-work", "0"]

    def test_proof_for_another_node(self):
        """A proof of work for one node's challenge is accepted by the other."""
        body = {"name": "Worker", "password": PASSWORD}
        status, _, text = Person(self.nodes[0]).ask("POST", "register", body)
        asked = json.loads(text)["error"]
        self.assertEqual((status, asked["code"]), (403, "work_needed"))
        status, _, text = Person(self.nodes[1]).ask("POST", "register", {**body, "proof": work(asked["challenge"], asked["bits"])})
        self.assertEqual(status, 201, text)


class Faults(Case):
    """Each test may end a node, so it makes its own site."""

    @classmethod
    def setUpClass(cls):
        cls.names = 0

    @classmethod
    def tearDownClass(cls):
        pass

    def setUp(self):
        self.site = Site(3, *self.args)
        self.nodes = self.site.nodes
        self.addCleanup(self.site.end)

    def playing(self, plies=2, clock="300+0"):
        game, people = self.started(clock=clock)
        lines = [self.socket(person) for person in people]
        for line in lines:
            line.watch(game)
        self.go_on(game, lines, 0, plies)
        return game, people, lines

    def go_on(self, game, lines, begin, end):
        for ply in range(begin, end):
            lines[ply % 2].ask("move", game=game, ply=ply, move=QUORIDOR[ply])
            for line in lines:
                line.event("move", ply=ply)

    def clock(self, person, game, seat):
        return person.get(f"games/{game}")["clocks"][seat]["main"]

    def test_a_node_is_killed(self):
        """The player of a killed node goes to another node, and is not charged for the time in between."""
        game, people, lines = self.playing()
        before = self.clock(people[1], game, 0)
        self.nodes[0].kill()
        back = self.at(people[0], 2)
        line = self.socket(back)
        time.sleep(4)  # the node is silent for two seconds, and there are two more to return in
        shown = line.watch(game)
        self.assertEqual(len(shown["moves"]), 2)
        line.ask("move", game=game, ply=2, move=QUORIDOR[2])
        charged = before - self.clock(back, game, 0)
        self.assertLess(charged, 1500)
        self.go_on(game, [line, lines[1]], 3, len(QUORIDOR))
        self.assertEqual(back.get(f"games/{game}")["result"], "0-1")

    def test_a_frozen_node_cannot_write_into_the_past(self):
        game, people, lines = self.playing()
        self.nodes[0].freeze()
        lines[0].send("move", game=game, ply=2, move="d1")  # queued in its socket
        self.site.wait_for(2, self.nodes[1:])
        line = self.socket(self.at(people[0], 1))
        line.watch(game)
        self.go_on(game, [line, lines[1]], 2, 6)
        self.nodes[0].thaw()
        self.site.wait_for(3)
        self.go_on(game, [line, lines[1]], 6, len(QUORIDOR))
        until(lambda: self.at(people[0], 0).get(f"games/{game}")["result"] == "0-1", "it has caught up")
        moves = self.at(people[0], 0).get(f"games/{game}")["moves"]
        self.assertEqual([move if isinstance(move, str) else move["move"] for move in moves], QUORIDOR)

    def test_who_stayed_at_a_frozen_node(self):
        """The player's connection may have survived: the other nodes, which had declared this one dead, ask it for its
        presence.
        """
        game, people, lines = self.playing()
        self.socket(self.person(0)).watch(game)
        lines[1].next("watchers", n=1)
        self.nodes[0].freeze()
        lines[1].next("here", here=[False, True])
        lines[1].next("watchers", n=0)
        lines[1].unread.clear()
        self.nodes[0].thaw()
        lines[1].next("here", here=[True, True])
        lines[1].next("watchers", n=1)
        self.go_on(game, lines, 2, 4)

    def test_games_that_nobody_watches_are_not_remembered(self):
        """A new node learns the watchers of each game, but no games that only had players."""
        own, watchers = b"cluster.retell", b"games.watchers"
        game, people, lines = self.playing()
        for line in lines:
            line.drop()
        for node in self.nodes:
            until(lambda node=node: self.channels(node) == 0, "nobody looks at it any more")
        with self.site.redis.listen() as heard:
            self.site.add()
            told = {}
            while len(told) < 4:
                message = next(heard)
                if own in self.topics(message):
                    told[message[4:12]] = self.topics(message)
        for topics in told.values():
            self.assertNotIn(watchers, topics)

    @staticmethod
    def topics(message):
        """The names in a message, behind magic, sender and number: kind, length, name, NUL, the rest (wire.h)."""
        found, at = [], 20
        while at < len(message):
            end = at + 5 + int.from_bytes(message[at + 1:at + 5], "little")
            found += [message[at + 5:end].split(b"\0")[0]] if message[at] == 28 else []
            at = end
        return found

    @staticmethod
    def channels(node):
        with urllib.request.urlopen(f"http://127.0.0.1:{node.port}/metrics") as answer:
            return int(re.search(r"^meydan_watched_games (\d+)$", answer.read().decode(), re.M).group(1))

    def test_redis_goes_and_comes_back(self):
        game, people, lines = self.playing()
        self.site.redis.stop()
        until(lambda: all(self.degraded(node) for node in self.nodes), "they notice")
        for ply in range(2, 6):
            lines[ply % 2].ask("move", game=game, ply=ply, move=QUORIDOR[ply])
            until(lambda ply=ply: len(people[(ply + 1) % 2].get(f"games/{game}")["moves"]) == ply + 1,
                  "the other node has asked the store")
        self.site.redis.start()
        until(lambda: not any(self.degraded(node) for node in self.nodes), "it is back")
        self.site.wait_for(3)
        for line in lines:
            line.unread.clear()
            line.watch(game)
        self.go_on(game, lines, 6, len(QUORIDOR))

    def test_who_came_and_went_while_redis_was_away(self):
        """Nodes exchange presence again, so that a lost message makes no player look gone or present."""
        game, people, lines = self.playing()
        until(lambda: self.here(people[1], game) == [True, True], "each knows of both")
        self.site.redis.stop()
        until(lambda: all(self.degraded(node) for node in self.nodes), "they notice")
        lines[0].socket.close()
        until(lambda: self.here(people[0], game) == [False, True], "their own node knows that they went")
        other, *_ = others = self.playing_without_news()
        self.site.redis.start()
        until(lambda: self.here(people[1], game) == [False, True], "so does the other one")
        until(lambda: self.here(others[1][1], other) == [True, True], "and that somebody came")

    def playing_without_news(self):
        """A game of players on two nodes that receive nothing from each other."""
        game, people = self.started()
        for person in people:
            self.socket(person).watch(game)
        return game, people

    @staticmethod
    def here(person, game):
        return [seat["here"] for seat in person.get(f"games/{game}")["seats"]]

    @staticmethod
    def degraded(node):
        return Person(node).get("/health/live")["degraded"]

    def test_one_rematch(self):
        """Requested on two nodes that receive nothing from each other: the store makes one game."""
        game, people, lines = self.playing(len(QUORIDOR))
        for person in people:
            until(lambda person=person: person.get(f"games/{game}")["result"] == "0-1", "it is over")
        self.site.redis.freeze()
        self.addCleanup(self.site.redis.thaw)
        made = [person.act(game, "rematch")["game"] for person in people]
        self.assertEqual(made[0], made[1])
        self.site.redis.thaw()
        until(lambda: people[0].get(f"games/{made[0]}")["state"] == "live", "both have joined it")

    def test_a_computers_node_is_killed(self):
        person = self.person(1)
        line = self.socket(person)
        games = [person.make(clock="300+2", seats=["me", {"computer": 1}])["id"] for _ in range(6)]
        for game in games:
            line.watch(game)
        self.nodes[0].kill()
        for game in games:
            line.ask("move", game=game, ply=0, move="e2")
        for game in games:
            line.event("move", game=game, ply=1)

    def health(self, node, path="ready"):
        status, _, text = Person(self.nodes[node]).ask("GET", "/health/" + path)
        return status, json.loads(text)

    def test_a_node_leaves(self):
        """A node that leaves sends its sockets away, serves them until then, hands over its games and exits with 0."""
        game, people, lines = self.playing()
        before = self.clock(people[1], game, 0)
        self.nodes[0].process.terminate()
        self.assertLessEqual(lines[0].next("reconnect")["within"], 1000)
        status, said = self.health(0)
        self.assertEqual((status, said["reason"], self.health(0, "balance")[0]), (503, "this node is leaving", 404))
        self.assertEqual((self.health(0, "live")[0], self.health(1)[0]), (200, 200))
        with self.assertRaises(Refused):  # no new sockets
            self.at(people[0], 0).socket()
        lines[0].ask("move", game=game, ply=2, move=QUORIDOR[2])  # the old one still works
        lines[1].event("move", ply=2)
        line = self.socket(self.at(people[0], 2))
        line.watch(game)
        lines[0].close()
        self.assertEqual(self.nodes[0].process.wait(30), 0)
        until(lambda: "has left" in self.nodes[1].read(self.nodes[1].err), "its goodbye is heard")
        self.assertFalse([m for m in lines[1].silent(0.1) if m["t"] == "here" and not all(m["here"])])
        self.go_on(game, [line, lines[1]], 3, len(QUORIDOR))
        self.assertLess(before - self.clock(people[1], game, 0), 2000)

    def test_who_stays_is_closed(self):
        """A client that does not understand is closed with 1012, which means: connect again."""
        lines = self.playing()[2]
        self.nodes[0].process.terminate()
        self.assertEqual(lines[0].closed(), 1012)
        self.assertEqual(self.nodes[0].process.wait(30), 0)

    def test_the_last_node_says_goodbye(self):
        """The last node has no other to send players to: they get a goodbye, as from a single server."""
        for node in self.nodes[1:]:
            node.stop()
        line = self.socket(self.person(0))
        self.nodes[0].process.terminate()
        line.next("bye")
        self.assertEqual(line.closed(), 1001)
        self.assertEqual(self.nodes[0].process.wait(30), 0)

    def test_a_second_signal_ends_it_at_once(self):
        self.socket(self.person(0))
        self.nodes[0].process.terminate()
        until(lambda: self.health(0)[0] == 503, "it leaves")
        self.nodes[0].process.send_signal(signal.SIGTERM)
        self.assertEqual(self.nodes[0].process.wait(5), 0)

    def test_redis_was_never_there(self):
        """With a wrong address, say, a node serves and logs a warning."""
        self.site.redis.stop()
        node = self.site.add()
        until(lambda: "the bus is away" in node.read(node.err), "it says so")
        self.site.redis.start()
        until(lambda: "the bus is back" in node.read(node.err), "and that it is there")

    def test_health_without_redis(self):
        """Degraded, but ready: games go on, and a balancer keeps all nodes."""
        self.site.redis.stop()
        until(lambda: all(self.degraded(node) for node in self.nodes), "they notice")
        for path in ("ready", "balance"):
            self.assertEqual(self.health(0, path)[0], 200)
        self.site.redis.start()
        until(lambda: not self.degraded(self.nodes[0]), "it is back")


class Alone(Case):
    count = 1

    def test_what_nobody_was_told_leaves_a_gap(self):
        """A node that receives this one's messages, but is unknown to it, must notice the move it missed."""
        game, people = self.started(nodes=(0, 0))
        with self.site.redis.listen() as heard:
            def number():
                return int.from_bytes(next(heard)[12:20], "little")  # behind its magic and its sender

            seen = [number(), number()]
            self.assertEqual(seen[1], seen[0] + 1)  # beats
            people[0].act(game, "move", ply=0, move="e2")
            seen += [number() for _ in range(4)]
            self.assertGreater(max(later - earlier for earlier, later in zip(seen, seen[1:])), 1)


class Many(Case):
    count = 1

    def test_there_may_be_more_than_64_others(self):
        node = self.nodes[0]

        def knows_all():
            """They beat all the time, or they would be taken for silent."""
            for other in range(1, 101):
                beat = struct.pack("<BI4qIBBH", 1, 40, 0, 0, 0, 0, 0, 0, 0, 0)
                self.site.redis.publish(f"meydan:node:{other:016x}", b"MYD1" + struct.pack("<QQ", other, 1) + beat)
            return self.site.known(node) == 101

        until(knows_all, "it knows them all")
        self.assertNotIn("is ignored", node.read(node.err))


if __name__ == "__main__":
    unittest.main()
