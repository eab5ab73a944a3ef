# SPDX-License-Identifier: MIT
"""The parts of a cluster on one machine: processes that outlive the command which started them."""
import glob
import json
import os
import pwd
import random
import resource
import shutil
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request

PATIENCE_S = 60


class Trouble(Exception):
    """An error for the user, in one line."""


def wait_for(check, what, seconds=PATIENCE_S):
    until = time.monotonic() + seconds
    while True:
        found = check()
        if found:
            return found
        if time.monotonic() > until:
            raise Trouble(f"in vain for {seconds} s: {what}")
        time.sleep(0.02)


def free_port(wanted=()):
    """The first free port of these, or any other free one. Avoids the system's ephemeral ports, which another program could
    get before this one listens."""
    for port in [*wanted, *(random.randrange(20000, 32000) for _ in range(100))]:
        with socket.socket() as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                trial.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue
    raise Trouble("there is no free port")


def began(pid):
    """A process's start time in ticks since boot, to detect reused process numbers. None if it has ended."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
        return None if fields[0] == "Z" else int(fields[19])
    except (OSError, IndexError, ValueError):
        return None


class Home:
    """The folder and its owner, an ordinary user, because servers on the network must not run as root."""

    def __init__(self, folder, user=None):
        self.folder = os.path.abspath(folder)
        self.user = None
        if os.getuid() == 0:
            name = user or next((name for name in ("postgres", "nobody") if self.known(name)), None)
            if not name or not self.known(name):
                raise Trouble(f"there is no user {name!r}: --user names an ordinary one")
            self.user = pwd.getpwnam(name)
            if not self.user.pw_uid:
                raise Trouble("--user is an ordinary user, not root")
        if len(self.path("pg1/.s.PGSQL.5432")) > 100:
            raise Trouble(f"the path {self.folder} is too long for Unix sockets: --folder names a shorter one")

    @staticmethod
    def known(name):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            return None

    def path(self, name):
        return os.path.join(self.folder, name)

    def own(self, path):
        if self.user:
            os.chown(path, self.user.pw_uid, self.user.pw_gid)

    def make(self, name="."):
        os.makedirs(self.path(name), mode=0o700, exist_ok=True)
        self.own(self.path(name))
        return self.path(name)

    def write(self, name, text):
        with open(self.path(name) + ".new", "w") as file:
            file.write(text)
        self.own(self.path(name) + ".new")
        os.replace(self.path(name) + ".new", self.path(name))

    def as_user(self):
        if not self.user:
            return {}
        return {"user": self.user.pw_uid, "group": self.user.pw_gid, "extra_groups": []}

    def run(self, *command):
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, **self.as_user())
        if done.returncode:
            raise Trouble(f"{os.path.basename(command[0])}: {(done.stderr or done.stdout).strip().splitlines()[-1:]}")
        return done.stdout


class Part:
    """A process. Its number is in run/NAME.json, its output in log/NAME."""

    def __init__(self, home, name):
        self.home, self.name = home, name
        self.log = home.path(f"log/{name}")

    @property
    def pid(self):
        """The process number, or 0 if it isn't running."""
        try:
            with open(self.home.path(f"run/{self.name}.json")) as file:
                known = json.load(file)
        except (OSError, ValueError):
            return 0
        return known["pid"] if began(known["pid"]) == known["began"] else 0

    def launch(self, *command, env=None):
        for folder in ("run", "log"):
            self.home.make(folder)
        with open(self.log, "ab") as log:
            self.home.own(self.log)
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self.home.folder,
                                       start_new_session=True, env={**os.environ, **(env or {})}, **self.home.as_user())
        self.home.write(f"run/{self.name}.json", json.dumps({"pid": process.pid, "began": began(process.pid)}))
        self.process = process

    def wait_until(self, ready, what):
        def look():
            if self.process.poll() is not None:
                raise Trouble(f"{self.name} does not start: {self.last_words()}")
            return ready()
        return wait_for(look, what)

    def last_words(self):
        try:
            with open(self.log, errors="replace") as file:
                lines = file.read().strip().splitlines()
        except OSError:
            lines = []
        return (lines or ["it said nothing"])[-1] + f" (see {self.log})"

    def tell(self, number):
        pid = self.pid
        if pid:
            os.kill(pid, number)
        return pid

    def stop(self, number=signal.SIGTERM, seconds=PATIENCE_S):
        """Stops the process and returns the seconds until it ended."""
        start = time.monotonic()
        if not self.tell(number):
            return 0
        try:
            wait_for(self.gone, f"{self.name} ends", seconds)
        except Trouble:
            self.tell(signal.SIGKILL)
            wait_for(self.gone, f"{self.name} ends")
        return time.monotonic() - start

    def gone(self):
        process = getattr(self, "process", None)
        if process:
            process.poll()  # so that nothing is left of it
        return not self.pid


def postgres_program(name):
    found = sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"), key=lambda path: int(path.split("/")[4]))
    if not found:
        raise Trouble("PostgreSQL is not installed")
    return found[-1]


