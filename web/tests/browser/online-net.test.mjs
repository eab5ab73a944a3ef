// SPDX-License-Identifier: MIT
// Network faults during a game, and their limits: delays and cuts in the middle of a move, the server killed, a reload,
// two tabs on one seat, a refused move.
import assert from "node:assert/strict";
import { test } from "node:test";
import { agree, api, connected, line, onlineArguments, onlineWorld, shown, sitDown, table, type } from "./online.mjs";
import { PATIENCE, serve, until } from "./world.mjs";

const { address, open, people } = await onlineWorld();

people("a line that is held up, then cut, in the middle of a move", async (person) => {
  const way = await line(address);
  try {
    const [ada, bob] = [await person("/online", { baseURL: way.address }), await person()];
    await table([ada, bob], "quoridor");
    await type(ada, "e2");
    await type(bob, "e8");
    way.hold();
    await type(ada, "e3", false);
    await until(async () => (await shown(ada)).join(" ") === "e2 e8 e3*", "ada to see her move under way");
    assert.deepEqual(await shown(bob), ["e2", "e8"]);
    // The server doesn't answer: after a while the page reports it, and that the move is kept.
    await ada.getByText("Your move is kept").waitFor();
    await ada.locator(".net.of-0").first().waitFor({ state: "attached" });
    way.cut();
    way.free();
    const begun = Date.now();
    await agree([ada, bob], ["e2", "e8", "e3"]);
    await connected(ada);
    console.log(`back after ${Date.now() - begun} ms`);
    await type(bob, "e7");
    await agree([ada, bob], ["e2", "e8", "e3", "e7"]);
  } finally {
    way.close();
  }
});

people("a reload, and a board that was missed a move, are right at once", async (person) => {
  const way = await line(address);
  try {
    const [ada, bob] = [await person("/online", { baseURL: way.address }), await person()];
    const id = await table([ada, bob], "abalone");
    await type(ada, "a1b2");
    way.hold();
    await type(bob, "i9h8");
    way.cut(); // messages under way to ada are lost
    way.free();
    await agree([ada, bob], ["a1b2", "i9h8"]);
    await ada.reload();
    await agree([ada], ["a1b2", "i9h8"]);
    await type(ada, "b1c2");
    await agree([ada, bob], ["a1b2", "i9h8", "b1c2"]);
    assert.equal(new URL(ada.url()).pathname, `/game/${id}`);
  } finally {
    way.close();
  }
});

people("a game that begins while its creator looks at something else, without a connection, takes them there when it is back", async (person) => {
  const way = await line(address);
  try {
    const [ada, bob] = [await person("/online", { baseURL: way.address }), await person()];
    const { game } = await api(ada, "POST", "/games", { variant: "quoridor", clock: "600+5", seats: ["me", "open"], public: false });
    await ada.goto(`/game/${game.id}`);
    await ada.locator(".waiting").waitFor();
    await ada.goto("/online");
    await connected(ada);
    way.hold();
    await api(bob, "POST", `/games/${game.id}/join`);
    const told = ada.locator(".notice", { hasText: "The game begins" }).waitFor();
    way.cut(); // messages under way to ada are lost
    way.free();
    await ada.waitForURL(`**/game/${game.id}`);
    await told;
  } finally {
    way.close();
  }
});

people("two tabs on one seat: both follow, and the slower move is rolled back with its reason", async (person) => {
  const way = await line(address);
  try {
    const [ada, bob] = [await person(), await person()];
    const id = await table([ada, bob], "quoridor");
    // The second tab is the same browser on another port: cookies ignore ports.
    const tab = await ada.context().newPage();
    await tab.goto(`${way.address.replace("127.0.0.1", "localhost")}/game/${id}`);
    await connected(tab);
    await type(ada, "e2");
    await type(bob, "e8");
    await agree([ada, bob, tab], ["e2", "e8"]);
    way.hold();
    await type(tab, "d2", false);
    await until(async () => (await shown(tab)).join(" ") === "e2 e8 d2*", "the tab to see its move under way");
    await type(ada, "e3");
    way.free();
    await tab.getByText("Not allowed").first().waitFor();
    await agree([ada, bob, tab], ["e2", "e8", "e3"]);
    await type(bob, "e7");
    await type(tab, "e4");
    await agree([ada, bob, tab], ["e2", "e8", "e3", "e7", "e4"]);
  } finally {
    way.close();
  }
});

test("the server is killed in the middle of a move and started again", { timeout: 5 * PATIENCE }, async () => {
  const store = onlineArguments();
  let server = await serve(store);
  const way = await line(server.address);
  const pages = [];
  try {
    for (let i = 0; i < 2; i++) pages.push(await open("/online", { baseURL: way.address }));
    const [ada, bob] = pages;
    await table(pages, "quoridor");
    await type(ada, "e2");
    await type(bob, "e8");
    way.hold();
    await type(ada, "e3", false);
    await server.stop("SIGKILL");
    way.cut();
    way.free();
    server = await serve(store);
    way.lead(server.address);
    await agree(pages, ["e2", "e8", "e3"]);
    await connected(bob);
    await type(bob, "e7");
    await agree(pages, ["e2", "e8", "e3", "e7"]);
    // Spectators who join later see the same.
    await bob.reload();
    await sitDown(bob, new URL(ada.url()).pathname.split("/")[2]);
    await until(async () => (await shown(bob)).length === 4, "all moves after a reload");
  } finally {
    for (const page of pages) await page.context().close();
    way.close();
    await server.stop();
  }
});
