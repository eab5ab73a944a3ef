// SPDX-License-Identifier: MIT
// The page's statements of an opponent's strength match the measurements of docs/levels.md.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { load } from "./bundle.mjs";

test("the scores of the opponents are those of docs/levels.md", async () => {
  const { SCORES } = await load("features/newgame/opponentchoice.tsx");
  const rows = readFileSync(new URL("../../../docs/levels.md", import.meta.url), "utf8").split("\n").filter((line) => /^\| (level|\d+) \|/.test(line));
  const [head, ...levels] = rows.map((row) => row.split("|").slice(1, -1).map((cell) => cell.trim()));
  assert.equal(levels.length, 10);
  for (const [column, variant] of head.entries())
    if (column) assert.deepEqual(SCORES[variant], levels.map((cells) => Number.parseInt(cells[column], 10) || 0), variant);
});

test("after a win the next opponent is offered", async () => {
  const { nextOpponent } = await load("state/opponents.ts");
  const table = (level) => [{ kind: "me", level: 1 }, { kind: "computer", level }];
  assert.equal(nextOpponent(table(4), [0]), 5);
  assert.equal(nextOpponent(table(4), [1]), 0);
  assert.equal(nextOpponent(table(4), []), 0);
  assert.equal(nextOpponent(table(10), [0]), 0);
  assert.equal(nextOpponent([{ kind: "me", level: 1 }, { kind: "friend", level: 1 }], [0]), 0);
});
