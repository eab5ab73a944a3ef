// SPDX-License-Identifier: MIT
// meydan.wasm as the page uses it: leaf counts, looks, refusals, matches with clocks, records.
//     node tests/wasm/wasm.mjs MODULE.wasm
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { load } from "./wasm_page.mjs";

const { core, put, take, call } = load(readFileSync(process.argv[2]));
const NONE = "-";

const start = (variant, layout = "") => call("page_start", [variant, layout]);
const play = (look, move) => call("page_play", [look.variant, look.position, move]);
const playAll = (variant, moves) => moves.split(" ").reduce(play, start(variant));

// --- matches ---

function begin(variant, { clock = NONE, layout = "", position = "", tags = [] } = {}) {
  const handle = call("page_match_new", [variant, layout, position, clock, ...tags]);
  assert.equal(typeof handle, "number", JSON.stringify(handle));
  return handle;
}
const state = (match) => call("page_match_state", null, match);
const make = (match, move, now = 0) => JSON.parse(take(core.page_match_play(match, put([move]), now)));
function makeAll(match, moves, now = 0) {
  for (const move of moves.split(" ")) assert.equal(make(match, move, now), null, move);
}
const record = (match) => take(core.page_match_record(match));
function reopen(match) {
  const opened = call("page_match_open", [record(match)]);
  assert.equal(opened.length, 1, JSON.stringify(opened));
  return opened[0];
}
// Everything that a saved game must restore.
function essence(match) {
  const { look, plies, over, result, reason, winners, offers, departures, tags, clock } = state(match);
  const { left, periods, byoyomi } = clock ?? {};
  return { look, plies, over, result, reason, winners, offers, departures, tags, left, periods, byoyomi };
}
function checkSaved(match) {
  const again = reopen(match);
  assert.deepEqual(essence(again), essence(match));
  assert.deepEqual(call("page_match_moves", null, again, 0), call("page_match_moves", null, match, 0));
  assert.equal(record(again), record(match));
  core.page_match_free(again);
}

// --- positions ---

test("variants", () => {
  const variants = call("page_variants");
  assert.deepEqual(variants.map(({ id }) => id),
    ["abalone", "abalone-3", "abalone-4", "abalone-4-pairs", "quoridor", "quoridor-4"]);
  const pairs = variants[3];
  assert.deepEqual(pairs.order, [0, 2, 1, 3]);
  assert.deepEqual(pairs.teams, [0, 1, 0, 1]);
  assert.deepEqual(pairs.letters, ["b", "w", "a", "c"]);
  assert.equal(start("abalone-4-pairs").toWin, 6);
  assert.equal(variants[0].layouts.length, 24);
  assert.equal(variants[5].walls, 5);
});

test("leaves of the tree of moves", () => {
  const LEAVES = {
    abalone: [44, 1936, 98912], "abalone-3": [40, 1587, 62440], "abalone-4": [43, 1696, 71767],
    "abalone-4-pairs": [43, 1849, 71767], quoridor: [131, 16677], "quoridor-4": [131, 16677],
  };
  for (const [id, leaves] of Object.entries(LEAVES))
    leaves.forEach((count, i) =>
      assert.equal(core.page_perft(put([id, start(id).position]), i + 1), count, `${id} ${i + 1}`));
});

test("a look at Abalone", () => {
  const look = start("abalone", "belgian-daisy");
  assert.equal(look.marbles.length, 28);
  assert.deepEqual([look.lost, look.score, look.turn, look.winners], [[0, 0], [0, 0], 0, []]);
  assert.equal(look.moves.length, 52);
  assert.deepEqual(look.moves.map(({ text }) => text), look.moves.map(({ text }) => text).sort());
  const before = call("page_read", ["abalone", "5/6/7/8/9/bbbw4/7/6/5 b 0-0"]);
  assert.equal(before.malformed, true); // marbles are missing
});

