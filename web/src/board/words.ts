// SPDX-License-Identifier: MIT
// The board's spoken texts: cells, selections, walls. The page announces moves and results.

import type { Core, Look, Refusal, Seat } from "../core/types";
import { isRefusal } from "@meydan/core";
import { n, t } from "./text";
import { reasonText } from "./reasons";
import type { Slot } from "./quoridor/square";

export function colourName(seat: Seat): string {
  return [t("black"), t("white"), t("amber"), t("cobalt")][seat] ?? "";
}

export function cellText(look: Look, seat: Seat | null, cell: string, selection: readonly string[]): string {
  const owner = look.marbles.find((marble) => marble.cell === cell)?.seat;
  if (owner === undefined) return t("{cell}, empty", { cell });
  const colour = colourName(owner);
  const what =
    owner === seat ? t("{cell}, your marble, {colour}", { cell, colour }) : t("{cell}, {colour}", { cell, colour });
  if (!selection.includes(cell)) return what;
  return `${what}, ${t("selected")}`;
}

export function selectionText(selection: readonly string[], ways: number): string {
  if (selection.length === 0) return t("Nothing selected");
  const chosen = n("{n} marble selected: {cells}", "{n} marbles selected: {cells}", selection.length, {
    cells: selection.join(" "),
  });
  return `${chosen}. ${n("{n} direction", "{n} directions", ways)}`;
}

export function squareText(look: Look, seat: Seat | null, square: string): string {
  const owner = look.pawns.indexOf(square);
  if (owner >= 0) {
    const colour = colourName(owner);
    return owner === seat
      ? t("{cell}, your pawn, {colour}", { cell: square, colour })
      : t("{cell}, {colour} pawn", { cell: square, colour });
  }
  const sides = wallsAround(look, square);
  const parts = [
    seat === look.turn && look.moves.some((move) => move.slot === "" && move.to[0] === square)
      ? t("you can move here")
      : t("empty"),
  ];
  if (sides.length > 0) parts.push(t("walls: {sides}", { sides: sides.join(", ") }));
  return `${square}, ${parts.join(", ")}`;
}

/** The sides of a square that have a wall, in words. */
function wallsAround(look: Look, square: string): string[] {
  const file = square.charCodeAt(0);
  const rank = Number(square[1]);
  const has = (upright: boolean, slots: [number, number][]) =>
    look.walls.some(
      (wall) => wall.upright === upright && slots.some(([f, r]) => wall.slot === String.fromCharCode(f) + r),
    );
  const sides: string[] = [];
  if (
    has(false, [
      [file, rank],
      [file - 1, rank],
    ])
  )
    sides.push(t("north"));
  if (
    has(true, [
      [file, rank],
      [file, rank - 1],
    ])
  )
    sides.push(t("east"));
  if (
    has(false, [
      [file, rank - 1],
      [file - 1, rank - 1],
    ])
  )
    sides.push(t("south"));
  if (
    has(true, [
      [file - 1, rank],
      [file - 1, rank - 1],
    ])
  )
    sides.push(t("west"));
  return sides;
}

/** Why a move is refused, and whom a wall would shut in. */
export function refusalText(refusal: Refusal): string {
  const shut = refusal.seats.map(colourName).join(", ");
  return shut ? `${reasonText(refusal)}: ${shut}` : reasonText(refusal);
}

export function wallMove(wall: Slot): string {
  return wall.slot + (wall.upright ? "v" : "h");
}

/** A wall under consideration: its place, whether it is legal, and whose path grows by how much. */
export function wallText(core: Core, look: Look, wall: Slot): string {
  const name = wall.upright
    ? t("wall {slot} vertical", { slot: wall.slot })
    : t("wall {slot} horizontal", { slot: wall.slot });
  const after = core.play(look, wallMove(wall));
  if (isRefusal(after)) return `${name}, ${refusalText(after)}`;
  const longer = look.distance.flatMap((steps, seat) => {
    const more = (after.distance[seat] ?? steps) - steps;
    const colour = colourName(seat);
    return more > 0 ? [n("{n} more step for {colour}", "{n} more steps for {colour}", more, { colour })] : [];
  });
  return [name, t("legal"), ...longer].join(", ");
}
