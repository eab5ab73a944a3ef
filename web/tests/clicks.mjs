// SPDX-License-Identifier: MIT
// The distance from a first visit to a first move: node web/tests/clicks.mjs [RUNS]. Prints a table of presses and of
// the median seconds of RUNS runs (5), each in new browser contexts with empty storage, without motion. The seconds are
// those of a user who never hesitates: only program and browser take time. The load of the machine is printed with
// them.
import { loadavg } from "node:os";
import { test } from "node:test";
import { onlineWorld } from "./browser/online.mjs";
import { WAYS } from "./browser/ways.mjs";

const runs = Number(process.argv[2] ?? 5);
const median = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1].toFixed(1);
const { core, open } = await onlineWorld();

test("clicks", async () => {
  const rows = [];
  for (const [name, { go }] of Object.entries(WAYS)) {
    const made = [];
    for (let run = 0; run < runs; run++) {
      const one = await go({ core, open });
      made.push(one);
      for (const { page } of one.people) await page.context().close();
    }
    const [{ people, presses }] = made;
    rows.push({
      against: name,
      "presses to the board": people.map((person) => person.presses).join(" and "),
      "presses of the move": presses,
      "s to the board": median(made.map(({ board }) => board)),
      "s to the move": median(made.map(({ move }) => move)),
    });
  }
  console.table(rows);
  console.log(`median of ${runs}; load of the machine ${loadavg().map((load) => load.toFixed(1)).join(" ")}`);
});
