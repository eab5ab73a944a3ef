// SPDX-License-Identifier: MIT
// Plays on the page's board as a person does: with a mouse, a finger, or keys. It reads the places of cells from the
// page once per game, and the result of a move from the browser's storage.
import assert from "node:assert/strict";
import { PATIENCE, holds, until } from "./world.mjs";

const DOUBLE_CLICK = { time: 400, distance: 15 }; // the board ignores a second press within these ms and px
const ARROWS = ["ArrowRight", "PageUp", "ArrowUp", "ArrowLeft", "PageDown", "ArrowDown"]; // by direction, board not turned
const DELTA = [[0, 1], [1, 1], [1, 0], [0, -1], [-1, -1], [-1, 0]]; // letter and digit of each direction

const wait = (time) => new Promise((done) => setTimeout(done, time));

/** A cell this many letters and digits away. */
function beside(cell, [letter, digit]) {
  return String.fromCharCode(cell.charCodeAt(0) + letter) + (Number(cell[1]) + digit);
}

function offset(from, to) {
  return [to.charCodeAt(0) - from.charCodeAt(0), Number(to[1]) - Number(from[1])];
}

/** The visible button of that name. */
export const button = (page, name) => page.getByRole("button", { name, exact: true }).filter({ visible: true }).first();

/**
 * Presses a button that asks for confirmation ("Resign", "Offer a draw") and confirms. Starts again if the question
 * disappears before it is confirmed, which happens on a slow machine.
 */
export async function confirm(page, name) {
  const yes = page.getByRole("alertdialog").getByRole("button", { name, exact: true });
  await until(async () => {
    if (!(await yes.count())) await button(page, name).click();
    return yes.click({ timeout: 2000 }).then(() => true, () => false);
  }, `${name}, and yes`);
}

/** The stored game that is on the screen, or null without one. */
export function kept(page) {
  return page.evaluate(() => JSON.parse(localStorage.getItem(`meydan.game.${location.pathname.split("/")[2]}`)));
}

/** Runs in the page: whether its stored game has this position. */
function keeps(position) {
  return JSON.parse(localStorage.getItem(`meydan.game.${location.pathname.split("/")[2]}`))?.position === position;
}

/** A game is stored before it is drawn: lets the page draw it. */
export function drawn(page) {
  return page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Fills in the new-game sheet and starts. `seats` are values of its choices: "me", "friend", "1" to "10". */
export async function begin(page, variant, seats, { layout, time, lots = false } = {}) {
  await page.goto("/new");
  const quoridor = variant.startsWith("quoridor");
  const players = /-(\d)/.exec(variant)?.[1] ?? "2";
  const key = (group, label) => page.getByRole("group", { name: group }).getByRole("radio", { name: label, exact: true }).check({ force: true });
  await page.getByRole("radio", { name: quoridor ? "Quoridor" : "Abalone" }).check({ force: true });
  await key("Players", variant.endsWith("pairs") ? "4, in pairs" : players);
  if (layout) await page.getByLabel("Set-up").selectOption(layout);
  if (time) await key("Time", time);
  const places = page.locator(".seats select");
  for (const [seat, who] of seats.entries()) await places.nth(seat).selectOption(who);
  await page.getByRole("switch", { name: "Draw lots" }).setChecked(lots, { force: true });
  await page.getByRole("button", { name: "Start" }).click();
  await ready(page);
}

/** Waits for the board of a game. */
export async function ready(page) {
  await page.locator(".play .board-live, .play .textboard").waitFor({ timeout: PATIENCE });
}

/** Opens a game from a link: from a layout or a position, after some moves. */
export async function beginFrom(page, variant, position, moves = []) {
  await page.goto(`/open#${new URLSearchParams({ v: variant, p: position, m: moves.join(".") })}`);
  await ready(page);
}

/** The middle of every cell. The page must not scroll from then on. */
function places(page) {
  return page.evaluate(() => Object.fromEntries([...document.querySelectorAll(".board-live [data-cell]")].map((cell) => {
    const box = cell.getBoundingClientRect();
    return [cell.dataset.cell, { x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  })));
}

function between(points) {
  const sum = points.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }));
  return { x: sum.x / points.length, y: sum.y / points.length };
}

