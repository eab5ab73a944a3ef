// SPDX-License-Identifier: MIT
// Problems that newcomers met on the play screen, each with a test of its fix: looking back, waiting, ends, links,
// keys.
import assert from "node:assert/strict";
import { checkThemes } from "./checks.mjs";
import { begin, beginFrom, button, confirm, drawn, kept, ready } from "./play.mjs";
import { abaloneGames, race } from "./scores.mjs";
import { DESK, PHONE, holds, until, world } from "./world.mjs";

const { core, test } = await world();
const friends = ["me", "friend"];
const TABLET = { width: 820, height: 1180 };
const result = (page) => page.getByRole("region", { name: "Result" });
const note = (page, text) => page.locator(".board-note", { hasText: text });
const current = (page) => page.locator(".moves [aria-current]").textContent();

async function play(page, moves) {
  for (const move of moves) {
    const { plies } = await kept(page);
    await page.getByLabel("Type a move").fill(move);
    await page.keyboard.press("Enter");
    await until(async () => (await kept(page)).plies === plies + 1, move);
  }
}

/** The place of a part of the page, once it has stopped moving. */
async function box(page, what) {
  await drawn(page);
  return page.locator(what).first().boundingBox();
}

test("only the board: it grows, and comes back", null, {}, async (page) => {
  await begin(page, "quoridor", friends);
  const before = await box(page, ".board-stage");
  await page.locator('.board-live [data-cell][tabindex="0"]').focus();
  await page.keyboard.press("z");
  await page.locator(".frame.zen").waitFor();
  const zen = await box(page, ".board-stage");
  assert.ok(zen.width >= before.width, `${zen.width} < ${before.width}`);
  await page.keyboard.press("z");
  await page.locator(".frame:not(.zen)").waitFor();
  assert.equal((await box(page, ".board-stage")).width, before.width);
});

test("the link of a finished game: nobody is you, names are kept", null, {}, async (page) => {
  const { layout, moves } = abaloneGames.abalone;
  await page.goto(`/open#${new URLSearchParams({ v: "abalone", l: layout, m: moves.replaceAll(" ", ".") })}`);
  await result(page).getByText("Winner: Black", { exact: true }).waitFor();
  const link = new URLSearchParams([["v", "abalone"], ["l", layout], ["m", moves.replaceAll(" ", ".")], ["n", "Ayşe"], ["n", "Computer 3"]]);
  await page.goto("/");
  await page.goto(`/open#${link}`);
  await result(page).getByText("Winner: Ayşe (black)").waitFor();
});

test("a link made of a game has the names of its players", null, { settings: { name: "Ada" }, permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
  await begin(page, "quoridor", ["me", "1"]);
  await button(page, "Save and share").click();
  await page.getByRole("dialog").getByRole("button", { name: "Copy the link" }).click();
  await page.locator(".notice", { hasText: "Link copied." }).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.deepEqual(new URLSearchParams(link.split("#")[1]).getAll("n"), ["Ada", "Lina 1"]);
});

test("a past position says so, and leads back", null, {}, async (page) => {
  await begin(page, "quoridor", friends);
  await play(page, ["e2", "e8"]);
  await button(page, "One move back").click();
  await page.locator(".table.past").waitFor();
  assert.equal(await page.locator(".card.turn").count(), 0);
  await page.locator('[data-cell="e3"]').click();
  await note(page, "earlier position").waitFor();
  await button(page, "Back to the game").click();
  await page.locator(".table:not(.past)").waitFor();
  assert.equal(await page.locator(".card.turn").count(), 1);
});

test("a press out of turn is answered", null, {}, async (page) => {
  // The computer never answers, so it stays the computer's turn.
  await page.route("**/worker*.js", () => {});
  await begin(page, "quoridor", ["1", "me"]);
  await page.locator(".board.ahead").waitFor();
  await page.locator('[data-cell="e5"]').click();
  await note(page, "It is not your turn. To move: Lina 1. You may enter a premove.").waitFor();
});

