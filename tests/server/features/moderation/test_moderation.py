#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Moderation from outside: reports, blocks, friends, moderators' decisions and their effects, on a running server and by
`meydan admin` on its store."""
import os
import sqlite3
import subprocess
import sys
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../support"))
from online import MEYDAN, Person, Refused, Server  # noqa: E402
from waiting import until  # noqa: E402

PASSWORD = "correct horse"
DAY = 86400000


class Case(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server("--limits", "1000", "--computers", "0", "--rate-shared")
        cls.names = 0

    @classmethod
    def tearDownClass(cls):
        status, err = cls.server.end()
        assert (status, err) == (0, ""), f"status {status}: {err}"

    def account(self, name=None):
        type(self).names += 1
        person = Person(self.server)
        person.name = name or f"{type(self).__name__}{self.names}"
        person.post("register", {"name": person.name, "password": PASSWORD})
        return person

    def admin(self, *args, status=0):
        run = subprocess.run([MEYDAN, "admin", *args, "--store", self.server.store],
                             capture_output=True, text=True, timeout=60)
        self.assertEqual(run.returncode, status, run.stderr or run.stdout)
        return run.stdout if status == 0 else run.stderr

    def moderator(self, role="moderator"):
        person = self.account()
        self.admin("role", person.name, role)
        until(lambda: person.get("me").get("role") == role, "the server sees the new role")
        return person

    def refused(self, code, call, *args, **fields):
        with self.assertRaises(Refused) as caught:
            call(*args, **fields)
        self.assertEqual(caught.exception.code, code, caught.exception.error)
        return caught.exception

    def started(self, *people, **setup):
        setup = {"clock": "300+2", "public": False, **setup}
        game = people[0].make(**setup)["id"]
        for person in people[1:]:
            person.act(game, "join")
        return game

    def play(self, game, *people, moves=4):
        """Plays a few moves of each, whoever begins."""
        state = people[0].get(f"games/{game}")
        known = {person.get("me")["person"]["id"]: person for person in people}
        order = [known[seat["person"]["id"]] for seat in state["seats"]]
        for ply, move in enumerate(["e2", "e8", "e3", "e7", "e4", "e6", "e3h", "d6h"][:2 * moves]):
            order[ply % 2].move(game, ply, move)
        return order

    def rated(self, winner, loser):
        game = self.started(winner, loser, rated=True)
        self.play(game, winner, loser)
        loser.act(game, "resign")
        return game

    def rating(self, person):
        ratings = person.get(f"people/{person.name}")["ratings"]
        return ratings[0]["rating"] if ratings else None


class Friends(Case):
    def test_following(self):
        ada, ben = self.account(), self.account()
        ben.get("me")
        self.assertEqual(ada.get("friends"), {"friends": [], "blocked": []})
        ada.post(f"people/{ben.name.upper()}/follow")
        ada.post(f"people/{ben.name}/follow")  # a second time changes nothing
        (found,) = ada.get("friends")["friends"]
        self.assertEqual((found["person"]["name"], found["online"], found["follows_you"], found["game"]),
                         (ben.name, True, False, None))
        ben.post(f"people/{ada.name}/follow")
        game = self.started(ben, self.account(), public=True)
        (found,) = ada.get("friends")["friends"]
        self.assertEqual((found["follows_you"], found["game"]), (True, game))
        ada.post(f"people/{ben.name}/unfollow")
        self.assertEqual(ada.get("friends")["friends"], [])
        self.refused("forbidden", ada.post, f"people/{ada.name}/follow")
        self.refused("not_found", ada.post, "people/nobody-at-all/follow")
        self.refused("not_signed_in", Person(self.server).post, f"people/{ada.name}/follow")

    def test_blocked_people_do_not_meet(self):
        ada, ben = self.account(), self.account()
        ben.post(f"people/{ada.name}/follow")
        ada.post(f"people/{ben.name}/block")
        self.assertEqual([one["person"]["name"] for one in ada.get("friends")["blocked"]], [ben.name])
        self.assertEqual(ben.get("friends"), {"friends": [], "blocked": []})
        self.refused("forbidden", ben.post, f"people/{ada.name}/follow")
        for one, other in (ada, ben), (ben, ada):
            self.refused("forbidden", one.make, seats=["me", {"invite": other.name}])
            game = one.make(public=False)["id"]
            self.refused("forbidden", other.act, game, "join")
            socket = other.socket()
            self.refused("forbidden", socket.ask, "join", game=game)
            socket.socket.close()
        # Also after a restart, and a rematch is refused.
        ada.post(f"people/{ben.name}/unblock")
        game = self.started(ada, ben)
        self.play(game, ada, ben, moves=1)
        ben.act(game, "resign")
        ben.post(f"people/{ada.name}/block")
        self.refused("forbidden", ada.act, game, "rematch")
        self.server.stop()
        self.server.start()
        self.refused("forbidden", ada.act, game, "rematch")
        ben.post(f"people/{ada.name}/unblock")
        ada.act(game, "rematch")


class Reports(Case):
    def test_a_report_from_the_game_to_the_decision(self):
        ada, ben, judge = self.account(), self.account(), self.moderator()
        game = self.started(ada, ben)
        self.play(game, ada, ben)
        self.refused("forbidden", ada.get, "moderation/queue")
        ada.post("reports", {"game": game, "reason": "cheating", "text": "too good"})
        self.refused("too_many", ada.post, "reports", {"game": game, "reason": "abuse"})
        (report,) = [one for one in judge.get("moderation/queue")["reports"]
                     if one["person"]["name"] == ben.name]
        self.assertEqual((report["reporter"]["name"], report["game"], report["reason"], report["text"], report["taken"]),
                         (ada.name, game, "cheating", "too good", None))
        events = report["context"]["events"]
        self.assertEqual([one["kind"] for one in events][-8:], ["move"] * 8)
        self.assertTrue(events[-1]["text"].startswith("d6h "))
        second = self.moderator()
        judge.post("moderation/take", {"report": report["number"]})
        self.refused("taken", second.post, "moderation/take", {"report": report["number"]})
        self.refused("taken", second.post, "moderation/act", {"act": "dismiss", "report": report["number"]})
        judge.post("moderation/act", {"act": "warn", "report": report["number"], "reason": "play yourself"})
        self.refused("over", judge.post, "moderation/act", {"act": "dismiss", "report": report["number"]})
        self.assertNotIn(report["number"], [one["number"] for one in judge.get("moderation/queue")["reports"]])
        (notice,) = ben.get("notices")["notices"]
        self.assertEqual((notice["kind"], notice["reason"], notice["seen"]), ("warning", "play yourself", False))
        ben.post(f"notices/{notice['entry']}")
        self.assertTrue(ben.get("notices")["notices"][0]["seen"])
        self.refused("not_found", ada.post, f"notices/{notice['entry']}")
        case = judge.get(f"moderation/people/{ben.name}")
        self.assertEqual([one["act"] for one in case["audit"]], ["warn"])
        self.assertEqual(case["reports"][0]["entry"], notice["entry"])

    def test_limits_of_reports(self):
        ada = self.account()
        for _ in range(5):
            ada.post("reports", {"person": self.account().name, "reason": "name"})
        self.refused("too_many", ada.post, "reports", {"person": self.account().name, "reason": "name"})
        ben = self.account()
        self.refused("malformed", ben.post, "reports", {"person": ada.name, "reason": "boring"})
        self.refused("malformed", ben.post, "reports", {"reason": "name"})
        self.refused("forbidden", ben.post, "reports", {"person": ben.name, "reason": "name"})
        game = self.started(self.account(), self.account())
        self.refused("not_found", ben.post, "reports", {"person": ada.name, "game": game, "reason": "name"})
        self.refused("not_signed_in", Person(self.server).post, "reports", {"person": ada.name, "reason": "name"})


class Measures(Case):
    def test_suspension(self):
        ada, ben, cem, judge = self.account(), self.account(), self.account(), self.moderator()
        begun, fresh = self.started(ada, ben), self.started(ben, cem)
        waiting = ben.make(public=True)["id"]
        self.play(begun, ada, ben)
        until_ms = int(time.time() * 1000) + DAY
        self.refused("malformed", judge.post, "moderation/act", {"act": "suspend", "person": ben.name, "until": until_ms})
        self.refused("forbidden", judge.post, "moderation/act",
                     {"act": "suspend", "person": ben.name, "reason": "x", "until": until_ms + 100 * DAY})
        socket = ben.socket()
        self.addCleanup(socket.socket.close)
        judge.post("moderation/act", {"act": "suspend", "person": ben.name, "reason": "insults", "until": until_ms})
        until(lambda: ada.get(f"games/{begun}")["state"] == "over", "the game ends")
        state = ada.get(f"games/{begun}")
        ours = state["you"][0]
        self.assertEqual((state["result"], state["reason"]), ("1-0" if ours == 0 else "0-1", "abandoned"))
        until(lambda: cem.get(f"games/{fresh}")["reason"] == "aborted", "nobody has moved: called off")
        until(lambda: cem.get(f"games/{waiting}")["reason"] == "aborted", "an open game is called off")
        barred = ben.get("me")["barred"]
        self.assertEqual((barred["kind"], barred["reason"], barred["until"]), ("suspension", "insults", until_ms))
        error = self.refused("suspended", ben.make)
        self.assertIn("insults", error.error["text"])
        game = cem.make(public=False)["id"]
        self.refused("suspended", ben.act, game, "join")
        self.refused("suspended", socket.ask, "join", game=game)
        self.refused("suspended", ben.post, "reports", {"person": ada.name, "reason": "abuse"})
        (entry,) = [one["number"] for one in judge.get(f"moderation/people/{ben.name}")["audit"]]
        judge.post("moderation/act", {"act": "undo", "entry": entry, "reason": "a mistake"})
        until(lambda: "barred" not in ben.get("me"), "it is lifted")
        ben.act(game, "join")
        self.refused("stale", judge.post, "moderation/act", {"act": "undo", "entry": entry})

    def test_a_partner_does_not_lose(self):
        people = [self.account() for _ in range(4)]
        game = self.started(*people, variant="abalone-4-pairs")
        moves = people[0].get(f"games/{game}/moves")
        for ply in range(4):
            state = people[0].get(f"games/{game}/moves")
            known = {one.get("me")["person"]["id"]: one for one in people}
            seats = people[0].get(f"games/{game}")["seats"]
            known[seats[state["turn"]]["person"]["id"]].move(game, ply, state["moves"][0])
        self.assertTrue(moves["moves"])
        self.admin("ban", people[0].name, "--reason", "spam")
        until(lambda: people[1].get(f"games/{game}")["state"] == "over", "the game ends")
        state = people[1].get(f"games/{game}")
        self.assertEqual((state["result"], state["reason"]), ("*", "aborted"))

    def test_who_may_do_what(self):
        judge, other, chief = self.moderator(), self.moderator(), self.moderator("operator")
        ada = self.account()
        act = lambda actor, **body: actor.post("moderation/act", body)  # noqa: E731
        self.refused("forbidden", act, ada, act="warn", person=judge.name, reason="x")
        self.refused("forbidden", act, judge, act="ban", person=ada.name, reason="x")
        self.refused("forbidden", act, judge, act="role", person=ada.name, role="moderator")
        self.refused("forbidden", act, judge, act="warn", person=other.name, reason="x")
        self.refused("forbidden", act, judge, act="warn", person=judge.name, reason="x")
        self.refused("malformed", act, judge, act="dance", person=ada.name)
        act(chief, act="role", person=ada.name, role="moderator")
        until(lambda: ada.get("me").get("role") == "moderator", "the new role")
        act(chief, act="role", person=ada.name, role="player")
        until(lambda: "role" not in ada.get("me"), "the role ends")
        act(chief, act="ban", person=ada.name, reason="x")
        token = judge.post("tokens", {"label": "script"})["token"]
        self.refused("forbidden", Person(self.server, token).get, "moderation/queue")

    def test_renaming(self):
        judge, ada, ben = self.moderator(), self.account("RudeWord"), self.account()
        game = self.started(ada, ben)
        self.refused("name_taken", judge.post, "moderation/act",
                     {"act": "rename", "person": ada.name, "name": ben.name, "reason": "rude"})
        self.refused("bad_name", judge.post, "moderation/act",
                     {"act": "rename", "person": ada.name, "name": "?", "reason": "rude"})
        # A name that cannot be registered cannot be assigned either.
        self.refused("name_reserved", judge.post, "moderation/act",
                     {"act": "rename", "person": ada.name, "name": "Meydan-Team", "reason": "rude"})
        self.assertIn("reserved", self.admin("rename", ada.name, "Adm1n", "--reason", "rude", status=1))
        self.account("Left-Us").post("delete-account", {"password": PASSWORD})
        self.refused("name_taken", judge.post, "moderation/act",
                     {"act": "rename", "person": ada.name, "name": "left-us", "reason": "rude"})
        self.assertIn("90 days", self.admin("rename", ada.name, "LEFT-US", "--reason", "rude", status=1))
        self.assertEqual(ada.get("me")["person"]["name"], "RudeWord")
        judge.post("moderation/act", {"act": "rename", "person": ada.name, "name": "Kind-Word", "reason": "rude"})
        names = lambda: [seat["person"]["name"] for seat in ben.get(f"games/{game}")["seats"]]  # noqa: E731
        until(lambda: "Kind-Word" in names(), "the game shows the new name")
        self.assertEqual(ada.get("me")["person"]["name"], "Kind-Word")
        (notice,) = ada.get("notices")["notices"]
        self.assertEqual((notice["kind"], notice["reason"]), ("renaming", "rude"))
        self.refused("not_found", ben.get, "people/RudeWord")
        judge.post("moderation/act", {"act": "undo", "entry": notice["entry"]})
        until(lambda: "RudeWord" in names(), "the old name again")

    def test_annulling_a_pair_and_back(self):
        judge = self.moderator()
        ada, ben, cem = self.account(), self.account(), self.account()
        self.rated(cem, ada)
        clean = self.rating(ada), self.rating(cem)
        for _ in range(3):
            self.rated(ada, ben)
        cheated = self.rating(ada), self.rating(cem)
        self.assertNotEqual(clean, cheated)
        judge.post("moderation/act", {"act": "annul", "person": ada.name, "other": ben.name})
        until(lambda: self.rating(ben) is None, "the ratings are as before")
        self.assertEqual((self.rating(ada), self.rating(cem)), clean)
        entry = judge.get(f"moderation/people/{ada.name}")["audit"][0]
        self.assertEqual(len(entry["detail"].split()), 4)
        self.refused("not_found", judge.post, "moderation/act", {"act": "annul", "person": ada.name, "other": ben.name})
        judge.post("moderation/act", {"act": "undo", "entry": entry["number"]})
        until(lambda: self.rating(ben) is not None, "the games count again")
        self.assertEqual((self.rating(ada), self.rating(cem)), cheated)
        # A period in which none of these games ended.
        self.refused("not_found", judge.post, "moderation/act", {"act": "annul", "person": ada.name, "until": 1000})
        run = subprocess.run([MEYDAN, "store", "check", self.server.store], capture_output=True, text=True)
        self.assertEqual(run.returncode, 0, run.stderr)


class Ways(Case):
    """Each decision through each way: the same entry, the same effect at once, and undone through the other way."""

    def decide(self, way, operator, act, person=None, **fields):
        if way == "api":
            operator.post("moderation/act", {"act": act, **({"person": person} if person else {}), **fields})
            return
        words = [act] + ([person] if person else [])
        words += [fields.pop("name")] if "name" in fields else []
        words += [fields.pop("role")] if "role" in fields else []
        words += [str(fields.pop("entry"))] if "entry" in fields else []
        if "until" in fields:
            words += ["--days", str((fields.pop("until") - int(time.time() * 1000)) // DAY + 1)]
        self.admin(*words, *[word for key, value in fields.items() for word in (f"--{key}", str(value))])

    def last(self, operator, subject):
        entry = operator.get(f"moderation/people/{subject}")["audit"][0]
        return entry["number"], entry["act"], entry["reason"]

    def test_each_way(self):
        operator = self.moderator("operator")
        for way, back in ("api", "shell"), ("shell", "api"):
            ada, bob = self.account(), self.account()
            game = self.rated(bob, ada)
            who = "#" + ada.get("me")["person"]["id"]
            barred = lambda: "barred" in ada.get("me")
            for act, fields, holds in [
                ("warn", {"reason": "rude"}, lambda: any(notice["kind"] == "warning" and not notice["lifted"]
                                                         for notice in ada.get("notices")["notices"])),
                ("suspend", {"reason": "rude", "until": int(time.time() * 1000) + 2 * DAY}, barred),
                ("ban", {"reason": "rude"}, barred),
                ("rename", {"reason": "rude", "name": f"New{way}"}, lambda: ada.get("me")["person"]["name"] == f"New{way}"),
                ("annul", {"reason": "rude", "game": game}, lambda: bob.get(f"games/{game}").get("annulled", False)),
            ]:
                about = None if act == "annul" else who
                self.assertFalse(holds(), (way, act))
                self.decide(way, operator, act, about, **fields)
                until(holds, f"{act} by {way} holds")
                if about:
                    number, kind, reason = self.last(operator, ada.get("me")["person"]["name"])
                    self.assertEqual((kind, reason), (act, "rude"))
                else:
                    number = operator.get("moderation/audit")["entries"][0]["number"]
                self.decide(back, operator, "undo", entry=number)
                until(lambda: not holds(), f"{act} by {way} is undone by {back}")
            for role in "moderator", "player":
                self.decide(way, operator, "role", who, role=role)
                until(lambda: ada.get("me").get("role", "player") == role, "the role")
            bob.post("reports", {"person": ada.get("me")["person"]["name"], "reason": "abuse", "text": "x"})
            report = operator.get("moderation/queue")["reports"][0]["number"]
            self.decide(way, operator, "dismiss", report=report)
            until(lambda: not operator.get("moderation/queue")["reports"], "the report is closed")
        self.assertIn("sound: ", self.admin("audit", "--check"))


class Machine(Case):
    """What only somebody with access to the server's machine can do."""

    def signed_out(self, person):
        try:
            return person.get("me")["person"] is None
        except Refused as refused:
            return refused.code == "not_signed_in"

    def signs_in(self, name, password, code="ok"):
        person = Person(self.server)
        if code == "ok":
            return person.post("login", {"name": name, "password": password})
        return self.refused(code, person.post, "login", {"name": name, "password": password})

    def test_a_forgotten_password(self):
        ada = self.account()
        token = ada.post("tokens", {"label": "mine"})["token"]
        line = ada.socket()
        said = self.admin("reset-password", ada.name, "--reason", "forgotten")
        until(lambda: self.signed_out(ada), "the session has ended")
        line.closed()
        self.assertEqual(Person(self.server, token=token).ask("GET", "me")[0], 401)
        self.signs_in(ada.name, PASSWORD, "wrong_password")
        self.signs_in(ada.name, said.split()[-1])
        self.assertRegex(self.admin("audit", ada.name), rf"reset-password {ada.name} by this machine: forgotten")
        self.assertNotIn(said.split()[-1], self.admin("audit"))

    def test_sessions(self):
        ada, other = self.account(), self.account()
        self.admin("sign-out", ada.name)
        until(lambda: self.signed_out(ada), "the session has ended")
        self.assertFalse(self.signed_out(other))
        self.signs_in(ada.name, PASSWORD)

    def test_deletion(self):
        ada, bob = self.account(), self.account()
        game = self.started(ada, bob)
        self.admin("delete", ada.name)
        until(lambda: self.signed_out(ada), "the session has ended")
        self.refused("not_found", bob.get, f"people/{ada.name}")
        self.signs_in(ada.name, PASSWORD, "wrong_password")
        until(lambda: bob.get(f"games/{game}")["state"] == "over", "the game ends")
        self.assertEqual(self.admin("delete", ada.name, status=1), "meydan: nobody has that name\n")
        self.assertNotIn(ada.name, self.admin("audit"))

    def test_not_by_the_api(self):
        operator, ada = self.moderator("operator"), self.account()
        for act in "reset-password", "sign-out", "factor-off", "delete":
            self.refused("malformed", operator.post, "moderation/act", {"act": act, "person": ada.name})
        self.assertFalse(self.signed_out(ada))

    def test_sanctions(self):
        ada, bob = self.account(), self.account()
        self.admin("suspend", ada.name, "--days", "2", "--reason", "insults")
        self.admin("ban", bob.name, "--reason", "engine")
        listed = self.admin("sanctions")
        self.assertRegex(listed, rf"entry \d+ {ada.name} suspension until 20.*Z: insults")
        self.assertRegex(listed, rf"entry \d+ {bob.name} ban: engine")
        entry = listed.split(bob.name)[0].split()[-1]
        self.admin("undo", entry)
        self.assertNotIn(bob.name, self.admin("sanctions"))


