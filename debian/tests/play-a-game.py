#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Two visitors play a whole game of Quoridor through the API, and wait for its review: play-a-game.py ADDRESS [--review]"""
import json
import sys
import time
import urllib.request
from http.cookiejar import CookieJar

ADDRESS = sys.argv[1]
MOVES = "e2 e8 e3 e7 e4 e6 e5 f6 e6 f5 e7 f4 e8 f3 e9".split()


class Visitor:
    def __init__(self):
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def ask(self, path, body=None):
        request = urllib.request.Request(ADDRESS + "/api/v1" + path, None if body is None else json.dumps(body).encode(),
                                         {"Content-Type": "application/json", "Origin": ADDRESS})
        with self.opener.open(request, timeout=20) as answer:
            return json.load(answer)


first, second = Visitor(), Visitor()
game = first.ask("/games", {"variant": "quoridor", "clock": "600+5", "seats": ["me", "open"], "lot": False})["game"]["id"]
second.ask(f"/games/{game}/join", {})
for ply, move in enumerate(MOVES):
    (first, second)[ply % 2].ask(f"/games/{game}/move", {"ply": ply, "move": move})
over = first.ask(f"/games/{game}")
assert (over["state"], over["result"]) == ("over", "1-0"), over
if "--review" in sys.argv[2:]:
    first.ask(f"/games/{game}/review", {})
    until = time.monotonic() + 60
    while first.ask(f"/games/{game}/review")["state"] != "done":
        assert time.monotonic() < until, "no review after a minute"
        time.sleep(0.2)
print("played", game)
