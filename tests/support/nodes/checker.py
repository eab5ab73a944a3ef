# SPDX-License-Identifier: MIT
"""Compares the requests and messages of every client with the final log, as Jepsen does. It checks:

- an acknowledged move is in the log, once and at its ply; so is every other acknowledged action
- the log is a valid game: no ply twice, one end, and no event after it
- each client saw the log: the same events in the same order, and each full game as a prefix of it
- all clients saw the same end, and all who requested a rematch got the same game
- flags fall, and games without a first move are aborted, once and not too early
- a clock was charged at most for the time in which its player had the position and could answer, and for no less if
  nothing failed"""
import bisect

KINDS = ["sit", "stand", "start", "move", "draw", "nodraw", "ask", "agree", "noask", "takeback", "leave", "end", "pause",
         "decline"]
TALK = {"draw": ("draw",), "nodraw": ("nodraw",), "takeback": ("ask", "agree"), "notakeback": ("noask",)}
EARLY_MS = 100    # tolerance between this program's clock and the nodes'
LESS_MS = 200     # tolerance for charging less than was used, if nothing failed
AROUND_S = 6      # how long a fault has effects after its end


class Log:
    """The events of a game, as the store has them."""

    def __init__(self, game):
        self.id = game["id"]
        self.events = [{"kind": KINDS[event["kind"]], "ply": event.get("ply"), "at": event["at"], "body": event.get("body", "")}
                       for event in game["events"]]
        self.result = game.get("result")
        self.moves = self.moves_until(len(self.events) - 1)

    def moves_until(self, number):
        moves = []
        for event in self.events[:number + 1]:
            if event["kind"] == "move":
                moves.append(event["body"].split()[0])
            elif event["kind"] == "takeback":
                del moves[event["ply"]:]
        return moves

    def kinds(self):
        return [event["kind"] for event in self.events]


class Times:
    """The intervals in which the harness got no processor time, or a fault was active."""

    def __init__(self, rows):
        late = [row for row in rows if row["client"] == "harness"]
        self.ends = [row["at"] for row in late]
        self.late = [row["late"] for row in late]
        self.faults, begun = [], None
        for row in rows:
            if row["client"] == "fault" and row["what"] == "begins":
                begun = row
            elif row["client"] == "fault" and row["what"] == "ends":
                self.faults.append((begun["at"], row["at"], begun["name"]))

    def late_ms(self, begin, end):
        first = bisect.bisect_left(self.ends, begin)
        return 1000 * sum(late for at, late in zip(self.ends[first:], self.late[first:]) if at - late < end)

    def in_peace(self, begin, end):
        return not any(begin < until + AROUND_S and end > since for since, until, _ in self.faults)

    def without_line_ms(self, begin, end):
        """How long clients themselves were cut off: that is their own network."""
        return 1000 * sum(max(0, min(end, until + 1) - max(begin, since)) for since, until, name in self.faults
                          if name.endswith("_clients"))


def check_log(log, wrong):
    plies = 0
    for event in log.events:
        if event["kind"] == "move":
            if event["ply"] != plies:
                wrong(log.id, f"ply {event['ply']} comes where {plies} has to")
            plies = event["ply"] + 1
        elif event["kind"] == "takeback":
            plies = event["ply"]
    ends = [i for i, kind in enumerate(log.kinds()) if kind == "end"]
    if len(ends) > 1 or (ends and ends[0] != len(log.events) - 1):
        wrong(log.id, f"it ends {len(ends)} times, of {len(log.events)} events")
    if log.kinds().count("start") > 1:
        wrong(log.id, "it starts twice")