test("the title and the icon of the tab say that it is your turn", null, {}, async (page) => {
  await begin(page, "quoridor", ["me", "1"]);
  const icon = () => page.locator('link[rel="icon"]').getAttribute("href");
  assert.match(await page.title(), /^● Your turn · Quoridor/);
  assert.equal(await icon(), "/icons/turn.svg");
  await page.route("**/worker*.js", () => {});
  await play(page, ["e2"]);
  await holds(page, () => document.title.startsWith("Quoridor"), null, "the computer's turn");
  assert.equal(await icon(), "/icons/icon.svg");
});

test("walls that are used up look used in every theme", null, { settings: { theme: "contrast" } }, async (page) => {
  await begin(page, "quoridor", friends);
  await play(page, ["e3h"]);
  const fill = (what) => page.locator(`.rack .${what}`).first().evaluate((node) => getComputedStyle(node).fill);
  assert.notEqual(await fill("hole"), await fill("wall"));
});

test("a team game says who plays with whom", null, {}, async (page) => {
  await begin(page, "abalone-4", ["me", "1", "1", "1"]);
  const { teams } = core.variants().find(({ id }) => id === "abalone-4");
  const partner = teams.findIndex((team, seat) => seat && team === teams[0]);
  const cards = await page.locator(".card").evaluateAll((nodes) => nodes.map((node) => node.getAttribute("aria-label")));
  assert.deepEqual(cards.map((label) => /your partner/.test(label)), teams.map((_, seat) => seat === partner));
  assert.equal(await page.locator(".card .partner").count(), 4);
});

test("who is out can still be read", null, {}, async (page) => {
  await begin(page, "quoridor-4", ["me", "friend", "friend", "friend"]);
  await confirm(page, "Resign");
  await page.locator(".card.out").waitFor();
  await checkThemes(page, "a player who is out");
});

for (const [name, viewport] of Object.entries({ desk: { width: 1280, height: 800 }, tablet: TABLET }))
  test(`the Quoridor board stays where it is when a game ends: ${name}`, null, { viewport }, async (page) => {
    const moves = race(core, "quoridor", 3);
    await beginFrom(page, "quoridor", core.start("quoridor").position, moves.slice(0, -1));
    const before = await box(page, ".board-stage");
    await play(page, moves.slice(-1));
    await result(page).waitFor();
    assert.deepEqual(await box(page, ".board-stage"), before);
    // The last step is celebrated at the winner's card and pawn, once, but not where a finished game is opened.
    await page.locator(".card.won").waitFor();
    assert.ok(await page.locator(".board-won").count());
    await page.reload();
    await result(page).waitFor();
    assert.equal(await page.locator(".card.won").count(), 0);
  });

test("on a phone the board turns in sight", null, { viewport: PHONE, touch: true }, async (page) => {
  await begin(page, "quoridor", friends);
  const first = () => page.locator('.board-live [data-cell="a1"]').evaluate((node) => node.getBoundingClientRect().x);
  const before = await first();
  await button(page, "Turn the board").tap();
  await until(async () => (await first()) !== before, "the board turned");
  assert.equal(await page.locator("dialog[open]").count(), 0);
});

test("arrow keys and the wheel step through a finished game", null, {}, async (page) => {
  const { layout, moves } = abaloneGames.abalone;
  const all = moves.split(" ");
  await page.goto(`/open#${new URLSearchParams({ v: "abalone", l: layout, m: all.join(".") })}`);
  await result(page).waitFor();
  await page.keyboard.press("ArrowLeft");
  await until(async () => (await current(page)) === all.at(-2), "one back");
  // Also after a press on the board, which takes the focus.
  await page.locator('[data-cell="e5"]').click();
  await page.keyboard.press("ArrowLeft");
  await until(async () => (await current(page)) === all.at(-3), "two back");
  await page.keyboard.press("ArrowRight");
  await until(async () => (await current(page)) === all.at(-2), "one on");
  await page.mouse.wheel(0, -120);
  await until(async () => (await current(page)) === all.at(-3), "the wheel");
});

test("? opens the help over the game", null, {}, async (page) => {
  await begin(page, "quoridor", friends);
  const address = page.url();
  await page.locator('.board-live [data-cell][tabindex="0"]').focus();
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Help" }).getByText("Typed moves").waitFor();
  assert.equal(page.url(), address);
  await page.keyboard.press("Escape");
  await ready(page);
  assert.equal(await page.getByRole("dialog").count(), 0);
});

