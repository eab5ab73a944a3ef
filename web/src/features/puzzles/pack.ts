// SPDX-License-Identifier: MIT
// The built-in puzzles, a line each (docs/puzzles.md) with the variant in front. The pack is part of the page and works
// offline; all puzzles of a variant are loaded on demand, and the pack replaces them offline.

import { fileUrl, hasFile } from "../../built/files";

export const THEMES = [
  "ejection", "double-threat", "defence", "break-pat", "sidestep", "cut", "jump", "race", "last-wall", "win",
] as const;
export type Theme = (typeof THEMES)[number];
type GoalKind = "win" | "eject" | "ahead" | "save";

export interface Puzzle {
  id: string;
  variant: string;
  /** 1..10: the lowest of the engine's levels that finds the moves. */
  level: number;
  goal: { kind: GoalKind; moves: number };
  proven: boolean;
  themes: Theme[];
  position: string;
  /** Solver, answer, solver ...; it ends with the solver. */
  line: string[];
}

export function readPuzzle(text: string): Puzzle {
  const [head, position, line] = text.split(";");
  const [variant, id, level, goal, proof, themes] = head.split(" ");
  const [kind, moves] = goal.split("-");
  return {
    id, variant, level: Number(level), goal: { kind: kind as GoalKind, moves: Number(moves ?? 0) }, proven: proof === "proven",
    themes: themes.split(",").filter((theme): theme is Theme => THEMES.includes(theme as Theme)),
    position: position.trim(), line: line.trim().split(" "),
  };
}

const loaded = new Map<string, Promise<Puzzle[]>>();

function load(name: string): Promise<Puzzle[]> {
  let file = loaded.get(name);
  if (!file) {
    file = fetch(fileUrl(name)).then(async (answer) => {
      if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
      return (await answer.text()).trim().split("\n").map(readPuzzle);
    });
    file.catch(() => loaded.delete(name));
    loaded.set(name, file);
  }
  return file;
}

export function loadPack(): Promise<Puzzle[]> {
  return load("puzzles.txt");
}

/** All puzzles of these variants, or those of the pack if the rest cannot be loaded. */
export async function loadAll(variants: string[]): Promise<Puzzle[]> {
  const pack = await loadPack();
  const sets = await Promise.all(variants.map((variant) => {
    const name = `puzzles-${variant}.txt`;
    const few = pack.filter((puzzle) => puzzle.variant === variant);
    return hasFile(name) ? load(name).catch(() => few) : few;
  }));
  return sets.flat();
}
