# SPDX-License-Identifier: MIT
"""Measures the recovery after each kind of fault.

    silence  the longest time after the start of the fault without an acknowledged move
    back     from a client's disconnection until it has reconnected and received its game
    writes   from the start of a promotion until the next move is acknowledged"""
AFTER_S = 4  # how long after a fault's end effects are attributed to it


def measure(rows):
    """{fault: {"silence": [s], "back": [s], "writes": [s]}}"""
    found, faults, begun, promoted = {}, [], None, None
    for row in rows:
        if row["client"] != "fault":
            continue
        if row["what"] == "begins":
            begun, promoted = row, None
        elif row["what"] == "promoted":
            promoted = row["began"]
        else:
            faults.append((begun["name"], begun["at"], row["at"], promoted))
    acknowledged = [row["at"] for row in rows if row["what"] == "answer" and row["ok"] and row["action"] == "move"]
    gone, back = {}, []
    for row in rows:
        if row["what"] == "gone":
            gone.setdefault(row["client"], row["at"])
        elif row["what"] == "connected" and row["client"] in gone:
            begin = gone.pop(row["client"])
            back.append((begin, row["at"] - begin))
    for i, (name, begin, end, promotion) in enumerate(faults):
        until = min(end + AFTER_S, faults[i + 1][1]) if i + 1 < len(faults) else end + AFTER_S
        kind = found.setdefault(name, {"silence": [], "back": [], "writes": []})
        inside = [begin] + [at for at in acknowledged if begin <= at <= until]
        if len(inside) > 1:
            kind["silence"].append(max(b - a for a, b in zip(inside, inside[1:])))
        kind["back"] += [took for at, took in back if begin <= at < until]
        if promotion:
            after = [at for at in acknowledged if at > promotion]
            kind["writes"] += [after[0] - promotion] if after else []
    return found


def merge(parts):
    whole = {}
    for part in parts:
        for name, kinds in part.items():
            for what, values in kinds.items():
                whole.setdefault(name, {}).setdefault(what, []).extend(values)
    return whole


def table(found, counts):
    """As the rows of a table in Markdown. `counts`: how often there was each fault."""
    def cell(values):
        values = sorted(values)
        return f"{values[len(values) // 2]:.2f} / {values[-1]:.2f}" if values else ""

    lines = ["| fault | times | nobody's move acknowledged for, s (p50 / max) | line back after, s | writing after promotion, s |",
             "|---|---|---|---|---|"]
    for name in sorted(counts):
        kind = found.get(name, {})
        lines.append(f"| {name.replace('_', ' ')} | {counts[name]} | {cell(kind.get('silence', []))} | {cell(kind.get('back', []))} | "
                     f"{cell(kind.get('writes', []))} |")
    return "\n".join(lines)
