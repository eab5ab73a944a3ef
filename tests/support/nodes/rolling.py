# SPDX-License-Identifier: MIT
"""Players behind a balancer during restarts of nodes, who behave like the page: when asked to reconnect, they open another
socket before closing the first; when cut off, they reconnect; they repeat an unanswered move. They measure how
long they were without a socket, and how long a move waited for its answer."""
import json
import os
import random
import select
import socket
import subprocess
import threading
import time

from online import Closed, Person, Refused

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../..")


def loop(columns, near, far):
    """The edge of a part of the board, from e on: a pawn can go round for ever."""
    step = 1 if far > near else -1
    cells = [f"{column}{near}" for column in columns] + [f"{columns[-1]}{row}" for row in range(near + step, far, step)]
    cells += [f"{column}{far}" for column in reversed(columns)] + [f"{columns[0]}{row}" for row in range(far - step, near, -step)]
    first = cells.index(f"e{near}")
    return cells[first:] + cells[:first]


# Loops of 22 and 20 cells: a position comes again after 220 moves of each.
LOOPS = (loop("abcdefghi", 1, 4), loop("abcdefgh", 9, 6))


class Balancer:
    """The address of a cluster, as a Person sees a server."""

    scheme = "http"

    def __init__(self, port):
        self.port, self.host = port, f"127.0.0.1:{port}"

    def connect(self, timeout):
        return socket.create_connection(("127.0.0.1", self.port), timeout=timeout)


class Cluster:
    """One of tools/cluster, in a folder."""

    def __init__(self, folder):
        self.folder = folder

    def run(self, command, *args, check=True):
        done = subprocess.run([os.path.join(ROOT, "tools/cluster"), command, "--folder", self.folder, *map(str, args)],
                              capture_output=True, text=True)
        if check and done.returncode:
            raise RuntimeError(f"tools/cluster {command}: {done.stdout}{done.stderr}")
        return done

    def state(self):
        with open(os.path.join(self.folder, "cluster.json")) as file:
            return json.load(file)

    def balancer(self):
        return Balancer(self.state()["port"])

    def nodes(self):
        return {name: Balancer(port) for name, port in self.state()["nodes"].items()}


class Player:
    """In one seat of one game. `think` seconds pass before each move."""

    def __init__(self, person, game, seat, think):
        self.person, self.game, self.seat, self.think = person, game, seat, think
        self.plies, self.due, self.sent, self.sent_at = 0, None, None, None
        self.move_at, self.lost_at, self.retry_at, self.moves = None, None, None, 0
        self.answers, self.gaps, self.problems = [], [], []
        self.line = None
        self.stopping = threading.Event()
        self.thread = threading.Thread(target=self.play, daemon=True)

    def next_move(self):
        cells = LOOPS[self.seat]
        return cells[(self.plies // 2 + 1) % len(cells)]

    def open(self):
        line = self.person.socket()
        self.plies = max(self.plies, len(line.watch(self.game)["moves"]))
        return line

    def play(self):
        try:
            self.line = self.open()
            self.new_turn()
            while not self.stopping.is_set():
                self.step()
            self.line and self.line.close()
        except Exception as why:  # the test's own thread tells
            self.problems.append(repr(why))

    def step(self):
        now = time.monotonic()
        if self.line is None:
            if now >= self.retry_at:
                self.come_back()
            else:
                time.sleep(0.005)
            return
        if self.move_at and now >= self.move_at:
            self.move_over()
        if self.due and now >= self.due:
            self.due, self.sent_at = None, now
            self.sent = self.line.send("move", game=self.game, ply=self.plies, move=self.next_move())
        try:
            if self.line.unread:
                return self.hear(self.line.unread.pop(0))
            if self.line.kept or select.select([self.line.socket], [], [], 0.01)[0]:
                self.hear(self.line.receive(0.05))
        except TimeoutError:
            pass  # a ping, which it has answered
        except (Closed, OSError):
            self.line, self.lost_at = None, time.monotonic()
            self.retry_at = self.lost_at + 0.25 * (0.75 + random.random() / 2)

    def come_back(self):
        try:
            self.line = self.open()
        except (OSError, Refused, Closed):
            self.retry_at = time.monotonic() + 0.25
            return
        self.gaps.append(time.monotonic() - self.lost_at)
        self.send_again()

    def move_over(self):
        try:
            line = self.open()
        except (OSError, Refused, Closed):
            self.move_at = time.monotonic() + 0.4 * random.random()
            return
        old, self.line, self.move_at = self.line, line, None
        self.moves += 1
        self.send_again()
        old.close()

    def send_again(self):
        if self.sent is None:
            self.new_turn()
        elif self.plies % 2 != self.seat:  # it had been taken
            self.answered()
        else:
            self.sent = self.line.send("move", game=self.game, ply=self.plies, move=self.next_move())

    def answered(self):
        self.answers.append(time.monotonic() - self.sent_at)
        self.sent = self.sent_at = None

    def new_turn(self):
        if self.plies % 2 == self.seat and self.sent is None and self.due is None:
            self.due = time.monotonic() + self.think

    def catch_up(self, shown):
        """Handles a whole game from the server: it had missed an event, or another node was faster."""
        self.plies = max(self.plies, len(shown["moves"]))
        if self.sent is not None and self.plies % 2 != self.seat:
            self.answered()
        self.new_turn()

    def hear(self, message):
        kind = message["t"]
        if kind == "reconnect":
            self.move_at = time.monotonic() + message["within"] / 1000 * random.random()
        elif kind == "event" and message["kind"] == "move":
            self.plies = max(self.plies, message["ply"] + 1)
            if self.sent is not None and message["ply"] % 2 == self.seat:
                self.answered()
            self.new_turn()
        elif kind == "game" and message["game"]["id"] == self.game:
            self.catch_up(message["game"])
        elif kind == "error" and message.get("n") == self.sent and self.plies % 2 == self.seat:
            self.problems.append(message["text"])
            self.sent = None
        elif kind == "event" and message["kind"] == "end":
            self.problems.append(f"the game ended: {message}")
            self.stopping.set()

    def end(self):
        self.stopping.set()
        self.thread.join(10)


def seat_two(balancer, think=0.05):
    """A game of two visitors, who play it in threads of their own."""
    people = [Person(balancer), Person(balancer)]
    for person in people:
        person.post("visit")
    game = people[0].make(clock="3600+10", lot=False)["id"]
    until = time.monotonic() + 10
    while True:
        try:
            people[1].act(game, "join")  # perhaps at a node that doesn't know it yet
            break
        except Refused:
            if time.monotonic() > until:
                raise
            time.sleep(0.02)
    players = [Player(person, game, seat, think) for seat, person in enumerate(people)]
    for player in players:
        player.thread.start()
    return players
