// SPDX-License-Identifier: MIT
// Premoves: by every kind of input, in every variant, against the computer and online; taken back, dropped when they
// have become illegal, and not offered where they make no sense.
import assert from "node:assert/strict";
import { api, agree, connected, line, onlineWorld, shown, table, type } from "./online.mjs";
import { begin, button, drawn, inputs, kept } from "./play.mjs";
import { DESK, PHONE, until } from "./world.mjs";

const { address, core, people, test } = await onlineWorld();

// A computer that plays given moves on command.
const WORKER = `
onmessage = async ({ data: { kind, thread, threads } }) => {
  if (kind === "start" && !thread) postMessage({ kind: "ready", stopFlag: 0, stacks: Array(threads - 1).fill(0) });
  if (kind === "go") postMessage({ kind: "set", threads: 1 });
  if (kind !== "think") return;
  const move = await (await fetch("/computer-move")).text();
  postMessage({ kind: "thought", answer: { move, draw: null, lines: [], nodes: 1 } });
};`;
const ISOLATED = { "Cross-Origin-Embedder-Policy": "require-corp", "Cross-Origin-Resource-Policy": "same-origin" };

/** Returns the function that commands it. */
async function slowComputer(page) {
  const moves = [];
  let wake = () => {};
  await page.route("**/worker*.js", (route) => route.fulfill({ contentType: "text/javascript", headers: ISOLATED, body: WORKER }));
  await page.route("**/computer-move", async (route) => {
    while (!moves.length) await new Promise((done) => (wake = done));
    await route.fulfill({ body: moves.shift() }).catch(() => {});
  });
  return (move) => {
    moves.push(move);
    wake();
  };
}

const mark = (page, move) => page.locator(`.board-live [data-premove="${move}"]`);
const waits = (page) => page.locator(".message.premove");
const gone = (page) => until(async () => !(await waits(page).count()) && !(await page.locator("[data-premove]").count()), "no premove");
const played = async (page) => core.open((await kept(page)).match)[0].state.moves.map(({ text }) => text);
const offered = (page) => page.locator(".board.ahead").waitFor();

/** A press too late to be the second half of a double click. */
async function pressUntilGone(page, press) {
  await until(async () => {
    await press();
    await drawn(page);
    return !(await waits(page).count());
  }, "the press to take it back");
}

test("a premove is drawn, spoken, taken back in every way, and played when the turn comes", null, {}, async (page) => {
  const computer = await slowComputer(page);
  await begin(page, "quoridor", ["1", "me"]);
  await offered(page);
  // Not twice in the same place: that would be a double click.
  const enter = async (square) => {
    await page.locator(`[data-cell="${square}"]`).click();
    await mark(page, square).waitFor();
    await waits(page).getByText(`Premove: ${square}`).waitFor();
  };
  await enter("e8");
  await page.locator("[aria-live]", { hasText: "Premove e8: it will be played when it is your turn" }).first().waitFor({ state: "attached" });
  assert.deepEqual(await played(page), []);
  await pressUntilGone(page, () => page.locator('[data-cell="c4"]').click());
  await enter("d9");
  await pressUntilGone(page, () => page.locator('[data-cell="c4"]').click({ button: "right" }));
  await enter("f9");
  await page.keyboard.press("Escape");
  await gone(page);
  await enter("e8");
  await button(page, "Cancel the premove").click();
  await gone(page);
  // A premove replaces another, a wall that of a step; here by the field.
  await enter("d9");
  await page.getByLabel("Type a move").fill("d7h");
  await page.getByLabel("Type a move").press("Enter");
  await mark(page, "d7h").waitFor();
  assert.equal(await page.locator("[data-premove]").count(), 1);
  computer("e2");
  await until(async () => (await played(page)).join() === "e2,d7h", "the premove to be played");
  await gone(page);
  computer("e3");
  await until(async () => (await played(page)).length === 3, "the computer");
  await page.locator(".typed:not(.ahead)").waitFor(); // one premove at a time
  assert.equal((await kept(page)).plies, 3);
});

test("a premove that has become illegal is dropped, and says why", null, {}, async (page) => {
  const computer = await slowComputer(page);
  await begin(page, "quoridor", ["1", "me"]);
  await offered(page);
  await page.locator('[data-cell="e8"]').click();
  await mark(page, "e8").waitFor();
  const [card, cancel] = [page.locator(".message.premove"), button(page, "Cancel the premove")];
  assert.ok((await card.boundingBox()).height - (await cancel.boundingBox()).height >= 12, "the button is not as high as its card");
  computer("e8h");
  await page.locator(".message", { hasText: "Premove e8 cancelled: " }).waitFor();
  await gone(page);
  assert.deepEqual(await played(page), ["e8h"]);
  // The turn works as usual.
  await page.locator('[data-cell="d9"]').click();
  await until(async () => (await played(page)).join() === "e8h,d9", "a move");
  // Looking back drops a premove, too.
  await offered(page);
  await page.getByLabel("Type a move").fill("d8");
  await page.getByLabel("Type a move").press("Enter");
  await mark(page, "d8").waitFor();
  await button(page, "One move back").click();
  await page.locator(".message", { hasText: "Premove d8 cancelled: you looked at an earlier position" }).waitFor();
  assert.equal(await page.locator(".board.ahead").count(), 0);
});

