#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The systemd units that are shipped, and what docs and examples say of them, without a systemd that runs them
(tools/packages boot starts each of them)."""
import configparser
import contextlib
import glob
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
sys.path.insert(0, os.path.join(ROOT, "tests/support"))
from skipping import skip  # noqa: E402

MEYDAN = os.environ.get("MEYDAN", os.path.join(ROOT, "build/meydan"))
FOREIGN = {"postgresql", "redis-server", "haproxy", "nginx"}
# Calls that lower the priority of threads that think (src/server/games/live/computers.c and the worker of reviews).
CALLS = {"setpriority", "sched_setscheduler"}


def paths(*patterns):
    return sorted(path for pattern in patterns for path in glob.glob(os.path.join(ROOT, pattern))
                  if os.path.isfile(path))


BACKUP = paths("examples/meydan-backup.service")
UNITS = [path for path in paths("examples/*.service", "debian/*.service") if path not in BACKUP]
TEXTS = paths("docs/*.md", "README.md", "examples/*", "debian/*")


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


class Repeated(dict):
    """A name that is set twice has both values, and an empty one clears those before it, as for systemd."""

    def __setitem__(self, name, value):
        if name in self and isinstance(value, list) and value != [""]:
            value = self[name] + value
        super().__setitem__(name, value)


def service(path):
    parser = configparser.RawConfigParser(dict_type=Repeated, strict=False, interpolation=None)
    parser.optionxform = str
    parser.read(path)
    return {name: value.split("\n") for name, value in parser["Service"].items()}


class Units(unittest.TestCase):
    def test_names(self):
        """One name for each unit, and one file: the package has the example."""
        self.assertEqual({os.path.basename(path) for path in UNITS}, {"meydan-server.service", "meydan-worker.service"})
        for path in paths("debian/*.service"):
            self.assertEqual(os.path.realpath(path), os.path.join(ROOT, "examples", os.path.basename(path)))

    def test_settings_are_in_the_file(self):
        """Options win over the file that docs tell to edit, so a unit has none but the file itself."""
        for path in UNITS:
            options = re.findall(r"--[\w-]+", " ".join(service(path)["ExecStart"]))
            self.assertLessEqual(set(options), {"--config"}, path)

    def test_filters(self):
        """A call that the filter denies fails instead of killing the process; those that are needed are allowed."""
        for path in UNITS:
            unit = service(path)
            self.assertEqual(unit["SystemCallErrorNumber"], ["EPERM"], path)
            allowed = set()
            for line in unit["SystemCallFilter"]:
                if not line.startswith("~"):
                    allowed |= set(line.split())
                elif "@resources" in line:
                    allowed -= CALLS
            self.assertLessEqual(CALLS, allowed, path)

    def test_watchdog(self):
        for path in UNITS:
            unit = service(path)
            self.assertEqual((unit["Type"], unit["WatchdogSec"]), (["notify"], ["30"]), path)

    def test_sandbox(self):
        """What systemd itself thinks of the sandbox: at most 1.5 of 10, mostly for the access to the network."""
        analyze = shutil.which("systemd-analyze")
        if not analyze:
            skip(self, "systemd-analyze is not installed")
        for path in UNITS + BACKUP:
            done = subprocess.run([analyze, "security", "--offline=yes", "--no-pager", "--threshold=15", path],
                                  capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stdout[-200:] + done.stderr)

    def test_systemd_reads_them(self):
        verify = shutil.which("systemd-analyze")
        if not verify:
            skip(self, "systemd-analyze is not installed")
        with tempfile.TemporaryDirectory() as folder:
            for path in UNITS + BACKUP:
                unit = os.path.join(folder, os.path.basename(path))
                with open(unit, "w", encoding="utf-8") as file:
                    file.write(read(path).replace("ExecStart=meydan", "ExecStart=/bin/true"))
                done = subprocess.run([verify, "verify", "--man=no", unit], capture_output=True, text=True, check=False)
                self.assertEqual((done.returncode, done.stderr), (0, ""), path)

    def test_example_settings(self):
        """The server understands the settings that are shipped, and the store is in the unit's folder."""
        shown = subprocess.run([MEYDAN, "serve", "--config", os.path.join(ROOT, "examples/meydan.conf"), "--show-config"],
                               capture_output=True, text=True, check=True).stdout
        self.assertRegex(shown, r"(?m)^store = /var/lib/meydan/meydan\.db ")


