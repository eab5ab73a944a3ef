#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What a server computes from finished games, over restarts and kills: the explorer of openings, and reviews. MEYDAN is
the program."""
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest
from urllib.parse import urlencode

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../support"))
from online import MEYDAN, Person, Refused, Server  # noqa: E402
from waiting import until  # noqa: E402

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../..")

# Player 2 jumps over player 1 and arrives first.
QUORIDOR = "e2 e8 e3 e7 e4 e6 e5 e4 e6 e3 e7 e2 e8 e1".split()
NODES = 1000  # the minimum: reviews wait until a busy machine is idle


class Case(unittest.TestCase):
    args = ["--limits", "1000", "--computers", "0", "--review-nodes", NODES]

    def setUp(self):
        self.server = Server(*self.args)
        self.addCleanup(self.end)

    def end(self):
        status, err = self.server.end()
        self.assertEqual((status, err), (0, ""))

    def play(self, moves, people=None, **setup):
        """Plays a game to its end: by the moves, or the last mover's opponent resigns."""
        people = people or [Person(self.server), Person(self.server)]
        game = people[0].make(**{"clock": "300+2", **setup})["id"]
        people[1].act(game, "join")
        for ply, move in enumerate(moves):
            people[ply % 2].move(game, ply, move)
        if people[0].get(f"games/{game}")["state"] != "over":
            people[len(moves) % 2].act(game, "resign")
        return game

    def explorer(self, *moves, person=None, **query):
        query = {"variant": "quoridor", "moves": " ".join(moves), **query}
        return (person or Person(self.server)).get("explorer?" + urlencode(query))

    def taken(self, games, **query):
        """Waits until the explorer has this many games."""
        return until(lambda: (lambda found: found["games"] == games and found)(self.explorer(**query)), f"{games} games")

    def review(self, game, state="done"):
        return until(lambda: (lambda found: found["state"] == state and found)(
            Person(self.server).get(f"games/{game}/review")), f"a review that is {state}")


class Explorer(Case):
    def test_filled_as_games_end(self):
        empty = self.explorer()
        self.assertEqual((empty["opening"], empty["games"], empty["moves"]), ("standard", 0, []))
        self.assertEqual(empty["book"][0]["move"], "e2")  # of the engine
        first = self.play(QUORIDOR)
        self.taken(1)
        second = self.play(["d1", "e8", "d2", "e7"], clock="60")
        start = self.taken(2)
        moves = {row["move"]: row for row in start["moves"]}
        self.assertEqual((moves["e2"]["games"], moves["e2"]["won"], moves["e2"]["drawn"]), (1, 0, 0))
        self.assertEqual(moves["e2"]["last"], [{"game": first, "result": "0-1", "ratings": [None, None]}])
        after = self.explorer("f1")["moves"]  # mirrors d1
        self.assertEqual([(row["move"], row["last"][0]["game"]) for row in after], [("e8", second)])
        self.assertEqual(self.explorer(speed="bullet")["games"], 1)
        self.assertEqual(self.explorer(speed="blitz,rapid")["games"], 1)
        self.assertEqual(self.explorer(min=1000)["games"], 0)  # no player has a rating
        self.assertEqual(self.explorer(until=1600000000000)["games"], 0)
        self.assertEqual(self.explorer(since=1600000000000)["games"], 2)
        self.assertEqual(self.explorer(*"e2 e8 e3 e7 e4 e6 f1v".split())["opening"], "shiller")

    def test_own_and_private_games(self):
        me, other = Person(self.server), Person(self.server)
        self.play(["e2", "e8"], people=[me, other], public=False)
        self.play(["d1", "e8"])
        self.taken(1)
        until(lambda: self.explorer(person=me, mine="true")["games"] == 1)
        self.assertEqual([row["move"] for row in self.explorer(person=me, mine="true")["moves"]], ["e2"])
        self.assertEqual([row["move"] for row in self.explorer()["moves"]], ["d1"])
        with self.assertRaises(Refused) as refused:
            self.explorer(mine="true")
        self.assertEqual(refused.exception.code, "not_signed_in")

    def test_each_game_once(self):
        """Killed, restarted, with another store: the explorer always matches the store."""
        for _ in range(3):
            self.play(["e2", "e8", "e3"])
        self.server.kill()  # with any part indexed
        self.server.start()
        self.taken(3)
        self.server.kill()
        self.server.start()
        self.play(["d1", "e8"])
        start = self.taken(4)
        self.assertEqual(sorted(row["games"] for row in start["moves"]), [1, 3])
        # An older copy of the store: the explorer drops games that it lacks.
        self.server.stop()
        with sqlite3.connect(self.server.store) as db:
            last = db.execute("SELECT max(number) FROM finished").fetchone()
            db.execute("DELETE FROM finished WHERE number = ?", last)
        db.close()
        self.server.start()
        self.taken(3)

    def test_refused(self):
        for query in ({"variant": "chess"}, {"moves": "e5"}, {"position": "x"}, {"speed": "fast"}, {"min": "-1"},
                      {"layout": "none"}, {"moves": "e2 " * 300}):
            with self.assertRaises(Refused) as refused:
                self.explorer(**query)
            self.assertEqual(refused.exception.code, "malformed")


