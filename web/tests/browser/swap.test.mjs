// SPDX-License-Identifier: MIT
// The swap rule (R12) and handicaps (R11), on one device and by a friend's link.
import assert from "node:assert/strict";
import { agree, api, onlineWorld, type } from "./online.mjs";
import { button, confirm, inputs, kept, playAll, ready } from "./play.mjs";
import { PHONE, holds, until } from "./world.mjs";

const { core, people, test } = await onlineWorld();
const START = core.start("quoridor").position;

const swapSides = (page) => button(page, "Swap sides");
const result = (page) => page.getByRole("region", { name: "Result" });

/**
 * Waits until the card of this seat, 0 or 1, has that name and a clock that begins like that, running or not. The user's
 * own seat is below.
 */
async function sits(page, seat, name, clock, running) {
  const fits = ([at, who, text, runs]) => {
    const [card] = [...document.querySelectorAll(".play .card")].slice(at);
    const face = card?.querySelector(".clock");
    return card?.querySelector(".name").firstChild.textContent === who && face?.firstChild.textContent.startsWith(text)
      && face.classList.contains("running") === runs && (who !== "You" || card.classList.contains("at-s"));
  };
  const seen = () => page.locator(".play .card").allTextContents();
  await holds(page, fits, [seat, name, clock, running], `seat ${seat}: ${name}, ${clock}`).catch(async (error) => {
    throw new Error(`${error.message}, but ${await seen()}`);
  });
}

/** Waits until the page has said this to a screen reader. */
const heard = (page, text) => page.locator("[aria-live]", { hasText: text }).first().waitFor({ state: "attached" });

/** Fills in the sheet of a new game of Quoridor, and presses its button. */
async function begin(page, against, start, { time, swap = false, handicap = "" }) {
  await page.goto(`/new?game=quoridor&against=${against}`);
  await page.getByRole("group", { name: "Time" }).getByRole("radio", { name: time, exact: true }).check({ force: true });
  await page.getByRole("switch", { name: "Draw lots" }).uncheck({ force: true });
  if (swap) await page.getByRole("switch", { name: "Swap rule" }).check({ force: true });
  if (handicap) await page.getByLabel("Handicap").selectOption(handicap);
  if (against === "online") await page.getByRole("switch", { name: "Open to all" }).uncheck({ force: true });
  await button(page, start).click();
}

test("one device: after the first move the other player takes over that side, and keeps the own time", null, {}, async (page) => {
  await page.clock.install();
  await begin(page, "friend", "Start", { time: "10 min", swap: true });
  await ready(page);
  await sits(page, 0, "You", "9:5", true);
  assert.equal(await swapSides(page).count(), 0);
  await page.clock.fastForward(100_000);
  await playAll(page, core, core.read("quoridor", `${START} swap`), ["e2"], inputs.mouse(page));
  await sits(page, 0, "You", "8:", false);
  await page.clock.fastForward(400_000);
  await sits(page, 1, "Friend", "3:", true); // the chooser's clock runs
  await swapSides(page).click();
  await sits(page, 0, "Friend", "3:", false);
  await sits(page, 1, "You", "8:", true);
  assert.equal(await swapSides(page).count(), 0);
  await type(page, "e8");
  await sits(page, 0, "Friend", "3:", true);
  const { match, players } = await kept(page);
  assert.match(match, /\[Swap "yes"\]/);
  const [{ state }] = core.open(match);
  assert.deepEqual(state.moves.map(({ text }) => text), ["e2", "swap", "e8"]);
  assert.deepEqual(players.map(({ kind }) => kind), ["friend", "me"]);
  // The friend has chosen, and so makes the first move of the rematch, in which the rule holds again.
  const first = page.url();
  await confirm(page, "Resign");
  await button(page, "Rematch").click();
  await until(() => page.url() !== first, "another game");
  await sits(page, 0, "Friend", "9:5", true);
  await type(page, "e2");
  await swapSides(page).waitFor();
});

/** A friend's game by link between two accounts: the host's page, the friend's, and the game's id. */
async function friends(person, [one, other], rules) {
  const host = await person("/");
  await api(host, "POST", "/register", { name: one, password: "a quiet harbour" });
  await begin(host, "online", "Create the game", rules);
  await host.waitForURL("**/game/*");
  const path = new URL(host.url()).pathname;
  const friend = await person(path, { viewport: PHONE, touch: true });
  await api(friend, "POST", "/register", { name: other, password: "a quiet harbour" });
  await friend.reload();
  await button(friend, "Join").waitFor();
  return { host, friend, id: path.split("/").pop(), join: () => button(friend, "Join").tap() };
}