test("moves as the board draws them", () => {
  const look = call("page_read", ["abalone", "wwwww/wwwwww/2ww3/8/bbbw5/8/2bbb2/bbbbb1/bbb2 b 0-0"]);
  const move = (text) => look.moves.find((candidate) => candidate.text === text);
  assert.deepEqual(move("e1e2"), {
    text: "e1e2", kind: "push", cells: ["e1", "e2", "e3"], dir: 0, pushed: ["e4"], to: ["e2", "e3", "e4"], slot: "",
    upright: false,
  });
  assert.equal(move("b1c1").kind, "line");
  const side = look.moves.find(({ kind }) => kind === "side");
  assert.equal(side.cells.length, side.to.length);
  const edge = call("page_read", ["abalone", "wwwww/wwwwww/1ww4/8/9/5bbw/1bbbb2/bbbbb1/bbb2 b 0-0"]);
  const eject = edge.moves.find(({ kind }) => kind === "eject");
  assert.deepEqual([eject.text, eject.cells, eject.pushed, eject.dir], ["d6d7", ["d6", "d7"], ["d8"], 0]);
  const after = play(edge, "d6d7");
  assert.deepEqual([after.lost, after.score], [[0, 1], [1, 0]]);
});

test("a look at Quoridor", () => {
  const look = playAll("quoridor", "e2 e8 e3 e7 e4 e6 e5 a1h");
  assert.deepEqual(look.pawns, ["e5", "e6"]);
  assert.deepEqual(look.goals, ["north", "south"]);
  assert.deepEqual(look.walls, [{ slot: "a1", upright: false }]);
  assert.deepEqual([look.wallsLeft, look.distance], [[10, 9], [4, 5]]);
  assert.deepEqual(look.paths[0], ["e5", "e6", "e7", "e8", "e9"]);
  const jump = look.moves.find(({ kind }) => kind === "jump");
  assert.deepEqual([jump.cells, jump.to], [["e5"], ["e7"]]);
  const wall = look.moves.find(({ text }) => text === "c3v");
  assert.deepEqual([wall.cells, wall.slot, wall.upright], [["c3", "d3", "c4", "d4"], "c3", true]);
  assert.deepEqual(look.moves.find(({ text }) => text === "e4").kind, "step");
});

test("refusals", () => {
  const why = (look, move) => call("page_check", [look.variant, look.position, move]);
  const first = start("abalone");
  assert.equal(why(first, "a1b2"), null);
  assert.deepEqual(why(first, "a1a2").id, "too-many");
  assert.deepEqual(why(first, "a1c3").id, "not-a-step");
  assert.deepEqual(why(first, "i5h5").id, "not-yours");
  assert.deepEqual(why(first, "pass").id, "may-not-pass");
  assert.deepEqual([why(first, "xyz").id, why(first, "xyz").malformed], ["unreadable-move", true]);
  assert.deepEqual(why(first, "a1b2\n").malformed, true);
  // Two walls beside and one before: the fourth shuts pawn 1 in.
  const walls = playAll("quoridor", "d1v e1v a8h a7h");
  const shut = why(walls, "d2h");
  assert.deepEqual([shut.id, shut.seats, shut.malformed], ["shuts-in", [0], false]);
  assert.equal(why(walls, "d1h").id, "wall-crosses");
  assert.equal(why(walls, "d2v").id, "wall-overlaps");
  assert.equal(call("page_read", ["abalone", "x"]).message, "row i of the board has 'x'");
  assert.equal(call("page_start", ["chess", ""]).malformed, true);
  assert.equal(call("page_start", ["abalone", "none"]).malformed, true);
  assert.equal(call("page_leave", ["abalone", first.position], 0).id, "not-possible");
  assert.equal(call("page_read", ["abalone", "\u{1F600}".repeat(30000)]).malformed, true);
});

test("a player leaves", () => {
  const look = call("page_leave", ["quoridor-4", start("quoridor-4").position], 0);
  assert.deepEqual([look.out, look.turn, look.pawns[0], look.distance[0], look.paths[0]], [[0], 1, "", -1, []]);
});

