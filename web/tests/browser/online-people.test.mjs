// SPDX-License-Identifier: MIT
// Accounts from creation to deletion; ratings, profile, archive; every online screen for axe-core and in every
// language; and the page without a game server.
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { checkThemes, checkWidth, textsOf, untranslated } from "./checks.mjs";
import { agree, api, inOrder, onlineArguments, onlineWorld, shown, sitDown, table, type } from "./online.mjs";
import { button, confirm } from "./play.mjs";
import { launch, PATIENCE, PHONE, serve, until } from "./world.mjs";

const { people } = await onlineWorld();
const PASSWORD = "marbles in a row";

const enter = async (page, way, name, password) => {
  await page.goto("/account");
  await page.getByRole("radio", { name: way }).check({ force: true });
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Password").fill(password);
  await page.locator("form button[type=submit]").click();
};

people("a game that was cancelled has no result for either player", async (person) => {
  const players = [await person(), await person()];
  const names = ["Cara", "Dora"];
  for (const [at, page] of players.entries()) await api(page, "POST", "/register", { name: names[at], password: PASSWORD });
  await table(players, "quoridor");
  await button(players[0], "Cancel the game").click();
  await players[1].getByText("Cancelled").first().waitFor();
  for (const name of names) {
    await players[0].goto(`/people/${name}`);
    await players[0].locator(".mark", { hasText: "No result" }).waitFor();
  }
});

people("an account: registered out of a guest, left, entered again, changed, exported, deleted", async (person) => {
  const page = await person("/account");
  const { game } = await api(page, "POST", "/games", { variant: "quoridor", clock: "-", seats: ["me", "open"] });
  await enter(page, "Register", "Grace", PASSWORD);
  await page.locator(".lobby").getByRole("link", { name: "Grace", exact: true }).first().waitFor();
  // The account has the guest's game.
  await page.locator(".saved", { hasText: "waiting for players" }).waitFor();
  await page.goto("/account");
  await button(page, "Sign out").click();
  await page.getByRole("radio", { name: "Sign in" }).waitFor({ state: "attached" });

  await enter(page, "Sign in", "grace", PASSWORD);
  await page.locator(".lobby").getByRole("link", { name: "Grace", exact: true }).first().waitFor();
  await page.goto("/account");
  await page.getByLabel("Old password").fill(PASSWORD);
  await page.getByLabel("New password").fill(`${PASSWORD} of three`);
  await button(page, "Change").click();
  await page.locator(".notice", { hasText: "Password changed." }).waitFor();

  await page.getByLabel("What it is for").fill("my bot");
  await button(page, "Create a token").click();
  const token = await page.locator(".token").textContent();
  assert.match(token, /^mey_/);
  const asBot = await page.request.get("/api/v1/me", { headers: { Authorization: `Bearer ${token}`, Cookie: "" } });
  assert.equal((await asBot.json()).person.name, "Grace");
  await page.getByRole("button", { name: "Revoke my bot" }).click();
  await until(async () => (await page.locator(".token-list li").count()) === 0, "the token to be gone");

  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Download your data" }).click()]);
  assert.ok(JSON.stringify(JSON.parse(readFileSync(await download.path(), "utf8"))).includes(game.id));

  await page.getByText("Delete the account").first().click();
  await page.locator("details").getByLabel("Password").fill(`${PASSWORD} of three`);
  await button(page, "Delete forever").click();
  await page.locator(".notice", { hasText: "Account deleted." }).waitFor();
  await page.locator(".lobby").getByRole("link", { name: "Sign in or register" }).waitFor();
});

people("puzzles solved before signing in count once, on every device and on the profile", async (person) => {
  const kept = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("meydan.puzzles") ?? "null"));
  const solveDaily = async (page) => {
    await page.goto("/puzzles/daily");
    await page.getByRole("button", { name: "Show the solution" }).click();
    await page.locator(".task-remark.good", { hasText: "The solution" }).waitFor();
  };
  const page = await person("/puzzles");
  await solveDaily(page);
  const { results: [unsent] } = await kept(page);
  assert.equal(unsent.moves, ""); // no move was played
  await enter(page, "Register", "Solver", PASSWORD);
  await until(async () => (await kept(page)).results[0].sent, "the result to be sent");
  const own = await api(page, "GET", "/puzzles");
  assert.deepEqual(own.results.map(({ puzzle, solved, at }) => [puzzle, solved, at]), [[unsent.id, false, unsent.at]]);
  assert.equal(Math.round((await kept(page)).now.rating), own.rating.rating);
  // Another device knows the tries, and the same puzzle doesn't count again.
  const other = await person("/account");
  await solveDaily(other);
  await enter(other, "Sign in", "Solver", PASSWORD);
  await until(async () => (await kept(other)).account?.last === 1, "the results to come");
  assert.equal((await api(other, "GET", "/puzzles")).tried, 1);
  await other.goto("/puzzles");
  await other.getByText("0 of 1 puzzles solved at the first try").waitFor();
  await other.goto("/people/Solver");
  const panel = other.locator("section", { has: other.getByRole("heading", { name: "Puzzles", exact: true }) });
  await panel.getByText("0 of 1 puzzles solved at the first try").waitFor();
  assert.ok((await panel.locator(".puzzle-count").textContent()).includes(String(own.rating.rating)));
});

