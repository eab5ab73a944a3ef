// SPDX-License-Identifier: MIT
// After one visit everything works without a network: the server is stopped, the page continues.
import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, kept, ready } from "./play.mjs";
import { launch, PATIENCE, serve, until } from "./world.mjs";

test("offline after one visit", { timeout: 5 * PATIENCE }, async () => {
  const [server, browser] = await Promise.all([serve(), launch()]);
  try {
    const context = await browser.newContext({ baseURL: server.address, locale: "en-GB", reducedMotion: "reduce" });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    await page.goto("/");
    await until(() => page.evaluate(() => navigator.serviceWorker.controller?.state === "activated"), "the service worker");
    await server.stop();

    await page.reload();
    await page.locator(".demo-board svg").first().waitFor();
    await begin(page, "abalone", ["me", "1"]);
    await page.getByLabel("Type a move").fill("a1b2");
    await page.keyboard.press("Enter");
    await until(async () => (await kept(page)).plies === 2, "the computer's answer");
    await page.reload();
    await ready(page);
    await page.goto("/learn/exercise/a-push");
    await page.locator(".task-board .board").waitFor();
    await page.goto("/puzzles/daily");
    await page.locator(".puzzle .board").waitFor();
    await page.goto("/puzzles/practice/quoridor");
    await page.locator(".puzzle .board").waitFor();
    await page.goto("/analysis#v=quoridor&m=e2.e8");
    await page.locator(".engine-line").first().waitFor(); // the board with the engine beside it
    await page.goto("/edit?game=quoridor");
    await page.locator("[data-cell=e5]").click();
    await page.getByText("This position can be played.").waitFor();
    // Reviews a game and solves its mistake.
    await page.goto(`/open#${new URLSearchParams({ v: "abalone", p: "wwwww/6/7/8/wbb3bbw/8/bbbb3/6/2wwb b 5-5", m: "c1b1.a3a4" })}`);
    await page.getByRole("button", { name: "Review the game" }).click();
    await page.getByRole("button", { name: "Learn from your mistakes" }).click();
    await page.locator(".mistakes .board-live").waitFor();
    for (const cell of ["e3", "e2", "e1"]) {
      const { x, y, width, height } = await page.locator(`.mistakes [data-cell=${cell}]`).boundingBox();
      await page.mouse.click(x + width / 2, y + height / 2);
    }
    await page.getByRole("heading", { name: "Well done!" }).waitFor();
    await page.goto("/settings");
    await page.locator(".settings select").selectOption("tr");
    await until(() => page.evaluate(() => document.documentElement.lang === "tr"), "Turkish");
    const manifest = await page.evaluate(() => fetch("/manifest.webmanifest").then((answer) => answer.json()));
    assert.ok(manifest.icons.length && manifest.start_url && manifest.display);
  } finally {
    await browser.close();
    await server.stop();
  }
});
