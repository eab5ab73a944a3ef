#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes positions.tsv from random games and games.tsv from games of weak computers: make.py FOLDER, with the Python package (docs/python.md) on the path.
The same seed gives the same files."""
import random
import sys

from meydan import Engine, Position, layouts, variants

POSITIONS, GAMES, PLIES = 24, 4, 250


def result(position):
    return "+".join(str(player + 1) for player in sorted(position.winners)) or "*"


def main(folder):
    dice, engine = random.Random(20261120), Engine(hash_mb=4)
    with open(f"{folder}/positions.tsv", "w") as positions, open(f"{folder}/games.tsv", "w") as games:
        for variant in variants():
            for number in range(POSITIONS):
                names = layouts(variant)
                position = Position(variant, layout=names[number % len(names)])
                for _ in range(dice.choice((0, 4, 12, 30, 60, 100))):
                    if position.winners:
                        break
                    position.play(dice.choice(position.moves()))
                moves = "" if position.winners else " ".join(sorted(position.moves()))
                positions.write(f"{variant}\t{position}\t{moves}\n")
            for number in range(GAMES):
                position, played = Position(variant), []
                seen = {position.key: 1}
                while not position.winners and len(played) < PLIES and max(seen.values()) < 3:
                    odd = dice.random() < 0.1
                    move = engine.opponent_move(position, level=1 + number % 2, seed=number + 1)
                    played.append(dice.choice(position.moves()) if odd else move)
                    position.play(played[-1])
                    seen[position.key] = seen.get(position.key, 0) + 1
                if max(seen.values()) < 3:
                    games.write(f"{variant}\t{' '.join(played)}\t{position}\t{result(position)}\n")


main(sys.argv[1])
