# SPDX-License-Identifier: MIT
"""The players of tests/cluster. Each is connected to a node, and reconnects to another one when that fails. The history
records all their requests and all messages that they receive.

    race      two in Quoridor, by a script: draw offers, takebacks, resignations; then both request a rematch at once
    rated     the same between accounts
    days      the same with a day for each move
    many      three or four, any moves, until they resign one after the other
    computer  one person and one computer
    flag      one of two stops moving: their flag has to fall, once
    first     one of two never moves: the game has to be called off, once"""
import asyncio
import random
import time

from api_client import Refused, Socket, Visitor

MOVES = "e2 e8 e3 e7 e4 e6 e5 e4 e6 e3 e7 e2 e8 e1".split()  # player 2 jumps, and is home first
KINDS = {  # of tables: how often, the clock, the increment in ms, players
    "race": (8, "120+1", 1000, 2),
    "rated": (2, "120+1", 1000, 2),
    "days": (1, "1d", 0, 2),
    "many": (2, "120+1", 1000, 0),
    "computer": (1, "120+1", 1000, 1),
    "flag": (2, "3+0", 0, 2),
    "first": (1, "60+0", 0, 2),
}
MANY = {"quoridor-4": 4, "abalone-3": 3}
MANY_PLIES = 16     # then they resign
ANSWER_S = 8        # for an answer; then the connection is closed
ACCOUNTS = 4


