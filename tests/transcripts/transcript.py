# SPDX-License-Identifier: MIT
"""Records what people say to a server and what it answers, as text that is the same on every run.

A scene is a function that is called with a Stage. The people of the stage make requests and send messages; each of them, and
every byte of the answer's body, becomes a line of the transcript. Only what differs from run to run is masked: ids and tokens are
numbered in the order in which they appear, times, clocks and secrets are replaced by a word.

Order: a request is answered before the next is sent, and after each step every open socket is read up to the answer of a ping.
Messages that the server sends later than that (LATE) are left out unless the scene waits for them.
Each step begins in a new millisecond, because the server sorts many lists by time and breaks ties by a random id.
"""
import json
import os
import re
import socket
import struct
import time

from openapi import Contract
from online import MEYDAN, Closed, Person, Refused, Socket, work
from waiting import PATIENCE, until

PASSWORD = "correct horse"
# These come on a timer, or after a second commit.
LATE = {"notification", "watchers", "lobby", "challenges", "pairing", "paired", "table", "tournament", "tournament_message"}
# The same in every answer; the scene of the operators has all of them once.
USUAL_HEADERS = {"date", "connection", "keep-alive", "content-length", "x-content-type-options", "referrer-policy", "permissions-policy",
                 "content-security-policy", "cross-origin-opener-policy", "cross-origin-embedder-policy",
                 "cross-origin-resource-policy", "x-frame-options", "ratelimit", "access-control-allow-origin",
                 "access-control-expose-headers"}


class Mask:
    """Replaces what differs from run to run."""

    GAME = re.compile(r'"(?:id|game|next|tournament)":"([0-9A-Za-z]{8})"')
    ID = re.compile(r'"([0-9]{9,})"')
    TOKEN = re.compile(r"mey_[A-Za-z0-9_-]{16,}")
    PLAIN = [(re.compile(pattern), to) for pattern, to in (
        (r'"(main|period|left|uptime|within|players|lag|bits)":[0-9.]+', r'"\1":<n>'),
        (r'\b(1[6-9]|2[0-2])[0-9]{11}\b', "<ms>"),
        (r'"used":(<ms>|null)', '"used":<used>'),  # noted some time after it was used
        (r'[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2} UTC', "<time>"),
        (r'("hash":)"[0-9a-f]+"', r'\1"<hash>"'),
        (r'\b[0-9a-f]{64}\b', '<sha256>'),
        (r'\b[0-9]{8}T[0-9]{6}Z\b', '<utc>'),
        (r'\r', ''), (r'(152 |XXC )(B|W|black1|white1)', r'\1<side>'),  # by a tournament's seed
        (r'("secret":)"[A-Z2-7]+"', r'\1"<secret>"'),
        (r'([?&]secret=)[A-Z2-7]+', r'\1<secret>'),
        (r'("challenge":)"[^"]*"', r'\1"<challenge>"'),
        (r'("proof":)"[0-9a-zA-Z+/=_-]{20,}:[0-9]+"', r'\1"<proof>"'),
        (r'"[a-z0-9]{4}(-[a-z0-9]{4}){3}"', '"<recovery>"'),
        (r'("code":)"[0-9]{6}"', r'\1"<code>"'),
        (r'("version":)"[0-9][^"]*"', r'\1"<version>"'),
        (r'("key":)"[A-Za-z0-9_-]{80,}"', r'\1"<key>"'),
        (r'(meydan_(?:session|device)=)[^;"\s]+', r'\1<secret>'),
        (r'\b(127\.0\.0\.1|localhost):[0-9]+', r'\1:<port>'),
        (r'\[(Date|Time|UTCDate|UTCTime|EndDate|EndTime) (\\?")[^"\\]*\\?"\]', r'[\1 \2<time>\2]'),
        (r' [0-9]{5,8}( [0-9]+)(?=[ "])', r' <n>\1'),  # clocks in stored events
        (r'\[TurnTime "[^"]*"\]\n', ''),
        (r'\[%clk [^\]]*\]', '[%clk <time>]'),
    )]

    def __init__(self):
        self.known = {}  # what is found -> its name
        self.counts = {}

    def learn(self, kind, found):
        if found not in self.known:
            self.counts[kind] = self.counts.get(kind, 0) + 1
            self.known[found] = f"<{kind} {self.counts[kind]}>"

    def __call__(self, text):
        found = [(match.start(), "game", match[1]) for match in self.GAME.finditer(text)]
        found += [(match.start(), "id", match[1]) for match in self.ID.finditer(text)]
        found += [(match.start(), "token", match[0]) for match in self.TOKEN.finditer(text)]
        for _, kind, name in sorted(found):
            self.learn(kind, name)
        if self.known:
            text = re.sub(r"mey_[A-Za-z0-9_-]+|[0-9A-Za-z]{8,}", lambda match: self.known.get(match[0], match[0]), text)
        for pattern, to in self.PLAIN:
            text = pattern.sub(to, text)
        return text


