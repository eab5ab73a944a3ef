# SPDX-License-Identifier: MIT
"""Runs steps in parallel: a small job runner for ./test.

A Step is a command with a name, what must have passed before it, and how many cores it keeps busy.
run(steps) starts each step as soon as its needs have passed and cores are free, earlier steps of the
list first. It prints a line when a step ends, with the end of its log if it failed, and a table of
times last. What a step prints goes to FOLDER/NAME.log.

What always holds: every process that a step starts is ended before the step counts as over, also one
that went into the background, and its processor time is counted. A step whose needs did not pass is
not run. The numbers of passed and failed checks are read from the log by the step's `count`; skipped_in
finds the skipped checks with their reasons, times_in how long each test took.
"""
import ctypes
import json
import os
import re
import signal
import subprocess
import sys
import time

PR_SET_CHILD_SUBREAPER = 36
HEARTBEAT_SECONDS = 60
STRAGGLER_SECONDS = 10
LOG_LINES_MAX = 300
LINES_OF_A_FAILURE = 40
LAST_LINES = 60


def count_one(log, passed):
    """The command is one check."""
    return (1, 0) if passed else (0, 1)


def count_meson(log, passed):
    """The number of checks that `meson test` reports."""
    def number(names):
        return sum(int(found) for found in re.findall(rf"^(?:{names}):\s+(\d+)", log, re.M))
    return number("Ok|Expected Fail"), number("Fail|Unexpected Pass|Timeout")


def count_lines(good, bad):
    """Counts passed and failed checks as the lines with these two beginnings."""
    def count(log, passed):
        return len(re.findall(rf"^{good}", log, re.M)), len(re.findall(rf"^{bad}", log, re.M))
    return count


NO_REASON = "no reason is printed"


def skipped_by_test(test):
    """(name, reason) of each case that one test of `meson test` skipped, or of the whole test (exit status 77). Cases
    print their reasons by tests/support/skipping.py or skip_because(); unittest and cmocka count the others."""
    output = test.get("stdout", "") + "\n" + test.get("stderr", "")
    found, case = [], test["name"]
    for line in output.splitlines():
        if run := re.match(r"\[ RUN +\] (\w+)", line):
            case = run[1]
        elif reason := re.match(r"skipped(?: ([\w.]+))?: (.+)", line):
            found.append((f"{test['name']}: {reason[1] or case}", reason[2]))
    if test["result"] == "SKIP" and not found:
        lines = [line.strip() for line in output.splitlines() if line.strip()]
        return [(test["name"], lines[-1] if lines else NO_REASON)]
    counted = sum(map(int, re.findall(r"^(?:OK|FAILED) \(.*skipped=(\d+)", output, re.M) +
                      re.findall(r"^ (\d+) SKIPPED TEST", output, re.M)))
    return found + [(test["name"], NO_REASON)] * (counted - len(found))


def meson_tests_in(log):
    """Yields the tests of each test log that `meson test` names, and raises an error if one cannot be read."""
    for path in re.findall(r"^Full log written to (.+)\.txt$", log, re.M):
        with open(path + ".json", encoding="utf-8") as file:
            yield from map(json.loads, file)


def times_in(log):
    """(seconds, name) of each test: lines "ok NAME (1.2 s)" of the log, and the tests of `meson test`."""
    found = [(float(seconds), name) for name, seconds in re.findall(r"^ok (.+) \((\d+\.\d) s\)$", log, re.M)]
    try:
        return found + [(test["duration"], test["name"].split(" / ")[-1]) for test in meson_tests_in(log)]
    except (OSError, ValueError):
        return found  # skipped_in reports it


def skipped_in(log):
    """(name, reason) of each skipped check: lines "skipped NAME: REASON" of the log, and what the tests of `meson test`
    skipped, in the test log that it names."""
    found = re.findall(r"^skipped (.+?): (.+)$", log, re.M)
    try:
        return found + [skipped for test in meson_tests_in(log) for skipped in skipped_by_test(test)]
    except (OSError, ValueError) as error:
        return found + [("the test log", f"it cannot be read: {error}")]


