# SPDX-License-Identifier: MIT
"""A client of the server's API for tests, using only the standard library: HTTP with cookies or a token, and
WebSockets with asyncio. docs/api.md describes the API."""
import asyncio
import base64
import http.client
import json
import os
import random
import re
import socket
import struct
import subprocess

from waiting import PATIENCE, until


def free_port():
    """A free port below the system's ephemeral ports, so that no connection takes it while a server restarts."""
    while True:
        port = random.randrange(20000, 32000)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue


class Refused(Exception):
    """An error response; `code` is its name."""

    def __init__(self, status, body):
        error = body.get("error", body) if isinstance(body, dict) else {}
        self.status, self.code, self.text = status, error.get("code"), error.get("text")
        super().__init__(f"{status} {self.code}: {self.text}")


class Server:
    """`meydan serve` on a free port. `folder` contains its store and its log."""

    def __init__(self, program, folder, port=None, options=()):
        self.program, self.folder, self.port, self.options = program, folder, port or free_port(), list(options)
        self.process = None
        # The program may have been built without a page; any will do here.
        self.page = os.path.join(folder, "page")
        os.makedirs(self.page, exist_ok=True)
        with open(os.path.join(self.page, "index.html"), "w") as file:
            file.write("<!doctype html><title>Meydan</title>")

    def start(self, wait=True):
        with open(os.path.join(self.folder, "server.log"), "ab") as log:
            self.process = subprocess.Popen(
                [self.program, "serve", "--port", str(self.port), "--host", "127.0.0.1",
                 "--store", os.path.join(self.folder, "games.db"), "--folder", self.page, *self.options],
                stdout=log, stderr=log)
        if wait:
            self.wait()

    def answers(self):
        if self.process.poll() is not None:
            raise RuntimeError(f"the server ended with {self.process.returncode}: {self.log()}")
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
            return True
        except OSError:
            return False

    def wait(self):
        until(self.answers, "the server starts: " + self.log())

    def log(self):
        with open(os.path.join(self.folder, "server.log"), errors="replace") as log:
            return log.read()[-2000:]

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self, seconds=PATIENCE):
        if self.process.poll() is None:
            self.process.terminate()
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.kill()
            raise


class Visitor:
    """A person with a browser (keeps the cookie), or a bot with a token. Each has a different address."""

    def __init__(self, port, token=None, cookie=None):
        self.port, self.token, self.cookie = port, token, cookie
        self.address = f"127.{random.randrange(1, 255)}.{random.randrange(1, 255)}.{random.randrange(1, 255)}"

    def headers(self):
        headers = {"Host": f"localhost:{self.port}"}
        if self.token:
            headers["Authorization"] = "Bearer " + self.token
        if self.cookie:
            headers["Cookie"] = self.cookie
        return headers

    def ask(self, method, path, body=None):
        """Returns the response's JSON (or text for other types), or raises Refused."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE, source_address=(self.address, 0))
        try:
            headers = self.headers()
            if body is not None:
                body = json.dumps(body)
                headers["Content-Type"] = "application/json"
            connection.request(method, "/api/v1" + path, body, headers)
            answer = connection.getresponse()
            data = answer.read()
            if answer.getheader("Content-Length") is None and answer.status != 204:
                raise ConnectionError("half an answer")
        except http.client.HTTPException as why:
            raise ConnectionError(str(why)) from why
        finally:
            connection.close()
        found = re.match(r"(meydan_session=[^;]*)", answer.getheader("Set-Cookie") or "")
        if found:
            self.cookie = found[1] if not found[1].endswith("=") else None
        plain = not (answer.getheader("Content-Type") or "").startswith("application/json")
        content = data.decode() if plain else json.loads(data)
        if answer.status >= 400:
            raise Refused(answer.status, content)
        return content

    def get(self, path):
        return self.ask("GET", path)

    def post(self, path, **body):
        return self.ask("POST", path, body)


class Socket:
    """A WebSocket. Messages that aren't responses are passed to `told`."""

    def __init__(self, visitor, told=lambda message: None):
        self.visitor, self.told = visitor, told
        self.number, self.waiting, self.task, self.reader, self.writer = 0, {}, None, None, None

    async def open(self):
        visitor = self.visitor
        self.reader, self.writer = await asyncio.open_connection(
            "127.0.0.1", visitor.port, local_addr=(visitor.address, 0), limit=1 << 20)
        headers = visitor.headers() | {
            "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode()}
        if visitor.cookie:
            headers["Origin"] = f"http://localhost:{visitor.port}"
        head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        self.writer.write(f"GET /api/v1/socket HTTP/1.1\r\n{head}\r\n".encode())
        answer = await self.reader.readuntil(b"\r\n\r\n")
        if b" 101 " not in answer.split(b"\r\n")[0]:
            raise ConnectionError(answer.split(b"\r\n")[0].decode())
        self.task = asyncio.create_task(self._read())
        return self

    def _send(self, kind, body):
        length = len(body)
        head = bytes([0x80 | kind, 0x80 | length]) if length < 126 else struct.pack("!BBH", 0x80 | kind, 0xFE, length)
        self.writer.write(head + b"\0\0\0\0" + body)

    async def _frame(self):
        first, second = await self.reader.readexactly(2)
        length = second & 127
        if length == 126:
            length, = struct.unpack("!H", await self.reader.readexactly(2))
        elif length == 127:
            length, = struct.unpack("!Q", await self.reader.readexactly(8))
        return first & 15, await self.reader.readexactly(length)

    async def _read(self):
        try:
            while True:
                kind, body = await self._frame()
                if kind == 9:
                    self._send(10, body)
                elif kind == 8:
                    break
                elif kind == 1:
                    message = json.loads(body)
                    answer = message["t"] in ("ok", "error", "pong") and self.waiting.pop(message.get("n"), None)
                    if answer and not answer.done():
                        answer.set_result(message)
                    else:
                        self.told(message)
        except (OSError, EOFError, asyncio.CancelledError):
            pass
        finally:
            for answer in self.waiting.values():
                if not answer.done():
                    answer.set_exception(ConnectionError("the line is gone"))
                    answer.exception()  # a caller that gave up on it need not hear
            self.waiting.clear()

    def say(self, t, **fields):
        self._send(1, json.dumps({"t": t, **fields}).encode())

    def request(self, t, **fields):
        """Sends a request and returns a future for its response, whether ok or an error."""
        self.number += 1
        answer = asyncio.get_running_loop().create_future()
        if self.task.done():
            answer.set_exception(ConnectionError("the line is gone"))
            answer.exception()
            return answer
        self.waiting[self.number] = answer
        self.say(t, n=self.number, **fields)
        return answer

    async def drained(self):
        """Waits until everything that the server sent before it ended has been read."""
        await self.task

    async def close(self):
        if self.task:
            self.task.cancel()
        if self.writer:
            self.writer.close()
