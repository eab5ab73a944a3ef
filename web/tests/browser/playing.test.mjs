// SPDX-License-Identifier: MIT
// Everything around the moves: the computer, clocks, reloads, double clicks, typed moves, taking back, ends, sharing.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { begin, beginFrom, button, confirm, drawn, inputs, kept, playAll, ready } from "./play.mjs";
import { bestStep, race } from "./scores.mjs";
import { PHONE, until, world } from "./world.mjs";

const { core, open, test } = await world();
const friends = ["me", "friend"];
const result = (page) => page.getByRole("region", { name: "Result" });
const plies = async (page) => (await kept(page)).plies;

async function type(page, move) {
  await page.getByLabel("Type a move").fill(move);
  await page.keyboard.press("Enter");
}

async function typeAll(page, moves) {
  const before = await plies(page);
  for (const [ply, move] of moves.entries()) {
    await type(page, move);
    await until(async () => (await plies(page)) === before + ply + 1, move);
  }
}

/** Waits for the person's turn, after the computers' moves. */
async function myTurn(page) {
  return until(async () => {
    const { position, variant, turn, over, players } = await kept(page);
    return (over || players[turn].kind !== "computer") && core.read(variant, position);
  }, "the computer's move");
}

for (const { id, players } of core.variants())
  test(`${id} against the computer`, null, { quick: true }, async (page) => {
    await begin(page, id, ["me", ...Array(players - 1).fill("1")]);
    await type(page, core.start(id).moves[0].text);
    await until(async () => (await plies(page)) >= players, "everybody's move");
    const look = await myTurn(page);
    assert.equal(look.turn, 0);
    await button(page, "Hint").click();
    await page.locator(".message", { hasText: /^Hint: / }).waitFor();
    await button(page, "Take back").click();
    await until(async () => (await plies(page)) === 0, "the first move taken back");
  });

test("a whole game against the computer", null, { quick: true }, async (page) => {
  await begin(page, "quoridor", ["me", "1"]);
  const mouse = inputs.mouse(page);
  await mouse.begin();
  for (let ply = 0; ; ply++) {
    const look = await myTurn(page);
    if (look.winners.length) break;
    await drawn(page);
    await mouse.play(bestStep(core, look), 3 * ply, look);
    await until(async () => (await kept(page)).position !== look.position, "the own move");
  }
  await result(page).waitFor();
});

test("the computer begins where it sits first", null, {}, async (page) => {
  await begin(page, "abalone", ["1", "me"]);
  assert.equal((await myTurn(page)).turn, 1);
  assert.equal(await plies(page), 1);
});

test("lots are drawn in Quoridor unless switched off, in Abalone if switched on", "/new", {}, async (page) => {
  const lots = page.getByRole("switch", { name: "Draw lots" });
  const choose = (game) => page.getByRole("radio", { name: game }).check({ force: true });
  assert.equal(await lots.isChecked(), false);
  await choose("Quoridor");
  assert.equal(await lots.isChecked(), true);
  await page.getByRole("radio", { name: "4", exact: true }).check({ force: true });
  assert.equal(await lots.isChecked(), true);
  await lots.uncheck({ force: true });
  await choose("Abalone");
  await lots.check({ force: true });
  await page.reload();
  assert.equal(await lots.isChecked(), true);
  await choose("Quoridor");
  assert.equal(await lots.isChecked(), false);
});

test("the flag falls", "/new", {}, async (page) => {
  await page.getByRole("radio", { name: "Custom" }).check({ force: true });
  for (const [field, value] of [["Minutes each", "0"], ["Seconds added per move", "0"], ["Byoyomi: seconds per move", "1"], ["Byoyomi: periods", "1"]]) {
    await page.getByLabel(field).fill(value);
    await page.keyboard.press("Tab");
  }
  await page.locator(".seats select").nth(1).selectOption("friend");
  await button(page, "Start").click();
  await ready(page);
  await result(page).waitFor();
  assert.match(await result(page).innerText(), /time/i);
  assert.equal((await kept(page)).result, "0-1");
});

test("a reload in the middle loses nothing", null, {}, async (page) => {
  const moves = race(core, "quoridor-4", 9);
  await begin(page, "quoridor-4", ["me", "friend", "friend", "friend"], { time: "10 min" });
  await typeAll(page, moves.slice(0, 6));
  const before = await kept(page);
  await page.reload();
  await ready(page);
  const after = await kept(page);
  assert.equal(after.position, before.position);
  assert.equal(await page.locator(".moves .ply").count(), 6);
  await typeAll(page, moves.slice(6, 8));
  // The tab closes; another one finds the game on the first screen.
  const other = await page.context().newPage();
  await page.close();
  await other.goto("/");
  await other.locator(".saved a").click();
  await ready(other);
  assert.equal(await plies(other), 8);
  assert.equal(await other.locator(".clock").count(), 4);
  await typeAll(other, moves.slice(8, 9));
});

