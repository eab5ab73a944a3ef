// SPDX-License-Identifier: MIT
// The position being set up, with its history: one text each, so that any step can be undone. The address holds the
// position, so that a reload loses nothing and the back button leads to the same board.

import { isRefusal, type Core, type Look, type Sketch } from "@meydan/core";
import { variantOf } from "../../state/seats";

export interface Setup {
  variant: string;
  sketch: Sketch;
  /** Earlier texts, the oldest first. */
  past: string[];
}

const PAST_MAX = 200;

function startOf(core: Core, variant: string): string {
  return variantOf(core, variant).layouts[0].position;
}

export function begin(core: Core, wanted: string, text = ""): Setup {
  const { id } = variantOf(core, wanted);
  const sketch = core.sketch(id, text || startOf(core, id));
  return { variant: id, sketch: isRefusal(sketch) ? (core.sketch(id, startOf(core, id)) as Sketch) : sketch, past: [] };
}

/** After the core's edits (src/game/sketch.h); unchanged if they changed nothing. */
export function edited(core: Core, setup: Setup, ...edits: string[]): Setup {
  const { position } = setup.sketch.look;
  const sketch = core.sketch(setup.variant, position, ...edits);
  return isRefusal(sketch) ? setup : stepped(setup, sketch);
}

/** With another text; null if it has not the form of a position. */
export function retold(core: Core, setup: Setup, text: string): Setup | null {
  const sketch = core.sketch(setup.variant, text.trim());
  return isRefusal(sketch) ? null : stepped(setup, sketch);
}

function stepped(setup: Setup, sketch: Sketch): Setup {
  const { position } = setup.sketch.look;
  if (sketch.look.position === position) return setup;
  return { ...setup, sketch, past: [...setup.past, position].slice(-PAST_MAX) };
}

export function undone(core: Core, setup: Setup): Setup {
  const text = setup.past[setup.past.length - 1];
  if (text === undefined) return setup;
  return { ...setup, sketch: core.sketch(setup.variant, text) as Sketch, past: setup.past.slice(0, -1) };
}

/** Reads the position from the query of the page's address. */
export function fromAddress(core: Core, search: string, fallback: string): Setup {
  const query = new URLSearchParams(search);
  return begin(core, query.get("game") ?? fallback, query.get("position") ?? "");
}

export function addressOf({ variant, sketch }: Setup): string {
  return `/edit?${new URLSearchParams({ game: variant, position: sketch.look.position })}`;
}

/** Edits that drag a piece from a cell to another, or off the board. */
export function dragEdits(look: Look, from: string, to: string): string[] {
  const pawn = look.pawns.indexOf(from);
  const seat = pawn >= 0 ? pawn : look.marbles.find(({ cell }) => cell === from)?.seat;
  if (seat === undefined) return [];
  return to ? [`take ${from}`, `put ${to} ${seat}`] : [`take ${from}`];
}

/** A press with a piece on a cell; on an equal piece it removes that. */
export function pressEdits(look: Look, cell: string, seat: number): string[] {
  const there = look.pawns[seat] === cell || look.marbles.some((marble) => marble.cell === cell && marble.seat === seat);
  return there ? [`take ${cell}`] : [`put ${cell} ${seat}`];
}
