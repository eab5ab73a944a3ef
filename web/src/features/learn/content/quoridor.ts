// SPDX-License-Identifier: MIT
// The rulebook of Quoridor, for two and for four.

import { t } from "../mark";
import type { Chapter } from "../types";

const variant = "quoridor";
const four = "quoridor-4";

export const quoridorChapters: Chapter[] = [
  {
    id: "aim",
    game: "quoridor",
    title: t("Aim and set-up"),
    figures: [
      {
        id: "start",
        variant,
        text: t("Two pawns, 81 squares, ten walls each. The first player to reach the opposite side wins: any of its nine squares will do."),
        tasks: [
          {
            kind: "play",
            ask: t("Your pawn stands below. Step forward."),
            moves: ["e2"],
            then: t("Seven more steps, if no wall gets in the way. Now it is your opponent’s turn."),
          },
        ],
      },
      {
        id: "turn",
        variant,
        text: t("Who starts is drawn by lot. On your turn you do one thing: step with the pawn, or place a wall."),
        tasks: [
          { kind: "play", ask: t("Place a wall, anywhere."), kinds: ["wall"], then: t("Nine walls are left. The pawn has not moved.") },
        ],
      },
    ],
  },
  {
    id: "pawn",
    game: "quoridor",
    title: t("The pawn"),
    figures: [
      {
        id: "steps",
        variant,
        position: "- / - / e5 e9 / 10 10 / 1",
        text: t("A pawn steps one square: forward, back or sideways."),
        tasks: [
          { kind: "play", ask: t("Step to any of the four squares."), moves: ["e6", "e4", "d5", "f5"], then: t("One square per turn.") },
          { kind: "refused", ask: t("Try to step diagonally, to f6."), move: "f6", reason: "out-of-reach" },
        ],
      },
      {
        id: "wall",
        variant,
        position: "e5 / - / e5 e9 / 10 9 / 1",
        text: t("Pawns do not cross walls."),
        tasks: [{ kind: "refused", ask: t("Try to step through the wall, to e6."), move: "e6", reason: "wall-in-the-way" }],
      },
      {
        id: "round",
        variant,
        position: "e5 / - / e5 e9 / 10 9 / 1",
        text: t("They walk round them. This wall ends one square to your left and two to your right."),
        tasks: [
          { kind: "play", ask: t("Take the shorter path round it."), moves: ["d5"], then: t("From here the path up is clear.") },
        ],
      },
    ],
  },
  {
    id: "walls",
    game: "quoridor",
    title: t("Walls"),
    figures: [
      {
        id: "place",
        variant,
        position: "- / - / e4 e6 / 10 10 / 1",
        text: t("A wall is two squares long and lies in the groove between two pairs of squares. It eases your own path or lengthens your opponent’s."),
        tasks: [
          {
            kind: "play",
            ask: t("Place a horizontal wall directly in front of the other pawn, so that it cannot step down."),
            moves: ["d5h", "e5h"],
            then: t("The pawn must go round: its path is longer now."),
          },
        ],
      },
      {
        id: "upright",
        variant,
        position: "d5 / - / e4 e6 / 9 10 / 1",
        text: t("Walls are horizontal or vertical. A vertical wall stops steps to the side."),
        tasks: [
          {
            kind: "play",
            ask: t("Place a vertical wall on the right of the other pawn, so that it cannot step to f6."),
            moves: ["e5v", "e6v"],
            then: t("Now only the left is open, and the path round is longer still."),
          },
        ],
      },
      {
        id: "overlap",
        variant,
        position: "d5 / - / e2 e8 / 10 9 / 1",
        text: t("Walls never overlap, not even by half."),
        tasks: [
          { kind: "refused", ask: t("Try to place the wall e5h, over the right half of this one."), move: "e5h", reason: "wall-overlaps" },
          {
            kind: "play",
            ask: t("End to end they may touch. Extend this wall with another one, on either side."),
            moves: ["b5h", "f5h"],
            then: t("Two walls end to end block four squares."),
          },
        ],
      },
      {
        id: "cross",
        variant,
        position: "d5 / - / e2 e8 / 10 9 / 1",
        text: t("Walls never cross."),
        tasks: [
          { kind: "refused", ask: t("Try to place d5v, vertically through the middle of this wall."), move: "d5v", reason: "wall-crosses" },
        ],
      },
      {
        id: "none-left",
        variant,
        position: "a2 a4 a6 b7 c3 d6 f3 f6 g5 h2 / - / e4 e6 / 0 10 / 1",
        text: t("Walls stay where they are for the whole game. A player with none left must move the pawn."),
        tasks: [
          { kind: "refused", ask: t("Your ten walls are used up. Try to place another one, d8h."), move: "d8h", reason: "no-walls-left" },
          { kind: "play", ask: t("Then move the pawn."), kinds: ["step", "jump"], then: t("Spend walls with care: your opponent still has ten.") },
        ],
      },
    ],
  },
  {
    id: "shut",
    game: "quoridor",
    title: t("Nobody may be shut in"),
    figures: [
      {
        id: "last-way",
        variant,
        position: "a8 c8 e8 g8 / - / e2 e9 / 8 8 / 1",
        text: t("No wall may close a player’s last path to the goal. The upper pawn’s only path leads round the right end of this row of walls."),
        tasks: [
          { kind: "refused", ask: t("Try to close that path with the wall h8v."), move: "h8v", reason: "shuts-in" },
          {
            kind: "play",
            ask: t("A long path is allowed. Place h7h, under the gap."),
            moves: ["h7h"],
            then: t("The pawn now has to come back to the left. A path remains, so the wall is allowed."),
          },
        ],
      },
      {
        id: "own-way",
        variant,
        position: "a1 c1 e1 g1 / - / e1 e8 / 8 8 / 1",
        text: t("That goes for everyone, yourself included. And pawns do not count as obstacles: only walls can shut somebody in."),
        tasks: [{ kind: "refused", ask: t("Try to shut yourself in with the wall h1v."), move: "h1v", reason: "shuts-in" }],
      },
    ],
  },
  {
    id: "jump",
    game: "quoridor",
    title: t("Face to face: jumps"),
    figures: [
      {
        id: "straight",
        variant,
        position: "- / - / e5 e6 / 10 10 / 1",
        text: t("Two pawns face to face, no wall between them: the player to move may jump straight over the other pawn."),
        tasks: [
          { kind: "play", ask: t("Jump over the other pawn."), moves: ["e7"], then: t("Two squares in one turn: a step gained.") },
          { kind: "refused", ask: t("Try to jump to the side, to d6, although the path straight ahead is clear."), move: "d6", reason: "out-of-reach" },
        ],
      },
      {
        id: "sideways",
        variant,
        position: "d6 / - / e5 e6 / 10 9 / 1",
        text: t("If a wall stands behind the other pawn, there is no straight jump. Then you may land to its left or right."),
        tasks: [
          { kind: "refused", ask: t("Try to jump straight, to e7."), move: "e7", reason: "out-of-reach" },
          { kind: "play", ask: t("Jump to one side."), moves: ["d6", "f6"], then: t("Beside the other pawn, one row further on.") },
        ],
      },
      {
        id: "one-side",
        variant,
        position: "d6 / d5 / e5 e6 / 9 9 / 1",
        text: t("A wall at its side closes that side, too."),
        tasks: [
          { kind: "refused", ask: t("Try to land on the left, on d6."), move: "d6", reason: "out-of-reach" },
          { kind: "play", ask: t("Land where no wall is in between."), moves: ["f6"], then: t("The right side was open.") },
        ],
      },
      {
        id: "edge",
        variant,
        position: "- / - / e8 e9 / 10 10 / 1",
        text: t("The edge of the board counts as a wall: there is no square behind this pawn, so you may land beside it."),
        tasks: [{ kind: "play", ask: t("Jump to the side and win."), moves: ["d9", "f9"], then: t("You are on the other side.") }],
      },
      {
        id: "between",
        variant,
        position: "d5 / - / e5 e6 / 10 9 / 1",
        text: t("A wall between the two pawns keeps them apart: they are not face to face."),
        tasks: [{ kind: "refused", ask: t("Try to jump to e7."), move: "e7", reason: "out-of-reach" }],
      },
    ],
  },
  {
    id: "end",
    game: "quoridor",
    title: t("The end, and the clock"),
    figures: [
      {
        id: "finish",
        variant,
        position: "d4 f4 / c6 / c8 g3 / 8 9 / 1",
        text: t("The first player to reach any of the nine squares of the opposite side wins."),
        tasks: [{ kind: "play", ask: t("Win the game."), moves: ["c9"], then: t("The game ends at once; your opponent has no further move.") }],
      },
      {
        id: "clock",
        variant,
        text: t("A game takes 10 to 20 minutes. In tournaments each player’s time may be limited, and a player who runs out of time loses. The game is drawn when the same position occurs for the third time, or when the players agree to a draw. A move once made stands, unless the others agree to take it back."),
        tasks: [{ kind: "refused", ask: t("Nobody may pass by choice. Try to pass."), move: "pass", reason: "may-not-pass" }],
      },
    ],
  },
  {
    id: "four",
    game: "quoridor",
    title: t("Four players"),
    figures: [
      {
        id: "start",
        variant: four,
        text: t("Four pawns, one on each side, five walls each, everyone for themselves. Each heads for the opposite side. Turns go clockwise, starting at the bottom; who sits there is drawn by lot."),
        tasks: [
          { kind: "play", ask: t("Make the first move."), then: t("Next is the player on the left.") },
        ],
      },
      {
        id: "across",
        variant: four,
        position: "- / - / e2 a5 e9 i5 / 5 5 5 5 / 2",
        text: t("The player on the left goes to the right, the one on the right to the left."),
        tasks: [{ kind: "play", ask: t("You are the player on the left. Step towards your goal."), moves: ["b5"], then: t("Seven steps to go.") }],
      },
      {
        id: "two-pawns",
        variant: four,
        position: "- / - / e4 a5 e6 e5 / 5 5 5 5 / 1",
        text: t("You never jump over more than one pawn. Behind this one stands another: then there is no jump at all, and none to the side, because a pawn is not a wall."),
        tasks: [
          { kind: "refused", ask: t("Try to jump over both, to e7."), move: "e7", reason: "out-of-reach" },
          { kind: "refused", ask: t("Try to jump to the side, to d5."), move: "d5", reason: "out-of-reach" },
        ],
      },
      {
        id: "everyone",
        variant: four,
        position: "a8 c8 e8 g8 / - / e2 b5 e9 h5 / 4 4 4 4 / 2",
        text: t("A wall must leave a path for each of the four."),
        tasks: [{ kind: "refused", ask: t("Try the wall h8v."), move: "h8v", reason: "shuts-in" }],
      },
      {
        id: "left",
        variant: four,
        position: "- / - / e4 - e6 d5 / 5 5 5 5 / 1",
        text: t("A player who resigns or runs out of time is out: the pawn is taken off, and turns skip that player. The walls stay. The last player left would win."),
        tasks: [{ kind: "play", ask: t("The player on the left is out. Make any move."), then: t("The upper player is next.") }],
      },
      {
        id: "win",
        variant: four,
        position: "- / - / e4 h5 d6 c4 / 5 5 5 5 / 2",
        text: t("The first to reach the opposite side wins, and the game ends for everyone."),
        tasks: [{ kind: "play", ask: t("You started on the left. Win."), moves: ["i5"], then: t("Player 2 has won.") }],
      },
    ],
  },
];