/** The code that an authenticator app shows (RFC 6238), this many half minutes from now. */
function codeOf(secret, steps = 0) {
  const bits = [...secret].map((letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from(bits.match(/.{8}/g).map((byte) => parseInt(byte, 2)));
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30000) + steps));
  const digest = createHmac("sha1", key).update(time).digest();
  return String((digest.readUInt32BE(digest[19] & 15) & 0x7fffffff) % 1e6).padStart(6, "0");
}

people("a second factor, with its QR code and recovery codes; sessions one by one; a token that may only read", async (person) => {
  const [page, other] = [await person("/account"), await person("/account")];
  await enter(page, "Register", "Hedy", PASSWORD);
  await page.locator(".lobby").waitFor();
  await enter(other, "Sign in", "Hedy", PASSWORD);
  await other.locator(".lobby").waitFor();
  await page.goto("/account");
  const sessions = page.locator(".session-list li");
  await until(async () => (await sessions.count()) === 2, "both sessions to be listed");
  await sessions.filter({ hasText: "This device" }).waitFor();
  await sessions.filter({ hasNotText: "This device" }).getByRole("button", { name: /^Sign out/ }).click();
  await until(async () => (await sessions.count()) === 1, "the other session to be gone");
  assert.equal((await api(other, "GET", "/me")).person, null);

  await page.getByLabel("What it is for").fill("reader");
  await page.getByRole("radio", { name: "May only read" }).check({ force: true });
  await button(page, "Create a token").click();
  await page.locator(".token-list li", { hasText: "May only read" }).waitFor();

  const factor = page.locator("form", { hasText: "Two-factor authentication" });
  await factor.getByLabel("Password").fill(PASSWORD);
  await button(page, "Set up").click();
  await page.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
  await checkThemes(page, "the second factor");
  const secret = await factor.locator(".token").textContent();
  await factor.getByLabel("Code", { exact: true }).fill(codeOf(secret));
  await button(page, "Confirm").click();
  await until(async () => (await page.locator(".recovery li").count()) === 10, "ten recovery codes");
  const recovery = await page.locator(".recovery li").first().textContent();

  await enter(other, "Sign in", "Hedy", PASSWORD);
  await other.getByRole("alert").getByText("Enter the code from your authenticator app.").waitFor();
  await other.getByLabel("Code", { exact: true }).fill(codeOf(secret, 1));
  await other.locator("form button[type=submit]").click();
  await other.locator(".lobby").waitFor();
  other.wrongs.length = 0; // the browser logs every refusal of a server

  await page.goto("/account");
  await page.getByText("10 recovery codes left.").waitFor();
  // New codes, in exchange for one of the old ones, which become void.
  await button(page, "New recovery codes").click();
  await factor.getByText("the old ones stop working").waitFor();
  await factor.getByLabel("Password").fill(PASSWORD);
  await factor.getByLabel("Code", { exact: true }).fill("aaaa-aaaa-aaaa-aaaa");
  await factor.locator("button[type=submit]").click();
  await factor.getByRole("alert").waitFor();
  page.wrongs.length = 0; // the browser logs every refusal of a server
  await factor.getByLabel("Code", { exact: true }).fill(recovery);
  await factor.locator("button[type=submit]").click();
  await until(async () => (await page.locator(".recovery li").count()) === 10, "ten other recovery codes");
  const fresh = await page.locator(".recovery li").first().textContent();
  assert.notEqual(fresh, recovery);
  await page.getByText("10 recovery codes left.").waitFor();
  await factor.getByLabel("Password").fill(PASSWORD);
  await factor.getByLabel("Code", { exact: true }).fill(fresh);
  await button(page, "Turn off").click();
  await page.locator(".notice", { hasText: "The second factor is off." }).waitFor();
});

