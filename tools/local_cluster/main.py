#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A whole site on this machine: PostgreSQL, Redis, HAProxy, several nodes and a worker, in one folder.

    tools/cluster up N [--standby] [--port P] [--program FILE] [-- OPTION...]
                        starts what does not run, or resumes; OPTIONs are those of `meydan serve`
    tools/cluster status          what runs, and how each node is
    tools/cluster logs [NAME]     what they said; -f: and go on saying
    tools/cluster upgrade         restarts the nodes one by one with a new program; nobody stops playing
    tools/cluster failover        kills the primary and promotes the standby, then makes a new standby
    tools/cluster down            stops everything; the data stays, --wipe deletes it

--folder is where all of it lives (as root /var/lib/meydan-cluster, otherwise ~/.local/share/meydan-cluster). Started by
root, everything runs as an ordinary user: --user, or postgres.
"""
import argparse
import fcntl
import glob
import json
import os
import shutil
import signal
import sys
import time
import urllib.error
import urllib.request

from parts import Balancer, Home, Node, Postgres, Redis, Trouble, Worker, free_port, wait_for

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
NODES_MAX = 32


def default_folder():
    if os.getuid() == 0:
        return "/var/lib/meydan-cluster"
    data = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
    return os.path.join(data, "meydan-cluster")


class Cluster:
    def __init__(self, folder, user):
        self.state = {}
        try:
            with open(os.path.join(folder, "cluster.json")) as file:
                self.state = json.load(file)
        except FileNotFoundError:
            pass
        except (OSError, ValueError) as why:
            raise Trouble(f"{folder}/cluster.json cannot be read: {why}") from None
        self.home = Home(folder, user or self.state.get("user"))
        self.redis = Redis(self.home)
        self.databases = {name: Postgres(self.home, name) for name in self.state.get("databases", [])}
        self.nodes = [Node(self.home, name, port) for name, port in self.state.get("nodes", {}).items()]
        self.worker = Worker(self.home)
        self.balancer = Balancer(self.home, self.state.get("port", 0))

    def lock(self):
        """Prevents concurrent commands."""
        self.locked = open(self.home.path("lock"), "w")
        try:
            fcntl.flock(self.locked, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Trouble(f"another tools/cluster is at work in {self.home.folder}") from None

    def save(self):
        self.home.write("cluster.json", json.dumps(self.state, indent=1) + "\n")

    def parts(self):
        """All parts in the order in which they are stopped."""
        return [self.balancer, self.worker, *self.nodes, self.redis, *self.databases.values()]

    @property
    def address(self):
        return f"http://127.0.0.1:{self.state['port']}"

    @property
    def primary(self):
        return self.databases[self.state["primary"]]

    @property
    def standby(self):
        return next((one for one in self.databases.values() if one.name != self.state["primary"]), None)

    @property
    def store(self):
        hosts = ",".join(one.folder for one in self.databases.values())
        return f"postgresql://meydan@/postgres?host={hosts}&target_session_attrs=read-write"

    @property
    def bus(self):
        return f"redis+unix://{self.redis.socket}"

    def keep_program(self, program):
        """Copies the program, so that the next build doesn't change the running one."""
        folder = self.home.make("bin")
        number = self.state.get("program", 0) + 1
        kept = os.path.join(folder, f"meydan-{number}")
        try:
            shutil.copy(program, kept)
        except OSError as why:
            raise Trouble(f"the program cannot be read: {why}") from None
        os.chmod(kept, 0o755)
        self.home.own(kept)
        self.state["program"] = number
        self.save()
        for old in glob.glob(folder + "/meydan-*"):
            if int(old.rpartition("-")[2]) < number - 1:
                os.remove(old)

    @property
    def program(self):
        return self.home.path(f"bin/meydan-{self.state['program']}")

    # --- up ---

    def plan(self, args):
        """The parts and their ports, which are reused if still free."""
        state = self.state
        if self.home.user:
            state["user"] = self.home.user.pw_name
        state.setdefault("databases", ["pg1", "pg2"] if args.standby else ["pg1"])
        if args.standby and len(state["databases"]) == 1:
            raise Trouble("this cluster was made without a standby: `down --wipe` first, or another --folder")
        state.setdefault("primary", "pg1")
        state["options"] = args.options or state.get("options", [])
        wanted = [f"node{i + 1}" for i in range(args.count)]
        running = {node.name: node for node in self.nodes if node.pid}
        for name, node in running.items():
            if name not in wanted:
                print(f"{name} leaves", flush=True)
                node.stop()
        known = state.get("nodes", {})
        state["nodes"] = {name: known[name] if name in running else free_port([known[name]] if name in known else [])
                          for name in wanted}
        if not self.balancer.pid:
            first = [args.port] if args.port else [*filter(None, [state.get("port")]), *range(8080, 8100)]
            state["port"] = free_port(first)
            if args.port and state["port"] != args.port:
                raise Trouble(f"port {args.port} is in use")
        self.save()
        self.__init__(self.home.folder, args.user)

    def start_databases(self):
        self.primary.make()
        self.primary.start()
        standby = self.standby
        if not standby:
            return
        if not os.path.exists(f"{standby.data}/PG_VERSION"):
            standby.copy(self.primary)
        standby.start()
        wait_for(lambda: self.streams(), "the standby follows")
        self.primary.waits_for(standby.name)

    def streams(self):
        return self.primary.sql("SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'") != "0"

    def start_nodes(self):
        for node in self.nodes:
            node.start(self.program, self.store, self.bus, self.state["options"])
        if Worker.known(self.program):
            self.worker.start(self.program, self.store, self.bus)

    def know_each_other(self):
        count = len([node for node in self.nodes if node.pid])
        return all(node.health().get("nodes", 0) >= count and node.health().get("ready") for node in self.nodes if node.pid)

    def up(self, args):
        if args.count is not None and not 1 <= args.count <= NODES_MAX:
            raise Trouble(f"1 to {NODES_MAX} nodes")
        args.count = args.count or len(self.nodes) or 2
        for name in (".", "run", "log"):
            self.home.make(name)
        self.lock()
        ran = {part.name for part in self.parts() if part.pid}
        self.plan(args)
        if not ran & {node.name for node in self.nodes}:
            self.keep_program(args.program or os.path.join(ROOT, "build/meydan"))
        try:
            self.start_databases()
            self.redis.start()
            self.start_nodes()
            wait_for(self.know_each_other, "the nodes know each other")
            self.balancer.start(self.nodes)
            wait_for(lambda: len(self.balancer.up() or ()) == len(self.nodes), "HAProxy sees all nodes")
        except (Trouble, KeyboardInterrupt):
            for part in self.parts():
                if part.name not in ran:
                    part.stop(signal.SIGINT if isinstance(part, Postgres) else signal.SIGTERM)
            raise
        standby = " and a synchronous standby" if self.standby else ""
        worker = ", a worker" if self.worker.pid else ""
        print(f"{len(self.nodes)} nodes{worker}, PostgreSQL{standby}, Redis, HAProxy in {self.home.folder}")
        print(self.address)

    # --- the others ---

    def down(self, args):
        if not self.state:
            raise Trouble(f"there is no cluster in {self.home.folder}")
        self.lock()
        for node in self.nodes:
            node.tell(signal.SIGTERM)  # together: none of them can hand its players to another one for long
        for part in self.parts():
            # PostgreSQL's fast stop: flushes committed data, so the next start recovers nothing.
            part.stop(signal.SIGINT if isinstance(part, Postgres) else signal.SIGTERM)
        if args.wipe:
            shutil.rmtree(self.home.folder)

    def status(self, _args):
        if not self.state:
            raise Trouble(f"there is no cluster in {self.home.folder}")
        print(self.address if self.balancer.pid else "HAProxy does not run")
        up = self.balancer.up() or set() if self.balancer.pid else set()
        bad = 0
        for part in self.parts():
            said = "" if part.pid else "stopped"
            bad += not part.pid and not isinstance(part, Worker)
            if isinstance(part, Postgres) and part.pid:
                said = part.role()
                if said == "primary" and self.standby:
                    said += "; commits wait for " + (part.sql("SHOW synchronous_standby_names") or "nobody")
            if isinstance(part, Node) and part.pid:
                health = part.health()
                said = f"port {part.port}, {'in' if part.name in up else 'NOT in'} the balancer, {health.get('nodes', 0)} nodes known, " \
                       f"{health.get('sockets', 0)} sockets, {health.get('live', 0)} games, {health.get('version', 'no answer')}" \
                       + ("" if health.get("ready") else f"; NOT READY: {health.get('reason', 'no answer')}") \
                       + ("; DEGRADED: no Redis" if health.get("degraded") else "")
                bad += not health.get("ready")
            if isinstance(part, Worker) and not part.pid:
                continue
            print(f"{part.name:10} {part.pid or '-':>8}  {said}")
        return 1 if bad else 0

    def upgrade(self, args):
        self.running()
        self.lock()
        self.keep_program(args.program or os.path.join(ROOT, "build/meydan"))
        for node in self.nodes:
            begin = time.monotonic()
            left = node.stop(seconds=90)
            node.start(self.program, self.store, self.bus, self.state["options"])
            wait_for(self.know_each_other, f"{node.name} is known to all")
            wait_for(lambda node=node: node.name in (self.balancer.up() or ()), f"HAProxy sees {node.name}")
            print(f"{node.name}: left in {left:.1f} s, back after {time.monotonic() - begin:.1f} s", flush=True)
        if Worker.known(self.program):
            self.worker.stop()
            self.worker.start(self.program, self.store, self.bus)

    def failover(self, _args):
        self.running()
        self.lock()
        old, new = self.primary, self.standby
        if not new or not new.pid:
            raise Trouble("there is no standby: `tools/cluster up N --standby` makes one")
        if self.primary.pid and self.primary.sql("SHOW synchronous_standby_names") != new.name:
            raise Trouble("commits do not wait for the standby: it may lack some")
        old.stop(signal.SIGQUIT)
        begin = time.monotonic()
        new.waits_for("")  # it has no standby of its own yet, and must not wait for one
        new.sql("SELECT pg_promote(true, 30)")
        promoted = time.monotonic() - begin
        self.state["primary"] = new.name
        self.save()
        wait_for(self.ready, "the nodes write again")
        print(f"{new.name} is the primary: promoted in {promoted:.2f} s, all nodes ready after {time.monotonic() - begin:.2f} s",
              flush=True)
        old.copy(new)
        old.start()
        wait_for(self.streams, "the new standby follows")
        new.waits_for(old.name)
        print(f"{old.name} is its synchronous standby")

    def ready(self):
        return all(node.health().get("ready") for node in self.nodes)

    def running(self):
        if not self.state or not any(node.pid for node in self.nodes):
            raise Trouble(f"no cluster runs in {self.home.folder}: tools/cluster up N starts one")

    def logs(self, args):
        files = [self.home.path(f"log/{name}") for name in args.names] or sorted(glob.glob(self.home.path("log/*")))
        missing = [file for file in files if not os.path.exists(file)]
        if missing or not files:
            raise Trouble(f"there is no log {missing[0] if missing else 'in ' + self.home.folder}")
        os.execvp("tail", ["tail", "-n", "40", *(["-f"] if args.follow else []), *files])


