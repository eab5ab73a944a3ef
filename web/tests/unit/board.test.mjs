// SPDX-License-Identifier: MIT
// web/src/board: the places of things on the screen, and how taps become moves. The rules are the core's and not tested
// here.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load, moduleUrl } from "./bundle.mjs";

const { isRefusal, loadCore } = await load("core/index.ts");
const hex = await load("board/abalone/hex.ts");
const square = await load("board/quoridor/square.ts");
const select = await load("board/abalone/select.ts");
const ghost = await load("board/quoridor/ghost.ts");
const { boardSvg } = await load("board/picture.tsx");
const core = await loadCore(moduleUrl("meydan.wasm"));

function near(a, b) {
  return Math.hypot(a.x - b.x, a.y - b.y) < 1e-9;
}

function handOf(look) {
  const { teams } = core.variants().find(({ id }) => id === look.variant);
  return select.handOf(look, look.turn, teams);
}

test("the hexagon: 61 cells, the centre in the middle, own side below", () => {
  assert.equal(hex.HEX_CELLS.length, 61);
  assert.ok(near(hex.hexPlace("e5"), { x: 0, y: 0 }));
  assert.ok(hex.hexPlace("a1").y > 3 && hex.hexPlace("i5").y < -3);
  // One step of 60° brings the lower left side down, as abalone-4's second player needs it; three steps the top.
  assert.ok(near(hex.hexPlace("e1", 1), hex.hexPlace("a1")));
  assert.ok(near(hex.hexPlace("i9", 3), hex.hexPlace("a1")));
});

test("the hexagon: a place and its cell, in every turn", () => {
  for (let turned = 0; turned < 6; turned++)
    for (const cell of hex.HEX_CELLS) assert.equal(hex.hexNearest(hex.hexPlace(cell, turned), turned), cell);
  assert.equal(hex.hexNearest({ x: 7, y: 0 }), null);
});

test("the hexagon: directions on the board and on the screen", () => {
  for (let turned = 0; turned < 6; turned++)
    for (const dir of hex.DIRS) {
      const vector = hex.dirVector(dir, turned);
      const from = hex.hexPlace("e5", turned);
      const to = hex.hexPlace(hex.hexStep("e5", dir), turned);
      assert.ok(near({ x: to.x - from.x, y: to.y - from.y }, vector));
      assert.equal(hex.hexDirection(vector, turned), dir);
    }
  assert.equal(hex.hexStep("a1", 3), null);
});

test("the hexagon: steps are those of the core's moves", () => {
  const look = core.start("abalone");
  for (const { cells, to, dir } of look.moves) assert.deepEqual(cells.map((cell) => hex.hexStep(cell, dir)), to);
});

test("lines: both ends make one, the middle included", () => {
  assert.deepEqual(hex.hexSpan(["c5", "c3"]), ["c3", "c4", "c5"]);
  assert.deepEqual(hex.hexSpan(["a1", "c3"]), ["a1", "b2", "c3"]);
  assert.deepEqual(hex.hexSpan(["c3", "a3"]), ["a3", "b3", "c3"]);
  assert.equal(hex.hexSpan(["a1", "b3"]), null);
});

test("taps: join, start over, put back", () => {
  const hand = handOf(core.start("abalone"));
  assert.deepEqual(select.tapped(hand, [], "c3"), ["c3"]);
  assert.deepEqual(select.tapped(hand, ["c3"], "c5"), ["c3", "c4", "c5"]);
  assert.deepEqual(select.tapped(hand, ["c3"], "a5"), ["a5"]); // not in line
  assert.deepEqual(select.tapped(hand, ["b1"], "b4"), ["b4"]); // four are too many
  assert.deepEqual(select.tapped(hand, ["c3", "c4", "c5"], "c5"), ["c3", "c4"]);
  assert.deepEqual(select.tapped(hand, ["c3", "c4", "c5"], "c4"), []); // no line is left
  assert.deepEqual(select.tapped(hand, ["c3"], "g5"), ["c3"]); // not one's own
});