class Player:
    """A player in a game, or a spectator (seat None)."""

    def __init__(self, world, name, cookie=None):
        self.world, self.name, self.seat = world, name, None
        self.cookie, self.socket = cookie, None
        self.game, self.kind = None, None
        self.moves, self.turn, self.over, self.number, self.next = [], None, False, -1, None
        self.changed, self.shown = asyncio.Event(), asyncio.Event()
        self.move_at = None   # when to go over to another node, having been asked to
        self.quiet = False    # makes no more moves
        self.talks = random.random() < 0.5
        self.asked_back, self.offered = False, False

    def note(self, what, **fields):
        self.world.history.add(self.name, what, **fields)

    def visitor(self):
        visitor = Visitor(self.world.site.balancer.some_port(), cookie=self.cookie)
        visitor.address = "127.0.0.1"
        return visitor

    async def http(self, call):
        """Sends the request to one node after another until one answers."""
        while True:
            visitor = self.visitor()
            try:
                answer = await asyncio.get_running_loop().run_in_executor(self.world.threads, call, visitor)
                self.cookie = visitor.cookie or self.cookie
                return answer
            except Refused as why:
                if why.code not in ("failed", "busy", "not_found", "away"):
                    raise
            except (OSError, ConnectionError, ValueError):
                pass
            if self.world.stopped:
                raise Refused(0, {"code": "stopped"})
            await asyncio.sleep(0.1)

    # --- received messages -----------------------------------------------------------------------

    def heard(self, message):
        if message["t"] == "event" and message["game"] == self.game:
            self.note("event", game=self.game, event=message)
            self.number, kind = message["number"], message["kind"]
            if kind == "move":
                self.moves.append(message["move"])
            elif kind == "takeback":
                del self.moves[message["plies"]:]
            self.asked_back = kind == "ask" and message["seat"] != self.seat
            self.offered = kind == "draw" and message["seat"] != self.seat
            self.turn = message.get("turn", self.turn)
            self.over = self.over or kind == "end"
        elif message["t"] == "reconnect":
            self.move_at = time.monotonic() + random.random() * message["within"] / 1000
        elif message["t"] == "rematch" and message["game"] == self.game:
            self.next = message["next"]
        elif isinstance(message.get("game"), dict) and message["game"]["id"] == self.game:
            self.take_over(message["game"])
            self.shown.set()
        self.changed.set()

    def take_over(self, game):
        self.note("game", game=self.game, shown={
            key: game[key] for key in ("number", "moves", "result", "state", "clocks", "turn")})
        self.moves, self.number, self.over = list(game["moves"]), game["number"], game["state"] == "over"
        self.turn, self.next = game["turn"], game["rematch"]
        self.asked_back, self.offered = False, False
        if self.seat is not None and game["you"]:
            self.seat = game["you"][0]

    # --- the line --------------------------------------------------------------------------------

    async def connect(self, keep=False):
        """Opens a socket that watches the game, to any node that answers. With `keep`, the old one is closed afterwards."""
        self.move_at = None
        while not self.world.stopped:
            old = self.socket
            if old and not keep:
                await old.close()
                self.note("gone")
            socket = Socket(self.visitor())
            socket.told = lambda message, of=socket: self.heard(message) if self.socket is of else None
            try:
                await asyncio.wait_for(socket.open(), 1.5)
                self.socket = socket
                if old and keep:
                    await old.close()
                    self.note("gone")
                self.shown.clear()
                self.socket.say("watch", game=self.game)
                await asyncio.wait_for(self.shown.wait(), 1.5)
                self.note("connected")
                self.changed.set()
                return
            except (OSError, ConnectionError, EOFError, asyncio.TimeoutError, asyncio.IncompleteReadError, ValueError):
                pass
            await asyncio.sleep(0.1)

    def lost(self):
        return self.socket is None or self.socket.task is None or self.socket.task.done()

    async def wait_for_news(self, seconds):
        self.changed.clear()
        waits = [asyncio.create_task(self.changed.wait()), self.socket.task]
        await asyncio.wait(waits, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        waits[0].cancel()

    async def ask(self, what, **fields):
        """The answer, or None after a timeout, which also closes the connection."""
        self.note("asks", game=self.game, action=what, **fields)
        try:
            answer = await asyncio.wait_for(self.socket.request(what, game=self.game, **fields), ANSWER_S)
        except (OSError, ConnectionError, asyncio.TimeoutError):
            self.note("unanswered", game=self.game)
            await self.socket.close()
            self.note("gone")
            self.socket = None
            return None
        self.note("answer", game=self.game, action=what, seat=self.seat, ok=answer["t"] == "ok", code=answer.get("code"), wall=time.time() * 1000,
                  next=answer.get("game"), **fields)
        return answer

    # --- playing ---------------------------------------------------------------------------------

    async def talk(self):
        """Random offers, requests, declines and resignations, in turn or not."""
        if self.asked_back:
            self.asked_back = False
            return await self.ask(random.choice(["takeback", "notakeback"]))
        if self.offered:
            self.offered = False
            return await self.ask(random.choice(["draw", "nodraw", "nodraw", "nodraw"]))
        if len(self.moves) < 2:
            return None
        drawn = random.random()
        if drawn < 0.03 * self.world.talk:
            return await self.ask("takeback")
        if drawn < 0.06 * self.world.talk:
            return await self.ask("draw")
        if drawn < 0.06 * self.world.talk + 0.005:
            return await self.ask("resign")
        return None

    async def choose(self):
        turn = len(self.moves)
        if self.kind in ("race", "rated", "days", "flag", "first"):
            return MOVES[turn] if turn < len(MOVES) else None
        try:
            found = await self.http(lambda visitor: visitor.get(f"/games/{self.game}/moves"))
        except Refused:
            return None
        return random.choice(found["moves"]) if found["ply"] == turn and found["moves"] else None

    async def play(self):
        """Until the game is over as far as this client knows."""
        while not self.over and not self.world.stopped:
            if self.lost():
                await self.connect()
                continue
            if self.move_at and time.monotonic() >= self.move_at:
                await self.connect(keep=True)
                continue
            turn = len(self.moves)
            if self.talks and self.seat is not None and self.kind in ("race", "rated", "days"):
                await self.talk()
                if self.lost() or self.over or len(self.moves) != turn:
                    continue
            if self.seat is None or self.turn != self.seat or self.quiet:
                await self.wait_for_news(1 if self.move_at is None else 0.1)
                if turn == len(self.moves) and random.random() < 0.02 and self.seat is not None and not self.quiet:
                    await self.socket.close()  # like a train in a tunnel
                continue
            await asyncio.sleep(random.choice([0, 0.02, 0.1, 0.4]))
            await self.move(turn)

    async def move(self, turn):
        if self.kind in ("many", "computer") and turn >= MANY_PLIES:
            answer = await self.ask("resign")
            if answer:
                await self.wait_for_news(1)
            return
        move = await self.choose()
        if len(self.moves) != turn or self.over or self.lost() or self.turn != self.seat:
            return
        if move is None:
            await asyncio.sleep(0.1)
            return
        answer = await self.ask("move", ply=turn, move=move)
        if answer is None:
            return
        if answer["t"] == "ok":
            self.world.acknowledged += 1
            end = time.monotonic() + ANSWER_S
            while len(self.moves) == turn and not self.over and time.monotonic() < end and not self.lost():
                await self.wait_for_news(0.2)
        else:
            await asyncio.sleep(0.1)
            if answer.get("code") in ("stale", "out_of_turn", "over"):
                await self.connect()

    async def rematch(self):
        """Asks for the next game, which others may have made by now; its id, or None."""
        end = time.monotonic() + 20
        while time.monotonic() < end and not self.world.stopped:
            if self.lost():
                await self.connect()
                continue
            answer = await self.ask("rematch")
            if answer and answer["t"] == "ok":
                return answer["game"]
            await asyncio.sleep(0.2)
        return None

    async def close(self):
        if self.socket:
            await self.socket.close()


class Table:
    """One game after the other, of any kind."""

    def __init__(self, world, number):
        self.world, self.number = world, number

    def player(self, letter, kind, cookie=None):
        player = Player(self.world, f"t{self.number}{letter}{self.world.games}", cookie)
        player.kind = kind
        return player

    def draw_kind(self):
        kinds = [kind for kind in KINDS if kind in self.world.kinds and (kind != "rated" or len(self.world.accounts) >= 2)]
        return random.choices(kinds, [KINDS[kind][0] for kind in kinds])[0]

    async def game(self, kind):
        _, clock, increment, players = KINDS[kind]
        variant, setup = "quoridor", {}
        if kind == "many":
            variant, players = random.choice(list(MANY.items()))
        if kind == "computer":
            setup["seats"] = ["me", {"computer": 1}]
        cookies = [None] * players
        if kind == "rated":
            setup["rated"] = True
            cookies = random.sample(self.world.accounts, 2)
        self.world.games += 1
        people = [self.player("abcd"[i], kind, cookies[i]) for i in range(players)]
        watcher = self.player("w", kind)
        one = people[0]
        made = await one.http(lambda visitor: visitor.post("/games", variant=variant, clock=clock, **setup))
        game = made["game"]["id"]
        for player in [*people, watcher]:
            player.game = game
        main = int(clock.split("+")[0]) * 1000 if "+" in clock else None
        one.note("made", game=game, kind=kind, increment=increment, main=main, players=len(made["game"]["seats"]))
        await one.connect()
        for other in people[1:]:
            await other.http(lambda visitor: visitor.post(f"/games/{game}/join"))
            other.note("joined", game=game)
        await self.seat(people, made["game"])
        if kind == "first":
            for player in people:
                player.quiet = player.seat == 1
        if kind == "flag":
            asyncio.create_task(self.fall_silent(random.choice(people)))
        await asyncio.gather(*(player.play() for player in [*people, watcher]))
        if kind in ("race", "rated") and random.random() < 0.5 and not self.world.ending and one.over and one.moves:
            await asyncio.gather(*(player.rematch() for player in people))
        for player in [*people, watcher]:
            await player.close()

    async def seat(self, people, game):
        """Each finds out where they sit."""
        for player in people:
            player.seat = 0
            shown = await player.http(lambda visitor: visitor.get(f"/games/{game['id']}"))
            player.seat = shown["you"][0] if shown["you"] else None

    async def fall_silent(self, player):
        while len(player.moves) < random.choice([2, 3, 4]) and not player.over:
            await asyncio.sleep(0.05)
        player.quiet = True

    async def run(self):
        while not self.world.ending:
            try:
                await self.game(self.draw_kind())
            except Refused:
                continue  # aborted: its creator was disconnected for too long


async def make_accounts(world, count=ACCOUNTS):
    """People with names, who may play rated games."""
    cookies = []
    for i in range(count):
        player = Player(world, f"account{i}")
        name = f"player{random.randrange(10 ** 9)}"
        await player.http(lambda visitor, name=name: visitor.post("/register", name=name, password="tower bridge 81 x"))
        cookies.append(player.cookie)
    return cookies
