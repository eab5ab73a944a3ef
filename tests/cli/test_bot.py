#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`meydan bot` on a server on loopback: MEYDAN is the program. Whole games between bots, offers from a person, broken lines,
engines that fail, the end."""
import asyncio
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from api_client import Refused, Server, Socket, Visitor  # noqa: E402
from line import make_certificate
from waiting import signal_taken, until

MEYDAN = os.environ["MEYDAN"]
QUICK = "engine nodes=100"
PATIENCE = 120


class Bots(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="meydan-bot-")
        cls.server = Server(MEYDAN, cls.folder)
        cls.server.start()
        cls.names = [f"Engine{i}" for i in range(4)]
        for name in cls.names:
            visitor = Visitor(cls.server.port)
            visitor.post("/register", name=name, password="correct horse battery", bot=True)
            with open(os.path.join(cls.folder, name), "w") as file:
                file.write(visitor.post("/tokens", label="test")["token"] + "\n")

    @classmethod
    def tearDownClass(cls):
        try:
            status = cls.server.stop()
        finally:
            shutil.rmtree(cls.folder)
        assert status == 0, f"the server ended with {status}"

    def setUp(self):
        self.running = []

    def tearDown(self):
        for bot in self.running:
            if bot.poll() is None:
                bot.kill()
            bot.wait()
            bot.stdout.close()
            bot.stderr.close()

    def bot(self, number, *options, engine=QUICK, token=None):
        bot = subprocess.Popen(
            [MEYDAN, "bot", "--server", f"http://localhost:{self.server.port}", "--token-file",
             token or os.path.join(self.folder, self.names[number]), "--engine", engine, *options],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.running.append(bot)
        return bot

    def ended(self, bot, status=0):
        out, err = bot.communicate(timeout=PATIENCE)
        self.assertEqual(bot.returncode, status, out + err)
        return out, err

    def game(self, game_id):
        game = Visitor(self.server.port).get("/games/" + game_id)
        return game.get("game", game)

    def whole_game(self, variant, players, clock="300+2", **setup):
        maker = Visitor(self.server.port)
        seats = [{"invite": name} for name in self.names[:players]]
        made = maker.post("/games", variant=variant, clock=clock, seats=seats, **setup)["game"]["id"]
        bots = [self.bot(number, "--games", "1") for number in range(players)]
        for bot in bots:
            out, _ = self.ended(bot)
            self.assertIn(made, out)
        game = self.game(made)
        self.assertEqual(game["state"], "over")
        self.assertIn(game["reason"], ("normal", "repetition", "agreement"))
        record = maker.ask("GET", f"/games/{made}.txt")
        checked = subprocess.run([MEYDAN, "replay", "-"], input=record, text=True, capture_output=True)
        self.assertEqual(checked.returncode, 0, checked.stderr)
        return game

    def open_game(self, variant="quoridor", clock="300+2", seats=("me", "open")):
        person = Visitor(self.server.port)
        return person, person.post("/games", variant=variant, clock=clock, seats=list(seats), lot=False)["game"]["id"]


class Games(Bots):
    """Bots among themselves."""

    def test_abalone(self):
        self.whole_game("abalone", 2)

    def test_quoridor_without_a_clock(self):
        self.whole_game("quoridor", 2, clock="-", public=False)

    def test_three(self):
        self.whole_game("abalone-3", 3)

    def test_four(self):
        self.whole_game("quoridor-4", 4, clock="60+1+3x10")

    def test_partners(self):
        self.whole_game("abalone-4-pairs", 4)

    def test_two_at_once_from_the_lobby(self):
        bot = self.bot(0, "--accept", "lobby", "--at-once", "2", "--games", "2", "--variants", "quoridor")
        other = self.bot(1, "--accept", "invitations", "--at-once", "2", "--games", "2")
        # They have sent the number of games they play, and they watch the lobby.
        self.assertIn(self.names[0], bot.stdout.readline())
        self.assertIn(self.names[1], other.stdout.readline())
        maker = Visitor(self.server.port)
        made = [maker.post("/games", variant="quoridor", clock="60+1", seats=["open", {"invite": self.names[1]}])
                ["game"]["id"] for _ in range(2)]
        out, _ = self.ended(bot)
        self.ended(other)
        for game_id in made:
            self.assertIn(game_id, out)
            self.assertEqual(self.game(game_id)["state"], "over")


class People(Bots):
    """A bot and somebody."""

    async def met(self, person, game_id):
        """A socket that watches the game, and the events it has seen."""
        seen = []
        line = await Socket(person, lambda told: seen.append(told) if told["t"] in ("event", "game", "rematch") else None).open()
        line.say("watch", game=game_id)
        return line, seen

    async def seen(self, seen, kind, seconds=30, times=1):
        end = time.monotonic() + seconds
        while sum(told.get("kind") == kind or told["t"] == kind for told in seen) < times:
            self.assertLess(time.monotonic(), end, f"no {kind} in {seen}")
            await asyncio.sleep(0.01)
        return next(told for told in seen if told.get("kind") == kind or told["t"] == kind)

    def test_offers_resignation_and_rematch(self):
        person, game_id = self.open_game()
        bot = self.bot(0, "--accept", "lobby", "--takebacks", "--draws", "never", "--games", "2")

        async def talk():
            line, seen = await self.met(person, game_id)
            await self.seen(seen, "start")
            self.assertEqual((await line.request("move", game=game_id, ply=0, move="e2"))["t"], "ok")
            while len([told for told in seen if told.get("kind") == "move"]) < 2:
                await asyncio.sleep(0.01)
            self.assertEqual((await line.request("draw", game=game_id))["t"], "ok")
            await self.seen(seen, "nodraw")
            self.assertEqual((await line.request("takeback", game=game_id))["t"], "ok")
            await self.seen(seen, "takeback")
            # Before both players have moved, resigning would only abort the game.
            self.assertEqual((await line.request("move", game=game_id, ply=0, move="e2"))["t"], "ok")
            await self.seen(seen, "move", times=4)
            self.assertEqual((await line.request("resign", game=game_id))["t"], "ok")
            self.assertEqual((await self.seen(seen, "end"))["result"], "0-1")
            again = await line.request("rematch", game=game_id)
            self.assertEqual(again["t"], "ok", again)
            line.say("watch", game=again["game"])
            seen.clear()
            await self.seen(seen, "start")
            # The seats have moved on, so the bot begins.
            await self.seen(seen, "move")
            self.assertEqual((await line.request("move", game=again["game"], ply=1, move="e8"))["t"], "ok")
            await line.request("resign", game=again["game"])
            await line.close()

        asyncio.run(talk())
        out, _ = self.ended(bot)
        self.assertEqual(out.count("resignation"), 2, out)

    def test_declines_takebacks_and_takes_draws(self):
        person, game_id = self.open_game()
        bot = self.bot(0, "--game", game_id, "--draws", "always")

        async def talk():
            line, seen = await self.met(person, game_id)
            await self.seen(seen, "start")
            await line.request("move", game=game_id, ply=0, move="e2")
            await self.seen(seen, "move", times=2)  # a move of the bot would answer the request
            await line.request("takeback", game=game_id)
            await self.seen(seen, "noask")
            await line.request("draw", game=game_id)
            self.assertEqual((await self.seen(seen, "end"))["reason"], "agreement")
            await line.close()

        asyncio.run(talk())
        out, _ = self.ended(bot)
        self.assertIn("1/2-1/2 agreement", out)

    def test_challenges_by_rules(self):
        bot = self.bot(0, "--variants", "quoridor", "--speeds", "blitz,correspondence", "--rated", "never", "--rating", "1000-2000",
                       "--at-once", "2", "--games", "2")
        self.assertIn(self.names[0], bot.stdout.readline())
        person = Visitor(self.server.port)
        seats = ["me", {"invite": self.names[0]}]
        for setup in ({"variant": "abalone", "clock": "300+2"}, {"variant": "quoridor", "clock": "900+10"}, {"variant": "quoridor"}):
            with self.assertRaises(Refused) as caught:
                person.post("/games", seats=seats, **setup)
            self.assertEqual(caught.exception.code, "not_accepted")
        listed = [one for one in person.get("/bots")["bots"] if one["person"]["name"] == self.names[0]]
        self.assertEqual([(one["rules"]["variants"], one["rules"]["at_once"]) for one in listed], [(["quoridor"], 2)])
        # Each person may use half of the bot's games.
        people = [person, Visitor(self.server.port)]
        made = [one.post("/games", variant="quoridor", clock=clock, seats=seats)["game"]["id"] for one, clock in zip(people, ("300+2", "3d"))]
        for game_id in made:
            until(lambda: self.game(game_id)["state"] == "live", "the bot sits down")
        until(lambda: person.get("/bots")["bots"][0]["online"], "it is there")
        for one, game_id in zip(people, made):
            until(lambda: self.game(game_id)["turn"] == 0 or self.game(game_id)["plies"], "it has moved or waits")
            one.post(f"/games/{game_id}/abort")
        self.ended(bot)

    def test_interrupt(self):
        person, game_id = self.open_game()
        bot = self.bot(0, "--game", game_id)
        until(lambda: self.game(game_id)["state"] == "live")
        bot.send_signal(signal.SIGINT)
        signal_taken(bot.pid, signal.SIGINT)
        # It plays its game to the end.
        person.post(f"/games/{game_id}/move", ply=0, move="e2")
        until(lambda: self.game(game_id)["plies"] == 2, "the bot's move")
        person.post(f"/games/{game_id}/resign")
        self.ended(bot)
        waiting = self.bot(1)
        waiting.stdout.readline()
        waiting.send_signal(signal.SIGTERM)
        self.ended(waiting)

    def test_two_interrupts_and_back_again(self):
        person, game_id = self.open_game()
        bot = self.bot(0, "--game", game_id)
        until(lambda: self.game(game_id)["state"] == "live")
        bot.send_signal(signal.SIGINT)
        signal_taken(bot.pid, signal.SIGINT)
        bot.send_signal(signal.SIGINT)
        self.ended(bot)
        self.assertEqual(self.game(game_id)["state"], "live")
        person.post(f"/games/{game_id}/move", ply=0, move="e2")
        again = self.bot(0, "--games", "1")
        until(lambda: self.game(game_id)["plies"] == 2)
        person.post(f"/games/{game_id}/resign")
        self.ended(again)


class Trouble(Bots):
    """Lines that break, engines that fail, tokens that are none."""

    def test_server_dies(self):
        maker = Visitor(self.server.port)
        seats = [{"invite": name} for name in self.names[:2]]
        made = maker.post("/games", variant="quoridor", clock="300+2", seats=seats)["game"]["id"]
        bots = [self.bot(number, "--games", "1", engine="engine movetime=30") for number in range(2)]
        for plies in (5, 10):
            until(lambda: self.game(made)["plies"] >= plies)
            self.server.kill()
            time.sleep(0.5)  # without an answer meanwhile
            self.server.start()
        for bot in bots:
            self.ended(bot)
        self.assertEqual(self.game(made)["reason"], "normal")

    def test_restarts_of_either_side(self):
        def start(number):
            bot = self.bot(number, "--at-once", "3", "--games", "3", engine="engine movetime=25")
            self.assertIn(self.names[number], bot.stdout.readline())
            return bot

        first, second = start(0), start(1)
        maker = Visitor(self.server.port)
        seats = [{"invite": name} for name in self.names[:2]]
        made = [maker.post("/games", variant="quoridor", clock=clock, seats=seats)["game"]["id"] for clock in ("300+2", "3d", "-")]

        def played(plies):
            until(lambda: all(self.game(game)["plies"] >= plies for game in made), f"{plies} plies in all games")
            self.assertEqual({self.game(game)["state"] for game in made}, {"live"})

        played(3)
        first.kill()
        first.wait()
        again = start(0)
        played(6)
        self.assertEqual(self.server.stop(), 0)
        self.server.start()
        played(9)
        self.server.kill()
        self.server.start()
        self.ended(again)
        self.ended(second)
        for game in made:
            self.assertIn(self.game(game)["reason"], ("normal", "repetition", "agreement"))

    def test_bad_engines(self):
        program = os.environ["BAD_ENGINE"]
        person, game_id = self.open_game(seats=("open", "me"))
        out, _ = self.ended(self.bot(0, "--game", game_id, engine=f"{program} crash 1"), 1)
        self.assertIn("the engine failed", out)
        self.assertEqual(self.game(game_id)["state"], "live")
        person.post(f"/games/{game_id}/resign")

    def test_not_to_be_played(self):
        out, _ = self.ended(self.bot(0, "--game", "zzzzzzzz"), 1)
        self.assertIn("refused", out)

    def test_bad_arguments(self):
        bad = os.path.join(self.folder, "bad")
        with open(bad, "w") as file:
            file.write("mey_forged\n")
        for options, token in ([], bad), ([], "/nowhere"), (["--accept", "all"], None), (["--games", "0"], None), \
                (["--variants", "chess"], None), (["--speeds", "slow"], None), (["--rated", "yes"], None), (["--rating", "2000-1000"], None), (["--server", "ftp://x"], None), (["--game", "a", "--accept", "lobby"], None):
            if "--server" in options:
                bot = subprocess.run([MEYDAN, "bot", "--token-file", bad, *options], capture_output=True, text=True)
                self.assertEqual((bot.returncode, bot.stderr.count("\n")), (2, 1), bot.stderr)
                continue
            _, err = self.ended(self.bot(0, *options, token=token), 2)
            self.assertEqual(err.count("\n"), 1, err)

    def test_no_server(self):
        bot = subprocess.run([MEYDAN, "bot", "--server", "http://127.0.0.1:1", "--token-file",
                              os.path.join(self.folder, self.names[0])], capture_output=True, text=True, timeout=30)
        self.assertEqual(bot.returncode, 2)


class Tls(unittest.TestCase):
    """A bot that speaks TLS, and believes no certificate that it has no reason to."""

    def test_whole_game(self):
        folder = tempfile.mkdtemp(prefix="meydan-bot-")
        self.addCleanup(shutil.rmtree, folder)
        cert, key = make_certificate(folder)
        plain = Server(MEYDAN, folder)
        plain.start()
        names = ["EngineA", "EngineB"]
        for name in names:
            visitor = Visitor(plain.port)
            visitor.post("/register", name=name, password="correct horse battery", bot=True)
            with open(os.path.join(folder, name), "w") as file:
                file.write(visitor.post("/tokens", label="test")["token"])
        maker = Visitor(plain.port)
        # Not public: it waits for the invited players although its creator has left.
        made = maker.post("/games", variant="quoridor", clock="300+2", public=False,
                          seats=[{"invite": name} for name in names])["game"]["id"]
        self.assertEqual(plain.stop(), 0)

        server = Server(MEYDAN, folder, options=["--tls-cert", cert, "--tls-key", key])
        server.start()
        self.addCleanup(server.stop)

        def bot(name, host="localhost", trusted=cert):
            return subprocess.Popen(
                [MEYDAN, "bot", "--server", f"https://{host}:{server.port}", "--token-file", os.path.join(folder, name),
                 "--engine", QUICK, "--games", "1"],
                env=os.environ | {"SSL_CERT_FILE": trusted}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

        for host, trusted in ("localhost", "/dev/null"), ("127.0.0.1", cert):
            stranger = bot(names[0], host, trusted)
            _, err = stranger.communicate(timeout=PATIENCE)
            self.assertEqual(stranger.returncode, 2)
            self.assertIn("no TLS with", err)
        for player in [bot(name) for name in names]:
            out, err = player.communicate(timeout=PATIENCE)
            self.assertEqual(player.returncode, 0, out + err)
            self.assertIn(made, out)


if __name__ == "__main__":
    unittest.main()
