#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Online play, from outside and on loopback: whole games by socket and by HTTP, everything that must be refused, accounts
from creation to deletion, limits, reconnecting, restarts."""
import json
import os
import re
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../support"))
from online import MEYDAN, Closed, Person, Refused, Server, Socket  # noqa: E402
from waiting import until  # noqa: E402

# Player 2 jumps over player 1 and arrives first.
QUORIDOR = "e2 e8 e3 e7 e4 e6 e5 e4 e6 e3 e7 e2 e8 e1".split()
PASSWORD = "correct horse"


class Case(unittest.TestCase):
    """One server for the whole class, which must end cleanly after any test."""

    args = ["--limits", "1000", "--computers", "0"]

    @classmethod
    def setUpClass(cls):
        cls.server = Server(*cls.args)
        cls.names = 0

    @classmethod
    def tearDownClass(cls):
        status, err = cls.server.end()
        assert (status, err) == (0, ""), f"status {status}: {err}"

    def person(self, token=None):
        return Person(self.server, token)

    def account(self, **more):
        type(self).names += 1
        person = self.person()
        person.name = f"{type(self).__name__}{self.names}"
        person.post("register", {"name": person.name, "password": PASSWORD, **more})
        return person

    def socket(self, person, **how):
        made = person.socket(**how)
        self.addCleanup(made.socket.close)
        return made

    def started(self, players=2, **setup):
        """A game that has begun, and its players in the order of their seats."""
        people = [self.person() for _ in range(players)]
        setup = {"clock": "300+2", **setup}
        game = people[0].make(**setup)["id"]
        for person in people[1:]:
            person.act(game, "join")
        return game, people

    def me(self, person):
        return person.get("me")["person"]

    def first_moves(self, game, *people, moves=1):
        """Both players make a few moves of Quoridor or Abalone, whoever begins."""
        state = people[0].get(f"games/{game}")
        known = {self.me(person)["id"]: person for person in people}
        order = [known[seat["person"]["id"]] for seat in state["seats"]]
        lines = {"quoridor": ["e2", "e8", "e3", "e7", "e4", "e6", "e3h", "d6h"], "abalone": ["a1b2", "i5h5"]}
        for ply, move in enumerate(lines[state["variant"]][:2 * moves]):
            order[ply % 2].move(game, ply, move)

    def refused(self, code, call, *args, **fields):
        with self.assertRaises(Refused) as caught:
            call(*args, **fields)
        self.assertEqual(caught.exception.code, code, caught.exception.error)
        self.assertTrue(caught.exception.error["text"])
        return caught.exception


class Play(Case):
    def test_a_whole_game_by_socket(self):
        game, people = self.started()
        sockets = [self.socket(person) for person in people]
        watcher = self.socket(self.person())
        for seat, one in enumerate(sockets):
            state = one.watch(game)
            self.assertEqual((state["state"], state["you"], state["moves"]), ("live", [seat], []))
        state = watcher.watch(game)
        self.assertEqual(state["you"], [])
        number = state["number"]
        for ply, move in enumerate(QUORIDOR):
            number += 1
            self.assertEqual(sockets[ply % 2].ask("move", game=game, ply=ply, move=move)["t"], "ok")
            for one in [*sockets, watcher]:
                event = one.event("move", number=number)
                self.assertEqual((event["seat"], event["ply"], event["move"], event["game"]),
                                 (ply % 2, ply, move, game))
                self.assertEqual(len(event["clocks"]), 2)
                last = ply == len(QUORIDOR) - 1
                self.assertEqual(event["turn"], None if last else 1 - ply % 2)
        for one in [*sockets, watcher]:
            event = one.event("end")
            self.assertEqual((event["number"], event["result"], event["reason"]),
                             (number + 1, "0-1", "normal"))
        state = people[0].get(f"games/{game}")
        self.assertEqual((state["state"], state["result"], state["moves"], state["turn"]),
                         ("over", "0-1", QUORIDOR, None))
        status, headers, record = self.person().ask("GET", f"games/{game}.txt")
        self.assertEqual(status, 200)
        self.assertIn("attachment", headers["Content-Disposition"])
        self.assertIn(b'[Result "0-1"]', record)

    def test_a_whole_game_by_http_with_tokens(self):
        tokens = []
        for _ in range(2):
            owner = self.account(bot=True)
            made = owner.post("tokens", {"label": "my engine"})
            self.assertRegex(made["token"], r"^mey_[A-Za-z0-9_-]{43}$")
            listed = owner.get("tokens")["tokens"]
            self.assertEqual([(one["id"], one["label"]) for one in listed], [(made["id"], "my engine")])
            self.assertNotIn(made["token"], json.dumps(listed))
            bot = self.person(made["token"])
            bot.name = owner.name
            tokens.append(bot)
        first, second = tokens
        game = first.make(seats=["me", {"invite": second.name.lower()}], clock="60+1")
        self.assertEqual(game["seats"][1]["invited"], second.name)
        self.assertEqual(game["seats"][0]["person"]["kind"], "bot")
        self.refused("full", self.person().act, game["id"], "join")
        second.act(game["id"], "join")
        for ply, move in enumerate(QUORIDOR):
            self.assertEqual(tokens[ply % 2].move(game["id"], ply, move)["ok"], True)
        self.assertEqual(first.get(f"games/{game['id']}")["result"], "0-1")
        self.assertEqual(first.get(f"people/{second.name}")["counts"],
                         {"games": 1, "wins": 1, "draws": 0, "losses": 0})
        listed = self.person().get(f"games?player={first.name}")["games"]
        self.assertEqual([one["id"] for one in listed], [game["id"]])

    def test_which_moves_there_are(self):
        game, (ada, _) = self.started()
        path = f"games/{game}/moves"
        found = self.person().get(path)
        self.assertEqual((found["ply"], found["turn"], len(found["moves"])), (0, 0, 3 + 128))
        self.assertIn("e2", found["moves"])
        ada.move(game, 0, "e2")
        found = self.person().get(path)
        self.assertEqual((found["ply"], found["turn"]), (1, 1))
        self.assertIn("e8", found["moves"])
        self.refused("not_found", self.person().get, "games/zzzzzzzz/moves")
        self.refused("not_found", self.person().get, "games/short/moves")

    def test_a_seat_kept_for_somebody_who_is_gone_is_open(self):
        ada, bob, eve = self.account(), self.account(), self.account()
        game = ada.make(seats=["me", {"invite": bob.name}])["id"]
        self.refused("full", eve.act, game, "join")
        self.refused("forbidden", eve.act, game, "join", seat=1)
        played, people = self.started(2, variant="quoridor")
        people[1].post("register", {"name": "Leaver-1", "password": PASSWORD})
        people[0].act(played, "resign")
        for person in (bob, people[1]):
            person.post("delete-account", {"password": PASSWORD})
        self.assertIsNone(ada.get(f"games/{game}")["seats"][1]["invited"])
        eve.act(game, "join")
        self.assertEqual(ada.get(f"games/{game}")["state"], "live")
        again = people[0].act(played, "rematch")["game"]
        self.assertEqual([seat["invited"] for seat in people[0].get(f"games/{again}")["seats"]], [None, None])
        eve.act(again, "join")
        self.assertEqual(eve.get(f"games/{again}")["state"], "live")

    def test_every_variant_begins(self):
        for variant, players in {"abalone": 2, "abalone-3": 3, "abalone-4": 4, "abalone-4-pairs": 4,
                                 "quoridor": 2, "quoridor-4": 4}.items():
            game, people = self.started(players, variant=variant)
            state = people[-1].get(f"games/{game}")
            self.assertEqual((state["state"], state["turn"], len(state["seats"])), ("live", 0, players))

    def test_a_table_that_fills_up_and_empties(self):
        maker = self.person()
        game = maker.make("abalone-3", clock="600+5")["id"]
        socket = self.socket(maker)
        socket.watch(game)
        second, third = self.person(), self.person()
        second.act(game, "join", seat=2)
        event = socket.event("sit")
        self.assertEqual((event["seat"], event["person"]["person"]["kind"]), (2, "anonymous"))
        self.refused("taken", third.act, game, "join", seat=2)
        second.act(game, "leave")
        self.assertEqual(socket.event("stand")["seat"], 2)
        second.act(game, "join")
        third.act(game, "join")
        start = socket.event("start")
        self.assertEqual(len(start["seats"]), 3)
        self.refused("full", self.person().act, game, "join")
        # One resigns out of turn and the others play on (R5); the next one to leave ends the game.
        people = {one["id"]: person for one, person in ((self.me(person), person) for person in (maker, second, third))}
        for ply, (seat, move) in enumerate(zip(start["seats"], ("a1b1", "d1d2", "d8c7"))):
            people[seat["person"]["id"]].move(game, ply, move)
        third.act(game, "resign")
        leave = socket.event("leave")
        self.assertEqual(leave["reason"], "resignation")
        second.act(game, "resign")
        end = socket.event("end")
        self.assertEqual(end["result"], "1-0-0")

    def test_lot(self):
        seen = set()
        for _ in range(20):
            game, people = self.started(lot=True)
            seen.add(people[0].get(f"games/{game}")["you"][0])
            if len(seen) == 2:
                return
        self.fail("the lot always falls alike")

    def test_offers(self):
        game, (ada, bob) = self.started()
        one, two = self.socket(ada), self.socket(bob)
        one.watch(game)
        two.watch(game)
        one.ask("draw", game=game)
        self.assertEqual(two.event("draw")["seat"], 0)
        self.assertEqual(bob.get(f"games/{game}")["draw"], [0])
        two.ask("nodraw", game=game)
        one.event("nodraw")
        one.ask("move", game=game, ply=0, move="e2")
        one.ask("takeback", game=game)
        self.assertEqual(two.event("ask")["to"], 0)
        self.assertEqual(bob.get(f"games/{game}")["takeback"], {"seat": 0, "to": 0, "agreed": []})
        two.ask("notakeback", game=game)
        one.event("noask")
        one.ask("takeback", game=game)
        two.ask("takeback", game=game)
        self.assertEqual(one.event("takeback")["plies"], 0)
        self.assertEqual(bob.get(f"games/{game}")["moves"], [])
        one.ask("move", game=game, ply=0, move="e2")
        two.ask("draw", game=game)
        one.ask("draw", game=game)
        end = two.event("end")
        self.assertEqual((end["result"], end["reason"]), ("1/2-1/2", "agreement"))

    def test_abort(self):
        game, (ada, bob) = self.started()
        bob.act(game, "abort")
        state = ada.get(f"games/{game}")
        self.assertEqual((state["state"], state["result"], state["reason"]), ("over", "*", "aborted"))
        game = ada.make()["id"]
        self.refused("not_yours", bob.act, game, "abort")
        ada.act(game, "abort")
        self.assertEqual(ada.get(f"games/{game}")["state"], "over")

    def test_rematch(self):
        game, (ada, bob) = self.started()
        watcher = self.socket(self.person())
        watcher.watch(game)
        ada.act(game, "resign")
        made = self.socket(ada).ask("rematch", game=game)["game"]
        self.assertEqual(watcher.next("rematch")["next"], made)
        self.assertEqual(bob.act(game, "rematch")["game"], made)
        state = bob.get(f"games/{made}")
        self.assertEqual((state["state"], state["you"]), ("live", [0]))
        self.assertEqual(bob.get(f"games/{game}")["rematch"], made)

    def test_the_lobby(self):
        socket = self.socket(self.person())
        first = socket.ask("lobby")
        self.assertEqual(first["t"], "lobby")
        ada, bob = self.person(), self.person()
        game = ada.make(clock="180+2")["id"]
        hidden = ada.make(public=False)["id"]
        lists = socket.next("lobby")
        self.assertIn(game, [one["id"] for one in lists["open"]])
        bob.act(game, "join")
        while game not in [one["id"] for one in lists["live"]]:
            lists = socket.next("lobby")
        self.assertNotIn(hidden, json.dumps(lists) + json.dumps(ada.get("lobby")))
        self.assertEqual(self.person().get(f"games/{hidden}")["state"], "open")  # found by its link
        socket.ask("unlobby")
        bob.act(game, "resign")
        self.assertEqual([one for one in socket.silent(1.5) if one["t"] == "lobby"], [])

    def test_who_is_here_and_who_watches(self):
        game, (ada, bob) = self.started()
        one = self.socket(ada)
        one.watch(game)
        self.assertEqual(one.next("here")["here"], [True, False])
        two = self.socket(bob)
        two.watch(game)
        self.assertEqual(one.next("here")["here"], [True, True])
        watchers = [self.socket(self.person()) for _ in range(3)]
        for watcher in watchers:
            watcher.watch(game)
        self.assertEqual(one.next("watchers", n=3)["game"], game)
        two.ask("bye")
        two.close()
        here = one.next("here", here=[True, False])
        self.assertIsNone(here["claim"][0])
        watchers[0].drop()
        self.assertEqual(one.next("watchers", n=2)["game"], game)

    def test_lag_is_measured_on_turn(self):
        game, (ada, bob) = self.started()
        one, two = self.socket(ada), self.socket(bob)
        one.watch(game)
        two.watch(game)
        self.assertIsNone(two.ask("ping")["lag"])
        one.ask("move", game=game, ply=0, move="e2")
        two.event("move")
        # The server measures the lag of the player to move. The answer is sent while this end reads.
        self.assertGreaterEqual(until(lambda: two.ask("ping")["lag"] is not None and two.ask("ping"), "a lag")["lag"], 0)
        self.assertGreaterEqual(two.pings, 1)

    def test_my_games(self):
        game, (ada, bob) = self.started()
        self.assertEqual([one["id"] for one in bob.get("me")["games"]], [game])
        self.assertEqual(bob.get("me")["person"]["kind"], "anonymous")
        ada.act(game, "resign")
        self.assertEqual(bob.get("me")["games"], [])
        self.assertEqual([one["id"] for one in bob.get("games?mine=true")["games"]], [game])


class Archive(Case):
    args = Case.args + ["--rate-shared"]

    def test_search_and_download(self):
        ada, bob = self.account(), self.account()
        games = []
        for i in range(7):
            game = ada.make("quoridor" if i % 2 else "abalone", clock="300+2" if i < 4 else "-",
                            seats=["me", {"invite": bob.name}], rated=i == 1, public=i != 6)["id"]
            bob.act(game, "join")
            self.first_moves(game, ada, bob, moves=4 if i == 1 else 1)
            (ada if i % 3 else bob).act(game, "resign")
            games.append(game)
        games.reverse()

        def found(query, who=None):
            return [one["id"] for one in (who or self.person()).get("games?" + query)["games"]]

        self.assertEqual(found(f"player={ada.name}"), games[1:])
        self.assertEqual(found(f"player={ada.name.upper()}", ada), games)
        self.assertEqual(found("mine=true", bob), games)
        self.assertEqual(found(f"player={bob.name}&variant=abalone"), [games[i] for i in (2, 4, 6)])
        self.assertEqual(found(f"player={bob.name}&speed=unlimited"), games[1:3])
        self.assertEqual(found(f"player={bob.name}&rated=true"), [games[5]])
        self.assertIn(games[6], found(f"player={bob.name}&result=1-0"))
        page = self.person().get(f"games?player={ada.name}&limit=4")
        self.assertEqual([one["id"] for one in page["games"]], games[1:5])
        page = self.person().get(f"games?player={ada.name}&limit=4&before={page['next']}")
        self.assertEqual([one["id"] for one in page["games"]], games[5:])
        self.assertIsNone(page["next"])
        status, headers, text = self.person().ask("GET", f"archive.txt?player={ada.name}")
        self.assertEqual((status, headers["Content-Type"]), (200, "text/plain; charset=utf-8"))
        self.assertEqual(text.count(b"[Game "), 6)
        self.assertIn(f'[Player1 "{ada.name}"]'.encode(), text)
        for query in ("limit=0", "limit=51", "since=x", "before=zzz", "until=-1", "rated=maybe", "mine=yes"):
            self.refused("malformed", found, query)
        self.refused("not_found", found, "player=Nobody-at-all")
        # The effect of the rated game.
        profile = ada.get(f"people/{bob.name}")
        self.assertEqual([(one["variant"], one["speed"], one["games"], one["provisional"])
                          for one in profile["ratings"]], [("quoridor", "blitz", 1, True)])
        changes = ada.get(f"people/{bob.name}/ratings?variant=quoridor&speed=blitz")["changes"]
        self.assertEqual([(one["game"], one["before"]) for one in changes], [(games[5], 1500)])
        self.assertGreater(changes[0]["after"], 1500)
        state = ada.get(f"games/{games[5]}")
        self.assertIn(changes[0]["after"], [one["after"] for one in state["ratings"]])

    def test_ratings_in_pages(self):
        ada, bob = self.account(), self.account()
        games = []
        for _ in range(3):
            game = ada.make("quoridor", clock="300+2", seats=["me", {"invite": bob.name}], rated=True)["id"]
            bob.act(game, "join")
            self.first_moves(game, ada, bob, moves=4)
            ada.act(game, "resign")
            games.append(game)
        path = f"people/{ada.name}/ratings?limit="
        page = bob.get(path + "2")
        self.assertEqual([one["game"] for one in page["changes"]], games[1:])  # the latest, oldest first
        page = bob.get(path + "2&before=" + page["next"])
        self.assertEqual([one["game"] for one in page["changes"]], games[:1])
        self.assertIsNone(page["next"])
        for wrong in "0", "1001", "x", "2&before=x":
            self.refused("malformed", bob.get, path + wrong)

    def test_rated_needs_accounts(self):
        ada = self.account()
        self.refused("not_rated", self.person().make, rated=True, clock="300+2")
        self.refused("not_rated", ada.make, rated=True)
        game = ada.make(rated=True, clock="300+2")["id"]
        self.refused("not_rated", self.person().act, game, "join")


class Fairness(Case):
    def rated(self, ada, bob, moves=4):
        game = ada.make(rated=True, clock="300+2")["id"]
        bob.act(game, "join")
        self.first_moves(game, ada, bob, moves=moves)
        bob.act(game, "resign")
        return ada.get(f"games/{game}")

    def test_one_address_is_not_rated(self):
        ada, bob = self.account(), self.account()
        for _ in range(3):
            state = self.rated(ada, bob)
            self.assertEqual((state["reason"], state["ratings"], state["uncounted"]), ("resignation", None, "shared"))
        self.assertEqual(self.rated(ada, bob, moves=1)["uncounted"], "short")
        self.assertEqual(ada.get(f"people/{ada.name}")["ratings"], [])

    def test_no_win_before_the_first_moves(self):
        ada, bob = self.account(), self.account()
        game = ada.make(rated=True, clock="300+2")["id"]
        bob.act(game, "join")
        self.refused("forbidden", ada.act, game, "claim")
        bob.act(game, "resign")
        state = ada.get(f"games/{game}")
        self.assertEqual((state["reason"], state["result"], state["ratings"]), ("aborted", "*", None))

    def test_guests_make_no_rated_games(self):
        self.refused("not_rated", self.person().make, rated=True, clock="300+2", seats=["open", "open"])

    def test_people_not_tabs(self):
        ada, bob = self.account(), self.account()
        sockets = [self.socket(ada) for _ in range(5)] + [self.socket(bob)]
        self.assertEqual(sockets[0].ask("lobby")["players"], 2)
        self.assertEqual(self.person().get("lobby")["players"], 2)

    def test_a_seek_while_its_maker_is_there(self):
        ada, bob = self.account(), self.account()
        watcher, page = self.socket(bob), ada.socket()
        now, slow, private = (ada.make(clock=clock, public=public)["id"]
                              for clock, public in (("300+2", True), ("3d", True), ("300+2", False)))

        def wait_for(*seeks):
            lobby = watcher.ask("lobby")
            while sorted(one["id"] for one in lobby["open"]) != sorted(seeks):
                lobby = watcher.next("lobby")

        wait_for(now, slow)
        page.send("bye")
        page.socket.close()
        wait_for(slow)  # the game with days per move
        self.refused("away", bob.act, now, "join")
        self.refused("away", watcher.ask, "join", game=now)
        # After a reconnect everything is there.
        page = self.socket(ada)
        self.assertEqual({one["id"] for one in ada.get("me")["games"]}, {now, slow, private})
        wait_for(now, slow)
        bob.act(now, "join")


class Lag(Case):
    args = ["--limits", "1000", "--computers", "0", "--trust-proxy"]

    def given_back(self, headers):
        """The refund for six moves of a player whose pongs come half a second late."""
        game, (ada, bob) = self.started(clock="60+0")
        sockets = [self.socket(person, headers=headers) for person in (ada, bob)]
        for one in sockets:
            one.watch(game)
        sockets[0].pong_after = 0.5
        given = 0
        for ply, move in enumerate(QUORIDOR[:12]):
            mover = sockets[ply % 2]
            if ply % 2 == 0:
                # Long enough for a ping, which is answered late.
                until(lambda: mover.ask("ping")["lag"] is not None or ply == 0, "a measured line")
            mover.ask("move", game=game, ply=ply, move=move)
            given += max(one.event("move", ply=ply).get("lag", 0) for one in sockets) if ply % 2 == 0 else 0
        self.assertGreater(sockets[0].ask("ping")["lag"], 300)
        return given

    def test_late_pongs_give_nothing_back(self):
        """Answering pings 900 ms late once gave back 14 of 16 seconds."""
        self.assertLess(self.given_back({}), 6 * 60)

    def test_nor_behind_a_proxy_that_measures(self):
        # nginx reports 2 ms. Without that it would be 300 ms per move, as long as the quota lasts.
        self.assertLess(self.given_back({"X-Forwarded-For": "192.0.2.7", "X-Forwarded-RTT": "2000"}), 6 * 30)


class Refusals(Case):
    def test_in_a_game(self):
        game, (ada, bob) = self.started()
        stranger = self.account()
        by_http = [ada, bob, stranger]
        sockets = [self.socket(person) for person in by_http]

        def both(code, who, action, **fields):
            self.refused(code, by_http[who].act, game, action, **fields)
            return self.refused(code, sockets[who].ask, action, game=game, **fields)

        both("out_of_turn", 1, "move", ply=0, move="e8")
        both("not_yours", 2, "move", ply=0, move="e2")
        both("not_yours", 2, "resign")
        both("not_yours", 2, "draw")
        both("not_yours", 2, "takeback")
        both("not_yours", 2, "abort")
        both("stale", 0, "move", ply=5, move="e2")
        error = both("illegal_move", 0, "move", ply=0, move="e9")
        self.assertEqual(error.error["rule"], "square-taken")
        both("illegal_move", 0, "move", ply=0, move="zz99")
        both("full", 2, "join")
        ada.move(game, 0, "e2")
        ada.move(game, 0, "e2")  # a second time, harmless
        self.assertEqual(sockets[0].ask("move", game=game, ply=0, move="e2")["t"], "ok")
        both("stale", 0, "move", ply=0, move="e1v")
        self.assertEqual(ada.get(f"games/{game}")["moves"], ["e2"])
        bob.move(game, 1, "e8")
        self.refused("forbidden", ada.act, game, "abort")
        self.refused("forbidden", ada.act, game, "claim")
        self.refused("forbidden", ada.act, game, "rematch")
        bob.act(game, "resign")
        for action in ("resign", "draw", "takeback", "abort", "claim", "leave"):
            both("over", 0, action)
        both("over", 0, "move", ply=2, move="e3")
        open_game = ada.make()["id"]
        for action in ("resign", "draw", "takeback"):
            self.refused("not_started", ada.act, open_game, action)
        self.refused("not_started", ada.move, open_game, 0, "e2")

    def test_nobody(self):
        game, (ada, _) = self.started()
        nobody = self.person()
        self.refused("not_signed_in", nobody.act, game, "resign")
        self.refused("not_signed_in", self.socket(nobody).ask, "resign", game=game)
        # A refused visitor doesn't become a person either.
        self.refused("full", nobody.act, game, "join")
        self.refused("not_found", nobody.act, "zzzzzzzz", "join")
        ada.act(game, "resign")
        self.refused("over", nobody.act, game, "join")
        self.assertIsNone(nobody.cookie)
        self.refused("not_signed_in", nobody.get, "tokens")
        self.refused("not_signed_in", nobody.get, "export")
        self.refused("not_signed_in", nobody.post, "password", {"old": PASSWORD, "new": PASSWORD})
        self.refused("not_signed_in", nobody.post, "delete-account", {"password": PASSWORD})
        self.refused("not_signed_in", nobody.post, "logout-everywhere")

    def test_forged(self):
        game, (ada, _) = self.started()
        for token in ("mey_" + "A" * 43, "mey_", "x", "A" * 500):
            self.refused("not_signed_in", self.person(token).get, "me")
            with self.assertRaises(Refused) as caught:
                self.person(token).socket()
            self.assertEqual(caught.exception.status, 401)
        thief = self.person()
        for cookie in ("A" * 43, "", "x" * 100, ada.cookie[:-1] + ("A" if ada.cookie[-1] != "A" else "E")):
            thief.cookie = cookie
            self.assertIsNone(thief.get("me")["person"])
            self.refused("not_signed_in", thief.act, game, "resign")
        owner = self.account()
        made = owner.post("tokens", {"label": "x"})
        bot = self.person(made["token"])
        socket = self.socket(bot)
        self.assertEqual(bot.get("me")["person"]["name"], owner.name)
        self.refused("forbidden", bot.post, "tokens", {"label": "y"})
        self.assertEqual(owner.call("DELETE", f"tokens/{made['id']}"), {"ok": True})
        self.assertEqual(socket.closed(), 4001)
        self.refused("not_signed_in", bot.get, "me")
        self.refused("not_found", owner.call, "DELETE", f"tokens/{made['id']}")
        self.refused("not_found", owner.call, "DELETE", "tokens/x")

    def test_other_sites(self):
        ada = self.account()
        evil = {"Origin": "https://evil.example"}
        self.refused("origin", ada.post, "games", {"variant": "quoridor"}, headers=evil)
        self.refused("origin", ada.post, "games", {"variant": "quoridor"}, headers={"Origin": "null"})
        self.refused("origin", self.person().post, "login", {"name": ada.name, "password": PASSWORD},
                     headers=evil)
        self.refused("origin", ada.call, "DELETE", "tokens/5", headers=evil)
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", None):
            self.refused("malformed", ada.post, "games", {"variant": "quoridor"},
                         headers={"Content-Type": kind})
        own = {"Origin": f"http://127.0.0.1:{self.server.port}"}
        self.assertEqual(ada.post("games", {"variant": "quoridor"}, headers=own)["game"]["state"], "open")
        for how in ({"headers": evil}, {"origin": False}):
            with self.assertRaises(Refused) as caught:
                ada.socket(**how)
            self.assertEqual(caught.exception.status, 403)
        with self.assertRaises(Refused):
            self.person().socket(headers=evil)
        token = ada.post("tokens", {"label": "x"})["token"]
        self.socket(self.person(token), origin=False)  # a program has no Origin
        self.assertEqual(self.person(token).post("games", {"variant": "quoridor"}, headers=evil)
                         ["game"]["state"], "open")

    def test_malformed_requests(self):
        ada = self.account()
        for body in (b"", b"{", b"[]", b"null", b"7", b'"x"', b'{"variant":"quoridor"} x', b"\xff\xfe",
                     b'{"variant":"quoridor",}', b"{'variant':'quoridor'}", b'{"variant":"\xff"}',
                     b'{"variant":"quoridor"}\0', b'{"variant":' + b"[" * 2000):
            self.refused("malformed", ada.post, "games", raw=body)
        for setup in ({}, {"variant": 5}, {"variant": "chess"}, {"variant": None},
                      {"variant": "quoridor", "clock": 5}, {"variant": "quoridor", "clock": "fast"},
                      {"variant": "quoridor", "clock": "0"}, {"variant": "quoridor", "lot": "yes"},
                      {"variant": "quoridor", "rated": 1}, {"variant": "quoridor", "ratd": True},
                      {"variant": "quoridor", "layout": "moon"}, {"variant": "quoridor", "position": "x"},
                      {"variant": "quoridor", "position": "e3 / - / e1 e9 / 10 10 / 1"},
                      {"variant": "abalone", "layout": "standard", "position": "x"},
                      {"variant": "quoridor", "seats": []}, {"variant": "quoridor", "seats": "me"},
                      {"variant": "quoridor", "seats": ["me"]}, {"variant": "quoridor", "seats": ["me", "me"]},
                      {"variant": "quoridor", "seats": ["me", "you"]},
                      {"variant": "quoridor", "seats": ["me", {"computer": 0}]},
                      {"variant": "quoridor", "seats": ["me", {"computer": 11}]},
                      {"variant": "quoridor", "seats": ["me", {"computer": "5"}]},
                      {"variant": "quoridor", "seats": ["me", {"invite": 5}]},
                      {"variant": "quoridor", "seats": ["me", {"computer": 5, "invite": "Ada"}]},
                      {"variant": "quoridor", "seats": ["me", None]},
                      {"variant": "quoridor", "seats": ["me", "open", "open"]}):
            self.refused("malformed", ada.post, "games", setup)
        self.refused("not_found", ada.make, seats=["me", {"invite": "Nobody-at-all"}])
        game = ada.make()["id"]
        for body in ({"ply": 0}, {"move": "e2"}, {"ply": "0", "move": "e2"}, {"ply": -1, "move": "e2"},
                     {"ply": 0.5, "move": "e2"}, {"ply": 0, "move": 2}, {"ply": 0, "move": "e2" * 50},
                     {"ply": 0, "move": "e2", "game": game}, {"ply": 10**30, "move": "e2"}):
            self.refused("malformed", ada.post, f"games/{game}/move", body)
        for path in ("games/short", "games/00000000", "games/zzzzzzzzz", "games/!!!!!!!!"):
            self.refused("not_found", ada.get, path)
            self.refused("not_found", ada.post, path + "/join")
        self.refused("not_found", ada.get, "games/zzzzzzzz")
        self.refused("not_found", ada.get, "people/Nobody-at-all")
        for path in ("", "nothing", "games/", "me/", "games/a/b/c/d", "/api", "/api/", "/api/v2/me", "socket"):
            self.refused("unknown", ada.get, path or "/api/v1/")
        self.refused("unknown", ada.act, game, "dance")
        self.refused("unknown", ada.act, game, "watch")
        self.assertEqual(self.refused("unknown", ada.post, "me").status, 405)
        self.assertEqual(self.refused("unknown", ada.get, "login").status, 405)
        status, headers, _ = ada.ask("DELETE", "games")
        self.assertEqual((status, headers["Allow"]), (405, "GET, HEAD, POST"))

    def test_malformed_messages(self):
        socket = self.socket(self.account())
        for text in ("", "x", "{", "[]", "7", "null", '{"t":5}', "{}", '{"t":"move"}', '{"t":"watch"}',
                     '{"t":"watch","game":5}', '{"t":"watch","game":"x"}', '{"t":"ping","n":"1"}',
                     '{"t":"ping","n":-1}', '{"t":"ping","n":1.5}', '{"t":"ping","x":1}', '{"t":"ping"} {}',
                     '{"t":"join","game":"zzzzzzzz","seat":4}', '{"t":"watch","game":"zzzzzzzz","ply":1}',
                     '{"t":' * 600):
            socket.send_raw(text)
            self.assertEqual(socket.next("error")["code"], "malformed", text)
        self.refused("unknown", socket.ask, "dance")
        self.refused("unknown", socket.ask, "x" * 100)
        self.refused("not_found", socket.ask, "watch", game="zzzzzzzz")
        self.refused("not_found", socket.ask, "resign", game="zzzzzzzz")
        self.refused("malformed", socket.ask, "move", game="zzzzzzzz", ply=0)
        self.assertEqual(socket.ask("ping")["t"], "pong")  # the socket stays open

    def test_what_is_no_text(self):
        for opcode, payload in ((2, b"\0\1"), (1, b"\xff\xff")):
            socket = self.socket(self.person())
            socket.frame(opcode, payload)
            self.assertIn(socket.closed(), (1002, 1003, 1007, 1008, None))

    def test_oversized(self):
        socket = self.socket(self.account())
        socket.send_raw('{"t":"ping","n":1}' + " " * 5000)
        self.assertIn(socket.closed(), (1009, None))
        status, _, _ = self.person().ask("POST", "games", raw=b" " * 70000)
        self.assertEqual(status, 413)
        self.assertIsNone(self.person().get("me")["person"])  # the server still answers

    def test_other_peoples_doors(self):
        status, headers, _ = self.person().ask("GET", "me")
        self.assertEqual(headers["X-Frame-Options"], "DENY")
        self.assertIn("connect-src 'self'", headers["Content-Security-Policy"])
        self.assertEqual(headers["Cache-Control"], "no-store")


class Accounts(Case):
    args = ["--limits", "1000", "--computers", "0", "--event-log", "--access-log"]

    def test_a_whole_life(self):
        ada = self.person()
        game = ada.make()["id"]  # as a visitor
        number = ada.get("me")["person"]["id"]
        self.assertIn("HttpOnly; SameSite=Strict; Path=/", ada.set_cookie)
        self.assertNotIn("Secure", ada.set_cookie)
        visitor = ada.cookie
        socket = self.socket(ada)
        socket.watch(game)
        answer = ada.post("register", {"name": "Ada", "password": PASSWORD})
        self.assertEqual((ada.status, answer["person"]), (201, {"id": number, "name": "Ada", "kind": "account"}))
        self.assertEqual([one["id"] for one in answer["games"]], [game])
        self.assertNotEqual(ada.cookie, visitor)
        self.assertEqual(socket.closed(), 4001)
        old = self.person()
        old.cookie = visitor
        self.assertIsNone(old.get("me")["person"])
        self.assertEqual(ada.get(f"games/{game}")["seats"][0]["person"]["name"], "Ada")
        self.refused("forbidden", ada.post, "register", {"name": "Ada2", "password": PASSWORD})
        self.refused("name_taken", self.person().post, "register", {"name": "aDA", "password": PASSWORD})

        # Another browser with a game in progress.
        other = self.person()
        second = other.make()["id"]
        self.refused("wrong_password", other.post, "login", {"name": "Ada", "password": PASSWORD + "!"})
        self.refused("wrong_password", other.post, "login", {"name": "Eve", "password": PASSWORD})
        self.refused("wrong_password", other.post, "login", {"name": "?", "password": PASSWORD})
        answer = other.post("login", {"name": "ADA", "password": PASSWORD})
        self.assertEqual(answer["person"]["id"], number)
        self.assertEqual({one["id"] for one in answer["games"]}, {game, second})
        self.assertEqual(other.get(f"games/{second}")["seats"][0]["person"]["name"], "Ada")

        # A new password ends all sessions but this one.
        self.refused("wrong_password", ada.post, "password", {"old": "wrong horse", "new": "battery staple"})
        self.refused("bad_password", ada.post, "password", {"old": PASSWORD, "new": "short"})
        socket = self.socket(other)
        ada.post("password", {"old": PASSWORD, "new": "battery staple"})
        self.assertEqual(socket.closed(), 4001)
        self.assertIsNone(other.get("me")["person"])
        self.assertEqual(ada.get("me")["person"]["name"], "Ada")
        self.refused("wrong_password", other.post, "login", {"name": "Ada", "password": PASSWORD})
        other.post("login", {"name": "Ada", "password": "battery staple"})

        # Signs out here, then everywhere.
        ada.post("logout")
        self.assertIsNone(ada.cookie)
        self.assertIsNone(ada.get("me")["person"])
        self.assertIsNotNone(other.get("me")["person"])
        ada.post("login", {"name": "Ada", "password": "battery staple"})
        socket = self.socket(other)
        ada.post("logout-everywhere")
        self.assertEqual(socket.closed(), 4001)
        self.assertIsNone(other.get("me")["person"])

        # The export.
        ada.post("login", {"name": "Ada", "password": "battery staple"})
        bob = self.person()
        bob.act(game, "join")
        bob.act(game, "resign")
        ada.post("tokens", {"label": "engine"})
        status, headers, text = ada.ask("GET", "export")
        self.assertIn("attachment", headers["Content-Disposition"])
        kept = json.loads(text)
        self.assertEqual(kept["person"]["name"], "Ada")
        self.assertEqual([one["id"] for one in kept["games"]], [game])
        self.assertIn('[Player1 "Ada"]', kept["games"][0]["record"])
        self.assertEqual(kept["tokens"][0]["label"], "engine")
        self.assertEqual(len(kept["sessions"]), 1)

        # Deletes the account.
        third = ada.make()["id"]
        bob.act(third, "join")
        self.refused("wrong_password", ada.post, "delete-account", {"password": PASSWORD})
        bot = self.person(ada.post("tokens", {"label": "second"})["token"])
        sockets = [self.socket(ada), self.socket(bot)]
        ada.post("delete-account", {"password": "battery staple"})
        for socket in sockets:
            self.assertEqual(socket.closed(), 4001)
        self.refused("not_signed_in", bot.get, "me")
        self.assertIsNone(ada.get("me")["person"])
        self.refused("wrong_password", ada.post, "login", {"name": "Ada", "password": "battery staple"})
        self.refused("not_found", bob.get, "people/Ada")
        state = bob.get(f"games/{game}")
        self.assertEqual(state["seats"][0]["person"], {"id": number, "name": None, "kind": "gone"})
        self.assertEqual(bob.get(f"games/{third}")["state"], "over")  # the others need not wait for her
        self.assertEqual(bob.get(f"games/{second}")["state"], "over")
        # The name stays reserved for a while.
        self.refused("name_taken", ada.post, "register", {"name": "ada", "password": PASSWORD})
        ada.post("register", {"name": "Ada-2", "password": PASSWORD})

        # No secret was logged.
        log = self.server.read(self.server.out) + self.server.read(self.server.err)
        self.assertIn("event=account_made", log)
        self.assertIn("event=wrong_password address=127.0.0.1", log)
        for secret in (PASSWORD, "battery", ada.cookie, visitor, "mey_"):
            self.assertNotIn(secret, log)
        files = [os.path.join(folder, name) for folder, _, names in os.walk(self.server.folder) for name in names]
        for name in files:
            with open(name, "rb") as file:
                data = file.read()
            for secret in (PASSWORD, "battery staple", ada.cookie):
                self.assertNotIn(secret.encode(), data, name)

    def test_a_visitor_becomes_one_account(self):
        visitor = self.person()
        visitor.make()
        answers = []

        def register(name):
            same = self.person()
            same.cookie = visitor.cookie
            answers.append(same.ask("POST", "register", {"name": name, "password": PASSWORD})[0])

        threads = [threading.Thread(target=register, args=(f"Twice{i}",)) for i in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        # A client that came late enough had lost its session and was a new person.
        there = [visitor.ask("GET", f"people/Twice{i}")[0] for i in range(3)]
        self.assertEqual(answers.count(201), there.count(200))
        self.assertIn(201, answers)

    def test_an_old_password_that_is_still_being_checked(self):
        ada = self.account()
        entered = []

        def sign_in():
            thief = self.person()
            status = thief.ask("POST", "login", {"name": ada.name, "password": PASSWORD})[0]
            entered.append((status, thief))

        # The last of these are checked after the password was changed, against the one that was valid when they
        # arrived.
        change = threading.Thread(target=ada.post, args=("password", {"old": PASSWORD, "new": "battery staple"}))
        thieves = [threading.Thread(target=sign_in) for _ in range(8)]
        for thread in [change, *thieves]:
            thread.start()
        for thread in [change, *thieves]:
            thread.join()
        for status, thief in entered:
            self.assertIn(status, (200, 403))
            self.assertIsNone(thief.get("me")["person"])
        self.assertEqual(ada.get("me")["person"]["name"], ada.name)

    def test_a_tokens_socket_ends_with_the_account(self):
        person = self.account()
        other = self.socket(self.person(person.post("tokens", {"label": "bot"})["token"]))
        person.post("logout-everywhere")
        self.assertEqual(other.ask("ping")["t"], "pong")
        person.post("login", {"name": person.name, "password": PASSWORD})
        person.post("delete-account", {"password": PASSWORD})
        self.assertEqual(other.closed(), 4001)

    def test_a_visitor_who_cannot_be_moved_has_the_right_password(self):
        account, visitor = self.account(), self.person()
        visitor.make()
        with sqlite3.connect(self.server.store) as store:
            store.execute("CREATE TRIGGER refused BEFORE UPDATE OF became ON person BEGIN SELECT RAISE(ABORT, 'refused'); END")
        store.close()
        sign_in = {"name": account.name, "password": PASSWORD}
        with self.assertRaises(Refused) as refused:
            visitor.post("login", sign_in)
        self.assertEqual((refused.exception.status, refused.exception.code), (500, "failed"))
        with sqlite3.connect(self.server.store) as store:
            store.execute("DROP TRIGGER refused")
        store.close()
        self.assertEqual(visitor.post("login", sign_in)["person"]["name"], account.name)

    def test_who_signs_in_is_gone_as_a_visitor(self):
        account = self.account()
        game, (ada, bob) = self.started(clock="-")
        socket = self.socket(bob)
        socket.watch(game)
        here = lambda: [seat["here"] for seat in ada.get(f"games/{game}")["seats"]]
        self.assertEqual(here(), [False, True])
        bob.post("login", {"name": account.name, "password": PASSWORD})
        self.assertEqual(socket.closed(), 4001)
        self.assertEqual(here(), [False, False])
        socket = self.socket(bob)
        socket.watch(game)
        self.assertEqual(here(), [False, True])

    def test_names_that_look_alike(self):
        self.person().post("register", {"name": "Pax", "password": PASSWORD})
        for name in ("pax", "P\u0430x", "\u0420\u0430\u0445", "\u0440\u0430\u0445"):
            with self.assertRaises(Refused) as caught:
                self.person().post("register", {"name": name, "password": PASSWORD})
            self.assertIn(caught.exception.code, ("bad_name", "name_taken"))

    def test_bodies(self):
        for body in ({}, {"name": "Eva"}, {"password": PASSWORD}, {"name": 5, "password": PASSWORD},
                     {"name": "Eva", "password": None}, {"name": "Eva", "password": PASSWORD, "bot": 1},
                     {"name": "Eva", "password": PASSWORD, "admin": True}, {"name": "Eva", "password": "x" * 5000}):
            self.refused("malformed", self.person().post, "register", body)
        for name in ("", "x", "a b", "_x", "x" * 21, "Аdа", "<b>", "x\ny"):
            self.refused("bad_name", self.person().post, "register", {"name": name, "password": PASSWORD})
        self.refused("bad_password", self.person().post, "register", {"name": "Eva", "password": "1234567"})
        name = "Çağrı_" + str(os.getpid() % 1000)
        person = self.person()
        person.post("register", {"name": name, "password": "şifre-şifre"})
        self.assertEqual(person.get("me")["person"]["name"], name)
        from urllib.parse import quote
        self.assertEqual(self.person().get("people/" + quote(name.lower()))["person"]["name"], name)
        self.refused("forbidden", self.person(person.post("tokens", {"label": "x"})["token"]).post, "login",
                     {"name": name, "password": "şifre-şifre"})

    def test_one_name_at_once(self):
        """Ten browsers register one name: one of them gets it."""
        got = []

        def attempt():
            try:
                self.person().post("register", {"name": "Wanted", "password": PASSWORD})
                got.append("it")
            except Refused as refused:
                got.append(refused.code)

        threads = [threading.Thread(target=attempt) for _ in range(10)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(sorted(got), ["it"] + ["name_taken"] * 9)


class Limits(Case):
    args = ["--computers", "0", "--trust-proxy"]

    def test_registering_and_guessing(self):
        codes = []
        for i in range(12):
            try:
                self.person().post("register", {"name": f"name{i}", "password": PASSWORD})
                codes.append("ok")
            except Refused as refused:
                codes.append(refused.code)
                self.assertEqual(refused.status, 429)
        self.assertEqual(codes, ["ok"] * 10 + ["too_fast"] * 2)
        codes = []
        for i in range(12):
            try:
                self.person().post("login", {"name": "name1", "password": f"guess number {i}"})
            except Refused as refused:
                codes.append(refused.code)
        self.assertEqual(codes, ["wrong_password"] * 10 + ["too_fast"] * 2)
        self.person().post("login", {"name": "name2", "password": PASSWORD})  # others still can

    def test_nobody_is_locked_out(self):
        # The owner signs in from elsewhere: the guesser used up only the guesser's allowance.
        name = {"name": "Owner", "password": PASSWORD}
        self.person().post("register", name, headers={"X-Forwarded-For": "198.51.100.9"})
        guess = {"X-Forwarded-For": "192.0.2.1"}
        for _ in range(10):
            self.refused("wrong_password", self.person().post, "login", {**name, "password": "guessing"}, headers=guess)
        self.refused("too_fast", self.person().post, "login", name, headers=guess)
        self.person().post("login", name, headers={"X-Forwarded-For": "192.0.2.2"})

    def test_a_flood_of_messages(self):
        socket = self.socket(self.person())
        flood = [json.dumps({"t": "ping" if i % 2 else "dance", "n": i}).encode() for i in range(400)]
        socket.socket.sendall(b"".join(socket.encoded(1, message) for message in flood))
        codes, number = {}, 0
        try:
            while True:
                message = socket.receive()
                key = message.get("code", message["t"])
                codes[key] = codes.get(key, 0) + 1
                self.assertEqual(message["n"], number)  # whatever the answer
                number += 1
        except Closed as end:
            self.assertEqual(end.code, 1008)
        self.assertGreaterEqual(codes["pong"] + codes["unknown"], 40)
        self.assertEqual(codes["too_fast"], 100)
        self.assertEqual(self.socket(self.person()).ask("ping")["t"], "pong")  # others still can

    def test_many_sockets(self):
        # All tests share this address. The rest of its allowance is less than 40 per socket.
        person = self.person()
        person.make()
        sockets = [self.socket(person) for _ in range(10)]
        codes = {}
        for socket in sockets:
            for _ in range(40):
                socket.send_raw('{"t":"ping"}')
        for socket in sockets:
            for _ in range(40):
                message = socket.receive()
                key = message.get("code", message["t"])
                codes[key] = codes.get(key, 0) + 1
        self.assertGreater(codes["too_fast"], 50)
        self.assertGreaterEqual(codes["pong"], 200)
        self.assertEqual(self.socket(self.person()).ask("ping")["t"], "pong")  # others still can


class LimitsOfReading(Case):
    args = Limits.args

    def test_what_takes_long(self):
        person = self.account()
        for path in (f"people/{person.name}/ratings", "games", "archive.txt", "export"):
            address = {"X-Forwarded-For": f"192.0.2.{len(path)}"}
            codes = [person.ask("GET", path, headers=address)[0] for _ in range(45)]
            self.assertEqual(codes[:30], [200] * 30, path)
            self.assertIn(429, codes, path)

    def test_when_to_try_again(self):
        person = self.account()
        for path in "games", "/health", "/metrics":
            address = {"X-Forwarded-For": f"::{len(path)}"} if path != "/metrics" else {}
            for _ in range(500):
                status, headers, body = person.ask("GET", path, headers=address)
                if status == 429:
                    break
            self.assertEqual(status, 429, path)
            self.assertGreater(int(headers["Retry-After"]), 0)
            self.assertEqual(json.loads(body)["error"]["code"], "too_fast")
        # Each has a separate limit.
        self.assertEqual(person.ask("GET", "/health")[0], 200)
        self.assertEqual(person.ask("GET", "lobby", headers={"X-Forwarded-For": "::7"})[0], 200)

    def test_refused_sockets(self):
        person = self.account()
        address = {"X-Forwarded-For": "192.0.2.77"}
        for _ in range(150):
            status, headers, body = person.ask("GET", "socket", headers={
                **address, "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
                "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Origin": "http://elsewhere.example"})
            if status != 403:
                break
            self.assertTrue(body)
        self.assertEqual(status, 429)
        self.assertGreater(int(headers["Retry-After"]), 0)
        self.assertTrue(body)


class LimitsOfDownloads(Case):
    args = Limits.args

    def test_nobody_takes_them_all(self):
        game, (ada, _) = self.started()
        ada.act(game, "resign")
        self.server.stop()
        with sqlite3.connect(self.server.store) as store:  # an export of a thousand takes a while
            for table, key in (("game", "id"), ("event", "game"), ("seat", "game")):
                names = [row[1] for row in store.execute(f"PRAGMA table_info({table})")]
                values = ", ".join(f"{name} % 1000000 * 1000 + n" if name == key else name for name in names)
                store.execute(f"WITH RECURSIVE copy(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copy WHERE n < 1000)"
                              f" INSERT INTO {table} SELECT {values} FROM {table}, copy")
        store.close()
        self.server.start()
        asked = []
        for address in ["192.0.2.1"] * 4 + ["192.0.2.2"] + ["2001:db8::1", "2001:db8::2", "2001:db8::3"]:
            asked.append(socket.create_connection(("127.0.0.1", self.server.port), timeout=30))
            asked[-1].sendall(f"GET /api/v1/archive.txt HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                              f"X-Forwarded-For: {address}\r\n\r\n".encode())
        answers = []
        for one in asked:
            with one, one.makefile("rb") as answer:
                answers.append(answer.read())
        statuses = [answer.split(b" ", 2)[1].decode() for answer in answers]
        self.assertEqual(statuses, ["200", "200", "503", "503", "200", "200", "200", "503"])
        self.assertEqual(answers[0].count(b"[Game "), 1000)
        self.assertIn(b'"busy"', answers[2])
        # The largest pages, to the end.
        pages = [ada.get("games?mine=true&limit=50")]
        while pages[-1]["next"]:
            pages.append(ada.get(f"games?mine=true&limit=50&before={pages[-1]['next']}"))
        self.assertEqual([len(page["games"]) for page in pages], [50] * 20 + [1])
        self.assertEqual(len({one["id"] for page in pages for one in page["games"]}), 1001)
        # Sent in pieces. A client that disconnects in the middle harms no other.
        for path in "archive.txt", "export":
            status, headers, text = ada.ask("GET", path)
            self.assertEqual((status, headers["Transfer-Encoding"], headers["Content-Length"]), (200, "chunked", None))
        self.assertEqual(len(json.loads(text)["games"]), 1001)
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=30) as gone:
            gone.sendall(b"GET /api/v1/archive.txt HTTP/1.1\r\nHost: localhost\r\n\r\n")
            self.assertTrue(gone.recv(100))
        self.assertEqual(len(ada.get("export")["games"]), 1001)
        # Each is charged for the database's work: only a few pass, while small questions are still answered.
        address = {"X-Forwarded-For": "192.0.2.9"}
        codes = []
        while 429 not in codes and len(codes) < 25:
            status, headers, _ = self.person().ask("GET", "archive.txt", headers=address)
            codes.append(status)
        self.assertEqual((codes[:3], codes[-1]), ([200] * 3, 429), codes)
        self.assertGreater(int(headers["Retry-After"]), 0)
        self.assertEqual(self.person().ask("GET", "games?variant=abalone", headers=address)[0], 429)
        self.assertEqual(self.person().ask("GET", f"games/{game}", headers=address)[0], 200)


class LimitsOfGames(Case):
    args = Limits.args

    def test_many_games(self):
        person, made = self.person(), 0
        with self.assertRaises(Refused) as caught:
            for _ in range(100):
                game = person.make()["id"]
                made += 1
                person.act(game, "abort")
        self.assertEqual(caught.exception.code, "too_fast")
        self.assertIn(made, range(30, 34))


class LimitsAtOnce(Case):
    args = Limits.args

    def test_many_games_at_once(self):
        person = self.person()
        for _ in range(25):
            game = person.make()["id"]
        self.refused("too_many", person.make)
        person.act(game, "abort")  # existing games go on
        game = person.make()["id"]
        self.refused("too_many", person.make)
        self.person().act(game, "join")  # it has begun
        person.make()

    def test_many_games_joined(self):
        # A person with 200 games can join no other, by HTTP, by socket or by a rematch.
        many = [{"X-Forwarded-For": f"198.51.100.{i}"} for i in range(12)]
        ada, games = self.person(), []
        for address in many:
            other = self.person()
            for _ in range(20):
                games.append(other.post("games", {"variant": "quoridor"}, headers=address)["game"]["id"])
        for game in games[:200]:
            ada.act(game, "join")
            time.sleep(0.03)  # slow enough for the limit of requests
        socket = self.socket(ada)
        self.refused("too_many", ada.act, games[200], "join")
        self.refused("too_many", socket.ask, "join", game=games[200])
        ada.act(games[0], "join")  # she already sits there
        ada.act(games[0], "resign")
        self.assertEqual(socket.ask("join", game=games[200])["t"], "ok")
        self.refused("too_many", socket.ask, "rematch", game=games[0])
        self.refused("too_many", ada.act, games[0], "rematch")
        self.assertEqual(len(ada.get("me")["games"]), 200)


class LimitsOfRematches(Case):
    args = Limits.args

    def test_many_rematches(self):
        game, (ada, _) = self.started()
        ada.act(game, "resign")
        socket, made = self.socket(ada), 0
        with self.assertRaises(Refused) as caught:
            for _ in range(100):
                ada.act(socket.ask("rematch", game=game)["game"], "abort")
                made += 1
        self.assertEqual(caught.exception.code, "too_fast")
        self.assertIn(made, range(25, 34))
        self.refused("too_fast", ada.act, game, "rematch")


class Pairing(Case):
    """Quick pairing: waiting sockets, and the games they get."""

    def waiting(self, person, **pool):
        """A socket of the person that waits in a pool."""
        if not person.cookie:
            person.post("visit")
        one = self.socket(person)
        self.assertEqual(one.ask("pair", **{"variant": "quoridor", "clock": "300+3", **pool})["t"], "ok")
        return one

    def seats(self, person, game):
        return [seat["person"] and seat["person"]["id"] for seat in person.get(f"games/{game}")["seats"]]

    def test_two_three_and_four(self):
        for variant, players in (("abalone", 2), ("abalone-3", 3), ("quoridor-4", 4)):
            people = [self.person() for _ in range(players)]
            sockets = [self.waiting(person, variant=variant, clock="600+5") for person in people]
            games = {one.next("paired")["game"] for one in sockets}
            self.assertEqual(len(games), 1)
            game = games.pop()
            state = people[0].get(f"games/{game}")
            self.assertEqual((state["state"], state["variant"], state["clock"], state["rated"], state["public"]),
                             ("live", variant, "600+5", False, True))
            self.assertEqual(sorted(self.seats(people[0], game)), sorted(self.me(one)["id"] for one in people))
            if variant == "abalone":
                self.assertEqual(state["layout"], "belgian-daisy")
            for one in sockets:
                self.assertEqual(one.next("pairing", pools=[])["pools"], [])
            people[0].act(game, "abort")

    def test_a_table_that_fills_up(self):
        first, second = (self.waiting(self.person(), variant="abalone-4") for _ in range(2))
        place = first.next("pairing")
        while place["pools"][0]["waiting"] != 2:
            place = first.next("pairing")
        self.assertEqual((place["pools"][0]["seats"], place["pools"][0]["offered"]), (4, False))
        second.socket.close()
        while place["pools"][0]["waiting"] != 1:
            place = first.next("pairing")

    def test_rated_games_and_colours(self):
        ada, bob = self.account(), self.account()
        first = []
        for _ in range(4):
            sockets = [self.waiting(person, rated=True) for person in (ada, bob)]
            game = sockets[0].next("paired")["game"]
            self.assertEqual(sockets[1].next("paired")["game"], game)
            self.assertTrue(ada.get(f"games/{game}")["rated"])
            first.append(self.seats(ada, game)[0])
            players = [ada, bob] if first[-1] == self.me(ada)["id"] else [bob, ada]
            for ply, move in enumerate(("e2", "e8")):
                players[ply].move(game, ply, move)
            ada.act(game, "resign")
            for one in sockets:
                one.socket.close()
        self.assertEqual(len(set(first[:2])), 2)
        self.assertEqual(len(set(first[2:])), 2)

    def test_nobody_gains_by_calling_games_off(self):
        ada, bob = self.account(), self.account()
        ids = {self.me(person)["id"]: person for person in (ada, bob)}
        for left in (2, 1, 0):
            sockets = [self.waiting(person, rated=True, clock="180+2") for person in (ada, bob)]
            game = sockets[0].next("paired")["game"]
            first = ids[self.seats(ada, game)[0]]
            if left < 2:
                self.assertIs(first, bob)  # Ada called off the one before, which counts for her alone
            ada.act(game, "abort" if left else "resign")  # the same before both have moved
            for one in sockets:
                one.socket.close()
        # The limit is reached.
        one = self.socket(ada)
        self.refused("called_off", one.ask, "pair", variant="quoridor", clock="180+2", rated=True)
        self.waiting(bob, rated=True, clock="180+2").socket.close()

    def test_who_cannot_wait(self):
        visitor, bot, owner = self.person(), None, self.account(bot=True)
        bot = self.person(owner.post("tokens", {"label": "engine"})["token"])
        pool = {"variant": "quoridor", "clock": "300+3"}
        self.refused("not_signed_in", self.socket(visitor).ask, "pair", **pool)
        visitor.post("visit")
        self.assertEqual(self.me(visitor)["kind"], "anonymous")
        one = self.socket(visitor)
        self.refused("not_rated", one.ask, "pair", **pool, rated=True)
        self.refused("not_found", one.ask, "pair", variant="quoridor", clock="301+3")
        self.refused("not_found", one.ask, "pair", variant="chess", clock="300+3")
        self.refused("forbidden", self.socket(bot).ask, "pair", **pool)
        game, (ada, _) = self.started()
        self.refused("too_many", self.socket(ada).ask, "pair", **pool)
        ada.act(game, "abort")

    def test_two_tabs_are_one_person(self):
        ada = self.person()
        one, two = self.waiting(ada, clock="900"), self.waiting(ada, clock="900")
        watcher = self.socket(self.person())
        pools = watcher.ask("lobby")["pools"]
        self.assertEqual([(pool["clock"], pool["waiting"]) for pool in pools], [("900", 1)])
        two.socket.close()
        until(lambda: watcher.ask("lobby")["pools"] == pools, "one tab is left")
        one.socket.close()
        until(lambda: watcher.ask("lobby")["pools"] == [], "nobody is left")

    def test_who_begins_another_game_waits_no_more(self):
        ada, bob = self.person(), self.person()
        one = self.waiting(ada, clock="60+2")
        self.waiting(ada, variant="abalone", clock="60+2")
        game = ada.make(clock="300+2")["id"]
        bob.act(game, "join")
        while one.next("pairing")["pools"]:
            pass
        self.assertEqual(self.person().get("lobby")["pools"], [])
        ada.act(game, "abort")
        last = self.waiting(ada, clock="60+2")
        self.assertEqual(last.ask("unpair")["t"], "ok")
        self.assertEqual(self.person().get("lobby")["pools"], [])

    def test_days_per_move_need_nobody_to_wait(self):
        ada, bob = self.person(), self.person()
        for person in (ada, bob):
            person.post("visit")
        seat = self.socket(ada).ask("pair", variant="abalone", clock="3d")
        self.assertEqual((seat["t"], ada.get(f"games/{seat['game']}")["state"]), ("ok", "open"))
        taken = self.socket(bob).ask("pair", variant="abalone", clock="3d")
        self.assertEqual(taken["game"], seat["game"])
        self.assertEqual(bob.get(f"games/{seat['game']}")["state"], "live")

    def test_days_per_move_where_a_seat_is_free_and_everybody_welcome(self):
        # A reserved seat is not free.
        ada, bob, eve = self.account(), self.account(), self.account()
        ada.make(variant="quoridor", clock="3d", seats=["me", {"invite": bob.name}])
        own = self.socket(eve).ask("pair", variant="quoridor", clock="3d")
        self.assertEqual((own["t"], eve.get(f"games/{own['game']}")["plies"]), ("ok", 0))
        self.assertEqual(self.seats(eve, own["game"]), [self.me(eve)["id"], None])
        # Nor is one at a table with a person whom the other blocks, whichever opened it.
        table = self.socket(ada).ask("pair", variant="abalone-4", clock="3d")["game"]
        self.assertEqual(self.socket(bob).ask("pair", variant="abalone-4", clock="3d")["game"], table)
        bob.post(f"people/{eve.name}/block")
        until(lambda: self.socket(eve).ask("pair", variant="abalone-4", clock="3d")["game"] != table, "another table")
        # Nor one with a person on vacation.
        ada.post("vacation", {"days": 7})
        late = self.account()
        until(lambda: ada.get("vacation")["vacation"], "the vacation")
        self.assertNotEqual(self.socket(late).ask("pair", variant="abalone-4", clock="3d")["game"], table)
        ada.post("vacation/end", {})


class Lines(Case):
    def test_reconnecting(self):
        game, (ada, bob) = self.started()
        one, two = self.socket(ada), self.socket(bob)
        one.watch(game)
        two.watch(game)
        # Bob's connection breaks while he moves, so he sends the move again.
        one.ask("move", game=game, ply=0, move="e2")
        two.event("move")
        two.send("move", game=game, ply=1, move="e8")
        one.event("move", ply=1)
        two.drop()
        two = self.socket(bob)
        state = two.watch(game)
        self.assertEqual((state["moves"], state["you"], state["turn"]), (["e2", "e8"], [1], 0))
        self.assertEqual(two.ask("move", game=game, ply=1, move="e8")["t"], "ok")
        self.assertEqual(ada.get(f"games/{game}")["moves"], ["e2", "e8"])
        one.ask("move", game=game, ply=2, move="e3")
        self.assertEqual(two.event("move")["number"], state["number"] + 1)

    def test_two_tabs_one_seat(self):
        game, (ada, bob) = self.started()
        tabs = [self.socket(ada) for _ in range(2)]
        other = self.socket(bob)
        for one in [*tabs, other]:
            one.watch(game)
        first = tabs[0].send("move", game=game, ply=0, move="e2")
        second = tabs[1].send("move", game=game, ply=0, move="e2")
        self.assertEqual(tabs[0].next(n=first)["t"], "ok")
        self.assertEqual(tabs[1].next(n=second)["t"], "ok")
        first = tabs[0].send("takeback", game=game)
        tabs[0].next(n=first)
        for one in [*tabs, other]:
            self.assertEqual(one.event("move")["ply"], 0)
            one.event("ask")
        # Both tabs send different moves: one comes too late.
        other.ask("notakeback", game=game)
        other.ask("move", game=game, ply=1, move="e8")
        numbers = [tabs[0].send("move", game=game, ply=2, move="e3"),
                   tabs[1].send("move", game=game, ply=2, move="d2")]
        answers = sorted(one.next(n=n).get("code", "ok") for one, n in zip(tabs, numbers))
        self.assertEqual(answers, ["ok", "stale"])
        # One tab closes and she is still here. Then the other closes.
        tabs[0].frame(8, b"\x03\xe8")
        self.assertEqual(tabs[0].closed(), 1000)
        self.assertTrue(bob.get(f"games/{game}")["seats"][0]["here"])
        tabs[1].close()
        other.next("here", here=[False, True])

    def test_many_spectators(self):
        game, (ada, bob) = self.started()
        watchers = [self.socket(self.person()) for _ in range(50)]
        for watcher in watchers:
            watcher.watch(game)
        players = [ada, bob]
        for ply, move in enumerate(QUORIDOR[:6]):
            players[ply % 2].move(game, ply, move)
        for watcher in watchers:
            self.assertEqual([watcher.event("move")["move"] for _ in range(6)], QUORIDOR[:6])

    def test_a_watched_game_that_is_long_over(self):
        game, (ada, bob) = self.started()
        self.first_moves(game, ada, bob)
        ada.act(game, "resign")
        socket = self.socket(self.person())
        self.assertEqual(socket.watch(game)["result"], "0-1")
        socket.ask("unwatch", game=game)
        many = [ada.make()["id"] for _ in range(65)]
        for one in many[:64]:
            socket.watch(one)
        self.refused("too_many", socket.ask, "watch", game=many[64])


class Restarts(Case):
    def test_in_the_middle_of_a_game(self):
        game, (ada, bob) = self.started(clock="60+0")
        account = self.account()
        token = account.post("tokens", {"label": "x"})["token"]
        opened = account.make()["id"]
        ada.move(game, 0, "e2")
        bob.act(game, "draw")
        before, up = ada.get(f"games/{game}"), -time.monotonic()
        one = self.socket(ada)
        one.watch(game)
        for ends in (self.server.stop, self.server.kill):
            result = ends()
            up += time.monotonic()
            if result:
                self.assertEqual(result, (0, ""))
                self.assertEqual(one.next("bye")["t"], "bye")
                self.assertEqual(one.closed(), 1001)
            time.sleep(1.5)  # down
            up -= time.monotonic()
            self.server.start()
            state = bob.get(f"games/{game}")
            self.assertEqual([state[key] for key in ("state", "moves", "you", "draw", "turn")],
                             ["live", ["e2"], [1], [1], 1])
            # Down time is not charged. (A server that is killed may not know its last second or two.)
            spent = before["clocks"][1]["main"] - state["clocks"][1]["main"]
            self.assertLess(spent / 1000, up + time.monotonic() + (0.1 if result else 1.4))
            self.assertEqual(account.get("me")["person"]["name"], account.name)
            self.assertEqual(self.person(token).get("me")["person"]["name"], account.name)
            self.assertEqual(bob.get(f"games/{opened}")["state"], "open")
        two = self.socket(bob)
        two.watch(game)
        two.ask("move", game=game, ply=1, move="e8")
        ada.move(game, 2, "e3")
        self.assertEqual(two.event("move", ply=2)["move"], "e3")
        bob.act(opened, "join")

    @staticmethod
    def running(person, game):
        """The game, once its second player's minute has visibly begun."""
        state = person.get(f"games/{game}")
        return state["clocks"][1]["main"] < 59500 and state

    def test_the_systems_clock_is_set_back(self):
        game, (ada, bob) = self.started(clock="60+0")
        ada.move(game, 0, "e2")
        self.server.stop()
        store = sqlite3.connect(self.server.store)
        store.execute("UPDATE event SET at_ms = at_ms + 3600000")
        store.execute("UPDATE alive SET at_ms = at_ms + 3600000")
        store.commit()
        store.close()
        self.server.start()
        state = until(lambda: self.running(bob, game), "the clock runs")
        self.assertGreater(state["clocks"][1]["main"], 0)
        socket = self.socket(ada)
        watched = socket.watch(game)
        self.assertLessEqual(watched["clocks"][1]["main"], state["clocks"][1]["main"])
        bob.move(game, 1, "e8")
        event = socket.event("move", ply=1)
        self.assertLess(event["now"] - watched["now"], 5000)
        self.assertLess(watched["clocks"][1]["main"] - event["clocks"][1]["main"], 5000)

    def test_the_store_is_for_its_owner_alone(self):
        copy = os.path.join(self.server.folder, "copy.db")
        subprocess.run([MEYDAN, "store", "backup", self.server.store, copy], check=True)
        for file in (self.server.store, self.server.store + "-wal", copy):
            self.assertEqual(os.stat(file).st_mode & 0o77, 0, file)

    def test_a_store_that_cannot_be_opened(self):
        folder = self.server.folder
        bad = os.path.join(folder, "bad")
        os.makedirs(os.path.join(bad, "meydan.db"), exist_ok=True)
        with self.assertRaises(RuntimeError) as caught:
            Server(folder=bad)
        self.assertRegex(str(caught.exception), r"^meydan: store '.*': .*\n$")
        other = os.path.join(folder, "other")
        os.makedirs(other, exist_ok=True)
        with open(os.path.join(other, "meydan.db"), "w") as file:
            file.write("this is no database, but a text that somebody has put in the wrong place\n" * 50)
        with self.assertRaises(RuntimeError) as caught:
            Server(folder=other)
        self.assertRegex(str(caught.exception), r"^meydan: .*\n$")


    def test_two_servers_on_one_store(self):
        with self.assertRaises(RuntimeError) as caught, tempfile.TemporaryDirectory() as folder:
            Server("--store", self.server.store, folder=folder, store=False)
        self.assertRegex(str(caught.exception), r"^meydan: store '.*' is in use by another server\n$")
        self.assertIsNone(self.person().get("me")["person"])

    def test_the_default_place(self):
        """Without --store: in the user's data folder; if that is impossible, only the page is served."""
        with tempfile.TemporaryDirectory() as home:
            first = Server(store=False, folder=home, env={"XDG_DATA_HOME": home + "/data"})
            Person(first).make()
            self.assertTrue(os.path.exists(home + "/data/meydan/meydan.db"))
            os.mkdir(home + "/2")
            second = Server(store=False, folder=home + "/2", env={"XDG_DATA_HOME": home + "/data"})
            self.assertEqual(Person(second).ask("GET", "/")[0], 200)
            self.assertNotEqual(Person(second).ask("GET", "me")[1]["Content-Type"], "application/json")
            status, err = second.stop()
            self.assertEqual(status, 0)
            self.assertRegex(err, r"^meydan: warning: store '.*' is in use by another server\nmeydan: warning: there is no online play")
            self.assertEqual(first.stop(), (0, ""))
            third = Server("--no-store", store=False, folder=home, env={"XDG_DATA_HOME": home + "/data"})
            self.assertNotEqual(Person(third).ask("GET", "me")[1]["Content-Type"], "application/json")
            self.assertEqual(third.stop(), (0, ""))


