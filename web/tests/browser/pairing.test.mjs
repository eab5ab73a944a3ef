// SPDX-License-Identifier: MIT
// Quick games: two, three and four strangers press a tile and sit at one table; open seats disappear with the person
// who opened them; a live board.
import assert from "node:assert/strict";
import { checkThemes, checkWidth } from "./checks.mjs";
import { agree, api, onlineWorld, table, type } from "./online.mjs";
import { button } from "./play.mjs";
import { until } from "./world.mjs";

const { people } = await onlineWorld();
const tile = (page, name) => page.getByRole("group", { name: "Quick game" }).getByRole("button", { name });
const playing = (page) => page.locator(".play .board-live").waitFor();

const callOff = (page) => api(page, "POST", `/games/${page.url().split("/").pop()}/abort`);

people("two press the same tile, one of them practising meanwhile", async (person) => {
  const [ada, bob] = [await person("/online"), await person("/online")];
  await tile(ada, /^5\+3/).click();
  await ada.getByText("Looking for an opponent: Abalone 5+3").waitFor();
  await ada.getByText(/Waiting for 0:0\d\./).waitFor();
  await tile(bob, /^5\+3.*1 waiting/).waitFor();
  await bob.getByText("1 player waits for a quick game above.").waitFor();
  assert.equal(await bob.getByText("Nobody is waiting").count(), 0);
  await ada.getByRole("link", { name: "Play the computer meanwhile" }).click();
  await button(ada, /^Play \p{Lu}/u).click();
  await playing(ada);
  assert.match(ada.url(), /\/play\//);
  await ada.getByText("Looking for an opponent").waitFor();
  await tile(bob, /^5\+3/).click();
  await ada.getByText("The game begins. The game against the computer is saved.").first().waitFor();
  await until(() => ada.url() === bob.url() && /\/game\//.test(ada.url()), "the same game");
  await Promise.all([playing(ada), playing(bob)]);
  assert.equal(await ada.getByText("Looking for an opponent").count(), 0);
  await callOff(ada);
});

people("three and four fill a table", async (person) => {
  const all = [await person("/online"), await person("/online"), await person("/online"), await person("/online")];
  await tile(all[3], /^3 players/).click(); // a person who leaves doesn't count
  await button(all[3], "Cancel").click();
  for (const page of all.slice(0, 3)) await tile(page, /^3 players/).click();
  for (const page of all.slice(0, 3)) await playing(page);
  assert.equal(new Set(all.slice(0, 3).map((page) => page.url())).size, 1);
  assert.match(all[3].url(), /\/online$/);
  await callOff(all[0]);
  for (const page of all) {
    await page.goto("/online");
    await page.getByRole("radio", { name: "Quoridor" }).check({ force: true });
    await tile(page, /^4 players/).click();
    if (page === all[0]) await page.getByText("1 of 4 have joined.").waitFor();
  }
  for (const page of all) await playing(page);
  assert.equal(new Set(all.map((page) => page.url())).size, 1);
  await callOff(all[0]);
});

people("a seat goes with who opened it; a live game is on the lobby's board and on television", async (person) => {
  const [ada, bob, eve] = [await person("/online"), await person("/online"), await person("/online")];
  await eve.getByText("Nobody is playing just now").waitFor();
  await api(ada, "POST", "/games", { variant: "quoridor", clock: "180+2", seats: ["me", "open"] });
  // A returning person without a socket counts as present for a minute.
  const heard = new Promise((done) => ada.once("websocket", (socket) => socket.once("framereceived", done)));
  await ada.reload();
  await heard;
  await eve.locator(".seek", { hasText: "3 min +2 s" }).waitFor();
  await ada.goto("about:blank"); // any page of the server makes her present
  ada.wrongs.length = 0; // a blank page has no storage for the tests' settings
  await eve.locator(".seek").waitFor({ state: "detached" });
  await ada.goto("/online");
  const id = await table([ada, bob], "quoridor");
  await eve.locator(`.live a[href="/game/${id}"]`).first().waitFor();
  await eve.getByRole("link", { name: "Quoridor TV" }).click();
  await eve.locator(`.live.large a[href="/game/${id}"]`).first().waitFor();
  await type(ada, "e2");
  await agree([ada, bob], ["e2"]);
  await eve.locator(".live-clock.running").waitFor();
  await checkThemes(eve, "television");
  await checkWidth(eve, "television");
  // The game is over: television stays on it for a moment, then switches to the next.
  const [cem, dan] = [await person("/online"), await person("/online")];
  const next = await table([cem, dan], "quoridor");
  await api(bob, "POST", `/games/${id}/abort`);
  await eve.locator(`.live.large a[href="/game/${next}"]`).first().waitFor();
  await api(cem, "POST", `/games/${next}/abort`);
  await eve.getByText("Nobody is playing just now").waitFor();
  await checkThemes(eve, "television without a game");
});
