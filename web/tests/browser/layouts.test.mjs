// SPDX-License-Identifier: MIT
// The gallery of layouts: its cards, and users' own layouts, which are stored on the device and shared by an address.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { kept, ready } from "./play.mjs";
import { world } from "./world.mjs";

const { core, test } = await world();
const { layouts } = core.variants().find(({ id }) => id === "abalone");
const OWN = "wwwww/wwwwww/1www3/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0";

test("every layout has a board, a sentence of its own and a button that plays it", "/layouts", {}, async (page) => {
  const cards = page.locator(".layout-card");
  await cards.first().waitFor();
  assert.equal(await cards.count(), layouts.length);
  const texts = await cards.locator("p").allInnerTexts();
  assert.equal(new Set(texts).size, layouts.length);
  assert.deepEqual(texts.filter((text) => !/ .+\.$/.test(text)), []);
  await page.getByRole("button", { name: "Play Snakes", exact: true }).click();
  await page.getByLabel("Set-up").waitFor();
  assert.equal(await page.getByLabel("Set-up").inputValue(), "snakes");
});

test("a layout of one's own is saved, found again, and removed", `/layouts?${new URLSearchParams({ game: "abalone", position: OWN })}`, {}, async (page) => {
  await page.getByLabel("Name of the layout").fill("Corners of mine");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("heading", { name: "Corners of mine" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "Corners of mine" }).waitFor();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("heading", { name: "Corners of mine" }).waitFor({ state: "detached" });
});

test("a link brings a layout with its name, and it can be played", `/layouts?${new URLSearchParams({ game: "quoridor", name: "Odd walls", position: "d4h / - / e1 e9 / 9 10 / 1" })}`, {}, async (page) => {
  await page.getByRole("heading", { name: "Odd walls" }).waitFor();
  await page.getByRole("button", { name: "Play this" }).first().click();
  await page.getByRole("button", { name: "Play a friend here" }).click();
  await ready(page);
  assert.match(page.url(), /\/play\//);
  assert.equal((await kept(page)).plies, 0);
});

test("a link with an impossible position says so", "/layouts?game=abalone&position=bbb", {}, async (page) => {
  await page.getByText("There is no playable position in this link.").waitFor();
});

test("the measured figures belong to layouts, and are shares", null, {}, async () => {
  const measured = JSON.parse(readFileSync(new URL("../../../data/layouts.json", import.meta.url), "utf8"));
  for (const [name, { first, draws, games }] of Object.entries(measured)) {
    assert.ok(layouts.some((layout) => layout.name === name), name);
    for (const share of [first, draws]) assert.ok(share === undefined || (share >= 0 && share <= 1), name);
    assert.ok(games === undefined || games > 0, name);
  }
});

test("a handicap is a start position with a tag, and the same player gives it in the rematch", "/new?game=quoridor&against=friend", {}, async (page) => {
  await page.getByLabel("Handicap").selectOption("0 pieces 3");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await ready(page);
  const record = () => kept(page).then(({ match }) => match);
  const [, giver] = /\[Handicap "([12]) walls 3"\]/.exec(await record());
  assert.match(await record(), new RegExp(`\\[Position "- / - / e1 e9 / ${giver === "1" ? "7 10" : "10 7"} / 1"\\]`));
});

test("a handicap chosen for a friend is not given to the computer", "/new?game=quoridor&against=friend", {}, async (page) => {
  await page.getByLabel("Handicap").selectOption("0 pieces 3");
  await page.goto("/new?game=quoridor&against=computer");
  await page.getByRole("button", { name: /^Play / }).last().click();
  await ready(page);
  const { match } = await kept(page);
  assert.doesNotMatch(match, /\[(Handicap|Position) /);
});
