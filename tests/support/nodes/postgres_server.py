# SPDX-License-Identifier: MIT
"""A PostgreSQL of the tests' own, in a temporary folder, run by an ordinary user."""
import glob
import os
import shutil
import signal
import subprocess
import tempfile

from api_client import free_port
from waiting import until


def newest_programs():
    """Debian 12 has PostgreSQL 15, Debian 13 has 17."""
    folders = glob.glob("/usr/lib/postgresql/*/bin")
    return max(folders, key=lambda folder: float(folder.split("/")[4]), default="/usr/lib/postgresql")


PROGRAMS = newest_programs()


class Postgres:
    def __init__(self, make=True):
        self.folder = tempfile.mkdtemp(prefix="meydan-postgres-")
        self.data = os.path.join(self.folder, "data")
        self.port = free_port()
        self.frozen = []
        # The child itself changes its user: `runuser` would stay as its parent, stop whenever PostgreSQL is frozen, and never
        # go on again.
        self.as_user = {"user": "postgres", "group": "postgres", "extra_groups": []} if os.getuid() == 0 else {}
        if self.as_user:
            shutil.chown(self.folder, "postgres")
        if not make:
            return  # its data will come from another one
        self.run("initdb", "-D", self.data, "-U", "meydan", "-A", "trust", "-E", "UTF8", "--locale", "C.UTF-8", "--no-sync")
        self.start()

    def run(self, program, *args):
        subprocess.run([os.path.join(PROGRAMS, program), *args], check=True, cwd=self.folder, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, **self.as_user)

    def follow(self, primary):
        """Becomes a standby of that one, from scratch."""
        shutil.rmtree(self.data, ignore_errors=True)
        self.run("pg_basebackup", "-D", self.data, "-R", "-X", "stream", "-c", "fast", "--no-sync", "-d",
                 f"{primary.address()}?application_name=standby")
        # The old primary's list of standbys is wrong for this server once it is the primary.
        with open(os.path.join(self.data, "postgresql.auto.conf"), "a") as file:
            file.write("synchronous_standby_names = ''\n")
        self.start()

    def start(self):
        self.launch()
        until(self.runs, "PostgreSQL starts")

    def runs(self):
        """After a crash it may find that its predecessor has not quite gone: then it is started again."""
        if self.process.poll() is not None:
            self.launch()
        return self.answers()

    def launch(self):
        self.process = subprocess.Popen(
            [os.path.join(PROGRAMS, "postgres"), "-D", self.data, "-p", str(self.port), "-k", self.folder,
             "-c", "listen_addresses=127.0.0.1"], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            **self.as_user)

    def answers(self):
        return subprocess.run([os.path.join(PROGRAMS, "pg_isready"), "-h", "127.0.0.1", "-p", str(self.port), "-q"],
                              check=False).returncode == 0

    def address(self, port=None):
        return f"postgresql://meydan@127.0.0.1:{port or self.port}/postgres"

    def servers(self):
        """The postmaster and its children."""
        first = self.process.pid
        with open(f"/proc/{first}/task/{first}/children") as file:
            return [first, *map(int, file.read().split())]

    def crash(self):
        self.thaw()
        for process in self.servers():
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.process.wait()

    def freeze(self):
        """The first one first, so that it makes no more of them."""
        os.kill(self.process.pid, signal.SIGSTOP)
        self.frozen = self.servers()
        for process in self.frozen:
            try:
                os.kill(process, signal.SIGSTOP)
            except ProcessLookupError:
                pass

    def thaw(self):
        for process in self.frozen:
            try:
                os.kill(process, signal.SIGCONT)
            except ProcessLookupError:
                pass
        self.frozen = []

    def end(self):
        if self.process.poll() is None:
            self.thaw()
            os.kill(self.process.pid, signal.SIGQUIT)
            self.process.wait()
        shutil.rmtree(self.folder)