test("a fast double click makes one move", null, {}, async (page) => {
  const chevron = (move) => page.locator(`.board-chevron[data-move="${move}"]`);
  const at = async (place) => {
    const box = await place.boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  await begin(page, "abalone", friends);
  await page.mouse.click(...(await at(page.locator('[data-cell="a1"]'))));
  await page.mouse.dblclick(...(await at(chevron("a1b2"))));
  await until(async () => (await plies(page)) >= 1, "a1b2");
  await begin(page, "quoridor", friends);
  // If it counted, the second click would be the opponent's step or wall.
  await page.mouse.dblclick(...(await at(page.locator('[data-cell="e2"]'))));
  await until(async () => (await plies(page)) >= 1, "e2");
  const [left, right] = [await at(page.locator('[data-cell="c3"]')), await at(page.locator('[data-cell="d4"]'))];
  const size = right[0] - left[0];
  await page.mouse.dblclick((left[0] + right[0]) / 2 + 0.3 * size, (left[1] + right[1]) / 2);
  await until(async () => (await plies(page)) >= 2, "c3h");
  // One more move proves that no other was under way.
  await typeAll(page, ["e3"]);
  assert.equal(await plies(page), 3);
  const games = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("meydan.game.")).map((key) => JSON.parse(localStorage[key]).plies));
  assert.deepEqual(games.sort(), [1, 3]);
});

test("typed moves, and why not", null, {}, async (page) => {
  await begin(page, "abalone", friends);
  await typeAll(page, ["A1B2", " i9h8 "]);
  for (const move of ["i5h5", "e5e6", "nonsense"]) {
    await type(page, move);
    await page.locator(".message.refused", { hasText: /Not allowed. ./ }).waitFor();
    assert.equal(await page.getByLabel("Type a move").inputValue(), move);
  }
  assert.equal(await plies(page), 2);
});

test("what is not possible says why, by hand", null, { viewport: PHONE, touch: true }, async (page) => {
  const note = page.locator(".board-note.refused");
  await begin(page, "abalone", friends);
  await page.locator('[data-cell="i9"]').tap();
  await note.waitFor();
  assert.ok((await note.innerText()).length > 5);
  await begin(page, "quoridor", friends);
  await page.locator('[data-cell="e4"]').tap({ position: { x: 8, y: 20 } });
  await page.locator('[data-action="confirm-wall"]').waitFor();
  assert.equal(await plies(page), 0, "a wall by touch waits for its confirmation");
  await until(async () => {
    const no = page.locator('[data-action="cancel-wall"]');
    if (await no.count()) await no.tap({ timeout: 1000 }).catch(() => {});
    return (await no.count()) === 0;
  }, "the wall goes back");
});

test("taking back, walking through, turning", null, {}, async (page) => {
  await begin(page, "abalone", friends);
  await typeAll(page, ["a1b2", "i9h8", "a2b3"]);
  await button(page, "Take back").click();
  await until(async () => (await plies(page)) === 2, "taken back");
  await button(page, "Go to the start").click();
  assert.equal(await page.locator('.board-live [data-marble="b2"]').count(), 1);
  await page.locator(".moves .ply").nth(1).click();
  await page.locator('.ply[aria-current="step"]', { hasText: "i9h8" }).waitFor();
  await page.locator('.board-live [data-cell][tabindex="0"]').focus();
  await page.keyboard.press("f");
  await page.locator('.board[data-turned="1"]').waitFor();
  await page.keyboard.press("[");
  await page.locator('.ply[aria-current="step"]', { hasText: "a1b2" }).waitFor();
  await page.keyboard.press("i");
  await until(() => page.evaluate(() => document.activeElement.id === "typed-move"), "the field of typed moves");
});

test("resigning, and a rematch", null, {}, async (page) => {
  await begin(page, "abalone", friends);
  await typeAll(page, ["a1b2"]);
  await confirm(page, "Resign");
  await result(page).waitFor();
  assert.equal((await kept(page)).result, "1-0");
  const first = page.url();
  await button(page, "Rematch").click();
  await until(() => page.url() !== first, "a new game");
  await ready(page);
  assert.equal(await plies(page), 0);
  assert.equal((await kept(page)).players[1].kind, "me", "the seats change");
});

