#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The job runner of ./test: order, cores, failures, what is counted, and that nothing outlives its step."""
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
sys.path.insert(0, os.path.join(ROOT, "tools"))
sys.path.insert(0, os.path.join(ROOT, "tests/support"))
from jobs import Runner, Step, count_lines, count_meson  # noqa: E402
from waiting import until  # noqa: E402


class Jobs(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="meydan-jobs-")
        self.addCleanup(shutil.rmtree, self.folder)
        self.said = []

    def sh(self, name, script, **how):
        return Step(name, ["sh", "-c", script, "sh", self.folder], **how)

    def run_steps(self, *steps, cores=2):
        runner = Runner(list(steps), self.folder, cores, say=lambda line, flush: self.said.append(line))
        return runner.run(), runner

    def read(self, name):
        with open(os.path.join(self.folder, name), encoding="utf-8") as file:
            return file.read()

    def test_needs_come_first(self):
        numbers, _ = self.run_steps(self.sh("two", 'cat "$1/made"', needs=["one"]),
                                    self.sh("one", 'echo yes >"$1/made"'))
        self.assertEqual(numbers, (2, 0))
        self.assertEqual(self.read("two.log"), "yes\n")

    def test_what_needs_a_failure_is_not_run(self):
        numbers, runner = self.run_steps(self.sh("bad", "echo why; exit 3"), self.sh("after", "true", needs=["bad"]),
                                         self.sh("last", "true", needs=["after"]), self.sh("other", "true"))
        self.assertEqual(numbers, (1, 1))
        self.assertEqual([step.state for step in runner.steps], ["failed", "left out", "left out", "passed"])
        self.assertIn("    why", self.said)
        self.assertEqual(sum("not run" in line for line in runner.table()), 2)

    def test_side_by_side(self):
        # Each waits for the other; a step of two cores has the machine to itself.
        meet = 'touch "$1/$0"; while [ ! -e "$1/{}" ]; do sleep 0.01; done'
        numbers, runner = self.run_steps(
            Step("a", ["sh", "-c", meet.format("b"), "a", self.folder]),
            Step("b", ["sh", "-c", meet.format("a"), "b", self.folder]),
            self.sh("alone", "true", cores=2))
        self.assertEqual(numbers, (3, 0))
        a, b, alone = runner.steps
        self.assertLess(b.began, a.began + a.wall)
        self.assertGreaterEqual(alone.began, max(a.began + a.wall, b.began + b.wall))

    def test_numbers(self):
        meson = "printf 'Ok:                 7\\nExpected Fail:      1\\nFail:               2\\nTimeout:            1\\n'"
        numbers, _ = self.run_steps(self.sh("meson", meson + "; exit 1", count=count_meson),
                                    self.sh("lines", "echo ok a; echo ok b; echo FAILED c; echo because; exit 1",
                                            count=count_lines("ok ", "FAILED "), failure="FAILED "))
        self.assertEqual(numbers, (10, 4))
        self.assertIn("    because", self.said)
        self.assertNotIn("    ok a", self.said)

    def test_skipped(self):
        # Lines of a log as the page's runner prints them.
        _, runner = self.run_steps(self.sh("page", "echo ok a; echo 'skipped a game: no browser'", count=count_lines("ok ", "FAILED ")))
        self.assertEqual(runner.skipped(), ["skipped in page: a game: no browser"])
        self.assertTrue(any("1 passed, 1 skipped" in line for line in runner.table()))
        # Meson's tests: a whole one, and cases of unittest and cmocka, with and without a reason.
        tests = {
            "whole": "#!/bin/sh\necho some words\necho nginx is not installed\nexit 77",
            "cases": "#!/usr/bin/env python3\nimport sys, unittest\nsys.path.insert(0, sys.argv.pop())\nfrom skipping import skip\n"
                     "class A(unittest.TestCase):\n    def test_a(self): skip(self, 'no IPv6')\n    def test_b(self): pass\n"
                     "    @unittest.skip('not seen')\n    def test_c(self): pass\n"
                     "class B(unittest.TestCase):\n    @classmethod\n    def setUpClass(cls): skip(cls, 'no nginx')\n"
                     "    def test_d(self): pass\nunittest.main()",
            "cmocka": "#!/bin/sh\nprintf '[ RUN      ] disk\\nskipped: PostgreSQL\\n[  SKIPPED ] disk\\n\\n 1 SKIPPED TEST(S)\\n'",
            "fine": "#!/bin/sh\ntrue",
        }
        with open(os.path.join(self.folder, "meson.build"), "w", encoding="utf-8") as build:
            build.write("project('tests')\n")
            for name, script in tests.items():
                path = os.path.join(self.folder, name)
                with open(path, "w", encoding="utf-8") as file:
                    file.write(script + "\n")
                os.chmod(path, 0o755)
                build.write(f"test('{name}', find_program('{name}'), args : ['{ROOT}/tests/support'])\n")
        numbers, runner = self.run_steps(
            self.sh("suite", 'cd "$1" && meson setup build && meson test -C build', count=count_meson))
        self.assertEqual(numbers, (3, 0))
        self.assertEqual(sorted(runner.skipped()), [
            "skipped in suite: cases: A.test_a: no IPv6", "skipped in suite: cases: B: no nginx",
            "skipped in suite: cases: no reason is printed", "skipped in suite: cmocka: disk: PostgreSQL",
            "skipped in suite: whole: nginx is not installed"])

    def test_no_number_is_no_pass(self):
        for script in "true", "echo ok a; exit 1", "kill -SEGV $$":
            numbers, _ = self.run_steps(self.sh("it", script, count=count_lines("ok ", "FAILED ")))
            self.assertEqual(numbers[1], 1, script)
        numbers, _ = self.run_steps(Step("none", ["/nowhere/at/all"]))
        self.assertEqual(numbers, (0, 1))

    def test_nothing_outlives_its_step(self):
        # In its own session, and in the background: its processor time is counted, and it is ended.
        burn = "import time\nwhile time.process_time() < 0.3: pass\ntime.sleep(1000)"
        script = f"setsid {sys.executable} -c '{burn}' & echo $! >\"$1/pid\""
        import jobs
        jobs.STRAGGLER_SECONDS, before = 2, jobs.STRAGGLER_SECONDS
        self.addCleanup(setattr, jobs, "STRAGGLER_SECONDS", before)
        numbers, runner = self.run_steps(self.sh("it", script))
        self.assertEqual(numbers, (1, 0))
        self.assertIn("still running after the end, and killed", self.read("it.log"))
        self.assertFalse(os.path.exists(f"/proc/{self.read('pid').strip()}"))
        self.assertGreater(runner.steps[0].cpu, 0.1)

    def test_too_long(self):
        numbers, _ = self.run_steps(self.sh("it", "sleep 1000", seconds_max=0.2))
        self.assertEqual(numbers, (0, 1))
        self.assertIn("not done after", self.read("it.log"))

    def test_interrupted(self):
        script = ("import sys; sys.path.insert(0, sys.argv[1]); from jobs import Runner, Step;"
                  "Runner([Step('it', ['sh', '-c', 'sleep 1000 & echo $! >$0/pid; wait', sys.argv[2]])],"
                  " sys.argv[2], 2).run()")
        runner = subprocess.Popen([sys.executable, "-c", script, os.path.join(ROOT, "tools"), self.folder],
                                  stderr=subprocess.DEVNULL)
        path = os.path.join(self.folder, "pid")
        sleeper = until(lambda: os.path.exists(path) and self.read("pid").strip(), "the step")
        runner.send_signal(signal.SIGINT)
        self.assertNotEqual(runner.wait(), 0)
        self.assertFalse(os.path.exists(f"/proc/{sleeper}"))


if __name__ == "__main__":
    unittest.main()
