#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Accounts under attack and in unusual orders, from outside: sessions and tokens one by one, scopes, a second factor,
refused names and passwords, guessers who don't lock the owner out, proof of work for strangers, visitors who are
deleted."""
import base64
import hashlib
import hmac
import json
import os
import re
import sqlite3
import sys
import threading
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from test_online import PASSWORD, Case, Refused, Server, until  # noqa: E402
from online import work  # noqa: E402

FIREFOX = {"User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"}
DAY = 86400000
API_DOCS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../../docs/api.md")


def code_of(secret, at=None, steps=0):
    """RFC 6238, implemented a second time."""
    step = int((at or time.time()) // 30) + steps
    digest = hmac.new(base64.b32decode(secret), step.to_bytes(8, "big"), hashlib.sha1).digest()
    start = digest[-1] & 15
    return f"{(int.from_bytes(digest[start:start + 4], 'big') & 0x7fffffff) % 10**6:06}"


class Keys(Case):
    """Sessions, tokens, the second factor."""

    def test_a_new_password_ends_tokens(self):
        ada = self.account()
        token = ada.post("tokens", {"label": "bot"})["token"]
        bot = self.person(token)
        socket = self.socket(bot)
        ada.post("password", {"old": PASSWORD, "new": "battery staple", "keep_tokens": True})
        self.assertEqual(bot.get("me")["person"]["name"], ada.name)
        self.assertEqual(socket.ask("ping")["t"], "pong")
        ada.post("password", {"old": "battery staple", "new": PASSWORD})
        self.assertEqual(socket.closed(), 4001)
        self.refused("not_signed_in", bot.get, "me")
        self.assertEqual(ada.get("tokens")["tokens"], [])

    @staticmethod
    def documented(row):
        """Rows of the tables that docs/api.md has from the server's table of features."""
        with open(API_DOCS, encoding="utf-8") as docs:
            return re.findall(row, docs.read().split("### From the server")[0], re.M)

    def stored(self):
        """All rows of the store, except the times at which a person was seen and a token was used."""
        with sqlite3.connect(self.server.store) as db:
            tables = [name for name, in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")]
            found = {name: sorted(map(repr, db.execute(f"SELECT * FROM {name}")))
                     for name in tables if name not in ("alive", "trace", "token", "session")}
        db.close()
        return found

    def test_a_token_for_reading_changes_nothing(self):
        ada, bob = self.account(), self.account()
        game = ada.make(clock="3d", lot=False)["id"]
        bob.act(game, "join")
        ada.move(game, 0, "e2")
        bob.post(f"people/{ada.name}/follow")
        until(lambda: ada.get("notifications")["notifications"], "there is something to mark as read")
        cup = ada.post("tournaments", {"name": "Cup", "format": "swiss", "variant": "quoridor", "clock": "600+5", "rounds": 3,
                                       "games": 1, "pace": "hand"})["id"]
        tokens = {scope: ada.post("tokens", {"label": scope, "scopes": [scope]})["token"] for scope in ("read", "play")}
        reader, player = (self.person(tokens[scope]) for scope in ("read", "play"))
        before = self.stored()
        routes = self.documented(r"^\| `([A-Z]+) /(\S+)` \| [^|]+ \| (`read`|`play`|no token) \|$")
        self.assertGreater(len(routes), 60)
        for method, pattern, scope in routes:
            path = pattern
            for folder, value in (("games/", game), ("people/", bob.name), ("moderation/people/", bob.name)):
                path = re.sub(f"^{folder}\\*", folder + value, path)
            path = path.replace("*", "resign" if path.startswith("games") else "1")
            status, _, body = reader.ask(method, path, {} if method == "POST" else None)
            with self.subTest(route=f"{method} {pattern}"):
                if method != "GET":
                    self.assertNotEqual(scope, "`read`")
                if scope != "`read`":
                    self.assertEqual((status, json.loads(body)["error"]["code"]), (403, "forbidden"))
                if scope == "no token":
                    status, _, body = player.ask(method, path, {} if method == "POST" else None)
                    self.assertEqual((status, json.loads(body)["error"]["code"]), (403, "forbidden"))
        # The same for every message of a socket.
        values = {"game": game, "ply": 1, "move": "e3", "variant": "quoridor", "clock": "300+2", "tournament": cup}
        fields = dict(self.documented(r'^\| `\{"t":"(\w+)"(.*)\}` \|'))
        messages = self.documented(r"^\| `socket (\w+)` \| [^|]+ \| (`read`|`play`) \|$")
        self.assertGreater(len(messages), 20)
        self.assertEqual({name for name, _ in messages}, set(fields))
        line = self.socket(reader)
        for name, scope in messages:
            sent = {key: values[key] for key in re.findall(r'"(\w+)":', fields[name])}
            with self.subTest(message=name):
                if scope == "`play`":
                    self.refused("forbidden", line.ask, name, **sent)
                else:
                    line.ask(name, **sent)
        self.assertEqual({name for name, scope in messages if scope == "`read`"},
                         {"watch", "unwatch", "lobby", "unlobby", "ping", "bye", "notifications", "unnotifications", "challenges",
                          "tournament", "untournament"})
        # A watching program does not make its player present.
        line.watch(game)
        self.assertFalse(bob.get(f"games/{game}")["seats"][0]["here"])
        self.assertEqual(self.stored(), before)

    def test_scopes(self):
        ada = self.account()
        made = ada.post("tokens", {"label": "plain"})
        self.assertEqual(made["scopes"], ["play"])
        self.assertAlmostEqual(made["expires"] - made["created"], 365 * DAY)
        reader = self.person(ada.post("tokens", {"label": "reader", "scopes": ["read"], "days": 7})["token"])
        player = self.person(made["token"])
        game = player.make()["id"]
        self.assertEqual([one["id"] for one in reader.get("me")["games"]], [game])
        self.refused("forbidden", reader.make)
        self.refused("forbidden", reader.act, game, "abort")
        socket = self.socket(reader)
        socket.watch(game)
        self.refused("forbidden", socket.ask, "abort", game=game)
        # A token is for games; only the owner manages the account.
        for path in ("sessions", "second-factor", "tokens", "export"):
            self.refused("forbidden", player.get, path)
        for path, body in (("tokens", {"label": "x"}), ("logout-everywhere", {}),
                           ("password", {"old": PASSWORD, "new": "battery staple"}),
                           ("delete-account", {"password": PASSWORD}), ("second-factor", {"password": PASSWORD})):
            self.refused("forbidden", player.post, path, body)
        self.refused("forbidden", player.call, "DELETE", "tokens/" + made["id"])
        player.act(game, "abort")
        for scopes in ([], ["admin"], "play", ["play", 1], {}):
            self.refused("malformed", ada.post, "tokens", {"label": "x", "scopes": scopes})
        for days in (0, -1, 4000, "7"):
            self.refused("malformed", ada.post, "tokens", {"label": "x", "days": days})

    def test_lists(self):
        ada = self.account()
        other = self.person()
        other.post("login", {"name": ada.name, "password": PASSWORD}, headers=FIREFOX)
        bot = ada.post("tokens", {"label": "bot"})
        self.assertIsNone(ada.get("tokens")["tokens"][0]["used"])
        self.person(bot["token"]).get("me")
        until(lambda: ada.get("tokens")["tokens"][0]["used"], "the token's use is noted")
        other.get("me")
        until(lambda: all(one["used"] for one in ada.get("sessions")["sessions"]), "the sessions' use is noted")
        sessions = ada.get("sessions")["sessions"]
        self.assertEqual([(one["label"], one["current"]) for one in sessions], [("", True), ("Firefox, Linux", False)])
        self.refused("not_found", ada.call, "DELETE", "sessions/12345")
        self.refused("not_found", self.account().call, "DELETE", "sessions/" + sessions[1]["id"])
        socket = self.socket(other)
        ada.call("DELETE", "sessions/" + sessions[1]["id"])
        self.assertEqual(socket.closed(), 4001)
        self.assertIsNone(other.get("me")["person"])
        self.assertEqual(len(ada.get("sessions")["sessions"]), 1)

    def test_a_second_factor(self):
        ada = self.account()
        name = {"name": ada.name, "password": PASSWORD}
        self.assertEqual(ada.get("second-factor"), {"on": False, "since": None, "recovery": 0})
        self.refused("not_found", ada.post, "second-factor/confirm", {"code": "123456"})
        self.refused("wrong_password", ada.post, "second-factor", {"password": "wrong horse"})
        begun = ada.post("second-factor", {"password": PASSWORD})
        self.assertEqual(begun["uri"], f"otpauth://totp/Meydan:{ada.name}?secret={begun['secret']}&issuer=Meydan")
        self.person().post("login", name)  # no code is required before it is confirmed
        wrong = code_of(begun["secret"], steps=100)
        self.refused("wrong_code", ada.post, "second-factor/confirm", {"code": wrong})
        first = code_of(begun["secret"])
        codes = ada.post("second-factor/confirm", {"code": first})["recovery"]
        self.assertEqual(len(set(codes)), 10)
        self.assertEqual(ada.get("second-factor")["recovery"], 10)
        self.refused("taken", ada.post, "second-factor", {"password": PASSWORD})

        self.refused("code_needed", self.person().post, "login", name)
        self.refused("wrong_password", self.person().post, "login", {**name, "password": "wrong horse", "code": first})
        self.refused("wrong_code", self.person().post, "login", {**name, "code": first})  # the confirmation used it
        self.refused("wrong_code", self.person().post, "login", {**name, "code": wrong})
        code = code_of(begun["secret"], steps=1)  # a clock half a minute ahead
        self.person().post("login", {**name, "code": code})
        self.refused("wrong_code", self.person().post, "login", {**name, "code": code})
        self.person().post("login", {**name, "code": codes[0].upper().replace("-", " ")})
        self.refused("wrong_code", self.person().post, "login", {**name, "code": codes[0]})
        self.assertEqual(ada.get("second-factor")["recovery"], 9)

        fresh = ada.post("second-factor/recovery", {"password": PASSWORD, "code": codes[1]})["recovery"]
        self.refused("wrong_code", self.person().post, "login", {**name, "code": codes[2]})
        self.refused("wrong_code", ada.post, "second-factor/off", {"password": PASSWORD, "code": codes[3]})
        ada.post("second-factor/off", {"password": PASSWORD, "code": fresh[0]})
        self.person().post("login", name)
        # Only their hashes are stored.
        with sqlite3.connect(self.server.store) as store:
            self.assertEqual(store.execute("SELECT count(*) FROM recovery").fetchone(), (0,))


class Names(Case):
    def test_reserved(self):
        for name in ("admin", "Adm1n", "MEYDAN", "meydan-team", "rneydan", "m_e_y_d_a_n", "Môderator", "\u0410\u0434\u043c\u0438\u043d",
                     "admin7", "root", "supp0rt", "the-moderator"):
            self.refused("name_reserved", self.person().post, "register", {"name": name, "password": PASSWORD})
        for name in ("Adam", "Roota", "Modesta"):
            self.person().post("register", {"name": name, "password": PASSWORD})

    def test_common_passwords(self):
        for password in ("password", "12345678", "password1", "Passw0rd!", "qwerty123", "iloveyou1", "football1", "Nobody5-x"):
            self.refused("common_password", self.person().post, "register", {"name": "Nobody5-x", "password": password})
        ada = self.account()
        self.refused("common_password", ada.post, "password", {"old": PASSWORD, "new": "letmein12"})

    def test_visitors_who_never_played_are_forgotten(self):
        server = Server(*self.args)
        try:
            server.stop()
            now = int(time.time() * 1000)
            with sqlite3.connect(server.store) as store:
                people = [(1, 0, now - 40 * DAY), (2, 0, now - 20 * DAY), (3, 0, now - 40 * DAY), (4, 0, now - 40 * DAY)]
                store.executemany("INSERT INTO person (id, kind, created_ms) VALUES (?, ?, ?)", people)
                store.execute("INSERT INTO game (id, variant, setup, created_ms, maker, ended_ms) VALUES (7, 'quoridor', '', 1, 3, 2)")
                store.execute("INSERT INTO session (hash, person, created_ms, expires_ms, used_ms) VALUES (x'01', 1, 1, ?, 1)", (now + DAY,))
                store.execute("INSERT INTO session (hash, person, created_ms, expires_ms, used_ms) VALUES (x'02', 4, 1, ?, ?)", (now + DAY, now))
            server.start()

            def left():
                with sqlite3.connect(server.store) as store:
                    return [number for number, in store.execute("SELECT id FROM person ORDER BY id")]
            until(lambda: left() == [2, 3, 4], "the visitor who never played is gone")
        finally:
            server.end()


class Guessers(Case):
    args = ["--computers", "0", "--trust-proxy"]

    def test_a_known_device_gets_in(self):
        ada = self.person()
        name = {"name": "Ada", "password": PASSWORD}
        at = lambda i: {"X-Forwarded-For": f"192.0.2.{i}"}
        ada.post("register", name, headers=at(1))
        ada.get("me", headers=at(1))  # gives the device its cookie
        ada.get("me", headers=at(1))
        with sqlite3.connect(self.server.store) as store:
            until(lambda: store.execute("SELECT count(*) FROM trace WHERE kind = 1").fetchone()[0], "the device is known")
        ada.post("logout", headers=at(1))
        first = []  # the answer to each address's first guess

        def guess(i):
            for attempt in range(10):
                try:
                    self.person().post("login", {**name, "password": "a guess at it"}, headers=at(i))
                except Refused as refused:
                    if not attempt:
                        first.append(refused.code)

        for start in range(1, 200, 10):
            threads = [threading.Thread(target=guess, args=(i,)) for i in range(start, start + 10)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            if "too_fast" in first:  # the account's own limit: no stranger gets in
                break
        self.assertIn("too_fast", first)
        ada.post("login", name, headers=at(1))
        self.assertEqual(ada.get("me")["person"]["name"], "Ada")


class Work(Case):
    args = ["--computers", "0", "--limits", "1000", "--proof-of-work", "0"]

    def test_strangers_work_first(self):
        ada = self.person()
        name = {"name": "Ada", "password": PASSWORD}
        status, _, text = ada.ask("POST", "register", name)
        self.assertEqual(status, 403)
        import json
        error = json.loads(text)["error"]
        self.assertEqual((error["code"], error["bits"]), ("work_needed", 16))
        proof = work(error["challenge"], error["bits"])
        self.refused("work_needed", ada.post, "register", {**name, "proof": error["challenge"] + ":x"})
        self.refused("work_needed", ada.post, "register", {**name, "proof": proof[:-1]})
        ada.post("register", {**name, "proof": proof})
        self.refused("work_needed", self.person().post, "login", {**name, "proof": proof})  # used before
        ada.get("me")
        ada.get("me")
        with sqlite3.connect(self.server.store) as store:
            until(lambda: store.execute("SELECT count(*) FROM trace WHERE kind = 1").fetchone()[0], "the device is known")
        self.assertEqual(ada.ask("POST", "login", name)[0], 200)  # a known device needs no proof


if __name__ == "__main__":
    unittest.main()
