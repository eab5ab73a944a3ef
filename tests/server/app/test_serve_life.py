#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The life of `meydan serve`: start, slow peers, too many peers, end."""
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import time
import unittest

import sys
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../support"))
from line import Program, make_certificate
from serving import BIG, MEYDAN, Case, Server, Talk, make_folder
from skipping import skip  # noqa: E402
from waiting import bytes_read, until


class Slow(Case):
    args = ["--timeout", 2]

    def assert_ends_late(self, talk):
        began = time.monotonic()
        self.assertTrue(talk.ended())
        self.assertGreaterEqual(time.monotonic() - began, 1)

    def test_silence(self):
        self.assert_ends_late(self.talk())

    def test_idle_after_an_answer(self):
        talk = self.talk()
        self.assertEqual(talk.get().status, 200)
        self.assert_ends_late(talk)

    def test_headers_drop_by_drop(self):
        talk = self.talk()
        talk.send("GET / HTTP/1.1\r\nHost: localhost\r\n")
        with self.assertRaises(OSError):
            for _ in range(300):
                talk.send("X: y\r\n")
                time.sleep(0.2)  # slow, but never silent

    def test_a_reader_who_stops(self):
        before = self.server.files()
        talk = self.talk(buffer=4096)
        talk.ask("/big.bin")
        until(lambda: self.server.files() > before, "the connection")
        self.server.until_files(before)
        with self.assertRaises((EOFError, ConnectionError)):
            talk.reply()

    def test_a_reader_who_sends_instead(self):
        # The library polls for input that is not read; that must stop.
        files = self.server.files()
        talk = self.talk(buffer=4096)
        talk.ask("/big.bin")
        talk.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        until(lambda: self.server.files() > files, "the connection")
        before = self.server.cpu()
        self.server.until_files(files)
        self.assertLess(self.server.cpu() - before, 1)

    def test_a_steady_reader_is_served(self):
        talk = self.talk()
        talk.ask("/big.bin")
        took, have = time.time(), 0
        while have < len(BIG):
            data = talk.socket.recv(1 << 18)
            self.assertTrue(data)
            have += len(data)
            time.sleep(0.04)  # slow, but steady
        self.assertGreater(time.time() - took, 3)


class Limits(unittest.TestCase):
    def test_connections(self):
        folder = make_folder()
        self.addCleanup(shutil.rmtree, folder)
        server = Server("--folder", folder, "--connections", 5)
        talks = [Talk(server) for _ in range(5)]
        for talk in talks:
            self.assertEqual(talk.get().status, 200)
        files = server.files()
        with Talk(server) as talk:
            self.assertEqual(talk.reply().status, 503)
            self.assertTrue(talk.ended())
        talks.pop().socket.close()
        server.until_files(files - 1)
        with Talk(server) as talk:
            self.assertEqual(talk.get().status, 200)
        for talk in talks:
            self.assertEqual(talk.get().status, 200)
            talk.socket.close()
        self.assertEqual(server.end()[0], 0)

    def test_files_of_the_process(self):
        folder = make_folder({"index.html": b"x"})
        self.addCleanup(shutil.rmtree, folder)
        server = Program("sh", "-c", 'ulimit -n 70; exec "$0" serve --no-store --port 0 --folder "$1"', MEYDAN, folder)
        said = "".join(iter(server.process.stdout.readline, "Press Ctrl-C to stop.\n"))
        self.assertIn("http://localhost:", said)
        self.assertEqual(server.end(), (0, "", ""))


