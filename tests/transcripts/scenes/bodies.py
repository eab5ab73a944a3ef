# SPDX-License-Identifier: MIT
"""Bodies and messages that are refused: no JSON, another shape, each field missing, mistyped, empty or too long."""
import json

from catalogue import Catalogue
from transcript import PASSWORD

MS = 1800000000000
NOWHERE = "0aB1cD2e"  # the id of a game that does not exist
KEY = "B" + "A" * 86
# A body that each route reads, as far as its fields go; routes that read no body have no row.
GOOD = {
    "register": {"name": "Newcomer", "password": "x", "bot": True, "proof": "x"},
    "login": {"name": "Ada", "password": "x", "code": "123456", "proof": "x"},
    "password": {"old": "x", "new": "x", "keep_tokens": True},
    "delete-account": {"password": "x"},
    "tokens": {"label": "x", "scopes": ["admin"], "days": 7},
    "second-factor": {"password": "x"},
    "second-factor/confirm": {"code": "123456"},
    "second-factor/off": {"password": "x", "code": "123456"},
    "second-factor/recovery": {"password": "x", "code": "123456"},
    "reports": {"person": "Nobody", "game": NOWHERE, "seat": 1, "reason": "abuse", "text": "x"},
    "push": {"endpoint": "https://push.example/a", "p256dh": KEY, "auth": "A"},
    "push/remove": {"endpoint": "https://push.example/a"},
    "notifications/read": {"until": MS},
    "notifications/settings": {"off": ["follow"], "push_off": ["ended"]},
    "moderation/take": {"report": 12345},
    "moderation/act": {"act": "annul", "report": 12345, "person": "Nobody", "other": "Nobody", "game": NOWHERE, "reason": "x",
                       "name": "x", "since": MS, "until": MS, "entry": 12345, "role": "player"},
    "preferences": {"challenges": "followed", "chat": True},
    "vacation": {"days": 100},
    "bot-rules": {"variants": ["quoridor"], "speeds": ["blitz"], "rated": True, "casual": True, "rating_min": 0,
                  "rating_max": 4000, "at_once": 4},
    "puzzles": {"results": [{"puzzle": "00000000", "moves": "e2", "at": MS}]},
    "games": {"variant": "abalone", "position": "x", "clock": "300+2", "seats": ["me", "open"], "lot": True, "rated": True,
              "public": True},
    "games/*/conditional": {"ply": 1000, "lines": ["e3 e7"]},
    "tournaments": {"name": "x", "description": "x", "format": "swiss", "variant": "chess", "clock": "300+2", "games": 1, "rounds": 3,
                    "cycles": 1, "minutes": 10, "cut": 4, "together": False, "twice": False, "partners": False, "calm": False,
                    "accelerated": False, "ties": "BH", "points": "1", "starts": MS, "pace": "timer", "pause_s": 10, "round_minutes": 5,
                    "rated": False, "private": False, "accounts": False, "bots": False, "invited": False, "password": "x",
                    "rating_min": 0, "rating_max": 4000},
    "tournaments/*/enter": {"password": "x"},
    "tournaments/*/propose": {"table": 1, "at": MS},
    "tournaments/*/decide": {"what": "next", "why": "x"},
    "tournaments/*/add": {"name": "x", "rating": 1500, "entry": 0},
    "tournaments/*/invite": {"person": "Nobody", "role": "invited"},
    "tournaments/*/change": {"name": "x", "description": "x", "starts": MS},
    "tournaments/*/message": {"text": "x"},
    "games/*/move": {"ply": 1000, "move": "e3"},
    "games/*/join": {"seat": 1},
    "games/*/decline": {"reason": "later"},
}
MESSAGES = {
    "watch": {"game": NOWHERE}, "say": {"game": NOWHERE, "phrase": "hello", "text": "hello"},
    "pair": {"variant": "chess", "clock": "300+3", "rated": True}, "move": {"game": NOWHERE, "ply": 0, "move": "e2"},
    "tournament": {"tournament": NOWHERE}, "untournament": {"tournament": NOWHERE},
    "join": {"game": NOWHERE, "seat": 1}, "decline": {"game": NOWHERE, "reason": "later"},
}
NO_BODIES = ["", "x", "[]", "null", '"x"', "{", '{"x":}', '{"nonsense":1}', '{"nonsense":1} x', '{"a":1,"a":1}', '{"\\u0000":1}',
             '{"x":"\xff"}'.encode("latin1"), "[" * 100 + "]" * 100, '{"x":"' + "y" * 300000 + '"}']
