# SPDX-License-Identifier: MIT
"""Quick pairing: who may wait, pools, tables that fill up, games that come of it."""


def play(stage):
    guest = stage.actor("guest")
    ada, bob = stage.account("Ada"), stage.account("Bob")
    visitor, third = stage.visitor("visitor"), stage.visitor("third")
    pool = {"variant": "quoridor", "clock": "300+3"}

    stage.title("who cannot wait")
    for who in (guest, visitor):
        line = who.line()
        for fields in (pool, {**pool, "rated": True}, {**pool, "clock": "301+3"}, {**pool, "variant": "chess"}):
            line.ask("pair", **fields)
        line.ask("fill")
        line.ask("unpair")
        line.close()
    reads = stage.token(ada, "reads", scopes=["read"]).line()
    reads.ask("pair", **pool)
    reads.close()

    stage.title("waiting, in several pools")
    one, two = ada.line(), bob.line()
    one.ask("pair", **pool)
    one.ask("pair", **pool)
    one.ask("pair", variant="abalone", clock="300+3", rated=True)
    one.wait("pairing", lambda message: len(message["pools"]) == 2)
    guest.get("lobby")
    watcher = guest.line()
    watcher.ask("lobby")
    watcher.close()
    one.ask("unpair")
    one.wait("pairing", lambda message: not message["pools"])
    one.ask("fill")
    for clock in ("60+2", "120+1", "180+2", "300", "300+3", "600", "600+5", "900", "900+10", "1800"):
        one.ask("pair", variant="quoridor", clock=clock)
    one.ask("unpair")

    stage.title("two that meet")
    line = visitor.line()
    line.ask("pair", variant="quoridor", clock="600+5")
    line.wait("pairing", lambda message: message["pools"])
    two.ask("pair", variant="quoridor", clock="600+5")
    line.wait("paired")
    game = two.wait("paired")["game"]
    line.wait("pairing", lambda message: not message["pools"])
    visitor.get(f"games/{game}/moves")
    two.ask("pair", **pool)
    two.ask("resign", game=game)
    line.close()

    stage.title("a table of three")
    lines = [who.line() for who in (ada, visitor, third)]
    for line in lines:
        line.ask("pair", variant="abalone-3", clock="600+5")
    for line in lines:
        game = line.wait("paired")["game"]
    lines[0].ask("abort", game=game)
    for line in lines:
        line.close()

    stage.title("called off too often")
    for _ in range(6):
        one, two = ada.line(quiet=True), bob.line(quiet=True)
        answer = one.ask("pair", quiet=True, variant="quoridor", clock="180+2", rated=True)
        if answer["t"] == "error":
            break
        two.ask("pair", quiet=True, variant="quoridor", clock="180+2", rated=True)
        game = one.wait("paired", quiet=True)["game"]
        ada.act(game, "abort", quiet=True)
        one.close()
        two.close()
    ada.line().ask("pair", variant="quoridor", clock="180+2", rated=True)
