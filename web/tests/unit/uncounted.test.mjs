// SPDX-License-Identifier: MIT
// web/src/features/onlinegame/uncounted.ts: every reason of the server has a sentence.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { load } from "./bundle.mjs";

const { uncountedText } = await load("features/onlinegame/uncounted.ts");

test("why a rated game did not count: a sentence for each of the server's reasons", () => {
  const source = readFileSync(new URL("../../../src/server/games/state/events.c", import.meta.url), "utf8");
  const reasons = /UNCOUNTED\[.*?\{(.*?)\};/s.exec(source)[1].match(/"\w+"/g).map((name) => JSON.parse(name));
  assert.ok(reasons.length >= 3);
  const texts = [...reasons.map((uncounted) => uncountedText({ uncounted })), uncountedText({ annulled: true })];
  assert.ok(texts.every((text) => text.endsWith(".")), texts.join("\n"));
  assert.equal(new Set(texts).size, texts.length);
  assert.equal(uncountedText({}), "");
});