class Computers(Case):
    args = ["--limits", "1000", "--computers", "1"]

    def test_the_computer_answers(self):
        ada = self.person()
        game = ada.make(seats=["me", {"computer": 1}], clock="300+2")
        self.assertEqual((game["state"], game["seats"][1]["computer"]), ("live", 1))
        one = self.socket(ada)
        one.watch(game["id"])
        one.ask("move", game=game["id"], ply=0, move="e2")
        self.assertEqual(one.event("move", ply=1)["seat"], 1)
        ada.act(game["id"], "resign")

    def test_computers_alone(self):
        self.refused("malformed", self.person().make, seats=[{"computer": 1}, {"computer": 1}])
        self.assertTrue(self.person().get("me")["server"]["computers"])


class NoComputers(Case):
    def test_none_is_offered(self):
        ada = self.person()
        self.assertFalse(ada.get("me")["server"]["computers"])
        self.refused("forbidden", ada.make, seats=["me", {"computer": 1}])
        self.assertEqual(ada.make(seats=["me", "open"])["state"], "open")


class Players(Case):
    """Lists of players, ranks, profiles."""

    def rate(self, people):
        """Gives these accounts ratings, as ten or more rated games would: name, rating, games, deviation, days ago."""
        now = int(time.time() * 1000)
        with sqlite3.connect(self.server.store) as store:
            for person, (rating, games, deviation, days) in people.items():
                store.execute("INSERT INTO rating SELECT id, 'abalone', 'blitz', ?, ?, 0.06, ?, ? FROM person WHERE name = ?",
                              (rating, deviation, now - days * 86400000, games, person.name))
        store.close()

    def test_the_best_are_listed(self):
        best, second, new, unsure, resting, you = (self.account() for _ in range(6))
        bot = self.account(bot=True)
        self.rate({best: (1900.4, 40, 60, 1), second: (1700, 10, 70, 80), new: (2500, 9, 60, 1), unsure: (2400, 30, 200, 1),
                   resting: (2300, 90, 60, 100), you: (1622, 12, 60, 0), bot: (2600, 50, 60, 1)})
        ask = lambda person, more="": person.get(f"leaders?variant=abalone&speed=blitz{more}")  # noqa: E731
        leaders = ask(you)
        self.assertEqual([(one["person"]["name"], one["rating"], one["games"], one["week"]) for one in leaders["leaders"]],
                         [(best.name, 1900, 40, None), (second.name, 1700, 10, None), (you.name, 1622, 12, None)])
        self.assertEqual((leaders["players"], leaders["you"]), (3, {"rank": 3, "rating": 1622, "games": 12, "week": None}))
        self.assertEqual(leaders["spread"], {"from": 1600, "step": 50, "counts": [1, 0, 1, 0, 0, 0, 1]})
        self.assertEqual([one["person"]["name"] for one in ask(new, "&bots=true")["leaders"]], [bot.name])
        self.assertEqual(ask(new, "&limit=1")["players"], 3)
        self.assertEqual(len(ask(new, "&limit=1")["leaders"]), 1)
        self.assertIsNone(ask(new)["you"])
        self.assertEqual(ask(self.person(), "&limit=0")["leaders"], [])
        self.assertEqual(self.person().get("leaders?variant=quoridor&speed=blitz"),
                         {"leaders": [], "players": 0, "spread": {"from": 0, "step": 50, "counts": []}, "you": None})
        self.refused("malformed", self.person().get, "leaders?variant=abalone")
        self.refused("malformed", self.person().get, "leaders?variant=abalone&speed=blitz&limit=101")

    def test_found_by_the_beginning_of_a_name(self):
        for name in ("Masha", "maşuka", "Маша", "Мама", "Other"):
            self.person().post("register", {"name": name, "password": PASSWORD})
        found = lambda text: [one["name"] for one in self.person().get(f"people?search={text}")["people"]]  # noqa: E731
        self.assertEqual(found("MAS"), ["Masha"])
        self.assertEqual(found("ma"), ["Мама", "Masha", "maşuka"])  # which reads as Mama
        self.assertEqual(found("%D0%BC%D0%B0"), ["Маша", "Мама", "Masha", "maşuka"])
        self.assertEqual(found("nobody"), [])
        for text in ("", "m", "ma%25", "_a"):
            self.refused("malformed", self.person().get, f"people?search={text}")


