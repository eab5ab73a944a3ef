// SPDX-License-Identifier: MIT
// Two, three and four browsers play each other through whole games of every variant.
import assert from "node:assert/strict";
import { onlineWorld, playTogether, screens, table } from "./online.mjs";
import { abaloneGames, race } from "./scores.mjs";

const { core, people } = await onlineWorld();

for (const { id, players, layouts } of core.variants())
  people(`${players} browsers: ${id}`, async (person) => {
    const { layout = layouts[0].name, moves } = abaloneGames[id] ?? { moves: race(core, id, 1).join(" ") };
    const pages = [];
    for (let seat = 0; seat < players; seat++) pages.push(await person("/online", screens[seat]));
    // Many browsers on a busy machine are slow: a shorter clock would end their game before its first move.
    const game = await table(pages, id, { layout, clock: players > 2 ? "3d" : "900+10" });
    const end = await playTogether(pages, core, core.start(id, layout), moves.split(" "));
    assert.ok(end.winners.length);
    for (const [seat, page] of pages.entries()) {
      const words = end.winners.includes(seat) ? "You win" : "You lose";
      await page.getByRole("region", { name: "Result" }).getByText(words).waitFor();
    }
    const record = await (await pages[0].request.get(`/api/v1/games/${game}.txt`)).text();
    const [match] = core.open(record);
    assert.deepEqual(match.state.moves.map(({ text }) => text), moves.split(" "));
    assert.deepEqual(match.state.winners, end.winners);
  });
