// SPDX-License-Identifier: MIT
// A screen has the same layout whether its address is opened directly or reached by clicks after all the others.
import assert from "node:assert/strict";
import { settle } from "../people.mjs";
import { onlineArguments } from "./online.mjs";
import { until, world } from "./world.mjs";

const { address, test } = await world(onlineArguments());
const town = await settle(address);
const [cookie, value] = town.ann.cookie().split("=");

/** Each screen, and a sign that it is complete. */
const screens = {
  "/": ".home.first .tile",
  "/analysis": ".eval-bar",
  "/puzzles": ".puzzle-themes .board",
  "/people/Ann": ".activity-day",
  "/edit?game=quoridor": ".editor .verdict",
  "/learn": ".learn-list",
  "/learn/abalone/sumito": ".task-board .board",
  "/online": ".lobby .tile",
  "/players": ".players-none, .leaders",
  "/games": ".saved",
  "/settings": ".settings",
  "/account": ".account",
  "/help": ".help",
  "/new": ".newgame .board",
  "/mistakes": "main h1",
};

/**
 * The place of each element on the screen, one line each, except for those that change by themselves: the delay of the
 * connection, open seats.
 */
function boxes() {
  for (const node of document.querySelectorAll(".net, .lobby-seats")) node.style.display = "none";
  return [...document.querySelectorAll("main *")]
    .filter((node) => node.checkVisibility() && !node.closest("select, .panel-engine, .eval-bar > *"))
    .map((node) => {
      const { left, top, width, height } = node.getBoundingClientRect();
      return `${node.tagName.toLowerCase()}.${node.getAttribute("class") ?? ""} ${[left, top + scrollY, width, height].map(Math.round)}`;
    });
}

/** The layout, once nothing moves. */
async function layout(page, sign) {
  await page.locator(sign).first().waitFor();
  let last = "";
  return until(async () => {
    const now = await page.evaluate(boxes);
    const still = now.join() === last;
    last = now.join();
    await page.waitForTimeout(150);
    return still && now;
  }, "the layout to come to rest");
}

const ARRIVES = 5000; // ms for a screen's requests

/** Up to ten lines of elements that are not in their expected place, once all have loaded. */
async function moved(page, sign, expected) {
  await page.locator(sign).first().waitFor();
  const end = Date.now() + ARRIVES;
  for (;;) {
    const now = await page.evaluate(boxes);
    const other = now.filter((line, at) => line !== expected[at]).slice(0, 10);
    if (now.length < expected.length) other.push(`${now.length} elements instead of ${expected.length}`);
    if (Date.now() > end || !other.length) return other;
    await page.waitForTimeout(50);
  }
}

/** Navigates as a click on a link to that address does. */
async function follow(page, path) {
  await page.evaluate((href) => {
    const link = Object.assign(document.createElement("a"), { href });
    document.body.append(link);
    link.click();
    link.remove();
  }, path);
}

for (const viewport of [{ width: 1366, height: 768 }, { width: 390, height: 844 }])
  test(`the order of visits does not change the layout, ${viewport.width} px`, null, { viewport }, async (page) => {
    await page.context().addCookies([{ name: cookie, value, url: address }]);
    const direct = {};
    for (const [path, sign] of Object.entries(screens)) {
      await page.goto(path, { waitUntil: "networkidle" });
      direct[path] = await layout(page, sign);
    }
    await page.goto("/");
    for (const order of [Object.entries(screens), Object.entries(screens).reverse()])
      for (const [path, sign] of order) {
        await follow(page, path);
        assert.deepEqual(await moved(page, sign, direct[path]), [], path);
      }
  });