test("moves of a player who thinks ahead", () => {
  const ahead = (look, seat) => call("page_ahead", [look.variant, look.position], seat);
  const texts = ({ moves }) => moves.map(({ text }) => text);
  // As if it were their turn; nothing else changes.
  const first = start("abalone");
  const white = ahead(first, 1);
  assert.equal(white.turn, 1);
  assert.deepEqual(white.marbles, first.marbles);
  assert.deepEqual(texts(call("page_read", ["abalone", white.position])).filter((text) => !texts(white).includes(text)), []);
  assert.equal(white.moves.every(({ cells }) => cells.length > 0), true);
  // A jump that only the other pawn's next step makes possible. Each move is listed once, in order.
  const near = playAll("quoridor", "e2 e8 e3 e7 e4 e6");
  assert.ok(!texts(call("page_read", ["quoridor", ahead(near, 1).position])).includes("e4"));
  const jumps = texts(ahead(near, 1));
  assert.ok(jumps.includes("e4") && jumps.includes("e5") && jumps.includes("a1h"));
  assert.deepEqual(jumps, [...new Set(jumps)].sort());
  // With more players, only moves that follow the next player's move are certain to be included.
  assert.equal(ahead(start("quoridor-4"), 2).turn, 2);
  for (const { id, players } of call("page_variants"))
    for (let seat = 0; seat < players; seat++) assert.ok(ahead(start(id), seat).moves.length > 10, id);
  // No planning ahead for players who are out or don't exist, or in a finished game.
  const left = call("page_leave", ["quoridor-4", start("quoridor-4").position], 0);
  assert.equal(ahead(left, 0).id, "not-possible");
  assert.equal(ahead(first, 2).malformed, true);
  const won = call("page_read", ["abalone", "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbb1/5 w 0-6"]);
  assert.equal(ahead(won, 0).id, "game-over");
});

test("findings and the drawing", () => {
  const { position } = start("abalone");
  const found = call("page_explain", ["abalone", position]);
  assert.ok(found.some(({ kind, seat, own }) => kind === "group" && seat === 0 && own.length === 14));
  const text = call("page_draw", ["abalone", position], 1);
  assert.match(text, /^ +i w w w w w$/m);
});

// --- matches ---

test("a clock starts with the first time, runs, and its flag falls", () => {
  const match = begin("abalone", { clock: "60+2" });
  assert.equal(state(match).clock.running, -1);
  assert.equal(core.page_match_tick(match, 5000), 0);
  assert.deepEqual(state(match).clock,
    { left: [60000, 60000], periods: [0, 0], byoyomi: [false, false], running: 0, nextFlag: 65000, at: 5000, firstMove: null });
  makeAll(match, "a1b2", 15000);
  assert.deepEqual(state(match).clock.left, [52000, 60000]);
  assert.equal(core.page_match_tick(match, 74999), 0);
  checkSaved(match);
  assert.equal(core.page_match_tick(match, 75000), 1);
  const { over, result, reason, winners, clock } = state(match);
  assert.deepEqual({ over, result, reason, winners }, { over: true, result: "1-0", reason: "time", winners: [0] });
  assert.deepEqual([clock.left, clock.running, clock.nextFlag], [[52000, 0], -1, null]);
  assert.equal(make(match, "i5h4", 75001).id, "game-over");
  checkSaved(match);
  core.page_match_free(match);
});

test("a pause stops the clock, a move ends it", () => {
  const match = begin("quoridor", { clock: "10+0" });
  core.page_match_tick(match, 1000);
  core.page_match_pause(match, 3000);
  assert.equal(core.page_match_tick(match, 900000), 0);
  assert.deepEqual([state(match).paused, state(match).clock.left[0]], [true, 8000]);
  core.page_match_resume(match, 900000);
  core.page_match_tick(match, 901000);
  assert.equal(state(match).clock.left[0], 7000);
  core.page_match_pause(match, 901000);
  makeAll(match, "e2", 999000);
  assert.deepEqual([state(match).paused, state(match).clock.left], [false, [7000, 10000]]);
  core.page_match_free(match);
});

