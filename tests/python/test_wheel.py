#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds sdist and wheel with Debian's setuptools, and uses the wheel in an empty environment, without network and without
the system's libmeydan."""
import glob
import os
import subprocess
import sys
import tempfile
import zipfile

PYTHON = sys.executable
HERE = os.path.dirname(os.path.abspath(__file__))
USE = """
import os, meydan
from meydan import Environment, _lib
assert meydan.__file__.startswith(os.environ["ENV"]), meydan.__file__
assert _lib._library().startswith(os.environ["ENV"]), _lib._library()
env = Environment("abalone-3", plies_max=50)
env.reset(seed=1)
for agent in env.agent_iter():
    _, _, terminated, truncated, _ = env.last()
    env.step(None if terminated or truncated else env.sample())
print(meydan.__version__)
"""


def run(*command, **how):
    done = subprocess.run(command, capture_output=True, text=True, **how)
    if done.returncode:
        sys.exit(f"{' '.join(command)}: {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


with tempfile.TemporaryDirectory(prefix="meydan-wheel-") as folder:
    quick = {**os.environ, "CFLAGS": "-O1", "PYTHONWARNINGS": "ignore", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    quick.pop("MEYDAN_LIBRARY", None)
    quick.pop("PYTHONPATH", None)
    # Setuptools writes beside its input.
    source = os.path.join(folder, "checkout")
    os.mkdir(source)
    for part in ("src", "include", "tools", "LICENSE"):
        os.symlink(os.path.join(HERE, "../..", part), os.path.join(source, part))
    run("cp", "-r", os.path.join(HERE, "../../python"), source)
    python = os.path.join(source, "python")
    run(PYTHON, "setup.py", "-q", "sdist", "-d", folder, cwd=python, env=quick)
    sdist, = glob.glob(os.path.join(folder, "meydan-*.tar.gz"))
    run(PYTHON, "-m", "pip", "wheel", "-q", "--no-build-isolation", "--no-deps", "--no-index", "-w", folder, sdist, cwd=folder, env=quick)
    wheel, = glob.glob(os.path.join(folder, "meydan-*.whl"))
    assert "-py3-none-" in wheel, wheel
    names = zipfile.ZipFile(wheel).namelist()
    assert {"meydan/libmeydan.so", "meydan/environment.py", "meydan/py.typed"} <= set(names), names
    env = os.path.join(folder, "env")
    run(PYTHON, "-m", "venv", "--system-site-packages", env)
    run(f"{env}/bin/pip", "install", "-q", "--no-index", "--no-deps", wheel, env=quick)
    print(run(f"{env}/bin/python", "-c", USE, cwd=folder, env={**quick, "ENV": env}))
