// SPDX-License-Identifier: MIT
// Comments in records: opened, shown and saved without loss.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load, moduleUrl } from "./bundle.mjs";

const { loadCore } = await load("core/index.ts");
const { remarksOf } = await load("features/play/recordremarks.ts");
const core = await loadCore(moduleUrl("meydan.wasm"));

const movesOf = (match) => match.record().split("\n\n").slice(1).join("\n\n").trim();

test("intro, glyphs, marks, variations and line comments stay where they stood", () => {
  const [match] = core.open(`[Game "quoridor-4"]

{What a game} 1. {look:} e2!? $14 (1. d1 {a ( in it} (1. f1) b5) b5 ; to the end } of the line
e8!! (1... d9) h5 out2:time {gone} 2. e3?? (2. d2 {the
lines} d8) *`);
  const text = "{What a game} {look:} 1. e2 $5 $14 (1. d1 {a ( in it} (1. f1) b5) b5\n; to the end } of the line\ne8 $3 (1... d9) h5 out2:time {gone} 2. e3 $4 (2. d2 {the\nlines} d8) *";
  const flat = (words) => words.replace(/\s+/g, " ");
  assert.equal(flat(movesOf(match)), flat(text));
  assert.deepEqual(match.state.remarks, [
    ["{What a game}", "{look:}"], ["$5", "$14", "(1. d1 {a ( in it} (1. f1) b5)"], ["; to the end } of the line"],
    ["$3", "(1... d9)"], ["{gone}"], ["$4", "(2. d2 {the\nlines} d8)"],
  ]);
  const [again] = core.open(match.record());
  assert.equal(again.record(), match.record());
  assert.deepEqual(again.state.remarks, match.state.remarks);
  again.dispose();

  // Taking back a move removes its comments; earlier ones stay.
  match.undo(1);
  match.play("d2", 0);
  assert.equal(match.state.remarks.length, 5);
  assert.match(flat(movesOf(match)), /h5 out2:time \{gone\} 2\. d2 \*$/);
  match.dispose();
});

test("a game of this page has no remarks; nor has a record without any", () => {
  const match = core.match({ variant: "quoridor" });
  assert.deepEqual(match.state.remarks, []);
  match.dispose();
  const [plain] = core.open("1. e2 e8");
  assert.deepEqual(plain.state.remarks, [[], [], []]);
  plain.dispose();
});

test("remarks in words: glyph, comments without commands, variations", () => {
  assert.deepEqual(remarksOf(["$5", "{[%clk 0:09:58] [%eval 0.21] a fine\n start}", "(1. d1 {no} e8)", "; well", "{[%clk 0:01]}", "$14", "!!!"]), {
    glyph: "!?", texts: ["a fine start", "(1. d1 {no} e8)", "well", "$14", "!!!"],
  });
  assert.deepEqual(remarksOf(undefined), { glyph: "", texts: [] });
});