people("what is refused is told in the form", async (person) => {
  const page = await person("/account");
  const refused = async (way, name, password, words) => {
    await enter(page, way, name, password);
    await page.getByRole("alert").getByText(words).waitFor();
    page.wrongs.length = 0; // the browser logs every refusal of a server
  };
  await api(page, "POST", "/register", { name: "Taken", password: PASSWORD });
  await api(page, "POST", "/logout");
  await refused("Register", "taken", PASSWORD, "That name is already taken.");
  await refused("Register", "no spaces please", PASSWORD, "A name must have 2 to 20");
  await refused("Register", "Short", "short", "at least 8 characters");
  await refused("Register", "Meydan-Team", PASSWORD, "That name is reserved.");
  await refused("Register", "Easy", "password1", "too easy to guess");
  await refused("Sign in", "Taken", "not the right one", "Wrong name or password");
  await page.goto("/game/00000000");
  await page.getByText("This game cannot be shown").waitFor();
  page.wrongs.length = 0;
});

people("a rated game: ratings move, the profile and the archive show it, and it is reviewed", async (person) => {
  const [ada, bob] = [await person("/online"), await person("/online")];
  await api(ada, "POST", "/register", { name: "Ada-1815", password: PASSWORD });
  await api(bob, "POST", "/register", { name: "Bob_1815", password: PASSWORD });
  const id = await table([ada, bob], "quoridor", { clock: "300+3", rated: true });
  const players = await inOrder([ada, bob], id);
  for (const [ply, move] of ["e2", "e8", "e3", "e7", "e4", "e6", "e3h", "d6h"].entries()) await type(players[ply % 2], move);
  await confirm(bob, "Resign");
  const changes = ada.locator(".rating-changes li");
  await changes.nth(players.indexOf(ada)).getByText(/^\+\d+$/).waitFor();
  await changes.nth(players.indexOf(bob)).getByText(/^−\d+$/).waitFor();

  const eve = await person("/people/Ada-1815");
  await eve.locator(".ratings").getByText("Quoridor, Blitz").waitFor();
  await eve.locator(".person-results").getByText("100% won").waitFor();
  await eve.getByRole("img", { name: "1 game in the last 26 weeks" }).waitFor();
  await eve.locator(".person-wins").getByRole("link", { name: /^Bob_1815/ }).waitFor();
  await eve.getByText("1 game · 1 won").waitFor();
  await eve.locator(".saved", { hasText: "Bob_1815" }).waitFor();
  await checkThemes(eve, "profile");
  await eve.goto("/games?player=bob_1815");
  await eve.locator(".saved", { hasText: "Ada-1815" }).waitFor();
  await checkThemes(eve, "archive");
  await eve.getByRole("combobox", { name: "Game" }).selectOption("abalone");
  await button(eve, "Search").click();
  await eve.getByText("No games found.").waitFor();
  await eve.goto("/games?variant=quoridor&rated=true");
  const [download] = await Promise.all([eve.waitForEvent("download"), eve.getByRole("link", { name: "Download the records" }).click()]);
  assert.match(readFileSync(await download.path(), "utf8"), /\[Player[12] "Ada-1815"\]/);
  assert.equal(await eve.getByText("At most the last 1,000").count(), 0);
  // If there are more games than one download holds, the page reports it.
  await eve.route("**/api/v1/games?**", async (route) => route.fulfill({ json: { ...(await (await route.fetch()).json()), next: id } }));
  await eve.reload();
  await eve.getByText("A download has at most the last 1,000 games; choose a period for older ones.").waitFor();
  await eve.unroute("**/api/v1/games?**");
  await eve.locator(".saved").first().click();
  await agree([eve], ["e2", "e8", "e3", "e7", "e4", "e6", "e3h", "d6h"]);
  await button(eve, "One move back").click();
  await button(eve, "Explain").click();
  await eve.locator(".legend").first().waitFor({ state: "attached" });
  assert.equal(new URL(eve.url()).pathname, `/game/${id}`);
  assert.equal((await shown(eve)).length, 8);
});

people("rated games that do not count say why; a guest cannot rate, and is told how to", async (person) => {
  const [ada, bob] = [await person("/new?against=online"), await person("/online")];
  const rated = ada.getByRole("switch", { name: "Rated" });
  await ada.getByText("Only players with an account have ratings.").waitFor();
  assert.equal(await rated.isDisabled(), true);
  await ada.locator("label", { has: rated }).getByRole("link", { name: "Sign in or register" }).click();
  await ada.getByLabel("Password").waitFor();
  assert.equal(new URL(ada.url()).pathname, "/account");
  await enter(ada, "Register", "Ada-1852", PASSWORD);
  await ada.locator(".lobby").getByRole("link", { name: "Ada-1852", exact: true }).first().waitFor();
  await ada.goto("/new?against=online");
  await rated.check({ force: true });
  await ada.getByText("The result counts for the ratings; colours are drawn by lot.").waitFor();

  await api(bob, "POST", "/register", { name: "Bob_1852", password: PASSWORD });
  const id = await table([ada, bob], "quoridor", { clock: "300+3", rated: true });
  const players = await inOrder([ada, bob], id);
  for (const [ply, move] of ["e2", "e8"].entries()) await type(players[ply % 2], move);
  await confirm(bob, "Resign");
  const why = "This game did not count for the ratings: a player made fewer than four moves.";
  await ada.locator(".result").getByText(why).waitFor();
  assert.equal(await ada.locator(".rating-changes").count(), 0);
  const eve = await person(`/game/${id}`, { viewport: PHONE, touch: true });
  await eve.locator(".result").getByText(why).waitFor();
  await ada.locator(".info").getByText("rated, did not count").waitFor();
});

