// SPDX-License-Identifier: MIT
// The rulebook of Abalone for three and four: the differences from the game for two.

import { t } from "../mark";
import type { Chapter } from "../types";

export const abaloneForMore: Chapter[] = [
  {
    id: "three",
    game: "abalone",
    title: t("Three players"),
    figures: [
      {
        id: "start",
        variant: "abalone-3",
        text: t("Three colours, eleven marbles each, everyone for themselves. Turns go clockwise: Black, White, Amber. Each player collects the marbles they push out: the first to collect six, of any colour, wins."),
        tasks: [
          {
            kind: "play",
            ask: t("Make Black’s first move."),
            then: t("Now it is White’s turn, to the left, then Amber’s."),
          },
        ],
      },
      {
        id: "two-colours",
        variant: "abalone-3",
        position: "ww1aa/www1aa/ww3aa/ww4aa/w1bbbwa1a/7a/7/2bbb1/bbbbb b 0-0-0",
        text: t("Everybody else is an opponent. Three of your marbles may push two of different colours."),
        tasks: [
          {
            kind: "play",
            ask: t("Push the white and the amber marble."),
            moves: ["e3e4"],
            then: t("Three against two; colour makes no difference."),
          },
        ],
      },
      {
        id: "two-colours-pat",
        variant: "abalone-3",
        position: "ww1aa/www1aa/ww3aa/ww4aa/w2bbwa1a/7a/7/1bbbb1/bbbbb b 0-0-0",
        text: t("They count together. Two of yours against one white and one amber marble are a pat."),
        tasks: [{ kind: "refused", ask: t("Try to push them with your two."), move: "e4e5", reason: "not-outnumbered" }],
      },
      {
        id: "left",
        variant: "abalone-3",
        position: "ww1aa/ww2aa/ww3aa/ww4aa/ww5aa/w4bba/7/1bbbb1/bbbbb b 0-0-0 a",
        text: t("A player who resigns or runs out of time is out, and the others play on. The marbles stay and can still be pushed out for points. Here Amber has left."),
        tasks: [
          {
            kind: "play",
            ask: t("Push out an amber marble."),
            moves: ["d6d7"],
            then: t("A point for Black, as if Amber were still there."),
          },
          {
            kind: "play",
            on: true,
            ask: t("Now make any move for White."),
            then: t("Amber’s turn is skipped: Black moves again. The last player left would win."),
          },
        ],
      },
      {
        id: "win",
        variant: "abalone-3",
        position: "1w1aa/ww2aa/ww3aa/ww4aa/w8/5bba/7/1bbbb1/bbbbb b 5-0-0",
        text: t("Black has pushed out five marbles: three white and two amber ones."),
        tasks: [
          {
            kind: "play",
            ask: t("Push out the sixth."),
            moves: ["d6d7"],
            then: t("Black has won, and the game stops there."),
          },
        ],
      },
    ],
  },
  {
    id: "four",
    game: "abalone",
    title: t("Four players, two teams"),
    figures: [
      {
        id: "start",
        variant: "abalone-4",
        text: t("Four colours, nine marbles each. Players who sit opposite each other are partners: Black and Amber against White and Cobalt. Turns go clockwise: Black, White, Amber, Cobalt."),
        tasks: [
          {
            kind: "play",
            ask: t("Make Black’s first move."),
            then: t("Now it is White’s turn, on the left."),
          },
        ],
      },
      {
        id: "partner",
        variant: "abalone-4",
        position: "aaaa1/1aaa1c/5cc/2a2ccc/wwwa2ccc/wwwb4/ww1b3/w1bbb1/1bbbb b 0-0",
        text: t("You may move your partner’s marbles along, as long as the rear marble, the one that pushes the others, is your own."),
        tasks: [
          {
            kind: "play",
            ask: t("Move your marble on d4 and the two amber ones in front of it, up to the left."),
            moves: ["d4e4"],
            then: t("One of your marbles moved two of your partner’s."),
          },
        ],
      },
      {
        id: "rear",
        variant: "abalone-4",
        position: "aaaa1/1aaa1c/2a2cc/5ccc/wwwb2ccc/wwwa4/ww1b3/w1bbb1/1bbbb b 0-0",
        text: t("Here the rear marble is amber. Only Amber may move this pair."),
        tasks: [
          { kind: "refused", ask: t("You are Black. Try to move the pair from d4 up to the left."), move: "d4e4", reason: "not-yours" },
        ],
      },
      {
        id: "side",
        variant: "abalone-4",
        position: "aaaa1/1aaa1c/2a2cc/5ccc/www1baccc/www5/ww1b3/w1bbb1/1bbbb b 0-0",
        text: t("In a side-step no marble pushes the others, so it moves only your own."),
        tasks: [
          { kind: "refused", ask: t("Try to side-step with the black and the amber marble."), move: "e5e6d4", reason: "not-yours" },
        ],
      },
      {
        id: "two-colours",
        variant: "abalone-4",
        position: "aaaa1/1aaa1c/1c1a1cc/2w2ccc/ww1b3cc/wwwa4/ww1b3/w1bbb1/1bbbb b 0-0",
        text: t("Both colours of the other team are opponents. Your partner’s marbles count for you when you push."),
        tasks: [
          {
            kind: "play",
            ask: t("Push the white and the cobalt marble, starting from c4."),
            moves: ["c4d4"],
            then: t("Black, amber, black against white and cobalt: three against two."),
          },
        ],
      },
      {
        id: "partner-out",
        variant: "abalone-4",
        position: "aaaa1/aaa2c/1baa1cc/5ccc/www3ccc/www5/ww1b3/w1bbb1/1bbbb b 0-0",
        text: t("You cannot push out a partner’s marble."),
        tasks: [{ kind: "refused", ask: t("Try to push the amber marble on h4 off the board."), move: "g4h4", reason: "own-marble-out" }],
      },
      {
        id: "win",
        variant: "abalone-4",
        position: "aaaa1/1aaa1c/2a3c/6cc/ww5c1/ww3bac/ww5/w2bb1/1bbbb b 5-2",
        text: t("The team that first pushes out six marbles of the other team, of either colour, wins. Black and Amber have five."),
        tasks: [
          {
            kind: "play",
            ask: t("Win for your team."),
            moves: ["d6d7"],
            then: t("Black and Amber have won together."),
          },
        ],
      },
    ],
  },
  {
    id: "pairs",
    game: "abalone",
    title: t("The pairs game"),
    figures: [
      {
        id: "order",
        variant: "abalone-4-pairs",
        text: t("The same game, but partners play one right after the other: Black, Amber, White, Cobalt. So each team makes two moves in a row."),
        tasks: [
          { kind: "play", ask: t("Make a move for Black."), then: t("Your partner moves next.") },
          { kind: "play", on: true, ask: t("Make a move for Amber."), then: t("Now White and Cobalt have their two moves.") },
        ],
      },
      {
        id: "combination",
        variant: "abalone-4-pairs",
        position: "aaaa1/1aaa1c/2a2cc/5ccc/www4cc/www2a1c/ww2bb1/w1bbb1/1bbbb b 0-0",
        text: t("Two moves in a row allow new tactics: one partner prepares, the other pushes."),
        tasks: [
          {
            kind: "play",
            ask: t("Black: step from c6 into the gap between amber and cobalt."),
            moves: ["c6d7"],
            then: t("The line is ready, and the others have no time to answer."),
          },
          {
            kind: "play",
            on: true,
            ask: t("Amber: push the cobalt marble out."),
            moves: ["d6d7"],
            then: t("Amber pushes from behind, Black stands in front: a point for the team."),
          },
        ],
      },
    ],
  },
];
