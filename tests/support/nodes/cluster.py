# SPDX-License-Identifier: MIT
"""Several nodes of one site on this machine, with a Redis of their own between them."""
import asyncio
import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import urllib.request

from api_client import free_port
from balancer import Balancer
from online import Server
from proxy import Wire, Wires
from waiting import until


class Redis:
    """A Redis server on a socket in a folder of its own; nothing of it is kept."""

    def __init__(self, folder):
        self.path = os.path.join(folder, "redis.sock")
        self.address = f"redis+unix://{self.path}"
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            ["redis-server", "--port", "0", "--unixsocket", self.path, "--save", "", "--appendonly", "no"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until(self.answers, "Redis starts")

    def answers(self):
        with socket.socket(socket.AF_UNIX) as line:
            try:
                line.connect(self.path)
                line.sendall(b"PING\r\n")
                return line.recv(100).startswith(b"+PONG")
            except OSError:
                return False

    def publish(self, channel, message):
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(self.path)
            words = (b"PUBLISH", channel.encode(), message)
            line.sendall(b"*3\r\n" + b"".join(b"$%d\r\n%s\r\n" % (len(word), word) for word in words))
            line.recv(100)

    @contextlib.contextmanager
    def listen(self):
        """The messages that nodes publish to all others."""
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(30)
            line.connect(self.path)
            line.sendall(b"PSUBSCRIBE meydan:node:*\r\n")
            yield self.messages(line.makefile("rb"))

    @staticmethod
    def messages(file):
        while length := file.readline():
            words = file.read(int(length[1:]) + 2)[:-2] if length[:1] == b"$" else b""
            if words[:4] == b"MYD1":
                yield words

    def stop(self):
        self.process.kill()
        self.process.wait()

    def freeze(self):
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self):
        self.process.send_signal(signal.SIGCONT)


class Node(Server):
    """One of them. `where` is the store that they share."""

    def __init__(self, folder, where, bus, *args, program=None):
        os.makedirs(folder, exist_ok=True)
        self.program = program or self.program
        self.where = where
        # There is no balancer that would have to notice that a node leaves.
        super().__init__("--store", where, "--bus", bus, *args, folder=folder, store=False,
                         env={"MEYDAN_LEAVE_NOTICE": "0"})

    def freeze(self):
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self):
        self.process.send_signal(signal.SIGCONT)

    def start_again(self):
        """On the same port, as a machine that comes back."""
        self.start(self.port)


class TcpRedis(Redis):
    """The same on a port, so that a wire can be laid to it."""

    def __init__(self, folder):
        self.port = free_port()
        super().__init__(folder)

    def start(self):
        self.process = subprocess.Popen(
            ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--unixsocket", self.path, "--save", "",
             "--appendonly", "no"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until(self.answers, "Redis starts")


# The programs of nodes 0, 1 ... and again from the first, if not all have the same (tests/two-versions).
PROGRAMS = os.environ.get("MEYDAN_NODES", Server.program).split(",")


class Site:
    """`count` nodes that know each other."""

    def __init__(self, count, *args, where=None):
        self.folder = tempfile.mkdtemp(prefix="meydan-site-")
        self.redis = Redis(self.folder)
        self.where = where or os.path.join(self.folder, "meydan.db")
        self.args = args
        self.nodes = []
        # Older programs start first: they refuse a store that a newer one has migrated.
        started = {number: self.start(number) for number in sorted(range(count), key=lambda n: self.program(n) == Server.program)}
        self.nodes = [started[number] for number in range(count)]
        self.wait_for(count)

    @staticmethod
    def program(number):
        return PROGRAMS[number % len(PROGRAMS)]

    def start(self, number):
        return Node(os.path.join(self.folder, f"node{number}"), self.where, self.redis.address, *self.args,
                    program=self.program(number))

    def add(self):
        self.nodes.append(self.start(len(self.nodes)))
        return self.nodes[-1]

    def wait_for(self, count, nodes=None):
        for node in nodes or self.nodes:
            until(lambda node=node: self.known(node) == count, f"{count} nodes know each other")

    @staticmethod
    def known(node):
        """How many nodes this one knows, with itself."""
        with urllib.request.urlopen(f"http://{node.host}/health/live") as answer:
            return json.load(answer)["nodes"]

    def end(self):
        """Their error messages."""
        said = []
        for node in self.nodes:
            if node.process.poll() is None:
                node.process.send_signal(signal.SIGCONT)
                said.append(node.stop())
        self.redis.thaw()
        self.redis.stop()
        shutil.rmtree(self.folder)
        return said


class WiredSite(Site):
    """Each node connects to Redis and the database through its own proxies, and clients connect to it through another one.
    `store`: "sqlite", "postgres", or "pair" for a primary with a standby."""

    def __init__(self, count, *args, store="sqlite"):
        self.wires = Wires()
        self.balancer = Balancer(self.wires)
        self.database, self.kind = None, store
        self.folder = tempfile.mkdtemp(prefix="meydan-site-")
        self.redis = TcpRedis(self.folder)
        if store == "postgres":
            from postgres_server import Postgres
            self.database = Postgres()
        elif store == "pair":
            from postgres_pair import PostgresPair
            self.database = PostgresPair()
        self.where = self.database.address() if self.database else os.path.join(self.folder, "meydan.db")
        self.args = args
        self.nodes = []
        for _ in range(count):
            self.add()
        self.wait_for(count)

    def lay(self, port):
        return Wire(self.wires, lambda: asyncio.open_connection("127.0.0.1", port))

    def add(self):
        redis, databases = self.lay(self.redis.port), []
        where = self.where
        if self.kind == "pair":
            databases = [self.lay(server.port) for server in self.database.servers()]
            where = self.database.address([wire.port for wire in databases])
        elif self.database:
            databases = [self.lay(self.database.port)]
            where = self.database.address(databases[0].port)
        node = Node(os.path.join(self.folder, f"node{len(self.nodes)}"), where, f"redis://127.0.0.1:{redis.port}", *self.args)
        node.redis_wire, node.store_wires = redis, databases
        self.nodes.append(node)
        self.balancer.add(node)
        return node

    def end(self):
        said = super().end()
        if self.database:
            self.database.end()
        self.wires.end()
        return said