class Step:
    """`needs`: names of steps; `also`: environment variables; `failure`: the beginning of the line from
    which a failed log is shown."""

    def __init__(self, name, command, needs=(), cores=1, also=None, count=count_one, failure=None,
                 seconds_max=1800):
        self.name, self.command, self.needs, self.cores = name, command, list(needs), cores
        self.also, self.count, self.failure, self.seconds_max = also or {}, count, failure, seconds_max
        self.state = "waiting"  # then "running", and finally "passed", "failed" or "left out"
        self.good = self.bad = 0
        self.skipped = []  # (name, reason)
        self.times = []  # (seconds, name of a test)
        self.began = self.wall = self.cpu = 0.0

    def numbers(self):
        """As "7 passed, 2 failed, 1 skipped"."""
        return (f"{self.good} passed" + (f", {self.bad} failed" if self.bad else "") +
                (f", {len(self.skipped)} skipped" if self.skipped else ""))

    def log_path(self, folder):
        return os.path.join(folder, re.sub(r"[^\w.-]+", "-", self.name) + ".log")


def children_of(parent):
    """(process, name) of every child that has not been waited for."""
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                with open(f"/proc/{entry}/stat", encoding="utf-8", errors="replace") as file:
                    head, tail = file.read().rsplit(")", 1)
            except OSError:
                continue
            if int(tail.split()[1]) == parent:
                found.append((int(entry), head.split("(", 1)[1]))
    return found


def reap(seconds):
    """Waits for children, including adopted ones. Returns whether none is left."""
    end = time.monotonic() + seconds
    while True:
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return True
        rest = end - time.monotonic()
        if rest <= 0:
            return False
        signal.sigtimedwait([signal.SIGCHLD], rest)


def end_children():
    """Kills all children, then their children, which this process adopts."""
    while not reap(0):
        for process, _ in children_of(os.getpid()):
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        reap(0.1)


