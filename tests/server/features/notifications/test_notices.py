#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Notifications from outside: they are stored, and sent to the person's open pages."""
import os
import socket
import subprocess
import sys
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../support"))
from online import MEYDAN, Person, Refused, Server  # noqa: E402
from waiting import until  # noqa: E402

PASSWORD = "correct horse"
MOVES = ["e2", "e8", "e3", "e7", "e4", "e6"]


class Case(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server("--limits", "1000", "--computers", "0", "--rate-shared")
        cls.names = 0

    @classmethod
    def tearDownClass(cls):
        status, err = cls.server.end()
        assert (status, err) == (0, ""), f"status {status}: {err}"

    def account(self):
        type(self).names += 1
        person = Person(self.server)
        person.name = f"{type(self).__name__}{self.names}"
        person.post("register", {"name": person.name, "password": PASSWORD})
        return person

    def socket(self, person):
        socket = person.socket()
        self.addCleanup(socket.close)
        return socket

    def refused(self, code, call, *args, **fields):
        with self.assertRaises(Refused) as caught:
            call(*args, **fields)
        self.assertEqual(caught.exception.code, code, caught.exception.error)

    def notices(self, person, *kinds):
        """Waits until these are the kinds of all notifications, the latest first."""
        def right():
            answer = person.get("notifications")
            return [each["kind"] for each in answer["notifications"]] == list(kinds) and answer
        return until(right, f"notices {kinds} of {person.name}, not {person.get('notifications')}")

    def days(self, white, black, **setup):
        game = white.make(clock="3d", seats=["me", {"invite": black.name}], public=False, **setup)["id"]
        black.act(game, "join")
        return game


class Notices(Case):
    def test_turns_in_games_of_days(self):
        ada, ben = self.account(), self.account()
        game = self.days(ada, ben)
        (turn, started) = self.notices(ada, "turn", "started")["notifications"]
        self.assertEqual((turn["game"], turn["variant"], turn["person"]["name"], turn["unread"]),
                         (game, "quoridor", ben.name, True))
        self.assertEqual(started["person"]["name"], ben.name)
        self.notices(ben)  # the challenge was accepted
        ada.move(game, 0, "e2")
        self.notices(ada, "started")  # it is no longer her turn
        (turn,) = self.notices(ben, "turn")["notifications"]
        ben.move(game, 1, "e8")
        self.notices(ben)
        answer = self.notices(ada, "turn", "started")
        self.assertEqual(answer["unread"], 2)
        ada.post("notifications/read", {"until": answer["notifications"][0]["at"]})
        answer = self.notices(ada, "turn", "started")
        self.assertEqual((answer["unread"], answer["notifications"][0]["unread"]), (0, False))
        ben.act(game, "resign")
        self.assertEqual(self.notices(ada, "ended", "started")["notifications"][0]["detail"], "won")
        (ended,) = self.notices(ben, "ended")["notifications"]
        self.assertEqual((ended["detail"], ended["game"], ended["unread"]), ("lost", game, True))

    def test_who_looks_is_not_told(self):
        ada, ben = self.account(), self.account()
        game = self.days(ada, ben)
        socket = self.socket(ben)
        socket.ask("watch", game=game)
        ada.move(game, 0, "e2")
        ben.move(game, 1, "e8")
        self.notices(ada, "turn", "started")
        self.notices(ben)

    def test_a_live_game_needs_no_notices(self):
        ada, ben = self.account(), self.account()
        game = ada.make(clock="300+2")["id"]
        watching = [self.socket(person) for person in (ada, ben)]
        for socket in watching:
            socket.ask("watch", game=game)
        ben.act(game, "join")
        ada.move(game, 0, "e2")
        ben.move(game, 1, "e8")
        ada.act(game, "resign")
        other = self.days(ada, ben)
        self.assertEqual({each["game"] for each in self.notices(ada, "turn", "started")["notifications"]}, {other})
        self.notices(ben)

    def test_whoever_waits_elsewhere_is_told_of_the_start(self):
        ada, ben, cem = self.account(), self.account(), self.account()
        pages = [self.socket(person) for person in (ada, ben)]  # they are online, on other screens
        game = ada.make(variant="abalone-3", clock="300+2", seats=["me", "open", "open"])["id"]
        ben.act(game, "join")
        self.notices(ada)
        cem.act(game, "join")
        for person in (ada, ben):
            (found,) = self.notices(person, "started")["notifications"]
            self.assertEqual((found["game"], found["person"]["name"]), (game, cem.name))
        self.notices(cem)
        ada.act(game, "abort")
        # People get no notification of their own actions.
        for one in pages:
            self.assertEqual(one.ask("pair", variant="quoridor", clock="300+3")["t"], "ok")
        for one in pages:
            one.next("paired")
        self.notices(ada, "ended", "started")

    def test_challenges(self):
        ada, ben = self.account(), self.account()
        game = ada.make(clock="180+2", seats=["me", {"invite": ben.name}], public=False)["id"]
        (found,) = self.notices(ben, "challenge")["notifications"]
        self.assertEqual((found["game"], found["person"]["name"], found["detail"]), (game, ada.name, "180+2"))
        ada.act(game, "abort")
        self.notices(ben)
        game = ada.make(clock="180+2", seats=["me", {"invite": ben.name}], public=False)["id"]
        self.notices(ben, "challenge")
        ben.act(game, "decline", reason="later")
        (found,) = self.notices(ada, "declined")["notifications"]
        self.assertEqual((found["game"], found["person"]["name"], found["detail"]), (game, ben.name, "later"))
        self.notices(ben)
        # A blocked person causes no notification.
        ben.post(f"people/{ada.name}/block")
        self.refused("forbidden", ada.make, clock="180+2", seats=["me", {"invite": ben.name}])

    def test_followers(self):
        ada, ben = self.account(), self.account()
        ada.post(f"people/{ben.name}/follow")
        (found,) = self.notices(ben, "follow")["notifications"]
        self.assertEqual((found["person"]["name"], found["game"], found["variant"]), (ada.name, None, None))
        self.notices(ada)
        # Once is enough: no stranger can ring all day.
        ben.post("notifications/read", {"until": found["at"]})
        socket = self.socket(ben)
        socket.ask("notifications")
        ada.post(f"people/{ben.name}/unfollow")
        ada.post(f"people/{ben.name}/follow")
        self.account().post(f"people/{ben.name}/follow")
        self.assertNotEqual(socket.next("notification")["notification"]["person"]["name"], ada.name)
        self.assertEqual(self.notices(ben, "follow", "follow")["unread"], 1)

    def test_a_block_hides_no_turn(self):
        ada, ben = self.account(), self.account()
        game = self.days(ada, ben)
        self.notices(ada, "turn", "started")
        ben.post(f"people/{ada.name}/block")
        ada.move(game, 0, "e2")
        self.notices(ben, "turn")  # without it he would lose on time
        ben.act(game, "resign")
        self.notices(ada, "ended", "started")

    def test_live_and_switched_off(self):
        ada, ben = self.account(), self.account()
        socket = self.socket(ben)
        socket.ask("notifications")
        ada.post(f"people/{ben.name}/follow")
        told = socket.next("notification")["notification"]
        self.assertEqual((told["kind"], told["person"]["name"], told["unread"]), ("follow", ada.name, True))
        ben.post("notifications/settings", {"off": ["turn", "follow"], "push_off": ["ended"]})
        answer = self.notices(ben, "follow")
        self.assertEqual((answer["off"], answer["push_off"]), (["turn", "follow"], ["ended"]))
        self.days(ben, ada)
        self.assertEqual(socket.next("notification")["notification"]["kind"], "started")
        self.notices(ben, "started", "follow")
        socket.ask("unnotifications")
        self.days(ben, self.account())
        self.notices(ben, "started", "started", "follow")
        socket.ask("ping")
        self.assertNotIn("notification", [message["t"] for message in socket.unread])

    def test_bounds_and_refusals(self):
        ada = self.account()
        self.refused("not_signed_in", Person(self.server).get, "notifications")
        self.refused("malformed", ada.post, "notifications/settings", {"off": ["nothing"], "push_off": []})
        self.refused("malformed", ada.post, "notifications/settings", {"off": []})
        self.refused("malformed", ada.post, "notifications/read", {"until": int(time.time() * 1000) + 10**7})
        visitors = [Person(self.server) for _ in range(53)]
        for number, visitor in enumerate(visitors):
            visitor.make(clock="1d", seats=["me", {"invite": ada.name}], public=False)
            self.notices(ada, *["challenge"] * min(number + 1, 50))

    def test_restart_and_visitors_who_sign_in(self):
        ada, guest = self.account(), Person(self.server)
        guest.name = "guest"
        game = guest.make(clock="2d")["id"]
        ada.act(game, "join")
        guest.name = "Notices-guest"
        self.notices(guest, "turn", "started")
        self.server.stop()
        self.server.start()
        self.notices(guest, "turn", "started")
        guest.post("register", {"name": guest.name, "password": PASSWORD})
        self.notices(guest, "turn", "started")
        guest.post("delete-account", {"password": PASSWORD})
        self.assertEqual(self.notices(ada, "ended")["notifications"][0]["person"]["name"], None)


KEYS = {"p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg"}


class Push(Case):
    """The server's checks of a browser's address. Sending is tested with the page."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.server.stop()
        cls.server.args += ["--push-contact", "mailto:a@example.org"]
        cls.server.start()

    def devices(self, person):
        return person.get("notifications")["push"]["devices"]

    def test_subscriptions(self):
        ada = self.account()
        key = ada.get("notifications")["push"]["key"]
        self.assertEqual(len(key), 87)
        for endpoint in ("http://push.example/a", "https://127.0.0.1/a", "https://localhost/a", "https://192.168.1.1/a",
                         "https://[::1]/a", "https://router/a", "https://me:word@push.example/a", "", "x" * 700):
            self.refused("malformed", ada.post, "push", {"endpoint": endpoint, **KEYS})
        for wrong in ({"p256dh": KEYS["auth"]}, {"auth": "x"}, {"more": 1}):
            self.refused("malformed", ada.post, "push", {"endpoint": "https://push.example/a", **KEYS, **wrong})
        self.refused("malformed", ada.post, "push", {"endpoint": "https://push.example/a"})
        for number in range(12):
            ada.post("push", {"endpoint": f"https://push.example/{number % 11}", **KEYS})
        self.assertEqual(self.devices(ada), 10)  # the oldest was dropped
        ada.post("push/remove", {"endpoint": "https://push.example/10"})
        ada.post("push/remove", {"endpoint": "https://push.example/10"})
        self.assertEqual(self.devices(ada), 9)
        self.server.stop()
        self.server.start()
        self.assertEqual((self.devices(ada), ada.get("notifications")["push"]["key"]), (9, key))

    def test_names_of_private_addresses_are_not_asked(self):
        """Nothing is sent to a name that resolves to this machine, and no game waits for it."""
        ada, ben = self.account(), self.account()
        listener = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(listener.close)
        listener.settimeout(0.5)
        ada.post("push", {"endpoint": f"https://localhost.localdomain:{listener.getsockname()[1]}/x", **KEYS})
        self.days(ben, ada)
        ben_games = self.days(ada, ben)
        ada.move(ben_games, 0, "e2")
        with self.assertRaises(TimeoutError):
            listener.accept()

    def test_without_a_contact(self):
        server = Server("--limits", "0", "--computers", "0")
        try:
            person = Person(server)
            person.post("register", {"name": "Ada", "password": PASSWORD})
            self.assertIsNone(person.get("notifications")["push"])
            self.refused("forbidden", person.post, "push", {"endpoint": "https://push.example/a", **KEYS})
        finally:
            self.assertEqual(server.end(), (0, ""))
        run = subprocess.run([MEYDAN, "serve", "--port", "0", "--no-store", "--push-contact", "me"],
                             capture_output=True, text=True, timeout=60)
        self.assertEqual(run.returncode, 2)
        self.assertIn("push-contact", run.stderr)


if __name__ == "__main__":
    unittest.main()
