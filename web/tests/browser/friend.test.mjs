// SPDX-License-Identifier: MIT
// A friend by link: one click on the first screen, and one tap of the friend. And the look of boards.
import assert from "node:assert/strict";
import { checkThemes, checkWidth, textsOf, untranslated } from "./checks.mjs";
import { api, inOrder, onlineWorld } from "./online.mjs";
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
  await checkThemes(host, "waiting for a friend");
  const link = await host.evaluate(() => navigator.clipboard.readText());
  assert.equal(link, host.url());
  const friend = await person(new URL(link).pathname, { viewport: PHONE, touch: true });
  await button(friend, "Join").tap();
  for (const page of [host, friend]) await page.locator(".play .board-live").waitFor();
});

people("whoever waits for a friend may look around: the game takes them back, politely", async (person) => {
  const host = await person("/");
  await host.getByRole("button", { name: "Play a friend by link" }).click();
  await host.waitForURL("**/game/*");
  const first = new URL(host.url()).pathname;
  await host.getByRole("link", { name: "Play the computer meanwhile" }).click();
  await host.getByRole("heading", { level: 1 }).first().waitFor();
  await host.reload();
  const other = await host.context().newPage(); // a second tab, with no game to wait for
  await other.goto("/help");
  const join = async (path) => {
    const friend = await person(path);
    await button(friend, "Join").click();
    await friend.locator(".play .board-live").waitFor();
    return friend;
  };
  await other.locator(".bell").waitFor();
  await host.locator(".bell").waitFor();
  const told = host.locator(".notice", { hasText: "The game begins" }).waitFor();
  await join(first);
  await told;
  await host.locator(".play .board-live").waitFor();
  assert.equal(new URL(host.url()).pathname, first);
  // While she plays, another game begins: the page offers it without leaving the first.
  const { game } = await api(host, "POST", "/games", { variant: "quoridor", clock: "600+5", seats: ["me", "open"], public: false });
  await host.goto(`/game/${game.id}`);
  await host.locator(".waiting").waitFor();
  await host.goto(first);
  await host.locator(".play .board-live").waitFor();
  await join(`/game/${game.id}`);
  await host.locator(".notice", { hasText: "Your other game has begun." }).waitFor();
  assert.equal(new URL(host.url()).pathname, first);
  await button(host, "Go there").click();
  await host.waitForURL(`**/game/${game.id}`);
  assert.equal(new URL(other.url()).pathname, "/help");
  await other.close();
});

// White walks straight ahead, black steps aside.
const RACE = "e2 e8 e3 d8 e4 d7 e5 c7 e6 c6 e7 b6 e8 b5 e9".split(" ");

for (const [lang, locale] of [["en", "en-GB"], ["tr", "tr-TR"], ["ru", "ru-RU"], ["ro", "ro-RO"]])
  people(`a friend by link, from the first screen to the last move and the review: ${lang}`, async (person) => {
    const texts = textsOf(lang);
    const say = (text) => texts[text] ?? text;
    const check = async (name, ...pages) => {
      for (const page of pages) {
        assert.deepEqual(await untranslated(page, texts), [], `${name}, ${lang}`);
        await checkWidth(page, `${name}, ${lang}`);
      }
    };
    const host = await person("/", { locale, viewport: { width: 320, height: 640 }, touch: true });
    await host.getByRole("radio", { name: /Quoridor/ }).check({ force: true });
    const invite = host.getByRole("button", { name: say("Play a friend by link") });
    await invite.waitFor();
    await check("home", host);
    await invite.tap();
    await host.waitForURL("**/game/*");
    await host.getByRole("img", { name: say("The link as a QR code") }).waitFor();
    await check("waiting", host);
    const friend = await person(new URL(host.url()).pathname, { locale, viewport: PHONE, touch: true });
    await button(friend, say("Join")).waitFor();
    await check("invited", friend);
    await button(friend, say("Join")).tap();
    const pages = [host, friend];
    for (const page of pages) await page.locator(".play .board-live").waitFor();
    await check("begun", ...pages);
    const id = host.url().split("/").pop();
    const players = await inOrder(pages, id);
    for (const [ply, move] of RACE.slice(0, -1).entries()) await api(players[ply % 2], "POST", `/games/${id}/move`, { ply, move });
    await holds(players[0], () => document.querySelector(".card.turn.at-s"), null, "the last turn");
    await check("in the middle", ...pages);
    await players[0].locator(`.board-live [data-cell="${RACE.at(-1)}"]`).tap();
    for (const page of pages) await page.getByRole("region", { name: say("Result") }).waitFor();
    await check("over", ...pages);
    await button(friend, say("Review the game")).tap();
    await friend.locator(".review .accuracies li").first().waitFor();
    await check("reviewed", friend);
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
  // High contrast also changes the board, unless a skin is chosen.
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
