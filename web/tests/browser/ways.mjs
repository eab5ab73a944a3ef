// SPDX-License-Identifier: MIT
// The ways from a first visit to a first move: the presses of a newcomer, counted, and the time. Used by clicks.mjs,
// which prints the table, and clicks.test.mjs, which checks the counts.
import { connected } from "./online.mjs";
import { button, inputs, kept, ready } from "./play.mjs";
import { holds, until } from "./world.mjs";

/** A first-time visitor: `press` counts. */
async function visitor(open, path) {
  const began = performance.now();
  const page = await open(path);
  const person = { page, presses: 0, seconds: () => (performance.now() - began) / 1000 };
  person.press = async (what) => {
    person.presses++;
    await what.click();
  };
  return person;
}

/** Makes the first legal move with the mouse, whose presses count as well. */
async function move(core, { page }, variant, position) {
  const look = core.read(variant, position);
  const hand = inputs.mouse(page);
  let presses = 0;
  const press = hand.press.bind(hand);
  hand.press = (...point) => (presses++, press(...point));
  await hand.begin();
  const forward = look.moves.find(({ kind, cells }) => kind !== "side" && cells.length < 3) ?? look.moves[0];
  await hand.play(forward, 0, look);
  await holds(page, () => document.querySelector(".moves .ply:not(.unsent)"), null, `${forward.text} to be played`);
  return presses;
}

/** A game on this device. */
async function here({ open, core }, way) {
  const person = await visitor(open, "/");
  await person.press(person.page.locator(".way", { hasText: way }));
  await person.press(button(person.page, /^(Start$|Play \p{Lu})/u));
  await ready(person.page);
  const board = person.seconds();
  const { variant, position } = await kept(person.page);
  const presses = await move(core, person, variant, position);
  return { people: [person], board, move: person.seconds(), presses };
}

/** A game on the server: the player whose turn it is moves first. */
async function online({ core }, people) {
  for (const { page } of people) {
    await ready(page);
    await connected(page);
  }
  const board = Math.max(...people.map(({ seconds }) => seconds()));
  const id = people[0].page.url().split("/").pop();
  const game = await (await people[0].page.request.get(`/api/v1/games/${id}`)).json();
  let first;
  await until(async () => {
    for (const person of people) if (await person.page.locator(".card.turn.at-s").count()) first = person;
    return first;
  }, "somebody's turn");
  const presses = await move(core, first, game.variant, game.position);
  return { people, board, move: Math.max(...people.map(({ seconds }) => seconds())), presses };
}

/** Each way, and how many presses each person needs to reach the board. */
export const WAYS = {
  "the computer": { presses: [2], go: (world) => here(world, "Play the computer") },
  "a friend here": { presses: [2], go: (world) => here(world, "Play a friend here") },
  "a friend by link": {
    presses: [1, 1],
    async go(world) {
      const host = await visitor(world.open, "/");
      await host.press(host.page.getByRole("button", { name: "Play a friend by link" }));
      await host.page.waitForURL("**/game/*");
      const friend = await visitor(world.open, new URL(host.page.url()).pathname);
      await friend.press(button(friend.page, "Join"));
      return online(world, [host, friend]);
    },
  },
  "a stranger": {
    presses: [1, 1],
    async go(world) {
      const people = [await visitor(world.open, "/"), await visitor(world.open, "/")];
      for (const { page, press } of people) await press(page.getByRole("group", { name: "Quick game" }).getByRole("button", { name: /^5\+3/ }));
      for (const { page } of people) await page.waitForURL("**/game/*");
      return online(world, people);
    },
  },
};
