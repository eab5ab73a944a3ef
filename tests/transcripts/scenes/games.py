# SPDX-License-Identifier: MIT
"""Games by HTTP: made, joined, played, refused, ended in every way, read again as game, record, picture and legal moves."""
from games_played import QUORIDOR
from transcript import PASSWORD

POSTGRES = True


def play(stage):
    ada, bob, eve = (stage.account(name) for name in ("Ada", "Bob", "Eve"))
    visitor, guest = stage.visitor("visitor"), stage.actor("guest")

    stage.title("a whole game")
    game = ada.make(clock="600+5")
    guest.get("lobby")
    guest.get(f"games/{game}")
    guest.get(f"games/{game}/moves")
    bob.move(game, 0, "e2")
    ada.move(game, 0, "e2")
    bob.act(game, "join", seat=0)
    bob.act(game, "join", seat=2)
    ada.act(game, "join")
    bob.act(game, "join")
    bob.act(game, "join")
    eve.act(game, "join")
    ada.get(f"games/{game}")
    guest.get(f"games/{game}/moves")
    bob.move(game, 0, "e8")
    ada.move(game, 0, "e9")
    ada.move(game, 0, "e1e9")
    ada.move(game, 1, "e2")
    ada.move(game, 0, "e2")
    ada.move(game, 0, "e2")
    ada.move(game, 0, "d1")
    eve.move(game, 1, "e8")
    visitor.move(game, 1, "e8")
    guest.move(game, 1, "e8")
    stage.play(game, QUORIDOR.split(" ", 1)[1], ada, bob, start=1)
    ada.get(f"games/{game}")
    ada.get(f"games/{game}.txt")
    guest.get(f"games/{game}/moves")
    guest.get(f"games/{game}/card.png")
    for word in ("resign", "draw", "takeback", "claim", "abort", "leave", "join"):
        ada.act(game, word)
    ada.move(game, 14, "e9")

    stage.title("set-ups")
    for setup in ({"variant": "abalone", "layout": "belgian-daisy", "clock": "60"},
                  {"variant": "abalone-3", "seats": ["open", "me", "open"], "clock": "3d"},
                  {"variant": "abalone-4-pairs", "public": False},
                  {"variant": "quoridor-4", "clock": "600+5+3x30", "seats": ["open", "open", "open", "open"]},
                  {"variant": "quoridor", "position": "e3h / - / e2 e8 / 9 10 / 2", "lot": True},
                  {"variant": "chess"}, {"variant": "abalone", "layout": "none"}, {"variant": "abalone", "position": "x"},
                  {"variant": "quoridor", "clock": "x"}, {"variant": "quoridor", "clock": "1d+5"},
                  {"variant": "quoridor", "seats": ["me"]}, {"variant": "quoridor", "seats": ["me", "me"]},
                  {"variant": "quoridor", "seats": ["me", {"computer": 5}]}, {"variant": "quoridor", "seats": ["me", {"computer": 99}]},
                  {"variant": "quoridor", "seats": ["me", {"invite": "Nobody"}]},
                  {"variant": "quoridor", "seats": ["me", {"invite": "Ada"}]},
                  {"variant": "quoridor", "seats": [{"invite": "Bob"}, {"invite": "Bob"}]},
                  {"variant": "quoridor", "seats": ["me", {"invite": "Bob", "computer": 1}]},
                  {"variant": "quoridor", "rated": True}, {"variant": "quoridor", "rated": True, "clock": "300", "position": "x"},
                  {"variant": "quoridor", "rated": True, "clock": "300+2", "seats": ["me", {"invite": "Bob"}]}):
        made = ada.post("games", setup)
        if "game" in made:
            ada.act(made["game"]["id"], "abort", quiet=True)
    visitor.make(rated=True, clock="300+2")
    stage.title("a game without an account")
    first = stage.actor("first")
    game = first.make(clock="300+2")
    second = stage.actor("second")
    second.act(game, "resign")
    second.act(game, "join")
    second.act(game, "leave")
    second.get(f"games/{game}")

    stage.title("called off, left, and by whom")
    game = ada.make()
    bob.act(game, "abort")
    bob.act(game, "leave")
    ada.act(game, "leave")
    ada.get(f"games/{game}")
    ada.act(game, "abort")
    ada.get(f"games/{game}")
    bob.act(game, "join")
    stage.actor("newcomer").act(game, "join")
    game = stage.started(ada, bob)
    stage.actor("newcomer").act(game, "join")
    bob.act(game, "abort")
    game = stage.started(ada, bob)
    stage.play(game, "e2", ada)
    bob.act(game, "resign")
    ada.get(f"games/{game}")
    game = stage.started(ada, bob)
    stage.play(game, "e2 e8", ada, bob)
    ada.act(game, "abort")
    ada.act(game, "claim")
    bob.act(game, "claim")
    ada.act(game, "nonsense")

    stage.title("a draw")
    eve.act(game, "draw")
    ada.act(game, "nodraw")
    ada.act(game, "draw")
    ada.act(game, "draw")
    bob.get(f"games/{game}")
    bob.act(game, "nodraw")
    ada.act(game, "draw")
    bob.act(game, "draw")
    bob.get(f"games/{game}")

    stage.title("a move taken back")
    game = stage.started(ada, bob)
    ada.act(game, "takeback")
    stage.play(game, "e2 e8", ada, bob)
    ada.act(game, "notakeback")
    ada.act(game, "takeback")
    ada.act(game, "takeback")
    bob.get(f"games/{game}")
    bob.act(game, "notakeback")
    ada.act(game, "takeback")
    bob.act(game, "takeback")
    bob.get(f"games/{game}")

    stage.title("resigned, and another game")
    stage.play(game, "e2 e8", ada, bob)
    ada.act(game, "rematch")
    bob.act(game, "resign")
    eve.act(game, "rematch")
    again = ada.act(game, "rematch")["game"]
    ada.get(f"games/{game}")
    ada.act(game, "rematch")
    bob.act(game, "rematch")
    bob.get(f"games/{again}")
    ada.act(again, "abort")

    stage.title("a table of three, of which one leaves")
    game = stage.started(ada, bob, eve, variant="abalone-3")
    for _ in range(3):
        state = ada.get(f"games/{game}/moves", quiet=True)
        (ada, bob, eve)[state["turn"]].move(game, state["ply"], sorted(state["moves"])[0], quiet=True)
    bob.act(game, "resign")
    ada.get(f"games/{game}")
    eve.act(game, "resign")
    ada.get(f"games/{game}.txt")

    stage.title("games that do not exist")
    for name in ("0aB1cD2e", "nonsense", "!", "00000000"):
        guest.get(f"games/{name}")
        guest.get(f"games/{name}.txt")
        guest.get(f"games/{name}/moves")
        guest.get(f"games/{name}/card.png")
        ada.act(name, "join")
        ada.move(name, 0, "e2")

    stage.title("a private game, seen by its players and others")
    game = stage.started(ada, bob, public=False)
    for who in (ada, eve, guest):
        who.get(f"games/{game}")
    guest.get(f"games/{game}/card.png")
    guest.get("lobby")
    stage.play(game, "e2 e8", ada, bob)
    ada.act(game, "resign")

    stage.title("the archive")
    for who in (ada, eve, guest):
        who.get("games?player=Ada&limit=2")
    before = guest.get("games?player=Ada&limit=2", quiet=True)["next"]
    guest.get(f"games?player=Ada&limit=2&before={before}")
    ada.get("games?mine=true&result=0-1")
    for query in ("variant=abalone-3", "speed=blitz&limit=1", "result=1-0&limit=1", "rated=true", "rated=false&limit=1",
                  "since=1&until=2", "player=Nobody", "mine=true", "variant=chess", "speed=fast", "result=9-9", "rated=maybe",
                  "limit=0", "limit=51", "limit=x", "before=!", "since=x", "nonsense=1"):
        guest.get(f"games?{query}")
    guest.get("archive.txt?player=Ada&result=0-1")
    guest.get("archive.txt?mine=true")
    ada.get("archive.txt?mine=true&variant=abalone-3")
    guest.get("archive.txt?player=Nobody")

    stage.title("what is kept of a person")
    eve.notified("ended", 1)
    eve.get("export")
    guest.get("export")
    visitor.get("export")
    visitor.post("register", {"name": "Visitor", "password": PASSWORD})
