// SPDX-License-Identifier: MIT
// A move made without a connection: it survives a reload and is sent once there is one, or the player learns that the
// game went another way. And the time limit of a first move.
import assert from "node:assert/strict";
import { agree, api, connected, line, onlineWorld, shown, table, type } from "./online.mjs";
import { until } from "./world.mjs";

const { address, people } = await onlineWorld();
const NOWHERE = "http://127.0.0.1:1";

/** A player whose page works offline, as after any first visit, with a separate connection. */
async function withWorker(person, way) {
  const page = await person("/online", { baseURL: way.address, serviceWorkers: "allow" });
  await page.evaluate(() => navigator.serviceWorker.ready);
  return page;
}

function offline(way) {
  way.lead(NOWHERE);
  way.cut();
}

people("a move without a connection outlives a reload and is sent", async (person) => {
  const way = await line(address);
  try {
    const [ada, bob] = [await withWorker(person, way), await person()];
    await table([ada, bob], "quoridor", { clock: "3d" });
    await type(ada, "e2");
    await type(bob, "e8");
    offline(way);
    await type(ada, "e3", false);
    await ada.reload();
    await until(async () => (await shown(ada)).join() === "e2,e8,e3*", "the board with the unsent move");
    await ada.getByText("Your move is kept").waitFor();
    way.lead(address);
    await agree([ada, bob], ["e2", "e8", "e3"]);
    await connected(ada);
    await type(bob, "e7");
    await agree([ada, bob], ["e2", "e8", "e3", "e7"]);
    assert.deepEqual(await ada.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("unsent"))), []);
  } finally {
    way.close();
  }
});

people("a move without a connection is taken back if the game went on, and sent from any screen if not", async (person) => {
  const way = await line(address);
  try {
    const [ada, bob] = [await withWorker(person, way), await person()];
    const id = await table([ada, bob], "quoridor", { clock: "3d" });
    offline(way);
    await type(ada, "e2", false);
    // The same person, from another device.
    const { cookies } = await ada.context().storageState();
    const phone = await person("/online");
    await phone.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: address, domain: undefined, path: undefined })));
    await api(phone, "POST", `/games/${id}/move`, { ply: 0, move: "d1" });
    await ada.reload();
    await until(async () => (await shown(ada)).join() === "e2*", "the unsent move");
    way.lead(address);
    await ada.getByText("The game has moved on").first().waitFor();
    await agree([ada, bob], ["d1"]);

    await type(bob, "e8");
    await agree([ada, bob], ["d1", "e8"]);
    offline(way);
    await type(ada, "d2", false);
    await ada.goto("/");
    await ada.locator(".hero").first().waitFor();
    way.lead(address);
    await ada.reload();
    await agree([bob], ["d1", "e8", "d2"]);

    // Taken back and continued elsewhere: the same ply, but another position.
    await type(bob, "e7");
    await ada.goto(`/game/${id}`);
    await agree([ada, bob], ["d1", "e8", "d2", "e7"]);
    await connected(ada);
    offline(way);
    await type(ada, "a4h", false);
    await ada.goto("/");
    await ada.locator(".hero").first().waitFor();
    for (const page of [phone, bob]) await api(page, "POST", `/games/${id}/takeback`);
    await api(phone, "POST", `/games/${id}/move`, { ply: 2, move: "d1h" });
    await api(bob, "POST", `/games/${id}/move`, { ply: 3, move: "e7" });
    way.lead(address);
    await ada.reload();
    await ada.getByText("Your move a4h was not played").first().waitFor();
    assert.deepEqual((await api(bob, "GET", `/games/${id}`)).moves, ["d1", "e8", "d1h", "e7"]);
  } finally {
    way.close();
  }
});

people("a first move has its time, counted down for both", async (person) => {
  const [ada, bob] = [await person(), await person()];
  await table([ada, bob], "quoridor", { clock: "60" });
  const seconds = async (page, words) => {
    const text = await page.locator(".first-move").textContent();
    assert.match(text, words);
    return Number(/\d+/.exec(text)[0]);
  };
  const first = await seconds(ada, /^Make your first move within \d+ second/);
  assert.ok(first > 0 && first <= 15, `${first}`);
  await until(async () => (await seconds(ada, /first move/)) < first, "the seconds to go by");
  await seconds(bob, /\(black\) has \d+ seconds? for the first move/);
  // The server then calls off the game.
  await ada.locator(".play.over").waitFor();
  assert.equal(await ada.locator(".first-move").count(), 0);
});
