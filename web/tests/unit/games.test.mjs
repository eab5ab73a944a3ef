// SPDX-License-Identifier: MIT
// web/src/state/games.ts: reading and writing saved games. A move must not rewrite other games.
import assert from "node:assert/strict";
import { test } from "node:test";
import { build } from "esbuild";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const src = join(dirname(fileURLToPath(import.meta.url)), "../../src/state");

/** A browser's storage that counts calls. */
function storage() {
  const kept = new Map();
  const calls = [];
  const methods = {
    getItem: (key) => (calls.push(`get ${key}`), kept.get(key) ?? null),
    setItem: (key, value) => (calls.push(`set ${key}`), void kept.set(key, value)),
    removeItem: (key) => (calls.push(`remove ${key}`), void kept.delete(key)),
  };
  // The keys of a Storage are its own properties.
  const proxy = new Proxy(methods, {
    ownKeys: () => [...kept.keys()],
    getOwnPropertyDescriptor: (_, key) => (kept.has(key) ? { enumerable: true, configurable: true, value: kept.get(key) } : undefined),
  });
  return { kept, calls, proxy };
}

const saved = (id, changed, part = {}) => ({
  id, variant: "quoridor", layout: "", players: [{ kind: "me", level: 3 }, { kind: "computer", level: 3 }], clock: null, match: "1. e2 *",
  position: "", turn: 0, plies: 1, over: false, result: "*", changed, ...part,
});

/** The page's state over a storage with these games. */
async function page(games) {
  const store = storage();
  for (const game of games) store.kept.set(`meydan.game.${game.id}`, JSON.stringify(game));
  Object.assign(globalThis, { localStorage: store.proxy, location: { pathname: "/", hash: "", search: "" } });
  const { outputFiles } = await build({
    stdin: { contents: 'export * from "./games"; export { getState } from "./store"; export { talliesOf } from "./tally";', resolveDir: src, loader: "ts" },
    bundle: true, write: false, format: "esm", target: "es2022", define: { __FILES__: "{}" },
  });
  // A different text makes it a separate module.
  const text = `${outputFiles[0].text}\n// ${Math.random()}`;
  const state = await import(`data:text/javascript;base64,${Buffer.from(text).toString("base64")}`);
  store.calls.length = 0;
  return { ...state, ...store };
}

test("games of an earlier visit are listed, the last changed first; what is broken is not", async () => {
  const { getState } = await page([saved("a", 1), saved("b", 3), saved("c", 2), { id: "d" }]);
  assert.deepEqual(getState().games.map(({ id }) => id), ["b", "c", "a"]);
});

test("a move writes its game and reads none", async () => {
  const { getState, keepSaved, calls } = await page([saved("a", 1), saved("b", 3), saved("c", 2)]);
  assert.equal(keepSaved(saved("c", 4, { plies: 2 })), true);
  assert.deepEqual(calls, ["set meydan.game.c"]);
  assert.deepEqual(getState().games.map(({ id, plies }) => [id, plies]), [["c", 2], ["b", 1], ["a", 1]]);
});

test("what another tab has changed is the only one read again", async () => {
  const { getState, rereadSaved, kept, calls } = await page([saved("a", 1), saved("b", 2)]);
  kept.set("meydan.game.a", JSON.stringify(saved("a", 5, { plies: 9 })));
  assert.equal(rereadSaved("a").plies, 9);
  assert.deepEqual(calls, ["get meydan.game.a"]);
  kept.delete("meydan.game.b");
  assert.equal(rereadSaved("b"), null);
  assert.deepEqual(getState().games.map(({ id }) => id), ["a"]);
});

test("of many finished games the oldest go, games in progress stay", async () => {
  const many = Array.from({ length: 61 }, (_, i) => saved(`over${i}`, 100 + i, { over: true }));
  const { getState, keepSaved, kept } = await page([saved("old", 1), ...many]);
  keepSaved(saved("new", 500));
  assert.equal(kept.has("meydan.game.over0"), false);
  assert.ok(kept.has("meydan.game.over1") && kept.has("meydan.game.old") && kept.has("meydan.game.new"));
  assert.equal(getState().games.length, 62);
});

test("where nothing can be kept the game goes on in this tab", async () => {
  const { getState, keepSaved } = await page([]);
  globalThis.localStorage = { setItem: () => { throw new Error("full"); } };
  assert.equal(keepSaved(saved("a", 1)), false);
  assert.equal(getState().games.length, 1);
});

test("what makes room for newer games still counts; what is deleted does not", async () => {
  const ends = ["1-0", "0-1", "1/2-1/2", "*"];
  const games = Array.from({ length: 60 }, (_, at) => saved(`g${at}`, at, { over: true, result: ends[at % 4] }));
  const { keepSaved, dropSaved, getState, talliesOf, kept } = await page(games);
  const tally = () => talliesOf(getState().games, "quoridor")[2];
  assert.deepEqual(tally(), [15, 15, 15]);
  for (const at of [60, 61, 62, 63]) keepSaved(saved(`g${at}`, at, { over: true, result: ends[at % 4] }));
  assert.equal(getState().games.length, 60);
  assert.deepEqual(tally(), [16, 16, 16]);
  assert.equal(kept.get("meydan.tally"), '{"quoridor.3":[1,1,1]}');
  dropSaved("g60");
  assert.deepEqual(tally(), [15, 16, 16]);
  kept.set("meydan.tally", '{"quoridor.3":"x","quoridor.4":[1,-1,0]}');
  assert.deepEqual(tally(), [14, 15, 15]);
});