test("the last moves stay in sight when the result comes", null, { viewport: { width: 1280, height: 560 } }, async (page) => {
  const moves = race(core, "quoridor", 3);
  await beginFrom(page, "quoridor", core.start("quoridor").position, moves.slice(0, -1));
  await play(page, moves.slice(-1));
  await result(page).waitFor();
  await until(async () => {
    const list = await box(page, ".rounds");
    const move = await box(page, ".moves [aria-current]");
    return move.y >= list.y - 1 && move.y + move.height <= list.y + list.height + 1;
  }, "the last move in sight");
});

/** Ends a game of Quoridor on the board. */
async function endGame(page) {
  const moves = race(core, "quoridor", 3);
  await beginFrom(page, "quoridor", core.start("quoridor").position, moves.slice(0, -1));
  await play(page, moves.slice(-1));
  await result(page).waitFor();
}

test("at the end the moves stand at the left of the board, and the settings under More", null, {}, async (page) => {
  await endGame(page);
  await page.locator(".info .moves [aria-current]").waitFor();
  assert.equal(await page.locator(".moves").count(), 1);
  const [moves, board, side] = [await box(page, ".moves"), await box(page, ".board-stage"), await box(page, ".side .result")];
  assert.ok(moves.x + moves.width <= board.x && board.x + board.width <= side.x, "moves, board, result");
  assert.ok(moves.height > 200, `${moves.height} px of moves`);
  await checkThemes(page, "the end of a game");
  assert.equal(await page.locator(".info").getByRole("switch").count(), 0);
  await page.locator(".info").getByRole("button", { name: "More" }).click();
  await page.getByRole("dialog").getByRole("switch", { name: "Coordinates" }).waitFor();
  await page.keyboard.press("Escape");
  // A narrower window has one column beside the board.
  await page.setViewportSize({ width: 1000, height: 700 });
  await page.locator(".side .moves").waitFor();
  assert.equal(await page.locator(".moves").count(), 1);
  await page.setViewportSize(DESK);
});

test("at the end nothing lies over the result, on phones", null, {}, async (page) => {
  await endGame(page);
  for (const size of [PHONE, { width: 320, height: 568 }]) {
    await page.setViewportSize(size);
    const over = await page.locator(".side").evaluate((side) => {
      const boxes = [...side.children].filter((node) => node.checkVisibility()).map((node) => ({ name: node.className, ...node.getBoundingClientRect().toJSON(), needs: node.scrollHeight }));
      const pairs = boxes.flatMap((a) => boxes.filter((b) => a !== b && a.top <= b.top && a.bottom > b.top + 1).map((b) => `${a.name} / ${b.name}`));
      const cut = boxes.filter(({ name, needs, height }) => /result/.test(name) && needs > height + 2).map(({ name }) => `${name} is cut off`);
      return [...pairs, ...cut];
    });
    assert.deepEqual(over, []);
  }
  await page.setViewportSize(DESK);
});

test("the ring of the move field is not clipped", null, { viewport: TABLET }, async (page) => {
  await begin(page, "quoridor", friends);
  const field = page.getByLabel("Type a move");
  await field.focus();
  const clipped = await field.evaluate((node) => {
    const { outlineOffset, outlineWidth } = getComputedStyle(node);
    const reach = parseFloat(outlineOffset) + parseFloat(outlineWidth);
    const ring = node.getBoundingClientRect();
    const side = node.closest(".side").getBoundingClientRect();
    return ring.right + reach > side.right + 0.5 || ring.bottom + reach > side.bottom + 0.5;
  });
  assert.equal(clipped, false);
});

test("a tab that outlives its page is told to load the new one", null, {}, async (page) => {
  await page.route("**/*", async (route) => {
    const { pathname } = new URL(route.request().url());
    // After an upgrade: the old page has lost its files, and the first page starts with another script.
    if (pathname === "/" && route.request().resourceType() === "fetch")
      return route.fulfill({ contentType: "text/html", body: '<script type="module" src="/app-another.js"></script>' });
    if (/\/more/.test(pathname)) return route.abort();
    return route.continue();
  });
  await page.goto("/settings");
  await page.locator(".notice", { hasText: "A new version of the page is ready" }).waitFor();
  assert.ok(page.wrongs.length > 0); // the missing file
  page.wrongs.length = 0;
});

