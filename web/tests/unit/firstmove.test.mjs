// SPDX-License-Identifier: MIT
// How long a first move may still take, by what the server tells of the clocks.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./bundle.mjs";

const { clockState, firstMoveLeft, readClock } = await load("online/room.ts");

/** `used` ms of the turn were gone when the server spoke, `passed` more are now. */
function left(clock, face, passed, part = {}) {
  const spec = readClock(clock);
  const info = { seats: [{}, {}], clocks: [face, face], running: true, state: "live", first_move: 30_000, ...part };
  return firstMoveLeft(info, spec, clockState(info, spec, 1, 0, 1000), 1000 + passed);
}

test("a first move's time goes by with the clock", () => {
  assert.equal(left("600+5", { main: 600_000, period: 0, periods: 0 }, 0), 30_000);
  assert.equal(left("600+5", { main: 592_000, period: 0, periods: 0 }, 2000), 20_000);
  assert.equal(left("600+5", { main: 592_000, period: 0, periods: 0 }, 60_000), 0);
});

test("in byoyomi too, also where there is nothing else", () => {
  assert.equal(left("20+0+3x30", { main: 0, period: 25_000, periods: 3 }, 0), 5000);
  assert.equal(left("0+0+1x60", { main: 0, period: 50_000, periods: 1 }, 1000), 19_000);
});

test("nobody waits where the server names no time, or no clock runs", () => {
  const whole = { main: 600_000, period: 0, periods: 0 };
  assert.equal(left("600", whole, 0, { first_move: null }), null);
  assert.equal(left("600", whole, 0, { first_move: undefined }), null);
  assert.equal(left("600", whole, 0, { running: false }), null);
  assert.equal(left("-", whole, 0), null);
});