class Operators(Case):
    def test_health_and_metrics(self):
        game, (ada, _) = self.started()
        ada.move(game, 0, "e2")
        one = self.socket(ada)
        one.watch(game)
        status, _, text = self.person().ask("GET", "/health")
        health = json.loads(text)
        self.assertEqual((status, health["ok"], health["live"] >= 1, health["sockets"]), (200, True, True, 1))
        for path in "/health/live", "/health/ready":
            status, _, text = self.person().ask("GET", path)
            self.assertEqual((status, json.loads(text)["ready"]), (200, True))
        status, headers, text = self.person().ask("GET", "/metrics")
        self.assertEqual(status, 200)
        text = text.decode()
        for line in text.splitlines():
            self.assertRegex(line, r"^(# (HELP|TYPE) (meydan|process)_\w+ .+|(meydan|process)_\w+(\{\w+=\"[^\"]+\"\})? [0-9.e+-]+)$")
        self.assertRegex(text, r"(?m)^meydan_moves_total [1-9]")
        self.assertRegex(text, r"(?m)^meydan_commit_seconds_count [1-9]")
        self.assertRegex(text, r"(?m)^meydan_sockets 1$")
        # How long the loop was busy, and in which handlers; the slowest first.
        self.assertRegex(text, r'(?m)^meydan_loop_turn_seconds_bucket\{le="0.002"\} [1-9]')
        slowest = re.findall(r'(?m)^meydan_handler_longest_seconds\{handler="([^"]+)"\} (\S+)$', text)
        self.assertLessEqual({"POST games", "POST games/*/*", "socket watch"}, {name for name, _ in slowest})
        self.assertEqual(slowest, sorted(slowest, key=lambda one: -float(one[1])))
        self.assertRegex(text, r'(?m)^meydan_handler_calls_total\{handler="POST games"\} 1$')
        self.assertEqual(self.person().ask("POST", "/health", {})[0], 404)


    def test_a_read_that_fails_is_the_servers_fault(self):
        """The answer is a server error, not that Ada doesn't exist or is not signed in."""
        ada, game = self.account(), None
        game, (one, _) = self.started()
        one.act(game, "abort")
        self.server.stop()
        self.server.start()  # the cache is empty
        with sqlite3.connect(self.server.store) as store:
            store.execute("ALTER TABLE person RENAME TO hidden")
        try:
            stranger = self.person()
            for path in (f"people/{ada.name}", f"people/{ada.name}/activity", f"games?player={ada.name}",
                         f"archive.txt?player={ada.name}", "people?search=ad", "bots"):
                self.refused("failed", stranger.get, path)
            self.refused("failed", ada.get, "me")
            self.refused("failed", self.person().post, "login", {"name": ada.name, "password": PASSWORD})
        finally:
            with sqlite3.connect(self.server.store) as store:
                store.execute("ALTER TABLE hidden RENAME TO person")
        self.assertEqual(stranger.get(f"people/{ada.name}")["person"]["name"], ada.name)
        self.assertEqual(self.me(ada)["name"], ada.name)

    def test_the_loop_does_not_wait_for_the_store(self):
        ada, bob = self.account(), self.account()
        token = Person(self.server, ada.post("tokens", {"label": "bot"})["token"])
        game, (one, _) = self.started()
        one.act(game, "abort")
        rated = ada.make(rated=True, clock="300+2")["id"]
        bob.act(rated, "join")
        self.first_moves(rated, ada, bob, moves=4)
        self.server.stop()
        self.server.start()  # the cache is empty, and no finished game is in memory

        def waited():
            text = self.person().ask("GET", "/metrics")[2].decode()
            return int(re.search(r"(?m)^meydan_store_reads_on_loop_total (\d+)$", text).group(1))

        for who in ada, token, self.person():
            who.get("me")
            who.get("games?limit=5")
            who.get(f"people/{ada.name}")
            who.get(f"people/{ada.name}/ratings")
            who.get(f"games/{game}")
            self.assertEqual(self.socket(who).watch(game)["state"], "over")
        ada.get("export")
        ada.get("tokens")
        bob.act(rated, "resign")
        self.assertEqual(ada.get(f"games/{rated}")["state"], "over")
        forged = self.person()
        forged.cookie = "A" * 43
        self.assertIsNone(self.me(forged))
        self.assertEqual(waited(), 0)
        # A person who signs out is dropped from the cache at once.
        ada.post("logout-everywhere")
        self.refused("not_signed_in", ada.get, "tokens")


