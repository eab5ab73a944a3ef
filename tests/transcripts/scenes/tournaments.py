# SPDX-License-Identifier: MIT
"""Tournaments: conditions, entries, the organiser's decisions, files, a round with a game, private ones."""

NODES = True
POSTGRES = True


def play(stage):
    ada, bob, eve = (stage.account(name) for name in ("Ada", "Bob", "Eve"))
    guest, visitor = stage.actor("guest"), stage.visitor("visitor")
    cup = {"name": "Club night", "format": "swiss", "variant": "quoridor", "clock": "600+5", "rounds": 3, "games": 1, "pace": "hand"}

    stage.title("making")
    night = ada.post("tournaments", cup)["id"]
    for wrong in ({"variant": "chess"}, {"variant": "quoridor-4"}, {"format": "tables"}, {"clock": "x"}, {"rounds": 99}, {"ties": "XX"},
                  {"name": "see example.com"}, {"starts": 5}, {"pace": "appointment"}, {"rating_min": 2000, "rating_max": 1000},
                  {"format": "arena", "clock": "1d"}, {"rated": True, "clock": "-"}):
        ada.post("tournaments", {**cup, **wrong})
    visitor.post("tournaments", cup)
    guest.get(f"tournaments/{night}")
    guest.get("tournaments?list=soon")
    guest.get("tournaments?list=now")
    guest.get("tournaments?list=past")
    ada.get("tournaments?list=mine")
    guest.get("tournaments?list=mine")
    for path in ("tournaments/x", "tournaments/0aB1cD2e", "tournaments?limit=0"):
        guest.get(path)

    stage.title("entries")
    bob.post(f"tournaments/{night}/enter")
    bob.post(f"tournaments/{night}/enter")
    visitor.post(f"tournaments/{night}/enter")
    visitor.post(f"tournaments/{night}/leave")
    visitor.post(f"tournaments/{night}/return")
    visitor.post(f"tournaments/{night}/pause")
    eve.post(f"tournaments/{night}/pause")
    for name, rating in (("Cy", 1500), ("Di", 1400), ("Ed", 1300)):
        ada.post(f"tournaments/{night}/add", {"name": name, "rating": rating})
    eve.post(f"tournaments/{night}/add", {"name": "Flo"})
    ada.post(f"tournaments/{night}/add", {"name": "Gil", "rating": 1350, "entry": 5})
    guest.get(f"tournaments/{night}/entries")
    bob.get(f"tournaments/{night}")
    for body in ({"what": "leave 2", "why": "asked to"}, {"what": "return 2"}, {"what": "create arena"}, {"what": "leave 9"},
                 {"what": "note see example.com"}, {"what": "pause 2", "why": "example.com"}):
        ada.post(f"tournaments/{night}/decide", body)
    bob.post(f"tournaments/{night}/decide", {"what": "start"})
    ada.post(f"tournaments/{night}/invite", {"person": "Bob", "role": "helper"})
    bob.post(f"tournaments/{night}/invite", {"person": "Eve", "role": "helper"})
    ada.post(f"tournaments/{night}/change", {"name": "Kulüp gecesi", "description": "Çay var"})
    line = bob.line()
    line.ask("notifications")
    line.ask("tournament", tournament=night)
    line.ask("tournament", tournament="0aB1cD2e")
    ada.post(f"tournaments/{night}/message", {"text": "Round one begins soon"})
    line.wait("tournament")
    line.wait("tournament_message")
    line.ask("untournament", tournament=night)
    guest.get(f"tournaments/{night}/file?to=csv")
    guest.get(f"tournaments/{night}/log")

    stage.title("a private one, with a game")
    duel = ada.post("tournaments", {**cup, "name": "Duel", "format": "knockout", "private": True, "password": "çay", "pace": "timer",
                                    "accounts": True})["id"]
    for who in (guest, eve, bob):
        who.get(f"tournaments/{duel}")
    bob.post(f"tournaments/{duel}/enter", {"password": "kahve"})
    bob.post(f"tournaments/{duel}/enter", {"password": "çay"})
    visitor.post(f"tournaments/{duel}/enter", {"password": "çay"})
    eve.post(f"tournaments/{duel}/enter", {"password": "çay"})
    eve.post(f"tournaments/{duel}/leave")
    ada.post(f"tournaments/{duel}/enter", {"password": "çay"})
    ada.post(f"tournaments/{duel}/decide", {"what": "start"})
    game = line.wait("table")["game"]
    bob.get(f"games/{game}/tournament")
    bob.get("games/0aB1cD2e/tournament")
    bob.post(f"tournaments/{duel}/propose", {"table": 1, "at": 1800000000000})

    stage.title("appointments")
    dates = ada.post("tournaments", {**cup, "format": "round-robin", "pace": "appointment", "round_minutes": 60})["id"]
    for who in (ada, bob):
        who.post(f"tournaments/{dates}/enter")
    ada.post(f"tournaments/{dates}/decide", {"what": "start"})
    stage.until(lambda: bob.get(f"tournaments/{dates}/tables", quiet=True)["tables"], "the round is paired")
    eve.post(f"tournaments/{dates}/propose", {"table": 1, "at": 1800000000000})
    bob.post(f"tournaments/{dates}/propose", {"table": 9, "at": 1800000000000})
    bob.post(f"tournaments/{dates}/propose", {"table": 1, "at": 1800000000000})

    stage.title("standings, tables, files")
    over = ada.post("tournaments", {**cup, "format": "round-robin"})["id"]
    for name, rating in (("Cy", 1500), ("Di", 1400), ("Ed", 1300)):
        ada.post(f"tournaments/{over}/add", {"name": name, "rating": rating})
    ada.post(f"tournaments/{over}/decide", {"what": "start"})
    ada.post(f"tournaments/{over}/decide", {"what": "next"})
    ada.post(f"tournaments/{over}/decide", {"what": "next"})
    guest.get(f"tournaments/{over}/tables?round=1")
    ada.post(f"tournaments/{over}/decide", {"what": "result 1 1 1 2"})
    ada.post(f"tournaments/{over}/decide", {"what": "correct 1 1 2 1", "why": "wrong way round"})
    guest.get(f"tournaments/{over}/standings?explain=2")
    for to in ("json", "csv", "trf26", "trf16", "calendar", "games"):
        guest.get(f"tournaments/{over}/file?to={to}")
    ada.post(f"tournaments/{over}/decide", {"what": "end", "why": "it is late"})
    guest.get(f"tournaments/{over}/log?after=4")
    guest.get("tournaments?list=past")
    eve.get("export")
