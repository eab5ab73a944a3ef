// SPDX-License-Identifier: MIT
// Whole games from the first move to the last, short enough to be played by hand many times. Those of Abalone were
// found by a search in which all players help the first; those of Quoridor are made anew each time: a race with walls
// in the way.

export const abaloneGames = {
  abalone: {
    layout: "belgian-daisy",
    moves: "b3a3 h4g4 a1a2 g5h6 g7h7 b6b5 i9i8 f4f3 i7i6 c6d7 a2a3 c5c6 b1c2 g4f3 h8g7 h6i7 g7h7",
  },
  "abalone-3": {
    moves:
      "b4b6c5 h5i6g5 e9d8 c5c6 g3f3 g9f9 a5b6 i5h5 i8h7 c7d8 f2e2 i9h8 b1c1 h4g4 h9g8 a1b1 d1d2 f9e8 b1c1 e2d2 f7f8 c1d1 d2e2 " +
      "f9e8 b5a5 d3c2 c6d7c5 b3b2 g5f4 c5d6b5 a2b2b3 d2c2 c6d7 b1c1 f4e3 g7g6 c3c4 h6g5 g6h6 e1f2 e3e2 d7c6 c1d1",
  },
  "abalone-4": {
    moves:
      "a2b2 d1e2 h5h6 f9g9 b4b3 e1d1 h6h7 e9d8 a5b5b6 d1e2 i7i8 d8c7 c4c5 f3g4 i9h9 f7e7 a3a4b4 d3e3 h8g7 f9e8 b6a5 e3f3 g7g6 " +
      "g8h8 b3b4 c1d2 g5g4",
  },
  "abalone-4-pairs": {
    moves:
      "b4b3 h5h6 d1c1 g9h9 b3b2 h6h7 e1e2 e9f9 a4a3 i6i7 e3e4f3 f9e8 b5b4 i9h9 f4g4 f9e8 b4c5a4 h9g9 c1c2 e7e8 a4b4 g9f9 c3b3 " +
      "c6b6 b4b5",
  },
};

function* chance(seed) {
  for (let x = seed; ; ) {
    x = (x * 1103515245 + 12345) % 2 ** 31;
    yield x / 2 ** 31;
  }
}

/** The step that brings the pawn closest to its goal. */
export function bestStep(core, look) {
  const steps = look.moves.filter(({ slot }) => !slot);
  const after = (move) => core.play(look, move.text).distance[look.turn];
  return steps.reduce((best, move) => (after(move) < after(best) ? move : best));
}

/** A race: the first player walks, the others place a wall now and then, at random. */
export function race(core, variant, seed) {
  const draws = chance(seed);
  const moves = [];
  let look = core.start(variant);
  while (!look.winners.length) {
    const walls = look.moves.filter(({ slot }) => slot);
    const places = walls.length && look.turn && draws.next().value < 0.35;
    const move = places ? walls[Math.floor(draws.next().value * walls.length)] : bestStep(core, look);
    moves.push(move.text);
    look = core.play(look, move.text);
  }
  return moves;
}
