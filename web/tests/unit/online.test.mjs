// SPDX-License-Identifier: MIT
// web/src/online without a server: the lasting link, and the effect of an event on a game. The test controls the time.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load, moduleUrl } from "./bundle.mjs";

const { Link } = await load("api/link.ts");
const { applyEvent, followGame, tellClocks } = await load("state/servergame.ts");
const { loadCore } = await load("core/index.ts");
const core = await loadCore(moduleUrl("meydan.wasm"));

/** A network with one server that sends only the test's messages. */
class Net {
  time = 0;
  timers = new Map();
  wires = [];
  last = 0;
  heard = [];
  up = true;
  link = new Link({
    connect: () => {
      const wire = { sent: [], open: false, send: (text) => wire.sent.push(JSON.parse(text)), close: () => (wire.open = false) };
      this.wires.push(wire);
      return wire;
    },
    now: () => this.time,
    after: (wait, act) => (this.timers.set(++this.last, { at: this.time + wait, act }), this.last),
    cancel: (timer) => this.timers.delete(timer),
    chance: () => 0.5,
  }, { hear: (message) => this.heard.push(message), change: () => {} });

  get wire() {
    return this.wires.at(-1);
  }
  accept() {
    this.wire.open = true;
    this.wire.onopen();
  }
  say(message) {
    this.wire.onmessage({ data: JSON.stringify(message) });
  }
  cut() {
    this.wire.onclose();
  }
  /** Lets time pass; with `answers` the server answers pings. */
  pass(wait, answers = false) {
    const end = this.time + wait;
    for (;;) {
      const [id, timer] = [...this.timers].sort(([, a], [, b]) => a.at - b.at)[0] ?? [];
      if (!timer || timer.at > end) break;
      this.timers.delete(id);
      this.time = timer.at;
      timer.act();
      if (answers) this.pong();
    }
    this.time = end;
  }
  pong(lag = 12) {
    const ping = this.wire.sent.filter(({ t }) => t === "ping").at(-1);
    if (ping && this.link.state === "open") this.say({ t: "pong", n: ping.n, lag });
  }
  sent(kind) {
    return this.wire.sent.filter(({ t }) => t === kind);
  }
}

test("asked to reconnect, a link moves to another socket and is never without one", async () => {
  const net = new Net();
  net.link.start();
  net.accept();
  net.link.subscribe("game:ab", { t: "watch", game: "ab" });
  const [old] = net.wires;
  const move = net.link.request({ t: "move", game: "ab", ply: 3, move: "e5" }, true);
  const offer = net.link.request({ t: "draw", game: "ab" });
  net.say({ t: "reconnect", within: 1000 });
  net.pass(499);
  assert.equal(net.wires.length, 1); // a random moment of that time: here the middle
  net.pass(2);
  assert.equal(net.wires.length, 2);
  assert.equal(net.link.state, "open"); // the old one
  net.wire.onclose(); // the balancer sent it to the node that is leaving
  net.pass(401);
  assert.equal(net.wires.length, 3);
  net.accept();
  assert.equal(net.link.state, "open");
  assert.deepEqual(net.sent("watch").map(({ game }) => game), ["ab"]);
  assert.equal(net.sent("move").length, 1); // it may be repeated
  assert.equal(net.sent("draw").length, 0); // it may not be repeated: the old link still answers
  assert.equal(old.open, true);
  old.onmessage({ data: JSON.stringify({ t: "event", game: "ab" }) }); // the new one sends that too
  assert.deepEqual(net.heard, []);
  old.onmessage({ data: JSON.stringify({ t: "ok", n: old.sent.find(({ t }) => t === "draw").n }) });
  await offer;
  assert.equal(old.open, false);
  net.say({ t: "ok", n: net.sent("move")[0].n });
  await move;
});

test("the old socket does not wait for ever, and what it owed is lost", async () => {
  const net = new Net();
  net.link.start();
  net.accept();
  const offer = net.link.request({ t: "draw", game: "ab" });
  const lost = assert.rejects(offer, (problem) => problem.code === "lost");
  net.say({ t: "reconnect", within: 0 });
  net.pass(1);
  net.accept();
  net.pass(3001, true);
  await lost;
  assert.equal(net.wires[0].open, false);
  assert.equal(net.link.state, "open");
});

test("a link that is cut while it moves connects again", () => {
  const net = new Net();
  net.link.start();
  net.accept();
  net.say({ t: "reconnect", within: 0 });
  net.pass(1);
  net.wires[0].onclose();
  assert.equal(net.link.state, "lost");
  net.pass(300);
  assert.equal(net.wires.length, 3);
  net.accept();
  assert.equal(net.link.state, "open");
});

