// SPDX-License-Identifier: MIT
// The tree of moves of the analysis board: variations are found, promoted, deleted, and never confused.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./bundle.mjs";

const { beside, endOf, extend, movesTo, promote, promoteToMain, remove, treeOf, variationOf } = await load("features/analysis/tree.ts");

/** e2 e8 e3, with e7 instead of e8 and after it d2; e4 instead of e3. */
function sample() {
  let tree = treeOf(["e2", "e8", "e3"]);
  let other, deep, fork;
  [tree, other] = extend(tree, 1, "e7");
  [tree, deep] = extend(tree, other, "d2");
  [tree, fork] = extend(tree, 2, "e4");
  return { tree, other, deep, fork };
}

test("a move that is there already is not added again", () => {
  const { tree, other } = sample();
  const [same, id] = extend(tree, 1, "e7");
  assert.equal(same, tree);
  assert.equal(id, other);
});

test("variations are promoted one step, or to the main line", () => {
  const { tree, deep, other } = sample();
  assert.equal(variationOf(tree, deep), other);
  assert.deepEqual(movesTo(tree, endOf(tree, 0)), ["e2", "e8", "e3"]);
  const main = promoteToMain(tree, deep);
  assert.deepEqual(movesTo(main, endOf(main, 0)), ["e2", "e7", "d2"]);
  assert.equal(variationOf(main, deep), null);
  assert.equal(promote(main, deep), main);
});

test("deleting takes all that follows along, and nothing else", () => {
  const { tree, other, deep } = sample();
  const less = remove(tree, other);
  assert.ok(!(other in less.nodes) && !(deep in less.nodes));
  assert.deepEqual(less.nodes[1].kids, [2]);
  assert.equal(remove(tree, 0), tree);
});

test("up and down go between the variations of the last fork", () => {
  const { tree, other, deep, fork } = sample();
  assert.equal(beside(tree, 2, 1), other);
  assert.equal(beside(tree, deep, -1), 2);
  assert.equal(beside(tree, 3, 1), fork);
  assert.equal(beside(tree, 1, 1), null);
});
