#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""People among people, from outside and on loopback: challenges and how they are declined, who may challenge whom, bots and what
they accept."""
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from test_online import Case  # noqa: E402


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
        # Nobody else is offered a seat that is kept.
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
        make(clock="3d")
        self.refused("not_accepted", make)  # two at once
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


if __name__ == "__main__":
    unittest.main()
