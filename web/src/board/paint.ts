// SPDX-License-Identifier: MIT
// The colours of a board: the page's variables on the screen, plain values in an exported picture.

export interface Paint {
  rim: string;
  gutter: string;
  deck: string;
  well: string;
  square: string;
  groove: string;
  wall: string;
  mark: string;
  /** Letters on the squares. */
  text: string;
  /** Strength of the wood's grain, 0 for none. */
  grain: string;
  /** Of the pieces: the strength of shading and lights, of pawns' heads and of draughtsmen's rings; 0 to 1. */
  shade: string;
  shine: string;
  head: string;
  rings: string;
  seats: readonly string[];
  /** By colour: the colour of the mark on it. */
  inks: readonly string[];
}

const PLAIN = {
  rim: "#4a2b17",
  gutter: "#2a180d",
  deck: "#b4824d",
  well: "#84592f",
  square: "#b8864f",
  groove: "#2e1b10",
  wall: "#f1dfae",
  mark: "#14312f",
  text: "#2d2117",
  grain: "0",
  shade: "1",
  shine: "1",
  head: "1",
  rings: "0",
};
const SEATS = ["#17171b", "#f8f2e7", "#e5a423", "#2565a3"];
const INKS = ["#ffffff", "#57431f", "#33230a", "#ffffff"];

function painted(value: (name: string, fallback: string) => string): Paint {
  const plain = Object.entries(PLAIN).map(([name, fallback]) => [name, value(name, fallback)]);
  return {
    ...(Object.fromEntries(plain) as typeof PLAIN),
    seats: SEATS.map((colour, seat) => value(`seat${seat}`, colour)),
    inks: INKS.map((colour, seat) => value(`ink${seat}`, colour)),
  };
}

/** Follows the theme. */
export const livePaint: Paint = painted((name, fallback) => `var(--${name}, ${fallback})`);

/** The colours of an element's theme as they are now; those of the wooden theme without one. */
export function paintNow(element?: Element): Paint {
  if (!element) return painted((_, fallback) => fallback);
  const style = getComputedStyle(element);
  return painted((name, fallback) => style.getPropertyValue(`--${name}`).trim() || fallback);
}