def read_arguments():
    words = sys.argv[1:]
    options = words[words.index("--") + 1:] if "--" in words else []
    words = words[:words.index("--")] if "--" in words else words
    about = argparse.ArgumentParser(prog="tools/cluster", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = about.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name in ("up", "down", "status", "upgrade", "failover", "logs"):
        command = commands.add_parser(name)
        command.add_argument("--folder", default=default_folder())
        command.add_argument("--user")
        if name == "up":
            command.add_argument("count", type=int, nargs="?", metavar="N")
            command.add_argument("--standby", action="store_true")
            command.add_argument("--port", type=int)
        if name in ("up", "upgrade"):
            command.add_argument("--program")
        if name == "down":
            command.add_argument("--wipe", action="store_true")
        if name == "logs":
            command.add_argument("names", nargs="*")
            command.add_argument("-f", "--follow", action="store_true")
    args = about.parse_args(words)
    args.options = options
    return args


def main():
    args = read_arguments()
    try:
        cluster = Cluster(args.folder, args.user)
        status = getattr(cluster, args.command)(args) or 0
        sys.stdout.flush()
        return status
    except Trouble as why:
        print(f"tools/cluster: {why}", file=sys.stderr)
        return 1
    except BrokenPipeError:  # `status | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except PermissionError as why:
        print(f"tools/cluster: {why}: was it started by another user?", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("stopped; what this command had started is stopped too", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