def supervise(step, log):
    """Runs the command in a separate process and returns its status after all its processes have ended."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    os.setsid()

    def stop(number, frame):
        end_children()
        os._exit(128 + number)

    for number in signal.SIGTERM, signal.SIGINT:
        signal.signal(number, stop)
    command = subprocess.Popen(
        step.command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env={**os.environ, **step.also},
        preexec_fn=lambda: signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGCHLD]))
    try:
        status = command.wait(step.seconds_max)
    except subprocess.TimeoutExpired:
        os.write(log, f"\nnot done after {step.seconds_max} s\n".encode())
        status = 124
        end_children()
    if not reap(STRAGGLER_SECONDS):
        names = ", ".join(name for _, name in children_of(os.getpid()))
        os.write(log, f"\nstill running after the end, and killed: {names}\n".encode())
        end_children()
    return status if status >= 0 else 128 - status


class Runner:
    def __init__(self, steps, folder, cores, say=print):
        self.steps, self.folder, self.cores, self.say = steps, folder, cores, say
        self.running = {}  # process -> step
        self.begun = time.monotonic()

    def by_name(self, name):
        return next(step for step in self.steps if step.name == name)

    def start(self, step):
        step.state = "running"
        step.began = time.monotonic()
        log = os.open(step.log_path(self.folder), os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND, 0o644)
        sys.stdout.flush()
        process = os.fork()
        if process == 0:
            status = 125
            try:
                status = supervise(step, log)
            except OSError as error:
                os.write(log, f"{error}\n".encode())
            finally:
                os._exit(status)
        os.close(log)
        self.running[process] = step

    def start_what_can(self):
        for step in self.steps:
            if step.state != "waiting":
                continue
            needs = [self.by_name(name) for name in step.needs]
            if any(need.state in ("failed", "left out") for need in needs):
                step.state = "left out"
                self.say(f"{step.name:<28} not run: it needs {', '.join(step.needs)}", flush=True)
                return self.start_what_can()
            busy = sum(other.cores for other in self.running.values())
            if all(need.state == "passed" for need in needs) and (not busy or busy + step.cores <= self.cores):
                self.start(step)

    def finish(self, process, status, usage):
        step = self.running.pop(process)
        step.wall = time.monotonic() - step.began
        step.cpu = usage.ru_utime + usage.ru_stime
        with open(step.log_path(self.folder), encoding="utf-8", errors="replace") as file:
            log = file.read()
        step.good, step.bad = step.count(log, status == 0)
        step.skipped = skipped_in(log)
        step.times = times_in(log)
        if status and not step.bad:
            step.bad = 1
        # A suite that ran nothing has proven nothing.
        if not step.good and not step.bad:
            step.bad = 1
        step.state = "failed" if step.bad else "passed"
        done = sum(other.state not in ("waiting", "running") for other in self.steps)
        head = f"{step.name:<28} [{done}/{len(self.steps)}] "
        times = f"({step.wall:.0f} s, {step.cpu:.0f} s of processor)"
        if not step.bad:
            self.say(f"{head}ok, {step.numbers()} {times}", flush=True)
            return
        self.say(f"{head}FAILED, {step.numbers()} {times}; from "
                 f"{step.log_path(self.folder)}:", flush=True)
        for line in self.telling(step, log):
            self.say(f"    {line}", flush=True)

    @staticmethod
    def telling(step, log):
        """The relevant lines of a failed log: those around each failure, otherwise the last ones."""
        lines = log.splitlines()
        shown = set()
        for at, line in enumerate(lines):
            if step.failure and re.match(step.failure, line):
                shown.update(range(at, min(at + LINES_OF_A_FAILURE, len(lines))))
        return [lines[at] for at in sorted(shown)][:LOG_LINES_MAX] if shown else lines[-LAST_LINES:]

    def run(self):
        os.makedirs(self.folder, exist_ok=True)
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGCHLD])
        told = time.monotonic()
        try:
            self.start_what_can()
            while self.running:
                signal.sigtimedwait([signal.SIGCHLD], HEARTBEAT_SECONDS)
                for process in list(self.running):
                    ended, status, usage = os.wait4(process, os.WNOHANG)
                    if ended:
                        self.finish(process, os.waitstatus_to_exitcode(status), usage)
                        told = time.monotonic()
                self.start_what_can()
                if time.monotonic() - told >= HEARTBEAT_SECONDS:
                    told = time.monotonic()
                    going = ", ".join(f"{step.name} ({told - step.began:.0f} s)" for step in self.running.values())
                    self.say(f"... {told - self.begun:.0f} s; running: {going}", flush=True)
        finally:
            for process in self.running:
                os.kill(process, signal.SIGTERM)
            for process in self.running:
                os.waitpid(process, 0)
        return sum(step.good for step in self.steps), sum(step.bad for step in self.steps)

    def skipped(self):
        """One line per skipped check, with its step and its reason."""
        return [f"skipped in {step.name}: {name}: {reason}" for step in self.steps for name, reason in step.skipped]

    def slowest(self, count):
        """The slowest tests of all steps, one line each."""
        times = sorted(((*time, step.name) for step in self.steps for time in step.times), reverse=True)
        return [f"{seconds:>7.1f} s  {name}  ({step})" for seconds, name, step in times[:count]]

    def table(self):
        """The time of every step, one line each."""
        rows = [f"{'step':<28}{'began':>7}{'wall s':>8}{'CPU s':>8}  result"]
        for step in self.steps:
            if step.state in ("passed", "failed"):
                rows.append(f"{step.name:<28}{step.began - self.begun:>7.0f}{step.wall:>8.1f}{step.cpu:>8.1f}  "
                            f"{step.numbers()}")
            else:
                rows.append(f"{step.name:<28}{'':>23}  not run")
        cpu = sum(step.cpu for step in self.steps)
        rows.append(f"{'all':<28}{0:>7}{time.monotonic() - self.begun:>8.1f}{cpu:>8.1f}  on {self.cores} cores")
        return rows
