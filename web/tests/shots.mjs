// SPDX-License-Identifier: MIT
// Pictures of every screen for review, and those of the README: node shots.mjs FOLDER [NAME-PART] | --readme. See
// web/shots.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ready } from "./browser/play.mjs";
import { launch, PATIENCE } from "./browser/world.mjs";
import { town } from "./town.mjs";

const [folder, part = ""] = process.argv.slice(2);
const readme = folder === "--readme";
const docs = join(dirname(fileURLToPath(import.meta.url)), "../../docs");
const IDLE = 3000; // ms
const README_MAX = 200_000; // bytes of one of its pictures

const devices = {
  desk: { width: 1280, height: 800 },
  phone: { width: 390, height: 844, touch: true },
  small: { width: 320, height: 568, touch: true },
  sideways: { width: 844, height: 390, touch: true },
  tablet: { width: 768, height: 1024, touch: true },
  large: { width: 2560, height: 1440 },
};

const began = Date.now();
const tell = (text) => console.error(`${Math.round((Date.now() - began) / 1000)} s: ${text}`);
// TOWN names a file with the addresses of a running town, for taking the same picture again and again.
const place = process.env.TOWN ? { ...JSON.parse(readFileSync(process.env.TOWN, "utf8")), stop() {} } : await town(tell);
process.env.FONTCONFIG_FILE ??= "/etc/fonts/fonts.conf"; // pictures show the page's own font
const browser = await launch();

const walls = "e2.e8.e3.e7.e4.e6.e3h.d6h.c3h.f6h.f4.d6.g4v.d5v.f5.c6.a6h.b2v";
const three = "b4b6c5.h5i6g5.e9d8.c5c6.g3f3.g9f9.a5b6.i5h5.i8h7.c7d8.f2e2.i9h8.b1c1.h4g4.h9g8.a1b1.d1d2.f9e8.b1c1.e2d2";
const pairs = "b4b3.h5h6.d1c1.g9h9.b3b2.h6h7.e1e2.e9f9.a4a3.i6i7.e3e4f3.f9e8.b5b4.i9h9";
/** The address of each screen, and a sign that it is drawn; "guest" is shown to a visitor without an account. */
const screens = {
  home: ["/", ".tile"],
  "home-guest": ["/", ".tile", "guest"],
  lobby: ["/online", ".live .board, .seek"],
  profile: ["/people/Irina", ".person .saved-list .board"],
  "profile-own": ["/people/Derya", ".person .saved-list .board"],
  players: ["/players", ".leaders"],
  over: [`/game/${place.over}`, ".play.over .board"],
  "over-quoridor": [`/game/${place.overQuoridor}`, ".play.over .board"],
  "over-lost": [`/game/${place.lost}`, ".play.over .board"],
  waiting: [`/game/${place.seat}`, ".waiting .code path"],
  settings: ["/settings", ".settings"],
  account: ["/account", "form"],
  bots: ["/bots", "h1"],
  tv: ["/tv/abalone", ".live .board"],
  puzzles: ["/puzzles", "h1"],
  opponents: ["/new?game=abalone&against=computer", ".computer .portrait"],
  new: ["/new", ".newgame .board"],
  review: [`/game/${place.over}`, ".play.over .board", "", "review"],
  bell: ["/", ".tile", "", "bell"],
  analysis: [`/open#v=abalone&l=belgian-daisy&m=a1b2.i5h5.g7h7f6.g4g5.a2b3.i6h5`, ".play .board", "", "analysis"],
  "play-abalone": [`/game/${place.slow[1]}`, ".play .board"],
  "play-quoridor": [`/open#v=quoridor&l=standard&m=${walls}`, ".play .board"],
  "play-three": [`/open#v=abalone-3&l=standard&m=${three}`, ".play .board"],
  "play-pairs": [`/open#v=abalone-4-pairs&l=standard&m=${pairs}`, ".play .board"],
  learn: ["/learn", ".learn-list"],
  lesson: ["/learn/abalone/sumito", ".task-board .board"],
  games: ["/games", ".saved-list .board"],
  help: ["/help", ".help"],
  editor: ["/edit", "h1"],
  layouts: ["/layouts", ".layout-card .board"],
};
const REVIEW = /review|incele|разобрать|разбор|evalua/i;
/** Actions on a screen before the picture is taken. */
const acts = {
  review: async (page) => {
    await page.goto(`/game/${place.over}`);
    await page.getByRole("button", { name: REVIEW }).or(page.getByRole("link", { name: REVIEW })).filter({ visible: true }).first().click();
    await page.locator(".story, .review").first().waitFor();
  },
  bell: (page) => page.locator("button.bell").click(),
  analysis: async (page) => {
    await page.keyboard.press("v");
    await page.locator(".analysis").first().waitFor();
  },
};

