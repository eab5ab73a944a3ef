# SPDX-License-Identifier: MIT
"""A load balancer between clients and nodes: a proxy and a health check for each node. Clients of a node that doesn't answer
are disconnected (HAProxy: `on-marked-down shutdown-sessions`), so that clients of a frozen node needn't wait for a
timeout."""
import asyncio
import random
import time

from proxy import Wire

EVERY_S = 0.3
ANSWER_S = 0.8
MISSES = 2


class Balancer:
    def __init__(self, wires):
        self.wires, self.nodes = wires, []
        self.down = {}

    def add(self, node):
        node.client_wire = Wire(self.wires, lambda: asyncio.open_connection("127.0.0.1", node.port))
        self.nodes.append(node)
        self.wires.call(self.begin(node))

    async def begin(self, node):
        asyncio.get_running_loop().create_task(self.look_after(node))

    async def look_after(self, node):
        missed = 0
        while True:
            begun, takes = time.monotonic(), True
            try:
                takes, missed = await asyncio.wait_for(self.answers(node), ANSWER_S), 0
            except (OSError, EOFError, asyncio.TimeoutError):
                missed += 1
            if missed == MISSES:
                node.client_wire.abort()
            self.down[node] = not takes or missed >= MISSES
            await asyncio.sleep(max(0, EVERY_S - (time.monotonic() - begun)))

    @staticmethod
    async def answers(node):
        """Whether it takes new clients."""
        reader, writer = await asyncio.open_connection("127.0.0.1", node.port)
        try:
            writer.write(b"GET /health/balance HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            return b" 200 " in await reader.readuntil(b"\r\n")
        finally:
            writer.transport.abort()

    def some_port(self):
        """Of a node that answers, if there is one."""
        up = [node for node in self.nodes if not self.down.get(node)]
        return random.choice(up or self.nodes).client_wire.port
