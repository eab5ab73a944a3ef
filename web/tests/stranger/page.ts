// SPDX-License-Identifier: MIT
// A third party's page: a game of Quoridor against the computer, made of the three published packages.
import "@meydan/board";
import { loadCore } from "@meydan/core";
import { Engine } from "@meydan/engine";
import { packageSite } from "@meydan/engine/site";
import { Ugi } from "@meydan/engine/ugi";

const core = await loadCore();
const engine = new Engine(packageSite);
const board = document.querySelector("meydan-board")!;
const lines: string[] = [];

/** The computer answers whenever it is its turn. */
async function answer(): Promise<void> {
  const { look, base, moves, over } = board.state!;
  if (over || look.turn === 0) return;
  const played = moves.slice(base.ply).map(({ text }) => text);
  const { move } = await engine.go({ variant: look.variant, start: base.position, moves: played, level: 1, seed: 1 });
  board.play(move);
}

board.addEventListener("move", ({ detail: { move, state } }) => {
  // Typed: `tsc --strict` knows the event.
  if (move.length && state.plies) void answer();
});
board.core = core;
Object.assign(window, {
  /** A conversation in UGI, with a second engine. */
  converse: (...commands: string[]) =>
    new Promise<string[]>((done) => {
      const ugi = new Ugi(new Engine(packageSite), core, (line) => {
        lines.push(line);
        if (line.startsWith("bestmove")) done(lines);
      });
      commands.forEach((command) => ugi.send(command));
    }),
});
document.title = "ready";
