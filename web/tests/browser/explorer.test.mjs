// SPDX-License-Identifier: MIT
// The explorer of openings beside the analysis board: games of the server and of this device, the engine's book, names;
// and the server's review of an online game, which the page uses instead of its own.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkThemes, checkWidth, textsOf, untranslated } from "./checks.mjs";
import { onlineWorld } from "./online.mjs";
import { MEYDAN, PHONE, until } from "./world.mjs";

const { address, test } = await onlineWorld();
const START = "/analysis#v=quoridor&l=standard&m=";
const MOVES = "e2 e8 e3 e7 e4 e6 e5 e4 e6 e3 e7 e2 e8 e1".split(" "); // player 2 jumps and arrives first
const panel = (page) => page.locator(".explorer[aria-busy=false]");

/** A person who plays by HTTP alone. */
function person() {
  let cookie = "";
  return async (path, body) => {
    const headers = { ...(cookie && { Cookie: cookie }), ...(body && { "Content-Type": "application/json" }) };
    const answer = await fetch(`${address}/api/v1/${path}`, { method: body ? "POST" : "GET", headers, body: body && JSON.stringify(body) });
    cookie = /meydan_session=[^;]*/.exec(answer.headers.get("Set-Cookie") ?? "")?.[0] ?? cookie;
    return path.endsWith(".txt") ? answer.text() : answer.json();
  };
}

async function played(moves) {
  const people = [person(), person()];
  const { game: { id } } = await people[0]("games", { variant: "quoridor" });
  await people[1](`games/${id}/join`, {});
  for (const [ply, move] of moves.entries()) await people[ply % 2](`games/${id}/move`, { ply, move });
  return id;
}

test("the moves played on the server, by hand; the book; the games of this device", null, {}, async (page) => {
  const id = await played(MOVES);
  await until(async () => (await person()("explorer?variant=quoridor")).games === 1, "the explorer has the game");
  await page.goto(START);
  const row = page.locator(".explorer .played tbody tr");
  await row.waitFor();
  assert.equal(await row.count(), 1);
  assert.equal(await row.locator("[role=img]").getAttribute("aria-label"), "0 won, 0 drawn, 1 lost");
  assert.equal(await page.locator(".explorer .last-games a").getAttribute("href"), `/game/${id}`);
  assert.match(await page.locator(".explorer .book").innerText(), /e2\s*\d+%/);
  await row.getByRole("button", { name: "e2" }).click();
  await page.locator(".explorer .played tbody").getByRole("button", { name: "e8" }).waitFor();
  await page.getByText("Which games").click();
  await page.getByLabel("Speed").selectOption("bullet");
  await page.locator(".explorer .none").waitFor();
  // A game opened here is a game of this device.
  await page.goto(`/open#v=quoridor&l=standard&m=${MOVES.join(".")}`);
  await page.getByRole("link", { name: "Analyse" }).click();
  await page.getByLabel("Whose games").selectOption("device");
  await page.getByRole("button", { name: "Go to the start" }).click();
  await row.getByRole("button", { name: "e2" }).waitFor();
  assert.equal(await row.locator("[role=img]").getAttribute("aria-label"), "0 won, 0 drawn, 1 lost");
  await checkThemes(page, "the explorer");
});

for (const locale of ["tr", "ru", "ro"])
  test(`on a phone, in ${locale}: a named opening`, `/analysis#v=quoridor&l=standard&m=e2.e8.e3.e7.e4.e6.d3h`, { viewport: PHONE, touch: true, locale }, async (page) => {
    const texts = textsOf(locale);
    await page.getByRole("tab", { name: texts.Openings }).tap();
    await page.locator(".explorer .opening").waitFor();
    assert.equal(await page.locator(".explorer .opening").innerText(), texts["Ala opening"]);
    await panel(page).waitFor();
    assert.deepEqual(await untranslated(page, texts), []);
    await checkWidth(page, "the explorer");
  });

test("an online game has the server's review at once", null, {}, async (page) => {
  const id = await played(MOVES);
  const home = mkdtempSync(join(tmpdir(), "meydan-"));
  writeFileSync(join(home, "game"), await person()(`games/${id}.txt`));
  const found = execFileSync(MEYDAN, ["analyse", join(home, "game"), "--nodes", "2000", "--json"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  rmSync(home, { recursive: true });
  // A finished review: the server makes reviews only while the machine is idle.
  await page.route("**/review", (route) => route.fulfill({ json: { state: "done", report: { nodes: 100000, ...JSON.parse(found).games[0].review } } }));
  let engines = 0;
  page.on("request", (request) => (engines += Number(/engine/.test(request.url()) && request.url().endsWith(".wasm"))));
  await page.goto(`/game/${id}`);
  await page.getByRole("button", { name: "Review the game" }).click();
  await page.locator(".review .accuracies li").first().waitFor();
  assert.equal(engines, 0, "no engine was loaded");
});
