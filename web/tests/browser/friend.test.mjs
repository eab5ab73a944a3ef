// SPDX-License-Identifier: MIT
// A friend by link: one click on the first screen, and one tap of the friend. And how boards look, apart from the page.
import assert from "node:assert/strict";
import { onlineWorld } from "./online.mjs";
import { button } from "./play.mjs";
import { PHONE, holds } from "./world.mjs";

const { people, test } = await onlineWorld();

people("a friend by link: one click, one tap, and both are at the board", async (person) => {
  const host = await person("/", { permissions: ["clipboard-read", "clipboard-write"] });
  await host.getByRole("radio", { name: /Quoridor/ }).check({ force: true });
  await host.getByRole("button", { name: "Play a friend by link" }).click();
  await host.waitForURL("**/game/*");
  await host.getByText("by link only").waitFor();
  await host.locator(".notice", { hasText: "Link copied." }).waitFor();
  await host.getByRole("img", { name: "The link as a QR code" }).locator("path[d^=M]").waitFor();
  const link = await host.evaluate(() => navigator.clipboard.readText());
  assert.equal(link, host.url());
  const friend = await person(new URL(link).pathname, { viewport: PHONE, touch: true });
  await button(friend, "Join").tap();
  for (const page of [host, friend]) await page.locator(".play .board-live").waitFor();
});

test("the skin of the boards is chosen apart from the theme of the page", "/settings", {}, async (page) => {
  const deck = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--deck").trim());
  const choose = (group, name) => page.getByRole("group", { name: group }).getByRole("radio", { name, exact: true }).check({ force: true });
  await page.getByRole("group", { name: "Board" }).waitFor();
  const wood = await deck();
  await choose("Colours", "Dark");
  assert.equal(await deck(), wood);
  const seen = new Set([wood]);
  for (const [name, skin] of [["Slate", "slate"], ["Walnut and brass", "walnut"], ["High contrast", "contrast"]]) {
    await choose("Board", name);
    await holds(page, (value) => document.documentElement.dataset.board === value, skin, name);
    seen.add(await deck());
  }
  assert.equal(seen.size, 4);
  // High contrast takes the board along unless a skin is chosen.
  await choose("Board", "Auto");
  await choose("Colours", "High contrast");
  await holds(page, () => document.documentElement.dataset.theme === "contrast", null, "high contrast");
  assert.notEqual(await deck(), wood);
  await choose("Board", "Wood");
  await holds(page, () => document.documentElement.dataset.board === "wood", null, "wood");
  assert.equal(await deck(), wood);
});

test("a set of marbles and pawns is chosen apart from board and theme, and shown before", "/settings", {}, async (page) => {
  await page.locator(".preview .board.quoridor").waitFor();
  const seat = (selector) => page.locator(selector).first().evaluate((node) => getComputedStyle(node).getPropertyValue("--seat2").trim());
  const samples = await Promise.all(["glass", "stone", "draughts"].map((name) => seat(`.sample.pieces-${name}`)));
  assert.equal(new Set(samples).size, 3);
  for (const [i, name] of ["Glass", "Stone", "Draughts"].entries()) {
    await page.getByRole("group", { name: "Marbles and pawns" }).getByRole("radio", { name, exact: true }).check({ force: true });
    await holds(page, (value) => document.documentElement.dataset.pieces === value, name.toLowerCase(), name);
    assert.equal(await seat(".preview .board"), samples[i]);
  }
  await page.reload();
  await holds(page, () => document.documentElement.dataset.pieces === "draughts", null, "kept over a reload");
});
