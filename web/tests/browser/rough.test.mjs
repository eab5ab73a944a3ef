// SPDX-License-Identifier: MIT
// Unusual conditions: two tabs with the same game, storage that another program wrote, addresses that name nothing,
// texts that load late, hands quicker than the opponent.
import assert from "node:assert/strict";
import { begin, beginFrom, button, confirm, kept, ready } from "./play.mjs";
import { abaloneGames } from "./scores.mjs";
import { until, world } from "./world.mjs";

const { core, test } = await world();
const field = (page) => page.getByLabel("Type a move");
const written = (page) => page.locator(".moves .ply").allInnerTexts();

async function type(page, move) {
  await field(page).fill(move);
  await page.keyboard.press("Enter");
}

test("two tabs show the same game", null, { quick: true }, async (page) => {
  await begin(page, "quoridor", ["me", "1"]);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await ready(other);
  for (let turn = 1; turn <= 3; turn++) {
    const { variant, position } = await kept(page);
    const by = turn % 2 ? page : other;
    await type(by, core.read(variant, position).moves.find(({ kind }) => kind === "step").text);
    await until(async () => (await kept(page)).plies === 2 * turn, "both moves");
    await until(async () => (await written(page)).length === 2 * turn && (await written(page)).join() === (await written(other)).join(), "the same moves");
  }
  await confirm(other, "Resign");
  for (const tab of [other, page]) await tab.getByRole("region", { name: "Result" }).waitFor();
});

test("typed moves: no browser corrects them, and a Turkish i is an i", null, {}, async (page) => {
  await begin(page, "abalone", ["me", "friend"]);
  // As a property it would be a boolean, and "off" true.
  assert.equal(await field(page).getAttribute("autocorrect"), "off");
  await type(page, "A1B2");
  await until(async () => (await written(page)).length === 1, "black's move");
  await type(page, "İ5H5");
  await until(async () => (await written(page)).length === 2, "white's move");
  await type(page, "a2b3");
  await until(async () => (await written(page)).length === 3, "black's second move");
  await type(page, "ı9h8");
  await until(async () => (await written(page)).length === 4, "white's second move");
});

test("a style that was lost on the way is fetched again", "/about", {}, async (page) => {
  const style = /\/learn-[^/]*\.css$/;
  await page.route(style, (route) => route.abort());
  const rulebook = page.getByRole("navigation").getByRole("link", { name: "Learn", exact: true });
  await rulebook.click();
  await page.getByText("This part of the page could not be loaded.", { exact: false }).waitFor();
  await page.unroute(style);
  await page.getByRole("navigation").getByRole("link", { name: "Help", exact: true }).click();
  await page.locator(".help").waitFor();
  await rulebook.click();
  await page.locator(".learn-list").first().waitFor();
  assert.ok(await page.evaluate(() => [...document.styleSheets].some(({ href, cssRules }) => /\/learn-/.test(href) && cssRules.length)));
  assert.ok(page.wrongs.every((wrong) => wrong.includes("net::ERR_FAILED")), String(page.wrongs));
  page.wrongs.length = 0;
});

