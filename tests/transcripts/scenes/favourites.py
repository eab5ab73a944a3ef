# SPDX-License-Identifier: MIT
"""Favourite games: private lists with notes, of accounts and visitors."""
from transcript import PASSWORD

NODES = True
POSTGRES = True


def play(stage):
    ada, bob, eve = (stage.account(name) for name in ("Ada", "Bob", "Eve"))
    guest, visitor = stage.actor("guest"), stage.visitor("visitor")
    live, private, over = (stage.started(ada, bob, **setup) for setup in ({}, {"public": False}, {"clock": "600+5"}))
    stage.play(over, "e2 e8", ada, bob)
    bob.act(over, "resign")

    stage.title("adding, noting, removing")
    eve.get("favourites")
    for game in (live, private, over):
        for who in (ada, eve):
            who.post(f"games/{game}/favourite")
    ada.post(f"games/{over}/favourite", {"note": "Küçük bir \"güzel\" oyun: 🙂"})
    ada.post(f"games/{over}/favourite")
    for who in (ada, eve, bob):
        who.get("favourites")
        who.get("favourites/games")
    ada.post(f"games/{over}/favourite", {"note": ""})
    page = ada.get("favourites?limit=2")
    ada.get(f"favourites?limit=2&before={page['next']}")
    ada.delete(f"games/{live}/favourite")
    ada.delete(f"games/{live}/favourite")
    ada.get("favourites/games")

    stage.title("refusals")
    for note in ("я" * 200, "я" * 201, "a\u0000b", 7, None):
        ada.post(f"games/{over}/favourite", {"note": note})
    for game in ("0aB1cD2e", "x"):
        ada.post(f"games/{game}/favourite")
        ada.delete(f"games/{game}/favourite")
    for query in ("limit=0", "limit=51", "before=x", "person=Ada"):
        ada.get(f"favourites?{query}")
    for method, path in (("GET", "favourites"), ("GET", "favourites/games"), ("POST", f"games/{over}/favourite"),
                         ("DELETE", f"games/{over}/favourite")):
        guest.request(method, path, {} if method == "POST" else None)
    reads = stage.token(ada, "reads", scopes=["read"])
    reads.get("favourites/games")
    reads.post(f"games/{live}/favourite")

    stage.title("a game that ends stays a favourite")
    bob.act(live, "resign")
    eve.get("favourites?limit=50")

    stage.title("a visitor's become the account's")
    for game, note in ((live, "of the visitor"), (over, "of the visitor"), (private, "")):
        visitor.post(f"games/{game}/favourite", {"note": note})
    eve.post(f"games/{live}/favourite", {"note": "of the account"})
    eve.delete(f"games/{private}/favourite")
    visitor.post("login", {"name": "Eve", "password": PASSWORD})
    visitor.get("favourites")

    stage.title("export, and the end")
    eve.get("export")
    ada.post("delete-account", {"password": PASSWORD})
    ada.get("favourites")
