// SPDX-License-Identifier: MIT
// A position as a picture: SVG text with plain colours, and a PNG made from it.

import type { Look } from "../core/types";
import { boardSvg, type PictureOptions } from "./boardsvg";

/** Paints a drawing on a canvas of its size. */
export async function paintSvg(svg: string): Promise<HTMLCanvasElement> {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    canvas.getContext("2d", { willReadFrequently: true })!.drawImage(image, 0, 0);
    return canvas;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** A drawing as a PNG. */
export async function pngOf(svg: string): Promise<Blob> {
  const canvas = await paintSvg(svg);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (!blob) throw new Error("the picture cannot be made");
  return blob;
}

/** The board as a PNG. */
export function boardPicture(look: Look, options: PictureOptions = {}): Promise<Blob> {
  return pngOf(boardSvg(look, options));
}

export { boardSvg, drawingText, type PictureOptions } from "./boardsvg";
export { type CardWords, cardSvg } from "./card";
export { paintNow } from "./paint";
