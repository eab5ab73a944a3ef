// SPDX-License-Identifier: MIT
// web/src/engine/ugi: the conversation, with an engine that gives prepared answers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load, moduleUrl } from "./bundle.mjs";

const { loadCore } = await load("core/index.ts");
const { Ugi } = await load("engine/ugi.ts");
const core = await loadCore(moduleUrl("meydan.wasm"));

/** The output of these commands; the engine's searches, and a way to end one. */
function converse(...commands) {
  const said = [];
  const searches = [];
  const engine = {
    go: (search, onInfo) => new Promise((resolve, reject) => searches.push({ search, onInfo, resolve, reject })),
    stop: () => searches.at(-1)?.resolve({ move: "e2" }),
    close: () => said.push("(closed)"),
  };
  const ugi = new Ugi(engine, core, (line) => said.push(line));
  commands.forEach((command) => ugi.send(command));
  return { ugi, said, searches };
}
const settled = () => new Promise((done) => setImmediate(done));

test("a search: what the engine is asked, and what is told of it", async () => {
  const { ugi, said, searches } = converse("setoption name UGI_Variant value quoridor", "setoption name Level value 3",
    "setoption name Seed value 7", "position startpos moves e2 e8", "go nodes 500");
  const { search, onInfo, resolve } = searches[0];
  assert.deepEqual(search, { variant: "quoridor", start: "- / - / e1 e9 / 10 10 / 1", moves: ["e2", "e8"], lines: 1, nodes: 500, level: 3, seed: 7 });
  onInfo({ lines: [{ score: 12, mate: null, moves: ["e3", "e7"], depth: 2 }], depth: 2, nodes: 90, time: 1.4 });
  ugi.send("position startpos"); // not during a search
  resolve({ move: "e3" });
  await settled();
  assert.deepEqual(said, ["info depth 2 score cp 12 nodes 90 time 1 pv e3 e7", "info string position while thinking", "bestmove e3"]);
});

test("stop ends a search without a limit; a failure is told and answered", async () => {
  const { ugi, said, searches } = converse("setoption name ugi_variant value quoridor", "go infinite", "stop");
  await settled();
  ugi.send("go depth 1");
  searches[1].reject(new Error("no worker"));
  await settled();
  assert.deepEqual(said, ["bestmove e2", "info string Error: no worker", "bestmove none"]);
});

test("positions, queries and the end of a game", async () => {
  const { said, searches } = converse("setoption name UGI_Variant value quoridor", "position fen - / - / e8 a5 / 10 10 / 1 moves e9",
    "query gameover", "query result", "query turn", "go nodes 10", "position startpos", "query p1turn", "query result", "quit");
  await settled();
  assert.deepEqual(said.filter((line) => !line.startsWith("response 2")),
    ["response true", "response p1win", "bestmove none", "response true", "response none", "(closed)"]);
  assert.equal(searches.length, 0);
});

test("a position for the third time is a draw", () => {
  const shuffle = "e2 e8 e1 e9 ".repeat(2).trim();
  const { said } = converse("setoption name UGI_Variant value quoridor", `position startpos moves ${shuffle}`, "query result");
  assert.deepEqual(said, ["response draw"]);
});

test("mistakes are told and change nothing", () => {
  const { said } = converse("dance", "setoption name UGI_Variant value chess", "setoption name Layout value none", "setoption name Level value x",
    "setoption name Colour value red", "position", "position fen nonsense", "position startpos moves a1a2", "query nothing", "");
  assert.equal(said.length, 9);
  for (const line of said) assert.match(line, /^info string /);
});