class Audit(Case):
    def test_the_log_cannot_be_edited(self):
        ada = self.account()
        before = int(self.admin("audit", "--check").split()[1])
        self.admin("warn", ada.name, "--reason", "be kind")
        self.admin("ban", ada.name, "--reason", "was not")
        self.admin("undo", str(before + 2), "--reason", "is now")
        said = self.admin("audit", "--check")
        self.assertRegex(said, rf"^sound: {before + 3} entries, the last has the hash [0-9a-f]{{64}}\n$")
        first = self.admin("audit").splitlines()[before]
        self.assertIn("warn", first)
        self.assertIn("be kind", first)
        with sqlite3.connect(self.server.store, timeout=20) as db:
            for change in ("UPDATE audit SET reason = 'x'", "DELETE FROM audit"):
                with self.assertRaises(sqlite3.DatabaseError) as caught:
                    db.execute(change)
                self.assertIn("cannot be edited", str(caught.exception))
            # An operator with SQL can remove the triggers; the chain of hashes shows it.
            db.execute("DROP TRIGGER audit_keeps")
            db.execute("UPDATE audit SET reason = 'x' WHERE number = ?", (before + 2,))
        self.assertIn(f"entry {before + 2} ", self.admin("audit", "--check", status=1))

    def test_admin_by_itself(self):
        ada = self.account()
        self.assertIn("nobody has that name", self.admin("warn", "no-such-person", "--reason", "x", status=1))
        self.assertIn("reason", self.admin("warn", ada.name, status=1))
        self.assertIn("needs", self.admin("warn", status=2))
        self.assertIn("admin needs", self.admin("dance", status=2))
        ada.post("reports", {"person": self.account("Shouter").name, "reason": "abuse", "text": "SHOUTS\n"})
        queue = self.admin("queue")
        self.assertIn("Shouter", queue)
        self.assertIn("SHOUTS", queue)
        number = queue.split()[0]
        self.admin("suspend", "Shouter", "--days", "2", "--reason", "no shouting", "--report", number)
        self.assertEqual(self.admin("queue"), "no open reports\n")
        shown = self.admin("show", "Shouter")
        self.assertIn("suspension", shown)
        self.assertIn("no shouting", shown)


if __name__ == "__main__":
    unittest.main()
