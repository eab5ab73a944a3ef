#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""meydan store export --public: what is in the open data, what never is, and what a second run keeps. On SQLite, and on
PostgreSQL under with_postgres."""
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
import online  # noqa: E402
from waiting import until  # noqa: E402

POSTGRES = os.environ.get("POSTGRES_STORE")
PASSWORD = "correct horse"
MOVES = "e2 e8 e3 e7 e4 e6 e5 e4 e6 e3 e7 e2 e8 e1".split()
MONTH = re.compile(r"games-\d{4}-\d{2}\.txt")


def run(*args, status=0, **how):
    made = subprocess.run([online.MEYDAN, *args], capture_output=True, text=True, timeout=120, **how)
    assert made.returncode == status, (args, made.stdout, made.stderr)
    return made.stdout + made.stderr


def public(store, folder, **how):
    return run("store", "export", store, "--public", folder, **how)


def files(folder):
    found = {}
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            found[name] = file.read()
    return found


def fits(entry, schema):
    """Whether the object is as the schema says, as far as such schemas go."""
    types = {"string": str, "integer": int, "number": (int, float), "boolean": bool, "array": list}
    assert set(schema["required"]) <= set(entry) <= set(schema["properties"]), entry
    for key, value in entry.items():
        wanted = schema["properties"][key]
        assert isinstance(value, types[wanted["type"]]), (key, value)
        assert re.search(wanted.get("pattern", ""), value if isinstance(value, str) else ""), (key, value)
        if wanted["type"] == "array":
            assert all(isinstance(item, str) for item in value), (key, value)
    return entry


def sound(folder):
    """The files agree with their checksums and their schema, and the records can be replayed. Returns the games by id."""
    subprocess.run(["sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS"], cwd=folder, check=True)
    found = files(folder)
    listed = {line.split("  ")[1] for line in found["SHA256SUMS"].splitlines()}
    assert listed == set(found) - {"SHA256SUMS"}, (listed, set(found))
    assert "CC0" in found["README.md"]
    schema = {name: about["schema"] for name, about in json.loads(found["schema.json"])["files"].items()}
    for name in "ratings.jsonl", "puzzles.jsonl":
        for line in found[name].splitlines():
            fits(json.loads(line), schema[name])
    index = json.loads(found["index.json"])
    assert index["licence"] == "CC0-1.0"
    entries = {entry["name"]: fits(entry, schema["index.json"]) for entry in index["files"]}
    assert set(entries) == listed - {"index.json"}
    games = {}
    for name in filter(MONTH.fullmatch, found):
        records = re.split(r"\n\n(?=\[Game )", found[name])
        assert len(records) == entries[name]["games"], name
        for record in records:
            tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', record, re.M))
            games[fits(tags, schema["games-YYYY-MM.txt"])["Id"]] = tags
        replayed = run("replay", os.path.join(folder, name)).splitlines()
        assert len(replayed) == len(records) and all(line.endswith(" ok") for line in replayed), replayed
    return games


class Site:
    def __init__(self):
        args = ["--limits", "0", "--rate-shared", "--computers", "1"]
        self.server = online.Server(*args, *(["--store", POSTGRES] if POSTGRES else []), store=not POSTGRES)
        self.store = POSTGRES or self.server.store

    def account(self, name):
        person = online.Person(self.server)
        person.post("register", {"name": name, "password": PASSWORD})
        person.name = name
        return person

    def play(self, one, other, moves=tuple(MOVES), **setup):
        seats = ["me", {"invite": other.name}] if hasattr(other, "name") else ["me", "open"]
        game = one.make("quoridor", **{"clock": "300+2", "seats": seats, **setup})["id"]
        other.act(game, "join")
        seated = [seat["person"]["name"] for seat in one.get(f"games/{game}")["seats"]]
        order = (one, other) if seated[0] == getattr(one, "name", None) else (other, one)
        for ply, move in enumerate(moves):
            order[ply % 2].move(game, ply, move)
        return game

    def against_computer(self, person):
        game = person.make("quoridor", clock="300+2", seats=["me", {"computer": 1}])["id"]
        person.move(game, 0, "e2")
        until(lambda: len(person.get(f"games/{game}")["moves"]) > 1, "the computer moves")
        person.act(game, "resign")
        return game

    def fill(self):
        self.ada, self.bob, self.gone = map(self.account, ("Ada", "Bob", "Gone-For-Good"))
        visitor = online.Person(self.server)
        shown = {
            "rated": self.play(self.ada, self.bob, rated=True),
            "deleted": self.play(self.ada, self.gone, rated=True),
            "visitor": self.play(self.bob, visitor),
            "computer": self.against_computer(self.ada),
            "resigned": self.play(self.ada, self.bob, MOVES[:4]),
        }
        self.bob.act(shown["resigned"], "resign")
        talker = self.account("Hidden-Four")
        hidden = {
            "private": self.play(self.account("Hidden-One"), self.account("Hidden-Two"), public=False),
            "aborted": self.play(self.account("Hidden-Three"), self.bob, ()),
            "going on": self.play(talker, self.account("Hidden-Six"), MOVES[:5]),
            "open": self.account("Hidden-Five").make("quoridor", clock="300+2")["id"],
        }
        self.bob.act(hidden["aborted"], "abort")
        self.ada.post(f"games/{shown['rated']}/favourite", {"note": "secret-note"})
        socket = talker.socket()
        socket.ask("say", game=hidden["going on"], phrase="good_luck")
        socket.close()
        self.gone.post("delete-account", {"password": PASSWORD})
        return shown, hidden

    def people(self):
        """The ids of all people, by an export of everything."""
        lines = map(json.loads, run("store", "export", self.store).splitlines())
        return [line["id"] for line in lines if line["type"] == "person"]


def nothing_private(site, folder, hidden):
    said = "\n".join(files(folder).values())
    secrets = ["Gone-For-Good", "Hidden-", "secret-note", "good_luck", "argon2", "127.0.0.1", "Python", *hidden.values(),
               *site.people()]
    for secret in secrets:
        assert secret not in said, (secret, said[max(0, said.find(secret) - 200):said.find(secret) + 50])


def whole(site, folder):
    shown, hidden = site.fill()
    public(site.store, folder)
    games = sound(folder)
    assert set(games) == set(shown.values()), (games, shown)
    nothing_private(site, folder, hidden)
    players = {kind: {games[game]["Player1"], games[game]["Player2"]} for kind, game in shown.items()}
    assert players == {"rated": {"Ada", "Bob"}, "deleted": {"Ada", "?"}, "visitor": {"Bob", "?"},
                       "computer": {"Ada", "computer 1"}, "resigned": {"Ada", "Bob"}}, players
    ratings = [json.loads(line) for line in files(folder)["ratings.jsonl"].splitlines()]
    assert sorted(line["name"] for line in ratings) == ["Ada", "Bob"], ratings
    assert {line["speed"] for line in ratings} == {"blitz"} and sum(line["games"] for line in ratings) == 3, ratings
    puzzles = files(folder)["puzzles.jsonl"].splitlines()
    assert len(puzzles) > 2000 and all(json.loads(line)["moves"] for line in puzzles)
    return shown, hidden


def again(site, folder, shown, hidden):
    """Months that are over are kept, until they are damaged or one of their players is deleted."""
    with sqlite3.connect(site.store) as db:
        for number, game in enumerate((shown["rated"], shown["deleted"], shown["visitor"])):
            ended = 1704106800000 + number * 40 * 86400000  # in January, February and March 2024
            db.execute("UPDATE game SET ended_ms = ? WHERE id = ?", (ended, number_of(game)))
            db.execute("UPDATE seat SET ended_ms = ? WHERE game = ?", (ended, number_of(game)))
        # A month is written again for a day after a deletion, since clocks may differ.
        db.execute("UPDATE person SET gone_ms = gone_ms - 200000000 WHERE gone_ms > 0")
    db.close()
    months = [f"games-2024-0{month}.txt" for month in (1, 2, 3)]
    said = public(site.store, folder)
    assert "kept" not in said and all(f"{month}    games 1\n" in said for month in months), said
    assert set(sound(folder)) == set(shown.values())
    inodes = [os.stat(os.path.join(folder, month)).st_ino for month in months]
    said = public(site.store, folder)
    assert all(f"{month}    kept\n" in said for month in months) and said.count("kept") == 3, said
    assert [os.stat(os.path.join(folder, month)).st_ino for month in months] == inodes
    # An interrupted run continues: its index has the months that were written.
    with open(os.path.join(folder, months[1] + ".part"), "w", encoding="utf-8") as part:
        part.write("half")
    os.unlink(os.path.join(folder, months[1]))
    with open(os.path.join(folder, months[2]), "a", encoding="utf-8") as damaged:
        damaged.write("Hidden-Name")
    said = public(site.store, folder)
    assert f"{months[0]}    kept\n" in said and said.count("kept") == 1, said
    nothing_private(site, folder, hidden)
    assert set(sound(folder)) == set(shown.values())
    # After a player deletes the account, a run rewrites the months of its games without the name.
    site.bob.post("delete-account", {"password": PASSWORD})
    said = public(site.store, folder)
    assert f"{months[1]}    kept\n" in said and said.count("kept") == 1, said
    games = sound(folder)
    assert set(games) == set(shown.values())
    named = [name for name, text in files(folder).items() if "Bob" in text]
    assert not named, (named, games)
    # A game that is no longer in the store.
    with sqlite3.connect(site.store) as db:
        db.execute("UPDATE game SET open_to_all = 0 WHERE id = ?", (number_of(shown["deleted"]),))
    db.close()
    public(site.store, folder)
    assert months[1] not in os.listdir(folder) and shown["deleted"] not in sound(folder)


def number_of(game):
    digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    number = 0
    for digit in game:
        number = number * 62 + digits.index(digit)
    return number


def refusals(site, folder):
    other = os.path.join(folder, "other")
    os.mkdir(other)
    with open(os.path.join(other, "README.md"), "w", encoding="utf-8") as file:
        file.write("mine")
    assert "is neither empty nor from an earlier store export --public" in public(site.store, other, status=2)
    assert files(other) == {"README.md": "mine"}
    with open(os.path.join(other, "index.json"), "w", encoding="utf-8") as file:
        file.write('{"format": "another", "files": []}')
    public(site.store, other, status=2)
    assert "cannot make" in public(site.store, os.path.join(folder, "no/where"), status=2)
    assert "--public goes with store export" in run("store", "check", site.store, "--public", other, status=2)
    assert "--public goes with store export" in run(
        "store", "export", site.store, "--public", other, "--output", other, status=2)
    public("/nowhere/x", os.path.join(folder, "fresh"), status=2)


def main():
    site = Site()
    work = tempfile.mkdtemp(prefix="meydan-public-")
    try:
        folder = os.path.join(work, "data")
        shown, hidden = whole(site, folder)
        if not POSTGRES:
            again(site, folder, shown, hidden)
        refusals(site, work)
        assert site.server.stop()[0] == 0
    finally:
        site.server.end()
        shutil.rmtree(work)


main()
