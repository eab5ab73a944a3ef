#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`meydan serve` from outside, on loopback: MEYDAN is the program. Most cases talk to it through
plain sockets, byte by byte, since a client library would hide what matters."""
import gzip
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import tempfile
import threading
import time
import unittest

MEYDAN = os.environ["MEYDAN"]
BIG = os.urandom(1 << 20) * 24  # more than the kernel keeps for a connection on both ends
APP = b"export const answer = 42;\n" * 200
FILES = {
    "index.html": b"<!doctype html><title>Meydan</title>\n",
    "index.html.gz": gzip.compress(b"<!doctype html><title>Meydan</title>\n"),
    "sw.js": b"self.addEventListener('fetch', () => {});\n",
    "manifest.webmanifest": b"{}",
    "assets/app-1aB2_-cD.js": APP,
    "assets/app-1aB2_-cD.js.gz": gzip.compress(APP),
    "assets/app-1aB2_-cD.js.br": b"as if brotli",
    "assets/core-00000000.wasm": b"\0asm\1\0\0\0",
    "assets/plain.js": b"1\n",
    "icons/board.svg": b"<svg xmlns='http://www.w3.org/2000/svg'/>",
    "empty.txt": b"",
    "big.bin": BIG,
    ".secret": b"no",
    ".git/config": b"no",
}
SECURITY = {
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
}


class Reply:
    def __init__(self, head, body):
        lines = head.split("\r\n")
        self.version, status, self.reason = (lines[0] + " ").split(" ", 2)
        self.status = int(status)
        self.headers = {}
        for line in lines[1:]:
            name, value = line.split(": ", 1)
            assert name.lower() not in self.headers, f"{name} twice"
            self.headers[name.lower()] = value
        self.body = body


class Talk:
    """A connection. `kept` is what came after the last reply."""

    def __init__(self, server, host="127.0.0.1", buffer=None):
        self.socket = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
        if buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self.socket.settimeout(30)
        self.socket.connect((host, server.port))
        self.kept = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def __del__(self):
        self.socket.close()

    def send(self, data):
        self.socket.sendall(data if isinstance(data, bytes) else data.encode())

    def ask(self, path="/", method="GET", version="1.1", **headers):
        lines = [f"{method} {path} HTTP/{version}", "Host: localhost"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        self.send("\r\n".join(lines) + "\r\n\r\n")

    def more(self):
        data = self.socket.recv(1 << 16)
        self.kept += data
        return len(data) > 0

    def reply(self, head=False):
        while b"\r\n\r\n" not in self.kept:
            if not self.more():
                raise EOFError(self.kept)
        start, self.kept = self.kept.split(b"\r\n\r\n", 1)
        reply = Reply(start.decode(), b"")
        length = 0 if head or reply.status == 304 else int(reply.headers["content-length"])
        parts, have = [self.kept], len(self.kept)
        while have < length:
            data = self.socket.recv(1 << 16)
            if not data:
                raise EOFError(f"{have} of {length}")
            parts.append(data)
            have += len(data)
        data = b"".join(parts)
        reply.body, self.kept = data[:length], data[length:]
        return reply

    def get(self, path="/", method="GET", **headers):
        self.ask(path, method, **headers)
        return self.reply(head=method == "HEAD")

    def ended(self):
        """Whether the server ends the connection, with whatever it says before."""
        try:
            while self.more():
                pass
            return True
        except ConnectionError:
            return True
        except TimeoutError:
            return False


class Server:
    def __init__(self, *args, host="127.0.0.1"):
        command = [MEYDAN, "serve", "--no-store", "--port", "0", "--host", host, *map(str, args)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.said = []
        while True:
            line = self.process.stdout.readline()
            self.said.append(line)
            if not line:
                raise RuntimeError(self.process.communicate()[1])
            if line.startswith("Ctrl-C"):
                break
        self.port = int(re.search(r":(\d+)$", self.said[1].strip()).group(1))

    def end(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        return self.wait()

    def wait(self):
        try:
            out, err = self.process.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()
            raise
        return self.process.returncode, out, err

    def cpu(self):
        with open(f"/proc/{self.process.pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def files(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))


def make_folder(files=None):
    folder = tempfile.mkdtemp(prefix="meydan-serve-")
    for name, content in (FILES if files is None else files).items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content)
    return folder


class Case(unittest.TestCase):
    """A server for the whole class. Whatever happened, it must end cleanly."""

    args = ["--timeout", 20]

    @classmethod
    def setUpClass(cls):
        cls.folder = make_folder()
        os.symlink("/etc/passwd", os.path.join(cls.folder, "link.txt"))
        cls.server = Server("--folder", cls.folder, *cls.args)

    @classmethod
    def tearDownClass(cls):
        status, out, err = cls.server.end()
        shutil.rmtree(cls.folder)
        assert (status, err) == (0, ""), f"status {status}: {err}"

    def talk(self, **how):
        talk = Talk(self.server, **how)
        self.addCleanup(talk.socket.close)
        return talk

    def get(self, *args, **headers):
        return self.talk().get(*args, **headers)


class Page(Case):
    def test_document(self):
        reply = self.get("/")
        self.assertEqual((reply.version, reply.status, reply.reason.strip()), ("HTTP/1.1", 200, "OK"))
        self.assertEqual(reply.body, FILES["index.html"])
        self.assertEqual(reply.headers["content-type"], "text/html; charset=utf-8")
        self.assertEqual(reply.headers["cache-control"], "no-cache")
        self.assertRegex(reply.headers["date"], r"^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$")
        self.assertNotIn("server", reply.headers)

    def test_places_in_the_page(self):
        for path in ["/index.html", "/play", "/play/", "/learn/abalone/sumito", "/a%20b", "/?x=1", "/play?x=../y.z"]:
            reply = self.get(path)
            self.assertEqual((reply.status, reply.body), (200, FILES["index.html"]), path)

    def test_security_headers_everywhere(self):
        for path, method in [("/", "GET"), ("/nothing.js", "GET"), ("/", "POST"), ("/assets/plain.js", "HEAD")]:
            reply = self.get(path, method)
            for name, value in SECURITY.items():
                self.assertEqual(reply.headers.get(name), value, (path, method, name))
            policy = reply.headers["content-security-policy"]
            self.assertIn("default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'", policy)
            self.assertIn("frame-ancestors 'none'", policy)
            self.assertNotIn("unsafe-inline", policy)
            self.assertIn("geolocation=()", reply.headers["permissions-policy"])

    def test_types(self):
        for path, kind in {
            "/assets/app-1aB2_-cD.js": "text/javascript; charset=utf-8",
            "/assets/core-00000000.wasm": "application/wasm",
            "/manifest.webmanifest": "application/manifest+json",
            "/icons/board.svg": "image/svg+xml",
            "/empty.txt": "text/plain; charset=utf-8",
            "/big.bin": "application/octet-stream",
        }.items():
            self.assertEqual(self.get(path).headers["content-type"], kind, path)

    def test_what_may_be_kept(self):
        for path, cache in {
            "/assets/app-1aB2_-cD.js": "public, max-age=31536000, immutable",
            "/assets/core-00000000.wasm": "public, max-age=31536000, immutable",
            "/assets/plain.js": "no-cache",
            "/sw.js": "no-cache",
            "/manifest.webmanifest": "no-cache",
            "/icons/board.svg": "no-cache",
        }.items():
            self.assertEqual(self.get(path).headers["cache-control"], cache, path)

    def test_compressed_bodies(self):
        path = "/assets/app-1aB2_-cD.js"
        for accept, coding in {
            "": None, "gzip": "gzip", "br": "br", "gzip, deflate, br": "br", "GZIP": "gzip", "*": "br",
            "br;q=0, gzip": "gzip", "br;q=0.000,gzip;q=0.5": "gzip", "*;q=0": None, "gzip;q=0": None,
            "br;q=0, *": "gzip", "*, br;q=0": "gzip", "zstd, deflate": None, "gzip ; q=0.1": "gzip",
            "brx, xgzip": None, ",,;;q=": None, "br;q=x, gzip": "gzip", "identity": None,
        }.items():
            reply = self.get(path, Accept_Encoding=accept) if accept else self.get(path)
            self.assertEqual(reply.headers.get("content-encoding"), coding, accept)
            name = path[1:] + {None: "", "gzip": ".gz", "br": ".br"}[coding]
            self.assertEqual(reply.body, FILES[name], accept)
            self.assertEqual(reply.headers["vary"], "accept-encoding")
        # This one has gzip alone, that one nothing.
        self.assertEqual(self.get("/", Accept_Encoding="br, gzip").headers["content-encoding"], "gzip")
        reply = self.get("/sw.js", Accept_Encoding="br, gzip")
        self.assertNotIn("content-encoding", reply.headers)
        self.assertNotIn("vary", reply.headers)

    def test_entity_tags(self):
        talk, path = self.talk(), "/assets/app-1aB2_-cD.js"
        tags = {coding: talk.get(path, Accept_Encoding=coding).headers["etag"]
                for coding in ["identity", "gzip", "br"]}
        self.assertEqual(len(set(tags.values())), 3)
        for coding, tag in tags.items():
            self.assertRegex(tag, r'^"[^"]+"$')
            other = next(t for c, t in tags.items() if c != coding)
            for header, known in {tag: True, f"W/{tag}": True, f'"x", {tag}': True, "*": True, other: False,
                                  tag[:-1]: False, f'"{tag}"': False, tag + "x": False, ",": False}.items():
                reply = talk.get(path, Accept_Encoding=coding, If_None_Match=header)
                self.assertEqual(reply.status, 304 if known else 200, (coding, header))
                self.assertEqual(reply.headers["etag"], tag)
                if known:
                    self.assertEqual(reply.headers["cache-control"], "public, max-age=31536000, immutable")
                    self.assertEqual(reply.headers["vary"], "accept-encoding")
                    self.assertNotIn("content-encoding", reply.headers)

    def test_head(self):
        talk = self.talk()
        for path in ["/", "/big.bin", "/nothing.js", "/empty.txt"]:
            head, full = talk.get(path, "HEAD"), self.get(path)
            for headers in head.headers, full.headers:
                headers.pop("date")
            self.assertEqual((head.status, head.headers), (full.status, full.headers))
            self.assertEqual(talk.kept, b"")
        self.assertEqual(talk.get("/", "HEAD", If_None_Match="*").status, 304)

    def test_empty_file(self):
        talk = self.talk()
        for _ in range(2):
            self.assertEqual(talk.get("/empty.txt").headers["content-length"], "0")

    def test_big_file(self):
        self.assertTrue(self.get("/big.bin").body == BIG)


class Refused(Case):
    def test_not_found(self):
        for path in ["/nothing.js", "/assets/app.js", "/assets/app-1aB2_-cD.js.br", "/index.html.gz", "/index.html/x.y",
                     "/INDEX.HTML", "/assets/app-1aB2_-cD.js.", "/favicon.ico"]:
            reply = self.get(path)
            self.assertEqual((reply.status, reply.body), (404, b"not found\n"), path)
            self.assertEqual(reply.headers["cache-control"], "no-store")

    def test_out_of_the_folder(self):
        hidden = ["/.secret", "/.git/config", "/link.txt"]
        climbs = ["/../../../../etc/passwd", "/..%2f..%2f..%2fetc%2fpasswd", "/%2e%2e/%2e%2e/etc/passwd",
                  "/assets/../../../../etc/passwd", "/assets/..%5c..%5cetc%5cpasswd", "//etc/passwd", "/./etc/passwd",
                  "/%252e%252e/etc/passwd", "/etc/passwd", "/etc/passwd%00.html", "/....//....//etc/passwd",
                  "/..;/etc/passwd", "/%c0%ae%c0%ae/etc/passwd", self.folder + "/index.html", "/..", "/../", "/assets/.."]
        for path in hidden + climbs:
            talk = self.talk()
            talk.ask(path)
            try:
                reply = talk.reply()
            except (EOFError, ConnectionError):
                continue
            self.assertNotIn(b"root:", reply.body, path)
            self.assertIn(reply.status, (200, 400, 403, 404), path)
            if reply.status == 200:
                self.assertIn(reply.body, (FILES["index.html"],), path)
            if path in hidden and path != "/.git/config":
                self.assertNotEqual(reply.body, b"no")
                self.assertEqual(reply.status, 404 if "." in path[2:] else reply.status, path)

    def test_methods(self):
        for method in ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]:
            talk = self.talk()
            reply = talk.get("/", method)
            self.assertEqual((reply.status, reply.headers["allow"]), (405, "GET, HEAD"), method)
            self.assertTrue(talk.ended(), method)
        for method in ["BREW", "TRACE", "PRI"]:
            talk = self.talk()
            talk.ask("/", method)
            self.assertTrue(talk.ended())
            self.assertTrue(not talk.kept or re.match(rb"HTTP/1.[01] 40[0135] ", talk.kept), talk.kept)

    def test_bodies(self):
        # Nothing of a body may be taken for the next request.
        second = "GET /nothing.js HTTP/1.1\r\nHost: x\r\n\r\n"
        talk = self.talk()
        talk.send(f"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: {len(second)}\r\n\r\n{second}{second}")
        self.assertEqual([talk.reply().status for _ in range(2)], [405, 404])
        for method, headers in [("GET", f"Content-Length: {len(second)}"),
                                ("POST", "Transfer-Encoding: chunked"), ("GET", "Transfer-Encoding: chunked"),
                                ("HEAD", "Content-Length: 99999999"), ("POST", "Content-Length: -1"),
                                ("POST", "Content-Length: 4\r\nContent-Length: 5"), ("GET", "Content-Length: x")]:
            talk = self.talk()
            talk.send(f"{method} / HTTP/1.1\r\nHost: x\r\n{headers}\r\n\r\n{second}")
            self.assertTrue(talk.ended(), headers)
            self.assertEqual(len(re.findall(rb"HTTP/1\.[01] ", talk.kept)), 1, talk.kept)
            self.assertRegex(talk.kept, rb"^HTTP/1\.[01] 4(00|05|11) ", headers)
        talk = self.talk()
        talk.send("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n")
        self.assertEqual(talk.reply().status, 200)

    def test_line_ends_in_paths(self):
        for path in ["/x%0a", "/x%0d%0aHost:%20y", "/x%0A%0A", "/?a=%0aOrigin:b"]:
            talk = self.talk()
            talk.ask(path)
            self.assertTrue(talk.ended(), path)
            self.assertTrue(not talk.kept or re.match(rb"HTTP/1.[01] 40[03] ", talk.kept), talk.kept)

    def test_host_is_required(self):
        talk = self.talk()
        talk.send("GET / HTTP/1.1\r\n\r\n")
        self.assertEqual(talk.reply().status, 400)
        talk = self.talk()
        talk.send("GET / HTTP/1.0\r\n\r\n")
        self.assertEqual(talk.reply().status, 200)
        self.assertTrue(talk.ended())

    def test_garbage(self):
        for bytes_ in [b"\r\n\r\n", b"\0" * 100, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc", b"hello\r\n\r\n",
                       b"GET\r\n\r\n", b"GET /\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"GET / HTTP/1.1\r\n: x\r\n\r\n",
                       b"GET / HTTP/1.1\nHost: x\n\n", b"GET % HTTP/1.1\r\n\r\n", b"GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n",
                       b"GET http://x/ HTTP/1.1\r\nHost: x\r\n\r\n", b"CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n",
                       b"CONNECT / HTTP/1.1\r\nHost: x\r\n\r\n", b"* / HTTP/1.1\r\n\r\n", bytes(range(256)) * 8,
                       b"GET / HTTP/1.1\r\nHost: x\r\nX\0Y: \0\xff\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                       b"GET /x%0aHost:x%0d%0a%0d%0a HTTP/1.1\r\n\r\n", b"GET / GET / HTTP/1.1\r\nGET / POST / \r\n\r\n", b"GET / HTTP/1.1\r\nget /x: y\r\n\r\n"]:
            with Talk(self.server) as talk:
                try:
                    talk.send(bytes_)
                    talk.socket.shutdown(socket.SHUT_WR)
                except OSError:
                    pass
                talk.socket.settimeout(25)
                self.assertTrue(talk.ended(), bytes_)
        self.assertEqual(self.get().status, 200)

    def test_random_bytes(self):
        import random
        dice = random.Random(4)
        pieces = [b"GET ", b"POST ", b"/", b"..", b"%2e", b"%", b" HTTP/1.1", b"\r\n", b"\n", b"Host: x", b":", b" ", b"\0",
                  b"Connection: close", b"Upgrade: ", b"websocket", b"h2c", b"HTTP2-Settings: AAMAAABkAAQAAP__", b"&", b"?a=b",
                  b"Content-Length: 5", b"Accept-Encoding: br", b"Sec-WebSocket-Key: x", b"Transfer-Encoding: chunked",
                  b"\xff\xfe", b"a" * 300, b"\r\n\r\n", b";", b"="]
        for _ in range(300):
            with Talk(self.server) as talk:
                try:
                    talk.send(b"".join(dice.choices(pieces, k=dice.randint(1, 30))))
                    if dice.random() < 0.5:
                        talk.socket.shutdown(socket.SHUT_WR)
                    talk.socket.settimeout(0.01)
                    talk.socket.recv(100)
                except OSError:
                    pass
        self.assertEqual(self.get().status, 200)

    def test_upgrades(self):
        for kind, status in [("h2c", (200,)), ("websocket", (200, 400, 403, 404)), ("foo", (200, 403)), ("", (200,))]:
            for path in ["/", "/big.bin"]:
                with Talk(self.server) as talk:
                    talk.ask(path, Upgrade=kind, Connection="Upgrade, HTTP2-Settings",
                             HTTP2_Settings="AAMAAABkAAQAAP__", Sec_WebSocket_Key="x3JJHMbDL1EzLkh9GBhXDw==",
                             Sec_WebSocket_Version="13")
                    reply = talk.reply()
                    self.assertIn(reply.status, status if path == "/" else status + (400,), kind)
        self.assertEqual(self.get().status, 200)

    def test_large_headers(self):
        for size in [1000, 3000, 7000, 9000, 100000, 1000000]:
            for headers in [{"X-Long": "x" * size}, {f"X-{i}": "y" * 90 for i in range(size // 100)},
                            {"Cookie": "x" * size}]:
                talk = self.talk()
                try:
                    talk.ask(**headers)
                    status = talk.reply().status
                except (EOFError, ConnectionError):
                    status = 0
                self.assertIn(status, (200,) if size < 5000 and len(headers) < 31 else (0, 200, 400, 403, 431))
                self.assertTrue(size <= 9000 or status != 200, size)
                talk.socket.close()
        talk = self.talk()
        try:
            talk.ask("/" + "x" * 20000)
            self.assertIn(talk.reply().status, (400, 403, 414, 431))
        except (EOFError, ConnectionError):
            pass
        # What is too long to be meant is passed over, not cut.
        self.assertEqual(self.get(Accept_Encoding="x" * 2000 + ", gzip").status, 200)
        self.assertEqual(self.get().status, 200)


class Kept(Case):
    def test_keep_alive(self):
        talk = self.talk()
        for i in range(50):
            self.assertEqual(talk.get(["/", "/nothing.js", "/assets/plain.js"][i % 3]).status, [200, 404, 200][i % 3])
        self.assertEqual(talk.get(Connection="close").status, 200)
        self.assertTrue(talk.ended())

    def test_pipelining(self):
        talk = self.talk()
        paths = ["/", "/assets/plain.js", "/nothing.js", "/assets/app-1aB2_-cD.js", "/empty.txt"] * 8
        talk.send("".join(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n" for path in paths))
        for path in paths:
            reply, name = talk.reply(), path[1:] or "index.html"
            self.assertEqual(reply.body, FILES.get(name, b"not found\n"), path)
        self.assertEqual(talk.kept, b"")

    def test_pipelining_of_large_answers(self):
        talk = self.talk()
        talk.send("".join(f"GET /big.bin?{i} HTTP/1.1\r\nHost: x\r\n\r\n" for i in range(3)))
        for _ in range(3):
            self.assertTrue(talk.reply().body == BIG)

    def test_requests_in_pieces(self):
        talk = self.talk()
        for _ in range(2):
            for byte in b"GET /assets/plain.js HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n":
                talk.send(bytes([byte]))
                time.sleep(0.001)
            self.assertEqual(talk.reply().body, b"1\n")

    def test_half_closed(self):
        talk = self.talk()
        talk.ask("/assets/plain.js", Connection="close")
        talk.socket.shutdown(socket.SHUT_WR)
        self.assertEqual(talk.reply().body, b"1\n")

    def test_gone_in_the_middle(self):
        before = self.server.files()
        for i in range(50):
            with Talk(self.server) as talk:
                talk.ask("/big.bin")
                talk.socket.recv(1000)
                if i % 2:  # with a reset
                    talk.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        deadline = time.time() + 20
        while self.server.files() > before and time.time() < deadline:
            time.sleep(0.1)
        self.assertLessEqual(self.server.files(), before)

    def test_many_at_once(self):
        talks = [Talk(self.server) for _ in range(200)]
        failures = []

        def fetch(talk, i):
            try:
                for path in ["/", "/assets/app-1aB2_-cD.js"] * 3:
                    if talk.get(path).status != 200:
                        failures.append((i, path))
            except Exception as error:  # pylint: disable=broad-except
                failures.append((i, repr(error)))

        threads = [threading.Thread(target=fetch, args=(talk, i)) for i, talk in enumerate(talks)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for talk in talks:
            talk.socket.close()
        self.assertEqual(failures, [])

    def test_many_slow_readers(self):
        talks = [Talk(self.server, buffer=4096) for _ in range(20)]
        for talk in talks:
            talk.ask("/big.bin")
        began = time.time()
        self.assertEqual(self.get().status, 200)
        self.assertLess(time.time() - began, 5)
        for talk in talks:
            talk.socket.close()


class Slow(Case):
    args = ["--timeout", 2]

    def assert_ends_in(self, talk, least, most):
        began = time.time()
        self.assertTrue(talk.ended())
        took = time.time() - began
        self.assertGreaterEqual(took, least)
        self.assertLessEqual(took, most)

    def test_silence(self):
        self.assert_ends_in(self.talk(), 1, 15)

    def test_idle_after_an_answer(self):
        talk = self.talk()
        self.assertEqual(talk.get().status, 200)
        self.assert_ends_in(talk, 1, 15)

    def test_headers_drop_by_drop(self):
        talk = self.talk()
        talk.send("GET / HTTP/1.1\r\nHost: x\r\n")
        began = time.time()
        try:
            while time.time() - began < 30:
                talk.send("X: y\r\n")
                time.sleep(0.2)
        except OSError:
            pass
        self.assertLess(time.time() - began, 15)

    def test_a_reader_who_stops(self):
        talk = self.talk(buffer=4096)
        talk.ask("/big.bin")
        time.sleep(8)
        with self.assertRaises((EOFError, ConnectionError)):
            talk.reply()

    def test_a_reader_who_sends_instead(self):
        # The library is woken for what it does not read; that must not last.
        talk = self.talk(buffer=4096)
        talk.ask("/big.bin")
        talk.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        time.sleep(5)
        before = self.server.cpu()
        time.sleep(2)
        self.assertLess(self.server.cpu() - before, 0.5)

    def test_a_steady_reader_is_served(self):
        talk = self.talk()
        talk.ask("/big.bin")
        took, have = time.time(), 0
        while have < len(BIG):
            data = talk.socket.recv(1 << 18)
            self.assertTrue(data)
            have += len(data)
            time.sleep(0.04)
        self.assertGreater(time.time() - took, 3)


class Limits(unittest.TestCase):
    def test_connections(self):
        folder = make_folder()
        self.addCleanup(shutil.rmtree, folder)
        server = Server("--folder", folder, "--connections", 5)
        talks = [Talk(server) for _ in range(5)]
        for talk in talks:
            self.assertEqual(talk.get().status, 200)
        with Talk(server) as talk:
            self.assertEqual(talk.reply().status, 503)
            self.assertTrue(talk.ended())
        talks.pop().socket.close()
        time.sleep(0.5)
        with Talk(server) as talk:
            self.assertEqual(talk.get().status, 200)
        for talk in talks:
            self.assertEqual(talk.get().status, 200)
            talk.socket.close()
        self.assertEqual(server.end()[0], 0)

    def test_files_of_the_process(self):
        folder = make_folder({"index.html": b"x"})
        self.addCleanup(shutil.rmtree, folder)
        done = subprocess.run(["sh", "-c", 'ulimit -n 70; exec timeout -s TERM 3 "$0" serve --port 0 --folder "$1"',
                               MEYDAN, folder], capture_output=True, text=True)
        self.assertIn("http://localhost:", done.stdout)
        self.assertEqual(done.stderr, "")


class End(unittest.TestCase):
    def setUp(self):
        self.folder = make_folder()
        self.addCleanup(shutil.rmtree, self.folder)

    def serve(self, *args, **how):
        server = Server("--folder", self.folder, *args, **how)
        self.addCleanup(server.process.wait)
        self.addCleanup(server.process.kill)
        return server

    def test_at_rest(self):
        for number in signal.SIGTERM, signal.SIGINT:
            began = time.time()
            self.assertEqual(self.serve().end(number), (0, "", ""))
            self.assertLess(time.time() - began, 15)

    def test_idle_connections_end_at_once(self):
        server = self.serve()
        talks = [Talk(server) for _ in range(10)]
        for talk in talks[:5]:
            talk.get()
        talks[9].send("GET / HTT")
        began = time.time()
        self.assertEqual(server.end(), (0, "", ""))
        self.assertLess(time.time() - began, 10)
        for talk in talks:
            self.assertTrue(talk.ended())
            talk.socket.close()

    def test_in_the_middle_of_downloads(self):
        server = self.serve()
        talks = [Talk(server) for _ in range(5)]
        for talk in talks:
            talk.ask("/big.bin")
            talk.more()
        server.process.send_signal(signal.SIGTERM)
        time.sleep(0.5)
        self.assertIsNone(server.process.poll())
        with self.assertRaises(OSError):
            Talk(server)
        for talk in talks:
            self.assertTrue(talk.reply().body == BIG)
            self.assertTrue(talk.ended())
            talk.socket.close()
        self.assertEqual(server.wait(), (0, "", ""))

    def test_a_second_signal(self):
        server = self.serve()
        talk = Talk(server, buffer=4096)
        talk.ask("/big.bin")
        talk.more()
        server.process.send_signal(signal.SIGTERM)
        time.sleep(0.5)
        self.assertIsNone(server.process.poll())
        self.assertEqual(server.end(signal.SIGINT), (0, "", ""))
        talk.socket.close()

    def test_reading_the_folder_again(self):
        server = self.serve()
        with Talk(server) as old, Talk(server) as talk:
            tag = talk.get().headers["etag"]
            old.ask("/big.bin")
            old.more()
            with open(os.path.join(self.folder, "index.html"), "w") as file:
                file.write("new")
            os.remove(os.path.join(self.folder, "index.html.gz"))
            os.remove(os.path.join(self.folder, "big.bin"))
            self.assertEqual(talk.get().headers["etag"], tag)
            server.process.send_signal(signal.SIGHUP)
            self.assertIn("read again", server.process.stderr.readline())
            self.assertEqual(talk.get(If_None_Match=tag).body, b"new")
            self.assertEqual(talk.get("/big.bin").status, 404)
            self.assertTrue(old.reply().body == BIG)
            os.remove(os.path.join(self.folder, "index.html"))
            server.process.send_signal(signal.SIGHUP)
            self.assertIn("no index.html", server.process.stderr.readline())
            self.assertEqual(talk.get().body, b"new")
        self.assertEqual(server.end()[0], 0)

    def test_access_log(self):
        server = self.serve("--access-log")
        with Talk(server) as talk:
            talk.get("/play?secret=1")
            talk.get("/a%09b%20c.%C3%A9", "HEAD")
            talk.get("/", "POST")
        with Talk(server, buffer=4096) as talk:
            talk.ask("/big.bin")
            talk.more()
        time.sleep(1)
        status, out, _ = server.end()
        self.assertEqual(status, 0)
        lines = [re.sub(r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z |[\d.]+ms", "", line) for line in out.splitlines()]
        self.assertEqual(lines[:3], ["127.0.0.1 GET /play 200 37 ", "127.0.0.1 HEAD /a%09b%20c.%C3%A9 404 0 ",
                                     "127.0.0.1 POST / 405 19 "])
        self.assertRegex(lines[3], r"^127.0.0.1 GET /big.bin 200 \d+  cut$")


class Start(unittest.TestCase):
    def run_serve(self, *args):
        return subprocess.run([MEYDAN, "serve", *args], capture_output=True, text=True, timeout=60)

    def folder(self, files=None):
        folder = make_folder({"index.html": b"x"} if files is None else files)
        self.addCleanup(shutil.rmtree, folder)
        return folder

    def test_bad_arguments(self):
        folder = self.folder()
        for args, message in {
            ("--port", "x"): "--port 'x' is neither a port",
            ("--port", "65536"): "--port '65536' is neither",
            ("--port", "9-8"): "--port '9-8' is neither",
            ("--port", "-1"): "is neither",
            ("--port", "0-5"): "is neither",
            ("--timeout", "0"): "--timeout '0' is not a number from 1 to 3600",
            ("--connections", "0"): "--connections '0' is not",
            ("--per-address", "x"): "--per-address 'x' is not",
            ("--host", "no.such.host.invalid"): "unknown host 'no.such.host.invalid'",
            ("--host", "192.0.2.1", "--port", "0"): "cannot listen on 192.0.2.1",
            ("--nonsense",): "unknown option '--nonsense'",
            ("more",): "unexpected argument 'more'",
        }.items():
            done = self.run_serve("--folder", folder, *args)
            self.assertEqual((done.returncode, done.stdout), (2, ""), args)
            self.assertIn(message, done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)

    def test_settings(self):
        folder = self.folder({"good.conf": b"# mine\nport = 9000-9005 # these\nper-address=0\n access-log = yes\r\n",
                              "unknown.conf": b"port = 1\ncolour = red\n", "bad.conf": b"\n\nport = 99999\n"})
        good = folder + "/good.conf"

        def show(*args, **variables):
            done = subprocess.run([MEYDAN, "serve", *args, "--show-config"], capture_output=True, text=True, timeout=60,
                                  env={**os.environ, **variables})
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            return {line.split(" = ")[0]: re.split(r" = | +# ", line, maxsplit=2)[1:] for line in done.stdout.splitlines()}

        self.assertEqual(show()["port"], ["8080", "default"])
        for settings in show("--config", good), show(MEYDAN_CONFIG=good), show(f"--config={good}", MEYDAN_PORT=""):
            self.assertEqual(settings["port"], ["9000-9005", f"{good} line 2"])
            self.assertEqual(settings["access-log"], ["yes", f"{good} line 4"])
            self.assertEqual(settings["per-address"], ["0", f"{good} line 3"])
        settings = show("--config", good, "--no-access-log", "--timeout", "7", MEYDAN_PORT="0", MEYDAN_TIMEOUT="8")
        self.assertEqual(settings["port"], ["0", "MEYDAN_PORT"])
        self.assertEqual(settings["access-log"], ["no", "--no-access-log"])
        self.assertEqual(settings["timeout"], ["7", "--timeout"])
        for args, message in {
            ("--config", folder + "/unknown.conf"): "/unknown.conf line 2: there is no setting 'colour'",
            ("--config", folder + "/bad.conf"): "/bad.conf line 3: port '99999' is neither",
            ("--config", folder + "/nothing"): "No such file",
            ("--config", good, "--config", good): "given twice",
            ("--access-log", "--no-access-log"): "exclude each other",
            ("--tls-cert", good): "TLS wants both",
            ("--tls-cert", good, "--tls-key", folder + "/nothing"): "No such file",
            ("--tls-cert", good, "--tls-key", good): "is no certificate",
        }.items():
            done = self.run_serve("--folder", self.folder(), "--port", "0", *args)
            self.assertEqual((done.returncode, done.stdout), (2, ""), args)
            self.assertIn(message, done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)

    @staticmethod
    def certify(files, key=("ec", "-pkeyopt", "ec_paramgen_curve:prime256v1")):
        subprocess.run(["openssl", "req", "-x509", "-newkey", *key, "-nodes",
                        "-out", files[0], "-keyout", files[1], "-days", "2", "-subj", "/CN=localhost",
                        "-addext", "subjectAltName=DNS:localhost"], check=True, capture_output=True)

    def test_a_renewed_certificate(self):
        folder = self.folder()
        files = folder + "/cert.pem", folder + "/key.pem"
        self.certify(files)
        server = Server("--folder", folder, "--tls-cert", files[0], "--tls-key", files[1])

        def talk(trusted, ciphers=None):
            made = Talk(server)
            tls = ssl.create_default_context(cafile=trusted)
            if ciphers:
                tls.maximum_version = ssl.TLSVersion.TLSv1_2
                tls.set_ciphers(ciphers)
            made.socket = tls.wrap_socket(made.socket, server_hostname="localhost")
            return made

        def reload():
            server.process.send_signal(signal.SIGHUP)
            self.assertIn("the folder has been read again", server.process.stderr.readline())
            return server.process.stderr.readline()

        def kept(name):
            shutil.copy(files[0], folder + "/" + name)
            return folder + "/" + name

        first = kept("first.pem")
        before = talk(first)
        self.assertEqual(before.get().status, 200)
        self.certify(files)
        second = kept("second.pem")
        talk(first).socket.close()  # nobody has said so
        self.assertIn("the certificate has been read again", reload())
        with self.assertRaises(ssl.SSLError):
            talk(first)
        with talk(second) as after:
            self.assertEqual(after.get().status, 200)
        self.assertEqual(before.get().status, 200)  # who was there goes on
        # Another kind of key leaves nothing of the old one behind.
        self.certify(files, ("rsa:2048",))
        third = kept("third.pem")
        self.assertIn("the certificate has been read again", reload())
        talk(third).socket.close()
        talk(third, "ECDHE-RSA-AES128-GCM-SHA256").socket.close()
        with self.assertRaises(ssl.SSLError):
            talk(second, "ECDHE-ECDSA-AES128-GCM-SHA256")
        # What is no pair changes nothing.
        shutil.copy(first, files[0])
        self.assertIn("is not the key of", reload())
        talk(third).socket.close()
        with open(files[0], "w") as file:
            file.write("nothing")
        self.assertIn("is no certificate", reload())
        os.remove(files[0])
        self.assertIn("No such file", reload())
        self.assertEqual(before.get().status, 200)
        talk(third).socket.close()
        before.socket.close()
        self.assertEqual(server.end()[0], 0)

    def test_tls(self):
        folder = self.folder()
        files = folder + "/cert.pem", folder + "/key.pem"
        self.certify(files)
        server = Server("--folder", folder, "--tls-cert", files[0], "--tls-key", files[1])
        self.assertEqual(server.said[1], f"  https://localhost:{server.port}\n")
        talk = Talk(server)
        talk.socket = ssl.create_default_context(cafile=files[0]).wrap_socket(talk.socket, server_hostname="localhost")
        with talk:
            self.assertEqual(talk.get().status, 200)
            self.assertEqual(talk.get("/nothing.js").status, 404)
        self.assertEqual(server.end(), (0, "", ""))

    def test_bad_folders(self):
        folder = self.folder({})
        self.assertIn("there is no index.html", self.run_serve("--folder", folder).stderr)
        self.assertIn("No such file", self.run_serve("--folder", folder + "/x").stderr)
        open(folder + "/file", "w").close()
        self.assertIn("Not a directory", self.run_serve("--folder", folder + "/file").stderr)
        os.makedirs(folder + "/" + "/".join("abcdefghijk"))
        self.assertIn("is too deep", self.run_serve("--folder", folder).stderr)

    def test_odd_files(self):
        folder = self.folder()
        os.mkfifo(folder + "/pipe.txt")
        os.symlink(".", folder + "/loop")
        sock = socket.socket(socket.AF_UNIX)
        sock.bind(folder + "/socket.txt")
        server = Server("--folder", folder)
        with Talk(server) as talk:
            self.assertEqual(talk.get("/pipe.txt").status, 404)
        self.assertEqual(server.end(), (0, "", ""))
        sock.close()

    def test_port_in_use(self):
        folder = self.folder()
        server = Server("--folder", folder)
        done = self.run_serve("--folder", folder, "--host", "127.0.0.1", "--port", str(server.port))
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertEqual(done.stderr, f"meydan: cannot listen on 127.0.0.1 port {server.port}: the port is in use\n")
        # From a range the next free one is taken, and that is said.
        second = subprocess.Popen(
            [MEYDAN, "serve", "--no-store", "--folder", folder, "--host", "127.0.0.1", "--port", f"{server.port}-{server.port + 20}"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        lines = [second.stdout.readline() for _ in range(3)]
        port = int(lines[1].rsplit(":", 1)[1])
        self.assertTrue(server.port < port <= server.port + 20)
        second.send_signal(signal.SIGTERM)
        self.assertIn("the port is in use", second.communicate()[1])
        self.assertEqual(second.returncode, 0)
        # And at once again after the end.
        with Talk(server) as talk:
            talk.get()
            port = server.port
            self.assertEqual(server.end()[0], 0)
        done = subprocess.run(["timeout", "-s", "TERM", "3", MEYDAN, "serve", "--no-store", "--folder", folder, "--host", "127.0.0.1",
                               "--port", str(port)], capture_output=True, text=True)
        self.assertIn(f"http://localhost:{port}\n", done.stdout)

    def test_hosts(self):
        folder = self.folder()
        server = Server("--folder", folder, host="0.0.0.0")
        self.assertEqual(server.said[1], f"  http://localhost:{server.port}\n")
        for line in server.said[2:-1]:
            self.assertRegex(line, rf"^  http://[\d.]+:{server.port}\n$")
        with Talk(server) as talk:
            self.assertEqual(talk.get().status, 200)
        self.assertEqual(server.end()[0], 0)
        try:
            socket.create_server(("::1", 0), family=socket.AF_INET6).close()
        except OSError:
            self.skipTest("no IPv6")
        for host, reached in [("localhost", ["127.0.0.1", "::1"]), ("::1", ["::1"]), ("::", ["127.0.0.1", "::1"])]:
            server = Server("--folder", folder, host=host)
            for address in reached:
                with Talk(server, host=address) as talk:
                    self.assertEqual(talk.get().status, 200, (host, address))
            self.assertEqual(server.end()[0], 0)

    def test_page_inside_the_program(self):
        try:
            server = Server()
        except RuntimeError as error:
            self.assertIn("the page is not in this program", str(error))
            self.skipTest("built without the page")
        with Talk(server) as talk:
            document = talk.get("/")
            self.assertEqual(document.status, 200)
            links = re.findall(r'(?:src|href)="(/[^"]*)"', document.body.decode())
            self.assertTrue(links)
            for link in links:
                reply = talk.get(link, Accept_Encoding="br, gzip")
                self.assertEqual(reply.status, 200, link)
                if "/assets/" in link:
                    self.assertIn("immutable", reply.headers["cache-control"], link)
                    self.assertEqual(reply.headers["content-encoding"], "br", link)
            for path in ["/sw.js", "/manifest.webmanifest"]:
                self.assertEqual(talk.get(path).headers["cache-control"], "no-cache")
        self.assertEqual(server.end(), (0, "", ""))


if __name__ == "__main__":
    unittest.main()
