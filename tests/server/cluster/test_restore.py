#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""docs/operate.md, "restore to a point in time": a base backup and an archive of WAL during a game, then a second server
restored to an instant between two moves. The game is there as it was at that instant, and continues."""
import os
import subprocess
import sys
import unittest

SUPPORT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../support")
sys.path[:0] = [SUPPORT, os.path.join(SUPPORT, "nodes")]
from online import MEYDAN, Person, Server  # noqa: E402
from postgres_server import PROGRAMS, Postgres  # noqa: E402
from waiting import until  # noqa: E402

MOVES = "e2 e8 e3 e7 e4 e6".split()


class Archived(Postgres):
    def __init__(self):
        super().__init__()
        self.wal = os.path.join(self.folder, "wal")
        self.run("psql", "-h", "127.0.0.1", "-p", str(self.port), "-U", "meydan", "-d", "postgres", "-c",
                 "ALTER SYSTEM SET archive_mode = on", "-c",
                 f"ALTER SYSTEM SET archive_command = 'mkdir -p {self.wal} && cp %p {self.wal}/%f.new && mv {self.wal}/%f.new {self.wal}/%f'")
        self.crash()
        self.start()

    def sql(self, text):
        return subprocess.run([os.path.join(PROGRAMS, "psql"), "-XAtq", "-h", "127.0.0.1", "-p", str(self.port), "-U", "meydan", "-d",
                               "postgres", "-c", text], check=True, capture_output=True, text=True).stdout.strip()


class Restored(Postgres):
    """Restored from a base backup and archived WAL, up to an instant."""

    def __init__(self, source, base, instant):
        super().__init__(make=False)
        script = f"""cp -a {base} {self.data} && cat >> {self.data}/postgresql.auto.conf <<END
archive_mode = off
restore_command = 'cp {source.wal}/%f %p'
recovery_target_time = '{instant}'
recovery_target_action = 'promote'
END
touch {self.data}/recovery.signal; chmod 700 {self.data}"""
        subprocess.run(["sh", "-c", script], check=True, **self.as_user)
        self.start()


class Restore(unittest.TestCase):
    def test_to_an_instant(self):
        first = Archived()
        self.addCleanup(first.end)
        server = Server("--store", first.address(), "--gather", "1", "--explorer", "off", store=False)
        self.addCleanup(server.end)
        people = [Person(server), Person(server)]
        for person in people:
            person.post("visit")
        game = people[0].make(clock="3600+10", lot=False)["id"]
        people[1].act(game, "join")
        people[0].move(game, 0, MOVES[0])
        base = os.path.join(first.folder, "base")
        first.run("pg_basebackup", "-h", "127.0.0.1", "-p", str(first.port), "-U", "meydan", "-D", base, "-X", "stream", "-c", "fast")
        first.run("pg_verifybackup", base)
        for ply in range(1, 4):
            people[ply % 2].move(game, ply, MOVES[ply])
        instant = first.sql("SELECT clock_timestamp()")
        for ply in range(4, 6):
            people[ply % 2].move(game, ply, MOVES[ply])
        last = first.sql("SELECT pg_walfile_name(pg_switch_wal())")
        until(lambda: os.path.exists(os.path.join(first.wal, last)), "the last WAL is in the archive")

        second = Restored(first, base, instant)
        self.addCleanup(second.end)
        until(lambda: subprocess.run([os.path.join(PROGRAMS, "psql"), "-XAtq", "-h", "127.0.0.1", "-p", str(second.port), "-U", "meydan",
                                      "-d", "postgres", "-c", "SELECT pg_is_in_recovery()"], capture_output=True,
                                     text=True).stdout.strip() == "f", "it is restored")
        checked = subprocess.run([MEYDAN, "store", "check", second.address()], capture_output=True, text=True)
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)
        again = Server("--store", second.address(), "--gather", "1", "--explorer", "off", store=False)
        self.addCleanup(again.end)
        there = Person(again)
        there.cookie = people[0].cookie  # sessions are kept too
        moves = there.get(f"games/{game}")["moves"]
        self.assertEqual([move if isinstance(move, str) else move["move"] for move in moves], MOVES[:4])
        there.move(game, 4, MOVES[4])


if __name__ == "__main__":
    unittest.main()
