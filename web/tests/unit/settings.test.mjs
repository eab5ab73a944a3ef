// SPDX-License-Identifier: MIT
// web/src/state/actions.ts: a change of one setting keeps the changes of other tabs, also in a tab that slept meanwhile.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./bundle.mjs";

const KEY = "meydan.settings";

test("two tabs keep each other's settings", async () => {
  const kept = new Map();
  const root = { dataset: {} };
  Object.assign(globalThis, {
    localStorage: { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) },
    location: { pathname: "/", hash: "", search: "" },
    matchMedia: () => ({ matches: false, addEventListener() {} }),
    document: { documentElement: root, querySelector: () => null },
  });
  const { changeSettings, takeSettings } = await load("state/actions.ts");
  const settings = () => JSON.parse(kept.get(KEY));
  await changeSettings({ lang: "en", sounds: false });
  kept.set(KEY, JSON.stringify({ ...settings(), theme: "dark" })); // the other tab
  await changeSettings({ coordinates: true });
  assert.deepEqual([settings().theme, settings().sounds, settings().coordinates], ["dark", false, true]);
  assert.equal(root.dataset.theme, "dark");
  globalThis.localStorage = { getItem: () => null, setItem: () => { throw new Error("full"); } };
  await takeSettings({ ...settings(), pieces: "stone" });
  await changeSettings({ theme: "light" });
  assert.deepEqual(root.dataset, { theme: "light", pieces: "stone", motion: "on" });
});
