// SPDX-License-Identifier: MIT
// The end of an online game on a desk, a phone and tablets: every button can be pressed while the phrases are open, and
// the review is visible as soon as it starts.
import assert from "node:assert/strict";
import { settle } from "../people.mjs";
import { onlineArguments } from "./online.mjs";
import { until, world } from "./world.mjs";

const { address, test } = await world(onlineArguments());
const town = await settle(address);
const [cookie, value] = town.ann.cookie().split("=");
const windows = {
  desk: { viewport: { width: 1366, height: 768 } },
  phone: { viewport: { width: 390, height: 844 }, touch: true },
  tablet: { viewport: { width: 900, height: 700 }, touch: true },
  "upright tablet": { viewport: { width: 768, height: 1024 }, touch: true },
};

/** Ann's screen after a lost game. */
async function open(page) {
  await page.context().addCookies([{ name: cookie, value, url: address }]);
  await page.goto(`/game/${town.over[1]}`);
  await page.locator(".side .talk").waitFor();
}

/** The buttons beside the board that another element covers, each scrolled into view first. */
function covered() {
  return [...document.querySelectorAll(".side :is(button, a, summary)")].filter((node) => node.checkVisibility() && !node.disabled).flatMap((node) => {
    node.scrollIntoView({ block: "nearest" });
    const { left, top, width, height } = node.getBoundingClientRect();
    const at = document.elementFromPoint(left + width / 2, top + height / 2);
    return node.contains(at) ? [] : [`${node.textContent} is under ${at?.getAttribute("class")}`];
  });
}

for (const [name, options] of Object.entries(windows))
  test(`phrases cover no button and close with Esc: ${name}`, null, options, async (page) => {
    await open(page);
    assert.deepEqual(await page.evaluate(covered), []);
    await page.getByText("Say something").click();
    await page.locator(".phrases").waitFor();
    assert.deepEqual(await page.evaluate(covered), []);
    assert.equal(await page.evaluate(() => document.documentElement.scrollTop), 0, "the page itself does not scroll");
    await page.keyboard.press("Escape");
    await page.locator(".phrases").waitFor({ state: "hidden" });
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Say something");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Good game!" }).click();
    await page.locator(".phrases").waitFor({ state: "hidden" });
  });

/** How much of the height of an element is visible inside everything that clips it. */
function visible(selector) {
  const node = document.querySelector(selector);
  let { top, bottom } = node.getBoundingClientRect();
  const height = bottom - top;
  for (let box = node.parentElement; box; box = box.parentElement)
    if (getComputedStyle(box).overflowY !== "visible") {
      const edge = box.getBoundingClientRect();
      top = Math.max(top, edge.top);
      bottom = Math.min(bottom, edge.bottom, innerHeight);
    }
  return Math.max(0, bottom - top) / height;
}

for (const [name, options] of Object.entries(windows))
  test(`the review is visible and in focus once it is started: ${name}`, null, options, async (page) => {
    await open(page);
    await page.getByRole("button", { name: "Review the game" }).click();
    await page.locator(".review .moments").waitFor();
    await until(() => page.evaluate(() => document.activeElement.matches(".review")), "the review to have the focus");
    for (const part of [".review h2", ".review .chances", ".review .accuracies li"]) assert.equal(await page.evaluate(visible, part), 1, part);
    const nested = await page.evaluate(() => {
      const scrolls = (node) => node.scrollHeight > node.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(node).overflowY);
      return [...document.querySelectorAll(".review *")].filter((node) => scrolls(node) && node.parentElement.closest(".review, .review *") && [...document.querySelectorAll(".review, .review *")].some((box) => box !== node && box.contains(node) && scrolls(box))).length;
    });
    assert.equal(nested, 0, "nothing scrolls inside something that scrolls");
  });

test("phrases leave the list of moves its rows", null, { viewport: { width: 1280, height: 768 } }, async (page) => {
  await page.context().addCookies([{ name: cookie, value, url: address }]);
  await page.goto(`/game/${town.live}`);
  await page.getByText("Say something").click();
  await page.locator(".phrases").waitFor();
  const { height } = await page.locator(".moves .rounds").boundingBox();
  assert.ok(height >= 120, `${height} px`);
});
