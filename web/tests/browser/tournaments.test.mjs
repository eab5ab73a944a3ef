// SPDX-License-Identifier: MIT
// Tournaments: made from a template, run at the table by the organiser, played online by people whose boards open by themselves; the
// projector, paper, and the phone at the table.
import assert from "node:assert/strict";
import { checkThemes, checkWidth, textsOf, untranslated } from "./checks.mjs";
import { api, onlineWorld } from "./online.mjs";
import { button } from "./play.mjs";
import { PHONE, holds, until } from "./world.mjs";

const { people } = await onlineWorld();
const password = "marbles in a row";
const NAMES = ["Ada 1700", "Bo 1600", "Cy 1500", "Di 1400", "Eve 1300"];

async function organiser(person, name, path = "/tournaments", options) {
  const page = await person(path, options);
  await api(page, "POST", "/register", { name, password });
  await page.reload();
  return page;
}

/** A tournament of names at the table, started. */
async function atTable(page, given = {}) {
  const { id } = await api(page, "POST", "/tournaments", { name: "Club night", format: "swiss", variant: "quoridor", clock: "300+3", rounds: 3, games: 2, pace: "hand", ties: "BH/C1,BH,SB,DE,WIN", ...given });
  for (const line of NAMES) {
    const [name, rating] = line.split(" ");
    await api(page, "POST", `/tournaments/${id}/add`, { name, rating: Number(rating) });
  }
  await api(page, "POST", `/tournaments/${id}/decide`, { what: "start" });
  return id;
}

const tables = (page, id) => api(page, "GET", `/tournaments/${id}/tables?round=0`).then((answer) => answer.tables);

/** Every table of the last round is won by its first seat. */
async function playRound(page, id, games = 2) {
  for (const table of await tables(page, id))
    for (let game = 1; game <= games && table.entries.length > 1 && !table.games[game - 1]?.places.length; game++)
      await api(page, "POST", `/tournaments/${id}/decide`, { what: `result ${table.table} ${game} ${game % 2 ? "1 2" : "1 1"}` });
}