/**
 * The cells to tap, one after the other, until exactly these marbles are chosen: the first must be the player's own.
 */
function taps({ cells }, look) {
  const own = cells.find((cell) => look.marbles.some((marble) => marble.cell === cell && marble.seat === look.turn));
  const ends = [cells[0], cells.at(-1)].filter((cell) => cell !== own);
  return [...new Set([own, ...ends])];
}

/** Presses on points, by mouse or by finger. */
class Hand {
  constructor(page, finger) {
    Object.assign(this, { page, finger, sent: { time: 0, x: -1e9, y: -1e9 } });
  }

  /** Reads the places of cells; again after the parts around the board have changed. */
  async begin() {
    if (!this.at) await this.page.locator(".board-live").scrollIntoViewIfNeeded();
    this.at = await places(this.page);
  }

  async press(point, sends = false) {
    const { time, x, y } = this.sent;
    const rest = time + DOUBLE_CLICK.time - Date.now();
    if (rest > 0 && Math.hypot(point.x - x, point.y - y) < DOUBLE_CLICK.distance) await wait(rest);
    if (this.finger) await this.page.touchscreen.tap(point.x, point.y);
    else await this.page.mouse.click(point.x, point.y);
    if (sends) this.sent = { time: Date.now(), ...point };
  }

  /** Presses, moves in steps as real hands do, releases. */
  async pull(from, to) {
    const { page } = this;
    const rest = this.sent.time + DOUBLE_CLICK.time - Date.now();
    if (rest > 0 && Math.hypot(from.x - this.sent.x, from.y - this.sent.y) < DOUBLE_CLICK.distance) await wait(rest);
    if (!this.finger) {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: 4 });
      await page.mouse.up();
    } else {
      this.cdp ??= await page.context().newCDPSession(page);
      const touch = (type, ...points) => this.cdp.send("Input.dispatchTouchEvent", { type, touchPoints: points });
      await touch("touchStart", from);
      for (const part of [0.25, 0.5, 0.75, 1])
        await touch("touchMove", { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
      await touch("touchEnd");
    }
    this.sent = { time: Date.now(), ...from };
  }

  /** Three ways to choose a direction: the arrow, a pull, and on phones the pad. */
  async marbles(move, ply, look) {
    const { at, page } = this;
    const [one, two] = [at.e5, at[beside("e5", DELTA[move.dir])]];
    const ahead = (cell) => ({ x: at[cell].x + two.x - one.x, y: at[cell].y + two.y - one.y });
    const chosen = taps(move, look);
    const rearAlone = move.kind !== "side" && chosen[0] === move.cells[0] && ply % 3 === 0;
    for (const cell of rearAlone ? [move.cells[0]] : chosen) await this.press(at[cell]);
    if (ply % 3 === 1) return this.pull(at[move.cells[0]], ahead(move.cells[0]));
    if (this.finger && ply % 3 === 2) return page.locator(`.board-pad [data-dir="${move.dir}"]`).tap();
    await this.press(move.kind === "side" ? between(move.cells.map(ahead)) : ahead(move.cells.at(-1)), true);
  }

  async pawn(move, ply) {
    const [from, to] = [move.cells[0], move.to[0]].map((cell) => this.at[cell]);
    if (ply % 3 === 2) await this.pull(from, to);
    else await this.press(to, true);
  }

  async wall({ slot, upright, text }) {
    const { at, page } = this;
    const crossing = between([at[slot], at[beside(slot, [1, 1])]]);
    // A quarter turn of the board swaps vertical and horizontal.
    const [across, down] = [at.b1.x - at.a1.x, at.b1.y - at.a1.y];
    const stands = upright !== Math.abs(across) < Math.abs(down);
    if (!this.finger) {
      // In the groove, a little off the crossing, so that the wall's direction is clear.
      const off = 0.3 * Math.hypot(across, down);
      return this.press(stands ? { x: crossing.x, y: crossing.y + off } : { x: crossing.x + off, y: crossing.y }, true);
    }
    // In wall mode a tap near the pawn is for a wall, too.
    await page.locator(`[data-action="${stands ? "vertical" : "horizontal"}"]`).tap();
    await this.press(crossing);
    const yes = page.locator('[data-action="confirm-wall"]');
    await yes.waitFor();
    assert.equal(await yes.getAttribute("aria-disabled"), "false", text);
    // It ignores presses for a moment after it has appeared.
    await until(async () => {
      if (await yes.count()) await yes.tap({ timeout: 1000 }).catch(() => {});
      return (await yes.count()) === 0;
    }, `the wall ${text}`);
  }

  play(move, ply, look) {
    if (move.slot) return this.wall(move);
    return look.pawns.length ? this.pawn(move, ply) : this.marbles(move, ply, look);
  }
}