class Proxy(Case):
    """Behind a reverse proxy on this machine, which speaks TLS to clients."""

    args = ["--trust-proxy", "--computers", "0", "--origin", "https://meydan.example"]

    def behind(self, address="192.0.2.1"):
        person = self.person()
        ask = person.ask

        def forwarded(method, path, body=None, headers=None, raw=None):
            sent = {"X-Forwarded-For": address, "X-Forwarded-Proto": "https", "Origin": "https://meydan.example"}
            return ask(method, path, body, {**sent, **(headers or {})}, raw)

        person.ask = forwarded
        return person

    def test_cookies_and_origins(self):
        ada = self.behind()
        ada.make()
        self.assertTrue(ada.set_cookie.endswith("; Secure"))
        self.refused("origin", ada.post, "games", {"variant": "quoridor"}, headers={"Origin": "https://evil.example"})
        plain = self.person()
        plain.make()
        self.assertNotIn("Secure", plain.set_cookie)

    def test_who_is_meant(self):
        self.assertEqual(self.behind().ask("GET", "/metrics")[0], 403)
        self.assertEqual(self.person().ask("GET", "/metrics")[0], 200)
        for address, code in (("192.0.2.7", "too_fast"), ("192.0.2.8", "wrong_password")):
            for i in range(25 if code == "too_fast" else 1):
                last = None
                try:
                    name = f"name{i}"
                    self.behind(address).post("login", {"name": name, "password": PASSWORD})
                except Refused as refused:
                    last = refused.code
            self.assertEqual(last, code)


if __name__ == "__main__":
    unittest.main()
