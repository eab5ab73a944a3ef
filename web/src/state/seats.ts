// SPDX-License-Identifier: MIT
// The seats: names of players and colours, and the side of the board each seat starts from.

import type { Core, Seat, Variant } from "../core/types";
import { named, t } from "../text";
import { computerName } from "./opponents";
import type { Draft, Player, State } from "./types";

import { sidesOf, turnedFor } from "@meydan/board";

export { colourName, sidesOf, turnedFor } from "@meydan/board";
export { capital } from "../text";

export function variantOf(core: Core, id: string): Variant {
  const all = core.variants();
  return all.find((variant) => variant.id === id) ?? all[0];
}

/** The number of a ply, counted from 1, in every list of moves: all players' moves of a round have the same. */
export function moveNumber(ply: number, players: number): number {
  return Math.ceil(ply / players);
}

/** The side of the screen that a seat has on a board turned this far; 0 is below, then clockwise. */
export function sideOf(variant: Variant, seat: Seat, turned: number): number {
  const sides = sidesOf(variant);
  return (turnedFor(variant, seat) - turned + 2 * sides) % sides;
}

/** With an initial capital, by the rules of the language: i becomes İ in Turkish. */
export function playerName(players: Player[], seat: Seat, own: string): string {
  const { kind, level, name } = players[seat];
  if (name) return name;
  if (kind === "computer") return computerName(level, players.slice(0, seat).filter((other) => other.kind === "computer" && other.level === level).length);
  if (kind === "me") return own || t("You");
  if (kind === "remote") return players[seat].name ?? t("Guest");
  const friends = players.flatMap((player, at) => (player.kind === "friend" ? [at] : []));
  return friends.length > 1 ? t("Friend {n}", { n: friends.indexOf(seat) + 1 }) : t("Friend");
}

/** Names of the players in a record: the user's, if it is set; friends have none. */
export function recordNames(players: Player[], own: string): string[] {
  return players.map(({ kind, name }, seat) => (name ?? (kind === "computer" ? playerName(players, seat, own) : kind === "me" ? own : "")));
}

const VARIANT_NAMES: Record<string, () => string> = {
  abalone: () => t("Abalone"),
  "abalone-3": () => t("Abalone for three"),
  "abalone-4": () => t("Abalone for four, two teams"),
  "abalone-4-pairs": () => t("Abalone for four, in pairs"),
  quoridor: () => t("Quoridor"),
  "quoridor-4": () => t("Quoridor for four"),
};

export function variantName(id: string): string {
  return named(VARIANT_NAMES, id);
}

const LAYOUT_NAMES: Record<string, () => string> = {
  standard: () => t("Standard"),
  "belgian-daisy": () => t("Belgian daisy"),
  "german-daisy": () => t("German daisy"),
  "dutch-daisy": () => t("Dutch daisy"),
  "swiss-daisy": () => t("Swiss daisy"),
  fujiyama: () => t("Fujiyama"),
  "the-wall": () => t("The wall"),
  star: () => t("Star"),
  "face-to-face": () => t("Face to face"),
  alliances: () => t("Alliances"),
  domination: () => t("Domination"),
  atomouche: () => t("Atomouche"),
  centrifuge: () => t("Centrifuge"),
  snakes: () => t("Snakes"),
  "snakes-variant": () => t("Snakes, second form"),
  "alien-attack": () => t("Alien attack"),
  "korean-daisy": () => t("Korean daisy"),
  anglattack: () => t("Anglattack"),
  "sixty-nine": () => t("Sixty-nine"),
  discovery: () => t("Discovery"),
  checkerboard: () => t("Checkerboard"),
  duel: () => t("Duel"),
  "the-clearing": () => t("The clearing"),
  papillons: () => t("Papillons"),
};

export function layoutName(name: string): string {
  return named(LAYOUT_NAMES, name);
}

/** Whether colours are drawn by lot, remembered for each game. */
export function drawsLots({ lots }: Draft, variant: string): boolean {
  return variant.startsWith("quoridor") ? lots.quoridor : lots.abalone;
}

/** Shuffles the players over the seats, as the rulebooks draw lots for colours and the first move. */
export function drawLots(players: Player[]): Player[] {
  const drawn = [...players];
  for (let i = drawn.length - 1; i > 0; i--) {
    const j = crypto.getRandomValues(new Uint32Array(1))[0] % (i + 1);
    [drawn[i], drawn[j]] = [drawn[j], drawn[i]];
  }
  return drawn;
}

/** Whether it is the user's turn in a game with other movers: the computer, or a remote player. */
export function isOurTurn({ game }: State): boolean {
  return game !== null && !game.match.over && game.players[game.match.look.turn].kind !== "computer" &&
    game.players.some(({ kind }) => kind === "computer" || kind === "remote") &&
    (game.online ? game.online.info.state === "live" && game.players[game.match.look.turn].kind === "me" && !game.online.sent : true);
}