const pick = (...names) => Object.fromEntries(names.map((name) => [name, screens[name]]));
const others = pick("home", "lobby", "profile", "players", "over", "waiting", "puzzles", "settings", "opponents");
const sets = [
  ...["desk", "phone"].flatMap((device) => [
    { device, list: screens },
    { device, theme: "dark", list: screens },
    { device, theme: "contrast", list: pick("home", "lobby", "profile", "players", "over", "settings") },
    ...["tr", "ru", "ro"].map((language) => ({ device, language, list: screens })),
  ]),
  ...["small", "sideways", "tablet", "large"].map((device) => ({ device, list: others })),
  { device: "small", language: "ru", list: others },
];
/** The README's pictures: file, screen, device, theme. */
const shown = [
  ["page-desk", "play-three", "desk"], ["page-phone", "play-quoridor", "phone"], ["page-home", "home", "desk"], ["page-lobby", "lobby", "desk"],
  ["page-profile", "profile", "desk"], ["page-players", "players", "desk"], ["page-over", "over", "desk"], ["page-opponents", "opponents", "desk"], ["page-learn", "lesson", "desk"],
];

async function contextOf({ device, theme = "light", language = "en", guest = false }) {
  const { touch = false, ...viewport } = devices[device];
  const locale = { en: "en-GB", tr: "tr-TR", ru: "ru-RU", ro: "ro-RO" }[language];
  const context = await browser.newContext({
    baseURL: place.address, viewport, hasTouch: touch, isMobile: touch, locale, reducedMotion: "reduce", serviceWorkers: "block",
  });
  await context.addInitScript((chosen) => (localStorage["meydan.settings"] = JSON.stringify(chosen)), { theme, language, coordinates: true, sounds: false });
  const [name, value] = place.cookie.split("=");
  if (!guest) await context.addCookies([{ name, value, url: place.address }]);
  const page = await context.newPage();
  page.setDefaultTimeout(Math.min(PATIENCE, 20_000));
  return page;
}

async function go(page, [path, sign, , act]) {
  await page.goto("about:blank"); // a link with another # alone would not load the page
  await page.goto(path);
  if (path.startsWith("/open")) await ready(page);
  await page.locator(sign).first().waitFor();
  if (act) await acts[act](page);
  // A screen that keeps asking the server is never idle: its picture is taken as it is then.
  await page.waitForLoadState("networkidle", { timeout: IDLE }).catch(() => {});
}

const wrongs = [];
async function shoot(page, screen, file, full) {
  try {
    await go(page, screen);
    await page.screenshot({ path: file, fullPage: full });
    console.log(file);
  } catch (error) {
    wrongs.push(`${file}: ${String(error.message).split("\n")[0]}`);
  }
}

try {
  if (readme) {
    for (const [name, screen, device, theme] of shown) {
      const page = await contextOf({ device, theme });
      const file = join(docs, `${name}.png`);
      await shoot(page, screens[screen], file, false);
      execFileSync("pngquant", ["--force", "--output", file, "--strip", "--quality", "60-95", "256", file]);
      if (statSync(file).size > README_MAX) wrongs.push(`${file} has ${statSync(file).size} bytes`);
      await page.context().close();
    }
  } else {
    mkdirSync(folder, { recursive: true });
    for (const { list, ...how } of sets)
      for (const guest of [false, true]) {
        const prefix = [how.device, how.theme, how.language].filter(Boolean).join("-");
        const wanted = Object.entries(list).filter(([name, [, , who]]) => (who === "guest") === guest && `${prefix}-${name}.png`.includes(part));
        if (!wanted.length) continue;
        tell(`${wanted.length} of ${prefix}`);
        const page = await contextOf({ ...how, guest });
        for (const [name, screen] of wanted) await shoot(page, screen, join(folder, `${prefix}-${name}.png`), true);
        await page.context().close();
      }
  }
} finally {
  await browser.close();
  await place.stop();
}
for (const wrong of wrongs) console.error(wrong);
process.exitCode = wrongs.length ? 1 : 0;