test("one of four resigns, the others play on", null, {}, async (page) => {
  await begin(page, "quoridor-4", ["me", "friend", "friend", "friend"]);
  await confirm(page, "Resign");
  await page.locator(".card.out").waitFor();
  assert.equal(await result(page).count(), 0);
});

test("a draw is offered, declined, offered again and agreed", null, {}, async (page) => {
  await begin(page, "quoridor", friends);
  for (const answer of ["Decline", "Agree"]) {
    await confirm(page, "Offer a draw");
    await page.getByRole("alertdialog").getByRole("button", { name: answer }).click();
    if (answer === "Decline") await typeAll(page, ["e2"]);
  }
  await result(page).waitFor();
  assert.match((await kept(page)).result, /1\/2|½/);
});

test("the computer declines a draw at the start", null, { quick: true }, async (page) => {
  await begin(page, "quoridor", ["me", "1"]);
  await confirm(page, "Offer a draw");
  await page.locator(".message", { hasText: "declined" }).waitFor();
});

test("saved, copied, shared, opened", null, { permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
  const moves = ["e2", "e8", "e3h", "d6v"];
  const share = () => button(page, "Save and share").click();
  const copied = async (what) => {
    await share();
    await button(page, `Copy the ${what}`).click();
    await page.locator(".notice", { hasText: `${what} copied` }).waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  await begin(page, "quoridor", friends);
  await typeAll(page, moves);
  const { position } = await kept(page);
  const link = await copied("link");
  const record = await copied("record");
  assert.equal(await copied("position"), position);
  await share();
  const [saved] = await Promise.all([page.waitForEvent("download"), button(page, "Save the record").click()]);
  assert.equal(readFileSync(await saved.path(), "utf8"), record);
  await share();
  const [picture] = await Promise.all([page.waitForEvent("download"), button(page, "Save a picture").click()]);
  assert.equal(readFileSync(await picture.path()).subarray(1, 4).toString(), "PNG");
  await share();
  const [film] = await Promise.all([page.waitForEvent("download"), button(page, "Save an animation").click()]);
  const gif = readFileSync(await film.path());
  assert.equal(gif.subarray(0, 6).toString(), "GIF89a");
  // A graphic control extension before each frame: the start, and one per move.
  assert.equal(gif.toString("latin1").split("\x21\xf9\x04").length - 1, moves.length + 1);
  if (process.env.KEEP) for (const [from, name] of [[picture, "card.png"], [film, "film.gif"]]) await from.saveAs(`${process.env.KEEP}/${name}`);

  const other = await open(link);
  await ready(other);
  assert.equal((await kept(other)).position, position);
  assert.equal(await plies(other), moves.length);
  for (const [text, made] of [[record, moves.length], [position, 0]]) {
    await other.goto("/open");
    await other.getByLabel("A link, a record or a position").fill(text);
    await button(other, "Open").click();
    await ready(other);
    assert.equal((await kept(other)).position, position);
    assert.equal(await plies(other), made);
  }
  await other.goto("/open");
  await other.locator('input[type="file"]').setInputFiles({ name: "game.pgn", mimeType: "text/plain", buffer: Buffer.from(record) });
  await ready(other);
  assert.equal(await plies(other), moves.length);
  await other.goto("/open#v=abalone&m=zz");
  await other.getByRole("alert").waitFor();
  assert.deepEqual(other.wrongs, []);
  await other.context().close();
});

test("a game on the text board", null, { settings: { textBoard: true } }, async (page) => {
  await begin(page, "quoridor", friends);
  await typeAll(page, race(core, "quoridor", 5));
  await result(page).getByText("Reached the far side").waitFor();
  assert.ok((await page.locator(".log li").count()) > 3);
});

test("an end near at hand: the last push", null, {}, async (page) => {
  const [variant] = core.variants();
  const start = core.start(variant.id, "belgian-daisy");
  const moves = "b3a3 h4g4 a1a2 g5h6 g7h7 b6b5 i9i8 f4f3 i7i6 c6d7 a2a3 c5c6 b1c2 g4f3 h8g7 h6i7".split(" ");
  await beginFrom(page, variant.id, start.position, moves);
  const look = moves.reduce((now, move) => core.play(now, move), start);
  const end = await playAll(page, core, look, ["g7h7"], inputs.mouse(page));
  assert.deepEqual(end.winners, [0]);
  await result(page).getByText(/enough marbles pushed off/i).waitFor();
});