const broken = {
  settings: ["null", "5", "{bad", '{"lang":"xx","theme":5,"marks":7,"name":null}'],
  draft: ["null", '{"players":null}', '{"players":[{"kind":"zz"}],"own":null,"time":"own"}', '{"variant":"nope"}', '{"time":"banana"}', '{"time":"own","own":{"main":-5}}',
    '{"place":"online","seats":[null],"pace":"soon","days":-1}'],
  "game.x": ["null", "{}", '{"id":"x","match":"garbage"}', '{"id":"x","match":"","players":null,"turn":9}', '{"id":"x","match":"x","players":[{"kind":"me","level":3}],"turn":0,"variant":"nope","position":7}'],
  learn: ["null", "[]", '{"read":5,"stars":"x"}'],
};
const readers = {
  settings: [["/", ".demo-board svg"], ["/settings", ".settings"], ["/learn", ".learn-list"]],
  draft: [["/new", ".newgame .board"]],
  "game.x": [["/", ".demo-board svg"], ["/play/x", ".panel h1"]],
  learn: [["/learn", ".learn-list"]],
};
test("storage that something else wrote", "/about", {}, async (page) => {
  for (const [key, values] of Object.entries(broken))
    for (const value of values)
      for (const [path, sign] of readers[key]) {
        await page.evaluate(([name, text]) => localStorage.setItem(`meydan.${name}`, text), [key, value]);
        await page.goto(path);
        // These tests have no game server: the online sheet may report that before its board is drawn.
        await page.locator(value.includes('"online"') ? "main h1" : sign).first().waitFor();
        assert.deepEqual(page.wrongs, [], `${key} ${value} ${path}`);
        await page.evaluate((name) => localStorage.removeItem(`meydan.${name}`), key);
      }
  await page.evaluate(() => localStorage.setItem("meydan.draft", '{"players":[{"kind":"zz"}],"own":{"main":-1},"time":"banana"}'));
  await page.goto("/new");
  await button(page, "Start").click();
  await ready(page);
});

test("addresses that name nothing", "/about", {}, async (page) => {
  for (const path of ["/play/x/y", "/learn/abalone/sumito/99", "/learn/words/none", "/settings/x", "/nowhere"]) {
    await page.goto(path);
    await page.getByRole("heading", { name: "Page not found" }).waitFor();
  }
  // The server refuses such an address; a service worker, or a link inside the page, does not.
  await page.evaluate(() => (history.pushState(null, "", "/play/%E0%A4%A"), dispatchEvent(new PopStateEvent("popstate"))));
  await page.getByRole("heading", { name: "Game not found" }).waitFor();
  await page.goto("/index.html");
  await page.locator(".demo-board svg").first().waitFor();
});

test("of two languages the one chosen last", "/settings", {}, async (page) => {
  let late;
  await page.route("**/page-ru-*", async (route) => {
    await new Promise((go) => (late = go));
    await route.continue();
  });
  const language = page.locator(".settings select");
  await language.selectOption("ru");
  await until(() => late, "the question for Russian");
  await language.selectOption("tr");
  await until(() => page.evaluate(() => document.documentElement.lang === "tr"), "Turkish");
  // Resolves when the page has read the Russian texts and applied them.
  await page.evaluate(() => {
    const { json } = Response.prototype;
    window.russianRead = new Promise((done) => {
      Response.prototype.json = async function () {
        const texts = await json.call(this);
        if (this.url.includes("/page-ru-")) setTimeout(done);
        return texts;
      };
    });
  });
  late();
  await page.evaluate(() => window.russianRead);
  assert.equal(await page.evaluate(() => document.documentElement.lang), "tr");
});

test("a press that began before the other player's move still counts", null, {}, async (page) => {
  const places = (cell) => page.locator(`[data-cell="${cell}"]`).boundingBox().then(({ x, y, width, height }) => [x + width / 2, y + height / 2]);
  const during = async (cell, first, mine) => {
    await type(page, first);
    await page.mouse.move(...(await places(cell)));
    await page.mouse.down();
    await until(async () => (await kept(page)).plies === mine, "the computer's move");
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await page.mouse.up();
  };
  await begin(page, "abalone", ["me", "1"]);
  await during("c4", "a1b2", 2);
  await page.locator('[data-cell="c4"][aria-selected="true"]').waitFor();
  await begin(page, "quoridor", ["me", "1"]);
  await during("e3", "e2", 2);
  await until(async () => (await kept(page)).plies > 2, "the step");
});

test("trays and walls tell whose they are", null, {}, async (page) => {
  const moves = abaloneGames["abalone-3"].moves.split(" ");
  let look = core.start("abalone-3");
  const start = look.position;
  const taken = [];
  for (const move of moves) {
    const { turn, lost } = look;
    look = core.play(look, move);
    const loser = look.lost.findIndex((count, seat) => count > lost[seat]);
    if (turn === 0 && loser >= 0) taken.push(String(loser));
  }
  assert.ok(new Set(taken).size > 1);
  await beginFrom(page, "abalone-3", start, moves);
  const owners = await page.locator('[data-tray="0"] [data-hole="full"]').evaluateAll((holes) => holes.map((hole) => hole.dataset.owner));
  assert.deepEqual(owners, taken);
  await page.goto("/about");
  await page.goto("/open#v=quoridor-4&m=e3h.b7v.e8");
  await ready(page);
  assert.equal(await page.locator('[data-wall="e3h"]').getAttribute("data-owner"), "0");
  assert.equal(await page.locator('[data-wall="b7v"]').getAttribute("data-owner"), "1");
});

