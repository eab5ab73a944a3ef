# SPDX-License-Identifier: MIT
"""Who may do what: every route and every message, asked by each role, with a body that no route takes."""
from catalogue import Catalogue
from transcript import PASSWORD

# They end the session that asks, so they come last.
LAST = ("logout", "logout-everywhere")


def play(stage):
    target = stage.account("Target")
    owner, moderator, operator, barred = (stage.account(name) for name in ("Owner", "Judge", "Chief", "Barred"))
    bot = stage.account("Bot", bot=True)
    stage.role(moderator, "moderator")
    stage.role(operator, "operator")
    stage.admin("suspend", "Barred", "--days", "2", "--reason", "insults")
    stage.until(lambda: "barred" in barred.get("me", quiet=True), "the suspension is known")
    game = stage.started(target, owner)
    stage.play(game, "e2 e8", target, owner)
    roles = [("guest", stage.actor("guest")), ("visitor", stage.visitor("visitor")), ("account", owner), ("bot", bot),
             ("reads", stage.token(owner, "reads", scopes=["read"])), ("plays", stage.token(owner, "plays")),
             ("forged", stage.actor("forged", "mey_" + "A" * 43)), ("barred", barred), ("moderator", moderator),
             ("operator", operator)]
    catalogue = Catalogue()

    def path_of(route):
        for start, part in (("games/*/*", "resign"), ("games/*", game), ("people/*", "Target"), ("moderation/people/*", "Target"),
                            ("tokens/*", "1"), ("sessions/*", "1"), ("notices/*", "1")):
            if route.startswith(start):
                return start.replace("games/*/*", f"games/{game}/*").replace("*", part) + route[len(start):]
        return route

    for route in sorted(catalogue.routes, key=lambda route: route.split()[1] in LAST):
        method, path = route.split()
        stage.title(route)
        for name, actor in roles:
            if name == "guest":
                actor.cookie = None  # some routes make a visitor of a guest
            actor.brief(method, path_of(path), {"nonsense": 1} if method == "POST" else None, label=f"{name:10}")

    stage.title("sockets")
    for actor in (owner, bot, barred):
        actor.post("login", {"name": actor.name, "password": PASSWORD}, quiet=True)
    for name, actor in roles:
        if name in ("moderator", "operator"):
            actor.post("login", {"name": actor.name, "password": PASSWORD}, quiet=True)
        if name == "visitor":
            actor.post("visit", quiet=True)
    roles[0][1].cookie = None
    lines = [line for line in (actor.line(name) for name, actor in roles) if line.socket]
    for word in catalogue.messages:
        stage.title(f"message {word}")
        for line in lines:
            line.ask(word, nonsense=1)
        for line in lines:
            if word == "bye":
                continue
            line.ask(word, **{"move": {"ply": 2, "move": "e3"}, "pair": {"variant": "quoridor", "clock": "300+3"},
                              "say": {"phrase": "hello"}}.get(word, {}),
                     **({} if word in ("lobby", "unlobby", "ping", "pair", "unpair", "fill", "notifications", "unnotifications",
                                       "challenges") else {"game": "0aB1cD2e"}))
            if word == "pair":
                line.ask("unpair", quiet=True)