test("byoyomi, saved and opened", () => {
  const match = begin("quoridor", { clock: "5+0+2x3" });
  core.page_match_tick(match, 0);
  makeAll(match, "e2", 9500);
  const { left, periods, byoyomi } = state(match).clock;
  assert.deepEqual([left, periods, byoyomi], [[3000, 5000], [1, 2], [true, false]]);
  core.page_match_tick(match, 11000);
  checkSaved(match);
  const again = reopen(match);
  core.page_match_tick(again, 50); // the caller's clock may have any origin
  assert.deepEqual(state(again).clock.left, [3000, 3500]);
  core.page_match_free(match);
  core.page_match_free(again);
});

test("undo lifts a result and brings clocks back", () => {
  const match = begin("quoridor", { clock: "100+0" });
  core.page_match_tick(match, 0);
  makeAll(match, "e2", 1000);
  makeAll(match, "e8", 3000);
  assert.equal(core.page_match_resign(match, 0, 4000), 1);
  assert.equal(state(match).result, "0-1");
  assert.equal(core.page_match_undo(match, 1, 5000), 1);
  assert.deepEqual([state(match).over, state(match).plies, state(match).clock.left], [false, 1, [99000, 100000]]);
  assert.equal(core.page_match_undo(match, 9, -Infinity), 1);
  assert.equal(state(match).plies, 0);
  assert.equal(core.page_match_undo(match, 1, 5000), 0);
  core.page_match_free(match);
});

test("undo starts no clock", () => {
  const match = begin("quoridor", { clock: "100+0" });
  makeAll(match, "e2", 0);
  const opened = reopen(match);
  core.page_match_undo(opened, 1, -Infinity);
  core.page_match_tick(opened, 1e12);
  assert.equal(state(opened).clock.left[0], 100000);
  core.page_match_free(match);
  core.page_match_free(opened);
});

test("draws: agreed, declined, by repetition", () => {
  const match = begin("quoridor");
  core.page_match_offer_draw(match, 0, 0);
  assert.deepEqual(state(match).offers, [0]);
  checkSaved(match);
  core.page_match_decline_draw(match, 1, 0);
  assert.deepEqual(state(match).offers, []);
  core.page_match_offer_draw(match, 0, 0);
  core.page_match_offer_draw(match, 1, 0);
  assert.deepEqual([state(match).result, state(match).reason], ["1/2-1/2", "agreement"]);
  checkSaved(match);
  core.page_match_free(match);

  const shuffle = begin("quoridor");
  makeAll(shuffle, "e2 e8 e1 e9 e2 e8 e1 e9");
  assert.deepEqual([state(shuffle).result, state(shuffle).reason], ["1/2-1/2", "repetition"]);
  checkSaved(shuffle);
  core.page_match_free(shuffle);
});

test("one of four resigns, one flag falls, two play on", () => {
  const match = begin("quoridor-4", { clock: "60+0" });
  core.page_match_tick(match, 0);
  makeAll(match, "e2 b5 e8 h5", 1000);
  core.page_match_resign(match, 1, 2000);
  assert.deepEqual(state(match).departures, [{ seat: 1, ply: 4, reason: "resignation" }]);
  makeAll(match, "e3", 3000);
  assert.equal(core.page_match_tick(match, 100000), 1);
  const { look, over, departures, base, plies } = state(match);
  assert.deepEqual([look.out, over, departures.length, look.turn], [[1, 2], false, 2, 3]);
  assert.deepEqual([base.ply, base.position, plies], [5, look.position, 5]);
  assert.equal(call("page_match_at", null, match, 4).out.length, 1);
  checkSaved(match);
  core.page_match_resign(match, 3, 100001);
  assert.deepEqual([state(match).result, state(match).winners], ["1-0-0-0", [0]]);
  const again = reopen(match); // a record doesn't contain the clock of a player who resigns in turn
  assert.deepEqual([state(again).result, state(again).departures], ["1-0-0-0", state(match).departures]);
  core.page_match_free(again);
  core.page_match_free(match);
});

