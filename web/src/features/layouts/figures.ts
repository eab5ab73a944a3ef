// SPDX-License-Identifier: MIT
// The measurements of each layout: data/layouts.json, which comes from matches of the engine.

import { useEffect, useState } from "preact/hooks";
import { fileUrl } from "../../built/files";

export interface Figures {
  /** The first player's average score, from 0 to 1; a draw counts as a half. */
  first: number;
  /** Half the width of its 95 % interval. */
  error: number;
  /** The share of games that were drawn, or undecided after 300 plies, of 1. */
  draws: number;
  games: number;
}

type Measured = Record<string, Partial<Figures>>;

let file: Promise<Measured> | undefined;

function load(): Promise<Measured> {
  file ??= fetch(fileUrl("layouts.json")).then((answer) => {
    if (!answer.ok) throw new Error(`layouts.json: ${answer.status}`);
    return answer.json();
  });
  file.catch(() => (file = undefined));
  return file;
}

/** The figures by the name of the layout; empty until they are loaded, or when they cannot be. */
export function useFigures(): Measured {
  const [measured, set] = useState<Measured>({});
  useEffect(() => {
    load().then(set, () => {});
  }, []);
  return measured;
}
