#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The network layer from outside, byte by byte, with an owner that does nothing (wire_owner.c): bodies, delayed answers,
WebSockets, TLS, a trusted proxy. WIRE_OWNER is the program."""
import base64
import hashlib
import os
import shutil
import signal
import socket
import ssl
import struct
import subprocess
import tempfile
import time
import unittest
import warnings

import sys
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../support"))
from line import Line, Program, make_certificate
from waiting import bytes_read

WIRE_OWNER = os.environ["WIRE_OWNER"]
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


class Wire(Program):
    def __init__(self, *args):
        super().__init__(WIRE_OWNER, *args)
        self.port = int(self.process.stdout.readline())


class Talk(Line):
    def __init__(self, wire, **how):
        super().__init__(wire.port, **how)

    def ask(self, method, path, body=b"", **headers):
        if method != "GET":
            headers.setdefault("Content_Length", len(body))
        self.send_request(method, path, headers, body)

    def reply(self):
        lines = self.take_head()
        self.headers = dict(line.lower().split(": ", 1) for line in lines[1:])
        self.version, status = lines[0].split()[0], int(lines[0].split()[1])
        body = b"" if status == 101 else self.take(int(self.headers["content-length"]))
        return status, body

    def get(self, method, path, body=b"", **headers):
        self.ask(method, path, body, **headers)
        return self.reply()


class WebSocket(Talk):
    key = "dGhlIHNhbXBsZSBub25jZQ=="

    def __init__(self, wire, path="/socket", **how):
        super().__init__(wire, **how)
        status, body = self.open(path)
        if status != 101:
            raise ValueError(status, body)
        accept = hashlib.sha1((self.key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()
        assert self.headers["sec-websocket-accept"] == base64.b64encode(accept).decode().lower()

    def open(self, path, **headers):
        return self.get("GET", path, **{"Upgrade": "websocket", "Connection": "Upgrade", "Sec_WebSocket_Key": self.key,
                                        "Sec_WebSocket_Version": 13, **headers})

    @staticmethod
    def frame(payload, opcode=TEXT, final=True, mask=b"\x12\x34\x56\x78", length=None):
        payload = payload if isinstance(payload, bytes) else payload.encode()
        length = len(payload) if length is None else length
        head = bytes([opcode | 128 * final])
        if length < 126:
            head += bytes([128 * bool(mask) | length])
        elif length < 65536:
            head += bytes([128 * bool(mask) | 126]) + struct.pack(">H", length)
        else:
            head += bytes([128 * bool(mask) | 127]) + struct.pack(">Q", length)
        if mask:
            payload = bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))
        return head + mask + payload

    def say(self, payload, *args, **how):
        self.send(self.frame(payload, *args, **how))

    def hear(self):
        first, second = self.take(2)
        length = second & 127
        if length == 126:
            length, = struct.unpack(">H", self.take(2))
        elif length == 127:
            length, = struct.unpack(">Q", self.take(8))
        return first & 15, self.take(length)

    def text(self):
        opcode, payload = self.hear()
        assert opcode == TEXT, (opcode, payload)
        return payload.decode()

    def closed(self):
        """The code of the closing frame, after any other frames."""
        while True:
            opcode, payload = self.hear()
            if opcode == CLOSE:
                return struct.unpack(">H", payload[:2])[0] if payload else None


class Case(unittest.TestCase):
    args = []

    @classmethod
    def setUpClass(cls):
        cls.wire = Wire(*cls.args)

    @classmethod
    def tearDownClass(cls):
        status, _, err = cls.wire.end()
        assert (status, err) == (0, ""), f"status {status}: {err}"

    def talk(self, **how):
        talk = Talk(self.wire, **how)
        self.addCleanup(talk.socket.close)
        return talk

    def websocket(self, path="/socket", **how):
        talk = WebSocket(self.wire, path, **how)
        self.addCleanup(talk.socket.close)
        return talk


class Bodies(Case):
    def test_echo(self):
        talk = self.talk()
        for size in [0, 1, 100, 4095, 4096, 4097, 20000, 65535, 65536]:
            body = os.urandom(size)
            self.assertEqual(talk.get("POST", "/echo", body), (200, body), size)
        self.assertEqual(talk.get("DELETE", "/echo", b"x"), (200, b"x"))
        self.assertEqual(talk.get("DELETE", "/echo"), (200, b""))

    def test_too_large(self):
        for size in [65537, 1 << 20]:
            talk = self.talk()
            self.assertEqual(talk.get("POST", "/echo", b"x" * size)[0], 413, size)
            self.assertTrue(talk.ended())
        talk = self.talk()
        self.assertEqual(talk.get("POST", "/echo", b"x", Content_Length=10 ** 15)[0], 413)
        self.assertTrue(talk.ended())

    def test_bad_lengths(self):
        for length in ["-1", "x", "1x", "+1", "99999999999999999999999", "1, 1", "0x10", "1 1"]:
            talk = self.talk()
            self.assertEqual(talk.get("POST", "/echo", b"x", Content_Length=length)[0], 400, length)
            self.assertTrue(talk.ended())

    def test_chunks(self):
        head = "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
        talk = self.talk()
        for chunks, body in {
            "0\r\n\r\n": b"", "1\r\nx\r\n0\r\n\r\n": b"x", "3;a=b\r\nabc\r\n00A\r\n0123456789\r\n0\r\n\r\n": b"abc0123456789",
            "2\r\nab\r\n0\r\nTrailer: x\r\nHost: y\r\n\r\n": b"ab", "4000\r\n" + "z" * 0x4000 + "\r\n0\r\n\r\n": b"z" * 0x4000,
        }.items():
            talk.send(head + chunks)
            self.assertEqual(talk.reply(), (200, body), chunks[:40])
        for byte in (head + "3\r\nabc\r\n0\r\n\r\n").encode():
            talk.send(bytes([byte]))
        self.assertEqual(talk.reply(), (200, b"abc"))
        talk.send((head + "1\r\nx\r\n0\r\n\r\n") * 3)
        self.assertEqual([talk.reply() for _ in range(3)], [(200, b"x")] * 3)

    def test_bad_chunks(self):
        # A reader with other rules would see the request end elsewhere.
        head = "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
        for chunks in ["1\r\nxYY0\r\n\r\n", "1\rXx\r\n0\r\n\r\n", "1\nx\r\n0\r\n\r\n", "1\r\nx\n0\r\n\r\n", "-1\r\n", "x\r\n",
                       "fffffffffffffffff\r\n", "0\r\n\rX", "1\r\nx\r\n0\r\n bad\r\n\r\n"]:
            for slowly in False, True:
                talk = self.talk()
                try:
                    for piece in (head + chunks if slowly else [head + chunks]):
                        talk.send(piece)
                except OSError:
                    pass
                self.assertEqual(talk.reply()[0], 400, chunks)
                self.assertTrue(talk.ended())
        for size in [0x10001, 1 << 20]:
            talk = self.talk()
            try:
                talk.send(head + f"{size:x}\r\n" + "x" * size + "\r\n0\r\n\r\n")
            except OSError:
                pass
            self.assertEqual(talk.reply()[0], 413)

    def test_framing(self):
        # Two readers must agree where a request ends and which host it is for.
        for lines, status in {
            "Host: x\r\nTransfer-Encoding : chunked": 400, "Host: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 5": 400,
            "Host: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked": 400, "Host: x\r\nTransfer-Encoding: gzip, chunked": 501,
            "Host: x\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked": 400, "Host: x\r\nTransfer-Encoding: identity": 501,
            "Host: x\r\nContent-Length: 5\r\nContent-Length: 5": 400, "Host: x\r\nHost: x": 400, "Host: x\r\nHost: y": 400,
            "X: y": 400, "Host:": 400, "Host: a b": 400, "Host: a/b": 400, "Host: a@b": 400, "Host: x\r\n folded": 400,
            "Host: x\r\nA: b\r\n\tc": 400, "Host: x\r\nA B: c": 400, "Host: x\r\n: c": 400, "Host: x\r\nA\x00: c": 400,
            "Host: x\r\nA: \x00": 400, "Host: x\r\nno colon": 400, "Host: x\nA: b": 400, "Host: x\r\nA: b\rc": 400,
            "Host: x\r\nOrigin: a\r\nOrigin: b": 400, "Host: x\r\nA: " + "x" * 9000: 431,
            "Host: x\r\n" + "\r\n".join(f"A{i}: b" for i in range(2000)): 431,
        }.items():
            talk = self.talk()
            talk.send(f"POST /echo HTTP/1.1\r\n{lines}\r\n\r\n")
            self.assertEqual(talk.reply()[0], status, lines[:60])
            self.assertEqual(talk.headers["connection"], "close")
            self.assertTrue(talk.ended())
        for line, status in {
            "GET /show": 400, "GET /show HTTP/2.0": 505, "GET /show HTTP/1.12": 400, "GET  /show HTTP/1.1": 400, "BREW / HTTP/1.1": 400,
            "GET /sh\xffow HTTP/1.1": 400, "GET /%zz HTTP/1.1": 400, "GET /%00 HTTP/1.1": 400, "GET /%0d%0a HTTP/1.1": 400,
            "GET /a#b HTTP/1.1": 400, "GET show HTTP/1.1": 400, "GET * HTTP/1.1": 400, "CONNECT a:1 HTTP/1.1": 400, "GET /%2 HTTP/1.1": 400,
        }.items():
            talk = self.talk()
            talk.send(f"{line}\r\nHost: x\r\n\r\n".encode("latin-1"))
            self.assertEqual(talk.reply()[0], status, line)
            self.assertTrue(talk.ended())

    def test_whole_urls(self):
        # As proxies send it; the host of the request line counts.
        talk = self.talk()
        talk.send("GET http://other:81/show?a=b HTTP/1.1\r\nHost: x\r\n\r\n")
        status, body = talk.reply()
        self.assertEqual(status, 200)
        self.assertIn(b"\nhost other:81\n", body)
        self.assertIn(b"path /show\nquery a=b\n", body)

    def test_idle_time(self):
        # Clients stop using the connection before the server closes it.
        talk = self.talk()
        talk.send("GET /show HTTP/1.1\r\nHost: x\r\n\r\n")
        talk.reply()
        self.assertRegex(talk.headers["keep-alive"], r"^timeout=[1-9]\d*$")
        talk.send("GET /show HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        talk.reply()
        self.assertNotIn("keep-alive", talk.headers)

    def test_http_1_0(self):
        talk = self.talk()
        talk.send("GET /show HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
        self.assertEqual(talk.reply()[0], 200)
        self.assertEqual(talk.headers["connection"], "keep-alive")
        talk.send("GET /show HTTP/1.0\r\n\r\n")
        self.assertEqual(talk.reply()[0], 200)
        self.assertTrue(talk.ended())
    def test_continue(self):
        talk = self.talk()
        talk.send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n")
        self.assertEqual(talk.take(25), b"HTTP/1.1 100 Continue\r\n\r\n")
        talk.send("hello")
        self.assertEqual(talk.reply(), (200, b"hello"))
        talk.send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\nExpect: 100-continue\r\n\r\n")
        self.assertEqual(talk.reply()[0], 413)

    def test_no_length_is_no_body(self):
        talk = self.talk()
        talk.send("POST /echo HTTP/1.1\r\nHost: x\r\n\r\n")
        self.assertEqual(talk.reply(), (200, b""))
        self.assertEqual(talk.get("POST", "/echo", b"more"), (200, b"more"))

    def test_in_pieces(self):
        talk = self.talk()
        talk.send_slowly(b"POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello")
        self.assertEqual(talk.reply(), (200, b"hello"))

    def test_pipelined(self):
        talk = self.talk()
        body = b"GET /show HTTP/1.1\r\nHost: x\r\n\r\n"
        for _ in range(3):
            talk.send(b"POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % len(body) + body +
                      b"GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n" * 3)
            self.assertEqual(talk.reply(), (200, body))
            self.assertEqual([talk.reply()[0] for _ in range(3)], [404] * 3)
        for path in "/echo", "/later":
            for bodies in [[b"a", b"b"], [b"", b"b"], [b"a", b"", b"b"], [b"POST", b"POST"], [b"x" * 5000, b"y", b"z" * 9000]]:
                talk = self.talk()
                talk.send(b"".join(f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\n\r\n".encode() +
                                   body for body in bodies))
                self.assertEqual([talk.reply() for _ in bodies], [(200, body) for body in bodies])
        self.assertEqual(self.talk().get("POST", "/echo", b"y"), (200, b"y"))

    def test_gone_in_the_middle(self):
        for _ in range(20):
            with Talk(self.wire) as talk:
                talk.ask("POST", "/echo", b"x", Content_Length=1000)
        self.assertEqual(self.talk().get("POST", "/echo", b"y"), (200, b"y"))

    def test_what_is_read(self):
        talk = self.talk()
        status, body = talk.get("GET", "/show?a=b%26c+d%25&x=%ff;y&z", Cookie="k=v; l=w", Origin="http://localhost",
                                Authorization="Bearer mey_1", Content_Type="application/json",
                                X_Forwarded_For="192.0.2.7", X_Forwarded_Proto="https")
        lines = dict(line.partition(b" ")[::2] for line in body.split(b"\n"))
        self.assertEqual(status, 200)
        self.assertEqual(lines[b"cookie"], b"k=v; l=w")
        self.assertEqual(lines[b"origin"], b"http://localhost")
        self.assertEqual(lines[b"host"], b"localhost")
        self.assertEqual(lines[b"authorization"], b"Bearer mey_1")
        self.assertEqual(lines[b"type"], b"application/json")
        self.assertEqual(lines[b"a"], b"b&c d%")
        self.assertEqual(lines[b"address"], b"127.0.0.1")
        self.assertEqual(lines[b"secure"], b"0")
        self.assertEqual(talk.headers["set-cookie"], "shown=1; httponly; samesite=strict")
        self.assertEqual(talk.headers["content-disposition"], 'attachment; filename="shown.txt"')


class Later(Case):
    def test_later(self):
        talk = self.talk()
        for body in [b"", b"x", os.urandom(65536)]:
            self.assertEqual(talk.get("POST", "/later", body), (200, body))
        self.assertEqual(talk.get("GET", "/later"), (200, b""))

    def test_many_at_once(self):
        talks = [self.talk() for _ in range(50)]
        for i, talk in enumerate(talks):
            talk.ask("POST", "/later", str(i).encode())
        for i, talk in enumerate(talks):
            self.assertEqual(talk.reply(), (200, str(i).encode()))

    def test_pipelined_behind_it(self):
        for bodies in [[], [b"x"], [b"x" * 10000]]:
            talk = self.talk()
            for body in bodies:
                talk.ask("POST", "/later", body)
            for _ in range(2):
                for path in "/nothing", "/later", "/echo":
                    talk.ask("GET", path)
            self.assertEqual([talk.reply() for _ in bodies], [(200, body) for body in bodies])
            self.assertEqual([talk.reply()[0] for _ in range(6)], [404, 200, 200] * 2)

    def test_gone_before(self):
        files = self.wire.files()
        for i in range(20):
            with Talk(self.wire) as talk:
                talk.ask("POST", "/later", b"x" * 1000)
                if i % 2:
                    bytes_read(talk.socket)
        self.wire.until_files(files)
        self.assertEqual(self.talk().get("POST", "/later", b"y"), (200, b"y"))

    def test_waiting_costs_nothing(self):
        # Requests wait without using the processor, also if the client sends more or hangs up.
        talks = [self.talk() for _ in range(3)]
        for talk in talks:
            talk.ask("GET", "/never")
        talks[1].ask("GET", "/show")
        talks[2].socket.shutdown(socket.SHUT_WR)
        for talk in talks[::2]:
            bytes_read(talk.socket)
        before = self.wire.cpu()
        time.sleep(2)  # the period of the measurement
        self.assertLess(self.wire.cpu() - before, 0.3)


class Upgrades(Case):
    def test_refusals(self):
        for path, headers, status in [
                ("/nothing", {}, 404), ("/refused", {}, 403), ("/socket", {"Sec_WebSocket_Version": 8}, 426),
                ("/refused?slowly", {}, 429), ("/socket", {"Sec_WebSocket_Key": "short"}, 400),
                ("/socket", {"Sec_WebSocket_Key": "x" * 24}, 400), ("/socket%0a", {}, 400), ("/show", {"Upgrade": "h2c"}, 200),
                ("/later", {"Upgrade": "h2c"}, 200), ("/socket", {"Upgrade": "h2c"}, 404), ("/show", {}, 200),
                ("/socket", {"Connection": "keep-alive"}, 404)]:
            talk = talk_as(self.talk())
            got, body = talk.open(path, **headers)
            self.assertEqual(got, status, (path, headers))
            self.assertEqual(talk.version, "HTTP/1.1")
            if status >= 400:
                self.assertTrue(body, (path, headers))
            if status == 426:
                self.assertEqual(talk.headers["sec-websocket-version"], "13")
            if status == 429:
                self.assertGreater(int(talk.headers["retry-after"]), 0)
            if "%0a" not in path:  # the connection stays open
                self.assertEqual(talk.get("POST", "/echo", b"y"), (200, b"y"))
        talk = self.talk()
        talk.send("GET /socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nContent-Length: 1\r\n"
                  f"Sec-WebSocket-Key: {WebSocket.key}\r\nSec-WebSocket-Version: 13\r\n\r\nx")
        self.assertEqual(talk.reply()[0], 400)

    def test_unknown_protocols_are_ignored(self):
        talk = talk_as(self.talk())
        self.assertEqual(talk.open("/socket", Sec_WebSocket_Protocol="chess, go")[0], 101)
        self.assertNotIn("sec-websocket-protocol", talk.headers)
        talk.say("hello")
        self.assertEqual(talk.text(), "hello")

    def test_without_upgrade(self):
        self.assertEqual(self.talk().get("GET", "/socket")[0], 404)
        self.assertEqual(self.talk().get("POST", "/socket", b"", Upgrade="websocket", Connection="upgrade",
                                         Sec_WebSocket_Key=WebSocket.key, Sec_WebSocket_Version=13)[0], 400)

    def test_after_a_request(self):
        talk = self.talk()
        self.assertEqual(talk.get("POST", "/echo", b"y"), (200, b"y"))
        self.assertEqual(WebSocket.open(talk_as(talk), "/socket")[0], 101)
        talk.say("hello")
        self.assertEqual(talk.text(), "hello")

    def test_nothing_is_compressed(self):
        talk = self.talk()
        self.assertEqual(WebSocket.open(talk_as(talk), "/socket", Sec_WebSocket_Extensions="permessage-deflate")[0], 101)
        self.assertNotIn("sec-websocket-extensions", talk.headers)


def talk_as(talk):
    talk.__class__ = WebSocket
    return talk


class Sockets(Case):
    def test_echo(self):
        talk = self.websocket()
        for size in [0, 1, 125, 126, 511, 512, 513, 1023, 1024, 2000, 4095, 4096]:
            text = ("é" + "x" * size)[:size] if size < 2 else "x" * size
            talk.say(text)
            self.assertEqual(talk.text(), text, size)

    def test_first_words(self):
        # A message sent while the socket opens arrives after the handshake.
        self.assertEqual(self.websocket("/socket?hello").text(), "hello")

    def test_fragments(self):
        talk = self.websocket()
        for parts in [["a", "b"], ["x" * 600, "", "y" * 600], [""] * 5, ["x"] * 100, ["x" * 1000] * 4]:
            for i, part in enumerate(parts):
                talk.say(part, opcode=0 if i else TEXT, final=i == len(parts) - 1)
                if i == 0:
                    talk.say("between", opcode=PING)
            heard = {talk.hear(), talk.hear()}
            self.assertEqual(heard, {(PONG, b"between"), (TEXT, "".join(parts).encode())})

    def test_byte_by_byte(self):
        talk = self.websocket()
        talk.send_slowly(talk.frame("hello" * 30))
        self.assertEqual(talk.text(), "hello" * 30)

    def test_many_in_one_packet(self):
        talk = self.websocket()
        texts = [f"message {i}" for i in range(1000)]
        talk.send(b"".join(map(talk.frame, texts)))
        self.assertEqual([talk.text() for _ in texts], texts)

    def test_with_the_handshake(self):
        # The first message may come in the same packet as the request.
        talk = self.talk()
        talk.send("GET /socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                  f"Sec-WebSocket-Key: {WebSocket.key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode() +
                  WebSocket.frame("early"))
        self.assertEqual(talk_as(talk).reply()[0], 101)
        self.assertEqual(talk.text(), "early")
        # So may any other message, whole or in part, valid or not.
        request = ("GET /socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                   f"Sec-WebSocket-Key: {WebSocket.key}\r\nSec-WebSocket-Version: 13\r\n\r\n").encode()
        talk = talk_as(self.talk())
        frames = b"".join([WebSocket.frame("x" * 600), WebSocket.frame("p", PING), WebSocket.frame("ab", final=False),
                           WebSocket.frame("c", 0), WebSocket.frame("tail")])
        talk.send(request + frames[:-5])
        self.assertEqual(talk.reply()[0], 101)
        self.assertEqual([talk.hear() for _ in range(3)], [(TEXT, b"x" * 600), (PONG, b"p"), (TEXT, b"abc")])
        talk.send(frames[-5:])
        self.assertEqual(talk.text(), "tail")
        for frame, code in [(WebSocket.frame("bare", mask=b""), 1002), (WebSocket.frame(b"\xff"), 1007),
                            (WebSocket.frame(struct.pack(">H", 1000), CLOSE), 1000)]:
            talk = talk_as(self.talk())
            talk.send(request + frame)
            self.assertEqual(talk.reply()[0], 101)
            self.assertEqual(talk.closed(), code)
            self.assertTrue(talk.ended())

    def test_too_large(self):
        for frames in [[dict(payload="x" * 4097)], [dict(payload="x" * 4000, final=False), dict(payload="x" * 97, opcode=0)],
                       [dict(payload="x", length=1 << 40)], [dict(payload="x" * 600, length=(1 << 63) - 1)],
                       [dict(payload="x" * 100000)]]:
            talk = self.websocket()
            try:
                for frame in frames:
                    talk.say(**frame)
                self.assertEqual(talk.closed(), 1009)
            except ConnectionError:
                self.assertEqual(len(frames[0]["payload"]), 100000)

    def test_protocol_errors(self):
        def close(payload):
            return WebSocket.frame(payload, CLOSE)
        mask = b"\x12\x34\x56\x78"
        for bytes_, code in {
            WebSocket.frame("bare", mask=b""): 1002, WebSocket.frame("bare", PING, mask=b""): 1002,
            WebSocket.frame(b"\x00", BINARY): 1003, WebSocket.frame(b"\xff\xfe"): 1007, WebSocket.frame(b"\xc3"): 1007,
            WebSocket.frame(b"\xed\xa0\x80"): 1007, WebSocket.frame("x", final=False) + WebSocket.frame(b"\xff", 0): 1007,
            WebSocket.frame("x", 3): 1002, WebSocket.frame("x", 11): 1002, WebSocket.frame("x", 0): 1002,
            b"\xf1" + WebSocket.frame("x")[1:]: 1002, b"\xc1" + WebSocket.frame("x")[1:]: 1002,
            WebSocket.frame("x" * 126, PING): 1002, WebSocket.frame("x", PING, final=False): 1002,
            WebSocket.frame("x", final=False) + WebSocket.frame("y"): 1002,
            # overlong length fields
            b"\x81\xfe\x00\x01" + mask + b"x": 1002, b"\x81\xfe\x00\x7d" + mask + b"x" * 125: 1002,
            b"\x81\xff" + struct.pack(">Q", 1) + mask + b"x": 1002, b"\x81\xff" + struct.pack(">Q", 65535) + mask: 1002,
            b"\x81\xff" + struct.pack(">Q", 1 << 63) + mask + b"x": 1002,
            # close frames
            close(b"\x03"): 1002, close(struct.pack(">H", 999)): 1002, close(struct.pack(">H", 1004)): 1002,
            close(struct.pack(">H", 1005)): 1002, close(struct.pack(">H", 1006)): 1002, close(struct.pack(">H", 1015)): 1002,
            close(struct.pack(">H", 1016)): 1002, close(struct.pack(">H", 2999)): 1002, close(struct.pack(">H", 5000)): 1002,
            close(struct.pack(">H", 1000) + b"\xff"): 1007, close(struct.pack(">H", 1000) + b"\xc3"): 1007,
            close(struct.pack(">H", 1000) + "schön".encode()): 1000, close(struct.pack(">H", 1011)): 1011,
            close(struct.pack(">H", 3000)): 3000, close(struct.pack(">H", 4999) + b"x" * 123): 4999, close(b""): None,
        }.items():
            for slowly in False, True:
                talk = self.websocket()
                for piece in ([bytes_[i:i + 1] for i in range(len(bytes_))] if slowly else [bytes_]):
                    try:
                        talk.send(piece)
                    except OSError:
                        break
                self.assertEqual(talk.closed(), code, bytes_[:20])
                self.assertTrue(talk.ended())
                self.assertEqual(talk.kept, b"")

    def test_nothing_is_heard_behind_a_fault(self):
        talk = self.websocket()
        talk.send(talk.frame("bare", mask=b"") + talk.frame("size 100"))
        self.assertEqual(talk.closed(), 1002)
        self.assertTrue(talk.ended())
        self.assertEqual(talk.kept, b"")

    def test_the_kernel_measures(self):
        talk = self.websocket()
        talk.say("kernel")
        self.assertEqual(talk.text(), "measured")

    def test_ping(self):
        talk = self.websocket()
        talk.say("are you there", opcode=PING)
        self.assertEqual(talk.hear(), (PONG, b"are you there"))
        talk.say("ping")
        opcode, payload = talk.hear()
        self.assertEqual((opcode, len(payload)), (PING, 4))
        talk.say("ping")  # one at a time
        talk.say(b"forg", opcode=PONG)
        talk.say("x")
        self.assertEqual(talk.text(), "x")
        time.sleep(0.05)  # the delay to measure
        talk.say(payload, opcode=PONG)
        words = talk.text().split()
        self.assertEqual(words[0], "pong")
        self.assertGreater(int(words[1]), 50000)
        self.assertLess(int(words[1]), 600000000)
        talk.say(payload, opcode=PONG)
        talk.say("x")
        self.assertEqual(talk.text(), "x")

    def test_pings_carry_any_bytes(self):
        talk = self.websocket()
        talk.say(b"\xff\x80\x00\xfe", opcode=PING)
        self.assertEqual(talk.hear(), (PONG, b"\xff\x80\x00\xfe"))
        for _ in range(300):  # the server counts its own pings
            talk.say("ping")
            opcode, payload = talk.hear()
            self.assertEqual(opcode, PING)
            talk.say(payload, opcode=PONG)
            self.assertEqual(talk.text().split()[0], "pong")

    def test_closed_by_the_owner(self):
        talk = self.websocket()
        talk.say("close")
        self.assertEqual(talk.text(), "bye")
        opcode, payload = talk.hear()
        self.assertEqual((opcode, payload), (CLOSE, struct.pack(">H", 4000) + b"as asked"))
        talk.say(payload, opcode=CLOSE)
        self.assertTrue(talk.ended())
        self.assertEqual(talk.kept, b"")

    def test_closed_by_the_peer(self):
        talk = self.websocket()
        talk.say(struct.pack(">H", 1000) + b"enough", opcode=CLOSE)
        self.assertEqual(talk.closed(), 1000)
        self.assertTrue(talk.ended())

    def test_one_who_does_not_say_goodbye(self):
        talk = self.websocket()
        talk.say("close")
        self.assertEqual(talk.closed(), 4000)
        self.assertTrue(talk.ended())

    def test_cut(self):
        for i in range(50):
            with WebSocket(self.wire) as talk:
                talk.say("x" * (i * 20))
                if i % 3 == 0:
                    talk.say("flood 60")
                if i % 2:
                    talk.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        talk = self.websocket()
        talk.say("x")
        self.assertEqual(talk.text(), "x")

    def test_much_at_once_is_not_too_slow(self):
        talk = self.websocket()
        talk.say("flood 1000")
        for _ in range(1000):
            self.assertEqual(talk.text(), "0123456789abcdef" * 2)

    def test_large_frames(self):
        talk = self.websocket()
        for size in [65535, 65536, 200000, 262144]:
            talk.say(f"size {size}")
            self.assertEqual(len(talk.text()), size)

    def test_slow_readers_are_dropped(self):
        talk = self.websocket(buffer=4096)
        with self.assertRaises((ConnectionError, TimeoutError)):
            talk.socket.settimeout(5)
            for _ in range(100000):
                talk.say("size 4000")
            while talk.more():
                pass
            raise ConnectionError
        other = self.websocket()
        other.say("x")
        self.assertEqual(other.text(), "x")

    def test_many(self):
        talks = [self.websocket() for _ in range(200)]
        for i, talk in enumerate(talks):
            talk.say(f"hello {i}")
        for i, talk in enumerate(talks):
            self.assertEqual(talk.text(), f"hello {i}")

    def test_random_bytes(self):
        import random
        dice = random.Random(5)
        for _ in range(200):
            with WebSocket(self.wire) as talk:
                try:
                    for _ in range(dice.randint(1, 10)):
                        talk.say(os.urandom(dice.randint(0, 200)) if dice.random() < 0.2 else "y" * dice.randint(0, 700),
                                 opcode=dice.choice([TEXT, TEXT, 0, PING, PONG, dice.randint(0, 15)]),
                                 final=dice.random() < 0.7)
                    if dice.random() < 0.3:
                        talk.send(os.urandom(50))
                    talk.socket.settimeout(0.005)
                    talk.socket.recv(100)
                except OSError:
                    pass
        talk = self.websocket()
        talk.say("x")
        self.assertEqual(talk.text(), "x")


class Proxy(Case):
    args = [20, "proxy"]

    def test_who_asks(self):
        for given, read in {"192.0.2.7": b"192.0.2.7", "10.0.0.1, 192.0.2.8": b"192.0.2.8", "2001:db8::1": b"2001:db8::1",
                            "forged, ": b"127.0.0.1", "unknown": b"127.0.0.1", "x" * 500: b"127.0.0.1",
                            "1.2.3.4:80": b"127.0.0.1"}.items():
            for scheme, secure in {"https": b"1", "http": b"0", "HTTPS": b"1", "https, http": b"0"}.items():
                body = self.talk().get("GET", "/show", X_Forwarded_For=given, X_Forwarded_Proto=scheme)[1]
                self.assertIn(b"\naddress " + read + b"\nsecure " + secure + b"\n", body, given)


    def test_the_kernel_measures_only_the_proxy(self):
        talk = talk_as(self.talk())
        self.assertEqual(talk.open("/socket", X_Forwarded_For="192.0.2.7")[0], 101)
        talk.say("kernel")
        self.assertEqual(talk.text(), "unknown")

    def test_what_the_proxy_measured(self):
        for given, read in {"41000": "41000", "0": "0", "-5": "0", "1e6": "0", "": "0", "41000 ": "41000", "99999999999": "0"}.items():
            talk = talk_as(self.talk())
            self.assertEqual(talk.open("/socket", X_Forwarded_For="192.0.2.7", X_Forwarded_RTT=given)[0], 101)
            talk.say("proxy")
            self.assertEqual(talk.text(), read, given)


class Names(Case):
    args = [20, "names"]

    def test_hosts(self):
        for host, status in {"meydan.example": 200, "MEYDAN.example:8080": 200, "other.example.": 200, "localhost": 200,
                             "localhost:1": 200, "a.localhost": 200, "127.0.0.1:80": 200, "[::1]:80": 200, "192.0.2.7": 200,
                             "evil.example": 421, "meydan.example.evil": 421, "xmeydan.example": 421, "localhost.evil": 421,
                             "notlocalhost": 421, "127.0.0.1.evil": 421, "[::1": 421, "1.2.3": 421}.items():
            talk = self.talk()
            talk.send(f"GET /show HTTP/1.1\r\nHost: {host}\r\n\r\n")
            self.assertEqual(talk.reply()[0], status, host)
        talk = self.talk()
        talk.send("GET /socket HTTP/1.1\r\nHost: evil.example\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                  f"Sec-WebSocket-Key: {WebSocket.key}\r\nSec-WebSocket-Version: 13\r\n\r\n")
        self.assertEqual(talk.reply()[0], 421)


class Streams(Case):
    def chunks(self, talk):
        body = b""
        while True:
            while b"\r\n" not in talk.kept:
                if not talk.more():
                    raise EOFError
            line, talk.kept = talk.kept.split(b"\r\n", 1)
            piece = talk.take(int(line, 16) + 2)
            self.assertEqual(piece[-2:], b"\r\n")
            if len(piece) == 2:
                return body
            body += piece[:-2]

    @staticmethod
    def wanted(count):
        return b"".join(bytes([97 + i % 26]) * 1000 for i in range(count))

    def test_in_chunks(self):
        talk = self.talk()
        for count in [0, 1, 2, 3, 30, 2000]:
            talk.ask("GET", f"/stream?a={count}")
            lines = talk.take_head()
            self.assertEqual(lines[0], "HTTP/1.1 200 OK")
            self.assertIn("transfer-encoding: chunked", lines)
            self.assertFalse([line for line in lines if line.startswith("content-length")])
            self.assertEqual(self.chunks(talk), self.wanted(count))

    def test_head_and_1_0(self):
        talk = self.talk()
        talk.ask("HEAD", "/stream?a=5")
        self.assertEqual(talk.take_head()[0], "HTTP/1.1 200 OK")
        self.assertEqual(talk.get("POST", "/echo", b"y"), (200, b"y"))
        talk.send("GET /stream?a=30 HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
        self.assertNotIn("transfer-encoding: chunked", talk.take_head())
        self.assertTrue(talk.ended())
        self.assertEqual(talk.kept, self.wanted(30))

    def test_broken_off(self):
        talk = self.talk()
        talk.ask("GET", "/broken?a=4")
        talk.take_head()
        with self.assertRaises((EOFError, ConnectionError)):
            self.chunks(talk)

    def test_a_reader_in_no_hurry(self):
        # No pieces are made before the client reads.
        talk = self.talk(buffer=1 << 14)
        talk.ask("GET", "/stream?a=1000")
        other = self.talk()
        self.assertEqual(other.get("POST", "/echo", b"y"), (200, b"y"))
        talk.take_head()
        self.assertEqual(len(self.chunks(talk)), 1000000)

    def test_gone_in_the_middle(self):
        for _ in range(20):
            with Talk(self.wire) as talk:
                talk.ask("GET", "/stream?a=20000")
                talk.take_head()
        self.assertEqual(self.talk().get("POST", "/echo", b"y"), (200, b"y"))


class Tls(Case):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="meydan-wire-")
        cls.files = make_certificate(cls.folder)
        cls.wire = Wire(20, *cls.files)
        cls.tls = ssl.create_default_context(cafile=cls.files[0])

    @classmethod
    def tearDownClass(cls):
        super().tearDownClass()
        shutil.rmtree(cls.folder)

    def test_requests(self):
        talk = self.talk(tls=self.tls)
        for size in [0, 1, 65536]:
            body = os.urandom(size)
            self.assertEqual(talk.get("POST", "/echo", body), (200, body))
            self.assertEqual(talk.get("POST", "/later", body), (200, body))
        self.assertIn(b"\nsecure 1\n", talk.get("GET", "/show")[1])
        self.assertIn(talk.socket.version(), ("TLSv1.2", "TLSv1.3"))

    def test_sockets(self):
        talk = self.websocket(tls=self.tls)
        for size in [0, 1, 1000, 4096]:
            talk.say("x" * size)
            self.assertEqual(talk.text(), "x" * size)
        talk.send(b"".join(talk.frame(str(i)) for i in range(500)))
        self.assertEqual([talk.text() for _ in range(500)], [str(i) for i in range(500)])
        talk.say("size 250000")
        self.assertEqual(len(talk.text()), 250000)
        talk.say("close")
        self.assertEqual(talk.closed(), 4000)

    def test_only_http_1(self):
        tls = ssl.create_default_context(cafile=self.files[0])
        tls.set_alpn_protocols(["h2", "http/1.1"])
        talk = self.talk(tls=tls)
        self.assertEqual(talk.socket.selected_alpn_protocol(), "http/1.1")
        self.assertEqual(talk.get("POST", "/echo", b"x"), (200, b"x"))

    def test_old_versions(self):
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        tls.check_hostname, tls.verify_mode = False, ssl.CERT_NONE
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tls.maximum_version = ssl.TLSVersion.TLSv1_1
        tls.set_ciphers("ALL:@SECLEVEL=0")
        with self.assertRaises(OSError):
            self.talk(tls=tls)

    def test_browsers_are_told_to_stay_with_tls(self):
        talk = self.talk(tls=self.tls)
        talk.get("GET", "/show")
        self.assertIn("max-age=", talk.headers["strict-transport-security"])
        talk.get("GET", "/nothing")
        self.assertIn("max-age=", talk.headers["strict-transport-security"])

    def test_only_modern_ciphers(self):
        def offer(ciphers):
            tls = ssl.create_default_context(cafile=self.files[0])
            tls.maximum_version = ssl.TLSVersion.TLSv1_2
            tls.set_ciphers(ciphers)
            return tls
        for ciphers in ["ECDHE+AESGCM", "ECDHE+CHACHA20"]:
            self.assertEqual(self.talk(tls=offer(ciphers)).get("POST", "/echo", b"x"), (200, b"x"))
        for ciphers in ["ECDHE-ECDSA-AES128-SHA", "ECDHE-ECDSA-AES256-SHA384", "AES128-GCM-SHA256", "AES256-SHA"]:
            with self.assertRaises(OSError, msg=ciphers):
                self.talk(tls=offer(ciphers))

    def test_streams_and_pipelines(self):
        talk = self.talk(tls=self.tls)
        for _ in range(5):
            talk.ask("POST", "/later", b"x" * 30000)
            talk.ask("POST", "/echo", b"y" * 30000)
        for _ in range(5):
            self.assertEqual(talk.reply(), (200, b"x" * 30000))
            self.assertEqual(talk.reply(), (200, b"y" * 30000))

    def test_no_tls(self):
        talk = self.talk()
        talk.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        self.assertTrue(talk.ended())
        self.assertNotIn(b"HTTP/1.1 2", talk.kept)

    def test_silence_in_the_handshake(self):
        self.talk().send(b"\x16\x03\x01")
        self.assertEqual(self.talk(tls=self.tls).get("POST", "/echo", b"x"), (200, b"x"))


class Slow(Case):
    args = [2]

    def test_a_body_drop_by_drop(self):
        talk = self.talk()
        talk.ask("POST", "/echo", b"", Content_Length=1000)
        with self.assertRaises(OSError):
            for _ in range(600):
                talk.send("x")
                time.sleep(0.1)  # slow, but never silent

    def test_silent_sockets(self):
        # Pinged after two seconds (25 in the real server): the one that answers stays open.
        there, gone = self.websocket(), self.websocket()
        began = time.time()
        for _ in range(3):
            opcode, payload = there.hear()
            self.assertEqual(opcode, PING)
            there.say(payload, opcode=PONG)
            self.assertRegex(there.text(), "^pong ")
        self.assertEqual([gone.hear()[0], gone.hear()[0]], [PING, PING])
        self.assertTrue(gone.ended())
        self.assertLessEqual(6, time.time() - began)
        there.say("x")
        while there.hear() != (TEXT, b"x"):
            pass


class End(unittest.TestCase):
    def test_sockets_are_told(self):
        wire = Wire()
        talks = [WebSocket(wire) for _ in range(20)]
        asked = Talk(wire)
        asked.ask("POST", "/later", b"x")
        bytes_read(asked.socket)
        wire.process.send_signal(signal.SIGTERM)
        for i, talk in enumerate(talks):
            self.assertEqual(talk.closed(), 1001)
            if i % 2:
                talk.say(struct.pack(">H", 1001), opcode=CLOSE)
                self.assertTrue(talk.ended())
            talk.socket.close()
        self.assertEqual(asked.reply(), (200, b"x"))
        asked.socket.close()
        self.assertEqual(wire.wait(), (0, "", ""))

    def test_a_restart(self):
        wire = Wire()
        talk = WebSocket(wire)
        idle = Talk(wire)
        idle.get("GET", "/show")
        wire.process.send_signal(signal.SIGUSR1)
        self.assertEqual(talk.closed(), 1012)
        self.assertTrue(idle.ended())
        with self.assertRaises(OSError):
            Talk(wire)
        talk.socket.close()
        self.assertEqual(wire.wait(), (0, "", ""))

    def test_one_who_does_not_answer(self):
        wire = Wire()
        with WebSocket(wire):
            self.assertEqual(wire.end(), (0, "", ""))

    def test_certificates_that_are_none(self):
        done = subprocess.run([WIRE_OWNER, "20", "/dev/null", "/nowhere"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertTrue(done.stderr.strip())


if __name__ == "__main__":
    unittest.main()