def png_size(data):
    return "%dx%d" % struct.unpack(">II", data[16:24])


def next_millisecond():
    now = time.time_ns() // 10**6
    while time.time_ns() // 10**6 == now:
        time.sleep(0.0002)


class Actor(Person):
    """A person on the stage. Requests return the JSON of the answer, also of a refusal."""

    def __init__(self, stage, label, server, token=None):
        super().__init__(server, token)
        self.stage, self.label, self.status = stage, label, None
        self.lines = []

    def ask(self, *args, **how):
        next_millisecond()
        return super().ask(*args, **how)

    def request(self, method, path, body=None, headers=None, raw=None, quiet=False, show=None):
        data = raw if raw is not None else json.dumps(body, ensure_ascii=False, separators=(",", ":")) if body is not None else None
        status, found, content = self.ask(method, path, headers=headers, raw=data.encode() if isinstance(data, str) else data)
        self.status = status
        self.stage.check(self, method, path, data, status, found, content)
        if method != "GET":
            self.stage.fence(self.server)
        if not quiet:
            shown = data if show is None else show
            self.stage.record_request(self, method, path, shown, headers, status, found, content)
            self.stage.settle()
        if (found["content-type"] or "").startswith("application/json"):
            return json.loads(content) if content else None
        return content

    def get(self, path, **how):
        return self.request("GET", path, **how)

    def post(self, path, body=None, **how):
        return self.request("POST", path, {} if body is None else body, **how)

    def delete(self, path, **how):
        return self.request("DELETE", path, **how)

    def act(self, game, word, quiet=False, **body):
        return self.post(f"games/{game}/{word}", body, quiet=quiet)

    def move(self, game, ply, move, quiet=False):
        return self.act(game, "move", ply=ply, move=move, quiet=quiet)

    def make(self, variant="quoridor", quiet=False, **setup):
        answer = self.post("games", {"variant": variant, **setup}, quiet=quiet)
        return answer["game"]["id"] if "game" in answer else None

    def brief(self, method, path, body=None, label="", **how):
        """A request as one line, for tables of many."""
        raw = how.pop("raw", None)
        data = raw if raw is not None else json.dumps(body, ensure_ascii=False, separators=(",", ":")) if body is not None else None
        self.status, found, content = self.ask(method, path, raw=data.encode() if isinstance(data, str) else data, **how)
        self.stage.check(self, method, path, data, self.status, found, content)
        if method == "POST" and self.status < 300:
            self.stage.fence(self.server)
        more = self.stage.headers(found, USUAL_HEADERS | {"cache-control", "content-type"})
        self.stage.write(f"{label}{self.status}{' ' + more if more else ''} {self.stage.content(found, content)}".rstrip())

    def notified(self, kind, count=1, game=None):
        """Waits until so many notifications of that kind, or about that game, have been stored: they follow the answer."""
        def found():
            return [one for one in self.get("notifications", quiet=True)["notifications"]
                    if one["kind"] == kind and game in (None, one["game"])]
        until(lambda: len(found()) == count, lambda: f"{count} notifications {kind} of {self.label}: {found()}")

    def line(self, label=None, **how):
        return Line(self, label or self.label, **how)


