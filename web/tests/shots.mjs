// SPDX-License-Identifier: MIT
// Layout pictures: node shots.mjs FOLDER [NAME-PART]. See web/shots.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ready } from "./browser/play.mjs";
import { abaloneGames, race } from "./browser/scores.mjs";
import { launch, nodeCore, PATIENCE, serve } from "./browser/world.mjs";
import { settle } from "./people.mjs";

const [folder, part = ""] = process.argv.slice(2);
const devices = {
  phone: { width: 360, height: 740, touch: true },
  small: { width: 320, height: 568, touch: true },
  sideways: { width: 844, height: 390, touch: true },
  tablet: { width: 768, height: 1024, touch: true },
  landscape: { width: 1024, height: 768, touch: true },
  desk: { width: 1440, height: 900, touch: false },
};
const themes = ["light", "dark", "contrast"];
const store = mkdtempSync(join(tmpdir(), "meydan-shots-"));
const [server, browser, core] = await Promise.all([serve(["--store", join(store, "games.db")]), launch(), nodeCore()]);
const { live, push, open, over } = await settle(server.address);

/** A link to a game after some of its moves. */
function game(variant, count) {
  const { layout = core.variants().find(({ id }) => id === variant).layouts[0].name, moves } = abaloneGames[variant] ?? { moves: race(core, variant, 3).join(" ") };
  return `/open#${new URLSearchParams({ v: variant, l: layout, m: moves.split(" ").slice(0, count).join(".") })}`;
}

const walls = "e2.e8.e3.e7.e4.e6.e3h.d6h.c3h.f6h.f4.d6.g4v.d5v.f5.c6.a6h.b2v";
const screens = {
  home: ["/", ".demo-board svg"],
  new: ["/new", ".newgame .board"],
  "play-abalone": [game("abalone", 9), ".play .board"],
  "play-abalone-3": [game("abalone-3", 20), ".play .board"],
  "play-abalone-4": [game("abalone-4", 14), ".play .board"],
  "play-quoridor": [`/open#v=quoridor&l=standard&m=${walls}`, ".play .board"],
  "play-quoridor-4": [game("quoridor-4", 20), ".play .board"],
  "play-over": [game("abalone"), ".play.over .board"],
  learn: ["/learn", ".learn-list"],
  chapter: ["/learn/abalone/sumito", ".task-board .board"],
  exercise: ["/learn/exercise/q-maze", ".task-board .board"],
  words: ["/learn/words/sumito", ".learn-words"],
  settings: ["/settings", ".settings"],
  help: ["/help", ".help"],
  lobby: ["/online", ".saved-list .board"],
  waiting: [`/game/${open}`, ".waiting"],
  "online-quoridor": [`/game/${live}`, ".play .board"],
  "online-abalone": [`/game/${push}`, ".play .board"],
  "online-over": [`/game/${over[1]}`, ".play.over .board"],
  person: ["/people/Ann", ".saved-list .board"],
  games: ["/games", ".saved-list .board"],
  account: ["/account", "form"],
};
/** On one device each theme shows both boards. */
const themed = { "play-abalone-4": screens["play-abalone-4"], "play-quoridor": screens["play-quoridor"], home: screens.home };

async function shoot(device, { touch, ...viewport }, list, theme) {
  const names = Object.keys(list).map((name) => [name, `${device}-${theme ? `${theme}-` : ""}${name}.png`]);
  const wanted = names.filter(([, file]) => file.includes(part));
  if (!wanted.length) return;
  const context = await browser.newContext({
    baseURL: server.address, viewport, hasTouch: touch, isMobile: touch, locale: "en-GB", reducedMotion: "reduce", serviceWorkers: "block",
  });
  if (theme) await context.addInitScript((chosen) => (localStorage["meydan.settings"] = JSON.stringify({ theme: chosen, coordinates: true })), theme);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  for (const [name, file] of wanted) {
    const [path, sign] = list[name];
    await page.goto("about:blank"); // a link with another # alone would not load the page
    await page.goto(path);
    if (path.startsWith("/open")) await ready(page);
    await page.locator(sign).first().waitFor();
    await page.screenshot({ path: join(folder, file) });
    console.log(file);
  }
  await context.close();
}

mkdirSync(folder, { recursive: true });
try {
  for (const [name, device] of Object.entries(devices)) await shoot(name, device, screens);
  for (const theme of themes) await shoot("desk", devices.desk, themed, theme);
} finally {
  await browser.close();
  await server.stop();
  rmSync(store, { recursive: true, force: true });
}
