# SPDX-License-Identifier: MIT
"""Games with days for each move: conditional moves and vacation."""

POSTGRES = True


def play(stage):
    ada, bob, eve = (stage.account(name) for name in ("Ada", "Bob", "Eve"))
    guest = stage.actor("guest")
    game = stage.started(ada, bob, clock="3d")
    stage.play(game, "e2 e8", ada, bob)

    def plan(who, *lines, ply=2, game=game):
        return who.post(f"games/{game}/conditional", {"ply": ply, "lines": list(lines)})

    stage.title("conditional moves")
    for who in (ada, bob, eve, guest):
        who.get(f"games/{game}/conditional")
    bob.get("games/0aB1cD2e/conditional")
    plan(bob, "e3 e7 e4 e6", "d2 d8")
    plan(bob, "e3 e5")
    plan(bob, "e3 e7", "e3 d8")
    plan(bob, "e3 e7", ply=1)
    plan(ada, "e3 e7")
    plan(bob, *["e3 e7"] * 25)
    plan(eve, "e3 e7")
    plan(guest, "e3 e7")
    plan(bob, "e3 e7", game="0aB1cD2e")
    bob.get(f"games/{game}/conditional")
    ada.get(f"games/{game}")
    line = ada.line()
    line.ask("watch", game=game)
    ada.move(game, 2, "e3")
    stage.until(lambda: len(ada.get(f"games/{game}", quiet=True)["moves"]) == 4, "it is answered")
    bob.get(f"games/{game}/conditional")
    bob.get("export")
    plan(bob, ply=4)
    reads, plays = (stage.token(bob, scope, scopes=[scope]) for scope in ("read", "play"))
    plan(reads, "e4 e6", ply=4)
    plan(plays, "e4 e6", ply=4)
    reads.get(f"games/{game}/conditional")
    live = stage.started(ada, bob, clock="600+5")
    plan(bob, "e3 e7", game=live)
    ada.act(live, "abort")

    stage.title("vacation")
    ada.get("vacation")
    ada.post("vacation/end")
    for days in (31, 61, 0):
        ada.post("vacation", {"days": days})
    ada.post("vacation", {"days": 3})
    stage.until(lambda: bob.get(f"games/{game}", quiet=True).get("vacations", [None])[0], "it is known")
    bob.get(f"games/{game}")
    ada.get("vacation")
    ada.post("vacation", {"days": 1})
    ada.make(clock="1d")
    ada.notified("ended", 1)
    ada.notified("started", 2)
    ada.get("export")
    ada.post("vacation/end")
    ada.post("vacation/end")
    ada.get("vacation")
    ada.act(game, "resign")
    plan(bob, "e4 e6", ply=4)
    plays.post("vacation", {"days": 1})
    reads.post("vacation", {"days": 1})
