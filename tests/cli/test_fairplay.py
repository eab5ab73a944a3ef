#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""meydan fairplay: the same figures with any jobs and after interruptions, a strong player found among weak ones."""
import json
import os
import signal
import subprocess
import tempfile
import unittest

MEYDAN = os.environ.get("MEYDAN", "build/meydan")


def run(*args, status=0):
    done = subprocess.run([MEYDAN, *args], capture_output=True, text=True, timeout=200)
    assert done.returncode == status, (done.returncode, done.stderr)
    return done.stdout if status == 0 else done.stderr


class Fairplay(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="meydan-fairplay-")
        cls.archive = os.path.join(cls.folder.name, "games.txt")
        weak = [word for number in range(5) for word in ("--player", f"engine level=2 seed={number + 1} name=weak{number}")]
        run("match", "quoridor", *weak, "--player", "engine level=10 nodes=1500 name=strong", "--nodes", "300",
            "--games", "30", "--max-plies", "120", "--record", cls.archive, "--quiet")

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def look(self, *more):
        return json.loads(run("fairplay", self.archive, "--nodes", "300", "--json", *more))

    def test_the_strong_one_comes_first(self):
        found = self.look()
        self.assertEqual(found["nodes"], 300)
        players = {one["player"]: one for one in found["players"]}
        self.assertEqual(sorted(players), ["strong", *(f"weak{number}" for number in range(5))])
        first = found["players"][0]
        self.assertEqual((first["player"], first["games"], first["compared"]), ("strong", 10, True))
        for name, one in players.items():
            if name != "strong":
                self.assertGreater(one["loss"], first["loss"])
                self.assertFalse(one["flagged"])
        text = run("fairplay", self.archive, "--nodes", "300")
        self.assertTrue(text.splitlines()[1].startswith("strong "), text)

    def test_jobs_and_interruptions_change_nothing(self):
        whole = self.look()
        self.assertEqual(self.look("--jobs", "3"), whole)
        state = os.path.join(self.folder.name, "state")
        self.assertEqual(self.look("--state", state), whole)
        with open(state) as file:
            lines = file.readlines()
        self.assertEqual(len(lines), 30)
        # Ten games, one of them with an incomplete line, and one of another archive.
        with open(state, "w") as file:
            file.write("".join(lines[:10])[:-7] + "\n" + "0" * 16 + " 300 2 1 2 3\n")
        self.assertEqual(self.look("--state", state, "--jobs", "2"), whole)
        with open(state) as file:
            self.assertEqual(len(file.readlines()), 10 + 1 + 21)

    def test_a_signal_ends_it(self):
        state = os.path.join(self.folder.name, "stopped")
        with subprocess.Popen([MEYDAN, "fairplay", self.archive, "--nodes", "30000", "--state", state],
                              stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
            while not os.path.exists(state):
                self.assertIsNone(process.poll())
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=100)
        self.assertEqual((process.returncode, out), (1, ""))
        self.assertIn("interrupted after 0 of 30 games", err)

    def test_what_is_refused(self):
        self.assertIn("needs an archive", run("fairplay", status=2))
        self.assertIn("cannot read", run("fairplay", "/nowhere", status=2))
        self.assertIn("at least 1", run("fairplay", self.archive, "--nodes", "0", status=2))
        self.assertIn("no sound game", run("fairplay", "/dev/null", status=1))


if __name__ == "__main__":
    unittest.main()