class End(unittest.TestCase):
    def setUp(self):
        self.folder = make_folder()
        self.addCleanup(shutil.rmtree, self.folder)

    def serve(self, *args, **how):
        server = Server("--folder", self.folder, *args, **how)
        self.addCleanup(server.process.wait)
        self.addCleanup(server.process.kill)
        return server

    @staticmethod
    def refused(server):
        try:
            Talk(server).socket.close()
            return False
        except OSError:
            return True

    def test_at_rest(self):
        for number in signal.SIGTERM, signal.SIGINT:
            self.assertEqual(self.serve().end(number), (0, "", ""))

    def test_idle_connections_end_at_once(self):
        # The end doesn't wait for any of them, which would take longer than this test.
        server = self.serve("--timeout", 600)
        talks = [Talk(server) for _ in range(10)]
        for talk in talks[:5]:
            talk.get()
        talks[9].send("GET / HTT")
        bytes_read(talks[9].socket)
        self.assertEqual(server.end(), (0, "", ""))
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
        until(lambda: self.refused(server), "no new connections")
        self.assertIsNone(server.process.poll())
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
        until(lambda: self.refused(server), "no new connections")
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
            talk.get("/a%25b%20c.%C3%A9", "HEAD")
            talk.get("/", "POST")
        with Talk(server, buffer=4096) as talk:
            talk.ask("/big.bin")
            talk.more()
        said = [server.process.stdout.readline() for _ in range(4)]
        self.assertEqual(server.end()[0], 0)
        lines = [re.sub(r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z |[\d.]+ms", "", line.rstrip("\n")) for line in said]
        self.assertEqual(lines[:3], ["127.0.0.1 GET /play 200 37 ", "127.0.0.1 HEAD /a%25b%20c.%C3%A9 404 0 ",
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

    def test_settings_without_effect(self):
        folder = self.folder()
        for args, variables, message in [
            (("--names", ""), {}, "--names has no value"),
            (("--origin", "foo bar"), {}, "--origin 'foo bar' is not an origin"),
            (("--names", "a/b"), {}, "--names 'a/b' has a part that is not a host name"),
            ((), {"MEYDAN_PROT": "8"}, "there is no setting for the variable 'MEYDAN_PROT'"),
            (("--store", folder + "/s.db", "--explorer", "/proc/x"), {}, 'explorer "/proc/x": No such file or directory'),
        ]:
            done = subprocess.run([MEYDAN, "serve", "--folder", folder, "--port", "0", *args], capture_output=True, text=True,
                                  timeout=60, env={**os.environ, **variables})
            self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
            self.assertIn(message, done.stderr)
        done = subprocess.run([MEYDAN, "serve", "--show-config", "--store", "postgresql://ada:secret@db/meydan"],
                              capture_output=True, text=True, timeout=60)
        self.assertIn("store = postgresql://ada:***@db/meydan ", done.stdout)
        self.assertNotIn("secret", done.stdout)

    def test_supervisor(self):
        """As systemd's Type=notify with WatchdogSec: ready, signs of life, stopping."""
        folder = self.folder()
        path = os.path.join(folder, "notify")
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as supervisor:
            supervisor.bind(path)
            supervisor.settimeout(60)
            process = subprocess.Popen([MEYDAN, "serve", "--no-store", "--folder", folder, "--port", "0"], stdout=subprocess.PIPE,
                                       env={**os.environ, "NOTIFY_SOCKET": path, "WATCHDOG_USEC": "100000"})
            self.addCleanup(process.kill)
            self.assertEqual(supervisor.recv(100), b"READY=1")
            self.assertIn(b"Meydan is running", process.stdout.readline())
            for _ in range(3):
                self.assertEqual(supervisor.recv(100), b"WATCHDOG=1")
            process.send_signal(signal.SIGSTOP)  # a loop that hangs
            os.waitpid(process.pid, os.WUNTRACED)
            supervisor.settimeout(0)
            with self.assertRaises(BlockingIOError):
                while True:
                    self.assertEqual(supervisor.recv(100), b"WATCHDOG=1")
            supervisor.settimeout(0.3)  # six intervals: nothing more comes
            with self.assertRaises(TimeoutError):
                supervisor.recv(100)
            supervisor.settimeout(60)
            process.send_signal(signal.SIGCONT)
            self.assertEqual(supervisor.recv(100), b"WATCHDOG=1")
            process.terminate()
            while (state := supervisor.recv(100)) == b"WATCHDOG=1":
                pass
            self.assertEqual(state, b"STOPPING=1")
            self.assertEqual(process.wait(60), 0)
            process.stdout.close()

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
            ("--tls-cert", good): "TLS needs both",
            ("--tls-cert", good, "--tls-key", folder + "/nothing"): "No such file",
            ("--tls-cert", good, "--tls-key", good): "is not a certificate",
        }.items():
            done = self.run_serve("--folder", self.folder(), "--port", "0", *args)
            self.assertEqual((done.returncode, done.stdout), (2, ""), args)
            self.assertIn(message, done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)

    def test_a_renewed_certificate(self):
        folder = self.folder()
        files = make_certificate(folder)
        server = Server("--folder", folder, "--tls-cert", files[0], "--tls-key", files[1])

        def talk(trusted, ciphers=None):
            tls = ssl.create_default_context(cafile=trusted)
            if ciphers:
                tls.maximum_version = ssl.TLSVersion.TLSv1_2
                tls.set_ciphers(ciphers)
            return Talk(server, tls=tls)

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
        make_certificate(folder)
        second = kept("second.pem")
        talk(first).socket.close()  # before the signal
        self.assertIn("the certificate has been read again", reload())
        with self.assertRaises(ssl.SSLError):
            talk(first)
        with talk(second) as after:
            self.assertEqual(after.get().status, 200)
        self.assertEqual(before.get().status, 200)  # existing connections continue
        # A key of another type replaces the old certificate completely.
        make_certificate(folder, "rsa:2048")
        third = kept("third.pem")
        self.assertIn("the certificate has been read again", reload())
        talk(third).socket.close()
        talk(third, "ECDHE-RSA-AES128-GCM-SHA256").socket.close()
        with self.assertRaises(ssl.SSLError):
            talk(second, "ECDHE-ECDSA-AES128-GCM-SHA256")
        # Files that do not match change nothing.
        shutil.copy(first, files[0])
        self.assertIn("is not the key of", reload())
        talk(third).socket.close()
        with open(files[0], "w") as file:
            file.write("nothing")
        self.assertIn("is not a certificate", reload())
        os.remove(files[0])
        self.assertIn("No such file", reload())
        self.assertEqual(before.get().status, 200)
        talk(third).socket.close()
        before.socket.close()
        self.assertEqual(server.end()[0], 0)

    def test_tls(self):
        folder = self.folder()
        files = make_certificate(folder)
        server = Server("--folder", folder, "--tls-cert", files[0], "--tls-key", files[1])
        self.assertEqual(server.said[1], f"  https://localhost:{server.port}\n")
        with Talk(server, tls=ssl.create_default_context(cafile=files[0])) as talk:
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
        # The next free port of the range is taken and printed.
        second = subprocess.Popen(
            [MEYDAN, "serve", "--no-store", "--folder", folder, "--host", "127.0.0.1", "--port", f"{server.port}-{server.port + 20}"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        lines = [second.stdout.readline() for _ in range(3)]
        port = int(lines[1].rsplit(":", 1)[1])
        self.assertTrue(server.port < port <= server.port + 20)
        second.send_signal(signal.SIGTERM)
        self.assertIn("the port is in use", second.communicate()[1])
        self.assertEqual(second.returncode, 0)
        # The port is free again at once after the end.
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
            skip(self, "no IPv6")
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
            if "PAGE_INSIDE" in os.environ:
                raise
            skip(self, "built without the page")
        self.addCleanup(server.process.wait)
        self.addCleanup(server.process.kill)
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
