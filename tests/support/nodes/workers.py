# SPDX-License-Identifier: MIT
"""A `meydan worker` beside the nodes of a site."""
import os
import re
import signal
import subprocess
import urllib.error
import urllib.request

from online import MEYDAN
from waiting import until


class Worker:
    """It works for all nodes over that store and bus."""

    def __init__(self, folder, store, bus, *args):
        os.makedirs(folder, exist_ok=True)
        self.out, self.err = (os.path.join(folder, name) for name in ("out", "err"))
        with open(self.out, "w") as out, open(self.err, "w") as err:
            self.process = subprocess.Popen(
                [MEYDAN, "worker", "--store", store, "--bus", bus, "--port", "0", "--threads", "1", *args], stdout=out, stderr=err)
        said = until(self.greeting, "the worker starts")
        self.address = re.search(r"http://\S+(?=/health)", said).group(0)

    def greeting(self):
        if self.process.poll() is not None:
            raise RuntimeError(self.read(self.err))
        said = self.read(self.out)
        return "/health" in said and said

    @staticmethod
    def read(file):
        with open(file) as opened:
            return opened.read()

    def health(self):
        try:
            with urllib.request.urlopen(f"{self.address}/health") as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as refused:
            return refused.code, refused.read().decode()

    def count(self, name):
        """One of its metrics: count("moves_answered_total")."""
        with urllib.request.urlopen(f"{self.address}/metrics") as answer:
            return int(re.search(rf"^meydan_worker_{name} (\d+)$", answer.read().decode(), re.M).group(1))

    def freeze(self):
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self):
        self.process.send_signal(signal.SIGCONT)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        """Its status and what it complained about."""
        if self.process.poll() is None:
            self.thaw()
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=60), self.read(self.err)
