// SPDX-License-Identifier: MIT
// The rulebook of Abalone for two: aim, set-up, moves, sumito, ejection, the end.

import { t } from "../mark";
import type { Chapter } from "../types";

const variant = "abalone";

export const abaloneForTwo: Chapter[] = [
  {
    id: "aim",
    game: "abalone",
    title: t("Aim and set-up"),
    figures: [
      {
        id: "start",
        variant,
        text: t("Two players, fourteen marbles each, a board of 61 cells. The first player to push six marbles of the other colour off the board wins."),
        tasks: [
          {
            kind: "play",
            ask: t("Black starts. Make any first move you like."),
            then: t("One move, and the turn passes to White. Nobody may pass by choice."),
          },
        ],
      },
      {
        id: "own",
        variant,
        text: t("Players choose their colours or draw lots for them. Black, at the bottom here, always moves first; then the players take turns."),
        tasks: [
          {
            kind: "refused",
            ask: t("It is Black’s turn. Try to move a white marble."),
            move: "g5f5",
            reason: "not-yours",
          },
        ],
      },
      {
        id: "daisy",
        variant,
        layout: "belgian-daisy",
        text: t("Many players like other set-ups. In the Belgian daisy the colours clash from the first move; only the set-up differs, all rules stay the same."),
        tasks: [
          {
            kind: "play",
            ask: t("Make any move you like."),
            then: t("Choose a set-up when you start a game: standard, or one of four daisies."),
          },
        ],
      },
    ],
  },
  {
    id: "moves",
    game: "abalone",
    title: t("Moving"),
    figures: [
      {
        id: "one",
        variant,
        position: "wwwww/wwwwww/2www2/8/4b4/8/2b1b2/bbbbbb/bbbbb b 0-0",
        text: t("A marble moves one cell, in any of six directions, if the cell is empty."),
        tasks: [
          {
            kind: "play",
            ask: t("Move the marble in the middle to any of the six neighbouring cells."),
            moves: ["e5e6", "e5f6", "e5f5", "e5e4", "e5d4", "e5d5"],
            then: t("One cell, never more."),
          },
          { kind: "refused", ask: t("Try to move it two cells, e5 to e7."), move: "e5e7", reason: "not-a-step" },
        ],
      },
      {
        id: "line",
        variant,
        position: "wwwww/wwwwww/2www2/8/2bbb4/8/7/bbbbbb/bbbbb b 0-0",
        text: t("Two or three marbles side by side on one line may move together. In an in-line move they follow each other along their own line."),
        tasks: [
          {
            kind: "play",
            ask: t("Move all three marbles one cell to the right."),
            moves: ["e3e4"],
            then: t("An in-line move: the front marble enters an empty cell, the others follow."),
          },
        ],
      },
      {
        id: "side",
        variant,
        position: "wwwww/wwwwww/2www2/8/3bbb3/8/7/bbbbbb/bbbbb b 0-0",
        text: t("In a side-step, two or three marbles on a line all move sideways at once and keep their order."),
        tasks: [
          {
            kind: "play",
            ask: t("Side-step with all three marbles, up or down."),
            moves: ["e4e6f4", "e4e6f5", "e4e6d3", "e4e6d4"],
            then: t("A side-step: each marble has its own cell to go to."),
          },
        ],
      },
      {
        id: "side-blocked",
        variant,
        position: "wwwww/wwwwww/2ww3/4w3/3bbb3/8/7/bbbbbb/bbbbb b 0-0",
        text: t("A side-step never pushes. Every cell it enters must be empty."),
        tasks: [
          { kind: "refused", ask: t("Try to side-step up, against the white marble."), move: "e4e6f5", reason: "cells-taken" },
          {
            kind: "play",
            ask: t("Now side-step down, where all cells are empty."),
            moves: ["e4e6d3", "e4e6d4"],
            then: t("Three empty cells: that works."),
          },
        ],
      },
      {
        id: "split",
        variant,
        position: "wwwww/wwwwww/2www2/8/2bbbb3/8/7/bbbbb1/bbbbb b 0-0",
        text: t("Never more than three marbles move in one turn. A longer line may be split: any one, two or three of its marbles move."),
        tasks: [
          { kind: "refused", ask: t("Try to move all four marbles to the right."), move: "e3e4", reason: "too-many" },
          {
            kind: "play",
            ask: t("Move only the front one, two or three to the right."),
            moves: ["e4e5", "e5e6", "e6e7"],
            then: t("The rest of the line stays where it is."),
          },
        ],
      },
    ],
  },
  {
    id: "sumito",
    game: "abalone",
    title: t("Sumito: pushing"),
    figures: [
      {
        id: "two-one",
        variant,
        position: "wwwww/wwwwww/2ww3/8/3bbw3/8/3b3/bbbbbb/bbbbb b 0-0",
        text: t("You may push opposing marbles when you outnumber them on the same line. That is a sumito. The smallest one is two against one."),
        tasks: [
          {
            kind: "play",
            ask: t("Push the white marble with your two."),
            moves: ["e4e5"],
            then: t("Two against one: the white marble gives way by one cell."),
          },
        ],
      },
      {
        id: "three-one",
        variant,
        position: "wwwww/wwwwww/2ww3/8/2bbbw3/8/7/bbbbbb/bbbbb b 0-0",
        text: t("Three against one works as well. Two of the three would be enough, too."),
        tasks: [
          {
            kind: "play",
            ask: t("Push the white marble with three, or with two."),
            moves: ["e3e4", "e4e5"],
            then: t("The white marble moves one cell, however many push it."),
          },
        ],
      },
      {
        id: "three-two",
        variant,
        position: "wwwww/wwwwww/2w4/8/2bbbww2/8/7/bbbbbb/bbbbb b 0-0",
        text: t("Three marbles push two. That is the strongest sumito there is."),
        tasks: [
          {
            kind: "play",
            ask: t("Push both white marbles."),
            moves: ["e3e4"],
            then: t("2-1, 3-1 and 3-2: there are no other sumitos."),
          },
        ],
      },
      {
        id: "four-two",
        variant,
        position: "wwwww/wwwwww/2w4/8/1bbbbww2/8/7/bbbbb1/bbbbb b 0-0",
        text: t("Four against two: only three marbles ever move, and three are enough."),
        tasks: [
          { kind: "refused", ask: t("Try to push with all four."), move: "e2e3", reason: "too-many" },
          {
            kind: "play",
            ask: t("Push with the front three."),
            moves: ["e3e4"],
            then: t("The fourth black marble does not move."),
          },
        ],
      },
      {
        id: "no-room",
        variant,
        position: "wwwww/wwwwww/2w4/8/2bbbwwb1/8/7/bbbbb1/bbbbb b 0-0",
        text: t("Behind the pushed marbles there must be an empty cell or the edge of the board. A marble of any colour, even your own, is in the way."),
        tasks: [{ kind: "refused", ask: t("Try to push the two white marbles."), move: "e3e4", reason: "no-room-behind" }],
      },
      {
        id: "gap",
        variant,
        position: "wwwww/wwwwww/2w1w2/8/2bb1w3/8/3b3/bbbbbb/bbbbb b 0-0",
        text: t("The lines must touch. With an empty cell between them nothing is pushed: your marbles only step into the gap."),
        tasks: [
          {
            kind: "play",
            ask: t("Move your two marbles towards the white one."),
            moves: ["e3e4"],
            then: t("They have closed the gap and pushed nothing. White may now react."),
          },
        ],
      },
      {
        id: "not-in-line",
        variant,
        position: "wwwww/wwwwww/3ww2/3w4/2bb5/8/3b3/bbbbbb/bbbbb b 0-0",
        text: t("The pushed marble must stand on the line of the marbles that push. This white one touches the pair but stands beside its line."),
        tasks: [
          { kind: "refused", ask: t("Try to move the pair e3-e4 up to the right, against the white marble."), move: "e3e4f4", reason: "cells-taken" },
          { kind: "refused", ask: t("Try to push it with e4 alone."), move: "e4f5", reason: "not-outnumbered" },
        ],
      },
    ],
  },
  {
    id: "pat",
    game: "abalone",
    title: t("Pat: the standoff"),
    figures: [
      {
        id: "one-one",
        variant,
        position: "wwwww/wwwwww/2w1w2/8/4bw3/8/2b1b2/bbbbbb/bbbbb b 0-0",
        text: t("Equal numbers face to face are a pat, a standoff: neither side can push. Here it is one against one."),
        tasks: [{ kind: "refused", ask: t("Try to push the white marble."), move: "e5e6", reason: "not-outnumbered" }],
        show: { kinds: ["pat"], seat: 0 },
      },
      {
        id: "two-two",
        variant,
        position: "wwwww/wwwwww/2w4/8/3bbww2/8/3b3/bbbbbb/bbbbb b 0-0",
        text: t("Two against two is a pat."),
        tasks: [{ kind: "refused", ask: t("Try to push the white pair."), move: "e4e5", reason: "not-outnumbered" }],
        show: { kinds: ["pat"], seat: 0 },
      },
      {
        id: "three-three",
        variant,
        position: "wwwww/wwwwww/7/8/2bbbwww1/8/7/bbbbbb/bbbbb b 0-0",
        text: t("Three against three is a pat, too. Three marbles in a line are an absolute defence: nothing can push them along that line, however many stand against them."),
        tasks: [{ kind: "refused", ask: t("Try to push the three white marbles."), move: "e3e4", reason: "not-outnumbered" }],
        show: { kinds: ["pat"], seat: 0 },
      },
      {
        id: "four-three",
        variant,
        position: "wwwww/wwwwww/7/8/1bbbbwww1/8/7/bbbbb1/bbbbb b 0-0",
        text: t("A fourth marble does not count: four against three is still three against three."),
        tasks: [
          { kind: "refused", ask: t("Try to push with all four."), move: "e2e3", reason: "too-many" },
          { kind: "refused", ask: t("Try to push with the front three."), move: "e3e4", reason: "not-outnumbered" },
        ],
      },
      {
        id: "break",
        variant,
        position: "wwwww/wwwwww/7/8/2bbbwww1/4b3/3b3/bbbb2/bbbbb b 0-0",
        text: t("A pat is broken from another direction: a line that holds along its length can be hit from the side."),
        tasks: [
          { kind: "refused", ask: t("Along the row nothing moves. Try it."), move: "e3e4", reason: "not-outnumbered" },
          {
            kind: "play",
            ask: t("Hit the first white marble with the pair below it."),
            moves: ["c4d5"],
            then: t("The white line has lost its front marble, and yours has grown: next time you can push along the row."),
          },
        ],
      },
    ],
  },
  {
    id: "ejection",
    game: "abalone",
    title: t("Pushing out"),
    figures: [
      {
        id: "out",
        variant,
        position: "wwwww/wwwwww/2ww3/8/6bbw/8/3b3/bbbbbb/bbbbb b 0-0",
        text: t("A marble pushed over the edge is out of the game. That is how you score."),
        tasks: [
          {
            kind: "play",
            ask: t("Push the white marble off the board."),
            moves: ["e7e8"],
            then: t("One of the six. It never comes back."),
          },
        ],
      },
      {
        id: "out-of-two",
        variant,
        position: "wwwww/wwwwww/2w4/8/4bbbww/8/7/bbbbbb/bbbbb b 0-0",
        text: t("If two are pushed, only the one at the edge falls."),
        tasks: [
          {
            kind: "play",
            ask: t("Push the white pair with your three."),
            moves: ["e5e6"],
            then: t("One marble is out, the other now stands at the edge."),
          },
        ],
      },
      {
        id: "own-out",
        variant,
        position: "wwwww/wwwwww/2www2/8/7bb/8/3b3/bbbbbb/bbbbb b 0-0",
        text: t("You cannot push your own marbles off the board."),
        tasks: [{ kind: "refused", ask: t("Try to push your own marble over the edge."), move: "e8e9", reason: "own-marble-out" }],
      },
      {
        id: "not-compulsory",
        variant,
        position: "wwwww/wwwwww/2ww3/8/6bbw/8/3b3/bbbbbb/bbbbb b 0-0",
        text: t("Pushing is never compulsory. But a move once made stands: you can take it back only if the others agree."),
        tasks: [
          {
            kind: "play",
            ask: t("Make a move that pushes nothing."),
            kinds: ["line", "side"],
            then: t("Allowed. Now White may save the marble."),
          },
        ],
      },
    ],
  },
  {
    id: "end",
    game: "abalone",
    title: t("The end, and the clock"),
    figures: [
      {
        id: "sixth",
        variant,
        position: "wwwww/1www2/7/8/6bbw/8/7/1bbbb1/bbbbb b 5-3",
        text: t("Black has pushed out five marbles, White three. The sixth decides."),
        tasks: [
          {
            kind: "play",
            ask: t("Win the game."),
            moves: ["e7e8"],
            then: t("Six marbles are out: Black has won, and the game ends at once."),
          },
        ],
      },
      {
        id: "clock",
        variant,
        text: t("You can play with a clock: each player gets a fixed time for the whole game, for instance 10 or 15 minutes, and a player who runs out of time loses. Tournaments are always played with a clock."),
        tasks: [],
      },
      {
        id: "draw",
        variant,
        text: t("A game is drawn when the same position occurs for the third time, or when the players agree to a draw. A player with no legal move passes; a player who can move must move."),
        tasks: [{ kind: "refused", ask: t("Try to pass."), move: "pass", reason: "may-not-pass" }],
      },
    ],
  },
];