test("what was chosen before the turn stays chosen when it comes", null, {}, async (page) => {
  const computer = await slowComputer(page);
  await begin(page, "abalone", ["1", "me"]);
  await offered(page);
  await page.locator('[data-cell="g5"]').click();
  await page.locator('[data-cell="g5"][aria-selected="true"]').waitFor();
  computer("c5d5");
  await page.locator(".board:not(.ahead).playable").waitFor();
  assert.equal(await page.locator('[data-cell="g5"][aria-selected="true"]').count(), 1);
});

// All other players are computers; the last to move enters a move at once, by mouse, by finger or by keys.
for (const [at, { id, players, order }] of core.variants().entries()) {
  if (id === "abalone-4-pairs" || id === "quoridor") continue; // same as the other variants of their game
  test(`before one's turn: ${id}`, null, at % 2 ? { viewport: PHONE, touch: true } : { viewport: DESK }, async (page) => {
    const computer = await slowComputer(page);
    const me = order.at(-1);
    await begin(page, id, Array.from({ length: players }, (_, seat) => (seat === me ? "me" : "1")));
    await offered(page);
    let look = core.start(id);
    const ahead = core.ahead(look, me);
    const others = [];
    for (let seat = look.turn; seat !== me; seat = look.turn) {
      others.push(look.moves.find(({ kind }) => kind === "line" || kind === "step").text);
      look = core.play(look, others.at(-1));
    }
    const stays = (kind) => ahead.moves.find((move) => move.kind === kind && !core.check(look, move.text));
    const move = stays(at === 5 ? "wall" : at ? "line" : "side");
    const input = at === 2 ? inputs.keys(page) : at % 2 ? inputs.touch(page) : inputs.mouse(page);
    // The board is turned to the player's side: keys follow the screen.
    if (at === 2) await until(async () => (await button(page, "Turn the board").click(), page.locator('.board[data-turned="0"]').count()), "the board turned");
    await input.begin();
    await input.play(move, at, ahead);
    await mark(page, move.text).waitFor();
    for (const other of others) computer(other);
    await until(async () => (await played(page)).join() === [...others, move.text].join(), `${others} ${move.text}`);
  });
}

test("no premoves: where they are switched off, and where two share the device", null, { settings: { premoves: false } }, async (page) => {
  await slowComputer(page);
  await begin(page, "quoridor", ["1", "me"]);
  await page.locator('[data-cell="e8"]').click();
  await page.locator(".board-note", { hasText: "It is not your turn" }).waitFor();
  assert.equal(await page.locator(".board.ahead, [data-premove], .typed.ahead").count(), 0);
  assert.equal(await page.locator(".typed button").isDisabled(), true);
  await page.goto("/settings");
  await page.getByRole("switch", { name: "Premoves" }).check({ force: true });
  await begin(page, "abalone-3", ["1", "me", "friend"]);
  await page.locator('[data-cell="e5"]').click();
  await page.locator(".board-note", { hasText: "It is not your turn" }).waitFor();
  assert.equal(await page.locator(".board.ahead").count(), 0);
});

people("online: played at once and once, kept from spectators, dropped with the connection", async (person) => {
  const way = await line(address);
  try {
    const [ada, bob, eve] = [await person(), await person("/online", { baseURL: way.address }), await person()];
    const id = await table([ada, bob], "quoridor");
    await eve.goto(`/game/${id}`);
    await connected(eve);
    await offered(bob);
    const sent = [];
    bob.on("websocket", (socket) => socket.on("framesent", ({ payload }) => sent.push(String(payload))));
    await bob.reload();
    await connected(bob);
    await offered(bob);
    await bob.locator('[data-cell="e8"]').click();
    await mark(bob, "e8").waitFor();
    await eve.locator('[data-cell="e8"]').click();
    await eve.locator(".board-note", { hasText: "You are watching this game" }).waitFor();
    assert.equal(await eve.locator(".board.ahead").count(), 0);
    await type(ada, "e2", false);
    await agree([ada, bob, eve], ["e2", "e8"]);
    assert.equal(sent.filter((frame) => frame.includes('"move":"e8"')).length, 1);
    await gone(bob);
    // After one's own unsent move, and taken back with it.
    await type(ada, "e3");
    await agree([ada, bob], ["e2", "e8", "e3"]);
    await type(bob, "e7");
    await offered(bob);
    await bob.locator('[data-cell="e6"]').click();
    await mark(bob, "e6").waitFor();
    await api(bob, "POST", `/games/${id}/takeback`);
    await api(ada, "POST", `/games/${id}/takeback`);
    await bob.locator(".message", { hasText: "Premove e6 cancelled: moves were taken back" }).waitFor();
    await agree([ada, bob], ["e2", "e8", "e3"]);
    // A broken connection drops it.
    await type(bob, "e7");
    await offered(bob);
    // By the field: a press at the same place would be the second half of a double click.
    await bob.getByLabel("Type a move").fill("e6");
    await bob.getByLabel("Type a move").press("Enter");
    await mark(bob, "e6").waitFor();
    way.cut();
    await bob.locator(".message", { hasText: "Premove e6 cancelled: the connection was lost" }).waitFor();
    await connected(bob);
    await type(ada, "e4");
    await agree([ada, bob], ["e2", "e8", "e3", "e7", "e4"]);
    assert.deepEqual(await shown(bob), ["e2", "e8", "e3", "e7", "e4"]);
  } finally {
    way.close();
  }
});
