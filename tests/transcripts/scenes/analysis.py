# SPDX-License-Identifier: MIT
"""What the server learns from games: reviews, the explorer, puzzles."""
import os
import time

from games_played import QUORIDOR

POSTGRES = True
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../..")


def puzzles():
    """(id, the solver's moves) of the first of data/puzzles."""
    with open(os.path.join(ROOT, "data/puzzles/quoridor.txt"), encoding="ascii") as file:
        lines = [line.split(";") for line in file if line[0] != "#"][:10]
    return [(head.split()[0], " ".join(line.split()[::2])) for head, _, line in lines]


def play(stage):
    ada, bob = stage.account("Ada"), stage.account("Bob")
    guest = stage.actor("guest")
    reads = stage.token(ada, "reads", scopes=["read"])

    stage.title("a review")
    game = stage.started(ada, bob)
    stage.play(game, "e2", ada)
    guest.get(f"games/{game}/review")
    ada.post(f"games/{game}/review")
    stage.play(game, QUORIDOR.split(" ", 1)[1], ada, bob, start=1)
    guest.get(f"games/{game}/review")
    reads.post(f"games/{game}/review")
    guest.post(f"games/{game}/review")
    stage.until(lambda: guest.get(f"games/{game}/review", quiet=True)["state"] == "done", "a review")
    guest.get(f"games/{game}/review")
    guest.post(f"games/{game}/review")
    for name in ("0aB1cD2e", "nonsense"):
        guest.get(f"games/{name}/review")
        guest.post(f"games/{name}/review")
    guest.get("people/Ada/accuracy")
    guest.get("people/Nobody/accuracy")

    stage.title("the explorer")
    hidden = stage.started(bob, ada, public=False, clock="600")
    stage.play(hidden, "d1 e8", bob, ada)
    ada.act(hidden, "resign")
    stage.until(lambda: guest.get("explorer?variant=quoridor", quiet=True)["games"] == 1
                and ada.get("explorer?variant=quoridor&mine=true", quiet=True)["games"] == 2, "both games")
    guest.get("explorer?variant=quoridor")
    ada.get("explorer?variant=quoridor&mine=true")
    guest.get("explorer?variant=quoridor&moves=e2%20e8%20e3")
    guest.get("explorer?variant=quoridor&speed=bullet,rapid")
    guest.get("explorer?variant=quoridor&since=1600000000000&until=1600000000001&min=1000&max=2000")
    guest.get("explorer?variant=abalone&layout=belgian-daisy")
    guest.get("explorer?variant=quoridor&position=-%20/%20-%20/%20e2%20e8%20/%2010%2010%20/%201")
    for query in ("", "variant=chess", "variant=quoridor&moves=e5", "variant=quoridor&position=x", "variant=quoridor&speed=fast",
                  "variant=quoridor&min=-1", "variant=quoridor&layout=none", "variant=quoridor&mine=true", "variant=quoridor&nonsense=1"):
        guest.get(f"explorer?{query}")
    ada.get("people/Ada/openings?variant=quoridor")
    guest.get("people/Ada/openings?variant=chess")
    guest.get("people/Nobody/openings?variant=quoridor")

    stage.title("puzzles")
    known = puzzles()
    recently = int(time.time() * 1000) - 1000
    good = [{"puzzle": puzzle, "moves": moves, "at": recently} for puzzle, moves in known]
    ada.get("puzzles")
    guest.get("people/Ada/puzzles")
    ada.post("puzzles", {"results": [good[0], {**good[1], "moves": ""}, {**good[2], "puzzle": "00000000"}]})
    ada.post("puzzles", {"results": good[:1]})
    ada.post("puzzles", {"results": good[2:5]})
    ada.get("puzzles")
    ada.get("puzzles?after=2")
    reads.get("puzzles?after=4")
    ada.get("puzzles?after=x")
    for results in ([], good[:1] * 51, [{**good[5], "solved": True}], [{**good[5], "moves": "e9e"}],
                    [{**good[5], "moves": good[5]["moves"] + " e5 e5"}], [{"puzzle": "xyz", "moves": "e2"}], good[0]):
        ada.post("puzzles", {"results": results})
    reads.post("puzzles", {"results": good[6:7]})
    ada.post("puzzles", {"results": [{**good[6], "at": recently - 31 * 86400000}]})
    guest.get("people/Ada/puzzles")
    guest.get("people/Nobody/puzzles")
    guest.get("puzzles/ratings")
    guest.get("puzzles/ratings?variant=quoridor")
    guest.get("puzzles/ratings?variant=abalone")
    guest.get("puzzles/ratings?variant=chess")
    ada.notified("ended", 2)
    ada.notified("started", 1)
    ada.get("export")