class Postgres(Part):
    """One server, on a socket in a folder that only its user can enter."""

    def __init__(self, home, name):
        super().__init__(home, name)
        self.folder = home.path(name)
        self.data = home.path(f"{name}/data")
        self.standbys = ""  # the standbys that a commit waits for

    def sql(self, text, database="postgres"):
        return self.home.run(postgres_program("psql"), "-XAtq", "-v", "ON_ERROR_STOP=1", "-h", self.folder, "-U", "meydan", "-d",
                             database, "-c", text).strip()

    def make(self):
        self.home.make(self.name)
        if os.path.exists(f"{self.data}/PG_VERSION"):
            return
        self.home.run(postgres_program("initdb"), "-D", self.data, "-U", "meydan", "-A", "trust", "-E", "UTF8", "--locale=C",
                      "--no-instructions", "--data-checksums")

    def configure(self):
        settings = {
            "listen_addresses": "", "unix_socket_directories": self.folder,
            "max_connections": "200", "wal_level": "replica", "wal_compression": "lz4", "synchronous_commit": "on",
            "synchronous_standby_names": self.standbys, "wal_keep_size": "256MB", "hot_standby": "on",
            "cluster_name": self.name, "log_checkpoints": "off",
        }
        self.home.write(f"{self.name}/server.conf", "".join(f"{key} = '{value}'\n" for key, value in settings.items()))

    def start(self):
        if self.pid:
            return
        self.configure()
        self.launch(postgres_program("postgres"), "-D", self.data, "-c", f"config_file={self.folder}/server.conf")
        self.wait_until(self.answers, f"{self.name} answers")

    def answers(self):
        return subprocess.run([postgres_program("pg_isready"), "-q", "-h", self.folder]).returncode == 0

    def waits_for(self, standbys):
        self.standbys = standbys
        self.configure()
        self.tell(signal.SIGHUP)

    def copy(self, primary):
        """Creates this server as a standby of the given one."""
        shutil.rmtree(self.data, ignore_errors=True)
        self.home.make(self.name)
        self.home.run(postgres_program("pg_basebackup"), "-h", primary.folder, "-U", "meydan", "-D", self.data, "-X", "stream",
                      "-c", "fast")
        self.home.write(f"{self.name}/data/standby.signal", "")
        with open(f"{self.data}/postgresql.auto.conf", "a") as file:
            file.write(f"primary_conninfo = 'host={primary.folder} user=meydan application_name={self.name}'\n")

    def role(self):
        if not self.pid:
            return "stopped"
        return "standby" if self.sql("SELECT pg_is_in_recovery()") == "t" else "primary"


class Redis(Part):
    def __init__(self, home):
        super().__init__(home, "redis")
        self.socket = home.path("redis.sock")

    def start(self):
        if self.pid:
            return
        self.launch("redis-server", "--port", "0", "--unixsocket", self.socket, "--unixsocketperm", "700", "--save", "",
                    "--appendonly", "no", "--dir", self.home.folder)
        self.wait_until(self.answers, "Redis answers")

    def answers(self):
        with socket.socket(socket.AF_UNIX) as line:
            try:
                line.connect(self.socket)
                line.sendall(b"PING\r\n")
                return line.recv(100).startswith(b"+PONG")
            except OSError:
                return False


class Node(Part):
    def __init__(self, home, name, port):
        super().__init__(home, name)
        self.port = port

    def start(self, program, store, bus, options):
        if self.pid:
            return
        self.launch(program, "serve", "--host", "127.0.0.1", "--port", str(self.port), "--store", store, "--bus", bus, "--trust-proxy",
                    "--names", "*", "--explorer", self.home.path(f"{self.name}.explorer"), *options)
        self.wait_until(lambda: self.health().get("alive"), f"{self.name} answers")

    def health(self):
        """Its health report; empty if it doesn't answer."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/health/ready", timeout=2) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as answer:
            return json.load(answer)
        except (OSError, ValueError):
            return {}


class Worker(Part):
    """A worker for computers' moves and reviews, if the program supports it."""

    def __init__(self, home):
        super().__init__(home, "worker1")

    @staticmethod
    def known(program):
        return subprocess.run([program, "worker", "--help"], capture_output=True).returncode == 0

    def start(self, program, store, bus):
        if not self.pid:
            self.launch(program, "worker", "--store", store, "--bus", bus)


class Balancer(Part):
    """HAProxy before the nodes."""

    def __init__(self, home, port):
        super().__init__(home, "haproxy")
        self.port = port
        self.socket = home.path("haproxy.sock")

    def start(self, nodes):
        with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../examples/haproxy.cfg")) as file:
            text = file.read()
        servers = "".join(f"    server {node.name} 127.0.0.1:{node.port}\n" for node in nodes)
        head, _, _ = text.partition("    server node1 ")
        files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        connections = max(100, min(20000, files // 2 - 100))  # two files each
        for old, new in {"bind :443 ssl crt /etc/haproxy/meydan.pem": f"bind 127.0.0.1:{self.port}", "/run/haproxy/admin.sock":
                         self.socket, "    user haproxy\n    group haproxy\n": "", "    log /dev/log local0\n": "", "maxconn 20000": f"maxconn {connections}",
                         "X-Forwarded-Proto https": "X-Forwarded-Proto http"}.items():
            if old not in head:
                raise Trouble(f"examples/haproxy.cfg lacks {old!r}")
            head = head.replace(old, new)
        before = None
        if os.path.exists(self.home.path("haproxy.cfg")):
            with open(self.home.path("haproxy.cfg")) as file:
                before = file.read()
        if before != head + servers:
            self.stop()
            self.home.write("haproxy.cfg", head + servers)
        if self.pid:
            return
        program = shutil.which("haproxy") or "/usr/sbin/haproxy"
        self.launch(program, "-db", "-f", self.home.path("haproxy.cfg"))
        self.wait_until(lambda: self.up() is not None, "HAProxy answers")

    def up(self):
        """The names of the servers to which it sends players; None if it doesn't answer."""
        with socket.socket(socket.AF_UNIX) as line:
            try:
                line.connect(self.socket)
                line.sendall(b"show stat\n")
                text = b""
                while data := line.recv(1 << 16):
                    text += data
            except OSError:
                return None
        rows = [row.split(",") for row in text.decode().splitlines()]
        status = rows[0].index("status") if rows else 0
        return {row[1] for row in rows[1:] if len(row) > status and row[0] == "nodes" and row[1] != "BACKEND" and row[status].startswith("UP")}
