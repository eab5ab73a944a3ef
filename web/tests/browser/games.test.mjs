// SPDX-License-Identifier: MIT
// Whole games of every variant, from the first move to the result, by mouse, by touch and by keys.
import assert from "node:assert/strict";
import { begin, inputs, kept, playAll } from "./play.mjs";
import { abaloneGames, race } from "./scores.mjs";
import { DESK, PHONE, world } from "./world.mjs";

const { core, test } = await world();
const screens = { mouse: { viewport: DESK }, touch: { viewport: PHONE, touch: true }, keys: { viewport: DESK } };

for (const [nth, kind] of Object.keys(inputs).entries())
  for (const { id, players, layouts } of core.variants()) {
    const { layout = layouts[0].name, moves } = abaloneGames[id] ?? { moves: race(core, id, nth + 1).join(" ") };
    test(`${id} by ${kind}`, null, screens[kind], async (page) => {
      await begin(page, id, ["me", ...Array(players - 1).fill("friend")], { layout: layouts.length > 1 ? layout : undefined });
      const end = await playAll(page, core, core.start(id, layout), moves.split(" "), inputs[kind](page));
      assert.ok(end.winners.length);
      await page.getByRole("region", { name: "Result" }).waitFor();
      const { over, plies } = await kept(page);
      assert.ok(over);
      assert.equal(plies, moves.split(" ").length);
      assert.equal(await page.locator(".moves .ply").count(), plies);
      assert.equal(await page.locator(".card .status", { hasText: "winner" }).count(), end.winners.length);
    });
  }
