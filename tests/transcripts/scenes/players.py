# SPDX-License-Identifier: MIT
"""Players: rated games, profiles, ratings over time, activity, leaders, names that begin like that."""
from games_played import SHORT

POSTGRES = True


def play(stage):
    guest = stage.actor("guest")
    people = [stage.account(name) for name in ("Ada", "Adam", "Bob", "Eve")]
    ada, adam, bob, eve = people

    stage.title("before the first game")
    guest.get("people/Ada")
    guest.get("people/Nobody")
    guest.get("people/Ada/activity")
    guest.get("people/Ada/ratings?variant=quoridor&speed=blitz")
    guest.get("leaders?variant=quoridor&speed=blitz")

    stage.title("a rated game that is too short, and one that counts")
    for moves in (SHORT[:5], SHORT):
        game = stage.started(ada, bob, rated=True)
        line = ada.line(quiet=True)
        line.ask("watch", game=game)
        stage.play(game, moves, ada, bob)
        bob.act(game, "resign")
        ada.get(f"games/{game}")
        guest.get(f"games/{game}.txt")
        line.close()

    stage.title("many games")
    for winner, loser in [(ada, adam), (ada, bob), (ada, eve), (bob, ada), (ada, adam), (ada, eve), (ada, adam), (ada, bob),
                          (eve, ada), (adam, eve), (bob, eve), (bob, adam)] * 2:
        game = stage.started(winner, loser, rated=True)
        stage.play(game, SHORT, winner, loser)
        loser.act(game, "resign", quiet=True)
    for who in (guest, ada, bob):
        who.get("people/Ada")
        who.get("people/Ada/activity")
    changes = guest.get("people/Ada/ratings?variant=quoridor&speed=blitz&limit=3")
    guest.get(f"people/Ada/ratings?variant=quoridor&speed=blitz&limit=3&before={changes['next']}")
    guest.get("people/Ada/ratings?variant=quoridor&speed=blitz&thin=day&limit=1")
    for query in ("", "variant=chess", "speed=fast", "limit=0", "limit=1001", "limit=x", "before=x", "thin=hour"):
        guest.get(f"people/Ada/ratings?{query}&limit=1" if "limit" not in query else f"people/Ada/ratings?{query}")
    guest.get("people/Nobody/ratings")
    hidden = stage.started(ada, eve, rated=True, public=False, clock="600+5")
    stage.play(hidden, SHORT, ada, eve)
    eve.act(hidden, "resign")
    for who in (ada, guest):
        who.get("people/Ada/ratings?variant=quoridor&speed=rapid")
    live = stage.started(bob, adam)
    guest.get("people/Bob")
    bob.act(live, "abort")

    stage.title("leaders")
    for who in (guest, ada, eve):
        who.get("leaders?variant=quoridor&speed=blitz")
    guest.get("leaders?variant=quoridor&speed=blitz&limit=1")
    guest.get("leaders?variant=quoridor&speed=blitz&bots=true")
    for query in ("", "variant=chess&speed=blitz", "variant=quoridor&speed=fast", "variant=quoridor&speed=blitz&limit=101",
                  "variant=quoridor&speed=blitz&limit=x", "variant=quoridor&speed=blitz&bots=maybe"):
        guest.get(f"leaders?{query}")

    stage.title("names")
    for search in ("ad", "AD", "bob", "zz", "a", "", "!"):
        guest.get(f"people?search={search}")
    guest.get("people")
