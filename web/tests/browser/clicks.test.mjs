// SPDX-License-Identifier: MIT
// From a first visit to a first move in as few presses as the first screen promises.
import assert from "node:assert/strict";
import { onlineWorld } from "./online.mjs";
import { WAYS } from "./ways.mjs";

const { people, core } = await onlineWorld();

for (const [name, { presses, go }] of Object.entries(WAYS))
  people(`from a first visit to a first move: ${name}`, async (person) => {
    const made = await go({ core, open: person });
    assert.deepEqual(made.people.map((one) => one.presses), presses);
    assert.ok(made.presses <= 2, `a move of ${made.presses} presses`);
  });