// No game for months.
const HISTORY = Array.from({ length: 40 }, (_, at) => (
  { game: "0aB1cD2e", variant: "abalone", speed: "blitz", at: Date.now() - (40 - at) * 4 * 86_400_000, before: 1600 + 5 * at, after: 1604 + 5 * at + 12 * (at % 3) }));

people("a profile full of games, by keyboard and in a narrow window; an empty one makes an offer", async (person) => {
  const page = await person("/account", { viewport: { width: 320, height: 700 }, touch: true });
  await enter(page, "Register", "Irina", PASSWORD);
  await page.locator(".lobby").waitFor();
  await page.goto("/people/Irina");
  await page.getByRole("heading", { name: "No games yet" }).waitFor();
  await checkWidth(page, "an empty profile");
  const rating = { variant: "abalone", speed: "blitz", rating: 1827, deviation: 60, games: 318, provisional: false };
  await page.route("**/api/v1/people/Irina", async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, counts: { games: 318, wins: 190, draws: 8, losses: 120 }, ratings: [rating, { ...rating, speed: "rapid-bots", games: 5 }] } });
  });
  await page.route("**/api/v1/people/Irina/ratings?**", (route) => route.fulfill({ json: { changes: HISTORY, next: null } }));
  await page.reload();
  const graph = page.getByRole("slider", { name: "Graph of Abalone, Blitz" });
  await graph.focus();
  await page.keyboard.press("Home");
  await until(async () => /1604/.test(await graph.getAttribute("aria-valuetext")), "the first point");
  await page.keyboard.press("ArrowRight");
  await until(async () => /1621/.test(await graph.getAttribute("aria-valuetext")), "the second point");
  await page.getByRole("button", { name: /Rapid, with bots/ }).click();
  await checkWidth(page, "a full profile");
  await checkThemes(page, "a full profile");
});

people("a challenge: seen at once, declined with a reason, then accepted; phrases in the reader's language, texts among friends", async (person) => {
  const [ada, bob] = [await person("/account"), await person("/account")];
  await enter(ada, "Register", "Ada-ch", PASSWORD);
  await enter(bob, "Register", "Bob-ch", PASSWORD);
  for (const page of [ada, bob]) await page.locator(".lobby").waitFor();
  await api(ada, "POST", "/people/Bob-ch/follow");
  await bob.goto("/settings");
  await bob.locator(".settings select").first().selectOption("tr");
  await ada.goto("/people/Bob-ch");
  await button(ada, "Challenge").click();
  await ada.getByRole("combobox", { name: "Game" }).selectOption("quoridor");
  await checkThemes(ada, "a challenge");
  await button(ada, "Send the challenge").click();
  await ada.locator(".waiting").waitFor();
  const card = bob.locator(".incoming-card", { hasText: "Ada-ch" });
  await card.waitFor();
  await checkThemes(bob, "a challenge that came");
  await card.locator("select").selectOption("later");
  await ada.getByText("Bob-ch declines: Not now, maybe later").waitFor();
  await until(async () => !(await bob.locator(".incoming-card").count()), "the challenge to go");
  await ada.goto("/account");
  await ada.locator("#friends").waitFor();
  await button(ada, "Challenge Bob-ch").click();
  await button(ada, "Send the challenge").click();
  await card.getByRole("button", { name: "Kabul et" }).click();
  for (const page of [ada, bob]) await page.locator(".talk").waitFor();
  await ada.locator(".talk summary").click();
  await button(ada, "Good luck!").click();
  await bob.locator(".talk-lines", { hasText: "İyi şanslar!" }).waitFor();
  await checkThemes(bob, "what players say");
  await bob.getByRole("button", { name: "Sustur: Ada-ch" }).click();
  await until(async () => !(await bob.locator(".talk-lines").count()), "silence");
  assert.equal(await ada.locator(".talk-form").count(), 0);
  await api(bob, "POST", "/people/Ada-ch/follow");
  for (const page of [ada, bob]) await api(page, "POST", "/preferences", { chat: true });
  await ada.reload();
  await ada.locator(".talk-form input").fill("Nerede kaldın?");
  await ada.locator(".talk-form input").press("Enter");
  await ada.locator(".talk-lines", { hasText: "Nerede kaldın?" }).waitFor();
  await bob.reload();
  await bob.getByRole("button", { name: "Sustur: Ada-ch" }).click();
  await bob.locator(".talk-lines", { hasText: "Nerede kaldın?" }).waitFor();
});