/** The rematch, which the host offers: its id. */
async function rematch(host, friend) {
  const id = host.url().split("/").pop();
  await button(host, "Rematch").click();
  await button(friend, "Accept the rematch").click();
  for (const page of [host, friend]) await page.locator(".play:not(.over) .board-live").waitFor();
  const next = host.url().split("/").pop();
  assert.notEqual(next, id);
  assert.equal(friend.url(), host.url());
  return next;
}

people("a friend by link: the chooser's clock runs, both screens exchange the seats, the chooser begins the rematch", async (person) => {
  const { host, friend, id, join } = await friends(person, ["Host-swap", "Friend-swap"], { time: "10+0", swap: true });
  const pages = [host, friend];
  for (const page of pages) await page.locator(".waiting", { hasText: "casual · swap rule · by link only" }).waitFor();
  await join();
  await sits(host, 0, "Host-swap", "9:5", true);
  assert.equal(await swapSides(host).count(), 0);
  await type(host, "e2");
  for (const page of pages) await sits(page, 1, "Friend-swap", "9:5", true);
  assert.equal(await swapSides(host).count(), 0);
  const before = await api(host, "GET", `/games/${id}`);
  await swapSides(friend).tap();
  await agree(pages, ["e2", "swap"]);
  await heard(host, "The players swap sides. Your turn");
  for (const page of pages) {
    await sits(page, 0, "Friend-swap", "9:5", false);
    await sits(page, 1, "Host-swap", "9:5", true);
  }
  await host.locator(".card.at-s.turn", { hasText: "Host-swap" }).waitFor();
  await friend.locator(".card.at-n.turn", { hasText: "Host-swap" }).waitFor();
  const after = await api(host, "GET", `/games/${id}`);
  assert.deepEqual(after.seats.map(({ person: { name } }) => name), ["Friend-swap", "Host-swap"]);
  assert.deepEqual(after.you, [1]);
  assert.ok(after.clocks[1].main <= before.clocks[0].main, "the host keeps the own time");
  assert.ok(after.clocks[0].main <= before.clocks[1].main, "the friend keeps the own time");
  assert.equal(after.rated, false);
  await type(host, "e8");
  await agree(pages, ["e2", "swap", "e8"]);
  await friend.locator('.board-live [data-cell="e3"]').tap();
  await agree(pages, ["e2", "swap", "e8", "e3"]);
  await confirm(host, "Resign");
  await result(friend).getByText("You win").waitFor();
  await result(host).getByText("You lose").waitFor();
  const record = await (await host.request.get(`/api/v1/games/${id}.txt`)).text();
  assert.match(record, /\[Swap "yes"\]/);
  assert.deepEqual(core.open(record)[0].state.winners, [0]);
  const next = await rematch(host, friend);
  assert.equal((await api(friend, "GET", `/games/${next}`)).swap, true);
  await friend.locator('.board-live [data-cell="e2"]').tap();
  await agree(pages, ["e2"]);
  await swapSides(host).waitFor();
  assert.equal(await swapSides(friend).count(), 0);
});

for (const { handicap, words, text, clocks, walls } of [
  { handicap: "0 pieces 3", words: "1 walls 3", text: (host) => `${host}: 3 walls fewer`, clocks: ["9:5", "10:00"], walls: [7, 10] },
  { handicap: "1 time 4", words: "2 time 150", text: (host, friend) => `${friend} begins with 150 s`, clocks: ["9:5", "2:30"], walls: [10, 10] },
])
  people(`a friend by link with a handicap, ${words}: both see it, and its giver gives it again in the rematch`, async (person) => {
    const names = [`Host-${words[2]}`, `Friend-${words[2]}`];
    const { host, friend, id, join } = await friends(person, names, { time: "10+0", handicap });
    const pages = [host, friend];
    for (const page of pages) await page.locator(".waiting", { hasText: text("Black", "White") }).waitFor();
    await join();
    const shown = async (game) => {
      for (const page of pages) {
        await sits(page, 0, names[0], clocks[0], true);
        await sits(page, 1, names[1], clocks[1], false);
        await page.locator(".play .info", { hasText: text(...names) }).waitFor({ state: "attached" });
        assert.deepEqual(await page.locator(".play .card .tally > b").allTextContents(), walls.map(String));
      }
      const info = await api(host, "GET", `/games/${game}`);
      assert.equal(info.handicap, words);
      assert.equal(info.rated, false);
      assert.deepEqual(info.seats.map(({ person: { name } }) => name), names);
      const record = await (await host.request.get(`/api/v1/games/${game}.txt`)).text();
      assert.match(record, new RegExp(`\\[Handicap "${words}"\\]`));
    };
    await shown(id);
    await type(host, "e2");
    await agree(pages, ["e2"]);
    await friend.locator('.board-live [data-cell="e8"]').tap();
    await agree(pages, ["e2", "e8"]);
    await confirm(host, "Resign");
    for (const page of pages) await result(page).waitFor();
    await shown(await rematch(host, friend));
  });