test("a selection's choices are legal moves, one a direction, and written as the core writes them", () => {
  for (const { id, layouts } of core.variants().filter(({ game }) => game === "abalone"))
    for (const { name } of layouts) {
      const look = core.start(id, name);
      for (const move of look.moves) {
        const span = hex.hexSpan(move.cells);
        const found = select.choices(look, span);
        assert.ok(found.includes(move), `${id} ${move.text}`);
        assert.equal(new Set(found.map(({ dir }) => dir)).size, found.length);
        assert.equal(core.check(look, select.asMove(span, move.dir)), null);
      }
    }
});

test("what is no choice is refused by the core, with a reason", () => {
  const look = core.start("abalone");
  assert.deepEqual(select.choices(look, ["b2", "b3"]), []);
  assert.equal(core.check(look, select.asMove(["b2", "b3"], 1)).id, "cells-taken");
  assert.equal(core.check(look, select.asMove(["a1", "a2", "a3"], 0)).id, "too-many");
  assert.equal(select.asMove(["a1"], 3), null); // over the edge at once has no text
});

test("a cell that two moves reach is no target", () => {
  const look = core.start("abalone");
  const hand = handOf(look);
  const ways = select.choices(look, ["c3", "c4", "c5"]);
  assert.equal(select.aimedAt(ways, hand, "d4"), null);
  assert.equal(select.aimedAt(ways, hand, "d3").text, "c3c5d3");
  assert.equal(select.aimedAt(ways, hand, "d6").text, "c3c5d4");
});

test("squares and slots: a place and its name, in every turn", () => {
  for (let turned = 0; turned < 4; turned++) {
    for (const name of square.SQUARE_ROWS.flat()) assert.equal(square.squareNearest(square.squarePlace(name, turned), turned), name);
    for (const name of square.SQUARE_ROWS.flat().filter((one) => !/[i9]/.test(one)))
      assert.equal(square.slotNearest(square.slotPlace(name, turned), turned), name);
  }
  assert.ok(near(square.squarePlace("a5", 1), square.squarePlace("e1"))); // quoridor-4's second player is at the bottom
  assert.equal(square.squareNearest({ x: 6, y: 0 }), null);
});

test("grooves: a mouse names the wall it points at", () => {
  const { x, y } = square.slotPlace("e3");
  assert.deepEqual(square.slotInGroove({ x: x - 0.3, y }), { slot: "e3", upright: false });
  assert.deepEqual(square.slotInGroove({ x, y: y + 0.3 }), { slot: "e3", upright: true });
  assert.equal(square.slotInGroove(square.squarePlace("e3")), null);
  assert.equal(square.slotInGroove({ x: 0, y: 4.5 }), null); // the edge is not a groove
  const turned = square.slotPlace("e3", 1);
  assert.deepEqual(square.slotInGroove({ x: turned.x - 0.3, y: turned.y }, 1), { slot: "e3", upright: true });
});

test("an illegal wall has a legal neighbour to offer", () => {
  const look = core.play(core.start("quoridor"), "e3h");
  const wall = { slot: "e3", upright: false };
  assert.equal(ghost.isLegalWall(look, wall), false);
  const place = square.slotPlace("e3");
  assert.deepEqual(ghost.neighbourWall(look, wall, { x: place.x + 0.2, y: place.y }, 0), { slot: "e4", upright: false });
});

test("pictures are whole SVG documents with plain colours", () => {
  for (const { id, players } of core.variants()) {
    const look = core.start(id);
    assert.ok(!isRefusal(look));
    const svg = boardSvg(look, { turned: 1, size: 400 });
    assert.match(svg, /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
    assert.doesNotMatch(svg, /var\(|undefined|NaN|\[object/);
    assert.ok(players > 0 && svg.endsWith("</svg>"));
  }
});