test("a link pings every 2.5 s and measures", () => {
  const net = new Net();
  net.link.start();
  assert.equal(net.link.state, "lost");
  net.accept();
  assert.equal(net.link.state, "open");
  net.time += 80;
  net.pong(31);
  assert.equal(net.link.trip, 80);
  assert.equal(net.link.lag, 31);
  net.pass(10_000, true);
  assert.equal(net.sent("ping").length, 5);
  assert.ok(net.link.trip < 80);
});

test("a link without answers is lost after 9 s and comes back", () => {
  const net = new Net();
  net.link.start();
  net.link.subscribe("game", { t: "watch", game: "abc" });
  net.accept();
  net.pong();
  net.pass(9_000);
  assert.equal(net.link.state, "open");
  net.pass(4_000);
  assert.equal(net.link.state, "lost");
  net.pass(300);
  assert.equal(net.wires.length, 2);
  net.accept();
  assert.equal(net.link.state, "open");
  assert.deepEqual(net.sent("watch"), [{ t: "watch", game: "abc" }]);
});

test("a late timer of a hidden tab is no lost connection", () => {
  const net = new Net();
  net.link.start();
  net.accept();
  net.pong();
  net.time += 60_000; // the browser slept, and the next ping is answered as usual
  net.pass(0, true);
  net.pass(20_000, true);
  assert.equal(net.link.state, "open");
  assert.equal(net.wires.length, 1);
});

test("pauses between tries grow to 8 s and start over after an answer", () => {
  const net = new Net();
  net.link.start();
  const tries = [];
  for (let i = 0; i < 8; i++) {
    const before = net.time;
    const count = net.wires.length;
    net.cut();
    while (net.wires.length === count) net.pass(10);
    tries.push(net.time - before);
  }
  assert.deepEqual(tries, [250, 500, 1000, 2000, 4000, 8000, 8000, 8000]);
  net.accept();
  net.pong();
  net.cut();
  net.pass(260);
  assert.equal(net.wires.length, 10);
});

test("a connection that never opens is given up", () => {
  const net = new Net();
  net.link.start();
  net.pass(9_300);
  assert.equal(net.wires.length, 2);
});

test("a move is sent again with its number until it is answered, once", async () => {
  const net = new Net();
  net.link.start();
  net.accept();
  let done = null;
  net.link.request({ t: "move", game: "abc", ply: 3, move: "e4" }, true).then((answer) => (done = answer));
  const [first] = net.sent("move");
  net.cut();
  net.pass(300);
  net.accept();
  const [again] = net.sent("move");
  assert.deepEqual(again, first);
  net.say({ t: "ok", n: again.n });
  await null;
  assert.ok(done);
  net.cut();
  net.pass(300);
  net.accept();
  assert.deepEqual(net.sent("move"), []);
});

test("a move made without a connection waits for one; other requests fail at once", async () => {
  const net = new Net();
  net.link.start();
  const move = net.link.request({ t: "move", game: "abc", ply: 0, move: "e2" }, true);
  await assert.rejects(net.link.request({ t: "resign", game: "abc" }), { code: "lost" });
  net.accept();
  const [sent] = net.sent("move");
  net.say({ t: "error", n: sent.n, code: "stale", text: "gone by" });
  await assert.rejects(move, { code: "stale" });
});

test("what cannot be repeated fails with its connection", async () => {
  const net = new Net();
  net.link.start();
  net.accept();
  const draw = net.link.request({ t: "draw", game: "abc" });
  net.cut();
  await assert.rejects(draw, { code: "lost" });
  net.pass(300);
  net.accept();
  assert.deepEqual(net.sent("draw"), []);
});

test("stopping says goodbye and stays stopped; renewing connects at once", () => {
  const net = new Net();
  net.link.start();
  net.accept();
  net.link.renew();
  assert.equal(net.wires.length, 2);
  net.accept();
  net.link.stop();
  assert.equal(net.sent("bye").length, 1);
  net.pass(60_000);
  assert.equal(net.wires.length, 2);
  assert.equal(net.link.state, "idle");
});

// --- games -----------------------------------------------------------------------------------------

const seat = { person: { id: "1", name: "Ada", kind: "account" }, computer: null, invited: null, rating: null, provisional: false, here: true, out: null };
const face = (main, period = 10_000, periods = 3) => ({ main, period, periods });
const game = (part = {}) => {
  const variant = part.variant ?? "quoridor";
  const seats = part.seats ?? core.variants().find(({ id }) => id === variant).order.map(() => seat);
  return {
    id: "abc", variant, layout: "standard", clock: "60+1+3x10", speed: "blitz", rated: false, public: true, state: "live",
    created: 0, ended: null, seats, plies: 0, turn: 0, result: "*", reason: null, position: "", watchers: 0, start: core.start(variant).position,
    number: 4, moves: [], leaves: [], lot: false, clocks: seats.map(() => face(60_000)), running: true, now: 1000, first_move: null, draw: [],
    takeback: null, rematch: null, you: [0], ratings: null, ...part,
  };
};
const event = (number, part) => ({ t: "event", game: "abc", number, at: 2000, ...part });