class Backup(unittest.TestCase):
    """The command of the backup's unit, run as systemd runs it: specifiers and lines that continue are resolved first."""

    def test_rotation(self):
        unit = read(BACKUP[0]).replace("\\\n", "")
        command = re.search(r"(?m)^ExecStart=/bin/sh -euc '(.*)'$", unit)[1].replace("%%", "%")
        with tempfile.TemporaryDirectory() as folder:
            store = os.path.join(folder, "meydan.db")
            backups = os.path.join(folder, "backups")
            with contextlib.closing(sqlite3.connect(store)) as database:
                database.executescript(read(os.path.join(ROOT, "tests/sql/old/version-9.sql")))
            os.mkdir(backups)
            for day in range(1, 21):
                with open(os.path.join(backups, f"meydan-2026-01-{day:02}T033000.db"), "w", encoding="utf-8"):
                    pass
            env = {**os.environ, "STATE_DIRECTORY": folder, "STORE": store, "KEEP": "14",
                   "PATH": os.path.dirname(MEYDAN) + ":" + os.environ["PATH"]}
            subprocess.run(["/bin/sh", "-euc", command], env=env, check=True)
            kept = sorted(os.listdir(backups))
            self.assertEqual(len(kept), 14)
            self.assertEqual(kept[0], "meydan-2026-01-08T033000.db")
            self.assertGreater(os.path.getsize(os.path.join(backups, kept[-1])), 0)
            # A backup that fails removes nothing.
            failed = subprocess.run(["/bin/sh", "-euc", command], env={**env, "STORE": folder + "/nothing", "KEEP": "1"},
                                    check=False, capture_output=True)
            self.assertNotEqual(failed.returncode, 0)
            self.assertEqual(sorted(os.listdir(backups)), kept)


class Monitoring(unittest.TestCase):
    """Every metric that the alert rules and the dashboard name is exported, by a node or by a worker."""

    @staticmethod
    def exported():
        """What a running server shows is recorded, without its values; the rest is in the sources of nodes and workers."""
        names = set(re.findall(r"^# TYPE (\w+) ", read(os.path.join(ROOT, "tests/transcripts/recorded/operators.txt")), re.M))
        names |= {"meydan_worker_" + name for name in
                  re.findall(r'{ "(\w+)", "(?:gauge|counter)"', read(os.path.join(ROOT, "src/server/app/worker_process.c")))}
        names |= {"meydan_" + name for name in
                  re.findall(r'put_one\(text, "(\w+)"', read(os.path.join(ROOT, "src/server/kernel/metrics.c")))}
        return names | {"up"}

    def check(self, where, expressions):
        exported = self.exported()
        self.assertIn("meydan_store_ready", exported)
        self.assertTrue(expressions, where)
        for expression in expressions:
            for name in re.findall(r"\b(?:meydan|process)_\w+", expression):
                self.assertIn(re.sub(r"_(bucket|count|sum)$", "", name), exported, f"{where}: {expression}")

    def test_dashboard(self):
        with open(os.path.join(ROOT, "examples/meydan-dashboard.json"), encoding="utf-8") as file:
            board = json.load(file)
        self.check("dashboard", [target["expr"] for panel in board["panels"] for target in panel["targets"]])
        self.assertEqual(len({panel["id"] for panel in board["panels"]}), len(board["panels"]))

    def test_alerts(self):
        path = os.path.join(ROOT, "examples/meydan-alerts.yml")
        text = read(path)
        names = re.findall(r"- alert: (\w+)", text)
        self.assertEqual(len(names), len(set(names)))
        rules = re.split(r"- alert: ", text)[1:]
        for rule in rules:
            for part in "expr:", "labels: {severity:", "annotations: {summary:":
                self.assertIn(part, rule)
        self.check("alerts", [rule.split("labels:")[0] for rule in rules])
        promtool = shutil.which("promtool")
        if promtool:
            subprocess.run([promtool, "check", "rules", path], check=True, capture_output=True)


class Texts(unittest.TestCase):
    def test_names_of_units(self):
        units = {os.path.basename(path)[:-len(".service")] for path in UNITS + BACKUP} | {"meydan-backup.timer"}
        for path in TEXTS:
            for command, name in re.findall(r"systemctl (restart|reload|start|stop|status|edit|enable(?: --now)?|mask) ([\w@.-]+)",
                                            read(path)):
                self.assertIn(name.rstrip(".").removesuffix(".service"), units | FOREIGN, f"{path}: systemctl {command} {name}")
            for name in re.findall(r"\b(meydan[\w-]*)\.service", read(path)):
                self.assertIn(name, units, f"{path}: {name}.service")

    def test_paths(self):
        for path in TEXTS:
            for name in re.findall(r"/etc/meydan[\w./-]*", read(path)):
                self.assertIn(name.rstrip("./"), {"/etc/meydan", "/etc/meydan/meydan.conf", "/etc/meydan/worker.env"}, path)
            for name in re.findall(r"/var/lib/meydan[\w./-]*", read(path)):
                self.assertIn(name.rstrip("./"), {"/var/lib/meydan", "/var/lib/meydan/meydan.db", "/var/lib/meydan/before.db",
                                                "/var/lib/meydan/backups"}, path)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
