# SPDX-License-Identifier: MIT
"""Compares the transcript of the scene `rights` with the table of rights in docs/api.md, which is printed from the rows
that dispatch uses: every route and message, asked by everybody who may or may not use it."""
import os
import re

HERE = os.path.dirname(os.path.abspath(__file__))
ROW = re.compile(r"^\| `(GET|POST|DELETE|socket) /?(\S+)` \| (.+?)( who isn't suspended)? \| (.+) \|$", re.M)
ASKED = re.compile(r"^(\w+) +(\d{3}) (.*)$", re.M)
TOLD = re.compile(r"^(\w+) < (.*)$", re.M)
PEOPLE = {"visitor", "account", "bot", "reads", "plays", "barred", "moderator", "operator"}
WHO = {"everyone": PEOPLE | {"guest"}, "a person": PEOPLE, "an account": PEOPLE - {"visitor"},
       "a moderator": {"moderator", "operator"}}
# The refusals by the dispatcher; those of handlers have other words.
REFUSALS = {"that token is not valid", "not with a token: sign in", "this token may only read", "sign in first",
            "only for moderators"}
# The action in the path decides, by the row of its message; a rated pool needs an account.
BY_HANDLER = {("POST games/*/*", "barred"), ("message pair", "guest")}


def table(text):
    section = re.search(r"<!-- generated: rights -->\n(.*?)<!-- end -->", text, re.S)[1]
    return {("message " if method == "socket" else method + " ") + name: (who, bool(suspended), scope.strip("`"))
            for method, name, who, suspended, scope in ROW.findall(section)}


def expected(row, name):
    """The refusal of one who asks; None: they may."""
    who, unbarred, scope = row
    token = name in ("reads", "plays")
    if name == "forged":
        return "that token is not valid"
    if token and scope == "no token":
        return "not with a token: sign in"
    if name == "reads" and scope == "play":
        return "this token may only read"
    if name not in WHO[who]:
        return "sign in first" if name not in WHO["an account"] else "only for moderators"
    return "suspended" if unbarred and name == "barred" else None


def refusal(answer):
    found = re.search(r'"code":"(\w+)","text":"([^"]*)', answer)
    if not found:
        return None
    code, text = found.groups()
    if code == "suspended":
        return code
    return "sign in first" if code == "not_signed_in" and text not in REFUSALS else text if text in REFUSALS else None


def differences(transcript, docs):
    """A line for each route or message that is answered otherwise than the table says, or is in one of them only."""
    rows = table(docs)
    parts = re.split(r"^## ", transcript, flags=re.M)[1:]
    seen, found = set(), []
    for part in parts:
        title, _, text = part.partition("\n")
        if title == "sockets":
            continue
        seen.add(title)
        if title not in rows:
            found.append(f"{title} is not in the table of rights")
            continue
        answers = dict((name, answer) for name, _, answer in ASKED.findall(text))
        if title.startswith("message "):
            # The second message of each has the right fields; the first is refused before its rights are looked at.
            told = [(name, answer) for name, answer in TOLD.findall(text) if '"n":' in answer]
            numbers = sorted({int(re.search(r'"n":(\d+)', answer)[1]) for _, answer in told})
            answers = {name: answer for name, answer in told if f'"n":{numbers[-1]}' in answer} if len(numbers) > 1 else {}
        elif len(answers) < 10:
            found.append(f"{title} was not asked by all")
        for name, answer in answers.items():
            wanted, got = expected(rows[title], name), refusal(answer)
            if wanted != got and (title, name) not in BY_HANDLER:
                found.append(f"{title} by {name}: {got or 'answered'}, the table says {wanted or 'allowed'}")
    return found + [f"{title} is in the table, but not in the transcript" for title in sorted(set(rows) - seen)]


def check(transcript):
    with open(os.path.join(HERE, "../../docs/api.md"), encoding="utf-8") as file:
        return differences(transcript, file.read())
