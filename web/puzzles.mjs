// SPDX-License-Identifier: MIT
// The puzzles of data/puzzles for the build: readPuzzles(FOLDER) is all of them, packOf(puzzles) the 200 that are part of the
// page and work offline, the daily ones among them. Which ones is decided by their ids alone, so that it hardly changes
// when puzzles are added.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const PACK = { abalone: 80, quoridor: 80, "abalone-3": 10, "abalone-4": 10, "abalone-4-pairs": 10, "quoridor-4": 10 };

export function readPuzzles(folder) {
  return readdirSync(folder).filter((name) => name.endsWith(".txt")).sort().flatMap((name) =>
    readFileSync(join(folder, name), "utf8").split("\n").filter((line) => line && !line.startsWith("#")).map((line) => {
      const [id, level] = line.split(" ");
      return { variant: name.slice(0, -".txt".length), id, level: Number(level), line };
    }));
}

/** Of each variant as many as above, spread over the levels: easy ones, middling ones and hard ones, those with the least ids. */
export function packOf(puzzles) {
  return Object.entries(PACK).flatMap(([variant, count]) => {
    const bands = [[1, 2], [3, 4], [5, 6], [7, 10]].map(([low, high]) => puzzles
      .filter((puzzle) => puzzle.variant === variant && puzzle.level >= low && puzzle.level <= high)
      .sort((a, b) => (a.id < b.id ? -1 : 1)));
    const chosen = [];
    while (chosen.length < count && bands.some((band) => band.length))
      for (const band of bands) if (band.length && chosen.length < count) chosen.push(band.shift());
    return chosen;
  });
}