people("bots: who is there, what they accept, challenged in two clicks", async (person) => {
  const [owner, ada] = [await person("/online"), await person("/online")];
  await api(owner, "POST", "/register", { name: "Engine-b", password: PASSWORD, bot: true });
  await api(owner, "POST", "/bot-rules", { variants: ["quoridor"], speeds: ["rapid"], rated: false });
  await ada.goto("/bots");
  const bot = ada.locator(".bot", { hasText: "Engine-b" });
  await bot.getByText("Quoridor · Rapid · casual").waitFor();
  await checkThemes(ada, "bots");
  await bot.getByRole("button", { name: "Challenge" }).click();
  await until(async () => (await ada.locator(".challenge select option").count()) === 1, "only what it plays");
  await button(ada, "Send the challenge").click();
  await ada.locator(".waiting").getByText("Engine-b").first().waitFor();
});

const LEADERS = {
  leaders: ["Leyla", "Pavel", "Mihai", "Irina", "Oleg"].map((name, at) => (
    { person: { id: String(at), name, kind: "account" }, rating: 2041 - 40 * at, games: 318 - at, week: [22, -4, null, 1, -1][at] })),
  players: 212, spread: { from: 1000, step: 50, counts: [2, 8, 20, 33, 30, 17, 5] }, you: { rank: 37, rating: 1124, games: 64, week: 12 },
};

people("the best players, where one stands, a player by the beginning of their name", async (person) => {
  const page = await person("/account");
  await enter(page, "Register", "Zeynep", PASSWORD);
  await page.locator(".lobby").getByRole("link", { name: "Zeynep", exact: true }).first().waitFor();
  await page.goto("/players");
  await page.locator(".players-none").waitFor();
  await page.getByLabel("Find a player").fill("zey");
  await page.locator(".player-list").getByRole("link", { name: "Zeynep" }).waitFor();
  // No player here has hundreds of games.
  await page.route("**/api/v1/leaders?variant=quoridor&speed=rapid", (route) => route.fulfill({ json: LEADERS }));
  await page.locator(".players-head select").selectOption("quoridor");
  await page.getByRole("radio", { name: "Rapid" }).check({ force: true });
  await page.locator(".podium .place-1", { hasText: "Leyla" }).waitFor();
  assert.match(await page.locator(".leaders .apart").innerText(), /37\s+You\s+1124/);
  assert.equal(await page.locator(".podium, .leaders").getByRole("button", { name: /^Challenge / }).count(), 5);
  assert.match(await page.locator(".players-side").innerText(), /Ahead of 82% of 212 ranked players/);
  await checkThemes(page, "players");
});

people("axe and the narrowest window: lobby, sheet, waiting, asked, over, account", async (person) => {
  const [ada, bob] = [await person("/online"), await person("/online", { viewport: PHONE, touch: true })];
  await api(ada, "POST", "/games", { variant: "abalone-4", clock: "3d", seats: ["me", "open", { computer: 3 }, "open"] });
  const id = await table([ada, bob], "abalone");
  await api(ada, "POST", `/games/${id}/move`, { ply: 0, move: "a1b2" });
  await api(bob, "POST", `/games/${id}/move`, { ply: 1, move: "i9h8" });
  await confirm(ada, "Offer a draw");
  await button(bob, "Agree").waitFor();
  await checkThemes(ada, "waiting for an answer");
  await checkThemes(bob, "asked on a phone");
  await button(bob, "Agree").click();
  await ada.getByRole("region", { name: "Result" }).waitFor();
  await checkThemes(ada, "over");
  const tiny = await person("/online", { viewport: { width: 320, height: 568 }, touch: true });
  for (const path of ["/online", "/new?against=online", "/account", "/games", "/players", "/"]) {
    await ada.goto(path);
    await tiny.goto(path);
    for (const page of [ada, tiny]) await page.locator(path === "/" ? ".demo-board svg" : path === "/online" ? ".lobby" : "form").first().waitFor();
    if (path !== "/") await checkThemes(ada, path);
    await checkWidth(tiny, path);
  }
  const { game } = await api(tiny, "POST", "/games", { variant: "quoridor-4", clock: "600+5", seats: ["me", "open", "open", "open"] });
  await tiny.goto(`/game/${game.id}`);
  await tiny.locator(".waiting").waitFor();
  await checkThemes(tiny, "a game that waits");
  await checkWidth(tiny, "a game that waits");
  await api(ada, "POST", "/register", { name: "Axel", password: PASSWORD });
  await ada.goto("/account");
  await ada.getByRole("heading", { name: "Axel" }).waitFor();
  await checkThemes(ada, "account");
});

