// SPDX-License-Identifier: MIT
// The embedded board inside another site's page: it follows a live game, shows nothing of a private one, stores
// nothing, and is the only part of the page that can be framed.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { checkThemes } from "./checks.mjs";
import { api, inOrder, onlineWorld, table } from "./online.mjs";
import { PATIENCE, afterFile } from "./world.mjs";

const { address, browser, people } = await onlineWorld();

/** A new browser, into which no test has written anything. */
async function stranger(act) {
  const context = await browser.newContext({ baseURL: address, locale: "en-GB", reducedMotion: "reduce" });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    await act(page);
  } finally {
    await context.close();
  }
}

/** A page on another origin, with our address in a frame. */
async function blog(path) {
  const site = createServer((_, answer) => {
    answer.setHeader("Content-Type", "text/html");
    answer.end(`<!doctype html><html lang="en"><title>A club</title><h1>Our game</h1><iframe title="Meydan" width="420" height="500" src="${address}${path}"></iframe>`);
  });
  await new Promise((ready) => site.listen(0, "127.0.0.1", ready));
  afterFile(() => site.close());
  return `http://localhost:${site.address().port}/`;
}

people("a live game in another site's page: moves arrive, keys look back, nothing is kept", async (person) => {
  const pages = [await person(), await person()];
  const id = await table(pages, "quoridor", { public: true });
  const [first, second] = await inOrder(pages, id);
  await stranger(async (reader) => {
    await reader.goto(await blog(`/embed/${id}?theme=dark&board=slate&coordinates`));
    const frame = reader.frameLocator("iframe");
    await frame.locator(".embed-board .board-live").waitFor();
    assert.equal(await frame.locator("li").count(), 2);
    await api(first, "POST", `/games/${id}/move`, { ply: 0, move: "e2" });
    await frame.locator('[data-pawn="e2"]').waitFor();
    await api(second, "POST", `/games/${id}/move`, { ply: 1, move: "e3h" });
    await frame.locator('[data-wall="e3h"]').waitFor();
    // Back by keys, forward by the button, while the game goes on.
    const inside = reader.frames().find((one) => one.url().includes("/embed/"));
    await inside.locator("footer button").first().focus();
    await reader.keyboard.press("ArrowLeft");
    await frame.locator('[data-wall="e3h"]').waitFor({ state: "detached" });
    await frame.getByRole("button", { name: "One move forward" }).click();
    await frame.locator('[data-wall="e3h"]').waitFor();
    assert.deepEqual(await inside.evaluate(() => [document.documentElement.dataset.theme, document.documentElement.dataset.board]), ["dark", "slate"]);
    assert.deepEqual(await inside.evaluate(() => [document.cookie, localStorage.length, sessionStorage.length]), ["", 0, 0]);
    assert.deepEqual(await reader.context().cookies(), []);
    await api(second, "POST", `/games/${id}/resign`);
    await frame.locator("footer .live").waitFor({ state: "detached" });
    await frame.getByText("1-0").waitFor();
    // Opened directly it is an ordinary page.
    await reader.goto(`/embed/${id}`);
    await reader.locator(".embed-board .board-live").waitFor();
    await checkThemes(reader, "the embedded board");
  });
});

people("a private game is not shown, and the page itself cannot be framed", async (person) => {
  const maker = await person();
  const { game } = await api(maker, "POST", "/games", { variant: "abalone", clock: "600+5", seats: ["me", "open"], public: false });
  await stranger(async (reader) => {
    await reader.goto(await blog(`/embed/${game.id}`));
    await reader.frameLocator("iframe").getByText("This game is private.").waitFor();
    assert.equal(await reader.frameLocator("iframe").locator(".board").count(), 0);
    const refused = reader.waitForEvent("console", (message) => /frame-ancestors/.test(message.text()));
    await reader.goto(await blog("/"));
    await refused;
  });
});
