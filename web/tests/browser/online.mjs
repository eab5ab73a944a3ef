// SPDX-License-Identifier: MIT
// For tests with several browsers at one table: a server with an empty store, people in separate contexts, games made
// by the API or by the sheet, moves by mouse and touch, and a connection to the server that can be delayed or cut.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as nodeTest } from "node:test";
import { drawn, inputs } from "./play.mjs";
import { DESK, PATIENCE, PHONE, afterFile, holds, until, world } from "./world.mjs";

const ready = ".play .board-live, .play .textboard";

/** Arguments of a server with an empty store and short pauses. */
export function onlineArguments() {
  const folder = mkdtempSync(join(tmpdir(), "meydan-"));
  afterFile(() => rmSync(folder, { recursive: true, force: true }));
  return ["--store", join(folder, "games.db"), "--limits", "0", "--computers", "1"];
}

export async function onlineWorld() {
  const [, store, ...more] = onlineArguments();
  const made = await world(["--store", store, ...more]);

  /** A test with several people, each in a separate browser. */
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
        // The browser logs every broken connection; here they break on purpose.
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

/** Calls the API as this browser's person. */
export async function api(page, method, path, data) {
  const options = method === "GET" ? {} : { data: data ?? {}, headers: { "Content-Type": "application/json" } };
  const answer = await page.request[method.toLowerCase()](`/api/v1${path}`, options);
  const body = await answer.json();
  assert.ok(answer.ok(), `${method} ${path}: ${JSON.stringify(body)}`);
  return body;
}

/** Starts a game and opens it on every player's screen before the last sits down. Returns its id. */
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

/** The pages of a game of two in the order of moves, which is drawn by lot in rated games. */
export async function inOrder(pages, id) {
  const { you } = await api(pages[0], "GET", `/games/${id}`);
  return you[0] === 0 ? pages : [...pages].reverse();
}

/** Opens a game in progress and waits for the board. */
export async function sitDown(page, id) {
  await page.goto(`/game/${id}`);
  await page.locator(ready).waitFor();
  await connected(page);
}

export async function connected(page) {
  await page.locator(".net:not(.of-0)").first().waitFor({ state: "attached", timeout: PATIENCE });
}

/** The moves that a page shows, the last one with * while it is being sent. */
export async function shown(page) {
  return page.locator(".moves .ply").evaluateAll((plies) => plies.map((ply) => ply.textContent + (ply.classList.contains("unsent") ? "*" : "")));
}

/** Runs in the page: whether it shows these moves, all of them sent. */
function shows(moves) {
  const plies = [...document.querySelectorAll(".moves .ply")];
  return plies.map((ply) => ply.textContent).join(" ") === moves && !plies.some((ply) => ply.classList.contains("unsent"));
}

/** Waits until every page shows exactly these moves. */
export async function agree(pages, moves) {
  await Promise.all(pages.map((page, at) => holds(page, shows, moves.join(" "), `page ${at} shows ${moves.join(" ")}`)));
}

/** Types a move; with `arrives` it waits until the move has been sent. */
export async function type(page, move, arrives = true) {
  const field = page.getByLabel("Type a move");
  await until(() => page.locator(".typed:not(.ahead) button:not(:disabled)").count(), `the turn for ${move}`);
  await field.fill(move);
  await field.press("Enter");
  if (arrives) await until(async () => (await shown(page)).at(-1) === move, `${move} to arrive`);
}

/**
 * Plays all moves, each by the player whose turn it is, by mouse or by touch; all pages must show each before the next.
 */
export async function playTogether(pages, core, look, moves) {
  const hands = pages.map((page) => (page.viewportSize().width === PHONE.width ? inputs.touch(page) : inputs.mouse(page)));
  for (const [ply, text] of moves.entries()) {
    const move = look.moves.find((legal) => legal.text === text);
    assert.ok(move, `${text} on ${look.position}`);
    const seat = look.turn;
    // The drawn board must know that it is its turn.
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

/** A connection to the server that tests can delay (nothing passes, nothing breaks) or cut. */
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
    /** Leads to another server from now on. */
    lead(to) {
      target = Number(new URL(to).port);
    },
    close() {
      this.cut();
      server.close();
    },
  };
}
