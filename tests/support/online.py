# SPDX-License-Identifier: MIT
"""A server for tests, and clients of its API over HTTP and WebSocket, using only the standard library.
MEYDAN is the program."""
import base64
import hashlib
import http.client
import json
import os
import re
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import time

from waiting import PATIENCE, until

MEYDAN = os.environ.get("MEYDAN", "build/meydan")
SITE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../server/kernel/page")


class Server:
    """A running server with its own store, which persists across restarts."""

    program = MEYDAN

    def __init__(self, *args, folder=None, store=True, env=None):
        self.folder = folder or tempfile.mkdtemp(prefix="meydan-online-")
        self.args = [str(arg) for arg in args] + (["--store", self.store] if store else [])
        self.env = {**os.environ, **(env or {})}
        self.start()

    @property
    def store(self):
        return os.path.join(self.folder, "meydan.db")

    def start(self, port=0):
        command = [self.program, "serve", "--port", str(port), "--host", "127.0.0.1", "--folder", SITE, *self.args]
        self.err, self.out = (os.path.join(self.folder, name) for name in ("err", "out"))
        with open(self.err, "w") as err, open(self.out, "w") as out:
            self.process = subprocess.Popen(command, stdout=out, stderr=err, env=self.env)
        said = until(self.greeting, "the server starts")
        self.port = int(re.search(r":(\d+)$", said.splitlines()[1].strip()).group(1))

    def greeting(self):
        said = self.read(self.out)
        if "Ctrl-C" not in said and self.process.poll() is not None:
            raise RuntimeError(self.read(self.err))
        return "Ctrl-C" in said and said

    @property
    def host(self):
        return f"127.0.0.1:{self.port}"

    scheme = "http"

    def connect(self, timeout):
        return socket.create_connection(("127.0.0.1", self.port), timeout=timeout)

    @staticmethod
    def read(file):
        with open(file) as opened:
            return opened.read()

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self, number=signal.SIGTERM):
        """Stops it; returns the exit status and the error messages."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        try:
            status = self.process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()
            raise
        return status, self.read(self.err)

    def end(self):
        status, err = self.stop()
        shutil.rmtree(self.folder)
        return status, err


class Refused(Exception):
    def __init__(self, status, error):
        super().__init__(f"{status} {error}")
        self.status, self.error, self.code = status, error, error.get("code")


class Person:
    """A client with a browser's cookies, or with a token."""

    def __init__(self, server, token=None):
        self.server, self.token, self.cookie, self.device = server, token, None, None

    def ask(self, method, path, body=None, headers=None, raw=None):
        """(status, headers, body)"""
        connection = http.client.HTTPConnection(self.server.host, timeout=PATIENCE)
        connection.sock = self.server.connect(PATIENCE)
        sent = {"Content-Type": "application/json"} if method != "GET" else {}
        if self.cookie:
            sent["Cookie"] = f"meydan_session={self.cookie}"
        if self.device:
            sent["Cookie"] = "; ".join(filter(None, [sent.get("Cookie"), f"meydan_device={self.device}"]))
        if self.token:
            sent["Authorization"] = f"Bearer {self.token}"
        sent.update(headers or {})
        sent = {name: value for name, value in sent.items() if value is not None}
        data = raw if raw is not None else json.dumps(body) if body is not None else None
        connection.request(method, path if path.startswith("/") else "/api/v1/" + path, data, sent)
        reply = connection.getresponse()
        text = reply.read()
        for cookie in reply.headers.get_all("Set-Cookie") or []:
            device = re.match(r"meydan_device=([^;]*)", cookie)
            if device:
                self.device = device.group(1)
                continue
            found = re.match(r"meydan_session=([^;]*)", cookie)
            self.cookie = found.group(1) or None
            self.set_cookie = cookie
        connection.close()
        return reply.status, reply.headers, text

    def call(self, method, path, body=None, **how):
        status, _, text = self.ask(method, path, body, **how)
        answer = json.loads(text)
        if status >= 400 and answer["error"]["code"] == "work_needed" and "proof" not in (body or {}):
            proof = work(answer["error"]["challenge"], answer["error"]["bits"])
            return self.call(method, path, {**body, "proof": proof}, **how)
        if status >= 400:
            raise Refused(status, answer["error"])
        self.status = status
        return answer

    def get(self, path, **how):
        return self.call("GET", path, **how)

    def post(self, path, body=None, **how):
        return self.call("POST", path, {} if body is None else body, **how)

    def make(self, variant="quoridor", **setup):
        return self.post("games", {"variant": variant, **setup})["game"]

    def act(self, game, action, **body):
        return self.post(f"games/{game}/{action}", body)

    def move(self, game, ply, move):
        return self.act(game, "move", ply=ply, move=move)

    def socket(self, **how):
        return Socket(self, **how)


def work(challenge, bits):
    """Computes the proof of work for a challenge."""
    number = 0
    while int.from_bytes(hashlib.sha256(f"{challenge}:{number}".encode()).digest(), "big") >> (256 - bits):
        number += 1
    return f"{challenge}:{number}"


class Closed(Exception):
    """The WebSocket was closed; `code` is from its close frame, or None."""

    def __init__(self, code):
        super().__init__(code)
        self.code = code


