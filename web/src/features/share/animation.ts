// SPDX-License-Identifier: MIT
// A game as a short animation: a GIF of its positions, one frame a move.

import { applyPalette, GIFEncoder, quantize } from "gifenc";
import { paintSvg } from "@meydan/board/picture";

const FRAMES_MAX = 300;
const MOVE_MS = 700;
const END_MS = 4000;
const COLOURS = 255; // and one that shows the previous frame

/** The plies to show: all, or evenly chosen ones of a very long game; always the first and the last. */
function framePlies(plies: number): number[] {
  const count = Math.min(plies + 1, FRAMES_MAX);
  return Array.from({ length: count }, (_, i) => (count === 1 ? plies : Math.round((i * plies) / (count - 1))));
}

/** `draw` returns the drawing after this many plies, always in the same size. `signal` ends it. */
export async function makeAnimation(
  plies: number, draw: (ply: number) => string, tell: (share: number) => void, signal: AbortSignal,
): Promise<Blob> {
  const encoder = GIFEncoder();
  const shown = framePlies(plies);
  let palette: number[][] | null = null;
  let before: Uint8Array | null = null;
  for (const [i, ply] of shown.entries()) {
    signal.throwIfAborted();
    const canvas = await paintSvg(draw(ply));
    const { width, height } = canvas;
    const { data } = canvas.getContext("2d")!.getImageData(0, 0, width, height);
    palette ??= quantize(data, COLOURS);
    const index = applyPalette(data, palette);
    const changed = index.slice();
    // Unchanged pixels cost nothing.
    if (before) for (let at = 0; at < changed.length; at++) if (changed[at] === before[at]) changed[at] = COLOURS;
    const whole = palette.length < COLOURS + 1 ? [...palette, ...Array<number[]>(COLOURS + 1 - palette.length).fill([0, 0, 0])] : palette;
    encoder.writeFrame(changed, width, height, {
      palette: i ? undefined : whole, delay: i === shown.length - 1 ? END_MS : MOVE_MS, dispose: 1,
      ...(i ? { transparent: true, transparentIndex: COLOURS } : {}),
    });
    before = index;
    tell((i + 1) / shown.length);
  }
  encoder.finish();
  return new Blob([encoder.bytes()], { type: "image/gif" });
}