class Line:
    """A socket. `ask` sends a message and reads up to its answer."""

    def __init__(self, actor, label, quiet=False, **how):
        self.actor, self.stage, self.label = actor, actor.stage, label
        self.late = []
        self.n = 0
        self.socket = None
        try:
            self.socket = Socket(actor, **how)
            self.socket.answer_pings = False
            said = "101"
            self.stage.lines.append(self)
        except Refused as why:
            said = str(why.status)
        if not quiet:
            self.stage.write(f"{label} opens a socket: {said}\n")

    def raw(self, text, quiet=False):
        """Sends a text that is perhaps no message; its answer, if there is one, has no number."""
        if not quiet:
            shown = text.decode("utf-8", "backslashreplace") if isinstance(text, bytes) else text
            self.stage.write(f"{self.label} > {self.stage.mask(shown)}")
        next_millisecond()
        self.socket.send_raw(text)
        self.stage.settle()

    def ask(self, t, quiet=False, show=True, **fields):
        self.n += 1
        text = json.dumps({"t": t, "n": self.n, **fields}, ensure_ascii=False, separators=(",", ":"))
        if show and not quiet:
            self.stage.write(f"{self.label} > {self.stage.mask(text)}")
        next_millisecond()
        self.socket.send_raw(text)
        answer = self.read_until(lambda message: message.get("n") == self.n and message["t"] != "watchers", quiet)
        self.stage.fence(self.actor.server)
        self.stage.settle(quiet)
        return answer

    def receive(self):
        """(message, text as it came), or None where the server has closed the socket."""
        try:
            text = self.socket.receive_text()
        except Closed as end:
            self.stage.lines.remove(self)
            self.stage.write(f"{self.label} < closed {end.code}")
            return None, None
        return json.loads(text), text

    def read_until(self, fits, quiet=False):
        while True:
            message, text = self.receive()
            if message is None:
                return None
            answered = fits(message)
            if message.get("t") in LATE and not answered:
                self.late.append((message, text))
            elif not quiet and not (answered and message["t"] == "pong" and message["n"] > 1000000):
                self.stage.write(f"{self.label} < {self.stage.mask(text)}")
            if answered:
                return message

    def settle(self, quiet=False):
        """Reads what the server has sent so far."""
        self.stage.pings += 1
        number = 1000000 + self.stage.pings
        try:
            self.socket.send_raw(json.dumps({"t": "ping", "n": number}))
        except OSError:
            pass
        self.read_until(lambda message: message.get("n") == number, quiet)

    def wait(self, t, fits=lambda message: True, quiet=False):
        """Waits for a message of LATE and records it; those of this kind before it are dropped."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            while self.late:
                message, text = self.late.pop(0)
                if message["t"] == t and fits(message):
                    if not quiet:
                        self.stage.write(f"{self.label} < {self.stage.mask(text)}")
                    return message
            message, text = self.receive()
            if message is None:
                return None
            if message["t"] in LATE:
                self.late.append((message, text))
            else:
                self.stage.write(f"{self.label} < {self.stage.mask(text)}")
        raise TimeoutError(f"no {t} for {self.label}")

    def flood(self, count):
        """Sends so many pings at once, and records the kinds of answers as they first come."""
        self.socket.socket.sendall(b"".join(self.socket.encoded(1, b'{"t":"ping","n":1}') for _ in range(count)))
        seen = set()
        while len(seen) < 3:
            message, text = self.receive()
            if message is None:
                return
            if message["t"] not in seen:
                seen.add(message["t"])
                self.stage.write(f"{self.label} < {self.stage.mask(text)}")

    def closed(self):
        """Waits until the server closes it."""
        if self in self.stage.lines:
            self.read_until(lambda message: False)

    def close(self, quiet=True):
        if self in self.stage.lines:
            self.stage.lines.remove(self)
            self.socket.drop() if not quiet else self.socket.close()


class Stage:
    """Where a scene takes place: one server, or several nodes with one store; people are spread over them in turn."""

    def __init__(self, site):
        self.site, self.servers = site, site.servers
        self.out, self.mask, self.lines, self.pings, self.actors = [], Mask(), [], 0, 0
        self.fences = {}
        self.contract, self.faults = None, []

    def check(self, actor, method, path, sent, status, found, content):
        """Compares a request and its answer with the server's own description of them."""
        if not self.contract:
            self.contract = Contract(json.loads(Person(self.servers[0]).ask("GET", "openapi.json")[2]))
        if (found["content-type"] or "").startswith("application/json") and content:
            try:
                body = json.loads(sent) if sent else None
            except ValueError:
                body = None
            path = path if path.startswith("/") else "/api/v1/" + path
            if path.startswith("/api/v1/"):
                self.faults += self.contract.check(method, path, body, status, json.loads(content))

    # --- the text

    def write(self, text):
        self.out.append(text)

    def title(self, text):
        self.write(f"\n## {text}\n")

    def text(self):
        return "\n".join(self.out).strip("\n") + "\n"

    def headers(self, found, without=USUAL_HEADERS):
        """What an answer says about itself, in the order of the names."""
        shown = []
        for name, value in sorted((name.lower(), value) for name, value in found.items()):
            if name in without:
                continue
            if name in ("retry-after", "etag", "last-modified"):
                value = "<masked>"
            shown.append(f"{name}: {self.mask(value)}")
        return "; ".join(shown)

    def content(self, found, content):
        kind = found["content-type"] or ""
        if kind.startswith("image/png") and content:
            return f"<png {png_size(content)}>"
        if content.startswith(b'{"openapi":'):
            return "<openapi>"
        return self.mask(content.decode("utf-8", "backslashreplace"))

    def record_request(self, actor, method, path, data, headers, status, found, content):
        sent = "".join(f" [{name}: {self.mask(value)}]" for name, value in (headers or {}).items() if value)
        said = data.decode("utf-8", "backslashreplace") if isinstance(data, bytes) else data
        self.write(f"{actor.label}: {method} {self.mask(path)}{sent}" + (f" {self.mask(said)}" if said else ""))
        self.write(f"{status} {self.headers(found)}")
        body = self.content(found, content)
        if body:
            self.write(body)
        self.write("")

    # --- the people

    def actor(self, label, token=None):
        self.actors += 1
        return Actor(self, label, self.servers[self.actors % len(self.servers)], token)

    def account(self, name, **more):
        """Registers, and records nothing of it."""
        actor = self.actor(name.lower())
        actor.name = name
        body = {"name": name, "password": PASSWORD, **more}
        actor.post("register", body, quiet=True)
        assert actor.status == 201, actor.status
        return actor

    def visitor(self, label):
        actor = self.actor(label)
        actor.post("visit", quiet=True)
        return actor

    def token(self, actor, label, **more):
        """A program with a token of that person."""
        return self.actor(label, actor.post("tokens", {"label": label, **more}, quiet=True)["token"])

    def role(self, actor, role):
        self.admin("role", actor.name, role)
        until(lambda: actor.get("me", quiet=True).get("role") == (role if role != "player" else None), "the new role")

    def admin(self, *args):
        return self.site.admin(*args)

    def until(self, holds, what):
        """For what happens on its own: by a timer, or another program."""
        until(holds, what)
        self.settle()

    def started(self, *actors, quiet=True, **setup):
        """A game in which the actors sit in that order; also a rated one, whose seats are drawn by lot."""
        setup = {"clock": "300+2", **setup}
        wanted = [actor.get("me", quiet=True)["person"]["id"] for actor in actors]
        while True:
            game = actors[0].make(quiet=quiet, **setup)
            for actor in actors[1:]:
                actor.act(game, "join", quiet=quiet)
            seats = actors[0].get(f"games/{game}", quiet=True)["seats"]
            if [seat["person"]["id"] for seat in seats] == wanted:
                self.mask.learn("game", game)
                return game
            actors[0].act(game, "abort", quiet=True)

    def play(self, game, moves, *actors, start=0, quiet=True):
        for ply, move in enumerate(moves.split(), start):
            actor = actors[ply % len(actors)]
            actor.move(game, ply, move, quiet=quiet)
            assert actor.status == 200, f"{actor.label} cannot play {move} at {ply}: {actor.status}"

    # --- order

    def fence(self, server):
        """Waits until the other nodes have received what this one has told them: news arrive in the order in which they were sent,
        so a game made now is known there after all that happened before."""
        if len(self.servers) == 1:
            return
        if server not in self.fences:
            self.fences[server] = Person(server)
        maker = self.fences[server]
        game = maker.make(public=False)["id"]
        for other in self.servers:
            if other is not server:
                reader = Person(other)
                until(lambda reader=reader: reader.ask("GET", f"games/{game}/moves")[0] == 200, "the other node knows the game")
        maker.act(game, "abort")

    def settle(self, quiet=False):
        for line in list(self.lines):
            line.settle(quiet)

    def end(self):
        for line in list(self.lines):
            line.close()