class Puzzles(Case):
    PASSWORD = "a long enough word"
    # From data/puzzles: the id and the solver's moves.
    LINES = [line.split(";") for line in open(os.path.join(ROOT, "data/puzzles/quoridor.txt"), encoding="ascii")
             if line[0] != "#"]
    KNOWN = [(head.split()[0], " ".join(line.split()[::2])) for head, _, line in LINES]
    AT = 1000 * (int(time.time()) - 3600)  # tries that are older than 30 days are refused

    def account(self, name):
        person = Person(self.server)
        person.post("register", {"name": name, "password": self.PASSWORD})
        return person

    @staticmethod
    def bring(person, *tries):
        results = [{"puzzle": puzzle, "moves": moves, "at": Puzzles.AT} for puzzle, moves in tries]
        return [(row["state"], row.get("solved")) for row in person.post("puzzles", {"results": results})["results"]]

    def test_first_tries_are_rated_once(self):
        ada, nobody = self.account("Ada"), Person(self.server)
        one, two, three = self.KNOWN[:3]
        self.assertEqual(nobody.get("people/Ada/puzzles"),
                         {"rating": None, "tried": 0, "solved": 0, "history": [], "themes": []})
        self.assertEqual(self.bring(ada, one, (two[0], ""), ("00000000", "e2")),
                         [("taken", True), ("taken", False), ("unknown", None)])
        own = ada.get("puzzles")
        self.assertEqual([(row["puzzle"], row["solved"], row["at"]) for row in own["results"]],
                         [(one[0], True, self.AT), (two[0], False, self.AT)])
        self.assertEqual((own["tried"], own["solved"], own["last"], own["more"]), (2, 1, 2, False))
        self.assertEqual(own["rating"]["rating"], own["results"][1]["rating"])
        # Sent again, also after a kill, and in reverse order: no change.
        self.server.kill()
        self.server.start()
        self.assertEqual(self.bring(ada, one, two), [("taken", True), ("taken", True)])
        self.assertEqual(ada.get("puzzles"), own)
        self.bring(ada, three)
        more = ada.get("puzzles?after=2")
        self.assertEqual([row["puzzle"] for row in more["results"]], [three[0]])
        shown = nobody.get("people/Ada/puzzles")
        self.assertEqual([row["rating"] for row in shown["history"]],
                         [row["rating"] for row in own["results"] + more["results"]])
        self.assertEqual(shown["rating"], more["rating"])
        shares = [row["solved"] / row["tried"] for row in shown["themes"]]
        self.assertEqual(shares, sorted(shares))
        # Puzzles have ratings, too: solving one lowers its rating.
        rated = {row["puzzle"]: row for row in nobody.get("puzzles/ratings?variant=quoridor")["puzzles"]}
        level = int(self.LINES[0][0].split()[1])
        self.assertEqual(set(rated), {one[0], two[0], three[0]})
        self.assertLess(rated[one[0]]["rating"], 700 + 140 * level)
        self.assertGreater(rated[two[0]]["rating"], 700 + 140 * int(self.LINES[1][0].split()[1]))
        self.assertEqual(nobody.get("puzzles/ratings?variant=abalone"), {"puzzles": []})

    def test_refused(self):
        ada, visitor = self.account("Ada"), Person(self.server)
        puzzle, moves = self.KNOWN[0]
        good = {"puzzle": puzzle, "moves": moves}
        for person, body, code in (
                (visitor, {"results": [good]}, "not_signed_in"),
                (ada, {"results": []}, "malformed"),
                (ada, {"results": [good] * 51}, "malformed"),
                (ada, {"results": [{**good, "solved": True}]}, "malformed"),
                (ada, {"results": [{**good, "moves": "e9e"}]}, "malformed"),
                (ada, {"results": [{**good, "moves": moves + " " + moves}]}, "malformed"),
                (ada, {"results": [{"puzzle": "xyz", "moves": moves}]}, "malformed"),
                (ada, {"results": [{"puzzle": puzzle}]}, "malformed"),
                (ada, {"results": good}, "malformed"), (ada, {}, "malformed")):
            with self.assertRaises(Refused) as refused:
                person.post("puzzles", body)
            self.assertEqual(refused.exception.code, code, body)
        token = ada.post("tokens", {"label": "x"})["token"]
        for path in ("puzzles?after=x", "puzzles/ratings?variant=chess", "people/Nobody/puzzles"):
            with self.assertRaises(Refused):
                ada.get(path)
        with self.assertRaises(Refused) as refused:
            Person(self.server, token=token).post("puzzles", {"results": [good]})
        self.assertEqual(refused.exception.code, "forbidden")
        self.assertEqual(ada.get("puzzles")["tried"], 0)

    def test_export_and_deletion(self):
        ada = self.account("Ada")
        self.bring(ada, *self.KNOWN[:2])
        kept = ada.get("export")["puzzles"]
        self.assertEqual([(row["puzzle"], row["solved"]) for row in kept],
                         [(puzzle, True) for puzzle, _ in self.KNOWN[:2]])
        ada.post("delete-account", {"password": self.PASSWORD})
        self.server.stop()
        with sqlite3.connect(self.server.store) as db:
            self.assertEqual(db.execute("SELECT (SELECT count(*) FROM attempt), (SELECT count(*) FROM solver),"
                                        " (SELECT count(*) FROM puzzle)").fetchone(), (0, 0, 2))
        db.close()
        self.server.start()


