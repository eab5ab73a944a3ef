// SPDX-License-Identifier: MIT
// The play screen on many devices: every name is whole, nothing lies over anything else, nothing sticks out, and the board has
// the room that there is.
import assert from "node:assert/strict";
import { ready } from "./play.mjs";
import { world } from "./world.mjs";

const { core, test } = await world();
const devices = {
  phone: { width: 360, height: 740, board: 350 },
  "small phone": { width: 320, height: 568, board: 280 },
  "phone on its side": { width: 740, height: 360, board: 280 },
  "upright tablet": { width: 768, height: 1024, board: 550 },
  tablet: { width: 1024, height: 768, board: 520 },
  laptop: { width: 1280, height: 720, board: 470 },
  desk: { width: 1920, height: 1080, board: 820 },
};

/** What is wrong with the layout, in words; and how wide the board is. */
function look() {
  const faults = [];
  const { scrollWidth, scrollHeight } = document.documentElement;
  if (scrollWidth > innerWidth || scrollHeight > innerHeight) faults.push(`the page is ${scrollWidth}x${scrollHeight}`);
  for (const name of document.querySelectorAll(".card .name"))
    if (name.scrollWidth > name.clientWidth) faults.push(`"${name.textContent}" is cut`);
  const inside = (a, b) => a.left >= b.left - 1 && a.right <= b.right + 1 && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
  for (const card of document.querySelectorAll(".card"))
    for (const part of card.children)
      if (part.checkVisibility() && !inside(part.getBoundingClientRect(), card.getBoundingClientRect())) faults.push(`${part.getAttribute("class")} sticks out`);
  const boxes = [...document.querySelectorAll(".card, .board-stage, .board-controls, .side, .info")]
    .filter((node) => node.checkVisibility())
    .map((node) => [node.className, node.getBoundingClientRect()]);
  for (const [index, [one, a]] of boxes.entries())
    for (const [other, b] of boxes.slice(index + 1))
      if (a.right > b.left + 1 && b.right > a.left + 1 && a.bottom > b.top + 1 && b.bottom > a.top + 1) faults.push(`${one} over ${other}`);
  return { faults, board: document.querySelector(".board-stage").getBoundingClientRect().width };
}

for (const [name, { board, ...viewport }] of Object.entries(devices))
  test(`layout: ${name}`, "/about", { viewport, touch: viewport.width < 1100 }, async (page) => {
    for (const { id, players } of core.variants()) {
      const match = core.match({ variant: id, clock: { main: 600_000, increment: 0, period: 0, periods: 0 } });
      const seats = Array.from({ length: players }, (_, seat) => ({ kind: seat ? "computer" : "me", level: 10 }));
      const { position, turn } = match.state.look;
      const saved = {
        id: "layout", variant: id, layout: "standard", players: seats, clock: { main: 600_000, increment: 0, period: 0, periods: 0 },
        match: match.save(), position, turn, plies: 0, over: false, result: "*", changed: 0,
      };
      match.dispose();
      await page.goto("/about");
      await page.evaluate((game) => localStorage.setItem("meydan.game.layout", JSON.stringify(game)), saved);
      await page.goto("/play/layout");
      await ready(page);
      const seen = await page.evaluate(look);
      assert.deepEqual(seen.faults, [], id);
      assert.ok(seen.board >= board, `${id}: the board is ${seen.board} wide`);
    }
  });

test("explain: the table fits beside the board, also with four players", "/open#v=quoridor-4&m=e2", { viewport: devices.laptop, locale: "ru" },
  async (page) => {
    await ready(page);
    await page.getByRole("button", { name: "Пояснить" }).filter({ visible: true }).click();
    await page.locator(".info .legend").waitFor();
    const [wide, room] = await page.locator(".info").evaluate((node) => [node.scrollWidth, node.clientWidth]);
    assert.ok(wide <= room, `${wide} in ${room}`);
  });
