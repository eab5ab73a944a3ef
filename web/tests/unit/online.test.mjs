// SPDX-License-Identifier: MIT
// web/src/online without a server: the link that lasts, and what an event makes of a game. Time is the test's own.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./bundle.mjs";

const { Link } = await load("online/link.ts");
const { applyEvent, clockState, mustAgree, readClock, winnersOf } = await load("online/room.ts");

/** A network of one server that says only what the test lets it say. */
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
  /** Lets time pass; `answers`: the server answers pings. */
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

test("pauses between tries grow to 8 s and begin anew after an answer", () => {
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

// --- rooms ---------------------------------------------------------------------------------------

const seat = { person: { id: "1", name: "Ada", kind: "account" }, computer: null, invited: null, rating: null, provisional: false, here: true, out: null };
const game = (part = {}) => ({
  id: "abc", variant: "quoridor", layout: "standard", clock: "60+1+3x10", speed: "blitz", rated: false, public: true, state: "live",
  created: 0, ended: null, seats: [seat, seat], plies: 0, turn: 0, result: "*", reason: null, position: "", watchers: 0, start: "", number: 4,
  moves: [], leaves: [], lot: false, clocks: [{ main: 60_000, period: 10_000, periods: 3 }, { main: 60_000, period: 10_000, periods: 3 }],
  running: true, now: 1000, draw: [], takeback: null, rematch: null, you: [0], ratings: null, ...part,
});
const event = (number, part) => ({ t: "event", game: "abc", number, at: 2000, ...part });

test("events in order change the game; a gap or a new seat asks for all of it", () => {
  const clocks = [{ main: 59_000, period: 10_000, periods: 3 }, { main: 60_000, period: 10_000, periods: 3 }];
  const next = applyEvent(game(), event(5, { kind: "move", seat: 0, ply: 0, move: "e2", clocks, turn: 1, now: 2000 }));
  assert.deepEqual([next.moves, next.plies, next.turn, next.clocks, next.now, next.number], [["e2"], 1, 1, clocks, 2000, 5]);
  assert.equal(applyEvent(next, event(5, { kind: "move", seat: 0, ply: 0, move: "e2" })), next);
  assert.equal(applyEvent(next, event(7, { kind: "draw", seat: 0 })), null);
  assert.equal(applyEvent(next, event(6, { kind: "move", seat: 1, ply: 3, move: "e8" })), null);
  assert.equal(applyEvent(next, event(6, { kind: "start" })), null);
});

test("offers stand until somebody else plays on; the end settles all", () => {
  const offered = applyEvent(game(), event(5, { kind: "draw", seat: 0 }));
  assert.deepEqual(offered.draw, [0]);
  assert.deepEqual(applyEvent(offered, event(6, { kind: "move", seat: 0, ply: 0, move: "e2" })).draw, [0]);
  assert.deepEqual(applyEvent(offered, event(6, { kind: "move", seat: 1, ply: 0, move: "e2" })).draw, []);
  const asked = applyEvent(offered, event(6, { kind: "ask", seat: 1, to: 0 }));
  assert.deepEqual(asked.takeback, { seat: 1, to: 0, agreed: [] });
  const over = applyEvent(asked, event(7, { kind: "end", result: "1/2-1/2", reason: "agreement" }));
  assert.deepEqual([over.state, over.result, over.running, over.draw, over.takeback], ["over", "1/2-1/2", false, [], null]);
});

test("a takeback cuts the moves, a departure marks the seat", () => {
  const some = game({ moves: ["e2", "e8", "e3"], plies: 3 });
  assert.deepEqual(applyEvent(some, event(5, { kind: "takeback", plies: 2, turn: 0 })).moves, ["e2", "e8"]);
  const left = applyEvent(some, event(5, { kind: "leave", seat: 1, reason: "time", turn: 0 }));
  assert.equal(left.seats[1].out, "time");
  assert.deepEqual(left.leaves, [{ ply: 3, seat: 1, reason: "time" }]);
});

test("clocks run on between two words of the server, through periods", () => {
  const spec = readClock("60+1+3x10");
  assert.deepEqual(spec, { main: 60_000, increment: 1000, period: 10_000, periods: 3 });
  const shown = (passed, part) => {
    const { left, periods, byoyomi, running } = clockState(game(part), spec, 0, passed, 5);
    return [left[0], periods[0], byoyomi[0], running];
  };
  assert.deepEqual(shown(1500), [58_500, 3, false, 0]);
  assert.deepEqual(shown(63_000), [7_000, 3, true, 0]);
  assert.deepEqual(shown(74_000), [6_000, 2, true, 0]);
  assert.deepEqual(shown(99_000), [0, 0, false, 0]);
  assert.deepEqual(shown(5000, { running: false }), [60_000, 3, false, -1]);
  assert.deepEqual(readClock("3d"), { main: 0, increment: 0, period: 259_200_000, periods: 1 });
  assert.equal(readClock("-"), null);
});

test("whose win, and whose consent", () => {
  assert.deepEqual(winnersOf("0-1-0"), [1]);
  assert.deepEqual(winnersOf("1-0-1-0"), [0, 2]);
  assert.deepEqual(winnersOf("1/2-1/2"), []);
  assert.deepEqual(winnersOf("*"), []);
  const teams = { teams: [0, 1, 0, 1] };
  const table = game({ seats: [seat, seat, seat, { ...seat, out: "time" }], takeback: { seat: 0, to: 3, agreed: [] }, draw: [2] });
  assert.deepEqual(mustAgree(table, teams, "takeback"), [1]);
  assert.deepEqual(mustAgree(table, teams, "draw"), [0, 1]);
});