test("called off", () => {
  const match = begin("abalone-4");
  core.page_match_abort(match, 0);
  assert.deepEqual([state(match).over, state(match).result, state(match).reason], [true, "*", "abandoned"]);
  checkSaved(match);
  core.page_match_free(match);
});

test("names and tags", () => {
  const tags = ["Player1\tAda \"L\" \\ Ğüş", "Seat2\tcomputer 5", "Event\t"];
  const match = begin("abalone", { layout: "german-daisy", tags });
  assert.deepEqual(state(match).tags, { Player1: "Ada \"L\" \\ Ğüş", Seat2: "computer 5", Event: "" });
  assert.match(record(match), /^\[Layout "german-daisy"\]$/m);
  const again = reopen(match);
  assert.equal(state(again).tags.Player1, "Ada \"L\" \\ Ğüş");
  assert.equal(state(again).tags.Seat2, "computer 5");
  core.page_match_free(match);
  core.page_match_free(again);
});

test("many games, and repetition", () => {
  const text = "[Game \"quoridor\"]\n\n1. e2 e8 *\n";
  const opened = call("page_match_open", [text.repeat(2000)]);
  assert.equal(opened.length, 2000);
  opened.forEach((match) => core.page_match_free(match));
  const pages = core.memory.buffer.byteLength;
  for (let i = 0; i < 3; i++) call("page_match_open", [text.repeat(2000)]).forEach((match) => core.page_match_free(match));
  assert.equal(core.memory.buffer.byteLength, pages); // freed memory is reused
  const match = begin("abalone");
  for (let i = 0; i < 2; i++) makeAll(match, "c3d3 g7f6 d3c3 f6g7");
  assert.equal(state(match).reason, "repetition");
  core.page_match_free(match);
});

test("records of others, and what is wrong with a record", () => {
  const bare = call("page_match_open", ["1. e2 e8 2. e3 e7"]);
  assert.equal(state(bare[0]).look.variant, "quoridor");
  assert.equal(state(bare[0]).plies, 4);
  core.page_match_free(bare[0]);
  const shuffled = call("page_match_open", ["1. e2 e8 2. e1 e9 3. e2 e8 4. e1 e9 5. e2 e8 6. e3 e7"]);
  assert.deepEqual([state(shuffled[0]).plies, state(shuffled[0]).over], [12, false]);
  core.page_match_free(shuffled[0]);
  assert.deepEqual(call("page_match_open", [""]).id, "unreadable");
  const illegal = call("page_match_open", ["[Game \"quoridor\"]\n\n1. e2 e7 *\n"]);
  assert.deepEqual([illegal.malformed, illegal.message.slice(0, 6)], [false, "ply 2:"]);
  const clock = call("page_match_open", ["[Game \"quoridor\"]\n[TurnTime \"x\"]\n\n*\n"]);
  assert.equal(clock.malformed, true);
});

test("what cannot begin", () => {
  for (const lines of [["chess", "", "", NONE], ["abalone", "x", "", NONE], ["abalone", "", "x", NONE],
    ["abalone", "", "", "0+0"], ["abalone"]])
    assert.equal(call("page_match_new", lines).malformed, true, lines.join());
});

test("times that are none", () => {
  const match = begin("abalone", { clock: "60+0" });
  for (const now of [NaN, -Infinity, Infinity, 1e300]) core.page_match_tick(match, now);
  state(match);
  core.page_match_free(match);
});

test("to look at a clock changes nothing and lets no flag fall", () => {
  const match = begin("quoridor", { clock: "10+0+2x3" });
  const clock = (now) => call("page_match_clock", null, match, now);
  assert.deepEqual([clock(5000).running, clock(5000).left], [-1, [10000, 10000]]);
  core.page_match_tick(match, 1000);
  assert.deepEqual([clock(4000).left, clock(4000).at], [[7000, 10000], 4000]);
  const { left, periods, byoyomi } = clock(12500);
  assert.deepEqual([left[0], periods[0], byoyomi[0]], [1500, 2, true]);
  assert.deepEqual([clock(1e9).left[0], clock(1e9).periods[0]], [1, 1]);
  assert.equal(clock(4000).left[0], 7000); // times may be requested in any order
  assert.equal(state(match).over, false);
  core.page_match_pause(match, 5000);
  assert.equal(clock(1e9).left[0], 6000);
  core.page_match_free(match);
});

