// SPDX-License-Identifier: MIT
// The example page's script.
import "@meydan/board";
import { Engine } from "@meydan/engine";
import { packageSite } from "@meydan/engine/site";

// Shows how each board is written.
for (const board of document.querySelectorAll("meydan-board")) {
  const { attributes } = board;
  const words = [...attributes].filter(({ name }) => name !== "id").map(({ name, value }) => (value ? `${name}="${value}"` : name));
  board.closest("section").querySelector("pre").textContent = `<meydan-board ${words.join(" ")}></meydan-board>`;
}

// The computer answers.
const engine = new Engine(packageSite);
const game = document.querySelector("#computer");
const told = game.parentElement.querySelector("output");
game.addEventListener("move", async ({ detail: { state } }) => {
  told.textContent = state.over ? `Over: ${state.result}` : "";
  if (state.over || state.look.turn === 0) return;
  const { base, look, moves } = state;
  const played = moves.slice(base.ply).map(({ text }) => text);
  const { move } = await engine.go({ variant: look.variant, start: base.position, moves: played, level: 3, seed: 1 });
  game.play(move);
});
game.addEventListener("refuse", ({ detail: { refusal } }) => {
  told.textContent = refusal.message;
});

// Buttons for stepping through a game.
const replay = document.querySelector("#replay");
for (const button of document.querySelectorAll("[data-step]"))
  button.addEventListener("click", () => {
    replay.ply += Number(button.dataset.step);
  });
