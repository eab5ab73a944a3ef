// SPDX-License-Identifier: MIT
// Spoken text: two live regions outside the drawn page, a polite one and one that interrupts. The same words twice are
// spoken twice.

let polite: HTMLElement | null = null;
let urgent: HTMLElement | null = null;
let flip = false;

function region(live: "polite" | "assertive"): HTMLElement {
  const node = document.createElement("div");
  node.className = "spoken";
  node.setAttribute("aria-live", live);
  node.setAttribute("aria-atomic", "true");
  document.body.append(node);
  return node;
}

/** Call this before the first word is spoken, or screen readers do not notice it. */
export function startSpeech(): void {
  polite = region("polite");
  urgent = region("assertive");
}

export function say(text: string, now = false): void {
  const node = now ? urgent : polite;
  if (!node) return;
  flip = !flip;
  node.textContent = flip ? text : `${text}\u00a0`;
}