/** A game that is followed: `hear` sends it the next event and returns the result. */
function followed(part) {
  let info = game(part);
  const match = followGame(core, info, 1000);
  assert.ok(match);
  const hear = (what) => {
    const next = applyEvent(match, info, event(info.number + 1, what));
    assert.ok(next, JSON.stringify(what));
    info = next;
    return next;
  };
  return { match, hear, info: () => info };
}

test("events in order change the game; a gap or a new seat asks for all of it", () => {
  const { match, hear } = followed();
  const clocks = [face(59_000), face(60_000)];
  const next = hear({ kind: "move", seat: 0, ply: 0, move: "e2", clocks, turn: 1, now: 2000 });
  assert.deepEqual([next.moves, next.plies, next.turn, next.clocks, next.now, next.number], [["e2"], 1, 1, clocks, 2000, 5]);
  assert.equal(applyEvent(match, next, event(5, { kind: "move", seat: 0, ply: 0, move: "e2" })), next);
  assert.equal(applyEvent(match, next, event(7, { kind: "draw", seat: 0 })), null);
  assert.equal(applyEvent(match, next, event(6, { kind: "move", seat: 1, ply: 3, move: "e8" })), null);
  assert.equal(applyEvent(match, next, event(6, { kind: "move", seat: 1, ply: 1, move: "e2" })), null);
  assert.equal(applyEvent(match, next, event(6, { kind: "start" })), null);
});

test("offers stand until somebody else plays on; the end settles all", () => {
  const { match, hear } = followed();
  assert.deepEqual(hear({ kind: "draw", seat: 0 }).draw, [0]);
  assert.deepEqual(match.state.asked, [1]);
  assert.deepEqual(hear({ kind: "move", seat: 0, ply: 0, move: "e2" }).draw, [0]);
  const asked = hear({ kind: "ask", seat: 0 });
  assert.deepEqual(asked.takeback, { seat: 0, to: 0, agreed: [], asked: [1] });
  const played = hear({ kind: "move", seat: 1, ply: 1, move: "e8" });
  assert.deepEqual([played.draw, played.takeback], [[], null]);
  hear({ kind: "draw", seat: 1 });
  const over = hear({ kind: "end", result: "1/2-1/2", reason: "agreement", uncounted: "short" });
  assert.equal(over.uncounted, "short");
  assert.deepEqual([over.state, over.result, over.running, over.draw, over.takeback], ["over", "1/2-1/2", false, [], null]);
  assert.deepEqual([match.state.over, match.state.winners], [true, []]);
});

test("a takeback cuts the moves once everybody has agreed", () => {
  const { match, hear } = followed({ moves: ["e2", "e8", "e3"], plies: 3, turn: 1 });
  hear({ kind: "ask", seat: 1 });
  assert.deepEqual(hear({ kind: "agree", seat: 0 }).moves, ["e2"]);
  const next = hear({ kind: "takeback", plies: 1, turn: 1, clocks: [face(50_000), face(40_000)], now: 3000 });
  assert.deepEqual([next.moves, next.turn, match.state.look.turn], [["e2"], 1, 1]);
  assert.equal(applyEvent(match, next, event(8, { kind: "takeback", plies: 3 })), null);
});

test("whoever has left need not agree, ends a wish to take back, and lets nothing be taken back", () => {
  const { match, hear } = followed({ variant: "quoridor-4", moves: ["e2", "b5"], plies: 2, turn: 2 });
  assert.deepEqual(match.state.takebackTo, [0, 1, -1, -1]);
  hear({ kind: "draw", seat: 2 });
  hear({ kind: "ask", seat: 0 });
  const left = hear({ kind: "leave", seat: 3, reason: "resignation" });
  assert.equal(left.seats[3].out, "resignation");
  assert.deepEqual([left.leaves, left.takeback, left.draw], [[{ ply: 2, seat: 3, reason: "resignation" }], null, [2]]);
  assert.deepEqual([match.state.asked, match.state.takebackTo], [[0, 1], [-1, -1, -1, -1]]);
  // Player 3 has not moved: the game can still be called off, though one player has left.
  assert.equal(match.state.underWay, false);
  hear({ kind: "move", seat: 2, ply: 2, move: "e8" });
  assert.equal(match.state.underWay, true);
});