/** Keys alone, once the board has the focus. */
class Keys {
  constructor(page) {
    this.page = page;
  }

  async begin() {
    await this.page.locator('.board-live [data-cell][tabindex="0"]').focus();
    this.at = await this.page.evaluate(() => document.activeElement.dataset.cell);
  }

  press(...keys) {
    return Promise.all(keys.map((key) => this.page.keyboard.press(key)));
  }

  /** The keys from one cell of the hexagon to another, never off the board. */
  hexWay(to) {
    const far = (cell) => {
      const [letter, digit] = offset(cell, to);
      return Math.max(Math.abs(letter), Math.abs(digit), Math.abs(letter - digit));
    };
    const on = (cell) => cell[0] >= "a" && cell[0] <= "i" && cell[1] >= "1" && cell.length === 2 && Math.abs(cell.charCodeAt(0) - 96 - Number(cell[1])) <= 4;
    const keys = [];
    while (this.at !== to) {
      const dir = DELTA.findIndex((delta) => on(beside(this.at, delta)) && far(beside(this.at, delta)) < far(this.at));
      keys.push(ARROWS[dir]);
      this.at = beside(this.at, DELTA[dir]);
    }
    return keys;
  }

  squareWay(from, to) {
    const [files, ranks] = offset(from, to);
    const keys = (count, more, less) => Array(Math.abs(count)).fill(count > 0 ? more : less);
    return [...keys(files, "ArrowRight", "ArrowLeft"), ...keys(ranks, "ArrowUp", "ArrowDown")];
  }

  async marbles(move, ply, look) {
    const [own, ...others] = taps(move, look);
    await this.press(...this.hexWay(own));
    if (move.kind === "side" || own !== move.cells[0] || ply % 2) {
      await this.press("Enter");
      if (others.length === 1 && ply % 3) {
        // Along the line with Shift.
        const axis = DELTA.findIndex((delta) => beside(own, delta) === move.cells[own === move.cells[0] ? 1 : move.cells.length - 2]);
        for (let at = own; at !== others[0]; at = beside(at, DELTA[axis])) await this.press(`Shift+${ARROWS[axis]}`);
        this.at = others[0];
      } else for (const cell of others) await this.press(...this.hexWay(cell), "Enter");
    }
    await this.press(String(move.dir + 1));
  }

  async pawn(move) {
    await this.press(...this.squareWay(this.at, move.to[0]), "Enter");
    this.at = move.to[0];
  }

  async wall({ slot, upright }) {
    const { page } = this;
    await this.press("w");
    await page.locator('[data-action="confirm-wall"]').waitFor({ state: "attached" });
    // The wall appears at the focus, in its last direction.
    const lies = await page.locator('[data-action="vertical"]').getAttribute("aria-pressed");
    const inside = this.at.replace("i", "h").replace("9", "8");
    if ((lies === "true") !== upright) await this.press("r");
    await this.press(...this.squareWay(inside, slot), "Enter");
  }

  play(move, ply, look) {
    if (move.slot) return this.wall(move);
    return look.pawns.length ? this.pawn(move) : this.marbles(move, ply, look);
  }
}

export const inputs = {
  mouse: (page) => new Hand(page, false),
  touch: (page) => new Hand(page, true),
  keys: (page) => new Keys(page),
};

/** Plays these moves with one kind of input, each after the one before has arrived. Returns the last position. */
export async function playAll(page, core, look, moves, input) {
  await input.begin();
  for (const [ply, text] of moves.entries()) {
    const move = look.moves.find((legal) => legal.text === text);
    assert.ok(move, `${text} on ${look.position}`);
    await input.play(move, ply, look);
    look = core.play(look, text);
    await holds(page, keeps, look.position, `${ply + 1}. ${text} (${move.kind})`);
    await drawn(page);
  }
  return look;
}
