// SPDX-License-Identifier: MIT
// Online play beside the moves: the lobby, making and joining, watching, offers, ends, clocks, rematches, the computer.
import assert from "node:assert/strict";
import { agree, api, onlineWorld, shown, sitDown, table, type } from "./online.mjs";
import { button, confirm } from "./play.mjs";
import { until } from "./world.mjs";

const { core, people } = await onlineWorld();
const result = (page) => page.getByRole("region", { name: "Result" });

people("made in the sheet, seen and joined in the lobby, watched", async (person) => {
  const [ada, bob, eve] = [await person("/online"), await person("/online"), await person("/online")];
  await ada.getByRole("link", { name: "Create a game" }).click();
  await ada.getByRole("radio", { name: "Quoridor" }).check({ force: true });
  await ada.getByRole("radio", { name: "5+3" }).check({ force: true });
  await ada.getByRole("switch", { name: "Draw lots" }).uncheck({ force: true }); // Ada keeps the first seat
  await button(ada, "Create the game").click();
  await ada.getByText("1 seat is free").waitFor();
  const seek = bob.locator(".seek", { hasText: "Quoridor" });
  await seek.getByText("5 min +3 s").waitFor();
  await button(bob, "Join").click();
  await ada.locator(".play .board-live").waitFor();
  await bob.locator(".play .board-live").waitFor();
  await type(ada, "e2");
  await eve.locator(".lobby .live", { hasText: "Quoridor, 5 min" }).locator(".live-board").click();
  await agree([ada, bob, eve], ["e2"]);
  await type(bob, "e8");
  await agree([ada, bob, eve], ["e2", "e8"]);
  await ada.getByText("1 watching").first().waitFor({ state: "attached" });
  // The latency is beside the board, and only there.
  assert.equal(await ada.locator(".info", { hasText: "round trip" }).count(), 0);
  assert.equal(await button(eve, "Resign").count(), 0);
  await button(eve, "Explain").click();
});

people("a draw is offered, declined, offered and agreed to; a rematch follows", async (person) => {
  const [ada, bob] = [await person(), await person()];
  const id = await table([ada, bob], "abalone");
  await type(ada, "a1b2");
  await type(bob, "i9h8");
  await confirm(ada, "Offer a draw");
  await button(bob, "Decline").click();
  await until(async () => (await button(ada, "Withdraw").count()) === 0, "the offer to be gone");
  await confirm(bob, "Offer a draw");
  await button(ada, "Agree").click();
  await result(bob).getByText("Draw", { exact: true }).waitFor();
  await result(ada).getByText("1/2-1/2").waitFor();
  await button(bob, "Rematch").click();
  await button(ada, "Accept the rematch").click();
  await ada.locator(".play:not(.over) .board-live").waitFor();
  await until(() => ada.url() === bob.url() && !ada.url().includes(id), "the same new game");
  // The seats have moved by one: now bob begins.
  await type(bob, "a1b2");
  await agree([ada, bob], ["a1b2"]);
});

people("a move is taken back; resigning is forgotten after 3 s, then meant", async (person) => {
  const [ada, bob] = [await person(), await person()];
  await table([ada, bob], "quoridor");
  await type(ada, "e2");
  await type(bob, "e8");
  await type(ada, "d4h");
  await button(ada, "Take back").click();
  await button(bob, "Agree").click();
  await agree([ada, bob], ["e2", "e8"]);
  await type(ada, "e3");
  await button(bob, "Resign").click();
  await bob.getByRole("alertdialog").waitFor();
  await bob.getByRole("alertdialog").waitFor({ state: "detached" });
  await confirm(bob, "Resign");
  await result(ada).getByText("You win").waitFor();
  await result(bob).getByText("You lose").waitFor();
});

