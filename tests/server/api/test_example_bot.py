#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""examples/bot.py, which knows the server only by its OpenAPI file, plays a game to its end. MEYDAN is the program."""
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../../support"))
from online import Server  # noqa: E402

server = Server()
try:
    said = subprocess.run([sys.executable, os.path.join(HERE, "../../../examples/bot.py"), f"http://127.0.0.1:{server.port}", "Robo",
                           "correct horse battery"], capture_output=True, text=True, timeout=120)
finally:
    server.stop()
if said.returncode or not re.fullmatch(r"(1-0|0-1|1/2-1/2) \w+\n", said.stdout):
    sys.exit(f"{said.returncode}: {said.stdout}{said.stderr}")
