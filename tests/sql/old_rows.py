# SPDX-License-Identifier: MIT
"""Rows for every table, in insertable order, with the columns of the newest version. A store of an older version takes
those it has a place for."""
import hashlib


def hash_of(word):
    return hashlib.sha256(word.encode()).digest()


def audit():
    """The moderators' log: each entry has the hash of the one before."""
    previous = bytes(32)
    for number, (subject, kind, reason) in enumerate([(12, "suspend", "insults"), (12, "undo", "a mistake"), (11, "role", "")], 1):
        row = {"number": number, "at_ms": 9600 + number, "actor": 11, "subject": subject, "game": 0, "kind": kind, "reason": reason,
               "detail": "moderator" if kind == "role" else ""}
        text = f"{number} {row['at_ms']} 11 {subject} 0"
        hashed = hashlib.sha256(previous)
        for part in (text, kind, reason, row["detail"]):
            hashed.update(f"{len(part.encode())}:{part}".encode())
        yield "audit", {**row, "previous": previous, "hash": hashed.digest()}
        previous = hashed.digest()


SETUP = '{"clock":"600+5"}'
ROWS = [
    ("person", {"id": 11, "kind": 1, "name": "Ada", "key": "ada", "password": "x", "created_ms": 500}),
    ("person", {"id": 12, "kind": 1, "name": "Şiir-Ой", "key": "siir", "password": "it's", "created_ms": 501}),
    ("person", {"id": 13, "kind": 2, "name": "Robot", "key": "robot", "password": "x", "created_ms": 502}),
    ("person", {"id": 14, "kind": 3, "name": None, "key": None, "password": None, "created_ms": 503, "gone_ms": 900, "became": 11}),
    # Finished; in progress; open; called off, a rematch.
    ("game", {"id": 1, "variant": "abalone", "setup": SETUP, "created_ms": 1000, "ended_ms": 9000, "result": "1-0", "speed": "rapid", "maker": 11,
              "rated": 1, "open_to_all": 1, "reason": "resignation", "plies": 2}),
    ("game", {"id": 2, "variant": "quoridor", "setup": SETUP, "created_ms": 2000, "speed": "rapid", "maker": 12}),
    ("game", {"id": 3, "variant": "abalone-3", "setup": SETUP, "created_ms": 3000, "speed": "rapid"}),
    ("game", {"id": 281474976710655, "variant": "abalone", "setup": SETUP, "created_ms": 4000, "ended_ms": 9500, "result": "*", "speed": "rapid",
              "maker": 11, "rematch_of": 1, "reason": "aborted", "rematch_after": None}),
    ("event", {"game": 1, "number": 0, "kind": 2, "ply": None, "at_ms": 2000, "body": "11 12"}),
    ("event", {"game": 1, "number": 1, "kind": 3, "ply": 0, "at_ms": 2001, "body": "a1b2 600000 0 0", "plies": 1}),
    ("event", {"game": 1, "number": 2, "kind": 3, "ply": 1, "at_ms": 2002, "body": "i9h8 600000 0 0", "plies": 2}),
    ("event", {"game": 1, "number": 3, "kind": 11, "ply": None, "at_ms": 9000, "body": "resignation", "plies": 2}),
    ("event", {"game": 2, "number": 0, "kind": 3, "ply": 0, "at_ms": 3000, "body": "e2 600000 0 0", "plies": 1}),
    ("event", {"game": 281474976710655, "number": 0, "kind": 11, "ply": None, "at_ms": 9500, "body": "aborted"}),
    ("session", {"hash": hash_of("session"), "person": 11, "created_ms": 600, "expires_ms": 99999999999999, "label": "Firefox, Linux",
                 "used_ms": 700}),
    ("token", {"id": 77, "hash": hash_of("token"), "person": 13, "label": "engine", "created_ms": 600, "scopes": 3, "expires_ms": 99999999999999,
               "used_ms": 700}),
    ("seat", {"game": 1, "seat": 0, "person": 11, "ended_ms": 9000, "score": 2}),
    ("seat", {"game": 1, "seat": 1, "person": 12, "ended_ms": 9000, "score": 0}),
    ("seat", {"game": 2, "seat": 0, "person": 12}),
    ("seat", {"game": 281474976710655, "seat": 1, "person": 11, "ended_ms": 9500}),
    ("rating", {"person": 11, "variant": "abalone", "speed": "rapid", "rating": 1662.25, "deviation": 290.5, "volatility": 0.06, "at_ms": 9000,
                "games": 1}),
    ("rating", {"person": 12, "variant": "abalone", "speed": "rapid", "rating": 1337.75, "deviation": 290.5, "volatility": 0.06, "at_ms": 9000,
                "games": 1}),
    ("rating_change", {"number": 1, "person": 11, "variant": "abalone", "speed": "rapid", "game": 1, "rating_before": 1500.0,
                       "deviation_before": 350.0, "volatility_before": 0.06, "rating": 1662.25, "deviation": 290.5, "volatility": 0.06,
                       "at_ms": 9000, "discount": 0.2}),
    ("rating_change", {"number": 2, "person": 12, "variant": "abalone", "speed": "rapid", "game": 1, "rating_before": 1500.0,
                       "deviation_before": 350.0, "volatility_before": 0.06, "rating": 1337.75, "deviation": 290.5, "volatility": 0.06,
                       "at_ms": 9000, "discount": 0.2}),
    ("alive", {"one": 1, "at_ms": 9700}),
    ("trace", {"person": 11, "kind": 0, "key": -77, "at_ms": 9000}),
    ("flag", {"number": 1, "game": 1, "person": 11, "kind": "shared", "detail": "rated", "at_ms": 9000}),
    ("person_count", {"person": 11, "games": 1, "wins": 1, "draws": 0, "losses": 0}),
    ("person_count", {"person": 12, "games": 1, "wins": 0, "draws": 0, "losses": 1}),
    ("finished", {"number": 1, "game": 1}),
    ("finished", {"number": 2, "game": 281474976710655}),
    ("review", {"game": 1, "state": 0, "priority": 1, "asked_ms": 9100}),
    ("review", {"game": 281474976710655, "state": 1, "priority": 2, "asked_ms": 9600, "tries": 1, "report": '{"nodes":1000}'}),
    *audit(),
    ("role", {"person": 11, "role": 1}),
    ("sanction", {"entry": 1, "person": 12, "kind": 1, "reason": "insults", "at_ms": 9601, "until_ms": 9900, "lifted": 2, "seen_ms": 9602}),
    ("report", {"number": 1, "reporter": 11, "person": 12, "game": 1, "reason": "abuse", "text": "\"it's\"", "context": "{}", "at_ms": 9500,
                "taken_by": 11, "taken_ms": 9550, "closed_ms": 9601, "entry": 1}),
    ("report", {"number": 2, "reporter": 12, "person": 11, "game": 0, "reason": "name", "text": "", "context": "{}", "at_ms": 9650}),
    ("tie", {"person": 11, "kind": 0, "other": 12, "at_ms": 9000}),
    ("tie", {"person": 12, "kind": 1, "other": 13, "at_ms": 9001}),
    ("kept_name", {"hash": hash_of("name"), "until_ms": 99999999999999}),
    ("factor", {"person": 11, "secret": b"\x00\x01" * 10, "since_ms": 9000, "step": 300}),
    ("recovery", {"person": 11, "hash": hash_of("recovery")}),
    ("item", {"person": 11, "kind": 2, "key": 1, "at_ms": 9000, "body": '{"kind":"follow"}'}),
    ("preference", {"person": 13, "challenges": 1, "chat": 0, "rules": '{"at_once":2}'}),
    ("said", {"game": 1, "number": 0, "person": 11, "at_ms": 8000, "heard": 3, "phrase": "good_game", "text": ""}),
    ("said", {"game": 1, "number": 1, "person": 12, "at_ms": 8001, "heard": 3, "phrase": "", "text": "Merhaba"}),
    ("result_count", {"person": 11, "variant": "abalone", "speed": "rapid", "seat": 0, "games": 1, "wins": 1, "draws": 0, "losses": 0}),
    ("result_count", {"person": 12, "variant": "abalone", "speed": "rapid", "seat": 1, "games": 1, "wins": 0, "draws": 0, "losses": 1}),
    ("attempt", {"person": 11, "number": 1, "puzzle": 1410032955, "solved": 1, "at_ms": 9000, "rating": 1550.5, "deviation": 300.0,
                 "volatility": 0.06}),
    ("solver", {"person": 11, "rating": 1550.5, "deviation": 300.0, "volatility": 0.06, "at_ms": 9000, "tried": 1, "solved": 1}),
    ("puzzle", {"id": 1410032955, "rating": 1449.5, "deviation": 300.0, "volatility": 0.06, "tries": 1}),
    ("favourite", {"person": 11, "game": 1, "number": 1, "at_ms": 9700, "note": "\"güzel\""}),
    ("job", {"kind": 1, "key": 1, "number": 0, "priority": 1, "due_ms": 9100}),
    ("job", {"kind": 0, "key": 2, "number": 0, "priority": 0, "state": 1, "holder": 5, "attempt": 1, "tries": 1, "text": "x"}),
    ("favourite", {"person": 12, "game": 1, "number": 1, "at_ms": 9650, "note": "güzel"}),
    ("tournament", {"id": 5, "maker": 11, "name": "Kupa", "description": "", "settings": "quoridor 600+5 0 0 0 0 0 0 0 0 0 create swiss",
                    "seed": "00112233445566778899aabbccddeeff", "password": "", "hidden": 0, "phase": 1, "entries": 1, "number": 2,
                    "created_ms": 9700, "starts_ms": 0, "at_ms": 9700}),
    ("decision", {"tournament": 5, "number": 1, "at_ms": 9700, "person": 11, "what": "create swiss", "why": ""}),
    ("decision", {"tournament": 5, "number": 2, "at_ms": 9701, "person": 12, "what": "enter 1 person 12 0 .", "why": ""}),
    ("entrant", {"tournament": 5, "person": 12, "number": 1, "role": 0}),
    ("tournament_game", {"game": 2, "tournament": 5, "place": 16}),
    ("appointment", {"tournament": 5, "place": 1, "person": 12, "at_ms": 9800}),
]
