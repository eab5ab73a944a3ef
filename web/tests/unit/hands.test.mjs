// SPDX-License-Identifier: MIT
// web/src/board: how input changes a board's state. Nothing is drawn: a state and an input give the next state and
// effects.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load, moduleUrl } from "./bundle.mjs";

const { loadCore } = await load("core/index.ts");
const core = await loadCore(moduleUrl("meydan.wasm"));
const { hexPlace } = await load("board/abalone/hex.ts");
const { chevronPlace } = await load("board/abalone/select.ts");
const { slotPlace, squarePlace } = await load("board/quoridor/square.ts");
const abalone = { ...(await load("board/abalone/state.ts")), input: (await load("board/abalone/input.ts")).abaloneInput };
const quoridor = { ...(await load("board/quoridor/state.ts")), ...(await load("board/quoridor/input.ts")) };

/** A board under test: every input goes to it, and its effects are collected. */
function hands(state, input) {
  const board = {
    state,
    effects: [],
    apply([next, ...effects]) {
      board.state = next;
      board.effects = effects;
      return board;
    },
    at: (point, { mouse = true, time = 1000 } = {}) => ({ id: 1, point, held: point, mouse, time }),
    down: (point, how) => board.apply(input.down(board.state, board.at(point, how))),
    move: (point, how) => board.apply(input.move(board.state, board.at(point, how))),
    up: (point, how) => board.apply(input.up(board.state, board.at(point, how))),
    tap: (point, how) => board.down(point, how).up(point, how),
    key: (name, shift = false) => board.apply(input.key(board.state, { name, shift, time: 1000 })),
    sent: () => board.effects.filter(({ kind }) => kind === "send").map(({ move }) => move),
  };
  return board;
}

const marbles = (look = core.start("abalone"), seat = look.turn) =>
  hands(abalone.abaloneState({ look, seat, turned: 0, core }), abalone.input);

test("Abalone: taps choose a line, a chevron plays it", () => {
  const board = marbles();
  board.tap(hexPlace("c3"));
  board.tap(hexPlace("c4"));
  assert.deepEqual(board.state.selection, ["c3", "c4"]);
  const way = abalone.waysOf(board.state)[0];
  assert.deepEqual(board.tap(chevronPlace(way, 0)).sent(), [way.text]);
});

test("Abalone: an input leaves the state before it as it was", () => {
  const board = marbles();
  const before = Object.freeze({ ...board.state });
  board.tap(hexPlace("c3"));
  assert.deepEqual(before.selection, []);
  assert.notEqual(board.state, before);
});

