// SPDX-License-Identifier: MIT
// Favourite games: the star beside the board and in lists, the own list with its notes, and its privacy.
import assert from "node:assert/strict";
import { checkWidth } from "./checks.mjs";
import { api, onlineWorld } from "./online.mjs";
import { button } from "./play.mjs";
import { PHONE, until } from "./world.mjs";

const { people } = await onlineWorld();
const password = "marbles in a row";

/** A game with a computer, which may be resigned. */
async function begun(page, more = {}) {
  const { game: { id } } = await api(page, "POST", "/games", { variant: "quoridor", clock: "600+5", seats: ["me", { computer: 1 }], ...more });
  await api(page, "POST", `/games/${id}/move`, { ply: 0, move: "e2" });
  await until(async () => (await api(page, "GET", `/games/${id}`)).plies > 1, "the computer to move");
  return id;
}

async function finished(page, more) {
  const id = await begun(page, more);
  await api(page, "POST", `/games/${id}/resign`);
  return id;
}

const list = (page) => page.locator("section.favourites");
const pressed = (star, on) => until(async () => (await star.getAttribute("aria-pressed")) === String(on), `the star to be ${on ? "on" : "off"}`);

people("a star beside the board, a note, and nobody else sees the list", async (person) => {
  const page = await person("/online");
  await api(page, "POST", "/register", { name: "Grace", password });
  const id = await begun(page);
  await page.goto(`/game/${id}`);
  const star = button(page, "Favourite");
  await pressed(star, false);
  await star.click();
  await pressed(star, true);
  await api(page, "POST", `/games/${id}/resign`);

  await page.goto("/people/Grace");
  const row = list(page).locator(".saved");
  await row.getByRole("link").waitFor();
  await row.getByRole("button", { name: "Add a note" }).click();
  await row.getByLabel("Note").fill("  the wall at f5  ");
  await page.keyboard.press("Enter");
  await row.getByText("the wall at f5", { exact: true }).waitFor();
  await row.getByRole("button", { name: "Change the note" }).click();
  await row.getByLabel("Note").fill("a".repeat(250));
  await button(row, "Save").click();
  await row.getByText("a".repeat(200), { exact: true }).waitFor();
  await checkWidth(page);

  const other = await person("/people/Grace", PHONE);
  await other.getByRole("heading", { name: "Games played" }).waitFor();
  assert.equal(await list(other).count(), 0);

  await row.getByRole("button", { name: "Remove from the favourites" }).click();
  await until(async () => (await row.count()) === 0, "the game to leave the list");
  await button(page, "Undo").click();
  await row.getByText("a".repeat(200), { exact: true }).waitFor();
  await row.getByRole("link").click();
  await pressed(button(page, "Favourite"), true);
});

people("a guest's favourites, from the archive's list, move to the account", async (person) => {
  const host = await person("/online");
  await api(host, "POST", "/register", { name: "Alan", password });
  for (let i = 0; i < 2; i++) await finished(host);

  const page = await person("/games", PHONE);
  const stars = page.locator("main").getByRole("button", { name: "Favourite game" });
  await until(async () => (await stars.count()) >= 2, "the archive to be listed");
  const kept = page.waitForResponse((answer) => answer.url().endsWith("/favourite"));
  await stars.first().click();
  await pressed(stars.first(), true);
  assert.ok((await kept).ok());
  await until(async () => (await api(page, "GET", "/me")).person, "the guest to be a person");
  await page.reload();
  await pressed(stars.first(), true);
  await page.goto("/account");
  await list(page).locator(".saved").waitFor();
  await api(page, "POST", "/register", { name: "Mary", password });
  await page.goto("/people/Mary");
  await list(page).locator(".saved").waitFor();
  await checkWidth(page);
  // Someone else's game that isn't public is in the list without its players.
  const hidden = await finished(host, { public: false });
  await api(page, "POST", `/games/${hidden}/favourite`, { note: "by its link" });
  await page.reload();
  await list(page).getByRole("link", { name: "A private game" }).waitFor();
  await list(page).getByText("by its link").waitFor();
});