test("time controls as text and as numbers", () => {
  const numbers = (text) => call("page_clock_read", [text]);
  assert.deepEqual(numbers("600+5+3x30"), { main: 600000, increment: 5000, period: 30000, periods: 3 });
  assert.deepEqual(numbers("3d"), { main: 0, increment: 0, period: 259200000, periods: 1 });
  assert.deepEqual(numbers("600+5,2:300"), { main: 600000, increment: 5000, period: 0, periods: 0, lessOf: 2, lessMain: 300000 });
  assert.equal(numbers("-"), null);
  assert.equal(numbers("soon").malformed, true);
  const text = (...clock) => call("page_clock_write", null, ...clock);
  for (const control of ["600+5+3x30", "3d", "0+2", "1.5+0", "365d", "60+0,1:0.5"]) {
    const { main, increment, period, periods, lessOf = 0, lessMain = 0 } = numbers(control);
    assert.equal(text(main, increment, period, periods, lessOf, lessMain), control);
  }
  assert.deepEqual([text(0, 0, 0, 3), text(NaN, -1, 0, 0)], ["-", "-"]);
  assert.equal(text(60000, 0, 0, 0, 3, 60000), "60+0");
  assert.equal(text(Infinity, Infinity, Infinity, Infinity, 0, 0), "360000+3600+99x31536000");
});

test("handicaps, and a swap of sides", () => {
  const start = "- / - / e1 e9 / 10 10 / 1";
  const given = (clock, words) => call("page_handicap", ["quoridor", start, clock, words]);
  assert.deepEqual(given("-", "1 walls 3"), { position: "- / - / e1 e9 / 7 10 / 1", clock: "-" });
  assert.deepEqual(given("600+5", "2 time 300"), { position: start, clock: "600+5,2:300" });
  assert.equal(given("-", "1 time 300").malformed, false);
  assert.equal(given("-", "1 marbles 3").malformed, true);
  const match = begin("quoridor", { position: `${start} swap`, clock: "60+0", tags: ["Player1\tAda", "Player2\tBob"] });
  assert.equal(state(match).swaps, 0);
  assert.equal(make(match, "e2", 1000), null);
  assert.ok(state(match).look.moves.some(({ kind }) => kind === "swap"));
  assert.equal(make(match, "swap", 5000), null);
  const { swaps, undoLimit, look } = state(match);
  assert.deepEqual([swaps, undoLimit, look.turn, look.position], [2, 2, 1, "- / - / e2 e9 / 10 10 / 2"]);
  assert.match(record(match), /\[Swap "yes"\]/);
  assert.match(record(match), /\[Player1 "Bob"\]/);
  assert.equal(state(reopen(match)).swaps, 2);
  core.page_match_free(match);
});