people("a game is called off before it has begun in earnest, and one that waits by its maker", async (person) => {
  const [ada, bob] = [await person(), await person()];
  await table([ada, bob], "quoridor");
  await type(ada, "e2");
  await bob.reload();
  await bob.locator(".nav-turn", { hasText: "Your turn in 1 game" }).waitFor({ state: "attached" });
  await button(ada, "Cancel the game").click();
  await result(bob).getByText("Cancelled").waitFor();
  await bob.locator(".nav-turn").waitFor({ state: "detached" }); // without a reload
  const { game } = await api(ada, "POST", "/games", { variant: "abalone", clock: "600+5", seats: ["me", "open"] });
  await ada.goto(`/game/${game.id}`);
  await button(ada, "Cancel the game").click();
  await ada.locator(".lobby").waitFor();
});

people("three at a table: who has agreed is listed, one resigns, two play on", async (person) => {
  const pages = [await person(), await person(), await person()];
  const [ada, bob, eve] = pages;
  await table(pages, "abalone-3");
  const moves = [];
  let look = core.start("abalone-3");
  const move = async () => {
    const { text } = look.moves[0];
    await type(pages[look.turn], text);
    moves.push(text);
    look = core.play(look, text);
    await agree(pages, moves);
  };
  for (let ply = 0; ply < 3; ply++) await move();
  await confirm(ada, "Offer a draw");
  await button(bob, "Agree").click();
  await eve.getByText("Agreed: Guest (black), Guest (white)").waitFor();
  await button(eve, "Decline").click();
  await confirm(bob, "Resign");
  for (const page of pages) await page.locator(".card.out").waitFor();
  look = core.leave(look, 1);
  await move();
  await move();
  assert.equal(await result(ada).count(), 0);
  await confirm(eve, "Resign");
  await result(ada).getByText("You win").waitFor();
  await result(bob).getByText("You lose").waitFor();
});

people("who goes away is counted out and can be taken for gone", async (person) => {
  const [ada, bob] = [await person(), await person()];
  await table([ada, bob], "quoridor", { clock: "120+0" });
  await type(ada, "e2");
  await type(bob, "e8");
  await type(ada, "e3");
  await bob.close();
  await ada.getByText(/has disconnected/).first().waitFor();
  await button(ada, "Claim the win").click();
  await result(ada).getByText("You win").waitFor();
  await result(ada).getByText("Abandoned").waitFor();
});

people("a flag falls by the server's clock", async (person) => {
  const [ada, bob] = [await person(), await person()];
  await table([ada, bob], "quoridor", { clock: "15+0" });
  await type(ada, "e2");
  await type(bob, "e8");
  await result(bob).getByText("You win").waitFor();
  await result(ada).getByText("Time is up").waitFor();
});

people("days per move, lots, and a seat kept by name", async (person) => {
  const [ada, bob] = [await person(), await person()];
  await api(bob, "POST", "/register", { name: "Kept", password: "a long password" });
  await ada.goto("/new?against=online");
  await ada.getByRole("radio", { name: "Quoridor" }).check({ force: true });
  await ada.getByRole("radio", { name: "Days per move" }).check({ force: true });
  await ada.locator(".seats select").nth(1).selectOption("invite");
  await ada.getByLabel("Name of the invited player").fill("Kept");
  assert.ok(await ada.getByRole("switch", { name: "Draw lots" }).isChecked());
  await button(ada, "Create the game").click();
  await ada.getByText("Kept, invited").waitFor();
  const id = new URL(ada.url()).pathname.split("/")[2];
  await bob.goto(`/game/${id}`);
  await button(bob, "Join").click();
  await bob.locator(".play .board-live").waitFor();
  await ada.locator(".play .board-live").waitFor();
  await ada.getByText(/2 d 23 h|3 d 0 h/).first().waitFor();
  const first = await ada.locator(".card.turn.at-s").count() ? ada : bob;
  await type(first, "e2");
  await agree([ada, bob], ["e2"]);
  // The home screen of the player to move shows the game.
  const second = first === ada ? bob : ada;
  await second.goto("/");
  await second.locator(".saved", { hasText: "Your turn" }).waitFor();
});

people("the computer plays from the server", async (person) => {
  const ada = await person();
  const { game } = await api(ada, "POST", "/games", { variant: "quoridor", clock: "600+5", seats: ["me", { computer: 1 }] });
  await sitDown(ada, game.id);
  await type(ada, "e2", false);
  await until(async () => (await shown(ada)).length === 2, "the computer's answer");
});
