#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The systemd units that are shipped, and what docs and examples say of them, without a systemd that runs them
(tools/packages boot starts each of them)."""
import configparser
import glob
import os
import re
import shutil
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


UNITS = paths("examples/*.service", "debian/*.service")
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
        for path in UNITS:
            done = subprocess.run([analyze, "security", "--offline=yes", "--no-pager", "--threshold=15", path],
                                  capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stdout[-200:] + done.stderr)

    def test_systemd_reads_them(self):
        verify = shutil.which("systemd-analyze")
        if not verify:
            skip(self, "systemd-analyze is not installed")
        with tempfile.TemporaryDirectory() as folder:
            for path in UNITS:
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


class Texts(unittest.TestCase):
    def test_names_of_units(self):
        units = {os.path.basename(path)[:-len(".service")] for path in UNITS}
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
                self.assertIn(name.rstrip("./"), {"/var/lib/meydan", "/var/lib/meydan/meydan.db"}, path)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