class Socket:
    """A blocking WebSocket."""

    def __init__(self, person, headers=None, origin=True):
        server = person.server
        self.socket = server.connect(PATIENCE)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = {"Host": server.host, "Upgrade": "websocket", "Connection": "Upgrade",
                 "Sec-WebSocket-Key": key, "Sec-WebSocket-Version": "13"}
        if origin:
            lines["Origin"] = f"{server.scheme}://{server.host}"
        if person.cookie:
            lines["Cookie"] = f"meydan_session={person.cookie}"
        if person.token:
            lines["Authorization"] = f"Bearer {person.token}"
        lines.update(headers or {})
        request = "GET /api/v1/socket HTTP/1.1\r\n" + "".join(
            f"{name}: {value}\r\n" for name, value in lines.items())
        self.socket.sendall(request.encode() + b"\r\n")
        self.kept, self.n, self.pings = b"", 0, 0
        self.answer_pings = True
        self.pong_after = 0  # seconds
        while b"\r\n\r\n" not in self.kept:
            data = self.socket.recv(4096)
            if not data:
                raise Closed(None)
            self.kept += data
        head, self.kept = self.kept.split(b"\r\n\r\n", 1)
        status = int(head.split(b" ", 2)[1])
        if status != 101:
            self.socket.close()
            raise Refused(status, {})
        wanted = base64.b64encode(hashlib.sha1(
            (key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest())
        assert wanted in head
        self.unread = []

    @staticmethod
    def encoded(opcode, payload):
        mask = os.urandom(4)
        length = len(payload)
        head = bytes([0x80 | opcode])
        if length < 126:
            head += bytes([0x80 | length])
        elif length < 65536:
            head += bytes([0x80 | 126]) + struct.pack(">H", length)
        else:
            head += bytes([0x80 | 127]) + struct.pack(">Q", length)
        body = bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))
        return head + mask + body

    def frame(self, opcode, payload):
        self.socket.sendall(self.encoded(opcode, payload))

    def send_raw(self, text):
        self.frame(1, text if isinstance(text, bytes) else text.encode())

    def send(self, t, **fields):
        """Sends a numbered message and returns the number."""
        self.n += 1
        self.send_raw(json.dumps({"t": t, "n": self.n, **fields}))
        return self.n

    def take(self, count):
        while len(self.kept) < count:
            data = self.socket.recv(1 << 16)
            if not data:
                raise Closed(None)
            self.kept += data
        data, self.kept = self.kept[:count], self.kept[count:]
        return data

    def receive(self, timeout=PATIENCE):
        """Returns the next message of any kind; raises Closed at the end, TimeoutError if none arrives."""
        return json.loads(self.receive_text(timeout))

    def receive_text(self, timeout=PATIENCE):
        """Like receive(), but returns the unparsed text."""
        self.socket.settimeout(timeout)
        try:
            while True:
                first, second = self.take(2)
                length = second & 127
                if length == 126:
                    length = struct.unpack(">H", self.take(2))[0]
                elif length == 127:
                    length = struct.unpack(">Q", self.take(8))[0]
                data = self.take(length)
                opcode = first & 15
                if opcode == 1:
                    assert first & 0x80, "no whole message"
                    return data.decode()
                if opcode == 8:
                    raise Closed(struct.unpack(">H", data[:2])[0] if len(data) >= 2 else None)
                if opcode == 9:
                    self.pings += 1
                    if self.pong_after:
                        time.sleep(self.pong_after)
                    if self.answer_pings:
                        self.frame(10, data)
        except ConnectionError:
            raise Closed(None) from None

    def next(self, t=None, timeout=PATIENCE, **fields):
        """Returns the next message of that kind with those fields, and keeps earlier ones for
        later calls."""
        def fits(message):
            return (t is None or message["t"] == t) and all(
                message.get(key) == value for key, value in fields.items())

        for i, message in enumerate(self.unread):
            if fits(message):
                return self.unread.pop(i)
        end = time.monotonic() + timeout
        while True:
            message = self.receive(max(0.01, end - time.monotonic()))
            if fits(message):
                return message
            self.unread.append(message)

    def ask(self, t, **fields):
        """Sends a message and waits for the response; raises Refused."""
        n = self.send(t, **fields)
        while True:
            message = self.next(n=n)
            if message["t"] == "error":
                raise Refused(None, message)
            return message

    def watch(self, game):
        return self.ask("watch", game=game)["game"]

    def event(self, kind, **fields):
        return self.next("event", kind=kind, **fields)

    def silent(self, seconds):
        """Returns all messages that arrive within that time."""
        end, found = time.monotonic() + seconds, []
        try:
            while True:
                found.append(self.receive(max(0.01, end - time.monotonic())))
        except TimeoutError:
            return found

    def closed(self):
        """Waits for the close and returns its code."""
        try:
            while True:
                self.receive()
        except Closed as end:
            return end.code

    def close(self):
        try:
            self.frame(8, struct.pack(">H", 1000))
        except OSError:
            pass
        self.socket.close()

    def drop(self):
        """Simulates a network failure: closes without a close frame."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()
