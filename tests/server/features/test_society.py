#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""People among people, from outside and on loopback: challenges and declining them, who may challenge whom, bots and the
challenges they accept, chat, profiles."""
import json
import os
import sqlite3
import struct
import sys
import unittest
import zlib
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../api"))
from test_online import PASSWORD, Case  # noqa: E402


class Challenges(Case):
    def listening(self, person):
        socket = self.socket(person)
        socket.send("challenges")
        return socket, socket.next("challenges")

    def challenge(self, person, *names, variant="quoridor", clock="300+2", **setup):
        seats = ["me", *({"invite": name} for name in names)]
        return person.make(variant, clock=clock, seats=seats, **setup)["id"]

    def test_a_challenge_is_seen_at_once_and_accepted(self):
        ada, bob = self.account(), self.account()
        line, told = self.listening(bob)
        self.assertEqual((told["in"], told["out"]), ([], []))
        own, _ = self.listening(ada)
        game = self.challenge(ada, bob.name, rated=True)
        told = line.next("challenges")
        self.assertEqual([(one["id"], one["by"]["name"], one["rated"]) for one in told["in"]], [(game, ada.name, True)])
        self.assertLessEqual(told["in"][0]["expires"] - told["now"], 600000)
        self.assertEqual([one["id"] for one in own.next("challenges")["out"]], [game])
        # A reserved seat is not offered to others.
        self.assertNotIn(game, [one["id"] for one in self.person().get("lobby")["open"]])
        bob.act(game, "join")
        self.assertEqual(line.next("challenges")["in"], [])
        self.assertEqual(ada.get(f"games/{game}")["state"], "live")

    def test_a_challenge_is_declined_with_a_reason(self):
        ada, bob = self.account(), self.account()
        line, _ = self.listening(bob)
        own = self.socket(ada)
        game = self.challenge(ada, bob.name)
        own.watch(game)
        self.assertEqual(len(line.next("challenges")["in"]), 1)
        self.refused("malformed", bob.act, game, "decline", reason="because")
        self.refused("not_yours", self.account().act, game, "decline")
        line.ask("decline", game=game, reason="later")
        event = own.event("decline")
        self.assertEqual((event["seat"], event["reason"]), (1, "later"))
        self.assertEqual(own.event("end")["reason"], "aborted")
        self.assertEqual(line.next("challenges")["in"], [])
        declined = [{"seat": 1, "name": bob.name, "reason": "later"}]
        self.assertEqual(ada.get(f"games/{game}")["declined"], declined)
        self.refused("over", bob.act, game, "decline")
        self.server.stop()
        self.server.start()
        self.assertEqual(ada.get(f"games/{game}")["declined"], declined)

    def test_a_table_of_four_goes_on_with_an_open_seat(self):
        ada, bob, eve, dan = (self.account() for _ in range(4))
        game = self.challenge(ada, bob.name, eve.name, dan.name, variant="abalone-4")
        bob.act(game, "join")
        eve.act(game, "decline", reason="variant")
        state = ada.get(f"games/{game}")
        self.assertEqual((state["state"], state["seats"][2]["invited"]), ("open", None))
        self.assertEqual(state["declined"], [{"seat": 2, "name": eve.name, "reason": "variant"}])
        self.assertIn(game, [one["id"] for one in ada.get("lobby")["open"]])
        self.server.stop()
        self.server.start()
        self.assertEqual(ada.get(f"games/{game}")["declined"], state["declined"])
        dan.act(game, "join")
        self.person().act(game, "join")
        self.assertEqual(ada.get(f"games/{game}")["state"], "live")

    def test_who_may_challenge(self):
        ada, bob = self.account(), self.account()
        self.assertEqual(bob.get("preferences"), {"challenges": "everybody", "chat": False})
        bob.post("preferences", {"challenges": "followed"})
        self.refused("not_accepted", self.challenge, ada, bob.name)
        bob.post(f"people/{ada.name}/follow")
        ada.act(self.challenge(ada, bob.name), "abort")
        bob.post("preferences", {"challenges": "nobody", "chat": True})
        self.refused("not_accepted", self.challenge, ada, bob.name)
        self.assertEqual(bob.get("preferences"), {"challenges": "nobody", "chat": True})
        bob.post("preferences", {"challenges": "everybody"})
        bob.post(f"people/{ada.name}/block")
        self.refused("forbidden", self.challenge, ada, bob.name)
        self.refused("malformed", bob.post, "preferences", {"challenges": "some"})
        self.refused("malformed", bob.post, "preferences", {"colour": "red"})
        self.refused("not_signed_in", self.person().get, "preferences")

    def test_changes_at_the_same_time_keep_each_other(self):
        """Two tabs that change different preferences of a person."""
        person = self.account(bot=True)
        token = person.post("tokens", {"label": "engine"})["token"]
        tabs = [self.person(token) for _ in range(3)]
        for i in range(30):
            wanted = {"challenges": ("nobody", "everybody")[i % 2], "chat": i % 2 == 0}
            changes = [("preferences", {"challenges": wanted["challenges"]}), ("preferences", {"chat": wanted["chat"]}),
                       ("bot-rules", {"rating_min": i})]
            with ThreadPoolExecutor(3) as pool:
                list(pool.map(lambda tab, change: tab.post(*change), tabs, changes))
            self.assertEqual((tabs[0].get("preferences"), tabs[0].get("bot-rules")["rating_min"]), (wanted, i))


class ChallengeLimits(Case):
    args = ["--computers", "0"]

    def test_nobody_is_challenged_again_and_again(self):
        ada, bob = self.account(), self.account()
        made = [ada.make(seats=["me", {"invite": bob.name}])["id"] for _ in range(3)]
        self.refused("too_many", ada.make, seats=["me", {"invite": bob.name}])
        for game in made:
            bob.act(game, "decline")
        ada.make(seats=["me", {"invite": bob.name}])
        self.refused("too_fast", ada.make, seats=["me", {"invite": bob.name}])


class BotRules(Case):
    def test_the_directory_and_what_a_bot_accepts(self):
        owner, ada = self.account(bot=True), self.account()
        bot = self.person(owner.post("tokens", {"label": "engine"})["token"])
        self.refused("forbidden", ada.get, "bot-rules")
        everything = bot.get("bot-rules")
        self.assertEqual((everything["rated"], everything["casual"], everything["at_once"], len(everything["variants"])),
                         (True, True, 4, 6))
        bot.post("bot-rules", {"variants": ["quoridor"], "speeds": ["blitz", "correspondence"], "rated": False,
                               "rating_min": 1000, "rating_max": 2000, "at_once": 2})

        def make(variant="quoridor", clock="300+2", **setup):
            return ada.make(variant, clock=clock, seats=["me", {"invite": owner.name}], **setup)["id"]

        self.refused("not_accepted", make, "abalone")
        self.refused("not_accepted", make, clock="900+10")
        self.refused("not_accepted", make, rated=True)
        make()
        self.refused("not_accepted", make)  # half of its games are for others
        ben = self.account()
        ben.make("quoridor", clock="3d", seats=["me", {"invite": owner.name}])
        cem = self.account()
        self.refused("not_accepted", cem.make, "quoridor", clock="300+2", seats=["me", {"invite": owner.name}])  # two at once
        # Games that last for weeks don't fill all its places either.
        bot.post("bot-rules", {"rating_min": 0, "at_once": 4})
        cem.make("quoridor", clock="-", seats=["me", {"invite": owner.name}])
        dan = self.account()
        self.refused("not_accepted", dan.make, "quoridor", clock="3d", seats=["me", {"invite": owner.name}])
        dan.make("quoridor", clock="300+2", seats=["me", {"invite": owner.name}])
        bot.post("bot-rules", {"rating_min": 2000})
        self.refused("not_accepted", make)
        socket = self.socket(bot)
        socket.ask("ping")
        listed = [one for one in self.person().get("bots")["bots"] if one["person"]["name"] == owner.name]
        self.assertEqual([(one["online"], one["games"], one["rules"]["rating_min"], one["ratings"]) for one in listed],
                         [(True, 0, 2000, [])])
        for wrong in ({"variants": ["chess"]}, {"variants": "quoridor"}, {"speeds": ["slow"]}, {"at_once": 65}, {"rated": 1},
                      {"rating_min": 2000, "rating_max": 1000}, {"colour": "red"}):
            self.refused("malformed", bot.post, "bot-rules", wrong)


class Talk(Case):
    def table(self, *people, variant="quoridor"):
        game = people[0].make(variant, clock="300+2", seats=["me"] + ["open"] * (len(people) - 1))["id"]
        for person in people[1:]:
            person.act(game, "join")
        lines = [self.socket(person) for person in people]
        for line in lines:
            line.watch(game)
        return game, lines

    def hears_nothing(self, line):
        """All messages before the answer to a ping have come, and none of them was chat."""
        n = line.send("ping")
        while True:
            message = line.receive()
            self.assertNotEqual(message["t"], "said")
            if message.get("n") == n:
                return

    def test_phrases_reach_the_players_and_nobody_else(self):
        people = [self.account() for _ in range(4)]
        game, lines = self.table(*people, variant="abalone-4-pairs")
        watcher = self.socket(self.account())
        watcher.watch(game)
        people[3].post(f"people/{people[0].name}/block")
        lines[0].ask("say", game=game, phrase="good_luck")
        for line in lines[:3]:
            said = line.next("said")
            self.assertEqual((said["game"], said["seat"], said["phrase"]), (game, 0, "good_luck"))
        self.hears_nothing(lines[3])
        self.hears_nothing(watcher)
        self.refused("not_yours", watcher.ask, "say", game=game, phrase="hello")
        for wrong in ({"phrase": "you_lose"}, {}, {"phrase": "hello", "text": "hello"}):
            self.refused("malformed", lines[1].ask, "say", game=game, **wrong)
        told = people[1].get(f"games/{game}/said")
        self.assertEqual([(one["seat"], one["phrase"]) for one in told["said"]], [(0, "good_luck")])
        self.assertEqual(people[3].get(f"games/{game}/said")["said"], [])
        self.refused("not_yours", self.account().get, f"games/{game}/said")
        self.refused("not_signed_in", self.person().get, f"games/{game}/said")
        opened = people[0].make(seats=["me", "open"])["id"]
        self.refused("not_started", lines[0].ask, "say", game=opened, phrase="hello")

    def test_texts_are_for_friends_who_both_want_them(self):
        ada, bob, eve = (self.account() for _ in range(3))
        game, (one, other, third) = self.table(ada, bob, eve, variant="abalone-3")
        self.refused("forbidden", one.ask, "say", game=game, text="Hello Bob")
        ada.post(f"people/{bob.name}/follow")
        bob.post(f"people/{ada.name}/follow")
        ada.post("preferences", {"chat": True})
        self.refused("forbidden", one.ask, "say", game=game, text="Hello Bob")
        self.assertEqual(ada.get(f"games/{game}/said"), {"said": [], "chat": []})
        bob.post("preferences", {"chat": True})
        self.assertEqual(ada.get(f"games/{game}/said")["chat"], [1])
        one.ask("say", game=game, text="Merhaba Боб, ce faci?")
        self.assertEqual(other.next("said")["text"], "Merhaba Боб, ce faci?")
        self.hears_nothing(third)
        self.assertEqual(eve.get(f"games/{game}/said")["said"], [])
        for text in ("see example.com", "http://x", "a" * 141, "  ", "me@home", "a\u202eb", "a\nb", "пример.рф"):
            self.refused("malformed", one.ask, "say", game=game, text=text)
        bob.post("reports", {"person": ada.name, "game": game, "reason": "abuse"})
        exported = ada.get("export")
        self.assertEqual(([line["text"] for line in exported["said"]], exported["preferences"]["chat"]),
                         (["Merhaba Боб, ce faci?"], True))
        self.assertEqual([one["person"]["name"] for one in exported["follows"]], [bob.name])
        self.assertIn("address", [one["kind"] for one in exported["seen"]])
        told = bob.get("export")
        self.assertEqual([(one["kind"], one["person"]["name"]) for one in told["notifications"]],
                         [("follow", ada.name), ("started", eve.name)])
        self.assertEqual([(one["person"]["name"], one["game"], one["reason"]) for one in told["open_reports"]],
                         [(ada.name, game, "abuse")])
        with sqlite3.connect(self.server.store) as store:
            context = json.loads(store.execute("SELECT context FROM report").fetchone()[0])
        self.assertEqual([(line["seat"], line["text"]) for line in context["said"]], [(0, "Merhaba Боб, ce faci?")])
        # An address split over two lines.
        one.ask("say", game=game, text="example.")
        other.ask("say", game=game, text="com?")
        self.refused("malformed", one.ask, "say", game=game, text="com")
        ada.post("delete-account", {"password": PASSWORD})
        self.assertEqual([line["text"] for line in bob.get(f"games/{game}/said")["said"]], ["com?"])


class Favourites(Case):
    def fill(self, person, begin, count):
        """Games, and as many favourites of the person."""
        me = int(person.get("me")["person"]["id"])
        with sqlite3.connect(self.server.store) as store:
            for game in range(begin, begin + count):
                store.execute("INSERT OR IGNORE INTO game (id, variant, setup, created_ms) VALUES (?, 'quoridor', '{}', 0)", (game,))
                store.execute("INSERT INTO favourite VALUES (?, ?, ?, 0, ?)", (me, game, game, f"note {game}"))

    def test_a_list_has_an_end(self):
        ada = self.account()
        self.fill(ada, 1, 1000)
        game = ada.make()["id"]
        listed = ada.get("favourites/games")["games"]
        self.assertEqual(len(set(listed)), 1000)
        self.refused("too_many", ada.post, f"games/{game}/favourite")
        ada.post(f"games/{listed[0]}/favourite", {"note": "one that is there can be changed"})
        ada.call("DELETE", f"games/{listed[1]}/favourite")
        ada.post(f"games/{game}/favourite")
        self.assertEqual(ada.get("favourites/games")["games"], [game, listed[0], *listed[2:]])

    def test_a_visitors_favourites_fill_the_accounts_list(self):
        ada, visitor = self.account(), self.person()
        visitor.post("visit")
        self.fill(ada, 5001, 990)
        self.fill(visitor, 5971, 40)  # of which 20 are new
        before, latest = ada.get("favourites/games")["games"], visitor.get("favourites/games")["games"]
        visitor.post("login", {"name": ada.name, "password": PASSWORD})
        listed = ada.get("favourites/games")["games"]
        self.assertEqual(len(listed), 1000)
        self.assertEqual(listed, latest[:10] + before)

    def test_a_list_that_is_too_long_takes_no_more(self):
        ada, visitor = self.account(), self.person()
        visitor.post("visit")
        self.fill(ada, 7001, 1002)
        self.fill(visitor, 9001, 3)
        visitor.post("login", {"name": ada.name, "password": PASSWORD})
        self.assertEqual(len(ada.get("favourites/games")["games"]), 1002)


class TalkLimits(Case):
    args = ["--computers", "0"]

    def test_nobody_speaks_all_the_time(self):
        game, (ada, _) = self.started()
        line = self.socket(ada)
        for _ in range(5):
            line.ask("say", game=game, phrase="hello")
        self.refused("too_fast", line.ask, "say", game=game, phrase="hello")


class Profile(Case):
    args = Case.args + ["--rate-shared"]

    def test_what_somebody_has_played(self):
        ada, bob = self.account(), self.account()
        empty = ada.get(f"people/{ada.name}/activity")
        self.assertEqual(empty, {"days": [], "results": [], "best": [], "you": None})
        self.assertEqual(ada.get(f"people/{ada.name}/openings?variant=quoridor"), {"games": 0, "openings": []})
        for _ in range(2):
            game = ada.make("quoridor", clock="300+2", seats=["me", {"invite": bob.name}], rated=True)["id"]
            bob.act(game, "join")
            self.first_moves(game, ada, bob, moves=4)
            bob.act(game, "resign")
        told = ada.get(f"people/{ada.name}/activity")
        self.assertEqual([day["games"] for day in told["days"]], [2])
        self.assertEqual(sum(one["wins"] for one in told["results"]), 2)
        self.assertEqual({(one["variant"], one["speed"]) for one in told["results"]}, {("quoridor", "blitz")})
        self.assertEqual([one["person"]["name"] for one in told["best"]], [bob.name] * 2)
        self.assertGreaterEqual(told["best"][0]["rating"], told["best"][1]["rating"])
        self.assertIsNone(told["you"])
        between = bob.get(f"people/{ada.name}/activity")["you"]
        self.assertEqual(between, {"games": 2, "wins": 0, "draws": 0, "losses": 2})
        openings = self.person().get(f"people/{bob.name}/openings?variant=quoridor")
        self.assertEqual((openings["games"], sum(one["losses"] for one in openings["openings"])), (2, 2))
        # All changes of a day are one point of the graph.
        changes = ada.get(f"people/{ada.name}/ratings?variant=quoridor&speed=blitz")["changes"]
        thin = ada.get(f"people/{ada.name}/ratings?variant=quoridor&speed=blitz&thin=day")["changes"]
        if changes[0]["at"] // 86400000 == changes[1]["at"] // 86400000:
            self.assertEqual([(one["before"], one["after"]) for one in thin], [(changes[0]["before"], changes[1]["after"])])
        profile = self.person().get(f"people/{ada.name}")
        self.assertEqual((profile["online"], profile["playing"], profile["challenges"]), (True, [], "everybody"))
        live = ada.make("quoridor", clock="300+2", seats=["me", {"invite": bob.name}])["id"]
        bob.act(live, "join")
        hidden = ada.make("quoridor", clock="300+2", seats=["me", {"invite": bob.name}], public=False)["id"]
        bob.act(hidden, "join")
        self.assertEqual([one["id"] for one in self.person().get(f"people/{ada.name}")["playing"]], [live])
        self.refused("not_found", ada.get, "people/Nobody-here/activity")
        self.refused("malformed", ada.get, f"people/{ada.name}/openings?variant=chess")


class Hidden(Case):
    """Where people without the link could find private games."""
    args = Case.args + ["--rate-shared"]

    def test_a_private_rated_game_is_not_told_of(self):
        ada, bob = self.account(), self.account()
        game = ada.make("quoridor", clock="300+2", seats=["me", "open"], rated=True, public=False)["id"]
        bob.act(game, "join")
        self.first_moves(game, ada, bob, moves=4)
        bob.act(game, "resign")
        watcher = self.account()
        path = f"people/{ada.name}/ratings?variant=quoridor&speed=blitz"
        self.assertEqual([one["game"] for one in ada.get(path)["changes"]], [game])
        self.assertEqual([one["game"] for one in watcher.get(path)["changes"]], [None])
        for path in (f"people/{ada.name}", f"people/{ada.name}/activity", f"people/{ada.name}/openings?variant=quoridor",
                     f"people/{ada.name}/accuracy", f"games?player={ada.name}", "lobby", "leaders?variant=quoridor&speed=blitz"):
            self.assertNotIn(game, json.dumps(watcher.get(path)), path)
        self.assertNotIn(game.encode(), watcher.ask("GET", f"archive.txt?player={ada.name}")[2])


class Previews(Case):
    """The preview that other sites show beside a link to a game."""

    def card(self, game):
        status, headers, png = self.person().ask("GET", f"games/{game}/card.png")
        self.assertEqual((status, headers["content-type"], png[:8]), (200, "image/png", b"\x89PNG\r\n\x1a\n"))
        self.assertEqual(struct.unpack(">II", png[16:24]), (1200, 630))
        self.assertLess(len(png), 512 << 10)
        return png

    @staticmethod
    def pixel(png, x, y):
        at, data = 8, b""
        while at < len(png):
            length, kind = struct.unpack(">I4s", png[at:at + 8])
            data += png[at + 8:at + 8 + length] if kind == b"IDAT" else b""
            at += length + 12
        rows, wide = zlib.decompress(data), 3 * 1200
        above = bytearray(wide + 3) # a pixel of zeros comes first
        for row in range(y + 1):
            filtered = rows[row * (wide + 1):(row + 1) * (wide + 1)]
            line = bytearray(wide + 3)
            for i, byte in enumerate(filtered[1:], 3):
                line[i] = byte + Previews.predicted(filtered[0], line[i - 3], above[i], above[i - 3]) & 255
            above = line
        return tuple(above[3 * x + 3:3 * x + 6])

    @staticmethod
    def predicted(kind, left, up, corner):
        """Predicts a byte, by the filters of PNG."""
        if kind == 4:
            return min((left, up, corner), key=lambda one: abs(left + up - corner - one))
        return (0, left, up, (left + up) // 2)[kind]

    def test_a_picture_of_the_position_live_and_over(self):
        ada, bob = self.account(), self.account()
        game = ada.make("quoridor", clock="300+2", seats=["me", "open"], lot=False, public=True)["id"]
        bob.act(game, "join")
        begun = self.card(game)
        ada.move(game, 0, "e5h")
        # The wall lies over the crossing of e5 and f6: half a cell right of the middle and up.
        self.assertNotEqual(self.pixel(begun, 600 + 32, 315 - 32), (241, 223, 174))
        after = self.card(game)
        red, green, blue = self.pixel(after, 600 + 32, 315 - 32)
        self.assertTrue(red > 200 and green > 180 and blue < 200, (red, green, blue))
        bob.move(game, 1, "e8")
        live = self.card(game)
        bob.act(game, "resign")
        over = self.card(game)
        self.assertTrue(over != live, "it has the points")
        self.assertTrue(self.card(game) == over)
        # The same position with other people has another card.
        again = ada.make("quoridor", clock="300+2", seats=["me", "open"], lot=False, public=True)["id"]
        self.account().act(again, "join")
        self.assertTrue(self.card(again) != begun, "it has their names")

    def test_the_head_of_the_page_names_players_and_game(self):
        ada, bob = self.account(), self.account()
        game = ada.make("quoridor", clock="300+2", seats=["me", "open"], lot=False, public=True)["id"]
        bob.act(game, "join")
        page = self.person().ask("GET", f"/game/{game}")[2].decode()
        self.assertIn(f'<meta property="og:title" content="{ada.name} – {bob.name}">', page)
        self.assertIn('<meta property="og:description" content="Quoridor">', page)
        self.assertIn(f'content="http://{self.server.host}/api/v1/games/{game}/card.png">', page)
        self.assertEqual(page.count("</head>"), 1)
        self.assertNotIn("og:title", self.person().ask("GET", "/play/abc")[2].decode())
        _, _, evil = self.person().ask("GET", f"/game/{game}", headers={"Host": 'a"><script>'})
        self.assertNotIn(b"<script>", evil.split(b"og:site_name")[-1].split(b"</head>")[0])

    def test_a_private_game_shows_what_no_game_shows(self):
        ada = self.account()
        game = ada.make("quoridor", clock="300+2", seats=["me", "open"], public=False)["id"]
        self.assertEqual(self.card(game), self.card("abcdefgh"))
        self.assertEqual(self.card(game), self.card("nonsense-and-more"))
        pages = [self.person().ask("GET", f"/game/{name}")[2].decode().replace(name, "") for name in (game, "abcdefgh")]
        self.assertEqual(*pages)
        self.assertNotIn(ada.name, pages[0])


if __name__ == "__main__":
    unittest.main()