people("a template, pasted names, a round, a correction with its reason, and the log", async (person) => {
  const page = await organiser(person, "Grace", "/tournaments/new");
  await page.getByRole("radio", { name: /^Swiss evening/ }).check();
  await page.getByLabel("Name of the tournament").fill("Friday Swiss");
  await page.getByLabel(/^Start, your time/).fill("");
  await page.locator("summary").click();
  await page.getByRole("radio", { name: "when I say so" }).check();
  await checkThemes(page, "new tournament");
  await button(page, "Create the tournament").click();
  await page.getByRole("heading", { name: "Friday Swiss" }).waitFor();
  const id = new URL(page.url()).pathname.split("/")[2];
  await page.getByRole("link", { name: "Organise" }).click();
  await page.getByLabel(/^Players at the table/).fill(NAMES.join("\n"));
  await button(page, "Add 5 players").click();
  await until(async () => (await page.locator(".organise-list .entry-number").count()) === NAMES.length, "the players to be listed");
  await button(page, "Start now").first().click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Start now" }).click();
  const next = button(page, "Pair the next round");
  await until(async () => (await page.locator(".organise .table-row").count()) > 0 || (await next.isVisible()), "the start");
  if (!(await page.locator(".organise .table-row").count())) await next.click();
  const rows = page.locator(".organise .table-row");
  await until(async () => (await rows.count()) === 2, "two tables");
  await rows.first().getByRole("button", { name: /^Result/ }).click();
  const sheet = page.locator("dialog[open]");
  await sheet.getByRole("radio", { name: "Draw" }).check();
  await sheet.getByRole("button", { name: "Enter the result" }).click();
  await rows.first().getByText("½–½").waitFor();
  await checkThemes(page, "organise");
  await rows.first().getByRole("button", { name: /^Result|^Correct/ }).click();
  assert.ok(await sheet.getByLabel(/^Reason \(everybody/).evaluate((input) => input.required), "a correction needs a reason");
  await sheet.getByRole("radio", { name: / won$/ }).first().check();
  await sheet.getByLabel(/^Reason/).fill("typed the wrong one");
  await sheet.getByRole("button", { name: "Correct the result" }).click();
  await rows.first().getByText("1–0").waitFor();
  await page.getByRole("link", { name: "Log", exact: true }).click();
  await page.getByText(/corrected to 1–0/).waitFor();
  await page.getByText(/Reason: typed the wrong one/).waitFor();
  await checkThemes(page, "log");

  // A stranger on a phone sees it, and learns how a number came about.
  await playRound(page, id);
  const guest = await person(`/tournaments/${id}`, { viewport: PHONE, touch: true });
  await guest.locator(".standings tbody tr").first().waitFor();
  await checkWidth(guest, "standings");
  await checkThemes(guest, "standings");
  await guest.getByRole("button", { name: /^Buchholz, without the lowest, Ada/ }).click();
  await guest.locator(".explained tfoot").waitFor();
  await checkThemes(guest, "how a number was computed");
  await guest.keyboard.press("Escape");
  assert.equal(await guest.getByRole("link", { name: "Organise" }).count(), 0);
  for (const part of ["rounds", "players", "rules", "log", "files"]) {
    await guest.goto(`/tournaments/${id}/${part}`);
    await guest.locator(".tournament-main > .slab").waitFor();
    await checkWidth(guest, part);
    await checkThemes(guest, part);
  }
});

people("paired players: the board opens by itself on any screen", async (person) => {
  const host = await organiser(person, "Hedy");
  const { id } = await api(host, "POST", "/tournaments", { name: "Quick cup", format: "knockout", variant: "quoridor", clock: "300+3", games: 1, pace: "hand" });
  const players = [await organiser(person, "Irene", `/tournaments/${id}`), await organiser(person, "Joan", `/tournaments/${id}`, { viewport: PHONE, touch: true })];
  for (const page of players) {
    await button(page, "Enter").click();
    await page.getByText("You take part").waitFor();
    await checkWidth(page, "before the start");
  }
  await players[1].goto("/learn");
  await holds(players[1], () => document.querySelector(".learn-list"), undefined, "another screen");
  await players[1].goto("/tournaments");
  await players[1].getByRole("heading", { name: "You play here" }).waitFor();
  await api(host, "POST", `/tournaments/${id}/decide`, { what: "start" });
  await api(host, "POST", `/tournaments/${id}/decide`, { what: "next" });
  for (const page of players) {
    await until(() => /^\/game\//.test(new URL(page.url()).pathname), "the board to open");
    await page.locator(".play .board-live").waitFor();
  }
  // One press from the standings to the board and back.
  await players[0].goto(`/tournaments/${id}`);
  await players[0].getByRole("link", { name: "To your board" }).click();
  await players[0].locator(".play .board-live").waitFor();
  await host.goto(`/tournaments/${id}/picture`);
  await host.locator(".bracket .match").waitFor();
  await checkThemes(host, "bracket");
});

people("the projector turns its pages, and paper has a part for each list", async (person) => {
  const host = await organiser(person, "Karen");
  const id = await atTable(host);
  await api(host, "POST", `/tournaments/${id}/decide`, { what: "next" }).catch(() => {});
  await host.goto(`/tournaments/${id}/projector`);
  await host.locator(".projected-pairs li, .projected tr").first().waitFor();
  await checkThemes(host, "projector");
  const title = host.locator(".projector > header p");
  const first = await title.textContent();
  await host.keyboard.press("ArrowRight");
  await until(async () => (await title.textContent()) !== first, "the next page");
  await host.locator(".projector .qr-code path").waitFor({ state: "attached" });
  await host.keyboard.press("Escape");
  await until(() => new URL(host.url()).pathname === `/tournaments/${id}`, "the tournament");

  await host.goto(`/tournaments/${id}/paper`);
  await host.locator(".paper-card").first().waitFor();
  await checkThemes(host, "paper");
  assert.deepEqual(await host.locator(".paper-sheet").count(), 4);
  const pages = (await host.pdf({ preferCSSPageSize: true })).toString("latin1").match(/\/Type \/Page\b/g).length;
  assert.equal(pages, 4, "each part on an A4 page of its own");
});

people("a phone at the table: clock, moves on the board, and the organiser's result", async (person) => {
  const host = await organiser(person, "Lise", "/tournaments", { viewport: PHONE, touch: true });
  const id = await atTable(host, { games: 1 });
  await api(host, "POST", `/tournaments/${id}/decide`, { what: "next" }).catch(() => {});
  const [{ table }] = await tables(host, id);
  const page = await person(`/table/${id}/${table}`, { viewport: PHONE, touch: true });
  await page.getByText("When the game is over, tell the organiser the result.").waitFor();
  await checkWidth(page, "table");
  await checkThemes(page, "table");
  await button(page, "Clock").click();
  const sides = page.locator(".club-side");
  await sides.nth(0).click();
  await until(async () => (await sides.nth(1).getAttribute("class")).includes("running"), "the second player's time");
  await sides.nth(0).click();
  assert.ok((await sides.nth(1).getAttribute("class")).includes("running"), "only the player to move ends the turn");
  await sides.nth(1).click();
  await until(async () => (await sides.nth(0).getAttribute("class")).includes("running"), "the first player's time");
  await checkThemes(page, "clock");
  await page.reload();
  await button(page, "Clock").click();
  await until(async () => (await sides.nth(0).getAttribute("class")).includes("running"), "the clock to go on after loading the page again");
  await button(page, "Back to the table").click();
  await button(page, "Write down the moves").click();
  await page.locator(".club-board .board-live").waitFor();
  await checkWidth(page, "record");
  await button(page, "Back to the table").click();

  await host.goto(`/table/${id}/${table}`);
  await host.getByRole("radio", { name: / won$/ }).first().check();
  await button(host, "Enter the result").click();
  await host.getByText("This table is finished.").waitFor();
  await page.getByText("This table is finished.").waitFor();
});

for (const lang of ["tr", "ru", "ro"])
  people(`tournaments in ${lang}`, async (person) => {
    const host = await organiser(person, `Marie${lang}`, "/tournaments", { viewport: PHONE, touch: true, settings: { lang } });
    const id = await atTable(host);
    await api(host, "POST", `/tournaments/${id}/decide`, { what: "next" }).catch(() => {});
    for (const path of ["", "/new", `/${id}`, `/${id}/rounds`, `/${id}/rules`, `/${id}/log`, `/${id}/files`, `/${id}/organise`, `/${id}/paper`, `/${id}/projector`]) {
      await host.goto(`/tournaments${path}`);
      await holds(host, () => document.querySelector("main h1, .projector h1") && !document.querySelector("main [aria-busy=true]"), undefined, path);
      if (!path.endsWith("paper")) await checkWidth(host, `${lang} ${path}`);
      assert.deepEqual(await untranslated(host, textsOf(lang)), [], `${lang} ${path}`);
    }
  });
