# SPDX-License-Identifier: MIT
"""What the server offers, read from its sources, and whether all of it occurs in the transcripts.

The lists are checked against the program as well: it names the handlers that were called. A list that has become too short
because the sources look different now does not go unnoticed.
"""
import os
import re

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../src")
ROUTE = re.compile(r'METHOD_(GET|POST|DELETE|PUT|PATCH),\s*\.path = "([^"]*)"')
SENT = re.compile(r'(?:"t", |\.t = )"(\w+)"[),]')
EVENT = re.compile(r'\[EVENT_\w+\] = "(\w+)"')
# The row of a message has its name first, that of a route its method.
MESSAGE = re.compile(r'{\s*\.name = "(\w+)",\s*\.scope')
ERROR = re.compile(r'\[ERROR_\w+\] = \{ "(\w+)",\s*[1-9][0-9]{2}')
# A disk or memory that fails, too much to do, and nodes that come and go have tests of their own.
ELSEWHERE = {"ok", "failed", "busy", "pause", "waiting", "bye", "reconnect"}


class Catalogue:
    def __init__(self):
        self.text = ""
        for folder, _, files in sorted(os.walk(SOURCE)):
            for name in sorted(files):
                if name.endswith((".c", ".h")) and not folder.endswith("/cli"):
                    with open(os.path.join(folder, name), encoding="utf-8") as file:
                        self.text += file.read()
        self.routes = sorted((f"{method} {path}" for method, path in ROUTE.findall(self.text)), key=self.recorded(""))
        self.messages = sorted(set(MESSAGE.findall(self.text)), key=self.recorded("message "))
        self.sent = set(SENT.findall(self.text))
        self.events = set(EVENT.findall(self.text))
        self.errors = set(ERROR.findall(self.text))

    @staticmethod
    def recorded(kind):
        """Sorts routes and messages as they are recorded, so that one can move to another file; new ones come last."""
        with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "recorded/rights.txt"), encoding="utf-8") as file:
            place = {route: i for i, route in enumerate(re.findall(rf"^## {kind}(\S+|[A-Z]+ \S+)$", file.read(), re.M))}
        return lambda route: (place.get(route, len(place)), route)

    def missing(self, texts, called):
        """The routes, messages and errors that no transcript shows, one line each."""
        text = "\n".join(texts)
        handlers = {handler for handler in called if not handler.startswith("socket ")}
        messages = {handler[7:] for handler in called - handlers}
        found = [f"no list of {name} in the sources" for name in ("routes", "messages", "sent", "events", "errors")
                 if not getattr(self, name)]
        found += [f"{name} is called, but not in the catalogue" for name in handlers - set(self.routes)]
        found += [f"message {name} is called, but not in the catalogue" for name in messages - set(self.messages)]
        found += [f"no request to {route}" for route in self.routes if route not in handlers]
        answered = {f"{method} {route}" for method, route in self.answered(text)}
        found += [f"{route} is always refused" for route in self.routes if route not in answered]
        found += [f"no message {name}" for name in self.messages if f'"t":"{name}"' not in text]
        for kind, names, form in (("message to clients", self.sent, '"t":"%s"'), ("event", self.events, '"kind":"%s"'),
                                  ("error", self.errors, '"code":"%s"')):
            found += [f"no {kind} {name}" for name in sorted(names - ELSEWHERE) if form % name not in text]
        return found

    def answered(self, text):
        """The routes that were answered with 2xx. A literal part of a route wins over one with a star."""
        patterns = [(route.split(" ")[0], route.split(" ")[1],
                     re.compile(re.escape(route.split(" ")[1]).replace(r"\*", "[^/]+") + "$")) for route in self.routes]
        patterns.sort(key=lambda row: row[1].count("*"))
        text = re.sub(r"<\w+ [0-9]+>", "x", text)
        for method, path in set(re.findall(r"^\S.*?: ([A-Z]+) (\S+).*\n2\d\d ", text, re.M)):
            path = path.split("?")[0].removeprefix("/api/v1/")
            for wanted, route, pattern in patterns:
                if method == wanted and pattern.match(path):
                    yield method, route
                    break