test("Abalone: a sweep takes marbles along, a pull moves them, letting go sends the move", () => {
  const board = marbles();
  const far = (cell, to, share) => {
    const [a, b] = [hexPlace(cell), hexPlace(to)];
    return { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
  };
  board.down(hexPlace("c4"));
  board.move(hexPlace("c5"));
  assert.deepEqual(board.state.selection, ["c4", "c5"]);
  board.up(hexPlace("c5"));
  board.down(hexPlace("c5"));
  board.move(far("c5", "d6", 0.8));
  assert.equal(board.state.pull.move.text, "c4c5d5");
  const { pull } = board.state;
  board.move(far("c5", "d6", 0.9));
  assert.equal(board.state.pull, pull); // only the distance changes, which needs no redraw
  assert.ok(board.state.shift.amount > 0.5 && board.state.shift.amount < 1);
  board.up(far("c5", "d6", 0.9));
  assert.deepEqual(board.sent(), ["c4c5d5"]);
  // If the page refuses the move, the marbles go back.
  const later = board.effects.find(({ kind }) => kind === "later").update(board.state);
  assert.deepEqual([later.shift, later.pull, later.letGo], [null, null, 0]);
});

test("Abalone: why not is the core's word", () => {
  const board = marbles();
  const [effect] = board.tap(hexPlace("i5")).effects;
  assert.deepEqual([effect.kind, effect.refusal.id], ["refuse", "not-yours"]);
  assert.equal(board.state.note.tone, "refused");
  const waiting = marbles(core.start("abalone"), 1);
  waiting.tap(hexPlace("i5"));
  assert.equal(waiting.state.note.tone, "hint");
  assert.deepEqual(waiting.sent(), []);
});

test("Abalone: keys move the focus, choose, and play a direction", () => {
  const board = marbles();
  for (const name of ["ArrowDown", "ArrowDown"]) board.key(name);
  assert.equal(board.state.focus, "c5");
  board.key("Enter");
  board.key("ArrowLeft", true);
  assert.deepEqual([board.state.focus, board.state.selection], ["c4", ["c4", "c5"]]);
  assert.deepEqual(board.key("2").sent(), ["c4c5d5"]);
  assert.deepEqual(board.key("Escape").state.selection, []);
  assert.equal(abalone.input.key(board.state, { name: "z", shift: false, time: 0 }), null);
});

test("Abalone: a new position ends every choice, but a finger that is down still means its cell", () => {
  const board = marbles();
  board.tap(hexPlace("c3")).down(hexPlace("c4"));
  const look = core.play(board.state.look, "a1b2");
  const next = abalone.given(board.state, { look, seat: 0, turned: 0, core });
  assert.deepEqual([next.selection, next.press.cell, next.hand.own.size], [[], "c4", 0]);
  const same = abalone.given(board.state, { look: { ...board.state.look }, seat: 0, turned: 1, core });
  assert.deepEqual([same.selection, same.turned], [board.state.selection, 1]);
});

const walls = (how = "touch", look = core.start("quoridor"), seat = look.turn) =>
  hands(quoridor.quoridorState({ look, seat, turned: 0, core, confirmWalls: how }), quoridor.quoridorInput);

test("Quoridor: a tap on a lit square steps, a drag of the pawn too", () => {
  assert.deepEqual(walls().tap(squarePlace("e2")).sent(), ["e2"]);
  const board = walls();
  board.down(squarePlace("e1"));
  assert.equal(board.state.pawnLift, true);
  board.move(squarePlace("e2"));
  assert.deepEqual(board.up(squarePlace("e2")).sent(), ["e2"]);
  const far = walls().tap(squarePlace("e5"));
  assert.deepEqual([far.effects[0].kind, far.effects[0].refusal.id], ["refuse", "out-of-reach"]);
});

test("Quoridor: a mouse places a wall with one click, a finger has it wait", () => {
  const { x, y } = slotPlace("e4");
  const groove = { x: x - 0.3, y };
  const mouse = walls();
  mouse.move(groove);
  assert.deepEqual(mouse.state.hover, { slot: "e4", upright: false });
  assert.deepEqual(mouse.tap(groove).sent(), ["e4h"]);
  const finger = walls();
  finger.tap({ x, y }, { mouse: false });
  assert.deepEqual([finger.sent(), finger.state.ghost], [[], { slot: "e4", upright: false }]);
  finger.tap({ x, y }, { mouse: false }); // on the ghost: it turns
  assert.equal(finger.state.ghost.upright, true);
  assert.deepEqual(quoridor.settle(finger.state, true, 1020)[1], undefined); // too soon after the tap that placed it
  assert.deepEqual(quoridor.settle(finger.state, true, 1100)[1], { kind: "send", move: "e4v" });
  assert.equal(quoridor.settle(finger.state, false, 1100)[0].ghost, null);
});

test("Quoridor: a wall from the rack follows the pointer and is dropped, or put back outside", () => {
  const board = walls();
  const start = { x: 0, y: 6 };
  board.apply(quoridor.rackDown(board.state, board.at(start)));
  board.move(slotPlace("c3"));
  assert.deepEqual(board.state.ghost, { slot: "c3", upright: false });
  assert.deepEqual(board.up(slotPlace("c3")).sent(), ["c3h"]);
  const back = walls();
  back.apply(quoridor.rackDown(back.state, back.at(start)));
  back.move(slotPlace("c3"));
  back.up({ x: 0, y: 6 });
  assert.deepEqual([back.sent(), back.state.ghost], [[], null]);
});

test("Quoridor: a wall that is not allowed says why and offers its neighbour", () => {
  const look = core.play(core.start("quoridor"), "e3h");
  const board = walls("always", look);
  board.tap({ x: slotPlace("e3").x - 0.3, y: slotPlace("e3").y });
  assert.equal(board.state.note.stays, true);
  const offer = quoridor.offerOf(board.state);
  board.tap(slotPlace(offer.slot));
  assert.deepEqual([board.state.ghost, board.state.note], [offer, null]);
});

test("Quoridor: keys place a wall", () => {
  const board = walls();
  board.key("ArrowUp").key("w");
  assert.deepEqual([board.state.ghost, board.state.wallMode], [{ slot: "e2", upright: false }, true]);
  board.key("ArrowUp").key("r");
  assert.deepEqual(board.key("Enter").sent(), ["e3v"]);
  board.key("Escape");
  assert.deepEqual([board.state.ghost, board.state.wallMode], [null, false]);
});

test("Quoridor: a press that began before the position never places a wall at once", () => {
  const start = core.start("quoridor");
  const board = walls("never", start, 1);
  const { x, y } = slotPlace("e4");
  const groove = { x: x - 0.3, y };
  board.down(groove);
  board.apply([quoridor.given(board.state, { ...board.state, look: core.play(start, "e2") })]);
  board.up(groove);
  assert.deepEqual([board.sent(), board.state.ghost], [[], { slot: "e4", upright: false }]);
});
