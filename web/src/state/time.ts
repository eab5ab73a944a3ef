// SPDX-License-Identifier: MIT
// The page's time, which all matches are given.

/** Milliseconds that only ever go on, also over a reload. */
export function now(): number {
  return Math.round(performance.timeOrigin + performance.now());
}

/** For the tags of records. */
export function today(): string {
  return new Date().toLocaleDateString("sv");
}
