# SPDX-License-Identifier: MIT
"""Accounts: visitors, registering, signing in and out, passwords, sessions, tokens, the second factor, the end of an account."""
import base64
import hashlib
import hmac
import time

from transcript import PASSWORD

POSTGRES = True
FIREFOX = {"User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"}


def code_of(secret, steps=0):
    """RFC 6238."""
    step = int(time.time() // 30) + steps
    digest = hmac.new(base64.b32decode(secret), step.to_bytes(8, "big"), hashlib.sha1).digest()
    start = digest[-1] & 15
    return f"{(int.from_bytes(digest[start:start + 4], 'big') & 0x7fffffff) % 10**6:06}"


def play(stage):
    stage.title("a guest becomes a visitor, then an account")
    ada = stage.actor("ada")
    ada.name = "Ada"
    ada.get("me")
    ada.post("visit")
    ada.post("visit")
    game = ada.make(public=False)
    ada.post("register", {"name": "Ada", "password": PASSWORD})
    ada.get("me")
    ada.post("register", {"name": "Ada2", "password": PASSWORD})
    ada.act(game, "abort")

    stage.title("names and passwords that are refused")
    new = stage.actor("stranger")
    for name in ("", "A", "ada", "a b", "x" * 21, "_ada", "admin", "Mоderator"):
        new.post("register", {"name": name, "password": PASSWORD})
    for password in ("", "short", "password1", "Stranger1", "x" * 256, "qwertyuiop"):
        new.post("register", {"name": "Stranger1", "password": password})
    stage.actor("greek").post("register", {"name": "ΑΔΑ", "password": PASSWORD})
    bot = stage.actor("bot")
    bot.post("register", {"name": "Robot", "password": PASSWORD, "bot": True})

    stage.title("signing in and out")
    other = stage.actor("other")
    other.post("login", {"name": "Nobody", "password": PASSWORD})
    other.post("login", {"name": "Ada", "password": "wrong horse"})
    other.post("login", {"name": "ada", "password": PASSWORD}, headers=FIREFOX)
    visitor = stage.actor("visitor")
    kept = visitor.make(public=False)
    visitor.post("login", {"name": "Robot", "password": PASSWORD})
    visitor.get(f"games/{kept}")
    visitor.post("logout")
    visitor.get("me")
    visitor.post("logout")

    stage.title("sessions")
    sessions = ada.get("sessions")["sessions"]
    ada.delete("sessions/12345")
    ada.delete("sessions/x")
    bot.delete("sessions/" + sessions[1]["id"])
    line = other.line()
    ada.delete("sessions/" + sessions[1]["id"])
    line.closed()
    other.get("me")
    ada.get("sessions")

    stage.title("tokens")
    ada.get("tokens")
    plays = ada.post("tokens", {"label": "plays"})
    reads = ada.post("tokens", {"label": "reads", "scopes": ["read"], "days": 7})
    both = ada.post("tokens", {"label": "both", "scopes": ["play", "read"], "days": 3650})
    ada.get("tokens")
    program, reader = stage.actor("program", plays["token"]), stage.actor("reader", reads["token"])
    program.get("me")
    program.post("logout")
    reader.get("me")
    line = program.line()
    ada.delete("tokens/" + plays["id"])
    line.closed()
    program.get("me")
    program.line()
    ada.delete("tokens/" + plays["id"])
    ada.delete("tokens/x")
    bot.delete("tokens/" + both["id"])
    for i in range(18):
        ada.post("tokens", {"label": f"more {i}"}, quiet=True)
    ada.post("tokens", {"label": "too many"})

    stage.title("another password")
    ada.post("password", {"old": "wrong horse", "new": "battery staple"})
    ada.post("password", {"old": PASSWORD, "new": "short"})
    ada.post("password", {"old": PASSWORD, "new": "Ada"})
    ada.post("password", {"old": PASSWORD, "new": "battery staple", "keep_tokens": True})
    reader.get("me")
    ada.post("password", {"old": "battery staple", "new": PASSWORD})
    reader.get("me")
    ada.get("tokens")

    stage.title("the second factor")
    ada.get("second-factor")
    ada.post("second-factor/confirm", {"code": "123456"})
    ada.post("second-factor/recovery", {"password": PASSWORD, "code": "123456"})
    ada.post("second-factor/off", {"password": PASSWORD, "code": "123456"})
    ada.post("second-factor", {"password": "wrong horse"})
    secret = ada.post("second-factor", {"password": PASSWORD})["secret"]
    ada.post("second-factor/confirm", {"code": code_of(secret, 100)})
    # A half minute that ends meanwhile changes nothing: the code before it is taken, too.
    first = code_of(secret)
    codes = ada.post("second-factor/confirm", {"code": first})["recovery"]
    ada.post("second-factor", {"password": PASSWORD})
    other.post("login", {"name": "Ada", "password": PASSWORD})
    other.post("login", {"name": "Ada", "password": "wrong horse", "code": first})
    other.post("login", {"name": "Ada", "password": PASSWORD, "code": first})
    other.post("login", {"name": "Ada", "password": PASSWORD, "code": code_of(secret, 100)})
    other.post("login", {"name": "Ada", "password": PASSWORD, "code": codes[0]})
    other.post("login", {"name": "Ada", "password": PASSWORD, "code": codes[0]})
    ada.get("second-factor")
    ada.post("second-factor/recovery", {"password": "wrong horse", "code": codes[1]})
    codes = ada.post("second-factor/recovery", {"password": PASSWORD, "code": codes[1]})["recovery"]
    ada.post("second-factor/off", {"password": "wrong horse", "code": codes[0]})
    ada.post("second-factor/off", {"password": PASSWORD, "code": codes[0]})
    ada.get("second-factor")

    stage.title("the end of all sessions")
    other.post("logout-everywhere")
    other.get("me")
    ada.get("me")
    ada.get("sessions")
    ada.post("login", {"name": "Ada", "password": PASSWORD})

    stage.title("the end of an account")
    open_game, live = ada.make(), stage.started(ada, bot, public=False)
    ada.post("delete-account", {"password": "wrong horse"})
    line = ada.line()
    ada.post("delete-account", {"password": PASSWORD})
    line.closed()
    ada.get("me")
    bot.get(f"games/{live}")
    bot.get(f"games/{open_game}")
    bot.get("people/Ada")
    ada.post("login", {"name": "Ada", "password": PASSWORD})
    ada.post("register", {"name": "Ada", "password": PASSWORD})
