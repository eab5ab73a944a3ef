// SPDX-License-Identifier: MIT
// web/src/state/time.ts: a picture of a game has the date of the game, not that of the picture.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { load } from "./bundle.mjs";

const { dayOf } = await load("state/time.ts");

test("the day of a game is the day on which it ended", () => {
  assert.equal(dayOf({ created: Date.UTC(2024, 1, 28), ended: Date.UTC(2024, 1, 29, 23, 59) }), "2024-02-29");
  assert.equal(dayOf({ created: Date.UTC(2024, 1, 28), ended: null }), "2024-02-28");
  assert.match(dayOf(null), /^20\d\d-\d\d-\d\d$/);
  const sheet = readFileSync(new URL("../../src/features/share/sharesheet.tsx", import.meta.url), "utf8");
  assert.doesNotMatch(sheet, /new Date\(/, "the sheet asks for no other day");
});
