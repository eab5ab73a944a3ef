// SPDX-License-Identifier: MIT
// The demo games of the home screen: the engine against itself, 300 ms per move. Quoridor begins when there are walls
// to see.

export interface Demo {
  game: "abalone" | "quoridor";
  position: string;
  moves: string;
}

export const demos: Demo[] = [
  {
    game: "abalone",
    position: "ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b 0-0",
    moves:
      "a1b2 i5h5 g7h7f6 g4g5 a2b3 i6h5 h8g7 c5c6d5 b3c4 g4g5 g8g9f7 b4b6c5 f8f7 c6c7d7 b1c2 h4h5 h9i9g8 d7d8e7 d5e5 " +
      "e8e7 b2c2 c5d5 d2d3 h6h7 d3d4 d8e8 h9g9 e7e6 d4d5 d8e8 d6e7 g7g6 g9g8 g6h7 e7f7 i7h6 f7f6 e5e4 g8g7 i5h5 e5f6 " +
      "e8f8e7 g4f4 i9h9 c3c4 h9g8 g6f6 h6g6 c4d5 g8h9f8 e6f6 f8e7 b4c4 a4a5b4 h8g7 b5c5b6 g7g6 b6c6 f7g7 g9g8 c4d5 " +
      "f7e7 e4e5 e8d7 f4g5 i8h8 e2d2 b4b5c4 h7g6 c5d6",
  },
  {
    game: "quoridor",
    position: "a3 c3 d7 e3 f7 g3 h7 / d5 / e5 f6 / 6 6 / 1",
    moves:
      "h1h b7h e6 c6v f1h g6 d1h g5 f6 e4h b1h h5 f7 h4 h4v h5 e7 c5h f7 h6 f6 i6 g6 f5h h6 i5 h5 i4 g5 i3 h5 h3 h4 g3 " +
      "g4 f3 g5 e3 h5 d3 g5 c3 g4 b3 a2h c3 h4 c2 h5 b2 h4 a2 h5 a1",
  },
];
