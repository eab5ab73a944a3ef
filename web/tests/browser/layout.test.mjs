// SPDX-License-Identifier: MIT
// The play screen on many devices: no name is cut off, no parts overlap or stick out, and the board fills its space.
// All other screens from 320 px to 4K: no sideways scrolling, nothing cut off, buttons large enough for a finger.
import assert from "node:assert/strict";
import { settle } from "../people.mjs";
import { onlineArguments } from "./online.mjs";
import { ready } from "./play.mjs";
import { world } from "./world.mjs";

const { address, core, test } = await world(onlineArguments());
const town = await settle(address);
const devices = {
  phone: { width: 360, height: 740, board: 350 },
  "small phone": { width: 320, height: 568, board: 280 },
  "phone on its side": { width: 740, height: 360, board: 280 },
  "upright tablet": { width: 768, height: 1024, board: 550 },
  tablet: { width: 1024, height: 768, board: 520 },
  laptop: { width: 1280, height: 720, board: 470 },
  desk: { width: 1920, height: 1080, board: 820 },
};

/** The faults of the layout, in words; and the width of the board. */
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
    await page.getByRole("button", { name: "Объяснить" }).filter({ visible: true }).click();
    await page.locator(".info .legend").waitFor();
    const [wide, room] = await page.locator(".info").evaluate((node) => [node.scrollWidth, node.clientWidth]);
    assert.ok(wide <= room, `${wide} in ${room}`);
  });

// --- the screens around the board --------------------------------------------------------------------

const [cookie, value] = town.ann.cookie().split("=");
const screens = {
  home: ["/", ".home.first .tile"],
  lobby: ["/online", ".seek"],
  profile: ["/people/Ann", ".person .saved"],
  players: ["/players", ".players-none, .leaders"],
  "a friend is waited for": [`/game/${town.open}`, ".waiting .code path"],
  "the end of a game": [`/game/${town.over[1]}`, ".play.over .result"],
  settings: ["/settings", ".settings"],
  account: ["/account", "h1"],
  bots: ["/bots", ".bots h1"],
  television: ["/tv/quoridor", ".live .board"],
  puzzles: ["/puzzles", ".puzzle-themes"],
  opponents: ["/new?game=abalone&against=computer", ".computer .portrait"],
  games: ["/games", ".saved"],
  learn: ["/learn", ".learn-list"],
};

/** The faults of a screen, in words. `touch`: it is used by finger. */
function faultsOf(touch) {
  const faults = [];
  if (document.documentElement.scrollWidth > innerWidth) faults.push(`scrolls sideways: ${document.documentElement.scrollWidth}`);
  const name = (node) => `${node.tagName.toLowerCase()}.${node.className} "${(node.textContent || node.getAttribute("aria-label") || "").trim().slice(0, 30)}"`;
  const keys = [...document.querySelectorAll(".button, .icon-button, .tile, .way, .tab-bar a, .top a, .bell, .key > span, .rating-row, .tool, select, h1, h2")].filter((node) => node.checkVisibility());
  for (const node of keys) {
    const { left, right, width, height } = node.getBoundingClientRect();
    const scrolls = node.closest(".tiles, .strip .keys");
    if (!scrolls && width && (left < -1 || right > innerWidth + 1)) faults.push(`${name(node)} sticks out`);
    if (node.scrollWidth > node.clientWidth + 1 && node.clientWidth && !/^(H1|H2|SELECT)$/.test(node.tagName)) faults.push(`${name(node)} is cut off`);
    if (touch && !/^H/.test(node.tagName) && width && (height < 43.5 || width < 43.5)) faults.push(`${name(node)} is ${Math.round(width)}x${Math.round(height)}`);
  }
  return faults;
}

for (const [kind, touch, widths] of [["by finger", true, [320, 390, 768]], ["by mouse", false, [1000, 1280, 2560, 3840]]])
  for (const lang of touch ? ["en", "ru"] : ["en"])
    test(`layout: every screen ${kind}, ${widths.join(", ")} px wide, ${lang}`, null, { viewport: { width: widths[0], height: 800 }, touch, settings: { lang } }, async (page) => {
      await page.context().addCookies([{ name: cookie, value, url: address }]);
      const all = {};
      for (const [name, [path, sign]] of Object.entries(screens)) {
        await page.setViewportSize({ width: widths[0], height: 800 });
        await page.goto(path);
        await page.locator(sign).first().waitFor();
        for (const width of widths) {
          await page.setViewportSize({ width, height: width > 1280 ? (width * 9) / 16 : 800 });
          const faults = await page.evaluate(faultsOf, touch);
          if (faults.length) all[`${name}, ${width}`] = faults;
        }
      }
      assert.deepEqual(all, {});
    });

for (const [path, what, first] of [
  ["/new?game=quoridor&against=online", ".start"],
  ["/new?game=abalone&against=computer", ".start", "4"],
  ["/learn/exercise/q-maze", ".task .entry"],
])
  test(`the main button is in a window 768 px high: ${path}`, path, { viewport: { width: 1366, height: 768 } }, async (page) => {
    await page.locator(what).first().waitFor();
    if (first) await page.getByRole("radio", { name: first, exact: true }).check({ force: true });
    const { y, height } = await page.locator(what).first().boundingBox();
    assert.ok(y > 0 && y + height <= 768, `${what} ends at ${y + height}`);
  });
