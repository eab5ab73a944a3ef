#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""meydan store on PostgreSQL: check, export, annul, backup and copy, while a server is running. Under with_postgres."""
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
import online  # noqa: E402

STORE = os.environ["POSTGRES_STORE"]
MOVES = "e2 e8 e3 e7 e4 e6 e5 e4 e6 e3 e7 e2 e8 e1".split()


def store(*args):
    return subprocess.run([online.MEYDAN, "store", *args], capture_output=True, text=True, timeout=120)


def fine(*args):
    made = store(*args)
    assert made.returncode == 0, (args, made.stdout, made.stderr)
    return made.stdout


def play(server):
    """A rated game that is won on the board."""
    people = online.Person(server), online.Person(server)
    for name, person in zip(("Ada", "Bob"), people):
        person.post("register", {"name": name, "password": "correct horse"})
    game = people[0].make("quoridor", clock="300+2", rated=True, seats=["me", {"invite": "Bob"}])["id"]
    people[1].act(game, "join")
    seats = [seat["person"]["name"] for seat in people[0].get(f"games/{game}")["seats"]]
    order = people if seats[0] == "Ada" else people[::-1]
    for ply, move in enumerate(MOVES):
        order[ply % 2].move(game, ply, move)
    return game


def exported(where):
    found = {}
    for line in fine("export", where).splitlines():
        thing = json.loads(line)
        found.setdefault(thing["type"], []).append(thing)
    return found


def main():
    server = online.Server("--limits", "0", "--rate-shared", "--computers", "0", "--store", STORE, store=False)
    folder = tempfile.mkdtemp(prefix="meydan-store-")
    copy = os.path.join(folder, "copy.db")
    try:
        game = play(server)
        fine("check", STORE)
        before = exported(STORE)
        assert [found["id"] for found in before["game"]] == [game], before["game"]
        assert {person["name"] for person in before["person"]} == {"Ada", "Bob"}, before["person"]
        assert len(before["rating"]) == 2, before["rating"]

        kept = os.path.join(folder, "kept.db")
        fine("backup", STORE, kept)
        fine("check", kept)
        assert exported(kept) == before
        assert os.listdir(folder) == ["kept.db"], os.listdir(folder)
        again = store("backup", STORE, kept)
        assert again.returncode and "exists; --force replaces it" in again.stderr, again
        fine("backup", STORE, kept, "--force")
        nowhere = store("backup", STORE, STORE)
        assert nowhere.returncode and "a backup is a file" in nowhere.stderr, nowhere

        fine("copy", STORE, copy)
        fine("check", copy)
        assert exported(copy) == before

        fine("annul", STORE, game)
        fine("check", STORE)
        after = exported(STORE)
        assert after["game"][0]["annulled"] and all(change["annulled"] for change in after["rating"]), after
        assert server.stop()[0] == 0
    finally:
        server.end()
        subprocess.run(["rm", "-r", folder], check=True)


main()
