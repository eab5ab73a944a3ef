# SPDX-License-Identifier: MIT
"""Requests refused by rate limits and by limits on numbers, with the default limits."""
from transcript import PASSWORD

ARGS = ["--computers", "0", "--proof-of-work", "1000"]
KEPT = 5  # answers before the refusal that are not recorded


def until_refused(stage, call, most, what):
    """Does it until it is refused, and records the refusal."""
    for _ in range(most):
        status = call(True)
        if status in (409, 429, 403):
            break
    stage.write(what)
    call(False)


def play(stage):
    people = [stage.account(name) for name in ("Ada", "Bob", "Eve", "Dan", "Cem", "Fay")]
    ada, bob, eve, dan, cem, fay = people

    def request(actor, method, path, body=None):
        def call(quiet):
            actor.request(method, path, body, quiet=quiet)
            return actor.status
        return call

    stage.title("challenges")
    until_refused(stage, request(ada, "POST", "games", {"variant": "quoridor", "seats": ["me", {"invite": "Bob"}]}), 5,
                  "three open ones")
    for game in ada.get("me", quiet=True)["games"]:
        bob.act(game["id"], "decline", quiet=True)
    until_refused(stage, request(ada, "POST", "games", {"variant": "quoridor", "seats": ["me", {"invite": "Bob"}]}), 5,
                  "four in three minutes")

    stage.title("open games")
    until_refused(stage, request(eve, "POST", "games", {"variant": "quoridor", "public": False}), 40, "twenty-five")

    stage.title("what players say")
    game = stage.started(ada, bob)
    line = ada.line()

    def say(quiet):
        return 429 if line.ask("say", game=game, phrase="hello", quiet=quiet)["t"] == "error" else 200
    until_refused(stage, say, 10, "five phrases")
    line.close()

    stage.title("offers between two moves")
    stage.play(game, "e2 e8", ada, bob)

    def offer(quiet):
        ada.act(game, "draw", quiet=quiet)
        status = ada.status
        ada.act(game, "nodraw", quiet=True)
        return status
    until_refused(stage, offer, 10, "five offers")

    stage.title("games left and joined again")
    game = bob.make(variant="abalone-3", public=False)

    def leave(quiet):
        dan.act(game, "join", quiet=quiet)
        status = dan.status
        dan.act(game, "leave", quiet=True)
        return status
    until_refused(stage, leave, 10, "five times")

    stage.title("reports")
    for name in ("Ada", "Bob", "Eve", "Dan", "Fay"):
        cem.post("reports", {"person": name, "reason": "other"}, quiet=True)
    cem.post("reports", {"person": "Ada", "reason": "name"})

    stage.title("codes of a second factor")
    until_refused(stage, request(fay, "POST", "second-factor/confirm", {"code": "123456"}), 1, "without one")
    fay.post("second-factor", {"password": PASSWORD}, quiet=True)
    codes = request(fay, "POST", "second-factor/confirm", {"code": "000000"})
    for _ in range(10):
        codes(True)
    fay.post("second-factor/confirm", {"code": "000000"})

    stage.title("searching and downloading")
    until_refused(stage, request(stage.actor("guest"), "GET", "games?variant=none"), 60, "the archive")
    stage.title("metrics")
    until_refused(stage, request(stage.actor("guest"), "GET", "/metrics"), 100, "often")

    stage.title("guessed passwords")
    stranger = stage.actor("stranger")
    until_refused(stage, lambda quiet: 429 if request(stranger, "POST", "login", {"name": "Ada", "password": "x"})(quiet) == 429
                  else 200, 20, "ten")
    until_refused(stage, lambda quiet: 429 if request(stranger, "POST", "register", {"name": "Another", "password": "x"})(quiet) == 429
                  else 200, 20, "registering")

    stage.title("messages of a socket")
    line = dan.line()
    line.flood(300)
    line.closed()
