// SPDX-License-Identifier: MIT
// The part of gifenc that the page uses; the package has no types of its own.

declare module "gifenc" {
  type Palette = number[][];
  interface FrameOptions {
    palette?: Palette;
    /** In ms. */
    delay?: number;
    transparent?: boolean;
    transparentIndex?: number;
    /** 1 leaves the picture as it is for the next frame. */
    dispose?: number;
  }
  interface Encoder {
    writeFrame(index: Uint8Array, width: number, height: number, options?: FrameOptions): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  }
  export function GIFEncoder(): Encoder;
  export function quantize(rgba: Uint8ClampedArray, colours: number): Palette;
  export function applyPalette(rgba: Uint8ClampedArray, palette: Palette): Uint8Array;
}
