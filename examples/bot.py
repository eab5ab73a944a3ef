#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A bot in 40 lines, from the server's OpenAPI file and nothing else: bot.py SERVER NAME PASSWORD [LEVEL]. It makes an account, plays one
casual game of Quoridor with random moves against the server's computer of that level, and prints the result."""
import json
import random
import sys
import time
import urllib.error
import urllib.request

server, name, password, level = (sys.argv[1:] + ["1"])[:4]
api = json.load(urllib.request.urlopen(server + "/api/v1/openapi.json"))
token = None


def call(operation, body=None, **names):
    """Calls an operation by its id; waits and repeats where the server says so."""
    path, method = next((path, method) for path, methods in api["paths"].items() for method, row in methods.items()
                        if row["operationId"] == operation)
    headers = {"Content-Type": "application/json", **({"Authorization": "Bearer " + token} if token else {}),
               **({"Cookie": cookie} if cookie and not token else {})}
    data = None if method == "get" else json.dumps(body or {}).encode()
    request = urllib.request.Request(server + api["servers"][0]["url"] + path.format(**names), data, headers, method=method.upper())
    try:
        answer = urllib.request.urlopen(request)
        return json.load(answer), (answer.headers["Set-Cookie"] or "").split(";")[0]
    except urllib.error.HTTPError as refused:
        if refused.code not in (429, 503):
            sys.exit(f"{operation}: {json.load(refused)['error']['text']}")
        time.sleep(int(refused.headers["Retry-After"]))
        return call(operation, body, **names)


cookie = None
cookie = call("post_register", {"name": name, "password": password, "bot": True})[1]
token = call("post_tokens", {"label": "bot.py"})[0]["token"]
game = call("post_games", {"variant": "quoridor", "seats": ["me", {"computer": int(level)}]})[0]["game"]
while game["state"] != "over":
    if game["turn"] in game["you"]:
        moves = call("get_games_game_moves", game=game["id"])[0]
        call("post_games_game_move", {"ply": moves["ply"], "move": random.choice(moves["moves"])}, game=game["id"])
    game = call("get_games_game", game=game["id"])[0]
print(game["result"], game["reason"])
