# SPDX-License-Identifier: MIT
"""Sockets: games watched and played, every action and event, seen by both players and a spectator."""
from games_played import QUORIDOR

NODES = True


def play(stage):
    ada, bob, eve = (stage.account(name) for name in ("Ada", "Bob", "Eve"))
    guest = stage.actor("guest")
    one, two, watcher, stranger = ada.line(), bob.line(), eve.line(), guest.line()
    host = stage.account("Host")
    page = host.line()
    seek = host.make(clock="300+2")
    page.ask("bye")
    page.close()
    lines = (one, two, watcher)

    stage.title("sockets that are not opened")
    guest.line("another page", headers={"Origin": "https://example.org"})
    ada.line("a session without a page", origin=False)
    guest.line("another version", headers={"Sec-WebSocket-Version": "12"})

    stage.title("a ping, a lobby")
    for line in (one, stranger):
        line.ask("ping")
        line.ask("lobby")
        line.ask("lobby")
    game = ada.make(clock="600+5")
    stranger.wait("lobby", lambda message: len(message["open"]) == 2)
    for line in (one, stranger):
        line.ask("unlobby")
        line.ask("unlobby")

    stage.title("a game from its first seat to its end")
    for line in (*lines, stranger):
        line.ask("watch", game=game)
    two.ask("watch", game=game)
    two.ask("watch", game="0aB1cD2e")
    two.ask("move", game=game, ply=0, move="e2")
    one.ask("move", game=game, ply=0, move="e2")
    two.ask("join", game=game, seat=0)
    stranger.ask("join", game=game)
    two.ask("join", game=game)
    one.ask("watchers", game=game)
    watcher.ask("join", game=game)
    two.ask("move", game=game, ply=0, move="e8")
    one.ask("move", game=game, ply=0, move="e9")
    one.ask("move", game=game, ply=7, move="e2")
    for ply, move in enumerate(QUORIDOR.split()):
        (one, two)[ply % 2].ask("move", game=game, ply=ply, move=move)
    one.ask("move", game=game, ply=13, move="e1")
    one.ask("resign", game=game)
    two.ask("rematch", game=game)
    one.ask("rematch", game=game)
    watcher.ask("rematch", game=game)
    watcher.ask("unwatch", game=game)
    watcher.ask("unwatch", game=game)

    stage.title("who watches")
    game = stage.started(ada, bob)
    for line in lines:
        line.ask("watch", game=game)
    one.wait("watchers", lambda message: (message["game"], message["n"]) == (game, 1))

    stage.title("a seat taken and given back")
    game = ada.make()
    for line in lines:
        line.ask("watch", game=game)
    two.ask("leave", game=game)
    two.ask("join", game=game, seat=1)
    game = ada.make(variant="abalone-3")
    for line in lines:
        line.ask("watch", game=game)
    two.ask("join", game=game, seat=2)
    two.ask("leave", game=game)
    two.ask("abort", game=game)
    one.ask("abort", game=game)
    one.ask("abort", game=game)

    stage.title("offers")
    game = stage.started(ada, bob)
    for line in lines:
        line.ask("watch", game=game)
    one.ask("draw", game=game)
    one.ask("takeback", game=game)
    one.ask("move", game=game, ply=0, move="e2")
    two.ask("move", game=game, ply=1, move="e8")
    for word in ("draw", "takeback"):
        watcher.ask(word, game=game)
        one.ask("no" + word, game=game)
        one.ask(word, game=game)
        one.ask(word, game=game)
        two.ask("no" + word, game=game)
        one.ask(word, game=game)
        one.ask("no" + word, game=game)
    two.ask("takeback", game=game)
    one.ask("takeback", game=game)
    stage.title("a draw is agreed")
    one.ask("move", game=game, ply=0, move="d1")
    two.ask("move", game=game, ply=1, move="e8")
    two.ask("claim", game=game)
    one.ask("claim", game=game)
    one.ask("draw", game=game)
    two.ask("draw", game=game)

    stage.title("three agree to take a move back, one leaves, another one wins")
    game = stage.started(ada, bob, eve, variant="abalone-3")
    for line in lines:
        line.ask("watch", game=game)
    for ply in range(4):
        state = ada.get(f"games/{game}/moves", quiet=True)
        lines[state["turn"]].ask("move", game=game, ply=ply, move=sorted(state["moves"])[0])
    one.ask("takeback", game=game)
    two.ask("takeback", game=game)
    watcher.ask("takeback", game=game)
    two.ask("resign", game=game)
    one.ask("resign", game=game)

    stage.title("called off before everybody has moved")
    game = stage.started(ada, bob)
    for line in lines:
        line.ask("watch", game=game)
    one.ask("move", game=game, ply=0, move="e2")
    two.ask("abort", game=game)

    stage.title("a player leaves the page")
    game = stage.started(ada, bob)
    for line in (one, watcher):
        line.ask("watch", game=game)
    two.ask("watch", game=game)
    two.ask("bye")
    two.close()
    stage.title("a game whose creator has gone")
    stage.until(lambda: all(one["id"] != seek for one in guest.get("lobby", quiet=True)["open"]), "it is not listed")
    watcher.ask("join", game=seek)
    eve.act(seek, "join")
    host.get("me")
    stage.until(lambda: any(one["id"] == seek for one in guest.get("lobby", quiet=True)["open"]), "it is listed")
    guest.get("lobby")
    watcher.ask("join", game=seek)
    host.act(seek, "abort")

    stage.title("many games at once")
    for _ in range(70):
        made = eve.make(public=False, quiet=True)
        stage.mask.learn("game", made)
        answer = watcher.ask("watch", game=made, quiet=True)
        if answer["t"] == "error":
            watcher.ask("watch", game=made)
            break