for (const [width, height] of [[320, 568], [768, 1024], [3840, 2160]])
  people(`nothing is wider than a window of ${width}: lobby, television, players, bots, profile, waiting, embedded`, async (person) => {
    const size = { viewport: { width, height }, touch: width < 1000 };
    const [ada, bob] = [await person("/online", size), await person("/online")];
    const [one, other] = [`Ada-${width}`, `Bob-${width}`];
    await api(ada, "POST", "/register", { name: one, password: PASSWORD });
    await api(bob, "POST", "/register", { name: other, password: PASSWORD });
    const id = await table([ada, bob], "quoridor", { clock: "3d", public: true });
    const { game: waits } = await api(ada, "POST", "/games", { variant: "quoridor-4", clock: "600+5", seats: ["me", "open", "open", "open"] });
    for (const [path, sign] of [["/", ".home"], ["/online", ".lobby .live"], ["/tv/quoridor", ".live.large .live-players"], ["/players", ".players-side"], ["/bots", ".bots h1"],
      [`/people/${other}`, ".person .saved"], ["/games", ".search"], ["/account", "form"], [`/game/${waits.id}`, ".waiting"], [`/game/${id}`, ".play .board-live"], [`/embed/${id}`, ".embed-board .board-live"]]) {
      await ada.goto(path);
      await ada.locator(sign).first().waitFor();
      await checkWidth(ada, path);
      // All text is readable: none runs out of the window or is cut in the middle.
      const out = await ada.evaluate(() => [...document.querySelectorAll("main h1, main h2, main p, main .button, main li")]
        .filter((node) => node.getClientRects().length && !node.closest(".spoken, [hidden], svg") && node.getBoundingClientRect().right > innerWidth + 1 && !node.closest(".strip, .scroll, table"))
        .map((node) => node.textContent.slice(0, 40)));
      assert.deepEqual(out, [], path);
    }
    await ada.goto("/online");
    await ada.locator(".bell").click();
    await ada.getByRole("dialog").waitFor();
    await checkWidth(ada, "notifications");
  });

people("the longest names in the narrowest window", async (person) => {
  const [ada, bob] = [await person("/online", { viewport: { width: 320, height: 568 }, touch: true }), await person("/online")];
  const [wide, cyrillic] = ["W".repeat(20), "Ж".repeat(20)];
  await api(ada, "POST", "/register", { name: wide, password: PASSWORD });
  await api(bob, "POST", "/register", { name: cyrillic, password: PASSWORD });
  await api(ada, "POST", "/games", { variant: "abalone-3", seats: ["me", { invite: cyrillic }, "open"] });
  const id = await table([ada, bob], "quoridor", { rated: true });
  const players = await inOrder([ada, bob], id);
  // Enough for a rated game to count.
  for (const [ply, move] of ["e2", "e8", "e3", "e7", "e4", "e6", "e3h", "d6h"].entries())
    await api(players[ply % 2], "POST", `/games/${id}/move`, { ply, move });
  await api(bob, "POST", `/games/${id}/takeback`);
  await button(ada, "Agree").waitFor();
  await checkWidth(ada, "asked");
  const question = await ada.locator(".wishes").evaluate((box) => box.scrollWidth - box.clientWidth);
  assert.equal(question, 0, "the question is not cut");
  await api(bob, "POST", `/games/${id}/resign`);
  for (const [path, sign] of [["/online", ".seek"], ["/account", "h1"], ["/games", ".saved"], [`/people/${wide}`, ".ratings"]]) {
    await ada.goto(path);
    await ada.locator(sign).first().waitFor();
    await checkWidth(ada, path);
  }
});