test("names and comments of a record stay", "/open", { permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
  const record = '[Game "quoridor"]\n[Player1 "Ayşe"]\n[Player2 "Bob"]\n\n1. e2 {[%eval 0.21] a fine start} e8 2. e3 {hm} *\n';
  await page.getByLabel("A link, a record or a position").fill(record);
  await button(page, "Open").click();
  await ready(page);
  assert.deepEqual(await page.locator(".card .name").allInnerTexts(), ["Ayşe", "Bob"]);
  await page.reload();
  await ready(page);
  await button(page, "Save and share").click();
  await button(page, "Copy the record").click();
  await page.locator(".notice").waitFor();
  assert.equal(await page.locator("dialog[open]").count(), 0);
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(copied, /1\. e2 \{\[%eval 0\.21\] a fine start\} e8 2\. e3 \{hm\} \*/);
});

test("exercises without seeing: the position is there in words", "/learn/exercise/a-push", { settings: { textBoard: true } }, async (page) => {
  await page.locator(".task-board .position li").first().waitFor();
  assert.match(await page.locator(".task-board .position").innerText(), /Black: a1 .*\n?White: /s);
});

test("a file chosen before the rules are loaded opens afterwards", null, {}, async (page) => {
  let load;
  const asked = new Promise((resolve) => (load = resolve));
  await page.route(/\/meydan[^/]*\.wasm/, async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto("/open", { waitUntil: "commit" });
  const buffer = Buffer.from('[Game "quoridor"]\n\n1. e2 *\n\n[Game "quoridor"]\n\n1. e2 e8 *\n');
  await page.locator('input[type="file"]').setInputFiles({ name: "games.pgn", mimeType: "text/plain", buffer });
  load();
  await page.locator(".found li").nth(1).waitFor();
});

test("of a file with many games one is chosen, and nothing else is kept", "/open", {}, async (page) => {
  const record = (name, moves) => `[Game "quoridor"]\n[Player1 "${name}"]\n\n${moves} *\n\n`;
  const buffer = Buffer.from(record("Ada", "1. e2") + record("Bo", "1. e2 e8") + record("Cem", "1. e2 e8 2. e3"));
  for (const [nth, name] of [[1, "Bo"], [2, "Cem"]]) {
    await page.goto("/open");
    await page.locator('input[type="file"]').setInputFiles({ name: "games.pgn", mimeType: "text/plain", buffer });
    await page.locator(".found li button").nth(nth).click();
    await ready(page);
    assert.equal((await kept(page)).plies, nth + 1);
    assert.equal(await page.locator(".card .name").first().innerText(), name);
  }
  assert.equal(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("meydan.game.")).length), 2);
});

test("the board is one stop for Tab", null, {}, async (page) => {
  for (const variant of ["abalone", "quoridor"]) {
    await begin(page, variant, ["me", "friend"]);
    const at = () => page.evaluate(() => document.activeElement.getAttribute("data-cell"));
    const before = page.getByRole("group", { name: "Marks on the marbles" }).getByRole("radio").first();
    await before.focus();
    await page.keyboard.press("Tab");
    assert.equal(await at(), variant === "abalone" ? "e5" : "e1");
    await page.keyboard.press("ArrowRight");
    const reached = await at();
    assert.notEqual(reached, null);
    await page.keyboard.press("Tab");
    assert.equal(await at(), null);
    await page.keyboard.press("Shift+Tab");
    if ((await at()) === null) await page.keyboard.press("Shift+Tab");
    assert.equal(await at(), reached);
  }
});