test("who must agree, what may be taken back, and until when a game is called off", () => {
  const match = begin("quoridor-4");
  const wishes = () => {
    const { offers, asked, takeback, takebackTo, undoLimit, underWay } = state(match);
    return { offers, asked, takeback, takebackTo, undoLimit, underWay };
  };
  assert.deepEqual(wishes(),
    { offers: [], asked: [], takeback: null, takebackTo: [-1, -1, -1, -1], undoLimit: 0, underWay: false });
  makeAll(match, "e2 b5");
  core.page_match_offer_draw(match, 2, 0);
  assert.deepEqual([wishes().offers, wishes().asked], [[2], [0, 1, 3]]);
  core.page_match_resign(match, 3, 0); // a player who is out isn't asked, and needn't have moved
  assert.deepEqual([wishes().asked, wishes().undoLimit, wishes().takebackTo], [[0, 1], 2, [-1, -1, -1, -1]]);
  assert.equal(wishes().underWay, false);
  makeAll(match, "e8");
  assert.deepEqual([wishes().underWay, wishes().takebackTo], [true, [-1, -1, 2, -1]]);
  assert.equal(core.page_match_ask_takeback(match, 0, 0), 0);
  assert.equal(core.page_match_ask_takeback(match, 2, 0), 1);
  assert.deepEqual(wishes().takeback, { seat: 2, to: 2, agreed: [], asked: [0, 1] });
  assert.deepEqual(wishes().takebackTo, [-1, -1, -1, -1]);
  core.page_match_agree_takeback(match, 1, 0);
  assert.deepEqual(wishes().takeback, { seat: 2, to: 2, agreed: [1], asked: [0] });
  core.page_match_decline_takeback(match, 0, 0);
  assert.equal(wishes().takeback, null);
  core.page_match_ask_takeback(match, 2, 0);
  core.page_match_agree_takeback(match, 0, 0);
  core.page_match_agree_takeback(match, 1, 0);
  assert.deepEqual([state(match).plies, wishes().takeback], [2, null]);
  core.page_match_free(match);
});

// --- matches that are judged elsewhere ---

const follow = (variant, clock, firstMove = 0) => {
  const match = begin(variant, { clock });
  core.page_match_follow(match, firstMove);
  return match;
};
const tellMove = (match, move) => core.page_match_told_move(match, put([move]));
const tellClocks = (match, faces, now, running = true) => core.page_match_told_clocks(match, put(faces), running, now);
const shown = (match, seat, now) => {
  const { left, periods, byoyomi, running } = call("page_match_clock", null, match, now);
  return [left[seat], periods[seat], byoyomi[seat], running];
};

test("a followed clock runs on from what was told, through periods, and no flag falls", () => {
  const match = follow("quoridor", "60+1+3x10");
  assert.deepEqual(shown(match, 0, 5000), [60000, 3, false, -1]);
  assert.equal(tellClocks(match, ["60000 10000 3", "60000 10000 3"], 1000), 1);
  assert.deepEqual(shown(match, 0, 2500), [58500, 3, false, 0]);
  assert.deepEqual(shown(match, 0, 64000), [7000, 3, true, 0]);
  assert.deepEqual(shown(match, 0, 75000), [6000, 2, true, 0]);
  assert.deepEqual(shown(match, 0, 100000), [1, 1, true, 0]);
  assert.equal(core.page_match_tick(match, 1e9), 0);
  assert.equal(tellMove(match, "e2"), 1);
  assert.equal(tellMove(match, "e8"), 1);
  // In the middle of a period: its remaining time is known, but not the start of the turn.
  assert.equal(tellClocks(match, ["0 4000 2", "58000 10000 3"], 200000), 1);
  assert.deepEqual(shown(match, 0, 201000), [3000, 2, true, 0]);
  assert.deepEqual(shown(match, 0, 205000), [9000, 1, true, 0]);
  assert.deepEqual(shown(match, 1, 205000), [58000, 3, false, 0]);
  assert.equal(tellClocks(match, ["0 4000 2", "58000 10000 3"], 200000, false), 1);
  assert.deepEqual(shown(match, 0, 205000), [4000, 2, true, -1]);
  for (const faces of [["1 2 3"], ["1 2 3", "1 2"], ["1 2 3", "1 2 x"], ["1 2 3", "1 2 3 4"], ["1 2 3", "-1 0 0"]])
    assert.equal(tellClocks(match, faces, 0), 0, faces.join());
  assert.doesNotMatch(record(match), /TimeControl|%clk/);
  core.page_match_free(match);
});

