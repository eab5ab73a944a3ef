// SPDX-License-Identifier: MIT
// The character of each layout of Abalone, in a sentence.

import { named, t } from "../../text";

const CHARACTERS: Record<string, () => string> = {
  standard: () => t("The start of the rulebook: two closed armies face each other. It is solid, and careful players can hold it for long."),
  "belgian-daisy": () => t("Each side has two flowers in opposite corners, so that fighting starts at once. It is the usual start of tournaments."),
  "german-daisy": () => t("The flowers stand one step away from the edge, so that the first pushes cost nothing yet."),
  "dutch-daisy": () => t("A daisy with an opposing marble in the middle of each flower."),
  "swiss-daisy": () => t("The German daisy with an opposing marble in the middle of each flower."),
  fujiyama: () => t("Two mountains with an opposing camp inside each of them."),
  "the-wall": () => t("A full row of eight marbles on either side, with the reserves behind it."),
  star: () => t("Thin rays of both colours meet in the middle of the board. Nearly every marble stands alone."),
  "face-to-face": () => t("Two wedges point at each other along the middle row, two steps apart."),
  alliances: () => t("Two rings, one of each colour, linked in the middle of the board."),
  domination: () => t("Each side holds two opposite wings, and two black marbles stand between them."),
  atomouche: () => t("Twelve marbles each, scattered along the edge. Six pushed off still win."),
  centrifuge: () => t("Opposing camps alternate along the edge, and the middle is empty."),
  snakes: () => t("Two snakes curl from the edge to the middle, head against tail."),
  "snakes-variant": () => t("Two snakes that slide past each other in the middle."),
  "alien-attack": () => t("Each side has a spaceship with four captured marbles on board."),
  "korean-daisy": () => t("Daisies in which one petal, the one nearest to the middle, is an opposing marble."),
  anglattack: () => t("Small groups in the corners, and a fight for the middle row."),
  "sixty-nine": () => t("Two curled figures, each around marbles of the other colour."),
  discovery: () => t("Seven marbles each in two corners: a short game for a first try."),
  checkerboard: () => t("Colours alternate within four rows, so nobody has a line to push with at first."),
  duel: () => t("Camps in the corners, and two more groups on the edge between them."),
  "the-clearing": () => t("Colours alternate along the edge around an empty middle."),
  papillons: () => t("Two butterflies spread their wings across the board."),
};

/** A sentence about the layout; its name if there is none. */
export function characterOf(name: string): string {
  return named(CHARACTERS, name);
}