people("conditional moves, entered on a phone; vacation that the opponent sees", async (person) => {
  const [ada, bob] = [await person("/online"), await person("/online", PHONE)];
  await api(ada, "POST", "/register", { name: "Ada-days", password: PASSWORD });
  await api(bob, "POST", "/register", { name: "Bob-days", password: PASSWORD });
  const id = await table([ada, bob], "quoridor", { clock: "3d" });
  await type(ada, "e2");
  await type(bob, "e8");
  const section = bob.getByRole("region", { name: "Conditional moves" });
  const enter = async (...moves) => {
    await section.getByRole("button", { name: "Add a line" }).click();
    for (const [at, move] of moves.entries()) {
      await bob.getByRole("dialog").getByText(at % 2 ? "Your answer:" : "What will Ada-days play?").waitFor();
      await bob.locator("dialog #task-typed").fill(move);
      await bob.locator("dialog #task-typed").press("Enter");
      await until(async () => (await bob.locator(".conditional-line li").count()) === at + 1, move);
    }
  };
  await enter("e3", "e7", "e4", "e6");
  await checkThemes(bob, "conditional moves");
  await checkWidth(bob, "conditional moves");
  await button(bob, "Save the line").click();
  await section.getByText("e3 e7 e4 e6").waitFor();
  await enter("d2", "d8");
  await button(bob, "Save the line").click();
  await section.getByText("d2 d8").waitFor();
  // Contradicting lines are refused.
  await enter("e3", "d8");
  await button(bob, "Save the line").click();
  await bob.getByRole("dialog").getByRole("alert").waitFor();
  await until(() => bob.wrongs.length === 2, "the refusal");
  bob.wrongs.length = 0;
  await button(bob, "Cancel").click();
  await section.getByRole("button", { name: "Remove line 2" }).click();
  await section.getByText("d2 d8").waitFor({ state: "detached" });
  assert.equal(await ada.getByRole("region", { name: "Conditional moves" }).count(), 0, "it is her turn");
  await type(ada, "e3", false);
  await agree([ada, bob], ["e2", "e8", "e3", "e7"]);
  await section.getByText("e4 e6", { exact: true }).waitFor();
  // Vacation: one switch, visible to the opponent.
  await ada.goto("/account");
  await ada.getByLabel("Days of vacation").fill("3");
  await button(ada, "Start the vacation").click();
  await ada.getByText(/You are on vacation until/).waitFor();
  await bob.getByText(/Ada-days is on vacation until/).waitFor();
  await button(ada, "End the vacation").click();
  await button(ada, "Start the vacation").waitFor();
  await sitDown(ada, id);
  await type(ada, "d3");
});

people("every text of the online screens, in every language", async (person) => {
  const [ada, bob] = [await person("/settings"), await person("/online")];
  await api(ada, "POST", "/register", { name: "Ada-lang", password: PASSWORD });
  await api(bob, "POST", "/register", { name: "Bob-lang", password: PASSWORD });
  const id = await table([ada, bob], "quoridor", { clock: "3d" });
  await type(ada, "e2");
  const { game: waits } = await api(ada, "POST", "/games", { variant: "abalone-3", clock: "600+5", seats: ["me", "open", "open"], public: false });
  for (const lang of ["tr", "ru", "ro"]) {
    await ada.goto("/settings");
    await ada.locator(".settings select").selectOption(lang);
    await until(() => ada.evaluate((wanted) => document.documentElement.lang === wanted, lang), lang);
    for (const [path, sign] of [["/online", ".lobby .saved"], ["/new?against=online", ".newgame .board"], ["/account", "form"], ["/games", ".search"], ["/players", ".players-none"], ["/bots", ".bots h1"],
      ["/tv/quoridor", ".live.large .live-players"], ["/tv/abalone", ".live.large .board"], ["/people/Bob-lang", ".person .saved"], [`/game/${waits.id}`, ".waiting"], [`/game/${id}`, ".play .board"]]) {
      await ada.goto(path);
      await ada.locator(sign).first().waitFor();
      assert.deepEqual(await untranslated(ada, textsOf(lang)), [], `${lang} ${path}`);
    }
    await ada.locator(".bell").click();
    await ada.getByRole("dialog").locator("summary").click();
    await ada.getByRole("dialog").locator(".switch").first().waitFor();
    assert.deepEqual(await untranslated(ada, textsOf(lang)), [], `${lang}, notifications`);
    await ada.goto("/people/Bob-lang");
    await ada.locator(".person-head .button.primary").first().click();
    await ada.locator(".challenge select").first().waitFor();
    assert.deepEqual(await untranslated(ada, textsOf(lang)), [], `${lang}, a challenge`);
  }
  await sitDown(bob, id);
});

test("without a game server the page says so, and plays on", { timeout: 3 * PATIENCE }, async () => {
  const [server, browser] = await Promise.all([serve(), launch()]);
  try {
    const page = await browser.newPage({ baseURL: server.address, locale: "en-GB", serviceWorkers: "block" });
    for (const path of ["/online", "/account", "/games", "/people/Ada", "/game/12345678", "/new?against=online"]) {
      await page.goto(path);
      await page.getByText("Online play is not available").waitFor();
    }
    await checkThemes(page, "no server");
    await button(page, "A game on this device").click();
    await button(page, "Start").click();
    await page.locator(".play .board-live").waitFor();
  } finally {
    await browser.close();
    await server.stop();
  }
});