def check_acknowledged(name, row, log, wrong):
    action, kinds = row["action"], log.kinds()
    if action == "move":
        # It may have been taken back later.
        fits = [event for event in log.events
                if event["kind"] == "move" and event["ply"] == row["ply"] and event["body"].split()[0] == row["move"]]
        if not fits:
            wrong(log.id, f"{name} had {row['move']} at ply {row['ply']} acknowledged; the log has {log.moves}")
        elif min(event["at"] for event in fits) > row["wall"] + EARLY_MS:
            # Its player has repeated it, so the acknowledged one was lost.
            wrong(log.id, f"{name} had {row['move']} at ply {row['ply']} acknowledged; the log has it only "
                          f"{min(event['at'] for event in fits) - row['wall']:.0f} ms later")
        elif len(fits) > 1 and "takeback" not in kinds:
            wrong(log.id, f"{name} made {row['move']} at ply {row['ply']} once; the log has it {len(fits)} times")
    elif action == "resign":
        if "leave" not in kinds and "end" not in kinds:
            wrong(log.id, f"{name} resigned; the log has nothing of it")
    elif action in TALK and not any(
            event["kind"] in TALK[action] and event["body"] == str(row["seat"] + 1) and event["at"] <= row["wall"] + EARLY_MS
            for event in log.events):
        wrong(log.id, f"{name} had {action} acknowledged; the log has nothing of it")


def check_client(name, rows, logs, wrong):
    """What one client asked and saw, in order."""
    number = None
    for row in rows:
        log = logs.get(row.get("game"))
        if row["what"] in ("event", "game", "answer") and log is None:
            wrong(row["game"], f"{name} saw a game that is not in the log")
        elif row["what"] == "answer" and row["ok"]:
            check_acknowledged(name, row, log, wrong)
        elif row["what"] == "game":
            number = row["shown"]["number"]
            if number >= len(log.events) or row["shown"]["moves"] != log.moves_until(number):
                wrong(log.id, f"{name} was shown {row['shown']['moves']} at {number}; the log has {log.moves_until(number)}")
        elif row["what"] == "event":
            event = row["event"]
            if number is not None and event["number"] != number + 1:
                wrong(log.id, f"{name} saw event {event['number']} after {number}")
            number = event["number"]
            kept = log.events[number] if number < len(log.events) else None
            if not kept or kept["kind"] != event["kind"] or (
                    kept["kind"] == "move" and kept["body"].split()[0] != event["move"]):
                wrong(log.id, f"{name} saw {event}; the log has {kept}")
        elif row["what"] == "gone":
            number = None


def check_ends(rows, wrong):
    ends, rematches = {}, {}
    for row in rows:
        if row["what"] == "event" and row["event"]["kind"] == "end":
            end = row["event"]
            ends.setdefault(row["game"], set()).add((end["result"], end["reason"], str(end.get("ratings"))))
        elif row["what"] == "answer" and row["ok"] and row["action"] == "rematch":
            rematches.setdefault(row["game"], set()).add(row["next"])
    for game, results in ends.items():
        if len(results) > 1:
            wrong(game, f"it ended {results}")
    for game, following in rematches.items():
        if len(following) > 1:
            wrong(game, f"it has {len(following)} rematches")


def lasting(event):
    """The fields of an event that depend on neither the node nor the time of sending."""
    kept = {key: value for key, value in event.items() if key != "now"}
    if "clocks" in kept:  # that of the player whose turn it is shows the time of sending
        kept["clocks"] = [clock for seat, clock in enumerate(kept["clocks"]) if seat != event["turn"]]
    if "seats" in kept:
        kept["seats"] = [seat and {key: value for key, value in seat.items() if key != "here"} for seat in kept["seats"]]
    return kept


def check_fields(rows, wrong):
    """Every client is told the same of an event, in every field: through whichever node, before and after a restart."""
    told = {}
    for row in rows:
        if row["what"] == "event":
            event = lasting(row["event"])
            first = told.setdefault((row["game"], event["number"]), event)
            different = sorted(key for key in first.keys() | event.keys() if first.get(key) != event.get(key))
            if different:
                wrong(row["game"], f"event {event['number']} ({event['kind']}) was told with other fields: "
                      + ", ".join(f"{key} {first.get(key)} and {event.get(key)}" for key in different))


def check_flags(kinds, logs, wrong):
    """`kinds`: of the games, as they were made."""
    for game, kind in kinds.items():
        log = logs.get(game)
        if log is None or "start" not in log.kinds():
            continue
        if kind in ("flag", "first") and "end" not in log.kinds():
            wrong(game, f"nobody ended it, a game of kind {kind!r}")
        flags = [event for event in log.events if event["kind"] == "leave" and event["body"].split()[1] == "time"]
        for flag in flags:
            if int(flag["body"].split()[2]) > 0:
                wrong(game, f"a flag fell with {flag['body'].split()[2]} ms left")


