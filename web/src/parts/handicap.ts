// SPDX-License-Identifier: MIT
// The handicaps that a game for two offers (R11), their words and their measured worth. The core changes the position or
// the clock, and finds the handicap of a game again.

import type { Clock, Core, Seat, Variant } from "../core/types";
import { timeText } from "../state/clocktext";
import type { Handicap } from "../state/types";
import { n, t } from "../text";

const PIECES: Record<string, number> = { abalone: 3, quoridor: 6 };
const DIVISORS = [2, 4, 10];

interface Worth {
  /** By number of pieces, of either player. */
  pieces: number[];
  move: number;
  /** By DIVISORS. */
  time: number[];
}

/** The cost to the giver in rating points, as measured (docs/handicaps.md); Abalone on the layouts with few draws. */
const WORTH: Record<string, Worth> = {
  abalone: { pieces: [200, 410, 730], move: 110, time: [330, 490, 700] },
  "abalone standard": { pieces: [50, 90, 180], move: 55, time: [330, 490, 700] },
  quoridor: { pieces: [40, 220, 370, 410, 430, 430], move: 20, time: [130, 370, 370] },
};

/** All that a player in this seat can give. */
export function handicapsOf(variant: Variant, seat: Seat, clock: Clock | null | undefined): Handicap[] {
  const pieces = PIECES[variant.id];
  if (!pieces) return [];
  const counts = Array.from({ length: pieces }, (_, at): Handicap => ({ seat, kind: "pieces", size: at + 1 }));
  const move: Handicap[] = seat === 0 ? [{ seat, kind: "move", size: 1 }] : [];
  const times = clock?.main ? DIVISORS.map((size): Handicap => ({ seat, kind: "time", size })) : [];
  return [...counts, ...move, ...times];
}

const same = (one: Handicap, other: Handicap): boolean => one.seat === other.seat && one.kind === other.kind && one.size === other.size;

/** The handicap if the variant and the clock offer it. */
export function offered(variant: Variant, handicap: Handicap, clock: Clock | null | undefined): Handicap | null {
  return handicapsOf(variant, handicap.seat, clock).find((one) => same(one, handicap)) ?? null;
}

/** In the words of docs/formats.md. */
export function handicapWords(variant: Variant, { seat, kind, size }: Handicap, clock: Clock | null | undefined): string {
  if (kind === "move") return `${seat + 1} move`;
  if (kind === "time") return `${seat + 1} time ${Math.round((clock?.main ?? 0) / size / 1000)}`;
  return `${seat + 1} ${variant.walls ? "walls" : "marbles"} ${size}`;
}

/** About how many rating points it costs its giver; null if that was not measured. */
export function worthOf(variant: Variant, layout: string, { kind, size }: Handicap): number | null {
  const worth = WORTH[`${variant.id} ${layout}`] ?? WORTH[variant.id];
  if (!worth) return null;
  if (kind === "move") return worth.move;
  return (kind === "time" ? worth.time[DIVISORS.indexOf(size)] : worth.pieces[size - 1]) ?? null;
}

const FAIR_FROM = 150; // points between the players, below which nothing is offered

/** The handicap on the board that fits a difference of ratings best; null if none is called for. */
export function fairHandicap(variant: Variant, layout: string, seat: Seat, difference: number): Handicap | null {
  if (difference < FAIR_FROM) return null;
  const off = (one: Handicap) => Math.abs((worthOf(variant, layout, one) ?? Infinity) - difference);
  const given = handicapsOf(variant, seat, null).filter((one) => (worthOf(variant, layout, one) ?? 0) > 0);
  return given.sort((one, other) => off(one) - off(other))[0] ?? null;
}

function piecesText(variant: Variant, size: number, player: string): string {
  return variant.walls
    ? n("{player}: {n} wall fewer", "{player}: {n} walls fewer", size, { player })
    : n("{player}: {n} marble already pushed off", "{player}: {n} marbles already pushed off", size, { player });
}

/** A choice of handicap with the name of its giver. */
export function handicapText(variant: Variant, { kind, size }: Handicap, player: string): string {
  if (kind === "move") return t("{player}: the other player moves first", { player });
  if (kind !== "time") return piecesText(variant, size, player);
  if (size === 2) return t("{player}: half the time", { player });
  return size === 4 ? t("{player}: a quarter of the time", { player }) : t("{player}: a tenth of the time", { player });
}

/** The handicap of a game, from the core's or the server's words; "" if there is none. */
export function givenText(core: Core, variant: Variant, words: string | undefined, nameOf: (seat: Seat) => string): string {
  const found = /^([12]) (walls|marbles|move|time)(?: ([\d.]+))?$/.exec(words ?? "");
  if (!found) return "";
  const player = nameOf(Number(found[1]) - 1);
  if (found[2] === "move") return t("{player}: the other player moves first", { player });
  if (found[2] === "time") return t("{player} begins with {time}", { player, time: timeText(core.readClock(found[3])) });
  return piecesText(variant, Number(found[3]), player);
}