WRONG = [None, True, 7, -1, 1.5, 1e99, 2**53, "", "x", "x" * 3000, "a\u0000b", [], ["x"], [7], {}, {"x": 1}]


def shown(value):
    text = json.dumps(value, ensure_ascii=True)
    return text if len(text) < 40 else f"{text[:10]}... of {len(text)}"


def mistyped(good):
    """(what is wrong, body) for each field."""
    for key in good:
        yield f"without {key}", {name: value for name, value in good.items() if name != key}
        for value in WRONG:
            yield f"{key}: {shown(value)}", {**good, key: value}


def play(stage):
    actors = {label: stage.account(name) for label, name in
              (("ada", "Ada"), ("bob", "Bob"), ("judge", "Judge"), ("last", "Last"))}
    ada, bob, judge, last = actors.values()
    bot = stage.account("Robot", bot=True)
    stage.role(judge, "operator")
    guest = stage.actor("guest")
    game = stage.started(ada, bob, clock="3d")
    stage.play(game, "e2 e8", ada, bob)
    catalogue = Catalogue()

    def asker(path):
        if path in ("register", "login"):
            return guest
        return judge if path.startswith("moderation") else bot if path == "bot-rules" else last if path.startswith("logout") else ada

    def path_of(path):
        return (path.replace("games/*/*", f"games/{game}/draw").replace("games/*", f"games/{game}").replace("people/*", "people/Bob")
                .replace("notices/*", "notices/1").replace("tokens/*", "tokens/1").replace("sessions/*", "sessions/1"))

    for route in catalogue.routes:
        method, path = route.split()
        if method == "GET":
            continue
        stage.title(route)
        who, where = asker(path), path_of(path)
        if method == "POST":
            for raw in NO_BODIES:
                said = repr(raw) if len(raw) < 40 else f"{len(raw)} bytes"
                who.brief(method, where, raw=raw, label=f"{said}: ")
                if path.startswith("logout"):
                    last.post("login", {"name": "Last", "password": PASSWORD}, quiet=True)
            who.brief(method, where, {"nonsense": 1}, headers={"Content-Type": "text/plain"}, label="text/plain: ")
            who.brief(method, where, {"nonsense": 1}, headers={"Content-Type": None}, label="no content type: ")
        who.brief(method, where, {"nonsense": 1}, headers={"Origin": "https://example.org"}, label="another origin: ")

    for path, good in [*GOOD.items(), ("games", {"variant": "quoridor", "layout": "standard", "clock": "300+2", "rated": False,
                                                 "seats": ["me", {"invite": "Nobody"}], "lot": False, "public": False})]:
        stage.title(f"fields of {path}")
        for what, body in mistyped(good):
            asker(path).brief("POST", path_of(path), body, label=f"{what}: ")

    stage.title("messages")
    line = ada.line()
    for raw in NO_BODIES[:-1] + ['{"t":1}', '{"t":null}', '{"t":"nonsense","n":1}', '{"t":"ping","n":"x"}', '{"t":"ping","n":-1}',
                                 '{"t":"ping","n":1.5}', '{"n":7}', '{"t":"watch","n":7,"n":8,"game":7}', "{}"]:
        if isinstance(raw, bytes):
            continue
        line.raw(raw)
    for word, good in MESSAGES.items():
        stage.title(f"fields of message {word}")
        for what, body in mistyped(good):
            stage.write(what)
            line.ask(word, show=False, **body)
    stage.title("a message that is no text, and one that is too long")
    line.raw(b'{"t":"\xff"}')
    line.closed()
    line = ada.line()
    line.raw(" " * 5000, quiet=True)
    line.closed()
