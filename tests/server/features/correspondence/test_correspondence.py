#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Games with days per move, from outside and on loopback: conditional moves, vacation."""
import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../api"))
from test_online import Case  # noqa: E402


class Conditional(Case):
    def table(self, clock="3d"):
        """A game of Quoridor between two accounts; both have moved and it is the first one's turn."""
        ada, bob = self.account(), self.account()
        game = ada.make("quoridor", clock=clock, seats=["me", "open"])["id"]
        bob.act(game, "join")
        ada.move(game, 0, "e2")
        bob.move(game, 1, "e8")
        return game, ada, bob

    def plan(self, person, game, *lines, ply=2):
        return person.post(f"games/{game}/conditional", {"ply": ply, "lines": list(lines)})

    def plies(self, person, game):
        return len(person.get(f"games/{game}")["moves"])

    def test_the_server_answers_once(self):
        game, ada, bob = self.table()
        told = self.plan(bob, game, "e3 e7 e4 e6", "d2 d8")
        self.assertEqual(told["lines"], ["e3 e7 e4 e6", "d2 d8"])
        line = self.socket(ada)
        line.watch(game)
        ada.move(game, 2, "e3")
        moves = [line.event("move")["move"] for _ in range(2)]
        self.assertEqual(moves, ["e3", "e7"])
        self.assertEqual(bob.get(f"games/{game}/conditional")["lines"], ["e4 e6"])
        kept = bob.get("export")["conditional_moves"]
        self.assertEqual([one["game"] for one in kept], [game])
        self.assertIn("e4 e6", kept[0]["lines"])
        # A turn that was over at once causes no notification.
        turns = [one for one in bob.get("notifications")["notifications"] if one["kind"] == "turn"]
        self.assertEqual(turns, [])
        ada.move(game, 4, "d3")
        self.assertEqual(line.event("move")["move"], "d3")
        self.assertEqual(bob.get(f"games/{game}/conditional")["lines"], [])
        self.assertEqual(self.plies(bob, game), 5)

    def test_nobody_else_sees_them(self):
        game, ada, bob = self.table()
        before = ada.get(f"games/{game}")
        self.plan(bob, game, "e3 e7")
        after = ada.get(f"games/{game}")
        for state in (before, after):
            for field in ("now", "clocks"):
                state.pop(field, None)
        self.assertEqual(before, after)
        self.assertEqual(ada.get(f"games/{game}/conditional")["lines"], [])
        self.assertEqual(ada.get("export")["conditional"], [])
        self.assertEqual(bob.get("export")["conditional"], [{"game": game, "ply": 2, "lines": ["e3 e7"]}])
        self.refused("not_yours", self.account().get, f"games/{game}/conditional")
        self.refused("not_signed_in", self.person().get, f"games/{game}/conditional")

    def test_what_is_refused(self):
        game, ada, bob = self.table()
        self.refused("illegal_move", self.plan, bob, game, "e3 e5")
        self.refused("illegal_move", self.plan, bob, game, "e3 e7", "e3 d8")
        self.refused("stale", self.plan, bob, game, "e3 e7", ply=1)
        self.refused("forbidden", self.plan, ada, game, "e3 e7")  # it is her turn
        self.refused("malformed", self.plan, bob, game, *["e3 e7"] * 25)
        self.refused("malformed", bob.post, f"games/{game}/conditional", {"lines": []})
        self.refused("malformed", bob.post, f"games/{game}/conditional", {"ply": 2, "lines": [1]})
        self.refused("not_yours", self.plan, self.account(), game, "e3 e7")
        self.refused("not_found", self.plan, bob, "00000000", "e3 e7")
        live, _, other = self.table(clock="600+5")
        self.refused("forbidden", self.plan, other, live, "e3 e7")
        ada.act(game, "resign")
        self.refused("over", self.plan, bob, game, "e3 e7")

    def test_they_are_changed_and_removed_any_time(self):
        game, ada, bob = self.table()
        self.plan(bob, game, "e3 e7")
        self.plan(bob, game, "e3 d8")
        self.assertEqual(bob.get(f"games/{game}/conditional")["lines"], ["e3 d8"])
        self.assertEqual(self.plan(bob, game)["lines"], [])
        ada.move(game, 2, "e3")
        self.assertEqual(self.plies(bob, game), 3)
        self.plan(bob, game, ply=3)  # also in his own turn

    def test_a_token_that_may_play(self):
        game, ada, bob = self.table()
        reads, plays = (self.person(token=bob.post("tokens", {"label": scope, "scopes": [scope]})["token"])
                        for scope in ("read", "play"))
        self.refused("forbidden", self.plan, reads, game, "e3 e7")
        self.plan(plays, game, "e3 e7")
        self.assertEqual(reads.get(f"games/{game}/conditional")["lines"], ["e3 e7"])

    def test_they_outlive_a_restart(self):
        game, ada, bob = self.table()
        self.plan(bob, game, "e3 e7")
        self.server.kill()
        self.server.start()
        ada.move(game, 2, "e3")
        line = self.socket(ada)
        self.assertEqual(self.moves_when(line, game, 4), ["e2", "e8", "e3", "e7"])

    def moves_when(self, line, game, count):
        """The moves of the game, once there are this many."""
        moves = list(line.watch(game)["moves"])
        while len(moves) < count:
            moves.append(line.event("move")["move"])
        return moves


class Vacation(Case):
    DAY = 86400000

    def test_the_clock_stands_still_and_opponents_see_it(self):
        ada, bob = self.account(), self.account()
        game = ada.make("quoridor", clock="1d", seats=["me", "open"])["id"]
        bob.act(game, "join")
        told = ada.get("vacation")
        self.assertEqual((told["vacation"], told["days"], told["left"]), (None, 30, 30 * self.DAY))
        line = self.socket(bob)
        line.watch(game)
        told = ada.post("vacation", {"days": 3})
        self.assertEqual(told["vacation"]["until"] - told["vacation"]["from"], 3 * self.DAY)
        self.assertEqual(told["left"], 27 * self.DAY)
        line.next("game")  # they load it again
        state = bob.get(f"games/{game}")
        self.assertEqual(state["vacations"], [told["vacation"], None])
        self.refused("forbidden", ada.post, "vacation", {"days": 1})
        self.refused("forbidden", ada.make, "quoridor", clock="1d", seats=["me", "open"])
        self.server.kill()
        self.server.start()
        self.assertEqual(bob.get(f"games/{game}")["vacations"], [told["vacation"], None])
        self.assertEqual(ada.get("export")["vacations"], [told["vacation"]])
        # Ended at once, it cost a day.
        told = ada.post("vacation/end", {})
        self.assertEqual(told["left"], 29 * self.DAY)
        self.assertLessEqual(told["vacation"]["until"] - told["now"], 1000)

    def test_what_is_refused(self):
        ada = self.account()
        self.refused("forbidden", ada.post, "vacation/end", {})
        for days in (0, 61, "3", None):
            self.refused("malformed", ada.post, "vacation", {"days": days})
        self.refused("malformed", ada.post, "vacation", {})
        self.refused("too_many", ada.post, "vacation", {"days": 31})
        self.refused("not_signed_in", self.person().get, "vacation")


class NoVacation(Case):
    args = Case.args + ["--vacation-days", "0"]

    def test_an_operator_can_do_without(self):
        ada = self.account()
        self.assertEqual(ada.get("vacation")["days"], 0)
        self.refused("forbidden", ada.post, "vacation", {"days": 1})


if __name__ == "__main__":
    unittest.main()
