#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares what the server says with recorded transcripts, byte for byte.

    test_transcripts.py [SCENE...]              compares, and checks that every route, message and error occurs
    test_transcripts.py --record [SCENE...]     writes the transcripts anew; look at the difference before you commit it
    test_transcripts.py --nodes 2 [SCENE...]    the same with people on several nodes; usually the scenes with NODES = True
    test_transcripts.py --postgres [SCENE...]   on PostgreSQL; run it by tests/support/postgres/with_postgres run. Usually
                                                the scenes with POSTGRES = True

MEYDAN is the program. A scene is a file in scenes/, its transcript is recorded/SCENE.txt; how they are written is in
transcript.py. Each scene has servers and a store of its own.
"""
import argparse
import difflib
import importlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "../support"), os.path.join(HERE, "../support/nodes")]
import rights
from catalogue import Catalogue  # noqa: E402
from cluster import Node, Redis  # noqa: E402
from online import MEYDAN, Person, Server  # noqa: E402
from transcript import Stage  # noqa: E402
from waiting import until  # noqa: E402

SERVER = ["--gather", "0"]
USUAL = ["--limits", "1000", "--computers", "0", "--rate-shared", "--review-nodes", "1000", "--push-contact", "mailto:a@example.org"]


class Site:
    """One server or several nodes, on a store of their own."""

    def __init__(self, scene, options):
        self.folder = tempfile.mkdtemp(prefix="meydan-transcripts-")
        args = SERVER + getattr(scene, "ARGS", USUAL)
        self.redis = None
        self.where = self.database(scene.__name__) if options.postgres else os.path.join(self.folder, "meydan.db")
        if options.nodes == 1:
            self.servers = [Server("--store", self.where, *args, folder=self.folder, store=False)]
            return
        self.redis = Redis(self.folder)
        self.servers = [Node(os.path.join(self.folder, f"node{i}"), self.where, self.redis.address, *args)
                        for i in range(options.nodes)]
        for node in self.servers:
            until(lambda node=node: Person(node).get("/health/live").get("nodes") == options.nodes, "the nodes know each other")

    @staticmethod
    def database(name):
        """A new database of the server that with_postgres has started."""
        name = name.rsplit(".", 1)[-1]
        folder = os.environ["POSTGRES_FOLDER"]
        for command in (f"DROP DATABASE IF EXISTS {name}", f"CREATE DATABASE {name}"):
            subprocess.run(["psql", "-q", "-h", folder, "-U", "meydan", "postgres", "-c", command], check=True,
                           env={**os.environ, "PGOPTIONS": "-c client_min_messages=error"})
        return f"postgresql://meydan@/{name}?host={folder}"

    def admin(self, *args):
        run = subprocess.run([MEYDAN, "admin", *args, "--store", self.where], capture_output=True, text=True, timeout=60)
        assert not run.returncode, run.stderr
        return run.stdout

    def end(self):
        ends = [server.stop() for server in self.servers]
        if self.redis:
            self.redis.stop()
        shutil.rmtree(self.folder)
        return ends


def perform(name, options):
    """The transcript of a scene, and which handlers were called."""
    scene = importlib.import_module("scenes." + name)
    site = Site(scene, options)
    try:
        stage = Stage(site)
        stage.write(f"# {scene.__doc__.strip()}\n")
        scene.play(stage)
        stage.end()
        metrics = "".join(Person(server).ask("GET", "/metrics")[2].decode() for server in site.servers)
    except BaseException:
        for server in site.servers:
            sys.stderr.write(server.read(server.err))
        site.end()
        raise
    # Nodes say that others come and go.
    complaints = [(status, err) for status, err in site.end() if status or (err and options.nodes == 1)]
    complaints += [("openapi.json", fault) for fault in stage.faults]
    return stage.text(), set(re.findall(r'meydan_handler_calls_total\{handler="([^"]*)"\} [1-9]', metrics)), complaints


def without_presence(text):
    """Who is there, which the nodes learn of each other a little later; then some games are sent again."""
    text = re.sub(r'^\w+ < \{"t":("here"|"game","game").*\n', "", text, flags=re.M)
    text = re.sub(r'"watchers":[0-9]+', '"watchers":<n>', text)
    return re.sub(r"\n+", "\n", re.sub(r'"here":(true|false)', '"here":<here>', text))


def compare(name, text, path, nodes):
    with open(path, encoding="utf-8") as file:
        wanted = file.read()
    if nodes > 1:
        wanted, text = without_presence(wanted), without_presence(text)
    if text == wanted:
        return True
    print(f"--- recorded/{name}.txt\n+++ now")
    old, new = wanted.split("\n"), text.split("\n")
    for kind, i, j, k, m in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        print(f"@@ line {i + 1}, after: {old[i - 1][:200] if i else ''}")
        # Of long lines, what differs.
        same = len(os.path.commonprefix([old[i], new[k]])) if j > i and m > k else 0
        start = max(0, same - 100)
        for sign, lines in ("-", old[i:j]), ("+", new[k:m]):
            print("\n".join(f"{sign}{'...' if start and at == 0 else ''}{line[start if at == 0 else 0:][:400]}"
                            for at, line in enumerate(lines[:10])))
    return False


def scenes(options):
    found = sorted(file[:-3] for file in os.listdir(os.path.join(HERE, "scenes")) if file.endswith(".py") and file[0] != "_")
    wanted = "NODES" if options.nodes > 1 else "POSTGRES" if options.postgres else None
    return [name for name in found if not wanted or getattr(importlib.import_module("scenes." + name), wanted, False)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--nodes", type=int, default=1)
    parser.add_argument("scene", nargs="*")
    options = parser.parse_args()
    failed, called, texts = 0, set(), []
    for name in options.scene or scenes(options):
        began = time.monotonic()
        text, handlers, complaints = perform(name, options)
        path = os.path.join(HERE, "recorded", name + ".txt")
        if options.record:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        fine = compare(name, text, path, options.nodes) and not complaints
        if name == "rights":
            wrong = rights.check(text)
            print("\n".join(wrong), end="\n" * bool(wrong))
            fine = fine and not wrong
        for status, err in complaints:
            print(f"{name}: {status}: {err}")
        failed += not fine
        called |= handlers
        texts.append(text)
        print(f"{'ok' if fine else 'FAILED'} {name} ({time.monotonic() - began:.1f} s)", flush=True)
    if not options.scene and options.nodes == 1 and not options.postgres:
        missing = Catalogue().missing(texts, called)
        print("\n".join(missing) or "ok coverage")
        failed += len(missing)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
