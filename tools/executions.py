#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Fuzzes every target for a given number of executions, in as many sessions as necessary.

    tools/fuzz --executions N [TARGET...]    goes on until every target has N (tools/fuzz builds them first)
    tools/fuzz --table                       what has been done so far, as a table for docs/faults.md

One process at a time, in slices of a few minutes. After each slice build-fuzz/executions/TARGET.json notes the executions, the
seconds and the coverage so far, so that whoever ends it loses a slice at most, and the same command goes on. First every target gets
a short slice, to learn how fast it is; then the one with the least left to do comes first, so that most are finished early.

An input that breaks something is kept in build-fuzz/crashes; its target is left alone from then on, until the file is gone, and the
status is 1 at the end."""
import json
import os
import re
import subprocess
import sys
import time

PROGRAMS = "build-fuzz/tests/fuzz"
NOTES = "build-fuzz/executions"
CRASHES = "build-fuzz/crashes"
FIRST_S = 10    # of the slice that learns the speed
SLICE_S = 240
# Short stacks of allocations and a short quarantine find the same faults several times as fast.
ASAN = "malloc_context_size=4:quarantine_size_mb=16:detect_leaks=1"


def targets():
    names = sorted(os.listdir(PROGRAMS)) if os.path.isdir(PROGRAMS) else []
    return [name[5:] for name in names if re.fullmatch(r"fuzz_[a-z]+", name)]


def note_of(target):
    path = f"{NOTES}/{target}.json"
    if os.path.exists(path):
        with open(path) as file:
            return json.load(file)
    return {"executions": 0, "seconds": 0.0, "cov": 0, "ft": 0, "inputs": 0, "slices": 0}


def keep(target, note):
    os.makedirs(NOTES, exist_ok=True)
    with open(f"{NOTES}/{target}.new", "w") as file:
        json.dump(note, file, indent=1)
    os.replace(f"{NOTES}/{target}.new", f"{NOTES}/{target}.json")


def broken(target):
    found = os.listdir(CRASHES) if os.path.isdir(CRASHES) else []
    return sorted(f"{CRASHES}/{name}" for name in found if name.startswith(target + "-"))


def per_second(note):
    return note["executions"] / max(note["seconds"], 0.001)


def run_slice(target, note, executions, seconds):
    """Adds the executions reported by libFuzzer. New inputs stay in build-fuzz/corpus."""
    folder, seeds = f"build-fuzz/corpus/{target}", f"tests/fuzz/corpus/{target}"
    for path in folder, seeds, CRASHES:
        os.makedirs(path, exist_ok=True)
    env = {**os.environ, "ASAN_OPTIONS": ASAN, "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1"}
    command = [f"{PROGRAMS}/fuzz_{target}", f"-runs={executions}", f"-max_total_time={seconds}", "-timeout=60",
               "-rss_limit_mb=2048", "-max_len=4096", "-print_final_stats=1", f"-artifact_prefix={CRASHES}/{target}-",
               folder, seeds]
    began = time.monotonic()
    with open(f"build-fuzz/{target}.log", "w") as log:
        subprocess.run(command, stdout=log, stderr=log, stdin=subprocess.DEVNULL, env=env, check=False)
    spent = time.monotonic() - began
    with open(f"build-fuzz/{target}.log", errors="replace") as log:
        text = log.read()
    done = re.findall(r"stat::number_of_executed_units: (\d+)", text) or re.findall(r"^#(\d+)\s", text, re.M)
    seen = re.findall(r"cov: (\d+) ft: (\d+)", text)
    note["executions"] += int(done[-1]) if done else 0
    note["seconds"] += spent
    note["slices"] += 1
    note["inputs"] = len(os.listdir(folder))
    if seen:
        note["cov"], note["ft"] = (max(old, int(new)) for old, new in zip((note["cov"], note["ft"]), seen[-1]))
    keep(target, note)


def say(target, note, wanted):
    print(f"{time.strftime('%H:%M:%S')} fuzz_{target}: {note['executions']:,} of {wanted:,}, {note['seconds'] / 3600:.2f} h, "
          f"{per_second(note):,.0f}/s, cov {note['cov']}, ft {note['ft']}, {note['inputs']} inputs"
          + (", BROKEN: " + " ".join(broken(target)) if broken(target) else ""), flush=True)


def go_on(wanted, names):
    notes = {name: note_of(name) for name in names}
    for name in names:
        if not notes[name]["slices"]:
            run_slice(name, notes[name], wanted, FIRST_S)
            say(name, notes[name], wanted)
    while True:
        left = {name: (wanted - note["executions"]) / max(per_second(note), 0.01) for name, note in notes.items()
                if note["executions"] < wanted and not broken(name)}
        if not left:
            break
        name = min(left, key=left.get)
        run_slice(name, notes[name], wanted - notes[name]["executions"], SLICE_S)
        say(name, notes[name], wanted)
    bad = [name for name in names if broken(name)]
    print(f"{len(names) - len(bad)} targets have {wanted:,} executions or more" +
          (f"; broken: {', '.join(bad)}" if bad else ", nothing broke"))
    return 1 if bad else 0


def table():
    print("| target | executions | hours | per second | cov | ft | inputs kept |\n|---|---:|---:|---:|---:|---:|---:|")
    total = {"executions": 0, "seconds": 0.0}
    for name in sorted(targets(), key=lambda name: -note_of(name)["executions"]):
        note = note_of(name)
        for key in total:
            total[key] += note[key]
        print(f"| `{name}` | {note['executions']:,} | {note['seconds'] / 3600:.2f} | {per_second(note):,.0f} | {note['cov']:,} "
              f"| {note['ft']:,} | {note['inputs']:,} |")
    print(f"| all | {total['executions']:,} | {total['seconds'] / 3600:.2f} | | | | |")
    return 0


def main():
    if sys.argv[1:] == ["--table"]:
        return table()
    wanted, names = int(sys.argv[1]), sys.argv[2:] or targets()
    unknown = [name for name in names if name not in targets()]
    if unknown or not names:
        print(f"there is no fuzz target {', '.join(unknown)}", file=sys.stderr)
        return 2
    return go_on(wanted, names)


if __name__ == "__main__":
    sys.exit(main())