class Charges:
    """Compares the time charged for moves with the time their players had."""

    def __init__(self, limit_ms):
        self.limit_ms, self.over = limit_ms, []

    def check(self, name, rows, made, log, times, wrong):
        """The rows of one client in one game."""
        if log is None or {"takeback", "leave"} & set(log.kinds()[:-2]):
            return  # clocks go back with the moves; others have their turn
        told, plies, lost, since, asked = None, None, 0, None, None
        noticed = None  # since when this client was slow to notice, if it was
        compared = set()  # plies: one that is acknowledged again, having been sent again, was charged the first time
        clocks = {event["ply"]: event["body"].split() for event in log.events if event["kind"] == "move"}
        # Nothing is added behind the move that ends the game.
        last = log.events[-2] if len(log.events) > 1 and log.events[-1]["kind"] == "end" and log.events[-1]["at"] == log.events[-2]["at"] else {}
        for row in rows:
            if row["what"] in ("gone", "unanswered"):
                since = since or (asked[1] if row["what"] == "unanswered" and asked else row["at"])
            elif row["what"] == "connected" and since:
                lost, since = lost + row["at"] - max(since, told or 0), None
            elif row["what"] in ("made", "joined"):
                told = row["at"]  # the clock runs even if the player's client shows nothing
            elif row["what"] == "event" and row["event"]["kind"] in ("move", "start"):
                plies = row["event"].get("ply", -1) + 1
                told, lost, noticed = row["at"], 0, row["at"]
            elif row["what"] == "game" and len(row["shown"]["moves"]) != plies:
                noticed = since or row["at"]
                if plies is not None:
                    told, lost, since = row["at"], 0, None
                plies = len(row["shown"]["moves"])
            elif row["what"] == "asks" and row["action"] == "move":
                asked = (told, row["at"], lost, noticed)
            elif row["what"] == "answer" and row["ok"] and row["action"] == "move" and row["ply"] in clocks.keys() - compared:
                compared.add(row["ply"])
                left, given = int(clocks[row["ply"]][1]), int(clocks[row["ply"]][-1])
                earlier = row["ply"] - made["players"]
                before = int(clocks[earlier][1]) if earlier >= 0 else made["main"]
                gained = 0 if row["ply"] == last.get("ply") else made["increment"]
                self.compare(row, before + gained - left, given, asked, times, wrong)

    def compare(self, row, charged, given, when, times, wrong):
        told, asked, lost, noticed = when
        had = (asked - told - lost) * 1000
        late = times.late_ms(min(told, noticed or told) - 1, row["at"])
        over = charged - had - late - times.without_line_ms(told - AROUND_S, row["at"])
        self.over.append(over)
        words = f"ply {row['ply']} was charged {charged} ms; its player had {had:.0f}"
        if over > self.limit_ms or charged < 0:
            wrong(row["game"], words)
        elif times.in_peace(told, asked) and not lost and charged + given < had - LESS_MS - late:
            wrong(row["game"], words + f", and {given} were given back")

    def quantile(self, share):
        values = sorted(self.over)
        return max(0, values[min(len(values) - 1, int(share * len(values)))]) if values else 0


def check(history, games, limit_ms):
    """The violations, one line each, and the charges."""
    found = []

    def wrong(game, what):
        found.append(f"game {game}: {what}")

    logs = {game["id"]: Log(game) for game in games}
    times, charges = Times(history.rows), Charges(limit_ms)
    made = {row["game"]: row for row in history.rows if row["what"] == "made"}
    for log in logs.values():
        check_log(log, wrong)
    for name, rows in history.of_clients().items():
        check_client(name, rows, logs, wrong)
        game = next((row["game"] for row in rows if row.get("game")), None)
        if made.get(game, {}).get("main") is not None and any(row["what"] == "asks" for row in rows):
            charges.check(name, rows, made[game], logs.get(game), times, wrong)
    check_ends(history.rows, wrong)
    check_fields(history.rows, wrong)
    check_flags({game: row["kind"] for game, row in made.items()}, logs, wrong)
    return found, charges
