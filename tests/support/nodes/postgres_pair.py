# SPDX-License-Identifier: MIT
"""A PostgreSQL primary with a synchronous standby, and a watchdog that promotes the standby when the primary fails.

The watchdog queries the primary ten times a second; after MISSES queries without an answer it promotes the standby
(pg_promote). Then it creates a new standby in the old primary's folder, from scratch. A standby that dies is
removed from synchronous_standby_names; otherwise no commit would ever return."""
import os
import subprocess
import threading
import time

from postgres_server import PROGRAMS, Postgres
from waiting import until

LOOK_S = 0.1
MISSES = 3
ANSWER_S = 0.8  # then an answer has been missed


class PostgresPair:
    """Looks like one server to those who start, freeze and stop it; `primary` changes."""

    def __init__(self):
        self.primary = Postgres()
        self.standby = Postgres(make=False)
        self.standby.follow(self.primary)
        self.lock = threading.Lock()  # while servers change their parts
        self.promotions = []          # (began, ended), monotonic seconds
        self.ending, self.watching = False, True
        self.want_standby()
        self.thread = threading.Thread(target=self.watch, daemon=True)
        self.thread.start()

    def servers(self):
        return [self.primary, self.standby]

    def address(self, ports=None):
        ports = ports or [server.port for server in self.servers()]
        hosts = ",".join(f"127.0.0.1:{port}" for port in ports)
        return f"postgresql://meydan@{hosts}/postgres?target_session_attrs=read-write"

    # --- the watchman ----------------------------------------------------------------------------

    def watch(self):
        missed = 0
        while not self.ending:
            time.sleep(LOOK_S)
            if not self.watching:
                continue
            missed = 0 if self.ask(self.primary, "SELECT 1") == "1" else missed + 1
            if missed >= MISSES:
                missed = 0
                self.promote()
            elif not missed and self.standby_lost():
                self.want_no_standby()

    @staticmethod
    def ask(server, sql, seconds=ANSWER_S):
        try:
            return subprocess.run(
                [os.path.join(PROGRAMS, "psql"), "-XAtq", f"{server.address()}?connect_timeout=2", "-c", sql],
                capture_output=True, text=True, timeout=seconds, check=True).stdout.strip()
        except (subprocess.SubprocessError, OSError):
            return None

    def standby_lost(self):
        return self.wanted and self.ask(
            self.primary, "SELECT count(*) FROM pg_stat_replication WHERE application_name = 'standby'") == "0"

    def promote(self):
        with self.lock:
            assert self.wanted, "a standby for which nobody waited would be promoted"
            began = time.monotonic()
            if self.ask(self.standby, "SELECT pg_promote(true, 30)", 35) != "t":
                return
            self.primary, self.standby = self.standby, self.primary
            self.wanted = False
            self.promotions.append((began, time.monotonic()))

    def tell_primary(self, names):
        for sql in (f"ALTER SYSTEM SET synchronous_standby_names = '{names}'", "SELECT pg_reload_conf()"):
            until(lambda sql=sql: self.ask(self.primary, sql, 10) is not None, "the primary takes an order")

    def want_standby(self):
        """Commits wait for it from now on."""
        until(lambda: self.ask(self.primary, "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'", 5) == "1",
              "the standby follows")
        self.tell_primary("standby")
        until(lambda: self.ask(self.primary, "SELECT sync_state FROM pg_stat_replication", 5) == "sync", "it is synchronous")
        self.wanted = True

    def want_no_standby(self):
        with self.lock:
            self.wanted = False
            self.tell_primary("")

    def mend(self):
        """A new standby out of the folder of the one that is not primary."""
        with self.lock:
            if self.standby.process.poll() is None:
                self.standby.crash()
            self.standby.follow(self.primary)
            self.want_standby()

    # --- faults ----------------------------------------------------------------------------------

    def fail_over(self, freeze_s=None):
        """The primary is killed, or frozen; returns when the other one has been promoted. Frozen, it wakes up after that and
        says what it was asked to commit meanwhile."""
        with self.lock:
            if not self.wanted:  # it was away, and commits did not wait for it: it may not be promoted before they do
                self.want_standby()
        old, before = self.primary, len(self.promotions)
        if freeze_s is None:
            old.crash()
        else:
            old.freeze()
        until(lambda: len(self.promotions) > before, "the standby is promoted")
        if freeze_s is not None:
            time.sleep(freeze_s)
            old.thaw()
        return old

    def crash(self):
        self.watching = False
        self.primary.crash()

    def start(self):
        self.primary.start()
        self.watching = True

    def freeze(self):
        self.watching = False
        self.primary.freeze()

    def thaw(self):
        self.primary.thaw()
        self.watching = True

    def end(self):
        self.ending = True
        self.thread.join()
        for server in self.servers():
            server.end()