test("an opponent is chosen by face, by hand and by keys, and plays under that name", "/new?game=quoridor&against=computer", {}, async (page) => {
  const faces = page.getByRole("group", { name: "Opponent" });
  await faces.locator("svg.face").nth(9).waitFor();
  assert.equal(await faces.locator("svg.face").count(), 10);
  await faces.locator("label", { hasText: "Felix" }).click();
  await page.getByText("Scores 67% against Roza.").waitFor();
  await page.keyboard.press("ArrowRight");
  await page.getByRole("heading", { name: "Kaya Level 5" }).waitFor();
  await page.getByRole("button", { name: "Play Kaya" }).click();
  await page.getByText("Kaya 5").first().waitFor();
});

test("whom one has beaten is marked, and the score against each is told", "/new?game=abalone&against=computer", {}, async (page) => {
  const won = { id: "won", variant: "abalone", layout: "standard", players: [{ kind: "me", level: 3 }, { kind: "computer", level: 4 }], clock: null, match: "", position: "", turn: 0, plies: 2, over: true, result: "1-0", changed: 2 };
  await page.evaluate((game) => {
    localStorage["meydan.tally"] = JSON.stringify({ "abalone.4": [2, 1, 1], "abalone.9": [0, 3, 0] });
    localStorage["meydan.game.won"] = JSON.stringify(game);
    localStorage["meydan.game.other"] = JSON.stringify({ ...game, id: "other", players: [...game.players].reverse(), changed: 1 });
  }, won);
  await page.reload();
  await page.getByText("You have beaten 1 of ten.").waitFor();
  const card = (name) => page.locator(".opponent", { hasText: name });
  assert.equal(await page.locator(".opponent .beaten").count(), 1);
  assert.equal(await card("Felix").getByText("beaten").count(), 1);
  await card("Felix").click();
  await page.getByText("3½ : 2½").waitFor();
  await page.getByText("you against Felix").waitFor();
  await card("Viktor").click();
  await page.getByText("0 : 3").waitFor();
  await checkThemes(page, "opponents");
  // Three players: no score, three colours, and drawing lots.
  const key = (group, label) => page.getByRole("group", { name: group }).getByRole("radio", { name: label, exact: true }).check({ force: true });
  await key("Players", "3");
  await page.locator(".opponent-score").waitFor({ state: "detached" });
  assert.equal(await page.getByRole("group", { name: "You play" }).getByRole("radio").count(), 4);
  await key("You play", "White");
  await page.getByRole("button", { name: "Play Viktor" }).click();
  await page.locator(".card", { hasText: "Viktor 9" }).waitFor();
  await page.locator(".card", { hasText: "Nora 9" }).waitFor();
  assert.match(await page.locator(".card.at-s").getAttribute("aria-label"), /white/);
});

// --- a first game with a coach -----------------------------------------------------------------------

test("a first game with a coach is offered once; it shows a step, then a wall on move two, and can be stopped", "/", { viewport: PHONE, touch: true, settings: { lang: "tr" } }, async (page) => {
  await page.locator(".hero-pick").nth(1).tap();
  await button(page, "Koçla oyna").tap();
  const coach = page.locator(".message.coach");
  const shown = async (words) => {
    await page.locator(".message.coach", { hasText: words }).waitFor();
    await page.locator(".message.coach", { hasText: " hamlesini deneyin." }).waitFor();
    return /(\w+) hamlesini deneyin\./.exec(await coach.innerText())[1];
  };
  assert.equal((await shown("noktalı bir kareye")).length, 2);
  // Without motion the places are numbered; the board shows names of cells while the coach names them.
  await until(async () => (await page.locator(".coach-place").allInnerTexts()).join() === "1", "one place");
  assert.ok(await page.locator(".board-coordinate").count() > 0, "coordinates");
  await checkThemes(page, "coach");
  await page.locator('[data-cell="e2"]').tap();
  const wall = await shown("Şimdi bir engel.");
  assert.match(wall, /^[a-h][1-8][hv]$/);
  await page.locator(".message.coach", { hasText: "→" }).waitFor();
  // Dismissed: the game goes on, and the coach is not offered again.
  await button(page, "Koçu durdur").tap();
  await coach.waitFor({ state: "detached" });
  assert.equal(await page.locator(".board-coordinate").count(), 0);
  await page.locator('[data-cell="e3"]').tap();
  await until(async () => (await kept(page)).plies === 4, "the game goes on");
  await page.goto("/");
  await page.locator(".saved").first().waitFor();
  assert.equal(await page.locator(".coach-offer").count(), 0);
});