test("how long a first move may still take", () => {
  const left = (clock, faces, passed, running = true, limit = 30000) => {
    const match = follow("quoridor", clock, limit);
    assert.equal(tellMove(match, "e2"), 1);
    tellClocks(match, faces, 1000, running);
    const { firstMove } = call("page_match_clock", null, match, 1000 + passed) ?? {};
    core.page_match_free(match);
    return firstMove;
  };
  const whole = ["600000 0 0", "600000 0 0"];
  assert.equal(left("600+5", whole, 0), 30000);
  assert.equal(left("600+5", ["600000 0 0", "592000 0 0"], 2000), 20000);
  assert.equal(left("600+5", ["600000 0 0", "592000 0 0"], 60000), 0);
  assert.equal(left("20+0+3x30", ["0 0 0", "0 25000 3"], 0), 5000);
  assert.equal(left("0+0+1x60", ["0 0 0", "0 50000 1"], 1000), 19000);
  assert.equal(left("600", whole, 0, true, 0), null);
  assert.equal(left("600", whole, 0, false), null);
  assert.equal(left("-", whole, 0), undefined);
  const match = follow("quoridor", "600", 30000);
  for (const move of ["e2", "e8"]) tellMove(match, move);
  tellClocks(match, whole, 0);
  assert.equal(call("page_match_clock", null, match, 0).firstMove, null);
  core.page_match_free(match);
});

test("what a judge tells of wishes, departures and the end", () => {
  const match = follow("abalone-3", "60");
  const first = state(match).look.moves[0].text;
  assert.equal(tellMove(match, first), 1);
  assert.equal(tellMove(match, "nonsense"), 0);
  assert.equal(core.page_match_told_wishes(match, 0b010, 0, 0, 0b100), 1);
  let now = state(match);
  assert.deepEqual([now.offers, now.asked, now.takeback], [[1], [0, 2], { seat: 0, to: 0, agreed: [2], asked: [1] }]);
  assert.equal(core.page_match_told_wishes(match, 0, 0, 9, 0), 0);
  assert.equal(core.page_match_told_leave(match, 2, put(["soon"])), 0);
  assert.equal(core.page_match_told_leave(match, 9, put(["time"])), 0);
  assert.equal(core.page_match_told_leave(match, 2, put(["time"])), 1);
  now = state(match);
  assert.deepEqual([now.look.out, now.offers, now.asked, now.takeback, now.underWay], [[2], [1], [0], null, false]);
  assert.deepEqual(now.departures, [{ seat: 2, ply: 1, reason: "time" }]);
  // All remaining players agree: the core derives the draw before the server reports it.
  core.page_match_offer_draw(match, 0, 0);
  assert.deepEqual([state(match).over, state(match).result], [true, "1/2-1/2-0"]);
  assert.equal(core.page_match_told_end(match, put(["2-0"])), 0);
  assert.equal(core.page_match_told_end(match, put(["0-1-0"])), 1);
  assert.deepEqual([state(match).over, state(match).winners], [true, [1]]);
  assert.equal(core.page_match_told_end(match, put(["*"])), 1);
  assert.deepEqual([state(match).over, state(match).result, state(match).winners], [true, "*", []]);
  core.page_match_free(match);
});

test("a copy goes its own way", () => {
  const match = follow("quoridor", "60");
  const fresh = call("page_match_copy", null, match); // without any plies
  core.page_match_free(fresh);
  for (const move of ["e2", "e8"]) tellMove(match, move);
  core.page_match_told_wishes(match, 0b10, 9, 0, 0);
  tellClocks(match, ["50000 0 0", "40000 0 0"], 0);
  const copy = call("page_match_copy", null, match);
  assert.deepEqual(state(copy), state(match));
  assert.equal(make(copy, "e3", 0), null);
  assert.deepEqual([state(copy).plies, state(copy).offers], [3, []]); // playing on declines the offer
  assert.deepEqual([state(match).plies, state(match).offers], [2, [1]]);
  const [opened] = call("page_match_open", ["1. e2 {good} e8 *"]);
  const kept = call("page_match_copy", null, opened);
  core.page_match_free(opened);
  assert.match(record(kept), /1\. e2 \{good\} e8 \*/);
  for (const one of [match, copy, kept]) core.page_match_free(one);
});
