// SPDX-License-Identifier: MIT
// web/src/board/control.ts: redrawing, sending, and notes that expire.
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { load } from "./bundle.mjs";

const { Control } = await load("board/control.ts");
globalThis.window = globalThis;

function board() {
  const told = [];
  const control = new Control({ note: null, focus: "e5", press: null, chosen: 0 }, ["press"]);
  control.props = {
    look: { position: "one" },
    onMove: (move) => told.push(`move ${move}`),
    say: (text, urgent) => told.push(`${urgent ? "cry" : "say"} ${text}`),
    onRefuse: ({ id }) => told.push(`refused ${id}`),
  };
  control.screen = {
    redraw: () => told.push("redraw"),
    adjust: () => told.push("adjust"),
    focus: (cell) => told.push(`focus ${cell}`),
  };
  return { control, told, take: () => told.splice(0) };
}

test("a change is drawn; one that needs no drawing is only shown; none is nothing", () => {
  const { control, take } = board();
  control.apply([{ ...control.state, chosen: 1 }]);
  assert.deepEqual(take(), ["redraw"]);
  control.apply([{ ...control.state, press: { id: 1 } }]);
  assert.deepEqual(take(), ["adjust"]);
  control.apply([{ ...control.state }]);
  assert.deepEqual(take(), []);
});

test("effects are carried out in order", () => {
  const { control, take } = board();
  control.apply([control.state, { kind: "say", text: "a" }, { kind: "focus", cell: "e4" }, { kind: "refuse", text: "no", refusal: { id: "x" } }]);
  assert.deepEqual(take(), ["say a", "focus e4", "cry no", "refused x"]);
});

test("a move is sent once in a position", () => {
  const { control, take } = board();
  const send = { kind: "send", move: "e2" };
  control.apply([control.state, send, send]);
  assert.deepEqual(take(), ["move e2"]);
  control.props = { ...control.props, look: { position: "two" } };
  control.apply([control.state, send]);
  assert.deepEqual(take(), ["move e2"]);
});

test("the second half of a double click is no press", () => {
  const { control } = board();
  const press = (x, later) => ({ clientX: x, clientY: 10, timeStamp: performance.now() + later });
  assert.equal(control.accepts(press(10, 0)), true);
  control.apply([control.state, { kind: "send", move: "e2" }]);
  assert.equal(control.accepts(press(12, 100)), false);
  assert.equal(control.accepts(press(60, 100)), true);
  assert.equal(control.accepts(press(12, 1000)), true);
});

test("a note goes by itself, unless it stays; a later one has its own time", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { control } = board();
  const note = (text, stays) => ({ text, at: { x: 0, y: 0 }, tone: "hint", stays });
  control.apply([{ ...control.state, note: note("a") }]);
  mock.timers.tick(3000);
  control.apply([{ ...control.state, note: note("b") }]);
  mock.timers.tick(3000);
  assert.equal(control.state.note.text, "b");
  mock.timers.tick(1000);
  assert.equal(control.state.note, null);
  control.apply([{ ...control.state, note: note("c", true) }]);
  mock.timers.tick(60_000);
  assert.equal(control.state.note.text, "c");
  control.apply([{ ...control.state, note: note("d") }]);
  control.dispose();
  mock.timers.tick(60_000);
  assert.equal(control.state.note.text, "d");
  mock.timers.reset();
});