test("a server without computers offers none", { timeout: 3 * PATIENCE }, async () => {
  const [server, browser] = await Promise.all([serve([...onlineArguments().slice(0, 2), "--computers", "0"]), launch()]);
  try {
    const page = await browser.newPage({ baseURL: server.address, locale: "en-GB", serviceWorkers: "block" });
    await page.goto("/new?against=online");
    const seat = page.locator(".seats select").first();
    await seat.waitFor();
    // Both in one query: while the sheet is redrawn it is empty.
    const offered = () => seat.evaluate((box) => [box.querySelectorAll("optgroup").length, box.options.length].join());
    await until(async () => (await offered()) === "0,3", "three choices and no computers");
  } finally {
    await browser.close();
    await server.stop();
  }
});

people("the bell: challenges and turns, live; each kind can be switched off; the browser's own only when asked for", async (person) => {
  const [page, other] = [await person("/account"), await person("/account")];
  await enter(page, "Register", "Nina", PASSWORD);
  await enter(other, "Register", "Otto", PASSWORD);
  for (const each of [page, other]) await each.locator(".lobby").waitFor();
  const bell = page.locator(".bell");
  await page.getByRole("button", { name: "Notifications", exact: true }).waitFor();
  const { game } = await api(other, "POST", "/games", { variant: "quoridor", clock: "3d", seats: ["me", { invite: "Nina" }], public: false });
  await page.getByRole("button", { name: "1 new notification" }).click();
  const sheet = page.getByRole("dialog", { name: "Notifications" });
  await sheet.locator(".fresh", { hasText: "Otto challenges you" }).waitFor();
  await checkThemes(page, "the list of notifications");
  await sheet.getByText("What to notify me about").click();
  await sheet.getByRole("switch", { name: "Followers" }).waitFor();
  await checkThemes(page, "what to notify about");
  await sheet.getByRole("switch", { name: "Followers" }).click({ force: true });
  await until(async () => (await api(page, "GET", "/notifications")).off.join() === "follow", "followers to be switched off");
  assert.equal((await api(page, "GET", "/notifications")).unread, 0);

  // Notes the browser's notifications here; a headless one shows none, and its tab is never hidden.
  await page.evaluate(() => {
    window.shown = [];
    window.hide = (hidden) => Object.defineProperty(document, "hidden", { configurable: true, value: hidden });
    window.Notification = class {
      static permission = "default";
      static requestPermission = async () => (window.Notification.permission = "granted");
      constructor(title, { body, tag }) {
        window.shown.push([title, body, tag]);
      }
    };
  });
  await sheet.getByRole("switch", { name: /^Notifications from this browser/ }).click({ force: true });
  await until(() => page.evaluate(() => window.Notification.permission === "granted"), "the browser to be asked");
  await sheet.getByRole("link", { name: /Otto challenges you/ }).click();
  await page.waitForURL(`**/game/${game.id}`);
  await page.getByRole("button", { name: "Join", exact: true }).click();
  await page.locator(".play .board-live").waitFor();
  // On another screen, with the tab hidden, she is notified of her turn.
  await page.evaluate(() => (window.hide(true), history.pushState(null, "", "/help"), dispatchEvent(new PopStateEvent("popstate"))));
  await page.getByRole("heading", { name: "Help", level: 1 }).waitFor();
  await api(other, "POST", `/games/${game.id}/move`, { ply: 0, move: "e2" });
  await until(() => page.evaluate(() => window.shown.length === 1), "the browser to show it");
  assert.deepEqual(await page.evaluate(() => window.shown[0]), ["Quoridor", "Your turn against Otto", `turn-${game.id}`]);
  await page.evaluate(() => window.hide(false));
  await until(async () => (await bell.getAttribute("aria-label")) === "1 new notification", "the bell to count it");
  await page.evaluate(() => localStorage.removeItem("meydan.notify"));

  // From one game in which it is her turn to the next.
  const second = await api(page, "POST", "/games", { variant: "quoridor", clock: "3d", seats: ["me", { invite: "Otto" }], public: false });
  await api(other, "POST", `/games/${second.game.id}/join`);
  await sitDown(page, game.id);
  assert.equal(await page.getByRole("link", { name: "Next game" }).count(), 0);
  await type(page, "e8");
  await page.getByRole("link", { name: "Next game" }).click();
  await page.waitForURL(`**/game/${second.game.id}`);
});
