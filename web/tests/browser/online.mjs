// SPDX-License-Identifier: MIT
// For tests with several browsers at one table: a server with a store of its own, people in contexts of their own, games made
// by the API or by the sheet, moves by mouse and touch, and a line to the server that can be held up or cut.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test as nodeTest } from "node:test";
import { drawn, inputs } from "./play.mjs";
import { DESK, PATIENCE, PHONE, holds, until, world } from "./world.mjs";

const ready = ".play .board-live, .play .textboard";

/** Arguments of a server that keeps its games in a file of its own and lets tests hurry. */
export function onlineArguments() {
  const folder = mkdtempSync(join(tmpdir(), "meydan-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return ["--store", join(folder, "games.db"), "--limits", "0", "--computers", "1"];
}

export async function onlineWorld() {
  const [, store, ...more] = onlineArguments();
  const made = await world(["--store", store, ...more]);

  /** A test with several people, each in a browser of their own. */
  function people(name, act) {
    nodeTest(name, { timeout: 8 * PATIENCE }, async () => {
      const pages = [];
      const person = async (path = "/online", options = {}) => {
        const page = await made.open(path, options);
        pages.push(page);
        return page;
      };
      try {
        await act(person);
        // The browser notes every line that breaks; here they break on purpose.
        for (const page of pages) assert.deepEqual(page.wrongs.filter((wrong) => !/^WebSocket connection|net::ERR_/.test(wrong)), []);
      } catch (error) {
        for (const page of pages) await page.context().close().catch(() => {});
        throw error;
      }
      for (const page of pages) await made.leave(page);
    });
  }
  return { ...made, people, store };
}

/** Calls the API as that browser's person. */
export async function api(page, method, path, data) {
  const options = method === "GET" ? {} : { data: data ?? {}, headers: { "Content-Type": "application/json" } };
  const answer = await page.request[method.toLowerCase()](`/api/v1${path}`, options);
  const body = await answer.json();
  assert.ok(answer.ok(), `${method} ${path}: ${JSON.stringify(body)}`);
  return body;
}

/** A game with everybody in their seats, on everybody's screen: all are there before the last sits down. Gives its id. */
export async function table(pages, variant, { clock = "600+5", layout, ...more } = {}) {
  const seats = pages.map((_, seat) => (seat ? "open" : "me"));
  const { game } = await api(pages[0], "POST", "/games", { variant, clock, seats, ...(layout ? { layout } : {}), ...more });
  for (const page of pages) {
    await page.goto(`/game/${game.id}`);
    await page.locator(".waiting").waitFor();
    await connected(page);
  }
  for (const page of pages.slice(1)) {
    await page.getByRole("button", { name: "Join", exact: true }).click();
    await page.locator(`.waiting .seat.mine, ${ready}`).first().waitFor();
  }
  for (const page of pages) await page.locator(ready).waitFor();
  return game.id;
}

/** The pages of a game of two in the order in which they move: in rated games that is drawn by lot. */
export async function inOrder(pages, id) {
  const { you } = await api(pages[0], "GET", `/games/${id}`);
  return you[0] === 0 ? pages : [...pages].reverse();
}

/** Opens a game that has begun and waits for the board. */
export async function sitDown(page, id) {
  await page.goto(`/game/${id}`);
  await page.locator(ready).waitFor();
  await connected(page);
}

export async function connected(page) {
  await page.locator(".net:not(.of-0)").first().waitFor({ state: "attached", timeout: PATIENCE });
}

/** The moves that a page shows, the last one with * while it is under way. */
export async function shown(page) {
  return page.locator(".moves .ply").evaluateAll((plies) => plies.map((ply) => ply.textContent + (ply.classList.contains("unsent") ? "*" : "")));
}

/** In the page: it shows these moves, none of them under way. */
function shows(moves) {
  const plies = [...document.querySelectorAll(".moves .ply")];
  return plies.map((ply) => ply.textContent).join(" ") === moves && !plies.some((ply) => ply.classList.contains("unsent"));
}

/** Everybody sees exactly these moves. */
export async function agree(pages, moves) {
  await Promise.all(pages.map((page, at) => holds(page, shows, moves.join(" "), `page ${at} shows ${moves.join(" ")}`)));
}

/** Types a move; `arrives`: waits until it is no longer under way. */
export async function type(page, move, arrives = true) {
  const field = page.getByLabel("Type a move");
  await until(() => page.locator(".typed:not(.ahead) button:not(:disabled)").count(), `the turn for ${move}`);
  await field.fill(move);
  await field.press("Enter");
  if (arrives) await until(async () => (await shown(page)).at(-1) === move, `${move} to arrive`);
}

/** Plays all moves, each by the one whose turn it is, by mouse or by touch; all must see each before the next. */
export async function playTogether(pages, core, look, moves) {
  const hands = pages.map((page) => (page.viewportSize().width === PHONE.width ? inputs.touch(page) : inputs.mouse(page)));
  for (const [ply, text] of moves.entries()) {
    const move = look.moves.find((legal) => legal.text === text);
    assert.ok(move, `${text} on ${look.position}`);
    const seat = look.turn;
    // The drawn board takes part: it must know that it is its turn.
    await holds(pages[seat], () => document.querySelector(".card.turn.at-s"), null, `seat ${seat} to be on turn`);
    await drawn(pages[seat]);
    await hands[seat].begin();
    await hands[seat].play(move, ply, look);
    look = core.play(look, text);
    await agree(pages, moves.slice(0, ply + 1));
  }
  return look;
}

export const screens = [{ viewport: DESK }, { viewport: PHONE, touch: true }, { viewport: DESK }, { viewport: { width: 900, height: 700 } }];

/** A way to the server that tests can hold up (nothing passes, nothing breaks) or cut. */
export async function line(address) {
  const { hostname, port } = new URL(address);
  let target = Number(port);
  let held = false;
  const pairs = new Set();
  const server = createServer((near) => {
    const far = connect(target, hostname.replace("localhost", "127.0.0.1"));
    const pair = { near, far };
    pairs.add(pair);
    const drop = () => {
      pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    for (const [from, to] of [[near, far], [far, near]]) {
      from.on("data", (bytes) => to.write(bytes));
      from.on("close", drop);
      from.on("error", drop);
      if (held) from.pause();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const set = (hold) => {
    held = hold;
    for (const { near, far } of pairs) for (const end of [near, far]) end[hold ? "pause" : "resume"]();
  };
  return {
    address: `http://127.0.0.1:${server.address().port}`,
    hold: () => set(true),
    free: () => set(false),
    cut() {
      for (const { near, far } of pairs) {
        near.destroy();
        far.destroy();
      }
    },
    /** From now on to another server. */
    lead(to) {
      target = Number(new URL(to).port);
    },
    close() {
      this.cut();
      server.close();
    },
  };
}