test("whoever declines the coach is not asked again", "/", {}, async (page) => {
  await button(page, "No, thanks").click();
  await page.locator(".coach-offer").waitFor({ state: "detached" });
  await page.reload();
  await page.locator(".demo-board svg").first().waitFor();
  assert.equal(await page.locator(".coach-offer").count(), 0);
});

test("the coach asks once about a move that loses a marble, and before the computer answers", null, { reducedMotion: "no-preference" }, async (page) => {
  await page.goto("/");
  await button(page, "Play with the coach").click();
  await page.locator(".coach-finger").waitFor();
  await page.locator(".message.coach", { hasText: "Try " }).waitFor();
  // The same player in a position where a marble hangs.
  const { id } = await kept(page);
  const position = "wwwww/wwwwww/2w4/8/6wwb/8/2bb3/bbbbbb/bbbbb b 0-0";
  const match = core.match({ variant: "abalone", position }).save();
  await page.goto("/help");
  await page.evaluate(([key, saved, at]) => {
    localStorage[key] = JSON.stringify({ ...JSON.parse(localStorage[key]), match: saved, position: at });
  }, [`meydan.game.${id}`, match, position]);
  await page.goto(`/play/${id}`);
  await ready(page);
  const asked = page.getByRole("group", { name: "Take it back? This loses 1 marble." });
  await page.getByLabel("Type a move").fill("c3d3");
  await page.keyboard.press("Enter");
  await asked.waitFor();
  assert.equal((await kept(page)).plies, 1, "the computer waits");
  await checkThemes(page, "the coach's question");
  await asked.getByRole("button", { name: "Take it back" }).click();
  await until(async () => (await kept(page)).plies === 0, "taken back");
  await page.getByLabel("Type a move").fill("c3d3");
  await page.keyboard.press("Enter");
  await until(async () => (await kept(page)).plies === 2, "asked once, the computer answers");
  // The card shows the opponent's face.
  assert.equal(await page.locator(".card .face").count(), 1);
});

for (const variant of ["abalone", "quoridor"])
  test(`the board stays where it is when a game ends on a phone: ${variant}`, null, { viewport: PHONE, touch: true }, async (page) => {
    await page.goto(variant === "abalone" ? "/open#v=abalone&l=belgian-daisy&m=a1b2" : "/open#v=quoridor&l=standard&m=e2");
    await ready(page);
    const before = await box(page, ".board-stage");
    // The question lapses if the hand is slow.
    await until(async () => {
      await button(page, "More").click();
      await button(page, "Resign").click();
      return page.getByRole("alertdialog").getByRole("button", { name: "Resign", exact: true }).click({ timeout: 2000 }).then(() => true, () => false);
    }, "Resign, and yes");
    await result(page).waitFor();
    const after = await box(page, ".board-stage");
    assert.ok(Math.abs(after.y - before.y) <= 2 && after.height >= before.height - 2, `from ${before.y} to ${after.y}`);
    // A win without marbles pushed off has no empty tray, and every button has its text.
    assert.equal(await page.locator(".trophy-hole").count(), 0);
    assert.equal(await result(page).getByText("Analyse").evaluate((node) => node.getBoundingClientRect().width > 20), true);
  });

test("Explain highlights its cells while a hint is on the board", null, {}, async (page) => {
  await beginFrom(page, "abalone", "wwwww/6/7/8/wbb3bbw/8/bbbb3/6/2wwb b 5-5");
  await button(page, "Explain").click();
  await page.locator(".board-signs .board-push").first().waitFor();
  await button(page, "Hint").click();
  await page.locator(".board-signs .board-hint").waitFor();
  assert.ok(await page.locator(".board-signs .board-push").count() > 0);
});
