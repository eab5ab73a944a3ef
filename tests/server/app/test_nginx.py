#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Meydan behind nginx with examples/nginx.conf, on other ports and with a test certificate, and with `http2 on;` from
nginx 1.25 on, as its head suggests: the page, an account, a game by WebSocket, limits by the address that nginx saw.
Skipped if nginx is missing."""
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../support"))
from api_client import free_port  # noqa: E402
from skipping import skip  # noqa: E402
from waiting import until  # noqa: E402
from online import Closed, Person, Refused, Server  # noqa: E402

EXAMPLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../..", "examples", "nginx.conf")
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
QUORIDOR = "e2 e8 e3 e7 e4 e6 e5 e4 e6 e3 e7 e2 e8 e1".split()
PASSWORD = "correct horse"
AT_ONCE = 20  # connections of one address: enough to show that they are counted
MAIN = """
daemon off;
{user}
worker_processes 1;
pid {folder}/pid;
error_log {folder}/errors warn;
events {{ worker_connections 1000; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/meydan.conf;
}}
"""


def nginx_version():
    """(1, 22) for 1.22.1."""
    text = subprocess.run([NGINX, "-v"], check=True, capture_output=True, text=True).stderr
    return tuple(map(int, re.search(r"nginx/(\d+)\.(\d+)", text).groups()))


class Nginx:
    """nginx with the example in front of a server; to a Person, a server that speaks TLS."""

    scheme = "https"

    def __init__(self, server):
        self.folder = tempfile.mkdtemp(prefix="meydan-nginx-")
        self.port, self.plain_port = free_port(), free_port()
        self.source = "127.0.0.1"
        cert, key = (os.path.join(self.folder, name) for name in ("cert.pem", "key.pem"))
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                        "-keyout", key, "-out", cert, "-days", "2", "-subj", "/CN=meydan.example",
                        "-addext", "subjectAltName=DNS:meydan.example"], check=True, capture_output=True)
        self.tls = ssl.create_default_context(cafile=cert)
        with open(EXAMPLE) as file:
            text = file.read()
        for pattern, by in {r"127\.0\.0\.1:8080": f"127.0.0.1:{server.port}", r"listen \[::\].*\n": "",
                            r"listen 443": f"listen 127.0.0.1:{self.port}",
                            r"limit_conn meydan \d+": f"limit_conn meydan {AT_ONCE}",
                            r"listen 80;": f"listen 127.0.0.1:{self.plain_port};",
                            r"/etc/\S*fullchain.pem": cert, r"/etc/\S*privkey.pem": key}.items():
            text, count = re.subn(pattern, by, text)
            assert count, pattern
        if nginx_version() >= (1, 25):
            text, count = re.subn(r"(listen .* ssl) http2;", r"\1; http2 on;", text)
            assert count, "http2"
        self.write("meydan.conf", text)
        self.write("nginx.conf", MAIN.format(folder=self.folder, user="user root;" if os.getuid() == 0 else ""))
        self.process = subprocess.Popen([NGINX, "-p", self.folder, "-c", self.folder + "/nginx.conf"],
                                        stderr=subprocess.PIPE, text=True)
        until(self.answers, "nginx starts")

    def answers(self):
        if self.process.poll() is not None:
            raise RuntimeError(self.process.stderr.read())
        try:
            socket.create_connection(("127.0.0.1", self.port)).close()
            return True
        except OSError:
            return False

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w") as file:
            file.write(text)

    @property
    def host(self):
        return f"meydan.example:{self.port}"

    def connect(self, timeout):
        plain = socket.create_connection(("127.0.0.1", self.port), timeout, source_address=(self.source, 0))
        return self.tls.wrap_socket(plain, server_hostname="meydan.example")

    def end(self):
        self.process.terminate()
        said = self.process.communicate(timeout=20)[1]
        shutil.rmtree(self.folder)
        return said


class Behind(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if not NGINX:
            skip(cls, "nginx is not installed")
        cls.server = Server("--trust-proxy", "--computers", "0")
        cls.nginx = Nginx(cls.server)

    @classmethod
    def tearDownClass(cls):
        said = cls.nginx.end()
        status, err = cls.server.end()
        assert (said, status, err) == ("", 0, ""), (said, status, err)

    def person(self, source="127.0.0.1"):
        self.nginx.source = source
        return Person(self.nginx)

    def refused(self, code, call, *args, **fields):
        with self.assertRaises(Refused) as caught:
            call(*args, **fields)
        self.assertEqual(caught.exception.code, code)

    def test_the_page(self):
        status, headers, body = self.person().ask("GET", "/")
        self.assertEqual(status, 200)
        self.assertIn("max-age", headers["Strict-Transport-Security"])
        self.assertIn("default-src", headers["Content-Security-Policy"])
        self.assertEqual(headers["Cross-Origin-Opener-Policy"], "same-origin")
        self.assertEqual(self.person().ask("GET", "/", headers={"If-None-Match": headers["ETag"]})[0], 304)
        self.nginx.tls.set_alpn_protocols(["h2"])
        with self.nginx.connect(20) as line:
            self.assertEqual(line.selected_alpn_protocol(), "h2")
        self.nginx.tls.set_alpn_protocols(["http/1.1"])
        # A game's page is the same page with a preview for links in its head.
        game_page = self.person().ask("GET", "/game/0aB1cD2e")[2]
        self.assertIn(b'<meta property="og:', game_page)
        self.assertEqual(re.sub(rb"<meta [^>]*>", b"", game_page), re.sub(rb"<meta [^>]*>", b"", body))
        self.assertEqual(self.person().ask("POST", "games", raw=b" " * 70000)[0], 413)
        self.assertEqual(self.person().ask("GET", "/metrics")[0], 403)
        self.assertEqual(Person(self.server).ask("GET", "/metrics")[0], 200)
        with socket.create_connection(("127.0.0.1", self.nginx.plain_port)) as plain:
            plain.sendall(b"GET /x?y HTTP/1.1\r\nHost: meydan.example\r\nConnection: close\r\n\r\n")
            self.assertIn(b"Location: https://meydan.example/x?y\r\n", plain.makefile("rb").read())

    def test_an_account(self):
        ada = self.person()
        own = {"Origin": f"https://{self.nginx.host}"}
        ada.post("register", {"name": "Ada", "password": PASSWORD}, headers=own)
        self.assertTrue(ada.set_cookie.endswith("; Secure"))
        self.assertEqual(ada.get("me")["person"]["name"], "Ada")
        self.refused("origin", ada.post, "logout", {}, headers={"Origin": "https://evil.example"})
        ada.post("logout", {}, headers=own)

    def test_a_game(self):
        people = [self.person(), self.person("127.0.0.2")]
        game = people[0].make(clock="300+2")["id"]
        people[1].act(game, "join")
        sockets = [person.socket() for person in people]
        for one in sockets:
            self.assertEqual(one.watch(game)["state"], "live")
        for ply, move in enumerate(QUORIDOR):
            sockets[ply % 2].ask("move", game=game, ply=ply, move=move)
            self.assertEqual(sockets[1 - ply % 2].event("move", ply=ply)["move"], move)
        for one in sockets:
            self.assertEqual(one.event("end")["result"], "0-1")
            one.close()
        self.assertIn(b"Result", people[0].ask("GET", f"games/{game}.txt")[2])
        with self.assertRaises(Refused):
            people[0].socket(headers={"Origin": "https://evil.example"})

    def test_limits_by_address(self):
        def guess(source, claimed):
            try:
                self.person(source).post("login", {"name": "nobody", "password": PASSWORD},
                                         headers={"X-Forwarded-For": claimed})
            except Refused as refused:
                return refused.code

        codes = [guess("127.0.0.3", f"192.0.2.{i}") for i in range(12)]
        self.assertEqual(codes, ["wrong_password"] * 10 + ["too_fast"] * 2)
        self.assertEqual(guess("127.0.0.4", "127.0.0.3"), "wrong_password")

    def test_many_connections(self):
        sockets = []
        try:
            with self.assertRaises(Refused) as caught:
                for _ in range(2 * AT_ONCE):
                    sockets.append(self.person("127.0.0.5").socket())
            self.assertEqual((caught.exception.status, len(sockets)), (503, AT_ONCE))
            self.person("127.0.0.6").socket().close()
        finally:
            for one in sockets:
                one.drop()

    def test_a_restart(self):
        ada = self.person()
        game = ada.make(clock="300+2")["id"]
        one = ada.socket()
        one.watch(game)
        self.server.stop()
        self.assertEqual(one.next("bye")["t"], "bye")
        with self.assertRaises(Closed):
            one.receive()
        self.assertEqual(ada.ask("GET", "me")[0], 502)
        self.server.start(self.server.port)
        self.assertEqual(ada.get(f"games/{game}")["state"], "open")
        self.assertEqual(ada.socket().watch(game)["you"], [0])


if __name__ == "__main__":
    unittest.main()
