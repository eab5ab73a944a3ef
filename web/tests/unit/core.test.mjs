// SPDX-License-Identifier: MIT
// web/src/core: the binding. tests/wasm/wasm.mjs tests the module itself.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load, moduleUrl } from "./bundle.mjs";

const { isRefusal, loadCore } = await load("core/index.ts");
const core = await loadCore(moduleUrl("meydan.wasm"));
const TEN_MINUTES = { main: 600_000, increment: 5000, period: 0, periods: 0 };

test("several boards at once", () => {
  const abalone = core.start("abalone", "belgian-daisy");
  const quoridor = core.start("quoridor");
  const after = core.play(quoridor, "e2");
  assert.equal(core.play(abalone, abalone.moves[0].text).turn, 1);
  assert.deepEqual([after.turn, after.pawns, quoridor.pawns[0]], [1, ["e2", "e9"], "e1"]);
  assert.equal(core.check(after, "e8"), null);
  assert.equal(core.check(after, "e2").id, "square-taken");
  assert.deepEqual(core.read("quoridor", after.position), after);
});

test("what is not there", () => {
  assert.throws(() => core.start("chess"));
  assert.throws(() => core.start("abalone", "none"));
  assert.throws(() => core.match({ variant: "abalone", position: "x" }));
  assert.ok(isRefusal(core.read("abalone", "")));
  assert.ok(isRefusal(core.open("nonsense")));
  assert.ok(isRefusal(core.leave(core.start("abalone"), 0)));
});

test("clocks as text", () => {
  assert.equal(core.clockText(undefined), "-");
  assert.equal(core.clockText({ main: 0, increment: 0, period: 0, periods: 3 }), "-");
  assert.equal(core.clockText(TEN_MINUTES), "600+5");
  assert.equal(core.clockText({ main: 1500, increment: 0, period: 30_000, periods: 3 }), "1.5+0+3x30");
  assert.equal(core.clockText({ main: 0, increment: 0, period: 3 * 24 * 3_600_000, periods: 1 }), "3d");
  assert.equal(core.clockText({ main: 0, increment: 2000, period: 0, periods: 0 }), "0+2");
  assert.deepEqual(core.readClock("60+1+3x10"), { main: 60_000, increment: 1000, period: 10_000, periods: 3 });
  assert.deepEqual(core.readClock("3d"), { main: 0, increment: 0, period: 259_200_000, periods: 1 });
  assert.deepEqual([core.readClock("-"), core.readClock("soon")], [null, null]);
});

test("a match keeps its moves in step", () => {
  const match = core.match({ variant: "quoridor", clock: TEN_MINUTES, names: ["Ada", "", "x"], seed: 7, tags: { Event: "a\tb\nc" } });
  assert.deepEqual(match.state.moves, []);
  assert.equal(match.state.clock.nextFlag, Infinity);
  assert.equal(match.play("e2", 1000), null);
  const first = match.state;
  assert.equal(match.play("e8", 3000), null);
  assert.equal(match.play("e8", 3000).id, "square-taken");
  assert.deepEqual(match.state.moves.map(({ text }) => text), ["e2", "e8"]);
  assert.equal(first.moves.length, 1); // a state never changes
  match.undo(1);
  assert.equal(match.play("e8", 4000), null);
  match.undo(2);
  assert.deepEqual(match.state.moves, []);
  assert.equal(match.play("d1", 5000), null);
  assert.deepEqual(match.state.moves.map(({ text }) => text), ["d1"]);
  assert.deepEqual(match.state.tags, { Player1: "Ada", Player3: "x", Seed: "7", Event: "a b c" });
  assert.equal(match.tick(6000), false);
  assert.equal(match.clockAt(6000).left[1], 599_000);
  assert.equal(match.clockAt(6000).nextFlag, 605_000);
  assert.equal(match.clockAt(700_000).left[1], 1);
  assert.equal(match.state.over, false);
  assert.equal(match.tick(700_000), true);
  assert.deepEqual([match.state.over, match.state.reason], [true, "time"]);
  match.dispose();
});

test("saved and opened", () => {
  const match = core.match({ variant: "abalone-3", clock: TEN_MINUTES });
  match.tick(0);
  for (let i = 0; i < 5; i++) assert.equal(match.play(match.state.look.moves[i].text, 1000 * i), null);
  match.resign(1, 5000);
  match.offerDraw(0, 5000);
  const [again] = core.open(match.save());
  const kept = ({ state: { look, moves, departures, offers, base } }) => ({ look, moves, departures, offers, base });
  assert.deepEqual(kept(again), kept(match));
  assert.deepEqual(again.at(0), match.at(0));
  again.answerDraw(2, false, 0);
  assert.deepEqual(again.state.offers, []);
  again.offerDraw(0, 0);
  again.answerDraw(2, true, 0);
  assert.deepEqual([again.state.result, again.state.reason], ["1/2-0-1/2", "agreement"]);
  match.abort(6000);
  assert.equal(match.state.result, "*");
  match.dispose();
  again.dispose();
});

test("comments stay with their moves", () => {
  const record = `[Game "quoridor"]
[TimeControl "600"]

1. e2 {[%clk 0:09:58] [%eval 0.21] a fine start} e8 {why not} {again} 2. e3 (2. d2 {no}) $1 e7 {last} *`;
  const [match] = core.open(record);
  const moves = () => match.record().split("\n\n")[1].replace(/\s+/g, " ").trim();
  assert.equal(moves(), "1. e2 {[%clk 0:09:58] [%eval 0.21] a fine start} e8 {[%clk 0:10:00]} {why not} {again} 2. e3 {[%clk 0:09:58]} (2. d2 {no}) $1 e7 {[%clk 0:10:00]} {last} *");
  const [again] = core.open(match.record());
  assert.equal(again.record(), match.record());
  again.dispose();
  match.undo(2);
  assert.equal(match.play("d2", 0), null);
  assert.match(moves(), /\{again\} 2\. d2 \{\[%clk [\d:.]+\]\} \*$/);
  match.dispose();
  const [foreign] = core.open("1. e2 {[%clk soon] bad} e8 {good} *");
  assert.match(foreign.record(), /1\. e2 \{\(%clk soon\) bad\} e8 \{good\} \*/);
  foreign.dispose();
});

test("moves of a match tell who made them and whom they cost a marble", () => {
  const [match] = core.open('[Game "abalone"]\n[Layout "belgian-daisy"]\n\n1. b3a3 h4g4 2. a1a2 g5h6 3. g7h7 b6b5 *');
  assert.deepEqual(match.state.moves.map(({ seat }) => seat), [0, 1, 0, 1, 0, 1]);
  for (const [ply, { taken }] of match.state.moves.entries()) {
    const lost = match.at(ply + 1).lost.findIndex((count, seat) => count > match.at(ply).lost[seat]);
    assert.equal(taken, lost);
  }
  match.dispose();
});

test("text and findings", () => {
  const look = core.start("quoridor");
  assert.match(core.drawText(look), /^9 {2}\. /);
  assert.match(core.drawText(look, true), /·/);
  assert.equal(core.explain(look)[0].kind, "path");
});