test("a game that is told as a whole, and one that cannot be", () => {
  const table = game({
    variant: "abalone-3", moves: ["a1b2"], leaves: [{ ply: 1, seat: 1, reason: "time" }], plies: 1, turn: 2, draw: [2],
    takeback: { seat: 0, to: 0, agreed: [2] },
  });
  const match = followGame(core, table, 1000);
  const { departures, offers, takeback, look } = match.state;
  assert.deepEqual(departures, table.leaves);
  assert.deepEqual([offers, takeback, look.turn], [[2], { seat: 0, to: 0, agreed: [2], asked: [] }, 2]);
  const won = followGame(core, game({ state: "over", result: "0-1", reason: "resignation", leaves: [{ ply: 0, seat: 0, reason: "resignation" }] }), 0);
  assert.deepEqual([won.state.over, won.state.winners, won.clockAt(9e9).running], [true, [1], -1]);
  const off = followGame(core, game({ state: "over", result: "*", reason: "aborted" }), 0);
  assert.deepEqual([off.state.over, off.state.winners], [true, []]);
  assert.equal(followGame(core, game({ moves: ["e9"] }), 0), null);
});

test("clocks run on between two words of the server, through periods", () => {
  const { match, hear, info } = followed();
  const shown = (passed) => {
    const { left, periods, byoyomi, running } = match.clockAt(1000 + passed);
    return [left[0], periods[0], byoyomi[0], running];
  };
  assert.deepEqual(shown(1500), [58_500, 3, false, 0]);
  assert.deepEqual(shown(63_000), [7_000, 3, true, 0]);
  assert.deepEqual(shown(74_000), [6_000, 2, true, 0]);
  hear({ kind: "move", seat: 0, ply: 0, move: "e2", clocks: [face(55_000), face(60_000)], turn: 1, now: 6000 });
  tellClocks(match, info(), 6000);
  assert.deepEqual([shown(10_000)[0], match.clockAt(11_000).left[1], match.clockAt(11_000).running], [55_000, 55_000, 1]);
  const waits = followGame(core, game({ state: "open", running: false }), 0);
  assert.deepEqual([waits.clockAt(5000).left, waits.clockAt(5000).running], [[60_000, 60_000], -1]);
  assert.equal(followGame(core, game({ clock: "-", clocks: [face(0, 0, 0), face(0, 0, 0)], running: false }), 0).clockAt(0), null);
});

test("the time of a first move goes by with the clock", () => {
  const match = followGame(core, game({ clock: "600+5", first_move: 30_000, clocks: [face(592_000, 0, 0), face(600_000, 0, 0)] }), 1000);
  assert.equal(match.clockAt(3000).firstMove, 20_000);
  assert.equal(match.clockAt(60_000).firstMove, 0);
  assert.equal(followGame(core, game(), 1000).clockAt(3000).firstMove, null);
});

test("a move under way is played in a copy", () => {
  const { match, hear } = followed();
  hear({ kind: "draw", seat: 1 });
  const copy = match.copy();
  assert.equal(copy.play("e2", 5000), null);
  assert.deepEqual([copy.state.plies, copy.state.offers, match.state.plies, match.state.offers], [1, [], 0, [1]]);
  copy.dispose();
});

test("a socket that is still connecting is closed only once it stands: browsers complain otherwise", () => {
  const net = new Net();
  net.link.start();
  const { wire } = net;
  wire.readyState = 0;
  let closed = 0;
  wire.close = () => closed++;
  net.link.stop();
  assert.equal(closed, 0);
  wire.onopen();
  assert.equal(closed, 1);
});

test("nothing is sent on a socket that is closing; a move goes out on the next one", async () => {
  const net = new Net();
  net.link.start();
  net.accept();
  const before = net.wire.sent.length;
  net.wire.readyState = 2;
  net.link.subscribe("lobby", { t: "lobby" });
  const done = net.link.request({ t: "move", game: "g", ply: 0, move: "e2" }, true);
  net.pass(2500);
  assert.equal(net.wire.sent.length, before);
  net.cut();
  net.pass(250);
  net.accept();
  const [move] = net.sent("move");
  net.say({ t: "ok", n: move.n });
  await done;
  assert.equal(net.sent("lobby").length, 1);
});

test("proof of work: the hash is SHA-256, and the number found is right", async () => {
  const { createHash } = await import("node:crypto");
  const { proveWork, sha256Start } = await load("api/work.ts");
  for (const text of ["", "abc", "a".repeat(55), "a".repeat(56), "a".repeat(64), "x:".repeat(70)])
    assert.equal(sha256Start(text), createHash("sha256").update(text).digest().readUInt32BE(0), `${text.length} letters`);
  const proof = await proveWork("challenge", 12);
  assert.ok(proof.startsWith("challenge:"));
  assert.ok(createHash("sha256").update(proof).digest().readUInt32BE(0) >>> 20 === 0);
});
