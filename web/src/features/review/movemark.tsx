// SPDX-License-Identifier: MIT
// The mark of a reviewed move: a shape with a glyph, so that the colour is never the only sign.

export type Kind = "best" | "good" | "inaccuracy" | "mistake" | "blunder" | "great";

export const GLYPHS: Record<string, string> = { best: "★", good: "", inaccuracy: "?!", mistake: "?", blunder: "??", great: "!" };

export function MoveMark({ kind }: { kind: string }) {
  return <span class={`move-mark ${kind}`} aria-hidden="true">{GLYPHS[kind] ?? ""}</span>;
}
