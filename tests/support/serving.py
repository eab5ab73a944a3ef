# SPDX-License-Identifier: MIT
"""`meydan serve` with a folder of files, for the tests: MEYDAN is the program."""
import gzip
import os
import re
import shutil
import tempfile
import unittest

from line import Line, Program

MEYDAN = os.environ["MEYDAN"]
BIG = os.urandom(1 << 20) * 24  # more than the kernel keeps for a connection on both ends
APP = b"export const answer = 42;\n" * 200
FILES = {
    "index.html": b"<!doctype html><title>Meydan</title>\n",
    "index.html.gz": gzip.compress(b"<!doctype html><title>Meydan</title>\n"),
    "embed.html": b"<!doctype html><title>A board</title>\n",
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


class Reply:
    def __init__(self, lines):
        self.version, status, self.reason = (lines[0] + " ").split(" ", 2)
        self.status = int(status)
        self.headers = {}
        for line in lines[1:]:
            name, value = line.split(": ", 1)
            assert name.lower() not in self.headers, f"{name} twice"
            self.headers[name.lower()] = value


class Talk(Line):
    def __init__(self, server, **how):
        super().__init__(server.port, **how)

    def ask(self, path="/", method="GET", version="1.1", **headers):
        self.send_request(method, path, headers, version=version)

    def reply(self, head=False):
        reply = Reply(self.take_head())
        reply.body = b"" if head or reply.status == 304 else self.take(int(reply.headers["content-length"]))
        return reply

    def get(self, path="/", method="GET", **headers):
        self.ask(path, method, **headers)
        return self.reply(head=method == "HEAD")


class Server(Program):
    """`said` has its first lines of output."""

    def __init__(self, *args, host="127.0.0.1"):
        super().__init__(MEYDAN, "serve", "--no-store", "--port", "0", "--host", host, *args)
        self.said = []
        while True:
            line = self.process.stdout.readline()
            self.said.append(line)
            if not line:
                raise RuntimeError(self.process.communicate()[1])
            if "Ctrl-C" in line:
                break
        self.port = int(re.search(r":(\d+)$", self.said[1].strip()).group(1))


def make_folder(files=None):
    folder = tempfile.mkdtemp(prefix="meydan-serve-")
    for name, content in (FILES if files is None else files).items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content)
    return folder


class Case(unittest.TestCase):
    """A server for the whole class. It must end cleanly in any case."""

    args = ["--timeout", 20]

    @classmethod
    def setUpClass(cls):
        cls.folder = make_folder()
        os.symlink("/etc/passwd", os.path.join(cls.folder, "link.txt"))
        cls.server = Server("--folder", cls.folder, *cls.args)

    @classmethod
    def tearDownClass(cls):
        status, _, err = cls.server.end()
        shutil.rmtree(cls.folder)
        assert (status, err) == (0, ""), f"status {status}: {err}"

    def talk(self, **how):
        talk = Talk(self.server, **how)
        self.addCleanup(talk.socket.close)
        return talk

    def get(self, *args, **headers):
        return self.talk().get(*args, **headers)
