// SPDX-License-Identifier: MIT
// Layout pictures: node shots.mjs FOLDER [NAME-PART]. See web/shots.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { ready } from "./browser/play.mjs";
import { abaloneGames, race } from "./browser/scores.mjs";
import { launch, nodeCore, PATIENCE, serve } from "./browser/world.mjs";

const [folder, part = ""] = process.argv.slice(2);
const devices = {
  phone: { width: 390, height: 844, touch: true },
  small: { width: 320, height: 568, touch: true },
  sideways: { width: 844, height: 390, touch: true },
  tablet: { width: 768, height: 1024, touch: true },
  desk: { width: 1440, height: 900, touch: false },
};
const [server, browser, core] = await Promise.all([serve(), launch(), nodeCore()]);

/** A link to a game after some of its moves. */
function game(variant, count) {
  const { layout = core.variants().find(({ id }) => id === variant).layouts[0].name, moves } = abaloneGames[variant] ?? { moves: race(core, variant, 3).join(" ") };
  return `/open#${new URLSearchParams({ v: variant, l: layout, m: moves.split(" ").slice(0, count).join(".") })}`;
}

const screens = {
  home: ["/", ".demo-board svg"],
  new: ["/new", ".newgame .board"],
  "play-abalone": [game("abalone", 9), ".play .board"],
  "play-abalone-3": [game("abalone-3", 20), ".play .board"],
  "play-abalone-4": [game("abalone-4", 14), ".play .board"],
  "play-quoridor": [game("quoridor", 12), ".play .board"],
  "play-quoridor-4": [game("quoridor-4", 20), ".play .board"],
  "play-over": [game("abalone"), ".play.over .board"],
  learn: ["/learn", ".learn-list"],
  chapter: ["/learn/abalone/sumito", ".learn-board .board"],
  exercise: ["/learn/exercise/q-maze", ".learn-board .board"],
  words: ["/learn/words/sumito", ".learn-words"],
  settings: ["/settings", ".settings"],
  help: ["/help", ".help"],
};

mkdirSync(folder, { recursive: true });
try {
  for (const [device, { touch, ...viewport }] of Object.entries(devices)) {
    const context = await browser.newContext({
      baseURL: server.address, viewport, hasTouch: touch, isMobile: touch, locale: "en-GB", reducedMotion: "reduce", serviceWorkers: "block",
    });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    for (const [name, [path, sign]] of Object.entries(screens)) {
      const file = `${device}-${name}.png`;
      if (!file.includes(part)) continue;
      await page.goto("about:blank"); // a link with another # alone would not load the page
      await page.goto(path);
      if (path.startsWith("/open")) await ready(page);
      await page.locator(sign).first().waitFor();
      await page.screenshot({ path: join(folder, file) });
      console.log(file);
    }
    await context.close();
  }
} finally {
  await browser.close();
  await server.stop();
}
