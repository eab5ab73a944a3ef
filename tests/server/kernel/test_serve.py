#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`meydan serve` from outside, on loopback: answers, refusals, kept connections."""
import re
import socket
import threading
import unittest

import os
import sys
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../support"))
from serving import BIG, FILES, Case, Talk

SECURITY = {
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
}


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

    def test_only_the_embedded_board_may_be_framed(self):
        reply = self.get("/embed/abcdefgh?theme=dark")
        self.assertEqual((reply.status, reply.body), (200, FILES["embed.html"]))
        policy = reply.headers["content-security-policy"]
        self.assertIn("frame-ancestors *", policy)
        self.assertIn("script-src 'self' 'wasm-unsafe-eval';", policy)
        self.assertNotIn("x-frame-options", reply.headers)
        self.assertNotIn("set-cookie", reply.headers)
        self.assertEqual(reply.headers["cross-origin-resource-policy"], "cross-origin")
        for path in ["/embedded", "/embed/a.js", "/play/embed/x", "/index.html"]:
            self.assertEqual(self.get(path).headers["x-frame-options"], "DENY", path)

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
        talk = self.talk()
        for method in ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"]:
            reply = talk.get("/", method)
            self.assertEqual((reply.status, reply.headers["allow"]), (405, "GET, HEAD"), method)
        for method in ["BREW", "PRI"]:
            talk = self.talk()
            talk.ask("/", method)
            self.assertTrue(talk.ended())
            self.assertRegex(talk.kept, rb"^HTTP/1.1 400 ")

    def test_bodies(self):
        # No part of a body may become the next request.
        second = "GET /nothing.js HTTP/1.1\r\nHost: localhost\r\n\r\n"
        talk = self.talk()
        talk.send(f"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(second)}\r\n\r\n{second}{second}")
        self.assertEqual([talk.reply().status for _ in range(2)], [405, 404])
        for method, headers in [("GET", f"Content-Length: {len(second)}"),
                                ("POST", "Transfer-Encoding: chunked"), ("GET", "Transfer-Encoding: chunked"),
                                ("HEAD", "Content-Length: 99999999"), ("POST", "Content-Length: -1"),
                                ("POST", "Content-Length: 4\r\nContent-Length: 5"), ("GET", "Content-Length: x")]:
            talk = self.talk()
            talk.send(f"{method} / HTTP/1.1\r\nHost: localhost\r\n{headers}\r\n\r\n{second}")
            self.assertTrue(talk.ended(), headers)
            self.assertEqual(len(re.findall(rb"HTTP/1\.[01] ", talk.kept)), 1, talk.kept)
            self.assertRegex(talk.kept, rb"^HTTP/1\.[01] 4(00|05|11) ", headers)
        talk = self.talk()
        talk.send("GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n")
        self.assertEqual(talk.reply().status, 200)

    def test_line_ends_in_paths(self):
        for path in ["/x%0a", "/x%0d%0aHost:%20y", "/x%0A%0A", "/%09", "/%00", "/%7f"]:
            talk = self.talk()
            talk.ask(path)
            self.assertTrue(talk.ended(), path)
            self.assertRegex(talk.kept, rb"^HTTP/1.1 400 ")

    def test_only_its_own_names(self):
        # A page whose name was pointed at this machine sends that name.
        machine = socket.gethostname()
        for host, status in {"localhost": 200, "127.0.0.1": 200, "[::1]:8080": 200, machine: 200, f"{machine}.local:80": 200,
                             "rebound.example": 421, f"{machine}.example": 421}.items():
            talk = self.talk()
            talk.send(f"GET / HTTP/1.1\r\nHost: {host}\r\n\r\n")
            reply = talk.reply()
            self.assertEqual(reply.status, status, host)
        self.assertIn(b"names", reply.body)

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
                       b"GET / HTTP/1.1\nHost: x\n\n", b"GET % HTTP/1.1\r\n\r\n", b"GET /%zz HTTP/1.1\r\nHost: localhost\r\n\r\n",
                       b"GET http://x/ HTTP/1.1\r\nHost: localhost\r\n\r\n", b"CONNECT x:1 HTTP/1.1\r\nHost: localhost\r\n\r\n",
                       b"CONNECT / HTTP/1.1\r\nHost: localhost\r\n\r\n", b"* / HTTP/1.1\r\n\r\n", bytes(range(256)) * 8,
                       b"GET / HTTP/1.1\r\nHost: localhost\r\nX\0Y: \0\xff\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
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
        # An overlong value is ignored, not cut.
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
        talk.send("".join(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n" for path in paths))
        for path in paths:
            reply, name = talk.reply(), path[1:] or "index.html"
            self.assertEqual(reply.body, FILES.get(name, b"not found\n"), path)
        self.assertEqual(talk.kept, b"")

    def test_pipelining_of_large_answers(self):
        talk = self.talk()
        talk.send("".join(f"GET /big.bin?{i} HTTP/1.1\r\nHost: localhost\r\n\r\n" for i in range(3)))
        for _ in range(3):
            self.assertTrue(talk.reply().body == BIG)

    def test_requests_in_pieces(self):
        talk = self.talk()
        for _ in range(2):
            talk.send_slowly(b"GET /assets/plain.js HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n")
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
        self.server.until_files(before)

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
        self.assertEqual(self.get().status, 200)
        for talk in talks:
            talk.socket.close()


if __name__ == "__main__":
    unittest.main()