class PuzzleLimits(Puzzles):
    args = ["--computers", "0"]
    test_refused = test_export_and_deletion = test_first_tries_are_rated_once = None

    def test_too_many_come_later(self):
        ada = self.account("Ada")
        states = [state for at in range(0, 250, 50) for state, _ in self.bring(ada, *self.KNOWN[at:at + 50])]
        taken = states.count("taken")
        self.assertEqual(states[:taken] + ["later"] * states.count("later"), states)
        self.assertTrue(200 <= taken < 250, taken)
        self.assertEqual(ada.get("puzzles")["tried"], taken)


class Reviews(Case):
    def analysed(self, game):
        with tempfile.NamedTemporaryFile("wb", suffix=".txt") as file:
            file.write(Person(self.server).ask("GET", f"games/{game}.txt")[2])
            file.flush()
            done = subprocess.run([MEYDAN, "analyse", file.name, "--nodes", str(NODES), "--json"], capture_output=True,
                                  text=True, timeout=120, check=True)
        return json.loads(done.stdout)["games"][0]["review"]

    def test_same_numbers_as_the_program(self):
        game = self.play(QUORIDOR)
        person = Person(self.server)
        self.assertEqual(person.get(f"games/{game}/review"), {"state": "none"})
        self.assertEqual(person.post(f"games/{game}/review"), {"ok": True})
        self.assertEqual(person.status, 202)
        report = self.review(game)["report"]
        self.assertEqual(report.pop("nodes"), NODES)
        self.assertEqual(report, self.analysed(game))
        # Stored, and not made again.
        self.server.kill()
        self.server.start()
        person.server = self.server
        self.assertEqual(person.post(f"games/{game}/review"), {"ok": True})
        self.assertEqual(person.get(f"games/{game}/review")["state"], "done")

    def test_how_well_somebody_plays(self):
        """Means and sums over the reviewed games, by the person's seat; for three players, too."""
        people = [Person(self.server) for _ in range(3)]
        for name, person in zip(("Ada", "Bob", "Eve"), people):
            person.post("register", {"name": name, "password": "correct horse"})
        self.assertEqual(people[0].get("people/Ada/accuracy"), {"accuracy": []})
        games = [self.play(QUORIDOR, people[:2], public=True), self.play(QUORIDOR[:8], people[1::-1], public=True)]
        three = people[0].make("abalone-3", clock="300+2", public=True, lot=False)["id"]
        for person in people[1:]:
            person.act(three, "join")
        for ply in range(6):
            moves = people[0].get(f"games/{three}/moves")
            people[moves["turn"]].move(three, ply, sorted(moves["moves"])[0])
        people[0].act(three, "resign")
        people[1].act(three, "resign")
        hidden = self.play(QUORIDOR, people[:2], public=False)
        for game in (*games, three, hidden):
            people[0].post(f"games/{game}/review")
        totals = [self.review(game)["report"]["total"]["players"] for game in (*games, three)]
        self.review(hidden)
        found = {row["variant"]: row for row in Person(self.server).get("people/Ada/accuracy")["accuracy"]}
        own = [totals[0][0], totals[1][1]]
        self.assertEqual(found["quoridor"], {
            "variant": "quoridor", "games": 2, "moves": sum(one["moves"] for one in own),
            "accuracy": (own[0]["accuracy"] + own[1]["accuracy"] + 1) // 2,
            **{mark: sum(one[mark] for one in own) for mark in ("great", "inaccuracies", "mistakes", "blunders")}})
        third = people[0].get("people/Eve/accuracy")["accuracy"]
        self.assertEqual([(row["variant"], row["games"], row["accuracy"]) for row in third],
                         [("abalone-3", 1, totals[2][2]["accuracy"])])
        self.assertEqual(sorted(found), ["abalone-3", "quoridor"])

    def test_players_who_left(self):
        people = [Person(self.server) for _ in range(3)]
        game = people[0].make("abalone-3", clock="300+2")["id"]
        for person in people[1:]:
            person.act(game, "join")
        for ply in range(9):
            moves = people[0].get(f"games/{game}/moves")
            people[moves["turn"]].move(game, ply, sorted(moves["moves"])[0])
            if ply == 5:
                people[1].act(game, "resign")
        people[0].act(game, "resign")
        people[0].post(f"games/{game}/review")
        report = self.review(game)["report"]
        report.pop("nodes")
        self.assertEqual(report, self.analysed(game))

    def test_queue_survives_and_gives_up(self):
        games = [self.play(["e2", "e8", "e3", "e7"]) for _ in range(3)]
        self.server.stop()
        with sqlite3.connect(self.server.store) as db:
            ids = [row[0] for row in db.execute("SELECT game FROM finished ORDER BY number")]
            # The first game can't be read. The server died once while reviewing the second, and twice with the
            # third.
            db.execute("DELETE FROM event WHERE game = ? AND number = 2", ids[:1])
            for priority, (game, tries) in enumerate(zip(ids, (0, 1, 2))):
                db.execute("INSERT INTO review (game, priority, asked_ms) VALUES (?, ?, 1)", (game, priority))
                db.execute("INSERT INTO job (kind, key, number, priority, tries) VALUES (1, ?, 0, ?, ?)", (game, priority, tries))
        db.close()
        self.server.start()
        self.review(games[1])
        self.review(games[0], "failed")
        self.review(games[2], "failed")
        with sqlite3.connect(self.server.store) as db:
            self.assertEqual(db.execute("SELECT count(*) FROM job").fetchone(), (0,))
        db.close()

    def test_killed_in_a_review(self):
        """Its lease ends, and the review is made again."""
        game = self.play(["e2", "e8", "e3", "e7"])
        self.server.stop()
        with sqlite3.connect(self.server.store) as db:
            row = db.execute("SELECT game FROM finished ORDER BY number DESC").fetchone()
            db.execute("INSERT INTO review (game, priority, asked_ms) VALUES (?, 0, 1)", row)
            db.execute("INSERT INTO job (kind, key, number, priority, tries, attempt, holder, due_ms)"
                       " VALUES (1, ?, 0, 0, 1, 1, 9, ?)", (*row, int(time.time() * 1000) + 2000))
        db.close()
        self.server.start()
        self.assertEqual(self.review(game)["state"], "done")

    def test_refused(self):
        person = Person(self.server)
        open_game = person.make()["id"]
        for game in ("00000000", open_game, "x"):
            with self.assertRaises(Refused) as refused:
                person.post(f"games/{game}/review")
            self.assertEqual(refused.exception.code, "not_found")


class Everything(Case):
    """Every game is reviewed without a request; people's games before machines'."""
    args = [*Case.args, "--reviews", "all"]

    def test_all(self):
        game = self.play(QUORIDOR)
        self.assertEqual(len(self.review(game)["report"]["plies"]), len(QUORIDOR))
        with sqlite3.connect(self.server.store) as db:
            self.assertEqual(db.execute("SELECT priority FROM review").fetchall(), [(1,)])
        db.close()


class Off(Case):
    args = [*Case.args, "--reviews", "off", "--explorer", "off"]

    def test_off(self):
        game = self.play(["e2", "e8"])
        with self.assertRaises(Refused) as refused:
            Person(self.server).post(f"games/{game}/review")
        self.assertEqual(refused.exception.code, "forbidden")
        self.assertEqual(self.explorer()["games"], 0)
        self.assertFalse(os.path.exists(self.server.store + ".explorer"))


if __name__ == "__main__":
    unittest.main()
